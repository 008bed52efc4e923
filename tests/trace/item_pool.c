// SPDX-License-Identifier: MIT
/*
 * item_pool: two arrays of items, made in advance, that are handed out and
 * given back in constant time. Here: densepool, which may not grow.
 */
#include <linux-ish/densepool.h>

#include "replay.h"

#define POOLS 2

struct item {
	uint32_t id;
	struct densepool_idx idx;
};

static struct names names;
static struct densepool pools[POOLS];
static struct densepool *selected;

static void unmake(void *ctx, void *object)
{
	const struct item *item = object;

	(void)ctx;
	if (item->id != NO_NAME)
		names_bind(&names, item->id, NULL);
}

static struct lish_pool_hooks hooks;

static int init(struct densepool *pool, uint32_t capacity)
{
	struct lish_config config = LISH_CONFIG_INIT;

	config.initial = capacity;
	config.limit = capacity;
	config.no_grow = true;
	hooks = names_hooks;
	hooks.unmake = unmake;
	config.hooks = &hooks;
	return densepool_init(pool, struct item, idx, &config);
}

static void new_pool(struct call *call)
{
	selected = &pools[call->arg[0]];
	densepool_destroy(selected);
	if (init(selected, call->arg[1]))
		complain(call, "the pool cannot be made");
}

static void use(struct call *call)
{
	selected = &pools[call->arg[0]];
}

static void get(struct call *call)
{
	names_answer(call, &names, densepool_alloc_entry(selected, struct item, idx), "none");
}

/* The original is asked to take what is not out; here that would be misuse. */
static void put(struct call *call)
{
	struct item *item = names_find(&names, call->arg[0]);

	if (!item || !densepool_contains(selected, &item->idx)) {
		answer(call, 0);
		return;
	}
	densepool_free(selected, &item->idx);
	answer_done(call, 0);
}

static void count(struct call *call)
{
	answer(call, densepool_count(selected));
}

static void index_of(struct call *call)
{
	const struct item *item = names_find(&names, call->arg[0]);
	uint32_t index = 0;
	size_t i;

	for (i = 0; item && i < POOLS; i++) {
		if (!densepool_contains(&pools[i], &item->idx))
			continue;
		densepool_for_each_entry(at, &pools[i], struct item, idx) {
			if (at == item)
				break;
			index++;
		}
		answer(call, index);
		return;
	}
	answer_word(call, "-1");
}

static void forward(struct call *call)
{
	densepool_for_each_entry(at, selected, struct item, idx)
		list(call, at->id);
}

static const struct operation operations[] = {
	{ "new", "kn", SAYS_NOTHING, new_pool, NULL },
	{ "use", "k", SAYS_NOTHING, use, NULL },
	{ "get", "", SAYS_VALUE, get, "none" },
	{ "put", "i", SAYS_VALUE, put, NULL },
	{ "count", "", SAYS_VALUE, count, NULL },
	{ "index", "i", SAYS_VALUE, index_of, "-1" },
	{ "iter", "", SAYS_LIST, forward, NULL },
	{ "digest", "", SAYS_DIGEST, forward, NULL },
	{ NULL, NULL, SAYS_NOTHING, NULL, NULL },
};

/* A pool that was not made yet has nothing to hand out. */
static void setup(void)
{
	size_t i;

	for (i = 0; i < POOLS; i++)
		lish_sure(init(&pools[i], 0));
	selected = &pools[0];
}

static void teardown(void)
{
	size_t i;

	for (i = 0; i < POOLS; i++)
		densepool_destroy(&pools[i]);
	names_free(&names);
}

static enum lish_reason check(void)
{
	enum lish_reason reason = LISH_OK;
	size_t i;

	for (i = 0; i < POOLS && reason == LISH_OK; i++)
		reason = densepool_check(&pools[i], NULL);
	return reason;
}

const struct system item_pool_system = {
	"item_pool", operations, POOLS, false, setup, teardown, check,
};
