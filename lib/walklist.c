// SPDX-License-Identifier: MIT
/*
 * The cold side of walklist: reports, validation, registered loops and what is
 * done to them when elements come and go, whole-list operations.
 */
#define LISH_LIB_
#include <linux-ish/walklist.h>

void walklist_refuse_add_(const char *op, const struct walklist *list,
			  const struct walklist_node *node,
			  const struct ilist_node *prev,
			  const struct ilist_node *next)
{
	enum lish_reason reason = LISH_BROKEN_LINKS;

	if (!list->head.link.next)
		reason = LISH_UNINITIALIZED;
	else if (!prev || !next)
		reason = LISH_NOT_IN;
	else if (node->link.next)
		reason = LISH_ALREADY_IN;
	lish_misuse_(op, list, node, reason);
}
LISH_EXPORT(walklist_refuse_add_)

void walklist_refuse_node_(const char *op, const struct walklist *list,
			   const struct walklist_node *node)
{
	enum lish_reason reason = LISH_BROKEN_LINKS;

	if (!list->head.link.next)
		reason = LISH_UNINITIALIZED;
	else if (!node->link.next)
		reason = LISH_NOT_IN;
	else if (!list->count)
		reason = LISH_FOREIGN;
	lish_misuse_(op, list, node, reason);
}
LISH_EXPORT(walklist_refuse_node_)

void walklist_refuse_list_(const char *op, const struct walklist *list)
{
	lish_misuse_(op, list, NULL,
		    list->head.link.next ? LISH_BROKEN_LINKS :
					   LISH_UNINITIALIZED);
}
LISH_EXPORT(walklist_refuse_list_)

void walklist_lost_(const struct ilist_node *head, const struct ilist_node *at)
{
	lish_misuse_("walklist_for_each_entry", head, at == head ? NULL : at,
		    at == head ? LISH_UNINITIALIZED : LISH_LOST_PLACE);
}
LISH_EXPORT(walklist_lost_)

enum lish_reason walklist_check(const struct walklist *list,
				const struct walklist_node **fault)
{
	const struct ilist_node *head = &list->head.link;
	const struct ilist_node *node, *broken = NULL;
	enum lish_reason reason = LISH_OK;
	size_t count = 0;

	if (!head->next || !head->prev) {
		reason = LISH_UNINITIALIZED;
	} else {
		broken = ilist_broken_node_(head);
		if (broken)
			reason = LISH_BROKEN_LINKS;
	}
	if (!reason) {
		for (node = head->next; node != head; node = node->next)
			count++;
		if (count != list->count)
			reason = LISH_BAD_COUNT;
	}
	if (fault)
		*fault = broken == head ?
				 NULL :
				 (const struct walklist_node *)
				 (const void *)broken;
	return reason;
}
LISH_EXPORT(walklist_check)

bool walklist_valid_(const char *op, const struct walklist *list,
		     const struct ilist_node *member)
{
	const struct ilist_node *node = &list->head.link;
	const struct walklist_node *fault;
	enum lish_reason reason = walklist_check(list, &fault);

	if (reason) {
		lish_misuse_(op, list, fault, reason);
		return false;
	}
	do {
		if (node == member)
			return true;
		node = node->next;
	} while (node != &list->head.link);
	lish_misuse_(op, list, member, LISH_FOREIGN);
	return false;
}
LISH_EXPORT(walklist_valid_)

/* What the ring's owner tells the loops. */

void walklist_fix_del_(struct walklist_loop *loops,
		       const struct ilist_node *node)
{
	struct walklist_loop *loop;

	for (loop = loops; loop; loop = loop->outer) {
		if (loop->at == node) {
			loop->at = loop->reverse ? node->next : node->prev;
			loop->gap = true;
			loop->moved = true;
			loop->lag++;
		}
		if (loop->trail == node) {
			loop->trail = node->next;
			loop->moved = true;
		}
	}
}
LISH_EXPORT(walklist_fix_del_)

void walklist_fix_add_(struct walklist_loop *loops, struct ilist_node *first,
		       struct ilist_node *last, const struct ilist_node *base,
		       bool before)
{
	struct walklist_loop *loop;

	/*
	 * A ghost lies between two neighbours, and its loop came by one of them.
	 * Put in from that side, the new ones lie before the ghost. Put in from
	 * the other, they lie beyond it, where nothing need be done. A ghost has
	 * set moved, so that the loop will look.
	 */
	for (loop = loops; loop; loop = loop->outer) {
		if (loop->gap && loop->at == base && loop->reverse == before)
			loop->at = before ? first : last;
	}
}
LISH_EXPORT(walklist_fix_add_)

