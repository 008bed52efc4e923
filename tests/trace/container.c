// SPDX-License-Identifier: MIT
/*
 * container: two arrays of items that know their own place, "constant time
 * arrays". Here: dense, over an array of the caller's, since the capacity is
 * fixed.
 */
#include <linux-ish/dense.h>

#include "replay.h"

#define ARRAYS 2

struct item {
	struct dense_idx idx;
	uint32_t id;
};

static struct objects items = OBJECTS_INIT(struct item);
static struct array {
	struct dense dense;
	bool made;
} arrays[ARRAYS];
static struct array *selected;

static struct item *item(uint32_t id)
{
	struct item *found = object(&items, id);

	found->id = id;
	return found;
}

/* An array that was not made yet has no room. */
static void renew(struct array *array, uint32_t capacity)
{
	struct lish_config config = LISH_CONFIG_INIT;

	if (array->made)
		dense_destroy(&array->dense);
	config.initial = capacity;
	config.no_grow = true;
	lish_sure(dense_init(&array->dense, &config));
	array->made = true;
}

static void new_array(struct call *call)
{
	selected = &arrays[call->arg[0]];
	renew(selected, call->arg[1]);
}

static void use(struct call *call)
{
	selected = &arrays[call->arg[0]];
}

/* A dense reports the member of another array: here the answer is the same. */
static bool in_another(const struct item *item)
{
	size_t i;

	for (i = 0; i < ARRAYS; i++)
		if (&arrays[i] != selected &&
		    dense_contains(&arrays[i].dense, &item->idx))
			return true;
	return false;
}

static void insert(struct call *call)
{
	struct item *new_item = item(call->arg[0]);
	int err;

	err = in_another(new_item) ?
		      -EEXIST :
		      dense_add(&selected->dense, &new_item->idx);
	if (err == -ENOSPC)
		answer_word(call, "full");
	else
		answer_done(call, err);
	if (err == -EEXIST && !in_another(new_item) &&
	    !dense_contains(&selected->dense, &new_item->idx))
		complain(call, "-EEXIST, but it is in no array");
}

static void remove_item(struct call *call)
{
	const bool was_in = dense_leave(&selected->dense,
					&item(call->arg[0])->idx);

	answer_done(call, was_in ? 0 : -ENOENT);
}

static void count(struct call *call)
{
	answer(call, (uint32_t)dense_count(&selected->dense));
}

static void index_of(struct call *call)
{
	const struct item *asked = item(call->arg[0]);
	size_t i;

	for (i = 0; i < ARRAYS; i++) {
		if (dense_contains(&arrays[i].dense, &asked->idx)) {
			answer(call, (uint32_t)dense_index_of(&arrays[i].dense,
							      &asked->idx));
			return;
		}
	}
	answer_word(call, "-1");
}

static void forward(struct call *call)
{
	dense_for_each_entry(at, &selected->dense, struct item, idx)
		list(call, at->id);
}

static const struct operation operations[] = {
	{ "new", "kn", SAYS_NOTHING, new_array, NULL },
	{ "use", "k", SAYS_NOTHING, use, NULL },
	{ "insert", "i", SAYS_VALUE, insert, "full" },
	{ "remove", "i", SAYS_VALUE, remove_item, NULL },
	{ "count", "", SAYS_VALUE, count, NULL },
	{ "index", "i", SAYS_VALUE, index_of, "-1" },
	{ "iter", "", SAYS_LIST, forward, NULL },
	{ "digest", "", SAYS_DIGEST, forward, NULL },
	{ NULL, NULL, SAYS_NOTHING, NULL, NULL },
};

static void setup(void)
{
	size_t i;

	for (i = 0; i < ARRAYS; i++)
		renew(&arrays[i], 0);
	selected = &arrays[0];
}

static void teardown(void)
{
	size_t i;

	for (i = 0; i < ARRAYS; i++) {
		dense_destroy(&arrays[i].dense);
		arrays[i].made = false;
	}
	objects_free(&items);
}

static enum lish_reason check(void)
{
	enum lish_reason reason = LISH_OK;
	size_t i;

	for (i = 0; i < ARRAYS && reason == LISH_OK; i++)
		reason = dense_check(&arrays[i].dense, NULL);
	return reason;
}

const struct system container_system = {
	"container", operations, ARRAYS, false, setup, teardown, check,
};
