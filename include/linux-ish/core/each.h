/* SPDX-License-Identifier: MIT */
/*
 * each.h - the shape of all loops
 *
 * A loop macro is two or three nested for statements. The outer ones run once. The
 * innermost one declares the user's cursor and calls the step, so break and continue keep
 * their meaning.
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

#define LISH_EACH_(pos, type, step)                                        \
	LISH_CURSOR_BEGIN_                                                 \
	for (type *pos = NULL; (pos = LISH_TO_(pos, step)) != NULL;)       \
		LISH_CURSOR_END_

/*
 * LISH_LOOK_() - a loop that is not registered, and needs no close
 *
 * - place, begin: type and initial value of the place
 * - runs, none: the flag that the loop runs, and its value to stop it
 */
#define LISH_LOOK_(pos, place, begin, runs, none, type, step)                  \
	LISH_PLACE_BEGIN_                                                      \
	for (place pos##_at_ = begin; lish_same_release_(), runs; runs = none) \
		LISH_PLACE_END_                                                \
		LISH_EACH_(pos, type, step)

#endif /* LINUX_ISH_CORE_EACH_H */
