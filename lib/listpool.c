// SPDX-License-Identifier: MIT
/*
 * listpool.c - init, clear, repair after damage, sort, reports, checks
 *
 * The memory is that of core/pool.c, the list and its loops are those of
 * core/walk.c. A node has a link and a mark (slot), by which the memory knows the
 * object:
 *
 *	live    mark is slot + 1, and the link is in the list
 *	free    mark is a place on the stack of free slots, and the link is zero
 *
 * Invariant: the list has as many objects as the memory, and each of them is live.
 *
 * clear and destroy follow the list from its end, because hooks see that order. An
 * object that the user overwrote breaks the list there. Then the list is built
 * again in the order of the memory, so that every object gets its fini.
 */
#define LISH_LIB_
#include <linux-ish/listpool.h>

#include "ground/given.h"
#include "core/loop.h"
#include "core/pool_stack.h"
#include "core/ring.h"
#include "core/oldwalk.h"

static struct listpool *listpool_of(struct lish_pool_ *base)
{
	return (struct listpool *)(void *)base;
}

static void listpool_free_slot(struct lish_pool_ *base, uint32_t *mark)
{
	listpool_drop_(listpool_of(base), listpool_of_mark_(mark));
}

/*
 * Report the objects that were overwritten, repair their marks, and link the live objects
 * again, in the order of the memory. Free slots were forgotten before, which marks them.
 */
static void listpool_mend(lish_op_ op, struct listpool *pool,
			  const struct listpool_node *fault, const void *caller)
{
	struct lish_pool_ *base = &pool->base;
	struct listpool_node *node;
	uint32_t slot, *mark;
	bool told = false;

	lish_oldwalk_forget_(&listpool_traits_, &pool->walks);
	for (slot = 0; slot < base->border; slot++) {
		mark = lish_pool_at_(base, slot, base->size);
		if (*mark == LISH_POOL_FREE_MARK_(slot))
			continue;
		told |= *mark != slot + 1;
		lish_pool_mend_(op, base, mark, slot + 1, caller);
		node = listpool_of_mark_(mark);
		lish_ring_link_(&node->link, pool->walks.head.prev,
				&pool->walks.head);
		pool->walks.count++;
	}
	if (!told)
		lish_report_(op, pool, fault, LISH_BROKEN_LINKS, caller);
}

/*
 * Hooks may free and allocate others. The stack of free slots is forgotten before each,
 * so that a hook can allocate only the slots that it freed, and the loop ends.
 */
static void listpool_free_all(lish_op_ op, struct lish_pool_ *base,
			      const void *caller)
{
	struct listpool *pool = listpool_of(base);
	struct lish_link_ *head = &pool->walks.head;
	struct listpool_node *last;

	lish_pool_close_(base);
	while (head->prev != head) {
		lish_pool_forget_free_(base);
		last = listpool_of_link_(head->prev);
		if (lish_unlikely(!lish_pool_names_(base, last->slot,
						    &last->slot) ||
				  !lish_ring_known_(&last->link))) {
			listpool_mend(op, pool, last, caller);
			continue;
		}
		(void)base->ops->watch->free(op, base, &last->slot, caller);
	}
	lish_pool_open_(base);
}

#define LISTPOOL_OPS                                                        \
	LISH_POOL_OPS_OF_("listpool")                                       \
	offsetof(struct listpool_node, slot), sizeof(struct listpool_node), \
		sizeof(uint32_t), NULL, NULL, listpool_free_slot,           \
		listpool_free_all

const struct lish_pool_ops_ listpool_fixed_ops_ = { LISTPOOL_OPS,
						    LISH_POOL_FIXED_OPS_ };
LISH_EXPORT(listpool_fixed_ops_)

static const struct lish_pool_ops_ listpool_growing_ops = {
	LISTPOOL_OPS,
	LISH_POOL_GROWING_OPS_(lish_pool_stack_fit_, lish_pool_stack_release_)
};

