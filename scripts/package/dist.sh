#!/bin/sh
# SPDX-License-Identifier: MIT
#
# dist.sh FOLDER GATES - the release, in FOLDER, which is made empty first: the committed tree as
# a tarball, the library as one file, what the gates said of this commit (GATES/gates.txt, from
# "make gates"), and the checksums of all. From the top of the tree.
set -eu
out=$1
gates=$2/gates.txt
header=include/linux-ish/version.h

# number: that of the version.h on standard input
number() {
	awk '/define LISH_VERSION_(MAJOR|MINOR|PATCH)/ {
		printf "%s%s", dot, $3; dot = "." }'
}

rm -rf "$out"
mkdir -p "$out"
if ! git rev-parse --git-dir >/dev/null 2>&1; then
	echo 'make dist: it takes the committed tree, and this is no git repository' >&2
	exit 1
fi
name=linux-ish-$(git show HEAD:./$header | number)
if git show HEAD:./$header | grep -q '_VERSION_DEV 1'; then
	name=$name-dev
fi
git -c tar.umask=0022 archive --prefix="$name/" HEAD >"$out/$name.tar"
(cd "$out" && tar xf "$name.tar" && gzip -9 -n "$name.tar")
MAKEFLAGS='' COMMIT="$(git rev-parse --short HEAD)" \
	make -s -C "$out/$name" single-header BUILD=build >/dev/null
mv "$out/$name/build/linux-ish.h" "$out/$name/build/linux-ish.hpp" "$out/"
rm -rf "${out:?}/$name"
commit=$(git rev-parse HEAD)
if [ "$(head -n 1 "$gates" 2>/dev/null)" = "commit $commit" ]; then
	cp "$gates" "$out/gates.txt"
else
	printf 'commit %s\nno gate was run\n' "$commit" >"$out/gates.txt"
	echo 'make dist: gates.txt says that no gate was run: make gates, then make dist' >&2
fi
cd "$out"
sum=sha256sum
command -v $sum >/dev/null 2>&1 || sum='shasum -a 256'
$sum "$name.tar.gz" linux-ish.h linux-ish.hpp gates.txt >SHA256SUMS
for file in *; do
	echo "$out/$file"
done
