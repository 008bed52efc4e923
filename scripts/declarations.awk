# SPDX-License-Identifier: MIT
#
# declarations.awk HEADER... - what the headers declare, a line each, separated by tabs:
#
#   name  kind  result  parameters  attributes  header  summary  words
#
# The kind is function, object, macro, constant, struct, enum, union or typedef. Parameters
# are separated by ";"; those of a documented struct or typedef are its text. Attributes,
# each between blanks: must_check, api (LISH_API), inline. The header is its path from where
# the first HEADER lies. The summary is the first sentence of the kernel-doc: what has one
# is public. "..." of a macro has the name that its kernel-doc describes last. Words are what a
# macro may call; the cleanup function of its loop has "cleanup:" in front.

function identifiers(text,    found, word) {
	while (match(text, /[a-z_][a-z0-9_]*/)) {
		word = substr(text, RSTART, RLENGTH)
		text = substr(text, RSTART + RLENGTH)
		found = found " " word
	}
	return found
}

# The text between the first parenthesis and the one that closes it, "," as ";".
function arguments(text,    i, c, depth, found) {
	sub(/^ ?\(/, "", text)
	for (i = 1; i <= length(text); i++) {
		c = substr(text, i, 1)
		if (c == ")" && depth-- == 0)
			break
		if (c == "(")
			depth++
		found = found (c == "," && !depth ? ";" : c)
	}
	return found == "void" ? "" : found
}

function emit(    text, all, result, params, rest, flags, at, words) {
	text = body
	gsub(/[ \t]+/, " ", text)
	# The function of the name of a macro: type (name)(parameters).
	if (text !~ /^ ?#/ && match(text, /\([a-z][a-z0-9_]*\)\(/))
		text = substr(text, 1, RSTART - 1) substr(text, RSTART + 1, RLENGTH - 3) \
			substr(text, RSTART + RLENGTH - 1)
	all = text
	if (name == "" && text ~ /^ ?#/) {
		name = text
		sub(/^ ?#define /, "", name)
		sub(/[^A-Za-z0-9_].*/, "", name)
	} else if (name == "" && match(text, /[a-zA-Z_][a-zA-Z0-9_]*\(/))
		name = substr(text, RSTART, RLENGTH - 1)
	flags = " "
	if (text ~ /LISH_MUST_CHECK/)
		flags = flags "must_check "
	if (text ~ /LISH_API /)
		flags = flags "api "
	if (text ~ /\{$/ || text ~ /^ ?(static|LISH_INLINE)/)
		flags = flags "inline "
	if (kind == "") {
		kind = text ~ /^ ?#/ ? "macro" : "function"
		if (kind == "macro")
			sub(/^ ?# ?define /, "", text)
		else
			gsub(/LISH_[A-Z_]+(\([^()]*\))? |static |inline |extern /, "", text)
		at = index(text, name "(")
		if (!at)
			at = index(text, name)
		result = substr(text, 1, at - 1)
		gsub(/^ +| +$/, "", result)
		rest = substr(text, at + length(name))
		if (kind == "macro") {
			words = identifiers(rest)
			# LISH_LOOP_() names its cleanup function after LISH_CLEANUP.
			if (match(rest, /LISH_CLEANUP[A-Z_]*,[^a-z_]*[a-z_][a-z0-9_]*/)) {
				at = substr(rest, RSTART, RLENGTH)
				sub(/.*[^a-z0-9_]/, "", at)
				words = words " cleanup:" at
			}
		}
		if (kind == "macro" && substr(rest, 1, 1) != "(")
			kind = "constant"
		else if (kind == "function" && rest !~ /^ ?\(/)
			kind = "object"
		else
			params = arguments(rest)
		if (kind == "macro" && last != "")
			sub(/\.\.\.$/, last, params)
	} else if (kind == "typedef" || kind == "struct")
		params = text
	gsub(/\t/, " ", params)
	if (name != "" && (summary != "" || name !~ /^LISH_/ && name != "__attribute__" || \
	    all ~ /^ ?#/))
		print name, kind, result, params, flags, header, summary, words
	name = kind = summary = body = ""
	open = 0
}

BEGIN { OFS = "\t" }

FNR == 1 {
	header = FILENAME
	if (top == "") {
		top = header
		sub(/[^\/]*$/, "", top)
	}
	header = substr(header, length(top) + 1)
	name = kind = summary = body = ""
	open = comment = 0
}

# A comment of kernel-doc: name, kind and summary of what follows.
/^\/\*\*$/ { comment = 2; first = 1; summary = name = kind = body = last = ""; open = 0; next }
comment == 2 && match($0, /^ \* @[a-z]+:/) { last = substr($0, 5, RLENGTH - 5) }
comment == 2 && first {
	if (/^ \*( @|$|\/)/)
		first = 0
	else {
		line = $0
		sub(/^ \* ?/, "", line)
		summary = summary (summary == "" ? "" : " ") line
	}
}
comment == 2 && name == "" {
	name = $2
	if (name ~ /^(struct|enum|typedef|union)$/) {
		kind = name
		name = $3
	}
	sub(/\(\)$/, "", name)
}
comment {
	if (/\*\/$/) {
		sub(/^[^-]* - /, "", summary)
		comment = 0
	}
	next
}
/^\/\*/ {
	comment = !/\*\//
	next
}


# A declaration begins at the margin; that of a struct ends there.
!open {
	if (!/^#define|^[A-Za-z]/ || /^LISH_[A-Z_]+(\([^()]*\))?$/)
		next
	open = 1
	if (kind == "" && /^(struct|enum|union) [a-z_0-9]+ \{$/) {
		kind = $1
		name = $2
	} else if (kind == "" && $1 == "typedef")
		kind = $1
}
{
	line = $0
	more = sub(/\\$/, "", line)
	body = body " " line
	if (body ~ /^ #/ ? !more : kind == "" || kind == "typedef" ? /[{;]$/ : /^\}/)
		emit()
}
