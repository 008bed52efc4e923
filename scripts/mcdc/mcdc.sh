#!/bin/sh
# SPDX-License-Identifier: MIT
#
# mcdc.sh DIR TEST... - of each condition of a decision: did it decide by itself, once
# each way, in a test of any kind? clang 18 or later tells; a table per file of lib/, and
# what is not in scripts/mcdc/gaps. JOBS=n: so many programs at a time.
#
# The sources are a copy in which lish_refused_by() is a function: of a macro's argument clang
# tells all decisions at the macro's own line, as if they were one.
set -eu
root=$PWD

# Decisions with a constant in them, as LISH_CHECK, are left out by the compiler.
flags="-std=gnu99 -O0 -w -Iinclude -Itests/unit -fprofile-instr-generate \
	-fcoverage-mapping -fcoverage-mcdc"

# one DIR LEVEL CLANG LINE: that program of scripts/every-test.sh is built and run
if [ "$1" = --one ]; then
	dir=$2 level=$3 clang=$4
	IFS='	' read -r name files run <<-END
		$5
	END
	made=$dir/$name-$level
	eval "$clang $flags -DLISH_CHECK=$level $files" "$dir/level-$level.a" -o "$made" \
		2>>"$dir/left-out"
	# Of %4m: the processes of a program add to one profile.
	eval "LLVM_PROFILE_FILE=$made-%4m.profraw ${run%%tests/*} $made $(
		echo "$run" | grep -o 'tests/.*' || :)" >"$made.log" 2>&1 || {
		cat "$made.log"
		echo "FAILED: $name at level $level"
		exit 1
	}
	exit
fi

dir=$1
shift
version=''
for number in 22 21 20 19 18; do
	if command -v clang-$number >/dev/null 2>&1 &&
	   command -v llvm-cov-$number >/dev/null 2>&1; then
		version=$number
		break
	fi
done
if [ -z "$version" ]; then
	echo 'skip: no clang of version 18 or later with its llvm-cov: no MC/DC' \
		'(Debian 12: clang-19, llvm-19, libclang-rt-19-dev)'
	exit
fi
rm -rf "$dir"
mkdir -p "$dir"
cp -r include lib tests scripts "$dir/"
sed -i '/^\/\* A macro: call is not made/,/^#if/s/^#if .*/#if 0/' "$dir/lib/ground/refused.h"
objects=$(make -s print-objects)
cd "$dir"
copy=$PWD
dir=.
programs=''
for level in 0 1 2; do
	mkdir -p "$dir/level-$level"
	echo "$objects" | tr ' ' '\n' | sed 's/\.o$//' |
		xargs -P "${JOBS:-2}" -I X sh -c "clang-$version $flags -DLISH_CHECK=$level \
			-c X.c -o '$dir/level-$level/'\$(echo X | tr / -).o 2>>'$dir/left-out'"
	ar rcs "$dir/level-$level.a" "$dir/level-$level"/*.o
	scripts/every-test.sh "$dir" $level "$@" >"$dir/programs"
	tr '\n' '\0' <"$dir/programs" | xargs -0 -P "${JOBS:-2}" -I LINE \
		sh scripts/mcdc/mcdc.sh --one "$dir" $level clang-$version LINE
	# Code of lib/ that only unit tests include is told by these alone.
	for name in $(cut -f 1 "$dir/programs"); do
		programs="$programs -object $dir/$name-$level"
	done
done
llvm-profdata-$version merge -o "$dir/all.profdata" "$dir"/*.profraw
# lib/ alone: inline code is another one in each program.
llvm-cov-$version show $programs -instr-profile "$dir/all.profdata" -show-mcdc \
	-ignore-filename-regex="$PWD/tests/|/usr/|$PWD/include/" >"$dir/show" 2>>"$dir/left-out"
cd "$root"
scripts/gaps.py conditions "$copy/show" "$copy/" scripts/mcdc/gaps
