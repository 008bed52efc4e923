// SPDX-License-Identifier: MIT
/*
 * walk.c - what a change of a ring does to the running loops, hints, stamps
 *
 * A running loop stands on an element (at) and chooses the next one after the body. The
 * ring has a chain of its loops; every change goes through the chain.
 *
 * Gaps. If at is unlinked, the loop stands on the gap that at left. A gap has no memory
 * of its own: at becomes the neighbour that the loop came from (prev, or next in
 * reverse), and moved becomes LISH_OLDWALK_GAP_. Two elements may be linked at a gap from
 * two sides, and the call says which:
 *
 *	a [gap] c	add_after(a, w), add(w) to the front:  a w [gap] c
 *			add_before(c, x), add_tail(x):         a [gap] x c
 *
 * w is behind a forward loop, x lies ahead. So if w is linked after at, at moves to w; x
 * needs no work. A reverse loop mirrors this. If a splice links a run of elements, at
 * moves to the end of the run. clear puts a loop on a gap at the head, if the loop has
 * made a step. A _from loop starts on a gap before its first element.
 *
 * Hints. A list that changes constantly is scattered in memory, and a loop would
 * wait for each element. So some forward loops have a trail, 24 elements behind at,
 * and write at's address into the trail's hint. Every later loop prefetches from the
 * hint of each element it visits, 24 steps early. Measured: a longer distance
 * prefetches in vain more often, a shorter one comes too late. A hint is never
 * dereferenced, so it may be wrong. An added element takes the hint of its neighbour; one
 * that moves inside its ring keeps its own, or its old stamp, which no later loop needs.
 * wait counts the steps before trail moves; an element unlinked between trail and at adds
 * a step.
 *
 * A loop leaves hints only if they are due: enough of the list changed since a loop left
 * hints in all of it. Such a loop starts at the head, and makes each step here; other
 * loops make the short inline step. A list too short for hints defers them.
 *
 * Stamps. A _present loop visits the elements that were in the ring when it was opened.
 * It gets a number, since: one more than the last. While a _present loop runs, an added
 * element gets the highest number as its stamp, in place of its hint. A loop skips each
 * element whose stamp is not below since. Links are aligned, so a hint is even, and a
 * stamp is 2n + 1. Where links may lie at odd addresses (AVR) there are no hints. A hint
 * replaces a stamp once no running loop needs the stamp.
 *
 * Wrap. After 2^31 - 1 numbers (2^15 - 1 with 16-bit words), the next _present loop
 * renumbers. The running loops become 1, 2, ... in their order. Each stamp becomes the
 * number of the last loop that must skip it; a stamp that no loop needs is cleared.
 *
 * Invariants: at and trail of a registered loop are the head or linked elements. The
 * since of the _present loops falls from the newest loop to the oldest. No stamp exceeds
 * walks->stamp.
 */
#define LISH_LIB_
#include "oldwalk.h"

#include "loop.h"

static const void *oldwalk_container(const struct lish_oldwalk_traits_ *traits,
				  const struct lish_oldwalks_ *walks)
{
	return (const char *)walks - traits->walks;
}

/* A stale loop is reported under the name of the plain loop. */
#define walk_for_each(pos, traits, of)                                          \
	lish_for_each_loop_(pos, (traits)->names[LISH_OLDWALK_FORWARD_],           \
			    oldwalk_container(traits, of), &(of)->loops)

static struct lish_oldwalk_ *oldwalk_of(struct lish_loop_ *loop)
{
	return (struct lish_oldwalk_ *)(void *)loop;
}

static bool oldwalk_trails(const struct lish_oldwalk_ *walk)
{
	return LISH_OLDWALK_HINTS_ && (walk->moved & LISH_OLDWALK_TRAIL_);
}

/* The number of a _present loop; 0 of others. */
static uint32_t oldwalk_since(const struct lish_oldwalk_ *walk)
{
	return walk->kind == LISH_OLDWALK_PRESENT_ ? walk->since : 0;
}

/* Of a head whose next is NULL */
static enum lish_reason walk_head_fault(const struct lish_oldwalk_traits_ *traits)
{
	return traits->zero ? LISH_BROKEN_LINKS : LISH_UNINITIALIZED;
}

