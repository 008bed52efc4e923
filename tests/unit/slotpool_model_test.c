/* SPDX-License-Identifier: MIT */
/* slotpool: random calls against a model that knows slots and ids only */
#include "slotpool_test.h"

/*
 * Model: an id per slot, 0 if it is free; how often it was handed out; the
 * stack and the border. It knows which slot comes next, and which handles live.
 */
enum { SLOTS = 150, KEPT = 64 };

struct model {
	uint32_t id[SLOTS];
	uint32_t lives[SLOTS];
	uint32_t stack[SLOTS];
	uint32_t free, border, count, next;
};

static struct model model, saved_model;
static uint32_t next_id;

static struct {
	struct slotpool_handle handle;
	uint32_t index, id;
} kept[KEPT];

static void model_born(struct bullet *b, uint32_t at)
{
	assert_int_equal(index_in(&pool, b), at);
	assert_int_equal(model.id[at], 0);
	memset(b, 0, offsetof(struct bullet, idx));
	memset(&b->id, 0, sizeof(*b) - offsetof(struct bullet, id));
	b->id = model.id[at] = ++next_id;
	model.lives[at]++;
	model.count++;
	model.next = at + 1;
	if (at >= model.border)
		model.border = at + 1;
	kept[next_id % KEPT].handle = handle_of(&pool, b);
	kept[next_id % KEPT].index = at;
	kept[next_id % KEPT].id = next_id;
	assert_int_equal(kept[next_id % KEPT].handle.generation, 2 * model.lives[at] - 1);
}

static void model_alloc(enum lish_reuse order, bool last)
{
	struct bullet *b = last ? take_last() : slotpool_zalloc_entry(&pool, struct bullet, idx);
	uint32_t at = model.border, i;

	if (!last && order == LAST_FREED && model.free)
		at = model.stack[--model.free];
	if (!last && order != LAST_FREED) {
		at = order == NEXT ? model.next : 0;
		while (at < model.border && model.id[at])
			at++;
		for (i = 0; at >= model.border && i < model.border; i++) {
			if (!model.id[i])
				at = i;
		}
		if (at > model.border)
			at = model.border;
	}
	if (at == SLOTS) {
		assert_null(b);
		return;
	}
	assert_non_null(b);
	model_born(b, at);
}

static void model_alloc_at(enum lish_reuse order, uint32_t at)
{
	struct bullet *b = slotpool_alloc_at_entry(&pool, at, struct bullet, idx);
	uint32_t i, n = 0;

	if (at >= SLOTS || model.id[at]) {
		assert_null(b);
		return;
	}
	assert_non_null(b);
	for (i = 0; order == LAST_FREED && i < model.free; i++) {
		if (model.stack[i] != at)
			model.stack[n++] = model.stack[i];
	}
	if (order == LAST_FREED && at > model.border) {
		memmove(model.stack + (at - model.border), model.stack, n * sizeof(n));
		n += at - model.border;
		for (i = model.border; i < at; i++)
			model.stack[at - 1 - i] = i;
	}
	model.free = n;
	model_born(b, at);
}

static void model_free(enum lish_reuse order, uint32_t at)
{
	struct slotpool_handle handle = handle_at(&pool, at);
	struct bullet *b = slotpool_at_entry(&pool, at, struct bullet, idx);

	assert_int_equal(b ? b->id : 0, model.id[at]);
	if (!b) {
		assert_false(slotpool_free_at(&pool, at));
		return;
	}
	switch (next_random() % 3) {
	case 0:
		give(&pool, b);
		break;
	case 1:
		assert_true(slotpool_free_at(&pool, at));
		break;
	default:
		assert_true(slotpool_free_handle(&pool, handle));
		break;
	}
	model.id[at] = 0;
	model.count--;
	if (order == LAST_FREED) {
		if (at + 1 == model.border)
			model.border--;
		else
			model.stack[model.free++] = at;
	} else if (order == LOWEST) {
		while (model.border && !model.id[model.border - 1])
			model.border--;
	}
}

/* New memory begins above all lives that the old one had. */
static void model_forget(uint32_t from, uint32_t end)
{
	uint32_t i, most = 0;

	for (i = from; i < end; i++) {
		if (model.lives[i] > most)
			most = model.lives[i];
	}
	for (i = from; i < end; i++)
		model.lives[i] = most;
}

/* The chunk of a slot has no live object. */
static bool model_is_empty(uint32_t slot)
{
	const uint32_t from = slot & ~63u;
	uint32_t i;

	for (i = from; i < from + 64; i++) {
		if (i >= model.border || model.id[i])
			return false;
	}
	return true;
}

/* Empty chunks in the middle forget their lives, and their slots come last. */
static void model_empty(enum lish_reuse order)
{
	uint32_t stack[SLOTS], i, n = 0;

	for (i = model.border; i-- > 0;) {
		if (order == LAST_FREED && model_is_empty(i))
			stack[n++] = i;
	}
	for (i = 0; i < model.free; i++) {
		if (!model_is_empty(model.stack[i]))
			stack[n++] = model.stack[i];
	}
	memcpy(model.stack, stack, n * sizeof(*stack));
	for (i = 0; i < model.border; i += 64) {
		if (model_is_empty(i))
			model_forget(i, i + 64);
	}
}

