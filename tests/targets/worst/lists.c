/* SPDX-License-Identifier: MIT */
/*
 * lists.c - every call of ilist, walklist, locklist and inbox
 */
#include <linux-ish/ilist.h>
#include <linux-ish/inbox.h>
#include <linux-ish/locklist.h>
#include <linux-ish/sort.h>
#include <linux-ish/walklist.h>

#include "meter.h"

struct e {
	struct ilist_node il;
	struct walklist_node wl;
	struct locklist_node ll;
	struct inbox_node in;
	uint32_t key;
};

static struct e es[N], other;
static ILIST_DEFINE(il);
static ILIST_DEFINE(il2);
static WALKLIST_DEFINE(wl);
static WALKLIST_DEFINE(wl2);
static LOCKLIST_DEFINE(ll);
static INBOX_DEFINE(in);
static struct inbox_chain chain;
static uint64_t scratch[ILIST_SORT_SCRATCH(N) / sizeof(uint64_t)];

/* Keys in an order that no sort finds easy */
static void shuffle(void)
{
	for (uint32_t i = 0; i < N; i++)
		es[i].key = (i * 2654435761u) >> 16;
}

COMPARISON(il_cmp, ilist_node, struct e, il)

static uint64_t il_key(void *ctx, const struct ilist_node *node)
{
	(void)ctx;
	return container_of(node, const struct e, il)->key;
}

COMPARISON(wl_cmp, walklist_node, struct e, wl)

CALL(ilist_add, struct e, ilist_add(&il, &e->il))
CALL(ilist_add_tail, struct e, ilist_add_tail(&il, &e->il))
CALL(ilist_add_before, struct e, ilist_add_before(&other.il, &e->il))
CALL(ilist_add_before_or_tail, struct e, ilist_add_before_or_tail(&il, &other.il, &e->il))
CALL(ilist_add_after, struct e, ilist_add_after(&other.il, &e->il))
CALL(ilist_del, struct e, ilist_del(&e->il))
CALL(ilist_leave, struct e, return ilist_leave(&e->il))
CALL(ilist_move, struct e, ilist_move(&il, &e->il))
CALL(ilist_move_tail, struct e, ilist_move_tail(&il, &e->il))
CALL(ilist_bulk_move_tail, struct e, ilist_bulk_move_tail(&il, &e->il, &e->il))
CALL(ilist_empty, struct e, return ilist_empty(&il))
CALL(ilist_is_linked, struct e, return ilist_is_linked(&e->il))
CALL(ilist_splice, struct e, ilist_splice(&il2, &il))
CALL(ilist_splice_tail, struct e, ilist_splice_tail(&il, &il2))
CALL(ilist_cut_after, struct e, ilist_cut_after(&il2, &il, &e->il))
CALL(ilist_node_moved, struct e, ilist_node_moved(&e->il))
CALL(ilist_clear, struct e, ilist_clear(&il))
CALL(ilist_count, struct e, return ilist_count(&il))
CALL(ilist_contains, struct e, return ilist_contains(&il, &e->il))
CALL(ilist_sort, struct e, ilist_sort(&il, il_cmp, NULL))
CALL(ilist_add_sorted, struct e, ilist_add_sorted(&il, &e->il, il_cmp, NULL))
CALL(ilist_sort_by_key, struct e,
     return (uintptr_t)ilist_sort_by_key(&il, il_key, NULL, scratch, sizeof(scratch)))
CALL(ilist_check, struct e, return ilist_check(&il, NULL))
CALL(ilist_first, struct e, return (uintptr_t)ilist_first(&il))
CALL(ilist_first_entry, struct e, return (uintptr_t)ilist_first_entry(&il, struct e, il))
CALL(ilist_last_entry, struct e, return (uintptr_t)ilist_last_entry(&il, struct e, il))
CALL(ilist_next_entry, struct e,
     return (uintptr_t)ilist_next_entry(&il, e, struct e, il))
CALL(ilist_prev_entry, struct e,
     return (uintptr_t)ilist_prev_entry(&il, e, struct e, il))
CALL(ilist_next_entry_circular, struct e,
     return (uintptr_t)ilist_next_entry_circular(&il, e, struct e, il))
CALL(ilist_prev_entry_circular, struct e,
     return (uintptr_t)ilist_prev_entry_circular(&il, e, struct e, il))
CALL(ilist_pop_entry, struct e, return (uintptr_t)ilist_pop_entry(&il, struct e, il))
CALL(ilist_pop_tail_entry, struct e,
     return (uintptr_t)ilist_pop_tail_entry(&il, struct e, il))
