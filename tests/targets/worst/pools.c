/* SPDX-License-Identifier: MIT */
/*
 * pools.c - every call of ipool, densepool, listpool and slotpool
 */
#include <linux-ish/densepool.h>
#include <linux-ish/ipool.h>
#include <linux-ish/listpool.h>
#include <linux-ish/slotpool.h>
#include <linux-ish/slotpool_lease.h>
#include <linux-ish/sort.h>

#include "meter.h"

struct i {
	struct ipool_idx node;
	uint32_t key;
};
struct d {
	struct densepool_idx node;
	uint32_t key;
};
struct l {
	struct listpool_node node;
	uint32_t key;
};
struct s {
	struct slotpool_idx node;
	uint32_t key;
};

IPOOL_DEFINE_STATIC(ip, struct i, node, N);
DENSEPOOL_DEFINE_STATIC(dp, struct d, node, N);
LISTPOOL_DEFINE_STATIC(lp, struct l, node, N);
SLOTPOOL_DEFINE_STATIC(sp, struct s, node, N);
/* The other order of reuse */
SLOTPOOL_DEFINE_STATIC(low, struct s, node, N);
SLOTPOOL_LEASE_DEFINE_STATIC(lease, N, N);
static struct slotpool_lease *const leases[] = { &lease };
static struct i *is[N];
static struct d *ds[N];
static struct l *ls[N];
static struct s *ss[N];
static struct slotpool_handle handles[N];
static uint32_t numbers[N];

/* RUN_ALL for objects that are elsewhere */
#define RUN_EACH(name, objects)                              \
	do {                                                 \
		for (uint32_t at = 0; at < N; at++)          \
			RUN(name, (objects)[at * 37 % N]); \
	} while (0)
#define METER_EACH(name, objects, setting, grows) \
	do {                                      \
		RUN_EACH(name, objects);          \
		ROW(name, setting, grows);        \
	} while (0)
/* The same for calls that return an object, which is kept */
#define RUN_ALLOC(name, type, objects, argument)                                 \
	do {                                                                     \
		for (uint32_t at = 0; at < N; at++)                              \
			(objects)[at] = (type *)RUN(name, argument);             \
	} while (0)

CALL(ipool_alloc_entry, void, return (uintptr_t)ipool_alloc_entry(&ip, struct i, node))
CALL(ipool_zalloc_entry, void, return (uintptr_t)ipool_zalloc_entry(&ip, struct i, node))
CALL(ipool_free, struct i, ipool_free(&ip, &e->node))
CALL(ipool_free_at, struct i, return ipool_free_at(&ip, e->key))
CALL(ipool_contains, struct i, return ipool_contains(&ip, &e->node))
CALL(ipool_owns, struct i, return ipool_owns(&ip, e))
CALL(ipool_index_of, struct i, return (uintptr_t)ipool_index_of(&ip, &e->node))
CALL(ipool_at_entry, struct i,
     return (uintptr_t)ipool_at_entry(&ip, e->key, struct i, node))
CALL(ipool_count, void, return ipool_count(&ip))
CALL(ipool_stats, void, return ipool_stats(&ip).capacity)
CALL(ipool_clear, void, ipool_clear(&ip))
CALL(ipool_check, void, return ipool_check(&ip, NULL))

static void of_ipool(void)
{
	RUN_ALLOC(ipool_alloc_entry, struct i, is, NULL);
	for (uint32_t i = 0; i < N; i++)
		is[i]->key = (uint32_t)ipool_index_of(&ip, &is[i]->node);
	METER_EACH(ipool_contains, is, "", "");
	METER_EACH(ipool_owns, is, "1 chunk", "chunks");
	METER_EACH(ipool_index_of, is, "", "");
	METER_EACH(ipool_at_entry, is, "", "");
	METER_EACH(ipool_count, is, "", "");
	METER_EACH(ipool_stats, is, "", "");
	METER_EACH(ipool_free, is, "", "");
	RUN_ALLOC(ipool_alloc_entry, struct i, is, NULL);
	METER(ipool_alloc_entry, NULL, "", "");
	for (uint32_t i = 0; i < N; i++)
		is[i]->key = (uint32_t)ipool_index_of(&ip, &is[i]->node);
	METER_EACH(ipool_free_at, is, "", "");
	RUN_ALLOC(ipool_zalloc_entry, struct i, is, NULL);
	ROW(ipool_zalloc_entry, "8 bytes", "bytes");
	METER(ipool_check, NULL, "64 objects", "n");
	METER(ipool_clear, NULL, "no fini", "");
}

