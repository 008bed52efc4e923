#!/bin/sh
# SPDX-License-Identifier: MIT
#
# man.sh KERNEL_DOC FOLDER - a manual page for each container and public name
#
# From the top of the tree. FOLDER/man3 has the pages of names, FOLDER/man7 the overview.
set -eu
. scripts/docs/plain.sh
kernel_doc=$1
out=$2/man3
version=$(awk '/define LISH_VERSION_(MAJOR|MINOR|PATCH)/ \
	{ printf "%s%s", dot, $3; dot = "." }' include/linux-ish/version.h)

rm -rf "$out" "$2/man7"
mkdir -p "$out" "$2/man7"
scripts/api-matrix.sh names >"$2/names"
{
	printf '.TH linux-ish 7 "" "linux-ish %s"\n' "$version"
	printf '.SH NAME\nlinux-ish \\- intrusive containers in C\n.SH DESCRIPTION\n'
	printf 'The links of a container lie in the objects. Nothing is allocated per\n'
	printf 'object, and a loop body may change the container that it walks.\n'
	printf '.PP\nEach container has a page of its own:\n'
} >"$2/man7/linux-ish.7"
for header in $(documented); do
	name=$(basename "$header" .h)
	if grep -q "^$name	" "$2/names"; then
		sed -n "s|^ \* $name\.h - \(.*\)|.TP\n.BR $name (3)\n\1|p" "$header" \
			>>"$2/man7/linux-ish.7"
	fi
	# The comment at the head of the file is the page of the container.
	awk -v name="$name" -v version="$version" '
	FNR > 1 && /^\/\*$/ && !begun { begun = 1; next }
	begun && /^ \*\/$/ { exit }
	begun {
		line = $0
		sub(/^ \* ?/, "", line)
		gsub(/\\/, "\\e", line)
		if (line ~ /^[.\x27]/)
			line = "\\&" line
		if (!head) {
			head = 1
			title = line
			sub(/^[^-]*- */, "", title)
			printf ".TH %s.h 3 \"\" \"linux-ish %s\"\n", name, version
			printf ".SH NAME\n%s.h \\- %s", name, title
			more = 1
			next
		}
		if (more && line != "") {
			printf " %s", line
			next
		}
		if (more) {
			more = 0
			printf "\n.SH SYNOPSIS\n#include <linux-ish/%s.h>\n", name
			printf ".SH DESCRIPTION\n.nf\n"
			next
		}
		print line
	}
	END {
		if (more)
			printf "\n.SH SYNOPSIS\n#include <linux-ish/%s.h>\n", name
		else if (head)
			print ".fi"
	}' "$header" >"$out/$name.h.3"
	# One file each; section 9 is the kernel'"'"'s.
	"$kernel_doc" -man "$(plain "$header" "$2/plain")" | awk -v out="$out" -v version="$version" \
		-v header="${header#include/}" -v name="$name" -v names="$2/names" '
	# The calls of the container, and where to read on.
	BEGIN {
		FS = "\t"
		while ((getline <names) > 0) {
			of[$NF] = $1
			if ($3 != "struct")
				calls[$1] = calls[$1] (calls[$1] == "" ? "" : ",\n") \
					".BR " $NF " (3)"
		}
	}
	function finish(    above) {
		if (file == "")
			return
		above = of[page] != "lish" && of[page] != page ? of[page] : name ".h"
		if (of[page] == page)
			print ".SH CALLS\n" calls[page] >file
		print ".SH SEE ALSO\n.BR " above " (3),\n.BR linux-ish (7)" >file
		close(file)
	}
	/^\.TH / {
		finish()
		split($0, part, "\"")
		# "Kernel API" 9 "struct dense", or "dense_add" 9 "dense_add"
		page = part[4]
		sub(/^(struct|enum|union|typedef) /, "", page)
		file = out "/" page ".3"
		printf ".TH %s 3 \"\" \"linux-ish %s\"\n", page, version >file
		next
	}
	/^\.SH SYNOPSIS/ && file != "" {
		print >file
		printf ".B #include <%s>\n.PP\n", header >file
		next
	}
	# "struct dense \- an array": whatis looks for one word.
	named { sub(/^(struct|enum|union|typedef) /, "") }
	{ named = /^\.SH NAME/ }
	file != "" { print >file }
	END { finish() }'
done
