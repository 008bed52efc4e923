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
 * A removed node uses its true links for its ring, and the seen order goes on through it.
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
 * "out", and the running round reaches them.
 *
 * A zero list is empty. It may have locks and on_out before its first element, which makes
 * its head whole: locklist_begin_(). After destroy, only true_next of the head is not NULL.
 *
 * Invariant: unlocked, fresh is the head and "leaving" is empty.
 */
#define LISH_LIB_
#include <linux-ish/locklist.h>

#include "core/area.h"
#include "ground/refused.h"
#include "ground/reload.h"
#include "core/loop.h"

/* Names that are not those of the function that reports. */
#define LOCKLIST_FOR_EACH_ LISH_NAME_("locklist_for_each_entry")

/* Questions. At level 2 each is followed by a look at the whole list: locklist_refused_(). */

/* Is the node an element? A head has no side, so it is none. */
LISH_INLINE bool locklist_has_(const struct locklist *list, const struct locklist_node *node)
{
	return node->side == &list->sides[0];
}

LISH_INLINE bool locklist_has_removed_(const struct locklist *list,
				       const struct locklist_node *node)
{
	return node->side == &list->sides[1];
}

LISH_INLINE bool locklist_knows_(const struct locklist *list, const struct locklist_node *node)
{
	return locklist_has_(list, node) || locklist_has_removed_(list, node);
}

LISH_INLINE struct locklist *locklist_of_side_(unsigned char *side)
{
	return (struct locklist *)(void *)(side - *side - offsetof(struct locklist, sides));
}

/* Do its neighbours lead back to a node? */
LISH_INLINE bool locklist_is_joined_(const struct locklist_node *node)
{
	const struct locklist_node *next = node->true_next, *prev = node->true_prev;

	return next && prev && next->true_prev == node && prev->true_next == node;
}

LISH_INLINE bool locklist_is_zero_(const struct locklist *list)
{
	return !list->head.next && !list->head.true_next;
}

/* Do changes wait? */
LISH_INLINE bool locklist_waits_(const struct locklist *list)
{
	return list->locks || list->loops.first;
}

LISH_INLINE bool locklist_is_settled_(const struct locklist *list)
{
	return list->fresh == &list->head && !list->leaving && !list->out;
}

/* After locklist_destroy() next is NULL, and true_next is not. */
LISH_INLINE enum lish_reason locklist_may_ask_(const struct locklist *list)
{
	return LISH_CHECK >= 1 && lish_unlikely(!list->head.next) && list->head.true_next ?
		       LISH_UNINITIALIZED : LISH_OK;
}

/* Is the head whole, or that of a zero list? */
static enum lish_reason locklist_may_change_(const struct locklist *list)
{
	if (!list->head.next)
		return list->head.true_next ? LISH_UNINITIALIZED : LISH_OK;
	return locklist_is_joined_(&list->head) ? LISH_OK : LISH_BROKEN_LINKS;
}

/* May a call name this node as an element? */
LISH_PART_ enum lish_reason locklist_may_name_(const struct locklist *list,
					       const struct locklist_node *node)
{
	if (LISH_CHECK < 1 || lish_likely(!lish_is_null(node) && locklist_has_(list, node)))
		return LISH_OK;
	if (locklist_may_ask_(list) != LISH_OK)
		return LISH_UNINITIALIZED;
	if (lish_is_null(node))
		return LISH_NULL;
	return !node->side || locklist_has_removed_(list, node) ? LISH_NOT_IN : LISH_FOREIGN;
}

static enum lish_reason locklist_may_leave_(const struct locklist *list,
					    const struct locklist_node *node)
{
	const enum lish_reason reason = locklist_may_name_(list, node);

	return LISH_CHECK < 1 || reason != LISH_OK || locklist_is_joined_(node) ?
		       reason : LISH_BROKEN_LINKS;
}

/* The first node of a ring of removed nodes; its memory may be in another list now. */
static bool locklist_ring_is_fine_(const struct locklist *list, const struct locklist_node *ring,
				   bool seen)
{
	return !ring || (locklist_has_removed_(list, ring) && !ring->next != seen &&
			 locklist_is_joined_(ring));
}

