// SPDX-License-Identifier: MIT
/*
 * listpool.c - memory for objects, and a list of the live ones
 *
 * The memory is that of core/pool.c, with the free list of core/pool_stack.h. The list and its
 * loops are those of core/walk.c, which walklist shares. A node has a link and a mark (slot), by
 * which the memory knows the object:
 *
 *	live    the mark is slot + 1, and the link is in the list
 *	free    the mark has its free bit, and the link is zero
 *
 * Invariant: the list has as many objects as the memory, and each of them is live.
 *
 * clear and destroy follow the list from its end, because hooks see that order. An object that
 * was overwritten breaks the list there. Then the list is built again in the order of the
 * memory, so that every object gets its fini.
 *
 * Level 1 looks at the mark and at the neighbours that a call writes. Level 2 looks at the whole
 * pool too.
 */
#define LISH_LIB_
#include <linux-ish/listpool.h>

#include "ground/refused.h"
#include "core/pool_stack.h"
#include "core/ring.h"
#include "core/walk.h"

/* A node begins with its link. */
static struct listpool_node *listpool_node_of_(const struct lish_link_ *link)
{
	return (struct listpool_node *)(uintptr_t)link;
}

static struct listpool_node *listpool_node_at_(const uint32_t *mark)
{
	return (struct listpool_node *)((uintptr_t)mark -
					offsetof(struct listpool_node, slot));
}

/* The object beside a link; NULL at the end of the list, and of a link that was wiped. */
static void *listpool_object_at_(const struct listpool *pool, const struct lish_link_ *link)
{
	if (!link || link == &pool->walks.head)
		return NULL;
	return lish_pool_object_(&pool->base, &listpool_node_of_(link)->slot);
}

/* Questions. */

/* Is this the node of a live object of this pool, with neighbours that lead back? */
LISH_PART_ bool listpool_holds_(const struct listpool *pool, const struct listpool_node *node)
{
	return pool->base.self == &pool->base && !lish_is_null(node) &&
	       lish_pool_names_(&pool->base, node->slot, &node->slot) &&
	       lish_ring_is_known_(&node->link);
}

/* Why not? */
static LISH_COLD enum lish_reason listpool_why_not_(const struct listpool *pool,
						    const struct listpool_node *node)
{
	enum lish_reason reason = lish_pool_begun_(&pool->base);

	if (reason == LISH_OK)
		reason = lish_may_use_(node);
	if (reason == LISH_OK)
		reason = lish_pool_reason_(&pool->base, &node->slot);
	/* The mark says live, so the links are damaged. */
	return reason == LISH_OK ? LISH_BROKEN_LINKS : reason;
}

LISH_PART_ enum lish_reason listpool_may_use_(const struct listpool *pool,
					      const struct listpool_node *node)
{
	return lish_likely(listpool_holds_(pool, node)) ? LISH_OK :
							  listpool_why_not_(pool, node);
}

/* May an object be linked at this end of the list? */
LISH_PART_ bool listpool_opens_(const struct listpool *pool, bool tail)
{
	const struct lish_link_ *head = &pool->walks.head;
	const struct lish_link_ *end = tail ? head->prev : head->next;

	return end && (tail ? end->next : end->prev) == head;
}

/* All live objects must be in the list. */
static enum lish_reason listpool_check_list_(const struct listpool *pool,
					     const struct lish_area_ *area,
					     const struct listpool_node **fault)
{
	const struct lish_link_ *head = &pool->walks.head, *link;
	uint32_t count = 0;

	link = lish_ring_broken_in_(head, area);
	if (link) {
		*fault = link == head ? NULL : listpool_node_of_(link);
		return LISH_BROKEN_LINKS;
	}
	for (link = head->next; link != head; link = link->next) {
		const struct listpool_node *node = listpool_node_of_(link);

		if (!LISH_AREA_HAS_(area, node, 1, struct listpool_node) ||
		    !lish_pool_names_(&pool->base, node->slot, &node->slot)) {
			*fault = node;
			return LISH_BAD_INDEX;
		}
		count++;
	}
	return count == lish_pool_count_(&pool->base) ? LISH_OK : LISH_BAD_COUNT;
}

