// SPDX-License-Identifier: MIT
/*
 * The cold side of ilist: reports, validation, whole-list operations, sorting.
 */
#define LISH_LIB_
#include <linux-ish/ilist.h>

void ilist_refuse_add_(const char *op, const struct ilist *list,
		       const struct ilist_node *node,
		       const struct ilist_node *prev,
		       const struct ilist_node *next)
{
	enum lish_reason reason = LISH_BROKEN_LINKS;

	if (!prev || !next)
		reason = list ? LISH_UNINITIALIZED : LISH_NOT_IN;
	else if (node->next)
		reason = LISH_ALREADY_IN;
	lish_misuse_(op, list, node, reason);
}
LISH_EXPORT(ilist_refuse_add_)

void ilist_refuse_node_(const char *op, const struct ilist_node *node)
{
	lish_misuse_(op, NULL, node,
		    node->next ? LISH_BROKEN_LINKS : LISH_NOT_IN);
}
LISH_EXPORT(ilist_refuse_node_)

void ilist_refuse_list_(const char *op, const struct ilist *list)
{
	lish_misuse_(op, list, NULL,
		    list->head.next ? LISH_BROKEN_LINKS : LISH_UNINITIALIZED);
}
LISH_EXPORT(ilist_refuse_list_)

void ilist_lost_(const char *op, const struct ilist_node *head,
		 const struct ilist_node *at)
{
	lish_misuse_(op, head, at, at ? LISH_LOST_PLACE : LISH_UNINITIALIZED);
}
LISH_EXPORT(ilist_lost_)

/*
 * The first node from start on whose follower does not point back, or NULL.
 * The walk ends: a ring that is entered from outside has a node with two
 * predecessors, and that one can point back to only one of them.
 */
const struct ilist_node *ilist_broken_node_(const struct ilist_node *start)
{
	const struct ilist_node *node = start;

	do {
		if (!node->next || node->next->prev != node)
			return node;
		node = node->next;
	} while (node != start);
	return NULL;
}
LISH_EXPORT(ilist_broken_node_)

bool ilist_ring_ok_(const char *op, const struct ilist_node *start)
{
	const struct ilist_node *broken = ilist_broken_node_(start);

	if (broken)
		lish_misuse_(op, NULL, broken, LISH_BROKEN_LINKS);
	return !broken;
}
LISH_EXPORT(ilist_ring_ok_)

bool ilist_member_ok_(const char *op, const struct ilist *list,
		      const struct ilist_node *node)
{
	const struct ilist_node *at = list->head.next;

	while (at != node && at != &list->head)
		at = at->next;
	if (at != node)
		lish_misuse_(op, list, node, LISH_FOREIGN);
	return at == node;
}
LISH_EXPORT(ilist_member_ok_)

bool ilist_range_ok_(const char *op, const struct ilist *list,
		     const struct ilist_node *first,
		     const struct ilist_node *last)
{
	const struct ilist_node *node;

	/* The ring is known to be whole: it is left at the latest at first. */
	for (node = first; node != last; node = node->next) {
		if (node == &list->head || node->next == first) {
			lish_misuse_(op, list, last, LISH_BAD_RANGE);
			return false;
		}
	}
	return true;
}
LISH_EXPORT(ilist_range_ok_)

enum lish_reason ilist_check(const struct ilist *list,
			     const struct ilist_node **fault)
{
	const struct ilist_node *head = &list->head;
	const struct ilist_node *broken = NULL;
	enum lish_reason reason = LISH_OK;

	if (!head->next || !head->prev) {
		reason = LISH_UNINITIALIZED;
	} else {
		broken = ilist_broken_node_(head);
		if (broken)
			reason = LISH_BROKEN_LINKS;
	}
	if (fault)
		*fault = broken == head ? NULL : broken;
	return reason;
}
LISH_EXPORT(ilist_check)

void ilist_clear(struct ilist *list)
{
	struct ilist_node *node, *next;

	if (!ilist_list_ok_("ilist_clear", list))
		return;
	for (node = list->head.next; node != &list->head; node = next) {
		next = node->next;
		ilist_node_init(node);
	}
	ilist_init(list);
}
LISH_EXPORT(ilist_clear)

size_t ilist_count(const struct ilist *list)
{
	const struct ilist_node *node;
	size_t count = 0;

	if (!ilist_list_ok_("ilist_count", list))
		return 0;
	for (node = list->head.next; node != &list->head; node = node->next)
		count++;
	return count;
}
LISH_EXPORT(ilist_count)

