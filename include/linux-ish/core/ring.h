/* SPDX-License-Identifier: MIT */
/*
 * ring.h - links in a ring, under all lists
 *
 * A ring is a head and the elements between its two ends, each linked with its
 * neighbours. A chain is linked by next only and ends with NULL: what sorting
 * works on. Which links are heads, who owns them and what is misuse is for the
 * container to know: nothing is refused here.
 *
 *   operation                                  cost
 *   -----------------------------------------  ---------------------
 *   init, link, unlink, link_run, move_run,
 *   splice, replace, swap, move_head           O(1)
 *   joined, known                              O(1)
 *   broken, has, reverse                       O(n)
 *   sort, sort_inline                          O(n log n), O(n) if sorted
 */
#ifndef LINUX_ISH_CORE_RING_H
#define LINUX_ISH_CORE_RING_H

#include "env.h"

/*
 * struct lish_link_ - a place in a ring
 *
 * - in a ring: next->prev and prev->next are this link
 * - all zero: in none
 * - the head of an empty ring: both are the head
 */
struct lish_link_ {
	struct lish_link_ *next;
	struct lish_link_ *prev;
} LISH_LINKS;

#define LISH_RING_INIT_(head) { &(head), &(head) }

/* > 0 if a belongs after b, else <= 0. */
typedef int (*lish_ring_cmp_fn_)(void *ctx, const struct lish_link_ *a,
				 const struct lish_link_ *b);

LISH_C_BEGIN

LISH_TINY void lish_ring_init_(struct lish_link_ *head)
{
	head->next = head;
	head->prev = head;
}

/* Make a link that is in no ring. */
LISH_TINY void lish_ring_zero_(struct lish_link_ *link)
{
	link->next = NULL;
	link->prev = NULL;
}

/* Put link between two neighbours. */
LISH_TINY void lish_ring_link_(struct lish_link_ *link, struct lish_link_ *prev,
			       struct lish_link_ *next)
{
	next->prev = link;
	link->next = next;
	link->prev = prev;
	prev->next = link;
}

/* Join what is left and right of [first, last], whose own links stay. */
LISH_TINY void lish_ring_unlink_(struct lish_link_ *first,
				 struct lish_link_ *last)
{
	struct lish_link_ *prev = first->prev;
	struct lish_link_ *next = last->next;

	next->prev = prev;
	prev->next = next;
}

/* Put [first, last], which has been unlinked, between prev and its follower. */
LISH_TINY void lish_ring_link_run_(struct lish_link_ *first,
				   struct lish_link_ *last,
				   struct lish_link_ *prev)
{
	struct lish_link_ *next = prev->next;

	first->prev = prev;
	last->next = next;
	next->prev = last;
	prev->next = first;
}

/* Move [first, last] to the end of the ring of head, which is not in it. */
LISH_TINY void lish_ring_move_run_(struct lish_link_ *first,
				   struct lish_link_ *last,
				   struct lish_link_ *head)
{
	lish_ring_unlink_(first, last);
	/* The end is looked up now: it may have been in the run. */
	lish_ring_link_run_(first, last, head->prev);
}

/* Move all of from, which is not empty, to after prev in another ring. */
LISH_TINY void lish_ring_splice_(struct lish_link_ *from,
				 struct lish_link_ *prev)
{
	struct lish_link_ *first = from->next;
	struct lish_link_ *last = from->prev;

	lish_ring_init_(from);
	lish_ring_link_run_(first, last, prev);
}

/* Put link, which is in no ring, in the place of old, whose own links stay. */
LISH_TINY void lish_ring_replace_(struct lish_link_ *old,
				  struct lish_link_ *link)
{
	lish_ring_link_(link, old, old->next);
	lish_ring_unlink_(old, old);
}

/*
 * Let two links change places, neighbours too. A link that is swapped with itself
 * is taken out, and comes back after its old neighbour.
 */
LISH_TINY void lish_ring_swap_(struct lish_link_ *a, struct lish_link_ *b)
{
	struct lish_link_ *before_b = b->prev;

	lish_ring_unlink_(b, b);
	lish_ring_link_(b, a, a->next);
	lish_ring_unlink_(a, a);
	/* If a stood in front of b, b now stands where a stood. */
	if (before_b == a)
		before_b = b;
	lish_ring_link_(a, before_b, before_b->next);
}

/* Give the ring of from to another head; from is empty then. */
LISH_TINY void lish_ring_move_head_(struct lish_link_ *head,
				    struct lish_link_ *from)
{
	lish_ring_replace_(from, head);
	lish_ring_init_(from);
}

