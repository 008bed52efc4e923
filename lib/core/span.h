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
 * Part number part (from 0 on) of total places cut into parts. The lengths differ by at most
 * one. Empty if there is no such part.
 */
LISH_INLINE struct lish_span lish_span_(uint32_t total, uint32_t part, uint32_t parts)
{
	struct lish_span span = { 0, 0 };
	uint32_t longer;

	if (part >= parts)
		return span;
	longer = total % parts;
	span.count = total / parts;
	/* The first parts take the remainder, one place each. */
	span.start = part * span.count + (part < longer ? part : longer);
	span.count += part < longer;
	return span;
}

#endif /* LISH_SPAN_H */
