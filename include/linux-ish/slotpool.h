/* SPDX-License-Identifier: MIT */
/*
 * slotpool.h - a pool with stable indices, handles and a loop over live objects
 *
 * For objects that others refer to and that may die at any time. An object never moves
 * and keeps its index. A handle never finds another object, until the pool is destroyed or
 * loaded. A loop survives any change.
 *
 * Use something else if
 *   - the objects have an order of their own:     listpool
 *   - nothing refers to objects or visits them:   ipool
 *
 * Cost: clear, save, load, check, reserve, trim, destroy, set_hooks and alloc_at O(n);
 * next_live and prev_live O(distance); owns O(chunks); all others O(1). free with
 * SLOTPOOL_LOWEST is O(1) on average. Only init, reserve, load, trim, destroy and an alloc
 * that grows get or release memory.
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
 */
#ifndef LINUX_ISH_SLOTPOOL_H
#define LINUX_ISH_SLOTPOOL_H

#include "ground/env.h"

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

#include "private/slotpool.h"

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
 * @type: object type
 * @member: the struct slotpool_idx in @type
 *
 * A constant if @mem is static.
 */
#define SLOTPOOL_INIT(mem, type, member)                         \
	{ LISH_POOL_INIT_((mem).objects, (mem).free.stack, type, \
			  SLOTPOOL_OFFSET_(type, member),        \
			  slotpool_fixed_ops_),                  \
	  0, (mem).slotpool_live,                                \
	  LISH_NO_(const struct slotpool_bits_), 0, 0, 0, 0,     \
	  SLOTPOOL_RETIRED_, 0, 0,                               \
	  { LISH_NO_(lish_word), LISH_NO_(lish_word),            \
	    LISH_NO_(lish_word), 0, 0, 0, 0, 0, 0 } }

/**
 * SLOTPOOL_DEFINE_STATIC() - define an empty pool of fixed capacity for this file
 * @name: name of the variable
 * @type: object type
 * @member: the struct slotpool_idx in @type
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

/**
 * slotpool_init() - initialise a pool
 * @pool: any memory; must not move
 * @type: object type, without a flexible array member; ``-pedantic`` warns of one
 * @member: the struct slotpool_idx in @type
 * @config: settings, or NULL: see struct lish_config
 *
 * A config->reuse that is not in enum slotpool_reuse is misuse, with -EINVAL.
 *
 * Context: May sleep.
 * Return: 0; -ENOMEM; -ENOSPC if config->initial exceeds the limit. On error @pool is
 * zero.
 */
#define slotpool_init(pool, type, member, config)                 \
	LISH_POOL_INIT_BY_(slotpool_init_, pool, LISH_POOL_SIZE_(type), \
			   LISH_ALIGNOF(type), SLOTPOOL_OFFSET_(type, member), config)

/**
 * slotpool_init_in() - initialise a pool of fixed capacity
 * @pool: any memory; must not move
 * @type: object type
 * @member: the struct slotpool_idx in @type
 * @mem: pointer to a SLOTPOOL_STORAGE() of any content
 *
 * Never allocates.
 */
#define slotpool_init_in(pool, type, member, mem)                             \
	slotpool_init_in_(pool, sizeof(type), SLOTPOOL_OFFSET_(type, member), \
			  LISH_POOL_ROOM_((mem)->objects,                     \
					  (mem)->slotpool_live, type), mem)

/**
 * slotpool_set_hooks() - set the hooks of a pool
 * @pool: a pool of fixed capacity without live objects
 * @hooks: the hooks, which must outlive @pool; NULL for none
 * @ctx: their first argument
 *
 * Indices start at 0 again. Runs make up to the last retired slot: O(n). Misuse in a
 * hook, and after earlier hooks made objects.
 */
void slotpool_set_hooks(struct slotpool *pool,
			const struct lish_pool_hooks *hooks, void *ctx);

/**
 * slotpool_set_reuse() - choose which free slot alloc takes
 * @pool: a pool of fixed capacity that never had an object
 * @order: one of enum slotpool_reuse
 *
 * Misuse in other pools; a pool that grows uses config.reuse.
 */
void slotpool_set_reuse(struct slotpool *pool, enum slotpool_reuse order);

