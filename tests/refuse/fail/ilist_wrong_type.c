/* SPDX-License-Identifier: MIT */
/* must not compile: the cursor's type is not the one asked for */
#include <linux-ish/ilist.h>

struct bullet {
	struct ilist_node link;
};

struct spark {
	struct ilist_node link;
};

struct bullet *first(struct ilist *list)
{
#ifdef WRONG
	return ilist_first_entry(list, struct spark, link);
#else
	return ilist_first_entry(list, struct bullet, link);
#endif
}
