/* SPDX-License-Identifier: MIT */
/* must not compile: the member that is to be added is no node */
#include <linux-ish/locklist.h>

struct bullet {
	long ttl;
	struct locklist_node all;
	struct locklist_node link;
};

uint32_t select_all(struct locklist *selected, struct locklist *bullets)
{
#ifdef WRONG
	return locklist_add_each(selected, bullets, struct bullet, all, ttl);
#else
	return locklist_add_each(selected, bullets, struct bullet, all, link);
#endif
}
