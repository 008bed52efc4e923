# SPDX-License-Identifier: MIT
#
# Documentation/worst-case.rst: its tables are what a Cortex-M3 in qemu takes, to the
# instruction; calls that are said to be O(1) take the same with more objects; the stack
# that the machine code shows is enough; and no public call is missing.
. scripts/script-check.sh

here=tests/targets/worst
page=Documentation/worst-case.rst

# missing TEXT-OF-THE-PAGE: public calls of containers that have neither a row nor a
# line among those that are not measured
missing() {
	scripts/api-matrix.sh names | awk -F '\t' '
		$3 == "function" || $3 == "macro" && $7 ~ /^[a-z_0-9]+$/ { print $7 }' |
		grep -E '^(ilist|walklist|locklist|dense|rwarray|iheap|ipool|densepool|listpool|slotpool|inbox|ihash)_' |
		while read -r name; do
			grep -q -e "^   \`\`$name()" -e "^- .*\`\`$name()\`\`\(,\|\$\)" \
				-e "\`\`X_${name#*_}()\`\`" "$1" ||
				echo "$name"
		done
}
expect "calls without a row: $(missing $page)" test -z "$(missing $page)"
grep -v '^   ``walklist_del()' $page >"$WORK/page.rst"
expect 'a call without a row is noticed' test "$(missing "$WORK/page.rst")" = walklist_del

# unsaid PAGE: calls that are not O(1) there, and are not named by the line "Cost:" of
# their header
unsaid() {
	sed -n 's/^   "\(.*\)", ``\([a-z_]*\)()``, "\([a-z, ]*\)"$/\1|\2|\3/p' "$1" |
		grep -v '^bytes' | while IFS='|' read -r kind call containers; do
		for name in $(echo "$containers" | tr -d ,); do
			case $call in
			sort*) grep -q "O($kind)" include/linux-ish/sort.h && continue ;;
			esac
			cost=$(sed -n '/^ \* Cost:/,/^ \*$/s/^ \*//p' "include/linux-ish/$name"*.h |
				tr '\n' ' ')
			case $kind in
			loops) said='O\((running )?loops\)' ;;
			holes) said='O\(holes' ;;
			chain) said='chain' ;;
			*) said="[ (](${call}|${call%_entry}|${call%%_*})[ ,;]" ;;
			esac
			echo "$cost" | grep -qE "$said" || echo "${name}_$call"
		done
	done
}
expect "headers do not say the cost of: $(unsaid $page)" test -z "$(unsaid $page)"
sed 's/"log n", ``add()``, "iheap"/"n", ``first_entry()``, "iheap"/' $page >"$WORK/page.rst"
expect 'a cost that a header does not say is noticed' \
	test "$(unsaid "$WORK/page.rst")" = iheap_first_entry

if ! command -v arm-none-eabi-gcc >/dev/null 2>&1 ||
	! command -v qemu-system-arm >/dev/null 2>&1; then
	echo 'skip: no arm-none-eabi-gcc or no qemu-system-arm: no worst case is measured'
	finish
	exit
fi

if ! WORK="$WORK/worst" sh $here/worst.sh >"$WORK/figures" 2>"$WORK/output"; then
	flunk 'the worst case is not measured' "$WORK/output"
	finish
	exit
fi
sh $here/table.sh "$WORK/figures" >"$WORK/worst-case.rst"
version=$(arm-none-eabi-gcc -dumpversion)
if grep -q "with arm-none-eabi-gcc $version\.\$" $page; then
	expect "the page has these figures (\"make footprint\" writes them)" \
		diff $page "$WORK/worst-case.rst"
	awk -F '|' -v OFS='|' '$2 == "ilist_del" && $1 ~ /^m0/ { $5++ } { print }' \
		"$WORK/figures" >"$WORK/spoilt"
	sh $here/table.sh "$WORK/spoilt" >"$WORK/spoilt.rst"
	expect 'one instruction more is noticed' sh -c "! diff $page '$WORK/spoilt.rst'"
else
	echo "skip: arm-none-eabi-gcc $version is not that of the page: its figures are not compared"
fi

# alike FIGURES: calls that take more, or less, with another number of objects. The test
# of one number more is an instruction.
alike() {
	awk -F '|' '
	NR == FNR { if ($1 == "m3-Os-1") largest[$2, $3] = $5; next }
	$4 == "" {
		rows++
		if (largest[$2, $3] > $5 + 1 || largest[$2, $3] < $5 - 1) {
			print $2 " (" $3 "): " largest[$2, $3] " with 64, " $5 " with 200"
			bad = 1
		}
	}
	END { exit bad || rows < 100 }' "$1" "$WORK/more"
}
expect 'with 200 objects' sh -c "WORK='$WORK/worst' EXTRA=-DN=200 \
	sh $here/worst.sh m3-Os-1 >'$WORK/more'"
expect 'what is O(1) takes the same with 64 and with 200 objects' alike "$WORK/figures"
sed 's/|n|/||/' "$WORK/more" >"$WORK/spoilt" && mv "$WORK/spoilt" "$WORK/more"
if alike "$WORK/figures" >/dev/null; then
	flunk 'an O(n) call that is said to be O(1) is not noticed'
else
	pass
fi

# Comparisons, and the order of reuse of a slotpool, are called by pointers.
deeper() {
	awk -F '|' '$8 > $9 && $2 !~ /_sort$/ && $3 !~ /^lowest slot first/ {
		print $1 ": " $2 " takes " $8 " bytes of stack, not " $9 }' "$1"
}
expect "no run takes more stack than the machine code shows: $(deeper "$WORK/figures")" \
	test -z "$(deeper "$WORK/figures")"
finish
