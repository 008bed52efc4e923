// SPDX-License-Identifier: MIT
/*
 * What nobody writes but an attacker, or a bug: forged handles, slots that are used
 * until they have no generation left, a hundred million objects, loops in loops.
 *
 *   attack forge N   N handles that were never given out, or were once
 *   attack lives N   one slot, until it is retired, which must take N lives
 *   attack many N    N objects of 8 bytes
 *   attack nest N    N loops, each in the body of the one before, and then all that
 *                    they stand on is taken out
 */
#include "uses.h"
#include "by_hand.h"
#include <stdio.h>
#include <string.h>

static void must(bool so, const char *what)
{
	if (!so) {
		printf("attack: %s\n", what);
		exit(1);
	}
}

static uint64_t state = 88172645463325252u;

static uint64_t next_random(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state * 2685821657736338717u;
}

struct thing {
	struct slotpool_idx node;
	uint32_t value;
};

#define THINGS 4096u

/* The only handle by which each slot can be found, as a number, or 0. */
static uint64_t given[THINGS];
static struct thing *things[THINGS];

static void churn(struct slotpool *pool, uint32_t slot)
{
	struct thing *thing;
	struct slotpool_handle handle;

	if (things[slot]) {
		slotpool_free(pool, &things[slot]->node);
		things[slot] = NULL;
		given[slot] = 0;
		return;
	}
	thing = slotpool_alloc_entry(pool, struct thing, node);
	if (!thing)
		return;
	handle = slotpool_handle_of(pool, &thing->node);
	slot = (uint32_t)slotpool_index_of(pool, &thing->node);
	must(slot < THINGS && !things[slot], "a slot was given out twice");
	things[slot] = thing;
	given[slot] = slotpool_handle_to_u64(handle);
}

/* A number that shall pass for a handle: of any kind, or near to a real one. */
static uint64_t forged(void)
{
	const uint64_t random = next_random();
	const uint32_t slot = (uint32_t)(random >> 8) % (2 * THINGS);
	const uint64_t real = given[slot % THINGS];

	switch (random & 7) {
	case 0:
		return random;
	case 1: /* any generation */
		return next_random() << 32 | slot;
	case 2: /* a few lives away */
		return real + ((random >> 40 & 15) << 32);
	case 3:
		return real - ((random >> 40 & 15) << 32);
	case 4: /* the neighbour's */
		return real ^ (random >> 40 & 15);
	case 5: /* one bit */
		return real ^ (uint64_t)1 << (random >> 40 & 63);
	case 6: /* young slots: the first lives */
		return (random >> 40 & 255) << 32 | slot;
	default:
		return (uint64_t)slot << 32 | (uint32_t)real;
	}
}

static void forge(uint64_t n)
{
	struct slotpool pool;
	struct lish_config config = LISH_CONFIG_INIT;
	uint64_t i, found = 0;

	config.initial = config.limit = THINGS;
	must(!slotpool_init(&pool, struct thing, node, &config), "no memory");
	for (i = 0; i < 200000; i++)
		churn(&pool, (uint32_t)next_random() % THINGS);
	for (i = 0; i < n; i++) {
		const uint64_t number = forged();
		const uint32_t slot = (uint32_t)number - 1;
		struct slotpool_handle handle;
		struct thing *thing;

		if (i % 64 == 0)
			churn(&pool, (uint32_t)next_random() % THINGS);
		handle.slot = (uint32_t)number;
		handle.generation = (uint32_t)(number >> 32);
		/* At level 0 only numbers are looked at, not handles. */
		if (i & 1 || LISH_CHECK < 1)
			handle = slotpool_handle_from_u64(number);
		thing = slotpool_get_entry(&pool, handle, struct thing, node);
		if (slot < THINGS && given[slot] && given[slot] == number) {
			must(thing == things[slot], "a real one finds another");
			found++;
			continue;
		}
		must(!thing, "a forged handle finds an object");
		if (i % 16 == 0)
			must(!slotpool_free_handle(&pool, handle),
			     "a forged handle frees an object");
	}
	must(slotpool_check(&pool, NULL) == LISH_OK, "the pool is broken");
	printf("forge: %llu handles, %llu of them happened to be real\n",
	       (unsigned long long)n, (unsigned long long)found);
	slotpool_destroy(&pool);
}

