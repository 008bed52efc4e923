/* SPDX-License-Identifier: MIT */
/*
 * slotpool.h - the inline half of slotpool.h: memory layout, alloc, free, loops
 *
 * The top of lib/slotpool.c says how the pool works.
 */
#ifndef LINUX_ISH_PRIVATE_SLOTPOOL_H
#define LINUX_ISH_PRIVATE_SLOTPOOL_H

#include "../core/each.h"
#include "../core/pool.h"
#include "../core/span.h"
#include "../ground/pair.h"
#include "../ground/word.h"

/*
 * struct slotpool_extra_ - what alloc and free seldom need
 *
 * In a pool with another order than last freed, retired, full and top lie in the memory
 * of the stack.
 *
 * retired: a bit per slot, set if the slot is retired.
 * full: a bit per word of live bits, set if all its slots are live or retired.
 * top: a bit per word of full, set if all bits of that word are set.
 * hint: all words before this one are full.
 * next: order next: the slot after the one that alloc returned last.
 * stack_room: slots that the stack or these arrays have room for, if the pool grows.
 * saved: a snapshot keeps saved_size bytes at saved_offset; else all of an object.
 */
struct slotpool_extra_ {
	lish_word *retired;
	lish_word *full;
	lish_word *top;
	uint32_t hint;
	uint32_t next;
	uint32_t stack_room;
	uint32_t saved;
	uint32_t saved_offset;
	uint32_t saved_size;
};

/**
 * struct slotpool - a pool
 * @base: private: memory of the objects; the stack of free slots
 * @old: private: while the node is below it, free is inline: no hook is set, and the slot
 * does not retire
 * @live: private: a bit per slot, set if its object is live
 * @by_bits: private: the orders lowest and next; NULL: last freed
 * @last: private: a slot retires when its generation would be this one
 * @low: private: while more slots are on the stack, alloc is inline: no hook is set, and
 * the count stays below @peak. SLOTPOOL_LOOK_: never
 * @ready: private: with an empty stack, alloc may take a border below it at once
 * @peak: private: highest count so far
 * @retired: private: number of retired slots
 * @floor: private: generation of a slot that was never used
 * @known: private: slots below it have a node, and a bit in @live
 * @extra: private: seldom used by alloc and free
 *
 * All zero: not initialised, or destroyed. Must not move. A copy of the struct and all
 * its memory may later be put back to the same place.
 */
struct slotpool {
	struct lish_pool_ base;
	uint64_t old;
	lish_word *live;
	const struct slotpool_bits_ *by_bits;
	uint32_t low;
	uint32_t ready;
	uint32_t peak;
	uint32_t retired;
	uint32_t last;
	uint32_t floor;
	uint32_t known;
	struct slotpool_extra_ extra;
};

/* Even: a retired slot has ended its last life, so no generation comes twice. */
#define SLOTPOOL_RETIRED_ 0xfffffffeu

/*
 * base.flags: the index bits of a handle of 32 bits. Such a number has the slot in its
 * low bits, and the lives before this one in the others.
 */

/* In low: alloc and free call the library: hooks, poison, or another order. */
#define SLOTPOOL_LOOK_ 0xffffffffu

/* Words of retired, full and top for n slots. */
#define SLOTPOOL_WORDS_(n)                       \
	(LISH_WORDS(n) + LISH_WORDS(LISH_WORDS(n)) + \
	 LISH_WORDS(LISH_WORDS(LISH_WORDS(n))))

/*
 * The member name stops memory of other pools. No tag: C would show it outside.
 */
#define SLOTPOOL_STORAGE_(type, n)                           \
	{                                                    \
		type objects[n];                             \
		lish_word slotpool_live[LISH_WORDS(n)];      \
		union {                                      \
			uint32_t stack[n];                   \
			lish_word words[SLOTPOOL_WORDS_(n)]; \
		} free;                                      \
	}

struct slotpool_idx;

LISH_C_BEGIN

extern const struct lish_pool_ops_ slotpool_fixed_ops_;

