// SPDX-License-Identifier: MIT
/*
 * pool.c - what the four pools share: slots, marks, and the free stack
 *
 * A slot is an index, and its object never moves. Objects lie in chunks of 1 << shift.
 * The table has for each chunk the address of its first mark minus the bytes of all slots
 * before it. So the mark of slot i is at table[i >> shift] + i * size, without a mask. A
 * pool of fixed capacity is one chunk: its shift is 31 and its table is &only.
 *
 *   0             border            capacity          limit
 *   | live or free | never used      | no memory yet   |
 *
 * In their order: border <= capacity <= sides, the room of the arrays beside the objects.
 * capacity <= limit; made <= capacity; room <= capacity, and less while the pool is
 * closed. highest is a border of before: trim may leave it above the capacity.
 *
 * Free slots below the border form a stack of indices, last freed on top. If the stack is
 * empty, alloc takes the slot at the border. So nothing is initialised before its first
 * use: init and growth write no object, and clear without fini sets three numbers.
 *
 * The mark of a slot below the border is slot + 1, and bit 31 is set if the slot is free.
 * A live mark leads back to its own address. So free refuses a freed or foreign object in
 * O(1).
 *
 * Invariant: live + stacked + gone == border. gone is 0 in ipool and listpool, except
 * while clear empties the pool. slotpool counts retired slots there. (densepool keeps its
 * free slots in its array, and uses the rest.)
 *
 * Growth is in pool_growth.c; hooks, poison and fill are in pool_hooks.c. What differs between
 * the pools is a constant, struct lish_pool_kind_, which each function that needs it gets as a
 * parameter. No pool stores it, nor any other address of the library.
 *
 * self is the pool's address, and the first thing that a call compares: a zero pool, and a copy
 * of a pool, are reported. An initialiser cannot name the pool, so its first alloc writes self: a
 * pool that was never used has no room, and lish_pool_more_() wakes it.
 *
 * A copy of a pool that was never used equals it. So the first of them that is used leaves a claim
 * in their memory, from its address, and the second is refused. The claim stands in two words
 * before the stack, which only the memory of initialisers has. Memory of any content is no claim.
 */
#define LISH_LIB_
#include "pool.h"
#include "../ground/divide.h"
#include "../ground/reload.h"

/* Questions. */

enum lish_reason lish_pool_may_have_(const struct lish_config *config, bool fixed, bool slots)
{
	if (!config)
		return LISH_OK;
	if (fixed && (config->initial || config->step || config->limit || config->no_grow ||
		      config->mem || config->grown))
		return LISH_BAD_RANGE;
	return !slots && (config->reuse || config->index_bits) ? LISH_BAD_RANGE : LISH_OK;
}

static LISH_WRAPS_ uint32_t *pool_claim_(const struct lish_pool_ *pool)
{
	return (uint32_t *)((uintptr_t)pool->stack - 2 * sizeof(uint32_t));
}

/* The second word of a claim on this memory. */
static LISH_WRAPS_ uint32_t pool_seal_of_(const struct lish_pool_ *pool,
					  uint32_t claim)
{
	return ~claim + (uint32_t)(uintptr_t)pool->only + pool->capacity;
}

enum lish_reason lish_pool_may_wake_(const struct lish_pool_ *pool)
{
	const uint32_t *claim;

	if (!pool->size || pool->self)
		return LISH_UNINITIALIZED;
	if (LISH_CHECK < 1 || !pool->claims)
		return LISH_OK;
	claim = pool_claim_(pool);
	return claim[0] != (uint32_t)(uintptr_t)pool && claim[1] == pool_seal_of_(pool, claim[0])
		       ? LISH_UNINITIALIZED : LISH_OK;
}

#ifndef LISH_TRAP
enum lish_reason lish_pool_why_not_(const struct lish_pool_ *pool, uintptr_t type)
{
	if (type == lish_pool_type_(pool))
		return lish_pool_may_wake_(pool);
	return pool->size ? LISH_WRONG_TYPE : LISH_UNINITIALIZED;
}
#endif

void *lish_pool_has_none_(const struct lish_pool_ *pool, uintptr_t type, struct lish_call_ call)
{
	(void)lish_refused_by(call, pool, NULL, lish_pool_why_not_(pool, type));
	return NULL;
}

enum lish_reason lish_pool_rests_(const struct lish_pool_ *pool)
{
	const enum lish_reason reason = lish_pool_may_reserve_(pool);

