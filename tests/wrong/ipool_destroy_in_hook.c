/* SPDX-License-Identifier: MIT */
/* reported: a hook has not returned yet */
#include <linux-ish/ipool.h>

struct bullet {
	struct ipool_node node;
};

IPOOL_DEFINE(bullets, struct bullet, node, 4);

static void destroy_all(void *ctx, void *object)
{
	(void)object;
	ipool_destroy((struct ipool *)ctx);
}

int main(void)
{
	static const struct lish_pool_hooks hooks = { NULL, destroy_all, NULL,
						      NULL };

	if (ipool_set_hooks(&bullets, &hooks, &bullets))
		return 1;
	return !ipool_alloc(&bullets);
}
