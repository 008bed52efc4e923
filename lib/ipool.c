// SPDX-License-Identifier: MIT
/*
 * ipool.c - memory for objects of one type, and nothing more
 *
 * The memory is that of core/pool.c; the order in which slots are used again is that of
 * core/pool_stack.h. The node is the mark.
 *
 * Invariant: each slot below the border is live or on the stack, and its mark says which,
 * unless the object was overwritten. While clear runs fini, free slots are gone instead.
 *
 * Level 1 looks at the mark that a call is given. Level 2 looks at the whole pool too, in
 * ipool_refused_().
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

/* The mark of a live object, or NULL. */
LISH_INLINE uint32_t *ipool_live_at_(const struct ipool *pool, uint32_t index)
{
	uint32_t *mark;

	if (index >= pool->base.border)
		return NULL;
	mark = lish_pool_at_(&pool->base, index, pool->base.size);
	return *mark == index + 1 ? mark : NULL;
}

/* Questions. */

/* Is this the mark of a live object of this pool? Level 0 knows that it is. */
LISH_INLINE bool ipool_holds_(const struct ipool *pool, const uint32_t *mark)
{
	return LISH_CHECK < 1 || lish_likely(lish_pool_may_read_(&pool->base, mark) &&
					     lish_pool_names_(&pool->base, *mark, mark));
}

static inline enum lish_reason ipool_may_free_(const struct ipool *pool,
					       const uint32_t *mark)
{
	return ipool_holds_(pool, mark) ? LISH_OK : lish_pool_reason_(&pool->base, mark);
}

/* May one ask for the index of a node? */
LISH_INLINE enum lish_reason ipool_may_ask_(const struct ipool *pool,
					    const uint32_t *mark)
{
	const enum lish_reason reason = lish_pool_asked_(&pool->base);

	return reason == LISH_OK ? lish_may_use_(mark) : reason;
}

enum lish_reason ipool_check(const struct ipool *pool,
			     const struct ipool_idx **fault)
{
	const uint32_t *mark;
	const enum lish_reason reason = lish_pool_check_(&pool->base, &mark);

	if (fault)
		*fault = (const struct ipool_idx *)(const void *)mark;
	return reason;
}

#if LISH_CHECK >= 2
static bool ipool_damaged_(const struct ipool *pool, const char *name,
			   const void *caller)
{
	const struct ipool_idx *fault;
	const enum lish_reason reason = ipool_check(pool, &fault);

	return lish_refused_as(name, pool, fault, reason, caller);
}
#else
#define ipool_damaged_(pool, name, caller) false
#endif

/* lish_refused_as(); at level 2 any damage of the pool is refused too. */
#define ipool_refused_(name, pool, node, reason, caller)      \
	(lish_refused_as(name, pool, node, reason, caller) || \
	 ipool_damaged_(pool, name, caller))

static void ipool_give_(struct lish_pool_ *base, uint32_t *mark)
{
	lish_pool_give_(base, mark);
}

LISH_POOL_KIND_(static, ipool, lish_pool_stack_fit_, lish_pool_stack_release_,
		0, sizeof(struct ipool_idx), sizeof(struct ipool_idx), NULL, NULL,
		ipool_give_);

int (ipool_init)(struct ipool *pool, size_t size, size_t align, size_t offset,
		 const struct lish_config *config)
{
	int err;

	memset(pool, 0, sizeof(*pool));
	if (lish_refused_here(pool, NULL, lish_pool_may_have_(config, false, false)))
		return -EINVAL;
	LISH_POOL_GROWS_(ipool);
	err = lish_pool_init_(&pool->base, size, align, offset, config);
	return err ? err : lish_pool_initial_(ipool_kind_, &pool->base, config);
}

void (ipool_init_in)(struct ipool *pool, size_t size, size_t offset, size_t n,
		     void *mem, const struct lish_config *config)
{
	memset(pool, 0, sizeof(*pool));
	if (lish_refused_here(pool, NULL, lish_pool_given_(mem, n)) ||
	    lish_refused_here(pool, NULL, lish_pool_may_have_(config, true, false)))
		return;
	LISH_POOL_WATCHES_(ipool, config);
	lish_pool_init_in_(&pool->base, size, offset, n, mem,
			   (uint32_t *)lish_pool_after_(mem, n, size,
							LISH_ALIGNOF(uint32_t)),
			   config);
}

