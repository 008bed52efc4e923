# SPDX-License-Identifier: MIT
#
# scripts/lldb/linux_ish_lldb.py: the questions that tests/build/gdb asks, and its answers,
# on a program that stands, on a core, and on broken containers.
. scripts/script-check.sh
export PYTHONDONTWRITEBYTECODE=1

for lldb in lldb lldb-19 lldb-16 lldb-14; do
	command -v "$lldb" >/dev/null 2>&1 && break
done
# Debian's finds its own Python module only if it is told where that is.
knows_python() {
	"$lldb" -x -b -o 'script print(lldb.SBDebugger)' 2>&1 | grep -q '^<class'
}
if command -v "$lldb" >/dev/null 2>&1 && ! knows_python; then
	bin=$(dirname "$(readlink -f "$(command -v "$lldb")")")
	PYTHONPATH=$(ls "$bin"/../lib/python3*/dist-packages/lldb/__init__.py |
		sed -n 's,/lldb/__init__.py$,,p;q')
	export PYTHONPATH
fi
if ! command -v "$lldb" >/dev/null 2>&1 || ! knows_python; then
	echo 'skip: no lldb with Python: its commands are not tried'
	pass
	finish
	exit
fi
. tests/build/gdb/expected.sh
sed -i 's/^print /target variable /' "$WORK/commands"

# look ARGUMENT...: what it says, as gdb would
script=scripts/lldb/linux_ish_lldb.py
look() {
	"$lldb" -x -b -o 'settings set target.disable-aslr false' "$@" 2>&1 |
		sed 's/^([a-z_]*) [$a-z0-9_]* = /$1 = /' | plain
}

for cc in $COMPILERS; do
	expect "the program ($cc)" "$cc" -std=c99 -g -O0 -Iinclude \
		tests/build/gdb/program.c "$LIBRARY" -o "$WORK/program"
	look -o run -k "command script import $script" -K "$WORK/commands" \
		"$WORK/program" >"$WORK/live-plain"
	same "on a live program ($cc)" "$WORK/expected" "$WORK/live-plain"
	"$lldb" -x -b -o 'settings set target.disable-aslr false' -o run \
		-k "command script import $script" -K "$WORK/who" "$WORK/program" 2>&1 |
		who_plain >"$WORK/who-plain"
	same "which container has an address ($cc)" "$WORK/who-expected" "$WORK/who-plain"
	look -o 'run broken' -k "command script import $script" -k 'lish check ilist' \
		-k 'lish check walklist' -k 'lish check dense' "$WORK/program" \
		>"$WORK/wrong-plain"
	same "what is broken ($cc)" "$WORK/expected-broken" "$WORK/wrong-plain"
	if ! command -v gdb >/dev/null 2>&1; then
		echo 'skip: no gdb to write a core: lldb is not tried on one'
		continue
	fi
	gdb -q -nx -batch -ex run -ex "generate-core-file $WORK/core" \
		"$WORK/program" >"$WORK/log" 2>&1
	look -o "command script import $script" -o "command source -s 0 $WORK/commands" \
		-c "$WORK/core" "$WORK/program" >"$WORK/dead-plain"
	same "on a core ($cc)" "$WORK/expected" "$WORK/dead-plain"
done

# Classes of C++ name the type of their objects.
cat >"$WORK/classes-expected" <<'END'
few = slotpool of 1, room for 4
h = slot 0, generation 1
n = 1
n = 2
n = 3
n = 1
n = 2
n = 3
n = 4
n = 5
n = 6
n = 3
n = 2
n = 1
END
for cc in $COMPILERS; do
	cxx=$(cxx_of "$cc")
	[ -n "$cxx" ] || continue
	expect "the classes ($cxx)" "$cxx" -std=c++11 -g -gdwarf-4 -O0 -Iinclude \
		tests/build/gdb/classes.cc "$LIBRARY" -o "$WORK/program-classes"
	"$lldb" -x -b -o 'settings set target.disable-aslr false' -o run \
		-k "command script import $script" -k 'target variable few h' \
		-k 'lish members turns' -k 'lish members packed' -k 'lish members fleet' \
		-k 'lish members drawn' "$WORK/program-classes" 2>&1 |
		sed -n -e 's/^(lish::.*) \([a-z]* = \)/\1/p' \
			-e 's/^[0-9]: .*[ {]\(n = [0-9]*\).*/\1/p' >"$WORK/classes-plain"
	same "classes ($cxx)" "$WORK/classes-expected" "$WORK/classes-plain"
done

# Installed, all of it is in one folder.
root=$(cd "$WORK" && pwd)/root
expect 'make install' make -s install CFLAGS=-O0 DESTDIR= PREFIX="$root" \
	"BUILD=$WORK/build"
script=$root/share/linux-ish/linux_ish_lldb.py
look -o run -k "command script import $script" -k 'target variable ilist' -k 'print ilist' "$WORK/program" \
	>"$WORK/installed"
printf 'ilist of 4\nilist of 4\n' >"$WORK/two"
same 'installed' "$WORK/two" "$WORK/installed"
finish