static enum lish_reason listpool_examine_(const struct listpool *pool,
					  const struct lish_area_ *area,
					  const struct listpool_node **fault)
{
	const uint32_t *mark;
	enum lish_reason reason = lish_pool_check_(&pool->base, area, &mark);

	if (!lish_loops_rest_(&pool->walks.loops, area))
		return LISH_STALE_LOOP;
	*fault = mark ? listpool_node_at_(mark) : NULL;
	return reason == LISH_OK ? listpool_check_list_(pool, area, fault) : reason;
}

LISH_CHECKS_(listpool, listpool_node, (void)0)
LISH_DAMAGED_(listpool, listpool_node)

/* Level 1 refuses the node of no live object. */
LISH_PART_ bool listpool_refused_(const struct listpool *pool, const struct listpool_node *node,
				  struct lish_call_ call)
{
	if (LISH_CHECK < 1)
		return false;
	return lish_refused_by(call, pool, node, listpool_may_use_(pool, node)) ||
	       listpool_damaged_(pool, call);
}

/* Refuses a pool of another type, then as listpool_refused_(). */
LISH_PART_ bool listpool_refused_of_(const struct listpool *pool, const struct listpool_node *node,
				     uintptr_t type, struct lish_call_ call)
{
	return lish_refused_by(call, pool, NULL, lish_pool_is_of_(&pool->base, type)) ||
	       listpool_refused_(pool, node, call);
}

/* Is there a slot to take, and does nothing change but it and this end of the list? */
LISH_PART_ bool listpool_has_slot_(const struct listpool *pool, bool tail, uintptr_t type)
{
	return !LISH_SMALL_ && LISH_CHECK < 2 && lish_pool_is_ready_(&pool->base, type) &&
	       !lish_unlikely(pool->base.watch || pool->walks.loops.first ||
			      (LISH_CHECK >= 1 && !listpool_opens_(pool, tail))) &&
	       !lish_pool_is_full_(&pool->base);
}

/* Changes. */

/* Cut off stale loops, and report them. */
#define listpool_cut_(pool, call)                                                     \
	((void)(lish_walk_is_looped_(&(pool)->walks) &&                                       \
		lish_refused_by(call, pool, NULL, lish_loops_cut_(&(pool)->walks.loops))))

LISH_PART_ void listpool_link_(struct listpool *pool, struct listpool_node *node,
			       struct lish_link_ *base, bool before)
{
	lish_walk_link_(&pool->walks, &node->link, base, before, true);
}

/* Take a live object out of the list, and give its slot back. Stale loops were cut off. */
static void listpool_give_(struct lish_pool_ *base, uint32_t *mark)
{
	struct listpool *const pool = (struct listpool *)(void *)base;
	struct listpool_node *const node = listpool_node_at_(mark);

	lish_walk_unlink_(&pool->walks, &node->link);
	if (lish_walk_is_looped_(&pool->walks))
		(void)lish_walk_gone_(&pool->walks, &node->link);
	lish_ring_zero_(&node->link);
	lish_pool_give_(base, mark);
}

LISH_POOL_KIND_(static, listpool, lish_pool_stack_fit_, offsetof(struct listpool_node, slot),
		sizeof(struct listpool_node), sizeof(uint32_t), NULL, listpool_give_);

/*
 * Link the live objects again, in the order of the memory. All free slots are marked. Repairs an
 * overwritten object, and says which: LISH_BAD_INDEX. LISH_BROKEN_LINKS: all marks are right.
 */
static enum lish_reason listpool_relink_(struct listpool *pool,
					 const struct listpool_node **fault)
{
	struct lish_pool_ *base = &pool->base;
	struct lish_link_ *head = &pool->walks.head;
	enum lish_reason reason = LISH_BROKEN_LINKS;
	uint32_t slot, *mark;

	(void)lish_walk_forget_(&pool->walks);
	for (slot = 0; slot < base->border; slot++) {
		mark = lish_pool_at_(base, slot, base->size);
		if (*mark == LISH_POOL_FREE_MARK_(slot))
			continue;
		if (*mark != slot + 1 && reason != LISH_BAD_INDEX) {
			reason = LISH_BAD_INDEX;
			*fault = listpool_node_at_(mark);
			*mark = slot + 1;
		}
		lish_ring_link_(&listpool_node_at_(mark)->link, head->prev, head);
		pool->walks.count++;
	}
	return reason;
}

