// SPDX-License-Identifier: MIT
/*
 * slotpool.c - growth, alloc, free, hooks, validation
 *
 * A slot is an index. Three arrays share it:
 *
 *   objects         in chunks, which never move
 *   live[i / 64]    bit i % 64 is set while object i is live
 *   stack or bits   the free structure, by reuse order
 *
 * The node of an object has a mark and a generation. alloc and free each add one to the
 * generation, so it is odd while the object is live. A handle is a copy of the node of a
 * live object: it matches one life of the slot only. The mark is the slot plus one, and
 * bit 31 is set if the slot is free. So each birth and each death adds a constant to the
 * node.
 *
 *   0        border         known            capacity
 *   | used   | used earlier | never used     |
 *
 * The border never exceeds base.highest. stack_room is at least base.sides.
 * Slots below known have a node and a live bit; memory from known on is new. So growth
 * writes nothing, and old handles find nothing after clear. trim forgets the nodes that
 * it releases: floor rises to the highest of their generations, and new nodes begin
 * there.
 *
 * Reuse, last freed (LIFO): free slots below the border form a stack. Freeing the slot
 * just below the border lowers the border instead, so a burst freed in reverse leaves no
 * trace. Reuse, lowest and next: slotpool_bits.c.
 *
 * A slot retires when its generation would wrap: alloc never returns the slot again. A
 * slot also retires if alloc finds its node overwritten, because the generation is lost
 * then. So no handle ever matches a second life. With handles of 32 bits, generations
 * are short.
 *
 * The header inlines alloc and free for the order last freed without hooks. It must not
 * miss a new peak, so it pops the stack only while more than low slots are free:
 * then the count is below the peak. All other cases come here.
 *
 * Invariants:
 *   live + stacked + gone == border; stacked counts the free slots in each order
 *   gone == retired, except while clear has hidden the stack
 *   border <= low + peak + retired in the order last freed
 *   bits of live from the border to the end of its word are 0
 *
 * Snapshots are in slotpool_save.c.
 */
#define LISH_LIB_
#include <linux-ish/slotpool.h>

#include "ground/given.h"
#include "private/slotpool.h"
#include "core/span.h"

/* Inlined, except where bytes count. */
#if LISH_SMALL_
#define SLOTPOOL_QUICK static
#define SLOTPOOL_APART static
#else
#define SLOTPOOL_QUICK LISH_TINY
#define SLOTPOOL_APART static LISH_NOINLINE
#endif

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
	struct slotpool_extra_ *extra = &pool->extra;

	extra->retired = (lish_word *)(void *)pool->base.stack;
	extra->full = extra->retired + LISH_WORDS(n);
	extra->top = extra->full + LISH_WORDS(LISH_WORDS(n));
}

/* The unit is an entry of the stack. */
static uint32_t slotpool_units(const struct slotpool *pool, uint32_t n)
{
	const uint32_t per_word = sizeof(lish_word) / sizeof(uint32_t);

	return pool->by_bits ? (uint32_t)SLOTPOOL_WORDS_(n) * per_word : n;
}

/* The summaries stand behind the longer bitmap. */
static void slotpool_spread_bits(struct slotpool *pool, uint32_t want)
{
	struct slotpool_extra_ *extra = &pool->extra;
	const uint32_t full = LISH_WORDS(LISH_WORDS(pool->known));
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
	const uint32_t has = slotpool_units(pool, pool->extra.stack_room);
	void *longer;

	longer = lish_pool_side_(base, base->stack,
				 pool->by_bits ? has : base->stacked, has,
				 slotpool_units(pool, want),
				 sizeof(*base->stack));
	if (!longer)
		return -ENOMEM;
	base->stack = (uint32_t *)longer;
	if (pool->by_bits)
		slotpool_spread_bits(pool, want);
	pool->extra.stack_room = want;
	return 0;
}

/*
 * Each array has its own length: after -ENOMEM, the stack may have grown alone. The live
 * bits grow last, so their length is what both have room for.
 */
