// SPDX-License-Identifier: MIT
/*
 * slotpool.c - growth, hooks, reuse orders, validation
 *
 * A slot is an index. Four arrays share it:
 *
 *   objects         in chunks, which never move
 *   live[i / 64]    bit i % 64 is set while object i is live
 *   generation[i]   odd while live; alloc and free each add one, so a handle
 *                   (slot, generation) matches one life of the slot only
 *   stack or taken  the free structure, by reuse order
 *
 * The border divides used and unused slots. Nothing at or above it is initialised.
 * A word of live bits and a generation are first written when the border passes
 * them, so growth costs nothing until first use. highest is the highest border
 * so far: generations below it stay valid, for old handles.
 *
 * Reuse, last freed: free slots below the border form a stack, and the node of
 * a free object says its place there. Freeing the slot just below the border lowers
 * the border instead, so a burst freed in reverse leaves no trace.
 *
 * Reuse, lowest: a bitmap of taken slots (live or retired) with two levels of
 * summaries above it. alloc stays in the first word that is not full, and then finds
 * the next one by the summaries; free clears at most three bits.
 * The slot below the border is always taken: free lowers the border past free slots.
 *
 * Reuse, next: the same bits. alloc goes up to a summary where the slots after the
 * last one are taken, and down again. free leaves the border alone. After the border
 * alloc starts again at the lowest free slot; a fixed pool uses its fresh slots first.
 * Not so a growing pool: its indices must not depend on memory that it happens to have.
 *
 * A generation that would wrap retires its slot: alloc never returns the slot again.
 * So no handle ever matches a second life. With handles of 32 bits, generations are
 * short: the slot retires before the bits for its lives wrap.
 *
 * The header inlines alloc and free for the order last freed without hooks. It must not
 * miss a new peak, so it pops the stack only while more than low slots are free:
 * then the count is below the peak. All other cases come here.
 *
 * Invariants:
 *   last freed     count + free + retired == border <= low + peak + retired
 *   lowest         the slot below the border is live or retired; free == 0
 *   next           free == 0
 *   all            bits of live from the border to the end of its word are 0
 *
 * Snapshots are in slotpool_save.c.
 */
#define LISH_LIB_
#include <linux-ish/slotpool.h>

#include "core/given.h"
#include "core/pool.h"
#include "core/slotpool.h"
#include "core/span.h"

/* Size of the header in front of the stack, in stack entries. */
#define SLOTPOOL_HEAD (sizeof(struct slotpool_extra_) / sizeof(uint32_t))

LISH_TINY struct slotpool *slotpool_of_base(struct lish_pool_ *base)
{
	return (struct slotpool *)(void *)base;
}

void slotpool_refuse_(lish_op_ op, const struct slotpool *pool,
		      const uint32_t *mark)
{
	const struct lish_pool_ *base = &pool->base;
	enum lish_reason reason = lish_pool_reason_(base, mark);
	int32_t index;

	/* Trust the live bit: the object may have been overwritten. */
	if (reason == LISH_NOT_LIVE || reason == LISH_OK) {
		index = lish_pool_find_mark_(base, mark);
		reason = slotpool_mark_(pool, (uint32_t)index, base->size)
				 ? LISH_BAD_INDEX
				 : LISH_NOT_LIVE;
	}
	lish_misuse_(op, pool, mark, reason);
}
LISH_EXPORT(slotpool_refuse_)

bool slotpool_whole_ok_(lish_op_ op, const struct slotpool *pool)
{
	const struct slotpool_idx *fault;
	const enum lish_reason reason = slotpool_check(pool, &fault);

	if (reason != LISH_OK)
		lish_misuse_(op, pool, fault, reason);
	return reason == LISH_OK;
}
LISH_EXPORT(slotpool_whole_ok_)

static void slotpool_place_bits(struct slotpool *pool, uint32_t n)
{
	struct slotpool_extra_ *extra = slotpool_extra_of_(pool);

	extra->taken = (lish_word *)(void *)(extra + 1);
	extra->full = extra->taken + LISH_WORDS(n);
	extra->top = extra->full + LISH_WORDS(LISH_WORDS(n));
}

/* The unit is an entry of the stack. */
static uint32_t slotpool_units(const struct slotpool *pool, uint32_t n)
{
	const uint32_t per_word = sizeof(lish_word) / sizeof(uint32_t);

	return (uint32_t)SLOTPOOL_HEAD +
	       (slotpool_bits_(pool)
			? (uint32_t)SLOTPOOL_WORDS_(n) * per_word
			: n);
}

/* The summaries stand behind the longer bitmap. */
static void slotpool_spread_bits(struct slotpool *pool, uint32_t want)
{
	struct slotpool_extra_ *extra = slotpool_extra_of_(pool);
	const uint32_t full = LISH_WORDS(LISH_WORDS(pool->base.border));
	const lish_word *old_full, *old_top;

	slotpool_place_bits(pool, extra->stack_room);
	old_full = extra->full;
	old_top = extra->top;
	slotpool_place_bits(pool, want);
	memmove(extra->top, old_top, LISH_WORDS(full) * sizeof(*old_top));
	memmove(extra->full, old_full, full * sizeof(*old_full));
}

