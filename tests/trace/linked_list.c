// SPDX-License-Identifier: MIT
/*
 * linked_list: a doubly linked list that may change while it is walked.
 * Here: walklist.
 */
#include <linux-ish/walklist.h>

#include "replay.h"

struct item {
	struct walklist_node node;
	uint32_t id;
};

static struct objects items = OBJECTS_INIT(struct item);
static struct walklist items_list;

static struct item *item(uint32_t id)
{
	struct item *found = object(&items, id);

	found->id = id;
	return found;
}

static void say(struct call *call, const struct item *item)
{
	if (item)
		answer(call, item->id);
	else
		answer_word(call, "none");
}

static void reset(struct call *call)
{
	(void)call;
	walklist_clear(&items_list);
}

static void append(struct call *call)
{
	walklist_add_tail(&items_list, &item(call->arg[0])->node);
	say(call, walklist_last_entry(&items_list, struct item, node));
}

static void prepend(struct call *call)
{
	walklist_add(&items_list, &item(call->arg[0])->node);
	say(call, walklist_first_entry(&items_list, struct item, node));
}

static void append_node(struct call *call)
{
	walklist_add_tail(&items_list, &item(call->arg[0])->node);
}

static void prepend_node(struct call *call)
{
	walklist_add(&items_list, &item(call->arg[0])->node);
}

static void remove_node(struct call *call)
{
	struct item *gone = item(call->arg[0]);

	walklist_del(&items_list, &gone->node);
	say(call, gone);
}

static void remove_head(struct call *call)
{
	say(call, walklist_pop_entry(&items_list, struct item, node));
}

static void remove_tail(struct call *call)
{
	say(call, walklist_pop_tail_entry(&items_list, struct item, node));
}

static void length(struct call *call)
{
	answer(call, (uint32_t)walklist_count(&items_list));
}

static void forward(struct call *call)
{
	walklist_for_each_entry(at, &items_list, struct item, node)
		list(call, at->id);
}

static void backward(struct call *call)
{
	walklist_for_each_entry_reverse(at, &items_list, struct item, node)
		list(call, at->id);
}

static void loop(struct call *call)
{
	walklist_for_each_entry(at, &items_list, struct item, node)
		if (!visit(call, at->id))
			break;
}

static const struct operation operations[] = {
	{ "reset", "", SAYS_NOTHING, reset, NULL },
	{ "append", "i", SAYS_VALUE, append, NULL },
	{ "prepend", "i", SAYS_VALUE, prepend, NULL },
	{ "appendnode", "i", SAYS_NOTHING, append_node, NULL },
	{ "prependnode", "i", SAYS_NOTHING, prepend_node, NULL },
	{ "removenode", "i", SAYS_VALUE, remove_node, NULL },
	{ "removehead", "", SAYS_VALUE, remove_head, "none" },
	{ "removetail", "", SAYS_VALUE, remove_tail, "none" },
	{ "length", "", SAYS_VALUE, length, NULL },
	{ "iter", "", SAYS_LIST, forward, NULL },
	{ "digest", "", SAYS_DIGEST, forward, NULL },
	{ "back", "", SAYS_LIST, backward, NULL },
	{ "backdigest", "", SAYS_DIGEST, backward, NULL },
	{ "foreach", "", SAYS_VISITS, loop, NULL },
	{ NULL, NULL, SAYS_NOTHING, NULL, NULL },
};

static void setup(void)
{
	walklist_init(&items_list);
}

static void teardown(void)
{
	walklist_clear(&items_list);
	objects_free(&items);
}

static enum lish_reason check(void)
{
	return walklist_check(&items_list, NULL);
}

const struct system linked_list_system = {
	"linked_list", operations, 0, true, setup, teardown, check,
};
