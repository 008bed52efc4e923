/* SPDX-License-Identifier: MIT */
/* slotpool: loops, spans and ranges */
#include "slotpool_test.h"

static SLOTPOOL_STORAGE(storage, struct bullet, 70);

#define VISIT(loop)                        \
	do {                               \
		visited[0] = 0;            \
		loop visit(index_of(pos)); \
	} while (0)

/* What should be visited from start to end. */
static char *expected(uint32_t start, uint32_t end)
{
	static char text[2048];
	uint32_t i;

	text[0] = 0;
	for (i = start; i < end; i++) {
		if (live_at(&pool, i))
			snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s%d",
				 text[0] ? " " : "", (int)i);
	}
	return text;
}

static void check_loops(void)
{
	uint32_t parts, part, at;

	VISIT(slotpool_for_each_entry(pos, &pool, struct bullet, idx));
	assert_string_equal(visited, expected(0, 1000));
	VISIT(slotpool_for_each_entry(pos, &pool, const struct bullet, idx));
	assert_string_equal(visited, expected(0, 1000));
	visited[0] = 0;
	slotpool_for_each_range (first, end, &pool)
		for (at = first; at < end; at++)
			visit((int32_t)at);
	assert_string_equal(visited, expected(0, 1000));
	for (parts = 1; parts < 6; parts++) {
		for (part = 0, at = 0; part < parts; part++) {
			const struct lish_span s = slotpool_span(&pool, part, parts);

			assert_int_equal(s.start, at);
			assert_true(s.start % 64 == 0 || !s.count);
			at += s.count;
			VISIT(slotpool_for_each_entry_span(pos, &pool, s, struct bullet, idx));
			assert_string_equal(visited, expected(s.start, at));
		}
		assert_int_equal(at, pool.base.border);
	}
}

TEST(every_loop_visits_every_state)
{
	static const uint32_t counts[] = { 0,  1,   2,	 31,  32,  33,	63, 64,
					   65, 127, 128, 129, 191, 192, 200 };
	uint32_t i, k;

	random_state = 5;
	for (k = 0; k < ARRAY_SIZE(counts); k++) {
		make_pool(LAST_FREED, 0);
		fill(counts[k]);
		check_loops();
		for (i = 0; i < counts[k]; i++) {
			if (next_random() % 3 == 0)
				free_at(i);
		}
		check_loops();
		for (i = 1; i + 1 < counts[k]; i++) {
			if (live_at(&pool, i) && next_random() % 8)
				free_at(i);
		}
		check_loops();
	}
}

TEST(shares_of_any_kind_are_exact)
{
	struct lish_span share;
	uint32_t start, count;

	make_pool(LAST_FREED, 0);
	fill(150);
	free_at(3);
	for (start = 0; start < 160; start += 7) {
		for (count = 0; count < 160; count += 11) {
			share.start = start;
			share.count = count;
			VISIT(slotpool_for_each_entry_span(pos, &pool, share, struct bullet, idx));
			assert_string_equal(visited, expected(start, start + count));
		}
	}
}

/*
 * So an array of one's own beside the pool, a byte or more for each slot, is in
 * no line of the cache in two shares if it begins with one.
 */
TEST(no_two_shares_have_a_line_of_a_side_array)
{
	uint32_t parts, part, lines[2] = { 0, 0 };
	struct lish_span s;

	make_pool(LAST_FREED, 0);
	fill(300);
	for (parts = 1; parts < 9; parts++) {
		for (part = 0, lines[0] = 0; part < parts; part++) {
			s = slotpool_span(&pool, part, parts);
			if (!s.count)
				continue;
			lines[1] = s.start / 64;
			assert_int_equal(lines[1], lines[0]);
			lines[0] = (s.start + s.count + 63) / 64;
		}
		assert_int_equal(lines[0], 5);
	}
}

