# SPDX-License-Identifier: MIT
#
# The patterns of Documentation/patterns.rst, written with _safe loops: each
# reads memory that was freed, and ASan finds it. docs/run.sh runs the page's own.
. scripts/script-check.sh

for cc in $COMPILERS; do
	scripts/can-sanitize.sh "$cc" || {
		echo "skip: no sanitizers with $cc: its _safe loops are not run"
		continue
	}
	for program in tests/docs/patterns/*.c; do
		name=$(basename "$program" .c)
		expect "$cc builds $program" "$cc" -std=gnu99 -g -fsanitize=address \
			-DLISH_CHECK=0 -Iinclude "$program" "$LIBRARY" -o "$WORK/$name"
		"$WORK/$name" >"$WORK/$name.out" 2>&1
		expect "$cc: a _safe loop of $name reads freed memory" \
			grep -q 'AddressSanitizer: heap-use-after-free' "$WORK/$name.out"
	done
done
finish
