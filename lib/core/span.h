/* SPDX-License-Identifier: MIT */
/*
 * span.h - equal parts of a number of places. For lib/ only.
 */
#ifndef LISH_SPAN_H
#define LISH_SPAN_H

#include <linux-ish/core/span.h>

/* part < parts. The lengths differ by at most one. */
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

#endif /* LISH_SPAN_H */
