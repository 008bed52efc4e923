// SPDX-License-Identifier: MIT
/*
 * ihash.c - a hash table of objects, and a list of them
 *
 * The list, its changes and its loops are those of core/walk.c, as in walklist. Beside it there
 * are buckets: each is a chain of nodes, the one that was added last first.
 *
 * Linear hashing. There are n = 2^k buckets in the base row. The number of a bucket is the k
 * highest bits of the mixed hash: see ihash_bucket_(). A growing table splits one bucket with each
 * add beyond the buckets it has: bucket i goes to 2i and 2i + 1 of the wide row, which has room for
 * 2n. Each bucket there is written when it is split into, so nothing else initialises it:
 *
 *	base  .  .  .  d  e  f  g  h       split: 3
 *	wide  a  a' b  b' c  c' -  -  -  -  -  -  -  -  -  -
 *
 * When all are split, the wide row becomes the base. A split keeps the order of a chain, and
 * candidates of one hash stay together. A join, for trim, is the way back. Measured beside a table
 * of segments, which never frees: a look-up there needs one load more, half as long again.
 *
 * A table that does not grow is in the middle of such a round for ever: its n + split buckets lie
 * in one array, the wide row at its start and the base row split buckets further on.
 *
 * Invariants: the nodes of the ring, and walks.count of them, name the table, and each is in the
 * chain of its hash. There is a base row, except in a table that is not valid. changes differs
 * after each change of chains, except that a node was put in front of one.
 *
 * Level 1 looks at the node, the head, the neighbours, and the chain that a call follows. Level 2
 * looks at the whole table too.
 */
#define LISH_LIB_
#include <linux-ish/ihash.h>

#include "ground/mem.h"
#include "ground/refused.h"
#include "ground/reload.h"
#include "core/ring.h"
#include "core/walk.h"

/* The half hint, and the address of the table behind it. */
#define IHASH_HALF_ LISH_HALF_OWNED_

/* A node begins with its link. */
static struct ihash_node *ihash_node_of_(const struct lish_link_ *link)
{
	return (struct ihash_node *)(uintptr_t)link;
}

/* NULL of the head, and of the missing links of a zero table. */
static struct ihash_node *ihash_element_(const struct ihash *table, const struct lish_link_ *link)
{
	return link == &table->walks.head ? NULL : ihash_node_of_(link);
}

static void *ihash_object_of_(struct ihash_node *node, size_t offset)
{
	return node ? (char *)node - offset : NULL;
}

/* Buckets in base; with those that are split. */
static uint32_t ihash_round_(const struct ihash *table)
{
	return (uint32_t)1 << (31 - table->shift);
}

static uint32_t ihash_buckets_(const struct ihash *table)
{
	return ihash_round_(table) + table->split;
}

/* Questions. Calls that are rare ask them at every level, others from level 1 on. */

/* Has it buckets? */
LISH_PART_ enum lish_reason ihash_begun_(const struct ihash *table)
{
	return table->rows[IHASH_BASE_] ? LISH_OK : LISH_UNINITIALIZED;
}

/* May its head be followed? */
LISH_PART_ enum lish_reason ihash_may_ask_(const struct ihash *table)
{
	if (lish_likely(table->walks.head.next != NULL))
		return LISH_OK;
	return table->rows[IHASH_BASE_] ? LISH_BROKEN_LINKS : LISH_UNINITIALIZED;
}

/* May elements go to the end? */
LISH_PART_ enum lish_reason ihash_may_link_(const struct ihash *table)
{
	const struct lish_link_ *end = table->walks.head.prev;

	if (lish_likely(end && end->next == &table->walks.head))
		return LISH_OK;
	return table->rows[IHASH_BASE_] ? LISH_BROKEN_LINKS : LISH_UNINITIALIZED;
}

LISH_PART_ enum lish_reason ihash_may_add_(const struct ihash *table,
					   const struct ihash_node *node)
{
	if (lish_is_null(node))
		return LISH_NULL;
	return node->table ? LISH_ALREADY_IN : ihash_may_link_(table);
}

/* count: the nodes of a forgotten table still name it. */
LISH_PART_ enum lish_reason ihash_may_name_(const struct ihash *table,
					    const struct ihash_node *node)
{
	if (lish_is_null(node))
		return LISH_NULL;
	if (lish_unlikely(node->table != table)) {
		if (!table->rows[IHASH_BASE_])
			return LISH_UNINITIALIZED;
		return node->table ? LISH_FOREIGN : LISH_NOT_IN;
	}
	return table->walks.count ? LISH_OK : LISH_NOT_IN;
}

/* Both neighbours, which the call writes, must lead back to the node. */
LISH_PART_ enum lish_reason ihash_may_unlink_(const struct ihash *table,
					      const struct ihash_node *node)
{
	const enum lish_reason reason = ihash_may_name_(table, node);

	return reason == LISH_OK && !lish_ring_is_known_(&node->link) ? LISH_BROKEN_LINKS : reason;
}

/*
 * Is this node of a chain an element of the table? Counts it off left. false also if left is 0: the
 * chain leads round.
 */
LISH_PART_ bool ihash_is_linked_in_(const struct ihash *table, const struct ihash_node *node,
				    uint32_t *left)
{
	if (node->table != table || !*left)
		return false;
	--*left;
	return true;
}

