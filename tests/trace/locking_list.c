// SPDX-License-Identifier: MIT
/*
 * locking_list: three ordered sets whose changes wait while they are locked.
 * Here: locklist, and an object with one node for each of the three.
 *
 * What differs on purpose:
 * - The original's loops lock for good, ours release their own lock. The
 *   "unlock" that follows a recorded loop finds nothing to do here.
 * - The original's lock is a flag, ours a count. To lock twice is recorded as
 *   to lock once, so the adapter remembers whether it holds a lock.
 *
 * Why advisory answers differ: ours are those of the same calls made on an
 * unlocked list.
 * - remove: the original answers 0 whenever it has to wait; ours tells whether
 *   the element was in.
 * - add: the original answers 1 for an element that is in already, if it has to
 *   wait; ours answers 0.
 * - contains: the original does not see removals and clears that wait.
 * - predicted: the original adds and subtracts without looking whether a change
 *   will have an effect; ours is the exact count.
 */
#include <linux-ish/locklist.h>

#include "replay.h"

#define LISTS 3

struct item {
	struct locklist_node node[LISTS];
	uint32_t id;
};

static struct objects items = OBJECTS_INIT(struct item);
static struct locklist lists[LISTS];
static bool holds_lock[LISTS];
static uint32_t selected;

static struct item *item(uint32_t id)
{
	struct item *found = object(&items, id);

	found->id = id;
	return found;
}

static int add_to_selected(struct item *item)
{
	return locklist_add_tail(&lists[selected], &item->node[selected]);
}

static int del_from_selected(struct item *item)
{
	return locklist_leave(&item->node[selected]) ? 0 : -ENOENT;
}

/*
 * Run do_it for each element that list k has now. A cursor stands on a member,
 * so there is a loop for each of the nodes of an object. In a loop over the
 * selected list itself the changes wait for its end.
 */
#define FOR_EACH_OF(k, do_it)                                                \
	do {                                                                 \
		locklist_for_each_entry(at, &lists[k], struct item, node[k]) \
			do_it;                                               \
	} while (0)
#define FOR_EACH(k, do_it)                     \
	do {                                   \
		if ((k) == 0)                  \
			FOR_EACH_OF(0, do_it); \
		else if ((k) == 1)             \
			FOR_EACH_OF(1, do_it); \
		else                           \
			FOR_EACH_OF(2, do_it); \
	} while (0)

static void use(struct call *call)
{
	selected = call->arg[0];
}

static void add(struct call *call)
{
	answer_done(call, add_to_selected(item(call->arg[0])));
}

static void remove_item(struct call *call)
{
	answer_done(call, del_from_selected(item(call->arg[0])));
}

static void add_several(struct call *call)
{
	size_t i;

	for (i = 0; i < call->args; i++)
		add_to_selected(item(call->arg[i]));
}

static void remove_several(struct call *call)
{
	size_t i;

	for (i = 0; i < call->args; i++)
		del_from_selected(item(call->arg[i]));
}

static void add_list(struct call *call)
{
	FOR_EACH(call->arg[0], add_to_selected(at));
}

static void remove_list(struct call *call)
{
	FOR_EACH(call->arg[0], del_from_selected(at));
}

static void contains(struct call *call)
{
	answer(call, locklist_contains(&lists[selected],
				       &item(call->arg[0])->node[selected]));
}

static void size(struct call *call)
{
	answer(call, (uint32_t)locklist_seen_count(&lists[selected]));
}

static void predicted(struct call *call)
{
	answer(call, (uint32_t)locklist_count(&lists[selected]));
}

static void clear(struct call *call)
{
	(void)call;
	locklist_clear(&lists[selected]);
}

static void lock(struct call *call)
{
	(void)call;
	if (!holds_lock[selected])
		locklist_lock(&lists[selected]);
	holds_lock[selected] = true;
}

static void unlock(struct call *call)
{
	(void)call;
	if (holds_lock[selected])
		locklist_unlock(&lists[selected]);
	holds_lock[selected] = false;
}

static void is_locked(struct call *call)
{
	answer(call, locklist_is_locked(&lists[selected]));
}

static void forward(struct call *call)
{
	FOR_EACH(selected, list(call, at->id));
}

/* The selected list may change meanwhile: the loop stays on its own. */
#define LOOP_OVER(k)                                                         \
	do {                                                                 \
		locklist_for_each_entry(at, &lists[k], struct item, node[k]) \
			if (!visit(call, at->id))                            \
				break;                                       \
	} while (0)

static void loop(struct call *call)
{
	switch (selected) {
	case 0:
		LOOP_OVER(0);
		break;
	case 1:
		LOOP_OVER(1);
		break;
	default:
		LOOP_OVER(2);
		break;
	}
}

static const struct operation operations[] = {
	{ "use", "k", SAYS_NOTHING, use, NULL },
	{ "add", "i", SAYS_VALUE, add, NULL },
	{ "remove", "i", SAYS_VALUE, remove_item, NULL },
	{ "addn", "+", SAYS_NOTHING, add_several, NULL },
	{ "removen", "+", SAYS_NOTHING, remove_several, NULL },
	{ "addlist", "k", SAYS_NOTHING, add_list, NULL },
	{ "removelist", "k", SAYS_NOTHING, remove_list, NULL },
	{ "contains", "i", SAYS_VALUE, contains, NULL },
	{ "size", "", SAYS_VALUE, size, NULL },
	{ "predicted", "", SAYS_VALUE, predicted, NULL },
	{ "clear", "", SAYS_NOTHING, clear, NULL },
	{ "lock", "", SAYS_NOTHING, lock, NULL },
	{ "unlock", "", SAYS_NOTHING, unlock, NULL },
	{ "locked", "", SAYS_VALUE, is_locked, NULL },
	{ "iter", "", SAYS_LIST, forward, NULL },
	{ "digest", "", SAYS_DIGEST, forward, NULL },
	{ "foreach", "", SAYS_VISITS, loop, NULL },
	{ NULL, NULL, SAYS_NOTHING, NULL, NULL },
};

static void setup(void)
{
	uint32_t k;

	for (k = 0; k < LISTS; k++) {
		locklist_init(&lists[k]);
		holds_lock[k] = false;
	}
	selected = 0;
}

static void teardown(void)
{
	for (selected = 0; selected < LISTS; selected++) {
		unlock(NULL);
		locklist_destroy(&lists[selected]);
	}
	objects_free(&items);
}

static enum lish_reason check(void)
{
	enum lish_reason reason = LISH_OK;
	uint32_t k;

	for (k = 0; k < LISTS && reason == LISH_OK; k++)
		reason = locklist_check(&lists[k], NULL);
	return reason;
}

const struct system locking_list_system = {
	"locking_list", operations, LISTS, true, setup, teardown, check,
};
