# SPDX-License-Identifier: MIT
#
# scripts/gdb/linux-ish-gdb.py on a program that stands, on the core it left, and
# on one whose containers are broken.
. scripts/script-check.sh

if ! command -v gdb >/dev/null 2>&1 ||
	! gdb -q -batch -ex 'python print(1)' >/dev/null 2>&1; then
	echo 'skip: no gdb with Python: its commands are not tried'
	pass
	finish
	exit
fi
cat >"$WORK/commands" <<'END'
print ilist
print slotpool
print fixed
print alive
print none
lish members ilist struct thing i
lish members &walklist struct thing w
lish members locklist struct thing l
lish members dense struct thing d
lish members rwarray struct thing r
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
lish check slotpool
END
# What of it is the same on every machine: no addresses.
cat >"$WORK/expected" <<'END'
ilist of 4
slotpool of 2, room for N
slotpool of 1, room for 8
slot 0, generation 3
no object
thing 0 1 2 3
thing 0 1 2 3
thing 0 1 2 3
thing 0 1 2 3
thing 0 2 3
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
slotpool of 2: whole
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

look() {
	gdb -q -nx -batch -iex 'set auto-load no' "$@" \
		-ex 'source scripts/gdb/linux-ish-gdb.py' -x "$WORK/commands" 2>&1
}

same() {
	if cmp -s "$2" "$3"; then
		pass
	else
		diff "$2" "$3" >"$WORK/diff"
		flunk "$1" "$WORK/diff"
	fi
}

for cc in $COMPILERS; do
	expect "the program ($cc)" "$cc" -std=c99 -g -gdwarf-4 -O0 -Iinclude \
		tests/gdb/program.c "$LIBRARY" -o "$WORK/program"
	look -ex run "$WORK/program" >"$WORK/live"
	plain <"$WORK/live" >"$WORK/live-plain"
	same "on a live program ($cc)" "$WORK/expected" "$WORK/live-plain"
	gdb -q -nx -batch -ex run -ex "generate-core-file $WORK/core" \
		"$WORK/program" >"$WORK/log" 2>&1
	look "$WORK/program" "$WORK/core" >"$WORK/dead"
	plain <"$WORK/dead" >"$WORK/dead-plain"
	same "on a core ($cc)" "$WORK/expected" "$WORK/dead-plain"
	gdb -q -nx -batch -ex 'set args broken' -ex run \
		-ex 'source scripts/gdb/linux-ish-gdb.py' -ex 'lish check ilist' \
		-ex 'lish check walklist' -ex 'lish check dense' \
		"$WORK/program" >"$WORK/wrong" 2>&1
	plain <"$WORK/wrong" >"$WORK/wrong-plain"
	same "what is broken ($cc)" "$WORK/expected-broken" "$WORK/wrong-plain"
	# With the two lines, step passes over a call of ours.
	gdb -q -nx -batch -x scripts/gdb/gdbinit -ex 'break main' -ex run \
		-ex step -ex step -ex step "$WORK/program" >"$WORK/steps" 2>&1
	if tail -n 2 "$WORK/steps" | grep -q 'inbox_init\|locklist_init'; then
		pass
	else
		flunk "step goes into the headers ($cc)" "$WORK/steps"
	fi
done

# Installed, it is loaded with the library.
root=$(cd "$WORK" && pwd)/root
expect 'make install' make -s install DESTDIR= PREFIX="$root" \
	"BUILD=$WORK/build"
cc=${COMPILERS%% *}
expect 'a program with the shared library' "$cc" -std=c99 -g -gdwarf-4 \
	-Iinclude tests/gdb/program.c "-L$root/lib" -llinux-ish -o "$WORK/shared"
LD_LIBRARY_PATH=$root/lib gdb -q -nx -batch \
	-iex "set auto-load scripts-directory $root/share/gdb/auto-load" \
	-iex "set auto-load safe-path $root/share/gdb/auto-load" \
	-ex run -ex 'print ilist' "$WORK/shared" >"$WORK/auto" 2>&1
if grep -q ' = ilist of 4$' "$WORK/auto"; then
	pass
else
	flunk 'it is not loaded with the library' "$WORK/auto"
fi

# Visual Studio is not here; what it is to read is at least well formed, and names
# fields that are there.
if command -v python3 >/dev/null 2>&1; then
	expect 'linux-ish.natvis is XML' python3 -c "import sys
import xml.dom.minidom
xml.dom.minidom.parse('scripts/natvis/linux-ish.natvis')"
fi
sed -n -e 's/.*<Type Name="\([a-z_]*\)">.*/T \1/p' \
	-e 's/.*<\(Size\|HeadPointer\|ValuePointer\)>\([a-z_.]*\).*/F \2/p' \
	scripts/natvis/linux-ish.natvis | while read -r what name; do
	[ "$what" = T ] && type=$name && continue
	echo "print sizeof(((struct $type *)0)->$name)"
done >"$WORK/fields"
gdb -q -nx -batch -x "$WORK/fields" "$WORK/program" >"$WORK/sizes" 2>&1
if [ "$(grep -c '^\$[0-9]* = [0-9]*$' "$WORK/sizes")" = "$(wc -l <"$WORK/fields")" ] &&
	[ -s "$WORK/fields" ]; then
	pass
else
	flunk 'linux-ish.natvis names fields that are not there' "$WORK/sizes"
fi
finish
