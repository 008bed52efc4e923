// SPDX-License-Identifier: MIT
/*
 * Snapshots from strangers. A load of any bytes whatsoever either fails and changes
 * nothing, or gives a pool that passes its check and behaves as one: it hands out
 * each slot once, and each slot that is free.
 *
 * The sum in a header is no secret, so each wrong snapshot is sealed again.
 */
#include "pool_test.h"

#include <linux-ish/save.h>

#include "save_bytes.h"

#define ROOM 20u
#define HEAD SAVE_BODY

struct ship {
	uint32_t id;
	struct slotpool_idx node;
};

static struct test_mem mem;
static SLOTPOOL_STORAGE(ship_memory, struct ship, ROOM);
static struct slotpool ships;

/* The pools that load: fixed, unless they grow; 28 bits leave sixteen lives for a slot. */
static const struct subject {
	enum lish_reuse reuse;
	bool grows;
	uint32_t index_bits;
} subjects[] = {
	{ LISH_LAST_FREED, false, 0 }, { LISH_LAST_FREED, true, 0 }, { LISH_LOWEST, false, 0 },
	{ LISH_LOWEST, true, 0 },      { LISH_LAST_FREED, false, 28 }, { LISH_NEXT, false, 0 },
	{ LISH_NEXT, true, 0 },
};

static const struct subject *it;

static void make(void)
{
	struct lish_config config = LISH_CONFIG_INIT;

	config.reuse = it->reuse;
	config.index_bits = it->index_bits;
	if (!it->grows) {
		slotpool_init_in(&ships, struct ship, node, &ship_memory, &config);
		return;
	}
	config.mem = &mem.mem;
	config.limit = 200;
	assert_int_equal(slotpool_init(&ships, struct ship, node, &config), 0);
}

/* Its index, or -1. */
static int32_t alloc(uint32_t id)
{
	struct ship *ship = slotpool_zalloc_entry(&ships, struct ship, node);

	if (!ship)
		return -1;
	ship->id = id;
	return slotpool_index_of(&ships, &ship->node);
}

static int begin(void **state)
{
	static const struct test_mem fresh = TEST_MEM_INIT;

	(void)state;
	mem = fresh;
	return 0;
}

static int end(void **state)
{
	(void)state;
	assert_int_equal(mem.allocs, mem.frees);
	return 0;
}

/*
 * Level 2 looks at the whole pool at each call, and Valgrind is slow: there each
 * SPARSE-th case will do. ASan sees all of them at level 1.
 */
#if LISH_CHECK >= 2 && defined(TEST_SHORT)
#define SPARSE 53
#elif LISH_CHECK >= 2 || defined(TEST_SHORT)
#define SPARSE 37
#else
#define SPARSE (RUNNING_ON_VALGRIND ? 7u : 1u)
#endif

#define for_each_subject for (it = subjects; it < subjects + ARRAY_SIZE(subjects); it++)

/*
 * good: a snapshot; bytes: the one that is loaded; before, after: what the pool that
 * loads was, and is. All in words.
 */
static uint32_t good[1000], bytes[1100], before[1000], after[1000];

/* Live and free ones in no order: the stack is 7 2 9 4, some slots lived twice. */
static size_t make_good(void)
{
	static const uint32_t freed[] = { 7, 2, 11, 9, 4 };
	uint32_t i;
	int32_t at;
	size_t size;

	make();
	for (i = 0; i < 12; i++)
		assert_int_equal(alloc(100 + i), i);
	assert_true(slotpool_free_at(&ships, 5));
	/* In slot 5, or in slot 12 of a fixed pool with the order next. */
	at = alloc(200);
	assert_true(at == 5 || at == 12);
	for (i = 0; i < ARRAY_SIZE(freed); i++)
		assert_true(slotpool_free_at(&ships, freed[i]));
	size = slotpool_save_size(&ships, NULL);
	assert_true(size <= sizeof(good) && size % 4 == 0);
	assert_int_equal(slotpool_save(&ships, good, size, NULL), 0);
	slotpool_destroy(&ships);
	return size;
}

