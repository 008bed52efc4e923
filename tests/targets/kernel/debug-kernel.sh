#!/bin/sh
# SPDX-License-Identifier: MIT
#
# debug-kernel.sh FOLDER - a small kernel that watches, of Debian's sources
#
# KASAN, lockdep, UBSAN, and a report of calls that may sleep where they must not.
# WATCH=KCSAN: KCSAN instead of KASAN, in FOLDER-kcsan; gcc 11, clang 12, or later.
# Prints where it was built; ten minutes of two cores, once.
set -eu
folder=$1
case ${WATCH:-KASAN} in
KCSAN)
	folder=$folder-kcsan
	watch='KCSAN KCSAN_STRICT'
	;;
*) watch='KASAN KASAN_GENERIC KASAN_OUTLINE KASAN_VMALLOC' ;;
esac
# Not of the make that started this, nor for its compiler.
unset MAKEFLAGS MFLAGS
archive=$(ls /usr/src/linux-source-*.tar.xz 2>/dev/null | sort -V | tail -n 1)
if [ -z "$archive" ]; then
	echo 'there is no /usr/src/linux-source-*.tar.xz: install linux-source' >&2
	exit 1
fi
for tool in flex bison bc xz; do
	command -v $tool >/dev/null 2>&1 && continue
	echo "a kernel is not built without $tool" >&2
	exit 1
done
name=$(basename "$archive" .tar.xz)
tree=$folder/$name
if [ ! -e "$tree/arch/x86/boot/bzImage" ] || [ ! -e "$tree/Module.symvers" ]; then
	mkdir -p "$folder"
	rm -rf "$tree"
	tar -C "$folder" -xf "$archive"
	cd "$tree"
	make -s tinyconfig >/dev/null 2>&1
	for option in 64BIT SMP MODULES MODULE_UNLOAD BLK_DEV_INITRD RD_GZIP \
		BINFMT_ELF BINFMT_SCRIPT PRINTK PRINTK_TIME TTY SERIAL_8250 \
		SERIAL_8250_CONSOLE PROC_FS SYSFS DEVTMPFS FUTEX MULTIUSER EXPERT \
		HIGH_RES_TIMERS HZ_1000 KALLSYMS BUG DEBUG_KERNEL SLUB ACPI PCI \
		UNWINDER_FRAME_POINTER CC_OPTIMIZE_FOR_PERFORMANCE PREEMPT \
		STACKTRACE PROVE_LOCKING DEBUG_ATOMIC_SLEEP DEBUG_LIST UBSAN $watch; do
		scripts/config -e $option
	done
	# SLOB has no memory for KASAN.
	scripts/config -d SLOB -d CC_OPTIMIZE_FOR_SIZE --set-val FRAME_WARN 2048 \
		--set-val KCSAN_SKIP_WATCH 500
	make -s olddefconfig >/dev/null 2>&1
	for option in $watch PROVE_LOCKING DEBUG_ATOMIC_SLEEP UBSAN MODULES SMP; do
		grep -qx "CONFIG_$option=[my]" .config && continue
		echo "the kernel cannot be configured with $option" >&2
		exit 1
	done
	make -s "-j${JOBS:-$(nproc)}" bzImage modules >build.log 2>&1 || {
		tail -n 20 build.log >&2
		exit 1
	}
	cd - >/dev/null
fi
echo "$tree"
