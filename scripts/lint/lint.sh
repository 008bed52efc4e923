# SPDX-License-Identifier: MIT
#
# What linters say of the library, and of programs that use it: nothing, but for
# what scripts/lint/exceptions names.
set -u
dir=build/lint
mkdir -p "$dir"
: >"$dir/said"
sources=$(make -s print-objects | sed 's/\.o/.c/g')
users=$(echo samples/*.c)

# ran NAME: what the tool has said on its standard input, one line each
ran() {
	grep -v -F -f "$dir/exceptions" >"$dir/$1" || true
	sed "s/^/$1: /" "$dir/$1" >>"$dir/said"
	echo "$1: $(wc -l <"$dir/$1") findings"
}

# have TOOL: else it is said that it is missing
have() {
	command -v "$1" >/dev/null 2>&1 && return
	echo "skip: no $1"
	return 1
}

grep -v '^#' scripts/lint/exceptions | sed 's/ *|||.*//' | grep . \
	>"$dir/exceptions"

if gcc -fanalyzer -x c -c /dev/null -o "$dir/none.o" 2>/dev/null; then
	for file in $sources $users; do
		gcc -std=c99 -O2 -fanalyzer -Iinclude -c "$file" \
			-o "$dir/analyzer.o" 2>&1
	done | grep -E ' (warning|error): ' | ran gcc-analyzer
else
	echo 'skip: no gcc with -fanalyzer'
fi
if have cppcheck; then
	cppcheck -q --std=c99 --max-configs=1 --inline-suppr \
		--enable=warning,performance,portability \
		--suppress=missingIncludeSystem --template='{file}: {id}: {message}' \
		-DLISH_CHECK=1 -D__GNUC__=12 -D__GCC_ATOMIC_POINTER_LOCK_FREE=2 \
		-Iinclude $sources $users 2>&1 | ran cppcheck
fi
if have sparse; then
	for file in $sources; do
		sparse -std=c99 -Wno-decl -Iinclude "$file" 2>&1
	done | ran sparse
fi
if have clang-tidy; then
	checks='-*,clang-analyzer-*,bugprone-*'
	# Order of arguments is the API's; macros take types and members; names with
	# an underscore at their end are ours; two are matters of taste.
	for check in easily-swappable-parameters macro-parentheses \
		reserved-identifier assignment-in-if-condition \
		suspicious-string-compare \
		implicit-widening-of-multiplication-result; do
		checks="$checks,-bugprone-$check"
	done
	for file in $sources $users; do
		clang-tidy --quiet --checks="$checks" "$file" -- -std=c99 \
			-Iinclude 2>/dev/null
	done | grep -E ' (warning|error): ' | ran clang-tidy
fi
doc=$(ls -d /usr/lib/linux-kbuild-*/scripts/kernel-doc 2>/dev/null | sort -V |
	tail -n 1)
if [ -n "$doc" ]; then
	wall=''
	! "$doc" -Wall -none include/linux-ish/bug.h >/dev/null 2>&1 || wall=-Wall
	"$doc" $wall -none include/linux-ish/*.h 2>&1 | grep . | ran kernel-doc
else
	echo 'skip: no kernel-doc'
fi
if [ -s "$dir/said" ]; then
	cat "$dir/said"
	exit 1
fi
