#!/bin/sh
# SPDX-License-Identifier: MIT
#
# run-logged.sh LOG COMMAND... - run a command with its output in LOG
#
# If it fails, the log is shown and kept beside LOG as LOG.failed.
log=$1
shift
mkdir -p "$(dirname "$log")"
if "$@" >"$log.failed" 2>&1 </dev/null; then
	mv "$log.failed" "$log"
	# What was left out must be seen.
	grep -a '^skip' "$log"
	exit 0
else
	status=$?
fi
cat "$log.failed"
echo "$* failed with status $status" >&2
exit 1
