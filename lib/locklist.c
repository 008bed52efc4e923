// SPDX-License-Identifier: MIT
/*
 * locklist.c - two orders, pending changes, on_out, validation
 *
 * A list is locked while locks > 0 or a loop is registered. A node is in up to two
 * orders, which share the head:
 *
 *   true order   true_next, true_prev: doubly linked, changed by each call at once
 *   seen order   next: singly linked, frozen while the list is locked; NULL in nodes
 *                that loops do not see
 *
 *   fresh        the first element added while locked, or the head. Elements in front
 *                of it have kept their places in both orders; it and all after it were
 *                added, because an add goes to the end
 *   leaving      ring of removed nodes that loops still see
 *   out          ring of removed nodes in neither order; their on_out is due
 *   side         in a node: &sides[0] while it is in the true order, &sides[1] while it
 *                is in a ring. sides[] is { 0, 1 }, so the byte it points to leads back
 *                to the list: a node knows its list and its state by one pointer
 *
 * A removed node uses its true links for its ring, and the seen order goes on through it:
 * nothing is allocated.
 *
 *   call             unlocked                   locked
 *   ---------------  -------------------------  --------------------------------------
 *   add_tail         linked into both orders    linked into the true order
 *   del of a seen    out of both, into "out"    out of the true order, into "leaving"
 *   del of an unseen -                          out of the true order, into "out"
 *   add of leaving   -                          back to the end of the true order; next
 *                                               stays, so loops see its old place
 *
 * The last unlock makes the seen order equal to the true one, in O(pending changes); see
 * "Applying". Then the nodes of "leaving" go to the end of "out", and on_out is called
 * for one node after another, in order of removal.
 *
 * on_out may call anything. So each node is taken out of its ring and zeroed before its
 * call. While on_out runs, "telling" is set: further removals only go to the end of
 * "out", and the running round reaches them. locklist_abandon() clears "telling".
 *
 * A zero list is empty. It may have locks and on_out before its first element, which makes
 * its head whole: locklist_begin(). After destroy, only true_next of the head is not NULL.
 *
 * Invariants: unlocked, fresh is the head and "leaving" is empty. count is the length of
 * the true order, seen that of the seen order. Elements before fresh have the same
 * sequence in both orders.
 */
#define LISH_LIB_
#include <linux-ish/locklist.h>

#include "ground/given.h"
#include "core/loop.h"

void locklist_refuse_list_(lish_op_ op, const struct locklist *list)
{
	lish_misuse_(op, list, NULL,
		     list->head.next || !list->head.true_next ?
			     LISH_NOT_LOCKED : LISH_UNINITIALIZED);
}
LISH_EXPORT(locklist_refuse_list_)

LISH_TINY bool locklist_is_zero(const struct locklist *list)
{
	return !list->head.next && !list->head.true_next;
}

LISH_TINY enum lish_reason locklist_reason(const struct locklist *list,
					   const struct locklist_node *node)
{
	if (!list->head.next && list->head.true_next)
		return LISH_UNINITIALIZED;
	if (lish_is_null(node))
		return LISH_NULL;
	if (!node->side)
		return LISH_NOT_IN;
	if (node->side != &list->sides[0])
		return node->side == &list->sides[1] ? LISH_NOT_IN
						     : LISH_FOREIGN;
	/* The node names this list, so its neighbours disagree. */
	return LISH_BROKEN_LINKS;
}

void locklist_refuse_node_(lish_op_ op, const struct locklist *list,
			   const struct locklist_node *node)
{
	lish_misuse_(op, list, node, locklist_reason(list, node));
}
LISH_EXPORT(locklist_refuse_node_)

void locklist_lost_in_(lish_op_ op, const struct locklist *list,
		       const struct locklist_node *at)
{
	lish_misuse_(op, list, at == &list->head ? NULL : at,
		     at->next ? LISH_BAD_COUNT : LISH_LOST_PLACE);
}
LISH_EXPORT(locklist_lost_in_)

/* The head is the first member of struct locklist. */
void locklist_lost_(const struct locklist_node *head,
		    const struct locklist_node *at)
{
	locklist_lost_in_("locklist_for_each_entry",
			  (const struct locklist *)(const void *)head, at);
}
LISH_EXPORT(locklist_lost_)

