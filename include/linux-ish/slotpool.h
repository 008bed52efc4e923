/* SPDX-License-Identifier: MIT */
/*
 * slotpool.h - a pool with stable indices, handles and a loop over live objects
 *
 * For objects that others refer to and that may die at any time. An object never moves
 * and keeps its index. A handle never finds another object, until the pool is destroyed or
 * loaded. A loop survives any change.
 *
 * Use listpool if the objects have an order of their own, and ipool if nothing refers to objects
 * or visits them. Files and other processes: save.h.
 *
 * Cost: check, reserve, trim, destroy and alloc_at O(n), clear too in a pool with fini;
 * next_live and prev_live O(distance); owns O(chunks); all others O(1). free with LISH_LOWEST
 * is O(1) on average.
 * Only init, reserve, trim, destroy and an alloc that grows get or release memory.
 *
 * A loop visits a new object if its index is higher, a _reverse loop if it is lower. A
 * call that fails changes nothing. The same calls give the same indices on every machine.
 * No slot at or above the border is in use.
 *
 * Not thread-safe: one lock covers the pool, its nodes and its loops. Loops only read the
 * pool.
 *
 * Make the node the first member: ASan and Valgrind do not watch the node of a freed
 * object, nor ASan the bytes beside it.
 *
 * Parameters that a call does not describe:
 *   @pool: the pool
 *   @index: any number
 *   @handle: any handle
 *   @node: node of any object
 *   @type: object type
 *   @member: its struct slotpool_idx
 *   @pos: the cursor, which the loop declares
 */
#ifndef LINUX_ISH_SLOTPOOL_H
#define LINUX_ISH_SLOTPOOL_H

#include "core/each.h"
#include "core/pool.h"
#include "core/span.h"
#include "ground/word.h"

LISH_NATURAL_(slotpool);

/**
 * struct slotpool_idx - node of an object in a slotpool
 * @slot: private: index plus one if live; bit 31 is set if free
 * @generation: private: odd if live; alloc and free each add one
 *
 * The pool owns the node, also after free. Do not assign a whole object: slotpool_free()
 * would refuse it.
 */
struct slotpool_idx {
	uint32_t slot;
	uint32_t generation;
};

/**
 * struct slotpool_handle - a reference that never finds another object
 * @slot: index plus one
 * @generation: counts the lives of the slot; odd
 *
 * Holds until slotpool_destroy(), or slotpool_load() of an earlier state.
 * All zero refers to no object. A handle does not name its pool: in another pool it may
 * find a wrong object.
 */
struct slotpool_handle {
	uint32_t slot;
	uint32_t generation;
};

/*
 * struct slotpool_extra_ - what alloc and free seldom need
 *
 * retired, full and top are for the orders lowest and next, and lie in the memory of the stack.
 */
struct slotpool_extra_ {
	/* a bit per slot, set if the slot is retired */
	lish_word *retired;
	/* a bit per word of live bits, set if all its slots are live or retired */
	lish_word *full;
	/* a bit per word of full, set if all bits of that word are set */
	lish_word *top;
	/* all words before this one are full */
	uint32_t hint;
	/* order next: the slot after the one that alloc returned last */
	uint32_t next;
	/* slots that the stack or these arrays have room for, if the pool grows */
	uint32_t stack_room;
};

/*
 * struct slotpool_block_ - as many slots as a word has bits
 *
 * The slots of a block lie in one chunk.
 */
struct slotpool_block_ {
	/* a bit per slot, set if its object is live */
	lish_word live;
	/* as in the table of struct lish_pool_: the address that the mark of slot 0 would have */
	char *base;
};

/**
 * struct slotpool - a pool
 *
 * All zero: not initialised, or destroyed. Must not move. A copy of the struct and all
 * its memory may later be put back to the same place.
 *
 * Private: the memory of the objects, a bit for each live one, and the free slots.
 */
struct slotpool {
	/* private: memory of the objects; the stack of free slots */
	struct lish_pool_ base;
	/* a free of a node below it changes only the slot. The generation is the high half */
	uint64_t quick_node;
	/* the same in the orders lowest and next, where an alloc is quick too unless this is 0 */
	uint64_t quick_order;
	/* a block for each word of slots */
	struct slotpool_block_ *blocks;
	/* the same for an alloc with more slots on the stack: 0, or SLOTPOOL_LOOK_ */
	uint32_t quick_above;
	/* the same for an alloc with an empty stack and a border below it, which has a node */
	uint32_t quick_below;
	/* number of retired slots */
	uint32_t retired;
	/* a slot retires when its generation would be this one */
	uint32_t last;
	/* generation of a slot that was never used */
	uint32_t floor;
	/* slots below it have a node, and their blocks a base */
	uint32_t known;
	/* no generation is higher; that of a live object by one at most */
	uint32_t aged;
	/* an enum lish_reuse */
	uint8_t order;
	/* slots are lent to so many leases: see slotpool_lease.h */
	uint16_t leases;
	/* seldom used by alloc and free */
	struct slotpool_extra_ extra;
};

