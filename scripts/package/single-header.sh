#!/bin/sh
# SPDX-License-Identifier: MIT
#
# single-header.sh 'NAME...' 'OBJECT...' - the library as one header, on standard output
#
# From the top of the tree: the headers include/linux-ish/NAME.h and the sources of the
# objects lib/X.o, which "make single-header" finds. A file of ours stands where it is
# first included; one without an include guard stands each time. FULL=1: with all
# comments. OBJECT is =classes: the classes of C++ instead, which include that header.
# TARGET=kernel: only what the Linux kernel needs.
set -eu
names=$1
objects=$2
version=$(awk '/define LISH_VERSION_(MAJOR|MINOR|PATCH)/ \
	{ printf "%s%s", dot, $3; dot = "." }' include/linux-ish/version.h)

licence=$(sed '/SPDX-License/,/^$/d; s/^/ * /; s/ *$//' COPYING)
switches='
 *
 * What may be defined before, in all files alike but for LISH_CHECK:
 *
 * LISH_CHECK	how much is checked: 0 nothing, 1 what takes constant time (the
 *		default), 2 the whole container at each change
 * LISH_OUTLINE	hot functions are called, not inlined: less code
 * LISH_OWN_REPORT
 *		the program defines lish_report() itself
 * LISH_REPORT_LOCATION
 *		reports say the file and line of the call; with gcc and clang'
program=program
if [ "${TARGET-}" = kernel ]; then
	program=module
	switches='
 *
 * For the Linux kernel, with -std=gnu11. LISH_CHECK may be defined before: 0 checks
 * nothing, 1 what takes constant time (the default), 2 the whole container at each change.'
fi
[ "$objects" = =classes ] || cat <<END
/* SPDX-License-Identifier: MIT */
/*
 * linux-ish $version in one file: intrusive containers for objects that are born
 * and die hundreds of times a second.
 *
 * In one source file of the $program, which best has nothing else in it:
 *
 *	#define LINUX_ISH_IMPLEMENTATION
 *	#include "linux-ish.h"
 *
 * In all others:
 *
 *	#include "linux-ish.h"$switches
 *
 * The file with the implementation is checked at level 1.
 *
 * Containers in this file: $names.
 * Functions have one line of comment here. The headers and the pages of linux-ish,
 * from which "make single-header" made this file, have the whole.
 *
$licence
 */
END
if [ "${TARGET-}" = kernel ]; then
	cat <<END
