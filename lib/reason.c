// SPDX-License-Identifier: MIT
/*
 * reason.c - the words of reports. Linked only if a report has them.
 */
#define LISH_LIB_
#include <linux-ish/bug.h>

#include "ground/report.h"

#if LISH_REPORT
/* In the order of enum lish_reason. */
#define LISH_REASON_(reason, words) { #reason, words },
static const struct lish_row_ {
	const char *name, *words;
} lish_rows_[] = {
	LISH_REASON_(LISH_OK, "nothing is wrong")
	LISH_REASON_(LISH_UNINITIALIZED,
		  "the container was never initialised, was destroyed, or is a copy")
	LISH_REASON_(LISH_ALREADY_IN,
		  "the node is in this container or another one already; or its memory was "
		  "never zeroed (zero a new object, or call X_node_init() or X_idx_init()), is "
		  "a copy of an element, or was freed as one")
	LISH_REASON_(LISH_NOT_IN, "the node is in no container")
	LISH_REASON_(LISH_FOREIGN,
		  "the node belongs to another container, is a copy, or its memory was never "
		  "zeroed")
	LISH_REASON_(LISH_BROKEN_LINKS,
		  "the links of neighbours do not agree: overwritten, freed, copied, or never "
		  "zeroed")
	LISH_REASON_(LISH_BAD_INDEX,
		  "an index and the place it names do not agree: the object was overwritten "
		  "(assign members, not the whole), or freed")
	LISH_REASON_(LISH_BAD_COUNT, "the count differs from the number of elements")
	LISH_REASON_(LISH_BAD_RANGE,
		  "the span or the setting does not exist, or the container cannot have it "
		  "(numbers of 32 bits need config.index_bits)")
	LISH_REASON_(LISH_NOT_LIVE, "the object is not live")
	LISH_REASON_(LISH_LOOPED, "the container is being looped over or sorted")
	LISH_REASON_(LISH_LOST_PLACE,
		  "a loop's current or next element was taken away (a _safe or _drain loop, or "
		  "a walklist, allows it)")
	LISH_REASON_(LISH_STALE_LOOP, "a loop was left without being closed, or begun while it ran")
	LISH_REASON_(LISH_NOT_LOCKED, "unlock without lock")
	LISH_REASON_(LISH_LOCKED, "the container is locked")
	LISH_REASON_(LISH_IN_HOOK, "a hook has not returned yet")
	LISH_REASON_(LISH_WRONG_TYPE,
		  "the pool holds objects of another type, or was never initialised")
	LISH_REASON_(LISH_NULL, "the node of a NULL object, or memory that is NULL")
	LISH_REASON_(LISH_MISALIGNED, "the memory is not aligned for this call")
	LISH_REASON_(LISH_FROZEN, "a loop that allows no changes is running")
	LISH_REASON_(LISH_NOT_SURE, "a call that lish_sure() vouched for failed")
	LISH_REASON_(LISH_NOT_EMPTY, "the container has elements")
	LISH_REASON_(LISH_BAD_ORDER, "an element stands before one that belongs before it")
	LISH_REASON_(LISH_RELOADED,
		  "the library was loaded again, or is a second copy in the process: first give "
		  "the container its hooks, allocator or order again (X_rebind(), "
		  "X_set_order(), X_set_on_out())")
	LISH_REASON_(LISH_LEASED,
		  "slots of the pool are lent to a lease: first commit it")
	LISH_REASON_(LISH_NOT_LEASED,
		  "the lease has no slots of a pool: none were lent to it, or it was committed")
};

static const struct lish_row_ *lish_row_of_(enum lish_reason reason)
{
	const size_t n = sizeof(lish_rows_) / sizeof(*lish_rows_);

	return (size_t)reason < n ? &lish_rows_[reason] : NULL;
}

const char *lish_reason_text(enum lish_reason reason)
{
	const struct lish_row_ *row = lish_row_of_(reason);

	return row ? row->words : "unknown reason";
}

const char *lish_reason_name_(enum lish_reason reason)
{
	const struct lish_row_ *row = lish_row_of_(reason);

	return row ? row->name : "";
}
#else
const char *lish_reason_text(enum lish_reason reason)
{
	(void)reason;
	return "";
}

const char *lish_reason_name_(enum lish_reason reason)
{
	(void)reason;
	return "";
}
#endif

const char *lish_result_name_(int result)
{
#define LISH_RESULT_(error) \
	case -(error): \
		return "-" #error;
	switch (result) {
	LISH_RESULT_(ENOMEM)
	LISH_RESULT_(ENOSPC)
	LISH_RESULT_(EEXIST)
	LISH_RESULT_(EBUSY)
	LISH_RESULT_(EINVAL)
	LISH_RESULT_(ENOENT)
	LISH_RESULT_(ENOEXEC)
	LISH_RESULT_(EIO)
	LISH_RESULT_(ERANGE)
	}
#undef LISH_RESULT_
	return result < 0 ? "a negative number" : "";
}
