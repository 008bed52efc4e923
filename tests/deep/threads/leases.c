/* SPDX-License-Identifier: MIT */
/*
 * leases [FRAMES [SEED]]: the same births and deaths in jobs, on 1, 2, 3, 7 and 16 threads, in
 * each order of a slotpool. A thread takes any part, and stops at random places. After each frame
 * the save of the pool must have the bytes that it had with one thread.
 *
 * Two more threads get handles, loop over shares and visit ranges meanwhile. Jobs hand handles of
 * births to other jobs. Under ThreadSanitizer, one write of a job to the pool is a race.
 */
#define _POSIX_C_SOURCE 200112L

#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <linux-ish/ground/atomic.h>
#include <linux-ish/save.h>
#include <linux-ish/slotpool_lease.h>

#define PARTS 16
#define MOST_THREADS 16
#define READERS 2
#define BIRTHS 400
#define DEATHS 500
#define OBJECTS 6000

struct object {
	struct slotpool_idx idx;
	uint32_t id; /* written before the birth is committed, then never */
	uint32_t age; /* written by the job of its part */
	struct slotpool_handle friend;
};

static struct part {
	struct slotpool_lease lease;
	SLOTPOOL_LEASE_STORAGE(memory, BIRTHS, DEATHS);
	/* a birth that any job may look up, once published is not 0 */
	struct slotpool_handle first;
	lish_atomic published;
	char apart[64];
} parts[PARTS];

static struct slotpool pool;
static struct slotpool_lease *leases[PARTS];
static pthread_barrier_t barrier;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned int threads, next_part, wrong, stops;
static uint32_t frame, seed;
static unsigned long births, deaths;
static bool over;

static uint32_t next(uint64_t *state)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(*state >> 33);
}

static void fail(const char *what)
{
	pthread_mutex_lock(&lock);
	if (!wrong++)
		fprintf(stderr, "FAILED: %s, %u threads, frame %lu\n", what, threads,
			(unsigned long)frame);
	pthread_mutex_unlock(&lock);
}

/* Another thread goes on, or nobody for a while. */
static void stop(uint64_t *chance)
{
	const struct timespec moment = { 0, 1000 + next(chance) % 100000 };

	if (!stops || next(chance) % stops)
		return;
	if (next(chance) % 2)
		sched_yield();
	else
		nanosleep(&moment, NULL);
}

static struct object *found(struct slotpool_handle handle)
{
	return slotpool_get_entry(&pool, handle, struct object, idx);
}

/* Other jobs find the births as soon as they have their handles. */
static void look_up_births(void)
{
	const struct object *o;
	unsigned int i;

	for (i = 0; i < PARTS; i++) {
		if (!lish_atomic_load_acquire(&parts[i].published))
			continue;
		o = found(parts[i].first);
		if (!o || o->id != parts[i].first.slot)
			fail("a birth of another job");
	}
}

static void bear(struct part *part, uint64_t *state, struct slotpool_handle friend)
{
	struct object *o = slotpool_lease_zalloc_entry(&part->lease, struct object, idx);
	struct slotpool_handle handle;
	uintptr_t none = 0;

	if (!o)
		return;
	o->friend = friend;
	handle = slotpool_lease_handle_of(&part->lease, &o->idx);
	o->id = handle.slot;
	if (found(handle) != o)
		fail("a birth");
	if (!lish_atomic_load(&part->published)) {
		part->first = handle;
		(void)lish_atomic_cas_release(&part->published, &none, 1);
	}
	if (next(state) % 8 == 0 && !slotpool_lease_free(&part->lease, &o->idx) &&
	    found(handle) != o)
		fail("a birth that was freed");
}

/* What a part does depends on the pool, the seed, the frame and the part alone. */
static void run_part(unsigned int number, uint64_t *chance)
{
	struct part *part = &parts[number];
	uint64_t state = (uint64_t)seed << 40 | (uint64_t)frame << 16 | number;
	const uint32_t births_of_frame = next(&state) % BIRTHS + 50;

	slotpool_for_each_entry_span(o, &pool, slotpool_span(&pool, number, PARTS), struct object,
				     idx) {
		const struct object *its = found(o->friend);

		stop(chance);
		o->age += its ? its->id : 1;
		switch (next(&state) % 16) {
		case 0:
			(void)!slotpool_lease_free(&part->lease, &o->idx);
			break;
		case 1:
			(void)!slotpool_lease_free_handle(&part->lease, o->friend);
			break;
		case 2:
		case 3:
			if (part->lease.born < births_of_frame)
				bear(part, &state, slotpool_handle_of(&pool, &o->idx));
			break;
		}
	}
	while (part->lease.born < part->lease.lent && part->lease.born < births_of_frame)
		bear(part, &state, part->lease.deaths[0].object);
	look_up_births();
}

static unsigned int take_part(void)
{
	unsigned int part;

	pthread_mutex_lock(&lock);
	part = next_part++;
	pthread_mutex_unlock(&lock);
	return part;
}

static void *work(void *number)
{
	uint64_t chance = (uintptr_t)number ^ (uint64_t)time(NULL) << 20;
	unsigned int part;

	for (;;) {
		pthread_barrier_wait(&barrier);
		if (over)
			return NULL;
		while ((part = take_part()) < PARTS)
			run_part(part, &chance);
		pthread_barrier_wait(&barrier);
	}
}

