// SPDX-License-Identifier: MIT
/*
 * Rings of any length. A link is whole if both neighbours lead back to it. The
 * contracts say what is linked with what afterwards, and that others which were
 * whole still are; unproved.txt says of which operations this is open.
 */
#include "port.h"
#include "../../../lib/core/ring.h"

/*@
// What is a link: two of them are one and the same, or share no member.
axiomatic links {
	predicate is_link(struct lish_link_ *link);
	axiom apart: \forall struct lish_link_ *a, *b;
		is_link(a) && is_link(b) ==> a == b ||
		(&a->next != &b->next && &a->next != &b->prev &&
		 &a->prev != &b->next && &a->prev != &b->prev);
}
predicate alive{L}(struct lish_link_ *link) = is_link(link) && \valid(link);
predicate joined{L}(struct lish_link_ *a, struct lish_link_ *b) =
	alive(a) && alive(b) && a->next == b && b->prev == a;
predicate whole{L}(struct lish_link_ *w) =
	is_link(w) && is_link(w->next) && is_link(w->prev) &&
	w->next->prev == w && w->prev->next == w;
// Nothing that is whole has this link for a neighbour.
predicate knows{L}(struct lish_link_ *w, struct lish_link_ *link) =
	w->next == link || w->prev == link;
*/

/*@
requires alive(head);
assigns head->next, head->prev;
ensures head->next == head && head->prev == head;
ensures whole(head);
*/
static inline void lish_ring_init_(struct lish_link_ *head);

/*@
requires alive(link);
assigns link->next, link->prev;
ensures link->next == \null && link->prev == \null;
*/
static inline void lish_ring_zero_(struct lish_link_ *link);

/*@
requires alive(link) && joined(prev, next);
requires link != prev && link != next;
assigns next->prev, link->next, link->prev, prev->next;
ensures joined(prev, link) && joined(link, next);
ensures whole(link);
ensures \forall struct lish_link_ *w; w != link && whole{Pre}(w) &&
	!knows{Pre}(w, link) ==> whole(w);
*/
static inline void lish_ring_link_(struct lish_link_ *link,
				   struct lish_link_ *prev,
				   struct lish_link_ *next);

/*@
requires alive(first) && alive(last);
requires joined(first->prev, first) && joined(last, last->next);
assigns first->prev->next, last->next->prev;
ensures joined(\old(first->prev), \old(last->next));
ensures \old(first->prev) != last ==>
	first->prev == \old(first->prev) && last->next == \old(last->next);
ensures \forall struct lish_link_ *w; w != first && w != last &&
	whole{Pre}(w) ==> whole(w);
*/
static inline void lish_ring_unlink_(struct lish_link_ *first,
				     struct lish_link_ *last);

/*@
requires alive(first) && alive(last);
requires joined(prev, prev->next);
requires first != prev && first != prev->next;
requires last != prev && last != prev->next;
assigns first->prev, last->next, prev->next->prev, prev->next;
ensures joined(prev, first) && joined(last, \old(prev->next));
ensures \forall struct lish_link_ *w; w != first && w != last &&
	w->next != first && w->prev != last && whole{Pre}(w) &&
	\at(w->next, Pre) != first && \at(w->prev, Pre) != last ==>
	whole(w) || w == prev || w == \old(prev->next);
*/
static inline void lish_ring_link_run_(struct lish_link_ *first,
				       struct lish_link_ *last,
				       struct lish_link_ *prev);

/*@
requires \valid_read(link);
requires before ==> link->prev == \null || \valid_read(link->prev);
requires !before ==> link->next == \null || \valid_read(link->next);
assigns \nothing;
ensures before ==> (\result <==> link->prev != \null && link->prev->next == link);
ensures !before ==> (\result <==> link->next != \null && link->next->prev == link);
*/
static inline _Bool lish_ring_leads_back_(const struct lish_link_ *link, _Bool before);

/*@
requires \valid_read(link);
requires link->next != \null ==>
	\valid_read(link->next) && \valid_read(link->prev);
assigns \nothing;
ensures \result <==> link->next != \null && link->next->prev == link &&
	link->prev->next == link;
*/
static inline _Bool lish_ring_is_known_(const struct lish_link_ *link);
