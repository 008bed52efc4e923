#!/bin/sh
# SPDX-License-Identifier: MIT
#
# coverage.sh DIR TEST... - which lines of the containers the unit tests reach
#
# Builds lib/ and the tests at check levels 1 and 2 with gcc --coverage in DIR,
# runs them, and prints the line coverage of include/ and lib/ per file.
set -eu
dir=$1
shift
rm -rf "$dir"
mkdir -p "$dir"
# lib/outline.o repeats the inline functions and would count them twice.
objects=$(make -s print-objects | sed 's|lib/outline.o||')
flags='-std=c99 -O0 -g --coverage -Iinclude -Itests'
linked=''
for object in $objects; do
	source=${object%.o}.c
	gcc $flags -c "$source" -o "$dir/$(basename "$object")"
	linked="$linked $dir/$(basename "$object")"
done
for level in 1 2; do
	for test in "$@"; do
		gcc $flags -DLISH_CHECK=$level -c "tests/$test.c" \
			-o "$dir/$test-$level.o"
		gcc --coverage "$dir/$test-$level.o" $linked -lcmocka \
			-o "$dir/$test-$level"
		"$dir/$test-$level" >"$dir/$test-$level.log" 2>&1 || {
			cat "$dir/$test-$level.log"
			exit 1
		}
	done
done
if command -v gcovr >/dev/null 2>&1; then
	gcovr --root . --filter include/ --filter lib/ "$dir"
else
	echo 'skip: no gcovr: the lines are in the .gcda files only'
fi