/* Do its neighbours know a node? */
static bool locklist_known(const struct locklist_node *node)
{
	const struct locklist_node *next = node->true_next, *prev = node->true_prev;

	return next && prev && next->true_prev == node && prev->true_next == node;
}

/* Is the head initialised, and known to its neighbours? */
LISH_TINY bool locklist_head_known(const struct locklist *list)
{
	return list->head.next && locklist_known(&list->head);
}

LISH_TINY enum lish_reason locklist_head_fault(const struct locklist *list)
{
	return list->head.next ? LISH_BROKEN_LINKS : LISH_UNINITIALIZED;
}

/* Make the head of a zero list whole; on_out and locks stay. */
static void locklist_begin(struct locklist *list)
{
	struct locklist_node *head = &list->head;

	head->next = head->true_next = head->true_prev = head;
	list->fresh = head;
	list->sides[1] = 1;
}

/* Is the head whole, or that of a zero list? */
LISH_TINY bool locklist_head_fine(lish_op_ op, const struct locklist *list)
{
	return lish_likely(locklist_head_known(list)) || locklist_is_zero(list) ||
	       lish_fine_(op, list, NULL, locklist_head_fault(list));
}

/* The same. Makes a zero list whole. */
LISH_TINY bool locklist_head_ok(lish_op_ op, struct locklist *list)
{
	if (!locklist_head_fine(op, list))
		return false;
	if (locklist_is_zero(list))
		locklist_begin(list);
	return true;
}

LISH_TINY bool locklist_waits(const struct locklist *list)
{
	return list->locks || list->loops.first;
}

static void locklist_unlink(struct locklist_node *node)
{
	node->true_next->true_prev = node->true_prev;
	node->true_prev->true_next = node->true_next;
}

/* Such a ring has no head: a pointer to its first node, or NULL. */
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
	memset(list, 0, sizeof(*list));
	locklist_begin(list);
}
LISH_EXPORT(locklist_init)

/* Reports unless no link was overwritten. Returns whole. */
static bool locklist_whole(lish_op_ op, const struct locklist *list, bool whole,
			   const void *caller)
{
	return lish_fine_from_(op, list, NULL, whole ? LISH_OK : LISH_BROKEN_LINKS, caller);
}

static void locklist_call_out(lish_op_ op, struct locklist *list, const void *caller)
{
	struct locklist_node *node;

	if (list->telling || !list->out)
		return;
	list->telling = true;
	while ((node = list->out) != NULL) {
		if (!locklist_whole(op, list, locklist_known(node), caller)) {
			list->out = NULL;
			break;
		}
		locklist_ring_del(&list->out, node);
		locklist_node_init(node);
		if (list->on_out) {
			lish_enter_user_();
			list->on_out(list, node);
		}
	}
	/* locklist_abandon() was called inside on_out, which has returned after all. */
	if (lish_unlikely(!list->telling))
		lish_report_("locklist_abandon", list, NULL, LISH_IN_HOOK,
			     caller);
	list->telling = false;
}

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

/* May a removed node be added to the rings? Their nodes may have been zeroed. */
static bool locklist_may_remove(lish_op_ op, const struct locklist *list,
				const void *caller)
{
	return locklist_whole(op, list,
			      (!list->leaving || locklist_known(list->leaving)) &&
				      (!list->out || locklist_known(list->out)),
			      caller);
}

bool locklist_unlink_(lish_op_ op, struct locklist *list, struct locklist_node *node)
{
	if (!locklist_may_remove(op, list, LISH_CALLER_()))
		return false;
	locklist_remove(list, node);
	locklist_call_out(op, list, LISH_CALLER_());
	return true;
}
LISH_EXPORT(locklist_unlink_)

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

int locklist_add_slowly_(struct locklist *list, struct locklist_node *node)
{
	const struct locklist_node *fault = node;
	enum lish_reason reason = LISH_OK;

	if (lish_is_null(node)) {
		reason = LISH_NULL;
	} else if (!locklist_head_known(list) && !locklist_is_zero(list)) {
		reason = locklist_head_fault(list);
		fault = NULL;
	} else if (node->side ? node->side == &list->sides[1] && !locklist_known(node)
			      : node->next || node->true_next) {
		reason = LISH_BROKEN_LINKS;
	}
	if (!lish_fine_("locklist_add_tail", list, fault, reason))
		return -EINVAL;
	if (locklist_is_zero(list))
		locklist_begin(list);
	if (node->side == &list->sides[0])
		return -EEXIST;
	if (node->side && node->side != &list->sides[1])
		return -EBUSY;
	if (list->ending || list->count >= LISH_MAX_COUNT)
		return -ENOSPC;
	/* A pending removal is cancelled. Its place in the seen order stays. */
	if (node->side)
		locklist_ring_del(node->next ? &list->leaving : &list->out,
				  node);
	locklist_append(list, node);
	return 0;
}
LISH_EXPORT(locklist_add_slowly_)

