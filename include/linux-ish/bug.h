/* SPDX-License-Identifier: MIT */
/*
 * bug.h - how misuse is noticed and who is told
 *
 * Results are for what the world refuses: memory, a limit, an element that is in
 * already. Misuse is what the program got wrong: an element deleted twice, freed
 * by somebody who does not own it, a list that is destroyed while it is being
 * looped over. How much of it is looked for is decided per source file by
 * LISH_CHECK, before the first include:
 *
 *   0  nothing: the code of the plain operation
 *   1  what can be seen in O(1); the default
 *   2  the whole container, at each change; for tests
 *
 * What is found is refused, so that the container stays whole, and told to one
 * hook; the call then returns -EINVAL, NULL or false. No level changes a struct:
 * files of different levels may be linked together and pass containers to each
 * other.
 */
#ifndef LINUX_ISH_BUG_H
#define LINUX_ISH_BUG_H

#include "core/env.h"

/* The library's own files are built once: at level 1, whatever the program's. */
#ifdef LISH_LIB_
#undef LISH_CHECK
#endif
#ifndef LISH_CHECK
#define LISH_CHECK 1
#endif

/*
 * lish_op_: the name of a function that was misused, as checks hand it on to the
 * report. With LISH_NO_STRINGS, for lib/ too, no program contains one, for a string
 * that is handed on as a bool is a constant. LISH_OP_(text) is for initialisers.
 */
#ifdef LISH_NO_STRINGS
#ifdef __clang__
#pragma clang diagnostic ignored "-Wstring-conversion"
#endif
typedef bool lish_op_;
#define LISH_OP_TEXT_(op) ((void)(op), "")
#define LISH_OP_(text) true
#else
typedef const char *lish_op_;
#define LISH_OP_TEXT_(op) (op)
#define LISH_OP_(text) text
#endif

/**
 * enum lish_reason - what is wrong
 * @LISH_OK: nothing
 * @LISH_UNINITIALIZED: the container is zero: it was never initialised
 * @LISH_ALREADY_IN: the node is in a container already, or was never zeroed; an
 * array's node: in another array, or overwritten
 * @LISH_NOT_IN: the node is in no container
 * @LISH_FOREIGN: the node belongs to another container
 * @LISH_BROKEN_LINKS: neighbours do not agree: memory was overwritten or freed
 * @LISH_BAD_INDEX: an index and the place it names do not agree
 * @LISH_BAD_COUNT: the count is not the number of members
 * @LISH_BAD_RANGE: the first and the last one of a range are no range, or a
 * part is none of so many
 * @LISH_NOT_LIVE: the object is free already
 * @LISH_LOOPED: the container is being looped over, or sorted
 * @LISH_LOST_PLACE: a loop's current or next element was taken away from it
 * @LISH_STALE_LOOP: a loop was left without being closed, or begun while it ran
 * @LISH_NOT_LOCKED: unlock without lock
 * @LISH_LOCKED: the container is locked
 * @LISH_IN_HOOK: a hook of the pool, or of this object, has not returned yet
 * @LISH_WRONG_TYPE: the pool holds objects of another type
 * @LISH_NULL: the node of a NULL object, no node at all, or no memory: the result
 * of a malloc() that failed
 * @LISH_MISALIGNED: memory that a call was given is not aligned for it
 * @LISH_FROZEN: a loop that allows no changes is running
 * @LISH_NOT_SURE: a call that lish_sure() vouched for failed
 * @LISH_NOT_EMPTY: the container has elements, or had some
 * @LISH_GROWS: the container grows, and the call is for fixed capacity
 * @LISH_BAD_ORDER: an element of a heap stands before one that belongs before it
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
 * struct lish_fault - what a report says
 * @operation: name of the function or loop that was misused; "" with
 * LISH_NO_STRINGS
 * @container: the container, or NULL where the call does not name one
 * @node: the node, or NULL where the fault is the container's
 * @reason: what is wrong
 * @caller: an address in the user's call, for a debugger and lish_caller_file();
 * NULL where the compiler cannot tell. With LISH_OUTLINE it lies in the library
 * @file: with LISH_REPORT_LOCATION the source file of the call, else NULL
 * @line: its line, else 0
 */
struct lish_fault {
	const char *operation;
	const void *container;
	const void *node;
	enum lish_reason reason;
	const void *caller;
	const char *file;
	int line;
};

/**
 * typedef lish_report_fn - who is told of misuse
 * @fault: what is wrong; valid during the call
 *
 * If it returns, the misused call changes nothing and returns as if it had
 * nothing to do. It must not change the container it is told about.
 */
typedef void (*lish_report_fn)(const struct lish_fault *fault);

LISH_C_BEGIN