static inline enum lish_reason ihash_may_follow_(const struct ihash *table,
						 const struct ihash_node *node, uint32_t *left)
{
	return ihash_is_linked_in_(table, node, left) ? LISH_OK : LISH_BROKEN_LINKS;
}

/*
 * What leads to the address of a node, which is not read, in a chain from a link on. NULL: the
 * chain does not lead there, or from level 1 on to a node of another table, or round.
 */
LISH_PART_ struct ihash_node **ihash_link_from_(const struct ihash *table,
						struct ihash_node **link,
						const struct ihash_node *node)
{
	uint32_t left = table->walks.count;

	while (*link != node) {
		if (lish_unlikely(!*link ||
				  (LISH_CHECK >= 1 && !ihash_is_linked_in_(table, *link, &left))))
			return NULL;
		link = &(*link)->chain;
	}
	return link;
}

/* The same in the chain of a hash. */
LISH_PART_ struct ihash_node **ihash_link_to_(const struct ihash *table, uint32_t hash,
					      const struct ihash_node *node)
{
	return ihash_link_from_(table, ihash_bucket_(table, hash), node);
}

/* link: set to what leads to the node in its chain. */
LISH_PART_ enum lish_reason ihash_may_leave_(const struct ihash *table,
					     const struct ihash_node *node,
					     struct ihash_node ***link)
{
	const enum lish_reason reason = ihash_may_unlink_(table, node);

	if (reason != LISH_OK)
		return reason;
	*link = ihash_link_to_(table, node->hash, node);
	return *link ? LISH_OK : LISH_BROKEN_LINKS;
}

LISH_PART_ enum lish_reason ihash_may_move_(const struct ihash *table,
					    const struct ihash_node *node)
{
	const enum lish_reason reason = ihash_may_unlink_(table, node);

	return reason == LISH_OK ? ihash_may_link_(table) : reason;
}

static enum lish_reason ihash_may_have_moved_(const struct ihash_node *node)
{
	const struct lish_link_ *old;

	if (lish_is_null(node))
		return LISH_NULL;
	if (!node->table)
		return LISH_OK;
	if (!node->table->walks.count)
		return LISH_NOT_IN;
	old = lish_ring_moved_from_(&node->link);
	return old && ihash_link_to_(node->table, node->hash, ihash_node_of_(old)) ?
		       LISH_OK : LISH_BROKEN_LINKS;
}

static enum lish_reason ihash_may_end_(const struct ihash *table)
{
	enum lish_reason reason = ihash_may_ask_(table);

	if (reason == LISH_OK && table->walks.count)
		reason = LISH_NOT_EMPTY;
	return reason == LISH_OK ? lish_bound_(table) : reason;
}

/* The chain of a bucket: each node in it belongs there. Counts them off left. */
static enum lish_reason ihash_check_chain_(const struct ihash *table,
					   const struct lish_area_ *area,
					   struct ihash_node **bucket, uint32_t *left,
					   const struct ihash_node **fault)
{
	const struct ihash_node *node;

	for (node = *bucket; node; node = node->chain) {
		*fault = node;
		if (!LISH_AREA_HAS_(area, node, 1, struct ihash_node) ||
		    !ihash_is_linked_in_(table, node, left))
			return LISH_BROKEN_LINKS;
		if (ihash_bucket_(table, node->hash) != bucket)
			return LISH_BAD_INDEX;
	}
	return LISH_OK;
}

/* The same before a call takes the chain apart. */
static enum lish_reason ihash_may_part_(const struct ihash *table, struct ihash_node **bucket)
{
	uint32_t left = table->walks.count;
	const struct ihash_node *fault;

	return LISH_CHECK >= 1 ? ihash_check_chain_(table, NULL, bucket, &left, &fault) : LISH_OK;
}

/* Do its buckets? What chooses one must be right, too. */
static bool ihash_lies_in_(const struct ihash *table, const struct lish_area_ *area)
{
	return table->shift <= 31 && table->split < ihash_round_(table) &&
	       LISH_AREA_HAS_(area, table->rows[IHASH_BASE_], ihash_round_(table),
			      struct ihash_node *) &&
	       LISH_AREA_HAS_(area, table->rows[IHASH_WIDE_], 2 * table->split,
			      struct ihash_node *);
}

static enum lish_reason ihash_check_buckets_(const struct ihash *table,
					     const struct lish_area_ *area,
					     const struct ihash_node **fault)
{
	struct ihash_node **wide = table->rows[IHASH_WIDE_], **base = table->rows[IHASH_BASE_];
	uint32_t left = table->walks.count, i;
	enum lish_reason reason = LISH_OK;

	if (area && !ihash_lies_in_(table, area))
		return LISH_BAD_RANGE;
	for (i = 0; reason == LISH_OK && i < 2 * table->split; i++)
		reason = ihash_check_chain_(table, area, &wide[i], &left, fault);
	for (i = table->split; reason == LISH_OK && i < ihash_round_(table); i++)
		reason = ihash_check_chain_(table, area, &base[i], &left, fault);
	if (reason != LISH_OK)
		return reason;
	*fault = NULL;
	return left ? LISH_BROKEN_LINKS : LISH_OK;
}

