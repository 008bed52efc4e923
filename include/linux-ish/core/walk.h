/* SPDX-License-Identifier: MIT */
/*
 * walk.h - loops over a ring that anything may change meanwhile
 *
 * Under walklist and listpool. A ring knows the loops that walk it: each change
 * tells them, so that a body may take out, move or free any element, the one it
 * stands on, the next one or all of them, may add, and may loop again. What an
 * element is, who owns it and what is misuse is for the face to know.
 *
 * Ghosts. The next element is decided when a loop moves on, not before. A loop
 * whose element was taken out stands on the place it left. Forward, that is after
 * the element's predecessor: what is put there at the request of the predecessor
 * or of the front lies before the ghost, what is put there at the request of the
 * successor or of the end lies after it.
 *
 * Hints. Elements that come and go all the time are scattered in memory, and a
 * list that follows its links waits for each of them. So a forward loop leaves in
 * the element LISH_WALK_WAIT_ + 1 places back a note of where it is, and fetches
 * what the element it comes to has noted from the walk before. The note is a
 * number, never dereferenced, and written only if it differs, so that a walk over
 * a list that does not change any more only reads. Further back costs more fetches in vain,
 * nearer comes too late: measured.
 *
 * Stamps. A _present loop visits what was in when it began. Each gets a number,
 * counted up; what is added while one runs is stamped with the number of the one
 * begun last, in the place of its hint. An element is new to a loop if its stamp
 * is not below the loop's number. Links are aligned to more than 1, so that odd
 * notes are stamps. Where they are not (AVR) there are no hints, only stamps.
 *
 * A face differs in how wide its notes are: a word after the link, or 32 bits
 * after the link and 32 bits of the face's own, which are the lower half of an
 * address. "half" says which, always as a constant, so that no loop asks.
 *
 *   operation                                    cost
 *   -------------------------------------------  ----------------------------
 *   begin, close, next                           O(1); O(loops that run) if
 *                                                others run
 *   link, unlink, forget                         O(1); O(loops that run)
 *   added                                        O(1); O(elements) while a
 *                                                _present loop runs
 *   begin of each 2^31st _present loop           O(n * _present loops that run)
 */
#ifndef LINUX_ISH_CORE_WALK_H
#define LINUX_ISH_CORE_WALK_H

#include "loop.h"
#include "ring.h"

/* Steps that a loop makes before it leaves its first hint. */
#define LISH_WALK_WAIT_ 23

/* LISH_NO_HINTS may be defined, per file, where fetching ahead does not pay. */
#ifdef LISH_NO_HINTS
#define LISH_WALK_HINTS_ 0
#else
#define LISH_WALK_HINTS_ (LISH_ALIGNOF(struct lish_link_) > 1)
#endif

/* The highest stamp: with its tag it fits into 32 bits, and into a word. */
#define LISH_WALK_STAMPS_ ((uint32_t)((uintptr_t)-1 >> 1 & 0x7fffffffu))

/*
 * struct lish_walks_ - the head of a ring that is walked
 *
 * - head, hint: as in an element
 * - loops: those that run
 * - stamp: number of _present loops begun; no element's is higher
 * - count: the face's own; nothing here looks at it
 */
struct lish_walks_ {
	struct lish_link_ head;
	union {
		uintptr_t word;
		uint32_t half[2];
	} hint;
	struct lish_loops_ loops;
	uint32_t stamp;
	uint32_t count;
};

#define LISH_WALKS_INIT_(walks) \
	{ LISH_RING_INIT_((walks).head), { 0 }, LISH_LOOPS_INIT_, 0, 0 }

/* Which loop it is: for reports, and for the cold side. */
enum lish_walk_kind_ {
	LISH_WALK_FORWARD_,
	LISH_WALK_REVERSE_,
	LISH_WALK_FROM_,
	LISH_WALK_PRESENT_,
	LISH_WALK_CONST_,
	LISH_WALK_HAND_,
	LISH_WALK_KINDS_
};

/*
 * struct lish_walk_ - a loop that the ring knows of
 *
 * - at: the element it stands on, the head before the first one
 * - trail: the next one to be given a hint, 24 places back when wait is 0
 * - since: its number, if it is a _present loop
 * - wait: of a loop by hand: steps until trail moves
 * - lag: steps to add to wait, as elements went
 * - moved: what others changed: at, trail or lag, or that the loop was stopped;
 *   with LISH_WALK_GAP_ its element went, at is the neighbour it came by, and the
 *   ghost lies beyond
 */
struct lish_walk_ {
	struct lish_loop_ loop;
	struct lish_link_ *at;
	struct lish_link_ *trail;
	uint32_t since;
	uint8_t wait;
	uint8_t lag;
	uint8_t kind;
	uint8_t moved;
};

