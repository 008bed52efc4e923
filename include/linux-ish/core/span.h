/* SPDX-License-Identifier: MIT */
/*
 * span.h - equal parts of a container, for several workers
 */
#ifndef LINUX_ISH_CORE_SPAN_H
#define LINUX_ISH_CORE_SPAN_H

#include "env.h"

/**
 * struct lish_span - consecutive elements, or slots, of a container
 * @start: place of the first
 * @count: how many there are
 */
struct lish_span {
	uint32_t start;
	uint32_t count;
};

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

/* End of a span, which may be any two numbers, in a container of total places. */
LISH_TINY uint32_t lish_span_end_(struct lish_span span, uint32_t total)
{
	if (span.start >= total)
		return span.start;
	return span.count < total - span.start ? span.start + span.count
					       : total;
}

#endif /* LINUX_ISH_CORE_SPAN_H */
