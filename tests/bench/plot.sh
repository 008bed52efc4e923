#!/bin/sh
# SPDX-License-Identifier: MIT
#
# plot.sh RESULTS.CSV DIR - a plot of each work: ns per object over the number
# of objects, with the names at the ends of the lines
#
# Of ours the default is drawn: grown, check level 1.
csv=$1
dir=$2

if ! command -v gnuplot >/dev/null 2>&1; then
	echo 'skip: no plots, install gnuplot-nox'
	exit 0
fi

# Each of ours has its colour, the same in all plots; the peers are grey.
ours='ilist #c4420a ilist-by-key #e07b39 walklist #d6277a locklist #8a3ffc
	dense #0b5cad rwarray #1a7f37 ipool #6b4226 densepool #007d8a
	listpool #b8860b slotpool #9c1f1f slotpool-runs #d04848
	slotpool-lowest #7a5c5c raw #000000'

title() {
	case $1 in
	fresh) echo 'pass over all, in the order of their memory' ;;
	churned) echo 'pass over all, after 60 frames of churn' ;;
	frame) echo 'one in ten dies, one in ten is born, pass over all' ;;
	remove*) echo "pass in which ${1#remove} % remove themselves" ;;
	pair) echo 'a random one dies, one is born' ;;
	chain) echo 'lookups, each of which needs the one before' ;;
	lookup) echo 'lookups that do not wait for each other' ;;
	clear) echo 'take out all at once' ;;
	link) echo 'put in all' ;;
	unlink) echo 'take out all, one by one, in random order' ;;
	sort-random) echo 'sort by random keys, objects in order of memory' ;;
	sort-shuffled) echo 'sort by random keys, objects scattered' ;;
	sort-nearly) echo 'sort when one in a hundred is out of order' ;;
	live*) echo "pass when ${1#live} % are live" ;;
	peak) echo 'pass after three quarters died, and churn' ;;
	esac
}

for work in $(tail -n +2 "$csv" | cut -d, -f1 | uniq | grep -v '^memory$'); do
	# The script for gnuplot. Names are pushed apart where lines end close
	# together; positions are parts of the logarithmic axis.
	awk -F, -v work="$work" -v ours="$ours" -v title="$(title "$work")" -v out="$dir/$work.svg" '
	BEGIN {
		fields = split(ours, field, /[ \n\t]+/)
		for (i = 1; i < fields; i += 2)
			color_of[field[i]] = field[i + 1]
	}
	$1 == work && $2 !~ /-level0$|-fixed$/ && $4 > 0 {
		if (!($2 in seen)) {
			seen[$2] = 1
			name[++lines] = $2
		}
		points[$2] = points[$2] $3 " " $4 "\n"
		sizes[$3] = 1
		if ($3 + 0 >= max_n + 0) {
			max_n = $3
		}
		if (!min_n || $3 + 0 < min_n + 0)
			min_n = $3
		last[$2] = $4
		if (!low || $4 < low)
			low = $4
		if ($4 > high)
			high = $4
	}
	END {
		if (!lines)
			exit
		# From the lowest end to the highest.
		for (i = 2; i <= lines; i++)
			for (k = i; k > 1 && last[name[k]] < last[name[k - 1]]; k--) {
				swap = name[k]
				name[k] = name[k - 1]
				name[k - 1] = swap
			}
		low = low / 1.3
		high = high * 1.3
		span = log(high / low)
		gap = 0.034
		at = -1
		for (i = 1; i <= lines; i++) {
			y[i] = log(last[name[i]] / low) / span
			if (y[i] < at + gap)
				y[i] = at + gap
			at = y[i]
		}
		# What was pushed out at the top goes down again.
		at = 1 + gap / 2
		for (i = lines; i >= 1; i--) {
			if (y[i] > at - gap)
				y[i] = at - gap
			at = y[i]
		}
		height = lines * 17 > 420 ? lines * 17 + 90 : 510
		printf "set terminal svg size 860,%d dynamic ", height
		print "font \"sans-serif,13\" background \"white\""
		printf "set output \"%s\"\n", out
		print "set logscale xy\nunset key"
		printf "set title \"%s: %s\" noenhanced\n", work, title
		print "set xlabel \"number of objects\"\nset ylabel \"ns per object\""
		print "set rmargin 24\nset grid ytics lc rgb \"#dddddd\""
		print "set border 3\nset tics nomirror"
		printf "set xrange [%s:%s]\n", min_n, max_n == min_n ? max_n * 2 : max_n
		printf "set yrange [%g:%g]\n", low, high
		print "set xtics (\"1k\" 1000, \"10k\" 10000, \"100k\" 100000, \"1M\" 1000000)"
		for (i = 1; i <= lines; i++) {
			color[i] = name[i] in color_of ? color_of[name[i]] : "#888888"
			# A thin line leads from the point to its name.
			printf "set label %d \"%s\" at graph 1.035,%g left ",
				i, name[i], y[i]
			printf "tc rgb \"%s\" noenhanced\n", color[i]
			printf "set arrow %d from graph 1,%g to graph 1.03,%g ",
				i, log(last[name[i]] / low) / span, y[i]
			printf "nohead lw 0.7 lc rgb \"%s\"\n", color[i]
		}
		for (i = 1; i <= lines; i++)
			printf "%s\"-\" with linespoints pt 7 ps 0.4 lw %s lc rgb \"%s\"",
				(i == 1 ? "plot " : ", "),
				(color[i] == "#888888" ? 1 : 2), color[i]
		print ""
		for (i = 1; i <= lines; i++)
			printf "%se\n", points[name[i]]
	}' "$csv" | gnuplot || exit 1
done
echo "plots: $dir/*.svg"
