#!/bin/sh
# SPDX-License-Identifier: MIT
#
# publish.sh FROM DOCUMENTATION README - the last runs' figures become
# documentation
#
# Of each compiler: performance/COMPILER/results.csv, of which the pages make tables when
# they are built, and the plots that performance.rst shows. The lines of the README between
# its two marks are of the first compiler.
from=$1
pages=$2
to=$2/performance
readme=$3

# The newest folder of a compiler: as gcc-12
folder_of() {
	ls -d "$from/$1"-* 2>/dev/null | sort -V | tail -n 1
}

# overview FOLDER: the table of the README, of the first compiler that was measured. The
# bytes of flash are those of Documentation/firmware.rst: on the Cortex-M0, with brief reports.
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
		if (split($0, col, / +/) > 9 && col[5] ~ /^[0-9]+$/)
			flash[col[1]] = col[5]
		next
	}
	{ figure[$1, $2, $3] = $4 }
	END {
		print "One run: " machine ", " compiler ", no `-march`."
		print ""
		print "| | pass: 1 000 | 100 000 | frame: 1 000 | 100 000 | bytes each | flash |"
		print "|---|---|---|---|---|---|---|"
		# name in the results = words = bytes in the object = name in the table of flash
		lines = split("raw=plain array, the limit=0=;slotpool=**slotpool**=8 + 4 beside=slotpool;" \
			"dense=**dense**=4 + 8 beside=dense;walklist=**walklist**=32=walklist;" \
			"=**ilist**=16=ilist;TAILQ=`sys/queue.h`=16=tailq;" \
			"colony=`plf::colony`=3 beside=", line, ";")
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

for compiler in gcc clang; do
	folder=$(folder_of $compiler)
	if [ -z "$folder" ]; then
		echo "skip: nothing was measured with $compiler"
		continue
	fi
	for file in results.csv verdicts.csv machine.txt works.csv works-verdicts.csv; do
		[ -s "$folder/$file" ] || {
			echo "publish: no $folder/$file: run 'make bench CC=$compiler' first" >&2
			exit 1
		}
	done
	first=${first-$folder}
	mkdir -p "$to/$compiler"
	{
		head -n 1 "$folder/results.csv"
		sed 's/.*/machine,"&",,,/' "$folder/machine.txt"
		tail -q -n +2 "$folder/results.csv" "$folder/works.csv"
		tail -q -n +2 "$folder/verdicts.csv" "$folder/works-verdicts.csv" |
			sed 's/^/bar,/'
	} >"$to/$compiler/results.csv"
	for plot in $(grep -o "performance/$compiler/[a-z0-9-]*\.svg" "$pages/performance.rst" |
		sort -u); do
		[ ! -s "$folder/${plot##*/}" ] || cp "$folder/${plot##*/}" "$pages/$plot"
	done
done
[ -n "${first-}" ] || exit 1

# A quick run has not all sizes.
if grep -q 'quick run' "$first/machine.txt"; then
	echo "published: $to/, of quick runs; $readme stays as it is"
	exit 0
fi
overview "$first" "$pages" >"$from/overview.md"
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
