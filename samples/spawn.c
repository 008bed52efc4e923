/* SPDX-License-Identifier: MIT */
/*
 * spawn.c - requests from other threads, by inbox
 *
 * Threads ask a game to spawn enemies. The list of enemies belongs to the game's
 * thread and has no lock. Each request is an object of its sender. The game sends it
 * home through the sender's box. The game sleeps while there is nothing to do: a push
 * that returns 1 found the box empty, and wakes the game.
 *
 * Prints the number of spawned enemies: the same in each run.
 *
 *	cc -Iinclude samples/spawn.c build/liblinux-ish.a -lpthread
 */
#define _POSIX_C_SOURCE 200112L

#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdio.h>

#include <linux-ish/inbox.h>

#define THREADS 3
#define REQUESTS 1000 /* of each thread */
#define OBJECTS 4     /* that each thread has for its requests */

struct request {
	struct inbox_node sent;
	struct inbox *home;
	unsigned int kind;
	unsigned int number;
};

struct asker {
	struct inbox home;
	pthread_t thread;
	unsigned int kind;
	struct request requests[OBJECTS];
};

static INBOX_DEFINE(requests);
static sem_t work;

static void *ask(void *arg)
{
	struct asker *me = (struct asker *)arg;
	struct request *request;
	unsigned int number = 0;

	while (number < REQUESTS) {
		request = inbox_pop_entry(&me->home, struct request, sent);
		if (!request) {
			sched_yield(); /* all objects are on their way */
			continue;
		}
		request->kind = me->kind;
		request->number = number++;
		if (inbox_push(&requests, &request->sent) > 0)
			sem_post(&work);
	}
	return NULL;
}

int main(void)
{
	static struct asker askers[THREADS];
	unsigned int spawned[THREADS] = { 0 };
	unsigned int total = 0, disorder = 0, i, k;

	if (sem_init(&work, 0, 0))
		return 1;
	for (i = 0; i < THREADS; i++) {
		inbox_init(&askers[i].home);
		askers[i].kind = i;
		for (k = 0; k < OBJECTS; k++) {
			askers[i].requests[k].home = &askers[i].home;
			lish_sure(inbox_push(&askers[i].home,
					     &askers[i].requests[k].sent));
		}
		if (pthread_create(&askers[i].thread, NULL, ask, &askers[i]))
			return 1;
	}
	while (total < THREADS * REQUESTS) {
		/* Sleep only while the box is empty. */
		while (inbox_empty(&requests))
			sem_wait(&work);
		inbox_drain_entry(r, &requests, struct request, sent) {
			/* a real game would create an enemy here */
			disorder += r->number != spawned[r->kind];
			spawned[r->kind]++;
			total++;
			/* from here on the request is its thread's again */
			lish_sure(inbox_push(r->home, &r->sent));
		}
	}
	for (i = 0; i < THREADS; i++)
		pthread_join(askers[i].thread, NULL);
	printf("%u spawned:", total);
	for (i = 0; i < THREADS; i++)
		printf(" %u", spawned[i]);
	printf(", %u out of order\n", disorder);
	return total != THREADS * REQUESTS || disorder;
}