/*
 * From the last to the first. Stops at damage, which is repaired: listpool_relink_() says which.
 * LISH_OK: nothing is live.
 *
 * Hooks may free and allocate others. The free list is forgotten before each, so that a hook
 * can allocate only the slots that it freed, and the loop ends.
 */
static enum lish_reason listpool_free_all_(struct listpool *pool,
					   const struct listpool_node **fault)
{
	struct lish_pool_ *base = &pool->base;
	struct lish_link_ *head = &pool->walks.head;
	struct listpool_node *last;

	lish_pool_set_closed_(base, true);
	while (head->prev != head) {
		lish_pool_forget_free_(base);
		*fault = last = listpool_node_of_(head->prev);
		if (lish_unlikely(!lish_pool_names_(base, last->slot, &last->slot) ||
				  !lish_ring_is_known_(&last->link)))
			return listpool_relink_(pool, fault);
		(void)lish_pool_dies_(listpool_kind_, base, &last->slot);
	}
	lish_pool_set_closed_(base, false);
	return LISH_OK;
}

/* Empty the pool, which may be. */
LISH_PART_ void listpool_empty_(struct listpool *pool, struct lish_call_ call)
{
	const struct listpool_node *fault;
	enum lish_reason reason;

	if (lish_pool_has_fini_(&pool->base)) {
		while ((reason = listpool_free_all_(pool, &fault)) != LISH_OK)
			(void)lish_refused_by(call, pool, fault, reason);
	} else {
		lish_pool_poison_all_(listpool_kind_, &pool->base);
	}
	lish_pool_reset_(&pool->base);
	(void)lish_walk_forget_(&pool->walks);
}

/* Operations. */

int (listpool_init)(struct listpool *pool, size_t size, size_t align, size_t offset,
		    const struct lish_config *config)
{
	int err;

	memset(pool, 0, sizeof(*pool));
	if (lish_refused(pool, NULL, lish_pool_may_have_(config, false, false)))
		return -EINVAL;
	LISH_POOL_GROWS_(listpool);
	err = lish_pool_init_(&pool->base, size, align, offset, 1, config);
	lish_walks_init_(&pool->walks);
	if (!err)
		err = lish_pool_initial_(listpool_kind_, &pool->base, config);
	if (err)
		memset(pool, 0, sizeof(*pool));
	return err;
}

void (listpool_init_in)(struct listpool *pool, size_t size, size_t offset, size_t n,
			void *mem, const struct lish_config *config)
{
	memset(pool, 0, sizeof(*pool));
	if (lish_refused(pool, NULL, lish_pool_given_(mem, n)) ||
	    lish_refused(pool, NULL, lish_pool_may_have_(config, true, false)))
		return;
	LISH_POOL_WATCHES_(listpool, config);
	lish_walks_init_(&pool->walks);
	pool->base.stack = (uint32_t *)lish_pool_init_in_(&pool->base, size, offset, n, mem,
							  LISH_ALIGNOF(uint32_t), config);
}

void listpool_destroy(struct listpool *pool)
{
	if (lish_refused(pool, NULL, lish_pool_rests_(&pool->base)))
		return;
	listpool_cut_(pool, LISH_CALL_());
	if (lish_refused(pool, NULL, pool->walks.loops.first ? LISH_LOOPED : LISH_OK))
		return;
	if (pool->base.ends_empty)
		lish_not_empty_(pool, pool->walks.head.next, lish_pool_count_(&pool->base),
				LISH_CALL_());
	listpool_empty_(pool, LISH_CALL_());
	lish_pool_release_(listpool_kind_, &pool->base);
	memset(pool, 0, sizeof(*pool));
}

