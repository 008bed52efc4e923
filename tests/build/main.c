/* SPDX-License-Identifier: MIT */
/* A program of a user, which dist and install build in each way. */
#include <linux-ish/ilist.h>
#include <linux-ish/slotpool.h>

struct thing {
	struct slotpool_idx memory;
	struct ilist_node link;
};

int main(void)
{
	struct ilist list = ILIST_INIT(list);
	struct slotpool pool;
	struct thing *thing;

	if (slotpool_init(&pool, struct thing, memory, NULL))
		return 1;
	thing = slotpool_alloc_entry(&pool, struct thing, memory);
	if (!thing)
		return 1;
	ilist_node_init(&thing->link);
	ilist_add(&list, &thing->link);
	ilist_del(&thing->link);
	slotpool_free(&pool, &thing->memory);
	slotpool_destroy(&pool);
	return !ilist_empty(&list);
}
