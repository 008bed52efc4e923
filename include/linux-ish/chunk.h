/* SPDX-License-Identifier: MIT */
/*
 * chunk.h - what all pools stand on: memory for objects that never move
 *
 * The settings and hooks that pools share, which are for everybody, and what
 * pools are built from, which is for pools only (all names end in an
 * underscore):
 *
 *   struct lish_chunks  object memory in chunks of a power of two objects, so
 *                       that index and address lead to each other. A fixed
 *                       pool is one chunk, found by the same code.
 *   struct lish_slots   which of these objects are free: a stack of indices,
 *                       last freed on top, and a border behind which nothing
 *                       was ever used. No list has to be set up in advance.
 *
 * A pool keeps in each object the index of it plus one, the mark, from which
 * anybody can tell in O(1) whether a pointer is a live object of this pool.
 *
 * An object's life, seen by a pool: a slot is taken and marked; if chunks.watch
 * is not zero, lish_chunks_born_() unpoisons it and runs make and init. When it
 * is freed: if chunks.watch is not zero, lish_chunks_dying_() runs fini; the
 * mark goes and the slot is given back; lish_chunks_dead_() poisons it. So
 * neither hooks nor sanitizers cost the hot path more than the one test.
 */
#ifndef LINUX_ISH_CHUNK_H
#define LINUX_ISH_CHUNK_H

#include "bug.h"
#include "mem.h"


/* The fewest objects in a chunk: what one word of a bitmap can tell about. */
#define LISH_CHUNK_MIN_ 64u

/*
 * How far below the top of the stack the next objects are fetched, if so many
 * are on it. Else what is on top was freed not long ago, and lies in the cache.
 */
#define LISH_SLOTS_AHEAD_ 8u
#define LISH_SLOTS_MANY_ 256u

/* Set in an object's mark while a hook runs for it: so it looks not live. */
#define LISH_IN_HOOK_ 0x80000000u

/* Bits of chunks.watch: why alloc and free have to call the cold functions. */
#define LISH_WATCH_HOOKS_ 1u
#define LISH_WATCH_POISON_ 2u
#define LISH_WATCH_LOOK_ 4u /* a static pool: not known yet */

/*
 * struct lish_chunks - object memory
 *
 * table: the chunks; &only if these are the caller's memory
 * only: the chunk if there is but one, else NULL
 * shift, mask: index >> shift is the chunk, index & mask the object in it
 * size, align: of an object; size 0 only if never initialised
 * offset, node_size: the pool's node in it, which poison and zeroing spare
 * watch: see above
 * room: fresh slots end here: at the capacity, or at 0 while closed
 * capacity: slots that have memory
 * made: slots below this were used since they have memory; counted only if
 * watch is not zero
 * peak: the most that were live before the last clear or trim; what came after
 * it is the pool's border
 * hooked: hooks that have not returned
 * closed: clear, trim, reserve or destroy runs: no growth
 * mem: NULL if the memory is the caller's
 */
struct lish_chunks {
	char **table;
	uint32_t shift;
	uint32_t mask;
	uint32_t size;
	uint32_t room;
	uint32_t watch;
	uint32_t offset;
	uint32_t node_size;
	uint32_t align;
	uint32_t capacity;
	uint32_t limit;
	uint32_t made;
	uint32_t peak;
	uint32_t failed;
	uint32_t hooked;
	uint32_t table_capacity;
	bool no_grow;
	bool closed;
	char *only;
	struct lish_mem *mem;
	const struct lish_pool_hooks *hooks;
	void *ctx;
};

/* Initialiser for n static objects; self is the struct lish_chunks. */
#define LISH_CHUNKS_FIXED_(self, objects, n, type, offset, node_size)    \
	{ &(self).only, 31, 0x7fffffffu, (uint32_t)sizeof(type), (n),    \
	  LISH_WATCH_LOOK_, (uint32_t)(offset), (uint32_t)(node_size),   \
	  (uint32_t)LISH_ALIGNOF(type), (n), (n), 0, 0, 0, 0, 0, false,  \
	  false, (char *)(objects), NULL, NULL, NULL }

/* A piece of memory that is cut up for one pool. */
struct lish_block_ {
	char *at;
	size_t left;
};

/* At most so many bytes are cut off for n elements. */
#define LISH_BLOCK_BYTES_(n, size, align) \
	((size_t)(n) * (size) + (size_t)(align) - 1)

