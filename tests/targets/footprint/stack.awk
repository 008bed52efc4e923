# SPDX-License-Identifier: MIT
#
# stack.awk -v su=FILE -v roots='NAME...' - the deepest stack of functions, on the output
# of objdump -d: NAME and its bytes, a line each
#
# The machine code says which function calls which. FILE says what each one takes: all
# that -fstack-usage has written. Copies of a function, name.part.0 and the like, count as
# the largest of them. For functions of libgcc the registers that they push are counted.
# What is called by a pointer counts nothing: hooks, and the program's comparisons. A
# recursion is not followed.
function plain(name)
{
	sub(/\..*/, "", name)
	return name
}
BEGIN {
	while ((getline line <su) > 0) {
		split(line, part, "\t")
		n = split(part[1], place, ":")
		name = plain(place[n])
		if (!(name in frame) || part[2] + 0 > frame[name])
			frame[name] = part[2] + 0
	}
}
/^[0-9a-f]+ <.*>:$/ {
	name = $2
	gsub(/[<>:]/, "", name)
	next
}
/\tpush\t|stmdb\tsp!/ {
	registers = $0
	pushed[name] += 4 * gsub(/[,{]/, "", registers)
	if (/stmdb/)
		pushed[name] -= 4
}
/<[^+>]*>/ {
	callee = $0
	sub(/.*</, "", callee)
	sub(/>.*/, "", callee)
	if (callee != name)
		calls[name] = calls[name] " " callee
}
function depth(f,	list, n, i, d, most) {
	if (f in known)
		return known[f]
	known[f] = 0
	n = split(calls[f], list, " ")
	for (i = 1; i <= n; i++) {
		d = depth(list[i])
		if (d > most)
			most = d
	}
	return known[f] = (plain(f) in frame ? frame[plain(f)] : pushed[f]) + most
}
END {
	n = split(roots, root, " ")
	for (i = 1; i <= n; i++)
		print root[i], depth(root[i])
}
