/* SPDX-License-Identifier: MIT */
/*
 * server.c - connections that close each other while the server loops over them
 *
 * A chat room. A connection that reads too slowly is closed, and the others get a
 * message. That message may be too much for the next connection. So say() calls
 * hang_up(), which calls say(): loops run inside loops, and the inner loop
 * frees the element that the outer loop visits next.
 *
 * Documentation/loops.rst shows the same program with sys/queue.h and ilist.
 *
 *	cc -Iinclude samples/server.c build/liblinux-ish.a
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <linux-ish/walklist.h>

#define TICKS 2000

struct conn {
	char unread[24]; /* text that the client has not read yet */
	size_t used;
	struct walklist_node link;
};

static WALKLIST_DEFINE(room);
static unsigned int opened, closed, told;
static uint32_t random_state = 1;

static uint32_t random_below(uint32_t n)
{
	random_state = random_state * 1103515245u + 12345u;
	return (random_state >> 16) % n;
}

static void say(const char *text);

static void hang_up(struct conn *c)
{
	walklist_del(&room, &c->link);
	closed++;
	say("left "); /* may hang up others */
	free(c);
}

static void say(const char *text)
{
	size_t size = strlen(text);

	walklist_for_each_entry(c, &room, struct conn, link) {
		if (size > sizeof(c->unread) - c->used) {
			hang_up(c);
			continue;
		}
		memcpy(c->unread + c->used, text, size);
		c->used += size;
		told++;
	}
}

static void join(void)
{
	/* Zeroed: a node of zeros is in no list. */
	struct conn *c = (struct conn *)calloc(1, sizeof(*c));

	if (!c)
		exit(1);
	opened++;
	walklist_add_tail(&room, &c->link);
}

static void read_some(void)
{
	walklist_for_each_entry(c, &room, struct conn, link)
		if (random_below(3) == 0)
			c->used = 0;
}

int main(void)
{
	int tick;

	for (tick = 0; tick < TICKS; tick++) {
		if (random_below(2))
			join();
		if (random_below(2))
			say("hello ");
		read_some();
	}
	printf("%u opened, %u closed, %u are here; %u messages\n", opened,
	       closed, (unsigned int)walklist_count(&room), told);

	walklist_for_each_entry(c, &room, struct conn, link)
		hang_up(c);
	printf("%u closed\n", closed);
	return opened != closed;
}
