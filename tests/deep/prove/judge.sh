#!/bin/sh
# SPDX-License-Identifier: MIT
#
# judge.sh FILE LOG LIST - of Frama-C's LOG of FILE: "new" and each goal that no prover proved
# and LIST does not name; "proved" and each goal that LIST names and that is not open
awk -v file="$1" -v list="$3" '
	BEGIN {
		while ((getline line <list) > 0)
			if (split(line, word, /[ \t]+/) > 1 && word[1] == file)
				listed[word[2]]
	}
	/^\[wp\] \[[^]]*\] Goal / && !/ : Valid/ && !/^\[wp\] \[Valid\]/ && !/_wp_smoke_/ {
		sub(/^.* Goal /, "")
		sub(/ .*/, "")
		sub(/^typed_cast_/, "")
		open[$0]
	}
	END {
		for (goal in open)
			if (!(goal in listed))
				print "new", goal
		for (goal in listed)
			if (!(goal in open))
				print "proved", goal
	}' "$2" | sort
