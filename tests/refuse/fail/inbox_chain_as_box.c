/* SPDX-License-Identifier: MIT */
/* must not compile: a chain is no box */
#include <linux-ish/inbox.h>

int hand_over(struct inbox_chain *chain, struct inbox_node *node)
{
#ifdef WRONG
	return inbox_push(chain, node);
#else
	return inbox_chain_add_tail(chain, node);
#endif
}
