/* SPDX-License-Identifier: MIT */
/* reported: the node belongs to another container */
#include <linux-ish/slotpool.h>

struct bullet {
	long ttl;
	struct slotpool_idx idx;
};

SLOTPOOL_DEFINE(bullets, struct bullet, idx, 4);

SLOTPOOL_DEFINE(others, struct bullet, idx, 4);

int main(void)
{
	slotpool_alloc(&bullets);
	slotpool_free(&bullets, slotpool_alloc(&others));
	return 0;
}