#if !defined(__CHECKER__) && __STDC_VERSION__ < 201112L
#error "linux-ish needs -std=gnu11"
#endif
END
fi
guards() {
	cat <<END
#ifdef LINUX_ISH_IMPLEMENTATION
#ifdef LINUX_ISH_ONE_FILE
#error "define LINUX_ISH_IMPLEMENTATION before linux-ish.h is first included"
#endif
#define LISH_LIB_
#ifdef LISH_OUTLINE
#undef LISH_OUTLINE
#define LISH_OUTLINE_BODIES_
#endif
#endif
#ifndef LINUX_ISH_ONE_FILE
#define LINUX_ISH_ONE_FILE
#define LISH_ONE_FILE_
END
}
# expand FILE...
expand() {
	awk -v absent="$absent" -v classes="$([ "$objects" != =classes ] || echo 1)" '
	# The file of ours that an include names, or nothing.
	function find(dir, name,    path) {
		path = name ~ /^linux-ish\// ? "include/" name : dir "/" name
		while (sub(/[^\/]+\/\.\.\//, "", path))
			;
		return there(path) ? path : ""
	}
	function there(path,    line, ok) {
		ok = (getline line < path) > 0
		close(path)
		return ok
	}
	function expand(path,    line, dir, name, part, lines, n, i, depth) {
		n = 0
		while ((getline line < path) > 0)
			lines[++n] = line
		close(path)
		dir = path
		sub(/\/[^\/]*$/, "", dir)
		for (i = 1; i <= n; i++) {
			line = lines[i]
			# The lists of all names: those of other containers.
			if (path ~ /\/abi\.h$/ && line ~ "^#define (" absent ")_")
				continue
			if (path ~ /\/here\.h$/ && tolower(line) ~ \
			    "^#ifdef lish_here_(compat_)?(" absent ")_$") {
				for (depth = 1; depth; ) {
					line = lines[++i]
					depth += (line ~ /^#if/) - (line ~ /^#endif/)
				}
				continue
			}
			# Once for the whole file is enough.
			if (i == 1 && line ~ /SPDX-License-Identifier/)
				continue
			if (line ~ /^LISH_SYSTEM_HEADER_$/ && marked++)
				continue
			if (line ~ /^#define LISH_LIB_$/)
				continue
			if (line ~ /^#include ["<]/) {
				split(line, part, /["<>]/)
				name = find(dir, part[2])
				if (name != "") {
					include(name)
					continue
				}
			}
			print line
		}
	}
	# psort.h is meant to be included again and again; here.h once, after the
	# headers that it is for.
	function include(path) {
		if (path ~ /\.h$/ && classes || path ~ /here\.h$/ && !last)
			return
		if (path in done && path !~ /psort\.h$/)
			return
		done[path] = 1
		expand(path)
	}
	BEGIN {
		for (i = 1; i < ARGC; i++) {
			if (ARGV[i] == "=implementation") {
				print "\n#ifdef LINUX_ISH_IMPLEMENTATION"
			} else if (ARGV[i] ~ /here\.h$/) {
				last = 1
				include(ARGV[i])
			} else if (ARGV[i] ~ /inbox\.h/) {
				print "#if LISH_ATOMICS"
				include(ARGV[i])
				print "#endif"
			} else {
				include(ARGV[i])
			}
		}
		if (!classes)
			print "#endif /* LINUX_ISH_IMPLEMENTATION */"
	}' "$@"
}

# Of a comment of several lines the one that names a function, a type or a file.
shorten() {
	awk '
	!inside && /^[ \t]*\/\*/ && !/\*\// {
		inside = 1
		indent = $0
		sub(/\/.*/, "", indent)
		summary = ""
		next
	}
	inside {
		if (summary == "" && /^[ \t]*\* [^ ].* - /)
			summary = $0
		else if (summary == "")
			summary = "none"
		if (/\*\//) {
			inside = 0
			if (summary != "none") {
				sub(/^[ \t]*\* /, "", summary)
				print indent "/* " summary " */"
			}
		}
		next
	}
	{ print }' | cat -s
}

if [ "$objects" = =classes ]; then
	absent=none
	cat <<END
/* SPDX-License-Identifier: MIT */
/*
 * linux-ish $version: the classes of C++11 for linux-ish.h of the same release
 *
 * Documentation/cxx.rst describes them. In this file: $names.
 *
$licence
 */
#ifndef LINUX_ISH_CLASSES
#define LINUX_ISH_CLASSES
#include "linux-ish.h"
END
	for name in $names; do
		[ ! -e "include/linux-ish/$name.hpp" ] || set -- "$@" "include/linux-ish/$name.hpp"
	done
	shift 2
	expand "$@" | if [ "${FULL-}" = 1 ]; then cat; else shorten; fi
	echo '#endif /* LINUX_ISH_CLASSES */'
	exit
fi

# Only the branches of the kernel, and what they use.
for_kernel() {
	awk -v known='__KERNEL__=1 __GNUC__= LISH_GNU=1 LISH_HOSTED=0 LISH_HERE_=0
		LISH_OUTLINED_=0 LISH_OS_ASAN_=0 LISH_OS_PRINTS_=0 LISH_NO_EXPORT=
		__STDC_VERSION__=201112 __OPTIMIZE__= __riscv_div= container_of=
		ENOENT= ENOMEM= EBUSY= EEXIST= EINVAL= ENOSPC= !ENOERR !__cplusplus
		!_MSC_VER !__TINYC__ !__AVR__ !__AVR_3_BYTE_PC__ !__wasm__ !_M_X64
		!_M_IX86 !_M_ARM64 !__ARM_ARCH_6M__ !__ARM_ARCH_PROFILE !__APPLE__
		!_WIN32 !__GLIBC__ !__clang_analyzer__ !MAP_ANONYMOUS !LISH_TRAP
		!LISH_STRINGS !LISH_NO_STRINGS !LISH_OUTLINE !LISH_OUTLINE_BODIES_
		!LISH_NO_OUTLINE !LISH_REPORT_LOCATION !LISH_HERE_CALLS_
		!LISH_CONFIG_H !LISH_OWN_REPORT !LISH_NO_CLEANUP_ATTRIBUTE
		!LISH_FREESTANDING !LISH_IRQ_SAVE !LISH_IRQ_RESTORE !LISH_NO_HINTS
		!LISH_NO_CURSOR_WARNING !LISH_NO_CONTAINER_OF !LISH_NO_DIVIDE
		!LISH_SHOW_WARNINGS
		!LISH_NO_POISON !LISH_NULL_SPAN !LISH_APART !LISH_TELLS_BEGIN_' -f scripts/package/only.awk |
		awk -v ours="$(sed -n 's/^#define \([A-Za-z_]*\).*/\1/p
			s/^LISH_TINY .*[ *]\([a-z_]*\)(.*/\1/p
			s/^typedef .* \(lish_atomic\);/\1/p' \
			include/linux-ish/ground/env.h include/linux-ish/ground/atomic.h \
			include/linux-ish/ground/cleanup.h include/linux-ish/ground/folded.h \
			include/linux-ish/ground/once.h lib/ground/divide.h \
			lib/ground/os.h lib/ground/poison.h |
			grep -v '^LISH_CHECK$' | tr '\n' ' ')" -f scripts/package/used.awk
}

public=
mem=mem
[ "${TARGET-}" != kernel ] || mem=
case $objects in
*lib/kernel/kmem.o*) mem=kernel/kmem ;;
esac
for name in bug container_of $mem version $names; do
	public="$public include/linux-ish/$name.h"
done
implementation=
for object in $objects; do
	[ "$object" = lib/outline.o ] || implementation="$implementation ${object%.o}.c"
done
absent=none
for header in include/linux-ish/*.h include/linux-ish/compat/*.h; do
	case " $public " in
	*" $header "*) ;;
	*) absent="$absent|$(basename "$header" .h)" ;;
	esac
done
{
	guards
	expand include/linux-ish/ground/env.h include/linux-ish/ground/atomic.h \
		$public include/linux-ish/ground/here.h =implementation $implementation |
		if [ "${FULL-}" = 1 ]; then cat; else shorten; fi
	echo '#endif /* LINUX_ISH_ONE_FILE */'
} | if [ "${TARGET-}" = kernel ]; then
	# The names of one module need no number of a release, and nothing is exported.
	# What is empty in C and in a kernel goes too.
	sed '/^#define .* LISH_ABI_(/d; /^#define LISH_ABI_/d; /^LISH_EXPORT(.*)$/d
		/^LISH_C_BEGIN$/d; /^LISH_C_END$/d; /^LISH_CLEANUP_BY(.*)$/d
		/^\tLISH_CLEANUP_DTOR(.*)$/d; /^\t*lish_go_();  *\\$/d
		/^\t*lish_\(go\|back\)_();$/d; s/(lish_go_(), \(.*\))$/\1/
		s/^\/\* Last, for LISH_REPORT_LOCATION. \*\/$//
		s/^extern bool lish_report_is_bug_;$//
		s/^bool lish_report_is_bug_ =/static &/' | for_kernel
else
	cat
fi
