// SPDX-License-Identifier: MIT
/*
 * The cold side of walks: what is done to running loops when elements come and
 * go, stamps, loops by hand, reports.
 */
#define LISH_LIB_
#include <linux-ish/core/walk.h>

#include "loop.h"

static const void *walk_container(const struct lish_walk_face_ *face,
				  const struct lish_walks_ *walks)
{
	return (const char *)walks - face->walks;
}

/* Loops are walked over to be told of a change: the one left open is at fault. */
#define walk_for_each(pos, face, of)                                          \
	lish_for_each_loop_(pos, (face)->names[LISH_WALK_FORWARD_],           \
			    walk_container(face, of), &(of)->loops)

/* Walks begin with their loop. */
static struct lish_walk_ *walk_of(struct lish_loop_ *loop)
{
	return (struct lish_walk_ *)(void *)loop;
}

void lish_walk_lost_(const struct lish_walk_face_ *face,
		     const struct lish_walk_ *walk)
{
	const struct lish_walks_ *walks = lish_walks_of_(walk);
	const bool none = walk->at == &walks->head;

	lish_misuse_(face->names[walk->kind], walk_container(face, walks),
		     none ? NULL : walk->at,
		     none ? LISH_UNINITIALIZED : LISH_LOST_PLACE);
}
LISH_EXPORT(lish_walk_lost_)

void lish_walk_read_lost_(const struct lish_walk_face_ *face,
			  const struct lish_link_ *head,
			  const struct lish_link_ *at)
{
	const void *walks =
		(const char *)head - offsetof(struct lish_walks_, head);

	lish_misuse_(face->names[LISH_WALK_CONST_],
		     walk_container(face, (const struct lish_walks_ *)walks),
		     at == head ? NULL : at,
		     at == head ? LISH_UNINITIALIZED : LISH_LOST_PLACE);
}
LISH_EXPORT(lish_walk_read_lost_)

/* What the ring's owner tells the loops. */

void lish_walk_gone_(const struct lish_walk_face_ *face,
		     struct lish_walks_ *walks, const struct lish_link_ *link)
{
	walk_for_each(loop, face, walks) {
		struct lish_walk_ *walk = walk_of(loop);

		if (walk->at == link) {
			walk->at = walk->kind == LISH_WALK_REVERSE_ ?
					   link->next :
					   link->prev;
			walk->moved |= LISH_WALK_GAP_;
			/* One less between it and its trail. */
			if (walk->lag < LISH_WALK_WAIT_)
				walk->lag++;
		}
		if (walk->trail == link) {
			walk->trail = link->next;
			walk->moved |= LISH_WALK_MOVED_;
		}
	}
}
LISH_EXPORT(lish_walk_gone_)

void lish_walk_emptied_(const struct lish_walk_face_ *face,
			struct lish_walks_ *walks)
{
	walk_for_each(loop, face, walks) {
		struct lish_walk_ *walk = walk_of(loop);

		/* One that has not made a step stands on no element's place. */
		walk->moved |= walk->at != &walks->head ? LISH_WALK_GAP_ :
							  LISH_WALK_MOVED_;
		walk->at = &walks->head;
		walk->trail = &walks->head;
		walk->lag = LISH_WALK_WAIT_;
	}
}
LISH_EXPORT(lish_walk_emptied_)

void lish_walk_stop_(const struct lish_walk_face_ *face,
		     struct lish_walks_ *walks)
{
	walk_for_each(loop, face, walks) {
		walk_of(loop)->moved |= LISH_WALK_MOVED_;
		loop->owner = NULL;
	}
	walks->loops.first = NULL;
}
LISH_EXPORT(lish_walk_stop_)

/* Stamps. */

static uintptr_t walk_stamp(uint32_t stamp)
{
	return (uintptr_t)stamp << 1 | 1;
}

/* How many _present loops run that a stamp is new to. */
static uint32_t count_walks_before(const struct lish_walk_face_ *face,
				   struct lish_walks_ *walks, uintptr_t stamp)
{
	uint32_t count = 0;

	walk_for_each(loop, face, walks) {
		const struct lish_walk_ *walk = walk_of(loop);

		count += walk->since && walk->since <= stamp;
	}
	return count;
}

void lish_walk_added_(const struct lish_walk_face_ *face,
		      struct lish_walks_ *walks, struct lish_link_ *first,
		      struct lish_link_ *last, const struct lish_link_ *base,
		      bool before)
{
	bool present = false;

	/*
	 * A ghost lies between two neighbours, and its loop came by one of them.
	 * Put in from that side, the new ones lie before the ghost. Put in from
	 * the other, they lie beyond it, where nothing need be done. A ghost has
	 * set moved, so that the loop will look.
	 */
	walk_for_each(loop, face, walks) {
		struct lish_walk_ *walk = walk_of(loop);

		if (walk->moved == LISH_WALK_GAP_ && walk->at == base &&
		    (walk->kind == LISH_WALK_REVERSE_) == before)
			walk->at = before ? first : last;
		present |= walk->since != 0;
	}
	if (!present)
		return;
	for (;; first = first->next) {
		lish_hint_set_(first, walk_stamp(walks->stamp), face->half);
		if (first == last)
			return;
	}
}
LISH_EXPORT(lish_walk_added_)

