/* SPDX-License-Identifier: MIT */
/*
 * An interrupt that hands buffers to the main loop, on bare metal
 *
 * The interrupt has a stock of free buffers, a box of which it is the owner. It
 * takes one, fills it in, and pushes it to the main loop, which works on it and
 * sends it home. Besides it has one object for news, which it pushes each time,
 * whether the main loop has come round to it or not. The timer is set to another
 * time at each interrupt, so that it comes between any two instructions.
 */
#include "board.h"

#include <linux-ish/inbox.h>

#define BUFFERS 12
#define WANTED 10000
/* Shorter, and the main loop of a slow build gets nowhere. */
#ifndef PERIOD
#define PERIOD 30
#endif

struct buffer {
	struct inbox_node way;
	unsigned long number;
	unsigned long check;
};

struct news {
	struct inbox_node way;
	unsigned long ticks;
};

static INBOX_DEFINE(stock); /* the interrupt's */
static INBOX_DEFINE(full); /* the main loop's */
static INBOX_DEFINE(told); /* the main loop's */
static struct buffer buffers[BUFFERS];
static struct news news;
static unsigned long number, ticks, starved, overruns, failures;
static unsigned long random = 1;

static void fail(const char *what)
{
	if (failures++ < 3) {
		board_print("FAILED: ");
		board_print(what);
		board_print("\n");
	}
}

void board_tick(void)
{
	struct buffer *buffer;
	int i;

	ticks++;
	random = random * 1664525u + 1013904223u;
	for (i = (int)(random >> 30); i >= 0; i--) {
		buffer = inbox_pop_entry(&stock, struct buffer, way);
		if (!buffer) {
			starved++;
			break;
		}
		buffer->number = number++;
		buffer->check = ~buffer->number;
		if (inbox_push(&full, &buffer->way) < 0)
			fail("a buffer of the stock is in a box");
	}
	news.ticks = ticks;
	if (inbox_push(&told, &news.way) < 0)
		overruns++;
	board_timer_start(PERIOD + (random >> 16) % 97);
}

int board_main(void)
{
	unsigned long expected = 0, heard = 0, last = 0, n;
	unsigned int i;

	for (i = 0; i < BUFFERS; i++)
		lish_sure(inbox_push(&stock, &buffers[i].way));
	board_timer_start(100);
	while (expected < WANTED && failures == 0) {
		n = 0;
		inbox_drain_entry(b, &full, struct buffer, way) {
			if (b->number != expected)
				fail("a buffer is lost, or comes twice");
			if (b->check != ~b->number)
				fail("a buffer is not what was written");
			expected = b->number + 1;
			if (inbox_push(&stock, &b->way) < 0)
				fail("a drained buffer is in a box");
			/* Sometimes the rest must wait. */
			if (++n == 3)
				break;
		}
		inbox_drain_entry(event, &told, struct news, way) {
			/* Not whole while the interrupt comes, but never older. */
			last = *(volatile unsigned long *)&event->ticks;
			heard++;
		}
	}
	board_timer_stop();
	inbox_drain_entry(b, &full, struct buffer, way) {
		if (b->number != expected++)
			fail("a buffer is lost at the end");
		lish_sure(inbox_push(&stock, &b->way));
	}
	inbox_drain_entry(event, &told, struct news, way) {
		last = event->ticks;
		heard++;
	}
	if (last != ticks)
		fail("the last news was not heard");
	if (heard + overruns != ticks)
		fail("news and overruns are not all ticks");
	if (expected != number)
		fail("a buffer is on its way for ever");
	n = 0;
	inbox_drain_entry(b, &stock, struct buffer, way)
		n++;
	if (n != BUFFERS)
		fail("a buffer did not come home");
	board_print_number(expected);
	board_print(" buffers, ");
	board_print_number(ticks);
	board_print(" interrupts, ");
	board_print_number(starved);
	board_print(" without a buffer, ");
	board_print_number(overruns);
	board_print(" overruns\n");
	board_print(failures ? "0 passed, 1 failed\n" : "1 passed, 0 failed\n");
	return failures != 0;
}
