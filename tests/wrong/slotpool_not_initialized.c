/* SPDX-License-Identifier: MIT */
/* reported: the container was never initialised */
#include <linux-ish/slotpool.h>

struct bullet {
	long ttl;
	struct slotpool_idx idx;
};

SLOTPOOL_DEFINE_STATIC(bullets, struct bullet, idx, 4);

int main(void)
{
	static struct slotpool zero;

	return (int)slotpool_count(&zero) + !slotpool_count(&bullets) > 0;
}
