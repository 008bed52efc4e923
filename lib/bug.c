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

#ifndef LISH_TRAP
/* The address in a call that returns to the given one, which is odd for code of Thumb. */
#ifdef __arm__
#define LISH_INTO_CALL_ 2
#else
#define LISH_INTO_CALL_ 1
#endif
#define lish_call_before_(address) \
	(LISH_HAS_CALLER && (address) ? (const char *)(address) - LISH_INTO_CALL_ : NULL)

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
	fault.caller = lish_call_before_(caller);
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

void lish_refuse_last_(const void *container, const void *node,
		       const char *name, enum lish_reason reason)
{
	lish_report_fault_(name, container, node, reason, LISH_CALLER_(), 0,
			  LISH_CALLER_());
}

#endif

void lish_not_sure_(const char *call, int result)
{
#ifdef LISH_TRAP
	(void)call, (void)result;
	lish_trap_();
#else
	lish_report_fault_(call, NULL, NULL, LISH_NOT_SURE, LISH_CALLER_(), result,
			  LISH_CALLER_());
#endif
}

/* A reason in words, or its name. */
static const char *lish_reason_words_(enum lish_reason reason, bool name)
{
#if !LISH_NAMES_
	(void)reason, (void)name;
	return "";
#else
#define LISH_REASON_WORDS(reason, words) \
	case reason:              \
		return name ? #reason : words;
	/* No default: the compiler then warns about a missing reason. */
	switch (reason) {
	LISH_REASON_WORDS(LISH_OK, "nothing is wrong")
	LISH_REASON_WORDS(LISH_UNINITIALIZED,
		   "the container was never initialised, was destroyed, or is a "
		   "copy")
	LISH_REASON_WORDS(LISH_ALREADY_IN,
		   "the node is in this container or another one already; or its "
		   "memory was never zeroed (zero a new object, or call X_node_init() "
		   "or X_idx_init()), is a copy of an element, or was freed as one")
	LISH_REASON_WORDS(LISH_NOT_IN, "the node is in no container")
	LISH_REASON_WORDS(LISH_FOREIGN,
		   "the node belongs to another container, is a copy, or its "
		   "memory was never zeroed")
	LISH_REASON_WORDS(LISH_BROKEN_LINKS,
		   "the links of neighbours do not agree: overwritten, freed, "
		   "copied, or never zeroed")
	LISH_REASON_WORDS(LISH_BAD_INDEX,
		   "an index and the place it names do not agree: the object was "
		   "overwritten (assign members, not the whole), or freed")
	LISH_REASON_WORDS(LISH_BAD_COUNT, "the count differs from the number of elements")
	LISH_REASON_WORDS(LISH_BAD_RANGE,
		   "the span or the setting does not exist, or the container cannot "
		   "have it (numbers of 32 bits need config.index_bits)")
	LISH_REASON_WORDS(LISH_NOT_LIVE, "the object is not live")
	LISH_REASON_WORDS(LISH_LOOPED, "the container is being looped over or sorted")
	LISH_REASON_WORDS(LISH_LOST_PLACE,
		   "a loop's current or next element was taken away (a _safe or _drain "
		   "loop, or a walklist, allows it)")
	LISH_REASON_WORDS(LISH_STALE_LOOP,
		   "a loop was left without being closed, or begun while it ran")
	LISH_REASON_WORDS(LISH_NOT_LOCKED, "unlock without lock")
	LISH_REASON_WORDS(LISH_LOCKED, "the container is locked")
	LISH_REASON_WORDS(LISH_IN_HOOK, "a hook has not returned yet")
	LISH_REASON_WORDS(LISH_WRONG_TYPE, "the pool holds objects of another type, or was never "
		   "initialised")
	LISH_REASON_WORDS(LISH_NULL, "the node of a NULL object, or memory that is NULL")
	LISH_REASON_WORDS(LISH_MISALIGNED, "the memory is not aligned for this call")
	LISH_REASON_WORDS(LISH_FROZEN, "a loop that allows no changes is running")
	LISH_REASON_WORDS(LISH_NOT_SURE, "a call that lish_sure() vouched for failed")
	LISH_REASON_WORDS(LISH_NOT_EMPTY, "the container has elements")
	LISH_REASON_WORDS(LISH_BAD_ORDER,
		   "an element stands before one that belongs before it")
	LISH_REASON_WORDS(LISH_RELOADED,
		   "the library was loaded again: first give the container its hooks, "
		   "allocator or order again (X_rebind(), X_set_order(), X_set_on_out())")
	}
#undef LISH_REASON_WORDS
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
#define LISH_RESULT_NAME(error) \
	case -(error):          \
		return "-" #error;
	switch (result) {
	LISH_RESULT_NAME(ENOMEM)
	LISH_RESULT_NAME(ENOSPC)
	LISH_RESULT_NAME(EEXIST)
	LISH_RESULT_NAME(EBUSY)
	LISH_RESULT_NAME(EINVAL)
	LISH_RESULT_NAME(ENOENT)
	LISH_RESULT_NAME(ENOEXEC)
	LISH_RESULT_NAME(EIO)
	LISH_RESULT_NAME(ERANGE)
	}
#undef LISH_RESULT_NAME
	return result < 0 ? "a negative number" : "";
}
