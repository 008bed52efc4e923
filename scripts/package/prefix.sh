#!/bin/sh
# SPDX-License-Identifier: MIT
#
# prefix.sh PREFIX LIBRARY - a header that puts PREFIX before our functions and structs
#
# On standard output. LIBRARY: a static one. Macros and nodes keep their names.
set -eu
prefix=$1
library=$2
echo '/* SPDX-License-Identifier: MIT */'
echo '/* Before all headers of linux-ish, and when lib/ is compiled. See packages.rst. */'
{
	"${NM:-nm}" -g "$library" | awk 'NF == 3 { print $3 } NF == 2 && $1 == "U" { print $2 }' |
		grep -E "^($(ls include/linux-ish/*.h | sed 's|.*/||; s|\.h$||' | tr '\n' '|')lish)_"
	sed -n 's/^#define \([a-z0-9_]*\)(\.\.\.) LISH_HERE_AT_.*/\1/p' \
		include/linux-ish/ground/here.h
	cat include/linux-ish/*.h include/linux-ish/core/*.h include/linux-ish/private/*.h \
		include/linux-ish/ground/*.h |
		sed -n 's/^\(struct\|enum\|union\) \([a-z0-9_]*\) *{.*/\2/p' |
		grep -v '_\(node\|idx\)$'	# macros make other names of these
} | LC_ALL=C sort -u | grep -vxF "$(sed -n 's/^# *define \([a-z0-9_]*\).*/\1/p' \
	$(find include/linux-ish -name '*.h' ! -name here.h))" |
	sed "s/.*/#define & $prefix&/"
