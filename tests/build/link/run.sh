# SPDX-License-Identifier: MIT
#
# What is linked: the shared library exports what LISH_API declares and nothing else. A program
# with a report hook of its own links no other. Headers of one release do not link with the library
# of another.
. scripts/script-check.sh

# The shared library lies beside the static one.
lib=$(dirname "$LIBRARY")
version=$(awk '/define LISH_VERSION_(MAJOR|MINOR)/ {
	printf "%s%s", sep, $3; sep = "." }' include/linux-ish/version.h)
shared=$lib/liblinux-ish.so.$version
[ -e "$shared" ] || make -s >"$WORK/output" 2>&1
expect "$shared is there" test -e "$shared"

# The function of the link guard: its name has the release.
guard=$(nm "$LIBRARY" 2>/dev/null | sed -n 's/.* T \(lish_release_.*\)/\1/p' | head -1)
expect 'the guard has the release' sh -c 'case $0 in "$1"*) ;; *) exit 1 ;; esac' "$guard" \
	"lish_release_$(awk '/^#define LISH_VERSION_(MAJOR|MINOR|DEV) / { printf "%s_", $3 }' \
	include/linux-ish/version.h)"
# What LISH_API and LISH_DATA_ declare in the headers, but for the kernel.
{
	echo "$guard"
	sed -n 's/^extern LISH_DATA_ .* \([a-z_]*\);$/\1/p' include/linux-ish/*.h
	awk -f scripts/declarations.awk include/linux-ish/*.h include/linux-ish/*/*.h |
		awk -F '\t' '$2 == "function" && $5 ~ / api / && $6 !~ /^kernel/ { print $1 }'
} | sort -u >"$WORK/meant"
nm -D --defined-only "$shared" | awk 'NF == 3 { print $3 }' |
	sort -u >"$WORK/exported"
expect 'the shared library exports the names meant for programs, no more, no less' \
	sh -c "[ -s '$WORK/meant' ] && diff '$WORK/meant' '$WORK/exported'"
# own_calls LIBRARY: functions of its own that it calls or takes by name, through a table
# that a program can change
own_calls() {
	nm -D --defined-only "$1" | awk 'NF == 3 && $2 == "T" { print $3 }' |
		sort >"$WORK/functions"
	readelf -rW "$1" | awk '{ sub(/@.*/, "", $5); print $5 }' | sort -u |
		comm -12 - "$WORK/functions"
}
own_calls "$shared" >"$WORK/calls"
expect "the shared library calls no function of its own by name: $(head -n 3 "$WORK/calls")" \
	sh -c "test ! -s '$WORK/calls' && test \$(wc -l <'$WORK/functions') -gt 200"
# The same library at level 2, for LD_PRELOAD: a program finds every call there.
checks=$lib/liblinux-ish-check2.so
nm -D --defined-only "$checks" | awk 'NF == 3 { print $3 }' | sort -u |
	diff "$WORK/exported" - >"$WORK/said"
expect "$checks has the same names" test ! -s "$WORK/said"
expect "$checks says its release" \
	sh -c "objdump -p '$checks' | grep -q 'SONAME *liblinux-ish-check2.so.$version\$'"
own_calls "$checks" >"$WORK/calls"
expect "$checks calls no function of its own by name: $(head -n 3 "$WORK/calls")" \
	test ! -s "$WORK/calls"
cat >"$WORK/damaged.c" <<'END'
#include <linux-ish/walklist.h>
#include <stdio.h>

struct item {
	struct walklist_node link;
};

static WALKLIST_DEFINE(list);
static struct item items[4];

int main(void)
{
	int i;

	for (i = 0; i < 3; i++)
		walklist_add_tail(&list, &items[i].link);
	/* The one in the middle lost what leads back. An add at the head does not meet it. */
	memset((char *)&items[1].link + sizeof(void *), 0, sizeof(items[1].link) - sizeof(void *));
	walklist_add(&list, &items[3].link);
	puts("silent");
	return 0;
}
END
for cc in $COMPILERS; do
	expect "a program with the shared library ($cc)" "$cc" -std=c99 -O1 -Iinclude \
		"$WORK/damaged.c" "-L$lib" -llinux-ish -o "$WORK/damaged"
	expect "a damaged list is not noticed at level 1 ($cc)" sh -c \
		"LD_LIBRARY_PATH='$lib' '$WORK/damaged' | grep -qx silent"
	LD_LIBRARY_PATH=$lib LD_PRELOAD=$checks "$WORK/damaged" >"$WORK/said" 2>&1
	expect "with LD_PRELOAD, level 2 reports it ($cc): $(head -n 1 "$WORK/said")" \
		grep -q '^linux-ish: walklist_add(.*\[LISH_BROKEN_LINKS\]' "$WORK/said"
