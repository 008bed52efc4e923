#!/bin/sh
# SPDX-License-Identifier: MIT
#
# counts.sh BENCH DIR [quick] - instructions per object or operation, counted by
# callgrind
#
# One run of the driver for each number of objects, in which each loop of each
# contestant leaves a profile of its own. The same program gives the same
# numbers, always. With a thousand objects everybody is counted; with more, which
# takes minutes, ours: what they execute should not depend on how many there are.
bench=$1
dir=$2/counts

if ! command -v valgrind >/dev/null 2>&1; then
	echo 'skip: nothing is counted, install valgrind'
	exit 0
fi
rm -rf "$dir"
mkdir -p "$dir"

# count N ARGS...
count() {
	n=$1
	shift
	mkdir "$dir/$n"
	valgrind -q --tool=callgrind --collect-atstart=no \
		--callgrind-out-file="$dir/$n/profile" \
		"$bench" --counts --n "$n" --visits 10000 "$@" \
		>"$dir/$n.log" 2>&1 || {
		cat "$dir/$n.log"
		exit 1
	}
	echo "$n objects: $(tail -n 1 "$dir/$n.log")"
}

count 1000
if [ "${3-}" != quick ]; then
	for n in 10000 100000 1000000; do
		count $n --work churned --work frame --work pair --work link \
			--work unlink --work chain \
			--container raw --container ilist --container walklist \
			--container locklist --container dense \
			--container rwarray --container ipool \
			--container densepool --container listpool \
			--container slotpool
	done
fi

# Each profile names the loop, and ends with the sum.
for n in 1000 10000 100000 1000000; do
	[ ! -d "$dir/$n" ] ||
		find "$dir/$n" -name 'profile.*' | sed 's/.*\.//' | sort -n |
		sed "s|^|$dir/$n/profile.|" | xargs cat
done | awk -v csv="$2/counts.csv" '
	/^desc: Trigger: Client Request: / {
		sub(/^desc: Trigger: Client Request: /, "")
		split($0, label, ",")
	}
	/^(summary|totals):/ && label[1] != "" {
		if (!(label[1] in known)) {
			known[label[1]] = 1
			work[++works] = label[1]
		}
		if (!((label[1], label[2]) in first)) {
			first[label[1], label[2]] = label[3]
			members[label[1]]++
			member[label[1], members[label[1]]] = label[2]
		}
		if (!(label[3] in seen)) {
			seen[label[3]] = 1
			size[++sizes] = label[3]
		}
		cost[label[1], label[2], label[3]] = $2 / label[4]
		label[1] = ""
	}
	function verdict(what, goal, measured) {
		printf "  %-52s %8.1f %8.1f  %s\n", what, goal, measured,
			measured <= goal ? "yes" : "no"
	}
	END {
		if (!works) {
			print "no profile: was the benchmark compiled without valgrind/callgrind.h?"
			exit 1
		}
		print "work,container,n,instructions" >csv
		for (w = 1; w <= works; w++) {
			printf "\n%-24s", work[w]
			for (s = 1; s <= sizes; s++)
				printf " %9d", size[s]
			printf "\n"
			for (m = 1; m <= members[work[w]]; m++) {
				name = member[work[w], m]
				printf "  %-22s", name
				for (s = 1; s <= sizes; s++) {
					if (!((work[w], name, size[s]) in cost)) {
						printf " %9s", "-"
						continue
					}
					c = cost[work[w], name, size[s]]
					printf " %9.1f", c
					printf "%s,%s,%d,%.2f\n", work[w], name,
						size[s], c >csv
				}
				printf "\n"
			}
		}
		printf "\n  %-52s %8s %8s  met\n", "instructions", "at most", "counted"
		if (("churned", "slotpool", 1000) in cost)
			verdict("slotpool churned: raw and six more",
				cost["churned", "raw", 1000] + 6,
				cost["churned", "slotpool", 1000])
		verdict("ilist link at level 0: a list by hand",
			cost["link", "hand list", 1000],
			cost["link", "ilist-level0", 1000])
		verdict("ilist unlink at level 0: a list by hand",
			cost["unlink", "hand list", 1000],
			cost["unlink", "ilist-level0", 1000])
	}' | tee "$2/counts.txt"

# The release before, with the same compiler. The first line of its file names it.
last=tests/bench/last/${2##*/}.csv
if [ ! -s "$last" ]; then
	echo "skip: no figures of the last release by ${2##*/}: tests/bench/last/"
	exit 0
fi
awk -F, '
	NR == 1 { release = substr($0, 3) }
	/^#|^work,/ { next }
	FNR == NR { was[$1, $2, $3] = $4; next }
	($1, $2, $3) in was {
		rows++
		before = was[$1, $2, $3]
		if ($4 <= before * 1.05 + 0.5 && $4 >= before * 0.95 - 0.5)
			next
		side = $4 > before
		changed[side]++
		list[side] = list[side] sprintf("  %-24s %-24s %8d %8.1f %8.1f\n", $1, $2, $3,
			before, $4)
	}
	END {
		if (!rows) {
			print "no row of " FILENAME " is in the last release"
			exit 1
		}
		printf "\nInstructions since %s: %d rows, %d dearer by more than 5 %%, %d cheaper\n",
			release, rows, changed[1], changed[0]
		printf "%s%s", changed[1] ? "dearer\n" list[1] : "",
			changed[0] ? "cheaper\n" list[0] : ""
	}' "$last" "$2/counts.csv" | tee -a "$2/counts.txt"
