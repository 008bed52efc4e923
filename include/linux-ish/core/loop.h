/* SPDX-License-Identifier: MIT */
/*
 * loop.h - the registry of running loops
 *
 * A loop that must learn of changes, or must be closed, is registered in its container: a
 * struct X_loop begins with a struct lish_loop_. The loop opened last comes first in the chain.
 * Loops may be closed in any order.
 *
 * longjmp(), and a return without cleanup, leave a loop open: its address stays in the chain,
 * and its memory is used by others. So each step along the chain checks that the next loop names
 * this chain as its owner. If not, that is reported, and the chain is cut there: the loops behind
 * it are lost. The stack is full of pointers to the chain, so a loop names its owner by a word that
 * only this loop may hold.
 */
#ifndef LINUX_ISH_CORE_LOOP_H
#define LINUX_ISH_CORE_LOOP_H

#include "../bug.h"
#include "../ground/cleanup.h"
#include "each.h"

LISH_NATURAL_(core_loop);

struct lish_loops_;

struct lish_loop_ {
	uintptr_t owner;	  /* 0 if closed, stopped or not yet opened */
	struct lish_loop_ *outer; /* the loop that was opened before it */
};

struct lish_loops_ {
	struct lish_loop_ *first;
};

/**
 * LISH_LOOP_INIT - initialiser of a loop that has not begun, or of an array of loops
 *
 * All zero, so static loops need no initialiser.
 */
#ifdef __cplusplus
#define LISH_LOOP_INIT {}
#else
#define LISH_LOOP_INIT { 0 }
#endif

#define LISH_LOOPS_INIT_ { NULL }

/*
 * LISH_LOOP_() - a registered loop, which is closed however it is left
 *
 * - loop: tag of the registered struct
 * - registry: path to its struct lish_loop_
 * - cleanup: LISH_CLEANUP or LISH_CLEANUP_THROW
 * - close: closes the loop; a second call does nothing
 * - begin: the address of the loop; NULL if there is nothing to visit
 * - place, at: type and initial value of the place
 * - runs: false if there is nothing to step over
 *
 * Clears the owner before it evaluates begin: in C++ that may throw, and close is called
 * then. Without cleanup the second for closes the loop, after break too.
 */
#define LISH_LOOP_(pos, loop, registry, cleanup, close, begin, place, at,     \
		   runs, type, step)                                          \
	for (struct loop pos##_loop_ cleanup(close),                          \
	     *pos##_once_ = (lish_same_release_(),                            \
			     pos##_loop_.registry.owner = 0, begin);          \
	     pos##_once_; pos##_once_ = LISH_NO_(struct loop))                \
		LISH_PLACE_BEGIN_                                             \
		for (place pos##_at_ = at; pos##_once_ && (runs);             \
		     LISH_CLOSE_(close(&pos##_loop_)),                        \
		     pos##_once_ = LISH_NO_(struct loop))                     \
			LISH_PLACE_END_                                       \
			LISH_EACH_(pos, type, step)

#define LISH_CLOSE_(call) (LISH_HAS_CLEANUP ? (void)0 : (call))

LISH_C_BEGIN

/* The owner of this loop, in this chain. Not 0: a loop is no chain. */
LISH_INLINE uintptr_t lish_loop_owner_(const struct lish_loop_ *loop,
				       const struct lish_loops_ *loops)
{
	return (uintptr_t)loops ^ (uintptr_t)loop;
}

/* The chain of a loop that has an owner. */
LISH_INLINE struct lish_loops_ *lish_loops_of_(const struct lish_loop_ *loop)
{
	return (struct lish_loops_ *)(loop->owner ^ (uintptr_t)loop);
}

/* Close a loop that is not open, or was opened last. Else false: search the chain for it. */
LISH_INLINE bool lish_loop_shut_(struct lish_loop_ *loop)
{
	struct lish_loops_ *loops = lish_loops_of_(loop);

	if (!loop->owner)
		return true;
	if (lish_unlikely(loops->first != loop))
		return false;
	loops->first = loop->outer;
	loop->owner = 0;
	return true;
}

LISH_C_END

#endif /* LINUX_ISH_CORE_LOOP_H */
