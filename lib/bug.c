// SPDX-License-Identifier: MIT
/*
 * bug.c - makes reports. The hook that gets them is in report.c, their words are in reason.c.
 */
#define LISH_LIB_
#include <linux-ish/bug.h>

#include "ground/refused.h"

#if !defined(__KERNEL__) && !defined(LISH_ONE_FILE_) && !defined(LISH_STATIC)
/* The link guard: see ground/release.h. */
LISH_C_BEGIN
LISH_API void LISH_RELEASE_(void);
void LISH_RELEASE_(void)
{
}
LISH_C_END
#endif

#ifdef LISH_TRAP
void lish_not_sure_(const char *call, int result)
{
	(void)call, (void)result;
	lish_trap_();
}

void lish_not_empty_(const void *container, const void *node, uint32_t count,
		     struct lish_call_ call)
{
	(void)container, (void)node, (void)call;
	if (count)
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

#if LISH_NAMES_
#define LISH_NAME_OF_(call) ((call).name)
#else
#define LISH_NAME_OF_(call) NULL
#endif

void lish_refuse_(const void *container, const void *node, enum lish_reason reason,
		  struct lish_call_ call)
{
	lish_report_fault_(LISH_NAME_OF_(call), container, node, reason, LISH_CALLED_(call), 0,
			   LISH_CALLER_());
}

void lish_not_empty_(const void *container, const void *node, uint32_t count,
		     struct lish_call_ call)
{
	if (count)
		lish_report_fault_(LISH_NAME_OF_(call), container, node, LISH_NOT_EMPTY,
				   LISH_CALLED_(call), (int)count, LISH_CALLER_());
}

void lish_not_sure_(const char *call, int result)
{
	lish_report_fault_(call, NULL, NULL, LISH_NOT_SURE, LISH_CALLER_(), result,
			   LISH_CALLER_());
}
#endif
