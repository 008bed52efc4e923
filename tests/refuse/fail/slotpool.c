/* SPDX-License-Identifier: MIT */
#include <linux-ish/ipool.h>
#include <linux-ish/slotpool.h>

struct bullet {
	struct ipool_idx node;
	struct slotpool_idx idx;
};

struct spark {
	struct slotpool_idx idx;
};

/* mistake idx_of_ipool: the node is that of an ipool */
struct bullet *spawn(struct slotpool *pool)
{
	return slotpool_alloc_entry(pool, struct bullet, WRONG(node, idx));
}

/* mistake index_as_handle: an index is no handle */
int hit(struct slotpool *pool, uint32_t index)
{
	return WRONG(slotpool_free_handle, slotpool_free_at)(pool, index);
}

/* mistake wrong_type_of_get: the object is not of the type that is wanted */
struct bullet *target(struct slotpool *pool, struct slotpool_handle handle)
{
	return slotpool_get_entry(pool, handle, struct WRONG(spark, bullet), idx);
}
