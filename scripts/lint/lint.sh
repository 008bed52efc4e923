# SPDX-License-Identifier: MIT
#
# What linters say of the library, and of programs that use it: nothing, but for
# what scripts/lint/exceptions names. The programs are the samples and one that
# begins every loop there is. Each linter must find what planted.c says that it does,
# so that no exception hides more than it should.
set -u
. scripts/docs/plain.sh
dir=build/lint
mkdir -p "$dir"
rm -f "$dir"/said*
sources=$(make -s print-objects | sed 's/\.o/.c/g')
headers=$(ls include/linux-ish/*.h include/linux-ish/*/*.h lib/*/*.h | grep -v /heap.h)
samples=$(echo samples/*.c)
users="$samples $dir/loops.c"
planted=scripts/lint/planted.c

# Every loop of every container, over a list or a pool that is somebody else's.
{
	echo '/* Made by scripts/lint/lint.sh. */'
	sh tests/uses.sh --containers | while read -r X node _; do
		echo "#include <linux-ish/$X.h>"
		echo "struct ${X}_obj { int value; struct $node node; };"
	done
	sh tests/uses.sh --loops | while read -r X loop parameters; do
		with='' given='' value='pos->value'
		for name in $parameters; do
			case $name in
			start)
				with="$with, struct ${X}_obj *start"
				given="$given, start"
				;;
			span)
				with="$with, struct lish_span span"
				given="$given, span"
				;;
			pos) given=pos ;;
			first) given=pos value='(int)pos' ;;
			end) given="$given, end" ;;
			type) given="$given, struct ${X}_obj" ;;
			member) given="$given, node" ;;
			until | hash) given="$given, 0" ;;
			*) given="$given, c" ;;
			esac
		done
		echo "int of_$loop(struct $X *c$with);"
		echo "int of_$loop(struct $X *c$with)"
		echo "{ int sum = 0; $loop($given) { if ($value < 0) break; sum |= $value; } return sum; }"
	done
} >"$dir/loops.c"

exceptions=scripts/lint/exceptions
: >"$dir/used"

# told NAME FILE...: what the linter of that name says that is no exception
told() {
	name=$1
	shift
	"look_$name" "$@" | sed "s|$PWD/||g" |
		awk -f scripts/lint/judge.awk "$exceptions" "$dir/used"
}

# looks NAME FILE...: the same, and does it see the faults that are planted?
looks() {
	name=$1
	shift
	told "$name" "$@" >"$dir/$name"
	sed "s/^/$name: /" "$dir/$name" >>"$dir/said-$name"
	told "$name" $planted >"$dir/$name-planted"
	sed -n "s/^ \* $name: //p" $planted >"$dir/wanted-$name"
	[ -s "$dir/wanted-$name" ] ||
		echo "$name: $planted has no line for it" >>"$dir/said-$name"
	while read -r part; do
		grep -q -F -e "$part" "$dir/$name-planted" ||
			echo "$name: does not find $part in $planted" >>"$dir/said-$name"
	done <"$dir/wanted-$name"
	echo "$name: $(wc -l <"$dir/$name") findings"
}

# look NAME FILE...: each linter takes one core, and all look at a time
look() {
	looks "$@" &
}

# have TOOL: else it is said that it is missing
have() {
	command -v "$1" >/dev/null 2>&1 && return
	echo "skip: no $1"
	return 1
}

look_gcc_analyzer() {
	for file; do
		echo "in $file"
		gcc -std=c99 -O2 -fanalyzer -Iinclude -c "$file" \
			-o "$dir/analyzer.o" 2>&1
	done | grep -E '^in | (warning|error): '
}

look_cppcheck() {
	cppcheck -q --std=c99 --max-configs=1 --inline-suppr \
		--enable=warning,performance,portability \
		--suppress=missingIncludeSystem --template='{file}: {id}: {message}' \
		-DLISH_CHECK=1 -D__GNUC__=12 -D__GCC_ATOMIC_POINTER_LOCK_FREE=2 \
		-Iinclude "$@" 2>&1
}

