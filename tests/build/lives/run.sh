# SPDX-License-Identifier: MIT
#
# What tools say of the lives of pooled objects, with each compiler.
. scripts/script-check.sh

# All of lib/ as one file, which compiles in half the time.
for file in $SOURCES; do
	echo "#include \"$PWD/$file\""
done >"$WORK/lib.c"

# built COMPILER PROGRAM [FLAG]: $program is that program under ASan, with the library in it, which
# is built once for each flag
built() {
	program=$WORK/$2-$(basename "$1")
	library=$WORK/lib-$(basename "$1")${3-}.o
	how="$1 -std=gnu99 -g -O0 -fsanitize=address -Iinclude"
	[ -e "$library" ] || $how ${3-} -c "$WORK/lib.c" -o "$library" || return
	$how -Wall -Wextra "tests/build/lives/$2.c" "$library" -o "$program"
}

# leaks ARG: the bytes that LeakSanitizer reports, smallest first
leaks() {
	ASAN_OPTIONS=detect_leaks=1 "$program" "$1" >"$WORK/report" 2>&1
	sed -n 's/^Direct leak of \([0-9]*\) byte.*/\1/p' "$WORK/report" | sort -n | xargs
}

# uses SEEN EARLY: what stale.c prints
uses() {
	for X in ipool densepool listpool slotpool; do
		echo "$X $1 $2"
	done | xargs
}

echo 'int main(void) { return 0; }' >"$WORK/empty.c"
for cc in $COMPILERS; do
	if ! "$cc" -fsanitize=address "$WORK/empty.c" -o "$WORK/empty" 2>/dev/null ||
		! "$WORK/empty" 2>/dev/null; then
		echo "skip: $cc has no AddressSanitizer"
		continue
	fi
	expect "leaks.c compiles ($cc)" built "$cc" leaks
	expect "what free objects point at is a leak, what live ones point at is none ($cc)" \
		test "$(leaks leak)" = '1001 2001 3001 4001'
	expect "no leak ($cc)" test "$(leaks none)" = ''
	expect "stale.c compiles ($cc)" built "$cc" stale
	expect "without LISH_QUARANTINE the next birth hides a stale use ($cc)" \
		test "$("$program" | xargs)" = "$(uses 0 0)"
	expect "stale.c compiles with LISH_QUARANTINE ($cc)" \
		built "$cc" stale -DLISH_QUARANTINE=64
	expect "with LISH_QUARANTINE ASan sees each stale use ($cc)" \
		test "$("$program" | xargs)" = "$(uses 4000 0)"
	# After ten births the pool has no slot that was never used.
	expect "a fixed pool that is exhausted takes the oldest, and counts it ($cc)" \
		test "$("$program" fixed | xargs)" = "$(uses 4000 3990)"
done
first=${COMPILERS%% *}
if command -v valgrind >/dev/null 2>&1; then
	expect 'stale.c compiles for Valgrind' "$first" -std=gnu99 -O1 -g -Iinclude \
		-DLISH_QUARANTINE=64 tests/build/lives/stale.c "$WORK/lib.c" -o "$WORK/stale"
	expect 'with LISH_QUARANTINE Valgrind sees each stale use' \
		test "$(valgrind -q "$WORK/stale" 2>/dev/null | xargs)" = "$(uses 4000 0)"
	# A program that is not built again.
	shared=$(cd "$(dirname "$LIBRARY")" && pwd)
	expect 'stale.c compiles for the shared library' "$first" -std=gnu99 -O1 -g -Iinclude \
		tests/build/lives/stale.c "$shared/liblinux-ish.so" "-Wl,-rpath,$shared" \
		-o "$WORK/linked"
	seen=$(LD_PRELOAD="$shared/liblinux-ish-check2.so" valgrind -q "$WORK/linked" 2>/dev/null | xargs)
	expect 'the preloaded library has no quarantine by itself' test "$seen" = "$(uses 0 0)"
	seen=$(LISH_QUARANTINE=64 LD_PRELOAD="$shared/liblinux-ish-check2.so" \
		valgrind -q "$WORK/linked" 2>/dev/null | xargs)
	expect 'with LISH_QUARANTINE in the environment it has one' test "$seen" = "$(uses 4000 0)"
else
	echo 'skip: no valgrind'
fi
[ "$passed" -gt 0 ] || pass
finish
