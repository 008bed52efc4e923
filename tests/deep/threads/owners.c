/* SPDX-License-Identifier: MIT */
/*
 * Who owns an inbox: owners HOW, built with ThreadSanitizer.
 *
 * one: a thread owns the box, others push and look; then it hands the box on, by a
 * mutex and by join, which is no race. pop, drain, clear: two threads do this at
 * the same time, and nothing else orders them. The box stays empty, so that
 * nothing breaks but the rule.
 */
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200112L
#endif

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include <linux-ish/inbox.h>

struct parcel {
	struct inbox_node node;
	int value;
};

static INBOX_DEFINE(box);
static struct parcel parcels[2][100];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void *pop(void *arg)
{
	(void)arg;
	return inbox_pop_entry(&box, struct parcel, node);
}

static void *drain(void *arg)
{
	(void)arg;
	inbox_drain_entry(p, &box, struct parcel, node)
		sum += p->value;
	return NULL;
}

static void *clear(void *arg)
{
	(void)arg;
	inbox_clear(&box);
	return NULL;
}

/* Those who push may ask whether it is empty, too. */
static void *push(void *arg)
{
	struct parcel *mine = (struct parcel *)arg;
	int i;

	for (i = 0; i < 100; i++) {
		mine[i].value = 1;
		lish_sure(inbox_push(&box, &mine[i].node));
		(void)inbox_empty(&box);
	}
	return NULL;
}

/* An owner for a while. */
static void *own(void *arg)
{
	struct parcel *p;
	int i;

	(void)arg;
	for (i = 0; i < 50; i++) {
		pthread_mutex_lock(&lock);
		p = inbox_pop_entry(&box, struct parcel, node);
		if (p)
			sum += p->value;
		inbox_drain_entry(q, &box, struct parcel, node) {
			sum += q->value;
			break;
		}
		pthread_mutex_unlock(&lock);
	}
	return NULL;
}

int main(int argc, char **argv)
{
	const char *how = argc == 2 ? argv[1] : "";
	void *(*work)(void *) = !strcmp(how, "pop")   ? pop :
				!strcmp(how, "drain") ? drain :
				!strcmp(how, "clear") ? clear :
							own;
	pthread_t threads[4];
	int i, count = work == own ? 4 : 2;

	for (i = 0; i < count; i++)
		if (pthread_create(&threads[i], NULL, i < 2 ? work : push,
				   parcels[i & 1]))
			return 2;
	for (i = 0; i < count; i++)
		pthread_join(threads[i], NULL);
	/* main is the owner now. */
	drain(NULL);
	if (work == own && sum != 200) {
		printf("FAILED: %d instead of 200\n", sum);
		return 1;
	}
	printf("%s: %d\n", how, sum);
	return 0;
}
