// SPDX-License-Identifier: MIT
/*
 * slotpool_bits.c - the orders lowest and next: bitmaps in place of the stack
 *
 * A slot is taken if it is live or retired. live and retired have a bit per slot. full has
 * a bit per word of these, set if all its slots are taken, and top one per word of full,
 * set if all bits of that word are set.
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
 */
#define LISH_LIB_
#include <linux-ish/slotpool.h>

#include "slotpool_slots.h"

/* Taken slots of a word. */
static inline lish_word slotpool_bits_taken_(const struct slotpool *pool,
					uint32_t word)
{
	return pool->live[word] | pool->extra.retired[word];
}

/*
 * Go on to the first zero bit of this word. If there is none, go to the next word and
 * return false.
 */
static inline bool slotpool_bits_gap_(const lish_word *bits, uint32_t *at)
{
	const lish_word gaps = ~bits[*at >> LISH_WORD_SHIFT] >>
			       (*at & LISH_WORD_MASK);

	*at = gaps ? *at + lish_ctz(gaps) : (*at | LISH_WORD_MASK) + 1;
	return gaps != 0;
}

/* The first word from at on that is not full; at least words if there is none. */
static LISH_NOINLINE uint32_t slotpool_bits_word_(
	const struct slotpool_extra_ *extra, uint32_t at, uint32_t words)
{
	const uint32_t full = LISH_WORDS(words);

	if (at >= words || slotpool_bits_gap_(extra->full, &at))
		return at;
	at >>= LISH_WORD_SHIFT;
	while (at < full && !slotpool_bits_gap_(extra->top, &at))
		;
	at <<= LISH_WORD_SHIFT;
	if (at < words)
		(void)slotpool_bits_gap_(extra->full, &at);
	return at;
}

/* The first free slot from at on; the border or more if there is none below it. */
static inline uint32_t slotpool_bits_from_(const struct slotpool *pool, uint32_t at)
{
	const uint32_t border = pool->base.border, words = LISH_WORDS(border);
	uint32_t word = at >> LISH_WORD_SHIFT;
	lish_word gaps;

	if (at >= border)
		return at;
	gaps = ~slotpool_bits_taken_(pool, word) & LISH_WORD_ALL
						  << (at & LISH_WORD_MASK);
	if (lish_unlikely(!gaps)) {
		word = slotpool_bits_word_(&pool->extra, word + 1,
					  words);
		if (word >= words)
			return border;
		gaps = ~slotpool_bits_taken_(pool, word);
	}
	return (word << LISH_WORD_SHIFT) + lish_ctz(gaps);
}

/* There is a free slot below the border. */
static uint32_t slotpool_lowest_find_(struct slotpool *pool)
{
	uint32_t *hint = &pool->extra.hint;
	const uint32_t at = slotpool_bits_from_(pool, *hint << LISH_WORD_SHIFT);

	*hint = at >> LISH_WORD_SHIFT;
	return at;
}

static uint32_t slotpool_next_find_(struct slotpool *pool)
{
	const struct lish_pool_ *base = &pool->base;
	const uint32_t at =
		slotpool_bits_from_(pool, pool->extra.next);

	/* In a hook of make only the slots below room are made. */
	if (at < base->border && at < base->room)
		return at;
	/* The capacity of a growing pool differs between machines. */
	if (base->border < base->room && !lish_pool_grows_(base))
		return base->border;
	return slotpool_lowest_find_(pool);
}

/* All slots of this word are taken now. */
static LISH_NOINLINE void slotpool_bits_fill_(struct slotpool_extra_ *extra,
					     uint32_t word)
{
	const uint32_t full = word >> LISH_WORD_SHIFT;

	extra->full[full] |= slotpool_live_mask_(word);
	if (extra->full[full] == LISH_WORD_ALL)
		extra->top[full >> LISH_WORD_SHIFT] |= slotpool_live_mask_(full);
}

/* A slot of this word is taken now. */
static inline void slotpool_bits_took_(struct slotpool *pool, uint32_t word)
{
	if (slotpool_bits_taken_(pool, word) == LISH_WORD_ALL)
		slotpool_bits_fill_(&pool->extra, word);
}

static void slotpool_bits_born_(struct slotpool *pool, uint32_t index)
{
	pool->extra.next = index + 1;
	slotpool_bits_took_(pool, index >> LISH_WORD_SHIFT);
}