/*
 * struct lish_slots - which slots are free
 *
 * - slots from border on were never used since the last clear
 * - below it, free ones are on the stack and count ones are not
 * - unless chunks.closed: free + count == border
 */
struct lish_slots {
	uint32_t *stack;
	uint32_t free;
	uint32_t border;
	uint32_t count;
	uint32_t capacity; /* of stack */
};

/* Initialiser for a static stack, an array of uint32_t. */
#define LISH_SLOTS_FIXED_(stack, n) { (stack), 0, 0, 0, (n) }

/* Bytes of a block for the stack. */
#define LISH_SLOTS_BYTES_(n) \
	LISH_BLOCK_BYTES_(n, sizeof(uint32_t), LISH_ALIGNOF(uint32_t))

LISH_C_BEGIN

/*
 * Initialising: 0, -EINVAL for sizes that are nonsense, -ENOMEM for too big.
 * Unless 0, the pool must zero itself.
 */
int lish_chunks_init_(struct lish_chunks *chunks, size_t size, size_t align,
		      size_t offset, size_t node_size,
		      const struct lish_config *config);
/* The same in a block, for n objects; -ENOSPC if they do not fit. */
int lish_chunks_init_in_(struct lish_chunks *chunks, size_t size, size_t align,
			 size_t offset, size_t node_size, uint32_t n,
			 struct lish_block_ *block,
			 const struct lish_config *config);
/* Cut an array off a block; NULL if it does not fit. */
void *lish_block_cut_(struct lish_block_ *block, uint32_t n, size_t size,
		      size_t align);

/*
 * Questions before a change. Never initialised: reported, and -EINVAL.
 *
 * settled: may clear or trim run? 0, -EBUSY
 * may_destroy: else it is reported
 * next: the capacity after the next growth for alloc; 0, -EBUSY, -ENOSPC
 * rest: the capacity that reserve(n) makes; 0, -EBUSY, -ENOSPC
 */
int lish_chunks_settled_(const char *op, const void *pool,
			 const struct lish_chunks *chunks);
bool lish_chunks_may_destroy_(const char *op, const void *pool,
			      const struct lish_chunks *chunks);
int lish_chunks_next_(const char *op, const void *pool,
		      const struct lish_chunks *chunks, uint32_t *capacity);
int lish_chunks_rest_(const char *op, const void *pool,
		      const struct lish_chunks *chunks, uint32_t n,
		      uint32_t *capacity);
/* The capacity of the chunks that the first n objects lie in. */
uint32_t lish_chunks_round_(const struct lish_chunks *chunks, uint32_t n);

/*
 * Growing: first all arrays beside the objects, by side, each of which has a
 * capacity of its own; then the chunks, by extend, all or none of them. So when
 * something fails nothing is lost or seen, even if an array has grown.
 *
 * side: an array for capacity elements, of which used ones are kept; NULL if
 * there is no memory. Copies only if there is no limit.
 */
void *lish_chunks_side_(const struct lish_chunks *chunks, void *array,
			uint32_t used, uint32_t *array_capacity,
			uint32_t capacity, size_t elem_size);
void lish_chunks_free_side_(const struct lish_chunks *chunks, void *array,
			    uint32_t array_capacity, size_t elem_size);
int lish_chunks_extend_(struct lish_chunks *chunks, uint32_t capacity);
/* Run make for those below n, of which none below the border has missed it. */
void lish_chunks_make_(struct lish_chunks *chunks, uint32_t n);

/*
 * Shrinking: from close to open nothing grows, and no fresh slot is taken.
 * shrink: down to a capacity that round or 0 gave; runs unmake. The pool must
 * have forgotten the slots. release: what is left; all is zero then.
 */
void lish_chunks_close_(struct lish_chunks *chunks);
void lish_chunks_open_(struct lish_chunks *chunks);
void lish_chunks_shrink_(struct lish_chunks *chunks, uint32_t capacity);
void lish_chunks_release_(struct lish_chunks *chunks);

/*
 * The turns of an object's life; see the top. slot: where it lies in memory, or
 * 0 for one that was live before. mark: the word of its node with the index.
 */
LISH_COLD void lish_chunks_born_(struct lish_chunks *chunks, uint32_t slot,
				 void *object, uint32_t *mark, bool zero);
/* Born without init, as a snapshot says; after make. If watch is not zero. */
void lish_chunks_revive_(struct lish_chunks *chunks, uint32_t slot,
			 const void *object);
