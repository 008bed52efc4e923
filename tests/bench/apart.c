/* SPDX-License-Identifier: MIT */
/*
 * What it costs two threads if their containers share a line of the cache: apart
 * [SECONDS]
 *
 * Each thread has a container of its own, and nothing else in common with the
 * other one than that their structs lie side by side, or LISH_APART bytes apart. It
 * puts sixteen objects in and takes them out again. Only rounds count in which both
 * ran at the same time, for nine tenths of it at least; each figure is the median,
 * and that of the worst of four places at which the first one may begin in a line.
 */
#define _GNU_SOURCE

#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <linux-ish/dense.h>
#include <linux-ish/densepool.h>
#include <linux-ish/ilist.h>
#include <linux-ish/ipool.h>
#include <linux-ish/listpool.h>
#include <linux-ish/rwarray.h>
#include <linux-ish/slotpool.h>
#include <linux-ish/walklist.h>

#define OBJECTS 16
#define TIMES 1000
#define MAX_ROUNDS 500
#define FAR 256 /* more than any LISH_APART */
#define PLACES 4

struct object {
	struct ilist_node ilist;
	struct walklist_node walklist;
	struct dense_idx dense;
	struct rwarray_idx rwarray;
	struct ipool_idx ipool;
	struct slotpool_idx slotpool;
	struct densepool_idx densepool;
	struct listpool_node listpool;
};

/* What a thread has beside the head. */
static struct side {
	struct object objects[OBJECTS];
	struct object *got[OBJECTS];
	DENSE_STORAGE(dense, OBJECTS);
	RWARRAY_STORAGE(rwarray, 2 * OBJECTS);
	IPOOL_STORAGE(ipool, struct object, OBJECTS);
	SLOTPOOL_STORAGE(slotpool, struct object, OBJECTS);
	DENSEPOOL_STORAGE(densepool, struct object, OBJECTS);
	LISTPOOL_STORAGE(listpool, struct object, OBJECTS);
	char far[FAR];
} sides[2];

/* Two heads; they begin where a line does. */
static char heads[4096] __attribute__((aligned(FAR)));

static void ilist_begin(void *head, struct side *side)
{
	(void)side;
	ilist_init((struct ilist *)head);
}

static void ilist_run(void *head, struct side *side)
{
	unsigned int i;

	for (i = 0; i < OBJECTS; i++)
		ilist_add_tail((struct ilist *)head, &side->objects[i].ilist);
	for (i = 0; i < OBJECTS; i++)
		ilist_del(&side->objects[i].ilist);
}

static void walklist_begin(void *head, struct side *side)
{
	(void)side;
	walklist_init((struct walklist *)head);
}

static void walklist_run(void *head, struct side *side)
{
	struct walklist *list = (struct walklist *)head;
	unsigned int i;

	for (i = 0; i < OBJECTS; i++)
		walklist_add_tail(list, &side->objects[i].walklist);
	for (i = 0; i < OBJECTS; i++)
		walklist_del(list, &side->objects[i].walklist);
}

static void dense_begin(void *head, struct side *side)
{
	dense_init_in((struct dense *)head, &side->dense);
}

static void dense_run(void *head, struct side *side)
{
	struct dense *array = (struct dense *)head;
	unsigned int i;

	for (i = 0; i < OBJECTS; i++)
		lish_sure(dense_add(array, &side->objects[i].dense));
	for (i = 0; i < OBJECTS; i++)
		dense_del(array, &side->objects[i].dense);
}

static void rwarray_begin(void *head, struct side *side)
{
	rwarray_init_in((struct rwarray *)head, &side->rwarray);
}

static void rwarray_run(void *head, struct side *side)
{
	struct rwarray *array = (struct rwarray *)head;
	unsigned int i;

	for (i = 0; i < OBJECTS; i++)
		lish_sure(rwarray_add_tail(array, &side->objects[i].rwarray));
	for (i = 0; i < OBJECTS; i++)
		rwarray_del(array, &side->objects[i].rwarray);
}

static void ipool_begin(void *head, struct side *side)
{
	ipool_init_in((struct ipool *)head, struct object, ipool, &side->ipool, NULL);
}

static void ipool_run(void *head, struct side *side)
{
	struct ipool *pool = (struct ipool *)head;
	unsigned int i;

	for (i = 0; i < OBJECTS; i++)
		side->got[i] = ipool_alloc_entry(pool, struct object, ipool);
	for (i = 0; i < OBJECTS; i++)
		ipool_free(pool, &side->got[i]->ipool);
}

static void slotpool_begin(void *head, struct side *side)
{
	slotpool_init_in((struct slotpool *)head, struct object, slotpool,
			 &side->slotpool, NULL);
}

static void slotpool_run(void *head, struct side *side)
{
	struct slotpool *pool = (struct slotpool *)head;
	unsigned int i;

	for (i = 0; i < OBJECTS; i++)
		side->got[i] =
			slotpool_alloc_entry(pool, struct object, slotpool);
	for (i = 0; i < OBJECTS; i++)
		slotpool_free(pool, &side->got[i]->slotpool);
}

static void densepool_begin(void *head, struct side *side)
{
	densepool_init_in((struct densepool *)head, struct object, densepool,
			  &side->densepool, NULL);
}

