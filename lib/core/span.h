/* SPDX-License-Identifier: MIT */
/*
 * span.h - equal parts of a number of places. For lib/ only.
 */
#ifndef LISH_SPAN_H
#define LISH_SPAN_H

#include <linux-ish/bug.h>
#include <linux-ish/core/span.h>

/* May X_span() be asked for this part? */
LISH_INLINE enum lish_reason lish_span_exists_(uint32_t part, uint32_t parts)
{
	return part < parts ? LISH_OK : LISH_BAD_RANGE;
}

/*
 * Part number part (from 0 on) of total places cut into parts; part < parts. The
 * lengths differ by at most one.
 */
LISH_INLINE struct lish_span lish_span_(uint32_t total, uint32_t part,
					uint32_t parts)
{
	const uint32_t share = total / parts, longer = total % parts;
	struct lish_span span;

	/* The first parts take the remainder, one place each. */
	span.start = part * share + (part < longer ? part : longer);
	span.count = share + (part < longer);
	return span;
}

#endif /* LISH_SPAN_H */
