/* SPDX-License-Identifier: MIT */
/* must not compile: the member is no locklist node */
#include <linux-ish/ilist.h>
#include <linux-ish/locklist.h>

struct bullet {
	long ttl;
	struct ilist_node sparks;
	struct locklist_node link;
};

void age(struct locklist *bullets)
{
#ifdef WRONG
	locklist_for_each_entry(b, bullets, struct bullet, sparks)
#else
	locklist_for_each_entry(b, bullets, struct bullet, link)
#endif
		b->ttl--;
}
