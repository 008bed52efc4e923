// SPDX-License-Identifier: MIT
/*
 * The checks of a hardened list beside ours: struct ring is a list as the kernel's list.h
 * with CONFIG_LIST_HARDENED, written again, with a trap where it would report. run.sh
 * counts bytes and instructions of each function for Documentation/security.rst.
 */
#include <linux-ish/ilist.h>
#include <linux-ish/walklist.h>

/* A function as a file of its own would have it. */
#ifdef __clang__
#define ALONE __attribute__((__noinline__)) void
#else
#define ALONE __attribute__((__noipa__)) void
#endif

struct ring {
	struct ring *next, *prev;
};

ALONE ring_add(struct ring *head, struct ring *node)
{
	struct ring *last = head->prev;

	if (lish_unlikely(last->next != head || node == head || node == last))
		__builtin_trap();
	node->next = head;
	node->prev = last;
	last->next = node;
	head->prev = node;
}

ALONE ring_del(struct ring *node)
{
	struct ring *next = node->next, *prev = node->prev;

	if (lish_unlikely(next->prev != node || prev->next != node))
		__builtin_trap();
	next->prev = prev;
	prev->next = next;
	/* Its poison. */
	node->next = (struct ring *)0x100;
	node->prev = (struct ring *)0x122;
}

int main(void)
{
	static struct ring head = { &head, &head }, rings[2];
	static ILIST_DEFINE(ilist);
	static struct ilist_node nodes[2];
	static WALKLIST_DEFINE(walklist);
	static struct walklist_node walkers[2];
	int i, n;

	for (i = 0; i < 101; i++) {
		n = i > 0;
		ring_add(&head, &rings[n]);
		ilist_add_tail(&ilist, &nodes[n]);
		walklist_add_tail(&walklist, &walkers[n]);
		if (!n)
			continue;
		ring_del(&rings[n]);
		ilist_del(&nodes[n]);
		walklist_del(&walklist, &walkers[n]);
	}
	return 0;
}
