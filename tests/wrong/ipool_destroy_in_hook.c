/* SPDX-License-Identifier: MIT */
/* reported: a hook has not returned yet */
#include <linux-ish/ipool.h>

struct bullet {
	struct ipool_idx node;
};

IPOOL_DEFINE_STATIC(bullets, struct bullet, node, 4);

static void destroy_all(void *ctx, void *object)
{
	(void)object;
	ipool_destroy((struct ipool *)ctx);
}

int main(void)
{
	static const struct lish_pool_hooks hooks = { NULL, destroy_all, NULL,
						      NULL };

	ipool_set_hooks(&bullets, &hooks, &bullets);
	return !ipool_alloc_entry(&bullets, struct bullet, node);
}
