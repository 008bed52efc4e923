#!/bin/sh
# SPDX-License-Identifier: MIT
#
# setup.sh build|check|check-full|coverage|bench|targets|kernel|docs|package|proof|gates|all
#	- what has to be on this machine
#
# On Debian and its kin as root it installs what is missing; elsewhere it
# prints the one line to type and fails.
#   build    the library and the demo
#   check    the quick tests
#   check-full  all tests
#   coverage what make coverage needs
#   bench    what the benchmark compares with, and what draws its plots
#   targets  cross compilers and what runs their programs
#   kernel   headers and images of the kernels the module is tried on
#   docs     what makes the pages and looks at them
#   package  build systems and debuggers the library is tried with
#   proof    provers, fuzzers and linters
#   gates    what make gates needs: check, coverage, proof, and clang 18 or later
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

# static PROGRAM: it is here, and needs no libraries
static() {
	command -v "$1" && ! ldd "$(command -v "$1")"
}

# wants GROUP: it was asked for, by its name, by "all" or by "gates"
wants() {
	[ "$what" = "$1" ] || [ "$what" = all ] ||
		case $what:$1 in gates:check-full | gates:proof) ;; *) false ;; esac
}

# has_mcdc: a clang that tells MC/DC, with the llvm-cov of its version
has_mcdc() {
	for number in 22 21 20 19 18; do
		command -v clang-$number && command -v llvm-cov-$number && return
	done
	return 1
}

case ${1-} in
build | check | check-full | coverage | bench | targets | kernel | docs | package | proof | gates | all)
	what=$1
	;;
*)
	sed -n 's/^# setup.sh/usage: setup.sh/p' "$0" >&2
	exit 2
	;;
esac

need gcc command -v "${CC:-cc}"
need libc6-dev compiles "${CC:-cc}" '#include <stdio.h>' c
if wants check || wants check-full; then
	need libcmocka-dev compiles "${CC:-cc}" "$cmocka" c
fi
if wants check-full; then
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

if wants targets; then
	# gcc-multilib goes if it is here: no cross compiler gets along with it.
	for package in $("${0%/*}/../tests/targets/target.sh" --packages); do
		need "$package" sh -c "dpkg-query -W -f='\${db:Status-Status}' \
			$package | grep -qx installed"
	done
	need gcc-riscv64-unknown-elf command -v riscv64-unknown-elf-gcc
fi

if wants docs; then
	need python3-sphinx command -v sphinx-build
	need furo /usr/bin/python3 -c 'import furo'
	need python3-sphinx-copybutton /usr/bin/python3 -c 'import sphinx_copybutton'
	need linux-kbuild-6.1 sh -c 'ls /usr/lib/linux-kbuild-*/scripts/kernel-doc'
	need groff command -v groff
	need clang command -v clang
	need lld command -v wasm-ld
	need chromium command -v chromium
	need chromium-driver command -v chromedriver
	need python3-selenium /usr/bin/python3 -c 'import selenium'
fi

if wants package; then
	need cmake command -v cmake
	need meson command -v meson
	need pkg-config command -v pkg-config
	need tcc command -v tcc
	need gdb command -v gdb
	need lldb command -v lldb
fi

if wants proof; then
	need frama-c-base command -v frama-c
	need why3 command -v why3
	need z3 command -v z3
	need cvc4 command -v cvc4
fi

if wants kernel; then
	case $(dpkg --print-architecture 2>/dev/null) in
	amd64)
		need linux-headers-cloud-amd64 \
			sh -c 'ls /lib/modules/*/build/Makefile'
		# Only where Debian has two kernels at a time.
		if apt-cache show linux-headers-6.12-cloud-amd64 >/dev/null 2>&1; then
			need linux-headers-6.12-cloud-amd64 \
				sh -c 'ls /lib/modules/6.12.*/build/Makefile'
		fi
		need sparse command -v sparse
		need qemu-system-x86 command -v qemu-system-x86_64
		need busybox-static static busybox
		need cpio command -v cpio
		;;
	esac
fi

if wants coverage || [ "$what" = gates ]; then
	need libcmocka-dev compiles "${CC:-cc}" "$cmocka" c
	need tcc command -v tcc
	need clang-19 has_mcdc
	need llvm-19 has_mcdc
	need libclang-rt-19-dev \
		sh -c 'ls /usr/lib/llvm-*/lib/clang/1[89]*/lib/*/libclang_rt.profile* \
			/usr/lib/llvm-*/lib/clang/2[0-9]*/lib/*/libclang_rt.profile* | grep .'
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
	need libwayland-dev pkg-config --exists wayland-server
	# These are not linked, but loaded.
	need libmimalloc-dev sh -c 'ls /usr/lib/libmimalloc.so /usr/lib/*/libmimalloc.so | grep .'
	need libjemalloc-dev sh -c 'ls /usr/lib/libjemalloc.so /usr/lib/*/libjemalloc.so | grep .'
	need clang command -v clang++
fi

if wants proof; then
	need cppcheck command -v cppcheck
	need sparse command -v sparse
	need clang-tidy command -v clang-tidy
	need clang-tools command -v scan-build
	need linux-kbuild-6.1 \
		sh -c 'ls /usr/lib/linux-kbuild-*/scripts/kernel-doc'
fi

if wants gates; then
	# For its checkpatch.pl
	need linux-source sh -c 'ls "${CHECKPATCH:-none}" /usr/src/linux-source-*.tar.xz | grep .'
fi

if [ -z "$missing" ]; then
	if wants kernel && command -v apt-get >/dev/null 2>&1; then
		"${0%/*}/../tests/targets/kernel/image.sh" --fetch
	fi
	exit 0
fi
missing=$(printf '%s\n' $missing | sort -u | tr '\n' ' ')
if [ "$missing" = "${2-}" ]; then
	echo "setup: $missing is installed but does not work" >&2
	exit 1
fi

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
	echo "installing: apt-get install --no-install-recommends $missing"
	export DEBIAN_FRONTEND=noninteractive
	apt-get update -qq &&
		apt-get install -y -qq --no-install-recommends $missing \
			>/dev/null &&
		# What is here now may ask for more: clang for its runtime.
		exec "$0" "$what" "$missing"
	echo "setup: could not install $missing" >&2
	exit 1
fi
echo "setup: packages are missing. On Debian and Ubuntu type:" >&2
echo "  sudo apt-get install $missing" >&2
echo "Elsewhere install the same: a C compiler, and cmocka and Valgrind for the tests" >&2
exit 1
