// SPDX-License-Identifier: MIT
/*
 * indexed: slots with indices that last, whose holes are used again. Here:
 * slotpool, in its order "last freed first". Ids are the indices.
 */
#include <linux-ish/slotpool.h>

#include "replay.h"

struct item {
	struct slotpool_idx idx;
	char payload; /* an object of no other content */
};

static struct slotpool pool;

static int init(uint32_t slots)
{
	struct lish_config config = { 0 };

	config.initial = slots;
	config.limit = slots;
	config.no_grow = true;
	return slotpool_init(&pool, struct item, idx, &config);
}

/* How many holes the original can remember is no question here. */
static void new_pool(struct call *call)
{
	slotpool_destroy(&pool);
	if (init(call->arg[0]))
		complain(call, "the pool cannot be made");
}

static uint32_t index_of(const struct item *item)
{
	return (uint32_t)slotpool_index_of(&pool, &item->idx);
}

static void say(struct call *call, const struct item *item)
{
	if (item)
		answer(call, index_of(item));
	else
		answer_word(call, "full");
}

static void get(struct call *call)
{
	say(call, slotpool_alloc_entry(&pool, struct item, idx));
}

static void get_last(struct call *call)
{
	say(call, slotpool_alloc_tail_entry(&pool, struct item, idx));
}

static void remove_item(struct call *call)
{
	if (!slotpool_free_at(&pool, call->arg[0]))
		complain(call, "slotpool_free_at() found nothing");
}

static void at(struct call *call)
{
	answer(call, slotpool_at_entry(&pool, call->arg[0], struct item, idx) != NULL);
}

static void count(struct call *call)
{
	answer(call, slotpool_count(&pool));
}

static void clear(struct call *call)
{
	(void)call;
	slotpool_clear(&pool);
}

static void forward(struct call *call)
{
	slotpool_for_each_entry(item, &pool, struct item, idx)
		list(call, index_of(item));
}

static void loop(struct call *call)
{
	slotpool_for_each_entry(item, &pool, struct item, idx)
		if (!visit(call, index_of(item)))
			break;
}

static const struct operation operations[] = {
	{ "new", "nn", SAYS_NOTHING, new_pool, NULL },
	{ "get", "", SAYS_VALUE, get, "full" },
	{ "getlast", "", SAYS_VALUE, get_last, "full" },
	{ "remove", "i", SAYS_NOTHING, remove_item, NULL },
	{ "at", "i", SAYS_VALUE, at, NULL },
	{ "count", "", SAYS_VALUE, count, NULL },
	{ "clear", "", SAYS_NOTHING, clear, NULL },
	{ "iter", "", SAYS_LIST, forward, NULL },
	{ "digest", "", SAYS_DIGEST, forward, NULL },
	{ "foreach", "", SAYS_VISITS, loop, NULL },
	{ NULL, NULL, SAYS_NOTHING, NULL, NULL },
};

static void setup(void)
{
	init(0);
}

static void teardown(void)
{
	slotpool_destroy(&pool);
}

static enum lish_reason check(void)
{
	return slotpool_check(&pool, NULL);
}

const struct system indexed_system = {
	"indexed", operations, 0, true, setup, teardown, check,
};
