# SPDX-License-Identifier: MIT
#
# One overwritten word in each container and in a node, at level 1: overwrite.c says what
# counts. The table on the page of security is what the first compiler gets. inside.c: up to
# eight words, and the checks that read nothing outside of a range.
. scripts/script-check.sh
IMAGES=${FULL:+1000000}
IMAGES=${IMAGES:-30000}

for cc in $COMPILERS; do
	expect "overwrite.c compiles ($cc)" "$cc" -std=gnu99 -O2 -DLISH_CHECK=1 -Iinclude \
		tests/deep/overwrite/overwrite.c "$LIBRARY" -o "$WORK/overwrite"
	if "$WORK/overwrite" >"$WORK/out" 2>"$WORK/err"; then
		pass
	else
		flunk "a word that is zero, or another element's, does harm ($cc)" "$WORK/out"
	fi
	cat "$WORK/out"
	[ "$cc" = "${COMPILERS%% *}" ] && cp "$WORK/out" "$WORK/first"

	# X_check_in(), alone under the sanitizer: X_check() would read misaligned words.
	expect "inside.c compiles ($cc)" "$cc" -std=gnu99 -O2 -DLISH_CHECK=1 -Iinclude \
		tests/deep/overwrite/inside.c "$LIBRARY" -o "$WORK/inside"
	expect "X_check_in() finds what X_check() finds ($cc)" "$WORK/inside" "$IMAGES" 1
	expect "inside.c compiles with its sources ($cc)" "$cc" -std=gnu99 -O1 -DLISH_CHECK=1 \
		-DINSIDE_ALONE -fsanitize=undefined -fno-sanitize-recover=all -Iinclude \
		tests/deep/overwrite/inside.c $SOURCES -o "$WORK/alone"
	expect "X_check_in() shifts and reads as C allows ($cc)" "$WORK/alone" "$IMAGES" 2
done
case $(uname -m) in
x86_64)
	grep -v '^#' "$WORK/first" | sed 's/^[a-z]*/``&``/' | grep ' node ' |
		awk '{ $2 = ""; print }' | tr -s ' ' >"$WORK/rows"
	sed -n '/^container  *reported/,/^$/p' Documentation/security.rst |
		grep '^``' | tr -s ' ' >"$WORK/page"
	expect 'Documentation/security.rst shows it' diff "$WORK/page" "$WORK/rows"
	;;
*) echo "skip: the table is that of x86-64" ;;
esac

# Our checks, with LISH_TRAP, beside those of a hardened list: bytes and instructions.
"${COMPILERS%% *}" -std=gnu99 -O2 -g -DLISH_TRAP -Iinclude tests/deep/overwrite/hardened.c \
	$SOURCES -o "$WORK/hardened" >"$WORK/out" 2>&1 || flunk 'hardened.c compiles' "$WORK/out"
functions='ring_add ring_del ilist_add_tail ilist_del walklist_add_tail walklist_del'
for function in $functions; do
	nm -S -td "$WORK/hardened" | awk -v name="$function" '$4 == name { printf "%d", $2 }'
	if [ -n "$SHORT" ] || ! command -v valgrind >/dev/null 2>&1; then
		echo "  $function"
		continue
	fi
	valgrind --tool=callgrind --callgrind-out-file="$WORK/calls" \
		--toggle-collect="$function" "$WORK/hardened" 2>&1 |
		awk -v name="$function" '/Collected/ {
			printf " %d %s\n", $NF / (name ~ /add/ ? 101 : 100) + 0.5, name }'
done >"$WORK/hardened.counts"
cat "$WORK/hardened.counts"
# larger: figures beyond those of the page
larger() {
	sed -n 's/^\(``\|\)\([a-z ]*\)\(``\|\), \(add\|del\)  *\([0-9]*\)  *\([0-9]*\)$/\5 \6/p' \
		Documentation/security.rst |
		paste -d ' ' "$WORK/hardened.counts" - |
		awk 'NF == 5 && ($1 > $4 || $2 > $5) || NF == 4 && $1 > $3 || NF < 4'
}
case $(uname -m)-$("${COMPILERS%% *}" -dumpversion) in
x86_64-12*) expect "functions larger than on the page: $(larger)" test -z "$(larger)" ;;
*) echo "skip: the figures are those of gcc 12 on x86-64" ;;
esac
finish
