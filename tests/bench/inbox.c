/* SPDX-License-Identifier: MIT */
/*
 * How fast objects go from several threads to one: inbox [SECONDS]
 *
 *   inbox   compare-and-swap to push, an exchange takes all, turned round once
 *   llist   the same as the kernel does it, written by hand: no check, nodes
 *           are not zeroed
 *   zephyr  an exchange, then the link: no second try, but the taker waits for
 *           links that are late; a queue in order, with a node that stays
 *   mutex   a TAILQ under a pthread mutex, taken as a whole
 *
 * "burst": what one push takes if all producers begin at once, push 256 each, and nobody
 * takes meanwhile; the objects are in their caches. Only bursts count in which all of
 * them ran at once for four fifths of it, so a busy machine gives the same figures,
 * if it takes longer; "-" if there was none. "batch": one thread pushes n and takes
 * n; what taking costs beyond a constant.
 * The contestants take turns, round after round; each figure is the median. The
 * best would be that of a round in which the threads did not meet.
 */
#define _GNU_SOURCE

#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>
#include <time.h>

#include <linux-ish/inbox.h>

#define MAX_PRODUCERS 4
#define OBJECTS 200000u
#define MAX_ROUNDS 200
#define BURST 256u
#define BURSTS 30u /* a round */
#define LINE 64

struct object {
	union {
		struct inbox_node node;
		struct object *next;
		TAILQ_ENTRY(object) entry;
	} link;
	uint64_t payload;
} __attribute__((aligned(LINE)));

TAILQ_HEAD(tailq, object);

/* Objects that are taken are handed to this. */
static uint64_t sum;

static inline void use(const struct object *object)
{
	sum += object->payload;
}

/* inbox */

static struct {
	struct inbox box;
	char apart[LINE];
} in = { INBOX_INIT, { 0 } };

static void inbox_put(struct object *object)
{
	if (inbox_push(&in.box, &object->link.node) < 0)
		abort();
}

static unsigned int inbox_get(void)
{
	unsigned int n = 0;

	inbox_drain_entry(object, &in.box, struct object, link.node) {
		use(object);
		n++;
	}
	return n;
}

/* the kernel's llist */

static struct {
	struct object *first;
	char apart[LINE];
} stack;

static void llist_put(struct object *object)
{
	struct object *first = __atomic_load_n(&stack.first, __ATOMIC_RELAXED);

	do
		object->link.next = first;
	while (!__atomic_compare_exchange_n(&stack.first, &first, object, true,
					    __ATOMIC_RELEASE,
					    __ATOMIC_RELAXED));
}

static unsigned int llist_get(void)
{
	struct object *chain, *turned = NULL, *next;
	unsigned int n = 0;

	if (!__atomic_load_n(&stack.first, __ATOMIC_RELAXED))
		return 0;
	chain = __atomic_exchange_n(&stack.first, NULL, __ATOMIC_ACQUIRE);
	for (; chain; chain = next) {
		next = chain->link.next;
		chain->link.next = turned;
		turned = chain;
	}
	for (; turned; turned = next) {
		next = turned->link.next;
		use(turned);
		n++;
	}
	return n;
}

/* exchange, then link */

static struct {
	struct object *last;
	char apart[LINE];
	struct object *first;
	char apart2[LINE];
	struct object stub;
} mpsc;

static void mpsc_put(struct object *object)
{
	struct object *before;

	__atomic_store_n(&object->link.next, NULL, __ATOMIC_RELAXED);
	before = __atomic_exchange_n(&mpsc.last, object, __ATOMIC_ACQ_REL);
	__atomic_store_n(&before->link.next, object, __ATOMIC_RELEASE);
}

static struct object *mpsc_pop(void)
{
	struct object *first = mpsc.first;
	struct object *next = __atomic_load_n(&first->link.next,
					      __ATOMIC_ACQUIRE);

	if (first == &mpsc.stub) {
		if (!next)
			return NULL;
		mpsc.first = first = next;
		next = __atomic_load_n(&first->link.next, __ATOMIC_ACQUIRE);
	}
	if (!next) {
		/* The last one cannot go before something lies after it. */
		if (first != __atomic_load_n(&mpsc.last, __ATOMIC_ACQUIRE))
			return NULL;
		mpsc_put(&mpsc.stub);
		next = __atomic_load_n(&first->link.next, __ATOMIC_ACQUIRE);
		if (!next)
			return NULL;
	}
	mpsc.first = next;
	return first;
}

static unsigned int mpsc_get(void)
{
	struct object *object;
	unsigned int n = 0;

	while ((object = mpsc_pop()) != NULL) {
		use(object);
		n++;
	}
	return n;
}

/* mutex and TAILQ */

static struct {
	pthread_mutex_t lock;
	struct tailq queue;
	char apart[LINE];
} locked = { PTHREAD_MUTEX_INITIALIZER, TAILQ_HEAD_INITIALIZER(locked.queue),
	     { 0 } };

static void mutex_put(struct object *object)
{
	pthread_mutex_lock(&locked.lock);
	TAILQ_INSERT_TAIL(&locked.queue, object, link.entry);
	pthread_mutex_unlock(&locked.lock);
}

static unsigned int mutex_get(void)
{
	struct tailq all = TAILQ_HEAD_INITIALIZER(all);
	struct object *object;
	unsigned int n = 0;

	pthread_mutex_lock(&locked.lock);
	TAILQ_CONCAT(&all, &locked.queue, link.entry);
	pthread_mutex_unlock(&locked.lock);
	TAILQ_FOREACH(object, &all, link.entry) {
		use(object);
		n++;
	}
	return n;
}

