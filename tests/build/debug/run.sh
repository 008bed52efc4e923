# SPDX-License-Identifier: MIT
#
# What a debug build costs: at -O0, code and stack of loops, and instructions of passes
# and calls, called in the library and inlined. What compilers need for a loop. Prints the
# tables of Documentation/debug.rst to table; the called ones have limits, and so have compilers.
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

# by_hand N: the same with a list by hand, the least that a loop needs
by_hand() {
	echo '#include <stddef.h>
	struct link { struct link *next, *prev; };
	#define BY_HAND(p, list, type) for (type *p = (type *)(void *)(list)->next; \
		&p->n != (list); p = (type *)(void *)p->n.next)'
	for type in 0 1; do
		echo "struct t$type { struct link n; int x[$type + 1]; }; extern struct link c$type;"
	done
	for i in $(seq "$1"); do
		type=$((i % 2))
		echo "int one_$i(int k); int one_$i(int k) { int s = 0;
		BY_HAND(p, &c$type, struct t$type) if (p->x[0] > k) s += p->x[$type] + $i;
		return s; }"
	done
}

# compiled CC1 LEVEL COMMAND...: the compiler's instructions for a loop that COMMAND with a
# number prints, in millions
compiled() {
	compiler=$("$cc" -print-prog-name="$1")
	level=$2
	shift 2
	for loops in 2 3; do
		"$@" $loops >"$WORK/compiled.${compiler##*/}"
		case $compiler in
		*plus) "$cxx" -std=c++11 $level -Iinclude -E -x c++ "$WORK/compiled.cc1plus" ;;
		*) "$cc" -std=gnu11 $level $called -Iinclude -E -x c "$WORK/compiled.cc1" ;;
		esac >"$WORK/compiled.i"
		valgrind --tool=callgrind --callgrind-out-file=/dev/null "$compiler" -quiet \
			$level -fpreprocessed "$WORK/compiled.i" -o /dev/null 2>&1 |
			sed -n 's/.*Collected : \([0-9]*\).*/\1/p'
	done | awk '{ last = now; now = $1 } END { printf "%.0f\n", (now - last) / 1e6 }'
}

