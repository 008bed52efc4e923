# SPDX-License-Identifier: MIT
#
# reading.awk - how long it takes to read a file, and what makes it hard
#
#	awk -f scripts/reading.awk README.md Documentation/*.rst include/*/*.h
#
# Prints a line for each file and one for all: minutes (words / 220 + lines of code
# / 40), words, lines of code, then how often it has
#
#	long      a sentence of more than 30 words
#	headless  a clause without a noun as its subject: "What is added ...",
#	          ", what ...", "Whoever ..."
#	but for   where "except" is meant
#	, for     where "because" is meant
#	nobody    nobody or somebody
#	anew      where "again" is meant
#
# -v show=1 prints each of these places. -v exceptions=FILE names a file of lines
# "PATH: TEXT": a sentence of that file that contains the text is not counted.
#
# Text is: comments in C; in .rst and .md all but code. Sentences end with a full
# stop, a question mark or an exclamation mark; a list item, a cell of a table and a
# heading end them too.

function flush_sentence(    plain, low, n, w) {
	plain = sentence
	sentence = ""
	gsub(/[ \t]+/, " ", plain)
	sub(/^ /, "", plain)
	sub(/ $/, "", plain)
	if (plain == "")
		return
	for (n = 1; n <= exempt_count; n++)
		if (exempt_file[n] == FILENAME && index(plain, exempt_text[n]))
			return
	low = " " tolower(plain) " "
	gsub(/[`*_"()]/, "", low)
	n = split(plain, w, " ")
	if (n > 30)
		found("long", plain)
	if (low !~ /\? $/ &&
	    (low ~ /^ (what|who|whoever|whatever) / ||
	     low ~ /[;:] (what|who|whoever|whatever) / ||
	     low ~ /, (what|whatever) / || low ~ / whoever /))
		found("headless", plain)
	if (low ~ / but for /)
		found("but for", plain)
	if (low ~ /, for (the|it|they|a|an|this|that|there|what|no|its|in|not|then|both|only|nothing|otherwise|else|one|who|where|when|if|here|he|you|we|these|those|nobody|our|their|his) /)
		found(", for", plain)
	if (low ~ / (nobody|somebody)[ .,;:'!?]/)
		found("nobody", plain)
	if (low ~ / anew[ .,;:!?]/)
		found("anew", plain)
}

function found(kind, plain) {
	count[FILENAME, kind]++
	if (show)
		printf "%s:%d: %s: %s\n", FILENAME, FNR, kind, plain
}

# Text of one line: words are counted, and sentences cut.
function text(line,    n, w, i) {
	gsub(/&[a-z]+;/, " ", line)
	n = split(line, w, /[ \t]+/)
	for (i = 1; i <= n; i++) {
		if (w[i] == "")
			continue
		if (w[i] ~ /[A-Za-z0-9]/)
			words[FILENAME]++
		sentence = sentence " " w[i]
		if (w[i] ~ /[.!?][)"`*']*$/ && w[i] !~ /^(e\.g\.|i\.e\.|\.\.\.)$/)
			flush_sentence()
	}
}

function cells(line,    n, w, i) {
	flush_sentence()
	n = split(line, w, "|")
	for (i = 1; i <= n; i++) {
		text(w[i])
		flush_sentence()
	}
}

function c_comment(line) {
	sub(/^[ \t]*\/?\**\/?/, "", line)
	sub(/\*\/[ \t]*$/, "", line)
	# Code, tables and pictures: words without sentences.
	if (line ~ /^[ ]?\t/ || line ~ /^     ? ?[^ ]/ || line ~ /[^ .]  +[^ ]/ ||
	    line ~ /^ *[-=~^+|<> ]+$/) {
		flush_sentence()
		text(line)
		sentence = ""
		return
	}
	if (line ~ /^ *$/ || line ~ /^ ?(@|- |Return:|Context:|#)/)
		flush_sentence()
	sub(/^ ?- /, "", line)
	sub(/^ ?@[A-Za-z_.]+:/, "", line)
	text(line)
}

function c_line(line,    at, end, code) {
	code = ""
	while (line != "") {
		if (in_comment) {
			end = index(line, "*/")
			if (!end) {
				c_comment(line)
				line = ""
				break
			}
			c_comment(substr(line, 1, end - 1))
			flush_sentence()
			in_comment = 0
			line = substr(line, end + 2)
			continue
		}
		at = index(line, "/*")
		if (!at) {
			code = code line
			break
		}
		code = code substr(line, 1, at - 1)
		line = substr(line, at + 2)
		in_comment = 1
		sub(/^\*/, "", line)
		if (line == "")
			break
	}
	if (code ~ /[^ \t]/)
		lines[FILENAME]++
}

function rst_line(line,    indent) {
	match(line, /^ */)
	indent = RLENGTH
	if (in_code) {
		if (line ~ /^ *$/ || indent > code_indent) {
			if (line ~ /[^ ]/)
				lines[FILENAME]++
			return
		}
		in_code = 0
	}
	if (line ~ /^ *\.\. (toctree|image|figure|raw|include|literalinclude|only|highlight)::/ ||
	    line ~ /^ *\.\. [A-Z]/ || line ~ /^ *\.\. *$/) {
		flush_sentence()
		in_code = 1
		code_indent = indent
		return
	}
	if (line ~ /^ *\.\. code-block::/) {
		flush_sentence()
		in_code = 1
		code_indent = indent
		return
	}
	if (line ~ /^ *\.\. /)
		return
	if (line ~ /^ *[=+|~^-][=+|~^ -]*$/) {
		flush_sentence()
		if (line ~ /==  ?=/ || line ~ /=  =/)
			in_table = !in_table || ++rules % 3
		return
	}
	if (line ~ /^ *$/ || line ~ /^ *([-*]|[0-9]+\.|#\.) /)
		flush_sentence()
	# Cells of a simple table stand beside each other, and go on below.
	if (line ~ /[^ .]  +[^ ]/ || line ~ /^      |^   "/) {
		flush_sentence()
		text(line)
		sentence = ""
		return
	}
	sub(/^ *([-*]|[0-9]+\.) /, "", line)
	if (line ~ /::$/) {
		text(line)
		flush_sentence()
		in_code = 1
		code_indent = indent
		return
	}
	text(line)
}

function md_line(line) {
	if (line ~ /^```/) {
		flush_sentence()
		in_code = !in_code
		return
	}
	if (in_code) {
		if (line ~ /[^ ]/)
			lines[FILENAME]++
		return
	}
	if (line ~ /^<!--.*-->$/)
		return
	gsub(/\]\([^)]*\)/, "]", line)
	if (line ~ /^\|/) {
		cells(line)
		return
	}
	if (line ~ /^ *$/ || line ~ /^(#|[-*] |[0-9]+\. )/)
		flush_sentence()
	sub(/^(#+|[-*]|[0-9]+\.) /, "", line)
	text(line)
}

BEGIN {
	kinds = split("long,headless,but for,nobody,anew", kind, ",")
	kind[++kinds] = ", for"
	if (exceptions) {
		while ((getline line < exceptions) > 0) {
			if (line ~ /^#/ || line == "")
				continue
			exempt_count++
			at = index(line, ": ")
			exempt_file[exempt_count] = substr(line, 1, at - 1)
			exempt_text[exempt_count] = substr(line, at + 2)
		}
	}
}

FNR == 1 {
	if (last_file)
		order_flush()
	last_file = FILENAME
	files[++file_count] = FILENAME
	in_comment = in_code = in_table = 0
	sentence = ""
}

function order_flush() {
	flush_sentence()
}

/SPDX-License-Identifier/ { next }

FILENAME ~ /\.[ch](pp)?$/ { c_line($0); next }
FILENAME ~ /\.rst$/ { rst_line($0); next }
{ md_line($0) }

END {
	flush_sentence()
	printf "%7s %7s %7s %5s %8s %7s %5s %6s %4s  file\n", "minutes", "words",
		"code", "long", "headless", "but for", ", for", "nobody", "anew"
	for (i = 1; i <= file_count; i++) {
		f = files[i]
		minutes = words[f] / 220 + lines[f] / 40
		printf "%7.1f %7d %7d %5d %8d %7d %5d %6d %4d  %s\n", minutes, words[f],
			lines[f], count[f, "long"], count[f, "headless"],
			count[f, "but for"], count[f, ", for"], count[f, "nobody"],
			count[f, "anew"], f
		total_words += words[f]
		total_lines += lines[f]
		for (k = 1; k <= kinds; k++) {
			total[kind[k]] += count[f, kind[k]]
			faults += count[f, kind[k]]
		}
	}
	printf "%7.1f %7d %7d %5d %8d %7d %5d %6d %4d  total\n",
		total_words / 220 + total_lines / 40, total_words, total_lines,
		total["long"], total["headless"], total["but for"], total[", for"],
		total["nobody"], total["anew"]
	exit strict && faults ? 1 : 0
}
