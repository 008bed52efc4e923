#!/bin/busybox sh
# SPDX-License-Identifier: MIT
#
# The first and only program of the kernel that boot.sh starts: loads the modules,
# one part after the other, and says "boot: done" before it leaves. On the kernel's
# command line: parts=A,B,...; plant=1, which must not go unnoticed; bug=0 or bug=1, which
# is linux-ish.ko's own.
/bin/busybox mkdir -p /proc /sys /dev
/bin/busybox mount -t proc proc /proc
/bin/busybox mount -t sysfs sys /sys
/bin/busybox mount -t devtmpfs dev /dev 2>/dev/null
exec >/dev/console 2>&1
PATH=/bin
parts=
plant=0
bug=
for word in $(busybox cat /proc/cmdline); do
	case $word in
	parts=*) parts=$(echo "${word#parts=}" | busybox tr , ' ') ;;
	plant=*) plant=${word#plant=} ;;
	bug=*) bug=$word ;;
	esac
done

# try WHAT COMMAND...: what came of it is told to whoever reads the log
try() {
	what=$1
	shift
	busybox "$@"
	echo "boot: $what: $?"
}

# busy MODULE: waits until it has freed some connections, however slow the machine is
busy() {
	for second in $(busybox seq 60); do
		busybox sleep 1
		[ "$(busybox cat "/sys/module/$1/parameters/freed")" -gt 50 ] && break
	done
}

echo 'boot: begun'
try 'load linux-ish' insmod /linux-ish.ko $bug
for part in $parts; do
	case $part in
	replay)
		try "load replay" insmod /lish_replay.ko
		try "unload replay" rmmod lish_replay
		;;
	conns)
		try "load conns" insmod /conns.ko
		busy conns
		try "unload conns" rmmod conns
		;;
	*)
		try "load $part" insmod /lish_user.ko "part=$part" "plant=$plant"
		# Who is used stays.
		[ "$part" = use ] && try 'unload linux-ish in use' rmmod linux_ish
		try "unload $part" rmmod lish_user
		;;
	esac
done
try 'unload linux-ish' rmmod linux_ish
# It has the library inside.
if [ -e /game.ko ]; then
	try 'load game' insmod /game.ko
	busy game
	try 'unload game' rmmod game
fi
echo 'boot: done'
busybox reboot -f
