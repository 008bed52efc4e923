/* SPDX-License-Identifier: MIT */
/*
 * A main loop on a small machine: messages from a timer interrupt, a queue of
 * events, timers, and listeners that come and go. There is no heap.
 *
 * - A message is an object of the pool. It has a node for each container that it is
 *   ever in.
 * - The interrupt never touches the pool. It takes an empty message out of one
 *   inbox, the stock, fills it, and pushes it into another inbox. Nothing is locked.
 * - The main loop owns everything else. It moves arrived messages into its queue and
 *   calls the listeners. Then it returns the message to the stock or to the pool.
 *
 * Times are counted in received ticks, so that each run prints the same on machines
 * of any speed.
 */
#include "board.h"

#include <linux-ish/ilist.h>
#include <linux-ish/inbox.h>
#include <linux-ish/ipool.h>
#include <linux-ish/walklist.h>

#define MESSAGES 16
#define STOCK 10
#define TICKS 1000
#define CYCLES 6000

enum kind { SAMPLE, ALARM, SUMMARY };

struct message {
	enum kind kind;
	uint32_t tick;
	uint32_t value;
	struct ipool_idx memory;
	struct inbox_node way; /* stock, arrived */
	struct ilist_node queued;
};

struct timer {
	uint32_t due;
	uint32_t every; /* 0: once */
	void (*fire)(struct timer *timer);
	struct ilist_node link; /* running, the next one first */
};

struct listener {
	void (*hear)(struct listener *listener, const struct message *message);
	uint32_t heard;
	uint32_t sum;
	struct walklist_node link;
};

/* The linker script places the section of the messages. */
static IPOOL_STORAGE(message_memory, struct message, MESSAGES)
	__attribute__((section(".pools")));
static struct ipool messages =
	IPOOL_INIT(message_memory, struct message, memory);

static INBOX_DEFINE(stock);   /* the interrupt takes, the main loop fills */
static INBOX_DEFINE(arrived); /* the interrupt fills, the main loop takes */
static ILIST_DEFINE(queue);
static ILIST_DEFINE(running);
static WALKLIST_DEFINE(listeners);

static uint32_t now;
static uint32_t lost;
static uint32_t beats;

/* Misuse of a container: a number, and an address for addr2line. */
void lish_report(const struct lish_fault *fault)
{
	board_print("misuse: reason ");
	board_print_number((uint32_t)fault->reason);
	board_print(", called at ");
	board_print_number((uint32_t)(uintptr_t)fault->caller);
	board_print("\n");
	board_exit(2);
}

/* The interrupt: constant time, no lock, no pool. */
void board_tick(void)
{
	static uint32_t tick, value = 1;
	struct message *m;

	if (tick == TICKS)
		return;
	m = inbox_pop_entry(&stock, struct message, way);
	if (!m) {
		lost++;
		return;
	}
	value = value * 1664525u + 1013904223u;
	m->kind = value >> 27 == 0 ? ALARM : SAMPLE;
	m->tick = ++tick;
	m->value = value >> 24;
	lish_sure(inbox_push(&arrived, &m->way));
}

/* Messages */

static void post(struct message *m)
{
	if (m->kind == ALARM)
		ilist_add(&queue, &m->queued);
	else
		ilist_add_tail(&queue, &m->queued);
}

static void tell(const struct message *m)
{
	/* A listener may leave, or make others leave. */
	walklist_for_each_entry(l, &listeners, struct listener, link)
		l->hear(l, m);
}

/* Messages from the stock go back there, the others to the pool. */
static void send_home(struct message *m)
{
	if (m->kind == SUMMARY)
		ipool_free(&messages, &m->memory);
	else
		lish_sure(inbox_push(&stock, &m->way));
}

/* Timers */

static int by_due(void *ctx, const struct ilist_node *a,
		  const struct ilist_node *b)
{
	const struct timer *first = container_of(a, const struct timer, link);
	const struct timer *second = container_of(b, const struct timer, link);

	(void)ctx;
	return (int)(first->due - second->due);
}

static void timer_start(struct timer *timer, uint32_t in)
{
	timer->due = now + in;
	ilist_leave(&timer->link);
	ilist_add_sorted(&running, &timer->link, by_due, NULL);
}

static void run_timers(void)
{
	struct timer *t;

	while ((t = ilist_first_entry(&running, struct timer, link)) != NULL &&
	       (int32_t)(t->due - now) <= 0) {
		ilist_del(&t->link);
		if (t->every)
			timer_start(t, t->every);
		t->fire(t);
	}
}

/* The program */

static void count(struct listener *l, const struct message *m)
{
	if (m->kind == SAMPLE) {
		l->heard++;
		l->sum += m->value;
	}
}

static struct listener counter = { .hear = count };

static void watch(struct listener *l, const struct message *m)
{
	if (m->kind == ALARM && ++l->heard == 3) {
		board_print("three alarms by tick ");
		board_print_number(m->tick);
		board_print("\n");
		walklist_leave(&l->link);
	}
}

static void show(struct listener *l, const struct message *m)
{
	if (m->kind == SUMMARY && ++l->heard % 5 == 0) {
		board_print("tick ");
		board_print_number(m->tick);
		board_print(": ");
		board_print_number(counter.heard);
		board_print(" samples\n");
	}
}

static struct listener guard = { .hear = watch };
static struct listener display = { .hear = show };

static void beat(struct timer *timer)
{
	(void)timer;
	beats++;
}

static void summarise(struct timer *timer)
{
	/* zalloc, because the section is not zeroed. */
	struct message *m =
		ipool_zalloc_entry(&messages, struct message, memory);

	(void)timer;
	if (!m) {
		lost++;
		return;
	}
	m->kind = SUMMARY;
	m->tick = now;
	post(m);
}

static struct timer heartbeat = { .every = 10, .fire = beat };
static struct timer summary = { .every = 100, .fire = summarise };

int main(void)
{
	struct message *m;
	int i;

	for (i = 0; i < STOCK; i++) {
		m = ipool_zalloc_entry(&messages, struct message, memory);
		lish_sure(inbox_push(&stock, &m->way));
	}
	walklist_add_tail(&listeners, &counter.link);
	walklist_add_tail(&listeners, &guard.link);
	walklist_add_tail(&listeners, &display.link);
	timer_start(&heartbeat, heartbeat.every);
	timer_start(&summary, summary.every);
	board_timer_start(CYCLES);
	while (now < TICKS || !ilist_empty(&queue)) {
		BOARD_SLEEP_UNLESS(!inbox_empty(&arrived) ||
				   !ilist_empty(&queue));
		inbox_drain_entry(a, &arrived, struct message, way) {
			now = a->tick;
			post(a);
			run_timers();
		}
		while ((m = ilist_pop_entry(&queue, struct message, queued)) !=
		       NULL) {
			tell(m);
			send_home(m);
		}
	}
	board_timer_stop();
	board_print_number(counter.heard);
	board_print(" samples, sum ");
	board_print_number(counter.sum);
	board_print(", ");
	board_print_number(beats);
	board_print(" beats, ");
	board_print_number(lost);
	board_print(" lost, ");
	board_print_number(ipool_count(&messages));
	board_print(" of ");
	board_print_number(ipool_stats(&messages).capacity);
	board_print(" messages out\n");
	return ipool_count(&messages) != STOCK;
}
