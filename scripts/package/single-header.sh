#!/bin/sh
# SPDX-License-Identifier: MIT
#
# single-header.sh - the whole library as one header, on standard output
#
# From the top of the tree. Every file of ours is written out where it is first
# included; what has no guard against that, each time.
set -eu
headers=$(cd include/linux-ish && ls -- *.h)
sources=$(sed -n 's/^lish-y [:+]= //p' Kbuild | sed 's/\.o/.c/g')
version=$(awk '/define LISH_VERSION_(MAJOR|MINOR|PATCH)/ \
	{ printf "%s%s", dot, $3; dot = "." }' include/linux-ish/version.h)

cat <<END
/* SPDX-License-Identifier: MIT */
/*
 * linux-ish $version in one file: intrusive containers for objects that are born
 * and die hundreds of times a second.
 *
 * In one source file of the program, which best has nothing else in it:
 *
 *	#define LINUX_ISH_IMPLEMENTATION
 *	#include "linux-ish.h"
 *
 * In all others:
 *
 *	#include "linux-ish.h"
 *
 * What may be defined before, in all files alike but for LISH_CHECK:
 *
 * LISH_CHECK	how much is checked: 0 nothing, 1 what takes constant time (the
 *		default), 2 the whole container at each change
 * LISH_OUTLINE	hot functions are called, not inlined: less code
 * LISH_OWN_REPORT
 *		the program defines lish_report() itself
 * LISH_REPORT_LOCATION
 *		reports say the file and line of the call; with gcc and clang
 *
 * The file with the implementation is checked at level 1.
 *
 * Each container is explained where its own part begins: search for "ilist.h -",
 * "slotpool.h -" and so on. Made by "make single-header".
 */
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
END
# expand FILE...
expand() {
	awk '
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
	function expand(path,    line, dir, name, part, lines, n, i) {
		n = 0
		while ((getline line < path) > 0)
			lines[++n] = line
		close(path)
		dir = path
		sub(/\/[^\/]*$/, "", dir)
		for (i = 1; i <= n; i++) {
			line = lines[i]
			# Once for the whole file is enough.
			if (i == 1 && line ~ /SPDX-License-Identifier/)
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
		if (path ~ /here\.h$/ && !last)
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
			} else if (ARGV[i] ~ /inbox\.h$/) {
				print "#if LISH_ATOMICS"
				include(ARGV[i])
				print "#endif"
			} else {
				include(ARGV[i])
			}
		}
		print "#endif /* LINUX_ISH_IMPLEMENTATION */"
	}' "$@"
}
public=
for header in $headers; do
	public="$public include/linux-ish/$header"
done
implementation=
for source in $sources; do
	[ "$source" = lib/outline.c ] || implementation="$implementation $source"
done
expand include/linux-ish/core/env.h include/linux-ish/core/atomic.h \
	$public include/linux-ish/core/here.h =implementation $implementation
echo '#endif /* LINUX_ISH_ONE_FILE */'
