// SPDX-License-Identifier: MIT
/*
 * slotpool_bits.c - the orders lowest and next
 *
 * taken has a bit per slot, set if the slot is live or retired. full has a bit per word
 * of taken, and top one per word of full, set if all bits of that word are set.
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

#include "private/slotpool.h"

/* One more than the highest set bit up to a word, or 0. */
LISH_TINY uint32_t slotpool_bits_end(const lish_word *bits, uint32_t word)
{
	while (!bits[word]) {
		if (!word--)
			return 0;
	}
	return ((word + 1) << LISH_WORD_SHIFT) - lish_clz(bits[word]);
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
static LISH_NOINLINE uint32_t slotpool_bits_word(const struct slotpool_extra_ *extra,
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

/* The first free slot from at on; the border or more if there is none below it. */
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

/* The slot for alloc; the border or more if it needs a fresh slot. */
LISH_TINY uint32_t slotpool_bits_find(const struct slotpool *pool)
{
	const struct lish_pool_ *base = &pool->base;
	uint32_t at;

	if (base->gone == pool->retired)
		return base->border;
	if (slotpool_ordered_(pool, SLOTPOOL_NEXT)) {
		at = slotpool_bits_next(pool, slotpool_extra_of_(pool)->next);
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
static void slotpool_bits_zero(struct slotpool *pool, uint32_t slot)
{
	struct slotpool_extra_ *extra = slotpool_extra_of_(pool);
	const uint32_t word = slot >> LISH_WORD_SHIFT;
	const uint32_t full = word >> LISH_WORD_SHIFT;

	extra->taken[word] = 0;
	if (word & LISH_WORD_MASK)
		return;
	extra->full[full] = 0;
	if (!(full & LISH_WORD_MASK))
		extra->top[full >> LISH_WORD_SHIFT] = 0;
}

/* This word of taken is full now. */
static LISH_NOINLINE void slotpool_bits_filled(struct slotpool_extra_ *extra, uint32_t word)
{
	const uint32_t full = word >> LISH_WORD_SHIFT;

	extra->full[full] |= slotpool_mask_(word);
	if (extra->full[full] == LISH_WORD_ALL)
		extra->top[full >> LISH_WORD_SHIFT] |= slotpool_mask_(full);
}

LISH_TINY void slotpool_bits_mark_taken(struct slotpool *pool, uint32_t index)
{
	const uint32_t word = index >> LISH_WORD_SHIFT;
	struct slotpool_extra_ *extra = slotpool_extra_of_(pool);

	extra->next = index + 1;
	if (index < pool->base.border)
		pool->base.gone--;
	else if (lish_unlikely(index >= pool->known))
		pool->base.ops->prepare(&pool->base, index);
	extra->taken[word] |= slotpool_mask_(index);
	if (extra->taken[word] == LISH_WORD_ALL)
		slotpool_bits_filled(extra, word);
}

static void slotpool_bits_take_this(struct slotpool *pool, uint32_t index)
{
	slotpool_bits_mark_taken(pool, index);
}

static uint32_t slotpool_bits_take(struct slotpool *pool)
{
	const uint32_t index = slotpool_bits_find(pool);

	if (index < pool->base.room)
		slotpool_bits_mark_taken(pool, index);
	return index;
}

/* The slot at the border becomes free. */
static void slotpool_bits_skip(struct slotpool *pool, uint32_t index)
{
	pool->base.ops->prepare(&pool->base, index);
	pool->base.gone++;
}

static void slotpool_bits_free(struct slotpool *pool, uint32_t index)
{
	const uint32_t word = index >> LISH_WORD_SHIFT;
	const uint32_t full = word >> LISH_WORD_SHIFT;
	struct slotpool_extra_ *extra = slotpool_extra_of_(pool);
	struct lish_pool_ *base = &pool->base;
	uint32_t end;

	if (extra->taken[word] == LISH_WORD_ALL) {
		extra->full[full] &= ~slotpool_mask_(word);
		extra->top[full >> LISH_WORD_SHIFT] &= ~slotpool_mask_(full);
		/* It is lower, or there was no free slot. */
		if (base->gone == pool->retired || word < extra->hint)
			extra->hint = word;
	}
	extra->taken[word] &= ~slotpool_mask_(index);
	base->gone++;
	if (index + 1 == base->border &&
	    slotpool_ordered_(pool, SLOTPOOL_LOWEST)) {
		end = slotpool_bits_end(extra->taken, word);
		base->gone -= base->border - end;
		base->border = end;
	}
}

static void slotpool_bits_rebuild(struct slotpool *pool)
{
	const uint32_t border = pool->base.border;
	struct slotpool_extra_ *extra = slotpool_extra_of_(pool);
	uint32_t i;

	extra->hint = 0;
	extra->next = 0;
	for (i = 0; i < pool->known; i += LISH_WORD_BITS) {
		slotpool_bits_zero(pool, i);
		if (i < border)
			extra->taken[i >> LISH_WORD_SHIFT] =
				pool->live[i >> LISH_WORD_SHIFT];
	}
	for (i = 0; pool->retired && i < border; i++) {
		if (slotpool_retired_(pool, i))
			extra->taken[i >> LISH_WORD_SHIFT] |= slotpool_mask_(i);
	}
	for (i = 0; i < border; i += LISH_WORD_BITS) {
		if (extra->taken[i >> LISH_WORD_SHIFT] == LISH_WORD_ALL)
			slotpool_bits_filled(extra, i >> LISH_WORD_SHIFT);
	}
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
				   slotpool_retired_(pool, i);

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
	return !pool->base.stacked &&
	       slotpool_summary_ok(extra->taken, extra->full, words) &&
	       slotpool_summary_ok(extra->full, extra->top, LISH_WORDS(words));
}

const struct slotpool_bits_ slotpool_bits_ = {
	slotpool_bits_take, slotpool_bits_take_this, slotpool_bits_skip,
	slotpool_bits_free, slotpool_bits_zero, slotpool_bits_rebuild,
	slotpool_bits_ok
};