/* Of the whole table. */
static enum lish_reason ihash_examine_(const struct ihash *table, const struct lish_area_ *area,
				       const struct ihash_node **fault)
{
	const struct lish_link_ *head = &table->walks.head, *link;
	uint32_t count = 0;

	if (!table->rows[IHASH_BASE_])
		return LISH_UNINITIALIZED;
	if (!lish_loops_rest_(&table->walks.loops, area))
		return LISH_STALE_LOOP;
	link = lish_ring_broken_in_(head, area);
	if (link) {
		*fault = ihash_element_(table, link);
		return LISH_BROKEN_LINKS;
	}
	for (link = head->next; link != head; link = link->next, count++) {
		if (!LISH_AREA_HAS_(area, link, 1, struct ihash_node) ||
		    ihash_node_of_(link)->table != table) {
			*fault = ihash_node_of_(link);
			return LISH_FOREIGN;
		}
	}
	return count == table->walks.count ? ihash_check_buckets_(table, area, fault)
					   : LISH_BAD_COUNT;
}

LISH_CHECKS_(ihash, ihash_node, (void)0)
LISH_DAMAGED_(ihash, ihash_node)

/* From level 1 on. At level 2 any damage of the table is refused too. */
#define ihash_refused_(table, node, reason) \
	(LISH_CHECK >= 1 &&                 \
	 (lish_refused(table, node, reason) || lish_damaged(ihash, table)))
/* Calls that only look. */
#define ihash_refused_look_(table, node, reason) \
	(LISH_CHECK >= 1 && lish_refused(table, node, reason))

/* Changes of buckets. */

/* Memory for n buckets: 0; -ENOMEM; -EINVAL if misaligned, or the library was loaded again. */
static int ihash_alloc_(const struct ihash *table, uint32_t n, struct ihash_node ***buckets)
{
	const size_t size = sizeof(**buckets);

	*buckets = NULL;
	if (lish_bound_(table) != LISH_OK)
		return -EINVAL;
	*buckets = (struct ihash_node **)lish_array_resize_(table->mem, NULL, 0, 0, n, size);
	if (!*buckets)
		return -ENOMEM;
	if (LISH_CHECK < 1 || !((uintptr_t)*buckets % size))
		return 0;
	(void)lish_array_resize_(table->mem, *buckets, 0, n, 0, size);
	*buckets = NULL;
	return -EINVAL;
}

/* Why there is no memory, if that is misuse. */
static enum lish_reason ihash_misgrown_(const struct ihash *table, int err)
{
	if (lish_likely(err != -EINVAL))
		return LISH_OK;
	return lish_bound_(table) != LISH_OK ? LISH_RELOADED : LISH_MISALIGNED;
}

static void ihash_free_(const struct ihash *table, struct ihash_node **buckets, uint32_t n)
{
	if (buckets != &table->one)
		(void)lish_array_resize_(table->mem, buckets, 0, n, 0,
					 sizeof(struct ihash_node *));
}

/* All buckets of a table that grows. */
static void ihash_release_(struct ihash *table)
{
	ihash_free_(table, table->rows[IHASH_BASE_], ihash_round_(table));
	if (table->rows[IHASH_WIDE_])
		ihash_free_(table, table->rows[IHASH_WIDE_], 2 * ihash_round_(table));
	table->rows[IHASH_BASE_] = NULL;
	table->rows[IHASH_WIDE_] = NULL;
	table->split = 0;
}

static void ihash_empty_buckets_(struct ihash *table)
{
	struct ihash_node **wide = table->rows[IHASH_WIDE_], **base = table->rows[IHASH_BASE_];
	const uint32_t rest = ihash_round_(table) - table->split;

	if (table->split)
		memset(wide, 0, 2 * (size_t)table->split * sizeof(*wide));
	if (rest)
		memset(base + table->split, 0, rest * sizeof(*base));
	table->changes++;
}

/* The first bucket that is not split. Each node of it goes behind the last one of its side. */
static void ihash_split_(struct ihash *table)
{
	struct ihash_node **bucket = &table->rows[IHASH_WIDE_][2 * (size_t)table->split], **ends[2];
	struct ihash_node *node = table->rows[IHASH_BASE_][table->split];

	ends[0] = bucket;
	ends[1] = bucket + 1;
	table->split++;
	for (; node; node = node->chain) {
		const uint32_t side = ihash_number_(table, node->hash) & 1;

		*ends[side] = node;
		ends[side] = &node->chain;
	}
	*ends[0] = NULL;
	*ends[1] = NULL;
	table->changes++;
}

/* The way back, of the bucket that was split last. */
static void ihash_join_(struct ihash *table)
{
	const uint32_t last = --table->split;
	struct ihash_node **link = &table->rows[IHASH_WIDE_][2 * (size_t)last];
	struct ihash_node *first = link[0], *second = link[1];

	link = &table->rows[IHASH_BASE_][last];
	for (*link = first; *link; link = &(*link)->chain)
		continue;
	*link = second;
	table->changes++;
}

/* All buckets are split: the wide row is the new base. */
static void ihash_end_round_(struct ihash *table)
{
	ihash_free_(table, table->rows[IHASH_BASE_], table->split);
	table->rows[IHASH_BASE_] = table->rows[IHASH_WIDE_];
	table->rows[IHASH_WIDE_] = NULL;
	table->split = 0;
	table->shift--;
}

/*
 * One bucket more: 0; -ENOSPC at the limit; -ENOMEM. Of -EINVAL it sets the reason: the chain is
 * damaged, the allocator may be gone, or as ihash_misgrown_().
 */
