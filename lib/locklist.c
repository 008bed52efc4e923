// SPDX-License-Identifier: MIT
/*
 * The cold side of locklist: what happens while locked and at the unlock,
 * loops that lock, whole lists, reports, validation.
 */
#define LISH_LIB_
#include <linux-ish/locklist.h>

#include "core/loop.h"

void locklist_refuse_list_(lish_op_ op, const struct locklist *list)
{
	lish_misuse_(op, list, NULL,
		     list->head.next ? LISH_NOT_LOCKED : LISH_UNINITIALIZED);
}
LISH_EXPORT(locklist_refuse_list_)

/* What is wrong with a node that cannot be taken out, or gone on from? */
LISH_TINY enum lish_reason locklist_reason(const struct locklist *list,
					   const struct locklist_node *node)
{
	if (!list->head.next)
		return LISH_UNINITIALIZED;
	if (lish_is_null(node))
		return LISH_NULL;
	if (!node->side)
		return LISH_NOT_IN;
	if (node->side != &list->sides[0])
		return node->side == &list->sides[1] ? LISH_NOT_IN
						     : LISH_FOREIGN;
	/* It is in: then its neighbours say otherwise. */
	return LISH_BROKEN_LINKS;
}

void locklist_refuse_node_(lish_op_ op, const struct locklist *list,
			   const struct locklist_node *node)
{
	lish_misuse_(op, list, node, locklist_reason(list, node));
}
LISH_EXPORT(locklist_refuse_node_)

/* The head is the first member of its list. */
void locklist_lost_(const struct locklist_node *head,
		    const struct locklist_node *at)
{
	lish_misuse_("locklist_for_each_entry", head, at, LISH_LOST_PLACE);
}
LISH_EXPORT(locklist_lost_)

void locklist_lost_in_(lish_op_ op, const struct locklist *list,
		       const struct locklist_node *at)
{
	lish_misuse_(op, list, at, LISH_LOST_PLACE);
}
LISH_EXPORT(locklist_lost_in_)

/* Is the head initialised, with neighbours that know it? */
LISH_TINY bool locklist_head_ok(lish_op_ op, const struct locklist *list)
{
	const struct locklist_node *head = &list->head;

	if (lish_unlikely(!head->next || !head->true_next || !head->true_prev ||
			  head->true_next->true_prev != head ||
			  head->true_prev->true_next != head)) {
		lish_misuse_(op, list, NULL,
			     head->next ? LISH_BROKEN_LINKS
					: LISH_UNINITIALIZED);
		return false;
	}
	return true;
}

LISH_TINY bool locklist_waits(const struct locklist *list)
{
	return list->locks || list->loops.first;
}

/* Join what is left and right of node in its ring. */
static void locklist_unlink(struct locklist_node *node)
{
	node->true_next->true_prev = node->true_prev;
	node->true_prev->true_next = node->true_next;
}

/* Rings of those that are leaving have no head, only a first one, or NULL. */
static void locklist_ring_add(struct locklist_node **ring,
			      struct locklist_node *node)
{
	struct locklist_node *first = *ring;

	if (!first) {
		*ring = node->true_next = node->true_prev = node;
		return;
	}
	node->true_next = first;
	node->true_prev = first->true_prev;
	first->true_prev->true_next = node;
	first->true_prev = node;
}

static void locklist_ring_del(struct locklist_node **ring,
			      struct locklist_node *node)
{
	if (*ring == node)
		*ring = node->true_next == node ? NULL : node->true_next;
	locklist_unlink(node);
}

/* Move all nodes of one ring to the end of another. */
static void locklist_ring_move(struct locklist_node **to,
			       struct locklist_node **from)
{
	struct locklist_node *first = *to, *moved = *from, *last;

	*from = NULL;
	if (!first) {
		*to = moved;
	} else if (moved) {
		last = moved->true_prev;
		moved->true_prev = first->true_prev;
		first->true_prev->true_next = moved;
		last->true_next = first;
		first->true_prev = last;
	}
}

void locklist_init(struct locklist *list)
{
	struct locklist_node *head = &list->head;

	memset(list, 0, sizeof(*list));
	head->next = head->true_next = head->true_prev = head;
	list->fresh = head;
	list->sides[1] = 1;
}
LISH_EXPORT(locklist_init)

/*
 * Release those that are out of both orders, one after another. on_out cannot be
 * told from one that longjmp() left until it returns.
 */
static void locklist_tell(struct locklist *list, const void *caller)
{
	struct locklist_node *node;

	if (list->telling || !list->out)
		return;
	list->telling = true;
	while ((node = list->out) != NULL) {
		locklist_ring_del(&list->out, node);
		locklist_node_init(node);
		if (list->on_out)
			list->on_out(list, node);
	}
	/* Abandoned, which is for one that was left. */
	if (lish_unlikely(!list->telling))
		lish_report_("locklist_abandon", list, NULL, LISH_IN_HOOK,
			     caller);
	list->telling = false;
}