/* The pool that loads has a life of its own. */
static size_t make_other(void)
{
	uint32_t i;

	make();
	for (i = 0; i < 9; i++)
		assert_int_equal(alloc(300 + i), i);
	assert_true(slotpool_free_at(&ships, 3));
	assert_true(slotpool_free_at(&ships, 8));
	assert_true(slotpool_free_at(&ships, 1));
	assert_int_equal(slotpool_save(&ships, before, sizeof(before), NULL), 0);
	return slotpool_save_size(&ships, NULL);
}

/* Each slot is handed out once, and all are. Twice, for frees push, too. */
static void behaves(void)
{
	bool taken[200] = { false };
	uint32_t i, round, limit, count = 0;
	int32_t index;

	for (i = 0; i < ARRAY_SIZE(taken); i++)
		count += taken[i] = (slotpool_at_entry(&ships, i, struct ship, node) != NULL);
	assert_int_equal(count, slotpool_stats(&ships).count);
	for (round = 0; round < 2; round++) {
		limit = slotpool_stats(&ships).limit - slotpool_stats(&ships).retired;
		while ((index = alloc(1)) >= 0) {
			assert_true(index < (int32_t)ARRAY_SIZE(taken));
			assert_false(taken[index]);
			taken[index] = true;
			count++;
		}
		assert_int_equal(count, limit);
		assert_int_equal(slotpool_check(&ships, NULL), LISH_OK);
		for (i = 0; i < ARRAY_SIZE(taken); i++) {
			assert_int_equal(slotpool_free_at(&ships, i), taken[i]);
			taken[i] = false;
		}
		count = 0;
		assert_int_equal(slotpool_stats(&ships).count, 0);
		assert_int_equal(slotpool_check(&ships, NULL), LISH_OK);
	}
}

static unsigned int taken_count, refused_count;

/* How many generations a save writes: slots at the end that were never used are as new. */
static uint32_t numbers_of(const struct save_head *head)
{
	uint32_t n = head->numbers;

	while (n > head->border && bytes[HEAD + n - 1] == head->floor)
		n--;
	return n;
}

/* Load what is in bytes, which the pool may refuse. */
static void try_bytes(size_t size)
{
	const size_t other = make_other();
	const struct lish_stats stats = slotpool_stats(&ships);
	struct save_head head, saved;
	struct lish_stats now;
	size_t from;
	int err;

	err = slotpool_load(&ships, bytes, size, NULL);
	now = slotpool_stats(&ships);
	assert_int_equal(slotpool_check(&ships, NULL), LISH_OK);
	if (err) {
		refused_count++;
		assert_memory_equal(&now, &stats, sizeof(now));
		assert_int_equal(slotpool_save_size(&ships, NULL), other);
		assert_int_equal(slotpool_save(&ships, after, sizeof(after), NULL), 0);
		assert_memory_equal(after, before, other);
	} else {
		taken_count++;
		assert_true(slotpool_save_size(&ships, NULL) <= sizeof(after));
		assert_int_equal(slotpool_save(&ships, after, sizeof(after), NULL), 0);
		/* All but the nodes in objects, which load makes right, and the sum. */
		memcpy(&head, bytes, sizeof(head));
		memcpy(&saved, after, sizeof(saved));
		from = HEAD + head.numbers;
		head.numbers = numbers_of(&head);
		/* An older save becomes one of now. */
		head.bytes += (uint64_t)head.count * (saved.saved - head.saved) -
			      4 * (from - HEAD - head.numbers);
		head.saved = saved.saved;
		head.node = saved.node;
		head.sum = saved.sum;
		assert_memory_equal(&saved, &head, sizeof(head));
		assert_memory_equal(after + HEAD, bytes + HEAD, 4 * head.numbers);
		assert_memory_equal(after + HEAD + head.numbers, bytes + from, 4 * head.free);
	}
	behaves();
	slotpool_destroy(&ships);
}

/* Make the sum fit, if as many bytes are there. */
static void seal(size_t size)
{
	save_seal(bytes, size);
}

