// SPDX-License-Identifier: MIT
/*
 * slotpool_orders.c - the orders lowest and next of a slotpool: bitmaps in place of the stack
 *
 * A slot is taken if it is live, retired, or lent to a lease. live has a bit per slot, and so has
 * retired, for both others. full has a bit per word of these, set if all its slots are taken, and
 * top one per word of full, set if all bits of that word are set.
 *
 * Lowest (first fit): alloc stays in the first word that is not full, hint, and finds
 * the next one by the summaries. The slot below the border is always taken: free
 * lowers the border past free slots. An alloc has paid for each step down.
 *
 * Next (next fit): alloc goes on after the slot that it took last, up to a summary
 * where the slots are taken, and down again. free leaves the border alone. After the
 * border alloc starts again at the lowest free slot; a fixed pool uses its fresh slots
 * first. Not so a growing pool: its indices must not depend on memory that it happens
 * to have.
 *
 * Bits from the border up to known are 0.
 *
 * The door to slotpool.c is slotpool_slots.h. slotpool.c comes here by slotpool_orders_ only, so a
 * program without these orders does not link this file.
 */
#define LISH_LIB_
#include "slotpool_slots.h"

/* Questions. */

/* Taken slots of a word. */
static inline lish_word slotpool_order_taken_(const struct slotpool *pool, uint32_t word)
{
	return pool->blocks[word].live | pool->extra.retired[word];
}

/*
 * Go on to the first zero bit of this word. If there is none, go to the next word and
 * return false.
 */
static inline bool slotpool_order_gap_(const lish_word *bits, uint32_t *at)
{
	const lish_word gaps = ~bits[*at >> LISH_WORD_SHIFT] >> (*at & LISH_WORD_MASK);

	*at = gaps ? *at + lish_ctz(gaps) : (*at | LISH_WORD_MASK) + 1;
	return gaps != 0;
}

/* The first word from at on that is not full; at least words if there is none. */
static uint32_t slotpool_order_word_(const struct slotpool_extra_ *extra, uint32_t at,
				     uint32_t words)
{
	const uint32_t full = LISH_WORDS(words);

	if (at >= words || slotpool_order_gap_(extra->full, &at))
		return at;
	at >>= LISH_WORD_SHIFT;
	while (at < full && !slotpool_order_gap_(extra->top, &at))
		;
	at <<= LISH_WORD_SHIFT;
	if (at < words)
		(void)slotpool_order_gap_(extra->full, &at);
	return at;
}

/* The free slots of a word, from one on. */
LISH_INLINE LISH_WRAPS_ lish_word
slotpool_order_gaps_(const struct slotpool *pool, uint32_t at)
{
	return ~slotpool_order_taken_(pool, at >> LISH_WORD_SHIFT) &
	       LISH_WORD_ALL << (at & LISH_WORD_MASK);
}

/* The first of these. There must be one. */
LISH_INLINE uint32_t slotpool_order_first_(const struct slotpool *pool, uint32_t at)
{
	return (at & ~(uint32_t)LISH_WORD_MASK) + lish_ctz(slotpool_order_gaps_(pool, at));
}

/* The first free slot from at on; the border or more if there is none below it. */
static uint32_t slotpool_order_from_(const struct slotpool *pool, uint32_t at)
{
	const uint32_t border = pool->base.border, words = LISH_WORDS(border);

	if (at < border && !slotpool_order_gaps_(pool, at)) {
		at = slotpool_order_word_(&pool->extra, (at >> LISH_WORD_SHIFT) + 1, words);
		at = at < words ? at << LISH_WORD_SHIFT : border;
	}
	return at < border ? slotpool_order_first_(pool, at) : at;
}