static int slotpool_fit_stack(struct slotpool *pool, uint32_t want)
{
	struct lish_pool_ *base = &pool->base;
	uint32_t *old = base->stack ? base->stack - SLOTPOOL_HEAD : NULL;
	uint32_t has = 0, used = 0, *area;

	if (old) {
		has = slotpool_units(pool, slotpool_extra_of_(pool)->stack_room);
		used = slotpool_bits_(pool) ?
			       has :
			       (uint32_t)SLOTPOOL_HEAD + base->free;
	}
	area = (uint32_t *)lish_pool_side_(base, old, used, has,
					   slotpool_units(pool, want),
					   sizeof(*area));
	if (!area)
		return -ENOMEM;
	if (!old)
		memset(area, 0, sizeof(struct slotpool_extra_));
	base->stack = area + SLOTPOOL_HEAD;
	if (slotpool_bits_(pool))
		slotpool_spread_bits(pool, want);
	slotpool_extra_of_(pool)->stack_room = want;
	return 0;
}

/*
 * Each array has its own length: after -ENOMEM, some arrays have grown and others
 * have not. The generations grow last, so their length is what all have room for.
 */
int slotpool_fit_(struct lish_pool_ *base, uint32_t capacity)
{
	struct slotpool *pool = slotpool_of_base(base);
	const uint32_t has = lish_pool_growth_(base)->sides;
	struct slotpool_extra_ *extra;
	uint32_t want;
	void *longer;

	if (capacity <= has)
		return 0;
	want = lish_pool_want_(base, has, capacity);
	if ((!base->stack || slotpool_extra_of_(pool)->stack_room < want) &&
	    slotpool_fit_stack(pool, want))
		return -ENOMEM;
	extra = slotpool_extra_of_(pool);
	if (extra->live_room < want) {
		longer = lish_pool_side_(base, pool->live,
					 LISH_WORDS(base->border),
					 LISH_WORDS(extra->live_room),
					 LISH_WORDS(want), sizeof(lish_word));
		if (!longer)
			return -ENOMEM;
		pool->live = (lish_word *)longer;
		extra->live_room = want;
	}
	longer = lish_pool_side_(base, pool->generation,
				 lish_pool_highest_(base), has, want,
				 sizeof(uint32_t));
	if (!longer)
		return -ENOMEM;
	pool->generation = (uint32_t *)longer;
	lish_pool_growth_(base)->sides = want;
	return 0;
}

static void slotpool_release(struct lish_pool_ *base)
{
	struct slotpool *pool = slotpool_of_base(base);
	struct slotpool_extra_ *extra;

	if (!base->stack)
		return;
	extra = slotpool_extra_of_(pool);
	lish_pool_free_side_(base, pool->live, LISH_WORDS(extra->live_room),
			     sizeof(lish_word));
	lish_pool_free_side_(base, pool->generation,
			     lish_pool_growth_(base)->sides, sizeof(uint32_t));
	lish_pool_free_side_(base, extra,
			     slotpool_units(pool, extra->stack_room),
			     sizeof(uint32_t));
}

/* One more than the highest set bit among the first n, or 0. */
static uint32_t slotpool_bits_end(const lish_word *bits, uint32_t n)
{
	uint32_t word = LISH_WORDS(n);

	while (word && !bits[word - 1])
		word--;
	return word ? (word << LISH_WORD_SHIFT) - lish_clz(bits[word - 1]) : 0;
}

/*
 * Go on to the first zero bit of this word. If there is none, go to the next word and
 * return false.
 */
LISH_TINY bool slotpool_bits_gap(const lish_word *bits, uint32_t *at)
{
	const lish_word gaps = ~bits[*at >> LISH_WORD_SHIFT] >>
			       (*at & LISH_WORD_MASK);

	*at = gaps ? *at + lish_ctz(gaps) : (*at | LISH_WORD_MASK) + 1;
	return gaps != 0;
}

/* The first word of taken from at on that is not full; at least words if there is none. */
static uint32_t slotpool_bits_word(const struct slotpool_extra_ *extra,
				   uint32_t at, uint32_t words)
{
	const uint32_t full = LISH_WORDS(words);

	if (at >= words || slotpool_bits_gap(extra->full, &at))
		return at;
	at >>= LISH_WORD_SHIFT;
	while (at < full && !slotpool_bits_gap(extra->top, &at))
		;
	at <<= LISH_WORD_SHIFT;
	if (at < words)
		(void)slotpool_bits_gap(extra->full, &at);
	return at;
}

/* The lowest free slot. There must be one below the border. */
static uint32_t slotpool_bits_lowest(const struct slotpool *pool)
{
	struct slotpool_extra_ *extra = slotpool_extra_of_(pool);
	uint32_t at = extra->hint;

	if (extra->taken[at] == LISH_WORD_ALL) {
		at = slotpool_bits_word(extra, at,
					LISH_WORDS(pool->base.border));
		extra->hint = at;
	}
	return (at << LISH_WORD_SHIFT) + lish_ctz(~extra->taken[at]);
}

/*
 * The first free slot from at on; the border or more if there is none below it. Bits
 * from the border to the end of its word are 0, so a word that starts below the
 * border has no gap behind the border.
 */
static uint32_t slotpool_bits_next(const struct slotpool *pool, uint32_t at)
{
	const struct slotpool_extra_ *extra = slotpool_extra_of_(pool);
	const uint32_t border = pool->base.border, words = LISH_WORDS(border);

	if (at >= border || slotpool_bits_gap(extra->taken, &at))
		return at;
	at = slotpool_bits_word(extra, at >> LISH_WORD_SHIFT, words);
	if (at >= words)
		return border;
	at <<= LISH_WORD_SHIFT;
	(void)slotpool_bits_gap(extra->taken, &at);
	return at;
}