LISH_COLD void lish_chunks_dying_(struct lish_chunks *chunks, void *object,
				  uint32_t *mark);
LISH_COLD void lish_chunks_dead_(const struct lish_chunks *chunks,
				 void *object);
/* Must clear visit each live object, for fini or poison? */
bool lish_chunks_must_visit_(const struct lish_chunks *chunks);
/* Zero all of an object but its node. */
void lish_chunks_zero_(const struct lish_chunks *chunks, void *object);
/* Other hooks, for a pool without live objects; -EBUSY if some were made. */
int lish_chunks_set_hooks_(const char *op, const void *pool,
			   struct lish_chunks *chunks,
			   const struct lish_pool_hooks *hooks, void *ctx);

/* The slot at an address, -1 if there begins none. O(chunks). */
int32_t lish_chunks_find_(const struct lish_chunks *chunks, const void *ptr);
/*
 * Why an object may not be freed, if its mark is wrong, or it lies at or above
 * the border.
 */
enum lish_reason lish_chunks_reason_(const struct lish_chunks *chunks,
				     const void *object, const uint32_t *mark,
				     uint32_t border);
LISH_COLD void lish_chunks_refuse_type_(const char *op, const void *pool,
					const struct lish_chunks *chunks);

/* A stack for n slots, cut off a block: 0 or -ENOSPC. */
int lish_slots_init_in_(struct lish_slots *slots, uint32_t n,
			struct lish_block_ *block);
/* For pools that keep their free slots in a struct lish_slots alone. */
int lish_slots_grow_(const char *op, const void *pool,
		     struct lish_chunks *chunks, struct lish_slots *slots);
int lish_slots_reserve_(const char *op, const void *pool,
			struct lish_chunks *chunks, struct lish_slots *slots,
			uint32_t n);
/* Make place for capacity slots; 0 or -ENOMEM. Part of both. */
int lish_slots_fit_(const struct lish_chunks *chunks, struct lish_slots *slots,
		    uint32_t capacity);
/* Forget all slots from border on; none of them is live. Order is kept. */
void lish_slots_cut_(struct lish_slots *slots, uint32_t border);
/* Give back the stack; no slot is free, or used. */
void lish_slots_free_(const struct lish_chunks *chunks,
		      struct lish_slots *slots);
/* Give back the chunks that hold no slot below top; none from top on is live. */
void lish_slots_trim_(struct lish_chunks *chunks, struct lish_slots *slots,
		      uint32_t top);
/* Forget all slots. */
void lish_slots_reset_(struct lish_slots *slots);

/* The object in a slot, that must be below the capacity. */
LISH_TINY void *lish_chunks_at_(const struct lish_chunks *chunks, uint32_t slot)
{
	return chunks->table[slot >> chunks->shift] +
	       (size_t)(slot & chunks->mask) * chunks->size;
}

/* Is this a pool of such objects? */
LISH_TINY bool lish_chunks_hold_(const char *op, const void *pool,
				 const struct lish_chunks *chunks, size_t size,
				 size_t offset)
{
	if (LISH_CHECK >= 1 &&
	    lish_unlikely(chunks->size != size || chunks->offset != offset)) {
		lish_chunks_refuse_type_(op, pool, chunks);
		return false;
	}
	return true;
}

/* The most that were ever live, if border is so since the last clear. */
LISH_TINY uint32_t lish_chunks_peak_(const struct lish_chunks *chunks,
				     uint32_t border)
{
	return border > chunks->peak ? border : chunks->peak;
}

/* Take a free slot, or else a fresh one; false if there is neither. */
LISH_TINY bool lish_slots_take_(struct lish_slots *slots,
				const struct lish_chunks *chunks,
				uint32_t *slot)
{
	if (lish_likely(slots->free > 0)) {
		*slot = slots->stack[--slots->free];
		if (slots->free >= LISH_SLOTS_MANY_)
			lish_prefetch(lish_chunks_at_(
				chunks,
				slots->stack[slots->free - LISH_SLOTS_AHEAD_]));
	} else if (lish_likely(slots->border < chunks->room)) {
		*slot = slots->border++;
	} else {
		return false;
	}
	slots->count++;
	return true;
}

LISH_TINY void lish_slots_give_(struct lish_slots *slots, uint32_t slot)
{
	slots->stack[slots->free++] = slot;
	slots->count--;
}

LISH_C_END

#endif /* LINUX_ISH_CHUNK_H */
