/* SPDX-License-Identifier: MIT */
/*
 * homing.c - buffers that other threads send home to their pool
 *
 * A pool has one owner, and only that thread may free into it. The owner allocates
 * buffers and hands them to workers. A worker pushes a finished buffer into the
 * pool's box, without a lock. The owner empties the box when it needs memory or has
 * time, and frees the buffers.
 *
 * A buffer has one inbox node: it is always on one way only, to a worker or back.
 * Prints the sum of the numbers, and whether AT_ONCE limited the live buffers.
 *
 *	cc -Iinclude samples/homing.c build/liblinux-ish.a -lpthread
 */
#define _POSIX_C_SOURCE 200112L

#include <pthread.h>
#include <sched.h>
#include <stdio.h>

#include <linux-ish/inbox.h>
#include <linux-ish/slotpool.h>

#define WORKERS 3
#define BUFFERS 6000
#define AT_ONCE 64

struct buffer {
	struct slotpool_idx memory; /* first: it survives in a free object */
	struct inbox_node way;
	unsigned int number;
};

struct worker {
	struct inbox work;
	pthread_t thread;
	unsigned long sum;
};

static INBOX_DEFINE(homing);

static void *work(void *arg)
{
	struct worker *me = (struct worker *)arg;
	bool last = false;

	while (!last) {
		if (inbox_empty(&me->work))
			sched_yield();
		inbox_drain_entry(b, &me->work, struct buffer, way) {
			me->sum += b->number;
			last = b->number == 0;
			/* "free" from a thread that does not own the pool */
			lish_sure(inbox_push(&homing, &b->way));
		}
	}
	return NULL;
}

/* The owner frees the buffers that came home. */
static void come_home(struct slotpool *pool)
{
	inbox_drain_entry(b, &homing, struct buffer, way)
		slotpool_free(pool, &b->memory);
}

static struct buffer *get_buffer(struct slotpool *pool)
{
	struct buffer *buffer;

	if (slotpool_count(pool) == AT_ONCE)
		come_home(pool);
	while (slotpool_count(pool) == AT_ONCE) {
		sched_yield();
		come_home(pool);
	}
	buffer = slotpool_alloc_entry(pool, struct buffer, memory);
	/* The memory has the content of its previous buffer. */
	if (buffer)
		inbox_node_init(&buffer->way);
	return buffer;
}

int main(void)
{
	static struct worker workers[WORKERS];
	struct slotpool pool;
	struct buffer *buffer;
	unsigned long sum = 0;
	unsigned int i, most = 0;

	if (slotpool_init(&pool, struct buffer, memory, NULL))
		return 1;
	for (i = 0; i < WORKERS; i++) {
		inbox_init(&workers[i].work);
		if (pthread_create(&workers[i].thread, NULL, work, &workers[i]))
			return 1;
	}
	for (i = BUFFERS + WORKERS; i-- > 0;) {
		buffer = get_buffer(&pool);
		if (!buffer)
			return 1;
		/* each worker's last buffer has the number 0 */
		buffer->number = i < WORKERS ? 0 : i - WORKERS + 1;
		if (slotpool_count(&pool) > most)
			most = slotpool_count(&pool);
		lish_sure(inbox_push(&workers[i % WORKERS].work, &buffer->way));
	}
	for (i = 0; i < WORKERS; i++) {
		pthread_join(workers[i].thread, NULL);
		sum += workers[i].sum;
	}
	come_home(&pool);
	printf("sum %lu, %u are out, never more than %d: %s\n", sum,
	       slotpool_count(&pool), AT_ONCE, most <= AT_ONCE ? "yes" : "no");
	i = slotpool_count(&pool);
	slotpool_destroy(&pool);
	return i != 0;
}