LISH_MUST_CHECK int slotpool_init_(struct slotpool *pool, size_t size,
				   size_t align, size_t offset,
				   const struct lish_config *config);
void slotpool_init_in_(struct slotpool *pool, size_t size, size_t offset,
		       size_t n, void *mem);
LISH_COLD void slotpool_refuse_(lish_op_ op, const struct slotpool *pool,
				const uint32_t *mark);
/* Report a pool without index bits. */
LISH_COLD void slotpool_refuse_bits_(lish_op_ op, const struct slotpool *pool);
LISH_COLD bool slotpool_whole_ok_(lish_op_ op, const struct slotpool *pool);
/* The first alloc of a pool with an initialiser. Reports a wrong seal. */
LISH_COLD void *slotpool_alloc_first_(lish_op_ op, struct slotpool *pool,
				      size_t size, size_t offset, bool zero);
/* The cases that the inline code leaves to the library. */
void *slotpool_alloc_slow_(lish_op_ op, struct slotpool *pool, bool zero);
void *slotpool_alloc_tail_slow_(lish_op_ op, struct slotpool *pool);
void *slotpool_alloc_at_slow_(lish_op_ op, struct slotpool *pool,
			      uint32_t index);
/* Refuses an object whose hook runs. */
bool slotpool_free_slow_(lish_op_ op, struct slotpool *pool, uint32_t *mark,
			 uint32_t index);

/* node may be NULL. The generation follows the mark. */
LISH_TINY const uint32_t *slotpool_mark_of_(const struct slotpool_idx *node)
{
	return (const uint32_t *)(const void *)node;
}

/* index must be below the length of bits. */
LISH_TINY bool slotpool_bit_(const lish_word *bits, uint32_t index)
{
	return bits[index >> LISH_WORD_SHIFT] >> (index & LISH_WORD_MASK) & 1;
}

LISH_TINY lish_word slotpool_mask_(uint32_t index)
{
	return LISH_WORD_ONE << (index & LISH_WORD_MASK);
}

/* The node of a slot as one number: the mark, and the generation in the high half. */
LISH_TINY uint64_t slotpool_node_(const uint32_t *mark)
{
#if LISH_PAIR_
	uint64_t node;

	memcpy(&node, mark, sizeof(node));
	return node;
#else
	return (uint64_t)mark[1] << 32 | mark[0];
#endif
}

/* One store where a register has 64 bits. */
LISH_TINY void slotpool_set_node_(uint32_t *mark, uint64_t node)
{
#if LISH_PAIR_
	memcpy(mark, &node, sizeof(node));
#else
	mark[0] = (uint32_t)node;
	mark[1] = (uint32_t)(node >> 32);
#endif
}

/* A birth clears the bit of free slots, and the carry counts it. A death sets the bit. */
#define SLOTPOOL_BIRTH_ ((uint64_t)LISH_POOL_FREE_BIT_)
#define SLOTPOOL_DEATH_ ((uint64_t)0x180000000u)

/* Begin a life. */
LISH_TINY void slotpool_start_(struct slotpool *pool, uint32_t *mark,
			       uint32_t index, uint64_t node)
{
	const uint32_t generation = (uint32_t)(node >> 32) + 1;

	slotpool_set_node_(mark, LISH_PAIR_ ? node + SLOTPOOL_BIRTH_
					    : (uint64_t)generation << 32 |
						      (index + 1));
	pool->live[index >> LISH_WORD_SHIFT] |= slotpool_mask_(index);
}

