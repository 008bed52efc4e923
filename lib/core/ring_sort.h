/* SPDX-License-Identifier: MIT */
/*
 * ring_sort.h - the sort of all lists
 *
 * A merge sort of the sorted runs that the list contains. Like a binary counter, bin i
 * holds the merger of 2^i runs or nothing, so merged chains have similar lengths. The last
 * merge writes the prev links. It is stable: higher bins have earlier elements.
 *
 * If the front of the list is nearly sorted, elements out of place are set apart first.
 * Only these are sorted, and the last merge brings them back. An element may be too small
 * for its place: then the kept links that equal it stood before it. Or it is too large:
 * then they stood behind it, and so did a small one that equals it.
 *
 * The links are checked while they are read. Until the last one was read, the sort writes only
 * next links, which the prev links can restore.
 *
 * A comparison must not change the list. The ring hangs on a head of the sort's own meanwhile, and
 * the list has a head without prev: changes at its ends are refused. A sorted front is only read:
 * if it changed, the sort gives up, and the ring is whole. All other links that were read are in
 * chains. The next of a link in a chain leads one word too low, so no neighbour leads back to it,
 * and level 1 refuses each change beside it. What was not read yet may change. One change is
 * noticed late: a run around both elements that goes from a sorted front to another list.
 *
 * A part of lib/sort.c.
 */
#ifndef LINUX_ISH_CORE_RING_SORT_H
#define LINUX_ISH_CORE_RING_SORT_H

#include "ring.h"

/* > 0 if a belongs after b, else <= 0. */
typedef int (*lish_ring_cmp_fn_)(void *ctx, const struct lish_link_ *a, const struct lish_link_ *b);

/* A link of a chain, which NULL ends, from one word before it. That word is not the link's. */
struct lish_chain_ {
	void *foreign;
	struct lish_chain_ *next;
	struct lish_link_ *prev;
} LISH_ALIASES_;

struct lish_ring_sorting_ {
	/* The head of the ring meanwhile. */
	struct lish_link_ *ring;
	lish_ring_cmp_fn_ cmp;
	void *ctx;
	/* What each element names behind its hint, which no head of another list does; or NULL. */
	const void *owner;
	/* Links that are out of place among those that are kept. */
	size_t gone;
	/* The whole ring was read. Only then a chain has another order than the ring had. */
	bool whole;
	/* A comparison has changed what it was given. */
	bool changed;
	/* A link that the next one does not lead back to, and its next. */
	struct lish_link_ *broken;
	struct lish_link_ *beyond;
};

LISH_C_BEGIN

LISH_INLINE struct lish_chain_ *lish_ring_chain_(struct lish_link_ *link)
{
	return (struct lish_chain_ *)((uintptr_t)link - offsetof(struct lish_chain_, next));
}

LISH_INLINE struct lish_link_ *lish_chain_link_(const struct lish_chain_ *chain)
{
	return (struct lish_link_ *)((uintptr_t)chain + offsetof(struct lish_chain_, next));
}

/* Does a belong after b? */
LISH_INLINE bool lish_ring_is_after_(const struct lish_ring_sorting_ *sort,
				     const struct lish_chain_ *a, const struct lish_chain_ *b)
{
	return sort->cmp(sort->ctx, lish_chain_link_(a), lish_chain_link_(b)) > 0;
}

/* The next link of the ring; NULL at its end, and at a broken link. */
LISH_INLINE struct lish_link_ *lish_ring_peek_(struct lish_ring_sorting_ *sort,
					       struct lish_link_ *link)
{
	struct lish_link_ *next = link->next;

	if (lish_unlikely(!next || next->prev != link ||
			  (sort->owner && next != sort->ring &&
			   ((const void *const *)(const void *)next)[3] != sort->owner))) {
		sort->broken = link;
		sort->beyond = next;
		return NULL;
	}
	if (next != sort->ring)
		return next;
	sort->whole = true;
	return NULL;
}

