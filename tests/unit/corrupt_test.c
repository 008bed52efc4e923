/* SPDX-License-Identifier: MIT */
/*
 * What the checkers find. Of each container a small one stands; each of its words is
 * overwritten in turn with what could be there, and must be noticed by X_check(), or
 * must not: seen() and blind() say which, and both are held to it. Then the word is put
 * back, and all must be well again. What is neither is passed over, by name, in
 * unasked(): no byte of a container or a node may be forgotten.
 */
#include "test.h"

#include <linux-ish/dense.h>
#include <linux-ish/densepool.h>
#include <linux-ish/ihash.h>
#include <linux-ish/iheap.h>
#include <linux-ish/ilist.h>
#include <linux-ish/inbox.h>
#include <linux-ish/ipool.h>
#include <linux-ish/listpool.h>
#include <linux-ish/locklist.h>
#include <linux-ish/rwarray.h>
#include <linux-ish/slotpool.h>
#include <linux-ish/walklist.h>

#include "../../lib/slotpool_slots.h"

static unsigned int seen_count, blind_count;

/* What may be put into a pointer: all that is of its kind, and NULL. */
static const void *places[32];
static unsigned int n_places;

/* The words that were asked about, of what is_asked() wants to know. */
static struct {
	const char *from, *to;
} asked[256];
static unsigned int n_asked;

static bool (*is_whole)(void);