/* May a removed node be added to the rings, and on_out be called? */
static enum lish_reason locklist_may_set_aside_(const struct locklist *list)
{
	return locklist_ring_is_fine_(list, list->leaving, true) &&
			       locklist_ring_is_fine_(list, list->out, false) ?
		       lish_bound_(list) : LISH_BROKEN_LINKS;
}

/* A node in another list is no misuse. */
static enum lish_reason locklist_may_add_(const struct locklist *list,
					  const struct locklist_node *node)
{
	const enum lish_reason reason = lish_is_null(node) ? LISH_NULL :
							     locklist_may_change_(list);

	if (reason != LISH_OK)
		return reason;
	if (!node->side)
		return node->next || node->true_next ? LISH_BROKEN_LINKS : LISH_OK;
	return !locklist_has_removed_(list, node) || locklist_is_joined_(node) ?
		       LISH_OK : LISH_BROKEN_LINKS;
}

/* The common cases: nothing is wrong, no removal waits, and on_out is not called. */
LISH_INLINE bool locklist_may_add_now_(const struct locklist *list,
				       const struct locklist_node *node)
{
	const struct locklist_node *head = &list->head, *last = head->true_prev;

	return LISH_CHECK < 2 && last &&
	       (LISH_CHECK < 1 || (!lish_is_null(node) && last->true_next == head &&
				   !node->next && !node->true_next)) &&
	       !node->side && !locklist_waits_(list) && list->count < LISH_MAX_COUNT;
}

LISH_INLINE bool locklist_may_leave_now_(const struct locklist *list,
					 const struct locklist_node *node)
{
	return LISH_CHECK < 2 &&
	       (LISH_CHECK < 1 || (!lish_is_null(node) && locklist_has_(list, node) &&
				   locklist_is_joined_(node))) &&
	       !locklist_waits_(list) && !list->on_out;
}

static enum lish_reason locklist_may_end_(const struct locklist *list)
{
	const enum lish_reason reason = locklist_may_change_(list);

	if (reason != LISH_OK)
		return reason;
	if (list->telling)
		return LISH_IN_HOOK;
	if (list->loops.first)
		return LISH_LOOPED;
	return list->locks ? LISH_LOCKED : lish_bound_(list);
}

/* The old address of a node whose memory was copied; NULL if its neighbours do not agree. */
static struct locklist_node *locklist_moved_from_(const struct locklist_node *node)
{
	const struct locklist_node *next = node->true_next, *prev = node->true_prev;

	return next && prev && next->true_prev == prev->true_next ? next->true_prev : NULL;
}

static enum lish_reason locklist_may_have_moved_(const struct locklist_node *node)
{
	if (lish_is_null(node))
		return LISH_NULL;
	if (node->side && *node->side)
		return LISH_NOT_IN;
	return !node->side || locklist_moved_from_(node) ? LISH_OK : LISH_BROKEN_LINKS;
}

/* How many nodes are there, and how many of them do loops see? */
struct locklist_tally_ {
	uint32_t count, seen;
};

/* May the node be read? */
static inline bool locklist_lies_in_(const struct lish_area_ *area,
				     const struct locklist_node *node)
{
	return LISH_AREA_HAS_(area, node, 1, struct locklist_node);
}

static bool locklist_is_joined_in_(const struct lish_area_ *area,
				   const struct locklist_node *node)
{
	return locklist_lies_in_(area, node->true_next) &&
	       locklist_lies_in_(area, node->true_prev) && locklist_is_joined_(node);
}

/*
 * Do the true links lead from an element to the end and back, or round a ring of removed nodes,
 * which has no end? Do loops see all of the ring, or none? Do they go on from each node to the
 * head, or to a node of this list that they see? Not if one was zeroed, or is in another list now.
 */
