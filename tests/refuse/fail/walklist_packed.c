/* SPDX-License-Identifier: MIT */
/* must not compile: the node lies at an odd address */
#include <linux-ish/walklist.h>

#ifdef WRONG
struct __attribute__((__packed__)) bullet {
	char ttl;
	struct walklist_node link;
};
#else
struct bullet {
	char ttl;
	struct walklist_node link;
};
#endif

int count(struct walklist *list)
{
	int n = 0;

	walklist_for_each_entry(b, list, struct bullet, link)
		n += b->ttl;
	return n;
}
