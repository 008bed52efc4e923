/* SPDX-License-Identifier: MIT */
/*
 * ihash: random programs against a model. Loops of all kinds nest, and their bodies make any
 * change.
 *
 * The model gives each element a number when it is added or moved, its place, and one when it is
 * added, its birth. A forward loop goes to the next higher place, a reverse loop to the next
 * lower one, and a candidate loop to the next lower birth of the same hash.
 */
#include "test.h"

#include <linux-ish/ihash.h>

enum { THINGS = 40, HASHES = 11, TABLES = 2, DEEP = 3 };

#if UNDER_ASAN && defined(TEST_SHORT)
#define PROGRAMS 1000
#else
#define PROGRAMS 10000
#endif

struct thing {
	char before;
	struct ihash_node node;
};

/* Each thing has memory of its own, so that a tool sees a use of freed memory. */
static struct thing *things[THINGS];
static struct {
	int table; /* -1: in none */
	uint32_t hash;
	unsigned int place, birth;
} model[THINGS];
static unsigned int last_place;

static IHASH_STORAGE(buckets, 6);
static struct ihash tables[TABLES];
static struct test_mem mem = TEST_MEM_INIT;
static unsigned int stops[TABLES], removals, lost, depth;
static uint32_t random_state;

static uint32_t random_below(uint32_t n)
{
	random_state = random_state * 1664525u + 1013904223u;
	return (random_state >> 10) % n;
}

static void model_report(const struct lish_fault *fault)
{
	if (fault->reason != LISH_LOST_PLACE)
		fail_msg("%s: %s", fault->operation, lish_reason_text(fault->reason));
	lost++;
}

static int index_of(const struct thing *t)
{
	int i;

	for (i = 0; i < THINGS; i++)
		if (things[i] == t)
			return i;
	fail_msg("a loop visited what is no element");
	return -1;
}

/* Hashes that share buckets, and equal ones. */
static uint32_t hash_number(uint32_t i)
{
	return i % 2 ? i : i << 28;
}

static void assert_model(int k)
{
	unsigned int count = 0, place = 0, i;
	uint32_t h;

	assert_int_equal(ihash_check(&tables[k], NULL), LISH_OK);
	ihash_for_each_entry_const(t, &tables[k], const struct thing, node) {
		const int at = index_of(t);

		assert_int_equal(model[at].table, k);
		assert_true(model[at].place > place);
		place = model[at].place;
		count++;
	}
	assert_int_equal(count, ihash_count(&tables[k]));
	for (i = 0; i < THINGS; i++)
		count -= model[i].table == k;
	assert_int_equal(count, 0);
	for (h = 0; h < HASHES; h++) {
		unsigned int birth = 0xffffffffu, n = 0;

		ihash_for_each_hash_entry(t, &tables[k], hash_number(h), const struct thing, node) {
			const int at = index_of(t);

			assert_int_equal(model[at].hash, hash_number(h));
			assert_true(model[at].birth < birth);
			birth = model[at].birth;
			n++;
		}
		for (i = 0; i < THINGS; i++)
			n -= model[i].table == k && model[i].hash == hash_number(h);
		assert_int_equal(n, 0);
	}
}

static void free_thing(int i)
{
	free(things[i]);
	things[i] = NULL;
	model[i].table = -1;
}

static struct thing *thing(int i)
{
	if (!things[i])
		things[i] = (struct thing *)calloc(1, sizeof(*things[i]));
	assert_non_null(things[i]);
	return things[i];
}

static void gone(int i)
{
	model[i].table = -1;
	removals++;
	if (random_below(3))
		free_thing(i);
}

/* The object at another address; the old memory is freed. */
static void relocate(int i)
{
	struct thing *moved = (struct thing *)malloc(sizeof(*moved));

	assert_non_null(moved);
	*moved = *thing(i);
	free(things[i]);
	things[i] = moved;
	removals++;
	ihash_node_moved(&moved->node);
}

static void run_loop(int k);

