#!/bin/sh
# SPDX-License-Identifier: MIT
#
# record.sh check|write TOP SHARED RECORD - the ABI of the last release and that of today
#
# TOP has include/, SHARED is the shared library of it. RECORD has the soname of the last
# release, its structs with all members, and the names that it exports.
#   check  fails if the two differ and have the same soname, or if TOP is a release and
#          RECORD is not of it
#   write  prints the record of TOP, which must be a release
set -eu
what=$1
top=$2
shared=$3
record=$4
here=${0%/*}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

headers=$(find "$top/include/linux-ish" -name '*.h' ! -path '*/kernel/*' | LC_ALL=C sort)
{
	echo '#include <stdio.h>'
	echo "$headers" | sed 's|.*/include/\(.*\)|#include <\1>|'
	awk -f "$here/layout.awk" $headers
	cat <<-'END'
	int main(void)
	{
		for (size_t i = 0; i < sizeof(lish_layout) / sizeof(lish_layout[0]); i++)
			printf("struct %s: %u bytes, %s %u\n", lish_layout[i].name,
			       (unsigned int)lish_layout[i].size,
			       strchr(lish_layout[i].name, '.') ? "at" : "alignment",
			       (unsigned int)lish_layout[i].where);
		return 0;
	}
	END
} >"$work/layout.c"
"${CC:-cc}" -w -std=c99 "-I$top/include" "$work/layout.c" -o "$work/layout"
"$work/layout" >"$work/rows"

# What the link guard adds to private names differs between commits.
{
	echo '# SPDX-License-Identifier: MIT'
	echo '# Made by "make abi-record". Patch releases keep all of it.'
	echo "machine $(uname -m)"
	objdump -p "$shared" | sed -n 's/^ *SONAME */soname /p'
	cat "$work/rows"
	nm -D --defined-only "$shared" | awk 'NF == 3 { print "name " $3 }' |
		sed 's/_[0-9]*_[0-9]*_\(dev[0-9]*_\)*$/_/' | LC_ALL=C sort
} >"$work/now"

# line WORD FILE
line() {
	sed -n "s/^$1 //p" "$2"
}
dev=$(line '#define LISH_VERSION_DEV' "$top/include/linux-ish/version.h")
soname=$(line soname "$work/now")

if [ -e "$record" ] && [ "$(line soname "$record")" = "$soname" ]; then
	if [ "$(line machine "$record")" != "$(uname -m)" ]; then
		echo "skip: the ABI is recorded for $(line machine "$record")"
	elif ! diff "$record" "$work/now"; then
		echo "$soname is released, and its ABI changed: raise LISH_VERSION_MINOR" >&2
		exit 1
	fi
elif [ "$dev" = 0 ] && [ "$what" = check ]; then
	echo "$soname is a release without a record: make abi-record" >&2
	exit 1
fi
if [ "$what" = write ]; then
	if [ "$dev" != 0 ]; then
		echo 'LISH_VERSION_DEV is 1: only a release is recorded' >&2
		exit 1
	fi
	cat "$work/now"
fi