static void slotpool_bits_retire_(struct slotpool *pool, uint32_t index)
{
	const uint32_t word = index >> LISH_WORD_SHIFT;

	pool->extra.retired[word] |= slotpool_live_mask_(index);
	slotpool_bits_took_(pool, word);
}

/* A slot of this word, which was full, is free now. */
static LISH_NOINLINE void slotpool_bits_open_(struct slotpool_extra_ *extra,
					     uint32_t word)
{
	const uint32_t full = word >> LISH_WORD_SHIFT;

	extra->full[full] &= ~slotpool_live_mask_(word);
	extra->top[full >> LISH_WORD_SHIFT] &= ~slotpool_live_mask_(full);
	if (word < extra->hint)
		extra->hint = word;
}

static void slotpool_next_died_(struct slotpool *pool, uint32_t index)
{
	const uint32_t word = index >> LISH_WORD_SHIFT;

	lish_pool_changed_(&pool->base, LISH_POOL_PUSHED_);
	if ((slotpool_bits_taken_(pool, word) | slotpool_live_mask_(index)) ==
	    LISH_WORD_ALL)
		slotpool_bits_open_(&pool->extra, word);
}

static void slotpool_lowest_died_(struct slotpool *pool, uint32_t index)
{
	struct lish_pool_ *base = &pool->base;
	uint32_t word = index >> LISH_WORD_SHIFT;
	const uint32_t end = base->border;
	lish_word taken;

	slotpool_next_died_(pool, index);
	if (index + 1 != end)
		return;
	taken = slotpool_bits_taken_(pool, word);
	/* The border falls to the highest taken slot. */
	while (lish_unlikely(!taken) && word)
		taken = slotpool_bits_taken_(pool, --word);
	base->border = taken ? ((word + 1) << LISH_WORD_SHIFT) - lish_clz(taken)
			     : 0;
	base->stacked -= end - base->border;
}

static void slotpool_bits_zero_(struct slotpool *pool, uint32_t slot)
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

static void slotpool_bits_rebuild_(struct slotpool *pool)
{
	const uint32_t border = pool->base.border;
	struct slotpool_extra_ *extra = &pool->extra;
	uint32_t i;

	extra->hint = 0;
	for (i = 0; i < pool->known; i += LISH_WORD_BITS)
		slotpool_bits_zero_(pool, i);
	for (i = 0; pool->retired && i < border; i++) {
		if (slotpool_retired_(pool, i))
			extra->retired[i >> LISH_WORD_SHIFT] |= slotpool_live_mask_(i);
	}
	for (i = 0; i < LISH_WORDS(border); i++) {
		if (slotpool_bits_taken_(pool, i) == LISH_WORD_ALL)
			slotpool_bits_fill_(extra, i);
	}
	extra->next = 0;
}

static bool slotpool_bits_ok_(const struct slotpool *pool)
{
	const struct slotpool_extra_ *extra = &pool->extra;
	const uint32_t border = pool->base.border, words = LISH_WORDS(border);
	uint32_t i, end = 0;

	if (extra->hint > words)
		return false;
	for (i = 0; i < border; i++) {
		if (slotpool_bit_(extra->retired, i) !=
		    (!slotpool_bit_(pool->live, i) && slotpool_retired_(pool, i)))
			return false;
		if (slotpool_bit_(pool->live, i) || slotpool_retired_(pool, i))
			end = i + 1;
	}
	for (i = 0; i < words; i++) {
		const bool full = slotpool_bits_taken_(pool, i) == LISH_WORD_ALL;

		if (slotpool_bit_(extra->full, i) != full ||
		    (i < extra->hint && !full))
			return false;
	}
	for (i = 0; i < LISH_WORDS(words); i++) {
		if (slotpool_bit_(extra->top, i) !=
		    (extra->full[i] == LISH_WORD_ALL))
			return false;
	}
	return end == border || pool->order == LISH_NEXT;
}

static uint32_t slotpool_bits_find_(struct slotpool *pool)
{
	return pool->order == LISH_LOWEST ? slotpool_lowest_find_(pool)
					      : slotpool_next_find_(pool);
}

static void slotpool_bits_died_(struct slotpool *pool, uint32_t index)
{
	if (pool->order == LISH_LOWEST)
		slotpool_lowest_died_(pool, index);
	else
		slotpool_next_died_(pool, index);
}

const struct slotpool_bits_ slotpool_bits_ = {
	slotpool_bits_find_, slotpool_bits_born_, slotpool_bits_died_,
	slotpool_bits_retire_, slotpool_bits_zero_, slotpool_bits_rebuild_,
	slotpool_bits_ok_
};
