/* SPDX-License-Identifier: MIT */
#include <linux-ish/heap.h>

struct bullet {
	unsigned int ttl;
	struct heap_idx idx;
};

/* mistake add_of_an_object: the object is added instead of the index in it */
int add(struct heap *bullets, struct bullet *b)
{
	return heap_add(bullets, WRONG(b, &b->idx), 1);
}

/* mistake cursor_outlives_loop: the cursor is used after its loop */
struct bullet *last(struct heap *bullets)
{
	struct bullet *found = NULL;

	heap_drain_due(b, bullets, 9, struct bullet, idx)
		found = b;
	return WRONG(b, found);
}

/* mistake wrong_member: the member is no struct heap_idx */
unsigned int sum(struct heap *bullets)
{
	unsigned int total = 0;

	heap_drain_due(b, bullets, 9, struct bullet, WRONG(ttl, idx))
		total += b->ttl;
	return total;
}

/* mistake packed: the index would lie at an odd address */
struct shell {
	char kind;
	struct heap_idx idx;
} WRONG(__attribute__((__packed__)), );

int kinds(struct heap *bullets)
{
	int kinds = 0;

	heap_drain_due(b, bullets, 9, struct shell, idx)
		kinds |= b->kind;
	return kinds;
}
