/* SPDX-License-Identifier: MIT */
/*
 * What the pools share. How it works in a pool is shown by the pools' tests;
 * here are the corners that no pool reaches by itself.
 */
#include "pool_test.h"

static struct lish_chunks chunks;
static struct test_mem mem;

static int setup(void **state)
{
	static const struct test_mem fresh = TEST_MEM_INIT;
	struct lish_config config = { 0, 64, 0, false, false, NULL, NULL, NULL };

	(void)state;
	mem = fresh;
	config.mem = &mem.mem;
	return lish_chunks_init_(&chunks, 24, 8, 4, 4, &config);
}

static int teardown(void **state)
{
	(void)state;
	lish_chunks_shrink_(&chunks, 0);
	lish_chunks_release_(&chunks);
	assert_int_equal(mem.bytes, 0);
	return 0;
}

static void blocks_are_cut_at_aligned_addresses(void **state)
{
	static uint64_t memory[8];
	struct lish_block_ rest;

	(void)state;
	rest.at = (char *)memory;
	rest.left = sizeof(memory);
	assert_ptr_equal(lish_block_cut_(&rest, 3, 1, 1), memory);
	assert_ptr_equal(lish_block_cut_(&rest, 1, 4, 4), (char *)memory + 4);
	assert_ptr_equal(lish_block_cut_(&rest, 0, 4, 8), &memory[1]);
	assert_ptr_equal(lish_block_cut_(&rest, 1, 1, 1), &memory[1]);
	assert_ptr_equal(lish_block_cut_(&rest, 5, 8, 8), &memory[2]);
	assert_int_equal(rest.left, 8);
	assert_null(lish_block_cut_(&rest, 2, 8, 8));
	assert_null(lish_block_cut_(&rest, 0xffffffffu, (size_t)-1, 8));
	assert_int_equal(rest.left, 8);
	assert_non_null(lish_block_cut_(&rest, 1, 8, 8));
	assert_int_equal(rest.left, 0);
	assert_null(lish_block_cut_(&rest, 1, 1, 1));
}

static void the_largest_block_for_n_is_enough_for_any_address(void **state)
{
	static char memory[LISH_BLOCK_BYTES_(3, 16, 16) + 16];
	struct lish_block_ rest;
	size_t skip;

	(void)state;
	for (skip = 0; skip < 16; skip++) {
		rest.at = memory + skip;
		rest.left = LISH_BLOCK_BYTES_(3, 16, 16);
		assert_non_null(lish_block_cut_(&rest, 3, 16, 16));
	}
}

static void slots_and_addresses_lead_to_each_other(void **state)
{
	uint32_t slot;

	(void)state;
	assert_int_equal(lish_chunks_extend_(&chunks, 64), 0);
	assert_int_equal(lish_chunks_find_(&chunks, chunks.table[0] + 64 * 24),
			 -1);
	assert_int_equal(lish_chunks_extend_(&chunks, 640), 0);
	assert_int_equal(chunks.capacity, 640);
	for (slot = 0; slot < 640; slot++) {
		char *object = (char *)lish_chunks_at_(&chunks, slot);

		assert_int_equal((uintptr_t)object % 8, 0);
		assert_int_equal(lish_chunks_find_(&chunks, object), slot);
		assert_int_equal(lish_chunks_find_(&chunks, object + 8), -1);
	}
	assert_int_equal(lish_chunks_find_(&chunks, &chunks), -1);
}

static void capacities_are_whole_chunks_or_the_limit(void **state)
{
	(void)state;
	assert_int_equal(lish_chunks_round_(&chunks, 0), 0);
	assert_int_equal(lish_chunks_round_(&chunks, 1), 64);
	assert_int_equal(lish_chunks_round_(&chunks, 64), 64);
	assert_int_equal(lish_chunks_round_(&chunks, 65), 128);
	assert_int_equal(lish_chunks_round_(&chunks, LISH_MAX_COUNT),
			 LISH_MAX_COUNT);
	chunks.limit = 70;
	assert_int_equal(lish_chunks_round_(&chunks, 64), 64);
	assert_int_equal(lish_chunks_round_(&chunks, 65), 70);
	assert_int_equal(lish_chunks_round_(&chunks, 70), 70);
	chunks.limit = 10;
	assert_int_equal(lish_chunks_round_(&chunks, 0), 0);
	assert_int_equal(lish_chunks_round_(&chunks, 1), 10);
}

