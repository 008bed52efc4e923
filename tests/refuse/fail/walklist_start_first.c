/* SPDX-License-Identifier: MIT */
/* must not compile: list and start changed places */
#include <linux-ish/walklist.h>

struct bullet {
	int ttl;
	struct walklist_node link;
};

void age(struct walklist *bullets, struct bullet *start)
{
#ifdef WRONG
	walklist_for_each_entry_from(b, start, bullets, struct bullet, link)
#else
	walklist_for_each_entry_from(b, bullets, start, struct bullet, link)
#endif
		b->ttl--;
}
