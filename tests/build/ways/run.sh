# SPDX-License-Identifier: MIT
#
# What users combine: each way to take the library in (static, shared, copied sources, one file, one
# file with LISH_STATIC) x each compiler of C and C++ x each optimisation. A program that uses each
# container, and a file with every function and macro, compile without a warning, link and run.
#
# A library that C++ compiled serves a program in C, and the reverse. At -Og each file is behind
# frameworks.h. In C++ the headers of C are included as headers of C. Each compiler of C is
# given a config that is a compound literal, once. The first compiler and its C++ are tried at -Og, the
# others at -O2, their C++ as one file with LISH_STATIC; FULL=1: each also at -O0 and -Os, in each way.
. scripts/script-check.sh

TOP=$PWD
here=$TOP/tests/build/ways
one=$TOP/$WORK/one
mkdir -p "$one/linux-ish"
expect 'make single-header' make -s single-header "BUILD=$one"
for header in $(cd include/linux-ish && ls -- *.h *.hpp core/*.h); do
	mkdir -p "$(dirname "$one/linux-ish/$header")"
	echo "#include \"$one/linux-ish.${header##*.}\"" >"$one/linux-ish/$header"
done
sh tests/uses.sh --every >"$WORK/every.c"
# Things have other names than in every.c: one file may have both.
sh tests/uses.sh | sed 's/_obj\b/_thing/g' >"$WORK/uses.h"
printf '#define LINUX_ISH_IMPLEMENTATION\n#include "linux-ish.h"\n' >"$WORK/one.c"
sed 's/, NULL)/, \&(struct lish_config){ .initial = 1, .limit = 2 })/' "$WORK/every.c" \
	>"$WORK/literal.c"
expect 'configs are literals, in each macro that takes one' \
	test "$(grep -c 'struct lish_config){' "$WORK/literal.c")" -ge 8
{
	printf '#define LISH_STATIC\n'
	cat "$WORK/one.c"
	printf '#include "%s"\n' "$TOP/$WORK/every.c" "$here/program.c"
} >"$WORK/whole.c"

# All of lib/ as one file, which compiles in half the time.
for file in $SOURCES; do
	echo "#include \"$TOP/$file\""
done >"$WORK/lib.c"

# objects: each file of lib/ alone, in $WORK/objects, and the archive of them
objects() {
	mkdir -p "$WORK/objects"
	(cd "$WORK/objects" && $compile "-I$TOP/include" -c $(for file in $SOURCES; do
		echo "$TOP/$file"
	done)) && ar rcs "$WORK/static.a" "$WORK"/objects/*.o
}

# shared: the shared library
shared() {
	$compile -fPIC -DLISH_SHARED -fvisibility=hidden "-I$TOP/include" -c "$WORK/lib.c" \
		-o "$WORK/lib.o" &&
		$linker -shared -Wl,-soname,libshared.so "$WORK/lib.o" -o "$WORK/libshared.so"
}

# runs WAY WHAT...: a program of that links, and runs
runs() {
	subject="$how, $1"
	shift
	rm -f "$WORK/program"
	expect "$subject" $linker "$@" -o "$WORK/program"
	[ ! -e "$WORK/program" ] ||
		expect "$subject: the program runs" env "LD_LIBRARY_PATH=$WORK" "$WORK/program"
}

# program HEADERS
program() {
	$compile "-I$1" "-I$WORK" -c "$here/program.c" -o "$WORK/program.o"
}

# whole: one file with LISH_STATIC
whole() {
	expect "$how: one file with LISH_STATIC" $compile "-I$one" "-I$WORK" -c "$WORK/whole.c" \
		-o "$WORK/whole.o"
	runs 'one file with LISH_STATIC' "$WORK/whole.o"
}

# ways COMPILER LANGUAGE OPTIMISATION: all ways to take the library in
ways() {
	how="$1 $3"
	compile="$1 -x $2 $3 -Wall -Wextra -Wpedantic -Werror"
	[ "$2" != c ] || compile="$compile -Wc++-compat"
	[ "$3" != -Og ] || compile="$compile -include $here/frameworks.h"
	linker=$1
	rm -rf "$WORK/objects" "$WORK"/*.o "$WORK/static.a" "$WORK/libshared.so"
	if [ "$2" = c++ ] && [ -z "${FULL-}" ] && [ "$3" != -Og ]; then
		whole
		return
	fi
	expect "$how: lib/" objects
	expect "$how: lib/, shared" shared
	expect "$how: a program" program "$TOP/include"
	expect "$how: every function and macro" $compile -Iinclude -c "$WORK/every.c" -o "$WORK/every.o"
	runs 'copied sources' "$WORK/program.o" "$WORK/every.o" "$WORK"/objects/*.o
	runs static "$WORK/program.o" "$WORK/every.o" "$WORK/static.a"
	runs shared "$WORK/program.o" "$WORK/every.o" "$WORK/libshared.so"
	# The linker is that of C++: the program or the library is.
	linker=$cxx
	[ -z "$cxx" ] || runs 'static, in the other language' "$WORK/other-$2" "$WORK/static.a"
	linker=$1
	expect "$how: one file" $compile "-I$one" -c "$WORK/one.c" -o "$WORK/one.o"
	expect "$how: a program with one file" program "$one"
	runs 'one file' "$WORK/program.o" "$WORK/one.o"
	whole
}

# family C_COMPILER CXX_COMPILER: both languages; prints what failed, and counts in $WORK/sum
family() {
	WORK=$WORK/$(basename "$1")
	mkdir "$WORK"
	cp "$WORK"/../*.[ch] "$WORK"
	passed=0
	failed=0
	cxx=$2
	if [ -n "$cxx" ]; then
		expect "a program in $cxx" $cxx -x c++ -O1 -Iinclude "-I$WORK" -c "$here/program.c" \
			-o "$WORK/other-c"
		expect "a program in $1" $1 -O1 -Iinclude "-I$WORK" -c "$here/program.c" \
			-o "$WORK/other-c++"
	fi
	expect "a config as a literal ($1)" $1 -std=c99 -Wall -Wextra -Wpedantic -Werror \
		-Iinclude -fsyntax-only "$WORK/literal.c"
	optimised=-O2
	[ "$1" != "${COMPILERS%% *}" ] || optimised=-Og
	[ -z "${FULL-}" ] || optimised='-Og -O2 -O0 -Os'
	for optimise in $optimised; do
		ways "$1" c $optimise
		[ -z "$cxx" ] || ways "$cxx" c++ $optimise
	done
	echo "$passed $failed" >"$WORK/sum"
}

# The families at the same time, as there are two cores.
for cc in $COMPILERS; do
	family "$cc" "$(cxx_of "$cc")" &
done
wait
for cc in $COMPILERS; do
	read -r good bad <"$WORK/$(basename "$cc")/sum"
	passed=$((passed + good))
	failed=$((failed + bad))
done
finish
