// SPDX-License-Identifier: MIT
/*
 * The cold side of ilist: reports, validation, whole-list operations, sorting.
 */
#define LISH_LIB_
#include <linux-ish/ilist.h>

/* What is wrong with a node that should be in a list. */
static enum lish_reason ilist_node_fault(const struct ilist_node *node)
{
	if (lish_is_null(node))
		return LISH_NULL;
	return node->link.next ? LISH_BROKEN_LINKS : LISH_NOT_IN;
}

void ilist_refuse_beside_(lish_op_ op, const struct ilist_node *pos,
			  const struct ilist_node *node)
{
	enum lish_reason reason = ilist_node_fault(pos);

	if (reason != LISH_BROKEN_LINKS)
		node = pos;
	else if (lish_is_null(node))
		reason = LISH_NULL;
	else if (node->link.next)
		reason = LISH_ALREADY_IN;
	lish_misuse_(op, NULL, node, reason);
}
LISH_EXPORT(ilist_refuse_beside_)

void ilist_refuse_(lish_op_ op, const struct ilist *list,
		   const struct ilist_node *node)
{
	enum lish_reason reason = LISH_BROKEN_LINKS;

	if (lish_is_null(node))
		reason = LISH_NULL;
	else if (list && (!list->head.next || !list->head.prev))
		reason = LISH_UNINITIALIZED;
	else if (list && node->link.next)
		reason = LISH_ALREADY_IN;
	else if (!list && !node->link.next)
		reason = LISH_NOT_IN;
	lish_misuse_(op, list, node, reason);
}
LISH_EXPORT(ilist_refuse_)

void ilist_refuse_list_(lish_op_ op, const struct ilist *list)
{
	lish_misuse_(op, list, NULL,
		     list->head.next && list->head.prev ? LISH_BROKEN_LINKS :
							  LISH_UNINITIALIZED);
}
LISH_EXPORT(ilist_refuse_list_)

void ilist_refuse_scratch_(const struct ilist *list, const void *scratch)
{
	lish_misuse_("ilist_sort_by_key", list, NULL,
		     lish_is_null(scratch) ? LISH_NULL : LISH_MISALIGNED);
}
LISH_EXPORT(ilist_refuse_scratch_)

void ilist_lost_(lish_op_ op, const struct lish_link_ *head,
		 const struct lish_link_ *at)
{
	if (at == head)
		lish_misuse_(op, head, NULL, LISH_UNINITIALIZED);
	else
		lish_misuse_(op, head, at, LISH_LOST_PLACE);
}
LISH_EXPORT(ilist_lost_)

bool ilist_ring_ok_(lish_op_ op, const struct lish_link_ *link)
{
	const struct lish_link_ *broken = lish_ring_broken_(link);

	if (broken)
		lish_misuse_(op, NULL, broken, LISH_BROKEN_LINKS);
	return !broken;
}
LISH_EXPORT(ilist_ring_ok_)

bool ilist_member_ok_(lish_op_ op, const struct lish_link_ *head,
		      const struct lish_link_ *node)
{
	const bool in = lish_ring_has_(head, node);

	if (!in)
		lish_misuse_(op, head, node, LISH_FOREIGN);
	return in;
}
LISH_EXPORT(ilist_member_ok_)

bool ilist_apart_ok_(lish_op_ op, const struct ilist *list,
		     const struct ilist_node *node)
{
	const bool in = lish_ring_has_(&list->head, &node->link);

	if (in)
		lish_misuse_(op, list, node, LISH_BAD_RANGE);
	return !in;
}
LISH_EXPORT(ilist_apart_ok_)

bool ilist_range_ok_(lish_op_ op, const struct lish_link_ *outside,
		     const struct ilist_node *first,
		     const struct ilist_node *last)
{
	const struct lish_link_ *link;

	/* The ring is known to be whole: it is left at the latest at first. */
	for (link = &first->link; link != &last->link; link = link->next) {
		if (link == outside || link->next == &first->link) {
			lish_misuse_(op, outside, last, LISH_BAD_RANGE);
			return false;
		}
	}
	return true;
}
LISH_EXPORT(ilist_range_ok_)

/*
 * The checks of the header, for functions that are called: so inlined that the
 * caller in the report is the user.
 */
static LISH_FORCED_INLINE_ bool ilist_may_go_on(lish_op_ op,
						       const struct ilist *list)
{
	const bool whole = lish_ring_known_(&list->head);

	if (lish_unlikely(!whole))
		lish_misuse_(op, list, NULL,
			     list->head.next && list->head.prev ?
				     LISH_BROKEN_LINKS :
				     LISH_UNINITIALIZED);
	return whole;
}