const struct lish_oldwalk_traits_ listpool_traits_ = {
	{ LISH_OP_("listpool_for_each_entry"),
	  LISH_OP_("listpool_for_each_entry_reverse"),
	  LISH_OP_("listpool_for_each_entry_from"),
	  LISH_OP_("listpool_for_each_entry_present"),
	  LISH_OP_("listpool_for_each_entry_const"), NULL },
	offsetof(struct listpool, walks),
	true,
	false
};
LISH_EXPORT(listpool_traits_)

int listpool_init_(struct listpool *pool, size_t size, size_t align,
		   size_t offset, const struct lish_config *config)
{
	int err = lish_pool_init_(&pool->base, size, align, offset,
				  &listpool_growing_ops, config);

	lish_oldwalks_init_(&pool->walks);
	if (!err)
		err = lish_pool_initial_(&pool->base, config);
	if (err)
		memset(pool, 0, sizeof(*pool));
	return err;
}
LISH_EXPORT(listpool_init_)

void listpool_init_in_(struct listpool *pool, size_t size, size_t offset,
		       size_t n, void *mem)
{
	memset(pool, 0, sizeof(*pool));
	if (!lish_given_memory_("listpool_init_in", pool, mem, n))
		return;
	lish_oldwalks_init_(&pool->walks);
	lish_pool_init_in_(&pool->base, size, offset, n, mem,
			   (uint32_t *)lish_pool_after_(mem, n, size,
							LISH_ALIGNOF(uint32_t)),
			   &listpool_fixed_ops_);
}
LISH_EXPORT(listpool_init_in_)

void listpool_refuse_(lish_op_ op, const struct listpool *pool,
		      const struct listpool_node *node)
{
	enum lish_reason reason = LISH_NULL;

	if (!pool->base.size)
		reason = LISH_UNINITIALIZED;
	else if (!lish_is_null(node))
		reason = lish_pool_reason_(&pool->base, &node->slot);

	/* The mark says live, so the links are damaged. */
	if (reason == LISH_OK)
		reason = LISH_BROKEN_LINKS;
	lish_misuse_(op, pool, node, reason);
}
LISH_EXPORT(listpool_refuse_)

void listpool_refuse_place_(lish_op_ op, const struct listpool *pool)
{
	lish_misuse_(op, pool, NULL, LISH_BROKEN_LINKS);
}
LISH_EXPORT(listpool_refuse_place_)

bool listpool_whole_ok_(lish_op_ op, const struct listpool *pool)
{
	const struct listpool_node *fault;
	const enum lish_reason reason = listpool_check(pool, &fault);

	return lish_fine_(op, pool, fault, reason);
}
LISH_EXPORT(listpool_whole_ok_)

static void listpool_empty(lish_op_ op, struct listpool *pool,
			   const void *caller)
{
	lish_pool_empty_(op, &pool->base, caller);
	lish_oldwalk_forget_(&listpool_traits_, &pool->walks);
}

void listpool_clear(struct listpool *pool)
{
	if (lish_pool_at_rest_("listpool_clear", &pool->base))
		listpool_empty("listpool_clear", pool, LISH_CALLER_());
}
LISH_EXPORT(listpool_clear)

/* Refuse a pool that is looped over. A stale loop is reported and does not count. */
LISH_TINY bool listpool_alone(lish_op_ op, struct listpool *pool)
{
	struct lish_loops_ *loops = &pool->walks.loops;

	return lish_fine_(op, pool, NULL,
			  lish_loop_at_(op, pool, loops, &loops->first,
					LISH_CALLER_()) ? LISH_LOOPED : LISH_OK);
}

void listpool_destroy(struct listpool *pool)
{
	if (!lish_pool_at_rest_("listpool_destroy", &pool->base) ||
	    !listpool_alone("listpool_destroy", pool))
		return;
	listpool_empty("listpool_destroy", pool, LISH_CALLER_());
	lish_pool_release_(&pool->base);
	memset(pool, 0, sizeof(*pool));
}
LISH_EXPORT(listpool_destroy)