static int ihash_more_(struct ihash *table, enum lish_reason *reason)
{
	const uint32_t n = ihash_round_(table);
	int err = 0;

	if (!table->rows[IHASH_WIDE_] && n >= table->limit)
		return -ENOSPC;
	/* The last bucket of a round releases those of the round. */
	*reason = table->split + 1 == n ? lish_bound_(table) : LISH_OK;
	if (*reason != LISH_OK)
		return -EINVAL;
	if (!table->rows[IHASH_WIDE_]) {
		err = ihash_alloc_(table, 2 * n, &table->rows[IHASH_WIDE_]);
		*reason = ihash_misgrown_(table, err);
		if (err)
			return err;
	}
	*reason = ihash_may_part_(table, &table->rows[IHASH_BASE_][table->split]);
	if (*reason != LISH_OK)
		return -EINVAL;
	ihash_split_(table);
	if (table->split == n)
		ihash_end_round_(table);
	table->room = ihash_buckets_(table);
	return 0;
}

/* The same for n buckets in all. Those of an empty table are replaced. */
static int ihash_get_(struct ihash *table, uint32_t n, enum lish_reason *reason)
{
	struct ihash_node **buckets;
	uint32_t shift = table->shift;
	int err = 0;

	if (n <= ihash_buckets_(table))
		return 0;
	if (n > table->limit)
		return -ENOSPC;
	if (table->walks.count) {
		while (!err && (n > ihash_buckets_(table) || table->split))
			err = ihash_more_(table, reason);
		return err;
	}
	while ((uint32_t)1 << (31 - shift) < n)
		shift--;
	err = ihash_alloc_(table, (uint32_t)1 << (31 - shift), &buckets);
	*reason = ihash_misgrown_(table, err);
	if (err)
		return err;
	ihash_release_(table);
	table->rows[IHASH_BASE_] = buckets;
	table->shift = shift;
	ihash_empty_buckets_(table);
	table->room = ihash_buckets_(table);
	return 0;
}

/* For an add beyond the room. A table that cannot grow tries again after half as many adds. */
static enum lish_reason ihash_grow_(struct ihash *table)
{
	enum lish_reason reason = LISH_OK;
	const int err = table->no_grow ? -ENOSPC : ihash_more_(table, &reason);
	const uint32_t count = table->walks.count;

	if (err == -ENOMEM)
		table->failed++;
	if (err == -ENOMEM || err == -ENOSPC)
		table->room = err == -ENOSPC ? LISH_MAX_COUNT : count + count / 2 + 1;
	return reason;
}

/*
 * On bare metal, programs whose tables do not grow do not link that: adds go through a pointer
 * that ihash_init() sets. Elsewhere the pointer would be lost when a library is loaded again.
 */
#if LISH_HOSTED || defined(__KERNEL__)
#define ihash_grower_ ihash_grow_
#else
static enum lish_reason (*ihash_grower_)(struct ihash *table);
#endif

/* Join all buckets that were split in this round, and free the wide row. */
static enum lish_reason ihash_join_all_(struct ihash *table)
{
	enum lish_reason reason;

	while (table->split) {
		reason = ihash_may_part_(table, &table->rows[IHASH_WIDE_][2 * table->split - 2]);
		if (reason != LISH_OK)
			return reason;
		ihash_join_(table);
	}
	if (table->rows[IHASH_WIDE_])
		ihash_free_(table, table->rows[IHASH_WIDE_], 2 * ihash_round_(table));
	table->rows[IHASH_WIDE_] = NULL;
	return LISH_OK;
}

/* To half of the buckets, all of which were in the base row. Without memory nothing changes. */
static enum lish_reason ihash_halve_(struct ihash *table)
{
	const uint32_t n = ihash_round_(table) / 2;
	struct ihash_node **base = &table->one;
	const int err = n == 1 ? 0 : ihash_alloc_(table, n, &base);
	enum lish_reason reason;

	if (err)
		return ihash_misgrown_(table, err);
	table->rows[IHASH_WIDE_] = table->rows[IHASH_BASE_];
	table->rows[IHASH_BASE_] = base;
	table->split = n;
	table->shift++;
	reason = ihash_join_all_(table);
	/* If the first chain was damaged, the round is as complete as before. */
	if (table->split == n)
		ihash_end_round_(table);
	return reason;
}

/* Down to the power of two that is not below the count. */
static enum lish_reason ihash_shrink_(struct ihash *table)
{
	enum lish_reason reason = LISH_OK;
	uint32_t n = ihash_round_(table);

	if (table->walks.count <= n)
		reason = ihash_join_all_(table);
	for (; reason == LISH_OK && !table->split && n > 1 && table->walks.count <= n / 2; n /= 2) {
		reason = ihash_halve_(table);
		if (ihash_round_(table) == n)
			break;
	}
	table->room = ihash_buckets_(table);
	return reason;
}

/* Changes of elements. */

LISH_PART_ void ihash_link_(struct ihash *table, struct ihash_node *node, uint32_t hash)
{
	struct ihash_node **bucket = ihash_bucket_(table, hash);

	node->hash = hash;
	node->table = table;
	node->chain = *bucket;
	*bucket = node;
	lish_walk_link_(&table->walks, &node->link, &table->walks.head, true, IHASH_HALF_);
}

LISH_PART_ void ihash_zero_(struct ihash_node *node)
{
	lish_ring_zero_(&node->link);
	node->hash = 0;
	node->hint = 0;
	node->table = NULL;
	node->chain = NULL;
	lish_renew(*node);
}