#define LISH_WALK_MOVED_ 1u
#define LISH_WALK_GAP_ 3u

/*
 * struct lish_walk_cursor_ - where a loop is, in registers
 *
 * Nobody takes its address, and nobody else writes to it: links are followed
 * here, and only written to the registered loop. What others change there is
 * taken over at the next step. head is NULL if there is nothing to loop over;
 * wait: steps until trail moves.
 */
struct lish_walk_cursor_ {
	struct lish_link_ *head;
	struct lish_link_ *at;
	struct lish_link_ *trail;
	uint32_t wait;
};

/*
 * struct lish_walk_face_ - what only the cold side asks about a container
 *
 * - names: of its loops, for reports
 * - walks: where in the container its struct lish_walks_ lies
 * - half: hints of 32 bits
 */
struct lish_walk_face_ {
	lish_op_ names[LISH_WALK_KINDS_];
	size_t walks;
	bool half;
};

LISH_C_BEGIN

/* begin, where others run, stamps are used up or nothing was initialised. */
LISH_COLD void lish_walk_begin_inner_(const struct lish_walk_face_ *face,
				      struct lish_walks_ *walks,
				      struct lish_walk_ *walk);
/* close, where others run. */
LISH_COLD void lish_walk_close_inner_(const struct lish_walk_face_ *face,
				      struct lish_walk_ *walk);
/* No link leads on. */
LISH_COLD void lish_walk_lost_(const struct lish_walk_face_ *face,
			       const struct lish_walk_ *walk);
LISH_COLD void lish_walk_read_lost_(const struct lish_walk_face_ *face,
				    const struct lish_link_ *head,
				    const struct lish_link_ *at);
/*
 * A hint for an element that may bear a stamp somebody still needs, or that was
 * wiped. Returns the trail, which begins anew if no link leads on.
 */
LISH_COLD struct lish_link_ *
lish_walk_hint_odd_(const struct lish_walk_face_ *face, struct lish_walk_ *walk,
		    struct lish_link_ *link, const struct lish_link_ *target);

/*
 * What the loops are told.
 *
 * gone: link is about to be unlinked
 * added: [first, last] was put after base or, with before, before it
 * emptied: all elements are about to go
 */
void lish_walk_gone_(const struct lish_walk_face_ *face,
		     struct lish_walks_ *walks, const struct lish_link_ *link);
void lish_walk_added_(const struct lish_walk_face_ *face,
		      struct lish_walks_ *walks, struct lish_link_ *first,
		      struct lish_link_ *last, const struct lish_link_ *base,
		      bool before);
void lish_walk_emptied_(const struct lish_walk_face_ *face,
			struct lish_walks_ *walks);

/*
 * Loops end at their next step, which touches the ring no more: it and all its
 * elements may be gone by then.
 */
void lish_walk_stop_(const struct lish_walk_face_ *face,
		     struct lish_walks_ *walks);

/*
 * By hand: begin is for a walk that was initialised, and registers over an empty
 * ring too, for what is added later. false if it was refused, and reported. next
 * closes the walk when it returns NULL. Kinds: all but _from and _const.
 */
bool lish_walk_begin_by_hand_(lish_op_ op,
			      const struct lish_walk_face_ *face,
			      struct lish_walks_ *walks,
			      struct lish_walk_ *walk,
			      enum lish_walk_kind_ kind, const void *caller);
struct lish_link_ *lish_walk_next_(const struct lish_walk_face_ *face,
				   struct lish_walk_ *walk);

/* Hints. */

LISH_TINY uintptr_t lish_hint_of_(const struct lish_link_ *link, bool half)
{
	const char *after = (const char *)link + sizeof(*link);

	if (half)
		return *(const uint32_t *)(const void *)(after + 4);
	return *(const uintptr_t *)(const void *)after;
}

LISH_TINY void lish_hint_set_(struct lish_link_ *link, uintptr_t hint,
			      bool half)
{
	char *after = (char *)link + sizeof(*link);

	if (half)
		*(uint32_t *)(void *)(after + 4) = (uint32_t)hint;
	else
		*(uintptr_t *)(void *)after = hint;
}

/* The hint that leads to target. */
LISH_TINY uintptr_t lish_hint_to_(const struct lish_link_ *target, bool half)
{
	return half ? (uint32_t)(uintptr_t)target : (uintptr_t)target;
}

/*
 * Fetch what link's hint leads to. Of all addresses with this lower half it is
 * the one nearest to link: the right one if they are less than 2 GiB apart, which
 * the chunks of a pool mostly are.
 */
