/* SPDX-License-Identifier: MIT */
#include <linux-ish/iheap.h>

struct bullet {
	unsigned int ttl;
	struct iheap_idx idx;
};

/* mistake add_of_an_object: the object is added instead of the index in it */
int add(struct iheap *bullets, struct bullet *b)
{
	return iheap_add(bullets, WRONG(b, &b->idx), 1);
}

/* mistake cursor_outlives_loop: the cursor is used after its loop */
struct bullet *last(struct iheap *bullets)
{
	struct bullet *found = NULL;

	iheap_drain_due(b, bullets, 9, struct bullet, idx)
		found = b;
	return WRONG(b, found);
}

/* mistake wrong_member: the member is no struct iheap_idx */
unsigned int sum(struct iheap *bullets)
{
	unsigned int total = 0;

	iheap_drain_due(b, bullets, 9, struct bullet, WRONG(ttl, idx))
		total += b->ttl;
	return total;
}

/* mistake packed: the index would lie at an odd address */
struct shell {
	char kind;
	struct iheap_idx idx;
} WRONG(__attribute__((__packed__)), );

int kinds(struct iheap *bullets)
{
	int kinds = 0;

	iheap_drain_due(b, bullets, 9, struct shell, idx)
		kinds |= b->kind;
	return kinds;
}