/*
 * Tell the running loops of a change of one element; the last act of a call, and its report if a
 * loop was left without being closed.
 */

LISH_SLOW_ void ihash_tell_added_(struct ihash_node *node, struct lish_call_ call)
{
	struct ihash *const table = node->table;

	(void)lish_refused_by(call, table, NULL,
			      lish_walk_added_(&table->walks, &node->link, &node->link, true,
					       IHASH_HALF_));
}

/* It was unlinked. Zeroes it. */
LISH_SLOW_ bool ihash_tell_gone_(struct ihash_node *node, struct lish_call_ call)
{
	struct ihash *const table = node->table;
	const enum lish_reason reason = lish_walk_gone_(&table->walks, &node->link);

	ihash_zero_(node);
	(void)lish_refused_by(call, table, NULL, reason);
	return true;
}

static void ihash_note_peak_(struct ihash *table)
{
	if (table->walks.count > table->peak)
		table->peak = table->walks.count;
}

/* link: what leads to the node in its chain. Returns true. */
LISH_PART_ bool ihash_unlink_(struct ihash *table, struct ihash_node *node,
			      struct ihash_node **link, struct lish_call_ call)
{
	ihash_note_peak_(table);
	*link = node->chain;
	table->changes++;
	lish_walk_unlink_(&table->walks, &node->link);
	if (lish_walk_is_looped_(&table->walks))
		return ihash_tell_gone_(node, call);
	ihash_zero_(node);
	return true;
}

/* Past running loops. */
static LISH_COLD void ihash_move_past_(struct ihash *table, struct ihash_node *node,
				       struct lish_call_ call)
{
	enum lish_reason reason, came;

	lish_walk_unlink_(&table->walks, &node->link);
	reason = lish_walk_gone_(&table->walks, &node->link);
	lish_walk_link_(&table->walks, &node->link, &table->walks.head, true, IHASH_HALF_);
	came = lish_walk_added_(&table->walks, &node->link, &node->link, true, IHASH_HALF_);
	(void)lish_refused_by(call, table, NULL, reason != LISH_OK ? reason : came);
}

/* Operations. */

static void ihash_bind_(struct ihash *table, const struct lish_config *config)
{
	struct lish_mem *mem = config ? config->mem : NULL;

	/* Not an address of the library, which may be loaded again too. */
	table->mem = mem == &lish_mem_default ? NULL : mem;
	lish_bind_(table, table->mem);
}

int ihash_init(struct ihash *table, const struct lish_config *config)
{
	enum lish_reason reason = LISH_OK;
	int err = 0;

	memset(table, 0, sizeof(*table));
	lish_walks_init_(&table->walks);
	table->limit = (LISH_MAX_COUNT >> 1) + 1;
	table->rows[IHASH_BASE_] = &table->one;
	table->shift = 31;
	table->room = 1;
#if !LISH_HOSTED && !defined(__KERNEL__)
	ihash_grower_ = ihash_grow_;
#endif
	if (config) {
		while (config->limit && table->limit > config->limit)
			table->limit /= 2;
		table->no_grow = config->no_grow;
		ihash_bind_(table, config);
		err = ihash_get_(table, config->initial, &reason);
	}
	(void)lish_refused(table, NULL, reason);
	if (err)
		memset(table, 0, sizeof(*table));
	return err;
}

void (ihash_init_in)(struct ihash *table, struct ihash_node **buckets, size_t n)
{
	memset(table, 0, sizeof(*table));
	if (lish_refused(table, NULL, lish_is_null(buckets) || !n ? LISH_NULL : LISH_OK))
		return;
	lish_walks_init_(&table->walks);
	n = n < (size_t)LISH_MAX_COUNT ? n : (size_t)LISH_MAX_COUNT;
	for (table->shift = 31; n >> (32 - table->shift);)
		table->shift--;
	table->split = (uint32_t)n - ihash_round_(table);
	table->rows[IHASH_WIDE_] = buckets;
	table->rows[IHASH_BASE_] = buckets + table->split;
	table->room = LISH_MAX_COUNT;
	ihash_empty_buckets_(table);
}

void ihash_node_init(struct ihash_node *node)
{
	if (!lish_refused(NULL, node, lish_may_use_(node)))
		ihash_zero_(node);
}

void ihash_forget(struct ihash *table)
{
	if (lish_refused(table, NULL, ihash_may_ask_(table)))
		return;
	ihash_note_peak_(table);
	ihash_empty_buckets_(table);
	(void)lish_refused(table, NULL, lish_walk_forget_(&table->walks));
}

LISH_HOT_ void ihash_add(struct ihash *table, struct ihash_node *node, uint32_t hash)
{
	if (ihash_refused_(table, node, ihash_may_add_(table, node)) ||
	    (lish_unlikely(table->walks.count >= table->room) &&
	     lish_refused(table, NULL, ihash_grower_(table))))
		return;
	ihash_link_(table, node, hash);
	if (lish_walk_is_looped_(&table->walks))
		ihash_tell_added_(node, LISH_CALL_());
}

LISH_HOT_ void ihash_del(struct ihash *table, struct ihash_node *node)
{
	struct ihash_node **link = NULL;

	if (ihash_refused_(table, node, ihash_may_leave_(table, node, &link)))
		return;
	if (LISH_CHECK < 1)
		link = ihash_link_to_(table, node->hash, node);
	(void)ihash_unlink_(table, node, link, LISH_CALL_());
}