done
cc=${COMPILERS%% *}
expect 'a shared library that is linked without that flag' \
	"$cc" -shared "$lib"/lib/*.pic.o "$lib"/lib/*/*.pic.o -o "$WORK/planted.so"
own_calls "$WORK/planted.so" >"$WORK/calls"
expect 'calls many, and this test sees it' test "$(wc -l <"$WORK/calls")" -gt 10
names=$(basename -a $SOURCES | sort | uniq -d)
expect "a project may put all objects into one folder: $names" test -z "$names"
expect "its name says which releases go together: .so.$version" \
	sh -c "objdump -p '$shared' | grep -q 'SONAME *liblinux-ish.so.$version\$'"

# A number that is not released yet is marked as such, in both places.
number=$(awk '/define LISH_VERSION_(MAJOR|MINOR|PATCH)/ {
	printf "%s%s", sep, $3; sep = "." }' include/linux-ish/version.h)
if [ -e CHANGELOG.md ]; then
	case $(sed -n 's/^#define LISH_VERSION_DEV //p' include/linux-ish/version.h) in
	1) head="## $number (not released yet)" ;;
	*) head="## $number" ;;
	esac
	expect 'CHANGELOG.md and version.h name the same release' \
		sh -c "grep '^## ' CHANGELOG.md | head -1 | grep -qxF '$head'"
fi

# use CONTAINER: a program that fills one and loops over it
sh tests/uses.sh >"$WORK/uses.h"
use() {
	cat <<-END
	#include "uses.h"
	int main(void)
	{
		static struct $1 c;
		static struct $1_obj objects[3];
		uint64_t sum = 0;

		use_$1_init(&c, 3);
		for (int i = 0; i < 3; i++)
			use_$1_add(&c, &objects[i]);
		$1_for_each_entry(o, &c, struct $1_obj, node)
			sum += o->value;
		return sum != 3;
	}
	END
}
looped=$(sed -n 's/^#define USE_CONTAINERS(V) //p' "$WORK/uses.h" |
	tr -d 'V()')
for X in $looped; do
	use "$X" >"$WORK/use-$X.c"
done

# The headers of another release
mkdir -p "$WORK/other/include"
cp -r include/linux-ish "$WORK/other/include/"
sed -i 's/^\(#define LISH_VERSION_MINOR\) .*/\1 99/' \
	"$WORK/other/include/linux-ish/version.h"

# And a release whose commits have the same number
mkdir -p "$WORK/dev/include"
cp -r include/linux-ish "$WORK/dev/include/"
sed -i 's/^\(#define LISH_VERSION_DEV\) 1/\1 0/; t; s/^\(#define LISH_VERSION_DEV\) 0/\1 1/' \
	"$WORK/dev/include/linux-ish/version.h"

# refused HOW COMMAND...: it must not link, because the name of that release is missing
refused() {
	how=$1
	shift
	if "$@" >"$WORK/output" 2>&1; then
		flunk "headers of another release link $how"
	elif grep -q 'lish_release_[0-9]*_99_' "$WORK/output"; then
		pass
	else
		flunk "the linker does not name the release $how" "$WORK/output"
	fi
}

# A file that calls functions with plain names, or none at all. Each way to build it that drops
# what nothing refers to: the guard stays.
cat >"$WORK/plain.c" <<'END'
#include <linux-ish/walklist.h>

int main(void)
{
#ifdef CALLS
	static struct walklist list;
	static struct walklist_node node;

	walklist_add(&list, &node);
	return !walklist_contains(&list, &node);
#else
	return 0;
#endif
}
END
ways='-O0 -O2,-flto -O2,-ffunction-sections,-fdata-sections,-Wl:--gc-sections
	-O0,-ffunction-sections,-fdata-sections,-Wl:--gc-sections
	-O2,-flto,-ffunction-sections,-Wl:--gc-sections'
