// SPDX-License-Identifier: MIT
/*
 * ilist.c - what looks at a whole list: check, clear, count, sorting by a number
 *
 * ilist_sort_by_key() collects (key, link) pairs in the first half of the scratch and
 * tells in which bits keys differ. Sorting works on the pairs, which are contiguous;
 * the nodes are written once, in order, at the end.
 *
 * If keys are spread, few of their highest bits tell most elements apart. So
 *
 *   1. a radix sort (8 bits a pass, between the two halves of the scratch) by the
 *      highest bits that differ, about as many as 4 n values need;
 *   2. an insertion sort for the rest, which gives up after 8 n moves;
 *   3. if it gave up, a radix sort by all bits that differ.
 *
 * Every part is stable. So giving up loses nothing: the order of equal keys is still
 * the order of the list. Passes by bits in which no keys differ are skipped. The cost
 * is O(n) for any keys: at most 8 passes, twice.
 */
#define LISH_LIB_
#include <linux-ish/ilist.h>

#include "ground/given.h"
#include "core/ring.h"

enum lish_reason ilist_check(const struct ilist *list,
			     const struct ilist_node **fault)
{
	const struct lish_link_ *head = &list->head;
	const struct lish_link_ *broken = NULL;

	if (!lish_ring_is_zero_(head))
		broken = head->prev ? lish_ring_broken_(head) : head;
	if (fault)
		*fault = broken && broken != head ? ilist_of_link_(broken) :
						    NULL;
	return broken ? LISH_BROKEN_LINKS : LISH_OK;
}
LISH_EXPORT(ilist_check)

/* Not zero, and not broken. Inline, so that a report names the user's line. */
LISH_TINY bool ilist_has_ring(lish_op_ op, const struct ilist *list)
{
	return lish_ring_known_(&list->head) ||
	       (!lish_ring_is_zero_(&list->head) &&
		lish_fine_(op, list, NULL, LISH_BROKEN_LINKS));
}

void ilist_clear(struct ilist *list)
{
	struct lish_link_ *head = &list->head, *link, *next;

	if (!ilist_has_ring("ilist_clear", list))
		return;
	for (link = head->next; link && link != head; link = next) {
		next = lish_ring_after_(link);
		lish_ring_zero_(link);
	}
	lish_ring_init_(head);
	(void)lish_fine_("ilist_clear", list, NULL, link ? LISH_OK : LISH_BROKEN_LINKS);
}
LISH_EXPORT(ilist_clear)

uint32_t ilist_count(const struct ilist *list)
{
	const struct lish_link_ *link;
	uint32_t count = 0;

	if (!ilist_has_ring("ilist_count", list))
		return 0;
	for (link = list->head.next; link && link != &list->head;
	     link = lish_ring_after_(link))
		count++;
	return lish_fine_("ilist_count", list, NULL,
			  link ? LISH_OK : LISH_BROKEN_LINKS) ? count : 0;
}
LISH_EXPORT(ilist_count)

bool ilist_contains(const struct ilist *list, const struct ilist_node *node)
{
	return lish_fine_("ilist_contains", list, node,
			  lish_is_null(node) ? LISH_NULL : LISH_OK) &&
	       ilist_has_ring("ilist_contains", list) && node->link.next &&
	       lish_ring_has_(&list->head, &node->link);
}
LISH_EXPORT(ilist_contains)

void ilist_node_moved(struct ilist_node *node)
{
	struct lish_link_ *link = ilist_link_of_(node);

	enum lish_reason reason = LISH_OK;

	if (lish_is_null(link))
		reason = LISH_NULL;
	else if (link->next &&
		 (!link->prev || link->next->prev != link->prev->next))
		reason = LISH_BROKEN_LINKS;
	if (!lish_fine_("ilist_node_moved", NULL, node, reason) || !link->next)
		return;
	link->next->prev = link;
	LISH_WRITE_ONCE_(link->prev->next, link);
}
LISH_EXPORT(ilist_node_moved)

/* One stable pass by the eight bits of the key from shift on. */
static void ilist_radix_pass(const struct ilist_keyed_ *from,
			     struct ilist_keyed_ *to, size_t n,
			     unsigned int shift)
{
	uint32_t place[256] = { 0 };
	uint32_t sum = 0, count;
	size_t i;

	for (i = 0; i < n; i++)
		place[from[i].key >> shift & 0xff]++;
	for (i = 0; i < 256; i++) {
		count = place[i];
		place[i] = sum;
		sum += count;
	}
	for (i = 0; i < n; i++)
		to[place[from[i].key >> shift & 0xff]++] = from[i];
}

/* These digits tell most of n elements apart. */
static unsigned int ilist_digits_for(size_t n)
{
	unsigned int digits = 0;

	/* Insertion alone is faster. */
	if (n <= 16)
		return 0;
	for (n *= 4; n > 1; n >>= 8)
		digits++;
	return digits;
}

static unsigned int ilist_bits_of(uint64_t differ)
{
	unsigned int bits = 0;

	while (bits < 64 && differ >> bits)
		bits++;
	return bits;
}

/* Stable. Returns the half that has the result. */
static struct ilist_keyed_ *ilist_radix_sort(struct ilist_keyed_ *from,
					     struct ilist_keyed_ *to, size_t n,
					     unsigned int shift,
					     unsigned int bits, uint64_t differ)
{
	struct ilist_keyed_ *swap;

	for (; shift < bits; shift += 8) {
		if (!(differ >> shift & 0xff))
			continue;
		ilist_radix_pass(from, to, n, shift);
		swap = from;
		from = to;
		to = swap;
	}
	return from;
}

/* Stable. false if it gave up: then v is in some stable order. */
static bool ilist_insertion_sort(struct ilist_keyed_ *v, size_t n)
{
	size_t left = 8 * n, i, to;
	struct ilist_keyed_ keyed;

	for (i = 1; i < n; i++) {
		keyed = v[i];
		for (to = i; to > 0 && v[to - 1].key > keyed.key; to--)
			v[to] = v[to - 1];
		v[to] = keyed;
		if (i - to > left)
			return false;
		left -= i - to;
	}
	return true;
}

void ilist_sort_keyed_(struct ilist *list, struct ilist_keyed_ *from, size_t n,
		       uint64_t differ)
{
	/* Relinking misses the cache: prefetch this far ahead. */
	const size_t ahead = 16;
	const unsigned int bits = ilist_bits_of(differ), few = 8 * ilist_digits_for(n);
	struct ilist_keyed_ *to = from + n, *sorted;
	struct lish_link_ *link, *prev = &list->head;
	size_t i;

	sorted = ilist_radix_sort(from, to, n, bits > few ? bits - few : 0,
				  bits, differ);
	if (bits > few && !ilist_insertion_sort(sorted, n))
		sorted = ilist_radix_sort(sorted, sorted == from ? to : from, n,
					  0, bits, differ);
	for (i = 0; i < n; i++) {
		if (i + ahead < n)
			lish_prefetch(sorted[i + ahead].link);
		link = sorted[i].link;
		LISH_WRITE_ONCE_(prev->next, link);
		link->prev = prev;
		prev = link;
	}
	LISH_WRITE_ONCE_(prev->next, &list->head);
	list->head.prev = prev;
}
LISH_EXPORT(ilist_sort_keyed_)
