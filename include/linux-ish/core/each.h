/* SPDX-License-Identifier: MIT */
/*
 * each.h - the shape of all loops
 *
 * A loop macro is two or three nested for statements. The outer ones run once. The
 * innermost one declares the user's cursor and calls the step. So break and continue keep
 * their meaning, and each loop has one call of the step.
 *
 * The arguments of these macros may use two variables of a loop over pos:
 *
 *	pos##_loop_	the registered loop; it has an address
 *	pos##_at_	the place; only inlined code takes its address, so it stays in
 *			registers
 */
#ifndef LINUX_ISH_CORE_EACH_H
#define LINUX_ISH_CORE_EACH_H

#include "../container_of.h"

LISH_SYSTEM_HEADER_

#define LISH_EACH_(pos, type, step)                                        \
	LISH_CURSOR_BEGIN_                                                 \
	for (type *pos = NULL; (pos = LISH_TO_(type, step)) != NULL;) \
		LISH_CURSOR_END_

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
 * Clears the owner before it evaluates begin. In C++ the expression for the container
 * may throw, and close is called then. Without the cleanup attribute, the second for
 * closes the loop, after break too; return and goto leave it open.
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
 * LISH_LOOK_() - a loop that is not registered, and needs no close
 *
 * - place, begin: type and initial value of the place
 * - runs, none: the flag that the loop runs, and its value to stop it
 */
#define LISH_LOOK_(pos, place, begin, runs, none, type, step)            \
	for (place pos##_at_ = begin; runs; runs = none)                 \
		LISH_EACH_(pos, type, step)

#endif /* LINUX_ISH_CORE_EACH_H */
