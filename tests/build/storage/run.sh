# SPDX-License-Identifier: MIT
#
# Memory of fixed capacity: the names that a program gives it are its own, as those of
# any other variable or member. In C and in C++.
. scripts/script-check.sh

# std STANDARD COMMAND...: the program compiles without a word, and finds it right
std() {
	how=$*
	standard=$1
	shift
	rm -f "$WORK/storage"
	expect "tests/build/storage/storage.c ($how)" "$@" "-std=$standard" -Iinclude \
		tests/build/storage/storage.c -x none "$LIBRARY" -o "$WORK/storage"
	expect "tests/build/storage/storage.c passes ($how)" "$WORK/storage"
}

for cc in $COMPILERS; do
	std c99 "$cc" $WARNINGS
	std c11 "$cc" $WARNINGS
	cxx=$(cxx_of "$cc")
	[ -z "$cxx" ] || std c++11 "$cxx" $CXX_USER_WARNINGS -x c++
done
finish
