/* SPDX-License-Identifier: MIT */
/* reported: the node belongs to another container */
#include <linux-ish/slotpool.h>

struct bullet {
	long ttl;
	struct slotpool_idx idx;
};

SLOTPOOL_DEFINE_STATIC(bullets, struct bullet, idx, 4);

SLOTPOOL_DEFINE_STATIC(others, struct bullet, idx, 4);

int main(void)
{
	struct bullet *b = slotpool_alloc_entry(&others, struct bullet, idx);

	slotpool_free(&bullets, &b->idx);
	return 0;
}
