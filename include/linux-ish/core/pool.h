/* SPDX-License-Identifier: MIT */
/*
 * pool.h - the common part of the four pools, as their structs and initialisers need it
 *
 * A struct lish_pool_ is the first member of ipool, densepool, listpool and slotpool.
 * lib/core/pool.c explains how it works.
 *
 * Each object has a mark: a 32-bit word in the pool's node, which names the object's slot. A
 * mark is live if it is at most the border and leads back to its own address.
 */
#ifndef LINUX_ISH_CORE_POOL_H
#define LINUX_ISH_CORE_POOL_H

#include "../bug.h"
#include "../container_of.h"
#include "../mem.h"
#include "../ground/pair.h"

LISH_NATURAL_(core_pool);

struct lish_growth_;
typedef void lish_pool_full_(void *ctx, void *pool);

/* A hook that has not returned. In C++ the destructor of an object counts as a hook. */
struct lish_pool_running_ {
	/* of its object; NULL in full */
	const uint32_t *mark;
	/* what the pool has in the mark, if the object is live; else 0 */
	uint32_t own;
	/* the hook in which it was called */
	struct lish_pool_running_ *outer;
};

/*
 * struct lish_pool_ - object memory
 *
 * Live objects are border - stacked - gone, except in densepool.
 *
 * Between what alloc writes here and what it uses in the next pool lie 64 bytes: two threads may
 * have a pool each, without false sharing. tests/unit/core/pool_test.c checks this order.
 */
struct lish_pool_ {
	/* NULL with fixed capacity */
	struct lish_growth_ *growth;
	const struct lish_pool_hooks *hooks;
	/* called when no slot may be had, or NULL */
	lish_pool_full_ *full;
	/* first argument of hooks and full */
	void *ctx;
	/* the hooks that run now, the innermost first */
	struct lish_pool_running_ *running;
	/* slots that have memory */
	uint32_t capacity;
	/* slots below it were used since they have memory; only if watch is not 0 */
	uint32_t made;
	/* the highest border before the last clear or trim */
	uint32_t highest;
#if LISH_SYSTEM_
	/* of the library, when it got the user's addresses; 0: it has none */
	uint32_t load;
#endif
	/* index >> shift is the chunk */
	uint8_t shift;
	/* not 0: alloc and free call hooks, or poison or fill bytes */
	uint8_t watch;
	/*
	 * An enum lish_reason. LISH_IN_HOOK: clear, trim, reserve or destroy runs; LISH_LEASED:
	 * slots are lent. The pool does not grow
	 */
	uint8_t closed : 6;
	/* an initialiser made it: its memory has two words for a claim, before stack */
	bool claims : 1;
	/* see struct lish_config */
	bool ends_empty : 1;
	/* slotpool: see struct lish_config */
	uint8_t index_bits;
#if LISH_SYSTEM_
	/* see struct lish_stats */
	uint32_t early;
#endif
	/* this pool, so that a copy is noticed; NULL before a first use of an initialiser */
	const struct lish_pool_ *self;
	/* self plus the type: one comparison finds both; 0 as long as self is */
	uintptr_t seal;
	/* offset of the mark in an object */
	uint32_t offset;
	/* size of an object; 0 only if never initialised */
	uint32_t size;
	/*
	 * For each chunk the address that the mark of slot 0 would have if the chunk
	 * reached down to it. Fixed capacity: &only, or NULL as long as self is. NULL without
	 * memory.
	 */
	char **table;
	/* number of slots on the stack */
	uint32_t stacked;
	/* number of changes; loops compare it */
	uint32_t changes;
	/* slots at or above it were not used since the last clear */
	uint32_t border;
	/* fresh slots end here: at the capacity, or lower while closed */
	uint32_t room;
	/* slots below the border that are neither live nor on the stack */
	uint32_t gone;
	/* allocs that found no memory */
	uint32_t failed;
	/* fixed capacity: the one entry of the table */
	char *only;
	/* the free slots below the border */
	uint32_t *stack;
};

/*
 * The type of objects: their size and the offset of the mark as one number, in which the offset
 * moves away from the size. Both have a pointer's width, and stand here once, for errors of users.
 */
#if UINTPTR_MAX > 0xffffu
#define LISH_POOL_TYPE_(size, offset) ((size) + (offset) * 0x100001U)
#else
#define LISH_POOL_TYPE_(size, offset) ((size) + (offset) * 0x11U)
#endif

LISH_C_BEGIN

