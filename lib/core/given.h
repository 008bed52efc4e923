/* SPDX-License-Identifier: MIT */
/*
 * Memory that the caller gives: a storage, a scratch, a buffer. For lib/ only.
 */
#ifndef LISH_GIVEN_H
#define LISH_GIVEN_H

#include <linux-ish/bug.h>

LISH_C_BEGIN

/*
 * Is there memory of that many bytes? If not, a malloc() has failed unnoticed, and
 * it is reported. For the functions that programs call: the report names their
 * caller.
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