/* Even: a retired slot has ended its last life, so no generation comes twice. */
#define SLOTPOOL_RETIRED_ 0xfffffffeu

/* aged rises by so much at a time, so that few frees have to raise it. */
#define SLOTPOOL_AGE_ 64u

/* Words of retired, full and top for n slots. */
#define SLOTPOOL_WORDS_(n)                       \
	(LISH_WORDS(n) + LISH_WORDS(LISH_WORDS(n)) + \
	 LISH_WORDS(LISH_WORDS(LISH_WORDS(n))))

/*
 * The member name stops memory of other pools. No tag: C would show it outside.
 */
#define SLOTPOOL_STORAGE_(type, n)                                     \
	{                                                              \
		type objects[n];                                       \
		struct slotpool_block_ slotpool_blocks[LISH_WORDS(n)]; \
		uint32_t slotpool_claim[2];                            \
		union {                                                \
			uint32_t stack[n];                             \
			lish_word words[SLOTPOOL_WORDS_(n)];           \
		} free;                                                \
	}

/**
 * SLOTPOOL_STORAGE() - declare the memory of a pool of fixed capacity
 * @mem: name of the variable or member
 * @type: object type, without a flexible array member: it would get no room
 * @n: number of objects, a constant
 */
#define SLOTPOOL_STORAGE(mem, type, n) struct SLOTPOOL_STORAGE_(type, n) mem

/**
 * SLOTPOOL_INIT() - initialiser of an empty pool
 * @mem: a SLOTPOOL_STORAGE() that is zero, as static memory is
 *
 * A constant if @mem is static.
 * Destroy the pool before another one begins with @mem: the second would be reported as a copy.
 */
#define SLOTPOOL_INIT(mem, type, member)                         \
	{ LISH_POOL_INIT_((mem).objects, (mem).free.stack, true, type, \
			  SLOTPOOL_OFFSET_(type, member)),       \
	  0, 0, (mem).slotpool_blocks, 0, 0, 0,                  \
	  SLOTPOOL_RETIRED_, 0, 0, SLOTPOOL_AGE_, 0, 0,          \
	  { LISH_NO_(lish_word), LISH_NO_(lish_word),            \
	    LISH_NO_(lish_word), 0, 0, 0 } }

/**
 * SLOTPOOL_DEFINE_STATIC() - define an empty pool of fixed capacity for this file
 * @name: name of the variable
 * @n: number of objects, a constant
 *
 * Also works in a function.
 */
