#!/bin/sh
# SPDX-License-Identifier: MIT
#
# publish.sh FROM DOCUMENTATION - the last run's figures become documentation
#
# The page performance.rst is written by hand; what was measured lies beside it,
# and is replaced as a whole.
from=$1
to=$2/performance

for file in results.csv verdicts.csv table.txt machine.txt; do
	[ -s "$from/$file" ] || {
		echo "publish: no $from/$file: run 'make bench' first" >&2
		exit 1
	}
done
rm -rf "$to"
mkdir -p "$to"
cp "$from/results.csv" "$from/verdicts.csv" "$to/"
[ ! -s "$from/counts.csv" ] || cp "$from/counts.csv" "$to/"

works=$(tail -n +2 "$from/results.csv" | cut -d, -f1 | uniq)
{
	echo '.. SPDX-License-Identifier: MIT'
	echo '.. Made by "make bench-publish"; not to be edited.'
	echo
	echo '================='
	echo 'What was measured'
	echo '================='
	echo
	echo 'One run. :doc:`/performance` says what the works are, and how to'
	echo 'read the figures. The same as files: :download:`results.csv`,'
	echo ':download:`verdicts.csv`.'
	echo
	echo '::'
	echo
	sed 's/^/  /' "$from/machine.txt"
	echo
	echo 'The bars'
	echo '========'
	echo
	echo '::'
	echo
	awk -F, '{
		printf "  %-58s  %10s  %10s  %s\n", $1, $2, $3, $4
	}' "$from/verdicts.csv"
	for work in $works; do
		echo
		echo "$work"
		echo "$work" | sed 's/./=/g'
		echo
		if [ -s "$from/$work.svg" ]; then
			cp "$from/$work.svg" "$to/"
			echo ".. image:: $work.svg"
			echo "   :alt: ns per object over the number of objects: $work"
			echo
		fi
		echo '::'
		echo
		awk -v work="$work" '
			/^[^ ]/ { on = $1 == work }
			on && NF { print "  " $0 }' "$from/table.txt"
	done
	if [ -s "$from/counts.txt" ]; then
		echo
		echo 'Instructions'
		echo '============'
		echo
		echo 'Per object or operation, counted by callgrind; as a file:'
		echo ':download:`counts.csv`.'
		echo
		echo '::'
		echo
		sed '1{/^$/d;}; s/^./  &/' "$from/counts.txt"
	fi
} >"$to/measured.rst"
echo "published: $to/"
