# SPDX-License-Identifier: MIT
#
# With LISH_VALGRIND_BLOCKS a report of Valgrind names the stacks of an object's birth and death.
. scripts/script-check.sh

if ! command -v valgrind >/dev/null 2>&1; then
	echo 'skip: no valgrind: its reports of pools are not read' >&2
	pass
	finish
	exit
fi

# reports POOL WAY: one mistake, with three stacks
reports() {
	valgrind -q --error-exitcode=9 "$WORK/lives" "$1" "$2" >"$WORK/said" 2>&1
	[ $? = 9 ] && awk -v pool="$1" '
		/Invalid read/ { where = "read" }
		/inside a block of size .* free/ { where = "death" }
		/Block was alloc.d at/ { where = "birth" }
		where == "read" && / main \(/ { read = 1 }
		where == "death" && $0 ~ pool "_dies_here" { death = 1 }
		where == "birth" && $0 ~ pool "_is_born_here" { birth = 1 }
		END { exit !(read && death && birth) }' "$WORK/said" && return
	cat "$WORK/said"
	return 1
}

for cc in $COMPILERS; do
	library_of "$cc" 1 -DLISH_VALGRIND_BLOCKS
	expect "the program ($cc)" "$cc" -std=c99 -g -gdwarf-4 -O0 -Iinclude \
		tests/build/valgrind/lives.c "$library" -o "$WORK/lives"
	for pool in ipool densepool listpool slotpool; do
		for way in free clear; do
			expect "birth and death ($cc $pool $way)" reports $pool $way
		done
		expect "no mistake, no report ($cc $pool)" valgrind -q --error-exitcode=9 \
			--leak-check=full "$WORK/lives" $pool ends
	done
	[ -z "$SHORT" ] || break
done
finish
