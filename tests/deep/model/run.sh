# SPDX-License-Identifier: MIT
#
# Model checking. schedules.c plays the code of inbox in every order of its atomic
# operations, with strong memory. spin makes every step of inbox.pml in every order, with
# weak memory. Then each fault is planted in both, and must be found: what finds nothing
# proves nothing. FULL=1 ("make model") lets each producer push twice: minutes, and some
# gigabytes.
. scripts/script-check.sh

here=tests/deep/model
cc=${COMPILERS%% *}

# schedules TOP LEVEL: the program, of the sources under TOP
schedules() {
	"$cc" -std=gnu99 $WARNINGS -O2 -DLISH_CHECK=$2 -include $here/stepped.h \
		"-I$1/include" $here/schedules.c "$1/lib/inbox.c" lib/bug.c \
		lib/reason.c lib/report.c lib/caller.c lib/unwind.c -o "$WORK/schedules"
}

# in_all_orders WORLD...: an owner, and who pushes
in_all_orders() {
	expect "level $level, $*" "$WORK/schedules" "$@" &&
		echo "level $level: $(cat "$WORK/output")"
}

# planted WHAT SED WORLD...: with this fault in lib/inbox.c a schedule goes wrong
planted() {
	fault=$1
	rm -rf "$WORK/planted"
	mkdir -p "$WORK/planted"
	cp -r include lib "$WORK/planted/"
	sed -i "$2" "$WORK/planted/lib/inbox.c"
	shift 2
	if cmp -s lib/inbox.c "$WORK/planted/lib/inbox.c"; then
		flunk "not planted: $fault: inbox.c looks different now"
		return
	fi
	WARNINGS=-w schedules "$WORK/planted" 1 >"$WORK/output" 2>&1 || {
		flunk "does not compile: $fault" "$WORK/output"
		return
	}
	"$WORK/schedules" "$@" >"$WORK/output" 2>&1
	if grep -q '^wrong after' "$WORK/output"; then
		pass
		echo "$fault: found: $(cut -d: -f1,2 "$WORK/output")"
	else
		flunk "no schedule shows: $fault" "$WORK/output"
	fi
}

for level in 0 2 1; do
	expect "schedules compiles (level $level)" schedules . $level
	in_all_orders dpc 1 1 1
	[ $level != 2 ] || continue
	in_all_orders dpc 11 11
	[ $level = 1 ] || continue
	in_all_orders cdp 2 1 1
	in_all_orders rp 11 2
	in_all_orders bcpe 3 1
done
planted 'a take by a load and a store' \
	'/uintptr_t inbox_take_for_(/,/^}/s/chains = lish_atomic_xchg_acquire(.*/chains = lish_atomic_load(\&box->pushed); lish_atomic_store(\&box->pushed, INBOX_END_);/' \
	d 1 1
planted 'a clear by a load and a store' \
	'/void inbox_clear(/,/^}/s/inbox_zero_(lish_atomic_xchg_acquire(.*/inbox_zero_(lish_atomic_load(\&box->pushed)); lish_atomic_store(\&box->pushed, INBOX_END_);/' \
	c 1 1
planted 'a push by a store' \
	'/int inbox_push(/,/^}/s/while (!lish_atomic_cas_release.*/while (0); lish_atomic_store(\&box->pushed, (uintptr_t)node);/' \
	d 1 1
planted 'a push that tries again without its link' \
	'/int inbox_push(/,/^}/{s/^	do$/	lish_atomic_store(\&node->next, before | INBOX_END_); do/;s/^		lish_atomic_store(.*/		;/}' \
	d 1 1
planted 'a chain that tries again without its link' \
	'/int inbox_push_run_as_(/,/^}/{s/^	do$/	lish_atomic_store(\&last->next, before | INBOX_END_); do/;s/^		lish_atomic_store(.*/		;/}' \
	d 2 1
planted 'a link that is stored after the push' \
	'/int inbox_push(/,/^}/s/^	return inbox_none_/	lish_atomic_store(\&node->next, before | INBOX_END_); return inbox_none_/' \
	d 1 1
planted 'what was waiting before it tried again' \
	'/int inbox_push(/,/^}/{s/^	uintptr_t before = .*/& const uintptr_t old = before;/;s/return inbox_none_(before)/return inbox_none_(old)/}' \
	d 1 1
planted 'taken nodes that a clear forgets' \
	'/void inbox_clear(/,/^}/s/inbox_zero_(lish_atomic_load(&box->taken));/;/' \
	bc 1 1

# The model quotes each atomic operation of the code but for these: they run before the
# box is used, only look, or report.
looks='inbox_init|inbox_node_init|inbox_empty|inbox_fault_|inbox_examine_'