/* Any birth, after base or, with before, before it. There is a slot. Stale loops were cut off. */
static LISH_NOINLINE void *listpool_birth_(struct listpool *pool, struct lish_link_ *base,
					   bool before, bool zero)
{
	uint32_t *mark = lish_pool_take_(&pool->base, false);
	struct listpool_node *node = listpool_node_at_(mark);

	listpool_link_(pool, node, base, before);
	if (lish_walk_is_looped_(&pool->walks))
		(void)lish_walk_added_(&pool->walks, &node->link, &node->link, before, true);
	return lish_pool_born_(listpool_kind_, &pool->base, mark, zero);
}

static LISH_NOINLINE void *listpool_birth_end_(struct listpool *pool, bool tail, bool zero,
					       uintptr_t type, struct lish_call_ call)
{
	if (lish_refused_by(call, pool, NULL, lish_pool_may_bear_(&pool->base, type)) ||
	    lish_refused_by(call, pool, NULL,
			    LISH_CHECK < 1 || listpool_opens_(pool, tail) ? LISH_OK :
									    LISH_BROKEN_LINKS) ||
	    listpool_damaged_(pool, call) ||
	    !lish_pool_finds_(listpool_kind_, &pool->base))
		return NULL;
	listpool_cut_(pool, call);
	return listpool_birth_(pool, &pool->walks.head, tail, zero);
}

/* Any birth at an end. */
LISH_PART_ void *listpool_alloc_(struct listpool *pool, bool tail, bool zero, uintptr_t type,
				 struct lish_call_ call)
{
	void *object;
	uint32_t *mark;

	if (listpool_has_slot_(pool, tail, type)) {
		mark = lish_pool_take_(&pool->base, false);
		listpool_link_(pool, listpool_node_at_(mark), &pool->walks.head, tail);
		object = lish_pool_object_(&pool->base, mark);
	} else {
		object = listpool_birth_end_(pool, tail, zero, type, call);
	}
	return zero ? lish_pool_zeroed_(&pool->base, object, offsetof(struct listpool_node, slot),
					sizeof(struct listpool_node)) : object;
}

/* The hook full may free the neighbour. */
LISH_PART_ void *listpool_alloc_beside_(struct listpool *pool, struct listpool_node *pos,
					bool before, uintptr_t type, struct lish_call_ call)
{
	if (lish_refused_by(call, pool, NULL, lish_pool_may_bear_(&pool->base, type)) ||
	    listpool_refused_(pool, pos, call) ||
	    !lish_pool_finds_(listpool_kind_, &pool->base) ||
	    (pool->base.full && listpool_refused_(pool, pos, call)))
		return NULL;
	listpool_cut_(pool, call);
	return listpool_birth_(pool, &pos->link, before, false);
}

LISH_HOT_ void *(listpool_alloc_entry)(struct listpool *pool, uintptr_t type)
{
	return listpool_alloc_(pool, false, false, type, LISH_CALL_());
}

LISH_HOT_ void *(listpool_alloc_tail_entry)(struct listpool *pool, uintptr_t type)
{
	return listpool_alloc_(pool, true, false, type, LISH_CALL_());
}

void *(listpool_alloc_before_entry)(struct listpool *pool, struct listpool_node *pos,
				    uintptr_t type)
{
	return listpool_alloc_beside_(pool, pos, true, type, LISH_CALL_());
}

void *(listpool_alloc_after_entry)(struct listpool *pool, struct listpool_node *pos,
				   uintptr_t type)
{
	return listpool_alloc_beside_(pool, pos, false, type, LISH_CALL_());
}

void *(listpool_zalloc_entry)(struct listpool *pool, uintptr_t type)
{
	return listpool_alloc_(pool, false, true, type, LISH_CALL_());
}

void *(listpool_zalloc_tail_entry)(struct listpool *pool, uintptr_t type)
{
	return listpool_alloc_(pool, true, true, type, LISH_CALL_());
}

/* Any death that was asked for. Refused while a hook runs for the object. */
LISH_SLOW_ void listpool_death_(struct listpool *pool, struct listpool_node *node,
				struct lish_call_ call)
{
	enum lish_reason reason = LISH_OK;

