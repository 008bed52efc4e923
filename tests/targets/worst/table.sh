#!/bin/sh
# SPDX-License-Identifier: MIT
#
# table.sh FIGURES [PAGE] - Documentation/worst-case.rst, or PAGE, on standard output,
# with its tables made of what worst.sh has printed
set -eu
page=${2:-Documentation/worst-case.rst}

awk -F '|' -v page="$page" -v compiler="$(arm-none-eabi-gcc -dumpversion)" '
BEGIN {
	cores = split("m3 m0", core, " ")
	containers = split("ilist walklist locklist dense rwarray iheap ipool densepool listpool slotpool inbox ihash", container, " ")
}
{
	row = $2 "|" $3
	name = $2
	sub(/_.*/, "", name)
	if (!(row in grows)) {
		rows[name] = rows[name] "\n" row
		if ($4 != "")
			grow($4, substr($2, length(name) + 2), name)
	}
	grows[row] = $4
	on = substr($1, 1, 2)
	if (!((row, on) in largest) || $5 > largest[row, on])
		largest[row, on] = $5
	stack = $8 > $9 ? $8 : $9
	level = $1 ~ /trap$/ ? "trap" : "1"
	if (stack > deepest[row, level])
		deepest[row, level] = stack
}
function tables(    i, j, k, n, row, part, line) {
	for (i = 1; i <= containers; i++) {
		print container[i]
		line = container[i]
		gsub(/./, "-", line)
		print line "\n\n.. csv-table::\n   :header: call, with, M3, M0, stack, trap stack\n"
		n = split(rows[container[i]], row, "\n")
		for (j = 2; j <= n; j++) {
			split(row[j], part, "|")
			sub(/^64 (elements|objects)$/, "", part[2])
			line = "   ``" part[1] "()``," (part[2] == "" ? "" : "\"" part[2] "\"")
			for (k = 1; k <= cores; k++)
				line = line "," largest[row[j], core[k]]
			print line "," deepest[row[j], "1"] "," deepest[row[j], "trap"]
		}
		print ""
	}
}
# Which operations of which containers grow with what
function grow(kind, operation, name) {
	if (operation ~ /^(for_each|drain)/)
		operation = "loops by macro"
	else
		operation = "``" operation "()``"
	if (!((kind, operation) in whose))
		operations[kind] = operations[kind] "|" operation
	if (index(whose[kind, operation] ",", " " name ","))
		return
	whose[kind, operation] = whose[kind, operation] (whose[kind, operation] ? "," : "") " " name
}
function growth(    n, i, j, k, kind, operation) {
	n = split("loops|n|log n|n log n|holes|holes, elements|holes, elements, loops|pending|pushed|distance|bytes|chunks|chain", kind, "|")
	print ".. csv-table::\n   :header: grows with, call, of\n"
	for (i = 1; i <= n; i++) {
		k = split(operations[kind[i]], operation, "|")
		for (j = 2; j <= k; j++)
			printf "   \"%s\", %s, \"%s\"\n", kind[i], operation[j], substr(whose[kind[i], operation[j]], 2)
	}
	print ""
}
END {
	while ((getline line <page) > 0) {
		if (line ~ /^\.\. (worst|growth): end$/)
			skip = 0
		if (!skip)
			print line
		if (line ~ /^\.\. worst: begin$/) {
			print "\n.. Made by \"make footprint\", with arm-none-eabi-gcc " compiler ".\n"
			tables()
			skip = 1
		}
		if (line ~ /^\.\. growth: begin$/) {
			print ""
			growth()
			skip = 1
		}
	}
}' "$1"
