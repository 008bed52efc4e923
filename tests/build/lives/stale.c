/* SPDX-License-Identifier: MIT */
/*
 * stale.c - how many uses of stale pointers a tool sees
 *
 * 1000 objects are live. In each of 4000 steps one dies and another one is born. So each pointer
 * to a dead object is one birth old when its memory is looked at. The program prints for each
 * pool how many of them ASan or Valgrind has as not usable, and then the figure early.
 *
 * With the argument "fixed" the pools have memory for 1010 objects and no more.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <linux-ish/densepool.h>
#include <linux-ish/ipool.h>
#include <linux-ish/listpool.h>
#include <linux-ish/slotpool.h>

#ifdef __SANITIZE_ADDRESS__
#define UNDER_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define UNDER_ASAN 1
#endif
#endif
#ifdef UNDER_ASAN
#include <sanitizer/asan_interface.h>
#define IS_POISONED(at) (__asan_address_is_poisoned(at) != 0)
#else
#include <valgrind/memcheck.h>
#define IS_POISONED(at) (VALGRIND_CHECK_MEM_IS_ADDRESSABLE(at, 1) != 0)
#endif

#define LIVE 1000
#define STEPS 4000

static unsigned int next_random(void)
{
	static unsigned int seed = 12345;

	seed = seed * 1664525u + 1013904223u;
	return seed >> 12;
}

#define STALE_USES(X, NODE, ALLOC)                                                           \
	struct X##_thing {                                                                   \
		int number;                                                                  \
		struct NODE node;                                                            \
		char rest[64];                                                               \
	};                                                                                   \
                                                                                             \
	static void X##_uses(const struct lish_config *config)                               \
	{                                                                                    \
		static struct X##_thing *live[LIVE];                                         \
		struct X##_thing *last = NULL;                                               \
		unsigned int seen = 0, step, i;                                              \
		struct X pool;                                                               \
                                                                                             \
		if (X##_init(&pool, struct X##_thing, node, config))                         \
			abort();                                                             \
		for (i = 0; i < LIVE; i++)                                                   \
			live[i] = ALLOC(&pool, struct X##_thing, node);                      \
		for (step = 0; step < STEPS; step++) {                                       \
			i = next_random() % LIVE;                                            \
			last = live[i];                                                      \
			X##_free(&pool, &last->node);                                        \
			live[i] = ALLOC(&pool, struct X##_thing, node);                      \
			if (!live[i])                                                        \
				abort();                                                     \
			live[i]->number = 1;                                                 \
			seen += IS_POISONED(&last->rest[8]);                                 \
		}                                                                            \
		if (X##_check(&pool, NULL) != LISH_OK || X##_count(&pool) != LIVE)           \
			abort();                                                             \
		printf(#X " %u %u\n", seen, X##_stats(&pool).early);                         \
		X##_destroy(&pool);                                                          \
	}

STALE_USES(ipool, ipool_idx, ipool_alloc_entry)
STALE_USES(densepool, densepool_idx, densepool_zalloc_entry)
STALE_USES(listpool, listpool_node, listpool_alloc_tail_entry)
STALE_USES(slotpool, slotpool_idx, slotpool_alloc_entry)

int main(int argc, char **argv)
{
	struct lish_config config = LISH_CONFIG_INIT;

	if (argc > 1 && !strcmp(argv[1], "fixed"))
		config.limit = LIVE + 10;
	ipool_uses(&config);
	densepool_uses(&config);
	listpool_uses(&config);
	slotpool_uses(&config);
	return 0;
}
