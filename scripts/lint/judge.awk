# SPDX-License-Identifier: MIT
#
# judge.awk EXCEPTIONS USED - what linters say, but for what EXCEPTIONS explains
#
# "in FILE" is the file that is looked at from there on; it, and the text of the line
# in question, become parts of what is said, so that an exception can ask for them: line
# numbers change with each commit. The number of each exception that was needed goes
# to USED.
BEGIN {
	exceptions = ARGV[1]
	used = ARGV[2]
	ARGC = 1
	while ((getline line <exceptions) > 0) {
		number++
		if (line ~ /^#/ || line == "")
			continue
		of[++count] = number
		parts[count] = split(line, part, / *[|][|][|] */) - 1
		for (i = 1; i <= parts[count]; i++)
			wants[count, i] = part[i]
	}
}
function text_of(file, number,    line, i) {
	for (i = 0; i < number && (getline line <file) > 0; i++)
		;
	close(file)
	gsub(/^[ \t]+/, "", line)
	return i == number ? line : ""
}
/^in [^ ]*$/ {
	unit = $0 ": "
	next
}
{
	told = unit $0
	if (match($0, /[^ :]+\.[ch]:[0-9]+/)) {
		split(substr($0, RSTART, RLENGTH), at, ":")
		told = told " // " text_of(at[1], at[2] + 0)
	}
	for (i = 1; i <= count; i++) {
		for (k = 1; k <= parts[i] && index(told, wants[i, k]); k++)
			;
		if (k > parts[i]) {
			print of[i] >>used
			next
		}
	}
	print told
}