static int slotpool_fit(struct lish_pool_ *base, uint32_t sides)
{
	struct slotpool *pool = slotpool_of_base(base);
	void *longer;

	if (pool->extra.stack_room < sides && slotpool_fit_stack(pool, sides))
		return -ENOMEM;
	longer = lish_pool_side_(base, pool->live, LISH_WORDS(pool->known),
				 LISH_WORDS(lish_pool_growth_(base)->sides),
				 LISH_WORDS(sides), sizeof(lish_word));
	if (!longer)
		return -ENOMEM;
	pool->live = (lish_word *)longer;
	return 0;
}

static void slotpool_release(struct lish_pool_ *base)
{
	struct slotpool *pool = slotpool_of_base(base);

	lish_pool_free_side_(base, pool->live,
			     LISH_WORDS(lish_pool_growth_(base)->sides),
			     sizeof(lish_word));
	lish_pool_free_side_(base, base->stack,
			     slotpool_units(pool, pool->extra.stack_room),
			     sizeof(uint32_t));
	pool->live = NULL;
	base->stack = NULL;
	pool->extra.stack_room = 0;
}

/* Give the first slot that has no node its first one. */
static void slotpool_know(struct slotpool *pool)
{
	const uint32_t slot = pool->known;

	if (!(slot & LISH_WORD_MASK)) {
		pool->live[slot >> LISH_WORD_SHIFT] = 0;
		if (pool->by_bits)
			pool->by_bits->zero(pool, slot);
	}
	slotpool_set_free_(slotpool_at_slot_(pool, slot), slot, pool->floor);
	pool->known = slot + 1;
}

/* Below made, slots may have no node after a load: give them theirs too. */
static void slotpool_prepare(struct lish_pool_ *base, uint32_t slot)
{
	struct slotpool *pool = slotpool_of_base(base);

	while (pool->known <= slot)
		slotpool_know(pool);
}

static void slotpool_free_slot(struct lish_pool_ *base, uint32_t *mark);
static void slotpool_free_all(lish_op_ op, struct lish_pool_ *base,
			      const void *caller);

#define SLOTPOOL_OPS                                                      \
	LISH_POOL_OPS_OF_("slotpool")                                     \
	0, sizeof(struct slotpool_idx), sizeof(struct slotpool_idx), NULL, \
		slotpool_prepare, slotpool_free_slot, slotpool_free_all

const struct lish_pool_ops_ slotpool_fixed_ops_ = { SLOTPOOL_OPS,
						    LISH_POOL_FIXED_OPS_ };
LISH_EXPORT(slotpool_fixed_ops_)

static const struct lish_pool_ops_ slotpool_growing_ops = {
	SLOTPOOL_OPS, LISH_POOL_GROWING_OPS_(slotpool_fit, slotpool_release)
};

static const struct slotpool_bits_ *slotpool_bits_for(enum slotpool_reuse order)
{
	if (order == SLOTPOOL_LAST_FREED)
		return NULL;
	return order == SLOTPOOL_LOWEST ? &slotpool_lowest_ : &slotpool_next_;
}

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
			      &slotpool_growing_ops, config);
	if (err)
		return err;
	if (config)
		pool->by_bits = slotpool_bits_for(config->reuse);
	pool->last = SLOTPOOL_RETIRED_;
	slotpool_refresh_(pool);
	err = lish_pool_initial_(&pool->base, config);
	if (err)
		memset(pool, 0, sizeof(*pool));
	return err;
}
LISH_EXPORT(slotpool_init_)