TEST(a_span_loop_writes_nothing_to_the_pool)
{
	static struct {
		struct slotpool pool;
		SLOTPOOL_STORAGE(mem, struct bullet, 200);
	} world, before;
	struct slotpool *p = &world.pool;
	struct slotpool_handle handle;
	uint32_t visits, i;

	memset(&world, 0, sizeof(world));
	slotpool_init_in(p, struct bullet, idx, &world.mem, NULL);
	for (i = 0; i < 200; i++)
		assert_non_null(slotpool_alloc_entry(p, struct bullet, idx));
	/* Full words and others. All live again: nothing is poisoned. */
	slotpool_free(p, &world.mem.objects[70].idx);
	assert_ptr_equal(slotpool_alloc_entry(p, struct bullet, idx), &world.mem.objects[70]);
	memcpy(&before, &world, sizeof(world));
	visits = 0;
	slotpool_for_each_entry_span(pos, p, slotpool_span(p, 1, 3), struct bullet, idx) {
		assert_memory_equal(&before, &world, sizeof(world));
		handle = slotpool_handle_of(p, &pos->idx);
		assert_ptr_equal(slotpool_get_entry(p, handle, struct bullet,
						    idx), pos);
		assert_ptr_equal(slotpool_at_entry(p,
				(uint32_t)slotpool_index_of(p, &pos->idx),
				struct bullet, idx), pos);
		slotpool_for_each_range (first, end, p)
			visits += end - first + (slotpool_handle_at(p, first).slot ? 0 : 1);
		if (visits == 800)
			break;
	}
	assert_int_equal(visits, 800);
	assert_memory_equal(&before, &world, sizeof(world));
}

TEST(a_share_ends_where_the_border_was)
{
	unsigned int visits = 0;

	make_pool(LAST_FREED, 0);
	fill(3);
	slotpool_for_each_entry_span(pos, &pool, slotpool_span(&pool, 0, 1), struct bullet, idx) {
		visits++;
		/* Changes the word, too. */
		assert_non_null(take_last());
	}
	assert_int_equal(visits, 3);
	assert_int_equal(slotpool_count(&pool), 6);
}

TEST(a_range_ends_at_a_dead_index)
{
	struct lish_config config = config_of(0);
	unsigned int ranges = 0;
	uint32_t i, full;

	config.step = 64;
	assert_int_equal(init_with(&pool, LAST_FREED, &config), 0);
	/* Words and chunks do not cut it. */
	full = 4 * LISH_WORD_BITS;
	fill(full + 3);
	slotpool_for_each_range (first, end, &pool) {
		assert_int_equal(first, 0);
		assert_int_equal(end, full + 3);
		ranges++;
	}
	assert_int_equal(ranges, 1);
	for (i = 0; i < LISH_WORD_BITS; i += 4)
		free_at(i);
	free_at(full);
	ranges = 0;
	slotpool_for_each_range (first, end, &pool) {
		if (ranges < LISH_WORD_BITS / 4 - 1)
			assert_int_equal(end - first, 3);
		else if (ranges == LISH_WORD_BITS / 4 - 1)
			assert_int_equal(end, full);
		ranges++;
	}
	assert_int_equal(ranges, LISH_WORD_BITS / 4 + 1);
}

/* A single object at each bit of a word, and a range from each bit up. */
TEST(a_range_begins_and_ends_at_any_bit)
{
	uint32_t from, to, i, ranges;

	for (from = 0; from < LISH_WORD_BITS; from++) {
		for (to = from + 1; to <= LISH_WORD_BITS; to += 5) {
			make_pool(LAST_FREED, 0);
			fill(LISH_WORD_BITS);
			for (i = 0; i < LISH_WORD_BITS; i++) {
				if (i < from || i >= to)
					free_at(i);
			}
			ranges = 0;
			slotpool_for_each_range (first, end, &pool) {
				assert_int_equal(first, from);
				assert_int_equal(end, to);
				ranges++;
			}
			assert_int_equal(ranges, 1);
		}
	}
}

/* Changes in the body count for all indices above the range. */
TEST(ranges_have_what_lives_when_they_begin)
{
	struct lish_config config = config_of(700);
	uint32_t round, i, k, at, state_of = 1, many = 0;
#define RANDOM(n) ((state_of = state_of * 1664525u + 1013904223u) >> 8) % (n)

	config.step = 256;
	for (round = 0; round < 600; round++) {
		uint32_t holes = RANDOM(20), often = RANDOM(2);
		uint32_t length = RANDOM(3) ? 1 : 1 + RANDOM(100);

		assert_int_equal(init_with(&pool, LAST_FREED, &config), 0);
		fill(200 + RANDOM(500));
		for (i = 0; i < pool.base.border; i += length) {
			bool dies = RANDOM(20) < holes;

			for (k = i; dies && k < i + length; k++) {
				if (live_at(&pool, k))
					free_at(k);
			}
		}
		at = 0;
		slotpool_for_each_range (first, end, &pool) {
			/* Nothing comes twice. */
			assert_true(first >= at && end > first);
			for (; at < first; at++)
				assert_false(live_at(&pool, at));
			for (; at < end; at++)
				assert_true(live_at(&pool, at));
			assert_false(live_at(&pool, at));
			many += end - first > LISH_WORD_BITS;
			if (!often)
				continue;
			i = at + RANDOM(100);
			if (live_at(&pool, i))
				free_at(i);
			else if (RANDOM(2))
				(void)take();
			if (RANDOM(4) == 0 && live_at(&pool, first))
				free_at(first);
		}
		for (; at < pool.base.border; at++)
			assert_false(live_at(&pool, at));
		assert_whole();
		slotpool_destroy(&pool);
	}
	assert_true(many > 50);
#undef RANDOM
}

