#!/bin/sh
# SPDX-License-Identifier: MIT
#
# link-tree.sh FOLDER PATH... - a folder of links to files of this tree
#
# For builds that write beside their sources: FOLDER/PATH is a link to PATH, or a
# folder of its own with such links. What the last build left there stays.
set -eu
folder=$1
shift
top=$(cd "${0%/*}/.." && pwd)
mkdir -p "$folder"
# Files that went, and links of a tree that lay elsewhere.
find "$folder" -type l -exec rm -f {} +
for path; do
	(cd "$top" && find "$path" -type f) | while read -r file; do
		case $file in
		*/*) mkdir -p "$folder/${file%/*}" ;;
		esac
		ln -s "$top/$file" "$folder/$file"
	done
done