/* Any birth. */
static LISH_NOINLINE void *ipool_birth_(struct ipool *pool, uintptr_t type, bool zero,
					const char *name, const void *caller)
{
	if (ipool_refused_(name, pool, NULL, lish_pool_may_alloc_(&pool->base, type),
			   LISH_HANDED_(caller)))
		return NULL;
	if (!lish_pool_finds_(ipool_kind_, &pool->base))
		return NULL;
	return lish_pool_born_(ipool_kind_, &pool->base, lish_pool_take_(&pool->base), zero);
}

/* The same where nothing but the slot changes; NULL: use ipool_birth_(). */
LISH_INLINE uint32_t *ipool_quick_birth_(struct ipool *pool, uintptr_t type)
{
	if (LISH_SMALL_ || LISH_CHECK >= 2 || !lish_pool_is_ready_(&pool->base, type) ||
	    lish_unlikely(pool->base.watch) || lish_pool_is_full_(&pool->base))
		return NULL;
	return lish_pool_take_(&pool->base);
}

LISH_HOT_ void *(ipool_alloc_entry)(struct ipool *pool, uintptr_t type)
{
	const uint32_t *mark = ipool_quick_birth_(pool, type);

	if (lish_likely(mark != NULL))
		return lish_pool_object_(&pool->base, mark);
	return ipool_birth_(pool, type, false, LISH_FUNC_, LISH_HAND_ON_FIFTH_());
}

void *(ipool_zalloc_entry)(struct ipool *pool, uintptr_t type)
{
	const uint32_t *mark = ipool_quick_birth_(pool, type);
	void *object = mark ? lish_pool_object_(&pool->base, mark)
			    : ipool_birth_(pool, type, true, LISH_FUNC_, LISH_CALLER_());

	return lish_pool_zeroed_(&pool->base, object, 0, sizeof(struct ipool_idx));
}

/* Any free. Refused while a hook runs for the object. */
static LISH_NOINLINE bool ipool_death_(struct ipool *pool, uint32_t *mark,
				       const char *name, const void *caller)
{
	enum lish_reason reason = LISH_OK;

	caller = LISH_HANDED_(caller);
	if (ipool_refused_(name, pool, mark, ipool_may_free_(pool, mark), caller))
		return false;
	if (lish_unlikely(pool->base.watch))
		reason = lish_pool_dies_(ipool_kind_, &pool->base, mark);
	else
		lish_pool_give_(&pool->base, mark);
	return !lish_refused_as(name, pool, mark, reason, caller);
}

/* The same where nothing but the slot changes; false: use ipool_death_(). */
LISH_INLINE bool ipool_quick_death_(struct ipool *pool, uint32_t *mark)
{
	struct lish_pool_ *base = &pool->base;

	if (LISH_SMALL_ || LISH_CHECK >= 2 || lish_unlikely(base->watch) ||
	    !ipool_holds_(pool, mark))
		return false;
	lish_pool_give_(base, mark);
	return true;
}

LISH_HOT_ void ipool_free(struct ipool *pool, struct ipool_idx *node)
{
	uint32_t *mark = ipool_mark_of_(node);

	if (!ipool_quick_death_(pool, mark))
		(void)ipool_death_(pool, mark, LISH_FUNC_, LISH_HAND_ON_());
}

void (ipool_free_bulk)(struct ipool *pool, const void *objects, uint32_t n)
{
	uint32_t i, *mark;

	if (lish_refused_here(pool, NULL, lish_pool_may_free_bulk_(&pool->base, objects, n)))
		return;
	for (i = 0; i < n; i++) {
		mark = lish_pool_pointed_(&pool->base, objects, i, n);
		if (!ipool_quick_death_(pool, mark))
			(void)ipool_death_(pool, mark, LISH_FUNC_, LISH_CALLER_());
	}
}

