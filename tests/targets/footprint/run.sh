# SPDX-License-Identifier: MIT
#
# What is linked on small machines: how many bytes, and that neither stdio, malloc,
# growth nor strings come along where nobody asked for them. Each check is also
# tried on something that it must refuse.
. scripts/script-check.sh

# refuse WHAT COMMAND...: the command must fail
refuse() {
	what=$1
	shift
	if "$@" >"$WORK/output" 2>&1; then
		flunk "$what is not noticed" "$WORK/output"
	else
		pass
	fi
}

# The library for this machine, with a switch each, in one file of objects.
config='#define LISH_NO_STDIO
#define LISH_NO_MALLOC
#define LISH_TRAP'
echo "$config" >"$WORK/config.h"
# needs FILES FLAG...: what these files of the library ask for
needs() {
	rm -rf "$WORK/objects"
	mkdir -p "$WORK/objects"
	files=$1
	shift
	for file in $files; do
		"${COMPILERS%% *}" -std=c99 $WARNINGS -O1 -Iinclude "$@" \
			-c "$file" -o "$WORK/objects/$(echo "$file" | tr / _).o" ||
			return 1
	done
	nm -u "$WORK"/objects/*.o | awk '{ print $2 }' | sort -u >"$WORK/needs"
}
lacks() {
	! grep -E "^($1)\$" "$WORK/needs"
}
stdio='fprintf|stderr|printf|puts|abort|__fprintf_chk|fwrite'
malloc='malloc|free|realloc|calloc|aligned_alloc|mmap|munmap|mremap'
system='lib/report.c lib/mem.c lib/bug.c'
expect 'the library compiles' needs "$system"
refuse 'a library with stdio' lacks "$stdio"
refuse 'a library with malloc' lacks "$malloc"
expect 'it compiles with LISH_NO_STDIO' needs "$system" -DLISH_NO_STDIO
expect 'without stdio' lacks "$stdio"
refuse 'a library with malloc, but without stdio' lacks "$malloc"
expect 'it compiles with LISH_NO_MALLOC' needs "$system" -DLISH_NO_MALLOC
expect 'without malloc' lacks "$malloc"
refuse 'a library with stdio, but without malloc' lacks "$stdio"
expect 'it compiles with LISH_HOSTED=0' needs "$SOURCES" -DLISH_HOSTED=0
expect 'without either' lacks "$stdio|$malloc"
expect 'it compiles with a LISH_CONFIG_H' needs "$SOURCES" \
	"-DLISH_CONFIG_H=\"$PWD/$WORK/config.h\""
expect 'without either, as the header says' lacks "$stdio|$malloc"
# named: no name of one of our functions, nor a word for a reason
nameless() {
	! cat "$@" | strings -n 6 |
		grep -E '^(ilist|walklist|ihash|locklist|dense|rwarray|iheap|ipool|densepool|listpool|slotpool|inbox)_[a-z_]*[a-z]$| was never | is in no '
}
rm -f "$WORK/text"
for object in "$WORK"/objects/*.o; do
	objcopy -O binary -j '.rodata*' "$object" "$WORK/rodata" 2>/dev/null &&
		cat "$WORK/rodata" >>"$WORK/text"
done
expect 'and without names and words' nameless "$WORK/text"
expect 'it compiles' needs "$system lib/reason.c lib/ilist.c"
for object in "$WORK"/objects/*.o; do
	objcopy -O binary -j '.rodata*' "$object" "$WORK/rodata" 2>/dev/null &&
		cat "$WORK/rodata" >>"$WORK/text"
done
refuse 'a library with names and words' nameless "$WORK/text"

# guess HOSTED FLAG...: what LISH_HOSTED is
guess() {
	hosted=$1
	shift
	echo '#include <linux-ish/ground/env.h>
	typedef char guess_is_right[LISH_HOSTED == WANTED ? 1 : -1];' |
		"${COMPILERS%% *}" -std=c99 -Iinclude -fsyntax-only \
			"-DWANTED=$hosted" "$@" -x c -
}
bare='-U__unix__ -U__linux__ -U_WIN32 -U__APPLE__'
expect 'an operating system is found' guess 1
expect 'with -ffreestanding there is none' guess 0 -ffreestanding
expect 'with LISH_HOSTED=0 there is none' guess 0 -DLISH_HOSTED=0
expect 'no macro of a system: there is none' guess 0 $bare
expect 'but LISH_HOSTED=1 has the last word' guess 1 $bare -DLISH_HOSTED=1
expect 'with -ffreestanding too' guess 1 -ffreestanding -DLISH_HOSTED=1
for system in __ORBIS__ __PROSPERO__ __NX__ __wasi__ ESP_PLATFORM; do
	expect "$system is a system" guess 1 $bare "-D$system"
done

# On AVR a string takes RAM.
nameless_avr() {
	echo '#include <linux-ish/ground/env.h>' |
		clang --target=avr -mmcu=atmega328p -ffreestanding -Iinclude "$@" \
			-E -dM -x c - 2>/dev/null | grep -q 'LISH_REPORT 1$'
}
if clang -print-targets 2>/dev/null | grep -qw avr; then
	expect 'AVR has no strings' nameless_avr
	refuse 'AVR with LISH_STRINGS' nameless_avr -DLISH_STRINGS
else
	echo 'skip: no clang for AVR: its defaults are not looked at'
fi

cross=arm-none-eabi
if ! command -v $cross-gcc >/dev/null 2>&1; then
	echo 'skip: no arm-none-eabi-gcc: no footprint is looked at'
	finish
	exit
fi

# with_libc NAME FLAG...: a program and the library, by a compiler that calls itself
# hosted, linked with its libc
with_libc() {
	name=$1
	shift
	$cross-gcc -mcpu=cortex-m0 -mthumb -std=c99 -Os $WARNINGS \
		-include tests/targets/arm/port.h -ffunction-sections -fdata-sections \
		-Iinclude -Itests/targets/footprint "$@" tests/targets/footprint/programs/ipool.c \
		tests/targets/footprint/main.c $SOURCES --specs=nosys.specs \
		-Wl,--gc-sections -nostartfiles -Wl,-e,main \
		-o "$WORK/$name" 2>"$WORK/$name.err" || {
		cat "$WORK/$name.err"
		return 1
	}
	$cross-nm "$WORK/$name" | awk '{ print $NF }' | sort -u >"$WORK/needs"
}
libc='.*printf.*|_*malloc(_r)?|_*free(_r)?|_*sbrk(_r)?|_*write(_r)?'
if echo '#include <stdio.h>' | $cross-gcc -fsyntax-only -x c - 2>/dev/null; then
	expect 'a compiler for bare metal' with_libc small
	expect 'nothing of libc comes along' lacks "$libc"
	expect 'with LISH_HOSTED=0' with_libc small -DLISH_HOSTED=0
	expect 'nothing of libc comes along either' lacks "$libc"
	expect 'with LISH_HOSTED=1' with_libc big -DLISH_HOSTED=1
	refuse 'what that links' lacks "$libc"
else
	echo 'skip: no newlib: no hosted compiler for bare metal is tried'
fi

# Without growth, hooks and poison, and the library that divides.
growth='lish_parray_resize_ pool_chunks_grow_ pool_watch_free_ lish_mem_default lish_array_resize_
ipool_zalloc_entry slotpool_fit_ slotpool_order_ densepool_fit_'
names_of_growth=$(echo $growth __aeabi_uidiv __udivsi3 | tr ' ' '|')
WORK="$WORK/sizes" LOOPS=' ' sh tests/targets/footprint/footprint.sh cortex-m0 >"$WORK/sizes.new" \
	2>"$WORK/output" || flunk 'the footprint is not measured' "$WORK/output"
for program in ihash dense rwarray iheap ipool slotpool densepool listpool; do
	for level in 0 1 trap; do
		$cross-nm "$WORK/sizes/cortex-m0/$program-$level" |
			awk '{ print $NF }' >"$WORK/needs"
		expect "a fixed $program at level $level links no growth" \
			lacks "$names_of_growth"
	done
done
# Names are no part of a program that traps, nor is a report.
expect 'LISH_TRAP: no report is linked' sh -c "! $cross-nm \
	'$WORK/sizes/cortex-m0/slotpool-trap' | grep -q lish_report"
for level in full 1 trap; do
	$cross-objcopy -O binary -j .rodata \
		"$WORK/sizes/cortex-m0/slotpool-$level" "$WORK/text-$level"
done
expect 'nor a name' nameless "$WORK/text-trap"
expect 'nor in a brief report' nameless "$WORK/text-1"
refuse 'a program with names' nameless "$WORK/text-full"
$cross-nm "$WORK/sizes/cortex-m0/lib1.a" 2>/dev/null | awk '{ print $NF }' \
	>"$WORK/needs"
for name in $growth; do
	refuse "the library without $name" lacks "$name"
done

# within LIMITS: no program takes more than 2 % and 8 bytes above its limit
within() {
	awk 'NR == FNR {
		if ($1 != "#") {
			flash[$1, $2] = $3
			ram[$1, $2] = $4
			stack[$1, $2] = $5
			limits++
		}
		next
	}
	function check(what, is, limit) {
		if (is > limit * 1.02 + 8) {
			printf "%s at level %s: %d bytes of %s, %d are allowed\n",
				$2, $3, is, what, limit
			bad = 1
		}
	}
	{
		if (!(($2, $3) in flash)) {
			print $2 ": no limit"
			bad = 1
		}
		check("flash", $4, flash[$2, $3])
		check("RAM", $5, ram[$2, $3])
		check("stack", $8, stack[$2, $3])
		programs++
	}
	END { exit bad || programs < 20 || limits != programs }' \
		"$1" "$WORK/sizes.new"
}
limits=tests/targets/footprint/limits
version=$($cross-gcc -dumpversion)
if grep -qx "# $version" $limits; then
	expect 'no program is larger than before ("make footprint" sets that)' \
		within $limits
	awk '$1 == "ipool" && $2 == 1 { $3 -= 40 } { print }' $limits \
		>"$WORK/limits"
	refuse 'an ipool that is too large' within "$WORK/limits"
	awk '$1 == "walklist" && $2 == 0 { $5 -= 20 } { print }' $limits \
		>"$WORK/limits"
	refuse 'a walklist that takes too much stack' within "$WORK/limits"
	awk '$1 == "dense" { next } { print }' $limits >"$WORK/limits"
	refuse 'a program without a limit' within "$WORK/limits"
else
	echo "skip: arm-none-eabi-gcc $version is not that of the limits: sizes are not compared"
fi
finish