static bool slotpool_order_ok_(const struct slotpool *pool)
{
	const struct slotpool_extra_ *extra = &pool->extra;
	const uint32_t border = pool->base.border, words = LISH_WORDS(border);
	uint32_t i, end = 0;

	if (extra->hint > words)
		return false;
	for (i = 0; i < border; i++) {
		const bool live = slotpool_is_live_(pool, i);

		if (slotpool_bit_(extra->retired, i) !=
		    (!live && (slotpool_retired_(pool, i) || slotpool_lent_(pool, i))))
			return false;
		if (live || slotpool_bit_(extra->retired, i))
			end = i + 1;
	}
	for (i = 0; i < words; i++) {
		const bool full = slotpool_order_taken_(pool, i) == LISH_WORD_ALL;

		if (slotpool_bit_(extra->full, i) != full || (i < extra->hint && !full))
			return false;
	}
	for (i = 0; i < LISH_WORDS(words); i++) {
		if (slotpool_bit_(extra->top, i) != (extra->full[i] == LISH_WORD_ALL))
			return false;
	}
	return end == border || pool->order == LISH_NEXT;
}

/* Changes. */

/* There is a free slot below the border. */
static uint32_t slotpool_lowest_find_(struct slotpool *pool)
{
	uint32_t *hint = &pool->extra.hint;
	const uint32_t at = slotpool_order_from_(pool, *hint << LISH_WORD_SHIFT);

	*hint = at >> LISH_WORD_SHIFT;
	return at;
}

static uint32_t slotpool_order_find_(struct slotpool *pool)
{
	const struct lish_pool_ *base = &pool->base;
	const uint32_t at = slotpool_order_from_(pool, pool->extra.next);

	if (pool->order == LISH_NEXT) {
		/* In a hook of make only the slots below room are made. */
		if (at < base->border && at < base->room)
			return at;
		/* The capacity of a growing pool differs between machines. */
		if (base->border < base->room && !base->growth)
			return base->border;
	}
	return slotpool_lowest_find_(pool);
}

/* All slots of this word are taken now. */
static inline void slotpool_order_fill_(struct slotpool_extra_ *extra, uint32_t word)
{
	const uint32_t full = word >> LISH_WORD_SHIFT;

	extra->full[full] |= slotpool_live_mask_(word);
	if (extra->full[full] == LISH_WORD_ALL)
		extra->top[full >> LISH_WORD_SHIFT] |= slotpool_live_mask_(full);
}

/* A slot of this word is taken now. */
static inline void slotpool_order_took_(struct slotpool *pool, uint32_t word)
{
	if (lish_unlikely(slotpool_order_taken_(pool, word) == LISH_WORD_ALL))
		slotpool_order_fill_(&pool->extra, word);
}

static inline void slotpool_order_born_(struct slotpool *pool, uint32_t index)
{
	pool->extra.next = index + 1;
	slotpool_order_took_(pool, index >> LISH_WORD_SHIFT);
}

static void slotpool_order_retire_(struct slotpool *pool, uint32_t index)
{
	const uint32_t word = index >> LISH_WORD_SHIFT;

	pool->extra.retired[word] |= slotpool_live_mask_(index);
	slotpool_order_took_(pool, word);
}

/* A slot of this word, which was full, is free now. */
static LISH_NOINLINE void slotpool_order_open_(struct slotpool_extra_ *extra, uint32_t word)
{
	const uint32_t full = word >> LISH_WORD_SHIFT;

	extra->full[full] &= ~slotpool_live_mask_(word);
	extra->top[full >> LISH_WORD_SHIFT] &= ~slotpool_live_mask_(full);
	if (word < extra->hint)
		extra->hint = word;
}

/* The border falls to the highest of the taken slots of a word. */
LISH_INLINE void slotpool_order_fall_(struct lish_pool_ *base, uint32_t word, lish_word taken)
{
	const uint32_t end = base->border;

	base->border = taken ? ((word + 1) << LISH_WORD_SHIFT) - lish_clz(taken) : 0;
	base->stacked -= end - base->border;
}