# quoted INBOX_H INBOX_C: the model quotes what the code does, function by function, in order
quoted() {
	awk -f $here/operations.awk "$1" "$2" | grep -vE "^($looks):" |
		LC_ALL=C sort -s -t: -k1,1 >"$WORK/code"
	awk -f $here/operations.awk $here/inbox.pml |
		LC_ALL=C sort -s -t: -k1,1 >"$WORK/model"
	grep -q 'inbox_unlink_: .*barrier' "$WORK/code" &&
		diff "$WORK/code" "$WORK/model"
}

# changed WHAT SED: so changed, the code is not what the model quotes
changed() {
	sed "$2" include/linux-ish/inbox.h >"$WORK/inbox.h"
	sed "$2" lib/inbox.c >"$WORK/inbox.c"
	expect "$1 is noticed" sh -c '! { cmp -s include/linux-ish/inbox.h "$0" &&
		cmp -s lib/inbox.c "$1"; }' "$WORK/inbox.h" "$WORK/inbox.c"
	if quoted "$WORK/inbox.h" "$WORK/inbox.c" >"$WORK/output" 2>&1; then
		flunk "the model still quotes the code: $1"
	else
		pass
	fi
}

expect 'inbox.pml quotes the atomic operations of the code' \
	quoted include/linux-ish/inbox.h lib/inbox.c
changed 'a weaker order' '/int inbox_push(/,/^}/s/cas_release/cas_relaxed/'
changed 'another value' 's/lish_atomic_store(&box->taken, next)/lish_atomic_store(\&box->taken, 0)/'
changed 'another order of two stores' \
	'/lish_atomic_store(&box->taken, next);/d; s/^	lish_atomic_store(&node->next, 0);/&\n	lish_atomic_store(\&box->taken, next);/'
changed 'another function' '/^void \*inbox_drain_step_/,/^}/s/return/lish_atomic_barrier();\n	return/'

if ! command -v spin >/dev/null 2>&1; then
	echo 'skip: no spin: the model of inbox is not checked'
	finish
	exit
fi
model=$PWD/$here/inbox.pml

# check NAME FLAG...: the states are counted in $WORK/NAME/output
check() {
	dir=$WORK/$1
	shift
	mkdir -p "$dir"
	(
		cd "$dir" || exit
		spin -a "$@" "$model" &&
			"$cc" $pan -w -DSAFETY -DCOLLAPSE -DMEMLIM=6000 \
				pan.c -o pan &&
			./pan -m100000 -w22
	) >"$dir/output" 2>&1
}

# The whole must be right: every state seen, none of them wrong.
right() {
	name=$1
	pan=-O2
	check "$@"
	if grep -q 'errors: 0' "$WORK/$name/output" &&
		! grep -q 'Search not completed\|max search depth' \
			"$WORK/$name/output"; then
		pass
		echo "$name: $(awk '/states, stored/ { print $1 }' \
			"$WORK/$name/output") states, no error"
	else
		flunk "the model is wrong: $*" "$WORK/$name/output"
	fi
}

# wrong NAME WHAT FLAG...: with this fault planted there is an error
wrong() {
	name=$1 what=$2
	pan=-O0
	shift 2
	set -- "$name" "$@"
	check "$@" "-D$1" -DEXTRA=0
	if grep -q '^pan:1: assertion violated' "$WORK/$1/output"; then
		pass
		echo "$1: found: $(sed -n 's/^pan:1: //p' "$WORK/$1/output")"
	else
		flunk "not found: $what ($1)" "$WORK/$1/output"
	fi
}

right once -DCLEARS=0
right cleared -DPRODUCERS=2
right chain -DCHAIN -DPRODUCERS=2
if [ -n "${FULL-}" ]; then
	right cleared_of_three -DEXTRA=0
	right twice -DROUNDS=2 -DEXTRA=0 -DCLEARS=0
fi
wrong PUSH_RELAXED 'the push is no release'
wrong TAKE_RELAXED 'the exchange is no acquire'
wrong TAKE_TORN 'a load and a store instead of the exchange: nodes are lost'
wrong LINK_LATE 'the exchange of a push comes before its link'
wrong LINK_ONCE 'a push that tries again does not link again'
wrong ZERO_LATE 'the node is zeroed after the body'
wrong BODY_FIRST 'the body reads before the node is zeroed'
wrong FIRST_STALE 'a push says what was waiting before it tried again'
wrong ZERO_LINK 'the first push of a zero box leaves a zero link'
wrong CHAIN_RELAXED 'the push of a chain is no release' -DCHAIN -DPRODUCERS=2
wrong CHAIN_ONCE 'a chain that tries again does not link again' -DCHAIN -DPRODUCERS=2
wrong ALONE_STALE 'a chain that tries again says that it came alone' -DCHAIN -DPRODUCERS=2
wrong CLEAR_RELAXED 'the exchange of a clear is no acquire'
wrong CLEAR_TORN 'a load and a store instead of the exchange of a clear'
finish