static void densepool_run(void *head, struct side *side)
{
	struct densepool *pool = (struct densepool *)head;
	unsigned int i;

	for (i = 0; i < OBJECTS; i++)
		side->got[i] =
			densepool_alloc_entry(pool, struct object, densepool);
	for (i = 0; i < OBJECTS; i++)
		densepool_free(pool, &side->got[i]->densepool);
}

static void listpool_begin(void *head, struct side *side)
{
	listpool_init_in((struct listpool *)head, struct object, listpool,
			 &side->listpool, NULL);
}

static void listpool_run(void *head, struct side *side)
{
	struct listpool *pool = (struct listpool *)head;
	unsigned int i;

	for (i = 0; i < OBJECTS; i++)
		side->got[i] = listpool_alloc_tail_entry(pool, struct object,
							 listpool);
	for (i = 0; i < OBJECTS; i++)
		listpool_free(pool, &side->got[i]->listpool);
}

static const struct contestant {
	const char *name;
	size_t size; /* of the head */
	void (*begin)(void *head, struct side *side);
	void (*run)(void *head, struct side *side);
} contestants[] = {
	{ "ilist", sizeof(struct ilist), ilist_begin, ilist_run },
	{ "walklist", sizeof(struct walklist), walklist_begin, walklist_run },
	{ "dense", sizeof(struct dense), dense_begin, dense_run },
	{ "rwarray", sizeof(struct rwarray), rwarray_begin, rwarray_run },
	{ "ipool", sizeof(struct ipool), ipool_begin, ipool_run },
	{ "slotpool", sizeof(struct slotpool), slotpool_begin, slotpool_run },
	{ "densepool", sizeof(struct densepool), densepool_begin,
	  densepool_run },
	{ "listpool", sizeof(struct listpool), listpool_begin, listpool_run },
};

#define CONTESTANTS (sizeof(contestants) / sizeof(contestants[0]))

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

struct thread {
	pthread_t thread;
	const struct contestant *with;
	void *head;
	struct side *side;
	double begin, end;
};

static unsigned int ready, wanted;

static void *work(void *arg)
{
	struct thread *me = (struct thread *)arg;
	unsigned int i;

	me->with->begin(me->head, me->side);
	me->with->run(me->head, me->side);
	__atomic_fetch_add(&ready, 1, __ATOMIC_ACQ_REL);
	while (__atomic_load_n(&ready, __ATOMIC_ACQUIRE) < wanted)
		;
	me->begin = now();
	for (i = 0; i < TIMES; i++)
		me->with->run(me->head, me->side);
	me->end = now();
	return NULL;
}

/* Nanoseconds per pair; 0 if they did not run at the same time. */
static double round_of(const struct contestant *with, unsigned int count,
		       size_t apart, unsigned int place)
{
	static struct thread threads[2];
	double begin = 0, end = 1e30, all = 0;
	unsigned int i;

	ready = 0;
	wanted = count;
	for (i = 0; i < count; i++) {
		threads[i].with = with;
		threads[i].head = heads + place * 16 +
				  i * (with->size + apart);
		threads[i].side = &sides[i];
		if (pthread_create(&threads[i].thread, NULL, work, &threads[i]))
			abort();
	}
	for (i = 0; i < count; i++) {
		pthread_join(threads[i].thread, NULL);
		begin = begin > threads[i].begin ? begin : threads[i].begin;
		end = end < threads[i].end ? end : threads[i].end;
		all += (threads[i].end - threads[i].begin) / count;
	}
	return end - begin < 0.9 * all ? 0 : all / (TIMES * OBJECTS);
}

static int by_size(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* The median of what counts; 0 if nothing does. */
static double median(double *times, unsigned int n)
{
	qsort(times, n, sizeof(*times), by_size);
	while (n && times[0] <= 0) {
		times++;
		n--;
	}
	return n ? times[n / 2] : 0;
}

enum { ONE, NEAR, APART, HOW };

static double worst(double times[PLACES][HOW][MAX_ROUNDS], int how,
		    unsigned int rounds)
{
	double time, most = 0;
	unsigned int place;

	for (place = 0; place < PLACES; place++) {
		time = median(times[place][how], rounds);
		most = time > most ? time : most;
	}
	return most;
}

int main(int argc, char **argv)
{
	static double times[CONTESTANTS][PLACES][HOW][MAX_ROUNDS];
	double end = now() + (argc > 1 ? strtod(argv[1], NULL) : 10) * 1e9;
	double one, near, apart;
	unsigned int rounds = 0, c, k;

	do {
		for (c = 0; c < CONTESTANTS; c++) {
			for (k = 0; k < PLACES; k++) {
				times[c][k][ONE][rounds] =
					round_of(&contestants[c], 1, 0, k);
				times[c][k][NEAR][rounds] =
					round_of(&contestants[c], 2, 0, k);
				times[c][k][APART][rounds] = round_of(
					&contestants[c], 2, LISH_APART, k);
			}
		}
		rounds++;
	} while (rounds < MAX_ROUNDS && (now() < end || rounds < 5));
	printf("ns per pair of add and del, median of %u rounds\n\n", rounds);
	printf("           bytes    one  side by side  parted\n");
	for (c = 0; c < CONTESTANTS; c++) {
		one = worst(times[c], ONE, rounds);
		near = worst(times[c], NEAR, rounds);
		apart = worst(times[c], APART, rounds);
		printf("%-9s  %5u  %5.1f  %12.1f  %6.1f\n",
		       contestants[c].name, (unsigned int)contestants[c].size,
		       one, near, apart);
	}
	return 0;
}