/* The same where that word may have none. */
static LISH_NOINLINE void slotpool_order_fall_far_(struct slotpool *pool, uint32_t word)
{
	lish_word taken = slotpool_order_taken_(pool, word);

	while (!taken && word)
		taken = slotpool_order_taken_(pool, --word);
	slotpool_order_fall_(&pool->base, word, taken);
}

/* This slot is free now. live: what is left of its word. What comes last is a jump. */
LISH_INLINE void slotpool_order_free_(struct slotpool *pool, uint32_t index, lish_word live)
{
	const uint32_t word = index >> LISH_WORD_SHIFT;
	const lish_word taken = live | pool->extra.retired[word];

	lish_pool_changed_(&pool->base, LISH_POOL_PUSHED_);
	if (index + 1 == pool->base.border && pool->order == LISH_LOWEST) {
		if (lish_unlikely(!taken)) {
			slotpool_order_fall_far_(pool, word);
			return;
		}
		slotpool_order_fall_(&pool->base, word, taken);
	}
	if (lish_unlikely((taken | slotpool_live_mask_(index)) == LISH_WORD_ALL))
		slotpool_order_open_(&pool->extra, word);
}

static void slotpool_order_died_(struct slotpool *pool, uint32_t index)
{
	slotpool_order_free_(pool, index, slotpool_block_of_(pool, index)->live);
}

static void slotpool_order_zero_(struct slotpool *pool, uint32_t slot)
{
	struct slotpool_extra_ *extra = &pool->extra;
	const uint32_t word = slot >> LISH_WORD_SHIFT;
	const uint32_t full = word >> LISH_WORD_SHIFT;

	extra->retired[word] = 0;
	if (word & LISH_WORD_MASK)
		return;
	extra->full[full] = 0;
	if (!(full & LISH_WORD_MASK))
		extra->top[full >> LISH_WORD_SHIFT] = 0;
}

static void slotpool_order_rebuild_(struct slotpool *pool)
{
	const uint32_t border = pool->base.border;
	struct slotpool_extra_ *extra = &pool->extra;
	uint32_t i;

	extra->hint = 0;
	extra->next = 0;
	for (i = 0; i < pool->known; i += LISH_WORD_BITS)
		slotpool_order_zero_(pool, i);
	for (i = 0; pool->retired && i < border; i++) {
		if (slotpool_retired_(pool, i))
			extra->retired[i >> LISH_WORD_SHIFT] |= slotpool_live_mask_(i);
	}
	for (i = 0; i < LISH_WORDS(border); i++)
		slotpool_order_took_(pool, i);
}

static void slotpool_order_place_(struct slotpool *pool, uint32_t n)
{
	struct slotpool_extra_ *extra = &pool->extra;

	extra->retired = (lish_word *)(void *)pool->base.stack;
	extra->full = extra->retired + LISH_WORDS(n);
	extra->top = extra->full + LISH_WORDS(LISH_WORDS(n));
}

/* The summaries stand behind the longer bitmap. */
static void slotpool_order_spread_(struct slotpool *pool, uint32_t from, uint32_t to)
{
	struct slotpool_extra_ *extra = &pool->extra;
	const uint32_t full = LISH_WORDS(LISH_WORDS(pool->known));
	const lish_word *old_full, *old_top;

	slotpool_order_place_(pool, from);
	old_full = extra->full;
	old_top = extra->top;
	slotpool_order_place_(pool, to);
	memmove(extra->top, old_top, LISH_WORDS(full) * sizeof(*old_top));
	memmove(extra->full, old_full, full * sizeof(*old_full));
}

/* Births and deaths where only the slot and its word change. Others go back to slotpool.c. */

