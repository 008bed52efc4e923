/* SPDX-License-Identifier: MIT */
/* must not compile: the cursor's type is not the one asked for */
#include <linux-ish/walklist.h>

struct bullet {
	struct walklist_node link;
};

struct spark {
	struct walklist_node link;
};

struct bullet *first(struct walklist *list)
{
#ifdef WRONG
	walklist_for_each_entry(b, list, struct spark, link)
#else
	walklist_for_each_entry(b, list, struct bullet, link)
#endif
		return b;
	return NULL;
}
