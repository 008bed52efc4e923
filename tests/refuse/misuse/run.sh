# SPDX-License-Identifier: MIT
#
# Every mistake of every table of misuse is made, at each check level: what is
# reported, of which call, what it returns, and that nothing has changed. The tables
# of the pages are made from the same lists, tests/refuse/misuse/*.list; the head of
# ilist.list says how they are written.
. scripts/script-check.sh

# Compiling is what takes the time.
[ -z "$SHORT" ] || optimise=-O0
cases=$PWD/$WORK
case $WORK in /*) cases=$WORK ;; esac

# program CC LEVEL FILES AND FLAGS...: $WORK/$name, whose cases are those of $list
program() {
	cc=$1
	level=$2
	shift 2
	"$cc" -std=c11 ${optimise--O1} -g -DLISH_CHECK=$level "-DLIST=\"$list\"" \
		"-DCASES=\"$cases/$name.cases\"" tests/refuse/misuse/$name.c "$@" \
		-Iinclude -o "$WORK/$name" >"$WORK/output" 2>&1 && return
	flunk "$list does not compile with $cc at level $level" "$WORK/output"
	return 1
}

# library CC LEVEL: the library of that level, in $library
library() {
	library=$LIBRARY
	[ $2 = 1 ] || shared $1 $2
}

# shared CC LEVEL: the shared one
shared() {
	library=$cases/$(basename $1)-$2.so
	[ ! -e "$library" ] || return
	expect "the library at level $2 ($1)" "$1" -std=c11 -Iinclude ${optimise--O1} \
		-DLISH_CHECK=$2 -shared -fPIC $SOURCES -o "$library"
}

# tried PROGRAM: it says how many cases passed and failed
tried() {
	"$1" >"$WORK/said" 2>&1
	set -- $(sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p' "$WORK/said")
	if [ $# != 2 ]; then
		flunk "$list: the program came to no end" "$WORK/said"
		return
	fi
	passed=$((passed + $1))
	failed=$((failed + $2))
	sed '$d' "$WORK/said"
}

# cases_of LIST: the C of its cases
cases_of() {
	awk -v what=cases -f tests/refuse/misuse/misuse.awk "$1" >"$WORK/$name.cases"
}

# What is table, in a section on misuse, but not made.
by_hand() {
	awk '/^=+$/ { misuse = last == "Misuse" }
		{ last = $0 }
		/^\.\. Made from tests\/refuse\/misuse\// { made = 1 }
		/^\.\. End of what is made\.$/ { made = 0 }
		misuse && !made && (/^[+|]/ || /^ *"/ || /^=+ +=/)' "$1"
}

sh tests/uses.sh --containers | while read -r name rest; do
	[ -e "tests/refuse/misuse/$name.list" ] || echo "$name"
done >"$WORK/said"
expect "containers without a list: $(cat "$WORK/said")" test ! -s "$WORK/said"

rm -f "$WORK"/*.so
# The library again, for use of freed objects: in the full check.
sanitizing=''
for cc in $([ -n "$SHORT" ] || echo $COMPILERS); do
	if scripts/can-sanitize.sh $cc; then
		sanitizing="$sanitizing $cc"
		expect "the library under ASan ($cc)" "$cc" -std=c11 -Iinclude \
			-fsanitize=address -shared -fPIC $SOURCES \
			-o "$WORK/$(basename $cc).so"
	else
		echo "skip: $cc has no sanitizers: use of freed objects"
	fi
done

# And with LISH_TRAP, in the full check. Only on x86 does the program survive a trap.
trapping=''
cc=${COMPILERS##* }
case $SHORT$($cc -dumpmachine) in
1*) ;;
x86_64* | i?86*)
	trapping=$cc
	expect "the library with LISH_TRAP ($cc)" "$cc" -std=c11 -Iinclude -O1 \
		-DLISH_TRAP -shared -fPIC $SOURCES -o "$WORK/trap.so"
	;;
*) echo 'skip: not x86: mistakes are not made with LISH_TRAP' ;;
esac

# "make gates" tries all levels.
levels='0 1 2'
case "${AFTER-}" in *gates*) levels=1 ;; esac
for list in $(named 'mistake ' tests/refuse/misuse/*.list); do
	name=$(basename "$list" .list)
	awk -v what=check -f tests/refuse/misuse/misuse.awk "$list" >"$WORK/said" 2>&1
	expect "$list: $(cat "$WORK/said")" test ! -s "$WORK/said"
	expect "the table of Documentation/$name.rst, which make misuse-tables makes" \
		sh -c "tests/refuse/misuse/page.sh '$list' | diff Documentation/$name.rst -"
	by_hand "Documentation/$name.rst" >"$WORK/said"
	expect "rows in Documentation/$name.rst that are in no list" \
		test ! -s "$WORK/said"
	cases_of "$list"
	for cc in $COMPILERS; do
		for level in $levels; do
			library $cc $level
			program $cc $level "$library" &&
				tried "$WORK/$name"
		done
	done
	# The library of level 2 is loaded in front of that of level 1.
	cc=${COMPILERS%% *}
	if [ -z "$SHORT" ]; then
		shared $cc 2
		preloaded=$library
		shared $cc 1
		program $cc 1 -DLEVEL=2 "$library" &&
			LD_PRELOAD=$preloaded tried "$WORK/$name"
	fi
	for cc in $trapping; do
		program $cc 1 -DLISH_TRAP "$WORK/trap.so" && tried "$WORK/$name"
	done
	grep -q '^at asan' "$list" || continue
	for cc in $sanitizing; do
		program $cc 1 -DUNDER_ASAN=1 -fsanitize=address \
			"$WORK/$(basename $cc).so" &&
			ASAN_OPTIONS=exitcode=99 tried "$WORK/$name"
	done
done

# All of this can fail. One thing each is made wrong, in copies.
list=tests/refuse/misuse/ilist.list
name=ilist
cc=${COMPILERS%% *}

# red WHAT: the program of these cases must fail
red() {
	"$WORK/$name" >"$WORK/said" 2>&1
	expect "planted: $1" grep -q '^[0-9]* passed, [1-9][0-9]* failed$' \
		"$WORK/said"
}

sed 's/^at 12 MISALIGNED$/at 12 NULL/' $list >"$WORK/ilist.list"
cases_of "$WORK/ilist.list"
program $cc 1 "$LIBRARY" && red 'another reason in the list'
awk -v what=check -f tests/refuse/misuse/misuse.awk "$WORK/ilist.list" >"$WORK/said"
expect 'planted: a text that names another reason than the cases' \
	test -s "$WORK/said"

cases_of $list
cp -r lib "$WORK/"
sed -i '/^LISH_HOT_ void ilist_del(/,/^}/s/if (!ilist_refused_(.*$/if (1)/' "$WORK/lib/ilist.c"
expect 'something to plant' sh -c "! cmp -s lib/ilist.c '$WORK/lib/ilist.c'"
program $cc 1 "$WORK/lib/ilist.c" "$LIBRARY" && red 'a check that is not made'

# A refusal without a trap.
if [ "$trapping" ]; then
	cp lib/ilist.c "$WORK/lib/"
	sed '/^	lish_trap_();$/d' lib/ground/refused.h >"$WORK/lib/ground/refused.h"
	expect 'something to plant' sh -c \
		"! cmp -s lib/ground/refused.h '$WORK/lib/ground/refused.h'"
	program $trapping 1 -DLISH_TRAP "$WORK/lib/ilist.c" "$WORK/trap.so" &&
		red 'a refusal without a trap'
fi

sed 's/``LISH_NULL``/``LISH_OK``/' Documentation/ilist.rst >"$WORK/page.rst"
expect 'planted: a table that was edited' sh -c \
	"! tests/refuse/misuse/page.sh $list | cmp -s - '$WORK/page.rst'"
{ cat Documentation/ilist.rst; printf 'Misuse\n======\n\n| by hand | x |\n'; } \
	>"$WORK/page.rst"
by_hand "$WORK/page.rst" >"$WORK/said"
expect 'planted: a row by hand' test -s "$WORK/said"
finish
