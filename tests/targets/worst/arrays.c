/* SPDX-License-Identifier: MIT */
/*
 * arrays.c - every call of dense, rwarray and iheap
 */
#include <linux-ish/dense.h>
#include <linux-ish/iheap.h>
#include <linux-ish/rwarray.h>
#include <linux-ish/sort.h>

#include "meter.h"

struct e {
	struct dense_idx de;
	struct rwarray_idx rw;
	struct iheap_idx he;
	uint32_t key;
};

static struct e es[N], other;
DENSE_DEFINE_STATIC(de, N);
RWARRAY_DEFINE_STATIC(rw, N);
IHEAP_DEFINE_STATIC(he, N);
static int64_t key;

static void shuffle(void)
{
	for (uint32_t i = 0; i < N; i++)
		es[i].key = (i * 2654435761u) >> 16;
}

COMPARISON(de_cmp, dense_idx, struct e, de)
COMPARISON(rw_cmp, rwarray_idx, struct e, rw)

CALL(dense_add, struct e, return (uintptr_t)dense_add(&de, &e->de))
CALL(dense_del, struct e, dense_del(&de, &e->de))
CALL(dense_leave, struct e, return dense_leave(&de, &e->de))
CALL(dense_node_moved, struct e, dense_node_moved(&de, &e->de))
CALL(dense_contains, struct e, return dense_contains(&de, &e->de))
CALL(dense_index_of, struct e, return (uintptr_t)dense_index_of(&de, &e->de))
CALL(dense_at_entry, struct e, return (uintptr_t)dense_at_entry(&de, e->key, struct e, de))
CALL(dense_pop_entry, struct e, return (uintptr_t)dense_pop_entry(&de, struct e, de))
CALL(dense_count, struct e, return dense_count(&de))
CALL(dense_stats, struct e, return dense_stats(&de).capacity)
CALL(dense_span, struct e, return dense_span(&de, 1, 2).count)
CALL(dense_clear, struct e, dense_clear(&de))
CALL(dense_forget, struct e, dense_forget(&de))
CALL(dense_sort, struct e, dense_sort(&de, de_cmp, NULL))
CALL(dense_check, struct e, return dense_check(&de, NULL))
CALL(dense_stop, struct e, dense_stop(&de))
LOOP(dense_for_each_entry, struct e, pos, &de, struct e, de)
LOOP(dense_for_each_entry_safe, struct e, pos, &de, struct e, de)
LOOP(dense_for_each_entry_reverse, struct e, pos, &de, struct e, de)
LOOP(dense_for_each_entry_present, struct e, pos, &de, struct e, de)
LOOP(dense_for_each_entry_const, struct e, pos, &de, struct e, de)
LOOP(dense_for_each_entry_span, struct lish_span, pos, &de, *e, struct e, de)

CALL(rwarray_add_tail, struct e, return (uintptr_t)rwarray_add_tail(&rw, &e->rw))
CALL(rwarray_del, struct e, rwarray_del(&rw, &e->rw))
CALL(rwarray_leave, struct e, return rwarray_leave(&rw, &e->rw))
CALL(rwarray_node_moved, struct e, rwarray_node_moved(&rw, &e->rw))
CALL(rwarray_contains, struct e, return rwarray_contains(&rw, &e->rw))
CALL(rwarray_count, struct e, return rwarray_count(&rw))
CALL(rwarray_stats, struct e, return rwarray_stats(&rw).capacity)
CALL(rwarray_span, struct e, return rwarray_span(&rw, 1, 2).count)
CALL(rwarray_compact, struct e, rwarray_compact(&rw))
CALL(rwarray_clear, struct e, rwarray_clear(&rw))
CALL(rwarray_forget, struct e, rwarray_forget(&rw))
CALL(rwarray_sort, struct e, rwarray_sort(&rw, rw_cmp, NULL))
CALL(rwarray_check, struct e, return rwarray_check(&rw, NULL))
CALL(rwarray_stop, struct e, rwarray_stop(&rw))
LOOP(rwarray_for_each_entry, struct e, pos, &rw, struct e, rw)
LOOP(rwarray_for_each_entry_safe, struct e, pos, &rw, struct e, rw)
LOOP(rwarray_for_each_entry_reverse, struct e, pos, &rw, struct e, rw)
LOOP(rwarray_for_each_entry_present, struct e, pos, &rw, struct e, rw)
LOOP(rwarray_for_each_entry_const, struct e, pos, &rw, struct e, rw)
LOOP(rwarray_for_each_entry_span, struct lish_span, pos, &rw, *e, struct e, rw)

