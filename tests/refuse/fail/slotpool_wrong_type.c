/* SPDX-License-Identifier: MIT */
/* must not compile: the object is not of the type asked for */
#include <linux-ish/slotpool.h>

struct bullet {
	struct slotpool_idx idx;
};

struct spark {
	struct slotpool_idx idx;
};

struct bullet *target(struct slotpool *pool, struct slotpool_handle handle)
{
#ifdef WRONG
	return slotpool_get_entry(pool, handle, struct spark, idx);
#else
	return slotpool_get_entry(pool, handle, struct bullet, idx);
#endif
}