LISH_HOT_ bool ihash_leave(struct ihash_node *node)
{
	struct ihash_node **link = NULL;
	struct ihash *table;

	if (lish_refused(NULL, node, lish_may_use_(node)))
		return false;
	table = node->table;
	if (!table || ihash_refused_(table, node, ihash_may_leave_(table, node, &link)))
		return false;
	if (LISH_CHECK < 1)
		link = ihash_link_to_(table, node->hash, node);
	return ihash_unlink_(table, node, link, LISH_CALL_());
}

LISH_HOT_ void ihash_move_tail(struct ihash *table, struct ihash_node *node)
{
	if (ihash_refused_(table, node, ihash_may_move_(table, node)))
		return;
	if (lish_walk_is_looped_(&table->walks))
		ihash_move_past_(table, node, LISH_CALL_());
	else
		lish_walk_move_(&table->walks, &node->link, &table->walks.head, true);
}

bool ihash_contains(const struct ihash *table, const struct ihash_node *node)
{
	return !lish_refused(table, node, lish_may_use_(node)) &&
	       !ihash_refused_look_(table, NULL, ihash_may_ask_(table)) && node->table == table;
}

void ihash_node_moved(struct ihash_node *node)
{
	struct lish_link_ *old;
	struct ihash *table;

	if (lish_refused(NULL, node, ihash_may_have_moved_(node)) || !node->table)
		return;
	table = node->table;
	old = lish_ring_moved_from_(&node->link);
	*ihash_link_to_(table, node->hash, ihash_node_of_(old)) = node;
	table->changes++;
	lish_ring_move_in_(&node->link);
	(void)lish_refused(table, NULL, lish_walk_moved_(&table->walks, old, &node->link));
}

struct lish_stats ihash_stats(const struct ihash *table)
{
	const uint32_t count = table->walks.count, n = ihash_buckets_(table);
	struct lish_stats stats;

	memset(&stats, 0, sizeof(stats));
	if (lish_refused(table, NULL, ihash_may_ask_(table)))
		return stats;
	stats.count = count;
	stats.capacity = n;
	stats.limit = table->limit ? table->limit : n;
	stats.peak = count > table->peak ? count : table->peak;
	stats.failed = table->failed;
	stats.bytes = (!table->limit || !table->rows[IHASH_WIDE_] ?
			       n : 3 * (size_t)ihash_round_(table)) *
		      sizeof(struct ihash_node *);
	if (table->rows[IHASH_BASE_] == &table->one)
		stats.bytes -= sizeof(struct ihash_node *);
	return stats;
}

int ihash_reserve(struct ihash *table, uint32_t count)
{
	enum lish_reason reason = LISH_OK;
	int err;

	if (lish_refused(table, NULL, ihash_may_ask_(table)))
		return -EINVAL;
	err = ihash_get_(table, count, &reason);
	(void)lish_refused(table, NULL, reason);
	return err;
}

void ihash_trim(struct ihash *table)
{
	if (!lish_refused(table, NULL, ihash_may_ask_(table)) && table->limit &&
	    !lish_refused(table, NULL, lish_bound_(table)))
		(void)lish_refused(table, NULL, ihash_shrink_(table));
}

void ihash_rebind(struct ihash *table, const struct lish_config *config)
{
	if (!lish_refused(table, NULL, ihash_may_ask_(table)))
		ihash_bind_(table, config);
}

void ihash_clear(struct ihash *table)
{
	struct lish_link_ *head = &table->walks.head, *link, *next;

	if (lish_refused(table, NULL, ihash_may_ask_(table)))
		return;
	ihash_note_peak_(table);
	for (link = lish_ring_after_(head); link && link != head; link = next) {
		next = lish_ring_after_(link);
		if (ihash_node_of_(link)->table != table)
			break;
		ihash_zero_(ihash_node_of_(link));
	}
	ihash_empty_buckets_(table);
	(void)lish_refused(table, NULL, lish_walk_forget_(&table->walks));
	(void)lish_refused(table, NULL, link == head ? LISH_OK : LISH_BROKEN_LINKS);
}

void ihash_destroy(struct ihash *table)
{
	const uint32_t changes = table->changes;
	enum lish_reason reason;

	if (lish_refused(table, NULL, ihash_may_end_(table)))
		return;
	reason = lish_walk_stop_(&table->walks);
	if (table->limit)
		ihash_release_(table);
	memset(table, 0, sizeof(*table));
	/* A candidate loop notices. */
	table->changes = changes + 1;
	(void)lish_refused(table, NULL, reason);
}

/* Looking. */

LISH_HOT_ void *(ihash_find_entry)(const struct ihash *table, uint32_t hash, const void *key,
				   bool (*equal)(const void *key, const struct ihash_node *node),
				   size_t offset)
{
	uint32_t left = table->walks.count;
	struct ihash_node *node;

	if (ihash_refused_look_(table, NULL, ihash_begun_(table)))
		return NULL;
	for (node = *ihash_bucket_(table, hash); node; node = node->chain) {
		if (ihash_refused_look_(table, node, ihash_may_follow_(table, node, &left)))
			break;
		if (node->hash == hash && equal(key, node))
			return (char *)node - offset;
	}
	return NULL;
}

struct ihash_node *ihash_first(const struct ihash *table)
{
	return ihash_refused_look_(table, NULL, ihash_may_ask_(table)) ?
		       NULL : ihash_element_(table, table->walks.head.next);
}

