#!/bin/sh
# SPDX-License-Identifier: MIT
#
# sum-logs.sh DIR - one line for all tests that ran: "N passed, N failed"
#
# Counts the closing lines of cmocka, those of our own checks, and each recorded
# history as one test. A log that was kept as LOG.failed counts as a failure
# even if it names none: what wrote it may have crashed.
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
done | awk '
	/^failed: / { print; next }
	{ passed += $1; failed += $2 }
	END {
		printf "%d passed, %d failed\n", passed, failed
		exit !passed || failed
	}'
