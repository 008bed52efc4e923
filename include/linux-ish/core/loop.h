/* SPDX-License-Identifier: MIT */
/*
 * loop.h - the registry of running loops
 *
 * A loop that must learn of changes, or must be closed, is registered in its container. A
 * struct X_loop begins with a struct lish_loop_. The container has a struct lish_loops_,
 * the head of a chain: the loop opened last comes first. Loops may be closed in any
 * order.
 *
 * longjmp(), and a return where the compiler has no cleanup, leave a loop open: its
 * address stays in the chain, and its memory is used by others. So each step along the
 * chain checks that the next loop names this container as its owner. The first loop that
 * does not is reported, and the chain is cut there: the loops behind it are lost.
 */
#ifndef LINUX_ISH_CORE_LOOP_H
#define LINUX_ISH_CORE_LOOP_H

#include "../bug.h"
#include "each.h"

struct lish_loops_;

/*
 * struct lish_loop_ - a registered loop
 *
 * - owner: the chain that the loop is in; NULL if closed, stopped or not yet opened
 * - outer: the loop that was opened before it
 */
struct lish_loop_ {
	struct lish_loops_ *owner;
	struct lish_loop_ *outer;
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

LISH_C_BEGIN

/* lish_loop_open_() and lish_loop_close_() where other loops may run. */
LISH_COLD void lish_loop_open_inner_(lish_op_ op, const void *container,
				     struct lish_loop_ *loop,
				     struct lish_loops_ *loops);
LISH_COLD void lish_loop_close_inner_(lish_op_ op, const void *container,
				      struct lish_loop_ *loop);

/*
 * In memory of any content. If the chain has its address already, a loop was left open
 * there: that is reported, and the chain is cut there first.
 */
LISH_TINY void lish_loop_open_(lish_op_ op, const void *container,
			       struct lish_loop_ *loop,
			       struct lish_loops_ *loops)
{
	struct lish_loop_ *hidden = loop;

	lish_hide(hidden);
	if (LISH_SMALL_ || lish_unlikely(loops->first != NULL)) {
		lish_go_();
		lish_loop_open_inner_(op, container, hidden, loops);
		lish_back_();
		return;
	}
	loop->owner = loops;
	loop->outer = NULL;
	loops->first = hidden;
}

/* Does nothing if the loop does not run. */
LISH_TINY void lish_loop_close_(lish_op_ op, const void *container,
				struct lish_loop_ *loop)
{
	struct lish_loops_ *loops = loop->owner;
	struct lish_loop_ *hidden = loop;

	if (!loops)
		return;
	lish_hide(hidden);
	if (LISH_SMALL_ || lish_unlikely(loops->first != hidden)) {
		lish_go_();
		lish_loop_close_inner_(op, container, hidden);
		lish_back_();
		return;
	}
	loops->first = loop->outer;
	loop->owner = NULL;
}

LISH_C_END

#endif /* LINUX_ISH_CORE_LOOP_H */
