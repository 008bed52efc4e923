#!/bin/sh
# SPDX-License-Identifier: MIT
#
# every-test.sh DIR LEVEL TEST... - the programs of every kind of test at a check level, for
# scripts that count what all of them reach
#
# A line each: a name; its sources, with flags; its arguments, with settings of its
# environment before them. Tabs are in between. A child process must end by exit(), which
# writes what was counted. DIR gets the cases of the tables of misuse.
set -eu
dir=$1
level=$2
shift 2

for test; do
	printf 'unit-%s\ttests/unit/%s.c -lcmocka\t\n' "$(echo "$test" | tr / -)" "$test"
done
for list in tests/refuse/misuse/*.list; do
	name=$(basename "$list" .list)
	awk -v what=cases -f tests/refuse/misuse/misuse.awk "$list" >"$dir/$name.cases"
	printf 'misuse-%s\t%s.c -D_exit=exit %s %s\t\n' "$name" "${list%.list}" \
		"'-DLIST=\"$list\"'" "'-DCASES=\"$PWD/$dir/$name.cases\"'"
done
printf 'histories\t%s\t%s\n' "$(echo tests/trace/*.c)" "$(echo tests/trace/data/*.txt)"
grep -v '^#' tests/deep/states/large | while read -r source size; do
	printf 'states-%s\ttests/deep/states/%s.c -DSTATES_AT_RANDOM %s\tSEED=1 N=10000\n' \
		"$(echo "$source$size" | tr -d ' =')" "$source" "$size"
done
# A damaged word is judged at level 1.
if [ "$level" = 1 ]; then
	printf 'overwrite\ttests/deep/overwrite/overwrite.c -D_exit=exit\t\n'
fi