	listpool_cut_(pool, call);
	if (pool->base.watch)
		reason = lish_pool_dies_(listpool_kind_, &pool->base, &node->slot);
	else
		listpool_give_(&pool->base, &node->slot);
	(void)lish_refused_by(call, pool, node, reason);
}

LISH_HOT_ void listpool_free(struct listpool *pool, struct listpool_node *node)
{
	if (LISH_CHECK >= 2 ? listpool_refused_(pool, node, LISH_CALL_()) :
			      LISH_CHECK >= 1 &&
			      lish_refused(pool, node, listpool_may_use_(pool, node)))
		return;
	if (LISH_SMALL_ || lish_unlikely(pool->base.watch) || lish_walk_is_looped_(&pool->walks)) {
		listpool_death_(pool, node, LISH_CALL_());
		return;
	}
	lish_walk_unlink_(&pool->walks, &node->link);
	lish_ring_zero_(&node->link);
	lish_pool_give_(&pool->base, &node->slot);
}

/* Beside base, which is not the node's own link. LISH_STALE_LOOP if there was one. */
static inline enum lish_reason listpool_move_to_(struct listpool *pool,
						 struct listpool_node *node,
						 struct lish_link_ *base, bool before)
{
	enum lish_reason stale = LISH_OK;

	if (lish_walk_is_looped_(&pool->walks) && lish_walk_may_change_(&pool->walks) != LISH_OK)
		return LISH_LOOPED;
	if (lish_walk_is_looped_(&pool->walks))
		stale = lish_walk_gone_(&pool->walks, &node->link);
	lish_walk_move_(&pool->walks, &node->link, base, before);
	if (lish_walk_is_looped_(&pool->walks))
		(void)lish_walk_added_(&pool->walks, &node->link, &node->link, before, true);
	return stale;
}

LISH_HOT_ void listpool_move(struct listpool *pool, struct listpool_node *node)
{
	if (!listpool_refused_(pool, node, LISH_CALL_()))
		lish_refused(pool, NULL, listpool_move_to_(pool, node, &pool->walks.head, false));
}

LISH_HOT_ void listpool_move_tail(struct listpool *pool, struct listpool_node *node)
{
	if (!listpool_refused_(pool, node, LISH_CALL_()))
		lish_refused(pool, NULL, listpool_move_to_(pool, node, &pool->walks.head, true));
}

LISH_PART_ void listpool_move_beside_(struct listpool *pool, struct listpool_node *pos,
				      struct listpool_node *node, bool before,
				      struct lish_call_ call)
{
	if (!listpool_refused_(pool, pos, call) && !listpool_refused_(pool, node, call) &&
	    pos != node)
		(void)lish_refused_by(call, pool, NULL,
				      listpool_move_to_(pool, node, &pos->link, before));
}

void listpool_move_before(struct listpool *pool, struct listpool_node *pos,
			  struct listpool_node *node)
{
	listpool_move_beside_(pool, pos, node, true, LISH_CALL_());
}

void listpool_move_after(struct listpool *pool, struct listpool_node *pos,
			 struct listpool_node *node)
{
	listpool_move_beside_(pool, pos, node, false, LISH_CALL_());
}

bool listpool_contains(const struct listpool *pool, const struct listpool_node *node)
{
	return !lish_refused(pool, node, lish_pool_asked_(&pool->base)) &&
	       !lish_refused(pool, node, lish_may_use_(node)) &&
	       lish_pool_names_(&pool->base, node->slot, &node->slot);
}

uint32_t listpool_count(const struct listpool *pool)
{
	if (lish_refused(pool, NULL, lish_pool_asked_(&pool->base)))
		return 0;
	return lish_pool_count_(&pool->base);
}

struct lish_stats listpool_stats(const struct listpool *pool)
{
	struct lish_stats stats;

	memset(&stats, 0, sizeof(stats));
	if (!lish_refused(pool, NULL, lish_pool_begun_(&pool->base)))
		stats = lish_pool_stats_(listpool_kind_, &pool->base,
					 lish_pool_count_(&pool->base), sizeof(uint32_t));
	return stats;
}

void *(listpool_first_entry)(const struct listpool *pool, uintptr_t type)
{
	return lish_refused(pool, NULL, lish_pool_is_of_(&pool->base, type)) ?
		       NULL : listpool_object_at_(pool, pool->walks.head.next);
}

