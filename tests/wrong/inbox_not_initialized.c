/* SPDX-License-Identifier: MIT */
/* reported: inbox_push(container */
#include <linux-ish/inbox.h>

int main(void)
{
	static struct inbox box;
	static struct inbox_node node;

	return inbox_push(&box, &node);
}
