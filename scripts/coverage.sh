#!/bin/sh
# SPDX-License-Identifier: MIT
#
# coverage.sh DIR TEST... - which lines and branches the unit tests reach
#
# Builds lib/ and the tests with gcc --coverage in DIR at check levels 0, 1 and 2,
# runs them, and prints a table of the lines and one of the branches per file of
# include/ and lib/. The headers are a copy in which nothing must be inlined: so a
# function's branches are counted once, not again at each place that calls it, and
# what no test calls is there to be seen.
set -eu
dir=$1
shift
rm -rf "$dir"
mkdir -p "$dir"
cp -r include "$dir/"
sed -i 's/^\(#define LISH_FORCED_INLINE_ inline\) .*/\1/' \
	"$dir/include/linux-ish/core/env.h"
# lib/outline.o repeats the inline functions and would count them twice.
objects=$(make -s print-objects | sed 's|lib/outline.o||')
flags="-std=c99 -O0 -g -fno-inline --coverage -I$dir/include -Itests"
keep=-fkeep-inline-functions
linked=''
for object in $objects; do
	name=$(echo "${object%.o}" | tr / -)
	gcc $flags -c "${object%.o}.c" -o "$dir/$name.o"
	linked="$linked $dir/$name.o"
done
for level in 0 1 2; do
	for test in "$@"; do
		name=$(echo "$test" | tr / -)-$level
		gcc $flags $keep -DLISH_CHECK=$level -c "tests/$test.c" \
			-o "$dir/$name.o"
		gcc --coverage "$dir/$name.o" $linked -lcmocka -o "$dir/$name"
		"$dir/$name" >"$dir/$name.log" 2>&1 && continue
		# Who called cannot be said by what was not inlined.
		if grep '^\[  FAILED  \] [a-z]' "$dir/$name.log" |
			grep -v caller || ! grep -q ' FAILED TEST' \
			"$dir/$name.log"; then
			cat "$dir/$name.log"
			exit 1
		fi
	done
done
if ! command -v gcovr >/dev/null 2>&1; then
	echo 'skip: no gcovr: the lines are in the .gcda files only'
	exit
fi
set -- --root . --filter "$dir/include/" --filter lib/
gcovr "$@" --json "$dir/all.json" "$dir" >"$dir/gcovr.log"
# The names of the copied headers are too long for gcovr, which breaks the line.
table() {
	gcovr "$@" --add-tracefile "$dir/all.json" | awk -v "dir=$dir/" '
		function row(name, rest) {
			printf "%-40s%8s%8s%7s   %s\n", name, $(rest + 1),
				$(rest + 2), $(rest + 3), $(rest + 4)
		}
		name != "" { row(name, 0); name = ""; next }
		index($0, dir) == 1 {
			$0 = substr($0, length(dir) + 1)
			if (NF == 1)
				name = $0
			else
				row($1, 1)
			next
		}
		{ print }'
}
table "$@"
table "$@" --branches
