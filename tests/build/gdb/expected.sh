# SPDX-License-Identifier: MIT
#
# Sourced after script-check.sh: what a debugger is asked about tests/build/gdb/program.c,
# and what it should say, $WORK/commands, expected and expected-broken.
cat >"$WORK/commands" <<'END'
print ilist
print slotpool
print fixed
print alive
print none
print zero_ilist
print zero_walklist
print zero_locklist
lish check zero_ilist
lish members ilist struct thing i
lish members &walklist struct thing w
lish members locklist struct thing l
lish members dense struct thing d
lish members rwarray struct thing r
lish members heap struct thing h
lish members inbox struct thing b
lish members ipool struct ipool_thing in
lish members densepool struct densepool_thing in
lish members listpool struct listpool_thing in
lish members slotpool struct slotpool_thing in
lish members fixed struct slotpool_thing in
lish handle fixed alive struct slotpool_thing in
lish handle fixed dead
lish handle fixed none
lish check ilist
lish check walklist
lish check dense
lish check rwarray
lish check heap
lish check slotpool
END
# What of it is the same on every machine: no addresses.
cat >"$WORK/expected" <<'END'
ilist of 4
slotpool of 2, room for N
slotpool of 1, room for 8
slot 0, generation 3
no object
ilist of 0
walklist of 0
locklist of 0
ilist of 0: whole
thing 0 1 2 3
thing 0 1 2 3
thing 0 1 2 3
thing 0 1 2 3
thing 0 2 3
thing 3 0 1 2
thing 1 2 3
ipool_thing 100 102
densepool_thing 100 102
listpool_thing 102 100
slotpool_thing 100 102
slotpool_thing 8
slotpool_thing 8
no object any more: slot 0 is at generation 3, live
no object: the handle is null
ilist of 4: whole
walklist of 4: whole
dense of 4: whole
rwarray of 3: whole
iheap of 4: whole
slotpool of 2: whole
END
# Which container an address lies in: the page has the first questions and answers.
sed -n 's/^   (gdb) \(lish who .*\)/\1/p' Documentation/debug.rst >"$WORK/who"
sed -n -e '/^   (gdb) lish who/,/^$/{' -e '/(gdb)/d' -e '/^$/d' -e 's/^   //p' -e '}' \
	Documentation/debug.rst >"$WORK/who-expected"
cat >>"$WORK/who" <<'END'
lish who behind
lish who renewed
lish who &game->near[1].walks.count
lish who &fixed.base.border
lish who &things[2]
lish who &things[2].l
lish who &things[2].r
lish who (char *)&things[2].h + 3
lish who &things[2] struct thing d
lish who &things[2] struct thing b
lish who ipool.base.table[0]
lish who (char *)densepool.base.table[0] + 8
lish who (char *)listpool.base.table[0] + sizeof(struct listpool_thing)
lish who 4
END
cat >>"$WORK/who-expected" <<'END'
slot 4 of slotpool game->bullets, byte 0 of 48: free, unused since the last clear
slot 1 of slotpool game->bullets, byte 0 of 48: live, its handle is slot 1, generation 3
walklist game->near[1] itself, byte 32 of 48
slotpool fixed itself, byte N
no container with a symbol has 0xN
element 2 of locklist locklist, byte 0 of 32 of its node
element 1 of rwarray rwarray, byte 0 of 4 of its node
element 3 of iheap heap, byte 3 of 4 of its node
element 2 of dense dense, byte 0 of 112 of its object
element 1 of inbox inbox, byte 0 of 112 of its object
slot 0 of ipool ipool, byte 4 of 8: live
slot 1 of densepool densepool, byte 4 of 8: free
slot 1 of listpool listpool, byte 24 of 32: free
no container with a symbol has 0xN
END
cat >"$WORK/expected-broken" <<'END'
ilist: broken: neighbours
walklist: broken: it counts 3 members, and 4 are found
dense: broken: the node says place 8, and is in place 2
END

# Of each list of members one line: what they are, and their numbers.
plain() {
	grep -a -E '^(\$[0-9]+ = |[0-9]+: \(|\(struct|no object|[a-z]+ of|[a-z]+: broken)' |
		sed -e 's/^\$[0-9]* = //' -e 's/room for [0-9]\{2,\}/room for N/' \
			-e 's/0x[0-9a-f]* and 0x[0-9a-f]* do not agree.*/neighbours/' \
			-e 's/node at 0x[0-9a-f]* says/node says/' |
		awk '
		function out() { if (line != "") print line; line = "" }
		/^([0-9]+: )?\(struct/ {
			if (/^0: / || /^\(/) out()
			type = $0
			sub(/^([0-9]+: )?\(struct /, "", type)
			sub(/ .*/, "", type)
			id = $0
			sub(/.*\{id = /, "", id)
			sub(/,.*/, "", id)
			line = line == "" ? type " " id : line " " id
			next
		}
		{ out(); print }
		END { out() }'
}

# The answers of "lish who".
who_plain() {
	grep -a -E '^(slot|element|no container|not searched|[a-z]+ [^ ]+ itself)' |
		sed -e 's/0x[0-9a-f]*/0xN/' -e 's/\(fixed itself, byte\).*/\1 N/'
}

same() {
	if cmp -s "$2" "$3"; then
		pass
	else
		diff "$2" "$3" >"$WORK/diff"
		flunk "$1" "$WORK/diff"
	fi
}
