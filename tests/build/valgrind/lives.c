// SPDX-License-Identifier: MIT
/*
 * lives POOL WAY: reads an object of a pool that is free, because it was freed, or the pool
 * cleared, or loaded in a state without it. "ends": no mistake, and pools whose memory goes.
 */
#include <linux-ish/densepool.h>
#include <linux-ish/ipool.h>
#include <linux-ish/listpool.h>
#include <linux-ish/slotpool.h>

#include <stdlib.h>
#include <string.h>

#define NOINLINE __attribute__((__noinline__))

struct object {
	union {
		struct ipool_idx ipool;
		struct densepool_idx densepool;
		struct listpool_node listpool;
		struct slotpool_idx slotpool;
	} node;
	int value;
	char rest[40];
};

static volatile int sum;

#define POOL(X)                                                                       \
	static struct X X;                                                            \
	NOINLINE static struct object *X##_is_born_here(void)                         \
	{                                                                             \
		return X##_zalloc_entry(&X, struct object, node.X);                   \
	}                                                                             \
	NOINLINE static void X##_dies_here(struct object *o, const char *way)         \
	{                                                                             \
		if (!strcmp(way, "free"))                                             \
			X##_free(&X, &o->node.X);                                     \
		else                                                                  \
			X##_clear(&X);                                                \
	}                                                                             \
	static void X##_lives(const char *way)                                        \
	{                                                                             \
		struct object *o, *other;                                             \
		void *block;                                                          \
										      \
		if (X##_init(&X, struct object, node.X, NULL))                        \
			exit(1);                                                      \
		o = X##_is_born_here();                                               \
		other = X##_is_born_here();                                           \
		if (!o || !other)                                                     \
			exit(1);                                                      \
		if (strcmp(way, "ends")) {                                            \
			X##_dies_here(o, way);                                        \
			sum += o->value;                                              \
			return;                                                       \
		}                                                                     \
		/* A second life; live objects at a destroy; the memory goes on. */   \
		X##_free(&X, &o->node.X);                                             \
		o = X##_is_born_here();                                               \
		sum += o->value + other->value;                                       \
		X##_destroy(&X);                                                      \
		block = malloc(65536);                                                \
		free(block);                                                          \
	}
POOL(ipool)
POOL(densepool)
POOL(listpool)
POOL(slotpool)

int main(int argc, char **argv)
{
	if (argc < 3)
		return 1;
	if (!strcmp(argv[1], "ipool"))
		ipool_lives(argv[2]);
	if (!strcmp(argv[1], "densepool"))
		densepool_lives(argv[2]);
	if (!strcmp(argv[1], "listpool"))
		listpool_lives(argv[2]);
	if (!strcmp(argv[1], "slotpool"))
		slotpool_lives(argv[2]);
	return 0;
}
