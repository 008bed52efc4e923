/* SPDX-License-Identifier: MIT */
/* reported: the node of a NULL object */
#include <linux-ish/locklist.h>

struct bullet {
	int ttl;
	struct locklist_node link;
};

static struct bullet *volatile nobody;

int main(void)
{
	struct bullet *bullet = nobody;

	return locklist_leave(&bullet->link);
}
