# SPDX-License-Identifier: MIT
#
# misuse.awk -v what=table|cases|check LIST - what a list of mistakes is turned into
#
# table: the table of the container's page. cases: C for tests/refuse/misuse/run.h.
# check: what the list says that does not fit together; nothing if all does. The
# head of tests/refuse/misuse/ilist.list says how a list is written.

function complain(text)
{
	print FILENAME ":" FNR ": " text
}

function print_row(a, b, c)
{
	printf "   \"%s\", \"%s\", \"%s\"\n", a, b, c
}

# The reasons in a text, each between blanks, in the order of the alphabet's.
function reasons_in(text,    found, seen)
{
	found = ""
	while (match(text, /``LISH_[A-Z_]+``/)) {
		seen = substr(text, RSTART + 7, RLENGTH - 9)
		text = substr(text, RSTART + RLENGTH)
		found = add(found, seen)
	}
	return found
}

function add(set, word)
{
	return index(set, " " word " ") ? set : (set == "" ? " " : set) word " "
}

function subset(a, b,    words, n, i)
{
	n = split(a, words, " ")
	for (i = 1; i <= n; i++)
		if (!index(b, " " words[i] " "))
			return 0
	return 1
}

# A row is whole: what it says at each level is what its cases do there.
function end_row(    first, second, later, cut, level)
{
	if (mistake == "")
		return
	if (what == "table")
		print_row(mistake, cell[0], cell[1])
	if (what == "check") {
		if (cell[0] == "" || cell[1] == "")
			complain("no text for level 0, or none for 1, in the row before")
		for (level = 0; level <= 2; level++)
			if (!done[level])
				complain("the row before has no case at level " level)
		first = cell[0]
		second = cell[1] == "the same" ? cell[0] : cell[1]
		cut = index(second, "level 2:")
		later = ""
		if (cut) {
			later = substr(second, cut)
			second = substr(second, 1, cut - 1)
		}
		# "clear reports it": what later levels report.
		if (first ~ /report/ && first !~ /``LISH_/)
			first = second
		first = reasons_in(first)
		second = reasons_in(second)
		later = reasons_in(later)
		if (!subset(first, told[0]) || !subset(told[0], first))
			complain("the row before names" first "at level 0, its cases" told[0])
		if (!subset(second, told[1]) || !subset(told[1], second))
			complain("the row before names" second "at level 1, its cases" told[1])
		if (!subset(later, told[2]) || !subset(told[2], second later))
			complain("the row before names" second later "at level 2, its cases" told[2])
	}
	mistake = ""
}

# "12": a condition for the preprocessor
function condition(levels,    level, speed)
{
	if (levels == "asan")
		return "UNDER_ASAN"
	speed = sub(/s$/, "", levels) ? " && LISH_FAST_" : ""
	level = sub(/f$/, "", levels) ? "LISH_CHECK" : "LEVEL"
	gsub(/./, "|| " level " == &", levels)
	return "!UNDER_ASAN && (" substr(levels, 4) ")" speed
}

function end_case(    operation)
{
	if (statement == "")
		return
	if (what == "cases") {
		operation = named
		if (operation == "" && match(statement, "[^a-z_]" container "_[a-z0-9_]+\\)?\\(")) {
			operation = substr(statement, RSTART + 1, RLENGTH - 2)
			# The function that a macro calls: (X_first_entry)(...).
			sub(/\)$/, "", operation)
		}
		# The half of X_first_entry() that takes no type is X_first_().
		sub(/_$/, "_entry", operation)
		cases++
		printf "#if %s\nstatic void case_%d(void)\n{\n%s", condition(levels), cases,
			before
		printf "\tcase_begins();\n#line %d \"%s\"\n", where, FILENAME
		if (statement ~ / [=!]= [^;{}]+$/)
			print "\tis_so = (" statement ");"
		else
			print "\t" statement ";"
		print "\tcase_ends();\n}\n#endif"
		table = table sprintf("#if %s\n\t{ case_%d, %d, %s, \"%s\", %s, %s },\n#endif\n",
			condition(levels), cases, where, outcome,
			outcome == "TOLD" ? operation : "",
			outcome == "TOLD" ? "LISH_" reason : "LISH_OK", flags)
	}
	statement = ""
}

FNR == 1 {
	container = FILENAME
	sub(/.*\//, "", container)
	sub(/\..*/, "", container)
	if (what == "table")
		print ".. csv-table::\n   :header: mistake, check level 0, check levels 1 and 2\n" \
			"   :widths: 40 30 30\n"
}

/^#/ || /^$/ { next }

/^mistake / {
	end_case()
	end_row()
	rows++
	mistake = substr($0, 9)
	cell[0] = cell[1] = told[0] = told[1] = told[2] = ""
	done[0] = done[1] = done[2] = 0
	part = "mistake"
	next
}

/^[01]: / {
	part = substr($0, 1, 1)
	cell[part] = substr($0, 4)
	next
}

# What goes on in the next line.
/^  / {
	sub(/^ +/, "")
	if (part == "mistake")
		mistake = mistake " " $0
	else
		cell[part] = cell[part] " " $0
	next
}

/^at / {
	end_case()
	levels = $2
	reason = $3
	outcome = "TOLD"
	flags = "0"
	if (reason ~ /^(dies|breaks|silent|open|asan)$/)
		outcome = toupper(reason)
	for (i = 4; i <= NF && outcome != "OPEN"; i++)
		flags = flags " | " toupper($i)
	for (level = 0; level <= 2; level++) {
		if (!index(levels, level))
			continue
		done[level] = 1
		if (outcome == "TOLD")
			told[level] = add(told[level], reason)
	}
	if (levels == "asan")
		done[0] = done[1] = done[2] = 1
	if (what == "check") {
		if (levels !~ /^(0?1?2?[fs]?|asan)$/)
			complain("levels are 0, 1 and 2, in that order, then f or s, or asan")
		if (outcome == "OPEN" && levels != "0" && NF == 3)
			complain("why is nothing tried?")
	}
	before = ""
	part = "case"
	next
}

/^\t\t/ && statement != "" {
	statement = statement "\n" $0
	next
}

/^\t!/ {
	end_case()
	if (outcome == "OPEN" && what == "check")
		complain("what is open has no cases")
	named = ""
	line = substr($0, 3)
	if (match(line, /^\[[a-z_()&. ]+\]/)) {
		named = substr(line, 2, RLENGTH - 2)
		line = substr(line, RLENGTH + 1)
	}
	statement = line
	where = FNR
	next
}

/^\t/ {
	end_case()
	before = before "#line " FNR " \"" FILENAME "\"\n" $0 "\n"
	next
}

{ complain("what is this?") }

END {
	end_case()
	end_row()
	if (what == "cases")
		printf "static const struct one cases[] = {\n%s};\n", table
	if (what == "check" && !rows)
		complain("no rows")
}
