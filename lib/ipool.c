// SPDX-License-Identifier: MIT
/*
 * ipool.c - memory for objects of one type, and nothing more
 *
 * The memory is that of core/pool.c, with the free list of core/pool_stack.h. The node is the mark.
 *
 * Invariant: each slot below the border is live or on the stack, and its mark says which,
 * unless the object was overwritten. While clear runs fini, free slots are gone instead.
 *
 * Level 1 looks at the mark that a call is given. Level 2 looks at the whole pool too.
 */
#define LISH_LIB_
#include <linux-ish/ipool.h>

#include "ground/refused.h"
#include "core/pool_stack.h"

/* node may be NULL. */
LISH_INLINE uint32_t *ipool_mark_of_(const struct ipool_idx *node)
{
	return (uint32_t *)(uintptr_t)node;
}

/* The live object with the lowest index; NULL also if all of them were overwritten. */
static const uint32_t *ipool_first_(const struct ipool *pool)
{
	const uint32_t *mark = NULL;
	uint32_t index;

	for (index = 0; index < pool->base.border && !mark; index++)
		mark = ipool_live_at_(pool, index, pool->base.size);
	return mark;
}

/* Questions. */

/* Is this the mark of a live object of this pool? Level 0 knows that it is. */
LISH_INLINE bool ipool_holds_(const struct ipool *pool, const uint32_t *mark)
{
	return LISH_CHECK < 1 || lish_likely(lish_pool_may_read_(&pool->base, mark) &&
					     lish_pool_names_(&pool->base, *mark, mark));
}

/* May one ask for the index of a node? */
LISH_INLINE enum lish_reason ipool_may_ask_(const struct ipool *pool,
					    const uint32_t *mark)
{
	const enum lish_reason reason = lish_pool_asked_(&pool->base);

	return reason == LISH_OK ? lish_may_use_(mark) : reason;
}

/* Is a slot free, and does nothing else change? Small code does not ask. */
LISH_INLINE bool ipool_has_slot_(const struct ipool *pool, uintptr_t type)
{
	return !LISH_SMALL_ && LISH_CHECK < 2 && lish_pool_is_ready_(&pool->base, type) &&
	       !lish_unlikely(pool->base.watch) && !lish_pool_is_full_(&pool->base);
}

static enum lish_reason ipool_examine_(const struct ipool *pool, const struct lish_area_ *area,
				       const struct ipool_idx **fault)
{
	const uint32_t *mark;
	const enum lish_reason reason = lish_pool_check_(&pool->base, area, &mark);

	*fault = (const struct ipool_idx *)(const void *)mark;
	return reason;
}

LISH_CHECKS_(ipool, ipool_idx, (void)0)
LISH_DAMAGED_(ipool, ipool_idx)

/* Changes. */

static void ipool_give_(struct lish_pool_ *base, uint32_t *mark)
{
	lish_pool_give_(base, mark);
}

LISH_POOL_KIND_(static, ipool, lish_pool_stack_fit_, 0, sizeof(struct ipool_idx),
		sizeof(struct ipool_idx), NULL, ipool_give_);

/* Any birth. */
static LISH_NOINLINE void *ipool_birth_(struct ipool *pool, uintptr_t type, bool zero,
					struct lish_call_ call)
{
	if (lish_refused_by(call, pool, NULL, lish_pool_may_bear_(&pool->base, type)) ||
	    ipool_damaged_(pool, call) ||
	    !lish_pool_finds_(ipool_kind_, &pool->base))
		return NULL;
	return lish_pool_born_(ipool_kind_, &pool->base, lish_pool_take_(&pool->base, true), zero);
}

/* Any death. Refused while a hook runs for the object. */
static LISH_NOINLINE bool ipool_death_(struct ipool *pool, uint32_t *mark, struct lish_call_ call)
{
	enum lish_reason reason = ipool_holds_(pool, mark) ? LISH_OK :
				  lish_pool_reason_(&pool->base, mark);

	if (reason == LISH_OK && ipool_damaged_(pool, call))
		return false;
	if (reason == LISH_OK && lish_unlikely(pool->base.watch))
		reason = lish_pool_dies_(ipool_kind_, &pool->base, mark);
	else if (reason == LISH_OK)
		lish_pool_give_(&pool->base, mark);
	return !lish_refused_by(call, pool, mark, reason);
}

/* The same where nothing but the slot changes; false: use ipool_death_(), as small code does. */
LISH_INLINE bool ipool_quick_death_(struct ipool *pool, uint32_t *mark)
{
	if (LISH_SMALL_ || LISH_CHECK >= 2 || lish_unlikely(pool->base.watch) ||
	    !ipool_holds_(pool, mark))
		return false;
	lish_pool_give_(&pool->base, mark);
	return true;
}

