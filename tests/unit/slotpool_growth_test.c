/* SPDX-License-Identifier: MIT */
/* slotpool: memory */
#include "slotpool_test.h"

TEST(init_takes_initial_memory_or_is_undone)
{
	struct lish_config config = config_of(100);
	enum lish_reuse order;

	for (order = LAST_FREED; order < ORDERS; order++) {
		config.initial = 70;
		assert_int_equal(init_with(&pool, order, &config), 0);
		assert_int_equal(slotpool_stats(&pool).capacity, 100);
		slotpool_destroy(&pool);
		config.initial = 101;
		assert_int_equal(init_with(&pool, order, &config), -ENOSPC);
		assert_int_equal(pool.base.size, 0);
		config.initial = 70;
		mem.fail_at = mem.allocs + 3;
		assert_int_equal(init_with(&pool, order, &config), -ENOMEM);
		assert_int_equal(pool.base.size, 0);
		assert_int_equal(mem.bytes, 0);
	}
	/* Without settings: malloc. */
	assert_int_equal(slotpool_init(&pool, struct bullet, idx, NULL), 0);
	assert_non_null(take());
	assert_true(slotpool_stats(&pool).capacity * sizeof(struct bullet) <= 65536);
	slotpool_destroy(&pool);
	/* What no machine has. */
	assert_int_equal((slotpool_init)(&pool, (size_t)-1 / 2 + 1, 1, 0, NULL), -ENOMEM);
}

TEST(a_limit_takes_the_side_arrays_at_once)
{
	enum lish_reuse order;

	for (order = LAST_FREED; order < ORDERS; order++) {
		unsigned int before = mem.allocs;

		make_pool(order, 200);
		fill(1);
		/* two arrays, table, list, chunk; then a chunk each */
		assert_int_equal(mem.allocs - before, 5);
		fill(199);
		assert_int_equal(mem.allocs - before, 8);
		assert_null(take());
		assert_int_equal(slotpool_count(&pool), 200);
		assert_whole();
	}
}

/* What has no say is not always zero. */
static void *dirty_alloc(struct lish_mem *from, size_t size, size_t align)
{
	void *area = test_mem_alloc(from, size, align);

	if (area)
		memset(area, 0xff, size);
	return area;
}

/* Of the words that no slot below the border is in, growth copies nothing. */
TEST(growth_while_little_is_live_keeps_nothing_of_the_dead)
{
	enum lish_reuse order;
	uint32_t i;

	mem.mem.alloc = dirty_alloc;
	for (order = LAST_FREED; order < ORDERS; order++) {
		make_pool(order, 0);
		fill(200);
		for (i = 200; i-- > 0;)
			free_at(i);
		if (order == NEXT) {
			assert_int_equal(pool.base.border, 200);
			slotpool_clear(&pool);
		}
		assert_slots("|");
		assert_int_equal(slotpool_reserve(&pool, 1000), 0);
		for (i = 0; i < 200; i++) {
			assert_int_equal(taken(), i);
			assert_whole();
		}
	}
}

TEST(stats_count_each_byte)
{
	enum lish_reuse order;
	uint32_t i;

	for (order = LAST_FREED; order < ORDERS; order++) {
		make_pool(order, 0);
		for (i = 0; i < 300; i++) {
			assert_int_equal(slotpool_stats(&pool).bytes, mem.bytes);
			take();
		}
		for (i = 1; i < 100; i++) {
			mem.allocs = 0;
			mem.fail_at = i;
			if (!slotpool_reserve(&pool, 5000))
				break;
			assert_int_equal(slotpool_stats(&pool).bytes, mem.bytes);
		}
		assert_in_range(i, 3, 99);
		mem.fail_at = 0;
		assert_int_equal(slotpool_stats(&pool).bytes, mem.bytes);
		slotpool_clear(&pool);
		slotpool_trim(&pool);
		assert_int_equal(slotpool_stats(&pool).bytes, mem.bytes);
		slotpool_destroy(&pool);
	}
}