static void side_arrays_double_or_are_for_the_limit(void **state)
{
	uint32_t capacity = 0, *array, *bigger;

	(void)state;
	array = (uint32_t *)lish_chunks_side_(&chunks, NULL, 0, &capacity, 64,
					      sizeof(*array));
	assert_non_null(array);
	assert_int_equal(capacity, 64);
	array[0] = 7;
	assert_ptr_equal(lish_chunks_side_(&chunks, array, 1, &capacity, 64,
					   sizeof(*array)),
			 array);
	array = (uint32_t *)lish_chunks_side_(&chunks, array, 1, &capacity, 65,
					      sizeof(*array));
	assert_int_equal(capacity, 128);
	assert_int_equal(array[0], 7);
	mem.fail_at = mem.allocs + 1;
	assert_null(lish_chunks_side_(&chunks, array, 1, &capacity, 1000,
				      sizeof(*array)));
	assert_int_equal(capacity, 128);
	array = (uint32_t *)lish_chunks_side_(&chunks, array, 1, &capacity,
					      1000, sizeof(*array));
	assert_int_equal(capacity, 1000);
	chunks.limit = 5000;
	bigger = (uint32_t *)lish_chunks_side_(&chunks, array, 1, &capacity,
					       1001, sizeof(*array));
	assert_int_equal(capacity, 5000);
	assert_int_equal(bigger[0], 7);
	lish_chunks_free_side_(&chunks, bigger, capacity, sizeof(*array));
	assert_int_equal(mem.bytes, 0);
}

static void side_arrays_end_at_the_most_members(void **state)
{
	uint32_t capacity = LISH_MAX_COUNT / 2 + 2;

	(void)state;
	mem.fail_at = 1;
	/* double that would be more; whether there is memory is not the point
	 */
	assert_null(lish_chunks_side_(&chunks, NULL, 0, &capacity,
				      LISH_MAX_COUNT / 2 + 3, 1));
	assert_int_equal(mem.allocs, 1);
}

static void all_zero_settings_are_the_default(void **state)
{
	static const struct lish_config zero;
	struct lish_chunks by_null, by_zero;

	(void)state;
	assert_int_equal(lish_chunks_init_(&by_null, 24, 8, 4, 4, NULL), 0);
	assert_int_equal(lish_chunks_init_(&by_zero, 24, 8, 4, 4, &zero), 0);
	assert_memory_equal(&by_null, &by_zero, sizeof(by_null));
	assert_ptr_equal(by_null.mem, &lish_mem_default);
	assert_int_equal(by_null.limit, LISH_MAX_COUNT);
}

static void alignof_is_the_alignment_of_a_type(void **state)
{
	struct both {
		char before;
		double it;
	};

	(void)state;
	assert_int_equal(LISH_ALIGNOF(char), 1);
	assert_int_equal(offsetof(struct both, it) % LISH_ALIGNOF(double), 0);
	assert_true(sizeof(struct both) >= LISH_ALIGNOF(struct both));
}

#define chunk_test(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		chunk_test(blocks_are_cut_at_aligned_addresses),
		chunk_test(the_largest_block_for_n_is_enough_for_any_address),
		chunk_test(slots_and_addresses_lead_to_each_other),
		chunk_test(capacities_are_whole_chunks_or_the_limit),
		chunk_test(side_arrays_double_or_are_for_the_limit),
		chunk_test(side_arrays_end_at_the_most_members),
		chunk_test(all_zero_settings_are_the_default),
		chunk_test(alignof_is_the_alignment_of_a_type),
	};

	return run_test_group(tests);
}
