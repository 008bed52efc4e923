// SPDX-License-Identifier: MIT
/*
 * The report hook and the words for its reasons.
 */
#define LISH_ENV_OS_
#include <linux-ish/bug.h>
#include <linux-ish/version.h>

static void default_report(const char *operation, const void *container,
			   const void *node, enum lish_reason reason)
{
	lish_os_report_(operation, container, node, lish_reason_text(reason));
}

static lish_report_fn report_hook = default_report;

lish_report_fn lish_set_report(lish_report_fn hook)
{
	lish_report_fn old = report_hook;

	report_hook = hook ? hook : default_report;
	return old;
}

void lish_report(const char *operation, const void *container, const void *node,
		 enum lish_reason reason)
{
	report_hook(operation, container, node, reason);
}

const char *lish_reason_text(enum lish_reason reason)
{
	/* A switch without default: the compiler names a forgotten reason. */
	switch (reason) {
	case LISH_OK:
		return "nothing is wrong";
	case LISH_UNINITIALIZED:
		return "the container was never initialised";
	case LISH_ALREADY_IN:
		return "the node is in a container already";
	case LISH_NOT_IN:
		return "the node is in no container";
	case LISH_FOREIGN:
		return "the node belongs to another container";
	case LISH_BROKEN_LINKS:
		return "the links of neighbours do not agree";
	case LISH_BAD_INDEX:
		return "an index and the place it names do not agree";
	case LISH_BAD_COUNT:
		return "the count is not the number of members";
	case LISH_BAD_RANGE:
		return "the first and the last one are no range";
	case LISH_NOT_LIVE:
		return "the object is not live";
	case LISH_LOOPED:
		return "the container is being looped over or sorted";
	case LISH_LOST_PLACE:
		return "a loop's current or next element was taken away";
	case LISH_STALE_LOOP:
		return "a loop was left without being closed";
	case LISH_NOT_LOCKED:
		return "unlock without lock";
	case LISH_LOCKED:
		return "the container is locked";
	case LISH_IN_HOOK:
		return "a hook has not returned yet";
	case LISH_WRONG_TYPE:
		return "the pool holds objects of another type";
	}
	return "unknown reason";
}

int lish_version(void)
{
	return LISH_VERSION;
}
