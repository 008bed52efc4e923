#!/bin/sh
# SPDX-License-Identifier: MIT
#
# exports.sh - prints lib/kernel/exports.c: its text, and an export for each function that a
# header declares with LISH_API, header by header. "make exports" writes the file.
#
# Not what names callers, which the kernel does itself, nor the release, which modules carry.
set -u
file=lib/kernel/exports.c
headers=include/linux-ish
except='lish_callers lish_caller_file lish_release_'
# Objects, which have no LISH_API.
objects='mem.h lish_mem_default'

sed '/^#endif/q' "$file"
{
	echo "$objects" | sed 's/ /	/'
	awk -f scripts/declarations.awk "$headers"/*.h "$headers"/core/*.h "$headers"/kernel/*.h |
		awk -F '\t' '$2 == "function" && $5 ~ / api / { print $6 "\t" $1 }'
} | awk -F '\t' -v except="$except" '
	BEGIN { n = split(except, all, " "); for (i = 1; i <= n; i++) not[all[i]] = 1 }
	not[$2] { next }
	!($1 in line) { order[++headers] = $1 }
	{
		export = "EXPORT_(" $2 ")"
		if (length(line[$1]) + length(export) + 1 > 100) {
			text[$1] = text[$1] line[$1] "\n"
			line[$1] = ""
		}
		line[$1] = line[$1] (line[$1] ? " " : "") export
	}
	END {
		for (i = 1; i <= headers; i++)
			printf "\n/* %s */\n%s%s\n", order[i], text[order[i]], line[order[i]]
	}'
echo
sed '1,/^#endif/d' "$file" | sed -n '/^#else/,$p'
