# SPDX-License-Identifier: MIT
#
# The library as one header: the unit tests and the C++ programs, each with nothing
# but that file; a program of three files, two in C, one in C++, that all include it; and
# with LISH_STATIC, in one source. The file with one container: its unit test.
. scripts/script-check.sh

built=$WORK/build
expect 'make single-header' make -s single-header "BUILD=$built"
for room in core private ground compat; do
	mkdir -p "$WORK/include/linux-ish/$room"
done
cp "$built/linux-ish.h" "$WORK/include/one.h"
# The classes include linux-ish.h, which must be the same file here.
echo '#include <one.h>' >"$WORK/include/linux-ish.h"
cp "$built/linux-ish.hpp" "$WORK/include/"
for header in include/linux-ish/*.hpp; do
	echo '#include <linux-ish.hpp>' >"$WORK/$header"
done
for header in include/linux-ish/*.h include/linux-ish/core/*.h \
	include/linux-ish/private/*.h include/linux-ish/ground/*.h; do
	echo '#include <one.h>' >"$WORK/$header"
done
echo '#define LINUX_ISH_IMPLEMENTATION
#include <one.h>' >"$WORK/whole.c"
cp "$WORK/whole.c" "$WORK/whole.cc"
cat >"$WORK/static.c" <<'END'
#define LISH_STATIC
#define LINUX_ISH_IMPLEMENTATION
#include <one.h>
END
cp "$WORK/static.c" "$WORK/static.cc"
cat >"$WORK/program.c" <<'END'
#define LISH_STATIC
#define LINUX_ISH_IMPLEMENTATION
#include <one.h>
#include <stdio.h>

struct thing {
	struct walklist_node node;
	struct slotpool_idx slot;
	struct locklist_node wait;
};
static WALKLIST_DEFINE(list);
static LOCKLIST_DEFINE(waiting);
static INBOX_DEFINE(box);
static struct inbox_chain chain;
static struct slotpool pool;
static struct thing thing;
static int failed;

static void tell(const struct lish_fault *fault)
{
	printf("%p %s\n", (void *)(uintptr_t)fault->caller, fault->operation);
}

__attribute__((__noinline__)) static void misuse(void)
{
	walklist_del(&list, &thing.node);
	(void)slotpool_alloc_entry(&pool, struct thing, slot);
	slotpool_free(&pool, &thing.slot);
	failed += locklist_add_tail(&waiting, NULL) < 0;
	locklist_del(&waiting, &thing.wait);
	failed += !locklist_leave(NULL);
	failed += inbox_push(&box, NULL) < 0;
	failed += inbox_chain_add_tail(&chain, NULL) < 0;
	walklist_splice(&list, &list);
	fflush(stdout);
}

int main(void)
{
	lish_set_report(tell);
	misuse();
	return 0;
}
END
cat >"$WORK/late.c" <<'END'
#include <one.h>
#define LINUX_ISH_IMPLEMENTATION
#include <one.h>
END
cat >"$WORK/first.c" <<'END'
#include <one.h>
#include <one.h>

struct thing {
	struct ilist_node link;
};
ILIST_DEFINE(things);
void from_c(struct thing *thing);
int from_cxx(void);

void from_c(struct thing *thing)
{
	ilist_add_tail(&things, &thing->link);
}

int main(void)
{
	return from_cxx();
}
END
cat >"$WORK/second.cc" <<'END'
#include <one.h>

struct thing {
	struct ilist_node link;
};
extern struct ilist things;
extern "C" void from_c(struct thing *thing);
extern "C" int from_cxx(void);

int from_cxx(void)
{
	static struct thing thing;
	int seen = 0;

	from_c(&thing);
	ilist_for_each_entry(t, &things, struct thing, link)
		seen += t == &thing;
	return seen != 1;
}
END

one_test() {
	"$1" -std=c99 -O0 -Itests/unit "-I$WORK/include" -DLISH_CHECK=$2 "$3" \
		"$WORK/whole$2.o" -lcmocka -o "$WORK/test" && "$WORK/test"
}
# static_test COMPILER TEST: it passes in one source, optimised
static_test() {
	"$1" -std=c99 -O2 -Itests/unit "-I$WORK/include" -include "$WORK/static.c" "$2" \
		-lcmocka -o "$WORK/test" && "$WORK/test"
}
# led COMPILER: the reports of the program lead to the lines of its calls
led() {
	"$1" -std=gnu99 -O2 -g -no-pie $WARNINGS "-I$WORK/include" "$WORK/program.c" \
		-o "$WORK/program" && "$WORK/program" >"$WORK/reports" || return
	for call in walklist_del slotpool_alloc_entry slotpool_free locklist_add_tail \
		locklist_del locklist_leave inbox_push inbox_chain_add_tail; do
		line=$(sed -n "/[^_]$call(/=" "$WORK/program.c")
		address=$(sed -n "s/ $call\$//p" "$WORK/reports")
		$resolve -Cipf -e "$WORK/program" "$address" |
			grep -q "program\.c:$line\>" || return
	done
}

# One test of each container; FULL=1: all. Those that have files of lib/ in themselves are no users.
tests=$(ls tests/unit/*_test.c | grep -v "${FULL:+/none}/[a-z]*_[a-z_]*_test")
# Without compat/, which is not in the file.
programs=$(grep -L linux-ish/compat/ tests/build/cxx/*.cc)
for cc in $COMPILERS; do
	expect "it compiles ($cc)" "$cc" -std=c99 $WARNINGS -O2 \
		"-I$WORK/include" -c "$WORK/whole.c" -o "$WORK/whole.o"
	expect "it compiles at level 2 ($cc)" "$cc" -std=c99 $WARNINGS -O2 -DLISH_CHECK=2 \
		"-I$WORK/include" -c "$WORK/whole.c" -o "$WORK/whole2.o"
	# Level 2 has all that level 1 has; level 0 is other code. What the tests do is the
	# same with any compiler: one builds and runs them, the others read them.
	for test in $(grep -L '^#include "../../lib/.*\.c"' $tests); do
		if [ "$cc" = "${COMPILERS%% *}" ]; then
			expect "$test at level 2 ($cc)" one_test "$cc" 2 "$test"
		else
			expect "$test at level 0 ($cc)" "$cc" -std=c99 -Itests/unit \
				"-I$WORK/include" -DLISH_CHECK=0 -fsyntax-only "$test"
		fi
	done
	for flags in -O0 '-Os -DLISH_CHECK=0' '-O2 -DLISH_CHECK=2' -O2; do
		expect "static: no warning $flags ($cc)" "$cc" -std=c99 $WARNINGS -Werror $flags \
			"-I$WORK/include" -c "$WORK/static.c" -o "$WORK/static.o"
	done
	expect "static: no function is left for others ($cc)" sh -c \
		"! nm '$WORK/static.o' | grep ' [TW] '"
	alone='slotpool walklist inbox'
	[ "$cc" = "${COMPILERS%% *}" ] || alone='slotpool dense ilist'
	for test in $alone; do
		expect "static: $test ($cc)" static_test "$cc" "tests/unit/${test}_test.c"
	done
	expect "static: the hot operations are inlined ($cc)" sh -c "'$cc' -std=c99 -O2 \
		'-I$WORK/include' -c '$WORK/program.c' -o '$WORK/program.o' &&
		! nm '$WORK/program.o' | grep -E ' (walklist_del|slotpool_free|locklist_(add_tail|del|leave)|inbox_push)\$'"
	case $cc in *clang*) resolve=$(command -v llvm-addr2line || echo addr2line) ;;
	*) resolve=addr2line ;; esac
	expect "static: reports lead to the line ($cc)" led "$cc"
	if "$cc" -std=c99 -DLISH_STATIC -fsyntax-only "$WORK/include/one.h" 2>"$WORK/said"; then
		flunk "LISH_STATIC without the implementation compiles ($cc)"
	else
		expect "LISH_STATIC needs the implementation ($cc)" \
			grep -q 'LISH_STATIC is for the one source' "$WORK/said"
	fi
	if "$cc" -std=c99 "-I$WORK/include" -c "$WORK/late.c" \
		-o "$WORK/late.o" 2>"$WORK/late"; then
		flunk "an implementation that comes too late compiles ($cc)"
	elif grep -q 'before linux-ish.h is first' "$WORK/late"; then
		pass
	else
		flunk "the error about a late implementation is missing ($cc)" "$WORK/late"
	fi
	cxx=$(cxx_of "$cc")
	[ -n "$cxx" ] || continue
	expect "it is C++ ($cxx)" "$cxx" -std=c++11 $CXX_WARNINGS -O2 \
		"-I$WORK/include" -c "$WORK/whole.cc" -o "$WORK/wholexx.o"
	for source in static whole; do
		expect "no warning of our code, $source ($cxx)" "$cxx" -std=c++11 -Wall -Wextra \
			-Wconversion -Werror "-I$WORK/include" \
			-c "$WORK/$source.cc" -o "$WORK/${source}xx.o"
	done
	if [ "$cc" = "${COMPILERS%% *}" ]; then
		for file in $programs; do
			expect "$file ($cxx)" "$cxx" -std=c++17 -O0 "-I$WORK/include" \
				"$file" "$WORK/wholexx.o" -o "$WORK/program"
			expect "$file runs ($cxx)" "$WORK/program"
		done
	else
		expect "the programs in C++ ($cxx)" "$cxx" -std=c++17 "-I$WORK/include" \
			-fsyntax-only $programs
	fi
	expect "C beside C++ ($cc)" sh -c "'$cc' -std=c99 -O2 -I'$WORK/include' \
		-c '$WORK/first.c' -o '$WORK/first.o' && '$cxx' -std=c++11 -O2 \
		-I'$WORK/include' '$WORK/second.cc' '$WORK/first.o' \
		'$WORK/whole.o' -o '$WORK/program' && '$WORK/program'"
done

# It is the files one after the other.
expect 'the licence is kept' sh -c "grep -v SPDX COPYING | while read -r line; do
	grep -qF -- \"\$line\" '$built/linux-ish.h' || exit 1; done"
version=$(MAKEFLAGS= make -s print-version)
commit=${COMMIT-$([ ! -e .git ] || git rev-parse --short HEAD)}
expect 'the first line has the version and the commit' sh -c \
	"head -n 1 '$built/linux-ish.h' | grep -q 'linux-ish $version\(-dev\)\? ${commit:+($commit.*}'"
cat $(ls include/linux-ish/*.h | grep -v '/heap.h\|/linux-ish.h') include/linux-ish/core/*.h lib/*.c |
	sed '/SPDX-License/d; /^#include/d; /^#define LISH_LIB_$/d; /^#define LISH_LEVELS_$/d' |
	sort -u >"$WORK/lines"
# Other files: those of the kernel and of compat/.
sort -u "$built/linux-ish.h" lib/module.c lib/kernel/*.c >"$WORK/whole"
expect 'each line of code and of comment is in it' sh -c \
	"! comm -23 '$WORK/lines' '$WORK/whole' | grep ."

# some NAMES: the file with only these, for programs that include <linux-ish/...>
some() {
	rm -rf "$WORK/some"
	mkdir -p "$WORK/some/linux-ish"
	MAKEFLAGS= make -s single-header CONTAINERS="$1" "BUILD=$WORK/some" || return
	for room in core private ground; do
		cp -r "$WORK/include/linux-ish/$room" "$WORK/some/linux-ish/"
	done
	cp "$WORK/some/linux-ish.h" "$WORK/some/one.h"
	for name in $1 bug container_of mem version; do
		mkdir -p "$(dirname "$WORK/some/linux-ish/$name")"
		echo '#include <one.h>' >"$WORK/some/linux-ish/$name.h"
	done
}

# in_some TEST: it passes with that file
in_some() {
	"$cc" -std=c99 -O0 "-I$WORK/some" -c "$WORK/whole.c" -o "$WORK/some.o" &&
		"$cc" -std=c99 -O0 -Itests/unit "-I$WORK/some" "$1" "$WORK/some.o" \
			-lcmocka -o "$WORK/test" && "$WORK/test"
}

cc=${COMPILERS%% *}
for test in $tests; do
	names=$(sed -n 's|^#include <linux-ish/\([a-z_]*\)\.h>|\1|p' "$test" |
		grep -vx 'bug\|container_of\|mem\|version' | tr '\n' ' ')
	[ -n "$names" ] || continue
	expect "CONTAINERS='$names'" some "$names"
	expect "$test with that file" in_some "$test"
	absent=$(ls include/linux-ish/*.h | sed 's|.*/||; s|\.h$||' |
		grep -vxF "$(echo "$names" bug container_of mem version | tr ' ' '\n')" |
		tr '\n' '|')
	# save.h and slotpool_lease.h are for slotpool.
	case " $names" in
	*' save '* | *' slotpool_lease '*) absent=$(echo "$absent" | sed 's/\bslotpool|//') ;;
	esac
	# sort.h declares the sorts of all containers.
	case " $names" in
	*' sort '*) declared=$(grep -oE '\b[a-z]+_[a-z_]+' include/linux-ish/sort.h) ;;
	*) declared=none ;;
	esac
	expect "nothing else is in it than $names" sh -c "! '$cc' -std=c99 -E -P \
		-DLINUX_ISH_IMPLEMENTATION -x c '$WORK/some/linux-ish.h' |
		grep -oE '\b(${absent}none)_[a-z_]+' | grep -vx 'lish_reuse\|[a-z]*_kind_' |
		grep -vxF '$declared'"
