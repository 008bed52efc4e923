/* SPDX-License-Identifier: MIT */
/* reported: the node of a NULL object */
#include <linux-ish/dense.h>

struct bullet {
	int ttl;
	struct dense_idx idx;
};

DENSE_DEFINE_STATIC(bullets, 8);

static struct bullet *find(int ttl)
{
	dense_for_each_entry(b, &bullets, struct bullet, idx)
		if (b->ttl == ttl)
			return b;
	return NULL;
}

int main(void)
{
	struct bullet *volatile found = find(3);

	dense_del(&bullets, &found->idx);
	return 0;
}
