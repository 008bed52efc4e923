/* SPDX-License-Identifier: MIT */
/*
 * span.h - shares of the members of a container, for several workers
 */
#ifndef LINUX_ISH_CORE_SPAN_H
#define LINUX_ISH_CORE_SPAN_H

#include "env.h"

/**
 * struct lish_span - a contiguous share of the members, or of the slots
 * @start: place of the first one
 * @count: how many there are
 */
struct lish_span {
	uint32_t start;
	uint32_t count;
};

/*
 * Share part (counted from 0) of parts, of total units; in shares that differ by
 * one unit at most. part must be below parts.
 */
LISH_TINY struct lish_span lish_span_(uint32_t total, uint32_t part,
				      uint32_t parts)
{
	const uint32_t share = total / parts, longer = total % parts;
	struct lish_span span;

	/* The first ones get one more each, until nothing is left over. */
	span.start = part * share + (part < longer ? part : longer);
	span.count = share + (part < longer);
	return span;
}

/* Where a span ends in a container of total units; it may be any two numbers. */
LISH_TINY uint32_t lish_span_end_(struct lish_span span, uint32_t total)
{
	if (span.start >= total)
		return span.start;
	return span.count < total - span.start ? span.start + span.count
					       : total;
}

#endif /* LINUX_ISH_CORE_SPAN_H */
