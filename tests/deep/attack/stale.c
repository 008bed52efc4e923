// SPDX-License-Identifier: MIT
/*
 * A program that keeps the pointer to an object after its free, and writes through it: into the
 * node of the free object, a word of any kind. Births and deaths come before and after it, a loop
 * over the pool X, a trim and a check. The pool may report, refuse births and take the object out
 * of use. It must not hand out an object that is live, lose one, or leave its memory.
 *
 *   stale N [FIRST]   N sequences, each with a pool of its own
 */
#define PASTE_(x, name) x##_##name
#define PASTE(x, name) PASTE_(x, name)
#define OF(name) PASTE(X, name)
#define IS_ipool 1
#define IS_densepool 2
#define IS_listpool 3
#define IS_slotpool 4
#define IS_(x) IS_##x
#define IS(x) IS_(x)

#include "linux-ish/densepool.h"
#include "linux-ish/ipool.h"
#include "linux-ish/listpool.h"
#include "linux-ish/slotpool.h"
#include "sequence.h"
#include <string.h>

#define OBJECTS 40
#define CALLS 30

struct thing {
	uint32_t value;
#if IS(X) == 3
	struct listpool_node node;
#else
	struct OF(idx) node;
#endif
};

static struct X pool;
static struct thing *live[OBJECTS], *dead[OBJECTS];
static uint32_t lives, deaths, written, reports;

static void count_reports(const struct lish_fault *fault)
{
	(void)fault;
	reports++;
}

/* Takes an object out of an array; returns false if it is not there. */
static bool take(struct thing **things, uint32_t *count, const struct thing *thing)
{
	uint32_t i;

	for (i = 0; i < *count && things[i] != thing; i++)
		;
	if (i == *count)
		return false;
	things[i] = things[--*count];
	return true;
}

static void birth(void)
{
	struct thing *thing;
	uint32_t i;

	if (lives == OBJECTS)
		return;
	thing = OF(alloc_entry)(&pool, struct thing, node);
	if (!thing) {
		must(written, "a birth failed before anything was overwritten");
		return;
	}
	for (i = 0; i < lives; i++)
		must(live[i] != thing, "a live object was handed out");
	take(dead, &deaths, thing);
	thing->value = ~(uint32_t)lives;
	live[lives++] = thing;
}

static void death(void)
{
	struct thing *thing;

	if (!lives)
		return;
	thing = live[pick(lives)];
	must(OF(contains)(&pool, &thing->node), "a live object is not in the pool");
	OF(free)(&pool, &thing->node);
	/* Level 2 refuses each change of a pool that was damaged. */
	if (LISH_CHECK >= 2 && written && OF(contains)(&pool, &thing->node))
		return;
	take(live, &lives, thing);
	must(deaths < OBJECTS, "more objects than the pool may have");
	dead[deaths++] = thing;
}

/* A word of the node of a free object. */
static void overwrite(void)
{
	unsigned char *node;
	uint32_t word;

	if (!deaths)
		return;
	node = (unsigned char *)&dead[pick(deaths)]->node;
	node += pick(sizeof(dead[0]->node) / 4) * 4;
	switch (pick(5)) {
	case 0:
		word = 0;
		break;
	case 1: /* a slot, or a place */
		word = 1 + pick(OBJECTS);
		break;
	case 2: /* what such a node has when it is free */
		memcpy(&word, node, 4);
		word = (word & 0x80000000u) | (1 + pick(OBJECTS));
		break;
	case 3:
		memcpy(&word, (unsigned char *)&dead[pick(deaths)]->node, 4);
		break;
	default:
		word = pick(1u << 30) << pick(3);
		break;
	}
	memcpy(node, &word, 4);
	written++;
}

/* Does a loop visit each live object once? */
static void pass(void)
{
#if IS(X) == 1
	uint32_t i;

	for (i = 0; i < lives; i++)
		must(ipool_at_entry(&pool, ipool_index_of(&pool, &live[i]->node), struct thing,
				    node) == live[i], "an index leads elsewhere");
#else
	bool seen[OBJECTS] = { false };
	uint32_t i, steps = 0;

	OF(for_each_entry)(thing, &pool, struct thing, node) {
		for (i = 0; i < lives && live[i] != thing; i++)
			;
		must(i < lives, "a loop hands out an object that is not live");
		must(!seen[i], "a loop visits an object twice");
		seen[i] = true;
		steps++;
	}
	must(steps == lives, "a loop does not visit each live object");
#endif
	must(OF(count)(&pool) == lives, "the count is another one");
}

static void run(void)
{
	const struct lish_config config = { .initial = 4, .limit = OBJECTS };
	const uint32_t when = pick(CALLS);
	int call;

	lives = deaths = written = 0;
	state = sequence * 0x9e3779b97f4a7c15u + 1;
	must(!OF(init)(&pool, struct thing, node, &config), "init");
	for (call = 0; call < CALLS; call++) {
		if (call >= 8 && (uint32_t)call >= when && !pick(4))
			overwrite();
		switch (pick(8)) {
		case 0: case 1: case 2: case 3:
			birth();
			break;
		case 4: case 5:
			death();
			break;
		case 6:
			pass();
			break;
		default:
			OF(trim)(&pool);
			/* Their memory may be gone. */
			deaths = 0;
			break;
		}
	}
	pass();
	OF(destroy)(&pool);
}

int main(int argc, char **argv)
{
	const uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
	const uint64_t end = first + (argc > 1 ? strtoull(argv[1], NULL, 10) : 1);

	lish_set_report(count_reports);
	for (sequence = first; sequence < end; sequence++)
		run();
	printf("%llu sequences, %u reports\n", (unsigned long long)(end - first), reports);
	return 0;
}
