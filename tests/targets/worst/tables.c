/* SPDX-License-Identifier: MIT */
/*
 * tables.c - every call of ihash
 */
#include <linux-ish/ihash.h>

#include "meter.h"

struct e {
	struct ihash_node ih;
	uint32_t key;
};

static struct e es[N], other;
IHASH_DEFINE_STATIC(ih, N);
static struct ihash_loop loops[LOOPS];
static const struct ihash_seed seed = { { 1, 2 } };

/* Each key has a bucket of its own, or all have the same one. */
static bool same;

static uint32_t hash_of(uint32_t key)
{
	return same ? 0 : key * (UINT32_MAX / N);
}

static bool equal(const void *key, const struct ihash_node *node)
{
	return container_of(node, const struct e, ih)->key == *(const uint32_t *)key;
}

CALL(ihash_add, struct e, ihash_add(&ih, &e->ih, hash_of(e->key)))
CALL(ihash_del, struct e, ihash_del(&ih, &e->ih))
CALL(ihash_leave, struct e, return ihash_leave(&e->ih))
CALL(ihash_move_tail, struct e, ihash_move_tail(&ih, &e->ih))
CALL(ihash_contains, struct e, return ihash_contains(&ih, &e->ih))
CALL(ihash_node_moved, struct e, ihash_node_moved(&e->ih))
CALL(ihash_count, struct e, return ihash_count(&ih))
CALL(ihash_is_linked, struct e, return ihash_is_linked(&e->ih))
CALL(ihash_of, struct e, return (uintptr_t)ihash_of(&e->ih))
CALL(ihash_stats, struct e, return ihash_stats(&ih).capacity)
CALL(ihash_clear, struct e, ihash_clear(&ih))
CALL(ihash_forget, struct e, ihash_forget(&ih))
CALL(ihash_check, struct e, return ihash_check(&ih, NULL))
CALL(ihash_find_entry, struct e,
     return (uintptr_t)ihash_find_entry(&ih, hash_of(e->key), &e->key, equal, struct e, ih))
CALL(ihash_for_each_hash_entry, struct e, uint32_t sum = 0;
     ihash_for_each_hash_entry(pos, &ih, hash_of(e->key), struct e, ih) sum += pos->key;
     return sum)
CALL(ihash_first, struct e, return (uintptr_t)ihash_first(&ih))
CALL(ihash_first_entry, struct e, return (uintptr_t)ihash_first_entry(&ih, struct e, ih))
CALL(ihash_last_entry, struct e, return (uintptr_t)ihash_last_entry(&ih, struct e, ih))
CALL(ihash_next_entry, struct e, return (uintptr_t)ihash_next_entry(&ih, e, struct e, ih))
CALL(ihash_prev_entry, struct e, return (uintptr_t)ihash_prev_entry(&ih, e, struct e, ih))
CALL(ihash_pop_entry, struct e, return (uintptr_t)ihash_pop_entry(&ih, struct e, ih))
CALL(ihash_u32, struct e, return ihash_u32(e->key))
CALL(ihash_u64, struct e, return ihash_u64(e->key))
CALL(ihash_pointer, struct e, return ihash_pointer(e->ih.table))
CALL(ihash_u64_seeded, struct e, return ihash_u64_seeded(&seed, e->key))
CALL(ihash_bytes, struct e, return ihash_bytes(e, 16))
CALL(ihash_bytes_seeded, struct e, return ihash_bytes_seeded(&seed, e, 16))
CALL(ihash_string, const char, return ihash_string(e))
CALL(ihash_string_seeded, const char, return ihash_string_seeded(&seed, e))
CALL(ihash_loop_begin, struct ihash_loop, ihash_loop_begin(e, &ih))
CALL(ihash_loop_next, struct ihash_loop, return (uintptr_t)ihash_loop_next(e))
CALL(ihash_loop_end, struct ihash_loop, ihash_loop_end(e))
CALL(ihash_stop, struct e, ihash_stop(&ih))
LOOP(ihash_for_each_entry, struct e, pos, &ih, struct e, ih)
LOOP(ihash_for_each_entry_safe, struct e, pos, &ih, struct e, ih)
LOOP(ihash_for_each_entry_reverse, struct e, pos, &ih, struct e, ih)
LOOP(ihash_for_each_entry_from, struct e, pos, &ih, e, struct e, ih)
LOOP(ihash_for_each_entry_present, struct e, pos, &ih, struct e, ih)
LOOP(ihash_for_each_entry_const, struct e, pos, &ih, struct e, ih)