LOOP(ilist_for_each_entry, struct e, pos, &il, struct e, il)
LOOP(ilist_for_each_entry_safe, struct e, pos, &il, struct e, il)
LOOP(ilist_for_each_entry_reverse, struct e, pos, &il, struct e, il)
LOOP(ilist_for_each_entry_from, struct e, pos, &il, e, struct e, il)
LOOP(ilist_drain_entry, struct e, pos, &il, struct e, il)

static void fill_ilist(void)
{
	for (uint32_t i = 0; i < N; i++)
		ilist_add_tail(&il, &es[i].il);
}

static void of_ilist(void)
{
	METER_ALL(ilist_add, es, "", "");
	METER_ALL(ilist_del, es, "", "");
	METER_ALL(ilist_add_tail, es, "", "");
	METER_ALL(ilist_move, es, "", "");
	METER_ALL(ilist_move_tail, es, "", "");
	METER_ALL(ilist_is_linked, es, "", "");
	METER_ALL(ilist_node_moved, es, "", "");
	METER_ALL(ilist_next_entry, es, "", "");
	METER_ALL(ilist_prev_entry, es, "", "");
	METER_ALL(ilist_next_entry_circular, es, "", "");
	METER_ALL(ilist_prev_entry_circular, es, "", "");
	METER_ALL(ilist_first, es, "", "");
	METER_ALL(ilist_first_entry, es, "", "");
	METER_ALL(ilist_last_entry, es, "", "");
	METER_ALL(ilist_empty, es, "", "");
	RUN_ALL(ilist_leave, es);
	METER_ALL(ilist_leave, es, "", "");
	ilist_add(&il, &other.il);
	METER_ALL(ilist_add_before, es, "", "");
	ilist_clear(&il);
	ilist_add(&il, &other.il);
	METER_ALL(ilist_add_before_or_tail, es, "", "");
	ilist_clear(&il);
	ilist_add(&il, &other.il);
	METER_ALL(ilist_add_after, es, "", "");
	ilist_del(&other.il);
	RUN_ALL(ilist_pop_entry, es);
	METER(ilist_pop_entry, es, "", "");
	fill_ilist();
	RUN_ALL(ilist_pop_tail_entry, es);
	METER(ilist_pop_tail_entry, es, "", "");
	fill_ilist();
	METER(ilist_splice, es, "", "");
	METER(ilist_splice_tail, es, "", "");
	for (uint32_t i = 0; i < N; i++) {
		RUN(ilist_cut_after, &es[i]);
		ilist_splice_tail(&il, &il2);
	}
	ROW(ilist_cut_after, "", "");
	METER_ALL(ilist_bulk_move_tail, es, "", "");

	METER(ilist_count, es, "64 elements", "n");
	RUN(ilist_contains, &other);
	METER(ilist_contains, &es[N - 1], "64 elements", "n");
	METER(ilist_check, es, "64 elements", "n");
	shuffle();
	METER(ilist_sort, es, "64 elements", "n log n");
	shuffle();
	ilist_clear(&il);
	fill_ilist();
	METER(ilist_sort_by_key, es, "64 elements", "n");
	other.key = 0;
	RUN(ilist_add_sorted, &other);
	ilist_del(&other.il);
	other.key = UINT32_MAX;
	RUN(ilist_add_sorted, &other);
	ilist_del(&other.il);
	ROW(ilist_add_sorted, "64 elements", "n");
	METER(ilist_for_each_entry, es, "64 elements", "n");
	METER(ilist_for_each_entry_safe, es, "64 elements", "n");
	METER(ilist_for_each_entry_reverse, es, "64 elements", "n");
	METER(ilist_for_each_entry_from, ilist_first_entry(&il, struct e, il),
	      "64 elements", "n");
	METER(ilist_drain_entry, es, "64 elements", "n");
	fill_ilist();
	METER(ilist_clear, es, "64 elements", "n");
}

static struct walklist_loop wloops[LOOPS];

CALL(walklist_add, struct e, walklist_add(&wl, &e->wl))
CALL(walklist_add_tail, struct e, walklist_add_tail(&wl, &e->wl))
CALL(walklist_add_before, struct e, walklist_add_before(&wl, &other.wl, &e->wl))
CALL(walklist_add_before_or_tail, struct e,
     walklist_add_before_or_tail(&wl, &other.wl, &e->wl))
