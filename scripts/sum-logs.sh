#!/bin/sh
# SPDX-License-Identifier: MIT
#
# sum-logs.sh DIR - one line for all tests that ran: "N passed, N failed, N skipped"
#
# Counts the closing lines of cmocka, those of our own checks, and each recorded
# history as one test. A log that was kept as LOG.failed counts as a failure
# even if it names none: what wrote it may have crashed. Before that line: what took
# longest, and each thing that was left out, once.
find "$1" -name '*.log.cpu' -exec awk -v dir="$1/" '
	function seconds(t) {
		split(t, part, "[ms]")
		return part[1] * 60 + part[2]
	}
	FNR == 2 {
		name = FILENAME
		sub(dir, "", name)
		sub(/\.log\.cpu$/, "", name)
		printf "%.0f s %s\n", seconds($1) + seconds($2), name
	}' {} + | sort -rn | head -n 5 | awk '
	$1 >= 5 { longest = longest (longest ? ", " : "") $0 }
	END { if (longest) print "longest: " longest }'
find "$1" -name '*.log' -exec grep -ah '^skip' {} + | sort -u >"$1/skipped"
cat "$1/skipped"
find "$1" -name '*.log' -o -name '*.log.failed' | sort | while read -r log; do
	awk -v broken="$(case $log in *.failed) echo 1 ;; *) echo 0 ;; esac)" '
		/^\[  PASSED  \] [0-9]+ test/ { passed += $4 }
		/^\[  FAILED  \] [0-9]+ test/ { failed += $4 }
		/^[0-9]+ passed, [0-9]+ failed/ { passed += $1; failed += $3 }
		/^[0-9]+ files, [0-9]+ answers, 0 wrong$/ { passed += $1 }
		END {
			if (broken && !failed)
				failed = 1
			if (failed)
				print "failed: " FILENAME
			print passed + 0, failed + 0
		}' "$log"
done | awk -v skipped="$(wc -l <"$1/skipped")" '
	/^failed: / { print; next }
	{ passed += $1; failed += $2 }
	END {
		printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped
		exit !passed || failed
	}'