bool ipool_free_at(struct ipool *pool, uint32_t index)
{
	uint32_t *mark;

	if (lish_refused_here(pool, NULL, lish_pool_asked_(&pool->base)))
		return false;
	mark = ipool_live_at_(pool, index);
	if (!mark)
		return false;
	return ipool_quick_death_(pool, mark) ||
	       ipool_death_(pool, mark, LISH_FUNC_, LISH_CALLER_());
}

/* By index, highest first. */
static void ipool_free_all_(struct lish_pool_ *base, const char *name,
			    const void *caller)
{
	uint32_t slot, *mark;

	/*
	 * fini may free and alloc other objects. With an empty stack it allocs only slots
	 * that it freed itself, below the current one, so the loop ends.
	 */
	lish_pool_close_(base);
	for (slot = base->border; slot-- > 0;) {
		lish_pool_forget_free_(base);
		mark = lish_pool_at_(base, slot, base->size);
		if (*mark == LISH_POOL_FREE_MARK_(slot))
			continue;
		lish_pool_mend_(name, ipool_kind_, base, mark, slot + 1, caller);
		(void)lish_pool_dies_(ipool_kind_, base, mark);
	}
	lish_pool_open_(base);
}

static void ipool_empty_(struct lish_pool_ *base, const char *name, const void *caller)
{
	if (lish_pool_has_fini_(base))
		ipool_free_all_(base, name, caller);
	else
		lish_pool_poison_all_(ipool_kind_, base);
	lish_pool_reset_(base);
}

void ipool_clear(struct ipool *pool)
{
	if (!lish_refused_here(pool, NULL, lish_pool_rests_(&pool->base)))
		ipool_empty_(&pool->base, LISH_FUNC_, LISH_CALLER_());
}

int ipool_reserve(struct ipool *pool, uint32_t count)
{
	if (lish_refused_here(pool, NULL, lish_pool_may_reserve_(&pool->base)))
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
	lish_refused(pool, NULL, lish_pool_rebind_(&pool->base, config));
}

void ipool_destroy(struct ipool *pool)
{
	if (lish_refused_here(pool, NULL, lish_pool_rests_(&pool->base)))
		return;
	ipool_empty_(&pool->base, LISH_FUNC_, LISH_CALLER_());
	lish_pool_release_(ipool_kind_, &pool->base);
}

uint32_t ipool_count(const struct ipool *pool)
{
	if (lish_refused_here(pool, NULL, lish_pool_asked_(&pool->base)))
		return 0;
	return lish_pool_count_(&pool->base);
}

struct lish_stats ipool_stats(const struct ipool *pool)
{
	struct lish_stats stats;

	memset(&stats, 0, sizeof(stats));
	if (!lish_refused_here(pool, NULL, lish_pool_begun_(&pool->base)))
		stats = lish_pool_stats_(&pool->base, lish_pool_count_(&pool->base),
					 sizeof(uint32_t));
	return stats;
}

bool ipool_owns(const struct ipool *pool, const void *address)
{
	return !lish_refused_here(pool, NULL, lish_pool_begun_(&pool->base)) &&
	       lish_pool_find_(&pool->base, address) >= 0;
}

bool ipool_contains(const struct ipool *pool, const struct ipool_idx *node)
{
	const uint32_t *mark = ipool_mark_of_(node);

	return !lish_refused_here(pool, mark, ipool_may_ask_(pool, mark)) &&
	       lish_pool_names_(&pool->base, *mark, mark);
}

int32_t ipool_index_of(const struct ipool *pool, const struct ipool_idx *node)
{
	const uint32_t *mark = ipool_mark_of_(node);

	if (lish_refused_here(pool, mark, ipool_may_ask_(pool, mark)) ||
	    !lish_pool_names_(&pool->base, *mark, mark))
		return -1;
	return (int32_t)(*mark - 1);
}

void *(ipool_at_entry)(const struct ipool *pool, uint32_t index, uintptr_t type)
{
	const uint32_t *mark;

	if (lish_unlikely(!lish_pool_is_ready_(&pool->base, type)))
		return lish_pool_has_none_(&pool->base, LISH_FUNC_, type,
					   LISH_HAND_ON_());
	mark = ipool_live_at_(pool, index);
	return mark ? lish_pool_object_(&pool->base, mark) : NULL;
}