static bool is_odd(void *ctx, struct iheap_idx *idx)
{
	(void)ctx;
	return (container_of(idx, struct e, he) - es) & 1;
}

CALL(iheap_add, struct e, return (uintptr_t)iheap_add(&he, &e->he, key))
CALL(iheap_del, struct e, iheap_del(&he, &e->he))
CALL(iheap_leave, struct e, return iheap_leave(&he, &e->he))
CALL(iheap_node_moved, struct e, iheap_node_moved(&he, &e->he))
CALL(iheap_moved, struct e, iheap_moved(&he, &e->he, key))
CALL(iheap_set, struct e, return (uintptr_t)iheap_set(&he, &e->he, key))
CALL(iheap_shift_keys, struct e, iheap_shift_keys(&he, 1))
CALL(iheap_del_if, struct e, return iheap_del_if(&he, is_odd, NULL))
CALL(iheap_contains, struct e, return iheap_contains(&he, &e->he))
CALL(iheap_key_of, struct e, return (uintptr_t)iheap_key_of(&he, &e->he))
CALL(iheap_count, struct e, return iheap_count(&he))
CALL(iheap_stats, struct e, return iheap_stats(&he).capacity)
CALL(iheap_clear, struct e, iheap_clear(&he))
CALL(iheap_check, struct e, return iheap_check(&he, NULL))
CALL(iheap_stop, struct e, iheap_stop(&he))
CALL(iheap_first, struct e, return (uintptr_t)iheap_first(&he))
CALL(iheap_first_entry, struct e, return (uintptr_t)iheap_first_entry(&he, struct e, he))
CALL(iheap_pop_entry, struct e, return (uintptr_t)iheap_pop_entry(&he, struct e, he))
LOOP(iheap_drain_due, struct e, pos, &he, INT64_MAX / 4, struct e, he)
LOOP(iheap_drain_due_present, struct e, pos, &he, INT64_MAX / 4, struct e, he)
LOOP(iheap_for_each_entry_const, struct e, pos, &he, struct e, he)

/* Eight loops, at the elements that leave, over either array. */
#define WITH_LOOPS(X, opened)                                                       \
	static struct X##_loop_ X##_loops[LOOPS];                                   \
									    \
	static void open_##X##_loops(uint32_t steps)                                \
	{                                                                           \
		for (uint32_t i = 0; i < LOOPS; i++) {                              \
			opened;                                                     \
			for (uint32_t j = 0; j < steps; j++)                        \
				(void)X##_next_(&X##_loops[i], 0);                  \
		}                                                                   \
	}                                                                           \
									    \
	static void close_##X##_loops(void)                                         \
	{                                                                           \
		for (uint32_t i = LOOPS; i--;)                                      \
			X##_close_(&X##_loops[i]);                                  \
	}
WITH_LOOPS(dense, (void)dense_open_(&de, &dense_loops[i], 0))
WITH_LOOPS(rwarray, (void)rwarray_open_(&rwarray_loops[i], &rw, 0))

static void fill_dense(void)
{
	for (uint32_t i = 0; i < N; i++)
		lish_sure(dense_add(&de, &es[i].de));
}

