#!/bin/sh
# SPDX-License-Identifier: MIT
#
# coverage.sh DIR TEST... - which lines, and branches of headers, the tests of every kind reach
#
# Builds with gcc --coverage in DIR, at check levels 0, 1 and 2, lib/, the programs of
# scripts/every-test.sh, and what compares compat/list.h with the kernel's; runs them, unit
# tests of pools and of whole worlds under ASan and Valgrind as well, and prints a table of
# the lines per file of include/ and lib/, and one of the branches per header. Fails if there
# is a gap that scripts/coverage.gaps does not explain, or explains no more. The headers are a
# copy in which nothing must be inlined: so a function's branches are counted once, not again
# at each place that calls it, and what no test calls is there to be seen. JOBS=n: so many
# programs at a time.
set -eu

# --one DIR PROGRAM: a line of a list is built and run: the library, flags, a tool, and the
# three columns of scripts/every-test.sh
if [ "$1" = --one ]; then
	dir=$2
	IFS='	' read -r library more tool name files run <<-END
		$3
	END
	made=$dir/$name-$library
	[ "$tool" = alone ] || made=$made-watched
	eval "gcc -w -std=gnu99 -O0 -g -gdwarf-4 -fno-inline -fkeep-inline-functions --coverage \
		-I$dir/include -Itests/unit $more $files $dir/$library.a -o $made"
	[ "$tool" != alone ] || tool=''
	arguments=$(echo "$run" | grep -o 'tests/.*' || :)
	eval "${run%%tests/*} $tool $made $arguments" >"$made.log" 2>&1 && exit
	# Who called cannot be said by what was not inlined.
	if grep '^\[  FAILED  \] [a-z]' "$made.log" | grep -v caller ||
		! grep -q ' FAILED TEST' "$made.log"; then
		cat "$made.log"
		echo "FAILED: $made"
		exit 1
	fi
	exit 0
fi

dir=$1
shift
rm -rf "$dir"
mkdir -p "$dir/same"
cp -r include "$dir/"
sed -i 's/^\(#define LISH_FORCED_INLINE_ inline\) .*/\1/' \
	"$dir/include/linux-ish/ground/compiler.h"
echo '#include <linux-ish/compat/list.h>' >"$dir/same/list.h"
watched='^unit-[^	]*(pool_test|world_test|mem_test)'

# library NAME FLAGS...: $dir/NAME.a; what its objects count is added up by gcovr
library() {
	name=$1
	shift
	mkdir -p "$dir/$name"
	make -s print-objects | tr ' ' '\n' | sed 's/\.o$//' |
		xargs -P "${JOBS:-2}" -I X sh -c "gcc -w -std=gnu99 -O0 -g -gdwarf-4 \
			-fno-inline --coverage -I$dir/include $* -c X.c \
			-o '$dir/$name/'\$(echo X | tr / -).o"
	ar rcs "$dir/$name.a" "$dir/$name"/*.o
}

# with LIBRARY FLAGS TOOL: programs on standard input
with() {
	sed "s|^|$1	$2	$3	|"
}

# Steps of loops are those of optimised files, which have them inline; at level 1 also those
# that other files call.
: >"$dir/list"
for level in 0 1 2; do
	flags=-DLISH_CHECK=$level
	library level-$level $flags
	scripts/every-test.sh "$dir" $level "$@" >"$dir/programs"
	{
		with level-$level "$flags -D__OPTIMIZE__" alone <"$dir/programs"
		printf 'same\ttests/unit/compat/same.c\t\n' |
			with level-$level "$flags -I$dir/same" alone
		[ $level = 1 ] || continue
		grep '^unit-' "$dir/programs" | sed 's/^/called-/' |
			with level-1 $flags alone
		command -v valgrind >/dev/null 2>&1 && grep -E "$watched" "$dir/programs" |
			with level-1 $flags 'valgrind -q'
	} >>"$dir/list"
	if [ $level = 1 ] && scripts/can-sanitize.sh gcc; then
		library asan $flags -fsanitize=address --param=asan-stack=0
		grep -E "$watched" "$dir/programs" |
			with asan "$flags -fsanitize=address --param=asan-stack=0" alone >>"$dir/list"
	fi
done
tr '\n' '\0' <"$dir/list" | xargs -0 -P "${JOBS:-2}" -I LINE sh "$0" --one "$dir" LINE
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
table --root . --filter "$dir/include/" --branches
scripts/gaps.py lines "$dir/all.json" "$dir/" scripts/coverage.gaps