LISH_PART_ enum lish_reason locklist_run_(const struct locklist *list,
					  const struct lish_area_ *area,
					  const struct locklist_node *start,
					  const struct locklist_node *end, bool seen,
					  struct locklist_tally_ *tally,
					  const struct locklist_node **fault)
{
	const struct locklist_node *node = start, *next;

	tally->count = tally->seen = 0;
	if (!start || start == end)
		return LISH_OK;
	if (!locklist_lies_in_(area, start))
		return LISH_BROKEN_LINKS;
	do {
		next = node->next;
		*fault = node;
		if (!(end ? locklist_has_(list, node) : locklist_has_removed_(list, node)))
			return LISH_FOREIGN;
		if (!locklist_is_joined_in_(area, node) || (!end && !next == seen))
			return LISH_BROKEN_LINKS;
		if (next && next != &list->head) {
			*fault = next;
			if (!locklist_lies_in_(area, next) || !locklist_knows_(list, next))
				return LISH_FOREIGN;
			if (!next->next || !locklist_is_joined_in_(area, next))
				return LISH_BROKEN_LINKS;
		}
		tally->count++;
		tally->seen += next != NULL;
		node = node->true_next;
	} while (node != end && node != start);
	*fault = NULL;
	return !end || node == end ? LISH_OK : LISH_BROKEN_LINKS;
}

static enum lish_reason locklist_check_run_(const struct locklist *list,
					    const struct lish_area_ *area,
					    const struct locklist_node *start,
					    const struct locklist_node *end, bool seen,
					    struct locklist_tally_ *tally,
					    const struct locklist_node **fault)
{
	return locklist_run_(list, area, start, end, seen, tally, fault);
}

/* Of nodes that wait, before the end of a loop or lock deals with them. */
static bool locklist_run_is_whole_(const struct locklist *list, const struct locklist_node *start,
				   const struct locklist_node *end)
{
	const struct locklist_node *fault;
	struct locklist_tally_ none;

	return locklist_run_(list, NULL, start, end, true, &none, &fault) == LISH_OK;
}

/*
 * Does the seen order end at the head after list->seen steps? Are all elements before fresh in it,
 * in sequence?
 */
static enum lish_reason locklist_check_seen_(const struct locklist *list,
					     const struct lish_area_ *area,
					     const struct locklist_node **fault)
{
	const struct locklist_node *head = &list->head, *node = head, *kept = head->true_next;
	uint32_t left;

	for (left = list->seen; left && node->next && node->next != head; left--) {
		node = node->next;
		*fault = node;
		if (!locklist_lies_in_(area, node) || !locklist_knows_(list, node))
			return LISH_FOREIGN;
		if (node == kept && kept != list->fresh)
			kept = kept->true_next;
	}
	*fault = NULL;
	if (!left && node->next == head) {
		if (kept == list->fresh)
			return LISH_OK;
		node = kept;
	}
	if (node != head)
		*fault = node;
	return LISH_BROKEN_LINKS;
}

static enum lish_reason locklist_examine_(const struct locklist *list,
					  const struct lish_area_ *area,
					  const struct locklist_node **fault)
{
	const struct locklist_node *head = &list->head;
	struct locklist_tally_ order, leaving, none;
	enum lish_reason reason;

	if (!lish_loops_rest_(&list->loops, area))
		return LISH_STALE_LOOP;
	if (!head->next)
		return head->true_next ? LISH_UNINITIALIZED :
		       list->count || list->seen ? LISH_BAD_COUNT : LISH_OK;
	if (list->sides[0] != 0 || list->sides[1] != 1 || !locklist_is_joined_in_(area, head))
		return LISH_BROKEN_LINKS;
	reason = locklist_check_run_(list, area, head->true_next, head, true, &order, fault);
	if (reason == LISH_OK)
		reason = locklist_check_run_(list, area, list->leaving, NULL, true, &leaving,
					     fault);
	if (reason == LISH_OK)
		reason = locklist_check_run_(list, area, list->out, NULL, false, &none, fault);
	if (reason != LISH_OK)
		return reason;
	if (order.count != list->count || order.seen + leaving.count != list->seen)
		return LISH_BAD_COUNT;
	reason = locklist_check_seen_(list, area, fault);
	if (reason != LISH_OK || locklist_waits_(list) || (list->fresh == head && !list->leaving))
		return reason;
	/* Nothing waits in an unlocked list. */
	*fault = list->fresh != head ? list->fresh : list->leaving;
	return LISH_BROKEN_LINKS;
}