/* Do two neighbours belong in the other order? The ring is as it was, but for the comparison. */
LISH_INLINE bool lish_ring_turns_(struct lish_ring_sorting_ *sort, const struct lish_link_ *link,
				  const struct lish_link_ *next)
{
	const bool after = sort->cmp(sort->ctx, link, next) > 0;

	if (lish_unlikely(next->prev != link))
		sort->changed = true;
	return after;
}

/* The next link of the ring gets into the chain that ends here. NULL: as lish_ring_peek_(). */
LISH_INLINE struct lish_chain_ *lish_ring_read_(struct lish_ring_sorting_ *sort,
						struct lish_chain_ *chain)
{
	struct lish_link_ *next = lish_ring_peek_(sort, lish_chain_link_(chain));

	chain->next = next ? lish_ring_chain_(next) : NULL;
	return chain->next;
}

/*
 * The link of a chain. Hidden: compilers would keep both addresses in registers, and others in
 * memory instead.
 */
LISH_INLINE struct lish_link_ *lish_chain_open_(struct lish_chain_ *chain)
{
	struct lish_link_ *link = lish_chain_link_(chain);

	LISH_HIDE_(link);
	return link;
}

/* Where a link has the next one of its chain. The cast: gcc 5 takes it as of another struct. */
LISH_INLINE struct lish_chain_ **lish_chain_end_(struct lish_link_ *link)
{
	return (struct lish_chain_ **)(void *)&link->next;
}

/* Let the ring hang on a head of the sort's own, and back. LISH_OK; else it is not whole. */
static inline enum lish_reason lish_ring_lend_(struct lish_link_ *head, struct lish_link_ *ring)
{
	if (!lish_ring_is_known_(head))
		return lish_ring_may_be_zero_(head);
	*ring = *head;
	if (head->next == head)
		return LISH_OK;
	ring->next->prev = ring;
	ring->prev->next = ring;
	/* Not next, which says to readers without the lock that the list is not empty. */
	head->prev = NULL;
	return LISH_OK;
}

static inline void lish_ring_return_(struct lish_link_ *head, struct lish_link_ *ring)
{
	/* Empty if a comparison removed all. */
	if (ring->next == ring) {
		lish_ring_init_(head);
		return;
	}
	LISH_WRITE_ONCE_(head->next, ring->next);
	head->prev = ring->prev;
	lish_ring_move_in_(head);
}

/* Append a chain to last, the end of the ring. */
static inline void lish_ring_relink_(struct lish_link_ *head, struct lish_link_ *last,
				     struct lish_chain_ *chain)
{
	struct lish_link_ *link;

	for (; chain; chain = chain->next) {
		link = lish_chain_link_(chain);
		LISH_WRITE_ONCE_(last->next, link);
		chain->prev = last;
		last = link;
	}
	LISH_WRITE_ONCE_(last->next, head);
	head->prev = last;
}

/* Restore the ring up to last, of which next is the next link. */
static inline void lish_ring_restore_(struct lish_link_ *head, struct lish_link_ *last,
				      struct lish_link_ *next)
{
	for (; last != head; last = last->prev) {
		last->next = next;
		next = last;
	}
	head->next = next;
}

/*
 * Merge two chains, neither empty; of equal links those of a come first. The prefetch
 * fetches the element after the one to be compared.
 */
LISH_INLINE struct lish_chain_ *lish_ring_merge_chains_(struct lish_chain_ *one,
							struct lish_chain_ *two,
							lish_ring_cmp_fn_ cmp, void *ctx)
{
	struct lish_link_ *a = lish_chain_open_(one), *b = lish_chain_open_(two);
	struct lish_chain_ *first = NULL, **end = &first, *next;

	for (;;) {
		if (cmp(ctx, a, b) <= 0) {
			*end = lish_ring_chain_(a);
			end = lish_chain_end_(a);
			next = *end;
			if (!next) {
				*end = lish_ring_chain_(b);
				return first;
			}
			a = lish_chain_open_(next);
			lish_prefetch(a->next);
		} else {
			*end = lish_ring_chain_(b);
			end = lish_chain_end_(b);
			next = *end;
			if (!next) {
				*end = lish_ring_chain_(a);
				return first;
			}
			b = lish_chain_open_(next);
			lish_prefetch(b->next);
		}
	}
}

