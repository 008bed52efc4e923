# SPDX-License-Identifier: MIT
#
# What interrupts call, in one section: scripts/isr-sections.sh writes the list, as firmware.rst
# says, and each call in the linked program stays in the section. For a Cortex-M3.
. scripts/script-check.sh

arm=arm-none-eabi-gcc
if ! command -v $arm >/dev/null 2>&1; then
	echo "skip: no $arm" >&2
	pass
	finish
	exit
fi
page=Documentation/firmware.rst

# The functions and the lines of the linker script that the page names.
functions=$(sed -n '/isr-sections.sh/,/>isr.ld/p' $page | tr -d '\\' |
	sed -e 's/.*--//' -e 's/>.*//' | tr '\n' ' ')
{
	echo 'MEMORY { ITCM (rx) : ORIGIN = 0, LENGTH = 64K'
	echo 'FLASH (rx) : ORIGIN = 0x8000000, LENGTH = 256K'
	echo 'RAM (rw) : ORIGIN = 0x20000000, LENGTH = 64K }'
	echo 'ENTRY(interrupt) SECTIONS {'
	sed -n '/^   \.itcm : {/,/}/p' $page
	echo '.text : { *(.text*) *(.rodata*) } > FLASH'
	echo '.ARM.exidx : { *(.ARM.exidx*) } > FLASH'
	echo '.data : { *(.data*) } > RAM AT> FLASH'
	echo '.bss (NOLOAD) : { *(.bss*) } > RAM }'
} >"$WORK/link.ld"
expect 'the page has functions and a section' sh -c "
	[ $(echo "$functions" | wc -w) -ge 10 ] && grep -q 'INCLUDE isr.ld' '$WORK/link.ld'"

# leaves PROGRAM: the calls and jumps that leave .itcm, and are no refusal; and functions of the
# list that do not lie there. The linker's veneer of a far call has the name of its target.
leaves() {
	arm-none-eabi-objdump -d -j .itcm "$1" | awk -v functions="$functions" '
	/^[0-9a-f]+ <.*>:$/ {
		in_it = $2
		gsub(/[<>:]/, "", in_it)
		here[in_it] = 1
		next
	}
	# A branch ends in the name of its target, except one by a pointer.
	$NF ~ /^<.*>$/ && /\t(b|bl|b[a-z][a-z]|blx|cbn?z)(\.[nw])?\t/ {
		target = $NF
		gsub(/[<>]|\+0x[0-9a-f]+/, "", target)
		goes[in_it " " target] = target
	}
	END {
		for (edge in goes) {
			target = goes[edge]
			real = target
			if (sub(/_veneer$/, "", real))
				sub(/^__/, "", real)
			else if (target in here)
				continue
			if (real !~ /^lish_refuse_$|_why_(not|dead)_$|_reason_$/)
				print edge
		}
		count = split(functions, names, " ")
		for (i = 1; i <= count; i++)
			if (!(names[i] in here))
				print names[i], "is outside"
	}'
}

# image LIST PROGRAM: links with this list of sections
image() {
	cp "$1" "$WORK/isr.ld"
	$arm -mcpu=cortex-m3 -mthumb -nostdlib -Wl,--gc-sections -L "$WORK" -T "$WORK/link.ld" \
		"$WORK/program.o" "$WORK"/lib/*.o -lgcc -o "$2"
}

for how in -Os -O2 '-Os -DLISH_REPORT=0' '-O1 -DLISH_CHECK=0'; do
	[ -z "$SHORT" ] || [ "$how" = -Os ] || continue
	rm -rf "$WORK/lib"
	mkdir "$WORK/lib"
	for file in $SOURCES tests/build/sections/program.c; do
		case $file in
		lib/report.c | lib/unwind.c | lib/caller.c | lib/save.c | lib/sort.c) continue ;;
		tests/*) object=$WORK/program.o ;;
		*) object=$WORK/lib/$(echo "$file" | tr / _).o ;;
		esac
		expect "compiles: $file $how" $arm -std=c99 $WARNINGS -mcpu=cortex-m3 -mthumb $how \
			-ffreestanding -ffunction-sections -fdata-sections -Iinclude -c "$file" \
			-o "$object"
	done
	if ! scripts/isr-sections.sh arm-none-eabi-objdump "$WORK"/lib/*.o -- $functions \
		>"$WORK/list" 2>"$WORK/output"; then
		flunk "the list ($how)" "$WORK/output"
		continue
	fi
	expect "links ($how)" image "$WORK/list" "$WORK/program.elf"
	leaves "$WORK/program.elf" >"$WORK/left"
	if [ -s "$WORK/left" ]; then
		flunk "calls leave the section ($how)" "$WORK/left"
	else
		pass
	fi
	# A private function that the list does not have is found.
	grep -v 'lish_walk_gone_)' "$WORK/list" >"$WORK/short"
	expect "links without one ($how)" image "$WORK/short" "$WORK/planted.elf"
	expect "one that is missing is found ($how)" sh -c "
		! cmp -s '$WORK/list' '$WORK/short'"
	leaves "$WORK/planted.elf" >"$WORK/left"
	expect "by the call that leaves ($how)" grep -q 'lish_walk_gone_' "$WORK/left"
done
expect 'an unknown function is an error' sh -c "
	! scripts/isr-sections.sh arm-none-eabi-objdump $WORK/lib/*.o -- inbox_pish"
finish
