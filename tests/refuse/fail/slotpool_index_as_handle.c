/* SPDX-License-Identifier: MIT */
/* must not compile: an index is no handle */
#include <linux-ish/slotpool.h>

int hit(struct slotpool *pool, uint32_t index)
{
#ifdef WRONG
	return slotpool_free_handle(pool, index);
#else
	return slotpool_free_at(pool, index);
#endif
}