/* Does a, which was kept, come before b, which may have been set apart? */
LISH_INLINE bool lish_ring_goes_first_(const struct lish_link_ *a, const struct lish_link_ *b,
				       lish_ring_cmp_fn_ cmp, void *ctx)
{
	if (!LISH_SMALL_ && lish_unlikely(b->prev == b))
		return cmp(ctx, b, a) > 0;
	return cmp(ctx, a, b) <= 0;
}

/* The same, into the ring of head, with prev links. */
LISH_INLINE void lish_ring_merge_(struct lish_link_ *head, struct lish_chain_ *one,
				  struct lish_chain_ *two, lish_ring_cmp_fn_ cmp, void *ctx)
{
	struct lish_link_ *a = lish_chain_open_(one), *b = lish_chain_open_(two), *last = head;
	struct lish_chain_ *next;

	for (;;) {
		if (lish_ring_goes_first_(a, b, cmp, ctx)) {
			LISH_WRITE_ONCE_(last->next, a);
			a->prev = last;
			last = a;
			next = *lish_chain_end_(a);
			if (!next) {
				next = lish_ring_chain_(b);
				break;
			}
			a = lish_chain_open_(next);
			lish_prefetch(a->next);
		} else {
			LISH_WRITE_ONCE_(last->next, b);
			b->prev = last;
			last = b;
			next = *lish_chain_end_(b);
			if (!next) {
				next = lish_ring_chain_(a);
				break;
			}
			b = lish_chain_open_(next);
			lish_prefetch(b->next);
		}
	}
	lish_ring_relink_(head, last, next);
}

/* Cut off the longest sorted run at the front of a chain. */
LISH_INLINE struct lish_chain_ *lish_ring_cut_run_(struct lish_ring_sorting_ *sort,
						   struct lish_chain_ **chain)
{
	struct lish_chain_ *first = *chain, *last, *next = first;

	do {
		last = next;
		next = sort->whole ? last->next : lish_ring_read_(sort, last);
	} while (next && !lish_ring_is_after_(sort, last, next));
	*chain = next;
	last->next = NULL;
	return first;
}

/* Do at most one in eight of the first links, and eight, belong before the one in front? */
LISH_INLINE bool lish_ring_nearly_sorted_(struct lish_ring_sorting_ *sort, struct lish_link_ *link)
{
	struct lish_link_ *next = lish_ring_peek_(sort, link);
	size_t down = 0, i;

	for (i = 64; next && i < 256; i++) {
		down += lish_ring_turns_(sort, link, next);
		if (8 * down > i)
			return false;
		link = next;
		next = sort->changed ? NULL : lish_ring_peek_(sort, link);
	}
	return true;
}

/*
 * The link behind the sorted front; NULL if there is none, or the ring cannot be followed. If the
 * elements went to another list, this goes round there: it would meet a link again.
 */
LISH_INLINE struct lish_link_ *lish_ring_front_(struct lish_ring_sorting_ *sort)
{
	struct lish_link_ *link = lish_ring_peek_(sort, sort->ring), *next = NULL, *met = NULL;
	size_t n = 0;

	while (link && (next = lish_ring_peek_(sort, link)) != NULL &&
	       !lish_ring_turns_(sort, link, next) && !sort->changed) {
		sort->changed = link == met;
		if (!(n & (n + 1)))
			met = link;
		n++;
		link = next;
	}
	return sort->changed ? NULL : next;
}

