# SPDX-License-Identifier: MIT
#
# Names that people guess: no compiler offers a private name of ours for one ("did you mean"),
# and Documentation/migrating.rst leads from each to ours.
. scripts/script-check.sh

here=tests/refuse/names
page=Documentation/migrating.rst
grep -v '^#' $here/guesses.list >"$WORK/list"
# The names of all containers.
for header in include/linux-ish/*.h; do
	echo "#include <${header#include/}>"
done >"$WORK/all.h"

# offered GUESS COMMAND...: the name that the compiler offers for it, if any
offered() {
	guess=$1
	shift
	printf '#include "all.h"\nvoid f(void);\nvoid f(void)\n{\n\t%s(0);\n}\n' "$guess" \
		>"$WORK/guess.c"
	LC_ALL=C "$@" "-I$WORK" -Iinclude -fsyntax-only "$WORK/guess.c" 2>&1 |
		sed -n "s/.*'$guess'.*did you mean '\([A-Za-z0-9_]*\)'.*/\1/p" | head -n 1
}

# The section of first guesses: X stands for any container.
awk '/^First guesses$/ { on = 1 } on && /^list\.h of Linux$/ { exit } on' $page >"$WORK/section"

# leads GUESS NAME: a row of the page has both
leads() {
	grep -E "\`\`(X_${1#*_}|$1)\`\`" "$WORK/section" |
		grep -Eq "\`\`(X_${2#*_}|$2)\`\`"
}

for cc in $COMPILERS; do
	for compiler in "$cc -std=gnu11" "$(cxx_of "$cc") -x c++ -std=c++11"; do
		[ "${compiler#" "}" = "$compiler" ] || continue
		while read -r guess ours; do
			name=$(offered "$guess" $compiler)
			case $name in
			*_) flunk "$compiler offers $name for $guess" ;;
			*) pass ;;
			esac
		done <"$WORK/list"
	done
done
while read -r guess ours; do
	[ -z "$ours" ] || expect "$page leads from $guess to $ours" leads "$guess" "$ours"
	expect "there is ${ours:-$guess}" grep -Eqrw "${ours:-$guess}" include/linux-ish
done <"$WORK/list"
finish
