#!/bin/sh
# SPDX-License-Identifier: MIT
#
# setup.sh build|check|bench|targets|kernel|docs|package|proof|all
#	- what has to be on this machine
#
# On Debian and its kin as root it installs what is missing; elsewhere it
# prints the one line to type and fails.
#   build    the library and the demo
#   check    the tests
#   bench    what the benchmark compares with, and what draws its plots
#   targets  cross compilers and what runs their programs
#   kernel   headers and images of the kernels the module is tried on
#   docs     what makes the pages and looks at them
#   package  build systems and debuggers the library is tried with
#   proof    provers, fuzzers and linters
#   all      all of these, and everything the tests would otherwise skip
set -u

missing=''

# need PACKAGE TEST...: the package is missing if the test fails
need() {
	package=$1
	shift
	"$@" >/dev/null 2>&1 || missing="$missing $package"
}

compiles() {
	printf '%s\n' "$2" | "$1" -x "$3" -fsyntax-only -
}

cmocka='#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>'

# wants GROUP: it was asked for, by its name or by "all"
wants() {
	[ "$what" = "$1" ] || [ "$what" = all ]
}

case ${1-} in
build | check | bench | targets | kernel | docs | package | proof | all)
	what=$1
	;;
*)
	sed -n 's/^# setup.sh/usage: setup.sh/p' "$0" >&2
	exit 2
	;;
esac

need gcc command -v "${CC:-cc}"
need libc6-dev compiles "${CC:-cc}" '#include <stdio.h>' c
if wants check; then
	need libcmocka-dev compiles "${CC:-cc}" "$cmocka" c
	need valgrind command -v valgrind
fi
if [ "$what" = all ]; then
	need g++ command -v g++
	need clang command -v clang
	if command -v clang >/dev/null 2>&1; then
		version=$(clang -dumpversion)
		need "libclang-rt-${version%%.*}-dev" \
			"${0%/*}/can-sanitize.sh" clang
	fi
	need tcc command -v tcc
	need spin command -v spin
	need binutils command -v objdump
fi

if wants docs; then
	need python3-sphinx command -v sphinx-build
fi

if wants kernel; then
	case $(dpkg --print-architecture 2>/dev/null) in
	amd64) need linux-headers-cloud-amd64 \
		sh -c 'ls /lib/modules/*/build/Makefile' ;;
	esac
fi

if wants bench; then
	need g++ command -v g++
	need valgrind command -v valgrind
	need gnuplot-nox command -v gnuplot
	need pkg-config command -v pkg-config
	need libglib2.0-dev pkg-config --exists glib-2.0
	need uthash-dev compiles "${CC:-cc}" '#include <utlist.h>' c
	need liburcu-dev compiles "${CC:-cc}" '#include <urcu/list.h>' c
	need libboost-dev compiles g++ '#include <boost/intrusive/list.hpp>' c++
	need libplf-colony-dev compiles g++ '#include <plf_colony.h>' c++
fi

if wants proof; then
	need cppcheck command -v cppcheck
	need sparse command -v sparse
	need clang-tidy command -v clang-tidy
	need linux-kbuild-6.1 \
		sh -c 'ls /usr/lib/linux-kbuild-*/scripts/kernel-doc'
fi

[ -n "$missing" ] || exit 0
missing=$(printf '%s\n' $missing | sort -u | tr '\n' ' ')
if [ "$missing" = "${2-}" ]; then
	echo "setup: $missing was installed, but does not do its work" >&2
	exit 1
fi

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
	echo "installing: $missing"
	export DEBIAN_FRONTEND=noninteractive
	apt-get update -qq &&
		apt-get install -y -qq --no-install-recommends $missing \
			>/dev/null &&
		# What is here now may ask for more: clang for its runtime.
		exec "$0" "$what" "$missing"
	echo "setup: could not install $missing" >&2
	exit 1
fi
echo "setup: something is missing; on Debian and Ubuntu, type:" >&2
echo "  sudo apt-get install $missing" >&2
echo "elsewhere install what provides the same: a C compiler, and for the tests cmocka and Valgrind" >&2
exit 1