struct listpool_by {
	int (*cmp)(void *ctx, const struct listpool_node *a,
		   const struct listpool_node *b);
	void *ctx;
};

static int listpool_compare(void *ctx, const struct lish_link_ *a,
			    const struct lish_link_ *b)
{
	const struct listpool_by *by = (const struct listpool_by *)ctx;

	return by->cmp(by->ctx, (const struct listpool_node *)(const void *)a,
		       (const struct listpool_node *)(const void *)b);
}

void listpool_sort(struct listpool *pool,
		   int (*cmp)(void *ctx, const struct listpool_node *a,
			      const struct listpool_node *b),
		   void *ctx)
{
	struct listpool_by by;

	if (!lish_pool_begun_("listpool_sort", &pool->base) ||
	    !listpool_alone("listpool_sort", pool) ||
	    !lish_fine_("listpool_sort", pool, NULL,
			lish_ring_broken_(&pool->walks.head) ? LISH_BROKEN_LINKS
							     : LISH_OK))
		return;
	by.cmp = cmp;
	by.ctx = ctx;
	lish_oldwalk_reorder_(&pool->walks);
	lish_ring_sort_(&pool->walks.head, listpool_compare, &by);
}
LISH_EXPORT(listpool_sort)

/* All live objects must be in the list. */
static enum lish_reason listpool_check_list(const struct listpool *pool,
					    const struct listpool_node **fault)
{
	const struct lish_link_ *head = &pool->walks.head;
	const struct lish_link_ *broken = lish_ring_broken_(head);
	const struct listpool_node *node;
	struct lish_link_ *link;
	uint32_t count = 0;

	if (broken) {
		if (broken != head)
			*fault = (const struct listpool_node *)(const void *)
				broken;
		return LISH_BROKEN_LINKS;
	}
	for (link = head->next; link != head; link = link->next) {
		node = listpool_of_link_(link);
		if (!lish_pool_names_(&pool->base, node->slot, &node->slot)) {
			*fault = node;
			return LISH_BAD_INDEX;
		}
		count++;
	}
	return count == lish_pool_count_(&pool->base) ? LISH_OK
						      : LISH_BAD_COUNT;
}

enum lish_reason listpool_check(const struct listpool *pool,
				const struct listpool_node **fault)
{
	const struct listpool_node *found = NULL;
	const uint32_t *mark;
	enum lish_reason reason = lish_pool_check_(&pool->base, &mark);

	if (mark)
		found = (const struct listpool_node *)(const void *)
			((const char *)mark -
			 offsetof(struct listpool_node, slot));
	if (!reason)
		reason = listpool_check_list(pool, &found);
	if (fault)
		*fault = found;
	return reason;
}
LISH_EXPORT(listpool_check)

struct lish_oldwalk_cursor_ listpool_open_from_(struct listpool_loop_ *loop,
					     const struct listpool_node *start,
					     struct listpool *pool)
{
	const struct lish_oldwalk_cursor_ none = { NULL, NULL };

	if (!start || !listpool_live_("listpool_for_each_entry_from", pool,
				      start))
		return none;
	return lish_oldwalk_open_from_(&listpool_traits_, &pool->walks, &loop->walk,
				    &start->link);
}
LISH_EXPORT(listpool_open_from_)

void listpool_abandon(struct listpool *pool)
{
	if (lish_pool_begun_("listpool_abandon", &pool->base))
		pool->walks.loops.first = NULL;
}
LISH_EXPORT(listpool_abandon)

void listpool_stop(struct listpool *pool)
{
	if (lish_pool_begun_("listpool_stop", &pool->base))
		lish_oldwalk_stop_(&listpool_traits_, &pool->walks);
}
LISH_EXPORT(listpool_stop)
