/* SPDX-License-Identifier: MIT */
/*
 * bug.h - check levels, and reports of misuse
 *
 * A result reports what a correct program must expect: no memory, a limit reached, an
 * object already in the container. Misuse is a fault of the program: an element
 * deleted twice, an object freed in another pool. Each source file sets LISH_CHECK
 * before its first include:
 *
 *   0  no check; the code of the plain operation
 *   1  checks in O(1); the default
 *   2  examines the whole container at each change; for tests
 *
 * A misused call reports to one hook and changes nothing. It returns -EINVAL, NULL or
 * false. No level changes a struct, so files of different levels link together and
 * share containers.
 *
 * With LISH_TRAP nothing is reported: a misused call traps.
 */
#ifndef LINUX_ISH_BUG_H
#define LINUX_ISH_BUG_H

#include "ground/env.h"

/* The level belongs to the build of the library. Containers without LISH_LEVELS_ have level 1. */
#if defined(LISH_LIB_) && !defined(LISH_LEVELS_)
#undef LISH_CHECK
#endif
#ifndef LISH_CHECK
#define LISH_CHECK 1
#endif

/*
 * lish_op_: the name of the called function in a report. With LISH_NO_STRINGS a bool: a
 * string literal converts to true, so the program contains no string.
 * LISH_OP_(text): one in an initialiser.
 */
#ifdef LISH_NO_STRINGS
#ifdef __clang__
#pragma clang diagnostic ignored "-Wstring-conversion"
#endif
typedef bool lish_op_;
#define LISH_OP_(text) true
#else
typedef const char *lish_op_;
#define LISH_OP_(text) text
#endif

/**
 * enum lish_reason - the kind of misuse or damage
 * @LISH_OK: none
 * @LISH_UNINITIALIZED: the container was destroyed. A pool, an array or a heap: or it is
 * zero, and was never initialised. A pool: or it is a copy at another address
 * @LISH_ALREADY_IN: the node is in a container already, or was never zeroed. A node of
 * an array: it is in another array, or was overwritten
 * @LISH_NOT_IN: the node is in no container
 * @LISH_FOREIGN: the node belongs to another container
 * @LISH_BROKEN_LINKS: neighbours do not agree: memory was overwritten or freed
 * @LISH_BAD_INDEX: an index and the slot it names do not agree
 * @LISH_BAD_COUNT: the count differs from the number of elements
 * @LISH_BAD_RANGE: the span or the setting does not exist; in slotpool also: a call of
 * slotpool_set_index_bits() is missing
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
 * @LISH_NOT_EMPTY: the container has elements, or had some
 * @LISH_GROWS: the call is for fixed capacity
 * @LISH_BAD_ORDER: an element of a heap stands before one that belongs before it, or keys
 * differ by 2^63 or more
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
	LISH_GROWS,
	LISH_BAD_ORDER
};

/**
 * struct lish_fault - the content of a report
 * @operation: name of the misused function or loop; "" with LISH_NO_STRINGS
 * @container: the container, or NULL if the call does not name it
 * @node: the node, or NULL if the fault is in the container
 * @reason: the kind of misuse
 * @caller: an address in the user's call, for debuggers and lish_caller_file(). NULL
 * where the compiler has none; outside Unix, in the library with LISH_OUTLINE
 * @file: source file of the call with LISH_REPORT_LOCATION, else NULL
 * @line: its line, else 0
 * @result: the result of the call in lish_sure(), such as -ENOSPC; else 0
 */
struct lish_fault {
	const char *operation;
	const void *container;
	const void *node;
	enum lish_reason reason;
	const void *caller;
	const char *file;
	int line;
	int result;
};

/**
 * typedef lish_report_fn - a report hook
 * @fault: the report; valid during the call
 *
 * Must not change the container. After it returns, the misused call returns without
 * any change.
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
 * set it at any time: the old hook no longer runs when this returns. There a hook must
 * not sleep, and its module's exit resets it.
 *
 * Context: Process context in the kernel, because it sleeps.
 * Return: the previous hook.
 */
LISH_API lish_report_fn lish_set_report(lish_report_fn hook);

/**
 * lish_reason_text() - a reason in words
 * @reason: any number
 *
 * Return: a constant string without a full stop; "unknown reason" for other numbers; ""
 * with LISH_NO_STRINGS.
 */
LISH_API const char *lish_reason_text(enum lish_reason reason);

#ifndef __KERNEL__
/**
 * lish_caller_file() - the program or shared object of a code address
 * @caller: as in struct lish_fault
 * @offset: set to the address as "addr2line -Cipf -e FILE OFFSET" takes it
 *
 * For report hooks that print. Does not allocate.
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
 * For checks, and for containers of your own. A program that links the static library
 * may define lish_report() itself. Then neither the default hook nor lish_set_report()
 * is linked. In a build from one file, also define LISH_OWN_REPORT.
 */
LISH_API void lish_report(const struct lish_fault *fault);

#ifdef LISH_TRAP
LISH_TINY void lish_report_(lish_op_ operation, const void *container,
			    const void *node, enum lish_reason reason,
			    const void *caller)
{
	(void)operation, (void)container, (void)node, (void)reason,
		(void)caller;
	lish_trap_();
}
#else
LISH_COLD void lish_report_(lish_op_ operation, const void *container,
			    const void *node, enum lish_reason reason,
			    const void *caller);
#endif
LISH_COLD void lish_not_sure_(lish_op_ call, int result);

/*
 * Call it in the first library function that is not inlined: its return address lies in
 * the user's code.
 */
#define lish_misuse_(operation, container, node, reason) \
	lish_report_(operation, container, node, reason, LISH_CALLER_())

/*
 * lish_tell_(call): make a call that only reports. With LISH_TRAP, trap instead, in the
 * user's function.
 */
#ifdef LISH_TRAP
#define lish_tell_(call)      \
	do {                  \
		lish_trap_(); \
		if (0)        \
			call; \
	} while (0)
#else
#define lish_tell_(call)      \
	do {                  \
		lish_go_();   \
		call;         \
		lish_stay_(); \
	} while (0)
#endif

/* lish_told_(call): a call of a cold function that may report: see lish_stay_(). */
#define lish_told_(call) (lish_go_(), lish_result_(call))
LISH_TINY int lish_result_(int result)
{
	lish_stay_();
	return result;
}

/*
 * Level 1: refuse NULL and the node of a NULL object. As an integer: gcc takes a pointer
 * to const for a read, and would warn about X_node_init() of fresh memory.
 */
LISH_COLD void lish_no_node_(lish_op_ operation, uintptr_t node);
LISH_TINY bool lish_given_(lish_op_ operation, const void *node)
{
	if (LISH_CHECK >= 1 && lish_unlikely(lish_is_null(node))) {
		lish_tell_(lish_no_node_(operation, (uintptr_t)node));
		return false;
	}
	return true;
}

LISH_TINY void lish_sure_(int result, lish_op_ call)
{
	if (LISH_CHECK >= 1 && lish_unlikely(result < 0))
		lish_tell_(lish_not_sure_(call, result));
}

/**
 * lish_sure() - make a call that cannot fail here
 * @call: a call that returns an int, negative for failure
 *
 * For results that need no test, such as an add into reserved slots. Makes the call at
 * every level; from level 1 on, reports a failure.
 */
#define lish_sure(call) lish_sure_((call), LISH_OP_(#call))

LISH_C_END

/* Last, for LISH_REPORT_LOCATION. */
#define LISH_HERE_BUG_
#include "ground/here.h"

#endif /* LINUX_ISH_BUG_H */