LISH_TINY void lish_hint_fetch_(const struct lish_link_ *link, bool half)
{
	uintptr_t address = lish_hint_of_(link, half);

	if (half)
		address = (uintptr_t)link +
			  (uintptr_t)(ptrdiff_t)(int32_t)(
				  (uint32_t)address - (uint32_t)(uintptr_t)link);
	lish_prefetch(address);
}

/* Changes of the ring, and what loops have to know of them. */

LISH_TINY void lish_walks_init_(struct lish_walks_ *walks)
{
	lish_ring_init_(&walks->head);
	walks->hint.half[0] = 0;
	walks->hint.half[1] = 0;
	walks->hint.word = 0;
	walks->loops.first = NULL;
	walks->stamp = 0;
	walks->count = 0;
}

/*
 * Put link between two neighbours. before: at the request of the one after it,
 * which decides on which side of a ghost it comes to lie.
 */
LISH_TINY void lish_walk_link_(const struct lish_walk_face_ *face,
			       struct lish_walks_ *walks,
			       struct lish_link_ *link,
			       struct lish_link_ *prev, struct lish_link_ *next,
			       bool before, bool half)
{
	/* What is needed 24 steps after prev is all but right for link too. */
	lish_hint_set_(link, lish_hint_of_(prev, half), half);
	lish_ring_link_(link, prev, next);
	if (lish_unlikely(walks->loops.first != NULL))
		lish_walk_added_(face, walks, link, link, before ? next : prev,
				 before);
}

/* Take link out, which keeps its links. */
LISH_TINY void lish_walk_unlink_(const struct lish_walk_face_ *face,
				 struct lish_walks_ *walks,
				 struct lish_link_ *link)
{
	if (lish_unlikely(walks->loops.first != NULL))
		lish_walk_gone_(face, walks, link);
	lish_ring_unlink_(link, link);
}

/* Empty the ring, without touching its elements. */
LISH_TINY void lish_walk_forget_(const struct lish_walk_face_ *face,
				 struct lish_walks_ *walks)
{
	if (lish_unlikely(walks->loops.first != NULL))
		lish_walk_emptied_(face, walks);
	lish_ring_init_(&walks->head);
}

/* Loops. */

/* The ring that a registered loop walks. */
LISH_TINY struct lish_walks_ *lish_walks_of_(const struct lish_walk_ *walk)
{
	return (struct lish_walks_ *)(void *)((char *)walk->loop.owner -
					      offsetof(struct lish_walks_,
						       loops));
}

/*
 * Begin a loop in memory of any content, as the macros do; at: the head, or with
 * LISH_WALK_FROM_ the element before the first one to be visited. Over an
 * empty ring it has ended already.
 */
LISH_TINY void lish_walk_begin_at_(const struct lish_walk_face_ *face,
				   struct lish_walks_ *walks,
				   struct lish_walk_ *walk,
				   struct lish_link_ *at,
				   enum lish_walk_kind_ kind)
{
	struct lish_loop_ *hidden = &walk->loop;

	walk->loop.owner = NULL;
	if (walks->head.next == &walks->head)
		return;
	walk->at = at;
	walk->trail = at;
	walk->since = 0;
	walk->wait = LISH_WALK_WAIT_;
	walk->lag = 0;
	walk->kind = (uint8_t)kind;
	walk->moved = kind == LISH_WALK_FROM_ ? LISH_WALK_GAP_ : 0;
	lish_hide(hidden);
	if (lish_unlikely(walks->loops.first ||
			  (LISH_CHECK >= 1 && !walks->head.next) ||
			  (kind == LISH_WALK_PRESENT_ &&
			   walks->stamp == LISH_WALK_STAMPS_))) {
		lish_walk_begin_inner_(face, walks, walk);
		return;
	}
	if (kind == LISH_WALK_PRESENT_)
		walk->since = ++walks->stamp;
	walk->loop.owner = &walks->loops;
	walk->loop.outer = NULL;
	walks->loops.first = hidden;
}

LISH_TINY void lish_walk_begin_(const struct lish_walk_face_ *face,
				struct lish_walks_ *walks,
				struct lish_walk_ *walk,
				enum lish_walk_kind_ kind)
{
	lish_walk_begin_at_(face, walks, walk, &walks->head, kind);
}

/* End a loop; nothing to do if it does not run. */
LISH_TINY void lish_walk_close_(const struct lish_walk_face_ *face,
				struct lish_walk_ *walk)
{
	struct lish_loops_ *loops = walk->loop.owner;
	struct lish_loop_ *hidden = &walk->loop;

	if (!loops)
		return;
	lish_hide(hidden);
	if (lish_unlikely(loops->first != hidden)) {
		lish_walk_close_inner_(face, walk);
		return;
	}
	loops->first = walk->loop.outer;
	walk->loop.owner = NULL;
}