void slotpool_init_in_(struct slotpool *pool, size_t size, size_t offset,
		       size_t n, void *mem)
{
	memset(pool, 0, sizeof(*pool));
	if (!lish_given_memory_("slotpool_init_in", pool, mem, n))
		return;
	pool->live = (lish_word *)lish_pool_after_(mem, n, size,
						   LISH_ALIGNOF(lish_word));
	/* The free slots follow, as in SLOTPOOL_STORAGE(). */
	lish_pool_init_in_(&pool->base, size, offset, n, mem,
			   (uint32_t *)(void *)(pool->live + LISH_WORDS(n)),
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
	pool->by_bits = slotpool_bits_for(order);
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
	base->flags = (uint8_t)bits;
	pool->last = slotpool_last_of_bits_(bits);
	slotpool_refresh_(pool);
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

	if (!lish_pool_at_rest_(op, &pool->base))
		return;
	if (offset > pool->base.size || size > pool->base.size - offset) {
		lish_misuse_(op, pool, NULL, LISH_BAD_RANGE);
		return;
	}
	pool->extra.saved = true;
	pool->extra.saved_offset = (uint32_t)offset;
	pool->extra.saved_size = (uint32_t)size;
}
LISH_EXPORT(slotpool_set_saved)

/* The highest live index up to a given one, or -1. */
static int32_t slotpool_last_live(const struct slotpool *pool, uint32_t index)
{
	const uint32_t border = pool->base.border;
	uint32_t word;
	lish_word bits;

	if (!border)
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

/* One more than the highest slot that is live or retired, or 0. */
static uint32_t slotpool_taken_end(const struct slotpool *pool)
{
	const int32_t last = slotpool_last_live(pool, pool->base.border);
	const uint32_t end = (uint32_t)(last + 1);
	uint32_t i;

	for (i = pool->base.border; pool->retired && i > end; i--) {
		if (!slotpool_usable_(pool, i - 1))
			return i;
	}
	return end;
}

/* The slot is not live, and alloc never takes it again. */
static void slotpool_retire(struct slotpool *pool, uint32_t *mark,
			    uint32_t index)
{
	slotpool_set_free_(mark, index, SLOTPOOL_RETIRED_);
	pool->retired++;
	pool->base.gone++;
	lish_pool_changed_(&pool->base, LISH_POOL_CHANGED_);
	if (pool->by_bits)
		pool->by_bits->retire(pool, index);
}

/* No object is live. Retired slots stay; all others below the last of them are free. */
static void slotpool_start_over(struct slotpool *pool)
{
	struct lish_pool_ *base = &pool->base;
	const uint32_t end = slotpool_taken_end(pool);
	uint32_t i, free = 0;

	pool->retired = 0;
	for (i = end; i-- > 0;) {
		if (!slotpool_usable_(pool, i)) {
			slotpool_retire(pool, slotpool_at_slot_(pool, i), i);
			continue;
		}
		if (!pool->by_bits)
			base->stack[free] = i;
		free++;
	}
	base->border = end;
	base->gone = pool->retired;
	lish_pool_set_stacked_(base, free);
	if (pool->by_bits)
		pool->by_bits->rebuild(pool);
	slotpool_refresh_(pool);
}

void slotpool_set_hooks(struct slotpool *pool,
			const struct lish_pool_hooks *hooks, void *ctx)
{
	lish_op_ op = "slotpool_set_hooks";
	struct lish_pool_ *base = &pool->base;
	uint32_t border, hidden;

	if (!lish_pool_at_rest_(op, base))
		return;
	border = base->border;
	if (!lish_pool_replace_hooks_(op, base, hooks, ctx, &slotpool_fixed_ops_,
				      LISH_CALLER_()))
		return;
	/* make runs in the order of the slots. */
	base->border = border;
	slotpool_start_over(pool);
	/* alloc skips retired slots, but a load may bring them back: make them now. */
	if (pool->retired) {
		/* make must not allocate slots that are not made yet; bits heed room. */
		hidden = pool->by_bits ? 0 : base->stacked;
		base->gone += hidden;
		base->stacked -= hidden;
		lish_pool_make_(base, base->border);
		base->gone -= hidden;
		lish_pool_set_stacked_(base, base->stacked + hidden);
		slotpool_refresh_(pool);
	}
}
LISH_EXPORT(slotpool_set_hooks)

/* Report a free slot whose node was overwritten, and retire it. */
static LISH_COLD void slotpool_lose(lish_op_ op, struct slotpool *pool,
				    uint32_t index, const void *caller)
{
	uint32_t *mark = slotpool_at_slot_(pool, index);

	lish_report_(op, pool, mark, LISH_BAD_INDEX, caller);
	slotpool_retire(pool, mark, index);
}

/* Move the border up past a slot. */
LISH_TINY void slotpool_pass(struct slotpool *pool, uint32_t index)
{
	struct lish_pool_ *base = &pool->base;

	if (lish_unlikely(index >= pool->known))
		slotpool_know(pool);
	base->border = index + 1;
	if (base->highest < base->border)
		base->highest = base->border;
}

/* The free slot that the order chooses. SLOTPOOL_NO_SLOT_: it has no memory. */
SLOTPOOL_QUICK uint32_t slotpool_choose(struct slotpool *pool)
{
	const struct lish_pool_ *base = &pool->base;
	uint32_t index = base->border;

	if (base->stacked) {
		if (!pool->by_bits)
			return lish_pool_top_(base, base->size);
		index = pool->by_bits->find(pool);
	}
	/* room ends what is made, also below the border. */
	return index < base->room ? index : SLOTPOOL_NO_SLOT_;
}

/*
 * Take a free slot that has memory: the top of the stack, the border, or any slot in the
 * orders by bits. Its node may have been overwritten.
 */
SLOTPOOL_QUICK uint32_t *slotpool_take_slot(struct slotpool *pool, uint32_t index)
{
	struct lish_pool_ *base = &pool->base;

	if (index < base->border) {
		lish_pool_changed_(base, LISH_POOL_POPPED_);
	} else {
		slotpool_pass(pool, index);
		lish_pool_changed_(base, LISH_POOL_CHANGED_);
	}
	return slotpool_at_slot_(pool, index);
}

/* The object of a new life, after hooks and poison. */
SLOTPOOL_APART void *slotpool_finish(struct slotpool *pool, uint32_t *mark,
					   bool zero)
{
	struct lish_pool_ *base = &pool->base;
	void *object = lish_pool_object_(base, mark);

	if (base->watch)
		base->ops->watch->allocated(base, mark, zero);
	else if (zero)
		lish_pool_zero_(object, base->size, base->offset,
				sizeof(struct slotpool_idx));
	if (pool->low != SLOTPOOL_LOOK_)
		slotpool_refresh_(pool);
	return object;
}

/* Begin the life of a slot that was taken. Returns the object. */
SLOTPOOL_QUICK void *slotpool_begin(struct slotpool *pool, uint32_t *mark,
				    uint32_t index, bool zero)
{
	const uint32_t count = lish_pool_count_(&pool->base);

	slotpool_start_(pool, mark, index, slotpool_node_(mark));
	if (count > pool->peak)
		pool->peak = count;
	if (pool->by_bits)
		pool->by_bits->born(pool, index);
	if (LISH_SMALL_ ||
	    lish_unlikely(!pool->by_bits || zero || pool->base.watch))
		return slotpool_finish(pool, mark, zero);
	return lish_pool_object_(&pool->base, mark);
}

void *slotpool_alloc_slow_(lish_op_ op, struct slotpool *pool, bool zero)
{
	uint32_t index, *mark;

	for (;;) {
		index = slotpool_choose(pool);
		if (lish_likely(index != SLOTPOOL_NO_SLOT_)) {
			mark = slotpool_take_slot(pool, index);
			if (lish_likely(*mark == LISH_POOL_FREE_MARK_(index)))
				return slotpool_begin(pool, mark, index, zero);
			slotpool_lose(op, pool, index, LISH_CALLER_());
		} else if (lish_pool_grow_for_(op, &pool->base, LISH_CALLER_())) {
			return NULL;
		}
	}
}
LISH_EXPORT(slotpool_alloc_slow_)

/* No slot has a node yet, so what follows reports nothing. */
void *slotpool_alloc_first_(lish_op_ op, struct slotpool *pool, size_t size,
			    size_t offset, bool zero)
{
	if (!lish_pool_unsealed_for_(op, &pool->base, size, offset,
				     LISH_CALLER_()))
		return NULL;
	return slotpool_alloc_slow_(op, pool, zero);
}
LISH_EXPORT(slotpool_alloc_first_)

void *slotpool_alloc_tail_slow_(lish_op_ op, struct slotpool *pool)
{
	struct lish_pool_ *base = &pool->base;
	uint32_t index, *mark;

	for (;;) {
		index = base->border;
		if (index < base->room) {
			mark = slotpool_take_slot(pool, index);
			if (lish_likely(*mark == LISH_POOL_FREE_MARK_(index)))
				return slotpool_begin(pool, mark, index, false);
			slotpool_lose(op, pool, index, LISH_CALLER_());
		} else if (lish_pool_grow_for_(op, base, LISH_CALLER_())) {
			return NULL;
		}
	}
}
LISH_EXPORT(slotpool_alloc_tail_slow_)

/* Move a slot to the top of the stack. false if it is not there. */
static bool slotpool_lift(struct lish_pool_ *base, uint32_t index)
{
	const uint32_t top = base->stacked - 1;
	uint32_t i = top + 1;

	while (i && base->stack[i - 1] != index)
		i--;
	if (!i--)
		return false;
	memmove(base->stack + i, base->stack + i + 1,
		(top - i) * sizeof(*base->stack));
	base->stack[top] = index;
	return true;
}

/* alloc returns the skipped slots after all earlier free ones, lowest first. */
static void slotpool_skip_to(lish_op_ op, struct slotpool *pool, uint32_t index,
			     const void *caller)
{
	struct lish_pool_ *base = &pool->base;
	const uint32_t stacked = base->stacked, first = base->border;
	uint32_t i, n = 0;

	for (i = first; i < index; i++) {
		slotpool_pass(pool, i);
		if (slotpool_usable_(pool, i))
			n++;
		else
			slotpool_lose(op, pool, i, caller);
	}
	lish_pool_set_stacked_(base, stacked + n);
	if (pool->by_bits)
		return;
	memmove(base->stack + n, base->stack, stacked * sizeof(*base->stack));
	for (i = first; i < index; i++) {
		if (slotpool_usable_(pool, i))
			base->stack[--n] = i;
	}
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

void *slotpool_alloc_at_slow_(lish_op_ op, struct slotpool *pool, uint32_t index)
{
	struct lish_pool_ *base = &pool->base;
	uint32_t *mark;

	if (!slotpool_reach(base, index))
		return NULL;
	/* make runs in the order of the slots. */
	if (base->hooks && index > base->made) {
		if (lish_pool_busy_(base))
			return NULL;
		lish_pool_make_(base, index);
	}
	if (index >= base->border)
		slotpool_skip_to(op, pool, index, LISH_CALLER_());
	else if (slotpool_bit_(pool->live, index) ||
		 slotpool_retired_(pool, index) ||
		 (!pool->by_bits && !slotpool_lift(base, index)))
		return NULL;
	mark = slotpool_take_slot(pool, index);
	if (lish_likely(*mark == LISH_POOL_FREE_MARK_(index)))
		return slotpool_begin(pool, mark, index, false);
	slotpool_lose(op, pool, index, LISH_CALLER_());
	return NULL;
}
LISH_EXPORT(slotpool_alloc_at_slow_)

/* End the life of a slot, which becomes free or retires. */
SLOTPOOL_QUICK void slotpool_end(struct slotpool *pool, uint32_t *mark,
				 uint32_t index)
{
	pool->live[index >> LISH_WORD_SHIFT] &= ~slotpool_mask_(index);
	if (lish_unlikely(mark[1] >= pool->last - 1)) {
		slotpool_retire(pool, mark, index);
		return;
	}
	slotpool_set_free_(mark, index, mark[1] + 1);
	if (pool->by_bits)
		pool->by_bits->died(pool, index);
	else
		slotpool_push_(&pool->base, index);
}

static void slotpool_free_slot(struct lish_pool_ *base, uint32_t *mark)
{
	slotpool_end(slotpool_of_base(base), mark, *mark - 1);
}

bool slotpool_free_slow_(lish_op_ op, struct slotpool *pool, uint32_t *mark,
			 uint32_t index)
{
	struct lish_pool_ *base = &pool->base;

	/* Level 0: the node may be overwritten; the index is right. */
	*mark = index + 1;
	if (lish_unlikely(base->watch))
		return base->ops->watch->free(op, base, mark, LISH_CALLER_());
	slotpool_end(pool, mark, index);
	return true;
}
LISH_EXPORT(slotpool_free_slow_)

/* If the node of a live object was overwritten, its slot retires at its free. */
static void slotpool_mend(const struct slotpool *pool, uint32_t *mark,
			  uint32_t index)
{
	if (!slotpool_life_ok_(pool, index))
		mark[1] = pool->last - 1;
}

/*
 * The stack is emptied before each hook, so an alloc in a hook needs a free in the same
 * hook, of an object that this loop has not reached: it ends. In the orders by bits an
 * alloc finds nothing while the pool is closed.
 */
static void slotpool_free_all(lish_op_ op, struct lish_pool_ *base,
			      const void *caller)
{
	struct slotpool *pool = slotpool_of_base(base);
	uint32_t index, *mark;

	lish_pool_close_(base);
	for (index = base->border; index-- > 0;) {
		if (!pool->by_bits)
			lish_pool_drop_stack_(base);
		mark = slotpool_mark_(pool, index, base->size);
		if (!mark)
			continue;
		slotpool_mend(pool, mark, index);
		lish_pool_mend_(op, base, mark, index + 1, caller);
		(void)base->ops->watch->free(op, base, mark, caller);
	}
	lish_pool_open_(base);
}

/* Runs no hooks. */
static void slotpool_forget_all(struct slotpool *pool)
{
	struct lish_pool_ *base = &pool->base;
	const uint32_t words = LISH_WORDS(base->border);
	uint32_t word, index, *mark;
	lish_word bits;

	for (word = 0; word < words; word++) {
		for (bits = pool->live[word]; bits; bits &= bits - 1) {
			index = (word << LISH_WORD_SHIFT) + lish_ctz(bits);
			mark = slotpool_at_slot_(pool, index);
			slotpool_mend(pool, mark, index);
			if (mark[1] >= pool->last - 1)
				slotpool_retire(pool, mark, index);
			else
				slotpool_set_free_(mark, index, mark[1] + 1);
		}
		pool->live[word] = 0;
	}
}

static void slotpool_empty_all(lish_op_ op, struct slotpool *pool,
			       const void *caller)
{
	if (lish_pool_has_fini_(&pool->base)) {
		slotpool_free_all(op, &pool->base, caller);
	} else {
		slotpool_forget_all(pool);
		lish_pool_poison_all_(&pool->base);
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
	struct lish_pool_ *base = &pool->base;
	uint32_t end, i;

	if (!lish_pool_at_rest_("slotpool_trim", base) ||
	    !lish_pool_grows_(base))
		return;
	end = slotpool_taken_end(pool);
	/* Keep overwritten nodes: their generations are lost. */
	for (i = pool->known; i > end; i--) {
		if (!slotpool_usable_(pool, i - 1))
			end = i;
	}
	end = lish_pool_round_(base, end);
	for (i = end; i < pool->known; i++) {
		if (pool->floor < slotpool_at_slot_(pool, i)[1])
			pool->floor = slotpool_at_slot_(pool, i)[1];
	}
	if (pool->known > end)
		pool->known = end;
	/* The base would look for the slots on the stack. */
	if (pool->by_bits && base->border > end) {
		lish_pool_set_stacked_(base, base->stacked - (base->border - end));
		base->border = end;
	}
	lish_pool_cut_(base, end);
	slotpool_refresh_(pool);
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
	stats = lish_pool_stats_("slotpool_stats", base, 0);
	stats.peak = pool->peak;
	stats.retired = pool->retired;
	n = stack = base->capacity;
	if (lish_pool_grows_(base)) {
		n = lish_pool_growth_(base)->sides;
		stack = pool->extra.stack_room;
	}
	stats.bytes += LISH_WORDS(n) * sizeof(lish_word) +
		       (size_t)slotpool_units(pool, stack) * sizeof(uint32_t);
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
	if (!lish_pool_begun_("slotpool_prev_live", &pool->base))
		return -1;
	return slotpool_last_live(pool, index);
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

static enum lish_reason slotpool_check_slots(const struct slotpool *pool,
					     const struct slotpool_idx **fault)
{
	const struct lish_pool_ *base = &pool->base;
	const uint32_t border = base->border;
	uint32_t i, live = 0, retired = 0, *mark;
	uint64_t sum = 0;

	for (i = 0; i < pool->known; i++) {
		mark = slotpool_at_slot_(pool, i);
		*fault = (const struct slotpool_idx *)(void *)mark;
		if (i < border && slotpool_bit_(pool->live, i)) {
			live++;
			if (!slotpool_life_ok_(pool, i))
				return LISH_BAD_INDEX;
		} else if (i < border && slotpool_retired_(pool, i)) {
			retired++;
			if (*mark != LISH_POOL_FREE_MARK_(i))
				return LISH_BAD_INDEX;
		} else {
			sum += i < border ? lish_pool_hash_(i) : 0;
			if (!slotpool_usable_(pool, i))
				return LISH_BAD_INDEX;
		}
	}
	*fault = NULL;
	/* Bits above the border are 0: loops do not mask them. */
	if (border & LISH_WORD_MASK && pool->live[border >> LISH_WORD_SHIFT] >>
					       (border & LISH_WORD_MASK))
		return LISH_BAD_COUNT;
	if (live != lish_pool_count_(base) || retired != pool->retired)
		return LISH_BAD_COUNT;
	/* While clear runs, free slots are off the stack. */
	if (base->closed)
		return LISH_OK;
	if (base->gone != retired)
		return LISH_BAD_COUNT;
	return pool->by_bits || lish_pool_stack_ok_(base, sum)
		       ? LISH_OK
		       : LISH_BAD_INDEX;
}

static bool slotpool_low_ok(const struct slotpool *pool)
{
	const struct lish_pool_ *base = &pool->base;

	/* Nothing is inline, also before the first alloc. */
	if ((pool->low == SLOTPOOL_LOOK_ || !pool->known) && !pool->ready &&
	    !pool->old)
		return true;
	return pool->old == (uint64_t)(pool->last - 1) << 32 &&
	       !pool->by_bits && !base->watch &&
	       pool->ready <= pool->known &&
	       pool->ready <= pool->peak + pool->retired &&
	       (uint64_t)pool->low + pool->peak + pool->retired >= base->border;
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
	if (!lish_pool_whole_seal_(base))
		return LISH_UNINITIALIZED;
	if (base->border > pool->known || pool->known > base->capacity ||
	    base->border > base->highest ||
	    base->stacked > base->border || !slotpool_low_ok(pool) ||
	    pool->floor & 1 || pool->floor >= pool->last ||
	    pool->last !=
		    slotpool_last_of_bits_(base->flags))
		return LISH_BAD_COUNT;
	reason = slotpool_check_slots(pool, fault);
	if (reason == LISH_OK && pool->by_bits && !pool->by_bits->ok(pool))
		reason = LISH_BAD_INDEX;
	return reason;
}
LISH_EXPORT(slotpool_check)
