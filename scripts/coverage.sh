#!/bin/sh
# SPDX-License-Identifier: MIT
#
# coverage.sh DIR TEST... - which lines and branches the tests reach
#
# Builds with gcc --coverage in DIR, at check levels 0, 1 and 2, lib/ and the unit tests,
# every mistake of tests/refuse/misuse/ and what compares compat/list.h with the kernel's; runs
# them, those of pools and of whole worlds under ASan and Valgrind as well, and prints a
# table of the lines and one of the branches per file of include/ and lib/. Fails if
# there is a gap that scripts/coverage.gaps does not explain, or explains no more. The
# headers are a copy in which nothing must be inlined: so a function's branches are
# counted once, not again at each place that calls it, and what no test calls is there
# to be seen.
set -eu
dir=$1
shift
rm -rf "$dir"
mkdir -p "$dir/same"
cp -r include "$dir/"
sed -i 's/^\(#define LISH_FORCED_INLINE_ inline\) .*/\1/' \
	"$dir/include/linux-ish/ground/compiler.h"
echo '#include <linux-ish/compat/list.h>' >"$dir/same/list.h"
objects=$(make -s print-objects)
flags="-std=gnu99 -O0 -g -gdwarf-4 -fno-inline --coverage -I$dir/include -Itests/unit"
keep=-fkeep-inline-functions
watched='pool_test|world_test|mem_test'

# program NAME SOURCE FLAGS...: $dir/NAME
program() {
	name=$1
	source=$2
	shift 2
	gcc $flags $keep "$@" -c "$source" -o "$dir/$name.o"
	gcc --coverage "$@" "$dir/$name.o" $linked -lcmocka -o "$dir/$name"
}

# passes COMMAND...: a unit test, but for what it says of callers
passes() {
	"$@" >"$dir/log" 2>&1 && return
	# Who called cannot be said by what was not inlined.
	if grep '^\[  FAILED  \] [a-z]' "$dir/log" | grep -v caller ||
		! grep -q ' FAILED TEST' "$dir/log"; then
		cat "$dir/log"
		exit 1
	fi
}

# library LEVEL FLAGS...: $linked; what its objects count is added up by gcovr
library() {
	linked=$dir/level-$1$(echo "${2-}" | tr -d '=-').a
	built=${linked%.a}
	mkdir -p "$built"
	for object in $objects; do
		gcc $flags -DLISH_CHECK="$@" -c "${object%.o}.c" \
			-o "$built/$(echo "${object%.o}" | tr / -).o"
	done
	ar rcs "$linked" "$built"/*.o
}

# Steps of loops are those of optimised files, which have them inline; at level 1 also those
# that other files call.
inlines=-D__OPTIMIZE__
for level in 0 1 2; do
	library $level
	for test in "$@"; do
		if [ $level = 1 ]; then
			program "$(echo "$test" | tr / -)-called" "tests/unit/$test.c" \
				-DLISH_CHECK=1
			passes "$dir/$name"
		fi
		program "$(echo "$test" | tr / -)-$level" "tests/unit/$test.c" \
			-DLISH_CHECK=$level $inlines
		passes "$dir/$name"
		[ $level = 1 ] && command -v valgrind >/dev/null 2>&1 &&
			echo "$test" | grep -qE "$watched" || continue
		passes valgrind -q "$dir/$name"
	done
	program same-$level tests/unit/compat/same.c -DLISH_CHECK=$level "-I$dir/same"
	"$dir/$name" >"$dir/log"
	for list in tests/refuse/misuse/*.list; do
		name=$(basename "$list" .list)
		awk -v what=cases -f tests/refuse/misuse/misuse.awk "$list" \
			>"$dir/$name.cases"
		# What is counted is written by exit().
		program $name-misuse-$level tests/refuse/misuse/$name.c \
			-DLISH_CHECK=$level $inlines -D_exit=exit "-DLIST=\"$list\"" \
			"-DCASES=\"$PWD/$dir/$name.cases\""
		"$dir/$name" >"$dir/log" || { cat "$dir/log"; exit 1; }
	done
done
if scripts/can-sanitize.sh gcc; then
	library 1 -fsanitize=address
	for test in $(printf '%s\n' "$@" | grep -E "$watched"); do
		program "$(echo "$test" | tr / -)-asan" "tests/unit/$test.c" \
			-fsanitize=address -DLISH_CHECK=1
		passes "$dir/$name"
	done
fi
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
scripts/gaps.py lines "$dir/all.json" "$dir/" scripts/coverage.gaps