/* What the pages allow meanwhile. */
static void *watch(void *number)
{
	uint64_t state = (uintptr_t)number;
	uint32_t n, ranges;

	for (;;) {
		pthread_barrier_wait(&barrier);
		if (over)
			return NULL;
		n = ranges = 0;
		slotpool_for_each_entry_span(o, &pool, slotpool_span(&pool, 0, 1),
					     const struct object, idx) {
			n++;
			if (o->id != slotpool_handle_of(&pool, &o->idx).slot)
				fail("an object that a reader visits");
		}
		slotpool_for_each_range(first, end, &pool)
			ranges += end - first;
		if (n != ranges || n != slotpool_count(&pool))
			fail("what a reader counts");
		for (n = 0; n < 500; n++) {
			/* Perhaps of a birth: before the commit its memory is the job's. */
			const struct slotpool_handle handle = { next(&state) % OBJECTS + 1,
								next(&state) % 50 * 2 + 1 };
			const struct object *o = found(handle);

			if (o && (const char *)o !=
					 (const char *)slotpool_at_entry(&pool, handle.slot - 1,
									 struct object, idx) &&
			    slotpool_contains(&pool, &o->idx))
				fail("a handle of a reader");
			stop(&state);
		}
		pthread_barrier_wait(&barrier);
	}
}

/* The hash of a save: byte for byte. */
static uint64_t save(void)
{
	const size_t size = slotpool_save_size(&pool, NULL);
	unsigned char *bytes = (unsigned char *)malloc(size);
	uint64_t hash = 14695981039346656037u;
	size_t i;

	if (!bytes || slotpool_save(&pool, bytes, size, NULL))
		exit(2);
	for (i = 0; i < size; i++)
		hash = (hash ^ bytes[i]) * 1099511628211u;
	free(bytes);
	return hash;
}

static void begin(enum lish_reuse order)
{
	struct lish_config config = LISH_CONFIG_INIT;
	struct object *o;
	uint32_t i;

	config.reuse = order;
	config.limit = OBJECTS;
	if (slotpool_init(&pool, struct object, idx, &config))
		exit(2);
	for (i = 0; i < OBJECTS / 2; i++) {
		o = slotpool_zalloc_entry(&pool, struct object, idx);
		if (!o)
			exit(2);
		o->id = i + 1;
	}
	memset(parts, 0, sizeof(parts));
	for (i = 0; i < PARTS; i++) {
		slotpool_lease_init_in(&parts[i].lease, &parts[i].memory);
		leases[i] = &parts[i].lease;
	}
}

/* hashes: those of one thread, or where they go. */
static void play(enum lish_reuse order, uint32_t frames, uint64_t *hashes)
{
	pthread_t ids[MOST_THREADS + READERS];
	unsigned int i;
	uint64_t hash;

	begin(order);
	over = false;
	pthread_barrier_init(&barrier, NULL, threads + READERS + 1);
	for (i = 0; i < threads + READERS; i++) {
		if (pthread_create(&ids[i], NULL, i < threads ? work : watch,
				   (void *)(uintptr_t)(i + 1)))
			exit(2);
	}
	for (frame = 0; frame < frames; frame++) {
		if (slotpool_lend(&pool, leases, PARTS) == -EINVAL)
			fail("lend");
		for (i = 0; i < PARTS; i++)
			lish_atomic_store(&parts[i].published, 0);
		next_part = 0;
		pthread_barrier_wait(&barrier);
		pthread_barrier_wait(&barrier);
		for (i = 0; i < PARTS; i++) {
			births += leases[i]->born;
			deaths += leases[i]->died;
		}
		slotpool_commit(&pool, leases, PARTS);
		if (slotpool_check(&pool, NULL) != LISH_OK)
			fail("check");
		hash = save();
		if (threads == 1)
			hashes[frame] = hash;
		else if (hashes[frame] != hash)
			fail("another state than with one thread");
	}
	over = true;
	pthread_barrier_wait(&barrier);
	for (i = 0; i < threads + READERS; i++)
		pthread_join(ids[i], NULL);
	pthread_barrier_destroy(&barrier);
	slotpool_destroy(&pool);
}

/* A unit may be freed by its job and by handle in one frame: the second one is not a mistake. */
static unsigned long second_frees;

static void report(const struct lish_fault *fault)
{
	if (fault->reason == LISH_NOT_LIVE)
		second_frees++;
	else
		fail(lish_reason_text(fault->reason));
}

int main(int argc, char **argv)
{
	static const unsigned int counts[] = { 1, 2, 3, 7, MOST_THREADS };
	const uint32_t frames = argc > 1 ? (uint32_t)atol(argv[1]) : 60;
	uint64_t *hashes = (uint64_t *)malloc(frames * sizeof(*hashes));
	unsigned int i, order;

	seed = argc > 2 ? (uint32_t)atol(argv[2]) : 1;
	lish_set_report(report);
	if (!hashes)
		return 2;
	for (order = LISH_LAST_FREED; order <= LISH_NEXT; order++) {
		for (i = 0; i < sizeof(counts) / sizeof(*counts); i++) {
			threads = counts[i];
			stops = threads == 1 ? 0 : 400;
			play((enum lish_reuse)order, frames, hashes);
		}
		printf("order %u: %016llx\n", order, (unsigned long long)hashes[frames - 1]);
	}
	printf("%lu births, %lu deaths, %lu second frees\n", births, deaths, second_frees);
	free(hashes);
	return wrong != 0;
}