done
expect 'CONTAINERS, for C++' some 'walklist inbox'
cat >"$WORK/two.cc" <<'END'
#define LINUX_ISH_IMPLEMENTATION
#include <linux-ish.hpp>

struct thing {
	walklist_node link{};
};

int main()
{
	lish::walklist<thing, &thing::link> list;
	thing one;

	list.add(one);
	return list.count() != 1;
}
END
for compiler in $COMPILERS; do
	cxx=$(cxx_of "$compiler")
	[ -n "$cxx" ] || continue
	expect "two classes and their containers in two files ($cxx)" sh -c "'$cxx' -std=c++11 \
		'-I$WORK/some' '$WORK/two.cc' -o '$WORK/two' && '$WORK/two' &&
		! grep -q 'class dense' '$WORK/some/linux-ish.hpp'"
done
expect 'CONTAINERS=compat/list' some 'compat/list compat/hlist walklist'
expect 'compat/list works' in_some tests/unit/compat/list_test.c
if some 'walklist nonsense' >"$WORK/said" 2>&1; then
	flunk 'CONTAINERS: an unknown name goes unnoticed'
else
	expect 'CONTAINERS: an unknown name is told, with those there are' sh -c \
		"grep 'there is no nonsense' '$WORK/said' | grep -q ' dense .* walklist'"
fi
finish
