/* SPDX-License-Identifier: MIT */
/* must not compile: the cursor is used after its loop */
#include <linux-ish/ilist.h>

struct bullet {
	struct ilist_node link;
};

struct bullet *last(struct ilist *list)
{
	struct bullet *found = NULL;

	ilist_for_each_entry(b, list, struct bullet, link)
		found = b;
#ifdef WRONG
	return b;
#else
	return found;
#endif
}