CALL(walklist_add_after, struct e, walklist_add_after(&wl, &other.wl, &e->wl))
CALL(walklist_del, struct e, walklist_del(&wl, &e->wl))
CALL(walklist_leave, struct e, return walklist_leave(&e->wl))
CALL(walklist_move, struct e, walklist_move(&wl, &e->wl))
CALL(walklist_move_tail, struct e, walklist_move_tail(&wl, &e->wl))
CALL(walklist_count, struct e, return walklist_count(&wl))
CALL(walklist_is_linked, struct e, return walklist_is_linked(&e->wl))
CALL(walklist_of, struct e, return (uintptr_t)walklist_of(&e->wl))
CALL(walklist_contains, struct e, return walklist_contains(&wl, &e->wl))
CALL(walklist_splice, struct e, walklist_splice(&wl2, &wl))
CALL(walklist_splice_tail, struct e, walklist_splice_tail(&wl, &wl2))
CALL(walklist_node_moved, struct e, walklist_node_moved(&e->wl))
CALL(walklist_clear, struct e, walklist_clear(&wl))
CALL(walklist_forget, struct e, walklist_forget(&wl))
CALL(walklist_sort, struct e, walklist_sort(&wl, wl_cmp, NULL))
CALL(walklist_add_sorted, struct e, walklist_add_sorted(&wl, &e->wl, wl_cmp, NULL))
CALL(walklist_check, struct e, return walklist_check(&wl, NULL))
CALL(walklist_first, struct e, return (uintptr_t)walklist_first(&wl))
CALL(walklist_first_entry, struct e,
     return (uintptr_t)walklist_first_entry(&wl, struct e, wl))
CALL(walklist_last_entry, struct e,
     return (uintptr_t)walklist_last_entry(&wl, struct e, wl))
CALL(walklist_next_entry, struct e,
     return (uintptr_t)walklist_next_entry(&wl, e, struct e, wl))
CALL(walklist_prev_entry, struct e,
     return (uintptr_t)walklist_prev_entry(&wl, e, struct e, wl))
CALL(walklist_pop_entry, struct e,
     return (uintptr_t)walklist_pop_entry(&wl, struct e, wl))
CALL(walklist_pop_tail_entry, struct e,
     return (uintptr_t)walklist_pop_tail_entry(&wl, struct e, wl))
CALL(walklist_loop_begin, struct walklist_loop, walklist_loop_begin(e, &wl))
CALL(walklist_loop_next, struct walklist_loop,
     return (uintptr_t)walklist_loop_next(e))
CALL(walklist_loop_end, struct walklist_loop, walklist_loop_end(e))
CALL(walklist_stop, struct e, walklist_stop(&wl))
LOOP(walklist_for_each_entry, struct e, pos, &wl, struct e, wl)
LOOP(walklist_for_each_entry_safe, struct e, pos, &wl, struct e, wl)
LOOP(walklist_for_each_entry_reverse, struct e, pos, &wl, struct e, wl)
LOOP(walklist_for_each_entry_from, struct e, pos, &wl, e, struct e, wl)
LOOP(walklist_for_each_entry_present, struct e, pos, &wl, struct e, wl)
LOOP(walklist_for_each_entry_const, struct e, pos, &wl, struct e, wl)

static void fill_walklist(void)
{
	for (uint32_t i = 0; i < N; i++)
		walklist_add_tail(&wl, &es[i].wl);
}

/* All loops stand at the first element. */
static void open_loops(void)
{
	for (uint32_t i = 0; i < LOOPS; i++) {
		walklist_loop_begin(&wloops[i], &wl);
		(void)walklist_loop_next(&wloops[i]);
	}
}

static void close_loops(void)
{
	for (uint32_t i = LOOPS; i--;)
		walklist_loop_end(&wloops[i]);
}

/* The call takes away the element that all loops are at. */
#define RUN_AT_LOOPS(name)                                             \
	do {                                                           \
		for (uint32_t i = 0; i < N; i++) {                     \
			open_loops();                                  \
			RUN(name, walklist_first_entry(&wl, struct e, wl)); \
			close_loops();                                 \
		}                                                      \
		ROW(name, "8 loops open", "loops");                    \
	} while (0)

