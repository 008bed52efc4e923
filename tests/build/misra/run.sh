# SPDX-License-Identifier: MIT
#
# What cppcheck's addon for MISRA says, run as users run it. In a user's file: one rule,
# that of the check of a member. In our public headers, each file by itself: no rule that the table
# in Documentation/misra.rst lacks. FULL=1 ("make misra"): in all files of ours, in the
# configuration of the safety manual too; and each rule of the table is found.
. scripts/script-check.sh

# The addon runs by Debian's python3, whatever comes first: some others take seconds to begin.
misra=--addon=misra
[ ! -x /usr/bin/python3 ] || misra="$misra --addon-python=/usr/bin/python3"
export misra
if ! command -v cppcheck >/dev/null 2>&1 ||
	! echo 'int x;' >"$WORK/none.c" ||
	! cppcheck -q $misra "$WORK/none.c" >"$WORK/said" 2>&1 ||
	grep -q 'Did not find addon\|Failed to execute' "$WORK/said"; then
	pass
	echo 'skip: no cppcheck with its addon for MISRA'
	finish
	exit
fi

cat >"$WORK/user.c" <<'END'
#include <linux-ish/walklist.h>
struct job {
	int32_t id;
	struct walklist_node link;
};
int32_t sum_of(struct walklist *jobs);
int32_t sum_of(struct walklist *jobs)
{
	int32_t sum = 0;

	walklist_for_each_entry(j, jobs, struct job, link) {
		sum += j->id;
	}
	return sum;
}
END
# More calls, which give a file no more rules.
cat >"$WORK/calls.c" <<'END'
#include <linux-ish/ilist.h>
#include <linux-ish/slotpool.h>
struct job {
	int32_t id;
	struct slotpool_idx slot;
	struct ilist_node link;
};
int32_t work(struct ilist *jobs, struct slotpool *pool);
int32_t work(struct ilist *jobs, struct slotpool *pool)
{
	struct job *one;
	int32_t sum = 0;

	lish_sure(slotpool_init(pool, struct job, slot, NULL));
	one = slotpool_alloc_entry(pool, struct job, slot);
	if (one != NULL) {
		ilist_add_tail(jobs, &one->link);
	}
	ilist_for_each_entry_safe(j, jobs, struct job, link) {
		sum += j->id;
		ilist_del(&j->link);
		slotpool_free(pool, &j->slot);
	}
	return sum;
}
END
# found FILE STANDARD OPTIONS...: the findings, "FILE RULE" a line, in $WORK/found
found() {
	file=$WORK/$1.c
	standard=$2
	shift 2
	cppcheck -q "--std=$standard" "$@" $misra -Iinclude "$file" 2>&1 |
		sed -n 's/^\([^ :]*\):[0-9]*:[0-9]*: .*\[misra-c2012-\([0-9.]*\)\]$/\1 \2/p' \
			>"$WORK/found"
	test -s "$WORK/found"
}

# rules: those that are found in the file itself
rules() {
	grep -v '^include/' "$WORK/found" | cut -d ' ' -f 2 | sort -u | tr '\n' ' '
}

expect 'cppcheck reads a file of nine lines' found user c99
expect "the user's file, C99: $(rules)" test "$(rules)" = '10.4 '
if [ -z "$SHORT" ]; then
	expect 'cppcheck reads a file with more calls' found calls c99
	expect "a file with more calls, C99: $(rules)" test "$(rules)" = '10.4 '
	expect 'cppcheck reads a file of nine lines in C11' found user c11
	expect "the user's file, C11: $(rules)" test "$(rules)" = '10.4 '
fi
# each FLAGS: "WHERE RULE" of each rule in each file of ours, which is compiled by itself
each() {
	if [ -n "${FULL-}" ]; then
		find include/linux-ish lib \( -name '*.h' -o -name '*.c' \) | grep -v /kernel/
	else
		ls include/linux-ish/*.h
	fi |
		xargs -P 2 -n 4 sh -c 'flags=$1
		shift
		for file; do
			cppcheck -q --std=c99 --language=c --max-configs=1 -U__KERNEL__ $flags \
				$misra -Iinclude "$file" 2>&1 |
				sed -n "s|^$file:.*\[misra-c2012-\([0-9.]*\)\]\$|${file%%/*} \1|p"
		done' sh "$1" | sed 's/^include/headers/' | sort -u |
		grep -vx '[a-z]* 2\.[34]' # rules of a whole project, not of one of its files
}
if [ -z "$SHORT" ]; then
	each '' >"$WORK/each"
	elsewhere=$(sed -n 's/^\([0-9][0-9]*\.[0-9]*\)  *[AR]  .*/\1/p' Documentation/misra.rst)
	# And in the configuration of the safety manual, with gcc, without error numbers.
	if [ -n "${FULL-}" ]; then
		# In ground/system.h, which has macros alone: cppcheck looks at no file without code.
		elsewhere=21.1
		each '-D__GNUC__=12 -UENOENT -DLISH_CHECK=1 -DLISH_TRAP -DLISH_NO_MALLOC' \
			>>"$WORK/each"
	fi
	expect 'each file of ours: the rules of the page' \
		sh tests/build/misra/judge.sh Documentation/misra.rst "$WORK/each" $elsewhere
fi
# Rule 17.2: functions of lib/ that call themselves, or each other in a ring.
recursive() {
	awk '$1 == $2 { print $1 }' "$1"
	awk '$1 != $2' "$1" | tsort 2>&1 >/dev/null | sed 's/.*: //'
}
if [ -z "$SHORT" ] && gcc -fcallgraph-info -c "$WORK/none.c" -o "$WORK/none.o" 2>/dev/null; then
	for file in $SOURCES; do
		gcc -std=gnu99 -O0 -fcallgraph-info -Iinclude -c "$file" \
			-o "$WORK/$(echo "$file" | tr / _).o" || flunk "$file compiles"
	done
	sed -n 's/^edge: { sourcename: "\([^"]*\)" targetname: "\([^"]*\)".*/\1 \2/p' \
		"$WORK"/lib_*.ci | sed 's/[^ ]*:\([^ :]*\)/\1/g' | sort -u >"$WORK/edges"
	expect 'the sorts of dense and rwarray recurse, and no other function' test "$(
		recursive "$WORK/edges" | tr '\n' ' ')" = 'dense_sort_merge_ dense_sort_quick_ parray_sort_bits rwarray_sort_merge_ rwarray_sort_quick_ '
	printf 'one two\ntwo three\nthree one\n' >"$WORK/ring"
	expect 'a ring of three calls is found' test -n "$(recursive "$WORK/ring")"
fi
finish
