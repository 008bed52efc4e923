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

# Name, colour, dash and marker: a line is known by each of them, so that the colour-blind
# and black print tell all lines apart. The colours are those of Okabe and Ito. A pool has
# the colour of the container that it resembles, and a dash. The plain array is black and
# has no marker. Four peers at most are drawn, in grey: the fastest at the right end.
ours='raw #000000 1 0
	ilist #d55e00 1 7 ilist-by-key #d55e00 (6,4) 6 walklist #e69f00 1 5
	locklist #cc79a7 1 9 dense #0072b2 1 7 densepool #0072b2 (6,4) 6
	rwarray #009e73 1 5 listpool #e69f00 (6,4) 4 slotpool #56b4e9 1 9
	slotpool-lowest #56b4e9 (2,4) 10
	ipool #000000 (9,3,2,3) 12'

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

for work in $(tail -n +2 "$csv" | cut -d, -f1 | uniq | grep -vx 'memory\|note'); do
	# The script for gnuplot. Names are pushed apart where lines end close together;
	# positions are parts of the logarithmic axis. What the plot shows goes into the
	# file as its description.
	title=$(title "$work")
	awk -F, -v work="$work" -v ours="$ours" -v title="$title" -v desc="$dir/$work.desc" '
	BEGIN {
		fields = split(ours, field, /[ \n\t]+/)
		for (i = 1; i < fields; i += 4) {
			color_of[field[i]] = field[i + 1]
			dash_of[field[i]] = field[i + 2]
			mark_of[field[i]] = field[i + 3]
		}
		split("(1,3) (8,3) (4,3,1,3) (12,4)", peer_dash, " ")
		split("1 2 3 14", peer_mark, " ")
	}
	function shown(name) {
		return name == "raw" ? "plain array" : name
	}
	function figure(v) {
		return v < 9.95 ? sprintf("%.2g", v) : sprintf("%.0f", v)
	}
	function count(n) {
		return n < 1e6 ? n / 1000 " 000" : n / 1e6 " 000 000"
	}
	# Sorts the names, the fastest at the right end first.
	function sort(list, n,   i, k, swap) {
		for (i = 2; i <= n; i++)
			for (k = i; k > 1 && last[list[k]] < last[list[k - 1]]; k--) {
				swap = list[k]
				list[k] = list[k - 1]
				list[k - 1] = swap
			}
	}
	$1 == work && $2 !~ /-level0$|-fixed$/ && $4 > 0 {
		if (!($2 in last)) {
			if ($2 in color_of)
				name[++lines] = $2
			else
				peer[++peers] = $2
		}
		points[$2] = points[$2] $3 " " $4 "\n"
		if (!least[$2] || $4 + 0 < least[$2])
			least[$2] = $4 + 0
		if ($4 + 0 > most[$2])
			most[$2] = $4 + 0
		if ($3 + 0 >= max_n + 0)
			max_n = $3
		if (!min_n || $3 + 0 < min_n + 0)
			min_n = $3
		last[$2] = $4 + 0
	}
	END {
		if (!lines)
			exit
		# Variants are drawn where there is room for them.
		if (lines > 8) {
			for (i = 1; i <= lines; i++)
				if (name[i] !~ /-/)
					name[++kept] = name[i]
			lines = kept
		}
		sort(peer, peers)
		for (i = 1; i <= peers && i <= 4; i++) {
			name[++lines] = peer[i]
			color_of[peer[i]] = "#666666"
			dash_of[peer[i]] = peer_dash[i]
			mark_of[peer[i]] = peer_mark[i]
		}
		sort(name, lines)
		text = "Time per object at " count(min_n) " and " count(max_n)
		text = text " objects, in ns, the fastest last point first:"
		for (i = 1; i <= lines; i++) {
			split(points[name[i]], first, /[ \n]/)
			text = text (i > 1 ? ", " : " ") shown(name[i]) " " figure(first[2])
			text = text " to " figure(last[name[i]])
			if (!low || least[name[i]] < low)
				low = least[name[i]]
			if (most[name[i]] > high)
				high = most[name[i]]
		}
		print text "." >desc
		low = low / 1.3
		high = high * 1.3
		span = log(high / low)
		gap = 0.057
		at = -1
		for (i = 1; i <= lines; i++) {
			y[i] = log(last[name[i]] / low) / span
			if (y[i] < at + gap)
				y[i] = at + gap
			at = y[i]
		}
		# What was pushed out at the top goes down again.
		at = 1 + gap
		for (i = lines; i >= 1; i--) {
			if (y[i] > at - gap)
				y[i] = at - gap
			at = y[i]
		}
		# As wide as a phone shows it without shrinking the type much.
		print "set terminal svg size 520,460 fixed " \
			"font \"sans-serif,16\" background \"white\""
		print "set logscale xy\nunset key"
		print "set lmargin at screen 0.125\nset rmargin at screen 0.65"
		print "set tmargin at screen 0.86\nset bmargin at screen 0.135"
		printf "set label 100 \"%s\" at screen 0.01,0.965 left noenhanced\n", title
		print "set label 101 \"ns per object\" at screen 0.01,0.905 left"
		print "set xlabel \"number of objects\" offset 0,0.3"
		print "set grid ytics lc rgb \"#dddddd\""
		print "set border 3\nset tics nomirror"
		printf "set xrange [%s:%s]\n", min_n, max_n == min_n ? max_n * 2 : max_n
		printf "set yrange [%g:%g]\n", low, high
		print "set xtics (\"1k\" 1000, \"10k\" 10000, \"100k\" 100000, \"1M\" 1000000)"
		# 1, 2, 5, 10, ...; without the 2 and 5 where the axis is long
		for (tic = 0.001; tic < high; tic *= 10)
			for (i = 1; i <= 5; i += i < 2 ? 1 : 3)
				if (i * tic >= low && i * tic <= high && \
				    (i == 1 || span < log(100)))
					tics = tics (tics ? ", " : "") \
						sprintf("\"%g\" %g", i * tic, i * tic)
		print "set ytics (" tics ")"
		for (i = 1; i <= lines; i++) {
			# A thin line leads from the end of a line to its name.
			color = color_of[name[i]]
			printf "set label %d \"%s\" at graph 1.115,%g left ", i,
				shown(name[i]), y[i]
			printf "tc rgb \"#222222\" noenhanced point pt %s ps 0.8 ",
				mark_of[name[i]]
			printf "lc rgb \"%s\" offset 0.9,-0.3\n", color
			printf "set arrow %d from graph 1,%g to graph 1.095,%g ",
				i, log(last[name[i]] / low) / span, y[i]
			printf "nohead lw 1 lc rgb \"%s\"\n", color
		}
		for (i = 1; i <= lines; i++) {
			printf "%s\"-\" with linespoints pt %s ps 0.7 lw %s dt %s lc rgb \"%s\"",
				(i == 1 ? "plot " : ", "), \
				mark_of[name[i]], \
				color_of[name[i]] == "#666666" ? 1.2 : 2.2, \
				dash_of[name[i]], color_of[name[i]]
		}
		print ""
		for (i = 1; i <= lines; i++)
			printf "%se\n", points[name[i]]
	}' "$csv" | gnuplot >"$dir/$work.plot" || exit 1
	awk -v title="$title" -v desc="$dir/$work.desc" '
	BEGIN {
		getline text <desc
		gsub(/</, "\\&lt;", text)
		gsub(/>/, "\\&gt;", text)
	}
	/^<title>Gnuplot/ { $0 = "<title>" title "</title>" }
	/^<desc>Produced/ { $0 = "<desc>" text "</desc>" }
	{ print }' "$dir/$work.plot" >"$dir/$work.svg"
	rm "$dir/$work.plot" "$dir/$work.desc"
done
echo "plots: $dir/*.svg"
