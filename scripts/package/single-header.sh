#!/bin/sh
# SPDX-License-Identifier: MIT
#
# single-header.sh 'NAME...' SOURCE...	the library as one header, on standard output
# single-header.sh 'NAME...' =classes	its classes for C++, which include that header
#
# From the top of the tree: the headers include/linux-ish/NAME.h, then the sources, which
# "make single-header" finds in Kbuild. A file of ours stands where it is first included; a
# template, which has no include guard, stands each time.
set -eu
names=$1
shift

version=$(awk '/define LISH_VERSION_(MAJOR|MINOR|PATCH)/ { printf "%s%s", dot, $3; dot = "." }
	/define LISH_VERSION_DEV 1/ { printf "-dev" }' include/linux-ish/version.h)
commit=${COMMIT-$([ ! -e .git ] || git describe --always --dirty --exclude '*')}
version="$version${commit:+ ($commit)}"
licence=$(sed '/SPDX-License/,/^$/d; s/^/ * /; s/ *$//' COPYING)

# expand FILE...: they and what they include of ours. Of =A|B the line "A B".
expand() {
	awk '
	function there(path,    line, ok) {
		ok = (getline line < path) > 0
		close(path)
		return ok
	}
	# The file of ours that an include in a folder names, or nothing.
	function find(dir, name,    path) {
		path = name ~ /^linux-ish\// ? "include/" name : dir "/" name
		while (sub(/[^\/]+\/\.\.\//, "", path))
			;
		return there(path) ? path : ""
	}
	function expand(path,    line, dir, part, n, i, lines, guarded, name) {
		while ((getline line < path) > 0)
			lines[++n] = line
		close(path)
		for (i = 1; i <= n && !guarded; i++)
			guarded = lines[i] ~ /^#ifndef [A-Z_]*_(H|HPP)$/
		if (path in done && (guarded || path ~ /\.c$/))
			return
		done[path] = 1
		dir = path
		sub(/\/[^\/]*$/, "", dir)
		for (i = 1; i <= n; i++) {
			line = lines[i]
			name = ""
			if (line ~ /^#include ["<]/) {
				split(line, part, /["<>]/)
				name = find(dir, part[2])
			}
			# The sorts of the containers in this file, and of no other.
			if (path == "lib/sort.c" && name ~ /^include.linux-ish.[a-z]*\.h$/ && !(name in done))
				continue
			if (name != "" && (!classes || name ~ /\.hpp$/))
				expand(name)
			else if (name == "" && line !~ /^#define LISH_(LIB|LEVELS)_$/ && \
				 !(i == 1 && line ~ /SPDX-License-Identifier/))
				print line
		}
	}
	BEGIN {
		classes = ARGV[1] ~ /\.hpp$/
		for (i = 1; i < ARGC; i++)
			if (sub(/^=/, "", ARGV[i])) {
				sub(/[|]/, " ", ARGV[i])
				print ARGV[i]
			} else {
				expand(ARGV[i])
			}
	}' "$@"
}

if [ "$1" = =classes ]; then
	cat <<END
/* linux-ish $version, one file: the classes of C++11, for linux-ish.h of the same version */
/* SPDX-License-Identifier: MIT */
/*
 * Documentation/cxx.rst describes them. In this file: $names.
 *
$licence
 */
#ifndef LINUX_ISH_CLASSES
#define LINUX_ISH_CLASSES
#include "linux-ish.h"
END
	shift
	for name in $names; do
		[ ! -e "include/linux-ish/$name.hpp" ] || set -- "$@" "include/linux-ish/$name.hpp"
	done
	[ $# = 0 ] || expand "$@"
	echo '#endif /* LINUX_ISH_CLASSES */'
	exit
fi

cat <<END
/* linux-ish $version, one file: intrusive containers for objects that are born and die */
/* SPDX-License-Identifier: MIT */
/*
 * In one source file of the program, which best has nothing else in it:
 *
 *	#define LINUX_ISH_IMPLEMENTATION
 *	#include "linux-ish.h"
 *
 * In all others:
 *
 *	#include "linux-ish.h"
 *
 * What may be defined before, besides the switches of Documentation/reports.rst:
 *
 * LISH_CHECK	how much is checked: 0 nothing, 1 what takes constant time (the
 *		default), 2 the whole container at each change. The file with the
 *		implementation has the level of all operations; a loop's step has the level
 *		of the file that it is in
 * LISH_STATIC	in a program of one source file, which has the implementation too: all
 *		functions are static, and the hot ones are inlined when the compiler
 *		optimises
 * LISH_OWN_REPORT
 *		the program defines lish_report() itself
 *
 * Containers in this file: $names.
 *
$licence
 */
#ifdef LINUX_ISH_IMPLEMENTATION
#if defined(LINUX_ISH_ONE_FILE) && !defined(LISH_LIB_)
#error "define LINUX_ISH_IMPLEMENTATION before linux-ish.h is first included"
#endif
#ifndef LISH_LIB_
#define LISH_LIB_
#define LISH_LEVELS_
#endif
#elif defined(LISH_STATIC)
#error "LISH_STATIC is for the one source file that defines LINUX_ISH_IMPLEMENTATION"
#endif
#ifndef LINUX_ISH_ONE_FILE
#define LINUX_ISH_ONE_FILE
#define LISH_ONE_FILE_
END
# These come first: what others need too may not stand in an #if.
headers=
for name in ground/env ground/atomic bug container_of mem version core/each $names; do
	case $name in
	inbox) headers="$headers =#if|LISH_ATOMICS include/linux-ish/inbox.h =#endif" ;;
	*) headers="$headers include/linux-ish/$name.h" ;;
	esac
done
expand $headers '=#ifdef|LINUX_ISH_IMPLEMENTATION' =LISH_QUIET_PUSH_ "$@" =LISH_QUIET_POP_ '=#endif /* LINUX_ISH_IMPLEMENTATION */' \
	'=#endif /* LINUX_ISH_ONE_FILE */'