LISH_TINY void *slotpool_alloc_with_(lish_op_ op, struct slotpool *pool,
				     size_t size, size_t offset, bool zero)
{
	struct lish_pool_ *base = &pool->base;
	const uint32_t stacked = base->stacked;
	uint32_t index, *mark;
	uint64_t node;
	void *object;

	if (LISH_SMALL_ && !lish_pool_gives_(op, base, size, offset))
		return NULL;
	/* This call ends the alloc, so the rest needs no stack frame. */
	if (!LISH_SMALL_ &&
	    lish_unlikely(!lish_pool_known_(base, size, offset))) {
		lish_go_();
		object = slotpool_alloc_first_(op, pool, size, offset, zero);
		lish_stay_();
		return object;
	}
	if (LISH_CHECK >= 2 && !slotpool_whole_ok_(op, pool))
		return NULL;
	index = base->border;
	if (!LISH_SMALL_ && lish_likely(stacked > pool->low))
		index = lish_pool_top_(base, size);
	else if (LISH_SMALL_ || lish_unlikely(stacked || index >= pool->ready))
		return slotpool_alloc_slow_(op, pool, zero);
	mark = lish_pool_at_(base, index, size);
	node = slotpool_node_(mark);
	/* A stale pointer may have overwritten the node. */
	if (LISH_CHECK >= 1 &&
	    lish_unlikely((uint32_t)node != LISH_POOL_FREE_MARK_(index)))
		return slotpool_alloc_slow_(op, pool, zero);
	if (stacked) {
		lish_pool_changed_(base, LISH_POOL_POPPED_);
	} else {
		base->border = index + 1;
		lish_pool_changed_(base, LISH_POOL_CHANGED_);
	}
	slotpool_start_(pool, mark, index, node);
	if (zero)
		lish_pool_zero_((char *)mark - offset, size, offset,
				sizeof(node));
	return (char *)mark - offset;
}

LISH_HOT void *slotpool_alloc_(struct slotpool *pool, size_t size,
			       size_t offset)
{
	return slotpool_alloc_with_("slotpool_alloc_entry", pool, size, offset,
				    false);
}

LISH_HOT void *slotpool_zalloc_(struct slotpool *pool, size_t size,
				size_t offset)
{
	return slotpool_alloc_with_("slotpool_zalloc_entry", pool, size, offset,
				    true);
}

LISH_HOT void *slotpool_alloc_tail_(struct slotpool *pool, size_t size,
				    size_t offset)
{
	lish_op_ op = "slotpool_alloc_tail_entry";

	if (!lish_pool_gives_(op, &pool->base, size, offset) ||
	    (LISH_CHECK >= 2 && !slotpool_whole_ok_(op, pool)))
		return NULL;
	return slotpool_alloc_tail_slow_(op, pool);
}

LISH_HOT void *slotpool_alloc_at_(struct slotpool *pool, uint32_t index,
				  size_t size, size_t offset)
{
	lish_op_ op = LISH_OP_("slotpool_alloc_at_entry");

	if (!lish_pool_gives_(op, &pool->base, size, offset) ||
	    (LISH_CHECK >= 2 && !slotpool_whole_ok_(op, pool)))
		return NULL;
	return slotpool_alloc_at_slow_(op, pool, index);
}

/* Reads the live bit too: an older copy may have overwritten a freed object. */
LISH_TINY bool slotpool_names_(const struct slotpool *pool, uint32_t value,
			       const uint32_t *mark)
{
	return value - 1 < pool->base.border &&
	       slotpool_bit_(pool->live, value - 1) &&
	       lish_pool_at_(&pool->base, value - 1, pool->base.size) == mark;
}

/* Is this the node of a live object? Reads the node, unless mark is NULL. */
LISH_TINY bool slotpool_is_live_(lish_op_ op, const struct slotpool *pool,
				 const uint32_t *mark, uint64_t *node)
{
	if (LISH_CHECK >= 1 && lish_unlikely(lish_is_null(mark))) {
		lish_tell_(slotpool_refuse_(op, pool, mark));
		return false;
	}
	*node = slotpool_node_(mark);
	if (LISH_CHECK >= 1 &&
	    lish_unlikely(!slotpool_names_(pool, (uint32_t)*node, mark))) {
		lish_tell_(slotpool_refuse_(op, pool, mark));
		return false;
	}
	return LISH_CHECK < 2 || slotpool_whole_ok_(op, pool);
}