/* The slot for alloc; the border if it needs a fresh slot. */
static uint32_t slotpool_bits_find(const struct slotpool *pool)
{
	const struct slotpool_extra_ *extra = slotpool_extra_of_(pool);
	const struct lish_pool_ *base = &pool->base;
	uint32_t at;

	if (base->count + pool->retired == base->border)
		return base->border;
	if (slotpool_ordered_(pool, SLOTPOOL_NEXT)) {
		at = slotpool_bits_next(pool, extra->next);
		/* In a hook of make only the slots below room are made. */
		if (at < base->border && at < base->room)
			return at;
		/* The capacity of a growing pool differs between machines. */
		if (base->border < base->room && !lish_pool_grows_(base))
			return base->border;
	}
	return slotpool_bits_lowest(pool);
}

/* Zero the word of a slot, and summaries that start there, before the first use. */
static void slotpool_bits_zero(struct slotpool_extra_ *extra, uint32_t word)
{
	const uint32_t full = word >> LISH_WORD_SHIFT;

	extra->taken[word] = 0;
	if (word & LISH_WORD_MASK)
		return;
	extra->full[full] = 0;
	if (!(full & LISH_WORD_MASK))
		extra->top[full >> LISH_WORD_SHIFT] = 0;
}

/* This word of taken is full now. */
static void slotpool_bits_filled(struct slotpool_extra_ *extra, uint32_t word)
{
	const uint32_t full = word >> LISH_WORD_SHIFT;

	extra->full[full] |= slotpool_mask_(word);
	if (extra->full[full] == LISH_WORD_ALL)
		extra->top[full >> LISH_WORD_SHIFT] |= slotpool_mask_(full);
}

static void slotpool_bits_take(struct slotpool *pool, uint32_t index)
{
	const uint32_t word = index >> LISH_WORD_SHIFT;
	struct slotpool_extra_ *extra = slotpool_extra_of_(pool);

	extra->next = index + 1;
	if (index >= pool->base.border && !(index & LISH_WORD_MASK))
		slotpool_bits_zero(extra, word);
	extra->taken[word] |= slotpool_mask_(index);
	if (extra->taken[word] == LISH_WORD_ALL)
		slotpool_bits_filled(extra, word);
}

static void slotpool_bits_give(struct slotpool *pool, uint32_t index)
{
	const uint32_t word = index >> LISH_WORD_SHIFT;
	const uint32_t full = word >> LISH_WORD_SHIFT;
	struct slotpool_extra_ *extra = slotpool_extra_of_(pool);

	if (extra->taken[word] == LISH_WORD_ALL) {
		extra->full[full] &= ~slotpool_mask_(word);
		extra->top[full >> LISH_WORD_SHIFT] &= ~slotpool_mask_(full);
		/* It is lower, or there was no free slot. */
		if (pool->base.count + pool->retired + 1 == pool->base.border ||
		    word < extra->hint)
			extra->hint = word;
	}
	extra->taken[word] &= ~slotpool_mask_(index);
	/* Amortised: an alloc has paid for each step down. */
	if (index + 1 == pool->base.border &&
	    slotpool_ordered_(pool, SLOTPOOL_LOWEST))
		pool->base.border = slotpool_bits_end(extra->taken, index);
}

/* Compute taken, full and top from live and the generations. */
static void slotpool_bits_rebuild(struct slotpool *pool)
{
	const uint32_t border = pool->base.border;
	struct slotpool_extra_ *extra = slotpool_extra_of_(pool);
	uint32_t i;

	extra->hint = 0;
	for (i = 0; i < border; i += LISH_WORD_BITS) {
		slotpool_bits_zero(extra, i >> LISH_WORD_SHIFT);
		extra->taken[i >> LISH_WORD_SHIFT] =
			pool->live[i >> LISH_WORD_SHIFT];
	}
	for (i = 0; pool->retired && i < border; i++) {
		if (pool->generation[i] == SLOTPOOL_RETIRED_)
			extra->taken[i >> LISH_WORD_SHIFT] |= slotpool_mask_(i);
	}
	for (i = 0; i < border; i += LISH_WORD_BITS) {
		if (extra->taken[i >> LISH_WORD_SHIFT] == LISH_WORD_ALL)
			slotpool_bits_take(pool, i);
	}
	extra->next = 0;
}

#if LISH_SMALL_
#define slotpool_bits_alloc NULL
#define SLOTPOOL_APART inline
#else
#define SLOTPOOL_APART LISH_NOINLINE
static void *slotpool_bits_alloc(lish_op_ op, struct slotpool *pool, bool zero,
				 const void *caller);
#endif
static void slotpool_free_slot(struct lish_pool_ *base, uint32_t *mark);
static void slotpool_bury_all(lish_op_ op, struct lish_pool_ *base,
			      const void *caller);

#define SLOTPOOL_NODE 0, sizeof(struct slotpool_idx)
#define SLOTPOOL_BITS                                                \
	slotpool_bits_alloc, slotpool_bits_find, slotpool_bits_take, \
		slotpool_bits_give, slotpool_bits_rebuild

const struct lish_pool_ops_ slotpool_fixed_ops_ = {
	SLOTPOOL_NODE, slotpool_free_slot, slotpool_bury_all,
	LISH_POOL_FIXED_OPS_
};
LISH_EXPORT(slotpool_fixed_ops_)

static const struct slotpool_bits_ops_ slotpool_fixed_bits_ops = {
	{ SLOTPOOL_NODE, slotpool_free_slot, slotpool_bury_all,
	  LISH_POOL_FIXED_OPS_ },
	SLOTPOOL_BITS
};

