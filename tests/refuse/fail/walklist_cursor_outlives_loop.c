/* SPDX-License-Identifier: MIT */
/* must not compile: the cursor is used after its loop */
#include <linux-ish/walklist.h>

struct bullet {
	struct walklist_node link;
};

struct bullet *last(struct walklist *list)
{
	struct bullet *found = NULL;

	walklist_for_each_entry(b, list, struct bullet, link)
		found = b;
#ifdef WRONG
	return b;
#else
	return found;
#endif
}
