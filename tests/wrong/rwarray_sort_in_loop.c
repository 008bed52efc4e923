/* SPDX-License-Identifier: MIT */
/* reported: the container is being looped over */
#include <linux-ish/rwarray.h>

struct bullet {
	int ttl;
	struct rwarray_idx idx;
};

static int by_ttl(void *ctx, const struct rwarray_idx *a,
		  const struct rwarray_idx *b)
{
	(void)ctx;
	return container_of(a, const struct bullet, idx)->ttl -
	       container_of(b, const struct bullet, idx)->ttl;
}

RWARRAY_DEFINE(array, 4);
static struct bullet bullet;

int main(void)
{
	if (rwarray_add_tail(&array, &bullet.idx))
		return 1;
	rwarray_for_each_entry(b, &array, struct bullet, idx)
		rwarray_sort(&array, by_ttl, NULL);
	return 0;
}
