# SPDX-License-Identifier: MIT
#
# Sourced by each tests/NAME/run.sh, which "make check-full" runs from the top, several
# at a time; what one has make build goes into a folder of its own, BUILD=...:
#   $WORK       folder for what is made; emptied here
#   $COMPILERS  C compilers to test with
#   $LIBRARY    the static library
#   $WARNINGS   warning flags of the build
#   $SHORT      1: "make check", in which only what is quick is tried
#   $LISH_TEST  what TEST= looks for, as tests/find.sh writes it; empty otherwise
set -u
# TEST=name chooses this check, and nothing in what it builds.
unset MAKEFLAGS MFLAGS TEST
SHORT=${SHORT-}
passed=0
failed=0
rm -rf "$WORK"
mkdir -p "$WORK"

pass() {
	passed=$((passed + 1))
}

# flunk WHAT [FILE]: count a failure and show the file that explains it
flunk() {
	failed=$((failed + 1))
	echo "FAILED: $1"
	[ $# -lt 2 ] || sed 's/^/    /' "$2"
}

# expect WHAT COMMAND...: the command must succeed
expect() {
	what=$1
	shift
	if "$@" >"$WORK/output" 2>&1; then
		pass
	else
		flunk "$what" "$WORK/output"
	fi
}

# named BEFORE FILE...: the files in which what "make check TEST=words" looks for comes
# after BEFORE; all of them if none has it, or nothing is looked for
named() {
	before=$1
	shift
	[ -n "${LISH_TEST-}" ] && grep -il "$before.*$(echo "$LISH_TEST" | sed 's/\*/.*/g')" "$@" ||
		printf '%s\n' "$@"
}

# The C++ compiler that comes with a C compiler; empty if it is not here.
cxx_of() {
	case $1 in
	*clang*) cxx=$(echo "$1" | sed 's/clang/clang++/') ;;
	*gcc*) cxx=$(echo "$1" | sed 's/gcc/g++/') ;;
	*) cxx=c++ ;;
	esac
	if command -v "$cxx" >/dev/null 2>&1; then
		echo "$cxx"
	else
		echo "skip: no $cxx: C++ is not tested with it" >&2
	fi
}

# The warning flags for C++: CXX_WARNINGS for C files of ours that are C++ too,
# CXX_USER_WARNINGS for users' files, in which our macros are expanded.
CXX_WARNINGS="$(echo "$WARNINGS" | sed 's/-Wstrict-prototypes//') -Wextra-semi"
CXX_USER_WARNINGS="$CXX_WARNINGS -Wold-style-cast -Wzero-as-null-pointer-constant"

# The library's sources, as Kbuild lists them.
SOURCES=$(sed -n 's/^lish-y [:+]= //p' Kbuild | sed 's/\.o/.c/g' | tr '\n' ' ')

# library_of CC LEVEL [FLAG...]: $library is the library with the checks of that level, made
# once for these flags; that of level 1 is there already
library_of() {
	library=$LIBRARY
	[ "$2" != 1 ] || [ $# -gt 2 ] || return 0
	library=$WORK/library-$(echo "$*" | tr -c 'A-Za-z0-9\n' -).a
	[ ! -e "$library" ] || return 0
	mkdir -p "$library.objects"
	library_cc=$1
	library_level=$2
	shift 2
	[ $# != 0 ] || set -- -O2
	for file in $SOURCES; do
		"$library_cc" -std=c99 -w "$@" -DLISH_CHECK="$library_level" -Iinclude \
			-c "$file" -o "$library.objects/$(echo "$file" | tr / -).o" || return 1
	done >"$WORK/output" 2>&1 || {
		flunk "the library at level $library_level ($library_cc $*)" "$WORK/output"
		return 1
	}
	ar rcs "$library" "$library.objects"/*.o
}

finish() {
	echo "$passed passed, $failed failed"
	[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
}
