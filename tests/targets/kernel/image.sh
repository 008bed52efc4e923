#!/bin/sh
# SPDX-License-Identifier: MIT
#
# image.sh RELEASE [FOLDER]	- prints where an image of that kernel is; fails if nowhere
# image.sh --release FOLDER	- prints of which kernel a build folder is
# image.sh --fetch	- fetches one for each kernel whose headers are installed
#
# An image is in /boot if that kernel is installed, or in the folder it was built in.
# Else it is taken out of Debian's package, which is not installed for that: a boot
# loader must not learn of it.
set -u
cd "$(dirname "$0")/../../.." || exit
images=build/kernel-images

find_image() {
	for file in "/lib/modules/$1/build/arch/x86/boot/bzImage" \
		"${2-/none}/arch/x86/boot/bzImage" "/boot/vmlinuz-$1" \
		"$images/vmlinuz-$1"; do
		[ -r "$file" ] && echo "$file" && return
	done
	return 1
}

fetch() {
	mkdir -p "$images/deb" && cd "$images/deb" || return
	# apt's own user may not write here, which it says at length.
	apt-get download -qq -o APT::Sandbox::User="$(id -un)" "linux-image-$1" &&
		dpkg-deb --fsys-tarfile "linux-image-$1"_*.deb |
		tar -x -O "./boot/vmlinuz-$1" >"../vmlinuz-$1.new" &&
		mv "../vmlinuz-$1.new" "../vmlinuz-$1"
	status=$?
	rm -f "linux-image-$1"_*.deb "../vmlinuz-$1.new"
	cd ../../..
	return $status
}

if [ "$1" = --release ]; then
	sed -n 's/^#define UTS_RELEASE "\(.*\)"/\1/p' \
		"$2/include/generated/utsrelease.h"
	exit
fi
if [ "$1" != --fetch ]; then
	find_image "$@"
	exit
fi
for kernel in /lib/modules/*/build; do
	[ -e "$kernel/Makefile" ] || continue
	release=$(tests/targets/kernel/image.sh --release "$kernel")
	find_image "$release" >/dev/null && continue
	echo "fetching an image of $release"
	fetch "$release" || echo "skip: there is no image of $release to be had"
done
