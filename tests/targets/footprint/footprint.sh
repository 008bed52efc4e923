#!/bin/sh
# SPDX-License-Identifier: MIT
#
# footprint.sh [TARGET...] - how many bytes each container takes of a small machine
#
# Links small programs against the library, for each target whose compiler is here,
# at check level 0 and 1 with brief reports, and on the Cortex-M0 at level 1 with full reports
# and with LISH_TRAP, and with LISH_TRAP at level 0, and prints one line for each; the levels of
# the last three are "full", "trap" and "bare":
#
#   target program level flash ram head node stack loop
#
# flash and ram are what the program takes more than one that has no container;
# head and node are sizes of structs; stack is the most that one of its calls takes,
# hooks and the report hook's own not counted; loop is the flash of one more loop.
# WORK is a folder for what is made; PROGRAMS only some of them; EXTRA more flags;
# LOOPS=' ' leaves out loop.
set -u
here=tests/targets/footprint
work=${WORK:-build/footprint}
flags="-Os -std=gnu99 -ffreestanding -ffunction-sections -fdata-sections
	-fno-common -fno-ipa-icf -fstack-usage -Iinclude -I$here ${EXTRA-}"
programs=${PROGRAMS:-$(cd $here/programs && ls ./*.c | sed 's,^\./,,; s/\.c$//')}

# The list of BSD needs no libc, but not every libc has it.
mkdir -p "$work/sys"
for queue in /usr/include/*/sys/queue.h /usr/include/sys/queue.h; do
	[ -e "$queue" ] && cp "$queue" "$work/sys/" && break
done
echo >"$work/sys/cdefs.h"

# compiler and flags of a target
target() {
	case $1 in
	cortex-m0) cross=arm-none-eabi cpu='-mcpu=cortex-m0 -mthumb'
		port='-include tests/targets/arm/port.h' ;;
	cortex-m4) cross=arm-none-eabi cpu='-mcpu=cortex-m4 -mthumb' port='' ;;
	rv32) cross=riscv64-unknown-elf
		cpu='-march=rv32imac -mabi=ilp32' port='' ;;
	avr) cross=avr cpu='-mmcu=atmega2560' port='' ;;
	*) echo "footprint: no target $1" >&2; exit 2 ;;
	esac
}

# compile FILE OBJECT FLAG...
compile() {
	file=$1 object=$2
	shift 2
	# Where the compiler is old, -Wno-... of newer ones are not known.
	$cross-gcc $cpu $port $flags "-I$work" "$@" -c "$file" -o "$object"
}

# flash and ram of a linked program
sizes() {
	$cross-size -A "$1" | awk '
	$1 ~ /^\.(text|rodata|srodata|init|fini|ARM\.ex|eh_frame|vectors|data|sdata|init_array)/ {
		flash += $2 }
	$1 ~ /^\.(data|sdata|bss|sbss|noinit)/ { ram += $2 }
	END { print flash + 0, ram + 0 }'
}

# The deepest stack of the program's calls
stack() {
	$cross-objdump -d --no-show-raw-insn "$1" |
		awk -v su="$2" -v roots='put take walk' -f $here/stack.awk |
		awk '$2 > most { most = $2 } END { print most + 0 }'
}

# link PROGRAM OBJECT MAIN, with the library $from
link() {
	$cross-gcc $cpu -nostdlib -nostartfiles -Wl,--gc-sections -Wl,-e,main \
		-Wl,-u,memset -Wl,-u,memcpy -Wl,-u,memmove -Wl,-z,noexecstack \
		"$2" "$3" "$dir/$from.a" -lgcc -o "$1" 2>"$dir/link.err" ||
		{ cat "$dir/link.err" >&2; return 1; }
}

# library NAME FLAG...: $dir/NAME.a
library() {
	name=$1
	shift
	mkdir -p "$dir/$name"
	for file in $(sed -n 's/^lish-y [:+]= //p' Kbuild | sed 's/\.o/.c/g'); do
		compile "$file" "$dir/$name/$(echo "$file" | tr / _).o" "$@" ||
			return 1
	done
	$cross-ar rcs "$dir/$name.a" "$dir/$name"/*.o
}

measure() {
	dir=$work/$1
	target "$1"
	if ! command -v $cross-gcc >/dev/null 2>&1; then
		echo "skip: no $cross-gcc: no footprint on $1" >&2
		return
	fi
	rm -rf "$dir"
	library lib0 -DLISH_CHECK=0 && library lib1 -DLISH_CHECK=1 || return 1
	levels='0 1'
	if [ "$1" = cortex-m0 ]; then
		library full -DLISH_REPORT=2 && library trap -DLISH_TRAP &&
			library bare -DLISH_TRAP -DLISH_CHECK=0 || return 1
		levels="$levels full trap bare"
	fi
	for n in 1 2 5; do
		compile $here/main.c "$dir/main-$n.o" -DLOOPS=$n \
			-fno-tree-loop-distribute-patterns || return 1
	done
	empty=''
	for program in nothing $programs; do
		[ -n "$empty" ] && [ "$program" = nothing ] && continue
		for level in $levels; do
			object=$dir/$program-$level.o
			from=lib$level
			flag=-DLISH_CHECK=$level
			case $level in
			full) from=full flag=-DLISH_REPORT=2 ;;
			trap) from=trap flag=-DLISH_TRAP ;;
			bare) from=bare flag='-DLISH_TRAP -DLISH_CHECK=0' ;;
			esac
			compile "$here/programs/$program.c" "$object" $flag ||
				return 1
			link "$dir/$program-$level" "$object" "$dir/main-1.o" ||
				return 1
			set -- $(sizes "$dir/$program-$level")
			if [ "$program" = nothing ]; then
				empty="$1 $2"
				break
			fi
			flash=$(($1 - ${empty% *}))
			ram=$(($2 - ${empty#* }))
			set -- $($cross-nm -S -t d "$object" | awk '
				$4 == "footprint_head" { head = $2 + 0 }
				$4 == "footprint_node" { node = $2 + 0 }
				END { print head, node }')
			cat "$dir/$from"/*.su "$dir/main-1.su" "${object%.o}.su" \
				>"$dir/su"
			deep=$(stack "$dir/$program-$level" "$dir/su")
			for n in ${LOOPS:-2 5}; do
				compile "$here/programs/$program.c" "$object" \
					$flag -DLOOPS=$n || return 1
				link "$dir/loops" "$object" "$dir/main-$n.o" ||
					return 1
				set -- "$@" $(sizes "$dir/loops")
			done
			echo "${dir##*/} $program $level $flash $ram $1 $2 $deep" \
				$(((${5-0} - ${3-0} + 1) / 3))
			# By hand nothing is checked.
			grep -q '<linux-ish/' "$here/programs/$program.c" ||
				break
		done
	done
}

for name in ${*:-cortex-m0 cortex-m4 rv32 avr}; do
	measure "$name" || exit 1
done
