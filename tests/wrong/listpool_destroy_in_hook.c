/* SPDX-License-Identifier: MIT */
/* reported: a hook has not returned yet */
#include <linux-ish/listpool.h>

struct bullet {
	struct listpool_node node;
};

LISTPOOL_DEFINE_STATIC(bullets, struct bullet, node, 4);

static void destroy_all(void *ctx, void *object)
{
	(void)object;
	listpool_destroy((struct listpool *)ctx);
}

int main(void)
{
	static const struct lish_pool_hooks hooks = { NULL, destroy_all, NULL,
						      NULL };

	listpool_set_hooks(&bullets, &hooks, &bullets);
	return !listpool_alloc_entry(&bullets, struct bullet, node);
}
