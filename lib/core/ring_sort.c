// SPDX-License-Identifier: MIT
/*
 * ring_sort.c - the halves of the sort that are called
 */
#define LISH_LIB_
#include "ring.h"

#include "ring_sort.h"

void lish_ring_relink_(struct lish_link_ *head, struct lish_link_ *last,
		       struct lish_link_ *chain)
{
	for (; chain; chain = chain->next) {
		LISH_WRITE_ONCE_(last->next, chain);
		chain->prev = last;
		last = chain;
	}
	LISH_WRITE_ONCE_(last->next, head);
	head->prev = last;
}

void lish_ring_sort_(struct lish_link_ *head, lish_ring_cmp_fn_ cmp, void *ctx)
{
	lish_ring_sort_inline_(head, cmp, ctx);
}
