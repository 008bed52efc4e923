# SPDX-License-Identifier: MIT
#
# What tools say of the lives of pooled objects, with each compiler.
. scripts/script-check.sh

# built COMPILER PROGRAM FLAG...: $program is that program with the library in it, under ASan
built() {
	built_cc=$1
	program=$WORK/$2-$(echo "$1" | tr / _)
	source=tests/build/lives/$2.c
	shift 2
	"$built_cc" -std=gnu99 -g -O1 -fsanitize=address -Iinclude "$@" "$source" $SOURCES \
		-o "$program" >"$WORK/output" 2>&1
}

# leaks ARG: the bytes that LeakSanitizer reports, smallest first
leaks() {
	ASAN_OPTIONS=detect_leaks=1 "$program" "$1" >"$WORK/report" 2>&1
	sed -n 's/^Direct leak of \([0-9]*\) byte.*/\1/p' "$WORK/report" | sort -n | xargs
}

echo 'int main(void) { return 0; }' >"$WORK/empty.c"
for cc in $COMPILERS; do
	if ! "$cc" -fsanitize=address "$WORK/empty.c" -o "$WORK/empty" 2>/dev/null ||
		! "$WORK/empty" 2>/dev/null; then
		echo "skip: $cc has no AddressSanitizer"
		continue
	fi
	expect "leaks.c compiles ($cc)" built "$cc" leaks -Wall -Wextra
	expect "what free objects point at is a leak, what live ones point at is none ($cc)" \
		test "$(leaks leak)" = '1001 2001 3001 4001'
	expect "no leak ($cc)" test "$(leaks none)" = ''
done
[ "$passed" -gt 0 ] || pass
finish
