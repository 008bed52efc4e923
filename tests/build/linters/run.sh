# SPDX-License-Identifier: MIT
#
# What users run on files that include our headers by -I, with default settings: it says
# nothing about a file with every function and macro, in each standard. Only a check that
# is about a parameter of the file itself is off.
. scripts/script-check.sh

sh tests/uses.sh --every >"$WORK/every.c"
cp "$WORK/every.c" "$WORK/every.cc"
# A pool on the stack: no analyser may take it for a variable without value.
cat >>"$WORK/every.c" <<'END'
int on_the_stack(void);
int on_the_stack(void)
{
	struct slotpool pool;
	struct slotpool_obj *one;

	if (slotpool_init(&pool, struct slotpool_obj, node, NULL))
		return 1;
	one = slotpool_alloc_entry(&pool, struct slotpool_obj, node);
	if (one)
		slotpool_free(&pool, &one->node);
	slotpool_destroy(&pool);
	return 0;
}
END
# C17 is C11, and C++14 and C++17 have nothing of ours that C++11 has not.
standards='c99 c11 c2x c++11 c++20 c++2b'
[ -z "$SHORT" ] || standards='c11 c++11'

# file_of STANDARD: the file, in C or in C++
every=$WORK/every.c
file_of() {
	case $1 in
	c++*) echo "$WORK/every.cc" ;;
	*) echo "$every" ;;
	esac
}

# have TOOL: else it is said that it is missing
have() {
	command -v "$1" >/dev/null 2>&1 && return
	echo "skip: no $1"
	return 1
}

# tidy STANDARD [HEADERS]: nothing from clang-tidy's defaults, and from its bugprone checks
tidy() {
	clang-tidy --quiet \
		--checks='bugprone-*,-bugprone-easily-swappable-parameters' \
		"$(file_of "$1")" -- "-std=$1" "-I${2:-include}" 2>/dev/null |
		grep -E ': (warning|error): ' | head -n 5 >"$WORK/told"
	cat "$WORK/told"
	test ! -s "$WORK/told"
}

# check STANDARD [HEADERS]: nothing from cppcheck's defaults; that it does not try all
# configurations is no finding
check() {
	cppcheck -q "--std=$1" "-I${2:-include}" "$(file_of "$1")" 2>&1 |
		grep -v toomanyconfigs | grep -E -A 2 ': (warning|error): ' |
		head -n 15 >"$WORK/told"
	cat "$WORK/told"
	test ! -s "$WORK/told"
}

# analyse STANDARD -O [HEADERS]: nothing from gcc's analyser
analyse() {
	gcc "-std=$1" "$2" -fanalyzer -Werror "-I${3:-include}" -c "$every" \
		-o "$WORK/every.o"
}

# Headers with faults that these tools find.
mkdir "$WORK/planted"
cp -R include "$WORK/planted"
sed -i 's/^\t(LISH_IS_NODE_(type/\t(0U * (unsigned int)sizeof(type) + LISH_IS_NODE_(type/' \
	"$WORK/planted/include/linux-ish/container_of.h"
sed -i '/^LISH_INLINE void \*lish_part_step_(/,/^{/s/^{/&\n\tint *none = NULL;\n\n\tif (loop->end == 3)\n\t\t*none = 1;/' \
	"$WORK/planted/include/linux-ish/core/parts.h"
# One loop is enough to find them.
cat >"$WORK/planted.c" <<'END'
#include <linux-ish/dense.h>
struct thing {
	struct dense_idx node;
	int value;
};
int sum(struct dense *things);
int sum(struct dense *things)
{
	int value = 0;

	dense_for_each_entry(thing, things, struct thing, node)
		value += thing->value;
	return value;
}
END
# planted FILE CHECK...: it finds the fault there
planted() {
	every=$1
	shift
	! "$@" "$WORK/planted/include"
	found=$?
	every=$WORK/every.c
	return $found
}

if have clang-tidy; then
	for standard in $standards; do
		expect "clang-tidy, $standard" tidy "$standard"
	done
	expect 'clang-tidy finds the fault that is planted' \
		planted "$WORK/planted.c" tidy c11
fi
if have cppcheck; then
	# It takes ten seconds each; older standards take the same branches.
	expect 'cppcheck, C' check c11
	[ -n "$SHORT" ] || expect 'cppcheck, C++' check c++11
	expect 'cppcheck finds the fault that is planted' \
		planted "$WORK/planted.c" check c11
