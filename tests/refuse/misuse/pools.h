/* SPDX-License-Identifier: MIT */
/*
 * pools.h - the world in which mistakes with pools are made
 *
 * Included with POOL(op), the name of an operation, TYPE and NODE, the types of pool
 * and node, STORAGE, INIT(name, mem), an initialiser, and TAKE(pool), an alloc.
 */
#include <stdlib.h>

struct item {
	int key;
	NODE node;
	int tail[6];
};

/* What is not in the pools. */
struct thing {
	NODE node;
};

/* pool: a, b, c; other: d; hooked: h, and another one that is free. defined: never used. */
static struct world {
	TYPE pool, other, hooked, zero, defined;
	STORAGE(mem, struct item, 5);
	STORAGE(more, struct item, 5);
	STORAGE(most, struct item, 5);
	STORAGE(own, struct item, 5);
	struct item out;
#ifdef LOOP
	LOOP loop;
#endif
} w;

static struct item *a, *b, *c, *d, *h;
/* The node of a NULL object. */
static NODE *volatile none;
static struct item *volatile nobody;
/* A storage that malloc() did not give. */
static STORAGE(*volatile no_mem, struct item, 5);
static unsigned int visits;

/* What a hook does that it must not, the next time. */
static void (*in_hook)(void *object);

static void hook(void *ctx, void *object)
{
	void (*now)(void *object) = in_hook;

	(void)ctx;
	in_hook = NULL;
	if (now)
		now(object);
}

static const struct lish_pool_hooks hooks = { NULL, hook, hook, NULL };
static const struct lish_config hooking = { 0,	 0, 0, false, NULL, LISH_LAST_FREED, 0,
					    &hooks, NULL, NULL };

static void free_it(void *object)
{
	POOL(free)(&w.hooked, &((struct item *)object)->node);
}

static void wipe_it(void *object)
{
	memset(object, 0, sizeof(struct item));
}

static void clear_it(void *object)
{
	(void)object;
	POOL(clear)(&w.hooked);
}

static void trim_it(void *object)
{
	(void)object;
	POOL(trim)(&w.hooked);
}

/* Only while the pool is closed: by clear, trim or destroy. */
static void reserve_it(void *object)
{
	(void)object;
	if (POOL(reserve)(&w.hooked, 5) != -EINVAL)
		abort();
}

static void destroy_it(void *object)
{
	(void)object;
	POOL(destroy)(&w.hooked);
}

static int init_with(int reuse, uint32_t bits, uint32_t limit)
{
	struct lish_config config = LISH_CONFIG_INIT;

	config.reuse = (enum lish_reuse)reuse;
	config.index_bits = bits;
	config.limit = limit;
	return POOL(init)(&w.zero, struct item, node, &config);
}

static void init_in_with(int reuse, uint32_t bits, uint32_t limit)
{
	struct lish_config config = LISH_CONFIG_INIT;

	config.reuse = (enum lish_reuse)reuse;
	config.index_bits = bits;
	config.limit = limit;
	POOL(init_in)(&w.zero, struct item, node, &w.mem, &config);
}

static void begin(void)
{
	const TYPE defined = INIT(w.defined, w.own);

	w.defined = defined;
	POOL(init_in)(&w.pool, struct item, node, &w.mem, NULL);
	POOL(init_in)(&w.other, struct item, node, &w.more, NULL);
	POOL(init_in)(&w.hooked, struct item, node, &w.most, &hooking);
	a = TAKE(&w.pool);
	b = TAKE(&w.pool);
	c = TAKE(&w.pool);
	d = TAKE(&w.other);
	h = TAKE(&w.hooked);
	POOL(free)(&w.hooked, &TAKE(&w.hooked)->node);
#ifdef LOOP
	w.loop = fresh;
#endif
}

static bool is_whole(void)
{
	return POOL(check)(&w.pool, NULL) <= LISH_UNINITIALIZED &&
	       POOL(check)(&w.other, NULL) == LISH_OK &&
	       POOL(check)(&w.hooked, NULL) == LISH_OK;
}