/**
 * slotpool_set_index_bits() - prepare a pool for handles of 32 bits
 * @pool: a pool that never had an object
 * @bits: bits for the index in slotpool_handle_to_u32(), from 2 to 31
 *
 * The limit falls to 2^@bits - 1 objects. A slot retires after 2^(32 - @bits) lives, so
 * no number ever finds another object: Documentation/slotpool.rst has a table. Misuse if
 * the pool has memory for more objects. O(1).
 */
void slotpool_set_index_bits(struct slotpool *pool, uint32_t bits);

/**
 * slotpool_set_saved() - choose the bytes of an object that a snapshot keeps
 * @pool: the pool
 * @offset: offset of the bytes in the object
 * @size: number of bytes; 0 keeps only indices and generations
 *
 * The default is the whole object. slotpool_load() leaves other bytes unchanged, and
 * refuses snapshots made with another choice. Bytes outside the object are misuse.
 */
void slotpool_set_saved(struct slotpool *pool, size_t offset, size_t size);

/**
 * slotpool_destroy() - empty the pool and make it invalid
 * @pool: the pool, zero afterwards
 *
 * Runs fini for live objects and unmake for made ones. Misuse in a hook.
 *
 * Context: May sleep.
 */
void slotpool_destroy(struct slotpool *pool);

/**
 * slotpool_alloc_entry() - allocate an object
 * @pool: the pool
 * @type: object type
 * @member: its node
 *
 * The bytes are as free or the make hook left them. A wrong @type is reported. So is a node
 * that was overwritten after its free: its slot retires, and alloc takes another one.
 *
 * Context: May sleep if it grows.
 * Return: the object; NULL at the limit or without memory.
 */
#define slotpool_alloc_entry(pool, type, member)             \
	LISH_CAST_(type, slotpool_alloc_(pool, sizeof(type), \
					 SLOTPOOL_OFFSET_(type, member)))

/**
 * slotpool_zalloc_entry() - allocate an object of zeros
 * @pool: the pool
 * @type: object type
 * @member: its node
 *
 * As slotpool_alloc_entry(). Zeroes all but the node, after make and before init.
 *
 * Context: May sleep if it grows.
 * Return: the object, or NULL.
 */
#define slotpool_zalloc_entry(pool, type, member)             \
	LISH_CAST_(type, slotpool_zalloc_(pool, sizeof(type), \
					  SLOTPOOL_OFFSET_(type, member)))

/**
 * slotpool_alloc_tail_entry() - allocate an object at the end
 * @pool: the pool
 * @type: object type
 * @member: its node
 *
 * As slotpool_alloc_entry(), but above all live objects: forward loops visit the object.
 *
 * Context: May sleep if it grows.
 * Return: the object, or NULL.
 */
#define slotpool_alloc_tail_entry(pool, type, member)             \
	LISH_CAST_(type, slotpool_alloc_tail_(pool, sizeof(type), \
					      SLOTPOOL_OFFSET_(type, member)))

/**
 * slotpool_alloc_at_entry() - allocate the object at an index
 * @pool: the pool
 * @index: the index
 * @type: object type
 * @member: its node
 *
 * Slots below @index that were never used become free (make runs for them). alloc takes
 * them last, in ascending order. May grow up to @index: set config.limit if you do not trust
 * @index. O(n).
 *
 * Context: May sleep if it grows.
 * Return: the object; NULL also if @index is live or retired, and in a hook if make has
 * not run for @index.
 */
#define slotpool_alloc_at_entry(pool, index, type, member)             \
	LISH_CAST_(type, slotpool_alloc_at_(pool, index, sizeof(type), \
					    SLOTPOOL_OFFSET_(type, member)))

/**
 * slotpool_free() - free an object
 * @pool: the pool
 * @node: node of a live object of @pool
 *
 * Runs fini while the object is live. Its handles then find nothing. Refused: a second
 * free, a foreign object, and an object whose hook runs.
 */
LISH_HOT void slotpool_free(struct slotpool *pool, struct slotpool_idx *node)
{
	uint32_t *mark = (uint32_t *)(void *)node;
	uint64_t life;

	if (slotpool_is_live_("slotpool_free", pool, mark, &life))
		(void)slotpool_free_mark_("slotpool_free", pool, mark, life,
					  (uint32_t)life - 1);
}

/**
 * slotpool_contains() - is this node in the pool?
 * @pool: the pool
 * @node: node of any object
 *
 * True if the object is live. Reads @node: see also slotpool_owns().
 */