SLOTPOOL_DEFINE_STATIC(single, struct thing, node, 1);

/* The first handles of the only slot, and the last. */
static struct slotpool_handle lived[1 << 16];

static void lives(uint64_t n)
{
	const uint64_t keep = sizeof(lived) / sizeof(lived[0]);
	uint64_t i, j;
	struct thing *thing;

	for (i = 0;; i++) {
		thing = slotpool_alloc_entry(&single, struct thing, node);
		if (!thing)
			break;
		lived[i % keep] = slotpool_handle_of(&single, &thing->node);
		if (i % keep == 0 && i)
			must(lived[0].generation > lived[1].generation,
			     "a generation came back");
		must(slotpool_get_entry(&single, lived[i % keep], struct thing,
					node) == thing,
		     "a handle does not find its object");
		/* All of the last ones, now and then */
		for (j = 0; i % (keep - 1) == 0 && j < keep && j < i; j++)
			must(j == i % keep ||
			     !slotpool_get_entry(&single, lived[j],
						 struct thing, node),
			     "an old handle finds an object");
		slotpool_free(&single, &thing->node);
	}
	printf("lives: %llu of one slot, then it is retired\n",
	       (unsigned long long)i);
	must(i == n, "it should have been another number");
	must(slotpool_stats(&single).retired == 1, "it is not counted as retired");
	must(slotpool_check(&single, NULL) == LISH_OK, "the pool is broken");
	for (j = 0; j < keep && j < i; j++)
		must(!slotpool_get_entry(&single, lived[j], struct thing, node),
		     "the handle of a retired slot finds an object");
	must(!slotpool_alloc_at_entry(&single, 0, struct thing, node),
	     "a retired slot lives again");
}

struct small {
	struct ipool_idx node;
	uint32_t value;
};

/* All indices in an order of its own: the step shares no factor with n. */
static uint32_t coprime(uint32_t n)
{
	uint32_t step = 514229u % n, a, b, rest;

	for (;; step++) {
		for (a = n, b = step; b; a = b, b = rest)
			rest = a % b;
		if (a == 1)
			return step;
	}
}

static void many_slots(uint32_t n)
{
	struct slotpool pool;
	struct slotpool_handle first = { 0, 0 };
	const uint32_t step = coprime(n);
	struct thing *thing;
	uint32_t i, at;
	uint64_t sum = 0;

	must(!slotpool_init(&pool, struct thing, node, NULL), "no memory");
	for (i = 0; i < n; i++) {
		thing = slotpool_alloc_entry(&pool, struct thing, node);
		must(thing != NULL, "no memory");
		thing->value = i;
		if (!i)
			first = slotpool_handle_of(&pool, &thing->node);
	}
	slotpool_for_each_entry(o, &pool, struct thing, node)
		sum += o->value;
	must(sum == (uint64_t)n * (n - 1) / 2, "a loop lost objects");
	for (i = 0, at = 0; i < n; i++, at = (uint32_t)(((uint64_t)at + step) % n)) {
		thing = slotpool_at_entry(&pool, at, struct thing, node);
		must(thing && thing->value == at, "an index finds another");
		slotpool_free(&pool, &thing->node);
	}
	must(!slotpool_count(&pool), "it is not empty");
	must(!slotpool_get_entry(&pool, first, struct thing, node),
	     "the first handle finds an object");
	must(slotpool_check(&pool, NULL) == LISH_OK, "the pool is broken");
	slotpool_destroy(&pool);
}