static const struct slotpool_bits_ops_ slotpool_growing_ops = {
	{ SLOTPOOL_NODE, slotpool_free_slot, slotpool_bury_all,
	  LISH_POOL_GROWING_OPS_(slotpool_fit_, slotpool_release) },
	SLOTPOOL_BITS
};

static bool slotpool_order_ok(lish_op_ op, const struct slotpool *pool,
			      enum slotpool_reuse order)
{
	if ((unsigned int)order <= SLOTPOOL_NEXT)
		return true;
	lish_misuse_(op, pool, NULL, LISH_BAD_RANGE);
	return false;
}

int slotpool_init_(struct slotpool *pool, size_t size, size_t align,
		   size_t offset, const struct lish_config *config)
{
	int err;

	memset(pool, 0, sizeof(*pool));
	if (config && !slotpool_order_ok("slotpool_init", pool, config->reuse))
		return -EINVAL;
	err = lish_pool_init_(&pool->base, size, align, offset,
			      &slotpool_growing_ops.base, config);
	if (err)
		return err;
	if (config)
		pool->base.flags = (uint8_t)config->reuse;
	pool->last = SLOTPOOL_RETIRED_;
	slotpool_refresh_(pool);
	/* The stack's header must exist: slotpool_set_saved() writes to it. */
	err = slotpool_fit_(&pool->base, LISH_POOL_MIN_CHUNK_);
	if (err)
		lish_pool_release_(&pool->base);
	else
		err = lish_pool_initial_(&pool->base, config);
	if (err)
		memset(pool, 0, sizeof(*pool));
	return err;
}
LISH_EXPORT(slotpool_init_)

void slotpool_init_in_(struct slotpool *pool, size_t size, size_t offset,
		       size_t n, void *mem)
{
	struct slotpool_extra_ *extra;

	memset(pool, 0, sizeof(*pool));
	if (!lish_given_memory_("slotpool_init_in", pool, mem, n))
		return;
	pool->live = (lish_word *)lish_pool_after_(mem, n, size,
						   LISH_ALIGNOF(lish_word));
	pool->generation = (uint32_t *)(void *)(pool->live + LISH_WORDS(n));
	extra = (struct slotpool_extra_ *)lish_pool_after_(
		pool->generation, n, sizeof(uint32_t),
		LISH_ALIGNOF(struct slotpool_extra_));
	memset(extra, 0, sizeof(*extra));
	lish_pool_init_in_(&pool->base, size, offset, n, mem,
			   (uint32_t *)(void *)(extra + 1),
			   &slotpool_fixed_ops_);
	pool->last = SLOTPOOL_RETIRED_;
	slotpool_refresh_(pool);
}
LISH_EXPORT(slotpool_init_in_)

void slotpool_set_reuse(struct slotpool *pool, enum slotpool_reuse order)
{
	lish_op_ op = "slotpool_set_reuse";
	struct lish_pool_ *base = &pool->base;

	if (!lish_pool_at_rest_(op, base) || !slotpool_order_ok(op, pool, order))
		return;
	if (lish_pool_highest_(base) || lish_pool_grows_(base)) {
		lish_misuse_(op, pool, NULL,
			     lish_pool_grows_(base) ? LISH_GROWS
						    : LISH_NOT_EMPTY);
		return;
	}
	base->flags = (uint8_t)((base->flags & ~SLOTPOOL_ORDER_MASK_) |
				(unsigned int)order);
	base->ops = slotpool_ordered_(pool, SLOTPOOL_LAST_FREED) ?
			    &slotpool_fixed_ops_ :
			    &slotpool_fixed_bits_ops.base;
	slotpool_place_bits(pool, base->capacity);
	slotpool_refresh_(pool);
}
LISH_EXPORT(slotpool_set_reuse)

void slotpool_set_index_bits(struct slotpool *pool, uint32_t bits)
{
	lish_op_ op = "slotpool_set_index_bits";
	struct lish_pool_ *base = &pool->base;
	enum lish_reason reason = LISH_OK;

	if (!lish_pool_at_rest_(op, base))
		return;
	if (bits < SLOTPOOL_FEWEST_BITS_ || bits > SLOTPOOL_MOST_BITS_ ||
	    base->capacity > slotpool_most_(bits))
		reason = LISH_BAD_RANGE;
	else if (lish_pool_highest_(base))
		reason = LISH_NOT_EMPTY;
	if (reason != LISH_OK) {
		lish_misuse_(op, pool, NULL, reason);
		return;
	}
	base->flags = (uint8_t)((base->flags & SLOTPOOL_ORDER_MASK_) |
				bits << SLOTPOOL_ORDER_BITS_);
	pool->last = slotpool_last_(bits);
	if (lish_pool_grows_(base) &&
	    lish_pool_growth_(base)->limit > slotpool_most_(bits))
		lish_pool_growth_(base)->limit = slotpool_most_(bits);
}
LISH_EXPORT(slotpool_set_index_bits)

void slotpool_refuse_bits_(lish_op_ op, const struct slotpool *pool)
{
	lish_misuse_(op, pool, NULL,
		     pool->base.size ? LISH_BAD_RANGE : LISH_UNINITIALIZED);
}
LISH_EXPORT(slotpool_refuse_bits_)

