# SPDX-License-Identifier: MIT
#
# What the compilers make of it.
#
# Check level 0 must cost nothing in a program that is one file with the library: a link, an
# unlink and a loop take as many instructions as the same operation written out by hand, and
# at most four more, for the first add to a zero list or for a look at the head before a
# loop. Each X.c here defines pairs of functions: ours_NAME and hand_NAME. No loop that is
# compiled at level 0 may call what reports misuse, and what level 1 adds must not grow with
# the number of members.
#
# Each loop of each container: how many instructions an element takes, and how many
# bytes a further loop adds to the code. tests/bench/asm/limits says how many each may
# take; "make asm-limits" writes it anew.
. scripts/script-check.sh

compared=$COMPILERS
command -v objdump >/dev/null 2>&1 || {
	echo 'skip: no objdump: machine code is not compared'
	compared=''
}

# code FUNCTION: its instructions, without padding and what is cold
code() {
	objdump -d --no-show-raw-insn --no-addresses "$WORK/pairs.o" |
		sed -n "/^<$1>:/,/^\$/p" |
		sed -e 1d -e '/nop/d' -e '/xchg *%ax,%ax/d' -e '/^ *$/d'
}

for cc in $compared; do
	for file in tests/bench/asm/*.c; do
		for source in lib/core/ring.c "lib/$(basename "$file")" "$file"; do
			echo "#include \"$PWD/$source\""
		done >"$WORK/pairs.c"
		"$cc" -std=c99 -O2 -fno-tree-slp-vectorize -Iinclude -DLISH_CHECK=0 -DLISH_STATIC -w \
			-fno-asynchronous-unwind-tables -c "$WORK/pairs.c" \
			-o "$WORK/pairs.o" || {
			flunk "$file does not compile"
			continue
		}
		for name in $(sed -n 's/.*ours_\([a-z_]*\)(.*/\1/p' "$file"); do
			code "ours_$name" >"$WORK/ours"
			code "hand_$name" >"$WORK/hand"
			ours=$(wc -l <"$WORK/ours")
			hand=$(wc -l <"$WORK/hand")
			if [ "$ours" = 0 ]; then
				flunk "$file: no code of ours_$name"
			elif [ "$ours" -le $((hand + 4)) ]; then
				pass
				echo "$cc $name: $ours instructions, by hand $hand"
			else
				diff "$WORK/hand" "$WORK/ours" >"$WORK/diff"
				flunk "$cc: $name takes $ours instructions, by hand $hand" \
					"$WORK/diff"
			fi
		done
	done
done

sh tests/uses.sh >"$WORK/uses.h"
sh tests/bench/asm/loops.sh >"$WORK/loops.c"

# All loops.
MISUSE='refuse|misuse|lish_report|not_sure|_lost_|_strayed_|_no_way_|no_member'
for cc in $COMPILERS; do
	for level in 0 1; do
		"$cc" -std=gnu99 -O2 -Iinclude "-I$WORK" -DLISH_CHECK=$level \
			-c "$WORK/loops.c" -o "$WORK/loops-$level.o"
		nm -u "$WORK/loops-$level.o" | grep -E "$MISUSE" >"$WORK/calls-$level"
	done
	if [ -s "$WORK/calls-0" ]; then
		flunk "$cc: something checks at level 0" "$WORK/calls-0"
	else
		pass
	fi
	expect "$cc: level 1 does check" test -s "$WORK/calls-1"
done

# sizes OBJECT: of each loop, the bytes that a second one adds; cold parts of a
# function are symbols of their own
sizes() {
	nm -S "$1" | awk '
		NF == 4 {
			size = 0
			for (i = 1; i <= length($2); i++)
				size = size * 16 + index("0123456789abcdef",
					substr($2, i, 1)) - 1
			name = $4
			sub(/\..*/, "", name)
			bytes[name] += size
		}
		END {
			for (name in bytes)
				if (sub(/^two_/, "", name))
					print name, \
						bytes["two_" name] - bytes["one_" name]
		}' | sort
}

# counts LEVEL: what callgrind counted at this level, "NAME n instructions"
counts() {
	rm -f "$WORK"/counts.*
	library_of "$cc" $1 &&
		"$cc" -std=gnu99 -O2 -Iinclude "-I$WORK" -DLISH_CHECK=$1 \
			"$WORK/loops.c" "$library" -o "$WORK/run" &&
		valgrind -q --tool=callgrind --dump-line=no \
			--callgrind-out-file="$WORK/counts" "$WORK/run" \
			>"$WORK/output" 2>&1 || return 1
	awk '
		sub(/^desc: Trigger: Client Request: /, "") { name = $0 }
		/^summary: / { print name, $2 }' "$WORK"/counts.*
}

