// SPDX-License-Identifier: MIT
/*
 * What an interrupt calls: a push, adds and deletions of lists, births and deaths in fixed pools.
 */
#include <linux-ish/ilist.h>
#include <linux-ish/inbox.h>
#include <linux-ish/ipool.h>
#include <linux-ish/slotpool.h>
#include <linux-ish/walklist.h>

struct event {
	struct ipool_idx memory;
	struct inbox_node arriving;
};
struct timer {
	struct slotpool_idx memory;
	struct ilist_node turn;
	struct walklist_node waiting;
};

IPOOL_DEFINE_STATIC(events, struct event, memory, 4);
SLOTPOOL_DEFINE_STATIC(timers, struct timer, memory, 4);
static INBOX_DEFINE(arrived);
static ILIST_DEFINE(turns);
static WALKLIST_DEFINE(waiting);

void interrupt(void);

void *memcpy(void *to, const void *from, size_t size)
{
	char *at = (char *)to;
	const char *byte = (const char *)from;

	while (size--)
		*at++ = *byte++;
	return to;
}

void *memset(void *at, int byte, size_t size)
{
	volatile char *byte_at = (volatile char *)at;

	while (size--)
		*byte_at++ = (char)byte;
	return at;
}

void lish_report(const struct lish_fault *fault)
{
	(void)fault;
	for (;;)
		;
}

void interrupt(void)
{
	struct event *e = ipool_alloc_entry(&events, struct event, memory);
	struct event *other = ipool_zalloc_entry(&events, struct event, memory);
	struct timer *t = slotpool_alloc_entry(&timers, struct timer, memory);
	struct timer *next = slotpool_zalloc_entry(&timers, struct timer, memory);

	if (!e || !other || !t || !next)
		return;
	inbox_node_init(&e->arriving);
	lish_sure(inbox_push(&arrived, &e->arriving));
	ipool_free(&events, &other->memory);
	ilist_add(&turns, &next->turn);
	ilist_add_tail(&turns, &t->turn);
	ilist_del(&next->turn);
	walklist_add(&waiting, &next->waiting);
	walklist_add_tail(&waiting, &t->waiting);
	walklist_del(&waiting, &next->waiting);
	slotpool_free(&timers, &next->memory);
}