CALL(densepool_alloc_entry, void,
     return (uintptr_t)densepool_alloc_entry(&dp, struct d, node))
CALL(densepool_zalloc_entry, void,
     return (uintptr_t)densepool_zalloc_entry(&dp, struct d, node))
CALL(densepool_free, struct d, densepool_free(&dp, &e->node))
CALL(densepool_contains, struct d, return densepool_contains(&dp, &e->node))
CALL(densepool_at_entry, struct d,
     return (uintptr_t)densepool_at_entry(&dp, e->key, struct d, node))
CALL(densepool_count, void, return densepool_count(&dp))
CALL(densepool_stats, void, return densepool_stats(&dp).capacity)
CALL(densepool_span, void, return densepool_span(&dp, 1, 2).count)
CALL(densepool_clear, void, densepool_clear(&dp))
CALL(densepool_check, void, return densepool_check(&dp, NULL))
CALL(densepool_stop, void, densepool_stop(&dp))
LOOP(densepool_for_each_entry, void, pos, &dp, struct d, node)
LOOP(densepool_for_each_entry_safe, void, pos, &dp, struct d, node)
LOOP(densepool_for_each_entry_reverse, void, pos, &dp, struct d, node)
LOOP(densepool_for_each_entry_present, void, pos, &dp, struct d, node)
LOOP(densepool_for_each_entry_frozen, void, pos, &dp, struct d, node)
LOOP(densepool_for_each_entry_const, void, pos, &dp, struct d, node)
LOOP(densepool_for_each_entry_span, struct lish_span, pos, &dp, *e, struct d, node)

/* The rows of a call in N loops at once, in each of which all loops stand at pos */
#define RUN_IN_LOOPS(X, name, type, pool)                                           \
	do {                                                                        \
		X##_for_each_entry(p1, pool, type, node)                            \
		X##_for_each_entry(p2, pool, type, node)                            \
		X##_for_each_entry(p3, pool, type, node)                            \
		X##_for_each_entry(p4, pool, type, node)                            \
		X##_for_each_entry(p5, pool, type, node)                            \
		X##_for_each_entry(p6, pool, type, node)                            \
		X##_for_each_entry(p7, pool, type, node)                            \
		X##_for_each_entry(p8, pool, type, node) {                          \
			RUN(name, p8);                                              \
			X##_stop(pool);                                             \
		}                                                                   \
	} while (0)

static void of_densepool(void)
{
	struct lish_span all;

	RUN_ALLOC(densepool_alloc_entry, struct d, ds, NULL);
	METER_EACH(densepool_free, ds, "", "loops");
	RUN_ALLOC(densepool_alloc_entry, struct d, ds, NULL);
	METER(densepool_alloc_entry, NULL, "", "loops");
	METER_EACH(densepool_contains, ds, "", "");
	METER_EACH(densepool_at_entry, ds, "", "");
	METER_EACH(densepool_count, ds, "", "");
	METER_EACH(densepool_stats, ds, "", "");
	METER_EACH(densepool_span, ds, "", "");
	for (uint32_t i = 0; i < N; i++)
		densepool_free(&dp, &ds[i]->node);
	RUN_ALLOC(densepool_zalloc_entry, struct d, ds, NULL);
	ROW(densepool_zalloc_entry, "8 bytes", "bytes");
	for (uint32_t i = 0; i < N; i++)
		RUN_IN_LOOPS(densepool, densepool_free, struct d, &dp);
	ROW(densepool_free, "8 loops open", "loops");
	densepool_clear(&dp);
	for (uint32_t i = 0; i < N; i++)
		ds[i] = densepool_alloc_entry(&dp, struct d, node);
	densepool_free(&dp, &ds[N - 1]->node);
	RUN_IN_LOOPS(densepool, densepool_alloc_entry, struct d, &dp);
	ROW(densepool_alloc_entry, "8 loops open", "loops");
	RUN_IN_LOOPS(densepool, densepool_stop, struct d, &dp);
	ROW(densepool_stop, "8 loops open", "loops");

	METER(densepool_for_each_entry, NULL, "64 objects", "n");
	METER(densepool_for_each_entry_safe, NULL, "64 objects", "n");
	METER(densepool_for_each_entry_reverse, NULL, "64 objects", "n");
	METER(densepool_for_each_entry_present, NULL, "64 objects", "n");
	METER(densepool_for_each_entry_frozen, NULL, "64 objects", "n");
	METER(densepool_for_each_entry_const, NULL, "64 objects", "n");
	all = densepool_span(&dp, 0, 1);
	METER(densepool_for_each_entry_span, &all, "64 objects", "n");
	METER(densepool_check, NULL, "64 objects", "n");
	METER(densepool_clear, NULL, "no fini", "");
}