LISH_CHECKS_(locklist, locklist_node, (void)0)
LISH_DAMAGED_(locklist, locklist_node)

#define locklist_refused_by_(call, list, node, reason) \
	(lish_refused_by(call, list, node, reason) || locklist_damaged_(list, call))
#define locklist_refused_(list, node, reason) \
	locklist_refused_by_(LISH_CALL_(), list, node, reason)

/* Changes. */

/* Make the head of a zero list whole; on_out and locks stay. */
static void locklist_begin_(struct locklist *list)
{
	struct locklist_node *head = &list->head;

	if (!locklist_is_zero_(list))
		return;
	head->next = head->true_next = head->true_prev = head;
	list->fresh = head;
	list->sides[1] = 1;
}

LISH_INLINE void locklist_zero_(struct locklist_node *node)
{
	node->next = NULL;
	node->true_next = NULL;
	node->true_prev = NULL;
	node->side = NULL;
	lish_renew(*node);
}

LISH_INLINE void locklist_unlink_(struct locklist_node *node)
{
	node->true_next->true_prev = node->true_prev;
	node->true_prev->true_next = node->true_next;
}

/* Rings of removed nodes have no head: a pointer to the first node, or NULL. Link whole rings. */
static void locklist_ring_add_(struct locklist_node **ring, struct locklist_node *added)
{
	struct locklist_node *first = *ring, *last;

	if (!first) {
		*ring = added;
	} else if (added) {
		last = added->true_prev;
		added->true_prev = first->true_prev;
		first->true_prev->true_next = added;
		last->true_next = first;
		first->true_prev = last;
	}
}

static void locklist_ring_del_(struct locklist_node **ring, struct locklist_node *node)
{
	if (*ring == node)
		*ring = node->true_next == node ? NULL : node->true_next;
	locklist_unlink_(node);
}

/* Link a node as the last one of the true order, and of the seen order if that is not frozen. */
LISH_INLINE void locklist_append_(struct locklist *list, struct locklist_node *node,
				  bool waits)
{
	struct locklist_node *head = &list->head, *last = head->true_prev;

	node->true_next = head;
	node->true_prev = last;
	node->side = &list->sides[0];
	last->true_next = node;
	head->true_prev = node;
	list->count++;
	if (waits) {
		if (list->fresh == head)
			list->fresh = node;
		return;
	}
	node->next = head;
	last->next = node;
	list->seen++;
}

/* The common removal: no loop sees the element, and on_out is not called. */
LISH_INLINE void locklist_leave_now_(struct locklist *list, struct locklist_node *node)
{
	locklist_unlink_(node);
	node->true_prev->next = node->true_next;
	list->count--;
	list->seen--;
	locklist_zero_(node);
}

/* Take an element out of the true order, into the ring where it waits for on_out. */
static void locklist_set_aside_(struct locklist *list, struct locklist_node *node)
{
	struct locklist_node **ring = &list->out;

	locklist_unlink_(node);
	list->count--;
	if (list->fresh == node)
		list->fresh = node->true_next;
	if (!locklist_waits_(list)) {
		node->true_prev->next = node->true_next;
		node->next = NULL;
		list->seen--;
	} else if (node->next) {
		ring = &list->leaving;
	}
	node->side = &list->sides[1];
	node->true_next = node->true_prev = node;
	locklist_ring_add_(ring, node);
}

/* Set all elements aside, up to one that was overwritten in the list. */
static enum lish_reason locklist_set_all_aside_(struct locklist *list)
{
	const enum lish_reason reason = locklist_may_set_aside_(list);
	struct locklist_node *first;

