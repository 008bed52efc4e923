#!/bin/sh
# SPDX-License-Identifier: MIT
#
# all.sh [TARGET...]	- the table of all targets, or of these
#
# Run from the top of the tree; JOBS targets at a time. Fails if anything is wrong
# on one of them. What is wrong is said behind the table.
set -u

: "${JOBS=$(nproc 2>/dev/null || echo 1)}"
: "${WARNINGS=$(MAKEFLAGS= make -s WERROR=1 print-warnings)}"
export WARNINGS
rows=build/targets/rows
here=$(dirname "$0")
[ $# -gt 0 ] || set -- $("$here/target.sh" --list) kernel
rm -rf "$rows"
mkdir -p "$rows"

# The kernel's test is its own: what it prints last is its row.
kernel_row() {
	if ! MAKEFLAGS= make -n check-kernel >/dev/null 2>&1; then
		echo 'kernel     skip: there is no make check-kernel'
		return
	fi
	begun=$(date +%s)
	MAKEFLAGS= make --no-print-directory check-kernel >"$rows/kernel.log" 2>&1
	status=$?
	[ $status = 0 ] || tail -n 20 "$rows/kernel.log"
	if [ $status = 0 ] && grep -q '^skip: ' "$rows/kernel.log" &&
		! grep -q ' passed, 0 failed' "$rows/kernel.log"; then
		echo "kernel     $(grep -m 1 '^skip: ' "$rows/kernel.log")"
		return
	fi
	printf '%-10s %5s %6d  %-18s %5d  %s\n' kernel - \
		$((status != 0)) - $(($(date +%s) - begun)) \
		"$(tail -n 1 "$rows/kernel.log")"
	return $status
}

printf '%s\n' "$@" | grep -vx kernel | JOBS=1 xargs -P "$JOBS" -I '{}' sh -c '
	"$1/target.sh" "$3" >"$2/$3" 2>&1 || : >"$2/$3.failed"
	echo "$3 is done" >&2' sh "$here" "$rows" '{}'
case " $* " in
*' kernel '*) kernel_row >"$rows/kernel" 2>&1 || : >"$rows/kernel.failed" ;;
esac

printf '\n%-10s %5s %6s  %-18s %5s\n' target tests wrong hash seconds
for target; do
	tail -n 1 "$rows/$target"
done
failed=0
for target; do
	[ -e "$rows/$target.failed" ] || continue
	failed=1
	echo
	sed '$d' "$rows/$target"
done
exit $failed