TEST(reserve_makes_alloc_sure)
{
	enum lish_reuse order;
	unsigned int before;

	for (order = LAST_FREED; order < ORDERS; order++) {
		make_pool(order, 0);
		assert_int_equal(slotpool_reserve(&pool, 0), 0);
		assert_int_equal(slotpool_reserve(&pool, 130), 0);
		assert_int_equal(slotpool_stats(&pool).capacity, 192);
		before = mem.allocs;
		fill(192);
		assert_int_equal(mem.allocs, before);
		assert_int_equal(slotpool_reserve(&pool, 10), 0);
		assert_int_equal(mem.allocs, before);
		make_pool(order, 100);
		assert_int_equal(slotpool_reserve(&pool, 101), -ENOSPC);
		assert_int_equal(slotpool_reserve(&pool, 100), 0);
		assert_int_equal(slotpool_stats(&pool).capacity, 100);
	}
}

TEST(trim_gives_back_chunks_behind_the_last_live_one)
{
	struct slotpool_handle dead, live;
	enum lish_reuse order;
	uint32_t i;
	size_t before;

	for (order = LAST_FREED; order < ORDERS; order++) {
		make_pool(order, 0);
		fill(200);
		dead = handle_at(&pool, 150);
		for (i = 60; i < 200; i++) {
			if (i != 70)
				free_at(i);
		}
		live = handle_at(&pool, 70);
		before = mem.bytes;
		slotpool_trim(&pool);
		assert_int_equal(slotpool_stats(&pool).capacity, 128);
		assert_int_equal(before - mem.bytes, 128 * sizeof(struct bullet));
		slotpool_trim(&pool);
		assert_whole();
		assert_non_null(slotpool_get_entry(&pool, live, struct bullet, idx));
		assert_null(slotpool_get_entry(&pool, dead, struct bullet, idx));
		/* Those on the stack that are left, then new ones. */
		fill(200 - 61);
		assert_whole();
		assert_null(slotpool_get_entry(&pool, dead, struct bullet, idx));
		assert_int_equal(handle_at(&pool, 150).generation, 3);
	}
}

TEST(no_limit_takes_memory_as_it_grows)
{
	struct lish_config config = config_of(0);
	enum lish_reuse order;
	unsigned int bits;
	size_t bytes;

	for (order = LAST_FREED; order < ORDERS; order++) {
		assert_int_equal(init_with(&pool, order, &config), 0);
		take();
		bytes = mem.bytes;
		slotpool_destroy(&pool);
		/* No limit, in other words. */
		config.limit = UINT32_MAX;
		assert_int_equal(init_with(&pool, order, &config), 0);
		take();
		assert_int_equal(mem.bytes, bytes);
		slotpool_destroy(&pool);
		config.limit = 0;
		for (bits = 8; bits <= 31; bits++) {
			config.index_bits = bits;
			assert_int_equal(init_with(&pool, order, &config), 0);
			take();
			assert_true(mem.bytes <= bytes);
			slotpool_destroy(&pool);
		}
		config.index_bits = 0;
	}
}

TEST(without_chunks_a_pool_has_no_arrays)
{
	struct slotpool_handle dead;
	enum lish_reuse order;
	size_t before;
	uint32_t i;

	for (order = LAST_FREED; order < ORDERS; order++) {
		make_pool(order, 0);
		before = mem.bytes;
		for (i = 1; i < 9; i++) {
			mem.allocs = 0;
			mem.fail_at = i;
			if (!slotpool_reserve(&pool, 60))
				break;
			assert_int_equal(mem.bytes, before);
			assert_whole();
		}
		mem.fail_at = 0;
		/* A chunk, its entry in a table, the stack, the blocks. */
		assert_int_equal(i, 5);
		fill(200);
		dead = handle_at(&pool, 150);
		slotpool_clear(&pool);
		slotpool_trim(&pool);
		assert_int_equal(mem.bytes, before);
		assert_int_equal(slotpool_stats(&pool).bytes, before);
		assert_whole();
		slotpool_trim(&pool);
		fill(200);
		assert_whole();
		assert_null(slotpool_get_entry(&pool, dead, struct bullet, idx));
		assert_int_equal(handle_at(&pool, 150).slot, dead.slot);
	}
}