LISH_TINY bool slotpool_contains(const struct slotpool *pool,
				 const struct slotpool_idx *node)
{
	return slotpool_index_("slotpool_contains", pool, node) >= 0;
}

/**
 * slotpool_owns() - does an address lie in the memory of the pool?
 * @pool: the pool
 * @address: any pointer; is not followed
 */
LISH_TINY bool slotpool_owns(const struct slotpool *pool, const void *address)
{
	return lish_told_(lish_pool_owns_("slotpool_owns", &pool->base, address));
}

/**
 * slotpool_index_of() - the index of an object
 * @pool: the pool
 * @node: node of any object
 *
 * Return: the index, which stays while the object lives; -1 if it is not live.
 */
LISH_TINY int32_t slotpool_index_of(const struct slotpool *pool,
				    const struct slotpool_idx *node)
{
	int32_t index = slotpool_index_("slotpool_index_of", pool, node);

	/* Or gcc warns of table[-1] where the result is an index of a table. */
	lish_hide(index);
	return index;
}

/**
 * slotpool_at_entry() - the object at an index
 * @pool: the pool
 * @index: any number
 * @type: object type
 * @member: its node
 *
 * Return: the object; NULL if no live object has @index.
 */
#define slotpool_at_entry(pool, index, type, member)             \
	LISH_CAST_(type, slotpool_at_(pool, index, sizeof(type), \
				      SLOTPOOL_OFFSET_(type, member)))

/**
 * slotpool_free_at() - free the object at an index
 * @pool: the pool
 * @index: any number
 *
 * Return: false if no live object has @index.
 */
LISH_HOT bool slotpool_free_at(struct slotpool *pool, uint32_t index)
{
	uint32_t *mark;

	if (!lish_pool_ready_("slotpool_free_at", &pool->base))
		return false;
	mark = slotpool_mark_(pool, index, pool->base.size);
	if (!mark || !slotpool_has_mark_("slotpool_free_at", pool, mark, index))
		return false;
	return slotpool_free_mark_("slotpool_free_at", pool, mark,
				   slotpool_node_(mark), index);
}

/**
 * slotpool_next_live() - the lowest live index from a given one on
 * @pool: the pool
 * @index: any number
 *
 * For loops that pause between steps.
 *
 * Return: the index, which may be @index; -1 if there is none.
 */
int32_t slotpool_next_live(const struct slotpool *pool, uint32_t index);

/**
 * slotpool_prev_live() - the highest live index up to a given one
 * @pool: the pool
 * @index: any number
 *
 * Return: the index, which may be @index; -1 if there is none.
 */
int32_t slotpool_prev_live(const struct slotpool *pool, uint32_t index);

/*
 * The mark of a handle's object, or NULL. One comparison finds free slots and other
 * lives: the node of a live object and its handle are equal.
 */
LISH_TINY uint32_t *slotpool_find_mark_(const struct slotpool *pool,
					struct slotpool_handle handle,
					size_t size)
{
	const struct lish_pool_ *base = &pool->base;
	const uint32_t index = handle.slot - 1;
	const uint64_t node = (uint64_t)handle.generation << 32 | handle.slot;
	uint32_t *mark = (uint32_t *)(void *)base->only;

	if (lish_unlikely(index >= base->border))
		return NULL;
	/* No load of a table where there is one block: handles form chains. */
	if (mark)
		mark = (uint32_t *)((uintptr_t)mark + (uintptr_t)(index * size));
	else
		mark = lish_pool_at_(base, index, size);
	return lish_likely(slotpool_node_(mark) == node) ? mark : NULL;
}

LISH_TINY void *slotpool_find_(lish_op_ op, const struct slotpool *pool,
			       struct slotpool_handle handle, size_t size,
			       size_t offset)
{
	uint32_t *mark;

	if (!lish_pool_holds_(op, &pool->base, size, offset))
		return NULL;
	mark = slotpool_find_mark_(pool, handle, size);
	return mark ? (char *)mark - offset : NULL;
}

LISH_HOT void *slotpool_get_(const struct slotpool *pool,
			     struct slotpool_handle handle, size_t size,
			     size_t offset)
{
	return slotpool_find_("slotpool_get_entry", pool, handle, size, offset);
}

