#!/bin/sh
# SPDX-License-Identifier: MIT
#
# gates.sh DIR COMMAND GATE... - run each gate, and say in a line each what it found
#
# A gate is what "COMMAND GATE" runs. It is passed if the command succeeds, and skipped if
# the command succeeds but left something out: its output has a line "skip: what and why".
# A skipped gate is named in the closing line. DIR/GATE.log is the output of a gate, DIR/gates.txt
# that of all, after the commit and the lines that are printed here: what a release has.
set -u
dir=$1
command=$2
shift 2
rm -rf "$dir"
mkdir -p "$dir"
passed=0
failed=0
skipped=0
names=''

# commit: what is tested, as git names it; only a clean tree is a commit
commit() {
	if ! git rev-parse HEAD 2>/dev/null; then
		echo none
	elif [ -n "$(git status --porcelain 2>/dev/null)" ]; then
		echo changed
	fi | paste -sd ' ' -
}

# say WORDS: one line here and for the release
say() {
	echo "$*" | tee -a "$dir/lines"
}

started=$(commit)
for gate; do
	log=$dir/$gate.log
	before=$(date +%s)
	$command "$gate" >"$log" 2>&1 </dev/null
	status=$?
	took="$(($(date +%s) - before)) s"
	figure=$(grep -v '^skip' "$log" | tail -n 1)
	if [ $status != 0 ]; then
		failed=$((failed + 1))
		say "FAILED: $gate, $took: $log"
		tail -n 100 "$log" | sed 's/^/    /'
	elif grep -q '^skip' "$log"; then
		skipped=$((skipped + 1))
		names="$names${names:+, }$gate"
		say "$gate: skipped, $took: $(sed -n 's/^skip: *//p' "$log" | paste -sd ';' -)"
	elif [ -z "$figure" ]; then
		failed=$((failed + 1))
		say "FAILED: $gate, $took: it says nothing"
	else
		passed=$((passed + 1))
		say "$gate: passed, $took: $figure"
	fi
done
# A tree that was changed meanwhile is no commit either.
[ "$started" = "$(commit)" ] || started="$started changed"
closing="$passed passed, $failed failed"
[ $skipped = 0 ] || closing="$closing, $skipped skipped: $names"
say "$closing"
{
	echo "commit $started"
	cat "$dir/lines"
	for gate; do
		printf '\n==== %s\n' "$gate"
		cat "$dir/$gate.log"
	done
} >"$dir/gates.txt"
[ $failed = 0 ] && [ $passed != 0 ]
