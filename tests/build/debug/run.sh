# SPDX-License-Identifier: MIT
#
# What a file costs that is not optimised, without any switch: code and stack of a loop,
# instructions of an element and of calls. The file "table" has the numbers of
# Documentation/debug.rst. Each branch of a user's loop can be taken.
. scripts/script-check.sh

# loops X node N: N functions with a loop each, of two types in turn; three() has three
loops() {
	printf '#include <linux-ish/%s.h>\n' "$1"
	for type in 0 1; do
		echo "struct t$type { struct $2 n; int x[$type + 1]; };
		extern struct $1 c$type;"
	done
	for i in $(seq "$3"); do
		type=$((i % 2))
		echo "int one_$i(int k); int one_$i(int k) { int s = 0;
		$1_for_each_entry(p, &c$type, struct t$type, n)
			if (p->x[0] > k) s += p->x[$type] + $i;
		return s; }"
	done
	echo "int three(void); int three(void) { int s = 0;"
	for i in 1 2 3; do
		echo "$1_for_each_entry(p$i, &c1, struct t1, n) s += p$i->x[1];"
	done
	echo 'return s; }'
}

# ranges CLASS N: the same in C++
ranges() {
	echo '#include <linux-ish/linux-ish.hpp>'
	for type in 0 1; do
		case $1 in
		*pool) echo "struct t$type { int x[$type + 1]; }; extern lish::$1<t$type> c$type;" ;;
		*) echo "struct t$type { $1_node n; int x[$type + 1]; };
			extern lish::$1<t$type, &t$type::n> c$type;" ;;
		esac
	done
	for i in $(seq "$2"); do
		type=$((i % 2))
		echo "int one_$i(int k); int one_$i(int k) { int s = 0;
		for (t$type &p : c$type) if (p.x[0] > k) s += p.x[$type] + $i;
		return s; }"
	done
}

text() {
	size -A "$1" | awk '/^\.text/ { sum += $2 } END { print sum }'
}

stack() {
	awk -F '\t' -v name="$2" '$1 ~ (":" name "$|:int " name "\\(") { print $2 }' "$1"
}

# counted PROGRAM WHAT PER: instructions
counted() {
	for times in 10 20; do
		valgrind --tool=callgrind --callgrind-out-file=/dev/null "$1" "$2" \
			$times 2>&1 | sed -n 's/.*Collected : \([0-9]*\).*/\1/p'
	done | awk -v per="$3" '{ last = now; now = $1 }
		END { printf "%.0f\n", (now - last) / (10 * per) }'
}

# most WHAT GOT LIMIT
most() {
	expect "$1: $2, at most $3" test "$2" -le "$3"
}

cc=${COMPILERS%% *}
cxx=$(cxx_of "$cc")
n=20
case $($cc --version):$($cc -dumpmachine) in
*clang* | *:[!x]*)
	echo "skip: the limits of debug builds are those of gcc for x86-64"
	pass
	finish
	exit
	;;
esac
flags='-O0 -Iinclude'
while read -r X node; do
	loops "$X" "$node" $n >"$WORK/loops.c"
	expect "loops of $X" "$cc" -std=gnu11 $flags -fstack-usage -c "$WORK/loops.c" \
		-o "$WORK/loops.o"
	code=$(($(text "$WORK/loops.o") / (n + 3)))
	one=$(stack "$WORK/loops.su" one_1)
	echo "loop: $X $code $one" >>"$WORK/table"
	most "code of a loop of $X" "$code" 225
	most "stack of a loop of $X" "$one" 130
	most "stack of three loops of $X" "$(stack "$WORK/loops.su" three)" 320
done <<-END
	ilist ilist_node
	walklist walklist_node
	locklist locklist_node
	dense dense_idx
	rwarray rwarray_idx
	densepool densepool_idx
	listpool listpool_node
	slotpool slotpool_idx
END
[ -z "$cxx" ] || for X in walklist slotpool; do
	ranges $X $n >"$WORK/ranges.cc"
	expect "ranges of $X" "$cxx" -std=c++11 $flags -fstack-usage -c "$WORK/ranges.cc" \
		-o "$WORK/ranges.o"
	code=$(($(text "$WORK/ranges.o") / n))
	echo "loop: lish::$X $code $(stack "$WORK/ranges.su" one_1)" >>"$WORK/table"
	most "code of a loop of lish::$X" "$code" 370
done

if ! command -v valgrind >/dev/null 2>&1; then
	echo 'skip: no valgrind: instructions of debug builds are not counted'
	finish
	exit
fi
library=$WORK/library.a
objects=''
for file in $SOURCES; do
	object=$WORK/$(echo "$file" | tr / _).o
	"$cc" -std=gnu99 -O2 -DLISH_NO_POISON -Iinclude -c "$file" -o "$object" &&
		objects="$objects $object"
done
rm -f "$library"
ar rcs "$library" $objects
expect 'pass.c' "$cc" -std=gnu11 $flags tests/build/debug/pass.c "$library" -o "$WORK/pass"
for what in walklist:40 ilist:46 locklist:30 dense:45 rwarray:45 densepool:45 slotpool:28; do
	X=${what%:*}
	got=$(counted "$WORK/pass" ${X}_pass 1000)
	echo "pass: $X $got" >>"$WORK/table"
	most "instructions an element of $X" "$got" "${what#*:}"
done
for what in walklist:85 slotpool:105; do
	X=${what%:*}
	got=$(counted "$WORK/pass" ${X}_pair 1)
	echo "pair: $X $got" >>"$WORK/table"
	most "instructions of a pair of $X" "$got" "${what#*:}"
done
got=$(counted "$WORK/pass" slotpool_get 1)
echo "get: slotpool $got" >>"$WORK/table"
most 'instructions of slotpool_get_entry()' "$got" 35
if [ -n "$cxx" ]; then
	expect 'pass.cc' "$cxx" -std=c++11 $flags tests/build/debug/pass.cc "$library" \
		-o "$WORK/cxx-pass"
	for what in walklist:85 slotpool:70; do
		X=${what%:*}
		got=$(counted "$WORK/cxx-pass" ${X}_pass 1000)
		echo "pass: lish::$X $got" >>"$WORK/table"
		most "instructions an element of lish::$X" "$got" "${what#*:}"
	done
fi
# from_to KIND: the least and the most of C's containers
from_to() {
	awk -v kind="$1:" '$1 == kind && $2 !~ /::/ { print $3 }' "$WORK/table" |
		sort -n | sed -n '1p;$p' | xargs printf '%s to %s'
}
case $("$cc" -dumpversion) in
12*)
	says="a loop takes $(from_to loop) bytes of code and $(from_to pass) instructions"
	expect "Documentation/debug.rst: $says" sh -c \
		"tr '\n' ' ' <Documentation/debug.rst | grep -q '$says'"
	;;
*) echo 'skip: the figures of Documentation/debug.rst are those of gcc 12' ;;
esac
# A user's tests can take each branch of the user's loops.
if command -v gcov >/dev/null 2>&1; then
	expect 'branches.c' "$cc" -std=gnu11 -O0 -Iinclude --coverage tests/build/debug/branches.c \
		"$library" -o "$WORK/branches"
	expect 'it runs' "$WORK/branches"
	(cd "$WORK" && gcov -b ./*branches.gcda) 2>/dev/null | awk '/^File/ { ours = /branches\.c/ }
		ours && /^Taken/' >"$WORK/taken"
	expect "branches of branches.c: $(cat "$WORK/taken")" grep -q ':100.00%' "$WORK/taken"
else
	echo 'skip: no gcov: branches of loops are not counted'
fi
finish