/*
 * Put the sorted front into the chain of the ring's head. last: see below. Returns the number of
 * links; 0: the ring is as it was, because front is not in it any more.
 */
LISH_INLINE size_t lish_ring_read_front_(struct lish_ring_sorting_ *sort,
					 const struct lish_link_ *front, struct lish_chain_ **last)
{
	struct lish_link_ *link = sort->ring, *next;
	size_t n = 0;

	for (last[0] = lish_ring_chain_(link); link != front; link = next) {
		next = link->next;
		if (lish_unlikely(next == sort->ring)) {
			lish_ring_restore_(sort->ring, sort->ring->prev, sort->ring);
			return 0;
		}
		last[n % 16]->next = lish_ring_chain_(next);
		last[++n % 16] = lish_ring_chain_(next);
	}
	return n;
}

/*
 * Keep a sorted sequence in the chain of the ring's head, and set apart the rest, in its order.
 * Where too many are out of place, all that follow are set apart. The idea is that of Emil
 * Ernerfeldt's drop-merge sort. Returns what was set apart, or NULL. turn: the link behind a sorted
 * front, which is out of place.
 *
 * If eight links in a row are too small, the end of the sequence is too large. It goes
 * instead, and the row is looked at again. fresh: the kept links behind what was set apart
 * before the row. Only these may go, because what is set apart must stay in its order.
 *
 * last: the links that were kept last; that of number n is last[n % 16]. ahead: links that are in
 * the chain already, because they are looked at again.
 */
LISH_INLINE struct lish_chain_ *lish_ring_set_apart_(struct lish_ring_sorting_ *sort,
						     struct lish_link_ *turn)
{
	struct lish_chain_ *small = NULL, **small_end = &small, **row_end = small_end;
	struct lish_chain_ *large = NULL, **large_end = &large;
	struct lish_chain_ *last[16], *tail, *link = lish_ring_chain_(turn), *next = NULL;
	const struct lish_link_ *front = turn->prev;
	size_t n = 0, row = 0, ahead = 0, fresh, i;
	const bool nearly = lish_ring_nearly_sorted_(sort, turn);
	bool stays = false;

	if (!sort->changed && turn->prev == front && front->next == turn)
		n = lish_ring_read_front_(sort, front, last);
	if (lish_unlikely(!n)) {
		sort->changed = true;
		return NULL;
	}
	tail = last[n % 16];
	fresh = n;
	if (!nearly) {
		tail->next = NULL;
		return link;
	}
	tail->next = link;
	for (; link; link = next, stays = link && !lish_ring_is_after_(sort, tail, link)) {
		next = lish_unlikely(ahead) ? link->next : lish_ring_read_(sort, link);
		ahead -= ahead != 0;
		if (lish_likely(stays)) {
			if (tail->next != link)
				tail->next = link;
			tail = link;
			last[++n % 16] = tail;
			fresh = row ? 1 : fresh + 1;
			row = 0;
			continue;
		}
		if (8 * sort->gone > n + 64)
			break;
		if (row == 8) {
			for (i = 1; i <= 8 && i <= fresh && i < n &&
				    lish_ring_is_after_(sort, last[(n - i) % 16], link); i++)
				;
			if (i > 8 || i > fresh || i == n)
				break;
			*large_end = last[(n - i + 1) % 16];
			large_end = (struct lish_chain_ **)&tail->next;
			small_end = row_end;
			next = *row_end;
			ahead += row + 1;
			n -= i;
			tail = last[n % 16];
			sort->gone += i - row;
			fresh = 0;
			row = 0;
			continue;
		}
		sort->gone++;
		if (n == 1 || !lish_ring_is_after_(sort, last[(n - 1) % 16], link)) {
			*large_end = tail;
			large_end = (struct lish_chain_ **)&tail->next;
			last[(n - 1) % 16]->next = link;
			tail = link;
			last[n % 16] = tail;
			fresh = 1;
			row = 0;
		} else {
			row_end = row ? row_end : small_end;
			*small_end = link;
			small_end = (struct lish_chain_ **)&link->next;
			row++;
		}
	}
	*small_end = link;
	tail->next = NULL;
	/* The next of link was read; some behind it may have been. */
	if (link)
		link = next;
	for (; link; link = next) {
		next = ahead ? link->next : lish_ring_read_(sort, link);
		ahead -= ahead != 0;
	}
	if (!sort->whole)
		return NULL;
	*large_end = NULL;
	for (link = large; link; link = link->next)
		link->prev = lish_chain_link_(link);
	*large_end = small;
	return large;
}

