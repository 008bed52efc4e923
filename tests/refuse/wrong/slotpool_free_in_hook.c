/* SPDX-License-Identifier: MIT */
/* reported: a hook has not returned yet */
#include <linux-ish/slotpool.h>

struct bullet {
	long ttl;
	struct slotpool_idx idx;
};

SLOTPOOL_DEFINE_STATIC(bullets, struct bullet, idx, 4);

static void fini(void *ctx, void *object)
{
	slotpool_free((struct slotpool *)ctx,
		      &((struct bullet *)object)->idx);
}

static const struct lish_pool_hooks hooks = { NULL, NULL, fini, NULL };

int main(void)
{
	slotpool_set_hooks(&bullets, &hooks, &bullets);
	slotpool_free(&bullets,
		      &slotpool_alloc_entry(&bullets, struct bullet, idx)->idx);
	return 0;
}
