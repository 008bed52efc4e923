/* SPDX-License-Identifier: MIT */
/* must not compile: the object's type is not the one asked for */
#include <linux-ish/locklist.h>

struct bullet {
	struct locklist_node link;
};

struct spark {
	struct locklist_node link;
};

struct bullet *first(struct locklist *list)
{
#ifdef WRONG
	return locklist_first_entry(list, struct spark, link);
#else
	return locklist_first_entry(list, struct bullet, link);
#endif
}