	if (reason != LISH_OK || locklist_is_zero_(list))
		return reason;
	while ((first = list->head.true_next) != &list->head) {
		if (!locklist_has_(list, first) || !locklist_is_joined_(first))
			return LISH_BROKEN_LINKS;
		locklist_set_aside_(list, first);
	}
	return LISH_OK;
}

/* Returns, as all changes below, what is wrong with what it has met. */
static enum lish_reason locklist_call_out_(struct locklist *list)
{
	enum lish_reason reason = LISH_OK;
	struct locklist_node *node;

	if (list->telling || !list->out)
		return LISH_OK;
	list->telling = true;
	while ((node = list->out) != NULL) {
		if (!locklist_ring_is_fine_(list, node, false)) {
			list->out = NULL;
			reason = LISH_BROKEN_LINKS;
			break;
		}
		locklist_ring_del_(&list->out, node);
		locklist_zero_(node);
		if (list->on_out)
			list->on_out(list, node);
	}
	list->telling = false;
	return reason;
}

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
static void locklist_close_run_(const struct locklist *list, struct locklist_node *node)
{
	struct locklist_node *next;

	for (; locklist_has_removed_(list, node); node = next) {
		next = node->next;
		if (!next)
			return;
		node->next = NULL;
	}
	/* The seam before the head is linked with the added elements. */
	if (node != &list->head)
		node->true_prev->next = node;
}

/* If an element was overwritten in the list, changes go on waiting, and are reported again. */
static enum lish_reason locklist_settle_(struct locklist *list)
{
	struct locklist_node *head = &list->head, *node;

	if (locklist_is_settled_(list) || locklist_is_zero_(list))
		return LISH_OK;
	if (!locklist_run_is_whole_(list, list->fresh, head) ||
	    !locklist_run_is_whole_(list, list->leaving, NULL))
		return LISH_BROKEN_LINKS;
	for (node = list->fresh; node != head; node = node->true_next)
		if (node->next)
			node->side = &list->sides[1];
	node = list->leaving;
	while (node) {
		locklist_close_run_(list, node);
		node = node->true_next == list->leaving ? NULL : node->true_next;
	}
	list->fresh->true_prev->next = list->fresh;
	for (node = list->fresh; node != head; node = node->true_next) {
		if (node->next)
			locklist_close_run_(list, node);
		node->side = &list->sides[0];
		node->next = node->true_next;
	}
	list->fresh = head;
	list->seen = list->count;
	locklist_ring_add_(&list->out, list->leaving);
	list->leaving = NULL;
	return LISH_OK;
}

static enum lish_reason locklist_apply_(struct locklist *list)
{
	const enum lish_reason settled = locklist_settle_(list), bound = lish_bound_(list);
	const enum lish_reason called = bound == LISH_OK ? locklist_call_out_(list) : bound;

	return called != LISH_OK ? called : settled;
}

/* Operations. What a change has found is reported after it. */

void locklist_init(struct locklist *list)
{
	memset(list, 0, sizeof(*list));
	locklist_begin_(list);
}

void locklist_node_init(struct locklist_node *node)
{
	if (!lish_refused(NULL, node, lish_may_use_(node)))
		locklist_zero_(node);
}

void locklist_set_on_out(struct locklist *list,
			 void (*on_out)(struct locklist *list, struct locklist_node *node))
{
	if (locklist_refused_(list, NULL, locklist_may_ask_(list)))
		return;
	list->on_out = on_out;
	lish_bind_(list, on_out);
}

void locklist_destroy(struct locklist *list)
{
	struct lish_loop_ loop = LISH_LOOP_INIT;
	enum lish_reason reason;

	if (lish_refused(list, NULL, locklist_may_end_(list)))
		return;
	(void)lish_refused(list, NULL, locklist_set_all_aside_(list));
	/* A registered loop makes on_out's adds take the slow path, which refuses. */
	list->ending = true;
	(void)lish_loop_enter_(&loop, &list->loops);
	reason = locklist_call_out_(list);
	memset(list, 0, sizeof(*list));
	list->head.true_next = &list->head;
	(void)lish_refused(list, NULL, reason);
}

