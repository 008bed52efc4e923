/* SPDX-License-Identifier: MIT */
/* must not compile: the node is one of another container */
#include <linux-ish/ilist.h>
#include <linux-ish/inbox.h>

struct request {
	struct ilist_node link;
	struct inbox_node sent;
};

int hand_over(struct inbox *box, struct request *request)
{
#ifdef WRONG
	return inbox_push(box, &request->link);
#else
	return inbox_push(box, &request->sent);
#endif
}