void slotpool_set_saved(struct slotpool *pool, size_t offset, size_t size)
{
	lish_op_ op = "slotpool_set_saved";
	struct slotpool_extra_ *extra;

	if (!lish_pool_at_rest_(op, &pool->base))
		return;
	if (offset > pool->base.size || size > pool->base.size - offset) {
		lish_misuse_(op, pool, NULL, LISH_BAD_RANGE);
		return;
	}
	extra = slotpool_extra_of_(pool);
	extra->saved = true;
	extra->saved_offset = (uint32_t)offset;
	extra->saved_size = (uint32_t)size;
}
LISH_EXPORT(slotpool_set_saved)

static uint32_t slotpool_taken_end(const struct slotpool *pool)
{
	uint32_t end, i;

	end = slotpool_bits_end(pool->live, pool->base.border);
	for (i = pool->base.border; pool->retired && i > end; i--) {
		if (pool->generation[i - 1] == SLOTPOOL_RETIRED_)
			return i;
	}
	return end;
}

/* Retired slots stay. */
static void slotpool_start_over(struct slotpool *pool)
{
	const struct slotpool_bits_ops_ *bits = slotpool_bits_(pool);
	struct lish_pool_ *base = &pool->base;
	uint32_t i;

	base->count = 0;
	base->free = 0;
	base->border = slotpool_taken_end(pool);
	if (bits)
		bits->rebuild(pool);
	for (i = base->border; i-- > 0;) {
		/* The caller may have emptied the pool without writing the nodes. */
		*lish_pool_at_(base, i, base->size) = 0;
		if (!bits && pool->generation[i] != SLOTPOOL_RETIRED_)
			base->stack[base->free++] = i;
	}
	lish_pool_number_(base, 0);
}

void slotpool_set_hooks(struct slotpool *pool,
			const struct lish_pool_hooks *hooks, void *ctx)
{
	lish_op_ op = "slotpool_set_hooks";
	struct lish_pool_ *base = &pool->base;
	uint32_t border, free;

	if (!lish_pool_at_rest_(op, base))
		return;
	border = base->border;
	if (!lish_pool_hook_(op, base, hooks, ctx, &slotpool_fixed_ops_,
			     LISH_CALLER_()))
		return;
	/* make runs in the order of the slots. */
	base->border = border;
	slotpool_start_over(pool);
	slotpool_refresh_(pool);
	/* alloc skips retired slots, but a load may bring them back: make them now. */
	if (pool->retired) {
		/* make must not allocate slots that are not made yet. */
		free = base->free;
		base->free = 0;
		lish_pool_make_(base, base->border);
		base->free = free;
		lish_pool_number_(base, 0);
	}
}
LISH_EXPORT(slotpool_set_hooks)

LISH_TINY void slotpool_pass(struct slotpool *pool, uint32_t index)
{
	struct lish_pool_ *base = &pool->base;

	if (!(index & LISH_WORD_MASK))
		pool->live[index >> LISH_WORD_SHIFT] = 0;
	if (index >= base->highest) {
		pool->generation[index] = 0;
		base->highest = index + 1;
	}
	base->border = index + 1;
}

/* The slot is below the border, and not on the stack. */
LISH_TINY void *slotpool_start(struct slotpool *pool, uint32_t index, bool zero)
{
	struct lish_pool_ *base = &pool->base;
	uint32_t *mark = lish_pool_at_(base, index, base->size);
	void *object = lish_pool_object_(base, mark);

	*mark = index + 1;
	slotpool_enter_(pool, index);
	if (base->count > pool->peak)
		pool->peak = base->count;
	if (base->watch)
		lish_pool_born_(base, mark, zero);
	else if (zero)
		lish_pool_zero_(object, base->size, base->offset,
				sizeof(struct slotpool_idx));
	slotpool_refresh_(pool);
	return object;
}

static SLOTPOOL_APART void *slotpool_take_slowly(lish_op_ op,
						 struct slotpool *pool,
						 bool zero, const void *caller)
{
	const struct slotpool_bits_ops_ *bits = slotpool_bits_(pool);
	struct lish_pool_ *base = &pool->base;
	uint32_t index;

	if (base->free) {
		index = base->stack[--base->free];
	} else {
		for (;;) {
			index = bits ? bits->find(pool) : base->border;
			if (lish_likely(index < base->room))
				break;
			if (lish_pool_grow_for_(op, base, caller))
				return NULL;
		}
		if (bits)
			bits->take(pool, index);
		if (index >= base->border)
			slotpool_pass(pool, index);
	}
	return slotpool_start(pool, index, zero);
}

#if !LISH_SMALL_
/* The common case: no hook, and a slot below the border. */
static void *slotpool_bits_alloc(lish_op_ op, struct slotpool *pool, bool zero,
				 const void *caller)
{
	struct lish_pool_ *base = &pool->base;
	const uint32_t index = slotpool_bits_find(pool);
	uint32_t *mark;

	if (zero || base->watch || index >= base->border)
		return slotpool_take_slowly(op, pool, zero, caller);
	slotpool_bits_take(pool, index);
	mark = lish_pool_at_(base, index, base->size);
	*mark = index + 1;
	slotpool_enter_(pool, index);
	if (base->count > pool->peak)
		pool->peak = base->count;
	return lish_pool_object_(base, mark);
}
#endif

/*
 * The fast path is for bursts that free in reverse: the slot at the border has a valid
 * word and generation. Below the peak, low stays valid too.
 */
