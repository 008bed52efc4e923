// SPDX-License-Identifier: MIT
/*
 * pool: memory for objects, up to a limit. Here: ipool.
 */
#include <linux-ish/ipool.h>

#include "replay.h"

struct item {
	uint32_t id;
	struct ipool_idx node;
};

static struct names names;
static struct ipool pool;

static void init(uint32_t limit)
{
	struct lish_config config = { 0 };

	/* A limit of 0 would be none. */
	config.limit = limit;
	config.no_grow = !limit;
	config.hooks = &names_hooks;
	/* Nothing that is asked for can fail. */
	lish_sure(ipool_init(&pool, struct item, node, &config));
}

static void new_pool(struct call *call)
{
	ipool_destroy(&pool);
	names_forget(&names);
	init(call->arg[0]);
}

static void get(struct call *call)
{
	names_answer(call, &names, ipool_alloc_entry(&pool, struct item, node), "fail");
}

static void put(struct call *call)
{
	struct item *item = names_find_for(call, &names);

	if (item)
		ipool_free(&pool, &item->node);
}

/* To give back NULL is a fault here; that it is no object can be asked. */
static void put_null(struct call *call)
{
	answer_word(call, ipool_owns(&pool, NULL) ? "owned" : "fail");
}

static const struct operation operations[] = {
	{ "new", "n", SAYS_NOTHING, new_pool, NULL },
	{ "get", "", SAYS_VALUE, get, "fail" },
	{ "put", "i", SAYS_NOTHING, put, NULL },
	{ "putnull", "", SAYS_VALUE, put_null, "fail" },
	{ NULL, NULL, SAYS_NOTHING, NULL, NULL },
};

static void setup(void)
{
	init(0);
}

static void teardown(void)
{
	ipool_destroy(&pool);
	names_free(&names);
}

static enum lish_reason check(void)
{
	return ipool_check(&pool, NULL);
}

const struct system pool_system = {
	"pool", operations, 0, false, setup, teardown, check,
};
