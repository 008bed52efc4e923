# SPDX-License-Identifier: MIT
#
# Model checking: spin makes every step of inbox.pml in every order there is.
# Then each fault is planted in it, and must be found: what finds nothing proves
# nothing. FULL=1 ("make model") lets each producer push twice: minutes, and some
# gigabytes.
. scripts/script-check.sh

if ! command -v spin >/dev/null 2>&1; then
	echo 'skip: no spin: the model of inbox is not checked'
	pass
	finish
	exit
fi
cc=${COMPILERS%% *}
model=$PWD/tests/deep/model/inbox.pml

# check NAME FLAG...: the states are counted in $WORK/NAME/output
check() {
	dir=$WORK/$1
	shift
	mkdir -p "$dir"
	(
		cd "$dir" || exit
		spin -a "$@" "$model" &&
			"$cc" -O2 -w -DSAFETY -DCOLLAPSE -DMEMLIM=6000 \
				pan.c -o pan &&
			./pan -m100000 -w22
	) >"$dir/output" 2>&1
}

# The whole must be right: every state seen, none of them wrong.
right() {
	name=$1
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

# wrong NAME WHAT: with this fault planted there is an error
wrong() {
	check "$1" "-D$1" -DEXTRA=0
	if grep -q '^pan:1: assertion violated' "$WORK/$1/output"; then
		pass
		echo "$1: found: $(sed -n 's/^pan:1: //p' "$WORK/$1/output")"
	else
		flunk "not found: $2 ($1)" "$WORK/$1/output"
	fi
}

right once
[ -z "${FULL-}" ] || right twice -DROUNDS=2 -DEXTRA=0
wrong PUSH_RELAXED 'the push is no release'
wrong TAKE_RELAXED 'the exchange is no acquire'
wrong TAKE_TORN 'a load and a store instead of the exchange: nodes are lost'
wrong LINK_LATE 'the exchange of a push comes before its link'
wrong LINK_ONCE 'a push that tries again does not link again'
wrong ZERO_LATE 'the node is zeroed after the body'
wrong BODY_FIRST 'the body reads before the node is zeroed'
wrong FIRST_STALE 'a push says what was waiting before it tried again'
finish