void walklist_fix_replace_(struct walklist_loop *loops,
			   const struct ilist_node *old,
			   struct ilist_node *node)
{
	struct walklist_loop *loop;

	for (loop = loops; loop; loop = loop->outer) {
		if (loop->at == old) {
			loop->at = node;
			loop->moved = true;
		}
		if (loop->trail == old) {
			loop->trail = node;
			loop->moved = true;
		}
	}
}
LISH_EXPORT(walklist_fix_replace_)

void walklist_fix_swap_(struct walklist_loop *loops, struct ilist_node *a,
			struct ilist_node *b)
{
	struct walklist_loop *loop;

	/* The trail stays where it is: it need only be in the ring. */
	for (loop = loops; loop; loop = loop->outer) {
		if (loop->at != a && loop->at != b)
			continue;
		loop->at = loop->at == a ? b : a;
		loop->moved = true;
	}
}
LISH_EXPORT(walklist_fix_swap_)

void walklist_fix_reset_(struct walklist_loop *loops)
{
	struct walklist_loop *loop;

	for (loop = loops; loop; loop = loop->outer) {
		/* One that has not made a step stands on no element's place. */
		if (loop->at != loop->head)
			loop->gap = true;
		loop->at = loop->head;
		loop->trail = loop->head;
		loop->lag = WALKLIST_WAIT_;
		loop->moved = true;
	}
}
LISH_EXPORT(walklist_fix_reset_)

uint32_t walklist_oldest_(const struct walklist_loop *loops)
{
	const struct walklist_loop *loop;
	uint32_t since = 0;

	for (loop = loops; loop; loop = loop->outer) {
		if (loop->since)
			since = loop->since;
	}
	return since;
}
LISH_EXPORT(walklist_oldest_)

void walklist_added_(struct walklist *list, struct ilist_node *first,
		     struct ilist_node *last, const struct ilist_node *base,
		     bool before)
{
	struct ilist_node *node;

	walklist_fix_add_(list->loops, first, last, base, before);
	if (!walklist_oldest_(list->loops))
		return;
	for (node = first;; node = node->next) {
		walklist_of_link_(node)->hint = (uintptr_t)list->stamp << 1 | 1;
		if (node == last)
			return;
	}
}
LISH_EXPORT(walklist_added_)

void walklist_hint_stamped_(const struct walklist_loop *loop,
			    struct walklist_node *node, uintptr_t hint)
{
	uint32_t oldest = walklist_oldest_(*loop->chain);

	if (!oldest || node->hint >> 1 < oldest)
		node->hint = hint;
}
LISH_EXPORT(walklist_hint_stamped_)

bool walklist_open_(const char *op, struct walklist_loop *loop,
		    struct walklist_loop **chain, struct ilist_node *head,
		    struct ilist_node *at, bool reverse, bool gap)
{
	const struct walklist_loop *other;

	for (other = *chain; other; other = other->outer) {
		if (other == loop) {
			/* If it still runs it goes on. */
			if (loop->chain != chain)
				loop->chain = NULL;
			lish_misuse_(op, head, NULL, LISH_STALE_LOOP);
			return false;
		}
	}
	loop->chain = NULL;
	loop->head = NULL;
	if (!at || !head->next) {
		lish_misuse_(op, head, NULL,
			    head->next ? LISH_NOT_IN : LISH_UNINITIALIZED);
		return false;
	}
	loop->chain = chain;
	loop->outer = *chain;
	loop->head = head;
	loop->at = at;
	loop->trail = at;
	loop->since = 0;
	loop->wait = WALKLIST_WAIT_;
	loop->lag = 0;
	loop->reverse = reverse;
	loop->gap = gap;
	loop->moved = gap;
	*chain = loop;
	return true;
}
LISH_EXPORT(walklist_open_)

void walklist_loop_end(struct walklist_loop *loop)
{
	struct walklist_loop **link = loop->chain;

	if (!link)
		return;
	loop->chain = NULL;
	for (; *link; link = &(*link)->outer) {
		if (*link == loop) {
			*link = loop->outer;
			return;
		}
	}
	lish_misuse_("walklist_loop_end", loop->head, NULL, LISH_STALE_LOOP);
}
LISH_EXPORT(walklist_loop_end)

void walklist_abandon(struct walklist *list)
{
	if (list->head.link.next)
		list->loops = NULL;
	else
		walklist_refuse_list_("walklist_abandon", list);
}
LISH_EXPORT(walklist_abandon)

