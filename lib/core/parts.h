/* SPDX-License-Identifier: MIT */
/*
 * parts.h - changes of an array without gaps, and what its loops learn of them
 *
 * For lib/ only; include/linux-ish/core/parts.h explains the structs.
 */
#ifndef LISH_PARTS_H
#define LISH_PARTS_H

#include <linux-ish/core/parts.h>

LISH_C_BEGIN

/*
 * LISH_OK; LISH_FROZEN in a _frozen loop; LISH_LOOPED in a sort. Reports stale loops and
 * removes them.
 */
LISH_NOINLINE enum lish_reason lish_parts_frozen_from_(lish_op_ op,
						       const void *container,
						       struct lish_parts_ *parts,
						       const void *caller);
#define lish_parts_frozen_(op, container, parts) \
	lish_parts_frozen_from_(op, container, parts, LISH_CALLER_())

/*
 * Call lish_parts_frozen_() just before: this function trusts the loops. Returns the
 * place that is free now, the former last one.
 */
LISH_NOINLINE uint32_t lish_parts_remove_looped_(struct lish_parts_ *parts,
					       uint32_t at);
/*
 * Tell the loops that elements were added or that the slots moved, or that the array is
 * empty now. Call lish_parts_frozen_() before.
 */
void lish_parts_inform_(struct lish_parts_ *parts);
LISH_COLD void lish_parts_emptied_(struct lish_parts_ *parts);
/* End all loops: their next step touches nothing. */
void lish_parts_stop_(lish_op_ op, const void *container,
		      struct lish_parts_ *parts);
/* Begin a loop of that kind, which was initialised. */
void lish_part_begin_(lish_op_ op, const void *container,
		      struct lish_parts_ *parts, struct lish_part_loop_ *loop,
		      uint32_t kind, const void *caller);

/*
 * Does exactly one loop run, a plain one, and is slot (a place plus one) its current
 * element? Most removals in loops are of that kind, and take half the time.
 */
LISH_TINY bool lish_parts_at_current_(const struct lish_parts_ *parts,
				      uint32_t slot)
{
	const struct lish_loop_ *loop = parts->loops.first;
	const struct lish_part_loop_ *part =
		(const struct lish_part_loop_ *)(const void *)loop;

	return !loop->outer && loop->owner == &parts->loops &&
	       !part->kind && part->next == slot;
}

LISH_TINY uint32_t lish_parts_remove_current_(struct lish_parts_ *parts,
					    uint32_t at)
{
	struct lish_part_loop_ *part =
		(struct lish_part_loop_ *)(void *)parts->loops.first;
	const uint32_t place = lish_parts_remove_(parts, at);

	/* As part_inform() in parts.c. */
	part->next = at;
	part->end = place;
	part->fetch = lish_fetch_below_(place, place);
	part->slots = parts->array.slots;
	part->stop = 0;
	return place;
}

LISH_C_END

#endif /* LISH_PARTS_H */
