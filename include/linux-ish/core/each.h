/* SPDX-License-Identifier: MIT */
/*
 * each.h - the shape of all loops
 *
 * A loop macro is two or three nested for statements. The outer ones run once;
 * the innermost declares the user's cursor and calls the step. So break and
 * continue keep their meaning, and each loop site has one call of the step.
 *
 * For a loop over pos, the arguments of these macros may name
 *
 *	pos##_loop_	the registered loop, which has an address
 *	pos##_at_	the place, whose address only inlined code takes: it stays in
 *			registers
 */
#ifndef LINUX_ISH_CORE_EACH_H
#define LINUX_ISH_CORE_EACH_H

#include "../container_of.h"

/* The user's cursor and the step; the macros below begin with the outer loops. */
#define LISH_EACH_(pos, type, step)                             \
	LISH_CURSOR_BEGIN_                                      \
	for (type *pos = LISH_NO_(type);                        \
	     (pos = LISH_CAST_(type, step)) != LISH_NO_(type);) \
		LISH_CURSOR_END_

/*
 * LISH_LOOP_() - a loop that is registered, and closed however it is left
 *
 * loop: tag of the struct that is registered
 * registry: path to the struct lish_loop_ in it
 * cleanup, close: LISH_CLEANUP or LISH_CLEANUP_THROW, and what closes the loop; a
 * second call does nothing
 * begin: the address of the loop, or NULL if there is nothing to visit
 * place, at: type of the place, and where it begins
 * runs: is there anything to step over?
 *
 * The owner is cleared before begin is evaluated: in C++ the expression that names
 * the container may throw, and close is called. Without the cleanup attribute the
 * second for closes the loop, after break too; return and goto leave it open.
 */
#define LISH_LOOP_(pos, loop, registry, cleanup, close, begin, place, at,     \
		   runs, type, step)                                          \
	for (struct loop pos##_loop_ cleanup(close),                          \
	     *pos##_once_ = (pos##_loop_.registry.owner =                     \
				     LISH_NO_(struct lish_loops_),            \
			     begin);                                          \
	     pos##_once_; pos##_once_ = LISH_NO_(struct loop))                \
		for (place pos##_at_ = at; pos##_once_ && (runs);             \
		     LISH_CLOSE_(close(&pos##_loop_)),                        \
		     pos##_once_ = LISH_NO_(struct loop))                     \
			LISH_EACH_(pos, type, step)

#define LISH_CLOSE_(call) (LISH_HAS_CLEANUP ? (void)0 : (call))

/*
 * LISH_LOOK_() - a loop that nothing knows of, which may be left in any way
 *
 * place, begin: type of the place, and where it begins
 * runs, none: what in the place says that the loop runs, and its other value
 */
#define LISH_LOOK_(pos, place, begin, runs, none, type, step)            \
	for (place pos##_at_ = begin; runs; runs = none)                 \
		LISH_EACH_(pos, type, step)

#endif /* LINUX_ISH_CORE_EACH_H */
