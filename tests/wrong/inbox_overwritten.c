/* SPDX-License-Identifier: MIT */
/* reported: the links of neighbours do not agree */
#include <linux-ish/inbox.h>

struct request {
	int number;
	struct inbox_node sent;
};

int main(void)
{
	static INBOX_DEFINE(box);
	static struct request a, b;
	static const struct request nothing;

	lish_sure(inbox_push(&box, &a.sent));
	lish_sure(inbox_push(&box, &b.sent));
	/* It is not ours any more. */
	b = nothing;
	inbox_drain_entry(r, &box, struct request, sent)
		r->number++;
	return 0;
}
