#!/bin/sh
# SPDX-License-Identifier: MIT
#
# publish.sh FROM DOCUMENTATION README - the last runs' figures become
# documentation
#
# The page performance.rst is written by hand and includes what lies beside it:
# for each compiler a folder of tables, plots and CSV files, and a page of its run; for
# each work a page of its figures. All of this is replaced. So are the lines of the README between its two marks.
from=$1
pages=$2
to=$2/performance
readme=$3

# The newest folder of a compiler: as gcc-12
folder_of() {
	ls -d "$from/$1"-* 2>/dev/null | sort -V | tail -n 1
}

compilers=
for compiler in gcc clang; do
	folder=$(folder_of $compiler)
	if [ -z "$folder" ]; then
		echo "skip: nothing was measured with $compiler"
		continue
	fi
	for file in results.csv verdicts.csv table.txt machine.txt works.csv \
		works-verdicts.csv works.txt; do
		[ -s "$folder/$file" ] || {
			echo "publish: no $folder/$file: run 'make bench CC=$compiler' first" >&2
			exit 1
		}
	done
	compilers="$compilers $compiler"
done
[ -n "$compilers" ] || exit 1

# A title, underlined.
title() {
	echo
	echo "$1"
	echo "$1" | sed 's/./=/g'
	echo
}

# works_of FILE: its works, once each; a run measures one size after the other
works_of() {
	tail -n +2 "$1" | cut -d, -f1 | awk '!seen[$0]++'
}

# table_of WORK FILE: its table, out of those of all works
table_of() {
	awk -v work="$1" '
		/^[^ ]/ { on = $1 == work }
		on && NF' "$2"
}

# shown PLOT: what it shows: the first and the last line of the description in the
# file. The table stands below it.
shown() {
	sed -n 's|^<desc>\(.*\)</desc>$|\1|p' "$1" | sed 's/&lt;/</g; s/&gt;/>/g
		s/, the fastest last point first: \([^,]*\),.*, \([^,]*\)\.$/: from \1, to \2/'
}

# head_of TITLE: what a page begins with
head_of() {
	echo '.. SPDX-License-Identifier: MIT'
	echo '.. Made by "make bench-pages"; not to be edited.'
	echo
	echo "$1" | sed 's/./=/g'
	echo "$1"
	echo "$1" | sed 's/./=/g'
	echo
}

# page COMPILER: a run with it: machine, files, missed bars. The words are in
# performance.rst; here are the figures.
page() {
	head_of "Measured with $1"
	echo 'One run, and the bars that it missed. A page for each work has its figures:'
	echo
	for work in $works; do
		[ ! -s "$to/$1/$work.txt" ] || echo "\`$work <$work.rst>\`__"
	done
	echo
	echo '.. highlight:: none'
	echo
	echo ".. literalinclude:: $1/machine.txt"
	echo
	echo 'All figures, and all bars, as files:'
	for file in results verdicts works works-verdicts counts; do
		[ ! -s "$to/$1/$file.csv" ] ||
			echo ":download:\`$file.csv <$1/$file.csv>\`"
	done
	title 'Missed bars'
	echo ".. literalinclude:: $1/missed.txt"
	if [ -s "$to/$1/counts.txt" ]; then
		title 'Instructions'
		echo 'Per object or operation, counted by callgrind.'
		echo
		echo ".. literalinclude:: $1/counts.txt"
	fi
}

# page_of WORK: its figures, plot first, with each compiler
page_of() {
	head_of "$1"
	echo '`Performance <../performance.rst>`__ says what is timed and how to read it.'
	echo
	echo '.. highlight:: none'
	for compiler in $compilers; do
		[ -s "$to/$compiler/$1.txt" ] || continue
		title "$compiler"
		if [ -s "$to/$compiler/$1.svg" ]; then
			echo ".. image:: $compiler/$1.svg"
			echo "   :alt: $(shown "$to/$compiler/$1.svg" | fold -s -w 80 |
				sed '2,$s/^/      /; s/ $//')"
			echo "   :target: $compiler/$1.svg"
			echo
		fi
		echo ".. literalinclude:: $compiler/$1.txt"
	done
}

# summary COMPILER: how many bars were met, and which were not
summary() {
	cat "$to/$1/verdicts.csv" "$to/$1/works-verdicts.csv" |
		awk -F, -v compiler="$1" '
		$4 == "yes" { met++ }
		$4 == "not measured" { unknown++ }
		$4 == "no" { missed[++n] = sprintf("  %-58s  %10s  %10s", $1, $2, $3) }
		END {
			printf "%s: %d met, %d missed", compiler, met, n
			printf unknown ? sprintf(", %d not measured\n", unknown) : "\n"
			for (i = 1; i <= n; i++)
				print missed[i]
		}'
}

