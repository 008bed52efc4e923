#!/bin/sh
# SPDX-License-Identifier: MIT
#
# sum-logs.sh DIR - one line for all tests that ran: "N passed, N failed"
#
# Counts the closing lines of cmocka, those of our own checks, and the answers
# of the recorded histories as one test per file.
find "$1" -name '*.log' -exec cat {} + | awk '
	/^\[  PASSED  \] [0-9]+ test/ { passed += $4 }
	/^\[  FAILED  \] [0-9]+ test/ { failed += $4 }
	/^[0-9]+ passed, [0-9]+ failed/ { passed += $1; failed += $3 }
	/^[0-9]+ files, [0-9]+ answers, [0-9]+ wrong$/ { passed += $1 }
	END {
		printf "%d passed, %d failed\n", passed, failed
		exit !passed || failed
	}'
