/* SPDX-License-Identifier: MIT */
/*
 * timers.c - timers that start, stop and delay each other when they fire
 *
 * A heap whose keys are times. The first timer is due next, so the program knows how
 * long it may sleep. The callback of a timer may stop any other timer, due or not. It
 * may start its own timer again, or free it.
 *
 * Of iheap this uses add, moved, leave, contains, first_entry, key_of and drain_due.
 *
 *	cc -Iinclude samples/timers.c build/liblinux-ish.a
 */
#include <stdio.h>

#include <linux-ish/iheap.h>

struct timer {
	void (*fire)(struct timer *t);
	struct iheap_idx idx;
};

IHEAP_DEFINE_STATIC(timers, 8);

static int64_t now;

/* Starts a timer, or restarts a running timer. */
static void timer_start(struct timer *t, unsigned int after)
{
	if (iheap_contains(&timers, &t->idx))
		iheap_moved(&timers, &t->idx, now + after);
	else
		lish_sure(iheap_add(&timers, &t->idx, now + after));
}

/* Stops a timer. Returns false if it was not running. */
static bool timer_stop(struct timer *t)
{
	return iheap_leave(&timers, &t->idx);
}

/* Sleeps until the next timer is due, but not beyond end. */
static bool timers_wait(int64_t end)
{
	struct timer *first = iheap_first_entry(&timers, struct timer, idx);

	if (!first || iheap_key_of(&timers, &first->idx) > end)
		return false;
	now = iheap_key_of(&timers, &first->idx);
	return true;
}

/*
 * A callback may start its timer again, or not. If all timers repeat, iheap_first_entry()
 * and iheap_moved() are faster: see the page of iheap.
 */
static unsigned int timers_run(void)
{
	unsigned int fired = 0;

	iheap_drain_due(t, &timers, now, struct timer, idx) {
		t->fire(t);
		fired++;
	}
	return fired;
}

static struct timer blink, once, late, never;

static void on_blink(struct timer *t)
{
	printf("%2d blink\n", (int)now);
	timer_start(t, 4);
}

static void on_once(struct timer *t)
{
	(void)t;
	printf("%2d once: stops the next one, which is due now: %s\n", (int)now,
	       timer_stop(&never) ? "yes" : "no");
	printf("%2d and one that does not run any more: %s\n", (int)now,
	       timer_stop(&once) ? "yes" : "no");
	printf("%2d and puts off a third\n", (int)now);
	timer_start(&late, 13);
}

static void on_late(struct timer *t)
{
	(void)t;
	printf("%2d late: stops the one that blinks\n", (int)now);
	timer_stop(&blink);
}

static void on_never(struct timer *t)
{
	(void)t;
	printf("%2d never\n", (int)now);
}

int main(void)
{
	unsigned int fired = 0;

	blink.fire = on_blink;
	once.fire = on_once;
	late.fire = on_late;
	never.fire = on_never;
	timer_start(&blink, 3);
	timer_start(&once, 5);
	timer_start(&never, 5);
	timer_start(&late, 6);
	while (timers_wait(40))
		fired += timers_run();
	printf("%u fired\n", fired);
	return 0;
}
