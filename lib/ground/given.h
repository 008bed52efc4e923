/* SPDX-License-Identifier: MIT */
/*
 * given.h - checks at the start of calls, which report what they refuse
 *
 * Only for functions that programs call: the report names their caller.
 */
#ifndef LISH_GIVEN_H
#define LISH_GIVEN_H

#include <linux-ish/bug.h>
#include <linux-ish/ground/here.h>

LISH_C_BEGIN

/* Before a call of the user's code: a report in it leads to a line of its own. See lish_go_(). */
LISH_TINY void lish_enter_user_(void)
{
#if LISH_HERE_
	if (lish_outer_of_)
		*lish_outer_of_() = NULL;
#endif
}

/*
 * Is the reason LISH_OK? Reports any other. _from_: for functions that know the caller.
 */
LISH_TINY bool lish_fine_from_(lish_op_ op, const void *container,
			       const void *node, enum lish_reason reason,
			       const void *caller)
{
	if (lish_unlikely(reason != LISH_OK))
		lish_report_(op, container, node, reason, caller);
	return reason == LISH_OK;
}
#define lish_fine_(op, container, node, reason) \
	lish_fine_from_(op, container, node, reason, LISH_CALLER_())

/* Refuse a container that was never initialised. */
LISH_TINY bool lish_begun_(lish_op_ op, const void *container, bool begun)
{
	return lish_fine_(op, container, NULL,
			  begun ? LISH_OK : LISH_UNINITIALIZED);
}

/* Refuse NULL, such as after a failed malloc(), if size is not 0. */
LISH_TINY bool lish_given_memory_(lish_op_ op, const void *container,
				  const void *memory, size_t size)
{
	return lish_fine_(op, container, NULL,
			  lish_is_null(memory) && size ? LISH_NULL : LISH_OK);
}

LISH_C_END

#endif /* LISH_GIVEN_H */