static void many(uint64_t number)
{
	const uint32_t n = (uint32_t)number, step = coprime(n);
	struct ipool pool;
	struct small *small;
	uint32_t i, at, round;

	must(!ipool_init(&pool, struct small, node, NULL), "no memory");
	for (round = 0; round < 2; round++) {
		for (i = 0; i < n; i++) {
			small = ipool_alloc_entry(&pool, struct small, node);
			must(small != NULL, "no memory");
			small->value = (uint32_t)ipool_index_of(&pool,
								&small->node);
		}
		must(ipool_count(&pool) == n, "not all were counted");
		for (i = 0, at = 0; i < n;
		     i++, at = (uint32_t)(((uint64_t)at + step) % n)) {
			small = ipool_at_entry(&pool, at, struct small, node);
			must(small && small->value == at,
			     "an index finds another");
			ipool_free(&pool, &small->node);
		}
		must(ipool_count(&pool) == 0, "it is not empty");
	}
	must(ipool_check(&pool, NULL) == LISH_OK, "the pool is broken");
	ipool_destroy(&pool);
	many_slots(n);
	printf("many: %lu objects of 8 bytes, each in ipool and slotpool\n",
	       (unsigned long)n);
}

/* It has no memory of its own. */
#define walklist_destroy(list) ((void)(list))

/*
 * Loops by hand, each begun while all before stand: on the first member, the second
 * and so on, round and round. Then members are taken out one by one, and those that
 * stay must be all that each loop has to come.
 */
#define MEMBERS 8u
static void nest_walklist(uint32_t n)
{
	static struct walklist_obj objects[MEMBERS];
	struct walklist_loop *loops = (struct walklist_loop *)calloc(n, sizeof(*loops));
	struct walklist c;
	uint32_t i, j, seen;

	must(loops != NULL, "no memory");
	use_walklist_init(&c, MEMBERS);
	for (i = 0; i < MEMBERS; i++)
		use_walklist_add(&c, &objects[i]);
	for (i = 0; i < n; i++) {
		walklist_loop_begin(&loops[i], &c);
		for (j = 0; j <= i % MEMBERS; j++)
			must(walklist_loop_next(&loops[i]) != NULL, "a loop ended");
	}
	for (i = 0; i < MEMBERS; i++) {
		if (i != MEMBERS / 2)
			use_walklist_remove(&c, &objects[i]);
	}
	for (i = n; i-- > 0;) {
		for (seen = 0; walklist_loop_next(&loops[i]); seen++)
			;
		must(seen == (i % MEMBERS < MEMBERS / 2),
		     "a loop found what is gone, or missed what stayed");
		walklist_loop_end(&loops[i]);
	}
	must(walklist_check(&c, NULL) == LISH_OK, "broken: walklist");
	free(loops);
}

/* Loops in loops by recursion. */
#define RECURSE(X)                                                           \
	static void deep_##X(struct X *c, uint32_t n)                        \
	{                                                                    \
		X##_for_each_entry(o, c, struct X##_obj, node) {             \
			o->value++;                                          \
			if (n > 1)                                           \
				deep_##X(c, n - 1);                          \
			break;                                               \
		}                                                            \
	}                                                                    \
	static void recurse_##X(uint32_t n)                                  \
	{                                                                    \
		static struct X##_obj object, *in;                           \
		struct X c;                                                  \
                                                                             \
		use_##X##_init(&c, 1);                                       \
		in = use_##X##_add(&c, &object);                             \
		in->value = 0;                                               \
		deep_##X(&c, n);                                             \
		must(in->value == n, "not all loops ran: " #X);              \
		must(X##_check(&c, NULL) == LISH_OK, "broken: " #X);         \
		use_##X##_remove(&c, in);                                    \
		X##_destroy(&c);                                             \
	}
#define CALL_RECURSE(X) recurse_##X(number);
#define LOOPED_(V) V(walklist) V(ihash) V(locklist) V(dense) V(rwarray) V(densepool) V(listpool)
LOOPED_(RECURSE)

static void nest(uint64_t n)
{
	const uint32_t number = (uint32_t)n;

	nest_walklist(number);
	LOOPED_(CALL_RECURSE)
	printf("nest: %lu loops at a time, in seven containers\n",
	       (unsigned long)number);
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		void (*run)(uint64_t n);
	} attacks[] = { { "forge", forge }, { "lives", lives },
			{ "many", many }, { "nest", nest } };
	size_t i;

	for (i = 0; argc == 3 && i < sizeof(attacks) / sizeof(attacks[0]); i++) {
		if (strcmp(argv[1], attacks[i].name) == 0) {
			attacks[i].run(strtoull(argv[2], NULL, 10));
			return 0;
		}
	}
	return 2;
}