# described COMMAND...: bytes of debugging information of a loop, at -O2
described() {
	for loops in 4 12; do
		"$@" $loops >"$WORK/described.c"
		"$cc" -std=gnu11 -O2 -g $called -Iinclude -c "$WORK/described.c" -o "$WORK/described.o"
		size -A "$WORK/described.o" | awk '/^\.debug/ { sum += $2 } END { print sum }'
	done | awk '{ last = now; now = $1 } END { printf "%.0f\n", (now - last) / 8 }'
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
for how in called inlined; do
	flags='-O0 -Iinclude'
	[ $how = called ] || flags="$flags -DLISH_NO_OUTLINE"
	while read -r X node; do
		loops "$X" "$node" $n >"$WORK/loops.c"
		expect "loops of $X ($how)" "$cc" -std=gnu11 $flags -fstack-usage \
			-c "$WORK/loops.c" -o "$WORK/loops.o"
		echo "$X $how $(($(text "$WORK/loops.o") / (n + 3)))" \
			"$(stack "$WORK/loops.su" one_1) $(stack "$WORK/loops.su" three)"
	done >"$WORK/c-$how" <<-END
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
		expect "ranges of $X ($how)" "$cxx" -std=c++11 $flags -fstack-usage \
			-c "$WORK/ranges.cc" -o "$WORK/ranges.o"
		echo "lish::$X $how $(($(text "$WORK/ranges.o") / n))" \
			"$(stack "$WORK/ranges.su" one_1)"
	done >"$WORK/cxx-$how"
done
sed 's/^/loop: /' "$WORK/c-called" "$WORK/c-inlined" "$WORK/cxx-called" \
	"$WORK/cxx-inlined" >"$WORK/table"
while read -r X how code one three; do
	[ "$X" = ilist ] && continue # It is inlined in both: its step is short.
	most "code of a loop of $X" "$code" 250
	most "stack of a loop of $X" "$one" 160
	most "stack of three loops of $X" "$three" 320
done <"$WORK/c-called"
while read -r X how code rest; do
	most "code of a loop of $X" "$code" 450
done <"$WORK/cxx-called"

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
for how in called inlined; do
	flags='-O0 -Iinclude -DLISH_NO_POISON'
	[ $how = called ] || flags="$flags -DLISH_NO_OUTLINE"
	expect "pass.c ($how)" "$cc" -std=gnu11 $flags tests/build/debug/pass.c \
		"$library" -o "$WORK/pass-$how"
	[ -z "$cxx" ] || expect "pass.cc ($how)" "$cxx" -std=c++11 $flags \
		tests/build/debug/pass.cc "$library" -o "$WORK/cxx-pass-$how"
done
for what in walklist:40 ilist:50 locklist:40 dense:40 rwarray:40 densepool:40 slotpool:40; do
	X=${what%:*}
	got=$(counted "$WORK/pass-called" ${X}_pass 1000)
	echo "pass: $X $got $(counted "$WORK/pass-inlined" ${X}_pass 1000)" >>"$WORK/table"
	most "instructions an element of $X" "$got" "${what#*:}"
done
for what in walklist:110 ilist:110 dense:110 rwarray:110 densepool:200 slotpool:200; do
	X=${what%:*}
	got=$(counted "$WORK/pass-called" ${X}_pair 1)
	echo "pair: $X $got $(counted "$WORK/pass-inlined" ${X}_pair 1)" >>"$WORK/table"
	most "instructions of a pair of $X" "$got" "${what#*:}"
done
got=$(counted "$WORK/pass-called" slotpool_get 1)
echo "get: slotpool $got $(counted "$WORK/pass-inlined" slotpool_get 1)" >>"$WORK/table"
most 'instructions of slotpool_get_entry()' "$got" 50
[ -z "$cxx" ] || for what in walklist:75 ilist:100 dense:70 slotpool:70; do
	X=${what%:*}
	got=$(counted "$WORK/cxx-pass-called" ${X}_pass 1000)
	echo "pass: lish::$X $got $(counted "$WORK/cxx-pass-inlined" ${X}_pass 1000)" \
		>>"$WORK/table"
	most "instructions an element of lish::$X" "$got" "${what#*:}"
done
called=''
echo "compile: by-hand $(compiled cc1 -O0 by_hand) $(compiled cc1 -O2 by_hand) \
	$(described by_hand)" >>"$WORK/table"
while read -r X node most0 most2 bytes; do
	unoptimised=$(compiled cc1 -O0 loops "$X" "$node")
	optimised=$(compiled cc1 -O2 loops "$X" "$node")
	info=$(described loops "$X" "$node")
	echo "compile: $X $unoptimised $optimised $info" >>"$WORK/table"
	most "millions of instructions to compile a loop of $X at -O0" "$unoptimised" "$most0"
	most "the same at -O2" "$optimised" "$most2"
	most "debugging information of it, bytes" "$info" "$bytes"
done <<END
ilist ilist_node 6 30 3000
walklist walklist_node 6 45 3000
dense dense_idx 6 75 5000
slotpool slotpool_idx 6 75 4000
END
called=-DLISH_OUTLINE
for X in walklist_node slotpool_idx; do
	optimised=$(compiled cc1 -O2 loops ${X%_*} $X)
	info=$(described loops ${X%_*} $X)
	echo "compile: ${X%_*}-called - $optimised $info" >>"$WORK/table"
	most "millions of instructions to compile a called loop of ${X%_*}" "$optimised" 25
	most "debugging information of it, bytes" "$info" 700
done
[ -z "$cxx" ] || for X in walklist slotpool; do
	unoptimised=$(compiled cc1plus -O0 ranges $X)
	echo "compile: lish::$X $unoptimised" >>"$WORK/table"
	most "millions of instructions to compile a loop of lish::$X at -O0" "$unoptimised" 13
done
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
