/* SPDX-License-Identifier: MIT */
/* must not compile: there are no atomic pointers, and no macros instead */
#ifdef WRONG
#define LISH_NO_GNU_ATOMICS
#define __STDC_NO_ATOMICS__ 1
#undef __x86_64__
#undef __i386__
#else
static unsigned long mask;
#define LISH_IRQ_SAVE(state) ((state) = mask++)
#define LISH_IRQ_RESTORE(state) ((void)(state), mask--)
#endif
#include <linux-ish/inbox.h>

int hand_over(struct inbox *box, struct inbox_node *node)
{
	return inbox_push(box, node);
}
