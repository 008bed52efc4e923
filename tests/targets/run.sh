# SPDX-License-Identifier: MIT
#
# The targets that differ most from the machine at hand: 32 bits, big endian and pointers
# aligned to 2; no operating system; with FULL=1 WebAssembly. All others: make check-targets. With
# each way to run programs, what goes wrong there must be noticed.
. scripts/script-check.sh

export WARNINGS="$WARNINGS -Werror"
targets="m68k cortex-m3 ${FULL:+wasm}"
for target in $targets; do
	QUICK=1 JOBS=1 OUT="$WORK/$target" sh tests/targets/target.sh $target \
		>"$WORK/output" 2>&1
	if [ $? = 0 ]; then
		pass
		cat "$WORK/output"
	else
		flunk "$target" "$WORK/output"
	fi
done
for target in $targets; do
	expect "$target: faults are noticed" \
		sh tests/targets/plant.sh $target "$WORK/plant-$target"
done
finish
