/* SPDX-License-Identifier: MIT */
/* reported: unlock without lock */
#include <linux-ish/locklist.h>

struct bullet {
	struct locklist_node link;
};

int main(void)
{
	struct locklist list = LOCKLIST_INIT(list);
	static struct bullet bullet;

	lish_sure(locklist_add_tail(&list, &bullet.link));
	/* the loop's lock is its own */
	locklist_for_each_entry(b, &list, struct bullet, link) {
		locklist_leave(&b->link);
		locklist_unlock(&list);
	}
	return 0;
}
