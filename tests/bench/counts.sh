#!/bin/sh
# SPDX-License-Identifier: MIT
#
# counts.sh BENCH DIR - instructions per object or operation, by callgrind
#
# One run of the driver, in which each loop of each contestant leaves a profile
# of its own. The same program gives the same numbers, always.
bench=$1
dir=$2/counts

if ! command -v valgrind >/dev/null 2>&1; then
	echo 'skip: nothing is counted, install valgrind'
	exit 0
fi
rm -rf "$dir"
mkdir -p "$dir"
valgrind -q --tool=callgrind --collect-atstart=no \
	--callgrind-out-file="$dir/profile" \
	"$bench" --counts --n 1000 --visits 10000 >"$dir/log" 2>&1 || {
	cat "$dir/log"
	exit 1
}
tail -n 1 "$dir/log"

# Each profile names the loop, and ends with the sum.
find "$dir" -name 'profile.*' | sed 's/.*\.//' | sort -n |
	sed "s|^|$dir/profile.|" | xargs cat | awk -v csv="$2/counts.csv" '
	/^desc: Trigger: Client Request: / {
		sub(/^desc: Trigger: Client Request: /, "")
		split($0, label, ",")
	}
	/^(summary|totals):/ && label[1] != "" {
		if (!(label[1] in known)) {
			known[label[1]] = 1
			work[++works] = label[1]
		}
		if (!((label[1], label[2]) in cost)) {
			members[label[1]]++
			member[label[1], members[label[1]]] = label[2]
		}
		cost[label[1], label[2]] = $2 / label[4]
		label[1] = ""
	}
	function verdict(what, goal, measured, met) {
		printf "  %-52s %8.1f %8.1f  %s\n", what, goal, measured,
			measured <= goal ? "yes" : "no"
	}
	END {
		if (!works) {
			print "no profile: was the benchmark compiled without valgrind/callgrind.h?"
			exit 1
		}
		print "work,container,instructions" >csv
		for (w = 1; w <= works; w++) {
			printf "\n%s\n", work[w]
			for (m = 1; m <= members[work[w]]; m++) {
				name = member[work[w], m]
				printf "  %-24s %8.1f\n", name, cost[work[w], name]
				printf "%s,%s,%.2f\n", work[w], name, cost[work[w], name] >csv
			}
		}
		printf "\n  %-52s %8s %8s  met\n", "instructions", "at most", "counted"
		if (("churned", "slotpool") in cost)
			verdict("slotpool churned: raw and six more",
				cost["churned", "raw"] + 6, cost["churned", "slotpool"])
		verdict("ilist link at level 0: a list by hand",
			cost["link", "hand list"], cost["link", "ilist-level0"])
		verdict("ilist unlink at level 0: a list by hand",
			cost["unlink", "hand list"], cost["unlink", "ilist-level0"])
	}'
