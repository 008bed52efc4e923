/* SPDX-License-Identifier: MIT */
/*
 * span.h - equal parts of a number of places. For lib/ only.
 */
#ifndef LISH_SPAN_H
#define LISH_SPAN_H

#include <linux-ish/core/span.h>

#include "../ground/given.h"

/*
 * Part number part (from 0 on) of total places cut into parts; part < parts. The
 * lengths differ by at most one.
 */
LISH_TINY struct lish_span lish_span_(uint32_t total, uint32_t part,
				      uint32_t parts)
{
	const uint32_t share = total / parts, longer = total % parts;
	struct lish_span span;

	/* The first parts take the remainder, one place each. */
	span.start = part * share + (part < longer ? part : longer);
	span.count = share + (part < longer);
	return span;
}

/* The same for a call of the user, which reports what it refuses. */
LISH_TINY struct lish_span lish_span_of_(lish_op_ op, const void *container,
					 bool begun, uint32_t used,
					 uint32_t part, uint32_t parts)
{
	const struct lish_span none = { 0, 0 };

	if (!lish_begun_(op, container, begun) ||
	    !lish_fine_(op, container, NULL,
			part < parts ? LISH_OK : LISH_BAD_RANGE))
		return none;
	return lish_span_(used, part, parts);
}

#endif /* LISH_SPAN_H */