TEST(a_failed_allocation_changes_nothing)
{
	static uint64_t before[2000], after[2000];
	enum lish_reuse order;
	unsigned int fail, at;
	uint32_t count;
	size_t size;

	for (order = LAST_FREED; order < ORDERS; order++) {
		for (fail = 1; fail < 12; fail++) {
			setup(state);
			make_pool(order, 0);
			mem.fail_at = fail;
			for (count = 0; count < 300; count++) {
				size = slotpool_save_size(&pool, NULL);
				assert_true(size <= sizeof(before));
				assert_int_equal(slotpool_save(&pool, before, size, NULL), 0);
				at = mem.allocs;
				if (slotpool_zalloc_entry(&pool, struct bullet, idx))
					continue;
				assert_int_equal(mem.allocs, fail);
				assert_true(at < fail);
				assert_int_equal(slotpool_save_size(&pool, NULL), size);
				assert_int_equal(slotpool_save(&pool, after, size, NULL), 0);
				assert_memory_equal(before, after, size);
				assert_whole();
				assert_int_equal(slotpool_stats(&pool).failed, 1);
				/* And then it works. */
				assert_int_equal(
					index_of(slotpool_zalloc_entry(&pool, struct bullet, idx)),
					count);
			}
			slotpool_destroy(&pool);
			assert_int_equal(mem.bytes, 0);
		}
	}
}

TEST(a_failed_reserve_changes_nothing)
{
	unsigned int fail;

	for (fail = 1; fail < 9; fail++) {
		setup(state);
		make_pool(LAST_FREED, 0);
		mem.fail_at = mem.allocs + fail;
		if (slotpool_reserve(&pool, 130)) {
			assert_int_equal(slotpool_stats(&pool).capacity, 0);
			assert_whole();
			assert_int_equal(slotpool_reserve(&pool, 130), 0);
		} else {
			assert_true(fail > 6);
		}
		assert_int_equal(slotpool_stats(&pool).capacity, 192);
		slotpool_destroy(&pool);
		assert_int_equal(mem.bytes, 0);
	}
}

/* Bytes per object, and what an object would cost that is not there. */
TEST(memory_per_object_is_small)
{
	static const char *const names[ORDERS] = { "last freed", "lowest", "next" };
	static const double most[ORDERS] = { 4.3, 0.4, 0.4 };
	const uint32_t n = 100000;
	enum lish_reuse order;

	for (order = LAST_FREED; order < ORDERS; order++) {
		struct lish_config config = config_of(n);
		double each;

		config.step = 0;
		assert_int_equal(init_with(&pool, order, &config), 0);
		assert_int_equal(slotpool_reserve(&pool, n), 0);
		each = (double)mem.bytes / n - (double)sizeof(struct bullet);
		print_message("beyond the node, %s: %.3f bytes an object\n", names[order], each);
		assert_true(each <= most[order]);
		slotpool_destroy(&pool);
	}
	assert_int_equal(sizeof(struct slotpool_idx), 8);
	assert_int_equal(sizeof(struct slotpool_handle), 8);
}

/* Objects above 4 KiB: in other pools a chunk has what step says, down to one. */
struct boulder {
	struct slotpool_idx idx;
	uint32_t id;
	char rock[5000];
};

/* The objects that a loop visits, as their numbers; each fourth is freed on the way. */
#define BOULDERS(loop)                                                                            \
	do {                                                                                      \
		n = 0;                                                                            \
		loop                                                                              \
		{                                                                                 \
			assert_true(n < 200);                                                     \
			seen[n++] = pos->id;                                                      \
			assert_ptr_equal(slotpool_at_entry(&rocks, pos->id, struct boulder, idx), \
					 pos);                                                    \
			if (change && n % 4 == 0)                                                 \
				slotpool_free(&rocks, &pos->idx);                                 \
		}                                                                                 \
	} while (0)