/**
 * lish_set_report() - replace the report hook
 * @hook: the new hook, or NULL for the default
 *
 * There is one hook for all containers. The default prints to stderr where the
 * call is, and aborts; in the kernel it warns, without an operating system it traps. Not
 * thread-safe: set it before the first container is used. In the kernel it is, at
 * any time, and when it returns nobody runs the old hook any more; a hook there must
 * not sleep, and goes when its module goes.
 *
 * Context: In the kernel process context: it sleeps. Elsewhere any.
 *
 * Return: the hook that was set before. O(1), never fails.
 */
lish_report_fn lish_set_report(lish_report_fn hook);

/**
 * lish_reason_text() - a reason in words
 * @reason: any reason
 *
 * Return: a constant string without a full stop; "unknown reason" for what is
 * not a reason; "" with LISH_NO_STRINGS. O(1), never fails.
 */
const char *lish_reason_text(enum lish_reason reason);

#ifndef __KERNEL__
/**
 * lish_caller_file() - the program or shared object an address of code lies in
 * @caller: as in struct lish_fault
 * @offset: where the address is stored as "addr2line -ipf -e FILE OFFSET" takes it
 *
 * For report hooks that print. Does not allocate.
 *
 * Return: the path of the file; NULL outside Linux and where no file has the
 * address, which is stored as it is then.
 */
const char *lish_caller_file(const void *caller, uintptr_t *offset);
#endif

/**
 * lish_report() - tell the hook
 * @fault: what is wrong
 *
 * What the checks call; also for containers of your own. A program that is
 * linked with the static library may define its own lish_report(): then neither
 * the default nor lish_set_report() is linked, nor what they need of libc.
 * Where the library is compiled into one file, define LISH_OWN_REPORT as well.
 */
void lish_report(const struct lish_fault *fault);

/* Make a fault and report it. */
LISH_COLD void lish_report_(lish_op_ operation, const void *container,
			    const void *node, enum lish_reason reason,
			    const void *caller);
/* The cold half of lish_sure(). */
LISH_COLD void lish_not_sure_(lish_op_ call);

/*
 * Report misuse. To be used in the first function of the library that is not
 * inlined, so that the caller is the user.
 */
#define lish_misuse_(operation, container, node, reason) \
	lish_report_(operation, container, node, reason, LISH_CALLER_())

#if LISH_HERE_
/*
 * The innermost call that this thread is in and that knows its line. A call puts it
 * back when it returns, so no other call is reported with it.
 */
struct lish_here_ {
	const char *file;
	int line;
};
extern __thread struct lish_here_ lish_here_;

LISH_TINY struct lish_here_ lish_here_go_(const char *file, int line)
{
	const struct lish_here_ outer = lish_here_;

	lish_here_.file = file;
	lish_here_.line = line;
	return outer;
}

LISH_TINY void lish_here_back_(const struct lish_here_ *outer)
{
	lish_here_ = *outer;
}

#define LISH_HERE_NAME_(n) lish_outer_##n##_
#define LISH_HERE_IN_(call, n)                                               \
	__extension__({                                                      \
		const struct lish_here_ LISH_HERE_NAME_(n) __attribute__((   \
			__cleanup__(lish_here_back_), __unused__)) =         \
			lish_here_go_(__FILE__, __LINE__);                   \
		call;                                                        \
	})
#define LISH_HERE_AT_N_(call, n) LISH_HERE_IN_(call, n)
/* Nested calls have a variable of another name each. */
#define LISH_HERE_AT_(call) LISH_HERE_AT_N_(call, __COUNTER__)
#endif

/* The result of a slow path that may report: see lish_stay_(). */
LISH_TINY int lish_told_(int result)
{
	lish_stay_();
	return result;
}

/*
 * Is there a node at all, and not that of a NULL object? Else reported. By a number:
 * gcc takes a pointer to const for a read, and would warn of an X_node_init() of
 * memory that is fresh from malloc().
 */
LISH_COLD void lish_no_node_(lish_op_ operation, uintptr_t node);
LISH_TINY bool lish_given_(lish_op_ operation, const void *node)
{
	if (LISH_CHECK >= 1 && lish_unlikely(lish_is_null(node))) {
		lish_no_node_(operation, (uintptr_t)node);
		lish_stay_();
		return false;
	}
	return true;
}

LISH_TINY void lish_sure_(int result, lish_op_ call)
{
	if (LISH_CHECK >= 1 && lish_unlikely(result < 0)) {
		lish_not_sure_(call);
		lish_stay_();
	}
}

/**
 * lish_sure() - make a call that cannot fail here
 * @call: a call that returns an int, 0 or more for success
 *
 * For results that must be looked at elsewhere: an add into slots that were
 * reserved before, say. The call is made at each check level; if it does fail,
 * that is reported as misuse from level 1 on.
 */
#define lish_sure(call) lish_sure_((call), #call)

LISH_C_END

/* Last, for LISH_REPORT_LOCATION. */
#define LISH_HERE_BUG_
#include "core/here.h"

#endif /* LINUX_ISH_BUG_H */
