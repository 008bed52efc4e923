/* SPDX-License-Identifier: MIT */
/*
 * loop.h - the registry of running loops
 *
 * A loop that must be told of changes, or must be closed, is registered in its
 * container: it lies on the stack of whoever loops, and the container holds a
 * chain of them, the one begun last first. Loops may end in any order.
 *
 * A struct X_loop begins with a struct lish_loop_, a container holds a struct
 * lish_loops_. What else a kind of loop needs is its own.
 *
 * A loop that was left without being closed, by longjmp() or where the compiler
 * has no cleanup, leaves an address in the chain at which anything may lie by now.
 * So each walk over the chain asks every loop for its owner. The first one that
 * names another is reported, and the chain is cut there: nobody knows any more
 * what it led to, so that the loops begun before it are lost with it.
 */
#ifndef LINUX_ISH_CORE_LOOP_H
#define LINUX_ISH_CORE_LOOP_H

#include "../bug.h"
#include "each.h"

struct lish_loops_;

/*
 * struct lish_loop_ - a registered loop
 *
 * - owner: the chain it is in; NULL if it has not begun, has ended or was stopped
 * - outer: the one begun before it
 */
struct lish_loop_ {
	struct lish_loops_ *owner;
	struct lish_loop_ *outer;
};

/* struct lish_loops_ - those that run over one container */
struct lish_loops_ {
	struct lish_loop_ *first;
};

/**
 * LISH_LOOP_INIT - initialiser of a loop that has not begun
 *
 * Required for each struct of a loop of one's own, of whatever container: see
 * its loop_begin(). All zero, as static memory is, an array of loops as well.
 */
#ifdef __cplusplus
#define LISH_LOOP_INIT {}
#else
#define LISH_LOOP_INIT { 0 }
#endif

#define LISH_LOOPS_INIT_ { NULL }

LISH_C_BEGIN

/*
 * Begin a loop by hand, which must have been initialised. false, and nothing has
 * changed, if it runs already, over this container or another: reported.
 */
bool lish_loop_begin_(lish_op_ op, const void *container,
		      struct lish_loop_ *loop, struct lish_loops_ *loops,
		      const void *caller);
/* open and close, where other loops run. */
LISH_COLD void lish_loop_open_inner_(lish_op_ op, const void *container,
				     struct lish_loop_ *loop,
				     struct lish_loops_ *loops);
LISH_COLD void lish_loop_close_inner_(lish_op_ op, const void *container,
				      struct lish_loop_ *loop);
/* Cut off what a link of the chain leads to, which is stale. */
LISH_COLD void lish_loop_cut_(lish_op_ op, const void *container,
			      struct lish_loop_ **link, const void *caller);

/* The loop that a link of the chain leads to, or NULL; cuts off what is stale. */
LISH_TINY struct lish_loop_ *lish_loop_at_(lish_op_ op,
					   const void *container,
					   const struct lish_loops_ *loops,
					   struct lish_loop_ **link,
					   const void *caller)
{
	if (*link && lish_unlikely((*link)->owner != loops))
		lish_loop_cut_(op, container, link, caller);
	return *link;
}

/*
 * Begin a loop in memory of any content, as the macros do. If its address is in
 * the chain already, a loop was left there without being closed: that is
 * reported, the chain is cut there, and this one begins.
 */
LISH_TINY void lish_loop_open_(lish_op_ op, const void *container,
			       struct lish_loop_ *loop,
			       struct lish_loops_ *loops)
{
	struct lish_loop_ *hidden = loop;

	lish_hide(hidden);
	if (lish_unlikely(loops->first != NULL)) {
		lish_loop_open_inner_(op, container, hidden, loops);
		return;
	}
	loop->owner = loops;
	loop->outer = NULL;
	loops->first = hidden;
}

/* End a loop; nothing to do if it does not run. */
LISH_TINY void lish_loop_close_(lish_op_ op, const void *container,
				struct lish_loop_ *loop)
{
	struct lish_loops_ *loops = loop->owner;
	struct lish_loop_ *hidden = loop;

	if (!loops)
		return;
	lish_hide(hidden);
	if (lish_unlikely(loops->first != hidden)) {
		lish_loop_close_inner_(op, container, hidden);
		return;
	}
	loops->first = loop->outer;
	loop->owner = NULL;
}

/*
 * Walk over all loops of a container: the body sees pos, a struct lish_loop_
 * pointer, and may set its owner to NULL only if it ends the walk or takes it
 * out of the chain.
 */
#define lish_for_each_loop_(pos, op, container, loops)                       \
	for (struct lish_loop_ **pos##_link_ = &(loops)->first,              \
			       *pos = lish_loop_at_(op, container, loops,    \
						    pos##_link_,             \
						    LISH_CALLER_());         \
	     pos; pos##_link_ = &pos->outer,                                 \
			       pos = lish_loop_at_(op, container, loops,     \
						   pos##_link_, LISH_CALLER_()))

LISH_C_END

#endif /* LINUX_ISH_CORE_LOOP_H */
