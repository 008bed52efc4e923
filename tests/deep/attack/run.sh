# SPDX-License-Identifier: MIT
#
# Forged handles, retired slots, many objects, loops in loops, arrays and tables with damaged
# elements, pools whose free objects are written to, and sequences that look for a quadratic.
# FULL=1, "make attack": 10^9 handles, all 2^31 - 1 lives of a slot, 10^8 objects, for which
# 1.6 GB are wanted, and 10^6 damaged arrays, pools and tables.
. scripts/script-check.sh

first=${COMPILERS%% *}
sh tests/uses.sh >"$WORK/uses.h"
flags="-std=gnu99 -O2 -I$WORK"

# copied NAME: $WORK/NAME is a copy of include/ and lib/. Its lib.c is all of lib/ as one file,
# which compiles in half the time
copied() {
	mkdir -p "$WORK/$1"
	cp -r include lib "$WORK/$1/"
	for file in $SOURCES; do
		echo "#include \"$file\""
	done >"$WORK/$1/lib.c"
}

# attack WHAT ARGS...: the program, which is $attack
attack() {
	what=$1
	shift
	expect "$what" "$attack" "$@"
	tail -n 1 "$WORK/output"
}

# The retirement is where a generation is compared with a constant: with a smaller one a
# slot's whole life is short enough for every check, by the same code.
copied short
sed -i 's/^\(#define SLOTPOOL_RETIRED_\) .*/\1 0x1fffeu/' \
	"$WORK/short/include/linux-ish/slotpool.h"
expect 'a library whose slots have fewer lives compiles' "$first" $flags -w \
	"-I$WORK/short/include" tests/deep/attack/attack.c \
	"$WORK/short/lib.c" -o "$WORK/short/attack"
for level in 0 1 2; do
	attack=$WORK/attack-$level
	library_of "$first" $level || continue
	expect "the attacks compile, level $level" "$first" $flags -Wall \
		-DLISH_CHECK=$level -Iinclude tests/deep/attack/attack.c \
		"$library" -o "$attack"
	attack "forged handles, level $level" forge 3000000
done
attack=$WORK/short/attack
attack 'all lives of a slot' lives 65535
# The program must be able to say that it is another number.
if "$attack" lives 65534 >"$WORK/output" 2>&1; then
	flunk 'a wrong number of lives is not noticed'
else
	pass
fi
# And that a handle is found that should not be: here get looks at the slot alone.
copied planted
sed -i '/slotpool_follow_(/,/^}/s/slotpool_node_(mark) == node/*mark == handle.slot/' \
	"$WORK/planted/lib/slotpool.c"
sed -i 's/slotpool_words_(object + offset) != slotpool_words_(&wanted)/*(uint32_t *)(object + offset) != handle.slot/' \
	"$WORK/planted/include/linux-ish/slotpool.h"
expect 'a library that forgets the generation compiles' "$first" $flags -w \
	"-I$WORK/planted/include" tests/deep/attack/attack.c \
	"$WORK/planted/lib.c" -o "$WORK/planted/attack"
if "$WORK/planted/attack" forge 10000 >"$WORK/output" 2>&1; then
	flunk 'a get that forgets the generation is not noticed'
else
	pass
fi
attack=$WORK/attack-1
attack 'many objects' many 1000000
attack 'loops in loops' nest 16000
if [ -n "${FULL-}" ]; then
	attack 'forged handles' forge 1000000000
	attack 'all lives of a slot' lives 2147483647
	attack 'many objects' many 100000000
fi

# Arrays, and tables, whose elements were zeroed, copied, or zeroed and added elsewhere
damaged=20000
[ -z "${FULL-}" ] || damaged=1000000
damage() {
	expect "damage of $1, $2, compiles" "$first" $flags -Wall -DX="$1" -DLISH_CHECK="$level" \
		-Iinclude tests/deep/attack/damage.c $3 -o "$WORK/damage"
}
chains() {
	expect "damage of ihash, $1, compiles" "$first" $flags -Wall -DLISH_CHECK="$level" \
		-Iinclude tests/deep/attack/chains.c $2 -o "$WORK/chains"
}
for level in 1 2; do
	library_of "$first" $level || continue
	for array in dense rwarray iheap; do
		damage $array "level $level" "$library"
		attack=$WORK/damage
		attack "damage of $array, level $level" $damaged
	done
	chains "level $level" "$library"
	attack=$WORK/chains
	attack "damage of ihash, level $level" $damaged