	return reason == LISH_OK && pool->running ? LISH_IN_HOOK : reason;
}

enum lish_reason lish_pool_may_reserve_(const struct lish_pool_ *pool)
{
	const enum lish_reason reason = lish_pool_begun_(pool);

	if (reason != LISH_OK)
		return reason;
	return pool->closed ? (enum lish_reason)pool->closed : lish_bound_(pool);
}

uintptr_t lish_type(size_t size, size_t offset)
{
	return LISH_POOL_TYPE_(size, offset);
}

bool lish_pool_sealed_(const struct lish_pool_ *pool, const struct lish_area_ *area)
{
	if (!pool->self && pool->claims &&
	    !LISH_AREA_HAS_(area, pool_claim_(pool), 2, uint32_t))
		return false;
	if (lish_pool_begun_(pool) != LISH_OK || !pool->self != !(pool->table || pool->growth))
		return false;
	return pool->seal == (pool->self ? (uintptr_t)pool + lish_pool_type_(pool) : 0);
}

LISH_WRAPS_ bool lish_pool_lies_in_(const struct lish_pool_ *pool, const struct lish_area_ *area,
				    uint32_t n, size_t bytes)
{
	const char *first = pool->only;

	if (!area)
		return true;
	if (pool->growth || pool->running || pool->closed || pool->shift != 31 ||
	    pool->table != (pool->self ? &pool->only : NULL))
		return false;
	/* The last one shorter than the others. */
	return !n || (!(pool->size % sizeof(uint32_t)) &&
		      LISH_AREA_HAS_(area, first, 1, uint32_t) &&
		      lish_area_has_(area, first, n - 1, pool->size, 1) &&
		      lish_area_has_(area, first + (size_t)(n - 1) * pool->size, 1, bytes, 1));
}

int32_t lish_pool_seek_(const struct lish_pool_ *pool, uintptr_t place,
			size_t bytes)
{
	char *const *table = pool->table ? pool->table : &pool->only;
	uint32_t first;
	size_t slot;

#ifdef LISH_NO_DIVIDE
	const uint32_t step = 1;
#else
	const uint32_t step = (uint32_t)1 << pool->shift;
#endif
	for (first = 0; first < pool->capacity; first += step) {
		/* Table entries count slots from 0, not from their chunk. */
		const uintptr_t at = place - (uintptr_t)table[first >> pool->shift];

#ifdef LISH_NO_DIVIDE
		slot = first;
#else
		slot = at / pool->size;
#endif
		if (slot - first < step && slot < pool->capacity &&
		    at - slot * pool->size < bytes)
			return (int32_t)slot;
	}
	return -1;
}

#ifndef LISH_TRAP
enum lish_reason lish_pool_reason_(const struct lish_pool_ *pool,
				   const uint32_t *mark)
{
	uint32_t slot;

	if (lish_pool_begun_(pool) != LISH_OK)
		return LISH_UNINITIALIZED;
	if (lish_is_null(mark))
		return LISH_NULL;
	slot = (uint32_t)lish_pool_seek_(pool, (uintptr_t)mark, 1);
	if (slot >= pool->capacity)
		return LISH_FOREIGN;
	if (slot >= pool->border || !*mark || *mark == LISH_POOL_FREE_MARK_(slot))
		return LISH_NOT_LIVE;
	return *mark == slot + 1 ? LISH_OK : LISH_BAD_INDEX;
}
#endif

/* Init and the end. */

static void pool_set_claim_(const struct lish_pool_ *pool, uint32_t claim, uint32_t seal)
{
	uint32_t *words = pool_claim_(pool);

	if (LISH_CHECK < 1 || !pool->claims)
		return;
	words[0] = claim;
	words[1] = seal;
}

bool lish_pool_wake_(struct lish_pool_ *pool)
{
	const uint32_t claim = (uint32_t)(uintptr_t)pool;

	if (pool->self)
		return false;
	pool_set_claim_(pool, claim, pool_seal_of_(pool, claim));
	pool->table = &pool->only;
	pool->room = pool->capacity;
	pool->self = pool;
	pool->seal = (uintptr_t)pool + lish_pool_type_(pool);
	if (LISH_HOSTED || LISH_POOL_FILL_ != 0 || LISH_POOL_WAIT_ != 0)
		lish_pool_set_watch_(pool);
	return true;
}

