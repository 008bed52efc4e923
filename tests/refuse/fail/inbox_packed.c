/* SPDX-License-Identifier: MIT */
/* must not compile: the node may lie at an odd address */
#include <linux-ish/inbox.h>

#ifdef WRONG
#pragma pack(1)
#endif
struct request {
	char kind;
	struct inbox_node sent;
};

struct request *first(struct inbox *box)
{
	return inbox_pop_entry(box, struct request, sent);
}