void *(ihash_first_entry)(const struct ihash *table, size_t offset)
{
	if (ihash_refused_look_(table, NULL, ihash_may_ask_(table)))
		return NULL;
	return ihash_object_of_(ihash_element_(table, table->walks.head.next), offset);
}

void *(ihash_last_entry)(const struct ihash *table, size_t offset)
{
	if (ihash_refused_look_(table, NULL, ihash_may_link_(table)))
		return NULL;
	return ihash_object_of_(ihash_element_(table, table->walks.head.prev), offset);
}

void *(ihash_next_entry)(const struct ihash *table, const struct ihash_node *node, size_t offset)
{
	if (ihash_refused_look_(table, node, ihash_may_name_(table, node)))
		return NULL;
	return ihash_object_of_(ihash_element_(table, node->link.next), offset);
}

void *(ihash_prev_entry)(const struct ihash *table, const struct ihash_node *node, size_t offset)
{
	if (ihash_refused_look_(table, node, ihash_may_name_(table, node)))
		return NULL;
	return ihash_object_of_(ihash_element_(table, node->link.prev), offset);
}

LISH_HOT_ void *(ihash_pop_entry)(struct ihash *table, size_t offset)
{
	struct ihash_node *node = ihash_element_(table, table->walks.head.next);
	struct ihash_node **link = NULL;

	if (ihash_refused_look_(table, NULL, ihash_may_ask_(table)) || !node ||
	    ihash_refused_(table, node, ihash_may_leave_(table, node, &link)))
		return NULL;
	if (LISH_CHECK < 1)
		link = ihash_link_to_(table, node->hash, node);
	(void)ihash_unlink_(table, node, link, LISH_CALL_());
	return (char *)node - offset;
}

/* Loops, named by enum lish_walk_kind_; a candidate loop is behind them. */

#define IHASH_LOOK_KIND_ (LISH_WALK_HAND_ + 1)
#if !LISH_NAMES_
#define ihash_loop_name_(kind) NULL
#else
#define ihash_loop_name_(kind) ihash_loop_names_[kind]
static const char *const ihash_loop_names_[] = {
	"ihash_for_each_entry",	      "ihash_for_each_entry_reverse", "ihash_for_each_entry_from",
	"ihash_for_each_entry_present", "ihash_for_each_entry_const", "ihash_loop_next",
	"ihash_for_each_hash_entry"
};
#endif

#define ihash_loop_call_(kind) LISH_CALL_AS_(ihash_loop_name_(kind))
#define ihash_loop_refused_(kind, table, node, reason) \
	lish_refused_by(ihash_loop_call_(kind), table, node, reason)

/* Of a registered loop. */
static struct ihash *ihash_looped_(const struct ihash_loop *loop)
{
	return (struct ihash *)(void *)lish_walks_of_(&loop->walk);
}

/* Beside other loops, leaving hints, or over nothing. */
LISH_SLOW_ struct lish_link_ *ihash_open_slowly_(struct ihash_loop *loop, struct ihash *table,
						 enum lish_walk_kind_ kind,
						 struct lish_call_ call)
{
	struct lish_link_ *head = &table->walks.head;

	loop->walk.loop.owner = 0;
	if (head->next == head || lish_refused_by(call, table, NULL, ihash_may_ask_(table)))
		return NULL;
	(void)lish_refused_by(call, table, NULL,
			      lish_walk_open_(&table->walks, &loop->walk, head, kind));
	return head;
}

struct lish_link_ *ihash_loop_open_(struct ihash_loop *loop, struct ihash *table,
				    enum lish_walk_kind_ kind)
{
	struct lish_link_ *head = &table->walks.head;

	if (lish_likely(head->next != head && head->next) &&
	    lish_walk_open_alone_(&table->walks, &loop->walk, kind))
		return head;
	return ihash_open_slowly_(loop, table, kind, ihash_loop_call_(kind));
}

struct lish_link_ *ihash_loop_open_present_(struct ihash_loop *loop, struct ihash *table)
{
	struct lish_link_ *head = ihash_open_slowly_(loop, table, LISH_WALK_PRESENT_,
						     ihash_loop_call_(LISH_WALK_PRESENT_));

	if (head)
		lish_walk_number_(&table->walks, &loop->walk, IHASH_HALF_);
	return head;
}

struct lish_link_ *ihash_loop_open_from_(struct ihash_loop *loop, struct ihash *table,
					 const void *start, size_t offset)
{
	const struct ihash_node *node = (const struct ihash_node *)((uintptr_t)start + offset);

	if (ihash_loop_refused_(LISH_WALK_FROM_, table, NULL, ihash_may_ask_(table)) || !start ||
	    ihash_loop_refused_(LISH_WALK_FROM_, table, node, ihash_may_unlink_(table, node)))
		return NULL;
	(void)ihash_loop_refused_(LISH_WALK_FROM_, table, NULL,
				  lish_walk_open_(&table->walks, &loop->walk, &node->link,
						  LISH_WALK_FROM_));
	return &table->walks.head;
}

void ihash_loop_begin(struct ihash_loop *loop, struct ihash *table)
{
	if (lish_refused(table, NULL,
			 loop->walk.loop.owner ? LISH_STALE_LOOP : ihash_may_ask_(table)))
		return;
	(void)lish_refused(table, NULL,
			   lish_walk_open_(&table->walks, &loop->walk, &table->walks.head,
					   LISH_WALK_HAND_));
}

