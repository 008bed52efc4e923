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
. tests/build/gdb/expected.sh

look() {
	gdb -q -nx -batch -iex 'set auto-load no' "$@" \
		-ex 'source scripts/gdb/linux-ish-gdb.py' -x "$WORK/commands" 2>&1
}

for cc in $COMPILERS; do
	expect "the program ($cc)" "$cc" -std=c99 -g -gdwarf-4 -O0 -Iinclude \
		tests/build/gdb/program.c "$LIBRARY" -o "$WORK/program"
	look -ex run "$WORK/program" >"$WORK/live"
	plain <"$WORK/live" >"$WORK/live-plain"
	same "on a live program ($cc)" "$WORK/expected" "$WORK/live-plain"
	gdb -q -nx -batch -ex run -ex "generate-core-file $WORK/core" \
		"$WORK/program" >"$WORK/log" 2>&1
	look "$WORK/program" "$WORK/core" >"$WORK/dead"
	plain <"$WORK/dead" >"$WORK/dead-plain"
	same "on a core ($cc)" "$WORK/expected" "$WORK/dead-plain"
	gdb -q -nx -batch -iex 'set auto-load no' -ex 'source scripts/gdb/linux-ish-gdb.py' \
		-x "$WORK/who" "$WORK/program" "$WORK/core" 2>&1 | who_plain >"$WORK/who-plain"
	same "which container has an address ($cc)" "$WORK/who-expected" "$WORK/who-plain"
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

# Classes of C++, also by reference, name the type of their objects.
cat >"$WORK/classes" <<'END'
print few
print views.pool[0]
print h
print none
lish members views.list
lish members bullets bullet link
lish members bullets "struct bullet" link
lish members drawn
lish members turns
lish members packed
lish members fleet
lish members main::locals
lish who &b.n
lish who &few
lish who views.pool
lish check views.list
lish check few
lish handle views.pool h
lish check h
END
cat >"$WORK/classes-expected" <<'END'
slotpool of 1, room for 4 = {[0] = {n = 9}}
slotpool of 2, room for N = {[0] = {n = 7}, [1] = {n = 8}}
slot 0, generation 1
no object
n 1
n 2
n 3
n 1
n 2
n 3
n 1
n 2
n 3
n 3
n 2
n 1
n 1
n 2
n 3
n 1
n 2
n 3
n 4
n 5
n 6
n 5
element 1 of walklist bullets, byte 48 of 96 of its object
element 1 of walklist drawn, byte 48 of 96 of its object
element 1 of dense packed, byte 48 of 96 of its object
element 1 of ilist turns, byte 48 of 96 of its object
slot 0 of slotpool few, byte 0 of 12: live, its handle is slot 0, generation 1
slotpool ships itself, byte 0 of 232
walklist of 3: whole
slotpool of 1: whole
n 7
struct lish::handle<ship> is no container of linux-ish
END
for cc in $COMPILERS; do
	cxx=$(cxx_of "$cc")
	[ -n "$cxx" ] || continue
	expect "the classes ($cxx)" "$cxx" -std=c++11 -g -gdwarf-4 -O0 -Iinclude \
		tests/build/gdb/classes.cc "$LIBRARY" -o "$WORK/program-classes"
	# clang does not tell which function a local class belongs to.
	case $cxx in
	*clang*)
		sed -i '/main::locals/d' "$WORK/classes"
		sed -i '/^n 6$/{n;d;}' "$WORK/classes-expected"
		;;
	esac
	gdb -q -nx -batch -iex 'set auto-load no' -ex run \
		-ex 'source scripts/gdb/linux-ish-gdb.py' -x "$WORK/classes" \
		"$WORK/program-classes" 2>&1 | sed -n -e 's/room for [0-9]\{3,\}/room for N/' \
		-e 's/^\$[0-9]* = //p;t' -e 's/^\([0-9]*: \)*(.*[ {]n = \([0-9]*\).*/n \2/p' \
		-e '/: whole$/p;/no container/p;/^element/p;/^slot /p' \
		-e '/itself/p' >"$WORK/classes-plain"
	same "classes ($cxx)" "$WORK/classes-expected" "$WORK/classes-plain"
done

# From a report the misused call is second, also where the library has no debugging
# information, and "step" stays in the user's functions.
cat >"$WORK/user.c" <<'END'
#include <linux-ish/walklist.h>
struct bullet { int ttl; struct walklist_node link; };
static WALKLIST_DEFINE(near);
static WALKLIST_DEFINE(far);
static int sum;
static void hit(struct bullet *b)
{
	sum += b->ttl;
}
static void tick(void)
{
	walklist_for_each_entry(b, &near, struct bullet, link)
		hit(b);
	walklist_for_each_entry(b, &far, struct bullet, link)
		hit(b);
	sum++; /* the end */
}
int main(void)
{
	static struct bullet bullets[4];

	for (int i = 0; i < 4; i++)
		walklist_add(i < 3 ? &near : &far, &bullets[i].link);
	tick();
	walklist_add(&near, &bullets[0].link);
	return sum;
}
END
{
	printf 'break tick\nrun\n'
	yes step | head -n 30
} >"$WORK/steps.gdb"
cp "$LIBRARY" "$WORK/bare.a"
strip -g "$WORK/bare.a"
for cc in $COMPILERS; do
	for how in "-O0 $LIBRARY" "-O0 $WORK/bare.a" "-Og $LIBRARY" "-O2 $LIBRARY"; do
		expect "a program ($cc $how)" "$cc" -std=c99 -g -gdwarf-4 \
			${how% *} -Iinclude "$WORK/user.c" ${how#* } -o "$WORK/user"
		gdb -q -nx -batch -iex 'set auto-load no' \
			-ex 'source scripts/gdb/linux-ish-gdb.py' -ex run -ex bt \
			"$WORK/user" >"$WORK/frames" 2>&1
		expect "the misused call is frame two ($cc $how)" sh -c "
			grep '^#' '$WORK/frames' | sed -n 2p | grep -q 'main () at .*user.c:25'"
		case $how in -O2*) continue ;; esac
		gdb -q -nx -batch -iex 'set auto-load no' \
			-ex 'source scripts/gdb/linux-ish-gdb.py' -x "$WORK/steps.gdb" \
			"$WORK/user" >"$WORK/steps" 2>&1
		expect "two loops are at most 30 steps ($cc $how)" \
			grep -q 'the end' "$WORK/steps"
	done
done

# Installed, it is loaded with the library.
root=$(cd "$WORK" && pwd)/root
expect 'make install' make -s install CFLAGS=-O0 DESTDIR= PREFIX="$root" \
	"BUILD=$WORK/build"
cc=${COMPILERS%% *}
expect 'a program with the shared library' "$cc" -std=c99 -g -gdwarf-4 \
	-Iinclude tests/build/gdb/program.c "-L$root/lib" -llinux-ish -o "$WORK/shared"
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
	-e 's/.*<\(Size\|HeadPointer\|ValuePointer\)>\(([a-z_ *]*)\)*\([a-z_.]*\).*/F \3/p' \
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