/*
 * Quick deaths of the objects from one on. Returns the number of the first that needs
 * ipool_death_(), or n. The pool's numbers stay in registers: compilers would read them again
 * after each store to a mark.
 */
static size_t ipool_quick_deaths_(struct ipool *pool, const void *objects, size_t from, size_t n)
{
	const struct lish_pool_ known = pool->base;
	uint32_t *top = known.stack + known.stacked, *mark, slot;
	size_t i;

	if (LISH_SMALL_ || LISH_CHECK >= 2 || known.watch)
		return from;
	for (i = from; i < n; i++) {
		mark = lish_pool_next_(&known, objects, i, n);
		if (LISH_CHECK >= 1 &&
		    (lish_is_null(mark) || !lish_pool_names_(&known, *mark, mark)))
			break;
		slot = *mark - 1;
		*top++ = slot;
		*mark = LISH_POOL_FREE_MARK_(slot);
	}
	pool->base.stacked = known.stacked + (uint32_t)(i - from);
	pool->base.changes = known.changes + (uint32_t)(i - from);
	return i;
}

/*
 * By index, highest first. Stops at an overwritten object, whose mark is repaired, and returns
 * it; NULL: nothing is live.
 *
 * fini may free and alloc other objects. With an empty stack it allocs only slots that it freed
 * itself, below the current one, so the loop ends.
 */
static const uint32_t *ipool_free_all_(struct lish_pool_ *base)
{
	uint32_t slot, *mark;

	lish_pool_set_closed_(base, true);
	for (slot = base->border; slot > 0;) {
		lish_pool_forget_free_(base);
		mark = lish_pool_at_(base, --slot, base->size);
		if (*mark == LISH_POOL_FREE_MARK_(slot))
			continue;
		if (*mark != slot + 1) {
			*mark = slot + 1;
			return mark;
		}
		(void)lish_pool_dies_(ipool_kind_, base, mark);
	}
	lish_pool_set_closed_(base, false);
	return NULL;
}

/* As ipool_free_all_(): call it until it returns NULL. */
static const uint32_t *ipool_empty_(struct lish_pool_ *base)
{
	const uint32_t *fault = NULL;

	if (lish_pool_has_fini_(base))
		fault = ipool_free_all_(base);
	else
		lish_pool_poison_all_(ipool_kind_, base);
	if (!fault)
		lish_pool_reset_(base);
	return fault;
}

/* Operations. */

int (ipool_init)(struct ipool *pool, size_t size, size_t align, size_t offset,
		 const struct lish_config *config)
{
	int err;

	memset(pool, 0, sizeof(*pool));
	if (lish_refused(pool, NULL, lish_pool_may_have_(config, false, false)))
		return -EINVAL;
	LISH_POOL_GROWS_(ipool);
	err = lish_pool_init_(&pool->base, size, align, offset, 1, config);
	return err ? err : lish_pool_initial_(ipool_kind_, &pool->base, config);
}

void (ipool_init_in)(struct ipool *pool, size_t size, size_t offset, size_t n,
		     void *mem, const struct lish_config *config)
{
	memset(pool, 0, sizeof(*pool));
	if (lish_refused(pool, NULL, lish_pool_given_(mem, n)) ||
	    lish_refused(pool, NULL, lish_pool_may_have_(config, true, false)))
		return;
	LISH_POOL_WATCHES_(ipool, config);
	pool->base.stack = (uint32_t *)lish_pool_init_in_(&pool->base, size, offset, n, mem,
							  LISH_ALIGNOF(uint32_t), config);
}

void ipool_destroy(struct ipool *pool)
{
	const uint32_t *fault;

	if (lish_refused(pool, NULL, lish_pool_rests_(&pool->base)))
		return;
	if (pool->base.ends_empty)
		lish_not_empty_(pool, ipool_first_(pool), lish_pool_count_(&pool->base),
				LISH_CALL_());
	while ((fault = ipool_empty_(&pool->base)) != NULL)
		(void)lish_refused(pool, fault, LISH_BAD_INDEX);
	lish_pool_release_(ipool_kind_, &pool->base);
}

LISH_HOT_ void *(ipool_alloc_entry)(struct ipool *pool, uintptr_t type)
{
	if (ipool_has_slot_(pool, type))
		return lish_pool_object_(&pool->base, lish_pool_take_(&pool->base, true));
	return ipool_birth_(pool, type, false, LISH_CALL_());
}