TEST(each_word_may_be_any_number)
{
	uint32_t i, k, values[24];
	size_t size;

	for_each_subject
	{
		size = make_good();
		taken_count = refused_count = 0;
		for (i = 0; i < size / 4; i++) {
			for (k = 0; k < 16; k++)
				values[k] = k;
			values[k++] = good[i] + 1;
			values[k++] = good[i] - 1;
			values[k++] = good[i] ^ 0x80000000;
			values[k++] = 0xffffffff;
			values[k++] = 0xfffffffe;
			values[k++] = 0xfffffffd;
			values[k++] = 0x7fffffff;
			values[k++] = 0x7ffffffe;
			assert_int_equal(k, ARRAY_SIZE(values));
			while (k--) {
				if ((i + k) % SPARSE)
					continue;
				memcpy(bytes, good, size);
				bytes[i] = values[k];
				try_bytes(size);
				seal(sizeof(bytes));
				try_bytes(size);
			}
		}
		/* Bytes of objects and lives of slots are the writer's own. */
		assert_true(taken_count > 100 / SPARSE && refused_count > 1000 / SPARSE);
	}
}

TEST(words_may_change_places)
{
	uint32_t i, k;
	size_t size;

	for_each_subject
	{
		size = make_good();
		for (i = 0; i < size / 4; i++) {
			for (k = i + 1; k < size / 4; k += SPARSE) {
				memcpy(bytes, good, size);
				bytes[i] = good[k];
				bytes[k] = good[i];
				seal(size);
				try_bytes(size);
			}
		}
	}
}

TEST(any_size_may_be_all_there_is)
{
	char *copy;
	size_t size, n;

	for_each_subject
	{
		size = make_good();
		for (n = 0; n < size; n += SPARSE) {
			/* In a block of that size, for the tools to see. */
			copy = (char *)malloc(n + 1);
			assert_non_null(copy);
			memcpy(copy + 1, good, n);
			make_other();
			assert_int_equal(slotpool_load(&ships, copy + 1, n, NULL), -EIO);
			assert_int_equal(slotpool_check(&ships, NULL), LISH_OK);
			behaves();
			slotpool_destroy(&ships);
			free(copy);
		}
		for (n = 0; n < 64; n++) {
			memset(bytes, 0xa5, sizeof(bytes));
			memcpy(bytes, good, size);
			try_bytes(size + n);
		}
	}
}

static uint32_t random_state;

static uint32_t random_below(uint32_t n)
{
	random_state = random_state * 1664525u + 1013904223u;
	return (random_state >> 8) % n;
}

/* Counts, generations and free slots of any kind, by small numbers. */
TEST(many_words_may_be_wrong_at_once)
{
	uint32_t round, k, at;
	size_t size;

	random_state = 5;
	for_each_subject
	{
		size = make_good();
		for (round = 0; round < 20000 / SPARSE; round++) {
			memcpy(bytes, good, size);
			for (k = random_below(5); k < 6; k++) {
				at = random_below(4)
					     ? (uint32_t)HEAD +
						       random_below((uint32_t)(size / 4 - HEAD))
					     : SAVE_USED + random_below(8);
				bytes[at] = random_below(3) ? random_below(ROOM)
							    : bytes[at] + random_below(3) - 1;
			}
			seal(sizeof(bytes));
			try_bytes(random_below(2) ? size : sizeof(bytes));
		}
	}
}

/* What a header alone says is compared before anything is counted up to it. */
TEST(a_header_of_many_slots_is_refused_at_once)
{
	struct save_head head;

	for_each_subject
	{
		make();
		assert_int_equal(slotpool_save(&ships, &head, sizeof(head), NULL), 0);
		/* With a sum that is right, of the header alone. */
		save_seal(&head, sizeof(head));
		head.used = head.border = head.numbers = LISH_MAX_COUNT;
		head.sum = save_sum_of(save_sum_of(0, (const unsigned char *)&head, 4 * SAVE_SUM),
				       (const unsigned char *)&head + 4 * SAVE_POINTER,
				       sizeof(head) - 4 * SAVE_POINTER);
		memcpy(bytes, &head, sizeof(head));
		assert_int_equal(slotpool_load(&ships, bytes, sizeof(head), NULL), -EIO);
		assert_int_equal(slotpool_check(&ships, NULL), LISH_OK);
		slotpool_destroy(&ships);
	}
}

TEST_MAIN(begin, end)
