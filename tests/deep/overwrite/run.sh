# SPDX-License-Identifier: MIT
#
# One overwritten word in each container and in a node, at level 1: overwrite.c says what
# counts. The table on the page of security is what the first compiler gets.
. scripts/script-check.sh

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
finish
