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
	# Tests of a macro or a header are there where it is asked for.
	find tests/unit -name '*.h' -o -name '*_test.c' | sort -t . -k 2,2r | xargs awk '
		function put(asked, argument,    n, i, name, all) {
			n = split(tests_of[asked], all, " ")
			for (i = 1; i <= n; i++) {
				name = all[i]
				sub(/^[a-z]*##/, argument, name)
				print FILENAME ":" FNR ": " name
			}
		}
		/^#define [A-Z_]*\(/ { macro = $2; sub(/\(.*/, "", macro) }
		sub(/^\t+TEST\(/, "") { sub(/\).*/, ""); tests_of[macro] = tests_of[macro] " " $0 }
		sub(/^TEST\(/, "") {
			sub(/\).*/, "")
			if (FILENAME ~ /_test.c$/)
				print FILENAME ":" FNR ": " $0
			else
				tests_of[FILENAME] = tests_of[FILENAME] " " $0
		}
		/^[A-Z_]+\(/ { split($0, part, /[(),]/); put(part[1], part[2]) }
		/^#include "/ { split($0, part, "\""); put("tests/unit/" part[2]) }'
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
