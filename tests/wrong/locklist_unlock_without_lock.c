/* SPDX-License-Identifier: MIT */
/* reported: unlock without lock */
#include <linux-ish/locklist.h>

int main(void)
{
	struct locklist list = LOCKLIST_INIT(list);

	locklist_lock(&list);
	locklist_unlock(&list);
	locklist_unlock(&list);
	return 0;
}
