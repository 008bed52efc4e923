/* SPDX-License-Identifier: MIT */
/* reported: the container is locked */
#include <linux-ish/locklist.h>

int main(void)
{
	struct locklist list = LOCKLIST_INIT(list);

	locklist_lock(&list);
	locklist_destroy(&list);
	return 0;
}