/* Handles for all that a range names, as an ECS asks for them. */
TEST(a_handle_of_each_index_is_that_of_its_object)
{
	enum lish_reuse order;
	unsigned int seen;
	uint32_t i;

	for (order = LAST_FREED; order < ORDERS; order++) {
		make_pool(order, 0);
		live_on((unsigned int)order, 300);
		seen = 0;
		for (i = 0; i < 400; i++) {
			assert_true(same_handle(slotpool_handle_at(&pool, i), handle_at(&pool, i)));
			seen += slotpool_handle_at(&pool, i).slot != 0;
		}
		assert_int_equal(seen, slotpool_count(&pool));
		assert_int_equal(slotpool_handle_at(&pool, 0xffffffff).slot, 0);
	}
}

TEST(loops_are_left_by_break)
{
	make_pool(LAST_FREED, 0);
	fill(100);
	visited[0] = 0;
	slotpool_for_each_entry(pos, &pool, struct bullet, idx) {
		visit(index_of(pos));
		if (index_of(pos) == 2)
			break;
	}
	slotpool_for_each_range (first, end, &pool) {
		visit((int32_t)(end - first));
		break;
	}
	assert_string_equal(visited, "0 1 2 100");
}

TEST(a_loop_visits_what_lies_behind_when_it_moves_on)
{
	make_pool(LAST_FREED, 0);
	fill(6);
	free_at(1);
	visited[0] = 0;
	slotpool_for_each_entry(pos, &pool, struct bullet, idx) {
		visit(index_of(pos));
		switch (index_of(pos)) {
		case 0: /* behind: visited */
			assert_int_equal(taken(), 1);
			break;
		case 1: /* the next one goes */
			free_at(2);
			break;
		case 3: /* the current one, and it comes back: not again */
			give(&pool, pos);
			assert_int_equal(taken(), 3);
			/* in front: not visited */
			assert_int_equal(taken(), 2);
			break;
		case 4:
			give(&pool, pos);
			/* behind the border */
			assert_int_equal(index_of(take_last()), 6);
			break;
		default:
			break;
		}
	}
	assert_string_equal(visited, "0 1 3 4 5 6");
	assert_slots("abcd.fg|");
}

TEST(a_loop_survives_clear_and_trim)
{
	unsigned int visits = 0;
	uint32_t i;

	make_pool(LAST_FREED, 0);
	make(&second, LAST_FREED, 0);
	fill(130);
	slotpool_for_each_entry(pos, &pool, struct bullet, idx) {
		assert_int_equal(index_of(pos), visits);
		visits++;
		if (index_of(pos) != 100)
			continue;
		/*
		 * All is gone, and back with the same bits, but the chunk the
		 * loop stood in lies elsewhere now.
		 */
		slotpool_clear(&pool);
		slotpool_trim(&pool);
		assert_int_equal(slotpool_stats(&pool).capacity, 0);
		assert_int_equal(slotpool_reserve(&second, 200), 0);
		fill(130);
		for (i = 0; i < 130; i++)
			slotpool_at_entry(&pool, i, struct bullet, idx)->id = i;
	}
	assert_int_equal(visits, 130);
	slotpool_for_each_entry(pos, &pool, struct bullet, idx) {
		if (index_of(pos) == 70)
			slotpool_clear(&pool);
		else
			assert_true(pos->id < 70);
	}
	assert_int_equal(slotpool_count(&pool), 0);
}

TEST(loops_nest)
{
	unsigned int visits = 0;

	make_pool(LAST_FREED, 0);
	fill(70);
	slotpool_for_each_entry(pos, &pool, struct bullet, idx) {
		slotpool_for_each_entry(inner, &pool, struct bullet, idx) {
			visits++;
			if (inner != pos && index_of(inner) % 2)
				give(&pool, inner);
		}
	}
	/* 70 in the first round, 35 in 35 more */
	assert_int_equal(visits, 70 + 34 * 35);
	assert_int_equal(slotpool_count(&pool), 35);
}

static unsigned int calls;

static struct slotpool *counted_pool(void)
{
	calls++;
	return &pool;
}