#define SLOTPOOL_DEFINE_STATIC(name, type, member, n)      \
	static SLOTPOOL_STORAGE(name##_storage_, type, n); \
	static struct slotpool name =                      \
		SLOTPOOL_INIT(name##_storage_, type, member)

LISH_C_BEGIN

LISH_NODE_(slotpool_idx);
#define SLOTPOOL_OFFSET_(type, member) LISH_OFFSET_(type, member, slotpool_idx)
#define SLOTPOOL_TYPE_(type, member) \
	LISH_POOL_TYPE_(sizeof(type), SLOTPOOL_OFFSET_(type, member))

LISH_INLINE lish_word slotpool_live_mask_(uint32_t index)
{
	return LISH_WORD_ONE << (index & LISH_WORD_MASK);
}

LISH_INLINE struct slotpool_block_ *slotpool_block_of_(const struct slotpool *pool, size_t slot)
{
	return pool->blocks + (slot >> LISH_WORD_SHIFT);
}

/* The object of a slot below known. */
LISH_INLINE char *slotpool_object_of_(const struct slotpool *pool, size_t slot, size_t size,
				      size_t offset)
{
	/* As integers: base lies outside of the chunk. */
	return (char *)((uintptr_t)slotpool_block_of_(pool, slot)->base + slot * size - offset);
}

/*
 * A macro such as X_alloc_entry() calls a function of the same name, which takes one number in
 * place of type and member.
 */

/**
 * slotpool_init() - initialise a pool
 * @pool: any memory; must not move
 * @type: object type, without a flexible array member; ``-pedantic`` warns of one
 * @config: settings, or NULL: see struct lish_config
 *
 * Context: May sleep.
 * Return: 0; -ENOMEM; -ENOSPC if config->initial exceeds the limit. On error @pool is
 * zero.
 */
#define slotpool_init(pool, type, member, ...)                               \
	(slotpool_init)(pool, LISH_POOL_SIZE_(type), LISH_ALIGNOF(type), \
		SLOTPOOL_OFFSET_(type, member), __VA_ARGS__)
LISH_MUST_CHECK LISH_API int (slotpool_init)(struct slotpool *pool, size_t size,
					     size_t align, size_t offset,
					     const struct lish_config *config);

/**
 * slotpool_init_in() - initialise a pool of fixed capacity
 * @pool: any memory; must not move
 * @mem: pointer to a SLOTPOOL_STORAGE() of any content
 * @config: settings, or NULL: see struct lish_config
 *
 * Never allocates.
 */
#define slotpool_init_in(pool, type, member, mem, ...)                         \
	(slotpool_init_in)(pool, sizeof(type), SLOTPOOL_OFFSET_(type, member), \
			 LISH_POOL_ROOM_((mem)->objects,                       \
					 (mem)->slotpool_blocks, type), mem, __VA_ARGS__)
LISH_API void (slotpool_init_in)(struct slotpool *pool, size_t size, size_t offset,
				 size_t n, void *mem, const struct lish_config *config);

/**
 * slotpool_destroy() - empty the pool and make it invalid
 * @pool: the pool, zero afterwards
 *
 * Runs fini for live objects and unmake for made ones. Misuse in a hook.
 * If config.ends_empty was set, live objects are reported first.
 *
 * Context: May sleep.
 */
LISH_API void slotpool_destroy(struct slotpool *pool);

/**
 * slotpool_alloc_entry() - allocate an object
 *
 * The bytes are as free or the make hook left them. A wrong @type is reported. So is a node
 * that was overwritten after its free: its slot retires, and alloc takes another one.
 *
 * Context: May sleep if it grows.
 * Return: the object; NULL at the limit or without memory.
 */
#define slotpool_alloc_entry(pool, type, member) \
	LISH_CAST_(type, (slotpool_alloc_entry)(pool, SLOTPOOL_TYPE_(type, member)))
LISH_API void *(slotpool_alloc_entry)(struct slotpool *pool, uintptr_t type);

/**
 * slotpool_zalloc_entry() - allocate an object of zeros
 *
 * As slotpool_alloc_entry(). Zeroes all but the node, after make and before init.
 *
 * Context: May sleep if it grows.
 * Return: the object, or NULL.
 */
#define slotpool_zalloc_entry(pool, type, member) \
	LISH_CAST_(type, (slotpool_zalloc_entry)(pool, SLOTPOOL_TYPE_(type, member)))
LISH_API void *(slotpool_zalloc_entry)(struct slotpool *pool, uintptr_t type);

/**
 * slotpool_alloc_tail_entry() - allocate an object at the end
 *
 * As slotpool_alloc_entry(), but above all live objects: forward loops visit the object.
 *
 * Context: May sleep if it grows.
 * Return: the object, or NULL.
 */
#define slotpool_alloc_tail_entry(pool, type, member) \
	LISH_CAST_(type, (slotpool_alloc_tail_entry)(pool, SLOTPOOL_TYPE_(type, member)))
LISH_API void *(slotpool_alloc_tail_entry)(struct slotpool *pool, uintptr_t type);

/**
 * slotpool_alloc_at_entry() - allocate the object at an index
 * @index: the index
 *
 * Slots below @index that were never used become free (make runs for them). alloc takes
 * them last, in ascending order. May grow up to @index: set config.limit if you do not trust
 * @index. O(n).
 *
 * Context: May sleep if it grows.
 * Return: the object; NULL also if @index is live or retired, and in a hook if make has
 * not run for @index.
 */
#define slotpool_alloc_at_entry(pool, index, type, member) \
	LISH_CAST_(type, (slotpool_alloc_at_entry)(pool, index, SLOTPOOL_TYPE_(type, member)))
LISH_API void *(slotpool_alloc_at_entry)(struct slotpool *pool, uint32_t index, uintptr_t type);

/**
 * slotpool_free() - free an object
 * @node: node of a live object of @pool
 *
 * Runs fini while the object is live. Its handles then find nothing. Refused: a second
 * free, a foreign object, and an object whose hook runs.
 */
LISH_API void slotpool_free(struct slotpool *pool, struct slotpool_idx *node);

/**
 * slotpool_free_bulk() - free many objects
 * @objects: array of pointers to live objects of @pool
 * @n: number of pointers
 *
 * Equals @n calls of slotpool_free() in the order of the array, but fetches the objects ahead. An
 * object that slotpool_free() would refuse is reported and left out; the others are freed.
 */
#define slotpool_free_bulk(pool, objects, n) \
	(slotpool_free_bulk)(pool, LISH_POOL_POINTERS_(objects), n)
LISH_API void (slotpool_free_bulk)(struct slotpool *pool, const void *objects, uint32_t n);

/**
 * slotpool_contains() - is this node in the pool?
 *
 * True if the object is live. Reads @node: see also slotpool_owns().
 */
LISH_API bool slotpool_contains(const struct slotpool *pool,
				const struct slotpool_idx *node);

/**
 * slotpool_owns() - does an address lie in the memory of the pool?
 * @address: any pointer; is not followed
 */
LISH_API bool slotpool_owns(const struct slotpool *pool, const void *address);

/**
 * slotpool_index_of() - the index of an object
 *
 * Return: the index, which stays while the object lives; -1 if it is not live.
 */
LISH_API int32_t slotpool_index_of(const struct slotpool *pool,
				   const struct slotpool_idx *node);

/**
 * slotpool_at_entry() - the object at an index
 *
 * Return: the object; NULL if no live object has @index.
 */
#define slotpool_at_entry(pool, index, type, member)                                     \
	LISH_CAST_(type, LISH_IF_FAST_(                                                  \
		slotpool_look_at_(pool, index, SLOTPOOL_TYPE_(type, member),             \
				  sizeof(type), SLOTPOOL_OFFSET_(type, member)),         \
		(slotpool_at_entry)(pool, index, SLOTPOOL_TYPE_(type, member))))
LISH_API void *(slotpool_at_entry)(const struct slotpool *pool, uint32_t index,
				   uintptr_t type);

/* As slotpool_at_entry(). */
LISH_INLINE void *slotpool_look_at_(const struct slotpool *pool, uint32_t index, uintptr_t type,
			       size_t size, size_t offset)
{
	char *object;

	if (!lish_pool_is_ready_(&pool->base, type))
		return (slotpool_at_entry)(pool, index, type);
	if (lish_unlikely(index >= pool->base.border) ||
	    !(slotpool_block_of_(pool, index)->live >> (index & LISH_WORD_MASK) & 1))
		return NULL;
	object = slotpool_object_of_(pool, index, size, offset);
	lish_assume(object != NULL);
	return object;
}

/**
 * slotpool_free_at() - free the object at an index
 *
 * Return: false if no live object has @index.
 */
LISH_API bool slotpool_free_at(struct slotpool *pool, uint32_t index);

/**
 * slotpool_next_live() - the lowest live index from a given one on
 *
 * For loops that pause between steps.
 *
 * Return: the index, which may be @index; -1 if there is none.
 */
LISH_API int32_t slotpool_next_live(const struct slotpool *pool, uint32_t index);

/**
 * slotpool_prev_live() - the highest live index up to a given one
 *
 * Return: the index, which may be @index; -1 if there is none.
 */
LISH_API int32_t slotpool_prev_live(const struct slotpool *pool, uint32_t index);

/**
 * slotpool_get_entry() - the object of a handle
 * @pool: the pool of the handle
 *
 * Return: the object; NULL if it is gone.
 */
#define slotpool_get_entry(pool, handle, type, member)                                    \
	LISH_CAST_(type, LISH_IF_FAST_(                                                   \
		slotpool_resolve_(pool, handle, SLOTPOOL_TYPE_(type, member),             \
				  sizeof(type), SLOTPOOL_OFFSET_(type, member)),          \
		(slotpool_get_entry)(pool, handle, SLOTPOOL_TYPE_(type, member))))
LISH_API void *(slotpool_get_entry)(const struct slotpool *pool,
				    struct slotpool_handle handle, uintptr_t type);

/* The two words of a node or of a handle */
LISH_INLINE uint64_t slotpool_words_(const void *pair)
{
	uint64_t words;

	memcpy(&words, pair, sizeof(words));
	return words;
}

/* As slotpool_get_entry(). */
LISH_INLINE void *slotpool_resolve_(const struct slotpool *pool, struct slotpool_handle handle,
				uintptr_t type, size_t size, size_t offset)
{
	const size_t slot = handle.slot - 1u;
	const struct slotpool_handle wanted = handle;
	char *object;

	if (!lish_pool_is_ready_(&pool->base, type))
		return (slotpool_get_entry)(pool, handle, type);
	if (lish_unlikely(slot >= pool->base.border))
		return NULL;
	object = slotpool_object_of_(pool, slot, size, offset);
	/* The node of a live object and its handle are equal. */
	if (lish_unlikely(slotpool_words_(object + offset) != slotpool_words_(&wanted)))
		return NULL;
	lish_assume(object != NULL);
	return object;
}

/**
 * slotpool_get_u32() - the object of a handle of 32 bits
 * @pool: the pool of the handle, with config.index_bits
 * @number: any number
 *
 * Return: the object; NULL if it is gone, and for 0.
 */
#define slotpool_get_u32(pool, number, type, member) \
	LISH_CAST_(type, (slotpool_get_u32)(pool, number, SLOTPOOL_TYPE_(type, member)))
LISH_API void *(slotpool_get_u32)(const struct slotpool *pool, uint32_t number,
				  uintptr_t type);

/**
 * slotpool_free_handle() - free the object of a handle
 * @pool: the pool of the handle
 *
 * Return: false if the object is gone.
 */
LISH_API bool slotpool_free_handle(struct slotpool *pool,
				   struct slotpool_handle handle);

/**
 * slotpool_handle_of() - the handle of an object
 *
 * Return: the handle, which stays while the object lives; zero if it is not live.
 */
LISH_API struct slotpool_handle slotpool_handle_of(const struct slotpool *pool,
						   const struct slotpool_idx *node);

/**
 * slotpool_handle_at() - the handle of the object at an index
 *
 * Return: the handle; zero if no live object has @index.
 */
LISH_API struct slotpool_handle slotpool_handle_at(const struct slotpool *pool,
						   uint32_t index);

/**
 * slotpool_handle_to_u64() - a handle as one number
 *
 * Equal handles have equal numbers, on every machine.
 *
 * Return: the number; 0 only for a handle of zeros.
 */
LISH_INLINE uint64_t slotpool_handle_to_u64(struct slotpool_handle handle)
{
	return (uint64_t)handle.generation << 32 | handle.slot;
}

/**
 * slotpool_handle_to_u32() - a handle as a number of 32 bits
 * @pool: the pool of the handle, with config.index_bits
 * @handle: any handle of @pool
 *
 * slotpool_get_u32() finds the object. Equal handles have equal numbers, on every machine.
 *
 * Return: the number; 0 for a handle of zeros, and for one that @pool cannot have given.
 */
LISH_API uint32_t slotpool_handle_to_u32(const struct slotpool *pool,
					 struct slotpool_handle handle);

/**
 * slotpool_handle_from_u64() - a handle from its number
 * @number: any number
 *
 * Return: the handle; zero if no handle has this number.
 */
LISH_API struct slotpool_handle slotpool_handle_from_u64(uint64_t number);

/**
 * slotpool_count() - number of elements
 */
LISH_API uint32_t slotpool_count(const struct slotpool *pool);

/**
 * slotpool_stats() - figures about memory and use
 *
 * A slot retires after 2^31 - 1 lives, or sooner with config.index_bits. A
 * retired slot counts against the limit.
 *
 * Return: see struct lish_stats.
 */
LISH_API struct lish_stats slotpool_stats(const struct slotpool *pool);

/**
 * slotpool_reserve() - get memory in advance
 * @count: number of objects, including the live ones
 *
 * Runs make for new memory. Up to @count live objects, slotpool_alloc_entry() never fails
 * and never allocates, unless slots are retired. Misuse in a hook that clear, trim,
 * reserve or destroy runs.
 *
 * Context: May sleep.
 * Return: 0; -ENOSPC beyond the limit; -ENOMEM; -EINVAL for misuse.
 */
LISH_MUST_CHECK LISH_API int slotpool_reserve(struct slotpool *pool, uint32_t count);

/**
 * slotpool_trim() - release unused memory
 *
 * Releases the chunks above the last live or retired slot, after unmake. Slots of new
 * memory begin above the generations of released ones. Any other chunk without live and retired
 * slots gives its pages back if the allocator can (decommit), not with make or unmake. Its free
 * slots are then the last that LISH_LAST_FREED takes, and their bytes are zero. Misuse in a hook.
 *
 * Context: May sleep.
 */
LISH_API void slotpool_trim(struct slotpool *pool);

/**
 * slotpool_rebind() - give a pool the addresses of code that was loaded again
 * @pool: the pool, with objects or without
 * @config: NULL, or uses mem, hooks, full, grown and ctx
 *
 * The new functions must do what the old ones did; these are not called any more. Misuse in a
 * hook. Refused: hooks for a pool that had none, and none for one that had some.
 */
LISH_API void slotpool_rebind(struct slotpool *pool, const struct lish_config *config);

/**
 * slotpool_clear() - empty the pool
 *
 * Runs fini for each object, highest index first. The memory stays; indices start at 0
 * again. Handles find nothing. Misuse in a hook. Takes some lives from each slot, the same with
 * hooks and without. Touches no object if there is no fini; with one, config.index_bits or retired
 * slots O(n): Documentation/slotpool.rst.
 */
LISH_API void slotpool_clear(struct slotpool *pool);

/* For C++: the same, after destructors have freed the objects. aged: the member before. */
LISH_API void slotpool_clear_since_(struct slotpool *pool, uint32_t aged);

/**
 * slotpool_span() - one of several equal parts of the pool
 * @part: its number, from 0 on
 * @parts: number of parts
 *
 * The parts cover all slots below the border. Each starts at a multiple of 64.
 *
 * Return: the part, which may be empty; empty, and reported, if @part >= @parts.
 */
LISH_API struct lish_span slotpool_span(const struct slotpool *pool, uint32_t part,
			       uint32_t parts);

/**
 * slotpool_check() - examine the whole pool for damage
 * @fault: receives the node of the first damaged object, or NULL; may be NULL
 *
 * Reports nothing.
 *
 * Return: LISH_OK, LISH_UNINITIALIZED, LISH_BAD_COUNT or LISH_BAD_INDEX.
 */
LISH_API enum lish_reason slotpool_check(const struct slotpool *pool,
				const struct slotpool_idx **fault);

/**
 * slotpool_check_in() - examine a pool whose memory may hold anything
 * @from: start of the memory in which the pool, its memory and all objects lie
 * @size: its bytes
 *
 * As slotpool_check(), but reads nothing outside of this memory: for RAM that survived a reset.
 * Reports nothing. A pool that grows has memory elsewhere.
 *
 * Return: as slotpool_check(); LISH_BAD_RANGE if the pool or its memory lies elsewhere, if a hook
 * ran, or if slots are lent.
 */
LISH_API enum lish_reason slotpool_check_in(const struct slotpool *pool, const void *from,
					    size_t size);

/*
 * Loops. The pool does not know its loops. A step keeps a copy of one word of live bits. In a
 * full word it adds to a pointer; in any other it clears the lowest bit. After a change of the
 * pool it reads the bits above the current one again, so the body may do anything.
 */
struct slotpool_iter_ {
	/* NULL when the loop is over */
	const struct slotpool *pool;
	/* address of the object of the word's first bit */
	char *base;
	/* the current object */
	char *at;
	/* the last object of a full word, else NULL */
	char *last;
	/* bits from the current one on; a single bit if the word is full */
	lish_word rest;
	/* those of the pool when the word was copied */
	uint32_t changes;
	/* index of the word's first bit */
	uint32_t slot;
	/* the loop ends below this slot */
	uint32_t end;
};

/* The names of loops, in slotpool.c. */
enum slotpool_which_loop_ {
	SLOTPOOL_FORWARD_,
	SLOTPOOL_REVERSE_,
	SLOTPOOL_SPAN_
} LISH_INT_ENUM_;

/* The pool; NULL, reported, if its objects are of another type. */
LISH_API const struct slotpool *slotpool_loop_over_(const struct slotpool *pool,
						enum slotpool_which_loop_ loop,
						uintptr_t type);

/* end of a loop that only the current border ends. */
#define SLOTPOOL_NO_END_ 0xffffffffu

LISH_INLINE uint32_t slotpool_words_end_(const struct slotpool *pool)
{
	return (pool->base.border + LISH_WORD_MASK) & ~(uint32_t)LISH_WORD_MASK;
}

LISH_INLINE void *slotpool_live_stands_(struct slotpool_iter_ *it, size_t size)
{
	it->at = it->base + lish_ctz(it->rest) * size;
	lish_assume(it->at != NULL);
	return it->at;
}

LISH_INLINE void *slotpool_step_(struct slotpool_iter_ *it, size_t size,
			       size_t offset)
{
	/* Compare integers: last may be NULL, and the memory may be freed. */
	const uintptr_t at = (uintptr_t)it->at;
	const struct slotpool *pool = it->pool;
	uint32_t slot = it->slot, end;
	lish_word mask = LISH_WORD_ALL, bits = 0;

	if (lish_likely(pool->base.changes == it->changes)) {
		if (lish_likely(at < (uintptr_t)it->last)) {
			it->at += size;
			return it->at;
		}
		bits = it->rest & (it->rest - 1);
		slot += LISH_WORD_BITS;
	} else {
		mask = LISH_WORD_ALL << 1 << (at - (uintptr_t)it->base) / size;
	}
	if (lish_unlikely(!bits)) {
		end = it->end < pool->base.border ? it->end : pool->base.border;
		for (;; slot += LISH_WORD_BITS, mask = LISH_WORD_ALL) {
			if (slot >= end)
				return NULL;
			bits = slotpool_block_of_(pool, slot)->live & mask;
			if (it->end != SLOTPOOL_NO_END_ && end - slot < LISH_WORD_BITS)
				bits &= slotpool_live_mask_(end - slot) - 1;
			if (lish_likely(bits))
				break;
		}
		it->slot = slot;
		it->base = slotpool_object_of_(pool, slot, size, offset);
		it->last = NULL;
		if (bits == LISH_WORD_ALL) {
			bits = LISH_WORD_ONE;
			it->last = it->base + LISH_WORD_MASK * size;
		}
		it->changes = pool->base.changes;
	}
	it->rest = bits;
	return slotpool_live_stands_(it, size);
}

/* Starts at the end of the word before the first one. */
LISH_INLINE struct slotpool_iter_ slotpool_forward_(const struct slotpool *pool)
{
	struct slotpool_iter_ it = { pool, NULL, NULL, NULL, 0, 0, 0, SLOTPOOL_NO_END_ };

	if (pool) {
		it.changes = pool->base.changes;
		it.slot -= LISH_WORD_BITS;
	}
	return it;
}

/* Starts at the end of the word above the last one. */
LISH_INLINE struct slotpool_iter_ slotpool_reverse_(const struct slotpool *pool)
{
	struct slotpool_iter_ it = slotpool_forward_(pool);

	it.end = 0;
	if (pool)
		it.slot = slotpool_words_end_(pool);
	return it;
}

/* The current object is the highest bit of rest. */
LISH_INLINE void *slotpool_step_back_(struct slotpool_iter_ *it, size_t size,
				    size_t offset)
{
	const struct slotpool *pool = it->pool;
	lish_word below = 0, bits = it->rest;
	uint32_t slot = it->slot;

	if (bits) {
		below = LISH_WORD_ALL >> 1 >> lish_clz(bits);
		bits &= below;
	}
	if (lish_unlikely(pool->base.changes != it->changes)) {
		bits = 0;
		if (slot < pool->base.border)
			bits = slotpool_block_of_(pool, slot)->live & below;
		else
			slot = slotpool_words_end_(pool);
		it->changes = pool->base.changes;
		/* Force a new base: trim and alloc may have replaced the chunk. */
		it->slot = SLOTPOOL_NO_END_;
	}
	while (!bits) {
		if (!slot)
			return NULL;
		slot -= LISH_WORD_BITS;
		bits = slotpool_block_of_(pool, slot)->live;
	}
	if (slot != it->slot) {
		it->slot = slot;
		it->base = slotpool_object_of_(pool, slot, size, offset);
	}
	it->rest = bits;
	it->at = it->base + (LISH_WORD_MASK - lish_clz(bits)) * size;
	lish_assume(it->at != NULL);
	return it->at;
}

LISH_INLINE struct slotpool_iter_ slotpool_loop_span_(const struct slotpool *pool,
						 struct lish_span span, size_t size)
{
	struct slotpool_iter_ it = slotpool_forward_(pool);
	/* Without a pool, any bit. */
	const uint32_t bit = span.start & (0 - it.slot - 1);

	it.end = lish_span_end_(span, LISH_MAX_COUNT);
	it.slot += span.start - bit;
	if (bit) {
		/* Stand on the bit before, as if the pool had changed. */
		it.slot = span.start - bit;
		it.at = (char *)((uintptr_t)(bit - 1) * size);
		it.changes--;
	}
	return it;
}

/*
 * A file that is not optimised calls the steps in the library.
 *
 * SLOTPOOL_ONCE_() is the second half of a for that runs once. No test of a user can make the
 * second condition false, so a file that is not optimised, as for coverage, has only one.
 */
#if LISH_INLINES_
#define SLOTPOOL_STEP_ slotpool_step_
#define SLOTPOOL_STEP_BACK_ slotpool_step_back_
#define SLOTPOOL_ONCE_(pos) \
	pos##_once_ && pos##_it_.pool; pos##_once_ = LISH_NO_(struct slotpool_iter_)
#else
#define SLOTPOOL_STEP_ slotpool_stepped_
#define SLOTPOOL_STEP_BACK_ slotpool_stepped_back_
#define SLOTPOOL_ONCE_(pos) \
	pos##_once_->pool; pos##_once_->pool = LISH_NO_(const struct slotpool)
#endif
LISH_API void *slotpool_stepped_(struct slotpool_iter_ *it, size_t size,
				 size_t offset);
LISH_API void *slotpool_stepped_back_(struct slotpool_iter_ *it, size_t size,
				      size_t offset);

#define SLOTPOOL_LOOP_(pos, begin, step, type, offset)                    \
	LISH_PLACE_BEGIN_                                                 \
	for (struct slotpool_iter_ pos##_it_ = begin,                     \
	     *pos##_once_ = (lish_same_release_(), &pos##_it_);           \
	     SLOTPOOL_ONCE_(pos))                                         \
		LISH_PLACE_END_                                           \
		LISH_EACH_(pos, type,                                     \
			   step(&pos##_it_, sizeof(type), offset))

/**
 * slotpool_for_each_entry() - loop over the objects
 * @pool: the pool, possibly const
 * @type: object type, possibly const
 *
 * A step goes to the lowest live index above @pos. The body may do anything except
 * destroy the pool. Leave the loop in any way, longjmp() included. To end at the present
 * border, loop over slotpool_span(@pool, 0, 1).
 */
#define slotpool_for_each_entry(pos, pool, type, member)                     \
	SLOTPOOL_LOOP_(pos,                                                  \
		       slotpool_forward_(slotpool_loop_over_(pool, SLOTPOOL_FORWARD_, \
						SLOTPOOL_TYPE_(type, member))),   \
		       SLOTPOOL_STEP_, type, LISH_OFFSETOF_(type, member))

/**
 * slotpool_for_each_entry_safe() - loop over the objects; the body may remove the current one
 *
 * Another name for slotpool_for_each_entry().
 */
#define slotpool_for_each_entry_safe(pos, pool, type, member) \
	slotpool_for_each_entry(pos, pool, type, member)

/**
 * slotpool_for_each_entry_reverse() - loop over the objects from the last to the first
 *
 * As slotpool_for_each_entry(). A step goes to the highest live index below @pos, so each
 * loop ends.
 */
#define slotpool_for_each_entry_reverse(pos, pool, type, member)             \
	SLOTPOOL_LOOP_(pos,                                                  \
		       slotpool_reverse_(slotpool_loop_over_(pool, SLOTPOOL_REVERSE_, \
						SLOTPOOL_TYPE_(type, member))),   \
		       SLOTPOOL_STEP_BACK_, type, LISH_OFFSETOF_(type, member))

/**
 * slotpool_for_each_entry_span() - loop over a part of the objects
 * @span: any struct lish_span: see slotpool_span()
 *
 * As slotpool_for_each_entry(). Several threads may loop at once while none of them
 * changes the pool.
 */
#define slotpool_for_each_entry_span(pos, pool, span, type, member)          \
	SLOTPOOL_LOOP_(pos,                                                  \
		       slotpool_loop_span_(slotpool_loop_over_(pool, SLOTPOOL_SPAN_,  \
						SLOTPOOL_TYPE_(type, member)), \
				      span, sizeof(type)),                   \
		       SLOTPOOL_STEP_, type, LISH_OFFSETOF_(type, member))

/* The pool; NULL, reported, if it is not initialised. */
LISH_API const struct slotpool *slotpool_ranges_of_(const struct slotpool *pool);
/* The next range of live indices from *end on; false if there is none. */
LISH_API bool slotpool_next_range_(const struct slotpool *pool, uint32_t *first,
				   uint32_t *end);

/**
 * slotpool_for_each_range() - loop over the ranges of live indices
 * @first: uint32_t, the lowest index of the range, declared by the loop
 * @end: uint32_t, one more than the highest index of the range, declared by the loop
 * @pool: the pool, possibly const
 *
 * For arrays of yours that have an element for each index: Documentation/columns.rst.
 * All indices from @first up to @end - 1 are live, and their neighbours are not. Touches no
 * object. If the body changes the pool, @first and @end stay. A step goes to the lowest live
 * index from @end on.
 */
#define slotpool_for_each_range(first, end, pool)                            \
	for (const struct slotpool *first##_pool_ = slotpool_ranges_of_(pool); \
	     first##_pool_; first##_pool_ = LISH_NO_(const struct slotpool)) \
		LISH_CURSOR_BEGIN_                                           \
		for (uint32_t first = 0, end = 0;                            \
		     slotpool_next_range_(first##_pool_, &first, &end);)     \
			LISH_CURSOR_END_

LISH_C_END

#endif /* LINUX_ISH_SLOTPOOL_H */