/* Take a member out of the true order, and out of the seen one if it may. */
static void locklist_remove(struct locklist *list, struct locklist_node *node)
{
	struct locklist_node **ring = &list->out;

	locklist_unlink(node);
	list->count--;
	if (list->fresh == node)
		list->fresh = node->true_next;
	if (!locklist_waits(list)) {
		node->true_prev->next = node->true_next;
		node->next = NULL;
		list->seen--;
	} else if (node->next) {
		ring = &list->leaving;
	}
	node->side = &list->sides[1];
	locklist_ring_add(ring, node);
}

void locklist_take_out_(struct locklist *list, struct locklist_node *node)
{
	locklist_remove(list, node);
	locklist_tell(list, LISH_CALLER_());
}
LISH_EXPORT(locklist_take_out_)

/* At the end of the true order; also of the seen one, unless that is frozen. */
static void locklist_append(struct locklist *list, struct locklist_node *node)
{
	struct locklist_node *head = &list->head, *last = head->true_prev;

	node->true_next = head;
	node->true_prev = last;
	last->true_next = node;
	head->true_prev = node;
	node->side = &list->sides[0];
	list->count++;
	if (locklist_waits(list)) {
		if (list->fresh == head)
			list->fresh = node;
		return;
	}
	last->next = node;
	node->next = head;
	list->seen++;
}

/* Any node, and any list: it may be locked, full, or zero. */
int locklist_add_slowly_(struct locklist *list, struct locklist_node *node)
{
	if (lish_is_null(node)) {
		lish_misuse_("locklist_add_tail", list, node, LISH_NULL);
		return -EINVAL;
	}
	if (!locklist_head_ok("locklist_add_tail", list))
		return -EINVAL;
	if (node->side == &list->sides[0])
		return -EEXIST;
	if (node->side && node->side != &list->sides[1])
		return -EBUSY;
	if (list->ending || list->count >= LISH_MAX_COUNT)
		return -ENOSPC;
	if (node->side) {
		/*
		 * It was leaving and comes back. If loops see it they go on
		 * doing so: its place in the seen order is not touched.
		 */
		locklist_ring_del(node->next ? &list->leaving : &list->out,
				  node);
	} else if (node->next || node->true_next) {
		lish_misuse_("locklist_add_tail", list, node,
			     LISH_BROKEN_LINKS);
		return -EINVAL;
	}
	locklist_append(list, node);
	return 0;
}
LISH_EXPORT(locklist_add_slowly_)

/*
 * Settling
 *
 * The seen order still runs through nodes that are leaving, and through those
 * that left and came back further on. Such nodes, marked as gone, stand in
 * runs between members that kept their places. Each run is closed once, from
 * its end: the member after it knows by the true order which one stands
 * before the run now. What was added is then linked on after the last that
 * kept its place.
 */

/* Close the run from node on, unless a part of it shows that this was done. */
static void locklist_close_run(struct locklist_node *head,
			       struct locklist_node *node,
			       const unsigned char *gone)
{
	struct locklist_node *next;

	while (node != head && node->side == gone) {
		next = node->next;
		if (!next)
			return;
		node->next = NULL;
		node = next;
	}
	/* In front of the head stands what was added: that is linked later. */
	if (node != head)
		node->true_prev->next = node;
}

static void locklist_close_runs(struct locklist *list)
{
	struct locklist_node *head = &list->head, *node;
	unsigned char *gone = &list->sides[1];

	for (node = list->fresh; node != head; node = node->true_next)
		if (node->next)
			node->side = gone;
	node = list->leaving;
	while (node) {
		locklist_close_run(head, node, gone);
		node = node->true_next == list->leaving ? NULL
							: node->true_next;
	}
	for (node = list->fresh; node != head; node = node->true_next)
		if (node->side == gone)
			locklist_close_run(head, node, gone);
}

static void locklist_link_fresh(struct locklist *list)
{
	struct locklist_node *head = &list->head, *node;

	list->fresh->true_prev->next = list->fresh;
	for (node = list->fresh; node != head; node = node->true_next) {
		node->side = &list->sides[0];
		node->next = node->true_next;
	}
	list->fresh = head;
}

/* Make the seen order the true one. What leaves it is still to be told of. */
static void locklist_settle(struct locklist *list)
{
	if (locklist_none_waits_(list))
		return;
	locklist_close_runs(list);
	locklist_link_fresh(list);
	list->seen = list->count;
	locklist_ring_move(&list->out, &list->leaving);
}

