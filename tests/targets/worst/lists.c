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

static int il_cmp(void *ctx, const struct ilist_node *a, const struct ilist_node *b)
{
	const uint32_t x = container_of(a, const struct e, il)->key;
	const uint32_t y = container_of(b, const struct e, il)->key;

	(void)ctx;
	return (x > y) - (x < y);
}

static uint64_t il_key(void *ctx, const struct ilist_node *node)
{
	(void)ctx;
	return container_of(node, const struct e, il)->key;
}

static int wl_cmp(void *ctx, const struct walklist_node *a,
		  const struct walklist_node *b)
{
	const uint32_t x = container_of(a, const struct e, wl)->key;
	const uint32_t y = container_of(b, const struct e, wl)->key;

	(void)ctx;
	return (x > y) - (x < y);
}

CALL(ilist_add, struct e, ilist_add(&il, &e->il))
CALL(ilist_add_tail, struct e, ilist_add_tail(&il, &e->il))
CALL(ilist_add_before, struct e, ilist_add_before(&other.il, &e->il))
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
	RUN_ALL(ilist_add, es);
	ROW(ilist_add, "", "");
	RUN_ALL(ilist_del, es);
	ROW(ilist_del, "", "");
	RUN_ALL(ilist_add_tail, es);
	ROW(ilist_add_tail, "", "");
	RUN_ALL(ilist_move, es);
	ROW(ilist_move, "", "");
	RUN_ALL(ilist_move_tail, es);
	ROW(ilist_move_tail, "", "");
	RUN_ALL(ilist_is_linked, es);
	ROW(ilist_is_linked, "", "");
	RUN_ALL(ilist_node_moved, es);
	ROW(ilist_node_moved, "", "");
	RUN_ALL(ilist_next_entry, es);
	ROW(ilist_next_entry, "", "");
	RUN_ALL(ilist_prev_entry, es);
	ROW(ilist_prev_entry, "", "");
	RUN_ALL(ilist_next_entry_circular, es);
	ROW(ilist_next_entry_circular, "", "");
	RUN_ALL(ilist_prev_entry_circular, es);
	ROW(ilist_prev_entry_circular, "", "");
	RUN_ALL(ilist_first, es);
	ROW(ilist_first, "", "");
	RUN_ALL(ilist_first_entry, es);
	ROW(ilist_first_entry, "", "");
	RUN_ALL(ilist_last_entry, es);
	ROW(ilist_last_entry, "", "");
	RUN_ALL(ilist_empty, es);
	ROW(ilist_empty, "", "");
	RUN_ALL(ilist_leave, es);
	RUN_ALL(ilist_leave, es);
	ROW(ilist_leave, "", "");
	ilist_add(&il, &other.il);
	RUN_ALL(ilist_add_before, es);
	ROW(ilist_add_before, "", "");
	ilist_clear(&il);
	ilist_add(&il, &other.il);
	RUN_ALL(ilist_add_after, es);
	ROW(ilist_add_after, "", "");
	ilist_del(&other.il);
	RUN_ALL(ilist_pop_entry, es);
	RUN(ilist_pop_entry, es);
	ROW(ilist_pop_entry, "", "");
	fill_ilist();
	RUN_ALL(ilist_pop_tail_entry, es);
	RUN(ilist_pop_tail_entry, es);
	ROW(ilist_pop_tail_entry, "", "");
	fill_ilist();
	RUN(ilist_splice, es);
	ROW(ilist_splice, "", "");
	RUN(ilist_splice_tail, es);
	ROW(ilist_splice_tail, "", "");
	for (uint32_t i = 0; i < N; i++) {
		RUN(ilist_cut_after, &es[i]);
		ilist_splice_tail(&il, &il2);
	}
	ROW(ilist_cut_after, "", "");
	RUN_ALL(ilist_bulk_move_tail, es);
	ROW(ilist_bulk_move_tail, "", "");

	RUN(ilist_count, es);
	ROW(ilist_count, "64 elements", "n");
	RUN(ilist_contains, &other);
	RUN(ilist_contains, &es[N - 1]);
	ROW(ilist_contains, "64 elements", "n");
	RUN(ilist_check, es);
	ROW(ilist_check, "64 elements", "n");
	shuffle();
	RUN(ilist_sort, es);
	ROW(ilist_sort, "64 elements", "n log n");
	shuffle();
	ilist_clear(&il);
	fill_ilist();
	RUN(ilist_sort_by_key, es);
	ROW(ilist_sort_by_key, "64 elements", "n");
	other.key = 0;
	RUN(ilist_add_sorted, &other);
	ilist_del(&other.il);
	other.key = UINT32_MAX;
	RUN(ilist_add_sorted, &other);
	ilist_del(&other.il);
	ROW(ilist_add_sorted, "64 elements", "n");
	RUN(ilist_for_each_entry, es);
	ROW(ilist_for_each_entry, "64 elements", "n");
	RUN(ilist_for_each_entry_safe, es);
	ROW(ilist_for_each_entry_safe, "64 elements", "n");
	RUN(ilist_for_each_entry_reverse, es);
	ROW(ilist_for_each_entry_reverse, "64 elements", "n");
	RUN(ilist_for_each_entry_from, ilist_first_entry(&il, struct e, il));
	ROW(ilist_for_each_entry_from, "64 elements", "n");
	RUN(ilist_drain_entry, es);
	ROW(ilist_drain_entry, "64 elements", "n");
	fill_ilist();
	RUN(ilist_clear, es);
	ROW(ilist_clear, "64 elements", "n");
}