static void of_walklist(void)
{
	METER_ALL(walklist_add, es, "", "loops");
	METER_ALL(walklist_del, es, "", "loops");
	METER_ALL(walklist_add_tail, es, "", "loops");
	METER_ALL(walklist_move, es, "", "loops");
	METER_ALL(walklist_move_tail, es, "", "loops");
	RUN_ALL(walklist_contains, es);
	METER(walklist_contains, &other, "", "");
	METER_ALL(walklist_next_entry, es, "", "");
	METER_ALL(walklist_prev_entry, es, "", "");
	METER_ALL(walklist_first, es, "", "");
	METER_ALL(walklist_first_entry, es, "", "");
	METER_ALL(walklist_last_entry, es, "", "");
	METER_ALL(walklist_count, es, "", "");
	METER_ALL(walklist_is_linked, es, "", "");
	METER_ALL(walklist_of, es, "", "");
	RUN_ALL(walklist_leave, es);
	METER_ALL(walklist_leave, es, "", "loops");
	walklist_add(&wl, &other.wl);
	METER_ALL(walklist_add_before, es, "", "loops");
	walklist_clear(&wl);
	walklist_add(&wl, &other.wl);
	METER_ALL(walklist_add_before_or_tail, es, "", "loops");
	walklist_clear(&wl);
	walklist_add(&wl, &other.wl);
	METER_ALL(walklist_add_after, es, "", "loops");
	walklist_del(&wl, &other.wl);
	RUN_ALL(walklist_pop_entry, es);
	METER(walklist_pop_entry, es, "", "loops");
	fill_walklist();
	RUN_ALL(walklist_pop_tail_entry, es);
	METER(walklist_pop_tail_entry, es, "", "loops");

	fill_walklist();
	RUN_AT_LOOPS(walklist_del);
	fill_walklist();
	RUN_AT_LOOPS(walklist_leave);
	fill_walklist();
	RUN_AT_LOOPS(walklist_pop_entry);
	fill_walklist();
	RUN_AT_LOOPS(walklist_move_tail);
	open_loops();
	walklist_clear(&wl);
	METER_ALL(walklist_add_tail, es, "8 loops open", "loops");
	walklist_clear(&wl);
	METER_ALL(walklist_add, es, "8 loops open", "loops");
	METER(walklist_stop, es, "8 loops open", "loops");

	METER(walklist_loop_begin, &wloops[0], "", "");
	for (uint32_t i = 0; i <= N; i++)
		RUN(walklist_loop_next, &wloops[0]);
	ROW(walklist_loop_next, "", "");
	METER(walklist_loop_end, &wloops[0], "", "");

	METER(walklist_for_each_entry, es, "64 elements", "n");
	METER(walklist_for_each_entry_safe, es, "64 elements", "n");
	METER(walklist_for_each_entry_reverse, es, "64 elements", "n");
	METER(walklist_for_each_entry_from, walklist_first_entry(&wl, struct e, wl),
	      "64 elements", "n");
	METER(walklist_for_each_entry_present, es, "64 elements", "n");
	METER(walklist_for_each_entry_const, es, "64 elements", "n");
	METER_ALL(walklist_node_moved, es, "", "loops");
	METER(walklist_splice, es, "64 elements", "n");
	METER(walklist_splice_tail, es, "64 elements", "n");
	METER(walklist_check, es, "64 elements", "n");
	shuffle();
	METER(walklist_sort, es, "64 elements", "n log n");
	other.key = 0;
	walklist_leave(&other.wl);
	RUN(walklist_add_sorted, &other);
	walklist_del(&wl, &other.wl);
	other.key = UINT32_MAX;
	RUN(walklist_add_sorted, &other);
	walklist_del(&wl, &other.wl);
	ROW(walklist_add_sorted, "64 elements", "n");
	METER(walklist_clear, es, "64 elements", "n");
	METER(walklist_forget, es, "", "");
	walklist_init(&wl);
}

CALL(locklist_add_tail, struct e, return (uintptr_t)locklist_add_tail(&ll, &e->ll))
CALL(locklist_del, struct e, locklist_del(&ll, &e->ll))
CALL(locklist_leave, struct e, return locklist_leave(&e->ll))
CALL(locklist_node_moved, struct e, locklist_node_moved(&e->ll))
CALL(locklist_lock, struct e, locklist_lock(&ll))
CALL(locklist_unlock, struct e, locklist_unlock(&ll))
CALL(locklist_is_locked, struct e, return locklist_is_locked(&ll))
CALL(locklist_contains, struct e, return locklist_contains(&ll, &e->ll))
CALL(locklist_owner, struct e, return (uintptr_t)locklist_owner(&e->ll))
CALL(locklist_count, struct e, return locklist_count(&ll))
CALL(locklist_seen_count, struct e, return locklist_seen_count(&ll))
CALL(locklist_first_entry, struct e,
     return (uintptr_t)locklist_first_entry(&ll, struct e, ll))
