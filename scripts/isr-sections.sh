#!/bin/sh
# SPDX-License-Identifier: MIT
#
# For a linker script: the sections of some functions of the library, and of all that these
# call, except what reports misuse. The files were compiled with -ffunction-sections.
#
#   isr-sections.sh OBJDUMP FILE... -- FUNCTION...
#
# FILE is an object or an archive. With function sections each call is a relocation, a tail call
# and a call of a part that the compiler split off too. Calls of hooks go by pointers: they are
# not followed. What the files do not define, memcpy() say, is named in a comment.
set -eu

usage() {
	echo 'isr-sections.sh OBJDUMP FILE... -- FUNCTION...' >&2
	exit 2
}

[ $# -ge 4 ] || usage
objdump=$1
shift
files=''
while [ $# -gt 0 ] && [ "$1" != -- ]; do
	files="$files $1"
	shift
done
[ $# -ge 2 ] || usage
shift
# Paths of files of ours have no spaces.
# shellcheck disable=SC2086
{
	"$objdump" -h $files
	"$objdump" -r $files
} | awk -v functions="$*" '
# The function of a section or of a symbol; "" if a section has none.
function plain(name) {
	sub(/[-+]0x[0-9a-f]+$/, "", name)
	if (name ~ /^\.text\./)
		sub(/^\.text\.(unlikely\.|hot\.|startup\.)?/, "", name)
	else if (name ~ /^\./)
		return ""
	return name
}
function refuses(name) {
	return name ~ /^lish_(refuse_|report)$|_why_(not|dead)_$|_reason_$|_has_none_$/
}
function want(name) {
	if (name == "" || refuses(name) || name in wanted)
		return
	wanted[name] = 1
	queue[++last] = name
}
# A table of sections: number, name, size and more.
$1 ~ /^[0-9]+$/ && $2 ~ /^\.text\./ { sections[plain($2)] = sections[plain($2)] " " $2; next }
$2 ~ /^\.(data|bss|rodata|sdata|sbss)\./ {
	object = $2
	sub(/^\.[a-z]+\.(rel\.ro\.)?(local\.)?/, "", object)
	data[object] = 1
	next
}
/^RELOCATION RECORDS FOR / {
	from = $4
	gsub(/\[|\]|:/, "", from)
	from = from ~ /^\.text\./ ? plain(from) : ""
	next
}
from != "" && $2 ~ /^R_/ { calls[from] = calls[from] " " plain($3) }
END {
	wrong = 0
	count = split(functions, names, " ")
	for (i = 1; i <= count; i++) {
		if (!(names[i] in sections)) {
			printf "isr-sections.sh: no section .text.%s\n", names[i] | "cat >&2"
			wrong = 1
		}
		want(names[i])
	}
	for (i = 1; i <= last; i++) {
		count = split(calls[queue[i]], names, " ")
		for (j = 1; j <= count; j++)
			want(names[j])
	}
	for (i = 1; i <= last; i++) {
		if (!(queue[i] in sections)) {
			if (!(queue[i] in data))
				printf "/* not in these files: %s */\n", queue[i]
			continue
		}
		count = split(sections[queue[i]], names, " ")
		for (j = 1; j <= count; j++) {
			if (!(names[j] in printed))
				printf "*(%s)\n", names[j]
			printed[names[j]] = 1
		}
	}
	exit wrong
}'