/* The last lock is gone. */
static void locklist_apply(struct locklist *list, const void *caller)
{
	locklist_settle(list);
	locklist_tell(list, caller);
}

void locklist_apply_(struct locklist *list)
{
	locklist_apply(list, LISH_CALLER_());
}
LISH_EXPORT(locklist_apply_)

static void locklist_remove_all(struct locklist *list)
{
	while (list->head.true_next != &list->head)
		locklist_remove(list, list->head.true_next);
}

void locklist_clear(struct locklist *list)
{
	if (!locklist_head_ok("locklist_clear", list))
		return;
	locklist_remove_all(list);
	locklist_tell(list, LISH_CALLER_());
}
LISH_EXPORT(locklist_clear)

/* Is the list at rest, so that it may end? */
LISH_TINY bool locklist_at_rest(lish_op_ op, const struct locklist *list)
{
	if (!locklist_head_ok(op, list))
		return false;
	if (list->loops.first || list->telling) {
		lish_misuse_(op, list, NULL,
			     list->telling ? LISH_IN_HOOK : LISH_LOOPED);
		return false;
	}
	if (list->locks) {
		lish_misuse_(op, list, NULL, LISH_LOCKED);
		return false;
	}
	return true;
}

void locklist_destroy(struct locklist *list)
{
	struct lish_loop_ loop = LISH_LOOP_INIT;

	if (!locklist_at_rest("locklist_destroy", list))
		return;
	locklist_remove_all(list);
	/* What on_out adds takes the way of a locked list, where it is refused.
	 */
	list->ending = true;
	lish_loop_open_("locklist_destroy", list, &loop, &list->loops);
	locklist_tell(list, LISH_CALLER_());
	/* Abandoned by on_out, which is reported: it may have members again. */
	if (list->ending)
		memset(list, 0, sizeof(*list));
}
LISH_EXPORT(locklist_destroy)

void locklist_forget(struct locklist *list)
{
	void (*on_out)(struct locklist *list, struct locklist_node *node);

	if (!locklist_at_rest("locklist_forget", list))
		return;
	on_out = list->on_out;
	locklist_init(list);
	list->on_out = on_out;
}
LISH_EXPORT(locklist_forget)

struct locklist_node *locklist_loop_lock_(struct locklist_loop_ *loop,
					  struct locklist *list)
{
	if (lish_unlikely(!list->head.next)) {
		lish_misuse_("locklist_for_each_entry", list, NULL,
			     LISH_UNINITIALIZED);
		return NULL;
	}
	lish_loop_open_("locklist_for_each_entry", list, &loop->loop,
			&list->loops);
	return &list->head;
}
LISH_EXPORT(locklist_loop_lock_)

void locklist_loop_close_(struct locklist_loop_ *loop)
{
	struct lish_loops_ *loops = loop->loop.owner;
	struct locklist *list;

	if (!loops)
		return;
	list = locklist_of_loops_(loops);
	lish_loop_close_("locklist_for_each_entry", list, &loop->loop);
	if (!locklist_waits(list) && !locklist_none_waits_(list))
		locklist_apply(list, LISH_CALLER_());
}
LISH_EXPORT(locklist_loop_close_)

void locklist_abandon(struct locklist *list)
{
	if (!locklist_head_ok("locklist_abandon", list))
		return;
	list->loops.first = NULL;
	list->telling = false;
	list->ending = false;
	if (!list->locks)
		locklist_settle(list);
	/*
	 * on_out may use other lists, which may not have been abandoned yet: it is
	 * called later. Without it nothing of the user's runs.
	 */
	if (!list->on_out)
		locklist_tell(list, LISH_CALLER_());
}
LISH_EXPORT(locklist_abandon)

void locklist_stop(struct locklist *list)
{
	struct lish_loop_ *loop;

	if (!locklist_head_ok("locklist_stop", list))
		return;
	/* The loop of locklist_destroy() is none that could be ended. */
	if (list->ending) {
		lish_misuse_("locklist_stop", list, NULL, LISH_IN_HOOK);
		return;
	}
	while ((loop = lish_loop_at_("locklist_stop", list, &list->loops,
				     &list->loops.first,
				     LISH_CALLER_())) != NULL) {
		list->loops.first = loop->outer;
		loop->owner = NULL;
	}
	if (!list->locks)
		locklist_apply(list, LISH_CALLER_());
}
LISH_EXPORT(locklist_stop)

/* What a validation has found out so far. */
struct locklist_findings {
	enum lish_reason reason;
	const struct locklist_node *fault; /* NULL for the head */
	uint32_t count;			   /* nodes in the true order */
	uint32_t seen; /* nodes that should be in the seen order */
};

static bool locklist_found(struct locklist_findings *f, enum lish_reason reason,
			   const struct locklist_node *fault)
{
	f->reason = reason;
	f->fault = fault;
	return false;
}

