#!/bin/sh
# SPDX-License-Identifier: MIT
#
# can-sanitize.sh CC - can this compiler build with ASan and UBSan here?
#
# clang's runtime is a package of its own.
dir=$(mktemp -d) || exit 1
echo 'int main(void) { return 0; }' |
	"$1" -x c - -fsanitize=address,undefined -o "$dir/a" 2>"$dir/log"
status=$?
rm -rf "$dir"
exit $status
