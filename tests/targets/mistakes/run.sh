# SPDX-License-Identifier: MIT
#
# A report names an address in the user's call, whatever the machine and the optimisation of the
# library: each mistake of mistakes.list, on a Cortex-M0 and an M3 without a system, and on ARM,
# Thumb-2 and RISC-V under Linux. The machines are qemu's. FULL=1: each at more optimisations.
. scripts/script-check.sh
FULL=${FULL-}

here=tests/targets/mistakes

# built FLAG...: the program for the machine. The program is at -O2, so that what is inline is.
built() {
	rm -rf "$WORK/lib"
	mkdir "$WORK/lib"
	for file in $SOURCES; do
		[ "$file" != lib/report.c ] || continue
		echo "$file"
	done | xargs -P 2 -I FILE sh -c '"$@" -c FILE -o "'"$WORK"'/lib/$(echo FILE | tr / _).o"' \
		sh $compile $library_flags -std=gnu99 -g -DLISH_STRINGS -DLISH_OWN_REPORT \
		-ffunction-sections "$@" -Iinclude || return
	$compile $program_flags -std=gnu99 -g -O2 -DLISH_STRINGS -DLISH_OWN_REPORT -Iinclude \
		$here/mistakes.c "$WORK"/lib/*.o $link -o "$WORK/program"
}

# Each mistake was made and reported once or more, and each report lies in its function.
led() {
	timeout -k 2 60 $runner "$WORK/program" </dev/null >"$WORK/said" 2>&1 ||
		{ cat "$WORK/said"; return 1; }
	awk '/^mistake_/ { printf "0x%x\n", $2 }' "$WORK/said" |
		${prefix}addr2line -f -i -a -e "$WORK/program" |
		awk '/^0x/ { if (n++) print all; all = ""; next } { all = all " " $0 } END { print all }' \
		>"$WORK/lines"
	awk -v lines="$WORK/lines" '
		/^made / { made[$2] = 1 }
		/^mistake_/ {
			getline line <lines
			told[$1] = 1
			if (index(line " ", " " $1 " ") == 0) {
				print $0 " is" line
				bad = 1
			}
		}
		END {
			for (name in made)
				if (!told[name]) {
					print name " is not reported"
					bad = 1
				} else
					n++
			print n + 0, "mistakes"
			exit bad || n < 30
		}' "$WORK/said"
}

# machine NAME LEVEL...: of the compiler, linker and runner that are set
machine() {
	name=$1
	shift
	for level in "$@"; do
		if built $level >"$WORK/output" 2>&1; then
			expect "$name $level: each report lies in its function" led
		else
			flunk "$name $level does not compile" "$WORK/output"
		fi
	done
}

# has COMMAND...: all are here; says so if one is not
has() {
	for command in "$@"; do
		command -v "$command" >/dev/null 2>&1 || {
			echo "skip: no $command: its machine's reports are not looked at"
			return 1
		}
	done
}

prefix=arm-none-eabi-
if has ${prefix}gcc qemu-system-arm; then
	link="-nostdlib -T tests/targets/arm/link.ld tests/targets/arm/start.c -lgcc"
	library_flags=
	program_flags='-DBOARD -Wl,--gc-sections'
	for cpu in cortex-m0 cortex-m3; do
		compile="${prefix}gcc -mcpu=$cpu -mthumb -ffreestanding"
		levels='-Og -O2'
		[ $cpu != cortex-m0 ] || {
			compile="$compile -include tests/targets/arm/port.h"
			levels='-O0 -Os'
		}
		[ -z "$FULL" ] || levels='-O0 -Og -O1 -O2 -Os'
		runner="qemu-system-arm -M lm3s6965evb -nographic -monitor none -serial none
			-semihosting-config enable=on,target=native -kernel"
		machine $cpu $levels
	done
fi
library_flags=
program_flags=
link=-static
for kind in 'arm-linux-gnueabihf- qemu-arm-static -marm' \
	'arm-linux-gnueabihf- qemu-arm-static -mthumb' 'riscv64-linux-gnu- qemu-riscv64-static -g'; do
	set -- $kind
	prefix=$1
	has ${prefix}gcc "$2" || continue
	compile="${prefix}gcc $3"
	runner=$2
	levels=-O2
	[ "$3$FULL" = -g ] || [ "$3$FULL" = -marm ] || levels='-Og -O2'
	machine "$1 $3" $levels
done
finish
