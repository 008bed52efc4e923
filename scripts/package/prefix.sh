#!/bin/sh
# SPDX-License-Identifier: MIT
#
# prefix.sh PREFIX LIBRARY - a header that puts PREFIX before our functions and structs
#
# On standard output. LIBRARY: a static one. Macros and nodes keep their names. Where a macro calls
# a function of its own name, the linker sees the function with PREFIX.
set -eu
prefix=$1
library=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LC_ALL=C
containers=$(ls include/linux-ish/*.h | sed 's|.*/||; s|\.h$||' | tr '\n' '|')
"${NM:-nm}" -g "$library" | awk 'NF == 3 { print $3 } NF == 2 && $1 == "U" { print $2 }' |
	grep -E "^(${containers}lish)_" | sort -u >"$work/functions"
# Macros make other names of nodes.
cat include/linux-ish/*.h include/linux-ish/core/*.h include/linux-ish/ground/*.h |
	sed -n 's/^\(struct\|enum\|union\) \([a-z0-9_]*\) *{.*/\2/p' |
	grep -v '_\(node\|idx\)$' | sort -u - "$work/functions" >"$work/names"
sed -n 's/^# *define \([a-z0-9_]*\).*/\1/p' $(find include/linux-ish -name '*.h') |
	sort -u >"$work/macros"
echo '/* SPDX-License-Identifier: MIT */'
echo '/* Before all headers of linux-ish, and when lib/ is compiled. See packages.rst. */'
comm -23 "$work/names" "$work/macros" | sed "s/.*/#define & $prefix&/"
echo '#ifdef __PRAGMA_REDEFINE_EXTNAME'
comm -12 "$work/functions" "$work/macros" | sed "s/.*/#pragma redefine_extname & $prefix&/"
echo '#endif'
