/* SPDX-License-Identifier: MIT */
/* must not compile: the member is a pointer to a node */
#include <linux-ish/inbox.h>

struct request {
	struct inbox_node *elsewhere;
	struct inbox_node sent;
};

struct request *first(struct inbox *box)
{
#ifdef WRONG
	return inbox_pop_entry(box, struct request, elsewhere);
#else
	return inbox_pop_entry(box, struct request, sent);
#endif
}