void *(listpool_last_entry)(const struct listpool *pool, uintptr_t type)
{
	return lish_refused(pool, NULL, lish_pool_is_of_(&pool->base, type)) ?
		       NULL : listpool_object_at_(pool, pool->walks.head.prev);
}

void *(listpool_next_entry)(const struct listpool *pool, const struct listpool_node *node,
			    uintptr_t type)
{
	return listpool_refused_of_(pool, node, type, LISH_CALL_()) ?
		       NULL : listpool_object_at_(pool, node->link.next);
}

void *(listpool_prev_entry)(const struct listpool *pool, const struct listpool_node *node,
			    uintptr_t type)
{
	return listpool_refused_of_(pool, node, type, LISH_CALL_()) ?
		       NULL : listpool_object_at_(pool, node->link.prev);
}

int listpool_reserve(struct listpool *pool, uint32_t count)
{
	if (lish_refused(pool, NULL, lish_pool_may_reserve_(&pool->base)))
		return -EINVAL;
	return lish_pool_reserve_(listpool_kind_, &pool->base, count);
}

void listpool_trim(struct listpool *pool)
{
	if (!lish_refused(pool, NULL, lish_pool_rests_(&pool->base)))
		lish_pool_trim_(listpool_kind_, &pool->base);
}

void listpool_rebind(struct listpool *pool, const struct lish_config *config)
{
	LISH_POOL_WATCHES_(listpool, config);
	lish_refused(pool, NULL, lish_pool_rebind_(&pool->base, config));
}

void listpool_clear(struct listpool *pool)
{
	if (lish_refused(pool, NULL, lish_pool_rests_(&pool->base)) ||
	    lish_refused(pool, NULL, lish_walk_may_change_(&pool->walks)))
		return;
	listpool_cut_(pool, LISH_CALL_());
	listpool_empty_(pool, LISH_CALL_());
}

/* Loops, named by enum lish_walk_kind_. */

#if !LISH_NAMES_
#define listpool_loop_name_(kind) NULL
#else
#define listpool_loop_name_(kind) listpool_loop_names_[kind]
static const char *const listpool_loop_names_[] = {
	"listpool_for_each_entry",	"listpool_for_each_entry_reverse",
	"listpool_for_each_entry_from", "listpool_for_each_entry_present",
	"listpool_for_each_entry_const"
};
#endif

#define listpool_loop_call_(kind) LISH_CALL_AS_(listpool_loop_name_(kind))

static struct listpool *listpool_at_walks_(const struct lish_walks_ *walks)
{
	return (struct listpool *)((uintptr_t)walks - offsetof(struct listpool, walks));
}

static struct listpool *listpool_looped_(const struct listpool_loop_ *loop)
{
	return listpool_at_walks_(lish_walks_of_(&loop->walk));
}

static LISH_COLD struct lish_link_ *listpool_open_slowly_(struct listpool_loop_ *loop,
							  struct listpool *pool,
							  enum lish_walk_kind_ kind,
							  struct lish_call_ call)
{
	struct lish_link_ *head = &pool->walks.head;

	loop->walk.loop.owner = 0;
	if (head->next == head ||
	    lish_refused_by(call, pool, NULL,
			    head->next ? LISH_OK : LISH_UNINITIALIZED))
		return NULL;
	(void)lish_refused_by(call, pool, NULL,
			      lish_walk_open_(&pool->walks, &loop->walk, head, kind));
	return head;
}

struct lish_link_ *listpool_open_(struct listpool_loop_ *loop, struct listpool *pool,
				  enum lish_walk_kind_ kind)
{
	struct lish_link_ *head = &pool->walks.head;

	if (lish_likely(head->next != head && head->next) &&
	    lish_walk_open_alone_(&pool->walks, &loop->walk, kind))
		return head;
	return listpool_open_slowly_(loop, pool, kind, listpool_loop_call_(kind));
}

