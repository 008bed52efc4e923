/* SPDX-License-Identifier: MIT */
/* reported: the pool holds objects of another type */
#include <linux-ish/slotpool.h>

struct bullet {
	long ttl;
	struct slotpool_idx idx;
};

SLOTPOOL_DEFINE_STATIC(bullets, struct bullet, idx, 4);

struct spark {
	struct slotpool_idx idx;
};

int main(void)
{
	return !slotpool_alloc_entry(&bullets, struct spark, idx);
}
