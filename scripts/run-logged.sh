#!/bin/sh
# SPDX-License-Identifier: MIT
#
# run-logged.sh LOG COMMAND... - run a command with its output in LOG
#
# If it fails, the log is shown and kept beside LOG as LOG.failed. What it took of the
# processor, as "times" of sh says it, is in LOG.cpu.
log=$1
shift
mkdir -p "$(dirname "$log")"
"$@" >"$log.failed" 2>&1 </dev/null
status=$?
times >"$log.cpu"
if [ "$status" = 0 ]; then
	mv "$log.failed" "$log"
	exit 0
fi
cat "$log.failed"
echo "$* failed with status $status" >&2
exit 1
