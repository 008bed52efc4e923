// SPDX-License-Identifier: MIT
/*
 * bug.c - makes reports, and has the texts of their reasons. The report hook is in
 * report.c, which a program may replace.
 */
#define LISH_LIB_
#include <linux-ish/bug.h>

#if LISH_HERE_
const struct lish_here_ *(*lish_here_of_)(void);
#endif

#ifndef LISH_TRAP
void lish_report_(lish_op_ operation, const void *container,
		  const void *node, enum lish_reason reason, const void *caller)
{
	struct lish_fault fault;

#ifdef LISH_NO_STRINGS
	(void)operation;
	fault.operation = "";
#else
	fault.operation = operation;
#endif
	fault.container = container;
	fault.node = node;
	fault.reason = reason;
	/* The return address may be in the next line; one byte less is in the call. */
	fault.caller =
		LISH_HAS_CALLER && caller ? (const char *)caller - 1 : NULL;
	fault.file = NULL;
	fault.line = 0;
#if LISH_HERE_
	if (lish_here_of_) {
		fault.file = lish_here_of_()->file;
		fault.line = lish_here_of_()->line;
	}
#endif
	lish_report(&fault);
}
LISH_EXPORT(lish_report_)
#endif

void lish_not_sure_(lish_op_ call)
{
	lish_misuse_(call, NULL, NULL, LISH_NOT_SURE);
}
LISH_EXPORT(lish_not_sure_)

void lish_no_node_(lish_op_ operation, uintptr_t node)
{
	lish_misuse_(operation, NULL, (const void *)node, LISH_NULL);
}
LISH_EXPORT(lish_no_node_)

const char *lish_reason_text(enum lish_reason reason)
{
#ifdef LISH_NO_STRINGS
	(void)reason;
	return "";
#else
	/* No default: the compiler then warns about a missing reason. */
	switch (reason) {
	case LISH_OK:
		return "nothing is wrong";
	case LISH_UNINITIALIZED:
		return "the container was never initialised";
	case LISH_ALREADY_IN:
		return "the node is in a container already, "
		       "or its memory was never zeroed (zero a new object, "
		       "or call X_node_init() or X_idx_init())";
	case LISH_NOT_IN:
		return "the node is in no container";
	case LISH_FOREIGN:
		return "the node belongs to another container, "
		       "or its memory was never zeroed";
	case LISH_BROKEN_LINKS:
		return "the links of neighbours do not agree: overwritten, "
		       "freed, or never zeroed";
	case LISH_BAD_INDEX:
		return "an index and the place it names do not agree";
	case LISH_BAD_COUNT:
		return "the count differs from the number of elements";
	case LISH_BAD_RANGE:
		return "the span or the setting does not exist";
	case LISH_NOT_LIVE:
		return "the object is not live";
	case LISH_LOOPED:
		return "the container is being looped over or sorted";
	case LISH_LOST_PLACE:
		return "a loop's current or next element was taken away";
	case LISH_STALE_LOOP:
		return "a loop was left without being closed, or begun while "
		       "it ran";
	case LISH_NOT_LOCKED:
		return "unlock without lock";
	case LISH_LOCKED:
		return "the container is locked";
	case LISH_IN_HOOK:
		return "a hook has not returned yet";
	case LISH_WRONG_TYPE:
		return "the pool holds objects of another type";
	case LISH_NULL:
		return "the node of a NULL object, or memory that is NULL";
	case LISH_MISALIGNED:
		return "the memory is not aligned for this call";
	case LISH_FROZEN:
		return "a loop that allows no changes is running";
	case LISH_NOT_SURE:
		return "a call that lish_sure() vouched for failed";
	case LISH_NOT_EMPTY:
		return "objects are live, or were before";
	case LISH_GROWS:
		return "the container grows, and the call is for fixed capacity";
	case LISH_BAD_ORDER:
		return "an element stands before one that belongs before it";
	}
	return "unknown reason";
#endif
}
LISH_EXPORT(lish_reason_text)
