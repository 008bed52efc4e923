/* SPDX-License-Identifier: MIT */
/*
 * listpool.h - the structs of listpool, and the checks that guard them
 *
 * Level 1 reads the node and its neighbours, level 2 the whole pool. A check that fails
 * has reported.
 */
#ifndef LINUX_ISH_PRIVATE_LISTPOOL_H
#define LINUX_ISH_PRIVATE_LISTPOOL_H

#include "../core/pool.h"
#include "../core/walk.h"

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
	struct lish_walks_ walks;
};

LISH_C_BEGIN

extern const struct lish_walk_traits_ listpool_traits_;

/* Is the pool at this address, with objects of this type? Reports. */
LISH_COLD bool listpool_fits_(lish_op_ op, const struct listpool *pool,
			      size_t size, size_t offset);
/* A slot, which is live then; NULL without memory. */
LISH_NOINLINE uint32_t *listpool_take_(lish_op_ op, struct listpool *pool);
/* Reports. */
LISH_COLD bool listpool_begun_(lish_op_ op, const struct listpool *pool);
/* The end of a birth, and of a death. */
LISH_NOINLINE void listpool_born_(struct listpool *pool, uint32_t *mark, bool zero);
LISH_NOINLINE void listpool_give_(struct listpool *pool, struct listpool_node *node);
LISH_COLD bool listpool_free_watched_(lish_op_ op, struct listpool *pool,
				      struct listpool_node *node);

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

LISH_TINY bool listpool_holds_(lish_op_ op, const struct lish_pool_ *base,
			       size_t size, size_t offset)
{
	const struct listpool *pool = (const struct listpool *)(const void *)base;

	if (LISH_CHECK < 1 || lish_likely(base->self == base &&
					  base->seal == (uintptr_t)base + LISH_POOL_TYPE_(size, offset)))
		return true;
	return lish_told_(listpool_fits_(op, pool, size, offset)) && pool->walks.count;
}

LISH_TINY bool listpool_gives_(lish_op_ op, const struct lish_pool_ *base,
			       size_t size, size_t offset)
{
	if (LISH_CHECK < 1 || lish_likely(base->self == base &&
					  base->seal == (uintptr_t)base + LISH_POOL_TYPE_(size, offset)))
		return true;
	return lish_told_(listpool_fits_(op, (const struct listpool *)(const void *)base,
					 size, offset));
}

/* value: the mark. */
LISH_TINY bool listpool_names_(const struct lish_pool_ *pool, uint32_t value,
			       const uint32_t *mark)
{
	return value - 1 < pool->border &&
	       (uint32_t *)((uintptr_t)pool->table[(value - 1) >> pool->shift] +
			    (size_t)(value - 1) * pool->size) == mark;
}

LISH_TINY bool listpool_live_(lish_op_ op, const struct listpool *pool,
			      const struct listpool_node *node)
{
	if (LISH_CHECK >= 1 &&
	    lish_unlikely(lish_is_null(node) ||
			  pool->base.self != &pool->base ||
			  !listpool_names_(&pool->base, node->slot,
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
	lish_walk_link_(&listpool_traits_, &pool->walks, &node->link,
			base, before, true);
}

LISH_TINY void listpool_drop_(struct listpool *pool, struct listpool_node *node)
{
	lish_walk_unlink_(&listpool_traits_, &pool->walks, &node->link);
	lish_ring_zero_(&node->link);
	listpool_give_(pool, node);
}

LISH_TINY void *listpool_alloc_with_(lish_op_ op, struct listpool *pool,
				     struct lish_link_ *base, bool before,
				     size_t size, size_t offset, bool zero)
{
	struct listpool_node *node;
	uint32_t *mark;

	if (!listpool_may_put_(op, pool, base, before))
		return NULL;
	mark = listpool_take_(op, pool);
	if (!mark)
		return NULL;
	node = listpool_of_mark_(mark);
	listpool_put_(pool, node, base, before);
	(void)size;
	if (zero || lish_unlikely(pool->base.watch))
		listpool_born_(pool, mark, zero);
	return (char *)mark - offset;
}

/* base must not be the object's own link. */
LISH_TINY void listpool_move_(struct listpool *pool, struct listpool_node *node,
			      struct lish_link_ *base, bool before)
{
	lish_walk_move_(&listpool_traits_, &pool->walks, &node->link, base, before);
}

LISH_C_END

#endif /* LINUX_ISH_PRIVATE_LISTPOOL_H */