static void fill(void)
{
	for (uint32_t i = 0; i < N; i++) {
		es[i].key = i;
		ihash_add(&ih, &es[i].ih, hash_of(i));
	}
}

/* All loops stand at the first element. */
static void open_loops(void)
{
	for (uint32_t i = 0; i < LOOPS; i++) {
		ihash_loop_begin(&loops[i], &ih);
		(void)ihash_loop_next(&loops[i]);
	}
}

static void close_loops(void)
{
	for (uint32_t i = LOOPS; i--;)
		ihash_loop_end(&loops[i]);
}

/* The call takes away the element that all loops are at. */
#define RUN_AT_LOOPS(name)                                                 \
	do {                                                               \
		fill();                                                    \
		for (uint32_t i = 0; i < N; i++) {                         \
			open_loops();                                      \
			RUN(name, ihash_first_entry(&ih, struct e, ih));   \
			close_loops();                                     \
		}                                                          \
		ihash_clear(&ih);                                          \
		ROW(name, "8 loops open", "loops");                        \
	} while (0)

void tables(void)
{
	static char text[] = "sixteen letters";
	uint32_t i;

	for (i = 0; i < N; i++)
		es[i].key = i;
	METER_ALL(ihash_add, es, "", "loops");
	METER_ALL(ihash_find_entry, es, "", "chain");
	METER_ALL(ihash_for_each_hash_entry, es, "", "chain");
	RUN_ALL(ihash_contains, es);
	METER(ihash_contains, &other, "", "");
	METER_ALL(ihash_move_tail, es, "", "loops");
	METER_ALL(ihash_node_moved, es, "", "chain");
	METER_ALL(ihash_next_entry, es, "", "");
	METER_ALL(ihash_prev_entry, es, "", "");
	METER_ALL(ihash_first, es, "", "");
	METER_ALL(ihash_first_entry, es, "", "");
	METER_ALL(ihash_last_entry, es, "", "");
	METER_ALL(ihash_count, es, "", "");
	METER_ALL(ihash_stats, es, "", "");
	METER_ALL(ihash_is_linked, es, "", "");
	METER_ALL(ihash_of, es, "", "");
	METER_ALL(ihash_del, es, "", "chain");
	fill();
	RUN_ALL(ihash_leave, es);
	METER_ALL(ihash_leave, es, "", "chain");
	fill();
	RUN_ALL(ihash_pop_entry, es);
	METER(ihash_pop_entry, es, "", "chain");

	/* The worst: one bucket has all elements. The last of its chain was added first. */
	same = true;
	fill();
	METER(ihash_find_entry, es, "64 in one chain", "chain");
	METER(ihash_del, es, "64 in one chain", "chain");
	ihash_clear(&ih);
	same = false;

	RUN_AT_LOOPS(ihash_del);
	RUN_AT_LOOPS(ihash_leave);
	RUN_AT_LOOPS(ihash_pop_entry);
	RUN_AT_LOOPS(ihash_move_tail);
	fill();
	open_loops();
	ihash_clear(&ih);
	METER_ALL(ihash_add, es, "8 loops open", "loops");
	METER(ihash_stop, es, "8 loops open", "loops");

	METER(ihash_loop_begin, &loops[0], "", "");
	for (i = 0; i <= N; i++)
		RUN(ihash_loop_next, &loops[0]);
	ROW(ihash_loop_next, "", "");
	METER(ihash_loop_end, &loops[0], "", "");
	METER(ihash_for_each_entry, es, "64 elements", "n");
	METER(ihash_for_each_entry_safe, es, "64 elements", "n");
	METER(ihash_for_each_entry_reverse, es, "64 elements", "n");
	METER(ihash_for_each_entry_from, ihash_first_entry(&ih, struct e, ih), "64 elements", "n");
	METER(ihash_for_each_entry_present, es, "64 elements", "n");
	METER(ihash_for_each_entry_const, es, "64 elements", "n");
	METER(ihash_check, es, "64 elements", "n");
	METER(ihash_clear, es, "64 elements", "n");
	fill();
	METER(ihash_forget, es, "64 buckets", "n");

	METER_ALL(ihash_u32, es, "", "");
	METER_ALL(ihash_u64, es, "", "");
	METER_ALL(ihash_pointer, es, "", "");
	METER_ALL(ihash_u64_seeded, es, "", "");
	METER(ihash_bytes, es, "16 bytes", "bytes");
	METER(ihash_bytes_seeded, es, "16 bytes", "bytes");
	METER(ihash_string, text, "15 bytes", "bytes");
	METER(ihash_string_seeded, text, "15 bytes", "bytes");
}
