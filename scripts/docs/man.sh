#!/bin/sh
# SPDX-License-Identifier: MIT
#
# man.sh KERNEL_DOC FOLDER - a manual page for each container and public name
#
# From the top of the tree.
set -eu
. scripts/docs/plain.sh
kernel_doc=$1
out=$2
version=$(awk '/define LISH_VERSION_(MAJOR|MINOR|PATCH)/ \
	{ printf "%s%s", dot, $3; dot = "." }' include/linux-ish/version.h)

rm -rf "$out"
mkdir -p "$out"
for header in $(documented); do
	name=$(basename "$header" .h)
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
	"$kernel_doc" -man "$(plain "$header" "$out/../plain")" | awk -v out="$out" -v version="$version" '
	/^\.TH / {
		if (file != "")
			close(file)
		split($0, part, "\"")
		# "Kernel API" 9 "struct dense", or "dense_add" 9 "dense_add"
		page = part[4]
		sub(/^(struct|enum|union|typedef) /, "", page)
		file = out "/" page ".3"
		printf ".TH %s 3 \"\" \"linux-ish %s\"\n", page, version >file
		next
	}
	file != "" { print >file }'
done
