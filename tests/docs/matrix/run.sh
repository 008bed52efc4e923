# SPDX-License-Identifier: MIT
#
# One vocabulary: the same operation has the same name, result and parameters in
# all containers, and the page that lists them is as the headers are. Each way to
# deviate is tried on a container made up for it.
. scripts/script-check.sh

expect 'no name deviates from the vocabulary' scripts/api-matrix.sh check
scripts/api-matrix.sh page >"$WORK/api.rst"
expect 'Documentation/api.rst is as "make matrix" makes it' \
	diff Documentation/api.rst "$WORK/api.rst"
scripts/exports.sh >"$WORK/exports.c"
expect 'lib/kernel/exports.c is as "make exports" makes it' \
	diff lib/kernel/exports.c "$WORK/exports.c"

# conventions DIR: what Documentation/contributing.rst asks of a container, and one does not have
conventions() {
	sh tests/uses.sh --containers | while read -r X node _; do
		header=$1/include/linux-ish/$X.h
		for line in "^LISH_NATURAL_($X);" '^LISH_C_BEGIN' '^LISH_C_END' \
			"^LISH_NODE_($node);" "^#define LINUX_ISH_.*_H\$"; do
			grep -q "$line" "$header" || echo "$header: $line"
		done
		grep -m 1 '^#' "$1/lib/$X.c" | grep -qx '#define LISH_LIB_' ||
			echo "$1/lib/$X.c: LISH_LIB_"
	done
}
conventions . >"$WORK/said"
expect "each container has what contributing.rst asks of it: $(cat "$WORK/said")" \
	test ! -s "$WORK/said"
mkdir -p "$WORK/odd"
cp -R lib include "$WORK/odd"
sed '/LISH_NATURAL_/d' include/linux-ish/dense.h >"$WORK/odd/include/linux-ish/dense.h"
sed '/LISH_LIB_/d' lib/ipool.c >"$WORK/odd/lib/ipool.c"
expect 'planted: two that have not' test "$(conventions "$WORK/odd" | grep -c .)" = 2

# unused EXCEPTIONS DIR: private functions under DIR that no header uses
unused() {
	find "$2" -name '*.h' -o -name '*.hpp' | LC_ALL=C sort |
		xargs awk -f tests/docs/matrix/unused.awk "$1"
}
unused tests/docs/matrix/unused include >"$WORK/unused"
expect "each private function of a header is used by one: $(cat "$WORK/unused")" \
	test ! -s "$WORK/unused"
expect 'with at most ten exceptions' \
	test "$(grep -c '^[a-z]' tests/docs/matrix/unused)" -le 10
mkdir -p "$WORK/planted"
cat >"$WORK/planted/a.h" <<'END'
/* planted_left_() is named in a comment, and in "planted_left_()". */
void planted_left_(struct a *a);
LISH_INLINE void planted_body_(struct a *a)
{
	a->n = planted_called_(a);
}
int planted_called_(struct a *a);
LISH_COLD int
planted_macro_(int n);
#define PLANTED(n) \
	planted_macro_(n)
END
printf '%s\n' 'planted_body_: planted' 'planted_called_: planted' >"$WORK/excepted"
expect 'planted: a function that no header uses, and an exception too many' \
	test "$(unused "$WORK/excepted" "$WORK/planted" | sed 's/.*: //')" = \
	'planted_left_
planted_called_'

# These lists are run: see tests/refuse/misuse/run.sh.
expect 'a change in a _frozen loop returns -EBUSY, in all containers' \
	sh -c '! grep -h "IN_FROZEN.* == -E" tests/refuse/misuse/*.list | grep -v " == -EBUSY"'

