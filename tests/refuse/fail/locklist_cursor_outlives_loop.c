/* SPDX-License-Identifier: MIT */
/* must not compile: the cursor is used after its loop */
#include <linux-ish/locklist.h>

struct bullet {
	struct locklist_node link;
};

struct bullet *last(struct locklist *list)
{
	struct bullet *found = NULL;

	locklist_for_each_entry(b, list, struct bullet, link)
		found = b;
#ifdef WRONG
	return b;
#else
	return found;
#endif
}