fi
# It knows no C++.
if gcc -fanalyzer -x c -c /dev/null -o "$WORK/none.o" 2>/dev/null; then
	# What it sees differs with the level; of a standard it sees the macros alone.
	for how in '-O0 c99' '-O0 c11' '-O1 c11' '-O2 c99' '-O2 c2x' '-Os c11'; do
		expect "gcc -fanalyzer, $how" analyse "${how#* }" "${how% *}"
	done
	expect 'gcc -fanalyzer finds the fault that is planted' \
		planted "$WORK/planted.c" analyse c11 -O1
else
	echo 'skip: no gcc with -fanalyzer'
fi

# clang's -fsanitize=integer: our functions count modulo 2^n, in headers, in lib/ and in the one
# file. That it reports, the numbers of some tests show.
if have clang; then
	expect '-fsanitize=integer: no warning' sh -c "! clang -Wall -Wextra -std=c99 \
		-fsanitize=integer -Iinclude -fsyntax-only '$WORK/every.c' 2>&1 | grep warning:"
	integer='-fsanitize=integer -fno-sanitize-recover=integer'
	library_of clang 1 -O0 $integer
	tests='walklist slotpool_loop'
	[ -n "$SHORT" ] || tests="$tests dense ilist iheap ihash rwarray densepool listpool \
		slotpool_lease slotpool_save sort"
	for test in $tests; do
		if ! clang -std=gnu99 -O1 -fsanitize=integer -Iinclude -Itests/unit \
			"tests/unit/${test}_test.c" "$library" -lcmocka -lpthread \
			-o "$WORK/integer" >"$WORK/output" 2>&1; then
			flunk "$test with -fsanitize=integer" "$WORK/output"
			continue
		fi
		"$WORK/integer" >"$WORK/ran" 2>&1
		grep 'runtime error' "$WORK/ran" | grep -v '^tests/[^.]*\.[ch]:' >"$WORK/ours"
		cat "$WORK/ran" >>"$WORK/all-ran"
		[ -s "$WORK/ours" ] && flunk "$test with -fsanitize=integer" "$WORK/ours" || pass
	done
	expect '-fsanitize=integer reports' grep -q 'runtime error' "$WORK/all-ran"
	sh tests/uses.sh | sed 's/_obj\b/_thing/g' >"$WORK/uses.h"
	for header in linux-ish.h mem.h $(sed -n 's/^#include <linux-ish\/\(.*\)>/\1/p' "$WORK/uses.h"); do
		mkdir -p "$WORK/one/linux-ish"
		echo '#include <linux-ish.h>' >"$WORK/one/linux-ish/$header"
	done
	printf '#define LINUX_ISH_IMPLEMENTATION\n#include <linux-ish.h>\n' >"$WORK/one.c"
	expect 'make single-header' make -s single-header "BUILD=$WORK/one"
	for way in "include $library" "$WORK/one $WORK/one.c"; do
		expect "-fsanitize=integer, $way" clang -std=gnu99 -O1 $integer "-I${way% *}" \
			"-I$WORK" tests/build/ways/program.c "${way#* }" -o "$WORK/integer"
		expect "-fsanitize=integer, $way: no report" "$WORK/integer"
	done
fi

# .clang-format, which is installed, knows each loop, and leaves the samples as they are.
# Other releases than 14 break lines elsewhere: there only loops count.
cat include/linux-ish/*.h include/linux-ish/compat/*.h |
	sed -n 's/^#define \([a-z0-9_]*\(for_each\|drain\)[a-z0-9_]*\)(.*/\1/p' |
	grep -v '_$' | sort -u >"$WORK/loops"
sed -n '/^ForEachMacros/,$s/^ *- //p' .clang-format | sort >"$WORK/known"
expect '.clang-format knows each loop' cmp "$WORK/loops" "$WORK/known"
formatted() {
	for file in samples/*.c samples/*/*.c; do
		sed -e "s/ColumnLimit: .*/ColumnLimit: $columns/" "$1" >"$WORK/.clang-format"
		cp "$file" "$WORK/sample.c"
		clang-format --style=file "$WORK/sample.c" | diff "$file" - | grep -E "$lines"
	done >"$WORK/told"
	cat "$WORK/told"
	test ! -s "$WORK/told"
}
if have clang-format; then
	columns=0
	lines='^>.*_(for_each|drain)'
	case $(clang-format --version) in
	*' version 14.'*)
		columns=80
		lines='^[<>]'
		;;
	esac
	expect 'clang-format leaves the samples' formatted .clang-format
	sed -e '/SpaceBeforeParens/d' .clang-format >"$WORK/spaces"
	if formatted "$WORK/spaces" >"$WORK/told.spaces"; then
		flunk 'clang-format changes no loop without the line for it'
	else
		pass
	fi
fi
finish
