/* SPDX-License-Identifier: MIT */
/*
 * listpool.h - the structs of listpool, and the checks that guard them
 *
 * Level 1 reads the node and its neighbours, level 2 the whole pool. A check that fails
 * has reported.
 */
#ifndef LINUX_ISH_PRIVATE_LISTPOOL_H
#define LINUX_ISH_PRIVATE_LISTPOOL_H

#include "../core/pool_stack.h"
#include "../core/oldwalk.h"

/**
 * struct listpool_node - member of each object of a listpool
 *
 * The pool owns it. Do not assign to a whole object: the pool could not free it.
 */
struct listpool_node {
	/* private: */
	struct lish_link_ link;
	uint32_t slot;
	uint32_t hint;
};

/**
 * struct listpool - the pool
 *
 * All zero: not valid. Do not move or copy a pool.
 */
struct listpool {
	/* private: */
	struct lish_pool_ base;
	struct lish_oldwalks_ walks;
};

LISH_C_BEGIN

extern const struct lish_pool_ops_ listpool_fixed_ops_;
extern const struct lish_oldwalk_traits_ listpool_traits_;

LISH_COLD void listpool_refuse_(lish_op_ op, const struct listpool *pool,
				const struct listpool_node *node);
LISH_COLD void listpool_refuse_place_(lish_op_ op, const struct listpool *pool);
LISH_COLD bool listpool_whole_ok_(lish_op_ op, const struct listpool *pool);

/* A node begins with its link. */
LISH_TINY struct listpool_node *listpool_of_link_(struct lish_link_ *link)
{
	return (struct listpool_node *)(void *)link;
}

LISH_TINY struct listpool_node *listpool_of_mark_(uint32_t *mark)
{
	return (struct listpool_node *)(void *)((char *)mark -
						offsetof(struct listpool_node,
							 slot));
}

LISH_TINY bool listpool_live_(lish_op_ op, const struct listpool *pool,
			      const struct listpool_node *node)
{
	if (LISH_CHECK >= 1 &&
	    lish_unlikely(lish_is_null(node) ||
			  !lish_pool_names_(&pool->base, node->slot,
					    &node->slot) ||
			  !lish_ring_known_(&node->link))) {
		lish_tell_(listpool_refuse_(op, pool, node));
		return false;
	}
	return LISH_CHECK < 2 || listpool_whole_ok_(op, pool);
}

LISH_TINY bool listpool_may_put_(lish_op_ op, const struct listpool *pool,
				 const struct lish_link_ *base, bool before)
{
	const struct lish_link_ *other = before ? base->prev : base->next;

	if (LISH_CHECK >= 1 &&
	    lish_unlikely(!other ||
			  (before ? other->next : other->prev) != base)) {
		lish_tell_(listpool_refuse_place_(op, pool));
		return false;
	}
	return LISH_CHECK < 2 || listpool_whole_ok_(op, pool);
}

/* base: a node's link or the head. */
LISH_TINY void listpool_put_(struct listpool *pool, struct listpool_node *node,
			     struct lish_link_ *base, bool before)
{
	lish_oldwalk_link_(&listpool_traits_, &pool->walks, &node->link,
			base, before, true);
}

LISH_TINY void listpool_drop_(struct listpool *pool, struct listpool_node *node)
{
	lish_oldwalk_unlink_(&listpool_traits_, &pool->walks, &node->link);
	lish_ring_zero_(&node->link);
	lish_pool_free_slot_(&pool->base, &node->slot);
}

LISH_TINY void *listpool_alloc_with_(lish_op_ op, struct listpool *pool,
				     struct lish_link_ *base, bool before,
				     size_t size, size_t offset, bool zero)
{
	struct lish_pool_ *memory = &pool->base;
	struct listpool_node *node;
	uint32_t slot, *mark;

	if (!listpool_may_put_(op, pool, base, before))
		return NULL;
	while (!lish_pool_take_slot_(memory, size, &slot)) {
		if (lish_pool_grow_(op, memory))
			return NULL;
	}
	mark = lish_pool_at_(memory, slot, size);
	*mark = slot + 1;
	node = listpool_of_mark_(mark);
	listpool_put_(pool, node, base, before);
	if (lish_unlikely(memory->watch))
		lish_pool_allocated_(memory, mark, zero);
	else if (zero)
		lish_pool_zero_((char *)mark - offset, size,
				offset - offsetof(struct listpool_node, slot),
				sizeof(*node));
	return (char *)mark - offset;
}

/* base must not be the object's own link. */
LISH_TINY void listpool_move_(struct listpool *pool, struct listpool_node *node,
			      struct lish_link_ *base, bool before)
{
	lish_oldwalk_move_(&listpool_traits_, &pool->walks, &node->link, base, before);
}

LISH_C_END

#endif /* LINUX_ISH_PRIVATE_LISTPOOL_H */