struct lish_link_ *listpool_open_present_(struct listpool_loop_ *loop, struct listpool *pool)
{
	struct lish_link_ *head = listpool_open_slowly_(loop, pool, LISH_WALK_PRESENT_,
							listpool_loop_call_(LISH_WALK_PRESENT_));

	if (head)
		lish_walk_number_(&pool->walks, &loop->walk, true);
	return head;
}

struct lish_link_ *listpool_open_from_(struct listpool_loop_ *loop,
				       const struct listpool_node *start,
				       struct listpool *pool)
{
	const struct lish_call_ call = listpool_loop_call_(LISH_WALK_FROM_);

	if (!start || listpool_refused_(pool, start, call))
		return NULL;
	(void)lish_refused_by(call, pool, NULL,
			      lish_walk_open_(&pool->walks, &loop->walk, &start->link,
					      LISH_WALK_FROM_));
	return &pool->walks.head;
}

LISH_SLOW_ struct lish_link_ *listpool_next_slowly_(struct listpool_loop_ *loop,
						    struct lish_call_ call)
{
	struct listpool *const pool = listpool_looped_(loop);
	const struct lish_link_ *const at = loop->walk.at;
	enum lish_reason reason = LISH_OK;
	struct lish_link_ *link = lish_walk_next_(&loop->walk, true, &reason);

	(void)lish_refused_by(call, pool,
			      reason == LISH_STALE_LOOP || at == &pool->walks.head ? NULL : at,
			      reason);
	return link;
}

struct lish_link_ *listpool_next_(struct listpool_loop_ *loop)
{
	struct lish_link_ *link = LISH_SMALL_ ? NULL : lish_walk_trail_(&loop->walk, true);

	if (link)
		return link;
	if (!loop->walk.loop.owner)
		return NULL;
	return listpool_next_slowly_(loop, listpool_loop_call_(loop->walk.kind));
}

LISH_SLOW_ void listpool_close_slowly_(struct listpool_loop_ *loop, struct lish_call_ call)
{
	struct listpool *const pool = listpool_looped_(loop);

	(void)lish_refused_by(call, pool, NULL,
			      lish_loop_leave_(&loop->walk.loop));
}

void listpool_close_(struct listpool_loop_ *loop)
{
	if (!lish_loop_shut_(&loop->walk.loop))
		listpool_close_slowly_(loop, listpool_loop_call_(loop->walk.kind));
}

void *listpool_step_(struct listpool_loop_ *loop, struct lish_walk_cursor_ *cur,
		     enum lish_walk_kind_ kind, size_t offset)
{
	(void)kind;
	return listpool_step_inline_(loop, cur, LISH_WALK_FORWARD_, offset);
}

void *listpool_step_as_(struct listpool_loop_ *loop, struct lish_walk_cursor_ *cur,
			enum lish_walk_kind_ kind, size_t offset)
{
	return listpool_step_inline_(loop, cur, kind, offset);
}

static LISH_COLD void listpool_lost_as_(struct lish_walk_cursor_ cur, struct lish_call_ call)
{
	const struct lish_link_ *at = cur.at;
	const struct listpool *pool = listpool_at_walks_(
		(const struct lish_walks_ *)(const void *)cur.head);
	const enum lish_reason reason = lish_walk_lost_(cur.head, at, at->next);

	(void)lish_refused_by(call, pool, at == cur.head ? NULL : at,
			      at == cur.head && !at->next ? LISH_UNINITIALIZED : reason);
}

void listpool_view_lost_(struct lish_walk_cursor_ cur)
{
	listpool_lost_as_(cur, listpool_loop_call_(LISH_WALK_CONST_));
}

void *listpool_view_(struct lish_walk_cursor_ *cur, size_t offset)
{
	struct lish_link_ *link = lish_walk_step_const_(cur, true);

	if (LISH_CHECK >= 1 && !link)
		listpool_lost_as_(*cur, listpool_loop_call_(LISH_WALK_CONST_));
	return link ? listpool_object_(cur->head, link, offset) : NULL;
}

void listpool_stop(struct listpool *pool)
{
	if (!lish_refused(pool, NULL, lish_pool_begun_(&pool->base)))
		(void)lish_refused(pool, NULL, lish_walk_stop_(&pool->walks));
}
