/* SPDX-License-Identifier: MIT */
/* reported: a call that lish_sure() vouched for failed */
#include <linux-ish/inbox.h>

int main(void)
{
	static INBOX_DEFINE(box);
	static struct inbox_node node;

	lish_sure(inbox_push(&box, &node));
	lish_sure(inbox_push(&box, &node));
	return 0;
}