void *(ipool_zalloc_entry)(struct ipool *pool, uintptr_t type)
{
	void *object = ipool_has_slot_(pool, type)
			       ? lish_pool_object_(&pool->base, lish_pool_take_(&pool->base, true))
			       : ipool_birth_(pool, type, true, LISH_CALL_());

	return lish_pool_zeroed_(&pool->base, object, 0, sizeof(struct ipool_idx));
}

LISH_HOT_ void ipool_free(struct ipool *pool, struct ipool_idx *node)
{
	uint32_t *mark = ipool_mark_of_(node);

	if (!ipool_quick_death_(pool, mark))
		(void)ipool_death_(pool, mark, LISH_CALL_());
}

void (ipool_free_bulk)(struct ipool *pool, const void *objects, uint32_t n)
{
	uint32_t *mark;
	size_t i;

	if (lish_refused(pool, NULL, lish_pool_asked_(&pool->base)) ||
	    lish_refused(pool, NULL, lish_pool_given_(objects, n)))
		return;
	lish_pool_fetch_(&pool->base, objects, n);
	for (i = 0; (i = ipool_quick_deaths_(pool, objects, i, n)) < n; i++) {
		mark = lish_pool_next_(&pool->base, objects, i, n);
		(void)ipool_death_(pool, mark, LISH_CALL_());
	}
}

bool ipool_free_at(struct ipool *pool, uint32_t index)
{
	uint32_t *mark;

	if (lish_refused(pool, NULL, lish_pool_asked_(&pool->base)))
		return false;
	mark = ipool_live_at_(pool, index, pool->base.size);
	return mark && (ipool_quick_death_(pool, mark) ||
			ipool_death_(pool, mark, LISH_CALL_()));
}

void ipool_clear(struct ipool *pool)
{
	const uint32_t *fault;

	if (lish_refused(pool, NULL, lish_pool_rests_(&pool->base)))
		return;
	while ((fault = ipool_empty_(&pool->base)) != NULL)
		(void)lish_refused(pool, fault, LISH_BAD_INDEX);
}

int ipool_reserve(struct ipool *pool, uint32_t count)
{
	if (lish_refused(pool, NULL, lish_pool_may_reserve_(&pool->base)))
		return -EINVAL;
	return lish_pool_reserve_(ipool_kind_, &pool->base, count);
}

void ipool_trim(struct ipool *pool)
{
	if (!lish_refused(pool, NULL, lish_pool_rests_(&pool->base)))
		lish_pool_trim_(ipool_kind_, &pool->base);
}

void ipool_rebind(struct ipool *pool, const struct lish_config *config)
{
	LISH_POOL_WATCHES_(ipool, config);
	lish_refused(pool, NULL, lish_pool_rebind_(&pool->base, config));
}

uint32_t ipool_count(const struct ipool *pool)
{
	if (lish_refused(pool, NULL, lish_pool_asked_(&pool->base)))
		return 0;
	return lish_pool_count_(&pool->base);
}

struct lish_stats ipool_stats(const struct ipool *pool)
{
	struct lish_stats stats;

	memset(&stats, 0, sizeof(stats));
	if (!lish_refused(pool, NULL, lish_pool_begun_(&pool->base)))
		stats = lish_pool_stats_(ipool_kind_, &pool->base, lish_pool_count_(&pool->base),
					 sizeof(uint32_t));
	return stats;
}

bool ipool_owns(const struct ipool *pool, const void *address)
{
	return !lish_refused(pool, NULL, lish_pool_begun_(&pool->base)) &&
	       lish_pool_find_(&pool->base, address) >= 0;
}

bool ipool_contains(const struct ipool *pool, const struct ipool_idx *node)
{
	const uint32_t *mark = ipool_mark_of_(node);

	return !lish_refused(pool, mark, ipool_may_ask_(pool, mark)) &&
	       lish_pool_names_(&pool->base, *mark, mark);
}

int32_t ipool_index_of(const struct ipool *pool, const struct ipool_idx *node)
{
	const uint32_t *mark = ipool_mark_of_(node);

	if (lish_refused(pool, mark, ipool_may_ask_(pool, mark)) ||
	    !lish_pool_names_(&pool->base, *mark, mark))
		return -1;
	return (int32_t)(*mark - 1);
}

void *(ipool_at_entry)(const struct ipool *pool, uint32_t index, uintptr_t type)
{
	const uint32_t *mark;

	if (!lish_pool_is_ready_(&pool->base, type))
		return lish_pool_has_none_(&pool->base, type, LISH_CALL_());
	mark = ipool_live_at_(pool, index, pool->base.size);
	return mark ? lish_pool_object_(&pool->base, mark) : NULL;
}
