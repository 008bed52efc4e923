/* SPDX-License-Identifier: MIT */
/* reported: the node of a NULL object */
#include <linux-ish/inbox.h>

struct request {
	int number;
	struct inbox_node sent;
};

static struct request *volatile none;

int main(void)
{
	static INBOX_DEFINE(box);
	struct request *request = none;

	return inbox_push(&box, (struct inbox_node *)((uintptr_t)request +
						      offsetof(struct request, sent)));
}
