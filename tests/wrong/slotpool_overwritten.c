/* SPDX-License-Identifier: MIT */
/* reported: an index and the place it names do not agree */
#include <linux-ish/slotpool.h>

struct bullet {
	long ttl;
	struct slotpool_idx idx;
};

SLOTPOOL_DEFINE_STATIC(bullets, struct bullet, idx, 4);

int main(void)
{
	static const struct bullet zero;
	struct bullet *b = slotpool_alloc_entry(&bullets, struct bullet, idx);

	*b = zero;
	slotpool_free(&bullets, &b->idx);
	return 0;
}
