/* SPDX-License-Identifier: MIT */
/*
 * chat.c - a server whose sessions close each other, by id
 *
 * A session is found by its id, which the client chose: so the hash has a seed. All
 * sessions are one list too, in the order of their last request. If there are too many, the
 * one that was idle longest is closed. A session may have a guest; when it closes, its
 * guest closes too, whichever comes first in the loop that closes idle ones.
 *
 * Uses of ihash: add, move_tail, leave, first_entry, count, both loops, a seeded hash.
 *
 *	cc -Iinclude samples/chat.c build/liblinux-ish.a
 */
#include <stdio.h>
#include <stdlib.h>

#include <linux-ish/ihash.h>

#define MOST 200u
#define IDLE 50u
#define REQUESTS 100000u

struct session {
	uint64_t id;
	uint64_t guest; /* an id, of a session or of none; 0: no guest */
	unsigned int last_seen;
	struct ihash_node by_id;
};

static struct ihash sessions;
/* A program fills it with random bytes: getrandom(). */
static const struct ihash_seed seed = { { 0x2f6a10c7u, 0x91d3b5e4u } };
static unsigned int opened, idle, pushed_out, with_host;
static uint32_t random_state = 1;

static uint32_t random_below(uint32_t n)
{
	random_state = random_state * 1103515245u + 12345u;
	return (random_state >> 8) % n;
}

static struct session *find(uint64_t id)
{
	ihash_for_each_hash_entry(s, &sessions, ihash_u64_seeded(&seed, id),
				  struct session, by_id)
		if (s->id == id)
			return s;
	return NULL;
}

/* May close a session that a running loop visits next. */
static void hang_up(struct session *s)
{
	struct session *guest;

	ihash_leave(&s->by_id);
	guest = find(s->guest);
	if (guest) {
		with_host++;
		hang_up(guest);
	}
	free(s);
}

static struct session *open_session(uint64_t id)
{
	/* Zeroed: a node of zeros is in no table. */
	struct session *s = (struct session *)calloc(1, sizeof(*s));

	if (!s)
		exit(1);
	if (ihash_count(&sessions) == MOST) {
		pushed_out++;
		hang_up(ihash_first_entry(&sessions, struct session, by_id));
	}
	opened++;
	s->id = id;
	ihash_add(&sessions, &s->by_id, ihash_u64_seeded(&seed, id));
	return s;
}

static void request(uint64_t id, unsigned int now)
{
	struct session *s = find(id);

	if (s)
		ihash_move_tail(&sessions, &s->by_id);
	else
		s = open_session(id);
	s->last_seen = now;
	if (random_below(4) == 0)
		s->guest = 1 + random_below(400);
}

int main(void)
{
	unsigned int now;

	if (ihash_init(&sessions, NULL))
		return 1;
	for (now = 0; now < REQUESTS; now++) {
		/* Busy hours and quiet ones. */
		if (now % 10000 < 8000 || now % 100 == 0)
			request(1 + random_below(400), now);
		if (now % 100)
			continue;
		ihash_for_each_entry(s, &sessions, struct session, by_id)
			if (now - s->last_seen > 10 * IDLE) {
				idle++;
				hang_up(s);
			}
	}
	printf("%u opened, %u idle, %u pushed out, %u left with their host, %u are here\n",
	       opened, idle, pushed_out, with_host,
	       (unsigned int)ihash_count(&sessions));

	ihash_for_each_entry(s, &sessions, struct session, by_id)
		hang_up(s);
	ihash_destroy(&sessions);
	return 0;
}
