#!/bin/sh
# SPDX-License-Identifier: MIT
#
# test-folders.sh page|check - the folders of tests/, as their READMEs describe them
#
# The first line of tests/GROUP/README says what the group is; after a blank line each
# of its folders has a line, NAME/ and what it is.
#   page   prints Documentation/contributing.rst with a table of the groups and the names
#          of their folders
#   check  prints folders without a line and lines without a folder; nothing if all is well
top=${0%/*}/..
cd "$top" || exit

table() {
	awk '
	function rule() {
		print "========================  ======================================================================"
	}
	# A cell goes on below, in the second column.
	function row(name, text,    n, word, line, i) {
		n = split(text, word, " ")
		line = sprintf("%-24s ", "``" name "``")
		for (i = 1; i <= n; i++) {
			if (length(line " " word[i]) > 96) {
				print line
				line = sprintf("%-24s ", "")
			}
			line = line " " word[i]
		}
		print line
	}
	BEGIN { rule() }
	function flush() {
		if (group)
			row(group "/", about " " folders)
	}
	FNR == 1 {
		flush()
		split(FILENAME, part, "/")
		group = part[2]
		about = $0
		folders = ""
		next
	}
	NF {
		name = $1
		sub(/\/$/, "", name)
		folders = folders (folders ? ", " : "") "``" name "``"
	}
	END { flush(); rule() }' "$@"
}

case ${1-} in
page)
	mkdir -p build
	table tests/*/README >build/test-folders
	awk '/^\.\. End of what is made\.$/ && made {
			while ((getline line <"build/test-folders") > 0)
				print line
			print ""
			made = 0
		}
		!made { print }
		/^\.\. Made from tests\/\*\/README / { made = 1; print "" }' \
		Documentation/contributing.rst
	;;
check)
	for group in tests/*/; do
		[ -e "${group}README" ] || echo "$group has no README"
	done
	for folder in tests/*/*/; do
		name=${folder%/}
		name=${name##*/}
		grep -q "^$name/ " "${folder%"$name/"}README" ||
			echo "$folder is not in the README beside it"
	done
	awk 'FNR > 2 && $1 ~ /\/$/ {
		group = FILENAME
		sub(/README$/, "", group)
		print group $1
	}' tests/*/README | while read -r folder; do
		[ -d "$folder" ] || echo "$folder is not there"
	done
	;;
*)
	sed -n 's/^# test-folders.sh/usage: test-folders.sh/p' "$0" >&2
	exit 2
	;;
esac