void walklist_loop_begin(struct walklist_loop *loop, struct walklist *list)
{
	struct ilist_node *head = &list->head.link;

	walklist_open_("walklist_loop_begin", loop, &list->loops, head, head,
		       false, false);
}
LISH_EXPORT(walklist_loop_begin)

void walklist_loop_begin_reverse(struct walklist_loop *loop,
				 struct walklist *list)
{
	struct ilist_node *head = &list->head.link;

	walklist_open_("walklist_loop_begin_reverse", loop, &list->loops, head,
		       head, true, false);
}
LISH_EXPORT(walklist_loop_begin_reverse)

/* A loop from nowhere has ended already. */
static void begin_nowhere(struct walklist_loop *loop)
{
	loop->chain = NULL;
	loop->head = NULL;
}

/* One from an element stands on a ghost in front of it. */

void walklist_loop_begin_from(struct walklist_loop *loop, struct walklist *list,
			      struct walklist_node *node)
{
	if (!node) {
		begin_nowhere(loop);
		return;
	}
	walklist_open_("walklist_loop_begin_from", loop, &list->loops,
		       &list->head.link, node->link.prev, false, true);
}
LISH_EXPORT(walklist_loop_begin_from)

void walklist_loop_begin_from_reverse(struct walklist_loop *loop,
				      struct walklist *list,
				      struct walklist_node *node)
{
	if (!node) {
		begin_nowhere(loop);
		return;
	}
	walklist_open_("walklist_loop_begin_from_reverse", loop, &list->loops,
		       &list->head.link, node->link.next, true, true);
}
LISH_EXPORT(walklist_loop_begin_from_reverse)

/* Beyond this many stamps they begin anew, as 32 bits have to suffice. */
#define STAMP_LIMIT (1u << 30)

static void restart_stamps(struct walklist *list)
{
	struct ilist_node *node;

	for (node = list->head.link.next; node != &list->head.link;
	     node = node->next)
		walklist_of_link_(node)->hint = 0;
	list->stamp = 0;
}

void walklist_loop_begin_present(struct walklist_loop *loop,
				 struct walklist *list)
{
	struct ilist_node *head = &list->head.link;

	if (!walklist_open_("walklist_loop_begin_present", loop, &list->loops,
			    head, head, false, false))
		return;
	if (list->stamp >= STAMP_LIMIT && !walklist_oldest_(list->loops))
		restart_stamps(list);
	loop->since = ++list->stamp;
}
LISH_EXPORT(walklist_loop_begin_present)

struct walklist_node *walklist_loop_next(struct walklist_loop *loop)
{
	struct walklist_cursor_ cur;
	struct walklist_node *node;

	if (!loop->chain)
		return NULL;
	cur = walklist_cursor_of_(loop);
	if (loop->reverse)
		node = walklist_back_(loop, &cur);
	else if (loop->since)
		node = walklist_present_(loop, &cur);
	else
		node = walklist_forward_(loop, &cur);
	loop->wait = cur.wait;
	if (!node)
		walklist_loop_end(loop);
	return node;
}
LISH_EXPORT(walklist_loop_next)

/* Whole lists. */

void walklist_clear(struct walklist *list)
{
	struct ilist_node *node, *next;

	if (!walklist_list_ok_("walklist_clear", list))
		return;
	for (node = list->head.link.next; node != &list->head.link;
	     node = next) {
		next = node->next;
		walklist_node_init(walklist_of_link_(node));
	}
	walklist_forget(list);
}
LISH_EXPORT(walklist_clear)

int walklist_reverse(struct walklist *list)
{
	if (!walklist_list_ok_("walklist_reverse", list))
		return -EINVAL;
	if (list->loops)
		return -EBUSY;
	ilist_reverse_ring_(&list->head.link);
	return 0;
}
LISH_EXPORT(walklist_reverse)

/* The user's comparison, to be called with what ilist's sort has. */
struct by_node {
	walklist_cmp_fn cmp;
	void *ctx;
};

static int compare_links(void *ctx, const struct ilist_node *a,
			 const struct ilist_node *b)
{
	const struct by_node *by = (const struct by_node *)ctx;

	return by->cmp(by->ctx, (const struct walklist_node *)(const void *)a,
		       (const struct walklist_node *)(const void *)b);
}

int walklist_sort(struct walklist *list, walklist_cmp_fn cmp, void *ctx)
{
	struct by_node by;

	if (!walklist_list_ok_("walklist_sort", list))
		return -EINVAL;
	if (list->loops)
		return -EBUSY;
	by.cmp = cmp;
	by.ctx = ctx;
	ilist_sort_ring_(&list->head.link, compare_links, &by);
	return 0;
}
LISH_EXPORT(walklist_sort)