static void boulders(uint32_t step, bool change, enum lish_reuse reuse)
{
	struct lish_config config = config_of(0);
	struct boulder *b, *all[200];
	uint32_t seen[200], n, i, live = 0;
	struct slotpool rocks;
	size_t empty;

	config.step = step;
	config.reuse = reuse;
	assert_int_equal(slotpool_init(&rocks, struct boulder, idx, &config), 0);
	empty = mem.bytes;
	b = slotpool_alloc_entry(&rocks, struct boulder, idx);
	assert_non_null(b);
	assert_int_equal(slotpool_stats(&rocks).capacity, 64);
	assert_true(mem.bytes - empty < 64 * sizeof(*b) + 1000);
	slotpool_free(&rocks, &b->idx);
	for (i = 0; i < 200; i++) {
		all[i] = slotpool_alloc_entry(&rocks, struct boulder, idx);
		assert_non_null(all[i]);
		all[i]->id = i;
	}
	for (i = 0; i < 200; i++) {
		if (i % 64 > 40 || i % 7 == 3)
			slotpool_free(&rocks, &all[i]->idx);
	}
	BOULDERS(slotpool_for_each_entry(pos, &rocks, struct boulder, idx));
	for (i = 0; i < 200; i++) {
		if (i % 64 <= 40 && i % 7 != 3)
			assert_int_equal(seen[live++], i);
	}
	assert_int_equal(n, live);
	live = slotpool_count(&rocks);
	BOULDERS(slotpool_for_each_entry_reverse(pos, &rocks, struct boulder, idx));
	assert_int_equal(n, live);
	for (i = 1; i < n; i++)
		assert_true(seen[i] < seen[i - 1]);
	live = slotpool_count(&rocks);
	BOULDERS(slotpool_for_each_entry_span(pos, &rocks, slotpool_span(&rocks, 0, 1),
					      struct boulder, idx));
	assert_int_equal(n, live);
	assert_int_equal(slotpool_check(&rocks, NULL), LISH_OK);
	slotpool_clear(&rocks);
	BOULDERS(slotpool_for_each_entry(pos, &rocks, struct boulder, idx));
	assert_int_equal(n, 0);
	slotpool_trim(&rocks);
	for (i = 0; i < 70; i++) {
		b = slotpool_alloc_entry(&rocks, struct boulder, idx);
		assert_non_null(b);
		b->id = i;
	}
	BOULDERS(slotpool_for_each_entry_reverse(pos, &rocks, struct boulder, idx));
	assert_int_equal(n, 70);
	assert_int_equal(slotpool_check(&rocks, NULL), LISH_OK);
	slotpool_destroy(&rocks);
}

TEST(a_chunk_of_large_objects_has_64)
{
	uint32_t step;

	for (step = 1; step <= 64; step *= 2) {
		boulders(step, false, LISH_LAST_FREED);
		boulders(step, true, LISH_LAST_FREED);
		boulders(step, true, LISH_LOWEST);
	}
}

/* A column grows with the pool. */
static struct {
	uint32_t room, calls;
	bool fails;
} column;

static int column_grown(void *ctx, void *grown, uint32_t room)
{
	assert_ptr_equal(ctx, &column);
	assert_ptr_equal(grown, &pool);
	column.calls++;
	if (column.fails)
		return -1;
	assert_true(room > column.room);
	column.room = room;
	return 0;
}

