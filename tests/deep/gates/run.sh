# SPDX-License-Identifier: MIT
#
# The judges of "make gates": each passes what is right, and fails at what is planted in its
# input. And gates.sh itself: what it counts, what it names, what a release gets.
. scripts/script-check.sh

# judges WHAT JUDGE: it passes what is in $WORK/in
judges() {
	expect "$1: what is right passes" "$2"
}

# red WHAT JUDGE SAID: it fails, and says so
red() {
	if "$2" >"$WORK/said" 2>&1; then
		flunk "$1: passes" "$WORK/said"
	else
		expect "$1: it is named" grep -qF -e "$3" "$WORK/said"
	fi
}

# Coverage: a line of what llvm-cov exports
printf 'int x;\n\tif (planted)\n' >"$WORK/file.c"
: >"$WORK/none"
lines() {
	printf 'SF:%s/file.c\nDA:1,1\nDA:2,%s\nend_of_record\n' "$WORK" "$count" >"$WORK/in"
	scripts/coverage/gaps.py lines "$WORK/in" "$WORK/" "$WORK/listed"
}
cp "$WORK/none" "$WORK/listed"
count=1
judges 'coverage' lines
count=0
red 'a line that no test reaches' lines 'file.c:2: not reached: if (planted)'
printf 'file.c\tif (planted)\ta reason\n' >"$WORK/listed"
judges 'coverage, with a reason' lines
count=1
red 'a reason for a line that is reached' lines 'reached, or gone: file.c: if (planted)'

# MC/DC: what llvm-cov shows of a decision
conditions() {
	printf '%s/file.c:\n|---> MC/DC Decision Region (2:6) to (2:13)\n' "$WORK" >"$WORK/in"
	printf '  C1-Pair: covered: (1,2)\n  C2-Pair: %s\n' "$pair" >>"$WORK/in"
	scripts/coverage/gaps.py conditions "$WORK/in" "$WORK/" "$WORK/listed"
}
cp "$WORK/none" "$WORK/listed"
pair='covered: (1,3)'
judges 'MC/DC' conditions
pair='not covered'
red 'a condition that decides nothing' conditions 'file.c:2: not shown: if (planted): 2 of 2'
printf 'file.c\tif (planted)\t2 of 2\ta reason\n' >"$WORK/listed"
judges 'MC/DC, with a reason' conditions

# Proofs: Frama-C's output
proofs() {
	sh tests/deep/prove/judge.sh file "$WORK/in" "$WORK/listed" | tee "$WORK/goals"
	! grep -q '^new ' "$WORK/goals"
}
cp "$WORK/none" "$WORK/listed"
printf '[wp] [Cache] Goal typed_cast_one : Valid\n' >"$WORK/in"
judges 'proofs' proofs
printf '[wp] [Failed] Goal typed_cast_two\n  Z3 4.8.12: Failed Unknown error\n' >>"$WORK/in"
red 'an open goal' proofs 'new two'
printf 'file two\ta reason\n' >"$WORK/listed"
judges 'proofs, with a reason' proofs

# Linters: what they say
lint() {
	awk -f scripts/lint/judge.awk scripts/lint/exceptions "$WORK/used" <"$WORK/in" \
		>"$WORK/told"
	cat "$WORK/told"
	test ! -s "$WORK/told"
}
: >"$WORK/used"
echo 'CHECK:PREFER_KERNEL_TYPES: lib/file.c:3: types' >"$WORK/in"
judges 'linters, with an exception' lint
echo 'lib/file.c:3: WARNING:LONG_LINE: line length of 120 exceeds 100 columns' >"$WORK/in"
red 'a long line' lint 'WARNING:LONG_LINE'

# MISRA: the rules that were found
elsewhere=
misra() {
	sh tests/build/misra/judge.sh "$WORK/page" "$WORK/in" $elsewhere
}
printf '1.2      A     both     no tool\n9.3      R     lib      a reason\n' >"$WORK/page"
echo 'lib 9.3' >"$WORK/in"
judges 'MISRA' misra
echo 'headers 21.1' >>"$WORK/in"
red 'a rule without a row' misra 'the page has no row: headers 21.1'
: >"$WORK/in"
red 'a row that is found nowhere' misra 'found nowhere: lib 9.3'
elsewhere=9.3
judges 'MISRA, a row of another configuration' misra
elsewhere=

# Mutants: who noticed each
mutants() {
	python3 tests/deep/mutate/mutate.py --judge "$WORK/in" --least 95
}
for number in $(seq 20); do
	echo "file_test.c at level 1: lib/file.c:$number: compare: x: y"
done >"$WORK/in"
echo 'same: lib/file.c:30: compare: z' >>"$WORK/in"
judges 'mutants' mutants
echo 'survived: lib/file.c:40: logic: w' >>"$WORK/in"
judges 'mutants: 20 of 21 are enough' mutants
echo 'survived: lib/file.c:50: logic: v' >>"$WORK/in"
red 'a surviving mutant too many' mutants '90.9 % of 22'
: >"$WORK/in"
red 'no mutant' mutants '0 that make a difference'

# The frame: gates of our own
cat >"$WORK/gate" <<'END'
case $1 in
good) echo 7 of 7 ;;
bad) echo an open branch; exit 1 ;;
without) echo 7 of 7; echo 'skip: no tool: nothing is told' ;;
esac
END
# frame GATE...: what is printed, without times; and does it pass?
frame() {
	sh scripts/gates/gates.sh "$WORK/gates" "sh $WORK/gate" "$@" >"$WORK/printed" 2>&1
	status=$?
	sed 's/, [0-9]* s:/:/' "$WORK/printed"
	return $status
}
# says LINES GATE...: these are the lines, and it passes
says() {
	printf '%s\n' "$1" >"$WORK/wanted"
	shift
	frame "$@" >"$WORK/lines"
	status=$?
	diff "$WORK/wanted" "$WORK/lines" && return $status
}
# fails LINES GATE...: these are the lines, and it fails
fails() {
	says "$@"
	[ $? != 0 ] && ! diff "$WORK/wanted" "$WORK/lines" | grep .
}
expect 'gates that pass' says 'good: passed: 7 of 7
good: passed: 7 of 7
2 passed, 0 failed' good good
expect 'the output of all is kept for a release' grep -qx '==== good' "$WORK/gates/gates.txt"
expect 'the commit is kept' grep -q '^commit ' "$WORK/gates/gates.txt"
expect 'a skipped gate is named in the closing line' says 'good: passed: 7 of 7
without: skipped: no tool: nothing is told
1 passed, 0 failed, 1 skipped: without' good without
expect 'a gate that fails' fails "FAILED: bad: $WORK/gates/bad.log
    an open branch
good: passed: 7 of 7
1 passed, 1 failed" bad good
expect 'a gate that says nothing fails' fails 'FAILED: silent: it says nothing
0 passed, 1 failed' silent
expect 'only skipped gates fail' fails 'without: skipped: no tool: nothing is told
0 passed, 0 failed, 1 skipped: without' without
# Their logs are no tests of ours.
rm -r "$WORK/gates"
finish
