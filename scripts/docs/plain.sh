# SPDX-License-Identifier: MIT
#
# Sourced: plain HEADER FOLDER copies a header without what only compilers read, after its
# private half, and with what its head says of parameters at each call. In comments, names that
# end in _ lose that: to the docs builder they are links.
plain() {
	mkdir -p "$2"
	half=include/linux-ish/private/$(basename "$1")
	[ -e "$half" ] || half=
	awk -f scripts/docs/parameters.awk "$1" $half "$1" |
		sed -E -e '/^ \*/s/\b([A-Za-z][A-Za-z_]*)_\b/\1/g' -e \
		'/^ \*|^#define/!s/\bLISH_(API|INLINE|HOT|TINY|COLD|NOINLINE|MUST_CHECK|LINKS_)\b ?//g' \
		>"$2/$(basename "$1")"
	echo "$2/$(basename "$1")"
}

# The headers that describe a public name.
documented() {
	grep -l '^/\*\*$' include/linux-ish/*.h include/linux-ish/core/*.h \
		include/linux-ish/ground/*.h include/linux-ish/kernel/*.h
}
