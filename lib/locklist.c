// SPDX-License-Identifier: MIT
/*
 * The cold side of locklist: what happens while locked and at the unlock,
 * loops that lock, whole lists, reports, validation.
 */
#define LISH_LIB_
#include <linux-ish/locklist.h>

void locklist_refuse_list_(const char *op, const struct locklist *list)
{
	const bool linked = list->head.next && list->head.true_next;

	lish_misuse_(op, list, NULL,
		    linked ? LISH_BROKEN_LINKS : LISH_UNINITIALIZED);
}
LISH_EXPORT(locklist_refuse_list_)

void locklist_refuse_node_(const char *op, const struct locklist *list,
			   const struct locklist_node *node)
{
	const struct locklist *owner = locklist_owner(node);

	lish_misuse_(op, list, node,
		    owner && owner != list ? LISH_FOREIGN : LISH_NOT_IN);
}
LISH_EXPORT(locklist_refuse_node_)

void locklist_refuse_unlock_(const struct locklist *list)
{
	lish_misuse_("locklist_unlock", list, NULL, LISH_NOT_LOCKED);
}
LISH_EXPORT(locklist_refuse_unlock_)

void locklist_lost_(const char *op, const struct locklist *list,
		    const struct locklist_node *at)
{
	lish_misuse_(op, list, at, at ? LISH_LOST_PLACE : LISH_UNINITIALIZED);
}
LISH_EXPORT(locklist_lost_)

/* An empty ring; as an order, empty if first is the ring, unused if NULL. */
static void ring_init(struct locklist_node *ring, struct locklist_node *first)
{
	ring->next = first;
	ring->true_next = ring;
	ring->true_prev = ring;
	ring->side = NULL;
}

static bool ring_empty(const struct locklist_node *ring)
{
	return ring->true_next == ring;
}

/* Move all nodes of one ring to the end of another. */
static void ring_move(struct locklist_node *to, struct locklist_node *from)
{
	if (ring_empty(from))
		return;
	from->true_next->true_prev = to->true_prev;
	to->true_prev->true_next = from->true_next;
	from->true_prev->true_next = to;
	to->true_prev = from->true_prev;
	ring_init(from, NULL);
}

void locklist_init(struct locklist *list)
{
	ring_init(&list->head, &list->head);
	ring_init(&list->leaving, NULL);
	ring_init(&list->out, NULL);
	list->fresh = &list->head;
	list->loops = NULL;
	list->outermost = NULL;
	list->locks = 0;
	list->limit = LISH_MAX_COUNT;
	list->count = 0;
	list->seen = 0;
	list->live.list = list;
	list->gone.list = list;
	list->on_out = NULL;
	list->telling = false;
}
LISH_EXPORT(locklist_init)

/* Release those that are out of both orders, one after another. */
static void tell(struct locklist *list)
{
	struct locklist_node *node;

	if (list->telling)
		return;
	list->telling = true;
	while (!ring_empty(&list->out)) {
		node = list->out.true_next;
		locklist_unlink_(node);
		locklist_node_init(node);
		if (list->on_out)
			list->on_out(list, node);
	}
	list->telling = false;
}

/* Take a member out of the true order, and out of the seen one if it may. */
static void take_out(struct locklist *list, struct locklist_node *node)
{
	struct locklist_node *ring = &list->out;

	locklist_unlink_(node);
	list->count--;
	if (list->fresh == node)
		list->fresh = node->true_next;
	if (!locklist_is_locked(list)) {
		node->true_prev->next = node->true_next;
		node->next = NULL;
		list->seen--;
	} else if (node->next) {
		ring = &list->leaving;
	}
	node->side = &list->gone;
	locklist_link_(node, ring);
}

void locklist_take_out_(struct locklist *list, struct locklist_node *node)
{
	take_out(list, node);
	tell(list);
}
LISH_EXPORT(locklist_take_out_)

/* A node that belongs to a list already, or a list that takes no more. */
int locklist_add_again_(struct locklist *list, struct locklist_node *node)
{
	if (node->side == &list->live)
		return -EEXIST;
	if (node->side && node->side != &list->gone)
		return -EBUSY;
	if (list->count >= list->limit)
		return -ENOSPC;
	/*
	 * It was leaving and comes back. If loops see it they go on doing so:
	 * its place in the seen order is not touched.
	 */
	locklist_unlink_(node);
	locklist_append_(list, node);
	return 0;
}
LISH_EXPORT(locklist_add_again_)

/*
 * Settling
 *
 * The seen order still runs through nodes that are leaving, and through those
 * that left and came back further behind. Such nodes, marked as gone, stand in
 * runs between members that kept their places. Each run is closed once, from
 * its end: the member behind it knows by the true order which one stands in
 * front of the run now. What was added is then linked on behind the last that
 * kept its place.
 */

