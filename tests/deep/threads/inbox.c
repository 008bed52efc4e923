/* SPDX-License-Identifier: MIT */
/*
 * inbox under load: inbox PRODUCERS PUSHES OBJECTS SECONDS
 *
 * Each producer has a stock of objects. It fills one in, pushes it to the owner,
 * and takes back what the owner sends home, which is a box as well; when it has
 * none left, it waits. So objects go round, and the word of a box takes the same
 * values again and again. The owner drains, leaves drains by break, pops, and
 * clears what must be empty.
 *
 * Looked at are the order of each producer, that what it wrote before a push is
 * there, that nothing is lost or comes twice, and that a push says "nothing was
 * waiting" not more often than the owner looked. Prints "N passed, N failed".
 */
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200112L
#endif

#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <linux-ish/inbox.h>

#define MAX_PRODUCERS 16

struct parcel {
	struct inbox_node node;
	struct producer *from;
	unsigned long number;
	unsigned long check; /* of number; plain data: a race is a race */
};

struct producer {
	struct inbox home;
	pthread_t thread;
	struct parcel *parcels;
	unsigned long woke, overruns;
	unsigned long next; /* the owner's: the number that must come */
};

static INBOX_DEFINE(box);
static struct producer producers[MAX_PRODUCERS];
static unsigned int count, objects;
static unsigned long pushes;
static unsigned long failed;

static void fail(const char *what, unsigned long got, unsigned long expected)
{
	if (failed++ < 5)
		printf("FAILED: %s: %lu instead of %lu\n", what, got, expected);
}

static unsigned long sum_of(unsigned long number)
{
	return (number ^ 0x5a5au) * 2654435761u;
}

static void *produce(void *arg)
{
	struct producer *me = (struct producer *)arg;
	struct parcel *parcel;
	unsigned long number = 0;
	int result;

	while (number < pushes) {
		parcel = inbox_pop_entry(&me->home, struct parcel, node);
		if (!parcel) {
			sched_yield();
			continue;
		}
		parcel->number = number;
		parcel->check = sum_of(number);
		number++;
		result = inbox_push(&box, &parcel->node);
		if (result < 0)
			me->overruns++;
		else
			me->woke += (unsigned long)result;
	}
	return NULL;
}

static void receive(struct parcel *parcel)
{
	struct producer *from = parcel->from;

	if (parcel->number != from->next)
		fail("order", parcel->number, from->next);
	if (parcel->check != sum_of(parcel->number))
		fail("contents", parcel->check, sum_of(parcel->number));
	from->next = parcel->number + 1;
	if (inbox_push(&from->home, &parcel->node) < 0)
		fail("the node is zero for the body", 1, 0);
}

int main(int argc, char **argv)
{
	struct parcel *parcel;
	unsigned long total, got = 0, looks = 0, woke = 0, overruns = 0, home = 0;
	unsigned int i, k;

	if (argc != 5)
		return 2;
	count = (unsigned int)strtoul(argv[1], NULL, 10);
	pushes = strtoul(argv[2], NULL, 10);
	objects = (unsigned int)strtoul(argv[3], NULL, 10);
	if (!count || count > MAX_PRODUCERS || !objects)
		return 2;
	/* What was lost is waited for in vain: an end must come. */
	alarm((unsigned int)strtoul(argv[4], NULL, 10));
	for (i = 0; i < count; i++) {
		inbox_init(&producers[i].home);
		producers[i].parcels = (struct parcel *)calloc(
			objects, sizeof(struct parcel));
		if (!producers[i].parcels)
			return 2;
		for (k = 0; k < objects; k++) {
			producers[i].parcels[k].from = &producers[i];
			lish_sure(inbox_push(&producers[i].home,
					     &producers[i].parcels[k].node));
		}
	}
	for (i = 0; i < count; i++) {
		if (pthread_create(&producers[i].thread, NULL, produce,
				   &producers[i]))
			return 2;
	}
	total = count * pushes;
	while (got < total) {
		looks++;
		switch (looks % 4) {
		case 0:
			parcel = inbox_pop_entry(&box, struct parcel, node);
			if (parcel) {
				got++;
				receive(parcel);
			}
			break;
		case 1:
			i = 0;
			inbox_drain_entry(pos, &box, struct parcel, node) {
				got++;
				receive(pos);
				if (++i == 3)
					break;
			}
			break;
		default:
			inbox_drain_entry(pos, &box, struct parcel, node) {
				got++;
				receive(pos);
			}
			if (inbox_empty(&box))
				sched_yield();
		}
	}
	for (i = 0; i < count; i++) {
		pthread_join(producers[i].thread, NULL);
		woke += producers[i].woke;
		overruns += producers[i].overruns;
		if (producers[i].next != pushes)
			fail("pushes received", producers[i].next, pushes);
		if (inbox_check(&producers[i].home, NULL) != LISH_OK)
			fail("the home is whole", 0, 1);
		inbox_drain_entry(pos, &producers[i].home, struct parcel, node)
			home++;
		free(producers[i].parcels);
	}
	if (got != total)
		fail("objects", got, total);
	if (home != (unsigned long)count * objects)
		fail("objects at home", home, (unsigned long)count * objects);
	if (!inbox_empty(&box))
		fail("the box is empty", 0, 1);
	if (overruns)
		fail("nodes that were in", overruns, 0);
	if (!woke || woke > looks)
		fail("pushes into an empty box", woke, looks);
	printf("%u producers, %lu pushes, %lu looks, %lu found it empty\n",
	       count, total, looks, woke);
	printf("%d passed, %d failed\n", failed ? 0 : 1, failed ? 1 : 0);
	return failed != 0;
}