/*
 * Applying
 *
 * The seen order still goes through nodes that leave, and through nodes that left and
 * were added again. Mark all of them as gone. They stand in runs between elements that
 * kept their places. Close each run once: follow next to the element behind the run;
 * its true_prev is the element that must precede it. Clear next on the way, so that a
 * later start inside a closed run stops at once. Last, link the added elements behind
 * the last element that kept its place.
 */

/* Close the rest of a run; stop where another call has closed it. */
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
	/* The seam before the head is linked later, with the added elements. */
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

/*
 * Do the true links lead from a node on one side to the end, and back? And do loops go on
 * from each node to the head, or to a node of this list that loops see? Not if one was
 * zeroed, or is in another list now.
 */
static LISH_NOINLINE bool locklist_leads(const struct locklist *list,
					 const struct locklist_node *node,
					 const struct locklist_node *end,
					 const unsigned char *side)
{
	const struct locklist_node *next;

	do {
		next = node->next;
		if (node->side != side || !locklist_known(node) ||
		    (next && next != &list->head &&
		     (!next->next || !locklist_known(next) ||
		      (next->side != &list->sides[0] && next->side != &list->sides[1]))))
			return false;
		node = node->true_next;
	} while (node != end);
	return true;
}

/* If an element was overwritten in the list, changes go on waiting, and are reported again. */
static void locklist_settle(lish_op_ op, struct locklist *list, const void *caller)
{
	const struct locklist_node *head = &list->head, *leaving = list->leaving;

	if (locklist_none_waits_(list) || locklist_is_zero(list) ||
	    !locklist_whole(op, list,
			    (list->fresh == head ||
			     locklist_leads(list, list->fresh, head, &list->sides[0])) &&
				    (!leaving || locklist_leads(list, leaving, leaving,
								&list->sides[1])),
			    caller))
		return;
	locklist_close_runs(list);
	locklist_link_fresh(list);
	list->seen = list->count;
	locklist_ring_move(&list->out, &list->leaving);
}

static void locklist_apply(lish_op_ op, struct locklist *list, const void *caller)
{
	locklist_settle(op, list, caller);
	locklist_call_out(op, list, caller);
}

void locklist_apply_(struct locklist *list)
{
	locklist_apply("locklist_unlock", list, LISH_CALLER_());
}
LISH_EXPORT(locklist_apply_)

/* Up to an element that was overwritten in the list. */
static void locklist_remove_all(lish_op_ op, struct locklist *list,
				const void *caller)
{
	struct locklist_node *first;

	if (!locklist_may_remove(op, list, caller))
		return;
	while ((first = list->head.true_next) != &list->head &&
	       locklist_whole(op, list, locklist_known(first) &&
					first->side == &list->sides[0], caller))
		locklist_remove(list, first);
}

void locklist_clear(struct locklist *list)
{
	if (!locklist_head_ok("locklist_clear", list))
		return;
	locklist_remove_all("locklist_clear", list, LISH_CALLER_());
	locklist_call_out("locklist_clear", list, LISH_CALLER_());
}
LISH_EXPORT(locklist_clear)

LISH_TINY bool locklist_at_rest(lish_op_ op, const struct locklist *list)
{
	enum lish_reason reason = LISH_OK;

	if (!locklist_head_fine(op, list))
		return false;
	if (list->telling)
		reason = LISH_IN_HOOK;
	else if (list->loops.first)
		reason = LISH_LOOPED;
	else if (list->locks)
		reason = LISH_LOCKED;
	return lish_fine_(op, list, NULL, reason);
}