/**
 * slotpool_get_entry() - the object of a handle
 * @pool: the pool of the handle
 * @handle: any handle
 * @type: object type
 * @member: its node
 *
 * Return: the object; NULL if it is gone.
 */
#define slotpool_get_entry(pool, handle, type, member)             \
	LISH_CAST_(type, slotpool_get_(pool, handle, sizeof(type), \
				       SLOTPOOL_OFFSET_(type, member)))

LISH_HOT void *slotpool_get_u32_(const struct slotpool *pool, uint32_t number,
				 size_t size, size_t offset)
{
	const uint32_t bits = pool->base.flags;
	struct slotpool_handle handle;

	handle.slot = number & (((uint32_t)1 << bits) - 1);
	handle.generation = (number >> bits) << 1 | 1;
	if (LISH_CHECK >= 1 && lish_unlikely(!bits)) {
		lish_tell_(slotpool_refuse_bits_("slotpool_get_u32", pool));
		return NULL;
	}
	return slotpool_find_("slotpool_get_u32", pool, handle, size, offset);
}

/**
 * slotpool_get_u32() - the object of a handle of 32 bits
 * @pool: the pool of the handle, after slotpool_set_index_bits()
 * @number: any number
 * @type: object type
 * @member: its node
 *
 * Return: the object; NULL if it is gone, and for 0.
 */
#define slotpool_get_u32(pool, number, type, member)             \
	LISH_CAST_(type, slotpool_get_u32_(pool, number, sizeof(type), \
					   SLOTPOOL_OFFSET_(type, member)))

/**
 * slotpool_free_handle() - free the object of a handle
 * @pool: the pool of the handle
 * @handle: any handle
 *
 * Return: false if the object is gone.
 */
LISH_HOT bool slotpool_free_handle(struct slotpool *pool,
				   struct slotpool_handle handle)
{
	lish_op_ op = "slotpool_free_handle";
	uint32_t *mark;

	if (!lish_pool_ready_(op, &pool->base))
		return false;
	mark = slotpool_mark_(pool, handle.slot - 1, pool->base.size);
	if (!mark || !slotpool_has_mark_(op, pool, mark, handle.slot - 1) ||
	    mark[1] != handle.generation)
		return false;
	return slotpool_free_mark_(op, pool, mark, slotpool_node_(mark),
				   handle.slot - 1);
}

/**
 * slotpool_handle_of() - the handle of an object
 * @pool: the pool
 * @node: node of any object
 *
 * Return: the handle, which stays while the object lives; zero if it is not live.
 */
LISH_TINY struct slotpool_handle slotpool_handle_of(
	const struct slotpool *pool, const struct slotpool_idx *node)
{
	const int32_t index = slotpool_index_("slotpool_handle_of", pool, node);
	struct slotpool_handle handle = { 0, 0 };

	if (lish_likely(index >= 0)) {
		handle.slot = (uint32_t)index + 1;
		handle.generation = slotpool_mark_of_(node)[1];
	}
	return handle;
}

/**
 * slotpool_handle_to_u64() - a handle as one number
 * @handle: any handle
 *
 * Equal handles have equal numbers, on every machine.
 *
 * Return: the number; 0 only for a handle of zeros.
 */
LISH_TINY uint64_t slotpool_handle_to_u64(struct slotpool_handle handle)
{
	return (uint64_t)handle.generation << 32 | handle.slot;
}

/**
 * slotpool_handle_to_u32() - a handle as a number of 32 bits
 * @pool: the pool of the handle, after slotpool_set_index_bits()
 * @handle: any handle of @pool
 *
 * slotpool_get_u32() finds the object. Equal handles have equal numbers, on every machine.
 *
 * Return: the number; 0 for a handle of zeros, and for one that @pool cannot have given.
 */
LISH_TINY uint32_t slotpool_handle_to_u32(const struct slotpool *pool,
					  struct slotpool_handle handle)
{
	const uint32_t bits = pool->base.flags;

	if (LISH_CHECK >= 1 && lish_unlikely(!bits)) {
		lish_tell_(
			slotpool_refuse_bits_("slotpool_handle_to_u32", pool));
		return 0;
	}
	if (handle.slot >> bits || handle.generation >= pool->last ||
	    !(handle.generation & 1))
		return 0;
	return handle.generation >> 1 << bits | handle.slot;
}

