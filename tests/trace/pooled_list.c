// SPDX-License-Identifier: MIT
/*
 * pooled_list: a doubly linked list of live objects and a stack of free ones.
 * Here: listpool, whose stack hands out what was freed last, too, so that each
 * name is compared and none has to be given away. To keep that order,
 * disposeall is a loop that frees all from the first to the last:
 * listpool_clear() is faster, but goes back to the order of a new pool.
 *
 * What differs on purpose: where the original makes all objects of a growth at
 * once, ours makes each one when it is first handed out. So built is often
 * less.
 */
#include <linux-ish/listpool.h>

#include "replay.h"

struct item {
	uint32_t id;
	struct listpool_node node;
};

static struct names names;
static struct listpool pool;
/* Calls of the hooks since the pool was made. */
static uint32_t made, inits, finis;

static void on_make(void *ctx, void *object)
{
	(void)ctx;
	((struct item *)object)->id = NO_NAME;
	made++;
}

static void on_init(void *ctx, void *object)
{
	(void)ctx;
	(void)object;
	inits++;
}

static void on_fini(void *ctx, void *object)
{
	(void)ctx;
	(void)object;
	finis++;
}

static const struct lish_pool_hooks hooks = { on_make, on_init, on_fini, NULL };

static int init(uint32_t size, uint32_t growth)
{
	struct lish_config config = LISH_CONFIG_INIT;

	config.initial = size;
	config.step = growth;
	/*
	 * A pool that must not grow needs both: chunks are rounded up to the
	 * limit only, and a limit of 0 would be none. After a clear no_grow
	 * alone sees to it that there is nothing to be had.
	 */
	config.limit = growth ? 0 : size;
	config.no_grow = !growth;
	config.hooks = &hooks;
	made = 0;
	inits = 0;
	finis = 0;
	return listpool_init(&pool, struct item, node, &config);
}

static void new_pool(struct call *call)
{
	listpool_destroy(&pool);
	names_forget(&names);
	if (init(call->arg[0], call->arg[1]))
		complain(call, "the pool cannot be made");
}

static void create(struct call *call)
{
	names_answer(call, &names, listpool_alloc_tail_entry(&pool, struct item, node), "fail");
}

static void dispose(struct call *call)
{
	struct item *item = names_find_for(call, &names);

	if (item)
		listpool_free(&pool, &item->node);
}

static void dispose_all(struct call *call)
{
	(void)call;
	listpool_for_each_entry (item, &pool, struct item, node)
		listpool_free(&pool, &item->node);
}

static void clear(struct call *call)
{
	listpool_clear(&pool);
	listpool_trim(&pool);
	if (listpool_stats(&pool).capacity)
		complain(call, "memory is left");
	names_forget(&names);
}

static void size(struct call *call)
{
	answer(call, listpool_count(&pool));
}

static void count_inits(struct call *call)
{
	answer(call, inits);
}

static void count_finis(struct call *call)
{
	answer(call, finis);
}

static void count_made(struct call *call)
{
	answer(call, made);
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
	{ "new", "nn", SAYS_NOTHING, new_pool, NULL },
	{ "create", "", SAYS_VALUE, create, "fail" },
	{ "dispose", "i", SAYS_NOTHING, dispose, NULL },
	{ "disposeall", "", SAYS_NOTHING, dispose_all, NULL },
	{ "clear", "", SAYS_NOTHING, clear, NULL },
	{ "size", "", SAYS_VALUE, size, NULL },
	{ "inits", "", SAYS_VALUE, count_inits, NULL },
	{ "destroys", "", SAYS_VALUE, count_finis, NULL },
	{ "built", "", SAYS_VALUE, count_made, NULL },
	{ "iter", "", SAYS_LIST, forward, NULL },
	{ "digest", "", SAYS_DIGEST, forward, NULL },
	{ "back", "", SAYS_LIST, backward, NULL },
	{ "backdigest", "", SAYS_DIGEST, backward, NULL },
	{ "foreach", "", SAYS_VISITS, loop, NULL },
	{ NULL, NULL, SAYS_NOTHING, NULL, NULL },
};

static void setup(void)
{
	lish_sure(init(0, 0));
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

const struct system pooled_list_system = {
	"pooled_list", operations, 0, false, setup, teardown, check,
};