TEST(columns_grow_with_the_pool)
{
	static char snapshot[16384];
	struct lish_config config = config_of(300);
	enum lish_reuse order;
	struct bullet *b;
	uint32_t i;

	config.grown = column_grown;
	config.ctx = &column;
	for (order = LAST_FREED; order < ORDERS; order++) {
		memset(&column, 0, sizeof(column));
		assert_int_equal(init_with(&pool, order, &config), 0);
		for (i = 0; i < 64; i++) {
			b = take();
			assert_non_null(b);
			assert_true((uint32_t)index_of(b) < column.room);
		}
		assert_int_equal(column.room, 64);
		/* An error fails the alloc, and changes nothing. */
		column.fails = true;
		assert_null(take());
		assert_int_equal(slotpool_reserve(&pool, 100), -ENOMEM);
		assert_int_equal(slotpool_stats(&pool).capacity, 64);
		assert_int_equal(slotpool_count(&pool), 64);
		assert_whole();
		column.fails = false;
		assert_int_equal(index_of(take()), 64);
		assert_int_equal(column.room, 128);
		assert_int_equal(slotpool_reserve(&pool, 290), 0);
		assert_int_equal(column.room, 300);
		assert_int_equal(column.calls, 5);
		assert_int_equal(slotpool_save(&pool, snapshot, sizeof(snapshot), NULL), 0);
		slotpool_destroy(&pool);
		/* So does load. */
		memset(&column, 0, sizeof(column));
		assert_int_equal(init_with(&pool, order, &config), 0);
		column.fails = true;
		assert_int_equal(slotpool_load(&pool, snapshot, sizeof(snapshot), NULL), -ENOMEM);
		assert_int_equal(slotpool_count(&pool), 0);
		column.fails = false;
		assert_int_equal(slotpool_load(&pool, snapshot, sizeof(snapshot), NULL), 0);
		assert_int_equal(column.room, 128);
		assert_whole();
		slotpool_destroy(&pool);
	}
}

/* Tools and LISH_FILL watch free objects: their memory stays. */
static bool decommit_works(void)
{
	return LISH_POOL_COARSE_ && !(pool.base.watch & (LISH_POOL_POISON_ | LISH_POOL_FILL_));
}

/* Five chunks; all slots of the second and of the fourth are free. */
static void make_gaps(enum lish_reuse order, struct slotpool_handle *old)
{
	uint32_t i;

	make_pool(order, 0);
	fill(5 * 64);
	free_at(70);
	assert_non_null(take_at(70));
	free_at(200);
	take_at(200)->x = 1;
	for (i = 0; i < 64; i++) {
		old[i] = handle_at(&pool, 64 + i);
		old[64 + i] = handle_at(&pool, 192 + i);
		free_at(64 + i * 5 % 64);
		free_at(192 + i * 5 % 64);
	}
	free_at(7);
}

TEST(trim_gives_back_the_pages_of_empty_chunks)
{
	struct slotpool_handle old[128], handle;
	struct bullet *b;
	enum lish_reuse order;
	size_t size, bytes;
	uint32_t i, n;

	mem.mem.decommit = test_decommit;
	for (order = LAST_FREED; order < ORDERS; order++) {
		make_gaps(order, old);
		size = save();
		decommits = 0;
		bytes = slotpool_stats(&pool).bytes;
		slotpool_trim(&pool);
		assert_int_equal(decommits, decommit_works() ? 2 : 0);
		assert_int_equal(slotpool_stats(&pool).bytes,
				 bytes - decommits * 64 * sizeof(struct bullet));
		assert_int_equal(slotpool_stats(&pool).count, 3 * 64 - 1);
		assert_whole();
		for (i = 0; i < 128; i++)
			assert_null(slotpool_get_entry(&pool, old[i], struct bullet, idx));
		/* Slots of the gaps come last, and in the order of their indices. */
		slotpool_trim(&pool);
		for (i = 0; i < 130; i++) {
			b = take();
			n = (uint32_t)index_of(b);
			handle = handle_of(&pool, b);
			if (order == LAST_FREED)
				assert_int_equal(n, !i ? 7 : i <= 64 ? 63 + i : i <= 128 ? 127 + i
											: 320);
			if (n != 7 && n < 320) {
				assert_int_equal(handle.generation, 5);
				if (decommit_works())
					assert_true(b->x == 0);
			}
			assert_whole();
		}
		for (i = 0; i < 128; i++)
			assert_null(slotpool_get_entry(&pool, old[i], struct bullet, idx));
		assert_int_equal(slotpool_stats(&pool).count, 5 * 64 + 1);
		/* A load brings back what was. */
		assert_int_equal(load(size), 0);
		assert_saved(size);
	}
}