void *slotpool_take_any_(lish_op_ op, struct slotpool *pool, bool zero)
{
	const struct slotpool_bits_ops_ *bits;
	struct lish_pool_ *base = &pool->base;
	const uint32_t index = base->border;
	uint32_t *mark;

	if (LISH_SMALL_ ||
	    lish_unlikely(pool->low == SLOTPOOL_LOOK_ || zero || base->free ||
			  !(index & LISH_WORD_MASK) || index >= base->highest ||
			  index >= base->room || base->count >= pool->peak)) {
		bits = LISH_SMALL_ ? NULL : slotpool_bits_(pool);
		return bits ? bits->alloc(op, pool, zero, LISH_CALLER_()) :
			      slotpool_take_slowly(op, pool, zero,
						   LISH_CALLER_());
	}
	base->border = index + 1;
	mark = lish_pool_at_(base, index, base->size);
	*mark = index + 1;
	slotpool_enter_(pool, index);
	return lish_pool_object_(base, mark);
}
LISH_EXPORT(slotpool_take_any_)

void *slotpool_take_tail_(lish_op_ op, struct slotpool *pool)
{
	const struct slotpool_bits_ops_ *bits;
	struct lish_pool_ *base = &pool->base;
	uint32_t index;

	while (base->border >= base->room) {
		if (lish_pool_grow_for_(op, base, LISH_CALLER_()))
			return NULL;
	}
	index = base->border;
	bits = slotpool_bits_(pool);
	if (bits)
		bits->take(pool, index);
	slotpool_pass(pool, index);
	return slotpool_start(pool, index, false);
}
LISH_EXPORT(slotpool_take_tail_)

/* false if it is not there. */
static bool slotpool_unstack(struct lish_pool_ *base, uint32_t index)
{
	uint32_t i = base->free;

	while (i && base->stack[i - 1] != index)
		i--;
	if (!i)
		return false;
	base->free--;
	memmove(base->stack + i - 1, base->stack + i,
		(base->free - (i - 1)) * sizeof(*base->stack));
	lish_pool_number_(base, i - 1);
	return true;
}

/* alloc returns the skipped slots after all earlier free ones, lowest first. */
static void slotpool_skip_to(struct slotpool *pool, uint32_t index)
{
	const struct slotpool_bits_ops_ *bits = slotpool_bits_(pool);
	struct lish_pool_ *base = &pool->base;
	const uint32_t from = base->border, n = index - from;
	uint32_t i;

	if (!bits) {
		memmove(base->stack + n, base->stack,
			base->free * sizeof(*base->stack));
		base->free += n;
	}
	for (i = from; i < index; i++) {
		if (!bits)
			base->stack[index - 1 - i] = i;
		else if (!(i & LISH_WORD_MASK))
			slotpool_bits_zero(slotpool_extra_of_(pool),
					      i >> LISH_WORD_SHIFT);
		slotpool_pass(pool, i);
		*lish_pool_at_(base, i, base->size) = 0;
	}
	lish_pool_number_(base, 0);
}

/* A failure changes nothing. */
static bool slotpool_reach(struct lish_pool_ *base, uint32_t index)
{
	lish_pool_wake_(base);
	if (index >= base->room && index < LISH_MAX_COUNT &&
	    lish_pool_grows_(base) && !lish_pool_growth_(base)->no_grow)
		(void)lish_pool_raise_(base, index + 1);
	if (index < base->room)
		return true;
	base->failed++;
	return false;
}

void *slotpool_take_at_(struct slotpool *pool, uint32_t index)
{
	const struct slotpool_bits_ops_ *bits;
	struct lish_pool_ *base = &pool->base;

	if (!slotpool_reach(base, index))
		return NULL;
	/* make runs in the order of the slots. */
	if (base->hooks && index > base->made) {
		if (base->state)
			return NULL;
		base->ops->make(base, index);
	}
	bits = slotpool_bits_(pool);
	if (index < base->border) {
		if (slotpool_bit_(pool->live, index) ||
		    pool->generation[index] == SLOTPOOL_RETIRED_ ||
		    (!bits && !slotpool_unstack(base, index)))
			return NULL;
	} else {
		slotpool_skip_to(pool, index);
	}
	if (bits)
		bits->take(pool, index);
	if (index >= base->border)
		slotpool_pass(pool, index);
	return slotpool_start(pool, index, false);
}
LISH_EXPORT(slotpool_take_at_)

static void slotpool_free_slot(struct lish_pool_ *base, uint32_t *mark)
{
	struct slotpool *pool = slotpool_of_base(base);
	const struct slotpool_bits_ops_ *bits = slotpool_bits_(pool);
	const uint32_t index = *mark - 1;

	pool->live[index >> LISH_WORD_SHIFT] &= ~slotpool_mask_(index);
	pool->changes++;
	base->count--;
	*mark = 0;
	if (slotpool_age_(pool, index))
		return;
	if (bits) {
		bits->give(pool, index);
	} else if (index + 1 == base->border) {
		base->border = index;
	} else {
		*mark = LISH_POOL_FREE_(index, base->free);
		base->stack[base->free++] = index;
	}
}

void slotpool_bury_(struct slotpool *pool, uint32_t *mark, uint32_t index)
{
	/* Level 0: the node may be overwritten; the index is right. */
	*mark = index + 1;
	if (pool->base.watch)
		lish_pool_bury_(&pool->base, mark);
	else
		slotpool_free_slot(&pool->base, mark);
}
LISH_EXPORT(slotpool_bury_)

/*
 * free is zeroed before each hook, so an alloc in a hook needs a free in the same hook,
 * of an object that this loop has not reached: it ends.
 */