static void change(int k)
{
	struct ihash *table = &tables[k];
	const int i = (int)random_below(THINGS);
	const struct thing *popped;
	int at;

	switch (random_below(24)) {
	case 0: case 1: case 2: case 3: case 4: case 5: case 6: case 7:
		if (model[i].table >= 0)
			break;
		model[i].table = k;
		model[i].hash = hash_number(random_below(HASHES));
		model[i].place = model[i].birth = ++last_place;
		ihash_add(table, &thing(i)->node, model[i].hash);
		break;
	case 8: case 9: case 10:
		if (model[i].table != k)
			break;
		ihash_del(table, &things[i]->node);
		gone(i);
		break;
	case 11: case 12:
		if (!things[i])
			break;
		assert_int_equal(ihash_leave(&things[i]->node), model[i].table >= 0);
		if (model[i].table >= 0)
			gone(i);
		break;
	case 13: case 14:
		if (model[i].table != k)
			break;
		ihash_move_tail(table, &things[i]->node);
		model[i].place = ++last_place;
		break;
	case 15:
		popped = ihash_pop_entry(table, struct thing, node);
		if (popped) {
			at = index_of(popped);
			assert_int_equal(model[at].table, k);
			gone(at);
		}
		break;
	case 16:
		if (things[i])
			relocate(i);
		break;
	case 17:
		if (random_below(4))
			ihash_trim(table);
		else if (k == 0 && ihash_reserve(table, random_below(70)))
			assert_true(mem.fail_at || ihash_stats(table).limit < 70);
		break;
	case 18:
		if (random_below(6))
			break;
		if (random_below(2)) {
			ihash_clear(table);
			for (at = 0; at < THINGS; at++)
				if (model[at].table == k)
					gone(at);
		} else {
			ihash_forget(table);
			for (at = 0; at < THINGS; at++)
				if (model[at].table == k)
					free_thing(at), removals++;
		}
		break;
	case 19:
		if (random_below(8) == 0) {
			ihash_stop(table);
			stops[k]++;
		}
		break;
	case 20:
		mem.fail_at = random_below(2) ? mem.allocs + 1 + random_below(2) : 0;
		mem.stays = random_below(2);
		break;
	default:
		if (depth < DEEP)
			run_loop((int)random_below(TABLES));
	}
}

static void body(int k)
{
	uint32_t n = random_below(5);

	while (n--)
		change(random_below(4) ? k : 1 - k);
}

enum kind { FORWARD, REVERSE, FROM, PRESENT, BY_HAND, KINDS };

/* The element that a loop must visit next, or -1. */
static int expected(int k, enum kind kind, unsigned int place, unsigned int start)
{
	int i, best = -1;

	for (i = 0; i < THINGS; i++) {
		if (model[i].table != k ||
		    (kind == REVERSE ? model[i].place >= place : model[i].place <= place) ||
		    (kind == PRESENT && model[i].place > start))
			continue;
		if (best < 0 || (kind == REVERSE ? model[i].place > model[best].place :
						   model[i].place < model[best].place))
			best = i;
	}
	return best;
}

static struct {
	unsigned int place, start, stops, left;
} running[DEEP + 1];

/* One visit: is it the expected one? Then the body. False: leave the loop. */
static bool visit(int k, enum kind kind, const struct thing *t)
{
	const int i = index_of(t), should = expected(k, kind, running[depth].place,
						     running[depth].start);

	assert_int_equal(i, should);
	running[depth].place = model[i].place;
	body(k);
	return running[depth].left-- && random_below(20);
}

