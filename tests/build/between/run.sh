# SPDX-License-Identifier: MIT
#
# A file of C90 uses linux-ish by a file of C99 between, as packages.rst says.
. scripts/script-check.sh

for cc in $COMPILERS; do
	expect "the file between compiles as C99 ($cc)" "$cc" -std=c99 $WARNINGS -Iinclude \
		-c tests/build/between/timers.c -o "$WORK/timers.o"
	expect "its caller compiles as C90 ($cc)" "$cc" -std=c90 -pedantic-errors -Wall -Wextra \
		-c tests/build/between/game.c -o "$WORK/game.o"
	expect "both link and run ($cc)" sh -c '"$@" && "$0"' "$WORK/game" \
		"$cc" "$WORK/game.o" "$WORK/timers.o" "$LIBRARY" -o "$WORK/game"
done
# The file of C90 must be one: it sees no header of ours.
if "$cc" -std=c90 -pedantic-errors -Iinclude -include linux-ish/iheap.h -c tests/build/between/game.c \
	-o "$WORK/wrong.o" >"$WORK/output" 2>&1; then
	flunk 'the headers compile as C90: the page may say so'
else
	pass
fi
finish