/* The same of a slot whose live bit is set: then only the mark can be wrong. */
LISH_TINY bool slotpool_has_mark_(lish_op_ op, const struct slotpool *pool,
				  const uint32_t *mark, uint32_t index)
{
	if (LISH_CHECK >= 1 && lish_unlikely(*mark != index + 1)) {
		lish_tell_(slotpool_refuse_(op, pool, mark));
		return false;
	}
	return LISH_CHECK < 2 || slotpool_whole_ok_(op, pool);
}

/* The index of a live object, or -1. */
LISH_TINY int32_t slotpool_index_(lish_op_ op, const struct slotpool *pool,
				  const struct slotpool_idx *node)
{
	const uint32_t *mark = slotpool_mark_of_(node);

	if (LISH_CHECK >= 1 &&
	    lish_unlikely(lish_is_null(mark) || !pool->base.size)) {
		lish_tell_(slotpool_refuse_(op, pool, mark));
		return -1;
	}
	return slotpool_names_(pool, *mark, mark) ? (int32_t)(*mark - 1) : -1;
}

/* A free slot: lower the border if it is the last one below, or put it on the stack. */
LISH_TINY void slotpool_push_(struct lish_pool_ *base, uint32_t index)
{
	if (index + 1 == base->border) {
		base->border = index;
		lish_pool_changed_(base, LISH_POOL_CHANGED_);
	} else {
		base->stack[base->stacked] = index;
		lish_pool_changed_(base, LISH_POOL_PUSHED_);
	}
}

/* End a life, in a pool that returns the slot freed last. The slot does not retire. */
LISH_TINY void slotpool_end_(struct slotpool *pool, uint32_t *mark,
			     uint32_t index, uint64_t node)
{
	pool->live[index >> LISH_WORD_SHIFT] &= ~slotpool_mask_(index);
	slotpool_set_node_(mark, node + SLOTPOOL_DEATH_);
	slotpool_push_(&pool->base, index);
}

LISH_TINY bool slotpool_free_mark_(lish_op_ op, struct slotpool *pool,
				   uint32_t *mark, uint64_t node,
				   uint32_t index)
{
	if (LISH_SMALL_ || lish_unlikely(node >= pool->old))
		return lish_told_(slotpool_free_slow_(op, pool, mark, index));
	slotpool_end_(pool, mark, index, node);
	return true;
}

/* NULL if not live. */
LISH_TINY uint32_t *slotpool_mark_(const struct slotpool *pool, uint32_t index,
				   size_t size)
{
	if (index >= pool->base.border || !slotpool_bit_(pool->live, index))
		return NULL;
	return lish_pool_at_(&pool->base, index, size);
}

LISH_HOT void *slotpool_at_(const struct slotpool *pool, uint32_t index,
			    size_t size, size_t offset)
{
	uint32_t *mark;

	if (!lish_pool_holds_("slotpool_at_entry", &pool->base, size, offset))
		return NULL;
	mark = slotpool_mark_(pool, index, size);
	return mark ? (char *)mark - offset : NULL;
}

/*
 * Loops. The pool does not know its loops. A step keeps a copy of one word of live bits.
 * While the pool does not change, the step adds to a pointer in a full word, and clears
 * the lowest bit in any other word. After a change, the step reads the bits above the
 * current one again. So a loop survives whatever its body does.
 *
 * pool: NULL when the loop is over.
 * base: address of the object of the word's first bit.
 * at: the current object.
 * last: the last object of a full word, else NULL.
 * rest: bits from the current one on; a single bit if the word is full.
 * changes: those of the pool when the word was copied.
 * slot: index of the word's first bit.
 * end: the loop ends below this slot.
 */
struct slotpool_iter_ {
	const struct slotpool *pool;
	char *base;
	char *at;
	char *last;
	lish_word rest;
	uint32_t changes;
	uint32_t slot;
	uint32_t end;
};

/* end of a loop that only the current border ends. */
#define SLOTPOOL_NO_END_ 0xffffffffu

LISH_TINY uint32_t slotpool_words_end_(const struct slotpool *pool)
{
	return (pool->base.border + LISH_WORD_MASK) & ~(uint32_t)LISH_WORD_MASK;
}