void ilist_reverse_ring_(struct ilist_node *head)
{
	struct ilist_node *node = head, *next;

	do {
		next = node->next;
		node->next = node->prev;
		node->prev = next;
		node = next;
	} while (node != head);
}
LISH_EXPORT(ilist_reverse_ring_)

void ilist_reverse(struct ilist *list)
{
	if (ilist_list_ok_("ilist_reverse", list))
		ilist_reverse_ring_(&list->head);
}
LISH_EXPORT(ilist_reverse)

void ilist_relink_(struct ilist_node *head, struct ilist_node *last,
		   struct ilist_node *chain)
{
	for (; chain; chain = chain->next) {
		last->next = chain;
		chain->prev = last;
		last = chain;
	}
	last->next = head;
	head->prev = last;
}
LISH_EXPORT(ilist_relink_)

void ilist_sort_ring_(struct ilist_node *head, ilist_cmp_fn cmp, void *ctx)
{
	ilist_sort_inline_(head, cmp, ctx);
}
LISH_EXPORT(ilist_sort_ring_)

void ilist_merge(struct ilist *list, struct ilist *from, ilist_cmp_fn cmp,
		 void *ctx)
{
	struct ilist_node *a = list->head.next, *b = from->head.next;

	if (!ilist_list_ok_("ilist_merge", list) ||
	    !ilist_list_ok_("ilist_merge", from) || list == from ||
	    ilist_empty(from))
		return;
	if (ilist_empty(list)) {
		ilist_splice(list, from);
		return;
	}
	list->head.prev->next = NULL;
	from->head.prev->next = NULL;
	ilist_init(from);
	ilist_merge_ring_(&list->head, a, b, cmp, ctx);
}
LISH_EXPORT(ilist_merge)

void ilist_add_sorted(struct ilist *list, struct ilist_node *node,
		      ilist_cmp_fn cmp, void *ctx)
{
	struct ilist_node *prev = list->head.prev;

	if (!ilist_may_add_("ilist_add_sorted", list, node, prev, &list->head))
		return;
	while (prev != &list->head && cmp(ctx, prev, node) > 0)
		prev = prev->prev;
	ilist_link_(node, prev, prev->next);
}
LISH_EXPORT(ilist_add_sorted)

/* One stable pass by the eight bits of the key that start at bit shift. */
static void radix_pass(const struct ilist_keyed_ *from, struct ilist_keyed_ *to,
		       size_t n, unsigned int shift)
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
static unsigned int digits_for(size_t n)
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
static unsigned int bits_of(uint64_t differ)
{
	unsigned int bits = 0;

	while (bits < 64 && differ >> bits)
		bits++;
	return bits;
}

/* Stable, by the bits of the key from shift up to bits. Where the result is. */
static struct ilist_keyed_ *radix_sort(struct ilist_keyed_ *from,
				       struct ilist_keyed_ *to, size_t n,
				       unsigned int shift, unsigned int bits,
				       uint64_t differ)
{
	struct ilist_keyed_ *swap;

	for (; shift < bits; shift += 8) {
		if (!(differ >> shift & 0xff))
			continue;
		radix_pass(from, to, n, shift);
		swap = from;
		from = to;
		to = swap;
	}
	return from;
}

/* Stable insertion, which gives up if there is much to do. */
static bool insertion_sort(struct ilist_keyed_ *v, size_t n)
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
	const unsigned int bits = bits_of(differ), few = 8 * digits_for(n);
	struct ilist_keyed_ *to = from + n, *sorted;
	struct ilist_node *node, *prev = &list->head;
	size_t i;

	sorted = radix_sort(from, to, n, bits > few ? bits - few : 0, bits,
			    differ);
	if (bits > few && !insertion_sort(sorted, n))
		sorted = radix_sort(sorted, sorted == from ? to : from, n, 0,
				    bits, differ);
	for (i = 0; i < n; i++) {
		if (i + ahead < n)
			lish_prefetch(sorted[i + ahead].node);
		node = sorted[i].node;
		prev->next = node;
		node->prev = prev;
		prev = node;
	}
	prev->next = &list->head;
	list->head.prev = prev;
}
LISH_EXPORT(ilist_sort_keyed_)