/* Close the run from node on, unless a part of it shows that this was done. */
static void close_run(struct locklist_node *head, struct locklist_node *node,
		      const struct locklist_side_ *gone)
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

static void close_runs(struct locklist *list)
{
	struct locklist_node *head = &list->head, *node;

	for (node = list->fresh; node != head; node = node->true_next)
		if (node->next)
			node->side = &list->gone;
	for (node = list->leaving.true_next; node != &list->leaving;
	     node = node->true_next)
		close_run(head, node, &list->gone);
	for (node = list->fresh; node != head; node = node->true_next)
		if (node->side == &list->gone)
			close_run(head, node, &list->gone);
}

static void link_fresh(struct locklist *list)
{
	struct locklist_node *head = &list->head, *node;

	list->fresh->true_prev->next = list->fresh;
	for (node = list->fresh; node != head; node = node->true_next) {
		node->side = &list->live;
		node->next = node->true_next;
	}
	list->fresh = head;
}

/* The last lock is gone: make the seen order the true one. */
void locklist_settle_(struct locklist *list)
{
	if (list->fresh == &list->head && ring_empty(&list->leaving))
		return;
	close_runs(list);
	link_fresh(list);
	list->seen = list->count;
	ring_move(&list->out, &list->leaving);
	tell(list);
}
LISH_EXPORT(locklist_settle_)

void locklist_clear(struct locklist *list)
{
	if (!locklist_list_ok_("locklist_clear", list))
		return;
	while (!ring_empty(&list->head))
		take_out(list, list->head.true_next);
	tell(list);
}
LISH_EXPORT(locklist_clear)