CALL(listpool_alloc_entry, void,
     return (uintptr_t)listpool_alloc_entry(&lp, struct l, node))
CALL(listpool_alloc_tail_entry, void,
     return (uintptr_t)listpool_alloc_tail_entry(&lp, struct l, node))
CALL(listpool_alloc_before_entry, struct l,
     return (uintptr_t)listpool_alloc_before_entry(&lp, e, struct l, node))
CALL(listpool_alloc_after_entry, struct l,
     return (uintptr_t)listpool_alloc_after_entry(&lp, e, struct l, node))
CALL(listpool_zalloc_entry, void,
     return (uintptr_t)listpool_zalloc_entry(&lp, struct l, node))
CALL(listpool_zalloc_tail_entry, void,
     return (uintptr_t)listpool_zalloc_tail_entry(&lp, struct l, node))
CALL(listpool_free, struct l, listpool_free(&lp, &e->node))
CALL(listpool_move, struct l, listpool_move(&lp, &e->node))
CALL(listpool_move_tail, struct l, listpool_move_tail(&lp, &e->node))
CALL(listpool_move_before, struct l, listpool_move_before(&lp, &ls[0]->node, &e->node))
CALL(listpool_move_after, struct l, listpool_move_after(&lp, &ls[0]->node, &e->node))
CALL(listpool_contains, struct l, return listpool_contains(&lp, &e->node))
CALL(listpool_count, void, return listpool_count(&lp))
CALL(listpool_stats, void, return listpool_stats(&lp).capacity)
CALL(listpool_first_entry, void,
     return (uintptr_t)listpool_first_entry(&lp, struct l, node))
CALL(listpool_last_entry, void,
     return (uintptr_t)listpool_last_entry(&lp, struct l, node))
CALL(listpool_next_entry, struct l,
     return (uintptr_t)listpool_next_entry(&lp, e, struct l, node))
CALL(listpool_prev_entry, struct l,
     return (uintptr_t)listpool_prev_entry(&lp, e, struct l, node))
CALL(listpool_clear, void, listpool_clear(&lp))
CALL(listpool_check, void, return listpool_check(&lp, NULL))
CALL(listpool_stop, void, listpool_stop(&lp))
LOOP(listpool_for_each_entry, void, pos, &lp, struct l, node)
LOOP(listpool_for_each_entry_safe, void, pos, &lp, struct l, node)
LOOP(listpool_for_each_entry_reverse, void, pos, &lp, struct l, node)
LOOP(listpool_for_each_entry_from, struct l, pos, &lp, e, struct l, node)
LOOP(listpool_for_each_entry_present, void, pos, &lp, struct l, node)
LOOP(listpool_for_each_entry_const, void, pos, &lp, struct l, node)

COMPARISON(lp_cmp, listpool_node, struct l, node)

CALL(listpool_sort, void, listpool_sort(&lp, lp_cmp, NULL))

