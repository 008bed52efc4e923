#!/bin/sh
# SPDX-License-Identifier: MIT
#
# boot.sh IMAGE MODULES DATA LOG PARTS [WORD...] - a kernel in qemu
#
# The kernel IMAGE boots with the modules in the folder MODULES and the histories in
# DATA, does PARTS (init.sh) and ends; LOG is all it said. WORDs go to the kernel.
set -eu
image=$1
modules=$2
data=$3
log=$4
parts=$5
shift 5
here=${0%/*}
root=$log.root
rm -rf "$root"
mkdir -p "$root/bin" "$root/data"
cp "$(command -v busybox)" "$root/bin/busybox"
cp "$modules"/*.ko "$root/"
cp "$data"/*.txt "$root/data/"
cp "$here/init.sh" "$root/init"
chmod +x "$root/init"
(cd "$root" && find . | cpio -o -H newc --quiet | gzip -1) >"$log.initrd"
rm -rf "$root"
# Not by KVM, which is not to be had everywhere and hangs in places where it seems so.
# Expedited: each change of the report hook waits for all readers.
# A kernel that does not come as far as its first program has done nothing of what is
# tried here: it is started again, which is told. What it does from there on counts.
for start in 1 2 3; do
	status=0
	timeout -k 2 "${SECONDS_MOST:-600}" qemu-system-x86_64 -accel tcg -smp 2 -m 512 \
		-kernel "$image" -initrd "$log.initrd" -nographic -no-reboot -nic none \
		-append "console=ttyS0 loglevel=7 panic=-1 oops=panic rcupdate.rcu_expedited=1 parts=$parts $*" \
		</dev/null >"$log.raw" 2>&1 || status=$?
	[ $status = 0 ] || echo "boot: qemu: $status" >>"$log.raw"
	# A terminal's escapes and line ends.
	tr -d '\r\000' <"$log.raw" | sed 's/\x1b\[[0-9;?]*[A-Za-z]//g' >"$log"
	grep -q 'boot: begun' "$log" && break
	echo "note: start $start of ${image##*/} came to no program (qemu: $status); its last lines:"
	tail -n 5 "$log" | sed 's/^/    /'
done
rm -f "$log.initrd"
