/* SPDX-License-Identifier: MIT */
/* must not compile: the cursor is used after the loop */
#include <linux-ish/inbox.h>

struct request {
	struct inbox_node sent;
};

struct request *find(struct inbox *box)
{
	inbox_drain_entry(r, box, struct request, sent) {
#ifndef WRONG
		return r;
#else
		break;
#endif
	}
#ifdef WRONG
	return r;
#else
	return NULL;
#endif
}