static void oldwalk_lost(const struct lish_oldwalk_traits_ *traits,
		      enum lish_oldwalk_kind_ kind, const void *container,
		      const struct lish_link_ *head,
		      const struct lish_link_ *at,
		      const struct lish_link_ *next, const void *caller)
{
	lish_report_(traits->names[kind], container, at == head ? NULL : at,
		     next	? LISH_BROKEN_LINKS :
		     at == head ? walk_head_fault(traits) :
				  LISH_LOST_PLACE,
		     caller);
}

void lish_oldwalk_view_lost_(const struct lish_oldwalk_traits_ *traits,
			  const struct lish_link_ *head,
			  const struct lish_link_ *at)
{
	const void *walks =
		(const char *)head - offsetof(struct lish_oldwalks_, head);

	oldwalk_lost(traits, LISH_OLDWALK_CONST_,
		  oldwalk_container(traits, (const struct lish_oldwalks_ *)walks), head,
		  at, at->next, LISH_CALLER_());
}
LISH_EXPORT(lish_oldwalk_view_lost_)

void lish_oldwalk_gone_(const struct lish_oldwalk_traits_ *traits,
		     struct lish_oldwalks_ *walks, const struct lish_link_ *link)
{
	walk_for_each(loop, traits, walks) {
		struct lish_oldwalk_ *walk = oldwalk_of(loop);

		if (walk->at == link) {
			walk->at = walk->kind == LISH_OLDWALK_REVERSE_ ?
					   link->next :
					   link->prev;
			walk->moved |= LISH_OLDWALK_GAP_;
			/* The trail is one element closer now. */
			if (oldwalk_trails(walk) && walk->wait < LISH_OLDWALK_WAIT_)
				walk->wait++;
		}
		if (oldwalk_trails(walk) && walk->trail == link)
			walk->trail = link->next;
	}
}
LISH_EXPORT(lish_oldwalk_gone_)

void lish_oldwalk_emptied_(const struct lish_oldwalk_traits_ *traits,
			struct lish_oldwalks_ *walks)
{
	walk_for_each(loop, traits, walks) {
		struct lish_oldwalk_ *walk = oldwalk_of(loop);

		/* Before its first step, a loop stands on no gap. */
		if (walk->at != &walks->head)
			walk->moved |= LISH_OLDWALK_GAP_;
		walk->at = &walks->head;
		walk->trail = &walks->head;
		walk->wait = LISH_OLDWALK_WAIT_;
	}
}
LISH_EXPORT(lish_oldwalk_emptied_)

void lish_oldwalk_stop_(const struct lish_oldwalk_traits_ *traits,
		     struct lish_oldwalks_ *walks)
{
	walk_for_each(loop, traits, walks) {
		oldwalk_of(loop)->moved |= LISH_OLDWALK_GAP_;
		loop->owner = NULL;
	}
	walks->loops.first = NULL;
}

static uintptr_t oldwalk_stamp(uint32_t stamp)
{
	return (uintptr_t)stamp << 1 | 1;
}

static uint32_t count_oldwalks_before(const struct lish_oldwalk_traits_ *traits,
				   struct lish_oldwalks_ *walks, uintptr_t stamp)
{
	uint32_t count = 0;

	walk_for_each(loop, traits, walks) {
		const uint32_t since = oldwalk_since(oldwalk_of(loop));

		count += since && since <= stamp;
	}
	return count;
}

void lish_oldwalk_added_(const struct lish_oldwalk_traits_ *traits,
		      struct lish_oldwalks_ *walks, struct lish_link_ *first,
		      struct lish_link_ *last, const struct lish_link_ *base,
		      bool before)
{
	bool present = false;

	/*
	 * If the new elements were linked from the side that the loop came from, they are
	 * behind it. moved is set already.
	 */
	walk_for_each(loop, traits, walks) {
		struct lish_oldwalk_ *walk = oldwalk_of(loop);

		if ((walk->moved & LISH_OLDWALK_GAP_) && walk->at == base &&
		    (walk->kind == LISH_OLDWALK_REVERSE_) == before)
			walk->at = before ? first : last;
		present |= walk->kind == LISH_OLDWALK_PRESENT_;
	}
	if (!present)
		return;
	for (;; first = first->next) {
		lish_oldhint_set_(first, oldwalk_stamp(walks->stamp), traits->half);
		if (first == last)
			return;
	}
}
LISH_EXPORT(lish_oldwalk_added_)

