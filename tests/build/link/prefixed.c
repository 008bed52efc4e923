/* SPDX-License-Identifier: MIT */
/*
 * A header with names of ours and our headers in one file: prefix.h stands between. The
 * program also contains the library without a prefix.
 */
struct iheap {
	void *min;
};

static inline void iheap_init(struct iheap *heap)
{
	heap->min = 0;
}

static int their_heap_is_empty(void)
{
	struct iheap theirs;

	iheap_init(&theirs);
	return !theirs.min;
}

#include "prefix.h"
#include <linux-ish/iheap.h>
#include <linux-ish/slotpool.h>
#include <linux-ish/walklist.h>

struct timer {
	struct iheap_idx due;
	struct walklist_node link;
	struct slotpool_idx slot;
};

IHEAP_DEFINE_STATIC(timers, 4);
WALKLIST_DEFINE(list);
SLOTPOOL_DEFINE_STATIC(pool, struct timer, slot, 4);
int without_prefix(void);

int main(void)
{
	struct timer *t = slotpool_zalloc_entry(&pool, struct timer, slot);
	int n = 0;

	if (!t || iheap_add(&timers, &t->due, 3) || iheap_first(&timers) != &t->due)
		return 1;
	walklist_add(&list, &t->link);
	walklist_for_each_entry(p, &list, struct timer, link) {
		walklist_del(&list, &p->link);
		n++;
	}
	slotpool_for_each_entry(p, &pool, struct timer, slot)
		n++;
	if (iheap_pop_entry(&timers, struct timer, due) != t || iheap_add(&timers, &t->due, 3))
		return 1;
	iheap_drain_due(p, &timers, 9, struct timer, due)
		n++;
	return n != 3 || !their_heap_is_empty() || without_prefix();
}
