/* SPDX-License-Identifier: MIT */
/* must not compile: the node may lie at an odd address */
#include <linux-ish/ilist.h>

#if defined(WRONG) && LISH_GNU
#define LAYOUT __attribute__((__packed__))
#elif defined(WRONG)
#error "no packed objects here"
#else
#define LAYOUT
#endif

struct bullet {
	char kind;
	struct ilist_node link;
} LAYOUT;

char first(struct ilist *list)
{
	struct bullet *b = ilist_first_entry(list, struct bullet, link);

	return b ? b->kind : 0;
}
