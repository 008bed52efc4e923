/* SPDX-License-Identifier: MIT */
/* reported: the node of a NULL object */
#include <linux-ish/rwarray.h>

struct bullet {
	int ttl;
	struct rwarray_idx idx;
};

RWARRAY_DEFINE(array, 4);

/* There is no bullet left. */
static struct bullet *take(void)
{
	return NULL;
}

int main(void)
{
	struct bullet *bullet = take();

	return rwarray_add_tail(&array, &bullet->idx);
}
