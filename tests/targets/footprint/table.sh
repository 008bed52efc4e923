#!/bin/sh
# SPDX-License-Identifier: MIT
#
# table.sh SIZES - writes the tables of Documentation/firmware.rst, between their
# marks, and tests/targets/footprint/limits, from what footprint.sh has printed
set -eu
sizes=$1
page=Documentation/firmware.rst
limits=tests/targets/footprint/limits

for cpu in cortex-m0 cortex-m4 rv32 avr; do
	grep -q "^$cpu " "$sizes" || {
		echo "footprint: no figures of $cpu: the table is not changed" >&2
		exit 1
	}
done

awk '
{
	key = $2 " " $3
	flash[key, $1] = $4
	ram[key, $1] = $5
	head[$2, $1] = $6
	node[$2, $1] = $7
	stack[key, $1] = $8
	loop[key, $1] = $9
}
# Level 1 with brief reports, and what level 0, full reports and LISH_TRAP take on the
# Cortex-M0; by hand there are no levels.
function row(label, level,	key) {
	key = label " " level
	printf "%-10s  %7s  %6s  %6s  %6d  %6d  %6d  %6d  %6d  %6d  %5s  %5s  %6d  %6d\n",
		label, level ? flash[label " 0", "cortex-m0"] : "\\-",
		level ? flash[label " trap", "cortex-m0"] : "\\-",
		level ? flash[label " full", "cortex-m0"] : "\\-",
		flash[key, "cortex-m0"], flash[key, "cortex-m4"],
		flash[key, "rv32"], flash[key, "avr"],
		ram[key, "cortex-m0"], ram[key, "avr"],
		head[label, "cortex-m0"], node[label, "cortex-m0"],
		stack[key, "cortex-m0"], loop[key, "cortex-m0"]
}
END {
	line = "==========  =======  ======  ======  ======  ======  ======  ======  ======  ======  =====  =====  ======  ======"
	print line
	print "program     M0,      M0,     M0,     M0      M4      RV32    AVR     RAM     RAM,    head   node   stack   one"
	print "            level 0  traps   full                                            AVR                           loop"
	print line
	n = split("tailq ring slab flags", hand)
	for (i = 1; i <= n; i++)
		row(hand[i], 0)
	n = split("ilist walklist ihash locklist dense rwarray iheap ipool densepool listpool slotpool inbox", ours)
	for (i = 1; i <= n; i++)
		row(ours[i], 1)
	print line
}' "$sizes" >"$sizes.rst"

awk '$1 == "cortex-m0" { flash[$2 " " $3] = $4 }
END {
	line = "=========  ======  ======  ======  ======  ========"
	print line
	print "container  level   level   level   level   level 0,"
	print "           1,      1,      0,      1,      trap"
	print "           full    brief   brief   trap"
	print line
	n = split("ilist walklist slotpool ipool iheap", of)
	for (i = 1; i <= n; i++)
		printf "%-9s  %6d  %6d  %6d  %6d  %8d\n", of[i], flash[of[i] " full"],
			flash[of[i] " 1"], flash[of[i] " 0"], flash[of[i] " trap"],
			flash[of[i] " bare"]
	print line
}' "$sizes" >"$sizes.weights"

awk -v sizes="$sizes.rst" -v weights="$sizes.weights" '
/^\.\. (footprint|weights): begin$/ {
	table = $2 == "weights:" ? weights : sizes
	print
	print ""
	while ((getline line <table) > 0)
		print line
	print ""
	skip = 1
}
/^\.\. (footprint|weights): end$/ { skip = 0 }
!skip { print }
' "$page" >"$sizes.page"
mv "$sizes.page" "$page"

{
	echo '# SPDX-License-Identifier: MIT'
	echo '# What each program of the footprint takes on a Cortex-M0: program, level,'
	echo '# flash, RAM, stack. Written by "make footprint", with arm-none-eabi-gcc'
	echo "# $(arm-none-eabi-gcc -dumpversion)"
	awk '$1 == "cortex-m0" { print $2, $3, $4, $5, $8 }' "$sizes"
} >"$limits"