/*
 * LISH_OK; else the ring has its order, and the result says why its links cannot be followed, or
 * LISH_LOOPED: a comparison has changed the list.
 */
LISH_INLINE enum lish_reason lish_ring_sort_inline_(struct lish_link_ *head, lish_ring_cmp_fn_ cmp,
						    void *ctx, const void *owner)
{
	/* A change beside a head reads what stands behind it as a hint. */
	struct {
		struct lish_link_ head;
		uint64_t hint;
	} own = { { NULL, NULL }, 0 };
	struct lish_link_ *ring = &own.head;
	struct lish_ring_sorting_ sort = { ring, cmp, ctx, owner, 0, false, false, NULL, NULL };
	/* 2^32 runs do not fit into any memory. */
	struct lish_chain_ *bins[32] = { NULL };
	struct lish_chain_ *rest = NULL, *kept = NULL, *chain;
	enum lish_reason reason = lish_ring_lend_(head, ring);
	struct lish_link_ *turn;
	size_t top = 0, i;

	if (reason != LISH_OK || !head->next || head->next == head)
		return reason;
	if (LISH_SMALL_) {
		rest = lish_ring_read_(&sort, lish_ring_chain_(ring));
	} else {
		turn = lish_ring_front_(&sort);
		if (turn)
			rest = lish_ring_set_apart_(&sort, turn);
		/* Nothing is in a chain yet. */
		if (!turn || sort.changed) {
			lish_ring_return_(head, ring);
			return sort.changed ? LISH_LOOPED :
			       sort.broken ? LISH_BROKEN_LINKS : LISH_OK;
		}
		chain = lish_ring_chain_(ring)->next;
		if (sort.gone)
			kept = chain;
		else
			bins[0] = chain;
	}
	while (rest) {
		chain = lish_ring_cut_run_(&sort, &rest);
		for (i = 0; i < 31 && bins[i]; i++) {
			chain = lish_ring_merge_chains_(bins[i], chain, cmp, ctx);
			bins[i] = NULL;
		}
		bins[i] = chain;
		if (top < i)
			top = i;
	}
	if (!sort.whole) {
		lish_ring_restore_(ring, sort.broken, sort.beyond);
		lish_ring_return_(head, ring);
		return LISH_BROKEN_LINKS;
	}
	/* Merge all bins; without kept links the highest, which is never empty, comes last. */
	if (!kept) {
		kept = bins[top];
		bins[top] = NULL;
	}
	for (chain = NULL, i = 0; i <= top; i++) {
		if (bins[i])
			chain = chain ? lish_ring_merge_chains_(bins[i], chain, cmp, ctx) : bins[i];
	}
	if (chain)
		lish_ring_merge_(ring, kept, chain, cmp, ctx);
	else
		lish_ring_relink_(ring, ring, kept);
	lish_ring_return_(head, ring);
	return LISH_OK;
}

/* One copy, for lists whose comparison is called anyway. */
static inline enum lish_reason lish_ring_sort_(struct lish_link_ *head, lish_ring_cmp_fn_ cmp,
					       void *ctx, const void *owner)
{
	return lish_ring_sort_inline_(head, cmp, ctx, owner);
}

LISH_C_END

#endif /* LINUX_ISH_CORE_RING_SORT_H */
