// SPDX-License-Identifier: MIT
/* The file between: C99. */
#include "timers.h"

#include <linux-ish/iheap.h>

struct overlay {
	char before[offsetof(struct timer, reserved)];
	struct iheap_idx due;
};
typedef char fits[sizeof(struct iheap_idx) <= sizeof(long) ? 1 : -1];

IHEAP_DEFINE_STATIC(timers, 4);

int timer_start(struct timer *timer, long when)
{
	return iheap_set(&timers, &((struct overlay *)(void *)timer)->due, when);
}

struct timer *timer_next(long now)
{
	struct overlay *first = iheap_first_entry(&timers, struct overlay, due);

	if (!first || iheap_key_of(&timers, &first->due) > now)
		return NULL;
	iheap_del(&timers, &first->due);
	return (struct timer *)(void *)first;
}
