// SPDX-License-Identifier: MIT
/*
 * fast: a dense array with parked objects behind the live ones, which refuses
 * changes while it is looped over. Here: densepool with its _frozen loop, which
 * reports them as misuse: a hook of ours says "busy".
 *
 * What differs on purpose: after clear the original hands out its objects in
 * the order that removals left them in, ours as a new pool would. So after a
 * clear the recorded name of an object that is handed out again is given to
 * whatever object came; which one is new, and all orders and sizes, are
 * compared still.
 */
#include <linux-ish/densepool.h>

#include "replay.h"

struct item {
	uint32_t id;
	struct densepool_idx idx;
};

static struct names names;
static struct densepool pool;
/* Since the pool was made. */
static bool was_cleared;
/* Running loops: ours answers NULL to get both if it is full and in a loop. */
static unsigned int loops;
/* Was a change refused, as a loop is running? Else the replayer's hook is told. */
static bool refused;
static lish_report_fn replayers_hook;

static void on_report(const struct lish_fault *fault)
{
	if (fault->reason == LISH_FROZEN)
		refused = true;
	else
		replayers_hook(fault);
}

static int init(uint32_t capacity)
{
	struct lish_config config = LISH_CONFIG_INIT;

	config.initial = capacity;
	config.limit = capacity;
	config.no_grow = true;
	config.hooks = &names_hooks;
	return densepool_init(&pool, struct item, idx, &config);
}

static void new_pool(struct call *call)
{
	densepool_destroy(&pool);
	names_forget(&names);
	was_cleared = false;
	if (init(call->arg[0]))
		complain(call, "the pool cannot be made");
}

/* The live object with that name, or NULL. */
static struct item *find_live(uint32_t id)
{
	struct item *item = names_find(&names, id);

	/* What is not live must not be looked into. */
	return item && densepool_contains(&pool, &item->idx) && item->id == id
		       ? item
		       : NULL;
}

static void give_recorded_name(struct call *call, struct item *item)
{
	const struct item *owner;
	uint32_t id;

	if (!recorded_id(call, &id) || id >= names.count)
		return;
	owner = find_live(id);
	if (owner && owner != item) {
		complain(call, "the object with that name is live");
		return;
	}
	names_bind(&names, id, item);
	item->id = id;
}

static void get(struct call *call)
{
	struct item *item = densepool_alloc_entry(&pool, struct item, idx);

	if (!item) {
		answer_word(call, loops ? "busy" : "full");
		refused = false;
		return;
	}
	if (item->id == NO_NAME)
		item->id = names_add(&names, item);
	else if (was_cleared)
		give_recorded_name(call, item);
	answer(call, item->id);
}

static void answer_change(struct call *call, int err)
{
	if (refused)
		answer_word(call, "busy");
	else
		answer_done(call, err);
	refused = false;
}

/* The original is asked to remove what is not live; that is misuse here. */
static void remove_item(struct call *call)
{
	struct item *item = find_live(call->arg[0]);

	if (item)
		densepool_free(&pool, &item->idx);
	else
		refused = loops > 0;
	answer_change(call, item ? 0 : -ENOENT);
}

static void clear(struct call *call)
{
	densepool_clear(&pool);
	was_cleared |= !refused;
	answer_change(call, 0);
}

static void forward(struct call *call)
{
	densepool_for_each_entry (at, &pool, struct item, idx)
		list(call, at->id);
}

static void loop(struct call *call)
{
	if (!loops++)
		replayers_hook = lish_set_report(on_report);
	densepool_for_each_entry_frozen (at, &pool, struct item, idx)
		if (!visit(call, at->id))
			break;
	if (!--loops)
		lish_set_report(replayers_hook);
}

static const struct operation operations[] = {
	{ "new", "n", SAYS_NOTHING, new_pool, NULL },
	{ "get", "", SAYS_VALUE, get, "full busy" },
	{ "remove", "i", SAYS_VALUE, remove_item, "busy" },
	{ "clear", "", SAYS_VALUE, clear, "busy" },
	{ "iter", "", SAYS_LIST, forward, NULL },
	{ "digest", "", SAYS_DIGEST, forward, NULL },
	{ "foreach", "", SAYS_VISITS, loop, NULL },
	{ NULL, NULL, SAYS_NOTHING, NULL, NULL },
};

static void setup(void)
{
	lish_sure(init(0));
	refused = false;
	was_cleared = false;
	loops = 0;
}

static void teardown(void)
{
	densepool_destroy(&pool);
	names_free(&names);
}

static enum lish_reason check(void)
{
	return densepool_check(&pool, NULL);
}

const struct system fast_system = {
	"fast", operations, 0, true, setup, teardown, check,
};