void locklist_forget(struct locklist *list)
{
	void (*on_out)(struct locklist *list, struct locklist_node *node) = list->on_out;

	if (lish_refused(list, NULL, locklist_may_end_(list)))
		return;
	locklist_init(list);
	list->on_out = on_out;
	lish_bind_(list, on_out);
}

bool locklist_is_locked(const struct locklist *list)
{
	return !lish_refused(list, NULL, locklist_may_ask_(list)) && locklist_waits_(list);
}

void locklist_lock(struct locklist *list)
{
	if (!locklist_refused_(list, NULL, locklist_may_ask_(list)))
		list->locks++;
}

void locklist_unlock(struct locklist *list)
{
	if (locklist_refused_(list, NULL, locklist_may_ask_(list)) ||
	    lish_refused(list, NULL,
			      LISH_CHECK >= 1 && !list->locks ? LISH_NOT_LOCKED : LISH_OK))
		return;
	list->locks--;
	if (!locklist_waits_(list) && !locklist_is_settled_(list))
		(void)lish_refused(list, NULL, locklist_apply_(list));
}

static LISH_NOINLINE int locklist_add_slowly_(struct locklist *list, struct locklist_node *node,
					      struct lish_call_ call)
{
	if (locklist_refused_by_(call, list, node, locklist_may_add_(list, node)))
		return -EINVAL;
	locklist_begin_(list);
	if (locklist_has_(list, node))
		return -EEXIST;
	if (node->side && !locklist_has_removed_(list, node))
		return -EBUSY;
	if (list->ending || list->count >= LISH_MAX_COUNT)
		return -ENOSPC;
	/* A pending removal is cancelled. Its place in the seen order stays. */
	if (node->side)
		locklist_ring_del_(node->next ? &list->leaving : &list->out, node);
	locklist_append_(list, node, locklist_waits_(list));
	return 0;
}

LISH_HOT_ int locklist_add_tail(struct locklist *list, struct locklist_node *node)
{
	if (lish_unlikely(!locklist_may_add_now_(list, node)))
		return locklist_add_slowly_(list, node, LISH_CALL_());
	locklist_append_(list, node, false);
	return 0;
}

static LISH_NOINLINE bool locklist_leave_slowly_(struct locklist *list,
						 struct locklist_node *node,
						 struct lish_call_ call)
{
	if (locklist_refused_by_(call, list, node, locklist_may_leave_(list, node)) ||
	    lish_refused_by(call, list, NULL, locklist_may_set_aside_(list)))
		return false;
	locklist_set_aside_(list, node);
	(void)lish_refused_by(call, list, NULL, locklist_call_out_(list));
	return true;
}

LISH_HOT_ void locklist_del(struct locklist *list, struct locklist_node *node)
{
	if (lish_likely(locklist_may_leave_now_(list, node)))
		locklist_leave_now_(list, node);
	else
		(void)locklist_leave_slowly_(list, node, LISH_CALL_());
}

LISH_HOT_ bool locklist_leave(struct locklist_node *node)
{
	struct locklist *list;

	if (lish_refused(NULL, node, lish_may_use_(node)) || !node->side || *node->side)
		return false;
	list = locklist_of_side_(node->side);
	if (lish_unlikely(!locklist_may_leave_now_(list, node)))
		return locklist_leave_slowly_(list, node, LISH_CALL_());
	locklist_leave_now_(list, node);
	return true;
}

/* The node from which loops go on to one that they see; NULL if there is none. */
static struct locklist_node *locklist_before_seen_(struct locklist *list,
						   const struct locklist_node *node,
						   const struct locklist_node *address)
{
	struct locklist_node *at = &list->head;
	uint32_t left = list->seen;

	if (list->fresh == &list->head && !list->leaving)
		return node->true_prev;
	while (at && at->next != address)
		at = left-- ? at->next : NULL;
	return at;
}

