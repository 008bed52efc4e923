/* SPDX-License-Identifier: MIT */
/*
 * bug.h - how misuse is noticed and who is told
 *
 * Misuse is a call that has no result code for what is wrong: an element added
 * twice, deleted twice, or freed by somebody who does not own it. How much is
 * looked for is decided per source file by LISH_CHECK, before the first
 * include:
 *
 *   0  nothing: the code of the plain operation
 *   1  what can be seen in O(1); the default
 *   2  the whole container, at each change; for tests
 *
 * What is found is refused, so that the container stays whole, and told to one
 * hook. No level changes a struct: files of different levels may be linked
 * together and pass containers to each other.
 */
#ifndef LINUX_ISH_BUG_H
#define LINUX_ISH_BUG_H

#include "env.h"

/* The library's own files are built once: at level 1, whatever the program's. */
#ifdef LISH_LIB_
#undef LISH_CHECK
#endif
#ifndef LISH_CHECK
#define LISH_CHECK 1
#endif

/**
 * enum lish_reason - what is wrong
 * @LISH_OK: nothing
 * @LISH_UNINITIALIZED: the container is zero: it was never initialised
 * @LISH_ALREADY_IN: the node is in a container already
 * @LISH_NOT_IN: the node is in no container
 * @LISH_FOREIGN: the node belongs to another container
 * @LISH_BROKEN_LINKS: neighbours do not agree: memory was overwritten or freed
 * @LISH_BAD_INDEX: an index and the place it names do not agree
 * @LISH_BAD_COUNT: the count is not the number of members
 * @LISH_BAD_RANGE: the first and the last one of a range are no range
 * @LISH_NOT_LIVE: the object is free already
 * @LISH_LOOPED: the container is being looped over, or sorted
 * @LISH_LOST_PLACE: a loop's current or next element was taken away from it
 * @LISH_STALE_LOOP: a loop was left without being closed
 * @LISH_NOT_LOCKED: unlock without lock
 * @LISH_LOCKED: the container is locked
 * @LISH_IN_HOOK: a hook of the pool, or of this object, has not returned yet
 * @LISH_WRONG_TYPE: the pool holds objects of another type
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
	LISH_WRONG_TYPE
};

/**
 * typedef lish_report_fn - who is told of misuse
 * @operation: name of the function that was misused
 * @container: the container, or NULL where the call does not name one
 * @node: the node, or NULL where the fault is the container's
 * @reason: what is wrong
 *
 * If it returns, the misused call changes nothing and returns as if it had
 * nothing to do. It must not change the container it is told about.
 */
typedef void (*lish_report_fn)(const char *operation, const void *container,
			       const void *node, enum lish_reason reason);

LISH_C_BEGIN

/**
 * lish_set_report() - replace the report hook
 * @hook: the new hook, or NULL for the default
 *
 * There is one hook for all containers. The default prints a line to stderr
 * and aborts; in the kernel it is WARN_ONCE, without an operating system it
 * traps. Not thread-safe: set it before the first container is used.
 *
 * Return: the hook that was set before. O(1), never fails.
 */
lish_report_fn lish_set_report(lish_report_fn hook);

/**
 * lish_reason_text() - a reason in words
 * @reason: any reason
 *
 * Return: a constant string without a full stop; "unknown reason" for what is
 * not a reason. O(1), never fails.
 */
const char *lish_reason_text(enum lish_reason reason);

/**
 * lish_report() - tell the hook
 * @operation: name of the function that was misused
 * @container: the container or NULL
 * @node: the node or NULL
 * @reason: what is wrong
 *
 * What the checks call; also for containers of your own.
 */
LISH_COLD void lish_report(const char *operation, const void *container,
			   const void *node, enum lish_reason reason);

LISH_C_END

#endif /* LINUX_ISH_BUG_H */