/*
 * For checks of neighbours, which may be NULL in what is in no ring. Do two links
 * know each other? Do both neighbours know link? (One branch instead of two: on
 * nodes that are not in the cache that is a tenth of a move's time.)
 */
LISH_TINY bool lish_ring_joined_(const struct lish_link_ *prev,
				 const struct lish_link_ *next)
{
	return prev && next && prev->next == next && next->prev == prev;
}

LISH_TINY bool lish_ring_known_(const struct lish_link_ *link)
{
	const struct lish_link_ *next = link->next, *prev = link->prev;

	return next &&
	       (((uintptr_t)next->prev ^ (uintptr_t)link) |
		((uintptr_t)prev->next ^ (uintptr_t)link)) == 0;
}

/*
 * The first link from start on whose follower does not point back, or NULL. Ends
 * on broken rings too: a ring that is entered from outside has a link with two
 * predecessors, and that one can point back to only one of them.
 */
const struct lish_link_ *lish_ring_broken_(const struct lish_link_ *start);

/* Is link in the ring of head, or head itself? The ring is whole. */
bool lish_ring_has_(const struct lish_link_ *head,
		    const struct lish_link_ *link);

/* Turn round head and all others. */
void lish_ring_reverse_(struct lish_link_ *head);

/* Sort what follows head; of equals, what stood first stays first. */
void lish_ring_sort_(struct lish_link_ *head, lish_ring_cmp_fn_ cmp, void *ctx);

/* Put a chain after last, the end of the ring of head, and close the ring. */
void lish_ring_relink_(struct lish_link_ *head, struct lish_link_ *last,
		       struct lish_link_ *chain);

/*
 * The sort itself. It is inline because a comparison that is called costs a
 * quarter of the time: who sorts by a function that the compiler sees uses
 * lish_ring_sort_inline_(), others lish_ring_sort_(), which is one copy of it.
 *
 * Merge two chains, neither empty; of equal links those of a come first. The
 * element after that of the next comparison is fetched meanwhile.
 */
LISH_TINY struct lish_link_ *lish_ring_merge_chains_(struct lish_link_ *a,
						     struct lish_link_ *b,
						     lish_ring_cmp_fn_ cmp,
						     void *ctx)
{
	struct lish_link_ *first = NULL, **end = &first;

	/* The casts are for gcc 5, which knows a member from before LISH_LINKS. */
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

/* The same into the ring of head: the links back are made on the way. */
LISH_TINY void lish_ring_merge_(struct lish_link_ *head, struct lish_link_ *a,
				struct lish_link_ *b, lish_ring_cmp_fn_ cmp,
				void *ctx)
{
	struct lish_link_ *last = head;

	for (;;) {
		if (cmp(ctx, a, b) <= 0) {
			last->next = a;
			a->prev = last;
			last = a;
			a = a->next;
			if (!a)
				break;
			lish_prefetch(a->next);
		} else {
			last->next = b;
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

/*
 * Cut the longest run off the front of *chain that is in order already, so that
 * a sorted list costs one comparison per element.
 */
LISH_TINY struct lish_link_ *lish_ring_take_run_(struct lish_link_ **chain,
						 lish_ring_cmp_fn_ cmp,
						 void *ctx)
{
	struct lish_link_ *first = *chain, *link = first;

	while (link->next && cmp(ctx, link, link->next) <= 0)
		link = link->next;
	*chain = link->next;
	link->next = NULL;
	return first;
}

LISH_TINY void lish_ring_sort_inline_(struct lish_link_ *head,
				      lish_ring_cmp_fn_ cmp, void *ctx)
{
	/* bins[i] is the merger of 2^i runs: together more than any memory. */
	struct lish_link_ *bins[32] = { NULL };
	struct lish_link_ *rest = head->next, *chain;
	size_t top = 0, i;

	if (head->next == head->prev)
		return;
	head->prev->next = NULL;
	while (rest) {
		chain = lish_ring_take_run_(&rest, cmp, ctx);
		for (i = 0; i < 31 && bins[i]; i++) {
			chain = lish_ring_merge_chains_(bins[i], chain, cmp,
							ctx);
			bins[i] = NULL;
		}
		bins[i] = chain;
		if (top < i)
			top = i;
	}
	/* Higher bins hold what came earlier, the highest is never empty. */
	for (chain = NULL, i = 0; i < top; i++) {
		if (bins[i])
			chain = chain ? lish_ring_merge_chains_(bins[i], chain,
								cmp, ctx) :
					bins[i];
	}
	if (chain)
		lish_ring_merge_(head, bins[top], chain, cmp, ctx);
	else
		lish_ring_relink_(head, head, bins[top]);
}

LISH_C_END

#endif /* LINUX_ISH_CORE_RING_H */
