/* SPDX-License-Identifier: MIT */
/*
 * bug.h - check levels, and reports of misuse
 *
 * Misuse is a fault of the program: an element deleted twice, an object freed in another pool.
 * A misused call reports to one hook and changes nothing. It returns -EINVAL, NULL or false.
 * With LISH_TRAP it traps instead. No memory, a limit reached, and an object already in the
 * container are results, not misuse.
 *
 * How much is checked is the level of the library, LISH_CHECK when lib/ is compiled:
 *
 *   0  next to nothing
 *   1  what a call touches, in O(1); the default
 *   2  the whole container at each change; for tests
 *
 * In the inline step of a loop, and in an inline look-up by handle or index, the level of the file
 * counts, 0 or not 0.
 */
#ifndef LINUX_ISH_BUG_H
#define LINUX_ISH_BUG_H

#include "ground/env.h"
#ifndef __KERNEL__
#include "ground/release.h"
#endif
#include "version.h"

LISH_NATURAL_(bug);

#ifndef LISH_CHECK
#define LISH_CHECK 1
#endif

/* A name in a report. */
#if LISH_NAMES_
#define LISH_NAME_(text) text
#else
#define LISH_NAME_(text) NULL
#endif

/**
 * enum lish_reason - the kind of misuse or damage
 * @LISH_OK: none
 * @LISH_UNINITIALIZED: the container was destroyed, never initialised, or is a copy
 * @LISH_ALREADY_IN: the node is in a container already, or was never zeroed
 * @LISH_NOT_IN: the node is in no container
 * @LISH_FOREIGN: the node belongs to another container
 * @LISH_BROKEN_LINKS: neighbours do not agree: memory was overwritten or freed
 * @LISH_BAD_INDEX: an index and the slot it names do not agree
 * @LISH_BAD_COUNT: the count differs from the number of elements
 * @LISH_BAD_RANGE: the span or the setting does not exist, or the container cannot have it
 * @LISH_NOT_LIVE: the object is free already
 * @LISH_LOOPED: a loop or a sort of the container runs
 * @LISH_LOST_PLACE: the current or next element of a loop was taken away
 * @LISH_STALE_LOOP: a loop was left without being closed, or opened while it ran
 * @LISH_NOT_LOCKED: unlock without lock
 * @LISH_LOCKED: the container is locked
 * @LISH_IN_HOOK: a hook of the pool, or of this object, has not returned
 * @LISH_WRONG_TYPE: the objects of the pool have another type
 * @LISH_NULL: NULL, or the node of a NULL object, as after a failed malloc()
 * @LISH_MISALIGNED: the memory is not aligned for the call
 * @LISH_FROZEN: a _frozen loop runs
 * @LISH_NOT_SURE: a call inside lish_sure() failed
 * @LISH_NOT_EMPTY: the container has elements; a pool with ends_empty has live objects
 * @LISH_BAD_ORDER: an element of a heap stands before one that belongs before it
 * @LISH_RELOADED: the library was loaded again, and X_rebind() was not called
 * @LISH_LEASED: slots are lent: slotpool_commit() was not called
 * @LISH_NOT_LEASED: the lease has no slots: slotpool_lend() was not called, or commit was
 */
enum lish_reason {
	LISH_OK = 0,
	LISH_UNINITIALIZED,
	LISH_ALREADY_IN,
	LISH_NOT_IN,
	LISH_FOREIGN,
	LISH_BROKEN_LINKS,
	LISH_BAD_INDEX,
	LISH_BAD_COUNT,
	LISH_BAD_RANGE,
	LISH_NOT_LIVE,
	LISH_LOOPED,
	LISH_LOST_PLACE,
	LISH_STALE_LOOP,
	LISH_NOT_LOCKED,
	LISH_LOCKED,
	LISH_IN_HOOK,
	LISH_WRONG_TYPE,
	LISH_NULL,
	LISH_MISALIGNED,
	LISH_FROZEN,
	LISH_NOT_SURE,
	LISH_NOT_EMPTY,
	LISH_BAD_ORDER,
	LISH_RELOADED,
	LISH_LEASED,
	LISH_NOT_LEASED
} LISH_INT_ENUM_;

/**
 * struct lish_fault - the content of a report
 * @operation: name of the misused function or loop; "" in a library of brief reports
 * @container: the container, or NULL if the call does not name it
 * @node: the node, or NULL if the fault is in the container
 * @reason: the kind of misuse
 * @caller: an address in the user's call, or NULL where compilers have none
 * @result: of the call in lish_sure(), such as -ENOSPC; the live objects of a pool that
 *	@reason LISH_NOT_EMPTY is about; else 0
 */
struct lish_fault {
	const char *operation;
	const void *container;
	const void *node;
	enum lish_reason reason;
	const void *caller;
	int result;
	/* private: the return address of lish_refuse_(), for lish_callers() */
	const void *from_;
};

