/* SPDX-License-Identifier: MIT */
/*
 * span.h - equal parts of a container, for several workers
 */
#ifndef LINUX_ISH_CORE_SPAN_H
#define LINUX_ISH_CORE_SPAN_H

#include "../ground/env.h"

LISH_NATURAL_(core_span);

/**
 * struct lish_span - consecutive elements, or slots, of a container
 * @start: place of the first
 * @count: how many there are
 */
struct lish_span {
	uint32_t start;
	uint32_t count;
};

/* The span may be any two numbers; the container has total places. */
LISH_INLINE uint32_t lish_span_end_(struct lish_span span, uint32_t total)
{
	if (span.start >= total)
		return span.start;
	return span.count < total - span.start ? span.start + span.count
					       : total;
}

#endif /* LINUX_ISH_CORE_SPAN_H */