static struct walklist_loop wloops[LOOPS];

CALL(walklist_add, struct e, walklist_add(&wl, &e->wl))
CALL(walklist_add_tail, struct e, walklist_add_tail(&wl, &e->wl))
CALL(walklist_add_before, struct e, walklist_add_before(&wl, &other.wl, &e->wl))
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
	RUN_ALL(walklist_add, es);
	ROW(walklist_add, "", "loops");
	RUN_ALL(walklist_del, es);
	ROW(walklist_del, "", "loops");
	RUN_ALL(walklist_add_tail, es);
	ROW(walklist_add_tail, "", "loops");
	RUN_ALL(walklist_move, es);
	ROW(walklist_move, "", "loops");
	RUN_ALL(walklist_move_tail, es);
	ROW(walklist_move_tail, "", "loops");
	RUN_ALL(walklist_contains, es);
	RUN(walklist_contains, &other);
	ROW(walklist_contains, "", "");
	RUN_ALL(walklist_next_entry, es);
	ROW(walklist_next_entry, "", "");
	RUN_ALL(walklist_prev_entry, es);
	ROW(walklist_prev_entry, "", "");
	RUN_ALL(walklist_first, es);
	ROW(walklist_first, "", "");
	RUN_ALL(walklist_first_entry, es);
	ROW(walklist_first_entry, "", "");
	RUN_ALL(walklist_last_entry, es);
	ROW(walklist_last_entry, "", "");
	RUN_ALL(walklist_count, es);
	ROW(walklist_count, "", "");
	RUN_ALL(walklist_is_linked, es);
	ROW(walklist_is_linked, "", "");
	RUN_ALL(walklist_of, es);
	ROW(walklist_of, "", "");
	RUN_ALL(walklist_leave, es);
	RUN_ALL(walklist_leave, es);
	ROW(walklist_leave, "", "loops");
	walklist_add(&wl, &other.wl);
	RUN_ALL(walklist_add_before, es);
	ROW(walklist_add_before, "", "loops");
	walklist_clear(&wl);
	walklist_add(&wl, &other.wl);
	RUN_ALL(walklist_add_after, es);
	ROW(walklist_add_after, "", "loops");
	walklist_del(&wl, &other.wl);
	RUN_ALL(walklist_pop_entry, es);
	RUN(walklist_pop_entry, es);
	ROW(walklist_pop_entry, "", "loops");
	fill_walklist();
	RUN_ALL(walklist_pop_tail_entry, es);
	RUN(walklist_pop_tail_entry, es);
	ROW(walklist_pop_tail_entry, "", "loops");

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
	RUN_ALL(walklist_add_tail, es);
	ROW(walklist_add_tail, "8 loops open", "loops");
	walklist_clear(&wl);
	RUN_ALL(walklist_add, es);
	ROW(walklist_add, "8 loops open", "loops");
	RUN(walklist_stop, es);
	ROW(walklist_stop, "8 loops open", "loops");

	RUN(walklist_loop_begin, &wloops[0]);
	ROW(walklist_loop_begin, "", "");
	for (uint32_t i = 0; i <= N; i++)
		RUN(walklist_loop_next, &wloops[0]);
	ROW(walklist_loop_next, "", "");
	RUN(walklist_loop_end, &wloops[0]);
	ROW(walklist_loop_end, "", "");

	RUN(walklist_for_each_entry, es);
	ROW(walklist_for_each_entry, "64 elements", "n");
	RUN(walklist_for_each_entry_safe, es);
	ROW(walklist_for_each_entry_safe, "64 elements", "n");
	RUN(walklist_for_each_entry_reverse, es);
	ROW(walklist_for_each_entry_reverse, "64 elements", "n");
	RUN(walklist_for_each_entry_from, walklist_first_entry(&wl, struct e, wl));
	ROW(walklist_for_each_entry_from, "64 elements", "n");
	RUN(walklist_for_each_entry_present, es);
	ROW(walklist_for_each_entry_present, "64 elements", "n");
	RUN(walklist_for_each_entry_const, es);
	ROW(walklist_for_each_entry_const, "64 elements", "n");
	RUN_ALL(walklist_node_moved, es);
	ROW(walklist_node_moved, "", "loops");
	RUN(walklist_splice, es);
	ROW(walklist_splice, "64 elements", "n");
	RUN(walklist_splice_tail, es);
	ROW(walklist_splice_tail, "64 elements", "n");
	RUN(walklist_check, es);
	ROW(walklist_check, "64 elements", "n");
	shuffle();
	RUN(walklist_sort, es);
	ROW(walklist_sort, "64 elements", "n log n");
	other.key = 0;
	walklist_leave(&other.wl);
	RUN(walklist_add_sorted, &other);
	walklist_del(&wl, &other.wl);
	other.key = UINT32_MAX;
	RUN(walklist_add_sorted, &other);
	walklist_del(&wl, &other.wl);
	ROW(walklist_add_sorted, "64 elements", "n");
	RUN(walklist_clear, es);
	ROW(walklist_clear, "64 elements", "n");
	RUN(walklist_forget, es);
	ROW(walklist_forget, "", "");
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
	RUN_ALL(locklist_add_tail, es);
	ROW(locklist_add_tail, "", "");
	RUN_ALL(locklist_contains, es);
	RUN(locklist_contains, &other);
	ROW(locklist_contains, "", "");
	RUN_ALL(locklist_owner, es);
	ROW(locklist_owner, "", "");
	RUN_ALL(locklist_next_entry, es);
	ROW(locklist_next_entry, "", "");
	RUN_ALL(locklist_first_entry, es);
	ROW(locklist_first_entry, "", "");
	RUN_ALL(locklist_count, es);
	ROW(locklist_count, "", "");
	RUN_ALL(locklist_seen_count, es);
	ROW(locklist_seen_count, "", "");
	RUN_ALL(locklist_is_locked, es);
	ROW(locklist_is_locked, "", "");
	RUN_ALL(locklist_node_moved, es);
	ROW(locklist_node_moved, "no change pending", "");
	RUN_ALL(locklist_del, es);
	ROW(locklist_del, "", "");
	for (uint32_t i = 0; i < N; i++)
		lish_sure(locklist_add_tail(&ll, &es[i].ll));
	RUN_ALL(locklist_leave, es);
	RUN_ALL(locklist_leave, es);
	ROW(locklist_leave, "", "");
	RUN(locklist_lock, es);
	ROW(locklist_lock, "", "");
	RUN(locklist_unlock, es);
	ROW(locklist_unlock, "no change pending", "pending");
	locklist_lock(&ll);
	RUN_ALL(locklist_add_tail, es);
	ROW(locklist_add_tail, "locked", "");
	RUN(locklist_unlock, es);
	ROW(locklist_unlock, "64 adds pending", "pending");
	RUN(locklist_for_each_entry, es);
	ROW(locklist_for_each_entry, "64 elements", "n");
	RUN(locklist_for_each_entry_safe, es);
	ROW(locklist_for_each_entry_safe, "64 elements", "n");
	RUN(locklist_for_each_entry_const, es);
	ROW(locklist_for_each_entry_const, "64 elements", "n");
	RUN(locklist_check, es);
	ROW(locklist_check, "64 elements", "n");
	locklist_lock(&ll);
	RUN_ALL(locklist_del, es);
	ROW(locklist_del, "locked", "");
	RUN(locklist_unlock, es);
	ROW(locklist_unlock, "64 dels pending", "pending");
	for (uint32_t i = 0; i < N; i++)
		lish_sure(locklist_add_tail(&ll, &es[i].ll));
	RUN(locklist_clear, es);
	ROW(locklist_clear, "64 elements", "n");
	locklist_lock(&ll);
	RUN(locklist_stop, es);
	ROW(locklist_stop, "", "loops");
	locklist_init(&ll);
	RUN(locklist_forget, es);
	ROW(locklist_forget, "", "");
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
	RUN_ALL(inbox_push, es);
	ROW(inbox_push, "", "");
	RUN_ALL(inbox_empty, es);
	ROW(inbox_empty, "", "");
	RUN(inbox_check, es);
	ROW(inbox_check, "64 pushed", "n");
	RUN(inbox_pop_entry, es);
	ROW(inbox_pop_entry, "first after 64 pushes", "pushed");
	for (uint32_t i = 1; i < N; i++)
		RUN(inbox_pop_entry, es);
	ROW(inbox_pop_entry, "the others", "");
	RUN_ALL(inbox_chain_add_tail, es);
	ROW(inbox_chain_add_tail, "", "");
	RUN(inbox_push_chain, es);
	ROW(inbox_push_chain, "", "");
	RUN(inbox_drain_entry, es);
	ROW(inbox_drain_entry, "64 pushed", "pushed");
	for (uint32_t i = 0; i < N; i++)
		lish_sure(inbox_push(&in, &es[i].in));
	RUN(inbox_clear, es);
	ROW(inbox_clear, "64 pushed", "n");
}

void lists(void)
{
	of_ilist();
	of_walklist();
	of_locklist();
	of_inbox();
}
