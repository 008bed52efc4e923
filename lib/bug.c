// SPDX-License-Identifier: MIT
/*
 * bug.c - makes reports, and has the texts of their reasons. The report hook is in
 * report.c, which a program may replace.
 */
#define LISH_LIB_
#include <linux-ish/bug.h>

#include "ground/refused.h"
#include "ground/report.h"

#if !defined(__KERNEL__) && !defined(LISH_ONE_FILE_) && !defined(LISH_STATIC)
/* The link guard: see ground/release.h. */
LISH_API void LISH_RELEASE_(void);
void LISH_RELEASE_(void)
{
}
#endif

#ifdef LISH_TRAP
void lish_not_sure_(const char *call, int result)
{
	(void)call, (void)result;
	lish_trap_();
}
#else
/* The address in a call that returns to the given one, which is odd for code of Thumb. */
#ifdef __arm__
#define LISH_INTO_CALL_ 2
#else
#define LISH_INTO_CALL_ 1
#endif

/*
 * from: where the function that calls this one was called. Inlined: a firmware links one of its
 * callers.
 */
LISH_INLINE void lish_report_fault_(const char *operation, const void *container,
				    const void *node, enum lish_reason reason,
				    const void *caller, int result, const void *from)
{
	struct lish_fault fault;

	fault.operation = LISH_NAMES_ && operation ? operation : "";
	fault.container = container;
	fault.node = node;
	fault.reason = reason;
	fault.caller = LISH_HAS_CALLER && caller ? (const char *)caller - LISH_INTO_CALL_ : NULL;
	fault.result = result;
#if LISH_HOSTED
	fault.from_ = from;
#else
	(void)from;
#endif
	lish_report(&fault);
}

void lish_refuse_(const void *container, const void *node, const char *name,
		  enum lish_reason reason, const void *caller)
{
	lish_report_fault_(name, container, node, reason, LISH_HANDED_(caller), 0,
			   LISH_CALLER_());
}

void lish_refuse_last_(const void *container, const void *node, const char *name,
		       enum lish_reason reason)
{
	lish_report_fault_(name, container, node, reason, LISH_CALLER_(), 0, LISH_CALLER_());
}

void lish_not_sure_(const char *call, int result)
{
	lish_report_fault_(call, NULL, NULL, LISH_NOT_SURE, LISH_CALLER_(), result,
			   LISH_CALLER_());
}
#endif

/* A reason in words, or its name. */
static const char *lish_reason_words_(enum lish_reason reason, bool name)
{
#if !LISH_NAMES_
	(void)reason, (void)name;
	return "";
#else
#define LISH_REASON_(reason, words) \
	case reason: \
		return name ? #reason : words;
	/* No default: the compiler then warns about a missing reason. */
	switch (reason) {
	LISH_REASON_(LISH_OK, "nothing is wrong")
	LISH_REASON_(LISH_UNINITIALIZED, "the container was never initialised, was destroyed, or "
		     "is a copy")
	LISH_REASON_(LISH_ALREADY_IN, "the node is in this container or another one already; or "
		     "its memory was never zeroed (zero a new object, or call X_node_init() or "
		     "X_idx_init()), is a copy of an element, or was freed as one")
	LISH_REASON_(LISH_NOT_IN, "the node is in no container")
	LISH_REASON_(LISH_FOREIGN, "the node belongs to another container, is a copy, or its "
		     "memory was never zeroed")
	LISH_REASON_(LISH_BROKEN_LINKS, "the links of neighbours do not agree: overwritten, freed, "
		     "copied, or never zeroed")
	LISH_REASON_(LISH_BAD_INDEX, "an index and the place it names do not agree: the object was "
		     "overwritten (assign members, not the whole), or freed")
	LISH_REASON_(LISH_BAD_COUNT, "the count differs from the number of elements")
	LISH_REASON_(LISH_BAD_RANGE, "the span or the setting does not exist, or the container "
		     "cannot have it (numbers of 32 bits need config.index_bits)")
	LISH_REASON_(LISH_NOT_LIVE, "the object is not live")
	LISH_REASON_(LISH_LOOPED, "the container is being looped over or sorted")
	LISH_REASON_(LISH_LOST_PLACE, "a loop's current or next element was taken away (a _safe or "
		     "_drain loop, or a walklist, allows it)")
	LISH_REASON_(LISH_STALE_LOOP, "a loop was left without being closed, or begun while it ran")
	LISH_REASON_(LISH_NOT_LOCKED, "unlock without lock")
	LISH_REASON_(LISH_LOCKED, "the container is locked")
	LISH_REASON_(LISH_IN_HOOK, "a hook has not returned yet")
	LISH_REASON_(LISH_WRONG_TYPE, "the pool holds objects of another type, or was never "
		     "initialised")
	LISH_REASON_(LISH_NULL, "the node of a NULL object, or memory that is NULL")
	LISH_REASON_(LISH_MISALIGNED, "the memory is not aligned for this call")
	LISH_REASON_(LISH_FROZEN, "a loop that allows no changes is running")
	LISH_REASON_(LISH_NOT_SURE, "a call that lish_sure() vouched for failed")
	LISH_REASON_(LISH_NOT_EMPTY, "the container has elements")
	LISH_REASON_(LISH_BAD_ORDER, "an element stands before one that belongs before it")
	LISH_REASON_(LISH_RELOADED, "the library was loaded again: first give the container its "
		     "hooks, allocator or order again (X_rebind(), X_set_order(), X_set_on_out())")
	case LISH_REASON_WIDTH_:
		break;
	}
#undef LISH_REASON_
	return name ? "" : "unknown reason";
#endif
}

const char *lish_reason_text(enum lish_reason reason)
{
	return lish_reason_words_(reason, false);
}

const char *lish_reason_name_(enum lish_reason reason)
{
	return lish_reason_words_(reason, true);
}

const char *lish_result_name_(int result)
{
#define LISH_RESULT_(error) \
	case -(error): \
		return "-" #error;
	switch (result) {
	LISH_RESULT_(ENOMEM)
	LISH_RESULT_(ENOSPC)
	LISH_RESULT_(EEXIST)
	LISH_RESULT_(EBUSY)
	LISH_RESULT_(EINVAL)
	LISH_RESULT_(ENOENT)
	LISH_RESULT_(ENOEXEC)
	LISH_RESULT_(EIO)
	LISH_RESULT_(ERANGE)
	}
#undef LISH_RESULT_
	return result < 0 ? "a negative number" : "";
}