counting=''
if ! command -v valgrind >/dev/null 2>&1; then
	echo 'skip: no valgrind: instructions are not counted'
elif ! echo '#include <valgrind/callgrind.h>' |
	"${COMPILERS%% *}" -x c -fsyntax-only - 2>/dev/null; then
	echo 'skip: no valgrind/callgrind.h: instructions are not counted'
else
	counting=1
fi

# The figures: loop, instructions at level 0 and 1, bytes at -O2 and -Os
figures() {
	"$cc" -std=gnu99 -O2 -Iinclude "-I$WORK" -c "$WORK/loops.c" \
		-o "$WORK/fast.o"
	"$cc" -std=gnu99 -Os -Iinclude "-I$WORK" \
		-c "$WORK/loops.c" -o "$WORK/small.o"
	sizes "$WORK/fast.o" >"$WORK/fast"
	sizes "$WORK/small.o" >"$WORK/small"
	for level in 0 1; do
		: >"$WORK/level-$level"
		[ -z "$counting" ] || counts $level >"$WORK/level-$level" ||
			flunk "$cc: callgrind at level $level" "$WORK/output"
	done
	awk '
		FILENAME ~ /level-0$/ && NF == 3 { zero[$1, $2] = $3; next }
		FILENAME ~ /level-1$/ && NF == 3 { one[$1, $2] = $3; next }
		FILENAME ~ /level/ { next }
		FILENAME ~ /fast$/ { fast[$1] = $2; next }
		FILENAME ~ /small$/ { small[$1] = $2; next }
		{
			printf "%s %.1f %.1f %d %d\n", $2,
				(zero[$2, 2000] - zero[$2, 1000]) / 1000,
				(one[$2, 2000] - one[$2, 1000]) / 1000,
				fast[$2], small[$2]
		}' "$WORK/level-0" "$WORK/level-1" "$WORK/fast" \
		"$WORK/small" "$WORK/loops"
}

for cc in $COMPILERS; do
	major=$("$cc" -dumpversion | sed 's/\..*//')
	key=$(basename "$cc" | sed 's/-[0-9].*//')-$major-$(uname -m)
	figures >"$WORK/figures"
	echo
	printf '%-38s%10s%10s%12s%12s\n' "$key" 'level 0' 'level 1' \
		'bytes -O2' 'bytes -Os'
	awk '{ printf "%-38s%10s%10s%12s%12s\n", $1, $2, $3, $4, $5 }' \
		"$WORK/figures"
	# A few instructions and bytes more than now: placement and fusing vary.
	awk -v key="$key" '{
		printf "%s %s %.1f %.1f %d %d\n", key, $1, $2 * 1.03 + 0.2,
			$3 * 1.03 + 0.2, $4 * 1.05 + 4, $5 * 1.05 + 4
	}' "$WORK/figures" >>"$WORK/limits"

	[ -z "$counting" ] || expect "$cc: at level 1, del and add cost the same among 10 and 10 000" \
		awk '
		NF == 4 { count[$1 " " $2, $3] = $4; names[$1 " " $2] }
		END {
			for (name in names) {
				few = count[name, 10]
				many = count[name, 10000]
				if (many > few + 12) {
					print name ": " few " and " many
					bad = 1
				}
			}
			exit bad
		}' "$WORK/level-1"

	if ! grep -q "^$key " tests/bench/asm/limits; then
		echo "skip: tests/bench/asm/limits has none for $key: nothing is compared"
		continue
	fi
	expect "$key: the limits in tests/bench/asm/limits" awk -v key="$key" \
		-v counting="$counting" '
		FILENAME ~ /limits$/ {
			if ($1 == key)
				limit[$2] = $0
			next
		}
		!($1 in limit) {
			print $1 " has no limits: make asm-limits"
			bad = 1
			next
		}
		{
			split(limit[$1], l, " ")
			delete limit[$1]
			split("instructions at level 0,instructions at level 1," \
			      "bytes at -O2,bytes at -Os", what, ",")
			for (i = 1; i <= 4; i++) {
				if ((i > 2 || counting) && $(i + 1) > l[i + 2] + 0) {
					print $1 ": " $(i + 1) " " what[i] \
						", at most " l[i + 2]
					bad = 1
				}
			}
		}
		END {
			for (name in limit) {
				print name " is gone: make asm-limits"
				bad = 1
			}
			exit bad
		}' tests/bench/asm/limits "$WORK/figures"
done
finish
