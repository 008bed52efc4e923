/* SPDX-License-Identifier: MIT */
/* must not compile: the objects may only be read */
#include <linux-ish/ilist.h>

struct bullet {
	int ttl;
	struct ilist_node link;
};

void age(struct ilist *bullets)
{
#ifdef WRONG
	ilist_for_each_entry(b, bullets, const struct bullet, link)
#else
	ilist_for_each_entry(b, bullets, struct bullet, link)
#endif
		b->ttl--;
}

void age_one(const struct ilist_node *node)
{
#ifdef WRONG
	container_of(node, const struct bullet, link)->ttl--;
#else
	(void)container_of(node, const struct bullet, link)->ttl;
#endif
}
