# SPDX-License-Identifier: MIT
#
# Sourced by run.sh: does the log of a kernel say what it must, and nothing else?

# What no log may have but where it was asked for.
alarms='BUG:|kernel BUG|Oops|WARNING:|general protection|allocation failure|Kernel panic|UBSAN|KASAN|stall|INFO:|inconsistent|possible|not tainted'

# says LOG TIMES PATTERN: a line for what it does not say so often
says() {
	times=$(grep -acE -- "$3" "$1")
	[ "$times" = "$2" ] || echo "$times times, not $2: $3"
}

# Of the ten misuses: how many, who made them, why they are refused
misuses() {
	cat <<-END
	1 misuse_lists in this container or another one already
	1 misuse_lists in no container
	1 misuse_lists unlock without lock
	1 misuse_lists node of a NULL object
	2 misuse_arrays in no container
	4 misuse_pools not live
	END
}

# judge LOG WATCHED INSIDE: complaints about a kernel that did all parts, whether it watches
# memory and sleep, and which modules had the library inside
judge() {
	log=$1.judged
	sed -n '/boot: load linux-ish/,$p' "$1" >"$log"
	for part in use race memory misuse hook early flood; do
		says "$log" 1 "boot: load $part: 0"
		says "$log" 1 "boot: unload $part: 0"
		[ $part = early ] || says "$log" 1 "lish_user: $part: (.*, )?0 wrong"
	done
	for module in linux-ish replay conns; do
		says "$log" 1 "boot: load $module: 0"
		says "$log" 1 "boot: unload $module: 0"
	done
	says "$log" 1 'boot: unload linux-ish in use: 1'
	says "$log" 1 "lish_replay: $histories"
	grep -q ', 0 wrong$' <<-END || echo "the histories are wrong outside too"
	$histories
	END
	grep -a 'lish_replay: .* wrong:' "$log" | sed 's/.*lish_/the /'
	awk '/conns: [0-9]+ came/ {
		n++
		sub(/.*conns: /, "")
		if ($5 <= 50 || $3 || $1 != $5 + $7 + $9)
			print "conns lost some: " $0
	}
	END { if (n < 1) print "conns did not say what came" }' "$log"
	for module in $3; do
		says "$log" 1 "boot: load $module: 0"
		says "$log" 1 "boot: unload $module: 0"
	done
	[ -z "$3" ] || says "$log" 2 'conns: .* came'
	misuses | while read -r times caller reason; do
		says "$log" "$times" "linux-ish: misuse\\(container.*called by $caller[.+].*$reason"
	done
	# Ten in five seconds, and ten of the thirty later: if those came in five seconds.
	if grep -aqE 'lish_user: flood: in [0-4]?[0-9]{1,3} ms' "$log"; then
		says "$log" 20 'WARNING: .*default_report'
		says "$log" 10 'linux-ish: misuse\(container.*called by flood'
	fi
	says "$log" 1 'lish_user: the hook is told: the node is in no container'
	says "$log" 2 'linux-ish: the report hook went with its module, lish_user'
	says "$log" 0 'the hook of init is told'
	says "$log" 0 'lish_user: line'
	if [ -n "$2" ]; then
		says "$log" 1 'BUG: sleeping function called from invalid context at .*kernel/kmem.c'
		says "$log" 1 'BUG: KASAN: [a-z-]*use-after-free in freed'
	fi
	grep -aE "$alarms" "$log" | grep -av 'WARNING: .*default_report' |
		if [ -n "$2" ]; then
			grep -avE 'BUG: sleeping function|BUG: KASAN: [a-z-]*use-after-free in freed'
		else
			cat
		fi | sed 's/^/alarm: /'
	says "$log" 1 '^boot: done' | sed 's/$/: the end/'
}

# judge_bug LOG: complaints about one that a report stops
judge_bug() {
	says "$1" 1 'linux-ish: misuse\(container.*called by misuse_lists'
	says "$1" 1 'kernel BUG at .*lib/kernel/kreport.c'
	says "$1" 0 '^boot: done'
}
