// SPDX-License-Identifier: MIT
/*
 * reusing: a doubly linked list that keeps removed elements for reuse. Here:
 * listpool, whose elements come and go at any place, also under loops. It too
 * hands out first what was freed last, so that each name is compared. To keep
 * that order, clear is a loop that frees all from the first to the last:
 * listpool_clear() is faster, but goes back to the order of a new pool.
 */
#include <linux-ish/listpool.h>

#include "replay.h"

struct item {
	uint32_t id;
	struct listpool_node node;
};

static struct names names;
static struct listpool pool;

static void init(void)
{
	struct lish_config config = LISH_CONFIG_INIT;

	config.hooks = &names_hooks;
	lish_sure(listpool_init(&pool, struct item, node, &config));
}

static void new_pool(struct call *call)
{
	(void)call;
	listpool_destroy(&pool);
	names_forget(&names);
	init();
}

static void first(struct call *call)
{
	names_answer(call, &names, listpool_alloc_entry(&pool, struct item, node), "none");
}

static void last(struct call *call)
{
	names_answer(call, &names, listpool_alloc_tail_entry(&pool, struct item, node), "none");
}

static void after(struct call *call)
{
	struct item *base = names_find_for(call, &names);

	if (base)
		names_answer(call, &names,
			     listpool_alloc_after_entry(&pool, base, struct item, node), "none");
}

static void before(struct call *call)
{
	struct item *base = names_find_for(call, &names);

	if (base)
		names_answer(call, &names,
			     listpool_alloc_before_entry(&pool, base, struct item, node), "none");
}

static void remove_item(struct call *call)
{
	struct item *item = names_find_for(call, &names);

	if (item)
		listpool_free(&pool, &item->node);
}

static void clear(struct call *call)
{
	(void)call;
	listpool_for_each_entry (item, &pool, struct item, node)
		listpool_free(&pool, &item->node);
}

static void count(struct call *call)
{
	answer(call, listpool_count(&pool));
}

static void forward(struct call *call)
{
	listpool_for_each_entry (at, &pool, struct item, node)
		list(call, at->id);
}

static void backward(struct call *call)
{
	listpool_for_each_entry_reverse (at, &pool, struct item, node)
		list(call, at->id);
}

static void loop(struct call *call)
{
	listpool_for_each_entry (at, &pool, struct item, node)
		if (!visit(call, at->id))
			break;
}

static const struct operation operations[] = {
	{ "new", "", SAYS_NOTHING, new_pool, NULL },
	{ "first", "", SAYS_VALUE, first, NULL },
	{ "last", "", SAYS_VALUE, last, NULL },
	{ "after", "i", SAYS_VALUE, after, NULL },
	{ "before", "i", SAYS_VALUE, before, NULL },
	{ "remove", "i", SAYS_NOTHING, remove_item, NULL },
	{ "clear", "", SAYS_NOTHING, clear, NULL },
	{ "count", "", SAYS_VALUE, count, NULL },
	{ "iter", "", SAYS_LIST, forward, NULL },
	{ "digest", "", SAYS_DIGEST, forward, NULL },
	{ "back", "", SAYS_LIST, backward, NULL },
	{ "backdigest", "", SAYS_DIGEST, backward, NULL },
	{ "foreach", "", SAYS_VISITS, loop, NULL },
	{ NULL, NULL, SAYS_NOTHING, NULL, NULL },
};

static void setup(void)
{
	init();
}

static void teardown(void)
{
	listpool_destroy(&pool);
	names_free(&names);
}

static enum lish_reason check(void)
{
	return listpool_check(&pool, NULL);
}

const struct system reusing_system = {
	"reusing", operations, 0, true, setup, teardown, check,
};
