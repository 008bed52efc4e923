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
 * lish_refused(container, node, reason): for functions without a result. If it reports, that is
 *	the last thing the function does: a jump, so that nothing is saved in the good case.
 * lish_refused_here(container, node, reason): the same in a function that returns a result, or
 *	goes on after a report
 * lish_refused_as(name, container, node, reason, caller): for loops, whose macro has the name,
 *	and for functions that know the caller
 */
#ifndef LISH_REFUSED_H
#define LISH_REFUSED_H

#include <linux-ish/bug.h>

/*
 * LISH_CALLER_LATE_: does the return address cost a frame, which a jump to the report does not?
 * Thumb-1 has no such jump; code that is not optimised makes none. With LISH_STATIC compilers
 * inline: there the address in the cold function lies in the user's code, and also serves
 * functions with a result (LISH_CALLER_COLD_).
 * LISH_CALLER_SOON_(): an argument of functions that are forced inline, which read the address
 * only where it is needed. Compilers that force nothing pass it.
 */
#if LISH_GNU && defined(__OPTIMIZE__) && defined(LISH_STATIC)
#define LISH_CALLER_COLD_ 1
#else
#define LISH_CALLER_COLD_ 0
#endif
#if LISH_CALLER_COLD_
#define LISH_CALLER_LATE_ 1
#elif LISH_GNU && defined(__OPTIMIZE__) &&           \
	(defined(__aarch64__) || defined(__riscv) || \
	 (defined(__arm__) && (!defined(__thumb__) || defined(__thumb2__))))
#define LISH_CALLER_LATE_ 1
#else
#define LISH_CALLER_LATE_ 0
#endif
#if LISH_GNU
#define LISH_CALLER_SOON_() NULL
#else
#define LISH_CALLER_SOON_() LISH_CALLER_()
#endif
/* The name of the function. */
#if LISH_NAMES_
#define LISH_FUNC_ __func__
#else
#define LISH_FUNC_ NULL
#endif

/*
 * LISH_PART_: a question or a change that several functions share. Copies are smaller than
 * calls, also for size.
 * LISH_SLOW_: the slow path of a function, beside the quick one. Small code has no quick ones.
 */
#define LISH_PART_ static LISH_FORCED_INLINE_
#if LISH_SMALL_
#define LISH_SLOW_ static
#else
#define LISH_SLOW_ static LISH_COLD
#endif

LISH_C_BEGIN

#ifdef LISH_TRAP
LISH_INLINE void lish_refuse_(const void *container, const void *node,
			      const char *name, enum lish_reason reason,
			      const void *caller)
{
	(void)container, (void)node, (void)name, (void)reason, (void)caller;
	lish_trap_();
}
#define lish_refuse_last_(container, node, name, reason) \
	lish_refuse_(container, node, name, reason, NULL)
#else
/* In bug.c. The second one takes its own return address for the caller. */
LISH_LOCAL LISH_COLD void lish_refuse_(const void *container, const void *node,
			    const char *name, enum lish_reason reason,
			    const void *caller);
LISH_LOCAL LISH_COLD void lish_refuse_last_(const void *container, const void *node,
				 const char *name, enum lish_reason reason);
#endif

LISH_PART_ bool lish_refused_as(const char *name, const void *container,
				const void *node, enum lish_reason reason,
				const void *caller)
{
	if (lish_likely(reason == LISH_OK))
		return false;
	lish_refuse_(container, node, name, reason, caller);
	return true;
}

LISH_PART_ bool lish_refused_here_(const void *container, const void *node,
				   const char *name, enum lish_reason reason,
				   const void *caller)
{
	if (lish_likely(reason == LISH_OK))
		return false;
	if (LISH_CALLER_COLD_)
		lish_refuse_last_(container, node, name, reason);
	else
		lish_refuse_(container, node, name, reason,
			     caller ? caller : LISH_CALLER_());
	return true;
}

LISH_PART_ bool lish_refused_last_(const void *container, const void *node,
				   const char *name, enum lish_reason reason,
				   const void *caller)
{
	if (lish_likely(reason == LISH_OK))
		return false;
	if (LISH_CALLER_LATE_)
		lish_refuse_last_(container, node, name, reason);
	else
		lish_refuse_(container, node, name, reason,
			     caller ? caller : LISH_CALLER_());
	return true;
}

#define lish_refused_here(container, node, reason) \
	lish_refused_here_(container, node, LISH_FUNC_, reason, LISH_CALLER_SOON_())
#define lish_refused(container, node, reason) \
	lish_refused_last_(container, node, LISH_FUNC_, reason, LISH_CALLER_SOON_())

/*
 * A cold function that a public one calls last, and that may report: name and caller for it.
 * Where the address costs a frame, the cold function takes its own.
 */
#if LISH_CALLER_LATE_
#define LISH_HAND_ON_() NULL
#define LISH_HANDED_(caller) ((caller) ? (caller) : LISH_CALLER_())
#else
#define LISH_HAND_ON_() LISH_CALLER_()
#define LISH_HANDED_(caller) (caller)
#endif

/* Level 1 refuses NULL, and the node of a NULL object. */
LISH_INLINE enum lish_reason lish_may_use_(const void *node)
{
	return LISH_CHECK >= 1 && lish_is_null(node) ? LISH_NULL : LISH_OK;
}

LISH_C_END

#endif /* LISH_REFUSED_H */