static void of_listpool(void)
{
	RUN_ALLOC(listpool_alloc_entry, struct l, ls, NULL);
	METER_EACH(listpool_move, ls, "", "loops");
	METER_EACH(listpool_move_tail, ls, "", "loops");
	for (uint32_t i = 1; i < N; i++)
		RUN(listpool_move_before, ls[i]);
	ROW(listpool_move_before, "", "loops");
	for (uint32_t i = 1; i < N; i++)
		RUN(listpool_move_after, ls[i]);
	ROW(listpool_move_after, "", "loops");
	METER_EACH(listpool_contains, ls, "", "");
	METER_EACH(listpool_next_entry, ls, "", "");
	METER_EACH(listpool_prev_entry, ls, "", "");
	METER_EACH(listpool_first_entry, ls, "", "");
	METER_EACH(listpool_last_entry, ls, "", "");
	METER_EACH(listpool_count, ls, "", "");
	METER_EACH(listpool_stats, ls, "", "");
	METER_EACH(listpool_free, ls, "", "loops");
	RUN_ALLOC(listpool_alloc_entry, struct l, ls, NULL);
	METER(listpool_alloc_entry, NULL, "", "loops");
	listpool_clear(&lp);
	RUN_ALLOC(listpool_alloc_tail_entry, struct l, ls, NULL);
	ROW(listpool_alloc_tail_entry, "", "loops");
	listpool_clear(&lp);
	ls[0] = listpool_alloc_entry(&lp, struct l, node);
	for (uint32_t i = 1; i < N; i++)
		RUN(listpool_alloc_before_entry, ls[0]);
	ROW(listpool_alloc_before_entry, "", "loops");
	listpool_clear(&lp);
	ls[0] = listpool_alloc_entry(&lp, struct l, node);
	for (uint32_t i = 1; i < N; i++)
		RUN(listpool_alloc_after_entry, ls[0]);
	ROW(listpool_alloc_after_entry, "", "loops");
	listpool_clear(&lp);
	RUN_ALLOC(listpool_zalloc_tail_entry, struct l, ls, NULL);
	ROW(listpool_zalloc_tail_entry, "20 bytes", "bytes");
	listpool_clear(&lp);
	RUN_ALLOC(listpool_zalloc_entry, struct l, ls, NULL);
	ROW(listpool_zalloc_entry, "20 bytes", "bytes");
	for (uint32_t i = 0; i < N; i++)
		RUN_IN_LOOPS(listpool, listpool_free, struct l, &lp);
	ROW(listpool_free, "8 loops open", "loops");
	listpool_clear(&lp);
	for (uint32_t i = 0; i < N; i++) {
		ls[i] = listpool_alloc_entry(&lp, struct l, node);
		ls[i]->key = (i * 2654435761u) >> 16;
	}
	RUN_IN_LOOPS(listpool, listpool_move_tail, struct l, &lp);
	ROW(listpool_move_tail, "8 loops open", "loops");
	listpool_free(&lp, &ls[N - 1]->node);
	RUN_IN_LOOPS(listpool, listpool_alloc_entry, struct l, &lp);
	ROW(listpool_alloc_entry, "8 loops open", "loops");
	RUN_IN_LOOPS(listpool, listpool_stop, struct l, &lp);
	ROW(listpool_stop, "8 loops open", "loops");
	METER(listpool_for_each_entry, NULL, "64 objects", "n");
	METER(listpool_for_each_entry_safe, NULL, "64 objects", "n");
	METER(listpool_for_each_entry_reverse, NULL, "64 objects", "n");
	METER(listpool_for_each_entry_from, listpool_first_entry(&lp, struct l, node),
	      "64 objects", "n");
	METER(listpool_for_each_entry_present, NULL, "64 objects", "n");
	METER(listpool_for_each_entry_const, NULL, "64 objects", "n");
	METER(listpool_check, NULL, "64 objects", "n");
	METER(listpool_sort, NULL, "64 objects", "n log n");
	METER(listpool_clear, NULL, "no fini", "");
}

CALL(slotpool_alloc_entry, struct slotpool,
     return (uintptr_t)slotpool_alloc_entry(e, struct s, node))
CALL(slotpool_zalloc_entry, struct slotpool,
     return (uintptr_t)slotpool_zalloc_entry(e, struct s, node))
CALL(slotpool_alloc_tail_entry, struct slotpool,
     return (uintptr_t)slotpool_alloc_tail_entry(e, struct s, node))
CALL(slotpool_alloc_at_entry, struct slotpool,
     return (uintptr_t)slotpool_alloc_at_entry(e, N - 1, struct s, node))
CALL(slotpool_free, struct s, slotpool_free(&sp, &e->node))
/* In the table this is slotpool_free() too. */
CALL(lowest_slotpool_free, struct s, slotpool_free(&low, &e->node))
CALL(slotpool_free_at, struct s, return slotpool_free_at(&sp, e->key))
CALL(slotpool_free_handle, struct slotpool_handle, return slotpool_free_handle(&sp, *e))
CALL(slotpool_contains, struct s, return slotpool_contains(&sp, &e->node))
CALL(slotpool_owns, struct s, return slotpool_owns(&sp, e))
CALL(slotpool_index_of, struct s, return (uintptr_t)slotpool_index_of(&sp, &e->node))
CALL(slotpool_at_entry, struct s,
     return (uintptr_t)slotpool_at_entry(&sp, e->key, struct s, node))