void locklist_destroy(struct locklist *list)
{
	struct lish_loop_ loop = LISH_LOOP_INIT;

	if (!locklist_at_rest("locklist_destroy", list))
		return;
	if (!locklist_is_zero(list))
		locklist_remove_all("locklist_destroy", list, LISH_CALLER_());
	/* A registered loop makes on_out's adds take the slow path, which refuses. */
	list->ending = true;
	lish_loop_open_("locklist_destroy", list, &loop, &list->loops);
	locklist_call_out("locklist_destroy", list, LISH_CALLER_());
	/* If on_out called locklist_abandon(), the list may have elements. */
	if (list->ending) {
		memset(list, 0, sizeof(*list));
		list->head.true_next = &list->head;
	}
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

static LISH_NOINLINE struct locklist_node *
locklist_lock_slowly(struct locklist_loop_ *loop, struct locklist *list,
		     const void *caller)
{
	if (locklist_is_zero(list) ||
	    !lish_fine_from_("locklist_for_each_entry", list, NULL,
			     list->head.next ? LISH_OK : LISH_UNINITIALIZED,
			     caller))
		return NULL;
	lish_loop_push_("locklist_for_each_entry", list, &loop->loop,
			&list->loops, caller);
	return &list->head;
}

/* The common cases of open and close are leaves. */
struct locklist_node *locklist_loop_lock_(struct locklist_loop_ *loop,
					  struct locklist *list)
{
	loop->left = (int32_t)list->seen;
	if (LISH_SMALL_ || lish_unlikely(!list->head.next || list->loops.first))
		return locklist_lock_slowly(loop, list, LISH_CALLER_());
	loop->loop.owner = &list->loops;
	loop->loop.outer = NULL;
	list->loops.first = &loop->loop;
	return &list->head;
}
LISH_EXPORT(locklist_loop_lock_)

static LISH_NOINLINE void locklist_close_slowly(struct locklist_loop_ *loop,
						struct locklist *list,
						const void *caller)
{
	lish_loop_close_for_("locklist_for_each_entry", list, &loop->loop,
			     caller);
	if (!locklist_waits(list))
		locklist_apply("locklist_for_each_entry", list, caller);
}

void locklist_loop_close_(struct locklist_loop_ *loop)
{
	struct lish_loops_ *loops = loop->loop.owner;
	struct locklist *list;

	if (!loops)
		return;
	list = locklist_of_loops_(loops);
	if (LISH_SMALL_ || lish_unlikely(loops->first != &loop->loop ||
					 !locklist_none_waits_(list))) {
		locklist_close_slowly(loop, list, LISH_CALLER_());
		return;
	}
	loops->first = loop->loop.outer;
	loop->loop.owner = NULL;
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
		locklist_settle("locklist_abandon", list, LISH_CALLER_());
	/* on_out may use a list that is not abandoned yet: call it later. */
	if (!list->on_out)
		locklist_call_out("locklist_abandon", list, LISH_CALLER_());
}
LISH_EXPORT(locklist_abandon)

void locklist_stop(struct locklist *list)
{
	if (!locklist_head_ok("locklist_stop", list))
		return;
	/* Keep the loop that locklist_destroy() has registered. */
	if (!lish_fine_("locklist_stop", list, NULL,
			list->ending ? LISH_IN_HOOK : LISH_OK))
		return;
	lish_loops_stop_("locklist_stop", list, &list->loops, LISH_CALLER_());
	if (!list->locks)
		locklist_apply("locklist_stop", list, LISH_CALLER_());
}
LISH_EXPORT(locklist_stop)

struct locklist_findings {
	enum lish_reason reason;
	const struct locklist_node *fault;
	uint32_t count;			   /* nodes found in the true order */
	uint32_t seen;			   /* nodes found with a next */
};

static bool locklist_found(struct locklist_findings *f, enum lish_reason reason,
			   const struct locklist_node *fault)
{
	f->reason = reason;
	f->fault = fault;
	return false;
}

/* Do the links agree, and are all nodes except the head on this side? */
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

/* Elements before fresh must be seen; elements from fresh on need a lock. */
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

/* Nodes of "leaving" must be seen and need a lock; nodes of "out" are not seen. */
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

/* Ends at the head after list->seen steps, with all kept elements in sequence. */
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
		f->reason = list->head.true_next ? LISH_UNINITIALIZED :
			    list->count || list->seen ? LISH_BAD_COUNT : LISH_OK;
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
	return lish_fine_(op, list, f.fault, f.reason);
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