if command -v ld.lld >/dev/null 2>&1; then
	ways="$ways -fuse-ld=lld,-O2,-ffunction-sections,-fdata-sections,-Wl:--gc-sections"
fi
for cc in $COMPILERS; do
	for compiler in "$cc -std=gnu99" "$(cxx_of "$cc") -x c++ -std=c++11"; do
		[ "${compiler#" "}" = "$compiler" ] || continue
		for way in $ways; do
			flags=$(echo "$way" | sed 's/,/ /g; s/:/,/g')
			for calls in '' -DCALLS; do
				# Not every compiler has its plugin installed.
				echo 'int main(void) { return 0; }' >"$WORK/lto.c"
				$compiler $flags "$WORK/lto.c" -o "$WORK/use" \
					>/dev/null 2>&1 || continue
				expect "headers of this release ($compiler $flags $calls)" \
					$compiler $flags $calls -Iinclude "$WORK/plain.c" \
					-x none "$LIBRARY" -o "$WORK/use"
				expect "that runs ($compiler $flags $calls)" "$WORK/use"
				refused "in a file of plain calls ($compiler $flags $calls)" \
					$compiler $flags $calls "-I$WORK/other/include" \
					"$WORK/plain.c" -x none "$LIBRARY" -o "$WORK/use"
			done
		done
	done
	refused "in a file of plain calls, shared ($cc)" "$cc" -std=gnu99 -O2 -DCALLS \
		"-I$WORK/other/include" "$WORK/plain.c" "$shared" -o "$WORK/use"
	for level in 0 1 2; do
		for trap in '' -DLISH_TRAP; do
			expect "a file of its own level or trap ($cc, $level $trap)" "$cc" \
				-std=gnu99 -O1 -DCALLS -DLISH_CHECK=$level $trap -Iinclude \
				"$WORK/plain.c" "$LIBRARY" -o "$WORK/use"
		done
	done
	expect "not between commits and their release ($cc)" sh -c "! '$cc' -std=gnu99 -O2 -DCALLS \
		'-I$WORK/dev/include' '$WORK/plain.c' '$LIBRARY' -o '$WORK/use' >'$WORK/said' 2>&1 &&
		grep -q lish_release_ '$WORK/said'"
done

for cc in $COMPILERS; do
	for X in $looped; do
		file=$WORK/use-$X.c
		set -- "$cc" -std=gnu99 -O2 "-I$WORK" "$file" -Iinclude
		expect "$X with the shared library ($cc)" \
			"$@" "$shared" -o "$WORK/use"
		expect "$X runs with it ($cc)" \
			env LD_LIBRARY_PATH="$lib" "$WORK/use"
		# A compiler that cannot keep the variable refers to the function in each loop.
		refused "with $X, if the compiler keeps no variable ($cc)" "$cc" -std=gnu99 \
			-O2 -ffunction-sections -fdata-sections -Wl,--gc-sections \
			-DLISH_KEEPS_=0 "-I$WORK" "-I$WORK/other/include" "$file" "$LIBRARY" \
			-o "$WORK/use"
	done

	# A report hook of one's own: neither ours nor what it needs of libc.
	cat >"$WORK/own.c" <<-END
	#include <linux-ish/ilist.h>
	static int reports;
	void lish_report(const struct lish_fault *fault)
	{
		reports += fault->reason == LISH_NOT_IN;
	}
	int main(void)
	{
		struct ilist_node node = { NULL, NULL };

		ilist_del(&node);
		return reports != 1;
	}
	END
	set -- "$cc" -std=c99 -Iinclude
	expect "a lish_report() of one's own ($cc)" \
		"$@" "$WORK/own.c" "$LIBRARY" -o "$WORK/own"
	expect "it is told ($cc)" "$WORK/own"
	nm "$WORK/own" >"$WORK/own.nm"
	expect "and neither lish_set_report() nor stdio is linked ($cc)" \
		sh -c "! grep -E 'lish_set_report|printf|stderr|abort' '$WORK/own.nm'"
	use ilist >"$WORK/default.c"
	"$@" "-I$WORK" -std=gnu99 "$WORK/default.c" "$LIBRARY" -o "$WORK/default"
	nm "$WORK/default" >"$WORK/default.nm"
	expect "without one the default is ($cc)" \
		grep -q ' T lish_set_report$' "$WORK/default.nm"