static void slotpool_bury_all(lish_op_ op, struct lish_pool_ *base,
			      const void *caller)
{
	struct slotpool *pool = slotpool_of_base(base);
	uint32_t index, *mark;

	lish_pool_close_(base);
	for (index = base->border; index-- > 0;) {
		base->free = 0;
		mark = slotpool_mark_(pool, index, base->size);
		if (!mark)
			continue;
		lish_pool_mend_(op, base, mark, index + 1, caller);
		base->ops->bury(base, mark);
	}
	lish_pool_open_(base);
}

/* Neither reads nor writes them. */
static void slotpool_forget_all(struct slotpool *pool)
{
	struct lish_pool_ *base = &pool->base;
	const uint32_t words = LISH_WORDS(base->border);
	uint32_t word, index;
	lish_word bits;

	for (word = 0; word < words; word++) {
		for (bits = pool->live[word]; bits; bits &= bits - 1) {
			index = (word << LISH_WORD_SHIFT) + lish_ctz(bits);
			(void)slotpool_age_(pool, index);
		}
		pool->live[word] = 0;
	}
	pool->changes++;
}

static void slotpool_empty_all(lish_op_ op, struct slotpool *pool,
			       const void *caller)
{
	if (lish_pool_has_fini_(&pool->base)) {
		slotpool_bury_all(op, &pool->base, caller);
	} else {
		slotpool_forget_all(pool);
		lish_pool_hide_(&pool->base);
	}
	slotpool_start_over(pool);
}

void slotpool_clear(struct slotpool *pool)
{
	if (lish_pool_at_rest_("slotpool_clear", &pool->base))
		slotpool_empty_all("slotpool_clear", pool, LISH_CALLER_());
}
LISH_EXPORT(slotpool_clear)

void slotpool_trim(struct slotpool *pool)
{
	if (!lish_pool_at_rest_("slotpool_trim", &pool->base) ||
	    !lish_pool_grows_(&pool->base))
		return;
	lish_pool_cut_(&pool->base, slotpool_taken_end(pool));
}
LISH_EXPORT(slotpool_trim)

void slotpool_destroy(struct slotpool *pool)
{
	if (!lish_pool_at_rest_("slotpool_destroy", &pool->base))
		return;
	slotpool_empty_all("slotpool_destroy", pool, LISH_CALLER_());
	lish_pool_release_(&pool->base);
	memset(pool, 0, sizeof(*pool));
}
LISH_EXPORT(slotpool_destroy)

struct lish_stats slotpool_stats(const struct slotpool *pool)
{
	const struct lish_pool_ *base = &pool->base;
	struct lish_stats stats;
	uint32_t n, stack;

	memset(&stats, 0, sizeof(stats));
	if (!lish_pool_begun_("slotpool_stats", base))
		return stats;
	/* The generations, then the arrays of other lengths. */
	stats = lish_pool_stats_("slotpool_stats", base, sizeof(uint32_t));
	stats.peak = pool->peak;
	stats.retired = pool->retired;
	n = base->capacity;
	stack = n + (uint32_t)SLOTPOOL_HEAD;
	if (lish_pool_grows_(base)) {
		n = slotpool_extra_of_(pool)->live_room;
		stack = slotpool_units(pool, slotpool_extra_of_(pool)->stack_room);
	}
	stats.bytes += LISH_WORDS(n) * sizeof(lish_word) +
		       (size_t)stack * sizeof(uint32_t);
	return stats;
}
LISH_EXPORT(slotpool_stats)

int32_t slotpool_seek_live_(const struct slotpool *pool, uint32_t index)
{
	const uint32_t border = pool->base.border;
	uint32_t word = index >> LISH_WORD_SHIFT;
	lish_word bits;

	if (index >= border)
		return -1;
	bits = pool->live[word] & LISH_WORD_ALL << (index & LISH_WORD_MASK);
	while (!bits) {
		if (++word == LISH_WORDS(border))
			return -1;
		bits = pool->live[word];
	}
	return (int32_t)((word << LISH_WORD_SHIFT) + lish_ctz(bits));
}

int32_t slotpool_next_live(const struct slotpool *pool, uint32_t index)
{
	if (!lish_pool_begun_("slotpool_next_live", &pool->base))
		return -1;
	return slotpool_seek_live_(pool, index);
}
LISH_EXPORT(slotpool_next_live)

int32_t slotpool_prev_live(const struct slotpool *pool, uint32_t index)
{
	const uint32_t border = pool->base.border;
	uint32_t word;
	lish_word bits;

	if (!lish_pool_begun_("slotpool_prev_live", &pool->base) || !border)
		return -1;
	if (index >= border)
		index = border - 1;
	word = index >> LISH_WORD_SHIFT;
	bits = pool->live[word] &
	       LISH_WORD_ALL >> (LISH_WORD_MASK - (index & LISH_WORD_MASK));
	while (!bits) {
		if (!word--)
			return -1;
		bits = pool->live[word];
	}
	return (int32_t)((word << LISH_WORD_SHIFT) + LISH_WORD_MASK -
			 lish_clz(bits));
}
LISH_EXPORT(slotpool_prev_live)

struct lish_span slotpool_span(const struct slotpool *pool, uint32_t part,
			       uint32_t parts)
{
	/* The same units on 32-bit and 64-bit machines. */
	const uint32_t unit = LISH_POOL_MIN_CHUNK_;
	const uint32_t border = pool->base.border;
	struct lish_span span = { 0, 0 };

	if (!lish_pool_begun_("slotpool_span", &pool->base))
		return span;
	if (part >= parts) {
		lish_misuse_("slotpool_span", pool, NULL, LISH_BAD_RANGE);
		return span;
	}
	span = lish_span_((border + unit - 1) / unit, part, parts);
	span.start *= unit;
	span.count *= unit;
	/* The last part ends at the border. */
	if (span.start > border)
		span.start = border;
	if (span.count > border - span.start)
		span.count = border - span.start;
	return span;
}
LISH_EXPORT(slotpool_span)

