# SPDX-License-Identifier: MIT
#
# Misuse that must be reported. Each program misuses a container with the
# default report hook in place: it must print the line that its comment
#   /* reported: TEXT */
# names, and be aborted. A few will do, of memory that optimised code treats specially:
# what each call reports is in the tables, which tests/refuse/misuse/ tries with a hook
# of its own.
. scripts/script-check.sh

for cc in $COMPILERS; do
	for file in tests/refuse/wrong/*.c; do
		text=$(sed -n 's|^/\* reported: \(.*\) \*/$|\1|p' "$file")
		if [ -z "$text" ]; then
			flunk "$file has no line with the report"
			continue
		fi
		program=$WORK/$(basename "$file" .c)
		# A compiler may drop stores to memory that is freed next.
		for flags in '-O0 -DLISH_CHECK=1' '-O1 -DLISH_CHECK=1' \
			'-O2 -DLISH_CHECK=1' '-O3 -DLISH_CHECK=1' \
			'-O2 -DLISH_CHECK=2'; do
			"$cc" -std=c99 $flags -Iinclude \
				"$file" "$LIBRARY" -o "$program" || {
				flunk "$file does not compile"
				continue
			}
			(
				ulimit -c 0
				"$program" >"$WORK/output" 2>&1
				echo $? >"$WORK/status"
			) 2>/dev/null
			if [ "$(cat "$WORK/status")" != 134 ]; then
				flunk "$file is not aborted with $flags" \
					"$WORK/output"
			elif ! grep -qF "$text" "$WORK/output"; then
				flunk "$file: no line says: $text" "$WORK/output"
			else
				pass
			fi
		done
	done
done
finish