/**
 * lish_type() - the number of an object type that is known at run time
 * @size: bytes of an object
 * @offset: place of the node in an object
 *
 * For ipool, densepool and slotpool, whose functions behind the macros take this number:
 * Documentation/packages.rst. O(1).
 *
 * Return: the number that the macros make of a type and a member.
 */
LISH_API uintptr_t lish_type(size_t size, size_t offset);

LISH_C_END

/*
 * objects: an array; stack: an array of as many uint32_t. claims: see the struct; then two uint32_t
 * stand before stack.
 */
#define LISH_POOL_INIT_(objects, stack, claims, type, offset)                  \
	{ LISH_NO_(struct lish_growth_),                                       \
	  LISH_NO_(const struct lish_pool_hooks), LISH_NO_(lish_pool_full_),   \
	  LISH_NO_(void), LISH_NO_(struct lish_pool_running_),                 \
	  sizeof(objects) / sizeof(type), 0, 0, LISH_LOAD_INIT_                \
	  31, 0, 0, claims, 0, 0, LISH_LOAD_INIT_                              \
	  LISH_NO_(const struct lish_pool_), 0, offset, sizeof(type),          \
	  LISH_NO_(char *), 0, 0, 0, 0, 0, 0,                                  \
	  LISH_CAST_(char, objects) + (offset), stack }

/* For X_init(). -pedantic warns of the array if the type has a flexible array member. */
#define LISH_POOL_SIZE_(type) sizeof(type[1])

/*
 * Does not compile for an array of another type; C only warns of one of the same size.
 * own: a member that only the memory of this kind of pool has. Neither is evaluated.
 */
#define LISH_POOL_ROOM_(array, own, type)                  \
	(sizeof(array) / sizeof(type) +                    \
	 0U * sizeof(own) +                                \
	 0U * sizeof(*(1 ? (array) : LISH_NO_(type))) +    \
	 0U * sizeof(char[sizeof(*(array)) == sizeof(type) ? 1 : -1]))

/* An array of pointers, for X_free_bulk(). Does not compile for an array of objects. */
#ifdef __cplusplus
#define LISH_POOL_POINTERS_(objects)                                   \
	((void)sizeof(static_cast<const volatile void *>(*(objects))), \
	 static_cast<const void *>(objects))
#else
#define LISH_POOL_POINTERS_(objects) \
	((void)sizeof((const volatile void *)*(objects)), (const void *)(objects))
#endif

LISH_C_BEGIN

/* Are its objects of this type? false also if the pool was never used. */
LISH_INLINE bool lish_pool_is_ready_(const struct lish_pool_ *pool, uintptr_t type)
{
	return LISH_CHECK < 1 || lish_likely(pool->seal == (uintptr_t)pool + type);
}

/* The mark of a slot. */
LISH_INLINE uint32_t *lish_pool_at_(const struct lish_pool_ *pool, uint32_t slot,
				    size_t size)
{
	/* As integers: the address in the table lies outside of the chunk. */
	return (uint32_t *)((uintptr_t)pool->table[slot >> pool->shift] +
			    (size_t)slot * size);
}

/* A hook begins to run for the object of a mark; own: as in the struct. */
LISH_INLINE void lish_pool_hook_begins_(struct lish_pool_ *pool, struct lish_pool_running_ *hook,
					const uint32_t *mark, uint32_t own)
{
	hook->mark = mark;
	hook->own = own;
	hook->outer = pool->running;
	pool->running = hook;
}

/* It returns. */
LISH_INLINE void lish_pool_hook_ends_(struct lish_pool_ *pool,
				      const struct lish_pool_running_ *hook)
{
	pool->running = hook->outer;
}

/* Does a hook of the object of this mark run? */
LISH_INLINE bool lish_pool_in_hook_(const struct lish_pool_ *pool, const uint32_t *mark)
{
	const struct lish_pool_running_ *hook = pool->running;

	while (hook && hook->mark != mark)
		hook = hook->outer;
	return hook != NULL;
}

/*
 * For C++, whose destructor frees the objects before the pool: reports count live objects, if
 * ends_empty is set.
 */
LISH_API void lish_pool_ends_(const char *name, const struct lish_pool_ *pool, uint32_t count);

/* For C++: reports a destroy() of an object whose destructor runs. */
LISH_API void lish_pool_is_dying_(const char *name, const struct lish_pool_ *pool,
				  const void *node);

LISH_C_END

#endif /* LINUX_ISH_CORE_POOL_H */
