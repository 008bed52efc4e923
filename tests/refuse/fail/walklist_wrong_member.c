/* SPDX-License-Identifier: MIT */
/* must not compile: the member is no node */
#include <linux-ish/walklist.h>

struct bullet {
	long ttl;
	struct walklist_node link;
};

void age(struct walklist *bullets)
{
#ifdef WRONG
	walklist_for_each_entry(b, bullets, struct bullet, ttl)
#else
	walklist_for_each_entry(b, bullets, struct bullet, link)
#endif
		b->ttl--;
}
