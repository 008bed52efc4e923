/* SPDX-License-Identifier: MIT */
/* reported: the node of a NULL object */
#include <linux-ish/ilist.h>

struct bullet {
	int ttl;
	struct ilist_node link;
};

static struct ilist_node *node_of(struct bullet *b)
{
	return (struct ilist_node *)((uintptr_t)b +
				     offsetof(struct bullet, link));
}

int main(void)
{
	struct bullet *volatile none = NULL;

	ilist_del(node_of(none));
	return 0;
}
