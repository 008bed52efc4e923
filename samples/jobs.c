/* SPDX-License-Identifier: MIT */
/*
 * jobs.c - a battle whose shots and deaths are made in jobs, on several threads
 *
 * Ships and shots are the units of one pool. A frame has two passes over it, in parts. In the first
 * one units fly. In the second one ships aim and fire, and shots hit: a job allocates the shots of
 * its part, and frees units of any part. It makes no change in the pool but notes them in the lease
 * of its part. Then the owner commits all leases.
 *
 * A job decides by what was there when its pass began: it reads what no job of that pass writes. So
 * the battle is the same with any number of threads, and with any of them late. Leases belong to
 * parts, not to threads, for their order is that of the births.
 *
 * Two shots may hit one ship: both kill it by its handle, and it dies once.
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

#include <linux-ish/slotpool_lease.h>

#define MAX_THREADS 4
#define PARTS 8
#define FIELD (1 << 18)

struct unit {
	struct slotpool_idx slot; /* first: it survives in a free object */
	int32_t x, y, vx, vy;
	uint32_t side;
	bool shot;		       /* or a ship */
	uint32_t ttl;		       /* of a shot, in frames */
	struct slotpool_handle target; /* null: no target */
};

struct part {
	struct slotpool_lease lease;
	uint32_t *slots;
	struct slotpool_death *deaths;
	uint32_t number, fired;
	/* The next lease is written all the time: no shared cache line. */
	char apart[64];
};

static struct slotpool units;
static struct part parts[PARTS];
static struct slotpool_lease *leases[PARTS];
static uint32_t frame, threads, built;
static pthread_barrier_t barrier;
static void (*pass)(struct part *part);

/* A hash of a and b: no state, so the order of calls does not matter. */
static uint32_t scatter(uint32_t a, uint32_t b, uint32_t limit)
{
	uint64_t x = ((uint64_t)a << 32 | b) * 0x9e3779b97f4a7c15u;

	x = (x ^ x >> 29) * 0xbf58476d1ce4e5b9u;
	return (uint32_t)((x >> 32) * limit >> 32);
}

static struct lish_span span_of(const struct part *part)
{
	return slotpool_span(&units, part->number, PARTS);
}

/* Each job writes the units of its part. */
static void fly(struct part *part)
{
	slotpool_for_each_entry_span(u, &units, span_of(part), struct unit,
				     slot) {
		u->x = (u->x + u->vx) & (FIELD - 1);
		u->y = (u->y + u->vy) & (FIELD - 1);
		if (u->ttl)
			u->ttl--;
	}
}

/* An enemy ship at a random index, or the null handle. */
static struct slotpool_handle pick_target(const struct unit *ship,
					  uint32_t index)
{
	const struct slotpool_handle nobody = { 0, 0 };
	const struct unit *t = slotpool_at_entry(
		&units, scatter(index, frame, slotpool_stats(&units).capacity),
		const struct unit, slot);

	return t && !t->shot && t->side != ship->side
		       ? slotpool_handle_of(&units, &t->slot)
		       : nobody;
}

/* The shot is born now. The first pass that visits it is in the next frame. */
static void fire(struct part *part, const struct unit *ship)
{
	struct unit *shot =
		slotpool_lease_zalloc_entry(&part->lease, struct unit, slot);

	if (!shot)
		return; /* out of slots: in the next frame then */
	shot->x = ship->x;
	shot->y = ship->y;
	shot->side = ship->side;
	shot->shot = true;
	shot->ttl = 40;
	shot->target = ship->target;
	part->fired++;
}

/*
 * A shot that hits kills its target and itself. One that is late dies alone. If the lease has no
 * room for another death, the shot tries again in the next frame.
 */
static void chase(struct part *part, struct unit *shot,
		  const struct unit *target)
{
	const bool hit = target && abs(target->x - shot->x) < 4096 &&
			 abs(target->y - shot->y) < 4096;

	if (target) {
		shot->vx = (target->x - shot->x) / 8;
		shot->vy = (target->y - shot->y) / 8;
	}
	if (hit && slotpool_lease_free_handle(&part->lease, shot->target))
		return;
	if (hit || !shot->ttl)
		(void)!slotpool_lease_free(&part->lease, &shot->slot);
}

/* Jobs may read the place and the kind of all units: no job writes them in this pass. */
static void fight(struct part *part)
{
	slotpool_for_each_entry_span(u, &units, span_of(part), struct unit,
				     slot) {
		const struct unit *t = slotpool_get_entry(
			&units, u->target, const struct unit, slot);
		const uint32_t index =
			(uint32_t)slotpool_index_of(&units, &u->slot);

		if (u->shot)
			chase(part, u, t);
		else if (!t)
			u->target = pick_target(u, index);
		else if ((index + frame) % 8 == 0)
			fire(part, u);
	}
}

