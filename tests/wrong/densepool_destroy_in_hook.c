/* SPDX-License-Identifier: MIT */
/* reported: a hook has not returned yet */
#include <linux-ish/densepool.h>

struct bullet {
	struct densepool_idx idx;
};

DENSEPOOL_DEFINE_STATIC(bullets, struct bullet, idx, 4);

static void destroy_all(void *ctx, void *object)
{
	(void)object;
	densepool_destroy((struct densepool *)ctx);
}

int main(void)
{
	static const struct lish_pool_hooks hooks = { NULL, destroy_all, NULL,
						      NULL };

	densepool_set_hooks(&bullets, &hooks, &bullets);
	return !densepool_alloc_entry(&bullets, struct bullet, idx);
}
