/* SPDX-License-Identifier: MIT */
/* reported: the node of a NULL object */
#include <linux-ish/walklist.h>

struct bullet {
	int ttl;
	struct walklist_node link;
};

int main(void)
{
	struct bullet *volatile none = NULL;

	walklist_leave(&none->link);
	return 0;
}