static const struct contestant {
	const char *name;
	void (*put)(struct object *object);
	unsigned int (*get)(void);
} contestants[] = {
	{ "inbox", inbox_put, inbox_get },
	{ "llist", llist_put, llist_get },
	{ "zephyr", mpsc_put, mpsc_get },
	{ "mutex", mutex_put, mutex_get },
};

#define CONTESTANTS (sizeof(contestants) / sizeof(contestants[0]))

static struct object *objects;

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int by_size(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* The median; of bursts that count. */
static double median(double *times, unsigned int n)
{
	qsort(times, n, sizeof(*times), by_size);
	while (n && times[0] <= 0) {
		times++;
		n--;
	}
	return n ? times[n / 2] : 0;
}

static unsigned int arrived, turn;

/* Wait for all others; in a loop, or they would not begin at once. */
static void meet(unsigned int count, unsigned int *mine)
{
	unsigned int spins = 0;

	++*mine;
	if (__atomic_add_fetch(&arrived, 1, __ATOMIC_ACQ_REL) == count) {
		__atomic_store_n(&arrived, 0, __ATOMIC_RELAXED);
		__atomic_store_n(&turn, *mine, __ATOMIC_RELEASE);
	}
	while (__atomic_load_n(&turn, __ATOMIC_ACQUIRE) != *mine)
		if (++spins % 10000 == 0)
			sched_yield(); /* somebody has no core */
}

struct burster {
	pthread_t thread;
	const struct contestant *with;
	struct object *from;
	unsigned int count;
	double begin, end;
	struct burster *all;
	double *times; /* of bursts that count */
	unsigned int good;
} __attribute__((aligned(LINE)));

/* When all are through the first one takes what came, and looks at the clocks. */
static void judge(struct burster *me)
{
	double begin = 0, end = 1e30, sum_of_all = 0;
	unsigned int i, got = 0;

	while (got < me->count * BURST)
		got += me->with->get();
	for (i = 0; i < me->count; i++) {
		begin = begin > me->all[i].begin ? begin : me->all[i].begin;
		end = end < me->all[i].end ? end : me->all[i].end;
		sum_of_all += me->all[i].end - me->all[i].begin;
	}
	if (end - begin >= 0.8 * sum_of_all / me->count)
		me->times[me->good++] = sum_of_all / (me->count * BURST);
}

static void *push_bursts(void *arg)
{
	struct burster *me = (struct burster *)arg;
	unsigned int i, k, mine = 0;

	for (k = 0; k < BURSTS; k++) {
		memset(me->from, 0, sizeof(*me->from) * BURST);
		meet(me->count, &mine);
		me->begin = now();
		for (i = 0; i < BURST; i++) {
			me->from[i].payload = i;
			me->with->put(&me->from[i]);
		}
		me->end = now();
		meet(me->count, &mine);
		if (me == me->all)
			judge(me);
		meet(me->count, &mine);
	}
	return NULL;
}

/* Per push; 0 if no burst counts. */
static double burst(const struct contestant *with, unsigned int count)
{
	static struct burster all[MAX_PRODUCERS];
	static double times[BURSTS];
	unsigned int i;

	arrived = turn = 0;
	for (i = 0; i < count; i++) {
		all[i].with = with;
		all[i].from = objects + (size_t)i * BURST;
		all[i].count = count;
		all[i].all = all;
		all[i].times = times;
		all[i].good = 0;
		if (pthread_create(&all[i].thread, NULL, push_bursts, &all[i]))
			abort();
	}
	for (i = 0; i < count; i++)
		pthread_join(all[i].thread, NULL);
	qsort(times, all[0].good, sizeof(double), by_size);
	return all[0].good ? times[all[0].good / 2] : 0;
}

static double batch(const struct contestant *with, unsigned int n)
{
	const unsigned int times = OBJECTS / n;
	unsigned int i, k;
	double begin;

	memset(objects, 0, sizeof(*objects) * n);
	begin = now();
	for (k = 0; k < times; k++) {
		for (i = 0; i < n; i++)
			with->put(&objects[i]);
		for (i = 0; i < n;)
			i += with->get();
	}
	return (now() - begin) / ((double)times * n);
}

int main(int argc, char **argv)
{
	static const unsigned int counts[] = { 1, 2, 4 };
	static const unsigned int batches[] = { 1, 10, 100, 1000, 10000 };
	static double times[CONTESTANTS][8][MAX_ROUNDS];
	double seconds = argc > 1 ? strtod(argv[1], NULL) : 10;
	double end = now() + seconds * 1e9;
	unsigned int rounds = 0, c, i;
	double time;

	objects = (struct object *)aligned_alloc(
		LINE, sizeof(*objects) * OBJECTS);
	if (!objects)
		return 1;
	memset(objects, 0, sizeof(*objects) * OBJECTS);
	mpsc.last = mpsc.first = &mpsc.stub;
	do {
		for (i = 0; i < 3; i++) {
			for (c = 0; c < CONTESTANTS; c++)
				times[c][i][rounds] = burst(&contestants[c], counts[i]);
		}
		for (i = 0; i < 5; i++) {
			for (c = 0; c < CONTESTANTS; c++)
				times[c][3 + i][rounds] = batch(&contestants[c], batches[i]);
		}
		rounds++;
	} while (rounds < MAX_ROUNDS && (now() < end || rounds < 5));
	printf("ns per object, median of %u rounds\n\n", rounds);
	printf("           burst, producers    batch of\n");
	printf("            1     2     4       1    10   100  1000 10000\n");
	for (c = 0; c < CONTESTANTS; c++) {
		printf("%-7s", contestants[c].name);
		for (i = 0; i < 8; i++) {
			time = median(times[c][i], rounds);
			printf("%s", i == 3 ? "  " : "");
			if (time > 0)
				printf("%6.1f", time);
			else
				printf("     -");
		}
		printf("\n");
	}
	free(objects);
	return 0;
}
