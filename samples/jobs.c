/* SPDX-License-Identifier: MIT */
/*
 * jobs.c - one pass over a container, shared among several threads
 *
 * Bullets fly, in shares of a dense, and aim, in shares of a slotpool. In a pass each
 * thread changes the bullets of its share, and no container. The owner changes the
 * containers between two passes.
 *
 * A bullet that must go, or has hit another one, goes into the box of its share. Each
 * share is walked in order. So the boxes, emptied in the order of the shares, give
 * the wishes in the order of the whole pass, with any number of threads. Only the
 * thread of a bullet's share pushes the bullet: a wish about another bullet is
 * written into the wishing bullet.
 *
 * Prints the time of the same battle on 1, 2 and 4 threads, and its final hash.
 *
 *	cc -Iinclude samples/jobs.c build/liblinux-ish.a -lpthread
 */
#define _POSIX_C_SOURCE 200112L

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <linux-ish/dense.h>
#include <linux-ish/ilist.h>
#include <linux-ish/inbox.h>
#include <linux-ish/slotpool.h>

#define MAX_THREADS 4
#define FIELD (1 << 18)

struct bullet {
	struct slotpool_idx slot; /* first: it survives in a free object */
	int32_t x, y, vx, vy;
	uint32_t ttl, side;
	struct slotpool_handle target; /* null: no target */
	struct dense_idx flying;
	struct inbox_node wish; /* to go, and with hit to remove the target */
	bool hit;
	struct ilist_node leaving;
};

struct worker {
	uint32_t part;
	struct inbox wishes;
	pthread_t thread;
	/* The next one's box is written all the time: no shared cache line. */
	char apart[64];
};

static struct slotpool bullets;
static struct dense flying;
static uint32_t frame, threads, spawned;
static pthread_barrier_t barrier;
static void (*pass)(struct worker *me);
static struct worker workers[MAX_THREADS];

/* A hash of a and b: no state, so the order of calls does not matter. */
static uint32_t scatter(uint32_t a, uint32_t b, uint32_t limit)
{
	uint64_t x = ((uint64_t)a << 32 | b) * 0x9e3779b97f4a7c15u;

	x = (x ^ x >> 29) * 0xbf58476d1ce4e5b9u;
	return (uint32_t)((x >> 32) * limit >> 32);
}

static void fly(struct worker *me)
{
	dense_for_each_entry_span(b, &flying,
				  dense_span(&flying, me->part, threads),
				  struct bullet, flying) {
		b->x = (b->x + b->vx) & (FIELD - 1);
		b->y = (b->y + b->vy) & (FIELD - 1);
		b->hit = false;
		if (--b->ttl == 0)
			lish_sure(inbox_push(&me->wishes, &b->wish));
	}
}

/* An enemy at a random index, or the null handle. */
static struct slotpool_handle pick_target(const struct bullet *b)
{
	const struct slotpool_handle nobody = { 0, 0 };
	const uint32_t me = (uint32_t)slotpool_index_of(&bullets, &b->slot);
	const struct bullet *t = slotpool_at_entry(
		&bullets, scatter(me, frame, slotpool_stats(&bullets).capacity),
		const struct bullet, slot);

	return t && t->side != b->side ? slotpool_handle_of(&bullets, &t->slot)
				       : nobody;
}

/*
 * A thread may read other bullets as long as no thread writes the same members: no
 * place and no side changes in this pass. Handles may be made and followed.
 */
static void aim(struct worker *me)
{
	slotpool_for_each_entry_span(b, &bullets,
				     slotpool_span(&bullets, me->part, threads),
				     struct bullet, slot) {
		const struct bullet *t = slotpool_get_entry(
			&bullets, b->target, const struct bullet, slot);

		if (!t) {
			b->target = pick_target(b);
			continue;
		}
		b->vx += t->x > b->x ? 16 : -16;
		b->vy += t->y > b->y ? 16 : -16;
		b->hit = abs(t->x - b->x) < 512 && abs(t->y - b->y) < 512;
		if (b->hit)
			lish_sure(inbox_push(&me->wishes, &b->wish));
	}
}

/*
 * Read all wishes, then act: a bullet in a box must not be freed. The wish of a
 * bullet that was hit earlier does not count, so the order matters.
 */
