/* SPDX-License-Identifier: MIT */
/*
 * refused.h - the one way from a question to a report
 *
 * A question returns a reason and changes nothing. The function that the program called asks
 * it, and reports any reason but LISH_OK under its own name:
 *
 *	void walklist_del(struct walklist *list, struct walklist_node *node)
 *	{
 *		if (!lish_refused(list, node, walklist_may_leave_(list, node)))
 *			walklist_unlink_(node);
 *	}
 *
 * lish_refused(container, node, reason): for functions without a result. A report is the last
 *	thing that the function does: a jump, so that nothing is saved in the good case.
 * lish_refused_here(container, node, reason): for a function that returns a result, or goes on
 * lish_refused_as(name, container, node, reason, caller): for loops, whose macro has the name,
 *	and for functions that know the caller
 */
#ifndef LISH_REFUSED_H
#define LISH_REFUSED_H

#include <linux-ish/bug.h>

/*
 * A public function gives its caller to the cold one that may report for it: LISH_HAND_ON_() if
 * it returns what that one does, else LISH_HERE_(). NULL: the cold function finds the address
 * itself, with LISH_HANDED_(caller). So it is after a jump, where the address would cost the
 * good case a frame, and with LISH_STATIC, where the public function is inlined. No jump is
 * made in Thumb-1, in code that is not optimised, and on ARM with a fifth argument: then the
 * caller is LISH_HAND_ON_FIFTH_().
 */
#if LISH_GNU && defined(__OPTIMIZE__) &&                                             \
	(defined(LISH_STATIC) || defined(__riscv) ||                                 \
	 (defined(__aarch64__) && defined(__clang__)) ||                             \
	 (defined(__arm__) && (!defined(__thumb__) || defined(__thumb2__))))
#define LISH_JUMPS_ 1
#define LISH_HAND_ON_() NULL
#define LISH_HANDED_(caller) ((caller) ? (caller) : LISH_CALLER_())
#if !defined(__clang__) && !defined(LISH_STATIC)
/* With -O1 and -Og too. */
#pragma GCC optimize("optimize-sibling-calls")
#endif
#else
#define LISH_JUMPS_ 0
#define LISH_HAND_ON_() LISH_CALLER_()
#define LISH_HANDED_(caller) (caller)
#endif
#ifdef LISH_STATIC
#define LISH_HERE_() LISH_HAND_ON_()
#else
#define LISH_HERE_() LISH_CALLER_()
#endif
#ifdef __arm__
#define LISH_HAND_ON_FIFTH_() LISH_HERE_()
#else
#define LISH_HAND_ON_FIFTH_() LISH_HAND_ON_()
#endif

/* The name of the function. */
#if LISH_NAMES_
#define LISH_FUNC_ __func__
#else
#define LISH_FUNC_ NULL
#endif

/*
 * LISH_HOT_: before the definition of a hot operation. One file with LISH_STATIC inlines it.
 * LISH_PART_: a question or a change that several functions share. Copies are smaller than
 *	calls, also for size.
 * LISH_SLOW_: the slow path of a function, beside the quick one. Small code has no quick ones.
 */
#if defined(LISH_STATIC) && defined(__OPTIMIZE__) && !LISH_SMALL_
#define LISH_HOT_ LISH_FORCED_INLINE_
#else
#define LISH_HOT_
#endif
#define LISH_PART_ static LISH_FORCED_INLINE_
#if LISH_SMALL_
#define LISH_SLOW_ static
#else
#define LISH_SLOW_ static LISH_COLD
#endif

LISH_C_BEGIN

#ifdef LISH_TRAP
LISH_INLINE void lish_refuse_(const void *container, const void *node, const char *name,
			      enum lish_reason reason, const void *caller)
{
	(void)container, (void)node, (void)name, (void)reason, (void)caller;
	lish_trap_();
}
#define lish_refuse_last_(container, node, name, reason) \
	lish_refuse_(container, node, name, reason, NULL)
#else
/* In bug.c. The second one takes its own return address for the caller. */
LISH_LOCAL LISH_COLD void lish_refuse_(const void *container, const void *node, const char *name,
				       enum lish_reason reason, const void *caller);
LISH_LOCAL LISH_COLD void lish_refuse_last_(const void *container, const void *node,
					    const char *name, enum lish_reason reason);
#endif

#if LISH_GNU
#define LISH_REFUSED_(reason, report)               \
	__extension__({                             \
		const enum lish_reason why_ = (reason); \
		if (lish_unlikely(why_ != LISH_OK)) \
			report;                     \
		why_ != LISH_OK;                    \
	})
#define lish_refused_as(name, container, node, reason, caller) \
	LISH_REFUSED_(reason, lish_refuse_(container, node, name, why_, caller))
#else
static inline bool lish_refused_as(const char *name, const void *container, const void *node,
				   enum lish_reason reason, const void *caller)
{
	if (reason != LISH_OK)
		lish_refuse_(container, node, name, reason, caller);
	return reason != LISH_OK;
}
#endif
#define lish_refused_here(container, node, reason) \
	lish_refused_as(LISH_FUNC_, container, node, reason, LISH_HERE_())
#if LISH_JUMPS_
#define lish_refused(container, node, reason) \
	LISH_REFUSED_(reason, lish_refuse_last_(container, node, LISH_FUNC_, why_))
#else
#define lish_refused lish_refused_here
#endif

/* Level 1 refuses NULL, and the node of a NULL object. */
LISH_INLINE enum lish_reason lish_may_use_(const void *node)
{
	return LISH_CHECK >= 1 && lish_is_null(node) ? LISH_NULL : LISH_OK;
}

LISH_C_END

#endif /* LISH_REFUSED_H */
