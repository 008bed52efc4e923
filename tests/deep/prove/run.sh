# SPDX-License-Identifier: MIT
#
# The contracts in tests/deep/prove/*.c are proved of functions of the library, by
# Frama-C's WP and its provers, and that these make no run-time error. What is not
# proved must be in unproved.txt, with the reason, and nothing else may be there.
# In copies with a fault some proof must fail, or the contract says nothing.
#
# FULL=1 ("make prove") takes all files and all faults; "make check-full" a part of them.
. scripts/script-check.sh

for tool in frama-c why3 z3 cvc4; do
	if ! command -v $tool >/dev/null 2>&1; then
		echo "skip: no $tool: nothing is proved (scripts/setup.sh proof)"
		pass
		finish
		exit
	fi
done
export WHY3CONFIG="$PWD/$WORK/why3.conf"
if ! why3 config detect >"$WORK/detected" 2>&1; then
	flunk 'why3 finds no prover' "$WORK/detected"
	finish
	exit
fi

# The functions that a file has contracts for; those of some are taken for granted.
bound() {
	awk 'after && /^[a-z_]/ && /\(/ && !/lish_pool_at_\(|dense_put_\(|dense_remove_\(|lish_refuse_\(/ {
		sub(/\(.*/, ""); sub(/.*[ *]/, ""); print
	} { after = /^\*\/$/ }' "tests/deep/prove/$1.c" | sort -u | paste -sd, -
}

# prove FILE ROOT FUNCTIONS LOG OPTION...: of the tree in ROOT; a callee that has no
# contract is read as a part of its caller
prove() {
	file=$1 root=$2 functions=$3 log=$4
	shift 4
	frama-c -c11 -cpp-extra-args="-I$root/include -DLISH_CHECK=1" \
		-kernel-warn-key annot:missing-spec=inactive \
		-wp-warn-key pedantic-assigns=inactive \
		-wp -wp-rte -wp-model Typed+cast -inline-calls @inline -ulevel 2 \
		-wp-fct "$functions" -wp-prover cvc4,z3 -wp-par 1 \
		-wp-cache none "$@" "$root/tests/deep/prove/$file.c" >"$log" 2>&1
}

# goals new|proved FILE LOG: those that unproved.txt should have, or should not
goals() {
	sh tests/deep/prove/judge.sh "$2" "$3" tests/deep/prove/unproved.txt |
		sed -n "s/^$1 //p"
}

# figures FILE: how many goals, and who proved them
figures() {
	awk '/Proved goals:/ { sub(/.*Proved goals: */, ""); line = $0 }
	     line && /^  (Qed|Z3|CVC4)/ {
		name = $1; n = $2 == "" ? 0 : ($1 == "Qed:" ? $2 : $3)
		sub(/:/, "", name); line = line ", " name " " n
	     } END { print line }' "$1"
}

all='ring dense pool slotpool inbox'
if [ -n "${FULL-}" ]; then
	files=$all
	limit=20
else
	files='pool inbox'
	limit=4
fi

# begin ARGUMENT...: prove, two at a time
begun=0
begin() {
	prove "$@" &
	begun=$((begun + 1))
	[ $((begun % 2)) = 1 ] || wait
}

for file in $files; do
	begin "$file" . "$(bound "$file")" "$WORK/$file.log" -wp-timeout $limit
done
wait
for file in $files; do
	if ! grep -q 'Proved goals:' "$WORK/$file.log"; then
		flunk "$file: Frama-C does not get through" "$WORK/$file.log"
		continue
	fi
	echo "$file: proved $(figures "$WORK/$file.log")"
	# The limit is time on the wall, of which a busy machine gives a prover less.
	if [ -n "$(goals new "$file" "$WORK/$file.log")" ]; then
		prove "$file" . "$(bound "$file")" "$WORK/$file.log" \
			-wp-timeout $((limit * 10))
	fi
	goals new "$file" "$WORK/$file.log" >"$WORK/new"
	if [ -s "$WORK/new" ]; then
		flunk "$file: these are not proved, and not in unproved.txt" \
			"$WORK/new"
	else
		pass
	fi
	# A faster machine may prove more: this is said, and no failure.
	goals proved "$file" "$WORK/$file.log" |
		sed "s/^/$file: proved by now, though in unproved.txt: /"
done

# plant NAME FILE FUNCTIONS SOURCE SED: with this fault some goal must be open that
# was not before
: >"$WORK/planted"
plant() {
	rm -rf "$WORK/$1"
	mkdir -p "$WORK/$1/tests/deep"
	cp -r include lib "$WORK/$1/"
	cp -r tests/deep/prove "$WORK/$1/tests/deep/"
	sed -i "$5" "$WORK/$1/$4"
	if cmp -s "$4" "$WORK/$1/$4"; then
		flunk "the fault $1 is not in $4: the sources look different now"
		return
	fi
	echo "$1 $2" >>"$WORK/planted"
	begin "$2" "$WORK/$1" "$3" "$WORK/$1.log" -wp-timeout 2
}

plant border pool lish_pool_is_full_ lib/core/pool_stack.h \
	's/pool->border >= pool->room)/pool->border > pool->room)/'
plant fresh pool lish_pool_take_ lib/core/pool_stack.h \
	's/slot = pool->border++;/slot = ++pool->border;/'
plant top pool lish_pool_give_ lib/core/pool_stack.h \
	's/pool->stack\[pool->stacked\] = slot/pool->stack[pool->stacked + 1] = slot/'
plant lost inbox inbox_push lib/inbox.c \
	's/lish_atomic_store(&node->next, before | INBOX_END_);/lish_atomic_store(\&node->next, INBOX_END_);/'
if [ -n "${FULL-}" ]; then
	plant order ring lish_ring_link_ lib/core/ring.h \
		'/void lish_ring_link_(/,/^}/s/link->next = next;/link->next = prev;/'
	plant run ring lish_ring_link_run_ lib/core/ring.h \
		'/void lish_ring_link_run_(/,/^}/s/last->next = next;/last->next = first;/'
	plant side ring lish_ring_leads_back_ lib/core/ring.h \
		'/bool lish_ring_leads_back_(/,/^}/s/beside->next : beside->prev/beside->prev : beside->next/'
	plant early ring lish_ring_unlink_ lib/core/ring.h \
		'/void lish_ring_unlink_(/,/^}/s/prev->next, next/prev->next, last/'
	plant beyond dense dense_add lib/core/parts.h \
		's/array->nodes\[used\] = node;/array->nodes[used + 1] = node;/'
	plant number dense dense_add lib/core/parts.h \
		's/\*node = used + 1;/*node = used;/'
	plant filler dense lish_parts_take_ lib/core/parts.h \
		's/\*last = at + 1;/*last = at;/'
	plant life slotpool slotpool_set_node_ lib/slotpool_slots.h \
		's/mark\[1\] = (uint32_t)(node >> 32);/mark[1] = 0;/'
fi
wait
while read -r name file; do
	new=$(goals new "$file" "$WORK/$name.log" | paste -sd' ' -)
	if ! grep -q 'Proved goals:' "$WORK/$name.log"; then
		flunk "$name: Frama-C does not get through" "$WORK/$name.log"
	elif [ -z "$new" ]; then
		flunk "$name is proved all the same"
	else
		pass
		echo "$name: not proved: $(echo "$new" | cut -d' ' -f1-3)"
	fi
done <"$WORK/planted"
finish
