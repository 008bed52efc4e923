# SPDX-License-Identifier: MIT
#
# mcdc.sh DIR TEST... - of each condition of a decision: did it decide by itself, once
# each way? clang 18 or later tells; a table per file of lib/, and what is not in
# scripts/mcdc/gaps.
set -eu
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
# Decisions with a constant in them, as LISH_CHECK, are left out by the compiler.
flags="-std=c99 -O0 -w -Iinclude -Itests/unit -fprofile-instr-generate -fcoverage-mapping \
	-fcoverage-mcdc"
programs=''
for level in 0 1 2; do
	linked=$dir/level-$level.a
	mkdir -p "$dir/level-$level"
	for object in $(make -s print-objects); do
		clang-$version $flags -DLISH_CHECK=$level -c "${object%.o}.c" \
			-o "$dir/level-$level/$(echo "${object%.o}" | tr / -).o" \
			2>>"$dir/left-out"
	done
	ar rcs "$linked" "$dir/level-$level"/*.o
	for test; do
		name=$(echo "$test" | tr / -)-$level
		clang-$version $flags -DLISH_CHECK=$level "tests/unit/$test.c" $linked \
			-lcmocka -o "$dir/$name" 2>>"$dir/left-out"
		LLVM_PROFILE_FILE="$dir/$name.profraw" "$dir/$name" \
			>"$dir/$name.log" 2>&1 || {
			cat "$dir/$name.log"
			exit 1
		}
		programs="$programs -object $dir/$name"
	done
done
llvm-profdata-$version merge -o "$dir/all.profdata" "$dir"/*.profraw
# lib/ alone: inline code is another one in each program.
llvm-cov-$version show $programs -instr-profile "$dir/all.profdata" -show-mcdc \
	-ignore-filename-regex="$PWD/tests/|/usr/|$PWD/include/" >"$dir/show" 2>>"$dir/left-out"
scripts/gaps.py conditions "$dir/show" "$PWD/" scripts/mcdc/gaps
