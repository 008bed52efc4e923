# SPDX-License-Identifier: MIT
#
# parameters.awk HEADER FILE... - the files; each comment describes all that HEADER's head does
#
# The head of a header describes the parameters that many calls share: " *   @list: the list".
# kernel-doc wants them at each call. A parameter that neither describes stays without a line.

FNR == 1 { file++ }
file == 1 {
	if (/^ \*   @[a-z]+: / && !ended)
		shared[name_of($0)] = substr($0, 6)
	ended = ended || /^ \*\/$/
	next
}

function name_of(line) {
	match(line, /@[a-z_]+/)
	return substr(line, RSTART + 1, RLENGTH - 1)
}

# The parameters of "what(" in text, once the parenthesis is closed; else "".
function parameters(text, what,    depth, i, c, out) {
	# int (*cmp)(...): cmp
	while (match(text, /\(\*[a-z_]+\)/))
		text = substr(text, 1, RSTART - 1) substr(text, RSTART + 2, RLENGTH - 3) \
			substr(text, RSTART + RLENGTH)
	if (!match(text, "[^A-Za-z0-9_]" what "\\("))
		return ""
	for (i = RSTART + RLENGTH; i <= length(text); i++) {
		c = substr(text, i, 1)
		if (c == ")" && depth-- == 0)
			return out ","
		depth += c == "("
		if (!depth)
			out = out c
	}
	return ""
}

function finish(    list, part, n, i, name, added) {
	list = parameters(text, call)
	n = split(list, part, ",")
	for (i = 1; i < n; i++) {
		name = part[i]
		gsub(/[^A-Za-z0-9_]+$|\[[0-9]*\]/, "", name)
		sub(/.*[^A-Za-z0-9_]/, "", name)
		if (name in shared && !(name in own))
			added = added " * " shared[name] "\n"
	}
	printf "%s%s%s", title, added, rest
	title = rest = call = ""
}

/^\/\*\*$/ {
	title = $0 "\n"
	rest = text = call = ""
	split("", own)
	heading = comment = 1
	next
}
comment && heading {
	title = title $0 "\n"
	heading = 0
	if (match($0, /^ \* [A-Za-z0-9_]+\(\) - /))
		call = substr($2, 1, length($2) - 2)
	else
		comment = 0
	if (comment)
		next
	printf "%s", title
	next
}
comment {
	# The summary may go on in a second line.
	if (rest == "" && /^ \*  *[^ @]/)
		title = title $0 "\n"
	else
		rest = rest $0 "\n"
	if (/^ \* @[a-z_]+:/) {
		last = name_of($0)
		own[last]
	}
	if (/^ \*\/$/)
		comment = 0
	next
}
# The name of "..." in a macro is the last one described.
call != "" && /^#define/ {
	sub(/\.\.\.\)/, last ")")
}
call != "" {
	rest = rest $0 "\n"
	text = text "\n" $0
	if (parameters(text, call) != "" || /^$/)
		finish()
	next
}
{ print }
END {
	if (call != "")
		finish()
}
