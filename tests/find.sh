#!/bin/sh
# SPDX-License-Identifier: MIT
#
# find.sh WORDS         the tests whose names have these words, in this order: a line each,
#                       what make runs, FILE:LINE: and the name, between tabs
# find.sh --glob WORDS  what is looked for: "*object*twice*" for "object twice"
#
# Names are those of unit tests, of mistakes (rows of the tables of misuse, programs that
# must not compile), of programs in tests/refuse/wrong, and what scripts promise. "_" is a
# blank.
glob=$(printf '*%s*\n' "$*" | sed 's/^\*--glob /*/' | tr 'A-Z _-' 'a-z***')
if [ "${1-}" = --glob ]; then
	echo "$glob"
	exit
fi
words=$(printf '%s\n' "$glob" | sed 's/\*/.*/g')
{
	grep -rn --include='*_test.c' '^	*TEST(' tests/unit | sed 's/:	*TEST(/: /; s/).*//'
	# Those of a header are found where they are asked for.
	awk -v OFS='\t' '/^#define/ { of = $2; sub(/\(.*/, "(", of) }
		FNR == 1 { of = FILENAME; sub(/.*\//, "", of) }
		sub(/^\t*TEST\(/, "") { sub(/\).*/, ""); print of, $0 }' tests/unit/*.h |
		while read -r asked name; do
			grep -rn --include='*_test.c' -F "$asked" tests/unit |
				sed -n "s/^\([^:]*:[0-9]*\):[#P].*/\1: $name/p"
		done
	grep -n '^mistake ' tests/refuse/misuse/*.list | sed 's/:mistake /: /'
	grep -n '^/\* mistake ' tests/refuse/fail/*.c | sed 's|:/\* mistake |: |; s| \*/$||'
	grep -n '^/\* reported: ' tests/refuse/wrong/*.c |
		sed 's|\([a-z0-9_]*\).c:2:/\* reported\(.*\) \*/$|\1.c:2: \1\2|'
	grep -nE "^[	 ]*expect ['\"]" tests/*/run.sh tests/*/*/run.sh |
		sed "s/:[	 ]*expect ['\"]/: /; s/['\"].*//"
} | grep -i -- ": .*$words" | awk -v OFS='\t' '{
	at = index($0, ": ")
	name = substr($0, at + 2)
	test = $1
	sub(/^tests\/(unit\/)?/, "", test)
	if (test ~ /_test\.c:/)
		sub(/\.c:.*/, "", test)
	else
		sub(/\/[^\/]*$/, "", test)
	if (test !~ /_test$/ || !seen[test, name]++)
		print test, substr($0, 1, at), name
}'
