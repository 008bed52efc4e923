/* SPDX-License-Identifier: MIT */
/* reported: a loop's current or next element was taken away */
#include <stdlib.h>
#include <linux-ish/ilist.h>

struct client {
	char name[32];
	struct ilist_node link;
};

static ILIST_DEFINE(clients);

int main(void)
{
	struct client *c;
	int i;

	for (i = 0; i < 3; i++) {
		c = (struct client *)calloc(1, sizeof(*c));
		if (!c)
			return 1;
		ilist_add_tail(&clients, &c->link);
	}
	ilist_for_each_entry(each, &clients, struct client, link) {
		ilist_del(&each->link);
		free(each);
	}
	return 0;
}