/**
 * typedef lish_report_fn - a report hook
 * @fault: the report; valid during the call
 *
 * Must not change the container.
 */
typedef void (*lish_report_fn)(const struct lish_fault *fault);

LISH_C_BEGIN

/**
 * lish_set_report() - replace the report hook
 * @hook: the new hook, or NULL for the default
 *
 * All containers share one hook. The default prints the place of the call to stderr and
 * aborts; in the kernel it warns; without an operating system it traps.
 *
 * Not thread-safe: set the hook before the first container is used. In the kernel you may
 * set it at any time. There the old hook no longer runs when this returns, a hook must
 * not sleep, and its module's exit resets it.
 *
 * Context: Process context in the kernel, because it sleeps.
 * Return: the previous hook.
 */
LISH_API lish_report_fn lish_set_report(lish_report_fn hook);

#ifndef __KERNEL__
/**
 * lish_callers() - the calls that led to a report
 * @fault: the report, inside the hook that got it
 * @to: filled with addresses of calls, the innermost first
 * @n: room in @to
 *
 * The first address lies in the library's function that refused, or in the user's where the
 * compiler inlined that function or made a jump of its last call.
 *
 * Needs the compiler's unwinder, or glibc's or Windows' own; the first call may load libgcc.
 * Otherwise the only address is @fault->caller.
 *
 * Return: the number of addresses; 0 if none is known.
 */
LISH_API unsigned int lish_callers(const struct lish_fault *fault, const void **to,
				   unsigned int n);
#endif

/**
 * lish_reason_text() - a reason in words
 * @reason: any number
 *
 * Return: a constant string without a full stop; "unknown reason" for other numbers; ""
 * in a library that traps.
 */
LISH_API const char *lish_reason_text(enum lish_reason reason);

#ifndef __KERNEL__
/**
 * lish_caller_file() - the program or shared object of a code address
 * @caller: as in struct lish_fault
 * @offset: set to the address as "addr2line -Cipf -e FILE OFFSET" takes it
 *
 * Does not allocate.
 *
 * Return: the path of the file. NULL outside Linux, and if no file has the address;
 * then @offset is set to @caller.
 */
LISH_API const char *lish_caller_file(const void *caller, uintptr_t *offset);
#endif

/**
 * lish_report() - call the report hook
 * @fault: the report
 *
 * For containers of your own: zero the struct first. A program that links the static library
 * may define lish_report() itself. Then neither the default hook nor lish_set_report() is
 * linked. In a build from one file, also define LISH_OWN_REPORT.
 */
LISH_API void lish_report(const struct lish_fault *fault);

LISH_API LISH_COLD void lish_not_sure_(const char *call, int result);

static LISH_FORCED_INLINE_ void lish_sure_(int result, const char *call)
{
	if (LISH_CHECK >= 1 && lish_unlikely(result < 0))
		lish_not_sure_(call, result);
}

/**
 * lish_sure() - make a call that cannot fail here
 * @call: a call that returns an int, negative for failure
 *
 * For results that need no test, such as an add into reserved slots. Files of level 1 and 2
 * report a failure.
 */
#define lish_sure(call) lish_sure_((call), LISH_NAME_(#call))

/**
 * lish_sure_entry() - make a call that surely finds or makes an object
 * @call: a call that returns an object, or NULL for none
 *
 * For an alloc of a pool that cannot be exhausted here, or a pop of a list that is not empty.
 * Files of level 1 and 2 report NULL.
 *
 * Return: what @call returned, of its type; of type ``void *`` in C compilers without typeof.
 */
#define lish_sure_entry(call) LISH_SURE_ENTRY_((call), LISH_NAME_(#call))

LISH_C_END

#ifdef __cplusplus
/* Programs include headers of C within extern "C", where no template may be. */
extern "C++" {
template <class T> LISH_FORCED_INLINE_ T *lish_sure_entry_(T *object, const char *call)
{
	if (LISH_CHECK >= 1 && lish_unlikely(!object))
		lish_not_sure_(call, 0);
	return object;
}
}
#define LISH_SURE_ENTRY_(call, text) lish_sure_entry_(call, text)
#else
static LISH_FORCED_INLINE_ void *lish_sure_entry_(const void *object, const char *call)
{
	if (LISH_CHECK >= 1 && lish_unlikely(!object))
		lish_not_sure_(call, 0);
	return (void *)(uintptr_t)object;
}
#if LISH_GNU
#define LISH_SURE_ENTRY_(call, text) ((__typeof__(call))lish_sure_entry_(call, text))
#else
#define LISH_SURE_ENTRY_(call, text) lish_sure_entry_(call, text)
#endif
#endif

#endif /* LINUX_ISH_BUG_H */