static uint32_t counted_index(void)
{
	calls++;
	return 0;
}

static struct slotpool_handle counted_handle(void)
{
	calls++;
	return handle_at(&pool, 0);
}

static struct lish_span counted_share(void)
{
	calls++;
	return slotpool_span(&pool, 0, 1);
}

static const struct lish_config *counted_config(void)
{
	calls++;
	return NULL;
}

#define assert_once(statement)              \
	do {                                \
		calls = 0;                  \
		statement;                  \
		assert_int_equal(calls, 1); \
	} while (0)

TEST(every_macro_evaluates_its_arguments_once)
{
	int failed;
	struct bullet *b;

	assert_once(failed = slotpool_init(counted_pool(), struct bullet, idx, NULL));
	assert_int_equal(failed, 0);
	slotpool_destroy(&pool);
	assert_once(slotpool_init_in(counted_pool(), struct bullet, idx, &storage, NULL));
	assert_once(slotpool_init_in(&pool, struct bullet, idx, (calls++, &storage), NULL));
	assert_once(failed = slotpool_init(&pool, struct bullet, idx, counted_config()));
	assert_int_equal(failed, 0);
	assert_once(b = slotpool_alloc_entry(counted_pool(), struct bullet, idx));
	assert_once(b = slotpool_zalloc_entry(counted_pool(), struct bullet, idx));
	assert_once(b = slotpool_alloc_tail_entry(counted_pool(), struct bullet, idx));
	assert_int_equal(index_of(b), 2);
	assert_once(b = slotpool_at_entry(counted_pool(), 0, struct bullet, idx));
	assert_once(b = slotpool_at_entry(&pool, counted_index(), struct bullet, idx));
	assert_once(
		b = slotpool_get_entry(counted_pool(), handle_at(&pool, 0), struct bullet, idx));
	assert_once(b = slotpool_get_entry(&pool, counted_handle(), struct bullet, idx));
	assert_int_equal(index_of(b), 0);
	assert_once(slotpool_for_each_entry (pos, counted_pool(), struct bullet,
					     idx) b = pos);
	assert_once(slotpool_for_each_entry_span (pos, &pool, counted_share(),
						  struct bullet, idx) b = pos);
	assert_once(slotpool_for_each_entry_span (pos, counted_pool(),
						  slotpool_span(&pool, 0, 1),
						  struct bullet, idx) b = pos);
	assert_once(slotpool_for_each_range (first, end, counted_pool())
			    b = by_index(end - 1 - first));
	assert_int_equal(index_of(b), slotpool_count(&pool) - 1);
}

/* Any two numbers are a span. */
TEST(a_span_may_be_any_two_numbers)
{
	static const uint32_t numbers[] = { 0,	1,   50,  63,	      64,	 65,
					    99, 100, 101, 0x7fffffff, 0xffffffff };
	size_t i, k;

	make_pool(LAST_FREED, 0);
	fill(100);
	for (i = 0; i < ARRAY_SIZE(numbers); i++) {
		for (k = 0; k < ARRAY_SIZE(numbers); k++) {
			const uint64_t end = (uint64_t)numbers[i] + numbers[k];
			const uint64_t last = end < 100 ? end : 100;
			struct lish_span span;
			uint32_t seen = 0;

			span.start = numbers[i];
			span.count = numbers[k];
			slotpool_for_each_entry_span(b, &pool, span, struct bullet, idx) {
				assert_int_equal(index_of(b), numbers[i] + seen);
				seen++;
			}
			assert_int_equal(seen, last > numbers[i] ? last - numbers[i] : 0);
		}
	}
}

/* The whole pool as a span: what other containers call a present loop. */
TEST(a_span_of_all_ends_at_the_border_of_its_start)
{
	uint32_t seen = 0;

	make_pool(LAST_FREED, 0);
	fill(70);
	free_at(3);
	slotpool_for_each_entry_span(b, &pool, slotpool_span(&pool, 0, 1), struct bullet, idx) {
		/* [abc.e...|]: the hole is filled first, and is visited */
		assert_non_null(take());
		assert_true(index_of(b) < 70);
		seen++;
	}
	assert_int_equal(seen, 70);
	assert_int_equal(slotpool_count(&pool), 69 + 70);
	slotpool_for_each_entry_safe(b, &pool, struct bullet, idx)
		give(&pool, b);
	assert_false(slotpool_count(&pool));
}

/* The highest live index below an index, or -1. */
static int32_t last_live_below(int32_t index)
{
	while (index-- > 0) {
		if (live_at(&pool, (uint32_t)index))
			return index;
	}
	return -1;
}