LISH_TINY void *slotpool_stand_(struct slotpool_iter_ *it, size_t size)
{
	it->at = it->base + lish_ctz(it->rest) * size;
	lish_assume(it->at != NULL);
	return it->at;
}

LISH_HOT void *slotpool_step_(struct slotpool_iter_ *it, size_t size,
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
			bits = pool->live[slot >> LISH_WORD_SHIFT] & mask;
			if (it->end != SLOTPOOL_NO_END_ &&
			    end - slot < LISH_WORD_BITS)
				bits &= slotpool_mask_(end) - 1;
			if (lish_likely(bits))
				break;
		}
		it->base = (char *)lish_pool_at_(&pool->base, slot, size) - offset;
		it->last = NULL;
		if (bits == LISH_WORD_ALL) {
			bits = LISH_WORD_ONE;
			it->last = it->base + LISH_WORD_MASK * size;
		}
		it->changes = pool->base.changes;
		it->slot = slot;
	}
	it->rest = bits;
	return slotpool_stand_(it, size);
}

/* Starts at the end of the word before the first one. */
LISH_TINY void slotpool_begin_as_(lish_op_ op, struct slotpool_iter_ *it,
				  const struct slotpool *pool, uint32_t end,
				  size_t size, size_t offset)
{
	it->pool = lish_pool_holds_(op, &pool->base, size, offset) ? pool
								   : NULL;
	it->base = NULL;
	it->at = NULL;
	it->last = NULL;
	it->rest = 0;
	it->changes = pool->base.changes;
	it->slot = 0 - LISH_WORD_BITS;
	it->end = end;
}

LISH_HOT void slotpool_begin_(struct slotpool_iter_ *it,
			       const struct slotpool *pool, size_t size,
			       size_t offset)
{
	slotpool_begin_as_("slotpool_for_each_entry", it, pool,
			   SLOTPOOL_NO_END_, size, offset);
}

/* Starts at the end of the word above the last one. */
LISH_HOT void slotpool_begin_back_(struct slotpool_iter_ *it,
				    const struct slotpool *pool, size_t size,
				    size_t offset)
{
	slotpool_begin_as_("slotpool_for_each_entry_reverse", it, pool, 0, size,
			   offset);
	it->slot = slotpool_words_end_(pool);
}

/* The current object is the highest bit of rest. */
LISH_HOT void *slotpool_step_back_(struct slotpool_iter_ *it, size_t size,
				    size_t offset)
{
	const struct slotpool *pool = it->pool;
	lish_word below = 0, bits = it->rest;
	uint32_t slot = it->slot;

	if (bits) {
		below = slotpool_mask_(LISH_WORD_MASK - lish_clz(bits)) - 1;
		bits &= below;
	}
	if (lish_unlikely(pool->base.changes != it->changes)) {
		bits = 0;
		if (slot < pool->base.border)
			bits = pool->live[slot >> LISH_WORD_SHIFT] & below;
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
		bits = pool->live[slot >> LISH_WORD_SHIFT];
	}
	if (slot != it->slot) {
		it->slot = slot;
		it->base = (char *)lish_pool_at_(&pool->base, slot, size) -
			   offset;
	}
	it->rest = bits;
	it->at = it->base + (LISH_WORD_MASK - lish_clz(bits)) * size;
	lish_assume(it->at != NULL);
	return it->at;
}

LISH_HOT void slotpool_begin_span_(struct slotpool_iter_ *it,
				    const struct slotpool *pool,
				    struct lish_span span, size_t size,
				    size_t offset)
{
	const uint32_t bit = span.start & LISH_WORD_MASK;

	slotpool_begin_as_("slotpool_for_each_entry_span", it, pool,
			   lish_span_end_(span, LISH_MAX_COUNT), size, offset);
	it->slot += span.start - bit;
	if (bit) {
		/* Stand on the bit before, as if the pool had changed. */
		it->slot = span.start - bit;
		it->at = (char *)((uintptr_t)(bit - 1) * size);
		it->changes--;
	}
}