static void of_dense(void)
{
	struct lish_span all;

	METER_ALL(dense_add, es, "", "loops");
	RUN_ALL(dense_contains, es);
	METER(dense_contains, &other, "", "");
	METER_ALL(dense_index_of, es, "", "");
	for (uint32_t i = 0; i < N; i++)
		es[i].key = i;
	METER_ALL(dense_at_entry, es, "", "");
	METER_ALL(dense_count, es, "", "");
	METER_ALL(dense_stats, es, "", "");
	METER_ALL(dense_span, es, "", "");
	METER_ALL(dense_node_moved, es, "", "");
	METER_ALL(dense_del, es, "", "loops");
	fill_dense();
	RUN_ALL(dense_leave, es);
	METER_ALL(dense_leave, es, "", "loops");
	fill_dense();
	RUN_ALL(dense_pop_entry, es);
	METER(dense_pop_entry, es, "", "loops");

	fill_dense();
	for (uint32_t i = 0; i < N; i++) {
		open_dense_loops(N / 2);
		RUN(dense_del, &es[i * 37 % N]);
		close_dense_loops();
		lish_sure(dense_add(&de, &es[i * 37 % N].de));
	}
	ROW(dense_del, "8 loops open", "loops");
	dense_clear(&de);
	open_dense_loops(0);
	METER_ALL(dense_add, es, "8 loops open", "loops");
	close_dense_loops();
	open_dense_loops(1);
	METER(dense_stop, es, "8 loops open", "loops");
	close_dense_loops();

	METER(dense_for_each_entry, es, "64 elements", "n");
	METER(dense_for_each_entry_safe, es, "64 elements", "n");
	METER(dense_for_each_entry_reverse, es, "64 elements", "n");
	METER(dense_for_each_entry_present, es, "64 elements", "n");
	METER(dense_for_each_entry_const, es, "64 elements", "n");
	all = dense_span(&de, 0, 1);
	METER(dense_for_each_entry_span, &all, "64 elements", "n");
	METER(dense_check, es, "64 elements", "n");
	shuffle();
	METER(dense_sort, es, "64 elements", "n log n");
	METER(dense_clear, es, "64 elements", "n");
	METER(dense_forget, es, "", "");
}

static void fill_rwarray(void)
{
	for (uint32_t i = 0; i < N; i++)
		lish_sure(rwarray_add_tail(&rw, &es[i].rw));
}

/* Full, and every second slot is a hole. */
static void make_holes(void)
{
	rwarray_clear(&rw);
	fill_rwarray();
	for (uint32_t i = 0; i < N; i += 2)
		rwarray_del(&rw, &es[i].rw);
}

static void of_rwarray(void)
{
	struct lish_span all;

	METER_ALL(rwarray_add_tail, es, "room at the end", "");
	RUN_ALL(rwarray_contains, es);
	METER(rwarray_contains, &other, "", "");
	METER_ALL(rwarray_count, es, "", "");
	METER_ALL(rwarray_stats, es, "", "");
	METER_ALL(rwarray_span, es, "", "");
	METER_ALL(rwarray_node_moved, es, "", "");
	METER_ALL(rwarray_del, es, "", "");
	rwarray_clear(&rw);
	fill_rwarray();
	RUN_ALL(rwarray_leave, es);
	METER_ALL(rwarray_leave, es, "", "");
	make_holes();
	for (uint32_t i = 0; i < N; i += 2)
		RUN(rwarray_add_tail, &es[i]);
	ROW(rwarray_add_tail, "full, 32 holes", "holes, elements");
	make_holes();
	METER(rwarray_compact, es, "32 holes", "holes, elements");
	METER(rwarray_compact, es, "no holes", "");

	rwarray_clear(&rw);
	fill_rwarray();
	open_rwarray_loops(N / 2);
	for (uint32_t i = 0; i < N; i++)
		RUN(rwarray_del, &es[i * 37 % N]);
	ROW(rwarray_del, "8 loops open", "");
	close_rwarray_loops();
	make_holes();
	open_rwarray_loops(N / 4);
	for (uint32_t i = 0; i < N; i += 2)
		RUN(rwarray_add_tail, &es[i]);
	ROW(rwarray_add_tail, "full, 32 holes, 8 loops open", "holes, elements, loops");
	METER(rwarray_stop, es, "8 loops open", "loops");

	rwarray_clear(&rw);
	fill_rwarray();
	METER(rwarray_for_each_entry, es, "64 elements", "n");
	METER(rwarray_for_each_entry_safe, es, "64 elements", "n");
	METER(rwarray_for_each_entry_reverse, es, "64 elements", "n");
	METER(rwarray_for_each_entry_present, es, "64 elements", "n");
	METER(rwarray_for_each_entry_const, es, "64 elements", "n");
	all = rwarray_span(&rw, 0, 1);
	METER(rwarray_for_each_entry_span, &all, "64 elements", "n");
	METER(rwarray_check, es, "64 elements", "n");
	shuffle();
	METER(rwarray_sort, es, "64 elements", "n log n");
	METER(rwarray_clear, es, "64 elements", "n");
	METER(rwarray_forget, es, "", "");
}

