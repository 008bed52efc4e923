/* SPDX-License-Identifier: MIT */
/*
 * ring.h - doubly linked rings, under all lists
 *
 * A ring is a head and its elements, each linked with both neighbours. Nothing is checked here:
 * the containers know their heads, and what is misuse.
 */
#ifndef LINUX_ISH_CORE_RING_H
#define LINUX_ISH_CORE_RING_H

#include "../bug.h"
#include "../ground/once.h"

LISH_NATURAL_(core_ring);

/*
 * struct lish_link_ - a place in a ring
 *
 * All zero: in no ring. The head of an empty ring points to itself. Stores to next that
 * may be the head's are marked for ilist_empty() without the lock.
 */
struct lish_link_ {
	struct lish_link_ *next;
	struct lish_link_ *prev;
} LISH_LINKS_;

#define LISH_RING_INIT_(head) { &(head), &(head) }

LISH_C_BEGIN

LISH_INLINE void lish_ring_init_(struct lish_link_ *head)
{
	LISH_WRITE_ONCE_(head->next, head);
	head->prev = head;
}

LISH_C_END

#endif /* LINUX_ISH_CORE_RING_H */
