/* SPDX-License-Identifier: MIT */
/*
 * timers.c - timers that start, stop and kill each other when they fire
 *
 * A wheel: a list per slot, so that to start and to stop is O(1), and a turn looks
 * at one list. What is due goes to a list of its own first, and is drained from
 * there: the callback of a timer may stop any other, due or not, start itself
 * again, and free itself.
 *
 * Of ilist this uses add_tail, leave, a safe loop, move_tail and drain.
 */
#include <stdio.h>

#include <linux-ish/ilist.h>

#define SLOTS 16u

struct timer {
	void (*fire)(struct timer *t);
	unsigned int at;
	struct ilist_node link;
};

static struct ilist wheel[SLOTS];
static unsigned int now;

static void timers_init(void)
{
	unsigned int i;

	for (i = 0; i < SLOTS; i++)
		ilist_init(&wheel[i]);
}

/* Starts a timer, or moves one that runs. */
static void timer_start(struct timer *t, unsigned int after)
{
	t->at = now + after;
	ilist_leave(&t->link);
	ilist_add_tail(&wheel[t->at % SLOTS], &t->link);
}

/* Stops a timer that may have fired, or never run. */
static bool timer_stop(struct timer *t)
{
	return ilist_leave(&t->link);
}

static unsigned int timers_turn(void)
{
	struct ilist due = ILIST_INIT(due);
	struct ilist *slot = &wheel[++now % SLOTS];
	unsigned int fired = 0;

	/* The others of this slot are due some turns of the wheel later. */
	ilist_for_each_entry_safe(t, slot, struct timer, link)
		if (t->at == now)
			ilist_move_tail(&due, &t->link);
	ilist_drain_entry(t, &due, struct timer, link) {
		t->fire(t);
		fired++;
	}
	return fired;
}

static struct timer blink, once, late, never;

static void on_blink(struct timer *t)
{
	printf("%2u blink\n", now);
	timer_start(t, 4);
}

static void on_once(struct timer *t)
{
	(void)t;
	printf("%2u once: stops the next one, which is due now: %s\n", now,
	       timer_stop(&never) ? "yes" : "no");
	printf("%2u and one that never ran: %s\n", now,
	       timer_stop(&once) ? "yes" : "no");
}

static void on_late(struct timer *t)
{
	(void)t;
	printf("%2u late: more than a turn of the wheel\n", now);
	timer_stop(&blink);
}

static void on_never(struct timer *t)
{
	(void)t;
	printf("%2u never\n", now);
}

int main(void)
{
	unsigned int fired = 0;

	timers_init();
	blink.fire = on_blink;
	once.fire = on_once;
	late.fire = on_late;
	never.fire = on_never;
	timer_start(&blink, 3);
	timer_start(&once, 5);
	timer_start(&never, 5);
	timer_start(&late, 18);
	while (now < 40)
		fired += timers_turn();
	printf("%u fired\n", fired);
	return 0;
}
