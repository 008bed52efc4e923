#!/bin/sh
# SPDX-License-Identifier: MIT
#
# worst.sh [BUILD...] - instructions and stack of every call, on a Cortex-M3 in qemu
#
# A build is CORE-OPTIMISATION-LEVEL, as m3-Os-1, or m0-O2-trap; without one all eight
# are measured. The code of an M0 runs on the M3, which knows all of its instructions.
# Prints lines as meter.h says, with the instructions in place of ticks, and after them
# the stack that stack.awk finds:
#
#	build|name|setting|grows|largest|sum|runs|stack used|stack possible
#
# WORK is a folder for what is made; EXTRA more flags.
set -u
here=tests/targets/worst
work=${WORK:-build/worst}
cross=arm-none-eabi
# Without the files that no call here needs.
sources=$(sed -n 's/^lish-y [:+]= //p' Kbuild | tr ' ' '\n' | sed 's/\.o$/.c/' |
	grep -v -E '/(caller|world|save)\.c$|/compat/')
jobs=${JOBS:-$(nproc 2>/dev/null || echo 1)}

measure() {
	dir=$work/$1
	rm -rf "$dir"
	mkdir -p "$dir"
	core=${1%%-*}
	rest=${1#*-}
	flags="-mcpu=cortex-$core -mthumb -${rest%-*} -std=gnu99 -ffreestanding
		-ffunction-sections -fdata-sections -fno-common -fno-ipa-icf
		-fstack-usage -Iinclude -Itests/targets/arm -I$here ${EXTRA-}"
	[ "$core" = m3 ] || flags="$flags -include tests/targets/arm/port.h"
	[ "${rest#*-}" = 1 ] || flags="$flags -DLISH_TRAP"
	for file in $sources $here/*.c tests/targets/arm/start.c; do
		object=$(echo "${file%.c}.o" | tr / _)
		echo "$file -o $dir/$object"
	done | xargs -P "$jobs" -L 1 $cross-gcc $flags -c || return
	$cross-ar rcs "$dir/lib.a" "$dir"/lib_*.o
	$cross-gcc -mcpu=cortex-"$core" -mthumb -nostdlib -Wl,--gc-sections \
		-T tests/targets/arm/link.ld "$dir"/tests_*.o "$dir/lib.a" -lgcc \
		-o "$dir/worst.elf" || return
	timeout -k 2 60 qemu-system-arm -M lm3s6965evb -nographic -monitor none \
		-serial none -icount shift=8 -semihosting-config \
		enable=on,target=native -kernel "$dir/worst.elf" \
		</dev/null >"$dir/ticks" 2>&1
	grep -aqx "1 passed" "$dir/ticks" || {
		grep -a FAILED "$dir/ticks"
		return 1
	} >&2
	cat "$dir"/*.su >"$dir/su"
	roots=$($cross-nm "$dir/worst.elf" | sed -n 's/.* \(call_[a-z]\)/\1/p')
	$cross-objdump -d --no-show-raw-insn "$dir/worst.elf" |
		awk -v su="$dir/su" -v roots="$(echo $roots)" \
			-f tests/targets/footprint/stack.awk >"$dir/stacks"
	awk -F '|' -v build="$1" '
	NR == FNR {
		split($0, part, " ")
		possible[part[1]] = part[2]
		next
	}
	NF == 7 {
		call = "call_" $1
		sub(/^lowest_/, "", $1)
		printf "%s|%s|%s|%s|%d|%d|%d|%d|%d\n", build, $1, $2, $3,
			$4 * 5 / 32 + 0.5, $5 * 5 / 32 + 0.5, $6, $7,
			possible[call]
	}' "$dir/stacks" "$dir/ticks"
}

for build in ${*:-m3-Os-1 m3-O2-1 m0-Os-1 m0-O2-1 \
	m3-Os-trap m3-O2-trap m0-Os-trap m0-O2-trap}; do
	measure "$build" || exit 1
done