void locklist_node_moved(struct locklist_node *node)
{
	struct locklist_node *old, *before = NULL;
	struct locklist *list;

	if (lish_refused(NULL, node, locklist_may_have_moved_(node)) || !node->side)
		return;
	list = locklist_of_side_(node->side);
	old = locklist_moved_from_(node);
	if (node->next) {
		before = locklist_before_seen_(list, node, old);
		if (lish_refused(list, node, before ? LISH_OK : LISH_BROKEN_LINKS))
			return;
		before->next = node;
	}
	node->true_next->true_prev = node;
	node->true_prev->true_next = node;
	if (list->fresh == old)
		list->fresh = node;
}

void locklist_clear(struct locklist *list)
{
	if (lish_refused(list, NULL, locklist_may_change_(list)) ||
	    lish_refused(list, NULL, lish_bound_(list)))
		return;
	(void)lish_refused(list, NULL, locklist_set_all_aside_(list));
	(void)lish_refused(list, NULL, locklist_call_out_(list));
}

bool locklist_contains(const struct locklist *list, const struct locklist_node *node)
{
	return !lish_refused(list, node, locklist_may_ask_(list)) &&
	       !lish_refused(list, node, lish_may_use_(node)) && locklist_has_(list, node);
}

struct locklist *locklist_owner(const struct locklist_node *node)
{
	if (lish_refused(NULL, node, lish_may_use_(node)) || !node->side)
		return NULL;
	return locklist_of_side_(node->side);
}

uint32_t locklist_count(const struct locklist *list)
{
	return lish_refused(list, NULL, locklist_may_ask_(list)) ? 0 : list->count;
}

uint32_t locklist_seen_count(const struct locklist *list)
{
	return lish_refused(list, NULL, locklist_may_ask_(list)) ? 0 : list->seen;
}

/* No head, and no element of another list, is handed out. */
LISH_PART_ enum lish_reason locklist_may_give_(const struct locklist *list,
					       const struct locklist_node *node)
{
	return LISH_CHECK < 1 || (node && locklist_has_(list, node)) ? LISH_OK : LISH_BROKEN_LINKS;
}

void *(locklist_first_entry)(const struct locklist *list, size_t offset)
{
	struct locklist_node *first = list->head.true_next;

	if (lish_refused(list, NULL, locklist_may_ask_(list)) || !first ||
	    first == &list->head ||
	    lish_refused(list, first, locklist_may_give_(list, first)))
		return NULL;
	return (char *)first - offset;
}

void *(locklist_next_entry)(const struct locklist *list, const struct locklist_node *node,
			    size_t offset)
{
	struct locklist_node *next;

	if (lish_refused(list, node, locklist_may_name_(list, node)))
		return NULL;
	next = node->true_next;
	if (next == &list->head || lish_refused(list, node, locklist_may_give_(list, next)))
		return NULL;
	return (char *)next - offset;
}

void locklist_stop(struct locklist *list)
{
	if (lish_refused(list, NULL, locklist_may_change_(list)) ||
	    /* Keep the loop that locklist_destroy() has registered. */
	    lish_refused(list, NULL, list->ending ? LISH_IN_HOOK : LISH_OK))
		return;
	(void)lish_refused(list, NULL, lish_loops_end_(&list->loops));
	if (!list->locks)
		(void)lish_refused(list, NULL, locklist_apply_(list));
}

/* Loops. */

static LISH_NOINLINE struct locklist *
locklist_open_slowly_(struct locklist_loop_ *loop, struct locklist *list, struct lish_call_ call)
{
	if (locklist_is_zero_(list) ||
	    lish_refused_by(call, list, NULL,
			    list->head.next ? LISH_OK : LISH_UNINITIALIZED))
		return NULL;
	(void)lish_refused_by(call, list, NULL,
			      lish_loop_enter_(&loop->loop, &list->loops));
	return list;
}

