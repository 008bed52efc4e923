/* SPDX-License-Identifier: MIT */
/*
 * sessions.c - a hash table of ilist buckets, and tables beside a pool
 *
 * A session is found by its key: the table is an array of lists. The pass that ends
 * old sessions deletes while it walks. What one part of the program knows of a session
 * stays out of struct session: it lies in an array of its own, at the session's index,
 * which never changes. The key of a dead session may come again at once.
 *
 * Uses of ilist: add, del, a loop and its _safe form; of slotpool: alloc, free,
 * index_of, a loop.
 *
 *	cc -Iinclude samples/sessions.c build/liblinux-ish.a
 */
#include <stdio.h>

#include <linux-ish/ilist.h>
#include <linux-ish/slotpool.h>

#define SESSIONS 1000u
#define BUCKETS 256u
#define IDLE 50u

struct session {
	struct slotpool_idx slot;
	struct ilist_node bucket;
	unsigned int key;
	unsigned int last_seen;
};

SLOTPOOL_DEFINE_STATIC(sessions, struct session, slot, SESSIONS);
static struct ilist buckets[BUCKETS];

/* The side table of the accounting. A new session of a slot clears its place. */
static struct {
	unsigned int requests;
	unsigned int bytes;
} accounts[SESSIONS];

static struct ilist *bucket_of(unsigned int key)
{
	return &buckets[(key * 2654435761u >> 16) % BUCKETS];
}

static struct session *session_find(unsigned int key)
{
	ilist_for_each_entry(s, bucket_of(key), struct session, bucket)
		if (s->key == key)
			return s;
	return NULL;
}

/* The session of a key, a new one if there is none; NULL if all are in use. */
static struct session *session_of(unsigned int key)
{
	struct session *s = session_find(key);

	if (s)
		return s;
	s = slotpool_zalloc_entry(&sessions, struct session, slot);
	if (!s)
		return NULL;
	s->key = key;
	ilist_add(bucket_of(key), &s->bucket);
	accounts[slotpool_index_of(&sessions, &s->slot)].requests = 0;
	accounts[slotpool_index_of(&sessions, &s->slot)].bytes = 0;
	return s;
}

static unsigned int end_idle_sessions(unsigned int now)
{
	unsigned int i, ended = 0;

	for (i = 0; i < BUCKETS; i++)
		ilist_for_each_entry_safe(s, &buckets[i], struct session,
					  bucket) {
			if (now - s->last_seen <= IDLE)
				continue;
			ilist_del(&s->bucket);
			slotpool_free(&sessions, &s->slot);
			ended++;
		}
	return ended;
}

int main(void)
{
	unsigned int now, ended = 0, refused = 0, seed = 1, i;
	unsigned int requests = 0, most = 0;

	for (i = 0; i < BUCKETS; i++)
		ilist_init(&buckets[i]);
	for (now = 0; now < 1000; now++) {
		for (i = 0; i < 40; i++) {
			struct session *s;

			seed = seed * 1103515245u + 12345u;
			s = session_of(seed >> 16 & 0x7ff);
			if (!s) {
				refused++;
				continue;
			}
			s->last_seen = now;
			accounts[slotpool_index_of(&sessions, &s->slot)]
				.requests++;
			accounts[slotpool_index_of(&sessions, &s->slot)]
				.bytes += seed >> 8 & 0xff;
		}
		ended += end_idle_sessions(now);
	}
	slotpool_for_each_entry(s, &sessions, const struct session, slot) {
		unsigned int n =
			accounts[slotpool_index_of(&sessions, &s->slot)]
				.requests;

		requests += n;
		most = n > most ? n : most;
	}
	printf("%u sessions live, %u ended, %u requests refused\n",
	       (unsigned int)slotpool_count(&sessions), ended, refused);
	printf("the live ones made %u requests, the busiest %u\n", requests,
	       most);
	return 0;
}