/* Restart the stamps; those that running loops need keep their order. */
static void renumber_oldwalks(const struct lish_oldwalk_traits_ *traits,
			   struct lish_oldwalks_ *walks)
{
	const uint32_t running =
		count_oldwalks_before(traits, walks, LISH_OLDWALK_STAMPS_);
	struct lish_link_ *link;
	uint32_t number = running;

	/* A stamp becomes the number of the last loop that must skip it. */
	for (link = walks->head.next; link != &walks->head; link = link->next) {
		const uintptr_t hint = lish_oldhint_of_(link, traits->half);
		uint32_t stamp;

		if (!(hint & 1))
			continue;
		stamp = count_oldwalks_before(traits, walks, hint >> 1);
		lish_oldhint_set_(link, stamp ? oldwalk_stamp(stamp) : 0, traits->half);
	}
	/* The chain starts with the newest loop. */
	walk_for_each(loop, traits, walks) {
		if (oldwalk_since(oldwalk_of(loop)))
			oldwalk_of(loop)->since = number--;
	}
	walks->stamp = running;
}

static uint32_t next_oldwalk_number(const struct lish_oldwalk_traits_ *traits,
				 struct lish_oldwalks_ *walks)
{
	if (walks->stamp == LISH_OLDWALK_STAMPS_)
		renumber_oldwalks(traits, walks);
	return ++walks->stamp;
}

/*
 * Hints are due again after so many changes: a quarter of the list, at least as many as
 * a hint is elements long, and at most 1024. In a long list a step waits for memory, so
 * that a missing hint costs more than a loop that leaves hints.
 */
static void walk_defer_hints(struct lish_oldwalks_ *walks)
{
	uint32_t changes = walks->count / 4;

	if (changes <= LISH_OLDWALK_WAIT_)
		changes = LISH_OLDWALK_WAIT_ + 1;
	if (changes > 1024)
		changes = 1024;
	walks->stale = walks->count - changes;
}

/* What a loop that leaves no hints needs, except its owner and its outer loop. */
LISH_TINY void oldwalk_set(const struct lish_oldwalk_traits_ *traits,
			struct lish_oldwalk_ *walk, struct lish_link_ *at,
			enum lish_oldwalk_kind_ kind, unsigned int moved)
{
	walk->traits = traits;
	walk->at = at;
	walk->kind = (uint8_t)kind;
	walk->moved = (uint8_t)moved;
}

/*
 * The same; decides about hints. at: the head, or with LISH_OLDWALK_FROM_ the link before
 * the first element.
 */
static void oldwalk_init(const struct lish_oldwalk_traits_ *traits,
		      struct lish_oldwalks_ *walks, struct lish_oldwalk_ *walk,
		      struct lish_link_ *at, enum lish_oldwalk_kind_ kind)
{
	oldwalk_set(traits, walk, at, kind,
		 kind == LISH_OLDWALK_FROM_ ? LISH_OLDWALK_GAP_ : 0);
	/* It has no number yet. */
	walk->since = 0;
	walk->trail = at;
	walk->wait = LISH_OLDWALK_WAIT_;
	if (!LISH_OLDWALK_HINTS_ || (int32_t)(walks->stale - walks->count) < 0)
		return;
	if (walks->count <= LISH_OLDWALK_WAIT_)
		walk_defer_hints(walks);
	else if (kind != LISH_OLDWALK_REVERSE_ && at == &walks->head)
		walk->moved |= LISH_OLDWALK_TRAIL_;
}

static LISH_NOINLINE void oldwalk_begin(const struct lish_oldwalk_traits_ *traits,
				     struct lish_oldwalks_ *walks,
				     struct lish_oldwalk_ *walk,
				     enum lish_oldwalk_kind_ kind,
				     const void *caller)
{
	const void *container = oldwalk_container(traits, walks);

	if (!walks->head.next) {
		walk->kind = (uint8_t)kind;
		walk->moved = LISH_OLDWALK_GAP_;
		if (!traits->zero || walks->head.prev)
			lish_report_(traits->names[kind], container, NULL,
				     walk_head_fault(traits), caller);
		return;
	}
	oldwalk_init(traits, walks, walk, &walks->head, kind);
	lish_loop_open_(traits->names[kind], container, &walk->loop,
			&walks->loops);
}

/*
 * A loop that leaves no hints, in a ring without loops. kind is a constant, which joins
 * two stores.
 */