/* Do the nodes of a ring agree, and are all but the ring itself on one side? */
static bool locklist_ring_ok(const struct locklist_node *ring,
			     const struct locklist_node *head,
			     const unsigned char *side,
			     struct locklist_findings *f)
{
	const struct locklist_node *node = ring, *next;

	if (!ring)
		return true;
	do {
		if (node != head && node->side != side)
			return locklist_found(f, LISH_FOREIGN, node);
		next = node->true_next;
		if (!next || next->true_prev != node)
			return locklist_found(f, LISH_BROKEN_LINKS,
					      node == head ? NULL : node);
		node = next;
	} while (node != ring);
	return true;
}

/* Those that kept their place, which all are seen, and those added since. */
static bool locklist_true_order_ok(const struct locklist *list,
				   struct locklist_findings *f)
{
	const struct locklist_node *head = &list->head, *node;

	if (!locklist_ring_ok(head, head, &list->sides[0], f))
		return false;
	for (node = head->true_next; node != list->fresh;
	     node = node->true_next) {
		if (node == head || !node->next)
			return locklist_found(f, LISH_BROKEN_LINKS,
					      node == head ? NULL : node);
		f->count++;
		f->seen++;
	}
	for (; node != head; node = node->true_next) {
		if (!locklist_waits(list))
			return locklist_found(f, LISH_BROKEN_LINKS, node);
		f->count++;
		f->seen += node->next != NULL;
	}
	return f->count == list->count ||
	       locklist_found(f, LISH_BAD_COUNT, NULL);
}

/* Those that are leaving: seen, and only while something makes them wait. */
static bool locklist_leaving_ok(const struct locklist *list,
				struct locklist_findings *f)
{
	const struct locklist_node *node;
	const unsigned char *gone = &list->sides[1];

	if (!locklist_ring_ok(list->leaving, NULL, gone, f) ||
	    !locklist_ring_ok(list->out, NULL, gone, f))
		return false;
	for (node = list->leaving; node;
	     node = node->true_next == list->leaving ? NULL : node->true_next) {
		if (!node->next || !locklist_waits(list))
			return locklist_found(f, LISH_BROKEN_LINKS, node);
		f->seen++;
	}
	for (node = list->out; node;
	     node = node->true_next == list->out ? NULL : node->true_next)
		if (node->next)
			return locklist_found(f, LISH_BROKEN_LINKS, node);
	return f->seen == list->seen || locklist_found(f, LISH_BAD_COUNT, NULL);
}

/* Ends at the head after as many steps, with all that kept places in order. */
static bool locklist_seen_order_ok(const struct locklist *list,
				   struct locklist_findings *f)
{
	const struct locklist_node *head = &list->head, *node = head, *next;
	const struct locklist_node *kept = head->true_next;
	uint32_t steps;

	for (steps = 0; steps < list->seen; steps++) {
		next = node->next;
		if (!next || next == head)
			return locklist_found(f, LISH_BROKEN_LINKS,
					      node == head ? NULL : node);
		if (next->side != &list->sides[0] &&
		    next->side != &list->sides[1])
			return locklist_found(f, LISH_FOREIGN, next);
		if (next == kept && kept != list->fresh)
			kept = kept->true_next;
		node = next;
	}
	if (node->next != head)
		return locklist_found(f, LISH_BROKEN_LINKS,
				      node == head ? NULL : node);
	return kept == list->fresh ||
	       locklist_found(f, LISH_BROKEN_LINKS, kept);
}

static void locklist_examine(const struct locklist *list,
			     struct locklist_findings *f)
{
	f->reason = LISH_OK;
	f->fault = NULL;
	f->count = 0;
	f->seen = 0;
	if (!list->head.next) {
		f->reason = LISH_UNINITIALIZED;
		return;
	}
	if (list->sides[0] != 0 || list->sides[1] != 1)
		f->reason = LISH_BROKEN_LINKS;
	else if (locklist_true_order_ok(list, f) &&
		 locklist_leaving_ok(list, f))
		locklist_seen_order_ok(list, f);
}

bool locklist_whole_ok_(lish_op_ op, const struct locklist *list)
{
	struct locklist_findings f;

	locklist_examine(list, &f);
	if (f.reason != LISH_OK)
		lish_misuse_(op, list, f.fault, f.reason);
	return f.reason == LISH_OK;
}
LISH_EXPORT(locklist_whole_ok_)

enum lish_reason locklist_check(const struct locklist *list,
				const struct locklist_node **fault)
{
	struct locklist_findings f;

	locklist_examine(list, &f);
	if (fault)
		*fault = f.fault;
	return f.reason;
}
LISH_EXPORT(locklist_check)