/* The slot has a node. */
LISH_INLINE void *slotpool_order_take_(struct slotpool *pool, struct slotpool_block_ *block,
				       uint32_t index, bool fresh, struct lish_call_ call)
{
	const uint32_t word = index >> LISH_WORD_SHIFT;
	uint32_t *mark = slotpool_in_block_(pool, block, index);

	if (lish_unlikely(slotpool_take_of_(pool, block, mark, index, fresh) != LISH_OK))
		return slotpool_any_birth_(pool, call);
	if (pool->order == LISH_NEXT)
		pool->extra.next = index + 1;
	if (lish_unlikely((block->live | pool->extra.retired[word]) == LISH_WORD_ALL))
		slotpool_order_fill_(&pool->extra, word);
	return lish_pool_object_(&pool->base, mark);
}

static LISH_NOINLINE void *slotpool_order_seek_(struct slotpool *pool, struct lish_call_ call)
{
	const uint32_t index = slotpool_order_find_(pool);

	if (index >= pool->base.border)
		return slotpool_any_birth_(pool, call);
	return slotpool_order_take_(pool, slotpool_block_of_(pool, index), index, false, call);
}

/* All slots below the border are live or retired. */
static LISH_NOINLINE void *slotpool_order_rise_(struct slotpool *pool, struct lish_call_ call)
{
	struct lish_pool_ *base = &pool->base;
	const uint32_t index = base->border;

	if (index >= base->room)
		return slotpool_any_birth_(pool, call);
	if (index >= pool->known)
		slotpool_know_(pool);
	if (base->highest <= index)
		base->highest = index + 1;
	return slotpool_order_take_(pool, slotpool_block_of_(pool, index), index, true, call);
}

/* There is a free slot below the border, and no word before the hint has one. */
LISH_INLINE void *slotpool_lowest_birth_(struct slotpool *pool, struct lish_call_ call)
{
	const size_t word = pool->extra.hint;
	struct slotpool_block_ *block = pool->blocks + word;
	const lish_word free = ~(block->live | pool->extra.retired[word]);

	if (lish_unlikely(!free))
		return slotpool_order_seek_(pool, call);
	return slotpool_order_take_(pool, block,
				    (uint32_t)(word << LISH_WORD_SHIFT) + lish_ctz(free), false,
				    call);
}

/* There is a free slot below the border, perhaps not after the one that was taken last. */
LISH_INLINE void *slotpool_next_birth_(struct slotpool *pool, struct lish_call_ call)
{
	const uint32_t border = pool->base.border;
	uint32_t at = pool->extra.next;

	if (lish_unlikely(at >= border || !slotpool_order_gaps_(pool, at)))
		return slotpool_order_seek_(pool, call);
	at = slotpool_order_first_(pool, at);
	if (lish_unlikely(at >= border))
		return slotpool_order_seek_(pool, call);
	return slotpool_order_take_(pool, slotpool_block_of_(pool, at), at, false, call);
}

/* A leaf while the word that it looks at first has a free slot. */
static void *slotpool_order_birth_(struct slotpool *pool, struct lish_call_ call)
{
	if (!pool->base.stacked)
		return slotpool_order_rise_(pool, call);
	return pool->order == LISH_LOWEST ? slotpool_lowest_birth_(pool, call)
					  : slotpool_next_birth_(pool, call);
}

static void slotpool_order_death_(struct slotpool *pool, struct slotpool_block_ *block,
				  uint32_t *mark, uint64_t node)
{
	const uint32_t index = (uint32_t)node - 1;
	const lish_word live = block->live ^ slotpool_live_mask_(index);

	if (lish_unlikely(node >= pool->quick_order)) {
		slotpool_any_death_(pool, mark);
		return;
	}
	block->live = live;
	slotpool_set_node_(mark, node + SLOTPOOL_DEATH_);
	slotpool_order_free_(pool, index, live);
}

const struct slotpool_order_ops_ slotpool_order_ = {
	slotpool_order_find_, slotpool_order_born_, slotpool_order_died_,
	slotpool_order_retire_, slotpool_order_zero_, slotpool_order_rebuild_,
	slotpool_order_spread_, slotpool_order_ok_,
	LISH_SMALL_ ? NULL : slotpool_order_birth_,
	LISH_SMALL_ ? NULL : slotpool_order_death_
};
