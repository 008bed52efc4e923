# SPDX-License-Identifier: MIT
#
# unused.awk - the private functions of headers that no header uses
#
#	awk -f unused.awk EXCEPTIONS HEADER...
#
# A private function has a lower-case name that ends in an underscore. Users do not
# call it, so a macro or an inline function of a header must; otherwise it belongs to
# lib/. Prints "HEADER: NAME" for each that none does. EXCEPTIONS has lines "NAME:
# REASON"; prints those that are not needed.

# Remove comments and strings, also over several lines.
function code(line,    at, out) {
	out = ""
	while (line != "") {
		if (comment) {
			at = index(line, "*/")
			if (!at)
				return out
			line = substr(line, at + 2)
			comment = 0
		}
		at = index(line, "/*")
		if (!at)
			return out line
		out = out substr(line, 1, at - 1)
		line = substr(line, at + 2)
		comment = 1
	}
	return out
}

FNR == 1 {
	files++
	depth = macro = comment = 0
}

files == 1 {
	if ($0 !~ /^#/ && match($0, /^[a-z0-9_]+:/))
		excepted[substr($0, 1, RLENGTH - 1)] = 1
	next
}

{
	line = code($0)
	gsub(/"([^"\\]|\\.)*"/, "", line)
	if (line ~ /^[ \t]*#/)
		macro = 1
	in_macro = macro
	if (line !~ /\\$/)
		macro = 0
	while (match(line, /[A-Za-z_][A-Za-z0-9_]*|[{}]/)) {
		name = substr(line, RSTART, RLENGTH)
		line = substr(line, RSTART + RLENGTH)
		if (name == "{" || name == "}") {
			if (!in_macro)
				depth += name == "{" ? 1 : -1
		} else if (name ~ /^[a-z][a-z0-9_]*_$/) {
			# Outside of braces only a declaration has parentheses, and a type of functions.
			if (in_macro || depth)
				used[name] = 1
			else if (line ~ /^\(/ && $0 !~ /^typedef/ && !(name in where)) {
				where[name] = FILENAME
				order[++n] = name
			}
		}
	}
}

END {
	for (i = 1; i <= n; i++)
		if (!(order[i] in used) && !(order[i] in excepted))
			print where[order[i]] ": " order[i]
	for (name in excepted)
		if (!(name in where) || name in used)
			print "exception that is not needed: " name
}