LISH_SLOW_ struct ihash_node *ihash_next_(struct ihash_loop *loop, struct lish_call_ call)
{
	struct ihash *const table = ihash_looped_(loop);
	const struct ihash_node *const at = ihash_element_(table, loop->walk.at);
	enum lish_reason reason = LISH_OK;
	struct lish_link_ *link = lish_walk_next_(&loop->walk, IHASH_HALF_, &reason);

	(void)lish_refused_by(call, table, reason == LISH_STALE_LOOP ? NULL : at, reason);
	return link ? ihash_node_of_(link) : NULL;
}

struct ihash_node *ihash_loop_next(struct ihash_loop *loop)
{
	struct lish_link_ *link = LISH_SMALL_ ? NULL : lish_walk_trail_(&loop->walk, IHASH_HALF_);

	if (link)
		return ihash_node_of_(link);
	return loop->walk.loop.owner ? ihash_next_(loop, ihash_loop_call_(loop->walk.kind)) : NULL;
}

LISH_SLOW_ void ihash_close_slowly_(struct ihash_loop *loop, struct lish_call_ call)
{
	struct ihash *const table = ihash_looped_(loop);

	(void)lish_refused_by(call, table, NULL, lish_loop_leave_(&loop->walk.loop));
}

void ihash_loop_end(struct ihash_loop *loop)
{
	if (!lish_loop_shut_(&loop->walk.loop))
		ihash_close_slowly_(loop, ihash_loop_call_(loop->walk.kind));
}

void *ihash_step_(struct ihash_loop *loop, struct lish_walk_cursor_ *cur,
		  enum lish_walk_kind_ kind, size_t offset)
{
	(void)kind;
	return ihash_step_inline_(loop, cur, LISH_WALK_FORWARD_, offset);
}

void *ihash_step_as_(struct ihash_loop *loop, struct lish_walk_cursor_ *cur,
		     enum lish_walk_kind_ kind, size_t offset)
{
	return ihash_step_inline_(loop, cur, kind, offset);
}

static LISH_COLD void ihash_lost_as_(struct lish_walk_cursor_ cur, struct lish_call_ call)
{
	const struct ihash *table = (const struct ihash *)(const void *)cur.head;
	const struct lish_link_ *next = cur.at->next;

	(void)lish_refused_by(call, table, ihash_element_(table, cur.at),
			      cur.at == cur.head && !next ?
				      ihash_may_ask_(table) :
				      lish_walk_lost_(cur.head, cur.at, next));
}

void ihash_lost_place_(struct lish_walk_cursor_ cur)
{
	ihash_lost_as_(cur, ihash_loop_call_(LISH_WALK_CONST_));
}

void *ihash_step_const_(struct lish_walk_cursor_ *cur, size_t offset)
{
	struct lish_link_ *link = lish_walk_step_const_(cur, IHASH_HALF_);

	if (LISH_CHECK >= 1 && !link)
		ihash_lost_as_(*cur, ihash_loop_call_(LISH_WALK_CONST_));
	return link ? ihash_object_(cur->head, link, offset) : NULL;
}

void ihash_stop(struct ihash *table)
{
	if (!lish_refused(table, NULL, ihash_may_ask_(table)))
		(void)lish_refused(table, NULL, lish_walk_stop_(&table->walks));
}

/* Candidate loops. */

#define ihash_look_call_() ihash_loop_call_(IHASH_LOOK_KIND_)

/*
 * If at was removed and added again, it is in front of those that were visited, and next is not.
 * If that happened to next, at is behind it.
 */
struct ihash_node *ihash_look_again_(const struct ihash *table, uint32_t hash,
				     struct ihash_node *at, const struct ihash_node *next)
{
	struct ihash_node **to_next, **to_at, *node;
	uint32_t left = table->walks.count;

	if (!table->rows[IHASH_BASE_] || !next)
		return NULL;
	to_next = ihash_link_to_(table, hash, next);
	to_at = ihash_link_from_(table, to_next ? to_next : ihash_bucket_(table, hash), at);
	if (to_at)
		return (*to_at)->chain;
	if (to_next)
		return *to_next;
	for (node = *ihash_bucket_(table, hash); node && node->hash != hash; node = node->chain)
		if (LISH_CHECK >= 1 && !ihash_is_linked_in_(table, node, &left))
			break;
	return LISH_CHECK >= 1 && node ? at : NULL;
}

void ihash_look_lost_(const struct ihash *table, const struct ihash_node *node,
		      enum lish_reason reason)
{
	(void)lish_refused_by(ihash_look_call_(), table, node, reason);
}

/* These two are the inline ones, which report under another address. */

struct ihash_cursor_ ihash_look_(const struct ihash *table, uint32_t hash)
{
	const struct ihash_cursor_ none = { NULL, NULL, NULL, 0, 0, 0 };

	if (LISH_CHECK >= 1 &&
	    lish_refused_by(ihash_look_call_(), table, NULL, ihash_begun_(table)))
		return none;
	return ihash_look_inline_(table, hash);
}

void *ihash_look_step_(struct ihash_cursor_ *look, size_t offset)
{
	enum lish_reason reason;
	struct ihash_node *node = ihash_look_on_(look, &reason);

	return lish_refused_by(ihash_look_call_(), look->of, node, reason) ?
		       NULL : ihash_object_of_(node, offset);
}