/**
 * slotpool_handle_from_u64() - a handle from its number
 * @number: any number
 *
 * Return: the handle; zero if no handle has this number.
 */
LISH_TINY struct slotpool_handle slotpool_handle_from_u64(uint64_t number)
{
	struct slotpool_handle handle;

	handle.slot = (uint32_t)number;
	handle.generation = (uint32_t)(number >> 32);
	/* Slot 0 wraps to the highest number. */
	if (handle.slot - 1 >= LISH_MAX_COUNT || !(handle.generation & 1)) {
		handle.slot = 0;
		handle.generation = 0;
	}
	return handle;
}

/**
 * slotpool_count() - number of elements
 * @pool: the pool
 */
LISH_TINY uint32_t slotpool_count(const struct slotpool *pool)
{
	return lish_pool_ready_("slotpool_count", &pool->base)
		       ? lish_pool_count_(&pool->base)
		       : 0;
}

/**
 * slotpool_stats() - figures about memory and use
 * @pool: the pool
 *
 * A slot retires after 2^31 - 1 lives, or sooner after slotpool_set_index_bits(). A
 * retired slot counts against the limit.
 *
 * Return: see struct lish_stats.
 */
struct lish_stats slotpool_stats(const struct slotpool *pool);

/**
 * slotpool_reserve() - get memory in advance
 * @pool: the pool
 * @count: number of objects, including the live ones
 *
 * Runs make for new memory. Up to @count live objects, slotpool_alloc_entry() never fails
 * and never allocates, unless slots are retired. Misuse in a hook that clear, trim,
 * reserve or destroy runs.
 *
 * Context: May sleep.
 * Return: 0; -ENOSPC beyond the limit; -ENOMEM; -EINVAL for misuse.
 */
LISH_MUST_CHECK LISH_TINY int slotpool_reserve(struct slotpool *pool,
					       uint32_t count)
{
	return lish_told_(lish_pool_reserve_("slotpool_reserve", &pool->base, count));
}

/**
 * slotpool_trim() - release unused memory
 * @pool: the pool
 *
 * Releases the chunks above the last live or retired slot, after unmake. Slots of new
 * memory begin above the generations of released ones. Misuse in a hook.
 *
 * Context: May sleep.
 */
void slotpool_trim(struct slotpool *pool);

/**
 * slotpool_clear() - empty the pool
 * @pool: the pool
 *
 * Runs fini for each object, highest index first. The memory stays; indices start at 0
 * again. Handles find nothing. Misuse in a hook.
 */
void slotpool_clear(struct slotpool *pool);

/**
 * slotpool_save_size() - bytes that a save needs
 * @pool: the pool
 */
size_t slotpool_save_size(const struct slotpool *pool);

/**
 * slotpool_save() - save the pool
 * @pool: the pool
 * @buffer: memory of any alignment
 * @size: bytes in @buffer, at least slotpool_save_size()
 *
 * Saves the live objects, all generations, the order of free slots, the peak and the
 * highest index. The same state gives the same bytes.
 *
 * Return: 0; -ENOSPC if @size is too small; -EINVAL for misuse: in a hook, or if a node was
 * overwritten.
 */
LISH_MUST_CHECK int slotpool_save(const struct slotpool *pool, void *buffer,
				  size_t size);

/**
 * slotpool_load() - load the pool
 * @pool: the saved pool, or another one of the same type and order. With SLOTPOOL_NEXT
 * the indices after load also depend on the capacity of a fixed pool
 * @buffer: the snapshot, at any alignment
 * @size: bytes in @buffer; may be more than saved
 *
 * Afterwards, the same calls give the same indices and handles as after the save. Drop
 * handles taken since. Needs memory for all slots that the saved pool had used. init and
 * fini do not run, only make for slots that were never used here. Loops may run. Refuses
 * all bytes that give no valid pool. Check the content of objects yourself.
 *
 * Context: May sleep if it grows.
 * Return: 0; -EINVAL for a bad snapshot, and for misuse, as in a hook; -ENOSPC beyond the
 * limit; -ENOMEM.
 */
LISH_MUST_CHECK int slotpool_load(struct slotpool *pool, const void *buffer,
				  size_t size);

