#!/bin/sh
# SPDX-License-Identifier: MIT
#
# judge.sh PAGE FOUND [RULE...] - the rows of the table of PAGE against "WHERE RULE" lines in FOUND: a
# line for each rule that the page lacks, and for each row that is found nowhere; fails if
# there is one. Rows of these RULEs need not be found. No tool reports rule 1.2.
page=$1
found=$2
shift 2
recorded() {
	sed -n 's/^\([0-9][0-9]*\.[0-9]*\)  *[AR]  *\([a-z]*\)  .*/\2 \1/p' "$1" |
		sed '/ 1\.2$/d; s/^both \(.*\)/headers \1\nlib \1/' | sort -u
}
{
	recorded "$page" | sed 's/^/row /'
	sort -u "$found" | sed 's/^/found /'
} | awk -v elsewhere=" $* " '
	function rule_of(pair) { return " " substr(pair, index(pair, " ") + 1) " " }
	{ is[$2 " " $3, $1] = 1; all[$2 " " $3] }
	END {
		for (rule in all) {
			if (!is[rule, "row"])
				print "the page has no row: " rule
			else if (!is[rule, "found"] && !index(elsewhere, rule_of(rule)))
				print "found nowhere: " rule
			else
				continue
			bad = 1
		}
		exit bad
	}'