struct lish_link_ *lish_walk_hint_odd_(const struct lish_walk_face_ *face,
				       struct lish_walk_ *walk,
				       struct lish_link_ *link,
				       const struct lish_link_ *target)
{
	struct lish_walks_ *walks = lish_walks_of_(walk);
	const uintptr_t hint = lish_hint_of_(link, face->half);

	if (!walk->trail)
		walk->trail = &walks->head;
	else if (!count_walks_before(face, walks, hint >> 1))
		lish_hint_set_(link, lish_hint_to_(target, face->half),
			       face->half);
	return walk->trail;
}
LISH_EXPORT(lish_walk_hint_odd_)

/* Stamps begin anew: those that running loops need keep their order. */
static void renumber_walks(const struct lish_walk_face_ *face,
			   struct lish_walks_ *walks)
{
	const uint32_t running =
		count_walks_before(face, walks, LISH_WALK_STAMPS_);
	struct lish_link_ *link;
	uint32_t number = running;

	/* A stamp becomes the number of the last loop that it is new to. */
	for (link = walks->head.next; link != &walks->head; link = link->next) {
		const uintptr_t hint = lish_hint_of_(link, face->half);
		uint32_t stamp;

		if (!(hint & 1))
			continue;
		stamp = count_walks_before(face, walks, hint >> 1);
		lish_hint_set_(link, stamp ? walk_stamp(stamp) : 0, face->half);
	}
	/* The chain begins with the loop begun last. */
	walk_for_each(loop, face, walks) {
		if (walk_of(loop)->since)
			walk_of(loop)->since = number--;
	}
	walks->stamp = running;
}

static uint32_t next_walk_number(const struct lish_walk_face_ *face,
				 struct lish_walks_ *walks)
{
	if (walks->stamp == LISH_WALK_STAMPS_)
		renumber_walks(face, walks);
	return ++walks->stamp;
}

/* Begin and end. */

void lish_walk_begin_inner_(const struct lish_walk_face_ *face,
			    struct lish_walks_ *walks, struct lish_walk_ *walk)
{
	lish_op_ op = face->names[walk->kind];

	if (!walks->head.next) {
		lish_misuse_(op, walk_container(face, walks), NULL,
			     LISH_UNINITIALIZED);
		return;
	}
	if (walk->kind == LISH_WALK_PRESENT_)
		walk->since = next_walk_number(face, walks);
	lish_loop_open_inner_(op, walk_container(face, walks), &walk->loop,
			      &walks->loops);
}
LISH_EXPORT(lish_walk_begin_inner_)

void lish_walk_close_inner_(const struct lish_walk_face_ *face,
			    struct lish_walk_ *walk)
{
	lish_loop_close_inner_(face->names[walk->kind],
			       walk_container(face, lish_walks_of_(walk)),
			       &walk->loop);
}
LISH_EXPORT(lish_walk_close_inner_)

bool lish_walk_begin_by_hand_(lish_op_ op,
			      const struct lish_walk_face_ *face,
			      struct lish_walks_ *walks,
			      struct lish_walk_ *walk,
			      enum lish_walk_kind_ kind, const void *caller)
{
	const void *container = walk_container(face, walks);

	if (!walk->loop.owner && !walks->head.next) {
		lish_report_(op, container, NULL, LISH_UNINITIALIZED, caller);
		return false;
	}
	if (!lish_loop_begin_(op, container, &walk->loop, &walks->loops,
			      caller))
		return false;
	walk->at = &walks->head;
	walk->trail = &walks->head;
	walk->since = 0;
	walk->wait = LISH_WALK_WAIT_;
	walk->lag = 0;
	walk->kind = (uint8_t)kind;
	walk->moved = 0;
	if (kind == LISH_WALK_PRESENT_)
		walk->since = next_walk_number(face, walks);
	return true;
}

struct lish_link_ *lish_walk_next_(const struct lish_walk_face_ *face,
				   struct lish_walk_ *walk)
{
	struct lish_walk_cursor_ cur;
	struct lish_link_ *link;

	if (!walk->loop.owner)
		return NULL;
	cur = lish_walk_cursor_of_(walk);
	if (walk->kind == LISH_WALK_REVERSE_)
		link = lish_walk_step_(face, walk, &cur, true);
	else if (walk->kind == LISH_WALK_PRESENT_)
		link = lish_walk_present_(face, walk, &cur, face->half);
	else
		link = lish_walk_forward_(face, walk, &cur, face->half);
	walk->wait = (uint8_t)cur.wait;
	if (!link)
		lish_walk_close_(face, walk);
	return link;
}