/**
 * slotpool_span() - one of several equal parts of the pool
 * @pool: the pool
 * @part: its number, from 0 on
 * @parts: number of parts
 *
 * The parts cover all slots below the border. Each starts at a multiple of 64.
 *
 * Return: the part, which may be empty; empty, and reported, if @part >= @parts.
 */
struct lish_span slotpool_span(const struct slotpool *pool, uint32_t part,
			       uint32_t parts);

/**
 * slotpool_check() - examine the whole pool for damage
 * @pool: the pool
 * @fault: receives the node of the first damaged object, or NULL; may be NULL
 *
 * Reports nothing.
 *
 * Return: LISH_OK, LISH_UNINITIALIZED, LISH_BAD_COUNT or LISH_BAD_INDEX.
 */
enum lish_reason slotpool_check(const struct slotpool *pool,
				const struct slotpool_idx **fault);

/**
 * slotpool_for_each_entry() - loop over the objects
 * @pos: the cursor, declared by the loop
 * @pool: the pool, possibly const
 * @type: object type, possibly const
 * @member: the struct slotpool_idx in @type
 *
 * A step goes to the lowest live index above @pos. The body may do anything except
 * destroy the pool. Leave the loop in any way, longjmp() included. To end at the present
 * border, loop over slotpool_span(@pool, 0, 1).
 */
#define slotpool_for_each_entry(pos, pool, type, member)                 \
	SLOTPOOL_LOOP_(pos,                                              \
		       slotpool_begin_(&pos##_it_, pool, sizeof(type),   \
				       SLOTPOOL_OFFSET_(type, member)),  \
		       slotpool_step_, type, offsetof(type, member))

/**
 * slotpool_for_each_entry_safe() - loop over the objects; the body may remove the current one
 * @pos: the cursor
 * @pool: the pool
 * @type: object type
 * @member: its node
 *
 * Another name for slotpool_for_each_entry().
 */
#define slotpool_for_each_entry_safe(pos, pool, type, member) \
	slotpool_for_each_entry(pos, pool, type, member)

/**
 * slotpool_for_each_entry_reverse() - loop over the objects from the last to the first
 * @pos: the cursor
 * @pool: the pool
 * @type: object type
 * @member: its node
 *
 * As slotpool_for_each_entry(). A step goes to the highest live index below @pos, so each
 * loop ends.
 */
#define slotpool_for_each_entry_reverse(pos, pool, type, member)               \
	SLOTPOOL_LOOP_(pos,                                                    \
		       slotpool_begin_back_(&pos##_it_, pool, sizeof(type),    \
					    SLOTPOOL_OFFSET_(type, member)),   \
		       slotpool_step_back_, type, offsetof(type, member))

/**
 * slotpool_for_each_entry_span() - loop over a part of the objects
 * @pos: the cursor
 * @pool: the pool
 * @span: any struct lish_span: see slotpool_span()
 * @type: object type
 * @member: its node
 *
 * As slotpool_for_each_entry(). Several threads may loop at once while none of them
 * changes the pool.
 */
#define slotpool_for_each_entry_span(pos, pool, span, type, member)          \
	SLOTPOOL_LOOP_(pos,                                                  \
		       slotpool_begin_span_(&pos##_it_, pool, span,          \
					    sizeof(type),                    \
					    SLOTPOOL_OFFSET_(type, member)), \
		       slotpool_step_, type, offsetof(type, member))

/**
 * slotpool_for_each_run() - loop over runs of adjacent live objects
 * @pos: pointer to the run's first object, declared by the loop
 * @n: uint32_t number of objects, declared by the loop
 * @pool: the pool
 * @type: object type
 * @member: the struct slotpool_idx in @type
 *
 * For inner loops over @pos[0] to @pos[@n - 1], which compilers vectorise. @n is at most
 * 64; the next run may follow without a gap. If the body changes the pool, @pos and @n
 * stay. A step goes to the lowest live index above the run.
 */
#define slotpool_for_each_run(pos, n, pool, type, member)                    \
	SLOTPOOL_RUNS_(pos, n,                                               \
		       slotpool_begin_runs_(pool, sizeof(type),              \
					    SLOTPOOL_OFFSET_(type, member)), \
		       type, offsetof(type, member))

LISH_C_END

/* Last: LISH_REPORT_LOCATION replaces the functions above. */
#define LISH_HERE_SLOTPOOL_
#include "ground/here.h"

#endif /* LINUX_ISH_SLOTPOOL_H */