static void run_loop(int k)
{
	struct ihash *table = &tables[k];
	const enum kind kind = (enum kind)random_below(KINDS);
	struct ihash_loop loop = LISH_LOOP_INIT;
	struct ihash_node *node;
	struct thing *start = NULL;
	bool left = false;
	int i;

	if (kind == FROM) {
		i = (int)random_below(THINGS);
		if (model[i].table == k)
			start = things[i];
	}
	depth++;
	running[depth].place = kind == REVERSE ? last_place + 1 : 0;
	running[depth].start = last_place;
	running[depth].stops = stops[k];
	running[depth].left = 60;
	if (start)
		running[depth].place = model[index_of(start)].place - 1;
	switch (kind) {
	case FORWARD:
		ihash_for_each_entry(t, table, struct thing, node)
			if (!visit(k, kind, t)) {
				left = true;
				break;
			}
		break;
	case REVERSE:
		ihash_for_each_entry_reverse(t, table, struct thing, node)
			if (!visit(k, kind, t)) {
				left = true;
				break;
			}
		break;
	case FROM:
		left = !start;
		ihash_for_each_entry_from(t, table, start, struct thing, node)
			if (!visit(k, kind, t)) {
				left = true;
				break;
			}
		break;
	case PRESENT:
		ihash_for_each_entry_present(t, table, struct thing, node)
			if (!visit(k, kind, t)) {
				left = true;
				break;
			}
		break;
	default:
		ihash_loop_begin(&loop, table);
		while ((node = ihash_loop_next(&loop)) != NULL)
			if (!visit(k, kind, container_of(node, struct thing, node))) {
				left = true;
				break;
			}
		ihash_loop_end(&loop);
	}
	if (!left && stops[k] == running[depth].stops)
		assert_int_equal(expected(k, kind, running[depth].place, running[depth].start), -1);
	depth--;
}

/*
 * A candidate loop, whose body makes any change. Visits elements of that hash alone; and if the
 * body removed nothing, or the current one alone, the next lower birth.
 */
static void run_candidates(int k)
{
	const uint32_t hash = hash_number(random_below(HASHES));
	unsigned int birth = 0xffffffffu, were_lost = lost, left = 60, before;
	bool sure = true, ended = true, alone;
	int i, at, next;

	depth++;
	ihash_for_each_hash_entry(t, &tables[k], hash, struct thing, node) {
		at = index_of(t);
		assert_int_equal(model[at].table, k);
		assert_int_equal(model[at].hash, hash);
		for (i = 0, next = -1; sure && i < THINGS; i++)
			if (model[i].table == k && model[i].hash == hash && model[i].birth < birth &&
			    (next < 0 || model[i].birth > model[next].birth))
				next = i;
		if (sure)
			assert_int_equal(at, next);
		birth = model[at].birth;
		before = removals;
		alone = random_below(2);
		if (alone && random_below(2)) {
			ihash_del(&tables[k], &t->node);
			gone(at);
		} else if (!alone) {
			body(k);
			sure = sure && removals == before;
		}
		if (!left--) {
			ended = false;
			break;
		}
	}
	for (i = 0; sure && ended && i < THINGS; i++)
		assert_false(model[i].table == k && model[i].hash == hash && model[i].birth < birth);
	assert_true(lost == were_lost || !sure);
	depth--;
}

static void end_tables(void)
{
	int k, i;

	for (k = 0; k < TABLES; k++) {
		ihash_clear(&tables[k]);
		ihash_destroy(&tables[k]);
	}
	for (i = 0; i < THINGS; i++)
		if (things[i])
			free_thing(i);
	assert_int_equal(mem.bytes, 0);
}

static void run_program(uint32_t seed)
{
	struct lish_config config = LISH_CONFIG_INIT;
	int i, steps, k;

	random_state = seed;
	last_place = depth = 0;
	mem.fail_at = 0;
	config.mem = &mem.mem;
	config.limit = random_below(3) ? 0 : 1 + random_below(20);
	config.initial = random_below(2) && !config.limit ? random_below(10) : 0;
	assert_int_equal(ihash_init(&tables[0], &config), 0);
	ihash_init_in(&tables[1], &buckets);
	for (i = 0; i < THINGS; i++)
		model[i].table = -1;
	for (steps = 0; steps < 30; steps++) {
		k = (int)random_below(TABLES);
		switch (random_below(3)) {
		case 0:
			run_loop(k);
			break;
		case 1:
			run_candidates(k);
			break;
		default:
			body(k);
		}
		if (steps % 5 == 0)
			assert_model(k);
	}
	for (k = 0; k < TABLES; k++)
		assert_model(k);
	end_tables();
}

TEST(random_programs_do_what_the_model_says)
{
	uint32_t seed;

	lish_set_report(model_report);
	for (seed = 1; seed <= PROGRAMS; seed++)
		run_program(seed);
	lish_set_report(test_report);
	/* Each kind of end is met. */
	assert_true(LISH_CHECK < 1 || lost > 0);
}

TEST_MAIN(NULL, NULL)
