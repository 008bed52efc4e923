#!/bin/sh
# SPDX-License-Identifier: MIT
#
# reference.sh KERNEL_DOC FOLDER - the pages, with a reference from the headers
#
# From the top of the tree: FOLDER becomes what sphinx-build reads.
set -eu
. scripts/docs/plain.sh
kernel_doc=$1
out=$2

rm -rf "$out"
mkdir -p "$out"
cp -R Documentation/. "$out/"
mkdir "$out/reference"

{
	printf '.. SPDX-License-Identifier: MIT\n\n'
	printf 'Reference\n=========\n\n'
	printf 'Every public name, from the comments in the headers.\n\n'
	printf '.. toctree::\n   :maxdepth: 1\n\n'
} >"$out/reference/index.rst"
for header in $(documented); do
	name=$(basename "$header" .h)
	{
		printf '%s.h\n' "$name"
		printf '%s\n\n' "$name.h" | sed 's/./=/g'
		if [ -e "$out/$name.rst" ]; then
			printf 'Explained with examples in :doc:`/%s`.\n\n' "$name"
			printf '\nReference: :doc:`all names of %s.h </reference/%s>`.\n' \
				"$name" "$name" >>"$out/$name.rst"
		fi
		"$kernel_doc" -rst "$(plain "$header" "$out/../plain")"
	} >"$out/reference/$name.rst"
	printf '   %s\n' "$name" >>"$out/reference/index.rst"
done
cat >>"$out/index.rst" <<'END'

.. toctree::
   :hidden:

   reference/index
END
