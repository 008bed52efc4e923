/* SPDX-License-Identifier: MIT */
/* must not compile: the objects are of another type */
#include <linux-ish/inbox.h>

struct request {
	struct inbox_node sent;
};

struct answer {
	struct inbox_node sent;
};

struct request *first(struct inbox *box)
{
#ifdef WRONG
	return inbox_pop_entry(box, struct answer, sent);
#else
	return inbox_pop_entry(box, struct request, sent);
#endif
}