CALL(slotpool_next_live, struct s, return (uintptr_t)slotpool_next_live(&sp, e->key))
CALL(slotpool_prev_live, struct s, return (uintptr_t)slotpool_prev_live(&sp, e->key))
CALL(slotpool_get_entry, struct slotpool_handle,
     return (uintptr_t)slotpool_get_entry(&sp, *e, struct s, node))
CALL(slotpool_get_u32, uint32_t,
     return (uintptr_t)slotpool_get_u32(&low, *e, struct s, node))
CALL(slotpool_handle_of, struct s, return slotpool_handle_of(&sp, &e->node).slot)
CALL(slotpool_handle_to_u64, struct slotpool_handle,
     return (uintptr_t)slotpool_handle_to_u64(*e))
CALL(slotpool_handle_to_u32, struct slotpool_handle,
     return slotpool_handle_to_u32(&low, *e))
CALL(slotpool_handle_from_u64, uint64_t, return slotpool_handle_from_u64(*e).slot)
CALL(slotpool_count, void, return slotpool_count(&sp))
CALL(slotpool_stats, void, return slotpool_stats(&sp).capacity)
CALL(slotpool_span, void, return slotpool_span(&sp, 1, 2).count)
CALL(slotpool_clear, void, slotpool_clear(&sp))
CALL(slotpool_check, void, return slotpool_check(&sp, NULL))
LOOP(slotpool_for_each_entry, void, pos, &sp, struct s, node)
LOOP(slotpool_for_each_entry_safe, void, pos, &sp, struct s, node)
LOOP(slotpool_for_each_entry_reverse, void, pos, &sp, struct s, node)
LOOP(slotpool_for_each_entry_span, struct lish_span, pos, &sp, *e, struct s, node)
CALL(slotpool_for_each_range, void, uint32_t sum = 0;
     slotpool_for_each_range(first, end, &sp) sum += end - first;
     return sum)
CALL(slotpool_lend, void, return (uintptr_t)slotpool_lend(&sp, leases, 1))
CALL(slotpool_commit, void, slotpool_commit(&sp, leases, 1))
CALL(slotpool_lease_alloc_entry, struct slotpool_lease,
     return (uintptr_t)slotpool_lease_alloc_entry(e, struct s, node))
CALL(slotpool_lease_zalloc_entry, struct slotpool_lease,
     return (uintptr_t)slotpool_lease_zalloc_entry(e, struct s, node))
CALL(slotpool_lease_free, struct s, return (uintptr_t)slotpool_lease_free(&lease, &e->node))
CALL(slotpool_lease_free_handle, struct slotpool_handle,
     return (uintptr_t)slotpool_lease_free_handle(&lease, *e))
CALL(slotpool_lease_handle_of, struct s,
     return slotpool_lease_handle_of(&lease, &e->node).slot)
CALL(slotpool_handle_at, void, return slotpool_handle_at(&sp, 3).slot)

static void know_slots(struct slotpool *pool)
{
	for (uint32_t i = 0; i < N; i++) {
		ss[i]->key = (uint32_t)slotpool_index_of(pool, &ss[i]->node);
		handles[i] = slotpool_handle_of(pool, &ss[i]->node);
	}
}

