/* SPDX-License-Identifier: MIT */
/*
 * refused.h - the one way from a question to a report
 *
 * A question returns a reason and changes nothing. The function that the program called asks
 * it, and reports any reason but LISH_OK under its own name and its own return address:
 *
 *	void walklist_del(struct walklist *list, struct walklist_node *node)
 *	{
 *		if (!lish_refused(list, node, walklist_may_leave_(list, node)))
 *			walklist_unlink_(node);
 *	}
 *
 * lish_refused(container, node, reason): false for LISH_OK; else it reports
 * lish_refused_as(name, container, node, reason): for loops, whose macro has the name
 * lish_refused_by(call, container, node, reason): in the slow path behind a quick one, which gets
 *	LISH_CALL_() or LISH_CALL_AS_(name) of the public function
 *
 * The address is an argument, read in the cold part of the public function. Measured: as the
 * return address of a jump it is 20 bytes less or more a container, and wrong wherever a compiler
 * makes no jump. A slow path that returned its reason would cost a hot path a frame.
 */
#ifndef LISH_REFUSED_H
#define LISH_REFUSED_H

#include <linux-ish/bug.h>

/* LISH_PLACE_(): the address after this place, where an instruction tells it; else NULL */
#if LISH_GNU && defined(__x86_64__)
#define LISH_TELL_PLACE_ "lea 0(%%rip), %0"
#elif LISH_GNU && defined(__aarch64__)
#define LISH_TELL_PLACE_ "adr %0, .+4"
#endif
#ifdef LISH_TELL_PLACE_
#define LISH_PLACE_()                                                \
	__extension__({                                              \
		const void *place_;                                  \
		__asm__ volatile(LISH_TELL_PLACE_ : "=r"(place_));   \
		place_;                                              \
	})
#else
#define LISH_PLACE_() NULL
#endif

#if LISH_NAMES_
#define LISH_FUNC_ __func__
#else
#define LISH_FUNC_ NULL
#endif

/*
 * The call that a report names. from: the address after it. Where one file inlines the library's
 * functions, a slow path gets LISH_PLACE_(), an address in the user's function; NULL is the
 * refusal's own.
 */
struct lish_call_ {
#if LISH_NAMES_
	const char *name;
#endif
	const void *from;
};
#ifdef LISH_STATIC
#define LISH_CALL_AS_(name) lish_call_of_(name, LISH_PLACE_())
#define LISH_DIRECT_() NULL
#define LISH_CALLED_(call) ((call).from ? (call).from : LISH_CALLER_())
#else
#define LISH_CALL_AS_(name) lish_call_of_(name, LISH_CALLER_())
#define LISH_DIRECT_() LISH_CALLER_()
#define LISH_CALLED_(call) ((call).from)
#endif
#define LISH_CALL_() LISH_CALL_AS_(LISH_FUNC_)

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

LISH_INLINE struct lish_call_ lish_call_of_(const char *name, const void *from)
{
	struct lish_call_ call;

#if LISH_NAMES_
	call.name = name;
#else
	(void)name;
#endif
	call.from = from;
	return call;
}

#ifdef LISH_TRAP
LISH_INLINE void lish_refuse_(const void *container, const void *node,
			      enum lish_reason reason, struct lish_call_ call)
{
	(void)container, (void)node, (void)reason, (void)call;
	lish_trap_();
}
#else
/* In bug.c. */
LISH_LOCAL LISH_COLD void lish_refuse_(const void *container, const void *node,
				       enum lish_reason reason,
				       struct lish_call_ call);
#endif

/* In bug.c. Report that many elements as LISH_NOT_EMPTY, and refuse nothing; 0: no report. */
LISH_LOCAL LISH_COLD void lish_not_empty_(const void *container, const void *node,
					  uint32_t count, struct lish_call_ call);

/* A macro: call is not made before it is needed. */
#if LISH_GNU
#define lish_refused_by(call, container, node, reason)             \
	__extension__({                                            \
		const enum lish_reason why_ = (reason);            \
		if (lish_unlikely(why_ != LISH_OK))                \
			lish_refuse_(container, node, why_, call); \
		why_ != LISH_OK;                                   \
	})
#else
static inline bool lish_refused_by(struct lish_call_ call,
				   const void *container, const void *node,
				   enum lish_reason reason)
{
	if (reason != LISH_OK)
		lish_refuse_(container, node, reason, call);
	return reason != LISH_OK;
}
#endif
#define lish_refused_as(name, container, node, reason) \
	lish_refused_by(lish_call_of_(name, LISH_DIRECT_()), container, node, reason)
#define lish_refused(container, node, reason) \
	lish_refused_by(lish_call_of_(LISH_FUNC_, LISH_DIRECT_()), container, node, reason)

/*
 * LISH_DAMAGED_(X, node): defines X_damaged_(container, call). Level 2 asks it before each change:
 * it refuses any damage of the container, and reports the faulty node.
 * lish_damaged(X, container): the same question in a public function.
 */
#define lish_damaged(X, container) \
	(LISH_CHECK >= 2 && X##_damaged_(container, LISH_CALL_()))
#define LISH_DAMAGED_(X, node)                                          \
	LISH_INLINE bool X##_damaged_(const struct X *container,        \
				      struct lish_call_ call)           \
	{                                                               \
		const struct node *fault = NULL;                        \
		const enum lish_reason reason =                         \
			LISH_CHECK >= 2 ? X##_check(container, &fault)  \
					: LISH_OK;                      \
                                                                        \
		return LISH_CHECK >= 2 &&                               \
		       lish_refused_by(call, container, fault, reason); \
	}

/* Level 1 refuses NULL, and the node of a NULL object. */
LISH_INLINE enum lish_reason lish_may_use_(const void *node)
{
	return LISH_CHECK >= 1 && lish_is_null(node) ? LISH_NULL : LISH_OK;
}

LISH_C_END

#endif /* LISH_REFUSED_H */
