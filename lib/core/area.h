/* SPDX-License-Identifier: MIT */
/*
 * area.h - the memory that X_check_in() may read. For lib/ only.
 *
 * X_check() and X_check_in() ask one function, X_examine_(). Its area is NULL if all memory may be
 * read. Else it asks before it follows an address: a word of the container may be anything.
 */
#ifndef LISH_AREA_H
#define LISH_AREA_H

#include <linux-ish/bug.h>

struct lish_area_ {
	uintptr_t from;
	size_t size;
};

LISH_C_BEGIN

/* Do n things of so many bytes lie there, all of them and aligned? None need no place. */
static inline LISH_WRAPS_ bool lish_area_has_(const struct lish_area_ *area, const void *things,
					      uint32_t n, size_t size, size_t align)
{
	const uintptr_t at = (uintptr_t)things;

	return !area || !n ||
	       (at - area->from <= area->size && !(at & (align - 1)) &&
		(uint64_t)n * size <= area->size - (at - area->from));
}
#define LISH_AREA_HAS_(area, things, n, type) \
	lish_area_has_(area, things, n, sizeof(type), LISH_ALIGNOF(type))

LISH_C_END

/*
 * LISH_CHECKS_(X, node, begin): defines X_check() and X_check_in(), which begins with a statement.
 * X_examine_() sets *fault if it finds one, which is NULL before.
 */
#define LISH_CHECKS_(X, node, begin)                                                       \
	enum lish_reason X##_check(const struct X *container, const struct node **fault)   \
	{                                                                                  \
		const struct node *found = NULL;                                           \
		const enum lish_reason reason = X##_examine_(container, NULL, &found);     \
                                                                                           \
		if (fault)                                                                 \
			*fault = found;                                                    \
		return reason;                                                             \
	}                                                                                  \
	enum lish_reason X##_check_in(const struct X *container, const void *from,         \
				      size_t size)                                         \
	{                                                                                  \
		const struct lish_area_ area = { (uintptr_t)from, size };                  \
		const struct node *found = NULL;                                           \
                                                                                           \
		begin;                                                                     \
		return LISH_AREA_HAS_(&area, container, 1, struct X)                       \
			       ? X##_examine_(container, &area, &found) : LISH_BAD_RANGE;  \
	}

#endif /* LISH_AREA_H */