LISH_TINY void walk_begin_only(const struct lish_oldwalk_traits_ *traits,
			       struct lish_oldwalks_ *walks, struct lish_oldwalk_ *walk,
			       enum lish_oldwalk_kind_ kind)
{
	oldwalk_set(traits, walk, &walks->head, kind, 0);
	walk->loop.owner = &walks->loops;
	walk->loop.outer = NULL;
	walks->loops.first = &walk->loop;
}

/* The common case is a leaf. A ring without its initialiser has a stale of 0. */
void lish_oldwalk_begin_(const struct lish_oldwalk_traits_ *traits,
		      struct lish_oldwalks_ *walks, struct lish_oldwalk_ *walk)
{
	if (LISH_SMALL_ || !LISH_OLDWALK_HINTS_ ||
	    lish_unlikely(walks->loops.first ||
			  (int32_t)(walks->stale - walks->count) >= 0)) {
		oldwalk_begin(traits, walks, walk, LISH_OLDWALK_FORWARD_,
			   LISH_CALLER_());
		return;
	}
	walk_begin_only(traits, walks, walk, LISH_OLDWALK_FORWARD_);
}
LISH_EXPORT(lish_oldwalk_begin_)

/*
 * It leaves no hints, so it does not ask whether they are due. In a list in which only
 * reverse loops run they are due for ever.
 */
void lish_oldwalk_begin_reverse_(const struct lish_oldwalk_traits_ *traits,
			      struct lish_oldwalks_ *walks, struct lish_oldwalk_ *walk)
{
	if (LISH_SMALL_ || !LISH_OLDWALK_HINTS_ ||
	    lish_unlikely(walks->loops.first || !walks->head.next)) {
		oldwalk_begin(traits, walks, walk, LISH_OLDWALK_REVERSE_,
			   LISH_CALLER_());
		return;
	}
	walk_begin_only(traits, walks, walk, LISH_OLDWALK_REVERSE_);
}
LISH_EXPORT(lish_oldwalk_begin_reverse_)

void lish_oldwalk_begin_present_(const struct lish_oldwalk_traits_ *traits,
			      struct lish_oldwalks_ *walks,
			      struct lish_oldwalk_ *walk)
{
	oldwalk_begin(traits, walks, walk, LISH_OLDWALK_PRESENT_, LISH_CALLER_());
	if (walk->loop.owner)
		walk->since = next_oldwalk_number(traits, walks);
}
LISH_EXPORT(lish_oldwalk_begin_present_)

struct lish_oldwalk_cursor_ lish_oldwalk_open_from_(const struct lish_oldwalk_traits_ *traits,
					      struct lish_oldwalks_ *walks,
					      struct lish_oldwalk_ *walk,
					      const struct lish_link_ *start)
{
	const struct lish_oldwalk_cursor_ cur = { &walks->head, start->prev };

	oldwalk_init(traits, walks, walk, start->prev, LISH_OLDWALK_FROM_);
	lish_loop_open_(traits->names[LISH_OLDWALK_FROM_],
			oldwalk_container(traits, walks), &walk->loop,
			&walks->loops);
	return cur;
}

bool lish_oldwalk_open_by_hand_(lish_op_ op,
			      const struct lish_oldwalk_traits_ *traits,
			      struct lish_oldwalks_ *walks,
			      struct lish_oldwalk_ *walk,
			      enum lish_oldwalk_kind_ kind, const void *caller)
{
	const void *container = oldwalk_container(traits, walks);

	if (!walk->loop.owner && !walks->head.next) {
		lish_report_(op, container, NULL, walk_head_fault(traits), caller);
		return false;
	}
	if (!lish_loop_begin_(op, container, &walk->loop, &walks->loops,
			      caller))
		return false;
	oldwalk_init(traits, walks, walk, &walks->head, kind);
	if (kind == LISH_OLDWALK_PRESENT_)
		walk->since = next_oldwalk_number(traits, walks);
	return true;
}

static void oldwalk_end(struct lish_oldwalk_ *walk, const void *caller)
{
	const struct lish_oldwalk_traits_ *traits = walk->traits;

	lish_loop_close_for_(traits->names[walk->kind],
			     oldwalk_container(traits, lish_oldwalks_of_(walk)),
			     &walk->loop, caller);
}

void lish_oldwalk_end_(struct lish_oldwalk_ *walk)
{
	oldwalk_end(walk, LISH_CALLER_());
}
LISH_EXPORT(lish_oldwalk_end_)