/* What X_check() finds, X_check_in() finds. */
#define looks_whole(X, container)                                                  \
	is_well(X##_check(container, NULL), X##_check_in(container, NULL, SIZE_MAX))

static bool is_well(enum lish_reason reason, enum lish_reason inside)
{
	if (reason != LISH_OK)
		assert_int_not_equal(inside, LISH_OK);
	return reason == LISH_OK;
}

static void begin(bool (*whole)(void))
{
	is_whole = whole;
	n_asked = 0;
	n_places = 0;
	places[n_places++] = NULL;
	assert_true(is_whole());
}

static void place(const void *at)
{
	assert_true(n_places < ARRAY_SIZE(places));
	places[n_places++] = at;
}

static void note(const void *at, size_t size)
{
	assert_true(n_asked < ARRAY_SIZE(asked));
	asked[n_asked].from = (const char *)at;
	asked[n_asked++].to = (const char *)at + size;
}

/* Write value there for as long as the checker looks. */
static bool survives(void *at, size_t size, const void *value)
{
	unsigned char was[sizeof(uint64_t)];
	bool whole;

	memcpy(was, at, size);
	memcpy(at, value, size);
	whole = is_whole();
	memcpy(at, was, size);
	if (!is_whole())
		fail_msg("repaired, and not whole");
	return whole;
}

static void try_value(const char *name, void *at, size_t size, const void *value, bool is_blind)
{
	if (memcmp(at, value, size) == 0)
		return;
	if (survives(at, size, value) != is_blind)
		fail_msg("%s: %s", name, is_blind ? "seen, which nobody expected" : "not seen");
	if (is_blind)
		blind_count++;
	else
		seen_count++;
}

/* A pointer to a place, replaced by each of them. */
static void try_link(const char *name, void *at, bool is_blind)
{
	unsigned int i;

	note(at, sizeof(void *));
	for (i = 0; i < n_places; i++)
		try_value(name, at, sizeof(void *), &places[i], is_blind);
}

/* A number: a little more and less, nothing, as much as there can be, a bit. */
static void try_number(const char *name, uint32_t *at, bool is_blind)
{
	const uint32_t values[] = { *at + 1,	*at - 1,	  0,	      0xffffffff, *at + 2,
				    0x7fffffff, *at ^ 0x80000000, *at ^ 0x100 };
	unsigned int i;

	note(at, sizeof(*at));
	for (i = 0; i < ARRAY_SIZE(values); i++)
		try_value(name, at, sizeof(*at), &values[i], is_blind);
}

#define link_seen(at) try_link(#at, &(at), false)
#define link_blind(at) try_link(#at, &(at), true)
#define number_seen(at) try_number(#at, &(at), false)
#define number_blind(at) try_number(#at, &(at), true)

/* Values of a field that has both. */
#define values_are(at, is_blind, ...)                                                     \
	do {                                                                              \
		const __typeof__(at) values_[] = { __VA_ARGS__ };                         \
		size_t i_;                                                                \
											  \
		note(&(at), sizeof(at));                                                  \
		for (i_ = 0; i_ < ARRAY_SIZE(values_); i_++)                              \
			try_value(#at " = one of " #__VA_ARGS__, &(at), sizeof(at),       \
				  &values_[i_], is_blind);                                \
	} while (0)
#define value_seen(at, ...) values_are(at, false, __VA_ARGS__)
#define value_blind(at, ...) values_are(at, true, __VA_ARGS__)

/* Not tried: what says where to look would be followed. */
#define unasked(at) note(&(at), sizeof(at))

/* From the last member on nothing but padding. */
#define rest(last, of) note(&(last), sizeof(of) - (size_t)((char *)&(last) - (char *)&(of)))

static void all_asked(const char *name, const void *of, size_t size)
{
	const char *byte;
	unsigned int i;

	for (byte = (const char *)of; byte < (const char *)of + size; byte++) {
		for (i = 0; i < n_asked; i++)
			if (byte >= asked[i].from && byte < asked[i].to)
				break;
		if (i == n_asked)
			fail_msg("%s: nobody asks for byte %d", name,
				 (int)(byte - (const char *)of));
	}
}

#define assert_all_asked(of) all_asked(#of, &(of), sizeof(of))

/* ilist: a b c, and another with d */

static struct {
	struct ilist list, other;
	struct ilist_node a, b, c, d, out;
} il;

static bool il_whole(void)
{
	return looks_whole(ilist, &il.list) && looks_whole(ilist, &il.other);
}

TEST(ilist_sees_each_link)
{
	struct ilist_node *nodes[] = { &il.a, &il.b, &il.c, &il.d };
	unsigned int i;

	ilist_init(&il.list);
	ilist_init(&il.other);
	ilist_add_tail(&il.list, &il.a);
	ilist_add_tail(&il.list, &il.b);
	ilist_add_tail(&il.list, &il.c);
	ilist_add_tail(&il.other, &il.d);
	begin(il_whole);
	place(&il.list);
	place(&il.other);
	place(&il.out);
	for (i = 0; i < 4; i++)
		place(nodes[i]);
	for (i = 0; i < 4; i++) {
		link_seen(nodes[i]->link.next);
		link_seen(nodes[i]->link.prev);
		assert_all_asked(*nodes[i]);
	}
	link_seen(il.list.head.next);
	link_seen(il.list.head.prev);
	assert_all_asked(il.list);
}

/* walklist: a b c, and another with d; a loop stands on b */

static struct {
	struct walklist list, other;
	struct walklist_node a, b, c, d, out;
} wl;

static bool wl_whole(void)
{
	return looks_whole(walklist, &wl.list) &&
	       looks_whole(walklist, &wl.other);
}

TEST(walklist_sees_each_link_owner_and_count)
{
	struct walklist_node *nodes[] = { &wl.a, &wl.b, &wl.c, &wl.d };
	unsigned int i;

	walklist_init(&wl.list);
	walklist_init(&wl.other);
	walklist_add_tail(&wl.list, &wl.a);
	walklist_add_tail(&wl.list, &wl.b);
	walklist_add_tail(&wl.list, &wl.c);
	walklist_add_tail(&wl.other, &wl.d);
	begin(wl_whole);
	place(&wl.list);
	place(&wl.other);
	place(&wl.out);
	for (i = 0; i < 4; i++)
		place(nodes[i]);
	for (i = 0; i < 4; i++) {
		link_seen(nodes[i]->link.next);
		link_seen(nodes[i]->link.prev);
		link_seen(nodes[i]->list);
		link_blind(nodes[i]->hint);
		assert_all_asked(*nodes[i]);
	}
	link_seen(wl.list.walks.head.next);
	link_seen(wl.list.walks.head.prev);
	number_seen(wl.list.walks.count);
	number_blind(wl.list.walks.stamp);
	number_blind(wl.list.walks.stale);
	link_blind(wl.list.walks.hint.word);
	number_blind(wl.list.walks.hint.half[1]);
	link_blind(wl.list.walks.loops.first);
	rest(wl.list.walks.stale, wl.list);
	assert_all_asked(wl.list);
}

/* ihash: a b c in five buckets, a and b of one hash, and another with d */

static struct {
	struct ihash table, other;
	struct ihash_node a, b, c, d, out;
	IHASH_STORAGE(buckets, 5);
	IHASH_STORAGE(more, 5);
} ih;

static bool ih_whole(void)
{
	return looks_whole(ihash, &ih.table) && looks_whole(ihash, &ih.other);
}

TEST(ihash_sees_each_link_owner_hash_bucket_and_count)
{
	struct ihash_node *nodes[] = { &ih.a, &ih.b, &ih.c, &ih.d };
	unsigned int i;

	ihash_init_in(&ih.table, &ih.buckets);
	ihash_init_in(&ih.other, &ih.more);
	ihash_add(&ih.table, &ih.a, 1);
	ihash_add(&ih.table, &ih.b, 1);
	ihash_add(&ih.table, &ih.c, 2);
	ihash_add(&ih.other, &ih.d, 1);
	begin(ih_whole);
	place(&ih.table);
	place(&ih.other);
	place(&ih.out);
	for (i = 0; i < 4; i++)
		place(nodes[i]);
	for (i = 0; i < 4; i++) {
		link_seen(nodes[i]->link.next);
		link_seen(nodes[i]->link.prev);
		link_seen(nodes[i]->table);
		link_seen(nodes[i]->chain);
		number_blind(nodes[i]->hint);
		/* Of other buckets. */
		value_seen(nodes[i]->hash, 0xc0000000u, 0x5a5a5a5au);
		assert_all_asked(*nodes[i]);
	}
	for (i = 0; i < 5; i++)
		link_seen(ih.buckets.ihash_buckets[i]);
	link_seen(ih.table.walks.head.next);
	link_seen(ih.table.walks.head.prev);
	number_seen(ih.table.walks.count);
	number_blind(ih.table.walks.stamp);
	number_blind(ih.table.walks.stale);
	link_blind(ih.table.walks.hint.word);
	number_blind(ih.table.walks.hint.half[1]);
	link_blind(ih.table.walks.loops.first);
	rest(ih.table.walks.stale, ih.table.walks);
	unasked(ih.table.rows[IHASH_BASE_]);
	unasked(ih.table.rows[IHASH_WIDE_]);
	unasked(ih.table.split);
	unasked(ih.table.shift);
	number_blind(ih.table.room);
	number_blind(ih.table.changes);
	number_blind(ih.table.limit);
	number_blind(ih.table.failed);
	number_blind(ih.table.peak);
	value_blind(ih.table.no_grow, false);
	note(&ih.table.no_grow, (size_t)((char *)&ih.table.mem - (char *)&ih.table.no_grow));
	link_blind(ih.table.mem);
	link_blind(ih.table.one);
	rest(ih.table.one, ih.table);
	assert_all_asked(ih.table);
}

/*
 * locklist, while it is locked: a b c, of which b is leaving, and d that was added;
 * another with e
 */

static struct {
	struct locklist list, other;
	struct locklist_node a, b, c, d, e, out;
} ll;

static bool ll_whole(void)
{
	return looks_whole(locklist, &ll.list) &&
	       looks_whole(locklist, &ll.other);
}

static void locklist_sees(bool locked)
{
	struct locklist_node *nodes[] = { &ll.a, &ll.b, &ll.c, &ll.d, &ll.e };
	unsigned int i;

	memset(&ll, 0, sizeof(ll));
	locklist_init(&ll.list);
	locklist_init(&ll.other);
	lish_sure(locklist_add_tail(&ll.list, &ll.a));
	lish_sure(locklist_add_tail(&ll.list, &ll.b));
	lish_sure(locklist_add_tail(&ll.list, &ll.c));
	lish_sure(locklist_add_tail(&ll.other, &ll.e));
	if (locked)
		locklist_lock(&ll.list);
	locklist_del(&ll.list, &ll.b);
	lish_sure(locklist_add_tail(&ll.list, &ll.d));
	begin(ll_whole);
	place(&ll.list);
	place(&ll.other);
	place(&ll.out);
	for (i = 0; i < 5; i++)
		place(nodes[i]);
	for (i = 0; i < 5; i++) {
		if (!locked && nodes[i] == &ll.b)
			continue;
		link_seen(nodes[i]->next);
		link_seen(nodes[i]->true_next);
		link_seen(nodes[i]->true_prev);
		value_seen(nodes[i]->side, NULL);
		value_seen(nodes[i]->side,
			   nodes[i] == &ll.e ? &ll.list.sides[0] : &ll.other.sides[0]);
		value_seen(nodes[i]->side, nodes[i]->side == &ll.list.sides[0] ? &ll.list.sides[1]
									       : &ll.list.sides[0]);
		assert_all_asked(*nodes[i]);
	}
	link_seen(ll.list.head.next);
	link_seen(ll.list.head.true_next);
	link_seen(ll.list.head.true_prev);
	link_blind(ll.list.head.side);
	for (i = 0; i < n_places; i++) {
		/* Members that keep their place may have been added again. */
		const bool early = places[i] == &ll.c || places[i] == &ll.a;

		try_value("fresh", &ll.list.fresh, sizeof(ll.list.fresh), &places[i],
			  locked && early);
	}
	note(&ll.list.fresh, sizeof(ll.list.fresh));
	link_seen(ll.list.leaving);
	link_seen(ll.list.out);
	number_seen(ll.list.count);
	number_seen(ll.list.seen);
	value_seen(ll.list.sides[0], 1);
	value_seen(ll.list.sides[1], 0);
	if (locked)
		value_seen(ll.list.locks, 0);
	else
		value_blind(ll.list.locks, 1);
	value_blind(ll.list.locks, 2);
	value_blind(ll.list.telling, true);
	value_blind(ll.list.ending, true);
	link_blind(ll.list.on_out);
#if LISH_SYSTEM_
	unasked(ll.list.load);
#endif
	unasked(ll.list.loops);
	rest(ll.list.ending, ll.list);
	assert_all_asked(ll.list);
}

TEST(locklist_sees_each_link_side_and_count)
{
	locklist_sees(false);
}

TEST(locklist_sees_them_while_changes_are_pending)
{
	locklist_sees(true);
}

/* What the array of a container has besides, and what it is good for is seen by none. */
static void array_is_asked(struct lish_parray_ *array)
{
	number_blind(array->peak);
	number_blind(array->changes);
	number_blind(array->failed);
	number_blind(array->step);
	value_blind(array->grows, false);
	value_blind(array->no_grow, !array->no_grow);
	note(&array->no_grow, (size_t)((char *)&array->mem - (char *)&array->no_grow));
	link_blind(array->mem);
}

/* dense: a b c in 5 slots, and another with d */

static struct {
	struct dense array, other;
	struct dense_idx a, b, c, d, out;
	DENSE_STORAGE(slots, 5);
	DENSE_STORAGE(more, 5);
} de;

static bool de_whole(void)
{
	return looks_whole(dense, &de.array) && looks_whole(dense, &de.other);
}

TEST(dense_sees_each_index_and_slot)
{
	struct dense_idx *nodes[] = { &de.a, &de.b, &de.c };
	struct lish_parray_ *slots = &de.array.parts.array;
	unsigned int i;

	dense_init_in(&de.array, &de.slots);
	dense_init_in(&de.other, &de.more);
	lish_sure(dense_add(&de.array, &de.a));
	lish_sure(dense_add(&de.array, &de.b));
	lish_sure(dense_add(&de.array, &de.c));
	lish_sure(dense_add(&de.other, &de.d));
	begin(de_whole);
	place(&de.out);
	for (i = 0; i < 3; i++)
		place(nodes[i]);
	for (i = 0; i < 3; i++) {
		number_seen(nodes[i]->slot);
		link_seen(de.slots.dense_slots[i]);
	}
	/* The node of another array that has that index there. */
	value_blind(de.slots.dense_slots[0], &de.d.slot);
	value_seen(de.slots.dense_slots[1], &de.d.slot);
	value_seen(slots->nodes, NULL);
	value_seen(slots->used, 4, 6, 0xffffffff);
	value_blind(slots->used, 2);
	value_seen(slots->capacity, 2);
	value_blind(slots->capacity, 6);
	value_seen(slots->limit, 0);
	value_blind(slots->limit, 1);
	array_is_asked(slots);
	link_blind(de.array.parts.loops.first);
	assert_all_asked(de.array);
}

/* iheap: a b c in 5 slots, with keys 1 2 3, and another with d */

static struct {
	struct iheap heap, other;
	struct iheap_idx a, b, c, d, out;
	IHEAP_STORAGE(slots, 5);
	IHEAP_STORAGE(more, 5);
} he;

static bool he_whole(void)
{
	return looks_whole(iheap, &he.heap) && looks_whole(iheap, &he.other);
}

TEST(heap_sees_each_index_slot_and_key)
{
	struct iheap_idx *nodes[] = { &he.a, &he.b, &he.c };
	struct lish_parray_ *array = &he.heap.array;
	struct iheap_slot_ *slots = he.slots.iheap_slots;
	unsigned int i;

	iheap_init_in(&he.heap, &he.slots);
	iheap_init_in(&he.other, &he.more);
	lish_sure(iheap_add(&he.heap, &he.a, 1));
	lish_sure(iheap_add(&he.heap, &he.b, 2));
	lish_sure(iheap_add(&he.heap, &he.c, 3));
	lish_sure(iheap_add(&he.other, &he.d, 1));
	begin(he_whole);
	place(&he.out);
	for (i = 0; i < 3; i++)
		place(nodes[i]);
	for (i = 0; i < 3; i++) {
		number_seen(nodes[i]->slot);
		link_seen(slots[i].idx);
	}
	/* The node of another heap that has that index there. */
	value_blind(slots[0].idx, &he.d);
	value_seen(slots[1].idx, &he.d);
	value_seen(slots[0].key, 3);
	value_blind(slots[0].key, 0);
	value_seen(slots[1].key, 0);
	value_blind(slots[2].key, 1);
	value_blind(slots[0].arrival, 9);
	value_seen(array->nodes, NULL);
	value_seen(array->used, 4, 6, 0xffffffff);
	value_blind(array->used, 2);
	value_seen(array->capacity, 2);
	value_blind(array->capacity, 6);
	value_seen(array->limit, 0);
	value_blind(array->limit, 1);
	array_is_asked(array);
	/* With the padding in front of the 64 bits that follow. */
	note(&he.heap.loops.first,
	     (size_t)((char *)&he.heap.arrivals - (char *)&he.heap.loops.first));
	link_blind(he.heap.loops.first);
	value_blind(he.heap.arrivals, 0);
	unasked(he.heap.cmp);
	link_blind(he.heap.ctx);
	value_seen(he.heap.comparing, true);
	note(&he.heap.comparing, (size_t)((char *)(&he.heap + 1) - (char *)&he.heap.comparing));
	assert_all_asked(he.heap);
}

/* rwarray: a, a hole, c, d in 6 slots; a loop stands on c */

static struct {
	struct rwarray array;
	struct rwarray_idx a, b, c, d, out;
	struct rwarray_loop_ loop, outer;
	RWARRAY_STORAGE(slots, 6);
} rw;

static bool rw_whole(void)
{
	return looks_whole(rwarray, &rw.array);
}

TEST(rwarray_sees_each_index_slot_and_loop)
{
	struct rwarray_idx *nodes[] = { &rw.a, &rw.b, &rw.c, &rw.d };
	struct lish_parray_ *slots = &rw.array.array;
	unsigned int i;

	rwarray_init_in(&rw.array, &rw.slots);
	for (i = 0; i < 4; i++)
		lish_sure(rwarray_add_tail(&rw.array, nodes[i]));
	(void)rwarray_open_(&rw.outer, &rw.array, 0);
	(void)rwarray_open_(&rw.loop, &rw.array, 0);
	assert_ptr_equal(rwarray_next_(&rw.loop, 0), &rw.a);
	rwarray_del(&rw.array, &rw.b);
	assert_ptr_equal(rwarray_next_(&rw.loop, 0), &rw.c);
	begin(rw_whole);
	place(&rw.out);
	for (i = 0; i < 4; i++)
		place(nodes[i]);
	for (i = 0; i < 4; i++) {
		if (nodes[i] == &rw.b)
			continue;
		number_seen(nodes[i]->slot);
		link_seen(rw.slots.rwarray_slots[i]);
	}
	value_seen(rw.slots.rwarray_slots[1], &rw.a.slot, &rw.out.slot);
	value_seen(slots->nodes, NULL);
	value_seen(slots->used, 3, 7, 0xffffffff);
	value_seen(slots->capacity, 3, 0xffffffff);
	value_blind(slots->capacity, 7);
	value_seen(slots->limit, 0);
	value_blind(slots->limit, 1);
	array_is_asked(slots);
	number_seen(rw.array.count);
	value_blind(rw.array.sorting, true);
	rest(rw.array.sorting, rw.array);
	/* Who is not in the chain any more was stopped, or so it looks. */
	value_blind(rw.array.loops.first, &rw.outer.loop, NULL);
	assert_all_asked(rw.array);
	value_seen(rw.loop.loop.owner, 0);
	value_seen(rw.outer.loop.owner, (uintptr_t)&rw.out);
	value_seen(rw.outer.loop.owner, (uintptr_t)&rw.array.loops);
	value_seen(rw.loop.loop.outer, &rw.loop.loop);
	value_seen(rw.outer.loop.outer, &rw.loop.loop);
	value_seen(rw.loop.next, 5, 0xffffffff);
	value_blind(rw.loop.next, 1);
	rwarray_close_(&rw.loop);
	rwarray_close_(&rw.outer);
}

/* Pools: slots 0 to 6, of which 1, 3 and 4 are free; slot 7 was never used */

#define OBJECTS 8

static bool is_free(unsigned int i)
{
	return i == 1 || i == 3 || i == 4;
}

/* What all pools have, and what it is good for is seen by none of them. */
static void base_is_asked(struct lish_pool_ *base)
{
	number_seen(base->size);
	link_seen(base->self);
	value_seen(base->seal, base->seal + 8, 0);
	number_seen(base->offset);
	number_blind(base->made);
	number_blind(base->failed);
	number_blind(base->room);
#if LISH_SYSTEM_
	/* With the padding in front of self. */
	note(&base->load, (size_t)((char *)&base->self - (char *)&base->load));
#endif
	link_blind(base->hooks);
	link_blind(base->ctx);
	/* Changes are for loops. */
	number_blind(base->changes);
	value_seen(base->capacity, 6, 0);
	unasked(base->shift);
	unasked(base->watch);
	/* closed and claims */
	note(&base->watch + 1, 1);
	link_blind(base->running);
	unasked(base->index_bits);
	unasked(base->growth);
	unasked(base->full);
	unasked(base->table);
	unasked(base->only);
	unasked(base->stack);
}

struct ip_item {
	struct ipool_idx node;
	int tail[3];
};

static struct {
	struct ipool pool;
	IPOOL_STORAGE(ip_mem, struct ip_item, OBJECTS);
} ip;

static bool ip_whole(void)
{
	return looks_whole(ipool, &ip.pool);
}

TEST(ipool_sees_each_mark_and_free_slot)
{
	struct lish_pool_ *base = &ip.pool.base;
	unsigned int i;

	ipool_init_in(&ip.pool, struct ip_item, node, &ip.ip_mem, NULL);
	for (i = 0; i < 7; i++)
		assert_non_null(ipool_alloc_entry(&ip.pool, struct ip_item, node));
	for (i = 0; i < 7; i++)
		if (is_free(i))
			ipool_free(&ip.pool, &ip.ip_mem.objects[i].node);
	begin(ip_whole);
	for (i = 0; i < 7; i++) {
		if (is_free(i)) {
			number_seen(ip.ip_mem.objects[i].node.slot);
			value_seen(ip.ip_mem.objects[i].node.slot, i + 1, 99);
			continue;
		}
		value_seen(ip.ip_mem.objects[i].node.slot, 0, i,
			   i + 2, 99, LISH_POOL_FREE_MARK_(i));
	}
	for (i = 0; i < 3; i++)
		number_seen(ip.pool.base.stack[i]);
	value_seen(ip.pool.base.stack[0], ip.pool.base.stack[1]);
	value_seen(ip.pool.base.stack[2], ip.pool.base.stack[1]);
	number_seen(base->stacked);
	value_seen(base->border, 9, 4);
	/* Live objects are what is left, so those above the border are lost. */
	value_blind(base->border, 6);
	number_seen(base->gone);
	number_blind(base->highest);
	value_blind(base->capacity, 9);
	base_is_asked(base);
	assert_all_asked(ip.pool);
}

struct lp_item {
	struct listpool_node node;
	int tail[3];
};

static struct {
	struct listpool pool;
	LISTPOOL_STORAGE(lp_mem, struct lp_item, OBJECTS);
} lp;

static bool lp_whole(void)
{
	return looks_whole(listpool, &lp.pool);
}

TEST(listpool_sees_each_mark_link_and_free_slot)
{
	struct lish_pool_ *base = &lp.pool.base;
	struct listpool_node *node;
	unsigned int i;

	listpool_init_in(&lp.pool, struct lp_item, node, &lp.lp_mem, NULL);
	for (i = 0; i < 7; i++)
		assert_non_null(listpool_alloc_tail_entry(&lp.pool, struct lp_item, node));
	for (i = 0; i < 7; i++)
		if (is_free(i))
			listpool_free(&lp.pool, &lp.lp_mem.objects[i].node);
	begin(lp_whole);
	place(&lp.pool.walks.head);
	for (i = 0; i < OBJECTS; i++)
		place(&lp.lp_mem.objects[i].node);
	for (i = 0; i < 7; i++) {
		node = &lp.lp_mem.objects[i].node;
		if (is_free(i)) {
			value_seen(node->slot, i + 1);
			continue;
		}
		link_seen(node->link.next);
		link_seen(node->link.prev);
		value_seen(node->slot, 0, i, i + 2, 99);
		number_blind(node->hint);
		assert_all_asked(*node);
	}
	for (i = 0; i < 3; i++)
		number_seen(lp.lp_mem.listpool_stack[i]);
	value_seen(lp.lp_mem.listpool_stack[0], lp.lp_mem.listpool_stack[1]);
	number_seen(base->stacked);
	number_seen(base->border);
	number_seen(base->gone);
	number_blind(base->highest);
	value_blind(base->capacity, 9);
	base_is_asked(base);
	link_seen(lp.pool.walks.head.next);
	link_seen(lp.pool.walks.head.prev);
	link_blind(lp.pool.walks.hint.word);
	number_blind(lp.pool.walks.hint.half[1]);
	link_blind(lp.pool.walks.loops.first);
	number_blind(lp.pool.walks.stamp);
	number_blind(lp.pool.walks.count);
	number_blind(lp.pool.walks.stale);
	rest(lp.pool.walks.stale, lp.pool);
	assert_all_asked(lp.pool);
}

struct dp_item {
	struct densepool_idx node;
	int tail[3];
};

static struct {
	struct densepool pool, other;
	DENSEPOOL_STORAGE(dp_mem, struct dp_item, OBJECTS);
	DENSEPOOL_STORAGE(dp_more, struct dp_item, OBJECTS);
} dp;

static bool dp_whole(void)
{
	return looks_whole(densepool, &dp.pool);
}

TEST(densepool_sees_each_mark_and_place)
{
	struct lish_pool_ *base = &dp.pool.base;
	struct lish_parray_ *slots = &dp.pool.parts.array;
	unsigned int i;

	densepool_init_in(&dp.pool, struct dp_item, node, &dp.dp_mem, NULL);
	densepool_init_in(&dp.other, struct dp_item, node, &dp.dp_more, NULL);
	assert_non_null(densepool_alloc_entry(&dp.other, struct dp_item, node));
	for (i = 0; i < 7; i++)
		assert_non_null(densepool_alloc_entry(&dp.pool, struct dp_item, node));
	for (i = 0; i < 7; i++)
		if (is_free(i))
			densepool_free(&dp.pool, &dp.dp_mem.objects[i].node);
	begin(dp_whole);
	for (i = 0; i < OBJECTS; i++)
		place(&dp.dp_mem.objects[i].node);
	for (i = 0; i < 7; i++) {
		uint32_t *mark = &dp.dp_mem.objects[i].node.slot;

		value_seen(*mark, 0, *mark + 1,
			   *mark - 1, 0x7fffffff, *mark | LISH_POOL_FREE_BIT_);
		link_seen(slots->nodes[i]);
	}
	value_seen(slots->used, 8, 0xffffffff);
	/* Who is dead and who lives is known by this number alone. */
	value_blind(slots->used, 3, 5);
	value_seen(slots->capacity, 7);
	value_blind(slots->capacity, 9);
	number_blind(slots->limit);
	array_is_asked(slots);
	unasked(slots->nodes);
	link_blind(dp.pool.parts.loops.first);
	value_seen(base->border, 8, 9, 3, 6);
	number_blind(base->stacked);
	number_blind(base->gone);
	number_blind(base->highest);
	value_seen(base->capacity, 9);
	base_is_asked(base);
	assert_all_asked(dp.pool);
}

struct sp_item {
	struct slotpool_idx node;
	int tail[3];
};

static struct {
	struct slotpool pool;
	SLOTPOOL_STORAGE(sp_mem, struct sp_item, OBJECTS);
} sp;

static bool sp_whole(void)
{
	return looks_whole(slotpool, &sp.pool);
}

static void slotpool_sees(enum lish_reuse order)
{
	struct lish_config config = LISH_CONFIG_INIT;
	struct lish_pool_ *base = &sp.pool.base;
	struct slotpool_extra_ *extra;
	unsigned int i;

	config.reuse = order;
	slotpool_init_in(&sp.pool, struct sp_item, node, &sp.sp_mem, &config);
	for (i = 0; i < 7; i++)
		assert_non_null(slotpool_alloc_entry(&sp.pool, struct sp_item, node));
	for (i = 0; i < 7; i++)
		if (is_free(i))
			slotpool_free(&sp.pool, &sp.sp_mem.objects[i].node);
	begin(sp_whole);
	for (i = 0; i < 7; i++) {
		uint32_t *mark = &sp.sp_mem.objects[i].node.slot;
		uint32_t *generation = &sp.sp_mem.objects[i].node.generation;

		value_seen(*mark, i + 2, 99);
		if (is_free(i))
			number_seen(*mark);
		value_seen(*mark, is_free(i) ? i + 1 : 0);
		value_seen(*generation, *generation + 1, *generation - 1, 0xffffffff, 0xfffffffe);
		/* The life before, or after: only handles know. */
		value_blind(*generation, *generation + 2);
	}
	/* From 7 on the bits are those of slots that nobody used. */
	for (i = 0; i < LISH_WORD_BITS; i++)
		value_seen(sp.pool.blocks[0].live, sp.pool.blocks[0].live ^ (lish_word)1 << i);
	value_seen(sp.pool.blocks[0].base, NULL);
	extra = &sp.pool.extra;
	if (order) {
		for (i = 0; i < 7; i++)
			value_seen(extra->retired[0], extra->retired[0] ^ (lish_word)1 << i);
		value_seen(extra->full[0], 1);
		value_seen(extra->top[0], 1);
		value_seen(extra->hint, 1);
		if (order == LISH_LOWEST)
			number_seen(base->border);
		else
			value_seen(base->border, 9);
		/* Any place is one that alloc can go on at. */
		value_blind(extra->next, 99);
		value_seen(base->stacked, 1);
	} else {
		for (i = 0; i < 3; i++)
			number_seen(base->stack[i]);
		value_seen(base->stack[0], base->stack[1]);
		number_seen(base->stacked);
		number_seen(base->border);
	}
	number_seen(base->gone);
	value_seen(base->highest, 6, 0);
	number_seen(sp.pool.retired);
	number_seen(sp.pool.last);
	value_seen(sp.pool.quick_node, sp.pool.quick_node + 1);
	value_seen(sp.pool.quick_order, sp.pool.quick_order + 1);
	/* Padding. */
	note(&sp.pool.base + 1, (size_t)((char *)&sp.pool.quick_node - (char *)(&sp.pool.base + 1)));
	number_seen(sp.pool.known);
	rest(sp.pool.known, sp.pool);
	value_seen(sp.pool.floor, 1);
	value_blind(sp.pool.floor, 2);
	unasked(sp.pool.quick_above);
	unasked(sp.pool.quick_below);
	unasked(sp.pool.aged);
	unasked(sp.pool.blocks);
	value_seen(sp.pool.order, LISH_NEXT + 1);
	value_blind(base->capacity, 9);
	base_is_asked(base);
	assert_all_asked(sp.pool);
}

TEST(slotpool_sees_each_mark_bit_generation_and_free_slot)
{
	slotpool_sees(LISH_LAST_FREED);
}

TEST(slotpool_sees_each_bit_of_taken_slots)
{
	slotpool_sees(LISH_LOWEST);
	slotpool_sees(LISH_NEXT);
}

/* inbox: a then b then c pushed, and before them d and e, which were taken */

static struct {
	struct inbox box, other;
	struct inbox_node a, b, c, d, e, f;
} in;

static bool in_whole(void)
{
	return looks_whole(inbox, &in.box);
}

TEST(inbox_sees_what_ends_or_closes_a_chain)
{
	struct inbox_node *nodes[] = { &in.a, &in.b, &in.c, &in.d, &in.e };
	unsigned int i;

	inbox_init(&in.box);
	inbox_init(&in.other);
	lish_sure(inbox_push(&in.box, &in.f));
	lish_sure(inbox_push(&in.box, &in.d));
	lish_sure(inbox_push(&in.box, &in.e));
	assert_ptr_equal((inbox_pop_entry)(&in.box, 0), &in.f);
	lish_sure(inbox_push(&in.box, &in.a));
	lish_sure(inbox_push(&in.box, &in.b));
	lish_sure(inbox_push(&in.box, &in.c));
	begin(in_whole);
	for (i = 0; i < 5; i++) {
		value_seen(nodes[i]->next, 0, (uintptr_t)nodes[i]);
	}
	/* Back into its own chain: a ring. */
	value_seen(in.a.next, (uintptr_t)&in.b, (uintptr_t)&in.c);
	value_seen(in.b.next, (uintptr_t)&in.c);
	value_seen(in.e.next, (uintptr_t)&in.d);
	/* Who is passed over is missed by nobody, nor who is in two chains. */
	value_blind(in.c.next, (uintptr_t)&in.a);
	value_blind(in.b.next, 1);
	value_blind(in.a.next, (uintptr_t)&in.d);
	value_blind(in.box.pushed, 0);
	value_blind(in.box.taken, 0);
	value_blind(in.box.pushed, (uintptr_t)&in.b);
	value_blind(in.box.taken, 1);
#if LISH_APART > 8
	note(in.box.apart_, sizeof(in.box.apart_));
#endif
	rest(in.box.taken, in.box);
	assert_all_asked(in.box);
}

/* What is looked at before a change, of heads and neighbours of which half is wrong. */

#define refuses(at, wrong, op, why, call)       \
	do {                                    \
		__typeof__(at) was_ = at;       \
		at = wrong;                     \
		assert_reported(op, why, call); \
		at = was_;                      \
		assert_true(is_whole());        \
	} while (0)

TEST(half_a_head_is_refused_by_the_library)
{
	memset(&il, 0, sizeof(il));
	ilist_init(&il.list);
	ilist_init(&il.other);
	ilist_add_tail(&il.list, &il.a);
	ilist_add_tail(&il.list, &il.b);
	begin(il_whole);
	refuses(il.list.head.next, NULL, "ilist_clear", LISH_BROKEN_LINKS, ilist_clear(&il.list));
	refuses(il.list.head.next, &il.b.link, "ilist_clear", LISH_BROKEN_LINKS,
		ilist_clear(&il.list));
	refuses(il.list.head.prev, &il.a.link, "ilist_clear", LISH_BROKEN_LINKS,
		ilist_clear(&il.list));
	memset(&ll, 0, sizeof(ll));
	locklist_init(&ll.list);
	locklist_init(&ll.other);
	lish_sure(locklist_add_tail(&ll.list, &ll.a));
	lish_sure(locklist_add_tail(&ll.list, &ll.b));
	lish_sure(locklist_add_tail(&ll.list, &ll.c));
	begin(ll_whole);
	refuses(ll.list.head.next, NULL, "locklist_clear", LISH_UNINITIALIZED,
		locklist_clear(&ll.list));
	refuses(ll.list.head.true_next, NULL, "locklist_clear", LISH_BROKEN_LINKS,
		locklist_clear(&ll.list));
	refuses(ll.list.head.true_prev, NULL, "locklist_clear", LISH_BROKEN_LINKS,
		locklist_clear(&ll.list));
	refuses(ll.list.head.true_next, &ll.b, "locklist_clear", LISH_BROKEN_LINKS,
		locklist_clear(&ll.list));
	refuses(ll.list.head.true_prev, &ll.b, "locklist_clear", LISH_BROKEN_LINKS,
		locklist_clear(&ll.list));
}

/* Level 2 looks at all of it first. */
#if LISH_CHECK == 1
TEST(half_a_head_or_neighbour_is_refused_in_line)
{
	half_a_head_is_refused_by_the_library(state);
	begin(il_whole);
	refuses(il.list.head.prev, NULL, "ilist_add_tail", LISH_BROKEN_LINKS,
		ilist_add_tail(&il.list, &il.c));
	refuses(il.list.head.prev, NULL, "ilist_move_tail", LISH_BROKEN_LINKS,
		ilist_move_tail(&il.list, &il.a));
	refuses(il.list.head.prev, NULL, "ilist_pop_tail_entry", LISH_BROKEN_LINKS,
		assert_null((ilist_pop_tail_entry)(&il.list, 0)));
	begin(ll_whole);
	refuses(ll.a.true_next, &ll.c, "locklist_del", LISH_BROKEN_LINKS,
		locklist_del(&ll.list, &ll.b));
	refuses(ll.c.true_prev, &ll.a, "locklist_del", LISH_BROKEN_LINKS,
		locklist_del(&ll.list, &ll.b));
	refuses(ll.a.true_next, &ll.c, "locklist_leave", LISH_BROKEN_LINKS,
		assert_false(locklist_leave(&ll.b)));
	refuses(ll.c.true_prev, &ll.a, "locklist_leave", LISH_BROKEN_LINKS,
		assert_false(locklist_leave(&ll.b)));
}
#endif

TEST(tell_how_many)
{
	print_message("%u corruptions are seen, %u cannot be\n", seen_count, blind_count);
	assert_true(seen_count >= blind_count);
}

TEST_MAIN(NULL, NULL)
