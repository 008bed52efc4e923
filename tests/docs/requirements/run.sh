# SPDX-License-Identifier: MIT
#
# Each requirement of Documentation/requirements.rst has a number of its own and tests that
# exist. Tests that no requirement names are counted; their names are in $WORK/unnamed.
. scripts/script-check.sh
top=$PWD

# requirements PAGE: "number<TAB>sentence<TAB>tests" a line, from the page's tables
requirements() {
	awk '
	/^   [0-9]+, "/ { row = "" }
	/^   / { row = (row == "" ? "" : row " ") substr($0, 4) }
	/^   .*"$/ && row ~ /^[0-9]+, "/ {
		number = row
		sub(/,.*/, "", number)
		row = substr(row, length(number) + 4)
		at = index(row, "\", \"")
		print number "\t" substr(row, 1, at - 1) "\t" \
			substr(row, at + 4, length(row) - at - 4)
		row = ""
	}' "$1"
}

# tests TOP: "GROUP<TAB>name" for each unit test that its program runs, and for each mistake
# that is refused
tests() {
	(cd "$1" && sh "$top/tests/find.sh" '') |
		sed -n 's|^\([a-z]*/\)*\([a-z_]*\)_test	.*	|unit/\2	|p'
	for file in "$1"/tests/refuse/misuse/*.list; do
		name=${file##*/}
		sed -n "s|^mistake |misuse/${name%.list}	|p" "$file"
	done
	for file in "$1"/tests/refuse/fail/*.c; do
		name=${file##*/}
		sed -n "s|^/\* mistake \([a-z0-9_]*\):.*|refuse/fail	${name%.c}/\1|p" "$file"
	done
	(cd "$1/tests/refuse/wrong" && ls -- *.c) | sed 's|^|refuse/wrong	|; s|\.c$||'
}

# references: "number<TAB>GROUP<TAB>name" for each test that a requirement names
references() {
	awk -F '\t' '{
		n = split($3, piece, "; ")
		whole = ""
		for (i = 1; i <= n + 1; i++) {
			if (i <= n && piece[i] !~ /^(unit|misuse|refuse|deep|build|targets|docs)(\/[a-z_+]+)?(: |$)/) {
				whole = whole "; " piece[i]
				continue
			}
			at = index(whole, ": ")
			group = at ? substr(whole, 1, at - 1) : whole
			rest = at ? substr(whole, at + 2) : ""
			# misuse/dense+rwarray: the same row of both
			folder = group
			sub(/\/.*/, "/", folder)
			one = group ~ /\+/ ? split(substr(group, length(folder) + 1), kind, "+") : 0
			for (k = 1; k <= one || k == 1; k++) {
				if (one)
					group = folder kind[k]
				m = group ~ /^unit\// ? split(rest, name, ", *") : 0
				for (j = 1; j <= m; j++)
					print $1 "\t" group "\t" name[j]
				if (!m && whole != "")
					print $1 "\t" group "\t" rest
			}
			whole = piece[i]
		}
	}'
}

# judge TOP PAGE: what is wrong; writes the tests that nothing names to $WORK/unnamed
judge() {
	tests "$1" | sort -u >"$WORK/tests"
	requirements "$2" >"$WORK/requirements"
	references <"$WORK/requirements" >"$WORK/references"
	awk -F '\t' '
	seen[$1]++ { print "number " $1 " is there twice" }
	$1 !~ /^[1-9][0-9]*$/ || $1 + 0 < last { print "number " $1 " stands after " last }
	{ last = $1 + 0 }
	said[$2]++ { print $1 ": said before" }
	$2 !~ /\.$/ { print $1 ": no sentence" }
	$3 == "" { print $1 ": no test" }' "$WORK/requirements"
	awk -F '\t' -v unnamed="$WORK/unnamed" '
	FILENAME == ARGV[1] {
		tests++
		group[tests] = $1
		name[tests] = $2
		kind = $1
		if (kind ~ /^misuse/)
			lists[kind]
		next
	}
	# A row is named by a part of it; a unit test may lie in one of several files.
	function is(i, wanted, what) {
		if (wanted ~ /^unit/)
			return name[i] == what && index(group[i] "_", wanted "_") == 1
		if (wanted ~ /^misuse/)
			return group[i] == wanted && index(name[i], what)
		return group[i] == wanted && name[i] == what
	}
	function find(wanted, what,    i, found) {
		for (i = 1; i <= tests; i++)
			if (is(i, wanted, what))
				found = used[i] = 1
		if (!found)
			print $1 ": there is no " wanted ": " what
	}
	$2 == "misuse/all" { for (kind in lists) find(kind, $3); next }
	$2 ~ /^(unit|misuse)/ || $2 ~ /^refuse\/(fail|wrong)$/ { find($2, $3) }
	END {
		printf "" >unnamed
		for (i = 1; i <= tests; i++)
			if (!used[i])
				print group[i] ": " name[i] >unnamed
	}' "$WORK/tests" "$WORK/references"
	grep -vE '	(unit|misuse)/|	refuse/(fail|wrong)	' "$WORK/references" |
		while IFS='	' read -r number folder words; do
		script=$1/tests/$folder/run.sh
		if [ ! -e "$script" ]; then
			echo "$number: there is no $script"
		elif ! grep -qF -- "$words" "$script"; then
			echo "$number: $folder does not say: $words"
		fi
	done
}

page=Documentation/requirements.rst
judge . $page >"$WORK/wrong"
expect "$page: $(head -n 20 "$WORK/wrong")" test ! -s "$WORK/wrong"
expect 'it has at least 120 requirements' test "$(wc -l <"$WORK/requirements")" -ge 120
echo "$(wc -l <"$WORK/requirements") requirements name" \
	"$(($(wc -l <"$WORK/tests") - $(wc -l <"$WORK/unnamed"))) of $(wc -l <"$WORK/tests") tests;" \
	"the others are in $WORK/unnamed"
cp "$WORK/unnamed" "$WORK/others"

# The test can fail: a test, a row, a file and a promise of a script that went, a number
# twice, a sentence twice, a requirement without a test.
mkdir -p "$WORK/planted/tests"
cp -R tests/unit tests/refuse tests/docs tests/deep tests/build tests/targets \
	"$WORK/planted/tests/"
(
	cd "$WORK/planted/tests" || exit
	sed -i.old 's/TEST(the_body_removes_the_next_element)/TEST(renamed)/' unit/walklist_test.c
	sed -i.old 's/^mistake sort during a loop/mistake renamed/' refuse/misuse/walklist.list
	sed -i.old 's/mistake lost_result:/mistake renamed:/' refuse/fail/each.c
	sed -i.old 's/no sequence is quadratic/renamed/' deep/attack/run.sh
)
awk '/^   2, / { print "   1, \"A sentence.\", \"\"" }
	/^   4, / { print "   3, \"A sentence.\", \"docs\"" } { print }' $page >"$WORK/planted/page.rst"
judge "$WORK/planted" "$WORK/planted/page.rst" >"$WORK/wrong"
for wrong in 'no unit/walklist: the_body_removes_the_next_element' 'no misuse/walklist: sort during' \
	'no refuse/fail: each/lost_result' 'deep/attack does not say: no sequence' \
	'number 1 is there twice' 'said before' ': no test'; do
	expect "planted: $wrong" grep -qF "$wrong" "$WORK/wrong"
done
mv "$WORK/others" "$WORK/unnamed"
finish
