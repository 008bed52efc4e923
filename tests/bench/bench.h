/* SPDX-License-Identifier: MIT */
/*
 * bench.h - what the driver and the contestants know of each other
 *
 * A contestant is one small source file that says in macros how its container
 * is filled, emptied and walked; contestant.h makes the timed loops of it. The
 * file is compiled once per code layout, ours also once per check level, and
 * each object file enlists itself. The driver knows no container.
 *
 * The same things happen to all: an object has an id below n; a seeded script
 * says which ids die and are born, and when.
 */
#ifndef LISH_BENCH_H
#define LISH_BENCH_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#define BENCH_CAN_COUNT 1
#define bench_toggle() CALLGRIND_TOGGLE_COLLECT
#else
#define BENCH_CAN_COUNT 0
#define bench_toggle() ((void)0)
#endif

#define BENCH_LAYOUTS 3

#ifdef __cplusplus
#include <new>

extern "C" {
#endif

/* The timed loops; a contestant has those that it can. */
enum bench_loop {
	BENCH_WALK, /* pass over all */
	BENCH_FRAME, /* a batch dies, as many are born, pass over all */
	BENCH_REMOVE, /* pass in which a batch removes itself */
	BENCH_PAIR, /* one dies, one is born */
	BENCH_CHAIN, /* each lookup needs the one before */
	BENCH_LOOKUP, /* lookups that do not wait for each other */
	BENCH_CLEAR,
	BENCH_SORT,
	BENCH_LINK, /* all are born */
	BENCH_UNLINK, /* all die, one by one */
	BENCH_LOOPS
};

/* What sort finds: which objects, where their memory lies. */
enum bench_sort {
	BENCH_RANDOM, /* in the order of their memory, random keys */
	BENCH_SHUFFLED, /* scattered over memory, random keys */
	BENCH_NEARLY /* in the order of their memory, 1 % out of order */
};

/* Started and stopped around what is measured, never inside its loop. */
struct bench_watch {
	uint64_t ns;
	uint32_t times;
	bool counting; /* instructions, under callgrind */
};

struct bench_job {
	struct bench_watch watch;
	uint32_t n; /* ids that exist */
	uint32_t repeat;
	uint32_t batch; /* how many die each time */
	const uint32_t *victims; /* ids: repeat * batch, all n for UNLINK */
	const uint32_t *births; /* ids: all n, in the order of their birth */
	enum bench_sort sort;
	uint64_t sum; /* of what was looked up; how many are left, misplaced */
};

/* What a walk finds. */
struct bench_tally {
	uint64_t count;
	uint64_t ids; /* sum of the hashes of the ids */
	uint64_t order; /* hash that depends on the order */
	int64_t aged; /* passes that the objects lived through, by ttl... */
	int64_t moved; /* ...and by position: the sums must agree */
};

struct box;

struct bench_contestant {
	const char *name;
	const char *missing; /* the package to install, or NULL */
	const char *flavours[4]; /* "" for the first: states of one kind */
	int level; /* check level, -1 where there is none */
	int layout;
	bool ordered; /* keeps the order of births */
	bool library_sort; /* the level does not matter to sort */
	struct box *(*make)(uint32_t n, unsigned int flavour);
	void (*destroy)(struct box *box);
	void (*fill)(struct box *box, const uint32_t *ids, uint32_t count);
	void (*kill)(struct box *box, const uint32_t *ids, uint32_t count);
	struct bench_tally (*look)(struct box *box, bool reset);
	double (*bytes)(struct box *box); /* beside the object, or NULL */
	void (*loop[BENCH_LOOPS])(struct box *box, struct bench_job *job);
	struct bench_contestant *next;
};

void bench_enlist(struct bench_contestant *contestant);

#ifdef __cplusplus
}
#endif

/* CPU time: what others do on the machine does not count. */
static inline uint64_t bench_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static inline void bench_start(struct bench_watch *watch)
{
	watch->ns -= bench_now();
	if (watch->counting)
		bench_toggle();
}

static inline void bench_stop(struct bench_watch *watch)
{
	if (watch->counting)
		bench_toggle();
	watch->ns += bench_now();
	watch->times++;
}

static inline uint32_t bench_hash(uint32_t id)
{
	id = (id ^ id >> 16) * 0x7feb352du;
	id = (id ^ id >> 15) * 0x846ca68bu;
	return id ^ id >> 16;
}

/* Born with so many frames to live: nobody dies of age before his turn. */
static inline int32_t bench_ttl(uint32_t id)
{
	return (int32_t)(1000000 + (id & 1023));
}

/*
 * What sort finds, different in each repetition, lest the processor learn the
 * outcome of every comparison by heart.
 */
static inline uint32_t bench_key(uint32_t id, uint32_t n, enum bench_sort sort,
				 uint32_t repetition)
{
	uint32_t hash = bench_hash(id + repetition * 0x9e3779b9u);

	if (sort != BENCH_NEARLY)
		return hash;
	return hash % 100 ? id : (hash >> 8) % n;
}

#endif /* LISH_BENCH_H */
