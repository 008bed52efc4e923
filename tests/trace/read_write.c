// SPDX-License-Identifier: MIT
/*
 * read_write: an ordered collection that may be removed from and added to while
 * it is looped over. Here: rwarray.
 *
 * An id may be in it more than once; an object of ours may not. Each occurrence
 * is an object of its own, of a chain for each id.
 */
#include <linux-ish/rwarray.h>

#include "replay.h"

#include <stdlib.h>

struct item {
	struct rwarray_idx idx;
	uint32_t id;
	struct item *next; /* the same id once more */
};

static struct objects items = OBJECTS_INIT(struct item *);
static struct rwarray array;
/* What the loop stands on; also after it has been removed. */
static struct item *current;

/*
 * An occurrence that is not in. Nor is it the one that the loop stands on: that
 * it is removed must stay to be seen.
 */
static struct item *unused_item(uint32_t id)
{
	struct item **at = object(&items, id);

	while (*at && (*at == current || rwarray_contains(&array, &(*at)->idx)))
		at = &(*at)->next;
	if (!*at) {
		*at = take_memory(1, sizeof(**at));
		(*at)->id = id;
	}
	return *at;
}

static void add(struct call *call)
{
	int err = rwarray_add_tail(&array, &unused_item(call->arg[0])->idx);

	if (err)
		complain(call, "rwarray_add_tail() returned %d", err);
}

static void clear(struct call *call)
{
	(void)call;
	rwarray_clear(&array);
}

static void trim(struct call *call)
{
	(void)call;
	rwarray_trim(&array);
}

static void remove_current(struct call *call)
{
	answer_done(call, current && rwarray_leave(&array, &current->idx) ?
				  0 :
				  -ENOENT);
}

/* Within a loop this is a loop inside it, which the original does not have. */
static void forward(struct call *call)
{
	rwarray_for_each_entry(at, &array, struct item, idx)
		list(call, at->id);
}

static void loop(struct call *call)
{
	rwarray_for_each_entry(at, &array, struct item, idx) {
		current = at;
		if (!visit(call, at->id))
			break;
	}
	current = NULL;
}

static const struct operation operations[] = {
	{ "add", "i", SAYS_NOTHING, add, NULL },
	{ "clear", "", SAYS_NOTHING, clear, NULL },
	{ "trim", "", SAYS_NOTHING, trim, NULL },
	{ "remove", "", SAYS_VALUE, remove_current, NULL },
	{ "show", "", SAYS_LIST, forward, NULL },
	{ "digest", "", SAYS_DIGEST, forward, NULL },
	{ "foreach", "", SAYS_VISITS, loop, NULL },
	{ NULL, NULL, SAYS_NOTHING, NULL, NULL },
};

static void setup(void)
{
	lish_sure(rwarray_init(&array, NULL));
	current = NULL;
}

static void free_chain(struct item *item)
{
	struct item *next;

	for (; item; item = next) {
		next = item->next;
		free(item);
	}
}

static void teardown(void)
{
	uint32_t id;

	rwarray_destroy(&array);
	for (id = 0; id < items.capacity; id++)
		if (items.at[id])
			free_chain(*(struct item **)items.at[id]);
	objects_free(&items);
}

static enum lish_reason check(void)
{
	return rwarray_check(&array, NULL);
}

const struct system read_write_system = {
	"read_write", operations, 0, false, setup, teardown, check,
};
