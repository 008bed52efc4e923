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
 * then they stood behind it, and its prev leads to itself, which tells the last merge.
 *
 * A part of lib/sort.c, which has one copy for all lists: lish_ring_sort_(). The ring must be
 * whole.
 */
#ifndef LINUX_ISH_CORE_RING_SORT_H
#define LINUX_ISH_CORE_RING_SORT_H

#include "ring.h"

/* > 0 if a belongs after b, else <= 0. */
typedef int (*lish_ring_cmp_fn_)(void *ctx, const struct lish_link_ *a,
				 const struct lish_link_ *b);

LISH_C_BEGIN

LISH_LOCAL void lish_ring_sort_(struct lish_link_ *head, lish_ring_cmp_fn_ cmp, void *ctx);

/* Append a chain to last, the end of the ring. */
LISH_LOCAL void lish_ring_relink_(struct lish_link_ *head, struct lish_link_ *last,
		       struct lish_link_ *chain);

/*
 * Merge two chains, neither empty; of equal links those of a come first. The prefetch
 * fetches the element after the one to be compared.
 */
LISH_INLINE struct lish_link_ *lish_ring_merge_chains_(struct lish_link_ *a,
						     struct lish_link_ *b,
						     lish_ring_cmp_fn_ cmp,
						     void *ctx)
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
LISH_INLINE bool lish_ring_goes_first_(const struct lish_link_ *a,
				     const struct lish_link_ *b,
				     lish_ring_cmp_fn_ cmp, void *ctx)
{
	if (!LISH_SMALL_ && lish_unlikely(b->prev == b))
		return cmp(ctx, b, a) > 0;
	return cmp(ctx, a, b) <= 0;
}

/* The same, into the ring of head, with prev links. */
LISH_INLINE void lish_ring_merge_(struct lish_link_ *head, struct lish_link_ *a,
				struct lish_link_ *b, lish_ring_cmp_fn_ cmp,
				void *ctx)
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

/* The last link of the longest sorted run at the front of a chain. */
LISH_INLINE struct lish_link_ *lish_ring_run_end_(struct lish_link_ *link,
						lish_ring_cmp_fn_ cmp, void *ctx)
{
	while (link->next && cmp(ctx, link, link->next) <= 0)
		link = link->next;
	return link;
}

/* Cut off such a run. */
LISH_INLINE struct lish_link_ *lish_ring_cut_run_(struct lish_link_ **chain,
						 lish_ring_cmp_fn_ cmp,
						 void *ctx)
{
	struct lish_link_ *first = *chain;
	struct lish_link_ *last = lish_ring_run_end_(first, cmp, ctx);

	*chain = last->next;
	last->next = NULL;
	return first;
}

/* Do at most one in eight of the first links, and eight, belong before the one in front? */
LISH_INLINE bool lish_ring_nearly_sorted_(const struct lish_link_ *link,
					lish_ring_cmp_fn_ cmp, void *ctx)
{
	size_t down = 0, i;

	for (i = 64; link->next && i < 256; i++, link = link->next) {
		if (cmp(ctx, link, link->next) > 0)
			down++;
		if (8 * down > i)
			return false;
	}
	return true;
}

/*
 * Keep a sorted sequence in the chain of head, which ends with NULL, and set apart the
 * rest, in its order. The chain is sorted up to tail. Where too many are out of place, all
 * that follow are set apart. The idea is that of Emil Ernerfeldt's drop-merge sort.
 *
 * If eight links in a row are too small, the end of the sequence is too large. It goes
 * instead, and the row is looked at again. fresh: the kept links behind what was set apart
 * before the row. Only these may go, because what is set apart must stay in its order.
 */
LISH_INLINE struct lish_link_ *lish_ring_set_apart_(struct lish_link_ *head,
						  struct lish_link_ *tail,
						  lish_ring_cmp_fn_ cmp, void *ctx)
{
	struct lish_link_ *apart = NULL, **end = &apart, **row_end = end;
	struct lish_link_ *link = tail->next, *next, *before, *last;
	size_t row = 0, fresh = 8, kept = 0, gone = 0, i;

	for (; link; link = next) {
		next = link->next;
		if (lish_likely(cmp(ctx, tail, link) <= 0)) {
			if (tail->next != link) {
				tail->next = link;
				link->prev = tail;
			}
			fresh = row ? 1 : fresh + 1;
			tail = link;
			row = 0;
			kept++;
			continue;
		}
		if (8 * gone > kept + 64)
			break;
		if (row == 8) {
			before = tail;
			for (i = 0; i < 8 && i < fresh && before != head &&
				    cmp(ctx, before, link) > 0; i++)
				before = before->prev;
			if (before == tail || before == head || cmp(ctx, before, link) > 0)
				break;
			*end = link;
			next = *row_end;
			*row_end = before->next;
			end = (struct lish_link_ **)&tail->next;
			for (; tail != before; tail = last) {
				last = tail->prev;
				tail->prev = tail;
				gone++;
			}
			fresh = 0;
			gone -= row;
			row = 0;
			continue;
		}
		before = tail->prev;
		gone++;
		if (before == head || cmp(ctx, before, link) <= 0) {
			*end = tail;
			end = (struct lish_link_ **)&tail->next;
			tail->prev = tail;
			before->next = link;
			link->prev = before;
			tail = link;
			fresh = 1;
			row = 0;
		} else {
			row_end = row ? row_end : end;
			*end = link;
			end = (struct lish_link_ **)&link->next;
			row++;
		}
	}
	*end = link;
	tail->next = NULL;
	return apart;
}

LISH_INLINE void lish_ring_sort_inline_(struct lish_link_ *head,
				      lish_ring_cmp_fn_ cmp, void *ctx)
{
	/* 2^32 runs do not fit into any memory. */
	struct lish_link_ *bins[32] = { NULL };
	struct lish_link_ *const last = head->prev;
	struct lish_link_ *rest = head->next, *kept = NULL, *chain;
	size_t top = 0, i;

	if (rest == last)
		return;
	last->next = NULL;
	chain = lish_ring_run_end_(rest, cmp, ctx);
	rest = chain->next;
	if (!LISH_SMALL_ && rest && lish_ring_nearly_sorted_(rest, cmp, ctx)) {
		rest = lish_ring_set_apart_(head, chain, cmp, ctx);
		kept = head->next;
	} else {
		chain->next = NULL;
		bins[0] = head->next;
	}
	while (rest) {
		chain = lish_ring_cut_run_(&rest, cmp, ctx);
		for (i = 0; i < 31 && bins[i]; i++) {
			chain = lish_ring_merge_chains_(bins[i], chain, cmp,
							ctx);
			bins[i] = NULL;
		}
		bins[i] = chain;
		if (top < i)
			top = i;
	}
	/* Merge all bins; without kept links the highest, which is never empty, comes last. */
	if (!kept) {
		kept = bins[top];
		bins[top] = NULL;
	}
	for (chain = NULL, i = 0; i <= top; i++) {
		if (bins[i])
			chain = chain ? lish_ring_merge_chains_(bins[i], chain,
								cmp, ctx) :
					bins[i];
	}
	if (chain)
		lish_ring_merge_(head, kept, chain, cmp, ctx);
	else
		lish_ring_relink_(head, head, kept);
}

LISH_C_END

#endif /* LINUX_ISH_CORE_RING_SORT_H */