static void fill_heap(void)
{
	for (uint32_t i = 0; i < N; i++)
		lish_sure(iheap_add(&he, &es[i].he, (int64_t)i * 2));
}

static void of_heap(void)
{
	/* Each is the new first. */
	for (uint32_t i = 0; i < N; i++) {
		key = -(int64_t)i;
		RUN(iheap_add, &es[i]);
	}
	ROW(iheap_add, "64 elements", "log n");
	RUN_ALL(iheap_contains, es);
	METER(iheap_contains, &other, "", "");
	METER_ALL(iheap_key_of, es, "", "");
	METER_ALL(iheap_first, es, "", "");
	METER_ALL(iheap_first_entry, es, "", "");
	METER_ALL(iheap_count, es, "", "");
	METER_ALL(iheap_stats, es, "", "");
	METER_ALL(iheap_del, es, "64 elements", "log n");
	fill_heap();
	METER_ALL(iheap_node_moved, es, "", "");
	RUN_ALL(iheap_leave, es);
	METER_ALL(iheap_leave, es, "64 elements", "log n");
	fill_heap();
	/* From the first place to the last, and back. */
	for (uint32_t i = 0; i < N; i++) {
		key = INT32_MAX;
		RUN(iheap_moved, iheap_first_entry(&he, struct e, he));
		key = -1 - (int64_t)i;
		RUN(iheap_moved, &es[i * 37 % N]);
	}
	ROW(iheap_moved, "64 elements", "log n");
	for (uint32_t i = 0; i < N; i++) {
		key = INT32_MAX;
		RUN(iheap_set, iheap_first_entry(&he, struct e, he));
		key = -1 - (int64_t)i;
		RUN(iheap_set, &es[i * 37 % N]);
	}
	ROW(iheap_set, "64 elements", "log n");
	iheap_clear(&he);
	fill_heap();
	METER(iheap_check, es, "64 elements", "n");
	METER(iheap_for_each_entry_const, es, "64 elements", "n");
	METER(iheap_shift_keys, es, "64 elements", "n");
	METER(iheap_del_if, es, "64 elements, half of them", "n");
	iheap_clear(&he);
	fill_heap();
	RUN_ALL(iheap_pop_entry, es);
	METER(iheap_pop_entry, es, "64 elements", "log n");
	fill_heap();
	METER(iheap_drain_due, es, "64 elements", "n log n");
	fill_heap();
	METER(iheap_drain_due_present, es, "64 elements", "n log n");
	fill_heap();
	METER(iheap_stop, es, "", "loops");
	METER(iheap_clear, es, "64 elements", "n");
}

void arrays(void)
{
	of_dense();
	of_rwarray();
	of_heap();
}