TEST(prev_live_finds_the_last_one_up_to_an_index)
{
	uint32_t i;
	int32_t last = -1;

	make_pool(LAST_FREED, 0);
	assert_int_equal(slotpool_prev_live(&pool, 0), -1);
	assert_int_equal(slotpool_prev_live(&pool, UINT32_MAX), -1);
	fill(200);
	for (i = 0; i < 200; i++)
		if (i % 64 && i != 131)
			free_at(i);
	for (i = 0; i < 300; i++) {
		if (i < 200 && (i % 64 == 0 || i == 131))
			last = (int32_t)i;
		assert_int_equal(slotpool_prev_live(&pool, i), last);
	}
	assert_int_equal(slotpool_prev_live(&pool, UINT32_MAX), 192);
	/* Words without a live object are skipped. */
	free_at(0);
	assert_int_equal(slotpool_prev_live(&pool, 63), -1);
	assert_int_equal(taken(), 0);
	free_at(131);
	free_at(128);
	free_at(64);
	assert_int_equal(slotpool_prev_live(&pool, 191), 0);
}

TEST(a_reverse_loop_visits_by_index_from_the_last)
{
	enum lish_reuse order;
	uint32_t fills, i, seen;
	int32_t last;

	for (order = LAST_FREED; order < ORDERS; order++) {
		for (fills = 0; fills < 200; fills += 7) {
			make_pool(order, 0);
			fill(fills);
			/* Some words are full, some have holes, some are empty. */
			for (i = 0; i < fills; i++)
				if (i / 64 == 1 || i % 11 == 3)
					free_at(i);
			last = (int32_t)fills;
			seen = 0;
			slotpool_for_each_entry_reverse(b, &pool, const struct bullet, idx) {
				assert_int_equal(last_live_below(last), index_of(b));
				assert_true((int32_t)index_of(b) < last);
				last = (int32_t)index_of(b);
				seen++;
			}
			assert_int_equal(seen, slotpool_count(&pool));
			/* Nothing lives below the last one. */
			assert_int_equal(last_live_below(last), -1);
		}
	}
}

/* trim releases the chunk that the loop stands in, and alloc gets another one. */
TEST(a_reverse_loop_finds_a_new_chunk)
{
	uint32_t visits = 0, i;
	void *between;

	make_pool(LAST_FREED, 0);
	fill(128);
	slotpool_for_each_entry_reverse(b, &pool, struct bullet, idx) {
		assert_int_equal(index_of(b), visits ? 69 : 127);
		assert_ptr_equal(b, by_index(visits ? 69 : 127));
		if (visits++)
			break;
		for (i = 64; i < 128; i++)
			free_at(i);
		slotpool_trim(&pool);
		/* Not the same memory again. */
		between = malloc(64 * sizeof(struct bullet));
		fill(6);
		free(between);
	}
	assert_int_equal(visits, 2);
}

/* What is live is a bit in a number; each change in the body is one of it. */
TEST(a_reverse_loop_survives_what_its_body_does)
{
	enum lish_reuse order;
	unsigned int round, most;
	uint32_t i, at, index, visits;
	struct bullet *fresh;
	int32_t next;

	random_state = 3;
	for (round = 0; round < 600; round++) {
		order = (enum lish_reuse)(round % ORDERS);
		make_pool(order, 0);
		fill(round % 180);
		for (i = 0; i < round % 180; i++)
			if (next_random() % 3 == 0)
				free_at(i);
		at = 1000;
		visits = 0;
		slotpool_for_each_entry_reverse(b, &pool, struct bullet, idx) {
			/* The highest that is live below the last one. */
			next = last_live_below((int32_t)at);
			assert_int_equal(next, index_of(b));
			at = (uint32_t)next;
			if (++visits == 400)
				break;
			for (most = next_random() % 4; most; most--) {
				index = next_random() % 200;
				switch (next_random() % 8) {
				case 0:
					fresh = take();
					assert_non_null(fresh);
					break;
				case 1:
					if (next_random() % 20 == 0)
						slotpool_clear(&pool);
					break;
				case 2:
					slotpool_free_at(&pool, at);
					break;
				case 3:
					if (next_random() % 8 == 0)
						slotpool_trim(&pool);
					break;
				default:
					slotpool_free_at(&pool, index);
				}
			}
		}
		if (visits < 400)
			assert_int_equal(last_live_below((int32_t)at), -1);
		assert_whole();
	}
}

TEST_MAIN(setup, teardown)
