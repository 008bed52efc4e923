#!/bin/sh
# SPDX-License-Identifier: MIT
#
# programs.sh DIR LEVEL TEST... - the programs of every kind of test at a check level
#
# A line each: a name; its sources, with flags; its arguments, with settings of its
# environment before them. Tabs are in between. A child process must end by exit(), which
# writes what was counted. DIR gets the cases of the tables of misuse, and a list.h of ours.
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
# What compares compat/list.h with the kernel's.
mkdir -p "$dir/same"
echo '#include <linux-ish/compat/list.h>' >"$dir/same/list.h"
printf 'same\ttests/unit/compat/same.c -I%s/same\t\n' "$dir"
printf 'histories\t%s\t%s\n' "$(echo tests/trace/*.c)" "$(echo tests/trace/data/*.txt)"
grep -v '^#' tests/deep/states/large | while read -r source size; do
	printf 'states-%s\ttests/deep/states/%s.c -DSTATES_AT_RANDOM %s\tSEED=1 N=10000\n' \
		"$(echo "$source$size" | tr -d ' =')" "$source" "$size"
done
# A damaged word is judged at level 1.
if [ "$level" = 1 ]; then
	printf 'overwrite\ttests/deep/overwrite/overwrite.c -D_exit=exit\t\n'
fi
