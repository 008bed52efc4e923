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
 * A part of lib/sort.c, which has one copy for all lists: lish_ring_sort_().
 */
#ifndef LINUX_ISH_CORE_RING_SORT_H
#define LINUX_ISH_CORE_RING_SORT_H

#include "ring.h"

/* > 0 if a belongs after b, else <= 0. */
typedef int (*lish_ring_cmp_fn_)(void *ctx, const struct lish_link_ *a, const struct lish_link_ *b);

LISH_C_BEGIN

/* LISH_OK; else the ring has not changed, and the result says why its links cannot be followed. */
LISH_LOCAL enum lish_reason lish_ring_sort_(struct lish_link_ *head, lish_ring_cmp_fn_ cmp,
					    void *ctx);

/* Append a chain to last, the end of the ring. */
LISH_LOCAL void lish_ring_relink_(struct lish_link_ *head, struct lish_link_ *last,
				  struct lish_link_ *chain);

/* Restore the ring up to last, of which next is the next link. */
LISH_LOCAL void lish_ring_restore_(struct lish_link_ *head, struct lish_link_ *last,
				   struct lish_link_ *next);

struct lish_ring_sorting_ {
	struct lish_link_ *head;
	lish_ring_cmp_fn_ cmp;
	void *ctx;
	/* Links that are out of place among those that are kept. */
	size_t gone;
	/* The whole ring was read. Only then a chain has another order than the ring had. */
	bool whole;
	/* A link that the next one does not lead back to, and its next. */
	struct lish_link_ *broken;
	struct lish_link_ *beyond;
};

/* Does a belong after b? */
LISH_INLINE bool lish_ring_is_after_(const struct lish_ring_sorting_ *sort,
				     const struct lish_link_ *a, const struct lish_link_ *b)
{
	return sort->cmp(sort->ctx, a, b) > 0;
}

/* The next link of a chain; NULL at its end, and at a broken link. */
LISH_INLINE struct lish_link_ *lish_ring_read_(struct lish_ring_sorting_ *sort,
					       struct lish_link_ *link)
{
	struct lish_link_ *next = link->next;

	if (!sort->whole && lish_unlikely(!next || next->prev != link)) {
		sort->broken = link;
		sort->beyond = next;
		return NULL;
	}
	if (next != sort->head)
		return next;
	sort->whole = true;
	return NULL;
}

/*
 * Merge two chains, neither empty; of equal links those of a come first. The prefetch
 * fetches the element after the one to be compared.
 */