# overview FOLDER: the table of the README, of the first compiler that was measured. The
# bytes of flash are those of Documentation/firmware.rst: on the Cortex-M0, level 1.
overview() {
	awk -F, -v machine="$(sed -n 's/^machine: //p' "$1/machine.txt")" \
		-v compiler="$(sed -n 's/^compiler: //p' "$1/machine.txt")" '
	function cell(work, name, n) {
		if (!((work, name, n) in figure))
			return "-"
		v = figure[work, name, n]
		return v < 9.95 ? sprintf("%.2g", v) : sprintf("%.0f", v)
	}
	FNR == NR {
		if (split($0, col, / +/) > 9 && col[4] ~ /^[0-9]+$/)
			flash[col[1]] = col[4]
		next
	}
	{ figure[$1, $2, $3] = $4 }
	END {
		print "One run: " machine ", " compiler ", no `-march`."
		print ""
		print "| | pass: 1 000 | 100 000 | frame: 1 000 | 100 000 | bytes each | flash |"
		print "|---|---|---|---|---|---|---|"
		# name in the results = words = bytes in the object = name in the table of flash
		lines = split("raw=plain array, the limit=0=;slotpool=**slotpool**=8, 4 beside=slotpool;" \
			"dense=**dense**=4, 8 beside=dense;walklist=**walklist**=32=walklist;" \
			"=**ilist**=16=ilist;TAILQ=`sys/queue.h`=16=tailq;" \
			"vector<T*>=vector of pointers=8 beside=;colony=`plf::colony`=3 beside=;" \
			"std::list=`std::list`=16, on the heap=", line, ";")
		for (i = 1; i <= lines; i++) {
			split(line[i], part, "=")
			row = "| " part[2] " |"
			for (w = 1; w <= 2; w++)
				for (n = 1000; n <= 100000; n *= 100)
					row = row " " cell(w == 1 ? "churned" : "frame", part[1], n) " |"
			if (part[1] == "")
				gsub(/ - /, " same ", row) && sub(/same/, "same as `sys/queue.h`", row)
			bytes = part[4] in flash ? flash[part[4]] : "-"
			print row " " part[3] " | " bytes " |"
		}
	}' "$2/firmware.rst" "$1/results.csv"
}

rm -rf "$to"
mkdir -p "$to"
for compiler in $compilers; do
	folder=$(folder_of "$compiler")
	mkdir "$to/$compiler"
	for file in results.csv verdicts.csv machine.txt works.csv \
		works-verdicts.csv counts.csv counts.txt; do
		[ ! -s "$folder/$file" ] || cp "$folder/$file" "$to/$compiler/"
	done
	for work in $(works_of "$folder/results.csv"); do
		table_of "$work" "$folder/table.txt" >"$to/$compiler/$work.txt"
		[ ! -s "$folder/$work.svg" ] ||
			cp "$folder/$work.svg" "$to/$compiler/"
	done
	for work in $(works_of "$folder/works.csv"); do
		table_of "$work" "$folder/works.txt" >"$to/$compiler/$work.txt"
	done
	summary "$compiler" >"$to/$compiler/missed.txt"
done
works=$(for compiler in $compilers; do
	works_of "$to/$compiler/results.csv"
	works_of "$to/$compiler/works.csv"
done | awk '!seen[$0]++')
for compiler in $compilers; do
	page "$compiler" >"$to/$compiler.rst"
done
for work in $works; do
	page_of "$work" >"$to/$work.rst"
done

# What the hand-written page includes is there whatever was measured.
for compiler in gcc clang; do
	[ ! -e "$to/$compiler.rst" ] || continue
	mkdir "$to/$compiler"
	echo "$compiler: not measured" >"$to/$compiler/missed.txt"
	head_of "Nothing was measured with $compiler" >"$to/$compiler.rst"
done

# A quick run has not all sizes.
set -- $compilers
if grep -q 'quick run' "$to/$1/machine.txt"; then
	echo "published: $to/, of quick runs; $readme stays as it is"
	exit 0
fi
overview "$(folder_of "$1")" "$pages" >"$from/overview.md"
if grep -q '^<!-- bench -->$' "$readme"; then
	awk -v overview="$from/overview.md" '
		/^<!-- bench end -->$/ { inside = 0 }
		!inside { print }
		/^<!-- bench -->$/ {
			inside = 1
			while ((getline line <overview) > 0)
				print line
		}' "$readme" >"$from/README.new" && cat "$from/README.new" >"$readme"
fi
echo "published: $to/, $readme"