/* New ships come from the owner, between two frames. */
static void build(uint32_t ships)
{
	uint32_t n = 0;
	struct unit *u;

	slotpool_for_each_entry(unit, &units, const struct unit, slot)
		n += !unit->shot;
	for (; n < ships; n++, built++) {
		u = slotpool_zalloc_entry(&units, struct unit, slot);
		if (!u)
			exit(2);
		u->x = (int32_t)scatter(built, 1, FIELD);
		u->y = (int32_t)scatter(built, 2, FIELD);
		u->vx = (int32_t)scatter(built, 3, 2001) - 1000;
		u->vy = (int32_t)scatter(built, 4, 2001) - 1000;
		u->side = built % 2;
	}
}

/* Waits for all threads, then runs the pass for some of the parts. NULL ends the thread. */
static bool take_part(uint32_t thread)
{
	uint32_t i;

	pthread_barrier_wait(&barrier);
	if (!pass)
		return false;
	for (i = thread; i < PARTS; i += threads)
		pass(&parts[i]);
	pthread_barrier_wait(&barrier);
	return true;
}

static void *work(void *thread)
{
	while (take_part(*(const uint32_t *)thread))
		;
	return NULL;
}

/* The owner is one of the threads. */
static void share(void (*job)(struct part *part))
{
	pass = job;
	take_part(0);
}

static void play_frame(uint32_t ships)
{
	/* With too few slots there are fewer shots for each part. */
	if (slotpool_lend(&units, leases, PARTS) == -EINVAL)
		exit(2);
	share(fly);
	share(fight);
	slotpool_commit(&units, leases, PARTS);
	build(ships);
}

static void begin(uint32_t ships)
{
	const uint32_t births = ships / PARTS / 4 + 1,
		       deaths = ships / PARTS / 2 + 2;
	struct lish_config config = LISH_CONFIG_INIT;
	uint32_t i;

	config.initial = ships;
	if (slotpool_init(&units, struct unit, slot, &config))
		exit(2);
	for (i = 0; i < PARTS; i++) {
		struct part *part = &parts[i];

		part->slots = (uint32_t *)malloc(births * sizeof(*part->slots));
		part->deaths = (struct slotpool_death *)malloc(
			deaths * sizeof(*part->deaths));
		if (!part->slots || !part->deaths)
			exit(2);
		slotpool_lease_init(&part->lease, part->slots, births,
				    part->deaths, deaths);
		part->number = i;
		part->fired = 0;
		leases[i] = &part->lease;
	}
	built = 0;
	build(ships);
}

/* How it ended, as one number. */
static uint32_t end(void)
{
	uint32_t i, hash = 2166136261u;

	slotpool_for_each_entry(u, &units, const struct unit, slot)
		hash = (hash ^ (uint32_t)u->x ^ (uint32_t)u->y << 9 ^
			u->slot.slot ^ u->slot.generation << 16) *
		       16777619u;
	for (i = 0; i < PARTS; i++) {
		free(parts[i].slots);
		free(parts[i].deaths);
	}
	slotpool_destroy(&units);
	return hash;
}

static uint32_t play(uint32_t ships, uint32_t frames, double *ms)
{
	static const uint32_t numbers[MAX_THREADS] = { 0, 1, 2, 3 };
	const uint32_t n = threads;
	struct timespec from, to;
	pthread_t ids[MAX_THREADS];
	uint32_t i;

	begin(ships);
	pthread_barrier_init(&barrier, NULL, n);
	for (i = 1; i < n; i++) {
		if (pthread_create(&ids[i], NULL, work,
				   (void *)(uintptr_t)&numbers[i]))
			exit(2);
	}
	clock_gettime(CLOCK_MONOTONIC, &from);
	for (frame = 0; frame < frames; frame++)
		play_frame(ships);
	clock_gettime(CLOCK_MONOTONIC, &to);
	*ms = (double)(to.tv_sec - from.tv_sec) * 1e3 +
	      (double)(to.tv_nsec - from.tv_nsec) * 1e-6;
	share(NULL);
	for (i = 1; i < n; i++)
		pthread_join(ids[i], NULL);
	pthread_barrier_destroy(&barrier);
	return end();
}

int main(int argc, char **argv)
{
	const uint32_t ships = argc > 1 ? (uint32_t)atol(argv[1]) : 60000;
	const uint32_t frames = argc > 2 ? (uint32_t)atol(argv[2]) : 50;
	uint32_t hash, first = 0, differ = 0, fired, i;
	double ms, alone = 0;

	for (threads = 1; threads <= MAX_THREADS; threads *= 2) {
		hash = play(ships, frames, &ms);
		first = threads == 1 ? hash : first;
		alone = threads == 1 ? ms : alone;
		differ += hash != first;
		for (i = 0, fired = 0; i < PARTS; i++)
			fired += parts[i].fired;
		printf("%u threads: %.0f ms, %.2f x, %u shots, %u ships, hash %08lx\n",
		       (unsigned int)threads, ms, alone / ms,
		       (unsigned int)fired, (unsigned int)built,
		       (unsigned long)hash);
	}
	printf("the same battle: %s\n", differ ? "no" : "yes");
	return differ != 0;
}
