/* SPDX-License-Identifier: MIT */
/*
 * interrupt.c - an interrupt that hands buffers to the main loop
 *
 * The interrupt cannot allocate and cannot wait. So it owns a box with a stock of
 * empty buffers. It takes a buffer from there, fills it in and pushes it into the
 * main loop's box. The main loop works on the buffer and pushes it back into the
 * stock. If the stock is empty, the main loop is too slow: the interrupt drops the
 * data and counts the loss.
 *
 * Here a signal is the interrupt. On a microcontroller receive() has the name of the
 * vector, and nothing else changes: tests/targets/arm/inbox.c runs on a bare
 * Cortex-M3.
 *
 *	cc -Iinclude samples/interrupt.c build/liblinux-ish.a -lpthread
 */
#define _XOPEN_SOURCE 700

#include <signal.h>
#include <stdio.h>
#include <sys/time.h>

#include <linux-ish/inbox.h>

#define BUFFERS 4
#define WANTED 1000

struct buffer {
	struct inbox_node way;
	unsigned int number; /* stands for the data */
};

static INBOX_DEFINE(empty); /* owned by the interrupt */
static INBOX_DEFINE(full);  /* owned by the main loop */
static volatile sig_atomic_t dropped;

static void receive(int signal)
{
	static unsigned int number;
	struct buffer *b = inbox_pop_entry(&empty, struct buffer, way);

	(void)signal;
	if (!b) {
		dropped++;
		return;
	}
	b->number = number++;
	lish_sure(inbox_push(&full, &b->way));
}

static int start_interrupts(void)
{
	const struct itimerval each = { { 0, 100 }, { 0, 100 } };
	struct sigaction action = { 0 };

	action.sa_handler = receive;
	return sigaction(SIGALRM, &action, NULL) ||
	       setitimer(ITIMER_REAL, &each, NULL);
}

static void stop_interrupts(void)
{
	signal(SIGALRM, SIG_IGN);
}

int main(void)
{
	static struct buffer buffers[BUFFERS];
	unsigned int i, home = 0, wrong = 0, got = 0;

	for (i = 0; i < BUFFERS; i++)
		lish_sure(inbox_push(&empty, &buffers[i].way));
	if (start_interrupts())
		return 1;
	while (got < WANTED) {
		/* A real main loop would sleep here until an interrupt comes. */
		inbox_drain_entry(b, &full, struct buffer, way) {
			wrong += b->number != got++;
			lish_sure(inbox_push(&empty, &b->way));
		}
	}
	stop_interrupts();
	inbox_drain_entry(b, &full, struct buffer, way)
		home++;
	inbox_drain_entry(b, &empty, struct buffer, way)
		home++;
	printf("%s, %u out of order, %u of %d buffers are home\n",
	       got >= WANTED ? "all came" : "some are lost", wrong, home,
	       BUFFERS);
	return wrong || home != BUFFERS;
}