/* Is the list at rest, so that it may end? */
static bool at_rest(const char *op, const struct locklist *list)
{
	if (!locklist_list_ok_(op, list))
		return false;
	if (list->loops || list->telling) {
		lish_misuse_(op, list, NULL, LISH_LOOPED);
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
	if (!at_rest("locklist_destroy", list))
		return;
	list->limit = 0;
	locklist_clear(list);
	memset(list, 0, sizeof(*list));
}
LISH_EXPORT(locklist_destroy)

void locklist_forget(struct locklist *list)
{
	locklist_out_fn on_out;

	if (!at_rest("locklist_forget", list))
		return;
	on_out = list->on_out;
	locklist_init(list);
	list->on_out = on_out;
}
LISH_EXPORT(locklist_forget)

void locklist_loop_begin(struct locklist_loop *loop, struct locklist *list)
{
	/* Loops that were left by longjmp are gone: only compare them. */
	const bool open = list->loops &&
			  (loop == list->loops || loop == list->outermost);

	if (!open || loop->list != list) {
		loop->list = NULL;
		loop->at = NULL;
	}
	if (!locklist_list_ok_("locklist_loop_begin", list))
		return;
	if (open) {
		lish_misuse_("locklist_loop_begin", list, NULL, LISH_STALE_LOOP);
		return;
	}
	if (!list->loops)
		list->outermost = loop;
	loop->list = list;
	loop->at = &list->head;
	loop->up = list->loops;
	list->loops = loop;
}
LISH_EXPORT(locklist_loop_begin)

void locklist_loop_end(struct locklist_loop *loop)
{
	struct locklist *list = loop->list;

	if (!list)
		return;
	loop->list = NULL;
	loop->at = NULL;
	if (list->loops != loop) {
		lish_misuse_("locklist_loop_end", list, NULL, LISH_STALE_LOOP);
		return;
	}
	list->loops = loop->up;
	if (!locklist_is_locked(list))
		locklist_settle_(list);
}
LISH_EXPORT(locklist_loop_end)

void locklist_abandon(struct locklist *list)
{
	if (!locklist_list_ok_("locklist_abandon", list))
		return;
	list->loops = NULL;
	list->telling = false;
	if (!locklist_is_locked(list))
		locklist_settle_(list);
	tell(list);
}
LISH_EXPORT(locklist_abandon)

/* Call change for each object that loops over from visit. */
static uint32_t for_each(int (*change)(struct locklist *list,
				       struct locklist_node *node),
			 struct locklist *list, struct locklist *from,
			 size_t from_offset, size_t offset)
{
	struct locklist_node *node;
	struct locklist_loop loop;
	uint32_t changed = 0;
	char *entry;

	locklist_loop_begin(&loop, from);
	while ((node = locklist_loop_next(&loop)) != NULL) {
		entry = (char *)node - from_offset;
		node = (struct locklist_node *)(void *)(entry + offset);
		if (!change(list, node))
			changed++;
	}
	locklist_loop_end(&loop);
	return changed;
}

static int add_one(struct locklist *list, struct locklist_node *node)
{
	return locklist_add(list, node);
}

static int del_one(struct locklist *list, struct locklist_node *node)
{
	return locklist_del(list, node);
}

uint32_t locklist_add_each_(struct locklist *list, struct locklist *from,
			    size_t from_offset, size_t offset)
{
	if (!locklist_list_ok_("locklist_add_each", list))
		return 0;
	return for_each(add_one, list, from, from_offset, offset);
}
LISH_EXPORT(locklist_add_each_)

uint32_t locklist_del_each_(struct locklist *list, struct locklist *from,
			    size_t from_offset, size_t offset)
{
	if (!locklist_list_ok_("locklist_del_each", list))
		return 0;
	return for_each(del_one, list, from, from_offset, offset);
}
LISH_EXPORT(locklist_del_each_)

/* What a validation has found out so far. */
struct findings {
	enum lish_reason reason;
	const struct locklist_node *fault; /* NULL for the head */
	uint32_t count; /* nodes in the true order */
	uint32_t seen; /* nodes that should be in the seen order */
};

static bool found(struct findings *f, enum lish_reason reason,
		  const struct locklist_node *fault)
{
	f->reason = reason;
	f->fault = fault;
	return false;
}

/* A ring all of whose nodes are on one side. */
static bool ring_ok(const struct locklist_node *ring,
		    const struct locklist_side_ *side, struct findings *f)
{
	const struct locklist_node *node = ring, *next;

	do {
		next = node->true_next;
		if (!next || next->true_prev != node)
			return found(f, LISH_BROKEN_LINKS,
				     node == ring ? NULL : node);
		if (next != ring && next->side != side)
			return found(f, LISH_FOREIGN, next);
		node = next;
	} while (node != ring);
	return true;
}

/* Those that kept their place, which all are seen, and those added since. */
static bool true_order_ok(const struct locklist *list, struct findings *f)
{
	const struct locklist_node *head = &list->head, *node;

	if (!ring_ok(head, &list->live, f))
		return false;
	for (node = head->true_next; node != list->fresh;
	     node = node->true_next) {
		if (node == head || !node->next)
			return found(f, LISH_BROKEN_LINKS,
				     node == head ? NULL : node);
		f->count++;
		f->seen++;
	}
	for (; node != head; node = node->true_next) {
		if (!locklist_is_locked(list))
			return found(f, LISH_BROKEN_LINKS, node);
		f->count++;
		f->seen += node->next != NULL;
	}
	return f->count == list->count || found(f, LISH_BAD_COUNT, NULL);
}

/* Those that are leaving: seen, and only while something makes them wait. */
static bool leaving_ok(const struct locklist *list, struct findings *f)
{
	const struct locklist_node *node;

	if (!ring_ok(&list->leaving, &list->gone, f) ||
	    !ring_ok(&list->out, &list->gone, f))
		return false;
	for (node = list->leaving.true_next; node != &list->leaving;
	     node = node->true_next) {
		if (!node->next || !locklist_is_locked(list))
			return found(f, LISH_BROKEN_LINKS, node);
		f->seen++;
	}
	for (node = list->out.true_next; node != &list->out;
	     node = node->true_next)
		if (node->next || !list->telling)
			return found(f, LISH_BROKEN_LINKS, node);
	return f->seen == list->seen || found(f, LISH_BAD_COUNT, NULL);
}

/* Ends at the head after as many steps, with all that kept places in order. */
static bool seen_order_ok(const struct locklist *list, struct findings *f)
{
	const struct locklist_node *head = &list->head, *node = head, *next;
	const struct locklist_node *kept = head->true_next;
	uint32_t steps;

	for (steps = 0; steps < list->seen; steps++) {
		next = node->next;
		if (!next || next == head)
			return found(f, LISH_BROKEN_LINKS,
				     node == head ? NULL : node);
		if (next->side != &list->live && next->side != &list->gone)
			return found(f, LISH_FOREIGN, next);
		if (next == kept && kept != list->fresh)
			kept = kept->true_next;
		node = next;
	}
	if (node->next != head)
		return found(f, LISH_BROKEN_LINKS, node == head ? NULL : node);
	return kept == list->fresh || found(f, LISH_BROKEN_LINKS, kept);
}

static void examine(const struct locklist *list, struct findings *f)
{
	f->reason = LISH_OK;
	f->fault = NULL;
	f->count = 0;
	f->seen = 0;
	if (!list->head.next || !list->head.true_next) {
		f->reason = LISH_UNINITIALIZED;
		return;
	}
	if (true_order_ok(list, f) && leaving_ok(list, f))
		seen_order_ok(list, f);
}

bool locklist_whole_ok_(const char *op, const struct locklist *list)
{
	struct findings f;

	examine(list, &f);
	if (f.reason != LISH_OK)
		lish_misuse_(op, list, f.fault, f.reason);
	return f.reason == LISH_OK;
}
LISH_EXPORT(locklist_whole_ok_)

enum lish_reason locklist_check(const struct locklist *list,
				const struct locklist_node **fault)
{
	struct findings f;

	examine(list, &f);
	if (fault)
		*fault = f.fault;
	return f.reason;
}
LISH_EXPORT(locklist_check)