static void apply(void)
{
	struct ilist leaving = ILIST_INIT(leaving);
	struct bullet *t;
	uint32_t i;

	for (i = 0; i < threads; i++) {
		inbox_drain_entry(b, &workers[i].wishes, struct bullet, wish) {
			if (ilist_is_linked(&b->leaving))
				continue;
			ilist_add_tail(&leaving, &b->leaving);
			t = slotpool_get_entry(&bullets, b->target,
					       struct bullet, slot);
			if (b->hit && t && !ilist_is_linked(&t->leaving))
				ilist_add_tail(&leaving, &t->leaving);
		}
	}
	ilist_drain_entry(b, &leaving, struct bullet, leaving) {
		dense_del(&flying, &b->flying);
		slotpool_free(&bullets, &b->slot);
	}
}

static void spawn(uint32_t objects)
{
	struct bullet *b;
	uint32_t n;

	while (slotpool_count(&bullets) < objects) {
		b = slotpool_zalloc_entry(&bullets, struct bullet, slot);
		if (!b)
			exit(2);
		n = spawned++;
		b->x = (int32_t)scatter(n, 1, FIELD);
		b->y = (int32_t)scatter(n, 2, FIELD);
		b->vx = (int32_t)scatter(n, 3, 2001) - 1000;
		b->vy = (int32_t)scatter(n, 4, 2001) - 1000;
		b->ttl = 1 + scatter(n, 5, 300);
		b->side = n % 2;
		lish_sure(dense_add(&flying, &b->flying));
	}
}

/* Waits for all threads, then runs the pass. NULL ends the thread. */
static bool take_part(struct worker *me)
{
	pthread_barrier_wait(&barrier);
	if (!pass)
		return false;
	pass(me);
	pthread_barrier_wait(&barrier);
	return true;
}

static void *work(void *me)
{
	while (take_part((struct worker *)me))
		;
	return NULL;
}

/* The owner is one of the workers, and applies the wishes of all. */
static void share(void (*job)(struct worker *me))
{
	pass = job;
	if (take_part(&workers[0]))
		apply();
}

static uint32_t play(uint32_t objects, uint32_t frames, double *ms)
{
	struct lish_config config = LISH_CONFIG_INIT;
	struct timespec begin, end;
	uint32_t i, hash = 2166136261u;

	config.initial = objects;
	if (slotpool_init(&bullets, struct bullet, slot, &config) ||
	    dense_init(&flying, &config))
		exit(2);
	spawned = 0;
	spawn(objects);
	pthread_barrier_init(&barrier, NULL, threads);
	for (i = 0; i < threads; i++) {
		workers[i].part = i;
		inbox_init(&workers[i].wishes);
		if (i &&
		    pthread_create(&workers[i].thread, NULL, work, &workers[i]))
			exit(2);
	}
	clock_gettime(CLOCK_MONOTONIC, &begin);
	for (frame = 0; frame < frames; frame++) {
		share(fly);
		share(aim);
		spawn(objects);
	}
	clock_gettime(CLOCK_MONOTONIC, &end);
	*ms = (double)(end.tv_sec - begin.tv_sec) * 1e3 +
	      (double)(end.tv_nsec - begin.tv_nsec) * 1e-6;
	share(NULL);
	for (i = 1; i < threads; i++)
		pthread_join(workers[i].thread, NULL);
	pthread_barrier_destroy(&barrier);
	dense_for_each_entry_const(b, &flying, const struct bullet, flying)
		hash = (hash ^ (uint32_t)b->x ^ (uint32_t)b->y << 9 ^ b->ttl) *
		       16777619u;
	dense_destroy(&flying);
	slotpool_destroy(&bullets);
	return hash;
}

int main(int argc, char **argv)
{
	const uint32_t objects = argc > 1 ? (uint32_t)atol(argv[1]) : 300000;
	const uint32_t frames = argc > 2 ? (uint32_t)atol(argv[2]) : 50;
	uint32_t hash, first = 0, differ = 0;
	double ms, alone = 0;

	for (threads = 1; threads <= MAX_THREADS; threads *= 2) {
		hash = play(objects, frames, &ms);
		first = threads == 1 ? hash : first;
		alone = threads == 1 ? ms : alone;
		differ += hash != first;
		printf("%u threads: %.0f ms, %.2f x, %u spawned, hash %08lx\n",
		       (unsigned int)threads, ms, alone / ms,
		       (unsigned int)spawned, (unsigned long)hash);
	}
	printf("the same battle: %s\n", differ ? "no" : "yes");
	return differ != 0;
}
