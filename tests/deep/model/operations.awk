# SPDX-License-Identifier: MIT
#
# operations.awk FILE... - the atomic operations of C functions, or those that a model
# quotes: "function: operation" a line, in the order of the text
#
# In C a function begins with its name at the left margin or behind its type. In a model
# a comment that begins with an equals sign is such a line already.

FILENAME ~ /\.pml$/ {
	if (match($0, /\/\*= .* \*\//))
		print substr($0, RSTART + 4, RLENGTH - 7)
	next
}
/^\/\*/ { comment = 1 }
comment {
	if (/\*\//)
		comment = 0
	next
}
/^[A-Za-z].*[a-z_]+\)?\(/ && !/^#/ {
	name = $0
	# The function that a macro calls: void *(X_pop_entry)(...
	if (match(name, /\([a-z_]+\)\(/))
		name = " " substr(name, RSTART + 1)
	sub(/[()].*/, "", name)
	sub(/.*[ *]/, "", name)
}
{
	text = $0
	sub(/\/\*.*\*\//, "", text)
	sub(/^[ \t]+/, "", text)
	# A call may go on in the next lines.
	if (open) {
		text = call " " text
		open = 0
	}
	while (match(text, /lish_atomic_[a-z_]+\(/)) {
		text = substr(text, RSTART)
		depth = 0
		for (i = 1; i <= length(text); i++) {
			c = substr(text, i, 1)
			if (c == "(")
				depth++
			if (c == ")" && --depth == 0)
				break
		}
		if (depth) {
			call = text
			open = 1
			break
		}
		print name ": " substr(text, 1, i)
		text = substr(text, i + 1)
	}
}