look_sparse() {
	for file; do
		echo "in $file"
		sparse -std=c99 -Wno-decl -Iinclude "$file" 2>&1
	done
}

look_clang_tidy() {
	checks='-*,clang-analyzer-*,bugprone-*'
	# Order of arguments is the API's; macros take types and members; names with
	# an underscore at their end are ours; one is a matter of taste.
	for check in easily-swappable-parameters macro-parentheses \
		reserved-identifier assignment-in-if-condition \
		suspicious-string-compare; do
		checks="$checks,-bugprone-$check"
	done
	# No libc that we know has memset_s().
	checks="$checks,-clang-analyzer-security.insecureAPI.DeprecatedOrUnsafeBufferHandling"
	for file; do
		echo "in $file"
		clang-tidy --quiet --checks="$checks" "$file" -- -std=c11 \
			-Iinclude 2>/dev/null
	done | grep -E '^in | (warning|error): '
}

# Unlike clang-tidy it tells what it finds in headers too, where users see it.
look_scan_build() {
	scan-build --use-cc=gcc -o "$dir/scan-build" sh -c 'for file; do
		echo "in $file"
		$CC -std=c99 -Iinclude -c "$file" -o '"$dir"'/scan.o
	done' sh "$@" 2>&1 | grep -E '^in | (warning|error): '
}

# The kernel's, file by file; what it says of one line is enough.
look_checkpatch() {
	perl "$checkpatch" --strict --no-tree --no-summary --terse --show-types \
		--max-line-length=100 -f "$@" 2>/dev/null
	# Names that it found with --strict, for its next run
	rm -f .checkpatch-camelcase.*
}

look_kernel_doc() {
	wall=''
	! "$doc" -Wall -none include/linux-ish/bug.h >/dev/null 2>&1 || wall=-Wall
	for file; do
		"$doc" $wall -none "$(plain "$file" "$dir/plain")" 2>&1
	done | grep .
}

if gcc -fanalyzer -x c -c /dev/null -o "$dir/none.o" 2>/dev/null; then
	look gcc_analyzer $sources $users
else
	echo 'skip: no gcc with -fanalyzer'
fi
! have cppcheck || look cppcheck $sources $users
! have sparse || look sparse $sources $users
! have clang-tidy || look clang_tidy $sources $users
! have scan-build || look scan_build $sources $users
doc=$(ls -d /usr/lib/linux-kbuild-*/scripts/kernel-doc 2>/dev/null | sort -V |
	tail -n 1)
if [ -n "$doc" ]; then
	look kernel_doc include/linux-ish/*.h
else
	echo 'skip: no kernel-doc'
fi
# Debian has it in the kernel's sources only, which are 140 MB: linux-source-6.1.
checkpatch=${CHECKPATCH:-$dir/kernel/scripts/checkpatch.pl}
tarball=$(ls /usr/src/linux-source-*.tar.xz 2>/dev/null | sort -V | tail -n 1)
if [ ! -e "$checkpatch" ] && [ -n "$tarball" ]; then
	mkdir -p "$dir/kernel"
	tar -C "$dir/kernel" --strip-components=1 --wildcards -xJf "$tarball" \
		'*/scripts/checkpatch.pl' '*/scripts/spelling.txt' \
		'*/scripts/const_structs.checkpatch'
fi
if [ -e "$checkpatch" ]; then
	look checkpatch $sources lib/kernel/*.c lib/module.c $headers $samples samples/kernel/*.c
else
	echo 'skip: no checkpatch.pl (linux-source, or CHECKPATCH=its path)'
fi
wait
cat "$dir"/said-* >"$dir/said"
# Which ones are needed differs with the versions: no failure.
awk 'NR == FNR { needed[$1]; next }
	!/^(#|$)/ && !(FNR in needed) { print "note: no linter here needs: " $0 }' \
	"$dir/used" "$exceptions"
if [ -s "$dir/said" ]; then
	cat "$dir/said"
	exit 1
fi