done
# Without the library, and with it in front of the program, the linker says what the pages
# explain.
echo '#include <linux-ish/dense.h>
int main(void)
{
	static struct dense array;
	static struct dense_idx idx;

	return dense_add(&array, &idx);
}' >"$WORK/needs.c"
# unlinked COMMAND...: fails, and the names of the guard and of the call are missing
unlinked() {
	! "$@" -o "$WORK/needs" >"$WORK/said" 2>&1 || return
	for name in $guard dense_add; do
		grep -E "undefined (reference to|symbol: ).*$name" "$WORK/said" || return
	done
}
for cc in $COMPILERS; do
	set -- "$cc" -std=c99 -O1 -Iinclude
	expect "no library ($cc)" unlinked "$@" "$WORK/needs.c"
	expect "the library in front ($cc)" unlinked "$@" "$LIBRARY" "$WORK/needs.c"
	expect "the library behind ($cc)" "$@" "$WORK/needs.c" "$LIBRARY" \
		-o "$WORK/needs"
done
expect "packages.rst explains undefined references" \
	grep -q 'undefined reference to `lish_release_' Documentation/packages.rst

# Names of ours that others have, too

# lib_with_prefix CC: all of lib/ with another beginning of its names, as $WORK/my.a
lib_with_prefix() {
	rm -rf "$WORK/my" "$WORK/my.a"
	mkdir "$WORK/my"
	for file in $SOURCES; do
		"$1" -std=c99 $WARNINGS -O1 -include "$WORK/prefixed/prefix.h" -Iinclude \
			-c "$file" -o "$WORK/my/$(echo "$file" | tr / _).o" || return
	done
	ar rcs "$WORK/my.a" "$WORK"/my/*.o
}
cat >"$WORK/without.c" <<'END'
#include <linux-ish/iheap.h>

IHEAP_DEFINE_STATIC(heap, 4);
int without_prefix(void);

int without_prefix(void)
{
	struct iheap_idx idx = { 0 };
	int bad = iheap_add(&heap, &idx, 1) != 0 || iheap_first(&heap) != &idx;

	iheap_clear(&heap);
	return bad;
}
END
expect 'make prefix-header' make -s prefix-header PREFIX_=my_ "BUILD=$WORK/prefixed"
for cc in $COMPILERS; do
	expect "lib/ with a prefix ($cc)" lib_with_prefix "$cc"
	nm -g --defined-only "$WORK/my.a" | awk 'NF == 3 { print $3 }' >"$WORK/names"
	expect "each function has it ($cc)" sh -c "grep -qx my_iheap_init '$WORK/names' &&
		! grep -v '^my_' '$WORK/names'"
	for how in -O2 '-O0 -DLISH_CHECK=0' -Os; do
		expect "with a header that has our names ($cc $how)" "$cc" -std=c99 $WARNINGS \
			$how -Iinclude "-I$WORK/prefixed" tests/build/link/prefixed.c \
			"$WORK/without.c" "$WORK/my.a" "$LIBRARY" -o "$WORK/program"
		expect "it runs ($cc $how)" "$WORK/program"
	done
	# One file in a library of the user's: hidden names are local after ld -r.
	printf '#define LINUX_ISH_IMPLEMENTATION\n#include <linux-ish.h>\n' >"$WORK/one.c"
	expect "one file, hidden ($cc)" sh -c "make -s single-header 'BUILD=$WORK/one' &&
		'$cc' -std=c99 -O1 -fvisibility=hidden '-I$WORK/one' -c '$WORK/one.c' \
			-o '$WORK/one.o' && ld -r '$WORK/one.o' -o '$WORK/local.o' &&
		objcopy --localize-hidden '$WORK/local.o'"
	expect "it shows no name ($cc)" sh -c "nm '$WORK/local.o' | grep -q ' t iheap_init' &&
		! nm -g --defined-only '$WORK/local.o' | grep ' [A-Z] '"
done
finish