done
# A removal under loops that does not ask each node which it moves
level=1
cp lib/core/parts.c "$WORK/planted/lib/core/parts.c"
sed -i 's/if (\*array->nodes\[at - 1\] != at)/if (0)/' "$WORK/planted/lib/core/parts.c"
damage dense planted "$WORK/planted/lib.c"
if "$WORK/damage" $damaged >"$WORK/output" 2>&1; then
	flunk 'a removal that asks too little is not noticed'
else
	pass
fi
# A removal that follows a chain into another table
sed 's/!ihash_is_linked_in_(table, \*link, &left)/!left--/' lib/ihash.c >"$WORK/planted/lib/ihash.c"
chains planted "$WORK/planted/lib.c"
if "$WORK/chains" $damaged >"$WORK/output" 2>&1; then
	flunk 'a removal that follows any chain is not noticed'
else
	pass
fi

# Pools whose free objects were written to
stale() {
	expect "stale writes into $1, $2, compile" "$first" $flags -Wall -DX="$1" \
		-DLISH_CHECK="$level" -Iinclude tests/deep/attack/stale.c $3 -o "$WORK/stale"
}
attack=$WORK/stale
for level in 1 2; do
	library_of "$first" $level || continue
	for pool in ipool densepool listpool slotpool; do
		stale $pool "level $level" "$library"
		attack "stale writes into $pool, level $level" $damaged
	done
done
# A trim that trusts the node of a retired slot
level=1
cp lib/slotpool.c "$WORK/planted/lib/slotpool.c"
sed -i 's/if (!slotpool_knows_retired_(pool))/if (0)/' "$WORK/planted/lib/slotpool.c"
stale slotpool planted "$WORK/planted/lib.c"
if "$WORK/stale" $damaged >"$WORK/output" 2>&1; then
	flunk 'a trim that asks too little is not noticed'
else
	pass
fi

# Sequences: four times as many steps must cost about four times as much. A sort may
# take n log n; loops that stand look at each other, as their pages say: O(loops).
counted="-w -std=gnu99 -O1 -fno-builtin -fsanitize-coverage=trace-pc -Iinclude
	-I$WORK -Wl,--wrap=memmove,--wrap=memcpy,--wrap=memset"
echo 'void __sanitizer_cov_trace_pc(void); void __sanitizer_cov_trace_pc(void) {}
	int main(void) { return 0; }' >"$WORK/empty.c"
linear() {
	"$WORK/sequences" 2048 >"$WORK/once" &&
		"$WORK/sequences" 8192 >"$WORK/four" &&
		paste -d' ' "$WORK/once" "$WORK/four" | awk '
			$1 != $3 { exit bad = 1 }
			{ limit = $1 ~ /-nested-/ ? 17 : 5.5 }
			{ ratio = $4 / $2; seen++ }
			$1 !~ /-nested-/ && ratio > most { most = ratio }
			ratio > limit { print $1, $2, $4, ratio; bad = 1 }
			END {
				printf "%d sequences, the worst %.2f times\n",
					seen, most
				exit bad || seen < 150
			}'
}
if ! "$first" $counted "$WORK/empty.c" -o "$WORK/empty" \
	>"$WORK/output" 2>&1; then
	echo "skip: $first cannot count blocks: no sequences"
else
	for level in 0 1; do
		expect "the sequences compile, level $level" "$first" $counted \
			-DLISH_CHECK=$level tests/deep/attack/sequences.c $SOURCES \
			-o "$WORK/sequences"
		expect "no sequence is quadratic, level $level" linear
		tail -n 1 "$WORK/output"
	done
	expect 'the plant compiles' "$first" $counted -DPLANT \
		tests/deep/attack/sequences.c $SOURCES -o "$WORK/sequences"
	if linear >"$WORK/output" 2>&1; then
		flunk 'a quadratic sequence is not noticed' "$WORK/output"
	else
		pass
	fi
fi
finish
