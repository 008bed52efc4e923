/* SPDX-License-Identifier: MIT */
/* reported: a hook has not returned yet */
#include <linux-ish/slotpool.h>

struct bullet {
	long ttl;
	struct slotpool_idx idx;
};

static SLOTPOOL_STORAGE(memory, struct bullet, 4);
static struct slotpool bullets;

static void fini(void *ctx, void *object)
{
	slotpool_free((struct slotpool *)ctx,
		      &((struct bullet *)object)->idx);
}

static const struct lish_pool_hooks hooks = { NULL, NULL, fini, NULL };

int main(void)
{
	const struct lish_config config = { .hooks = &hooks, .ctx = &bullets };

	slotpool_init_in(&bullets, struct bullet, idx, &memory, &config);
	slotpool_free(&bullets,
		      &slotpool_alloc_entry(&bullets, struct bullet, idx)->idx);
	return 0;
}