static void of_slotpool(void)
{
	struct slotpool_handle gone;
	struct lish_span all;
	uint64_t number;

	RUN_ALLOC(slotpool_alloc_entry, struct s, ss, &sp);
	know_slots(&sp);
	gone = handles[0];
	METER_EACH(slotpool_free, ss, "", "");
	RUN_ALLOC(slotpool_alloc_entry, struct s, ss, &sp);
	METER(slotpool_alloc_entry, &sp, "", "");
	know_slots(&sp);
	RUN(slotpool_get_entry, &gone);
	METER_ALL(slotpool_get_entry, handles, "", "");
	METER_EACH(slotpool_contains, ss, "", "");
	METER_EACH(slotpool_owns, ss, "1 chunk", "chunks");
	METER_EACH(slotpool_index_of, ss, "", "");
	METER_EACH(slotpool_at_entry, ss, "", "");
	METER_EACH(slotpool_handle_of, ss, "", "");
	METER_ALL(slotpool_handle_to_u64, handles, "", "");
	number = slotpool_handle_to_u64(handles[1]);
	METER(slotpool_handle_from_u64, &number, "", "");
	METER_EACH(slotpool_count, ss, "", "");
	METER_EACH(slotpool_stats, ss, "", "");
	METER_EACH(slotpool_span, ss, "", "");
	METER(slotpool_check, NULL, "64 objects", "n");
	METER(slotpool_for_each_entry, NULL, "64 objects", "n");
	METER(slotpool_for_each_entry_safe, NULL, "64 objects", "n");
	METER(slotpool_for_each_entry_reverse, NULL, "64 objects", "n");
	all = slotpool_span(&sp, 0, 1);
	METER(slotpool_for_each_entry_span, &all, "64 objects", "n");
	METER(slotpool_for_each_range, NULL, "one range of 64 objects", "n");
	METER(slotpool_handle_at, NULL, "", "");
	METER_EACH(slotpool_free_at, ss, "", "");
	RUN_ALLOC(slotpool_zalloc_entry, struct s, ss, &sp);
	ROW(slotpool_zalloc_entry, "12 bytes", "bytes");
	know_slots(&sp);
	RUN_ALL(slotpool_free_handle, handles);
	METER(slotpool_free_handle, &gone, "", "");
	slotpool_clear(&sp);
	RUN_ALLOC(slotpool_alloc_tail_entry, struct s, ss, &sp);
	ROW(slotpool_alloc_tail_entry, "", "");
	know_slots(&sp);
	/* The distance: only the first and the last are left. */
	for (uint32_t i = 0; i < N; i++)
		if (ss[i]->key && ss[i]->key != N - 1)
			slotpool_free(&sp, &ss[i]->node);
	METER(slotpool_next_live, slotpool_at_entry(&sp, 0, struct s, node),
	      "62 free slots between", "distance");
	METER(slotpool_prev_live, slotpool_at_entry(&sp, N - 1, struct s, node),
	      "62 free slots between", "distance");
	slotpool_clear(&sp);
	METER(slotpool_alloc_at_entry, &sp, "63 slots below unused", "n");
	METER(slotpool_clear, NULL, "no fini", "n");

	METER(slotpool_lend, NULL, "64 slots", "n");
	RUN_ALLOC(slotpool_lease_alloc_entry, struct s, ss, &lease);
	METER(slotpool_lease_alloc_entry, &lease, "", "");
	METER_EACH(slotpool_lease_handle_of, ss, "", "");
	METER(slotpool_commit, NULL, "64 births", "n");
	know_slots(&sp);
	RUN(slotpool_lend, NULL);
	METER_EACH(slotpool_lease_free, ss, "", "");
	METER(slotpool_commit, NULL, "64 deaths", "n");
	RUN(slotpool_lend, NULL);
	RUN_ALLOC(slotpool_lease_zalloc_entry, struct s, ss, &lease);
	ROW(slotpool_lease_zalloc_entry, "12 bytes", "bytes");
	slotpool_commit(&sp, leases, 1);
	know_slots(&sp);
	RUN(slotpool_lend, NULL);
	METER_ALL(slotpool_lease_free_handle, handles, "", "");
	slotpool_commit(&sp, leases, 1);

	/* The lowest slot first, and handles of 32 bits */
	RUN_ALLOC(slotpool_alloc_entry, struct s, ss, &low);
	ROW(slotpool_alloc_entry, "lowest slot first, unused", "");
	know_slots(&low);
	METER_ALL(slotpool_handle_to_u32, handles, "", "");
	for (uint32_t i = 0; i < N; i++)
		numbers[i] = slotpool_handle_to_u32(&low, handles[i]);
	METER_ALL(slotpool_get_u32, numbers, "", "");
	METER_EACH(lowest_slotpool_free, ss, "lowest slot first", "distance");
	for (uint32_t i = 0; i < N; i++)
		ss[i] = slotpool_alloc_entry(&low, struct s, node);
	for (uint32_t i = 0; i < N; i += 2)
		slotpool_free(&low, &ss[i]->node);
	for (uint32_t i = 0; i < N; i += 2)
		ss[i] = (struct s *)RUN(slotpool_alloc_entry, &low);
	METER(slotpool_alloc_entry, &low, "lowest slot first, reused", "");
}

void pools(void)
{
	struct lish_config config = LISH_CONFIG_INIT;

	of_ipool();
	of_densepool();
	of_listpool();
	config.index_bits = 16;
	config.reuse = LISH_LOWEST;
	slotpool_init_in(&low, struct s, node, &low_storage_, &config);
	of_slotpool();
}