TEST(a_gap_is_saved_cleared_and_released_as_other_slots)
{
	struct slotpool_handle old[128], handle;
	enum lish_reuse order;
	size_t size;
	uint32_t i;

	mem.mem.decommit = test_decommit;
	for (order = LAST_FREED; order < ORDERS; order++) {
		make_gaps(order, old);
		slotpool_trim(&pool);
		size = save();
		assert_int_equal(load(size), 0);
		assert_saved(size);
		slotpool_trim(&pool);
		slotpool_clear(&pool);
		assert_whole();
		fill(5 * 64);
		assert_whole();
		assert_null(slotpool_get_entry(&pool, old[0], struct bullet, idx));
		/* The chunks behind the last live object go, and the gap among them. */
		make_gaps(order, old);
		slotpool_trim(&pool);
		while (slotpool_count(&pool) > 2)
			free_at((uint32_t)slotpool_prev_live(&pool, 5 * 64));
		assert_whole();
		slotpool_trim(&pool);
		assert_int_equal(slotpool_stats(&pool).capacity, 64);
		assert_int_equal(slotpool_stats(&pool).bytes, mem.bytes);
		fill(64 + 5);
		assert_null(slotpool_get_entry(&pool, old[3], struct bullet, idx));
		/* An index in a gap, and one behind it. */
		make_gaps(order, old);
		slotpool_trim(&pool);
		assert_non_null(take_at(100));
		assert_null(take_at(100));
		assert_whole();
		assert_non_null(take_at(500));
		assert_int_equal(handle_at(&pool, 100).generation, 5);
		assert_whole();
		/* A gap above the border. */
		make_gaps(order, old);
		slotpool_trim(&pool);
		for (i = 64; i < 5 * 64; i++)
			(void)slotpool_free_at(&pool, i);
		assert_non_null(take_at(5 * 64 - 1));
		assert_whole();
		assert_non_null(take_at(100));
		assert_int_equal(handle_at(&pool, 100).generation, 5);
		assert_whole();
		/* Objects live again where the gap is; its generations go to another pool. */
		make_pool(order, 0);
		fill(200);
		handle = handle_at(&pool, 80);
		size = save();
		for (i = 64; i < 128; i++)
			free_at(i);
		slotpool_trim(&pool);
		assert_int_equal(load(size), 0);
		assert_saved(size);
		free_at(80);
		assert_non_null(take_at(80));
		assert_int_equal(handle_at(&pool, 80).generation, handle.generation + 2);
		for (i = 64; i < 128; i++)
			free_at(i);
		slotpool_trim(&pool);
		size = save();
		make_pool(order, 0);
		assert_int_equal(load(size), 0);
		assert_saved(size);
		assert_non_null(take_at(81));
		assert_int_equal(handle_at(&pool, 81).generation, handle.generation + 4);
	}
}

static void hook(void *ctx, void *object)
{
	(void)ctx, (void)object;
}

/* Either hook says that objects which are not live have a state. */
TEST(trim_keeps_the_pages_of_made_objects)
{
	static const struct lish_pool_hooks hooks[] = {
		{ NULL, hook, hook, NULL }, { hook, NULL, NULL, NULL }, { NULL, NULL, NULL, hook }
	};
	struct lish_config config = LISH_CONFIG_INIT;
	uint32_t i, j;

	mem.mem.decommit = test_decommit;
	config.mem = &mem.mem;
	config.step = 64;
	for (i = 0; i < ARRAY_SIZE(hooks); i++) {
		config.hooks = &hooks[i];
		assert_int_equal(slotpool_init(&pool, struct bullet, idx, &config), 0);
		for (j = 0; j < 130; j++)
			assert_non_null(slotpool_alloc_entry(&pool, struct bullet, idx));
		for (j = 0; j < 64; j++)
			assert_true(slotpool_free_at(&pool, j));
		decommits = 0;
		slotpool_trim(&pool);
		assert_int_equal(decommits, i == 0 && decommit_works());
		slotpool_destroy(&pool);
	}
}