# What is made for each container must be made for all: they are read from headers.
known=$(sh tests/uses.sh --containers | wc -l)
pages=$(for page in Documentation/*.rst; do
	echo "include/linux-ish/$(basename "$page" .rst).h"
done | while read -r header; do [ ! -e "$header" ] || echo "$header"; done | wc -l)
expect "tests/uses.sh finds all $pages containers" test "$known" = "$pages"

# deviates WHAT LINE: stdin is more of a header of ilist's, whose names, as they
# stand in dense, are right
mkdir -p "$WORK/top/scripts" "$WORK/top/tests/docs/matrix" "$WORK/top/include/linux-ish"
cp scripts/api-matrix.sh scripts/declarations.awk "$WORK/top/scripts/"
: >"$WORK/top/tests/docs/matrix/exceptions"
cat >"$WORK/top/include/linux-ish/dense.h" <<'END'
/**
 * dense_add() - add one
 * @array: the array
 * @idx: the node
 */
LISH_API LISH_MUST_CHECK int dense_add(struct dense *array,
				       struct dense_idx *idx);

/**
 * dense_for_each_entry() - loop
 */
#define dense_for_each_entry(pos, array, type, \
			     member)           \
	for (;;)
END
deviates() {
	cat >"$WORK/top/include/linux-ish/ilist.h"
	"$WORK/top/scripts/api-matrix.sh" check >"$WORK/output"
	if [ "$(cat "$WORK/output")" = "$2" ]; then
		pass
	else
		echo "expected: $2" >>"$WORK/output"
		flunk "$1" "$WORK/output"
	fi
}

deviates 'the same names do not deviate' '' <<'END'
/**
 * ilist_add() - add one
 */
int ilist_add(struct ilist *list, struct ilist_node *node) LISH_MUST_CHECK;

/**
 * ilist_for_each_entry() - loop
 */
#define ilist_for_each_entry(pos, list, type, member) for (;;)
END
deviates 'nor does a node that knows its container' '' <<'END'
/**
 * ilist_add() - add one
 */
LISH_MUST_CHECK int ilist_add(struct ilist_node *node);
END
deviates 'another result' \
	'ilist_add: void (node), but in dense int (node)' <<'END'
/**
 * ilist_add() - add one
 */
void ilist_add(struct ilist *list, struct ilist_node *node);
END
deviates 'other parameters' \
	'ilist_add: int (node, uint32_t n), but in dense int (node)' <<'END'
/**
 * ilist_add() - add one
 */
LISH_MUST_CHECK int ilist_add(struct ilist *list, struct ilist_node *node,
			      uint32_t n);
END
deviates 'another order' \
	'ilist_del: neither container nor node is first (int n, container)' <<'END'
/**
 * ilist_del() - take one out
 */
void ilist_del(int n, struct ilist *list);
END
deviates 'a result that may be lost' \
	'ilist_reserve: an int without LISH_MUST_CHECK' <<'END'
/**
 * ilist_reserve() - memory ahead
 */
int ilist_reserve(struct ilist *list, uint32_t n);
END
deviates 'an object without a type' \
	'ilist_del: an object without a type (container, void *object)' <<'END'
/**
 * ilist_del() - take one out
 */
void ilist_del(struct ilist *list, void *object);
END
deviates 'a word that is not used' \
	'ilist_first_entry_const: not a word of the vocabulary' <<'END'
/**
 * ilist_first_entry_const() - the first object
 */
const void *ilist_first_entry_const(const struct ilist *list);
END
deviates 'arguments of a loop' \
	'ilist_for_each_entry_from: arguments (pos, start, container, type, member)' <<'END'
/**
 * ilist_for_each_entry_from() - loop
 */
#define ilist_for_each_entry_from(pos, start, list, type, member) for (;;)
END
deviates 'suffixes of a loop' \
	'ilist_for_each_entry_from_safe: suffixes are safe reverse from continue present frozen const span in this order' <<'END'
/**
 * ilist_for_each_entry_from_safe() - loop
 */
#define ilist_for_each_entry_from_safe(pos, list, start, type, member) for (;;)
END
deviates 'a count that is not 32 bits wide' 'ilist_count: size_t' <<'END'
/**
 * ilist_count() - how many
 */
size_t ilist_count(const struct ilist *list);
END
deviates 'a callback whose context is not first' \
	'ilist_cmp_fn: the context is not the first argument' <<'END'
/**
 * typedef ilist_cmp_fn - which is first?
 */
typedef int (*ilist_cmp_fn)(const struct ilist_node *a,
			    const struct ilist_node *b, void *ctx);
END
deviates 'a name without a comment' 'ilist_hidden: without kernel-doc' <<'END'
void ilist_hidden(struct ilist *list);
LISH_INLINE void ilist_private_(struct ilist *list)
{
	ilist_hidden(list);
}
END
finish