LISH_STEP struct lish_walk_cursor_
lish_walk_cursor_of_(const struct lish_walk_ *walk)
{
	struct lish_walk_cursor_ cur = { NULL, NULL, NULL, 0 };

	if (walk->loop.owner) {
		cur.head = &lish_walks_of_(walk)->head;
		cur.at = walk->at;
		cur.trail = walk->trail;
		cur.wait = walk->wait;
	}
	return cur;
}

/* The loop goes on; NULL if it is over. */
LISH_TINY struct lish_link_ *lish_walk_step_(const struct lish_walk_face_ *face,
					     struct lish_walk_ *walk,
					     struct lish_walk_cursor_ *cur,
					     bool back)
{
	struct lish_link_ *link;

	if (lish_unlikely(walk->moved)) {
		if (!walk->loop.owner)
			return NULL;
		cur->at = walk->at;
		cur->trail = walk->trail;
		cur->wait += walk->lag;
		if (cur->wait > LISH_WALK_WAIT_)
			cur->wait = LISH_WALK_WAIT_;
		walk->lag = 0;
		walk->moved = 0;
	}
	link = back ? cur->at->prev : cur->at->next;
	if (LISH_CHECK >= 1 && lish_unlikely(!link)) {
		lish_walk_lost_(face, walk);
		lish_stay_();
		return NULL;
	}
	if (link == cur->head)
		return NULL;
	walk->at = link;
	cur->at = link;
	return link;
}

/* Leave a hint in the element that the trail has come to. */
LISH_TINY void lish_walk_note_(const struct lish_walk_face_ *face,
			       struct lish_walk_ *walk,
			       struct lish_walk_cursor_ *cur,
			       struct lish_link_ *link, bool half)
{
	struct lish_link_ *early = cur->trail;
	const uintptr_t hint = lish_hint_of_(early, half);

	cur->trail = early->next;
	walk->trail = early->next;
	if (hint == lish_hint_to_(link, half))
		return;
	/* A stamp; or it was wiped, and has no hint either, so that this is free. */
	if (lish_unlikely((hint & 1) || (LISH_CHECK >= 1 && !cur->trail)))
		cur->trail = lish_walk_hint_odd_(face, walk, early, link);
	else
		lish_hint_set_(early, lish_hint_to_(link, half), half);
}

/* The same, fetching ahead and leaving hints for the next loop. */
LISH_TINY struct lish_link_ *
lish_walk_forward_(const struct lish_walk_face_ *face, struct lish_walk_ *walk,
		   struct lish_walk_cursor_ *cur, bool half)
{
	struct lish_link_ *link = lish_walk_step_(face, walk, cur, false);

	if (link && LISH_WALK_HINTS_) {
		lish_hint_fetch_(link, half);
		if (cur->wait)
			cur->wait--;
		else
			lish_walk_note_(face, walk, cur, link, half);
	}
	return link;
}

/* Was link added after the loop began? */
LISH_TINY bool lish_walk_is_new_(const struct lish_walk_ *walk,
				 const struct lish_link_ *link, bool half)
{
	const uintptr_t stamp = lish_hint_of_(link, half);

	return (stamp & 1) && stamp >> 1 >= walk->since;
}

LISH_TINY struct lish_link_ *
lish_walk_present_(const struct lish_walk_face_ *face, struct lish_walk_ *walk,
		   struct lish_walk_cursor_ *cur, bool half)
{
	struct lish_link_ *link;

	do
		link = lish_walk_forward_(face, walk, cur, half);
	while (link && lish_unlikely(lish_walk_is_new_(walk, link, half)));
	return link;
}

/*
 * A loop of readers: nothing is registered and nothing written, but hints are
 * followed. head and at of the cursor are all it needs.
 */
LISH_TINY struct lish_walk_cursor_
lish_walk_read_begin_(const struct lish_walks_ *walks)
{
	struct lish_walk_cursor_ cur;

	/* Through an integer: nobody writes through it. */
	cur.head = (struct lish_link_ *)(uintptr_t)&walks->head;
	cur.at = cur.head;
	cur.trail = NULL;
	cur.wait = 0;
	return cur;
}

LISH_TINY struct lish_link_ *lish_walk_read_(const struct lish_walk_face_ *face,
					     struct lish_walk_cursor_ *cur,
					     bool half)
{
	struct lish_link_ *link = cur->at->next;

	if (LISH_CHECK >= 1 && lish_unlikely(!link)) {
		lish_walk_read_lost_(face, cur->head, cur->at);
		lish_stay_();
		return NULL;
	}
	if (link == cur->head)
		return NULL;
	cur->at = link;
	if (LISH_WALK_HINTS_)
		lish_hint_fetch_(link, half);
	return link;
}

LISH_C_END

#endif /* LINUX_ISH_CORE_WALK_H */
