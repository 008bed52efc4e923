/* SPDX-License-Identifier: MIT */
/* must not compile: the member is no node */
#include <linux-ish/inbox.h>

struct request {
	uintptr_t number;
	struct inbox_node sent;
};

uintptr_t total(struct inbox *box)
{
	uintptr_t sum = 0;

#ifdef WRONG
	inbox_drain_entry(r, box, struct request, number)
#else
	inbox_drain_entry(r, box, struct request, sent)
#endif
		sum += r->number;
	return sum;
}