/* Any one change. */
static void model_change(enum lish_reuse order)
{
	const uint32_t what = next_random() % 100;

	if (what < 45) {
		model_alloc(order, false);
	} else if (what < 49) {
		model_alloc(order, true);
	} else if (what < 51) {
		model_alloc_at(order, next_random() % (SLOTS + 5));
	} else if (what < 97) {
		model_free(order, next_random() % SLOTS);
	} else if (what < 98) {
		slotpool_trim(&pool);
		if (model.border > slotpool_stats(&pool).capacity) {
			uint32_t i, n = 0;

			model.border = slotpool_stats(&pool).capacity;
			for (i = 0; i < model.free; i++) {
				if (model.stack[i] < model.border)
					model.stack[n++] = model.stack[i];
			}
			model.free = n;
		}
		model_forget(slotpool_stats(&pool).capacity, SLOTS);
		model_empty(order);
	} else if (next_random() % 4 == 0) {
		slotpool_clear(&pool);
		memset(model.id, 0, sizeof(model.id));
		model.free = model.border = model.count = model.next = 0;
	}
}

static void assert_model(void)
{
	uint32_t i, n = 0;

	assert_int_equal(slotpool_count(&pool), model.count);
	assert_int_equal(pool.base.border, model.border);
	assert_whole();
	for (i = 0; i < KEPT; i++) {
		const struct bullet *b =
			slotpool_get_entry(&pool, kept[i].handle, const struct bullet, idx);

		assert_ptr_equal(slotpool_get_u32(&pool,
						  slotpool_handle_to_u32(&pool, kept[i].handle),
						  const struct bullet, idx),
				 b);
		if (kept[i].id && model.id[kept[i].index] == kept[i].id)
			assert_int_equal(b->id, kept[i].id);
		else
			assert_null(b);
	}
	slotpool_for_each_entry(pos, &pool, const struct bullet, idx) {
		while (!model.id[n])
			n++;
		assert_int_equal(pos->id, model.id[n]);
		n++;
	}
}

/* A loop whose body does anything, with loops in it. */
static void model_loop(enum lish_reuse order, unsigned int depth)
{
	uint32_t at = 0;
	unsigned int k;

	slotpool_for_each_entry(pos, &pool, struct bullet, idx) {
		while (at < SLOTS && !model.id[at])
			at++;
		assert_int_equal(pos->id, model.id[at]);
		assert_int_equal(index_of(pos), at);
		for (k = next_random() % 4; k; k--)
			model_change(order);
		if (depth < 3 && next_random() % 64 == 0)
			model_loop(order, depth + 1);
		if (next_random() % 200 == 0)
			return;
		at++;
	}
	/* It ended because there was no more. */
	for (; at < SLOTS; at++)
		assert_int_equal(model.id[at], 0);
}

/* Ranges have what is live, all of it, and nothing live beside them. */
static void model_ranges(void)
{
	uint32_t at = 0;

	slotpool_for_each_range (first, end, &pool) {
		assert_true(first < end && (!at || at < first));
		for (; at < first; at++)
			assert_int_equal(model.id[at], 0);
		for (; at < end; at++)
			assert_true(model.id[at] != 0);
	}
	for (; at < SLOTS; at++)
		assert_int_equal(model.id[at], 0);
}

TEST(random_calls_agree_with_a_model)
{
	const unsigned int rounds = LISH_CHECK >= 2 ? 300 : 1000;
	unsigned int round, k;
	enum lish_reuse order;
	uint32_t first_id, hash[2];
	uint64_t seed;
	size_t size;

	for (order = LAST_FREED; order < ORDERS; order++) {
		setup(state);
		mem.mem.decommit = test_decommit;
		make_pool_with_bits(order, SLOTS, 10);
		memset(&model, 0, sizeof(model));
		memset(kept, 0, sizeof(kept));
		next_id = 0;
		random_state = 11;
		for (round = 0; round < rounds; round++) {
			for (k = next_random() % 30; k; k--)
				model_change(order);
			assert_model();
			if (round % 8 == 1)
				model_loop(order, 0);
			model_ranges();
			assert_model();
			if (round % 16 != 15)
				continue;
			/* Go on twice from here: the same both times. */
			size = save();
			saved_model = model;
			first_id = next_id;
			seed = random_state;
			for (k = 0; k < 2; k++) {
				unsigned int steps;

				if (k) {
					assert_int_equal(load(size), 0);
					model = saved_model;
					memset(kept, 0, sizeof(kept));
					next_id = first_id;
					random_state = seed;
				}
				for (steps = 0; steps < 50; steps++)
					model_change(order);
				assert_model();
				hash[k] = (uint32_t)slotpool_save_size(&pool, NULL);
				assert_int_equal(slotpool_save(&pool, again, sizeof(again), NULL),
						 0);
				hash[k] ^= (uint32_t)save_sum_of(0, (const unsigned char *)again,
								 slotpool_save_size(&pool, NULL));
			}
			assert_int_equal(hash[0], hash[1]);
		}
		slotpool_destroy(&pool);
	}
}

/* The same on every machine: that is the contract. */
TEST(the_history_is_the_same_everywhere)
{
	static const uint32_t hashes[ORDERS] = { 0x2839b78c, 0x7bee4a03, 0xee230074 };
	enum lish_reuse order;

	for (order = LAST_FREED; order < ORDERS; order++) {
		make_pool(order, 0);
		assert_int_equal(live_on(42, 2000), hashes[order]);
	}
}

TEST_MAIN(setup, teardown)