enum lish_reason ilist_check(const struct ilist *list,
			     const struct ilist_node **fault)
{
	const struct lish_link_ *head = &list->head;
	const struct lish_link_ *broken = NULL;
	enum lish_reason reason = LISH_OK;

	if (!head->next || !head->prev) {
		reason = LISH_UNINITIALIZED;
	} else {
		broken = lish_ring_broken_(head);
		if (broken)
			reason = LISH_BROKEN_LINKS;
	}
	if (fault)
		*fault = broken && broken != head ? ilist_of_link_(broken) :
						    NULL;
	return reason;
}
LISH_EXPORT(ilist_check)

void ilist_clear(struct ilist *list)
{
	struct lish_link_ *link, *next;

	if (!ilist_may_go_on("ilist_clear", list))
		return;
	for (link = list->head.next; link != &list->head; link = next) {
		next = link->next;
		lish_ring_zero_(link);
	}
	lish_ring_init_(&list->head);
}
LISH_EXPORT(ilist_clear)

uint32_t ilist_count(const struct ilist *list)
{
	const struct lish_link_ *link;
	uint32_t count = 0;

	if (!ilist_may_go_on("ilist_count", list))
		return 0;
	for (link = list->head.next; link != &list->head; link = link->next)
		count++;
	return count;
}
LISH_EXPORT(ilist_count)

bool ilist_contains(const struct ilist *list, const struct ilist_node *node)
{
	if (!ilist_may_go_on("ilist_contains", list))
		return false;
	if (lish_is_null(node)) {
		lish_misuse_("ilist_contains", list, node, LISH_NULL);
		return false;
	}
	return node->link.next && lish_ring_has_(&list->head, &node->link);
}
LISH_EXPORT(ilist_contains)

void ilist_reverse(struct ilist *list)
{
	if (ilist_may_go_on("ilist_reverse", list))
		lish_ring_reverse_(&list->head);
}
LISH_EXPORT(ilist_reverse)

void ilist_merge(struct ilist *list, struct ilist *from,
		 int (*cmp)(void *ctx, const struct ilist_node *a,
			    const struct ilist_node *b),
		 void *ctx)
{
	struct lish_link_ *a, *b;
	struct ilist_by_ by;

	if (!ilist_may_go_on("ilist_merge", list) ||
	    !ilist_may_go_on("ilist_merge", from) || list == from ||
	    ilist_empty(from))
		return;
	if (ilist_empty(list)) {
		lish_ring_splice_(&from->head, &list->head);
		return;
	}
	a = list->head.next;
	b = from->head.next;
	list->head.prev->next = NULL;
	from->head.prev->next = NULL;
	lish_ring_init_(&from->head);
	by.cmp = cmp;
	by.ctx = ctx;
	lish_ring_merge_(&list->head, a, b, ilist_compare_, &by);
}
LISH_EXPORT(ilist_merge)

void ilist_add_sorted(struct ilist *list, struct ilist_node *node,
		      int (*cmp)(void *ctx, const struct ilist_node *a,
				 const struct ilist_node *b),
		      void *ctx)
{
	struct lish_link_ *prev = list->head.prev;

	if (!ilist_may_go_on("ilist_add_sorted", list))
		return;
	if (lish_is_null(node) || node->link.next) {
		lish_misuse_("ilist_add_sorted", list, node,
			     lish_is_null(node) ? LISH_NULL : LISH_ALREADY_IN);
		return;
	}
	while (prev != &list->head && cmp(ctx, ilist_of_link_(prev), node) > 0)
		prev = prev->prev;
	lish_ring_link_(&node->link, prev, prev->next);
}
LISH_EXPORT(ilist_add_sorted)

/* One stable pass by the eight bits of the key that start at bit shift. */
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

/* So many digits that they tell most of n elements apart. */
static unsigned int ilist_digits_for(size_t n)
{
	unsigned int digits = 0;

	/* For so few insertion is faster. */
	if (n <= 16)
		return 0;
	for (n *= 4; n > 1; n >>= 8)
		digits++;
	return digits;
}

/* How many bits keys have up to the highest one in which they differ. */
static unsigned int ilist_bits_of(uint64_t differ)
{
	unsigned int bits = 0;

	while (bits < 64 && differ >> bits)
		bits++;
	return bits;
}

/* Stable, by the bits of the key from shift up to bits. Where the result is. */
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

/* Stable insertion, which gives up if there is much to do. */
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

/*
 * The highest digits bring all elements near their places if the keys are
 * spread, and insertion does the rest. If they are not, the other digits count
 * too. What is done in between is stable, so nothing is lost by it.
 */
void ilist_sort_keyed_(struct ilist *list, struct ilist_keyed_ *from, size_t n,
		       uint64_t differ)
{
	/* What lies this far ahead is fetched while nodes are relinked. */
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
		prev->next = link;
		link->prev = prev;
		prev = link;
	}
	prev->next = &list->head;
	list->head.prev = prev;
}
LISH_EXPORT(ilist_sort_keyed_)
