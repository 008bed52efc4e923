/* SPDX-License-Identifier: MIT */
/* reported: the object is not live */
#include <linux-ish/slotpool.h>

struct bullet {
	long ttl;
	struct slotpool_idx idx;
};

SLOTPOOL_DEFINE_STATIC(bullets, struct bullet, idx, 4);

int main(void)
{
	struct bullet *b = slotpool_alloc_entry(&bullets, struct bullet, idx);

	slotpool_free(&bullets, &b->idx);
	slotpool_free(&bullets, &b->idx);
	return 0;
}