LISH_INLINE struct lish_link_ *lish_ring_merge_chains_(struct lish_link_ *a, struct lish_link_ *b,
						       lish_ring_cmp_fn_ cmp, void *ctx)
{
	struct lish_link_ *first = NULL, **end = &first;

	/* The casts: gcc 5 takes the members as of a struct without LISH_LINKS_. */
	for (;;) {
		if (cmp(ctx, a, b) <= 0) {
			*end = a;
			end = (struct lish_link_ **)&a->next;
			a = a->next;
			if (!a) {
				*end = b;
				return first;
			}
			lish_prefetch(a->next);
		} else {
			*end = b;
			end = (struct lish_link_ **)&b->next;
			b = b->next;
			if (!b) {
				*end = a;
				return first;
			}
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
LISH_INLINE void lish_ring_merge_(struct lish_link_ *head, struct lish_link_ *a,
				  struct lish_link_ *b, lish_ring_cmp_fn_ cmp, void *ctx)
{
	struct lish_link_ *last = head;

	for (;;) {
		if (lish_ring_goes_first_(a, b, cmp, ctx)) {
			LISH_WRITE_ONCE_(last->next, a);
			a->prev = last;
			last = a;
			a = a->next;
			if (!a)
				break;
			lish_prefetch(a->next);
		} else {
			LISH_WRITE_ONCE_(last->next, b);
			b->prev = last;
			last = b;
			b = b->next;
			if (!b)
				break;
			lish_prefetch(b->next);
		}
	}
	lish_ring_relink_(head, last, a ? a : b);
}

/* Cut off the longest sorted run at the front of a chain. */
LISH_INLINE struct lish_link_ *lish_ring_cut_run_(struct lish_ring_sorting_ *sort,
						  struct lish_link_ **chain)
{
	struct lish_link_ *first = *chain, *last, *next = first;

	do {
		last = next;
		next = lish_ring_read_(sort, last);
	} while (next && !lish_ring_is_after_(sort, last, next));
	*chain = next;
	last->next = NULL;
	return first;
}

/* Do at most one in eight of the first links, and eight, belong before the one in front? */
LISH_INLINE bool lish_ring_nearly_sorted_(struct lish_ring_sorting_ *sort, struct lish_link_ *link)
{
	struct lish_link_ *next = lish_ring_read_(sort, link);
	size_t down = 0, i;

	for (i = 64; next && i < 256; i++) {
		down += lish_ring_is_after_(sort, link, next);
		if (8 * down > i)
			return false;
		link = next;
		next = lish_ring_read_(sort, link);
	}
	return true;
}

/*
 * Keep a sorted sequence in the chain of head, and set apart the rest, in its order. Where too
 * many are out of place, all that follow are set apart. The idea is that of Emil Ernerfeldt's
 * drop-merge sort. Returns what was set apart, or NULL.
 *
 * If eight links in a row are too small, the end of the sequence is too large. It goes
 * instead, and the row is looked at again. fresh: the kept links behind what was set apart
 * before the row. Only these may go, because what is set apart must stay in its order.
 *
 * last: the links that were kept last; that of number n is last[n % 16].
 */
LISH_INLINE struct lish_link_ *lish_ring_set_apart_(struct lish_ring_sorting_ *sort)
{
	struct lish_link_ *small = NULL, **small_end = &small, **row_end = small_end;
	struct lish_link_ *large = NULL, **large_end = &large;
	struct lish_link_ *last[16], *tail = lish_ring_read_(sort, sort->head), *link, *next;
	size_t n = 1, row = 0, fresh = 1, i;

	if (!tail)
		return NULL;
	last[0] = sort->head;
	last[1] = tail;
	for (link = lish_ring_read_(sort, tail); link; link = next) {
		if (lish_likely(!lish_ring_is_after_(sort, tail, link))) {
			next = lish_ring_read_(sort, link);
			if (tail->next != link)
				tail->next = link;
			tail = link;
			last[++n % 16] = tail;
			fresh = row ? 1 : fresh + 1;
			row = 0;
			continue;
		}
		if (!sort->gone && !lish_ring_nearly_sorted_(sort, link))
			break;
		if (8 * sort->gone > n + 64)
			break;
		next = lish_ring_read_(sort, link);
		if (row == 8) {
			for (i = 1; i <= 8 && i <= fresh && i < n &&
				    lish_ring_is_after_(sort, last[(n - i) % 16], link); i++)
				;
			if (i > 8 || i > fresh || i == n)
				break;
			*large_end = last[(n - i + 1) % 16];
			large_end = (struct lish_link_ **)&tail->next;
			small_end = row_end;
			next = *row_end;
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
			large_end = (struct lish_link_ **)&tail->next;
			last[(n - 1) % 16]->next = link;
			tail = link;
			last[n % 16] = tail;
			fresh = 1;
			row = 0;
		} else {
			row_end = row ? row_end : small_end;
			*small_end = link;
			small_end = (struct lish_link_ **)&link->next;
			row++;
		}
	}
	if (!link && !sort->gone)
		return NULL;
	*small_end = link;
	tail->next = NULL;
	if (!sort->gone)
		return link;
	while (link)
		link = lish_ring_read_(sort, link);
	if (!sort->whole)
		return NULL;
	*large_end = NULL;
	for (link = large; link; link = link->next)
		link->prev = link;
	*large_end = small;
	return large;
}

LISH_INLINE enum lish_reason lish_ring_sort_inline_(struct lish_link_ *head,
						    lish_ring_cmp_fn_ cmp, void *ctx)
{
	struct lish_ring_sorting_ sort = { head, cmp, ctx, 0, false, NULL, NULL };
	/* 2^32 runs do not fit into any memory. */
	struct lish_link_ *bins[32] = { NULL };
	struct lish_link_ *rest, *kept = NULL, *chain;
	size_t top = 0, i;

	if (LISH_SMALL_) {
		rest = lish_ring_read_(&sort, head);
	} else {
		rest = lish_ring_set_apart_(&sort);
		if (sort.gone)
			kept = head->next;
		else
			bins[0] = head->next;
	}
	if (!rest && sort.whole)
		return LISH_OK;
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
		lish_ring_restore_(head, sort.broken, sort.beyond);
		return lish_ring_may_be_zero_(head);
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
		lish_ring_merge_(head, kept, chain, cmp, ctx);
	else
		lish_ring_relink_(head, head, kept);
	return LISH_OK;
}

LISH_C_END

#endif /* LINUX_ISH_CORE_RING_SORT_H */