/* Must the loop skip this element, which was added since it was opened? */
static bool oldwalk_skips(const struct lish_oldwalk_ *walk,
		       const struct lish_link_ *link)
{
	const uintptr_t stamp = lish_oldhint_of_(link, walk->traits->half);

	return walk->kind == LISH_OLDWALK_PRESENT_ && (stamp & 1) &&
	       stamp >> 1 >= walk->since;
}

/* Move the trail, over a stamp too, and leave a hint to link if no loop needs it. */
static void walk_leave_hint(struct lish_oldwalks_ *walks, struct lish_oldwalk_ *walk,
			    const struct lish_link_ *link)
{
	const struct lish_oldwalk_traits_ *traits = walk->traits;
	struct lish_link_ *early = walk->trail;
	const uintptr_t hint = lish_oldhint_of_(early, traits->half);

	if (walk->wait) {
		walk->wait--;
		return;
	}
	walk->trail = early->next;
	/* An element that was zeroed under the loop has no place in the ring. */
	if (!walk->trail)
		walk->trail = &walks->head;
	else if (!(hint & 1) || !count_oldwalks_before(traits, walks, hint >> 1))
		lish_oldhint_set_(early, lish_oldhint_to_(link, traits->half),
			       traits->half);
}

/* Did stamps that another _present loop needs leave room for hints? */
static bool walk_left_hints(const struct lish_oldwalk_ *walk)
{
	return count_oldwalks_before(walk->traits, lish_oldwalks_of_(walk),
				  LISH_OLDWALK_STAMPS_) == (oldwalk_since(walk) != 0);
}

/* A step of a loop that does not leave hints, or over a gap, a stamp or the end. */
static LISH_NOINLINE struct lish_link_ *oldwalk_next(struct lish_oldwalk_ *walk,
						  const void *caller)
{
	const struct lish_oldwalk_traits_ *traits = walk->traits;
	struct lish_oldwalks_ *walks = lish_oldwalks_of_(walk);
	const bool back = walk->kind == LISH_OLDWALK_REVERSE_;
	struct lish_link_ *link;
	bool lost;

	walk->moved &= LISH_OLDWALK_TRAIL_;
	do {
		link = back ? walk->at->prev : walk->at->next;
		lost = !link || (back ? link->next : link->prev) != walk->at;
		if (lost)
			oldwalk_lost(traits, (enum lish_oldwalk_kind_)walk->kind,
				  oldwalk_container(traits, walks), &walks->head,
				  walk->at, link, caller);
		else if (LISH_OLDWALK_HINTS_ && link == &walks->head &&
			 walk->moved && walk_left_hints(walk))
			walk_defer_hints(walks);
		if (lost || link == &walks->head) {
			oldwalk_end(walk, caller);
			return NULL;
		}
		walk->at = link;
		if (LISH_OLDWALK_HINTS_ && walk->moved)
			walk_leave_hint(walks, walk, link);
	} while (oldwalk_skips(walk, link));
	return link;
}

/* Most of these calls leave hints, so that is a leaf. */
struct lish_link_ *lish_oldwalk_next_(struct lish_oldwalk_ *walk)
{
	struct lish_link_ *link, *early;
	uintptr_t hint;
	bool half;

	if (!walk->loop.owner)
		return NULL;
	if (LISH_SMALL_ || !LISH_OLDWALK_HINTS_ || walk->moved != LISH_OLDWALK_TRAIL_)
		return oldwalk_next(walk, LISH_CALLER_());
	half = walk->traits->half;
	early = walk->trail;
	link = walk->at->next;
	hint = lish_oldhint_of_(early, half);
	if (lish_unlikely(!link || link == &lish_oldwalks_of_(walk)->head ||
			  link->prev != walk->at || !early->next || (hint & 1) ||
			  (oldwalk_since(walk) && (lish_oldhint_of_(link, half) & 1))))
		return oldwalk_next(walk, LISH_CALLER_());
	walk->at = link;
	lish_oldhint_fetch_(link, half);
	if (walk->wait) {
		walk->wait--;
		return link;
	}
	walk->trail = early->next;
	if (hint != lish_oldhint_to_(link, half))
		lish_oldhint_set_(early, lish_oldhint_to_(link, half), half);
	return link;
}
LISH_EXPORT(lish_oldwalk_next_)