/*
 * The second half of a for that runs once. No test of a user can make the second condition
 * false, so code that is not optimised, as for coverage, has only that one.
 */
#if LISH_GNU && !defined(__OPTIMIZE__)
#define SLOTPOOL_ONCE_(pos) \
	pos##_once_->pool; pos##_once_->pool = LISH_NO_(const struct slotpool)
#else
#define SLOTPOOL_ONCE_(pos) \
	pos##_once_ && pos##_it_.pool; pos##_once_ = LISH_NO_(struct slotpool_iter_)
#endif

#define SLOTPOOL_LOOP_(pos, begin, step, type, offset)                    \
	for (struct slotpool_iter_ pos##_it_,                             \
	     *pos##_once_ = (begin, &pos##_it_);                          \
	     SLOTPOOL_ONCE_(pos))                                         \
		LISH_EACH_(pos, type,                                     \
			   step(&pos##_it_, sizeof(type), offset))

/*
 * Runs. A run ends with its word of live bits at the latest. While the pool does not
 * change, a step takes the next run from a copy of that word.
 *
 * pool: NULL when the loop is over.
 * base: address of the object of the word's first bit.
 * rest: live bits above the current run.
 * changes: those of the pool when the word was copied.
 * slot: index of the word's first bit.
 * end: first bit above the current run.
 */
struct slotpool_run_ {
	const struct slotpool *pool;
	char *base;
	lish_word rest;
	uint32_t changes;
	uint32_t slot;
	uint32_t end;
};

LISH_HOT struct slotpool_run_ slotpool_begin_runs_(const struct slotpool *pool,
						    size_t size, size_t offset)
{
	struct slotpool_run_ run = { NULL, NULL, 0, 0, 0u - LISH_WORD_BITS,
				     LISH_WORD_BITS };

	if (lish_pool_holds_("slotpool_for_each_run", &pool->base, size, offset))
		run.pool = pool;
	run.changes = pool->base.changes;
	return run;
}

/* n: objects in the run. */
LISH_HOT void *slotpool_step_run_(struct slotpool_run_ *run, uint32_t *n,
				   size_t size, size_t offset)
{
	const struct slotpool *pool = run->pool;
	lish_word bits = run->rest, mask = LISH_WORD_ALL, carry;
	uint32_t slot = run->slot + LISH_WORD_BITS, first;

	if (lish_unlikely(pool->base.changes != run->changes)) {
		slot = run->slot;
		mask = LISH_WORD_ALL << 1 << (run->end - 1);
		bits = 0;
	}
	if (lish_unlikely(!bits)) {
		for (;; slot += LISH_WORD_BITS, mask = LISH_WORD_ALL) {
			if (slot >= pool->base.border)
				return NULL;
			bits = pool->live[slot >> LISH_WORD_SHIFT] & mask;
			if (lish_likely(bits))
				break;
		}
		run->base = (char *)lish_pool_at_(&pool->base, slot, size) -
			    offset;
		run->changes = pool->base.changes;
		run->slot = slot;
	}
	first = lish_ctz(bits);
	/* The carry stops at the first dead slot; 0: the run fills the word. */
	carry = bits + (bits & (0 - bits));
	run->end = carry ? lish_ctz(carry) : LISH_WORD_BITS;
	run->rest = bits & carry;
	*n = run->end - first;
	lish_assume(*n != 0);
	return run->base + first * size;
}

#define SLOTPOOL_RUNS_(pos, n, begin, type, offset)                       \
	for (struct slotpool_run_ pos##_run_ = begin; pos##_run_.pool;    \
	     pos##_run_.pool = LISH_NO_(const struct slotpool))           \
		for (uint32_t n = 0; pos##_run_.pool;                     \
		     pos##_run_.pool = LISH_NO_(const struct slotpool))   \
			LISH_EACH_(pos, type,                             \
				   slotpool_step_run_(&pos##_run_, &n,    \
						      sizeof(type), offset))

LISH_C_END

#endif /* LINUX_ISH_PRIVATE_SLOTPOOL_H */
