# SPDX-License-Identifier: MIT
#
# What cppcheck's addon for MISRA says, run as users run it. In a user's file: one rule,
# that of the check of a member. In our headers: no rule and no number beyond the table of
# Documentation/misra.rst.
. scripts/script-check.sh

if ! command -v cppcheck >/dev/null 2>&1 ||
	! echo 'int x;' >"$WORK/none.c" ||
	! cppcheck -q --addon=misra "$WORK/none.c" >"$WORK/said" 2>&1 ||
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
for header in $(sh tests/uses.sh --containers | cut -d ' ' -f 1); do
	echo "#include <linux-ish/$header.h>"
done >"$WORK/all.c"

# found FILE STANDARD OPTIONS...: the findings, "FILE RULE" a line, in $WORK/found
found() {
	file=$WORK/$1.c
	standard=$2
	shift 2
	cppcheck -q "--std=$standard" "$@" --addon=misra -Iinclude "$file" 2>&1 |
		sed -n 's/^\([^ :]*\):[0-9]*:[0-9]*: .*\[misra-c2012-\([0-9.]*\)\]$/\1 \2/p' \
			>"$WORK/found"
	test -s "$WORK/found"
}

# beyond COLUMN: rules and numbers in $WORK/found that the table does not have
beyond() {
	sed -n 's/^\([0-9][0-9]*\.[0-9]*\)  *\([0-9-]*\)  *\([0-9]*\)  .*/\1 \2 \3/p' \
		Documentation/misra.rst >"$WORK/table"
	awk -v column="$1" '
	FILENAME == ARGV[1] { most[$1] = $column; next }
	$1 ~ /^include\// { count[$2]++ }
	END {
		for (rule in count)
			if (count[rule] > most[rule] + 0)
				print rule ": " count[rule] ", the page has " most[rule] + 0
	}' "$WORK/table" "$WORK/found"
}

# rules: those that are found in the file itself
rules() {
	grep -v '^include/' "$WORK/found" | cut -d ' ' -f 2 | sort -u | tr '\n' ' '
}

# counts: what the table should have
counts() {
	grep '^include/' "$WORK/found" | cut -d ' ' -f 2 | sort | uniq -c |
		awk '{ printf "%s %d\n", $2, $1; sum += $1 } END { print "all " sum }'
}

expect 'cppcheck reads a file of nine lines' found user c99
counts >"$WORK/walklist.counts"
expect "walklist: $(beyond 2)" test -z "$(beyond 2)"
expect "the user's file, C99: $(rules)" test "$(rules)" = '10.4 '
# The test can fail.
sed -i.old '$a include/linux-ish/walklist.h 99.9' "$WORK/found"
expect 'a planted rule' test "$(beyond 2)" = '99.9: 1, the page has 0'
if [ -z "$SHORT" ]; then
	expect 'cppcheck reads all headers' found all c99 --max-configs=1
	counts >"$WORK/all.counts"
	expect "all headers: $(beyond 3)" test -z "$(beyond 3)"
	expect 'cppcheck reads a file with more calls' found calls c99
	expect "a file with more calls, C99: $(rules)" test "$(rules)" = '10.4 '
	expect 'cppcheck reads a file of nine lines in C11' found user c11
	expect "the user's file, C11: $(rules)" test "$(rules)" = '1.4 '
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
echo "walklist: $(sed -n 's/all //p' "$WORK/walklist.counts") findings in headers;" \
	"the counts are in $WORK"
finish
