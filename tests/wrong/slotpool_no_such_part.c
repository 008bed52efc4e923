/* SPDX-License-Identifier: MIT */
/* reported: the first and the last one are no range */
#include <linux-ish/slotpool.h>

struct bullet {
	long ttl;
	struct slotpool_idx idx;
};

SLOTPOOL_DEFINE_STATIC(bullets, struct bullet, idx, 4);

int main(void)
{
	return (int)slotpool_span(&bullets, 4, 4).count;
}
