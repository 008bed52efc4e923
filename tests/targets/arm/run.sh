# SPDX-License-Identifier: MIT
#
# Bare metal, under qemu: a Cortex-M3 whose timer interrupt pushes into inboxes and
# takes out of one, while the main loop does. Once with load and store exclusive,
# once as ARMv6-M, where the port keeps interrupts out. Then one that changes each
# container that has loops by hand, and slotpool, while the main loop walks over it,
# locked step by step. And with faults planted, which must be seen.
. scripts/script-check.sh

cross=arm-none-eabi-gcc
if ! command -v $cross >/dev/null 2>&1 ||
	! command -v qemu-system-arm >/dev/null 2>&1; then
	echo 'skip: no arm-none-eabi-gcc or no qemu-system-arm: nothing is run on bare metal'
	pass
	finish
	exit
fi

# build FOLDER PROGRAM FLAG...
build() {
	(
		cd "$1" || exit
		program=$2
		shift 2
		$cross -std=c99 $WARNINGS -mthumb -ffreestanding -nostdlib \
			-Iinclude -Itests/targets/arm "$@" -T tests/targets/arm/link.ld \
			tests/targets/arm/start.c tests/targets/arm/inbox.c lib/inbox.c \
			lib/bug.c lib/report.c -lgcc -o "$program"
	)
}

# Time passes with the instructions, so that each run is the same.
board() {
	timeout -k 2 20 qemu-system-arm -M lm3s6965evb -nographic -monitor none \
		-serial none -icount shift=5 -semihosting-config \
		enable=on,target=native -kernel "$1" </dev/null
}

m3='-mcpu=cortex-m3'
m0='-mcpu=cortex-m0 -include tests/targets/arm/port.h'
for cpu in "$m3" "$m0"; do
	for how in -O2 -Os '-O1 -DLISH_CHECK=2 -DPERIOD=200' '-O2 -DLISH_CHECK=0'; do
		expect "builds: $cpu $how" \
			build . "$PWD/$WORK/inbox.elf" $cpu $how || continue
		# The exit code is not enough: a fault might lose it.
		board "$WORK/inbox.elf" >"$WORK/output" 2>&1
		if [ $? = 0 ] && grep -aq '^1 passed' "$WORK/output"; then
			pass
			echo "${cpu%% *} $how: $(grep -a buffers "$WORK/output")"
		else
			flunk "runs: $cpu $how" "$WORK/output"
		fi
	done
done

# plant NAME FILE SED CPU: with this fault the run must fail
plant() {
	rm -rf "$WORK/$1"
	mkdir -p "$WORK/$1"
	cp -r include lib tests "$WORK/$1/"
	sed -i "$3" "$WORK/$1/$2"
	if cmp -s "$2" "$WORK/$1/$2"; then
		flunk "the fault $1 is not in $2: the sources look different now"
		return
	fi
	if ! build "$WORK/$1" "$PWD/$WORK/$1.elf" $4 -O2 >"$WORK/output" 2>&1; then
		flunk "$1 does not compile" "$WORK/output"
		return
	fi
	board "$WORK/$1.elf" >"$WORK/output" 2>&1
	if grep -aq '^FAILED' "$WORK/output"; then
		pass
		echo "$1: noticed: $(grep -am1 '^FAILED' "$WORK/output")"
	else
		flunk "$1 is not noticed" "$WORK/output"
	fi
}

# The other containers, which are locked: locked PROGRAM CONTAINER FLAG...
locked() {
	program=$1
	what=$2
	shift 2
	$cross -std=gnu99 $WARNINGS $m3 -mthumb -ffreestanding -nostdlib \
		-ffunction-sections -Wl,--gc-sections -Iinclude -Itests/targets/arm \
		"$@" "-DWHAT=$what" "-DIS_$what" -T tests/targets/arm/link.ld tests/targets/arm/start.c \
		tests/targets/arm/locked.c "$WORK"/lib/*.o -lgcc -o "$program"
}
mkdir -p "$WORK/lib"
for file in $SOURCES; do
	[ $file != lib/report.c ] || continue
	expect "compiles: $file" $cross -std=c99 $WARNINGS $m3 -mthumb -O2 \
		-ffreestanding -ffunction-sections -fdata-sections -Iinclude -c "$file" \
		-o "$WORK/lib/$(echo "$file" | tr / _).o"
done
for what in walklist slotpool; do
	for how in -O2 '-Os -DLISH_CHECK=2 -DPERIOD=200 -DWANTED=2000' \
		'-O1 -DLISH_CHECK=0'; do
		expect "builds: $what $how" \
			locked "$WORK/locked.elf" $what -DLOCK $how || continue
		board "$WORK/locked.elf" >"$WORK/output" 2>&1
		if [ $? = 0 ] && grep -aq '^1 passed' "$WORK/output"; then
			pass
			echo "$what, locked per step, $how: $(grep -a steps "$WORK/output")"
		else
			flunk "runs: $what $how" "$WORK/output"
		fi
	done
	# Without the lock. Whether the interrupt hits a bad moment hangs on where the
	# code's cycles fall: so from other beginnings, until it does.
	noticed=
	for period in 60 41 73 29; do
		expect "builds: $what without a lock" locked "$WORK/locked.elf" \
			$what -O2 -DPERIOD=$period || continue
		board "$WORK/locked.elf" >"$WORK/output" 2>&1
		noticed=$(grep -am1 '^FAILED' "$WORK/output") && break
	done
	if [ -n "$noticed" ]; then
		pass
		echo "$what without the lock: noticed: $noticed"
	else
		flunk "$what without the lock is not noticed" "$WORK/output"
	fi
done

plant push_torn lib/inbox.c \
	'/^LISH_.*inbox_push(/,/^}/s/^	while (!lish_atomic_cas_release.*/	while (0); lish_atomic_store(\&box->pushed, (uintptr_t)node);/' \
	"$m3"
plant zero_late include/linux-ish/inbox.h \
	'/^LISH_INLINE bool inbox_unlink_/,/^}/s/lish_atomic_store(&node->next, 0);//' \
	"$m3"
plant interrupts_come tests/targets/arm/port.h 's/cpsid i//' "$m0"
finish
