/* SPDX-License-Identifier: MIT */
/* must not compile: the member is no node */
#include <linux-ish/ilist.h>

struct bullet {
	long ttl;
	struct ilist_node link;
};

void age(struct ilist *bullets)
{
#ifdef WRONG
	ilist_for_each_entry(b, bullets, struct bullet, ttl)
#else
	ilist_for_each_entry(b, bullets, struct bullet, link)
#endif
		b->ttl--;
}
