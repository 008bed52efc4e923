/* SPDX-License-Identifier: MIT */
/* must not compile: the node of a packed object may lie at any address */
#include <linux-ish/locklist.h>

#ifdef WRONG
#define PACKED __attribute__((__packed__))
#else
#define PACKED
#endif

struct bullet {
	char ttl;
	struct locklist_node link;
} PACKED;

void age(struct locklist *bullets)
{
	locklist_for_each_entry(b, bullets, struct bullet, link)
		b->ttl--;
}
