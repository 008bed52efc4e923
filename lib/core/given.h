/* SPDX-License-Identifier: MIT */
/*
 * given.h - checks of memory that the caller passes: a storage, a buffer
 */
#ifndef LISH_GIVEN_H
#define LISH_GIVEN_H

#include <linux-ish/bug.h>

LISH_C_BEGIN

/*
 * Refuse NULL, such as after a failed malloc(), if size is not 0. Only for functions that
 * programs call.
 */
LISH_TINY bool lish_given_memory_(lish_op_ op, const void *container,
				  const void *memory, size_t size)
{
	if (lish_likely(!lish_is_null(memory) || !size))
		return true;
	lish_misuse_(op, container, NULL, LISH_NULL);
	return false;
}

LISH_C_END

#endif /* LISH_GIVEN_H */