void *lish_pool_init_in_(struct lish_pool_ *pool, size_t size, size_t offset, size_t n,
			 void *mem, size_t align, const struct lish_config *config)
{
	memset(pool, 0, sizeof(*pool));
	if (config) {
		pool->hooks = config->hooks;
		pool->full = config->full;
		pool->ctx = config->ctx;
		pool->ends_empty = config->ends_empty;
		lish_bind_(pool, config->hooks || config->full);
	}
	pool->only = (char *)mem + offset;
	pool->shift = 31;
	pool->size = (uint32_t)size;
	pool->offset = (uint32_t)offset;
	pool->capacity = n < (size_t)LISH_MAX_COUNT ? (uint32_t)n : LISH_MAX_COUNT;
	(void)lish_pool_wake_(pool);
	if (pool->hooks)
		lish_pool_set_watch_(pool);
	/* A pool that was not destroyed has left freed objects. On bare metal no tool looks. */
	if (LISH_POOL_COARSE_)
		lish_pool_clean_(mem, n * size);
	return (void *)(((uintptr_t)mem + n * size + align - 1) & ~(uintptr_t)(align - 1));
}

int lish_pool_raise_(const struct lish_pool_kind_ *kind, struct lish_pool_ *pool,
		     uint32_t capacity)
{
	if (capacity <= pool->capacity)
		return 0;
	return pool->growth ? kind->chunks->grow(kind, pool, capacity) : -ENOSPC;
}

void lish_pool_make_(const struct lish_pool_kind_ *kind, struct lish_pool_ *pool,
		     uint32_t n)
{
	if (pool->hooks && pool->hooks->make)
		kind->watch->make(kind, pool, n);
}

int lish_pool_reserve_(const struct lish_pool_kind_ *kind, struct lish_pool_ *pool,
		       uint32_t n)
{
	int err;

	(void)lish_pool_wake_(pool);
	err = lish_pool_raise_(kind, pool, n);
	if (!err)
		lish_pool_make_(kind, pool, n);
	return err;
}

void lish_pool_ends_(const char *name, const struct lish_pool_ *pool, uint32_t count)
{
	lish_not_empty_(pool, NULL, count, LISH_CALL_AS_(name));
}

void lish_pool_release_(const struct lish_pool_kind_ *kind, struct lish_pool_ *pool)
{
	/* Without a kind there is neither a hook nor growth. */
	if (kind) {
		lish_pool_set_closed_(pool, true);
		/* Hooks must not alloc slots that slotpool still has on its stack. */
		lish_pool_drop_stack_(pool);
		kind->watch->unmake(kind, pool, 0);
		if (pool->growth)
			kind->chunks->end(kind, pool);
	}
	if (pool->self)
		pool_set_claim_(pool, 0, 0);
	memset(pool, 0, sizeof(*pool));
}

struct lish_stats lish_pool_stats_(const struct lish_pool_kind_ *kind,
				   const struct lish_pool_ *pool, uint32_t count, size_t side)
{
	struct lish_stats stats;

	memset(&stats, 0, sizeof(stats));
	stats.count = count;
	stats.capacity = pool->capacity;
	stats.limit = pool->capacity;
	stats.failed = pool->failed;
#if LISH_SYSTEM_
	stats.early = pool->early;
#endif
	stats.highest = lish_pool_highest_(pool);
	/* The border rises only while all slots below it are live. */
	stats.peak = stats.highest;
	stats.bytes = pool->capacity * (pool->size + side);
	if (pool->growth)
		kind->chunks->figures(pool, &stats, side);
	return stats;
}

/* Checks. */

static LISH_WRAPS_ uint32_t lish_pool_mix_(uint32_t number, uint32_t factor)
{
	number = (number ^ number >> 16) * factor;
	return number ^ number >> 15;
}

uint64_t lish_pool_hash_(uint32_t slot)
{
	const uint32_t low = lish_pool_mix_(slot + 1, 0x7feb352du);
	const uint32_t high = lish_pool_mix_(low, 0x846ca68bu);

	return (uint64_t)high << 32 | low;
}

bool lish_pool_stack_ok_(const struct lish_pool_ *pool, uint64_t sum)
{
	const uint32_t stacked = pool->stacked;
	uint32_t i;

	for (i = 0; i < stacked; i++)
		sum -= lish_pool_hash_(pool->stack[i]);
	return !sum;
}
