/* SPDX-License-Identifier: MIT */
/* must not compile: the member is a node of another container */
#include <linux-ish/ilist.h>
#include <linux-ish/walklist.h>

struct bullet {
	struct ilist_node by_owner;
	struct walklist_node link;
};

struct bullet *first(struct walklist *bullets)
{
#ifdef WRONG
	return walklist_first_entry(bullets, struct bullet, by_owner);
#else
	return walklist_first_entry(bullets, struct bullet, link);
#endif
}
