#!/bin/sh
# SPDX-License-Identifier: MIT
#
# measure.sh DIR TEST... - what tests of every kind reach of include/ and lib/
#
# Builds at check levels 0, 1 and 2 the library and the programs of programs.sh with a clang
# that tells MC/DC, and runs them. DIR/lines has how often each line ran, DIR/conditions which
# conditions decided by themselves, once each way. JOBS=n: so many programs at a time.
#
# The sources are a copy in which lish_refused_by() is a function: of a macro's argument clang
# tells all decisions at the macro's own line, as if they were one. Steps of loops are those of
# optimised files, which have them inline; at level 1 also those that other files call. Tests of
# pools and of whole worlds run under AddressSanitizer as well.
set -eu

# Decisions with a constant in them, as LISH_CHECK, are left out by the compiler.
flags="-std=gnu99 -O0 -w -Iinclude -Itests/unit -fprofile-instr-generate \
	-fcoverage-mapping -fcoverage-mcdc"

# --one CLANG LEVEL LINE: that program is built and run
if [ "$1" = --one ]; then
	clang=$2 level=$3
	IFS='	' read -r name files run <<-END
		$4
	END
	made=made/$name-$level
	library=level-$level.a
	flags="$flags -DLISH_CHECK=$level"
	case $name in
	called-*) ;;
	watched-*) flags="$flags -D__OPTIMIZE__ -fsanitize=address" library=watched.a ;;
	*) flags="$flags -D__OPTIMIZE__" ;;
	esac
	eval "$clang $flags $files $library -o $made" 2>>left-out
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
	echo 'skip: no clang of version 18 or later with its llvm-cov' \
		'(Debian 12: clang-19, llvm-19, libclang-rt-19-dev)'
	exit
fi
rm -rf "$dir"
mkdir -p "$dir/made"
objects=$(make -s print-objects)
cp -r include lib tests scripts "$dir/"
cd "$dir"
sed -i '/^\/\* A macro: call is not made/,/^#if/s/^#if .*/#if 0/' lib/ground/refused.h

# library NAME FLAG...: NAME.a
library() {
	name=$1
	shift
	mkdir -p "$name"
	echo "$objects" | tr ' ' '\n' | sed 's/\.o$//' |
		xargs -P "${JOBS:-2}" -I X sh -c "clang-$version $flags $* \
			-c X.c -o $name/\$(echo X | tr / -).o 2>>left-out"
	ar rcs "$name.a" "$name"/*.o
}

made=''
for level in 0 1 2; do
	library level-$level -DLISH_CHECK=$level
	sh scripts/coverage/programs.sh . $level "$@" >all
	{
		cat all
		[ $level != 1 ] || sed -n 's/^unit-/called-&/p' all
		[ $level != 1 ] || sed -n -E 's/^unit-[^	]*(pool|world|mem)_test	/watched-&/p' all
	} >programs
	[ $level != 1 ] || library watched -DLISH_CHECK=1 -fsanitize=address
	tr '\n' '\0' <programs | xargs -0 -P "${JOBS:-2}" -I LINE \
		sh scripts/coverage/measure.sh --one clang-$version $level LINE
	# Code of lib/ that only unit tests include is told by these alone.
	for name in $(cut -f 1 programs); do
		made="$made -object made/$name-$level"
	done
done
llvm-profdata-$version merge -o all.profdata made/*.profraw
told() {
	llvm-cov-$version "$@" $made -instr-profile all.profdata 2>>left-out
}
told export -format=lcov -ignore-filename-regex="$PWD/(tests|[^/]*$)|/usr/" >lines
told show -show-mcdc -ignore-filename-regex="$PWD/(tests|[^/]*$)|/usr/" >conditions