/* The slot is free or retired, and below the border. */
static bool slotpool_dead_ok(const struct slotpool *pool, uint32_t slot,
			     uint32_t mark)
{
	/* While the pool is closed, earlier free slots are not on the stack. */
	if (pool->base.state & LISH_POOL_CLOSED_)
		return !mark || mark & LISH_POOL_IN_HOOK_;
	if (slotpool_bits_(pool) ||
	    pool->generation[slot] == SLOTPOOL_RETIRED_)
		return !mark;
	return lish_pool_stacked_(&pool->base, slot, mark);
}

/*
 * Each free node names its place on the stack, and the stack its slot: with the right
 * counts, each place has one slot.
 */
static enum lish_reason slotpool_check_slots(const struct slotpool *pool,
					     const struct slotpool_idx **fault)
{
	const struct lish_pool_ *base = &pool->base;
	const uint32_t highest = lish_pool_highest_(base);
	uint32_t i, live = 0, retired = 0, generation, *mark;

	for (i = 0; i < highest; i++) {
		generation = pool->generation[i];
		if (generation >= pool->last && generation != SLOTPOOL_RETIRED_)
			return LISH_BAD_INDEX;
		retired += generation == SLOTPOOL_RETIRED_;
		if (i >= base->border) {
			if (generation & 1)
				return LISH_BAD_COUNT;
			continue;
		}
		if ((generation & 1) != slotpool_bit_(pool->live, i))
			return LISH_BAD_INDEX;
		live += generation & 1;
		mark = lish_pool_at_(base, i, base->size);
		if (generation & 1 ? (*mark & ~LISH_POOL_IN_HOOK_) == i + 1
				   : slotpool_dead_ok(pool, i, *mark))
			continue;
		*fault = (const struct slotpool_idx *)(void *)mark;
		return LISH_BAD_INDEX;
	}
	/* Bits above the border are 0: loops do not mask them. */
	if (base->border & LISH_WORD_MASK &&
	    pool->live[base->border >> LISH_WORD_SHIFT] >>
		    (base->border & LISH_WORD_MASK))
		return LISH_BAD_COUNT;
	if (live != base->count || retired != pool->retired)
		return LISH_BAD_COUNT;
	if (!slotpool_bits_(pool) && !(base->state & LISH_POOL_CLOSED_) &&
	    live + retired + base->free != base->border)
		return LISH_BAD_COUNT;
	return LISH_OK;
}

static bool slotpool_summary_ok(const lish_word *words, const lish_word *bits,
				uint32_t n)
{
	uint32_t i;

	for (i = 0; i < n; i++) {
		if (slotpool_bit_(bits, i) != (words[i] == LISH_WORD_ALL))
			return false;
	}
	return true;
}

static bool slotpool_bits_ok(const struct slotpool *pool)
{
	const struct slotpool_extra_ *extra = slotpool_extra_of_(pool);
	const uint32_t border = pool->base.border, words = LISH_WORDS(border);
	uint32_t i, end = 0;

	for (i = 0; i < border; i++) {
		const bool taken = slotpool_bit_(pool->live, i) ||
				   pool->generation[i] == SLOTPOOL_RETIRED_;

		if (slotpool_bit_(extra->taken, i) != taken)
			return false;
		if (taken)
			end = i + 1;
	}
	if (extra->hint > words)
		return false;
	for (i = 0; i < extra->hint; i++) {
		if (extra->taken[i] != LISH_WORD_ALL)
			return false;
	}
	if (slotpool_ordered_(pool, SLOTPOOL_LOWEST) && end != border)
		return false;
	return !pool->base.free &&
	       slotpool_summary_ok(extra->taken, extra->full, words) &&
	       slotpool_summary_ok(extra->full, extra->top, LISH_WORDS(words));
}

/* Otherwise inline alloc would miss a new peak, or hooks. */
static bool slotpool_low_ok(const struct slotpool *pool)
{
	if (pool->low == SLOTPOOL_LOOK_)
		return true;
	return !slotpool_bits_(pool) && !pool->base.watch &&
	       (uint64_t)pool->low + pool->peak + pool->retired >=
		       pool->base.border;
}

enum lish_reason slotpool_check(const struct slotpool *pool,
				const struct slotpool_idx **fault)
{
	const struct lish_pool_ *base = &pool->base;
	const struct slotpool_idx *ignored;
	enum lish_reason reason;

	if (!fault)
		fault = &ignored;
	*fault = NULL;
	if (!base->size)
		return LISH_UNINITIALIZED;
	if (base->border > base->capacity || base->border > base->highest ||
	    base->free > base->border || !slotpool_low_ok(pool) ||
	    pool->last != slotpool_last_(base->flags >> SLOTPOOL_ORDER_BITS_))
		return LISH_BAD_COUNT;
	reason = slotpool_check_slots(pool, fault);
	if (reason != LISH_OK)
		return reason;
	return slotpool_bits_(pool) && !slotpool_bits_ok(pool)
		       ? LISH_BAD_INDEX
		       : LISH_OK;
}
LISH_EXPORT(slotpool_check)