TEST(trim_keeps_chunks_with_retired_or_overwritten_slots)
{
	struct slotpool_handle old[128];
	struct bullet *b;
	enum lish_reuse order;

	mem.mem.decommit = test_decommit;
	for (order = LAST_FREED; order < ORDERS; order++) {
		make_gaps(order, old);
		b = take_at(100);
		wear_out(&pool, 100, pool.last - 1);
		slotpool_free(&pool, &b->idx);
		b = take_at(210);
		free_at(210);
		b->idx.slot = 9;
		decommits = 0;
		slotpool_trim(&pool);
		assert_int_equal(decommits, 0);
		b->idx.slot = LISH_POOL_FREE_MARK_(210);
		assert_whole();
		assert_int_equal(slotpool_stats(&pool).retired, 1);
		slotpool_trim(&pool);
		assert_int_equal(decommits, decommit_works());
		assert_whole();
	}
}

TEST(a_stale_write_to_a_gap_harms_no_other_slot)
{
	struct slotpool_handle old[128];
	struct slotpool_idx *node, node_was;
	enum lish_reuse order;
	int32_t first;

	mem.mem.decommit = test_decommit;
	for (order = LAST_FREED; order < ORDERS; order++) {
		make_gaps(order, old);
		assert_int_equal(index_of(take_at(7)), 7);
		node = (struct slotpool_idx *)(void *)slotpool_at_slot_(&pool, 64);
		node_was = *node;
		slotpool_trim(&pool);
		*node = node_was;
		first = taken();
		assert_int_equal(first, 64);
		assert_non_null(take());
		assert_int_equal(index_of(by_index(64)), 64);
		assert_whole();
	}
}

/* What such a call does must not depend on the memory of this machine. */
static void change_at_random(struct slotpool *p, struct slotpool_handle *all, uint32_t n)
{
	const uint32_t what = next_random() % 100, from = next_random() % n;
	struct bullet *b;
	uint32_t i;

	for (i = from; what < 40 && i < from + 50; i++) {
		b = slotpool_alloc_entry(p, struct bullet, idx);
		if (b)
			all[next_random() % n] = handle_of(p, b);
	}
	for (i = from; what >= 40 && what < 75 && i < from + 150; i++)
		(void)slotpool_free_at(p, i);
	if (what == 75)
		slotpool_clear(p);
	else if (what == 76)
		(void)slotpool_alloc_at_entry(p, from, struct bullet, idx);
	else if (what > 76)
		slotpool_trim(p);
}

TEST(handles_do_not_depend_on_pages)
{
#ifdef TEST_SHORT
	const uint32_t changes = 800;
#else
	const uint32_t changes = 3000;
#endif
	static struct slotpool_handle all[1000], alike[1000];
	uint64_t start;
	uint32_t i, n;
	enum lish_reuse order;

	for (order = LAST_FREED; order < ORDERS; order++) {
		make(&second, order, 1000);
		mem.mem.decommit = test_decommit;
		for (n = 0; n < changes; n++) {
			if (!n) {
				make_pool(order, 1000);
				memset(all, 0, sizeof(all));
				memset(alike, 0, sizeof(alike));
			}
			start = random_state;
			change_at_random(&pool, all, 1000);
			random_state = start;
			mem.mem.decommit = NULL;
			change_at_random(&second, alike, 1000);
			mem.mem.decommit = test_decommit;
			if (n % 16)
				continue;
			assert_whole();
			assert_int_equal(slotpool_check(&second, NULL), LISH_OK);
			assert_memory_equal(all, alike, sizeof(all));
			for (i = 0; i < 1000; i++) {
				assert_true(same_handle(slotpool_handle_at(&pool, i),
							slotpool_handle_at(&second, i)));
				assert_true(!slotpool_get_entry(&pool, all[i], struct bullet, idx) ==
					    !slotpool_get_entry(&second, alike[i], struct bullet,
								idx));
			}
		}
	}
}

TEST_MAIN(setup, teardown)
