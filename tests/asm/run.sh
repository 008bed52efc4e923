# SPDX-License-Identifier: MIT
#
# Check level 0 must cost nothing: the machine code of a link and of an unlink
# is compared, instruction by instruction, with that of the same operation
# written out by hand. Each X.c here defines pairs of functions: ours_NAME and
# hand_NAME.
. scripts/script-check.sh

command -v objdump >/dev/null 2>&1 || {
	echo 'skip: no objdump: machine code is not compared'
	pass
	finish
	exit
}

# code FUNCTION: its instructions, without addresses, labels and padding
code() {
	objdump -d --no-show-raw-insn --no-addresses "$WORK/pairs.o" |
		sed -n "/^<$1>:/,/^\$/p" |
		sed -e 1d -e 's/<[a-z]*_[^>]*>//' -e '/nop/d' -e '/xchg *%ax,%ax/d' \
			-e '/^ *$/d'
}

for cc in $COMPILERS; do
	for file in tests/asm/*.c; do
		"$cc" -std=c99 -O2 -Iinclude -DLISH_CHECK=0 \
			-fno-asynchronous-unwind-tables -c "$file" \
			-o "$WORK/pairs.o" || {
			flunk "$file does not compile"
			continue
		}
		for name in $(sed -n 's/.*ours_\([a-z_]*\)(.*/\1/p' "$file"); do
			code "ours_$name" >"$WORK/ours"
			code "hand_$name" >"$WORK/hand"
			if [ ! -s "$WORK/ours" ]; then
				flunk "$file: no code of ours_$name"
			elif diff "$WORK/hand" "$WORK/ours" >"$WORK/diff"; then
				pass
				echo "$cc $name: $(wc -l <"$WORK/ours") instructions"
			else
				flunk "$cc: $name is not the code by hand" \
					"$WORK/diff"
			fi
		done
	done
done
finish
