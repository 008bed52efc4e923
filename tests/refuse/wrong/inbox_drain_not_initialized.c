/* SPDX-License-Identifier: MIT */
/* reported: the container was never initialised */
#include <linux-ish/inbox.h>

struct request {
	struct inbox_node sent;
};

int main(void)
{
	static struct inbox box;
	int n = 0;

	inbox_drain_entry(r, &box, struct request, sent)
		n++;
	return n;
}