CALL(locklist_next_entry, struct e,
     return (uintptr_t)locklist_next_entry(&ll, e, struct e, ll))
CALL(locklist_clear, struct e, locklist_clear(&ll))
CALL(locklist_forget, struct e, locklist_forget(&ll))
CALL(locklist_check, struct e, return locklist_check(&ll, NULL))
CALL(locklist_stop, struct e, locklist_stop(&ll))
LOOP(locklist_for_each_entry, struct e, pos, &ll, struct e, ll)
LOOP(locklist_for_each_entry_safe, struct e, pos, &ll, struct e, ll)
LOOP(locklist_for_each_entry_const, struct e, pos, &ll, struct e, ll)

static void of_locklist(void)
{
	METER_ALL(locklist_add_tail, es, "", "");
	RUN_ALL(locklist_contains, es);
	METER(locklist_contains, &other, "", "");
	METER_ALL(locklist_owner, es, "", "");
	METER_ALL(locklist_next_entry, es, "", "");
	METER_ALL(locklist_first_entry, es, "", "");
	METER_ALL(locklist_count, es, "", "");
	METER_ALL(locklist_seen_count, es, "", "");
	METER_ALL(locklist_is_locked, es, "", "");
	METER_ALL(locklist_node_moved, es, "no change pending", "");
	METER_ALL(locklist_del, es, "", "");
	for (uint32_t i = 0; i < N; i++)
		lish_sure(locklist_add_tail(&ll, &es[i].ll));
	RUN_ALL(locklist_leave, es);
	METER_ALL(locklist_leave, es, "", "");
	METER(locklist_lock, es, "", "");
	METER(locklist_unlock, es, "no change pending", "pending");
	locklist_lock(&ll);
	METER_ALL(locklist_add_tail, es, "locked", "");
	METER(locklist_unlock, es, "64 adds pending", "pending");
	METER(locklist_for_each_entry, es, "64 elements", "n");
	METER(locklist_for_each_entry_safe, es, "64 elements", "n");
	METER(locklist_for_each_entry_const, es, "64 elements", "n");
	METER(locklist_check, es, "64 elements", "n");
	locklist_lock(&ll);
	METER_ALL(locklist_del, es, "locked", "");
	METER(locklist_unlock, es, "64 dels pending", "pending");
	for (uint32_t i = 0; i < N; i++)
		lish_sure(locklist_add_tail(&ll, &es[i].ll));
	METER(locklist_clear, es, "64 elements", "n");
	locklist_lock(&ll);
	METER(locklist_stop, es, "", "loops");
	locklist_init(&ll);
	METER(locklist_forget, es, "", "");
	locklist_init(&ll);
}

CALL(inbox_push, struct e, return (uintptr_t)inbox_push(&in, &e->in))
CALL(inbox_chain_add_tail, struct e,
     return (uintptr_t)inbox_chain_add_tail(&chain, &e->in))
CALL(inbox_push_chain, struct e, return (uintptr_t)inbox_push_chain(&in, &chain))
CALL(inbox_pop_entry, struct e, return (uintptr_t)inbox_pop_entry(&in, struct e, in))
CALL(inbox_empty, struct e, return inbox_empty(&in))
CALL(inbox_clear, struct e, inbox_clear(&in))
CALL(inbox_check, struct e, return inbox_check(&in, NULL))
LOOP(inbox_drain_entry, struct e, pos, &in, struct e, in)

static void of_inbox(void)
{
	METER_ALL(inbox_push, es, "", "");
	METER_ALL(inbox_empty, es, "", "");
	METER(inbox_check, es, "64 pushed", "n");
	METER(inbox_pop_entry, es, "first after 64 pushes", "pushed");
	for (uint32_t i = 1; i < N; i++)
		RUN(inbox_pop_entry, es);
	ROW(inbox_pop_entry, "the others", "");
	METER_ALL(inbox_chain_add_tail, es, "", "");
	METER(inbox_push_chain, es, "", "");
	METER(inbox_drain_entry, es, "64 pushed", "pushed");
	for (uint32_t i = 0; i < N; i++)
		lish_sure(inbox_push(&in, &es[i].in));
	METER(inbox_clear, es, "64 pushed", "n");
}

void lists(void)
{
	of_ilist();
	of_walklist();
	of_locklist();
	of_inbox();
}