struct locklist *locklist_open_(struct locklist_loop_ *loop, struct locklist *list)
{
	if (list->head.next == &list->head)
		return NULL;
	if (lish_unlikely(!list->head.next || list->loops.first))
		return locklist_open_slowly_(loop, list, LISH_CALL_AS_(LOCKLIST_FOR_EACH_));
	(void)lish_loop_enter_(&loop->loop, &list->loops);
	return list;
}

static LISH_NOINLINE void locklist_close_slowly_(struct locklist_loop_ *loop,
						 struct locklist *list, struct lish_call_ call)
{
	(void)lish_refused_by(call, list, NULL, lish_loop_leave_(&loop->loop));
	if (!locklist_waits_(list))
		(void)lish_refused_by(call, list, NULL, locklist_apply_(list));
}

void locklist_close_(struct locklist_loop_ *loop)
{
	struct lish_loops_ *loops = lish_loops_of_(&loop->loop);
	struct locklist *list = LISH_CONTAINER_OF_(loops, struct locklist, loops);

	if (!loop->loop.owner)
		return;
	if (lish_unlikely(loops->first != &loop->loop || !locklist_is_settled_(list)))
		locklist_close_slowly_(loop, list, LISH_CALL_AS_(LOCKLIST_FOR_EACH_));
	else
		(void)lish_loop_leave_(&loop->loop);
}

/* The report names the node from which the loop finds no way, or the one in its way. */
static void locklist_refuse_way_(const struct locklist *list, const struct locklist_node *at,
				 struct lish_call_ call)
{
	const struct locklist_node *head = &list->head, *next = at->next;
	const struct locklist_node *fault = at == head ? NULL : at;
	enum lish_reason reason = next ? LISH_BAD_COUNT : LISH_LOST_PLACE;

	if (!head->next) {
		reason = locklist_may_ask_(list);
	} else if (next && next != head && !locklist_knows_(list, next)) {
		reason = LISH_BROKEN_LINKS;
		if (!fault || locklist_knows_(list, at))
			fault = next;
	}
	(void)lish_refused_by(call, list, fault, reason);
}

void locklist_lost_(const struct locklist *list, const struct locklist_node *at)
{
	locklist_refuse_way_(list, at, LISH_CALL_AS_(LOCKLIST_FOR_EACH_));
}

static int32_t locklist_left_as_(const struct locklist *list, const struct locklist_node *at,
				 int32_t left, struct lish_call_ call)
{
	const struct locklist_node *next = at->next;
	uint32_t count = 0;

	/* The body may have unlocked the list: count the nodes from next up to the end. */
	if (left < 0) {
		for (; next && next != &list->head && count <= list->seen; next = next->next)
			count++;
		left = next == &list->head ? (int32_t)count - 1 : -1;
	}
	if (left >= 0 && at->next && locklist_knows_(list, at->next))
		return left;
	locklist_refuse_way_(list, at, call);
	return -1;
}

#define LOCKLIST_CONST_CALL_() LISH_CALL_AS_(LISH_NAME_("locklist_for_each_entry_const"))

int32_t locklist_left_(const struct locklist *list, const struct locklist_node *at, int32_t left)
{
	return locklist_left_as_(list, at, left, LOCKLIST_CONST_CALL_());
}

void *locklist_step_(struct locklist_loop_ *loop, struct locklist_place_ *place, size_t offset)
{
	bool lost = false;
	void *object = locklist_step_to_(loop, place, offset, &lost);

	if (lost)
		locklist_refuse_way_(locklist_of_place_(place), place->at,
				     LISH_CALL_AS_(LOCKLIST_FOR_EACH_));
	return object;
}

void *locklist_step_const_(struct locklist_place_ *place, size_t offset)
{
	const struct locklist *list = locklist_of_place_(place);
	struct locklist_node *next = place->at->next;

	if (next == &list->head)
		return NULL;
	if (LISH_CHECK >= 1 && (--place->left < 0 || !next || next->side != place->side)) {
		place->left = locklist_left_as_(list, place->at, place->left,
						LOCKLIST_CONST_CALL_());
		if (place->left < 0)
			return NULL;
	}
	place->at = next;
	return (char *)next - offset;
}
