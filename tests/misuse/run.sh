# SPDX-License-Identifier: MIT
#
# Every mistake of every table of misuse is made, at each check level: what is
# reported, of which call, what it returns, and that nothing has changed. The tables
# of the pages are made from the same lists, tests/misuse/*.list; the head of
# ilist.list says how they are written.
. scripts/script-check.sh

cases=$PWD/$WORK
case $WORK in /*) cases=$WORK ;; esac

# program CC LEVEL FILES AND FLAGS...: $WORK/$name, whose cases are those of $list
program() {
	cc=$1
	level=$2
	shift 2
	"$cc" -std=c11 -O1 -g -Iinclude -DLISH_CHECK=$level "-DLIST=\"$list\"" \
		"-DCASES=\"$cases/$name.cases\"" tests/misuse/$name.c "$@" \
		-o "$WORK/$name" >"$WORK/output" 2>&1 && return
	flunk "$list does not compile with $cc at level $level" "$WORK/output"
	return 1
}

# tried PROGRAM: it says how many cases passed and failed
tried() {
	"$1" >"$WORK/said" 2>&1
	set -- $(sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p' "$WORK/said")
	if [ $# != 2 ]; then
		flunk "$list: the program came to no end" "$WORK/said"
		return
	fi
	passed=$((passed + $1))
	failed=$((failed + $2))
	sed '$d' "$WORK/said"
}

for list in tests/misuse/*.list; do
	name=$(basename "$list" .list)
	awk -v what=check -f tests/misuse/misuse.awk "$list" >"$WORK/said" 2>&1
	expect "$list: $(cat "$WORK/said")" test ! -s "$WORK/said"
	expect "the table of Documentation/$name.rst, which make misuse makes" \
		sh -c "tests/misuse/page.sh '$list' | diff Documentation/$name.rst -"
	awk -v what=cases -f tests/misuse/misuse.awk "$list" >"$WORK/$name.cases"
	for cc in $COMPILERS; do
		for level in 0 1 2; do
			program $cc $level "$LIBRARY" &&
				tried "$WORK/$name"
		done
	done
done
finish
