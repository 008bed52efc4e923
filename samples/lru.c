/* SPDX-License-Identifier: MIT */
/*
 * lru.c - a cache that drops the entry that was not used for the longest time
 *
 * An entry is in two lists at once: its bucket, to be found by key, and the order
 * of use. The memory is a pool of fixed capacity. If the pool is full, the last entry
 * in the order of use leaves both lists, in constant time.
 *
 * Uses of walklist: add, move, last_entry, count; of ilist a loop; of ipool alloc and
 * free.
 *
 *	cc -Iinclude samples/lru.c build/liblinux-ish.a
 */
#include <stdio.h>

#include <linux-ish/ilist.h>
#include <linux-ish/ipool.h>
#include <linux-ish/walklist.h>

#define ENTRIES 100u
#define BUCKETS 64u

struct entry {
	struct ipool_idx memory;
	struct ilist_node bucket;
	struct walklist_node used;
	unsigned int key;
	unsigned int value;
};

IPOOL_DEFINE_STATIC(entries, struct entry, memory, ENTRIES);
static struct ilist buckets[BUCKETS];
static WALKLIST_DEFINE(order);
static unsigned int hits, misses;

static struct ilist *bucket_of(unsigned int key)
{
	return &buckets[(key * 2654435761u >> 16) % BUCKETS];
}

static void cache_init(void)
{
	unsigned int i;

	for (i = 0; i < BUCKETS; i++)
		ilist_init(&buckets[i]);
}

static void forget(struct entry *e)
{
	ilist_del(&e->bucket);
	walklist_del(&order, &e->used);
	ipool_free(&entries, &e->memory);
}

static struct entry *cached(unsigned int key)
{
	ilist_for_each_entry(e, bucket_of(key), struct entry, bucket)
		if (e->key == key)
			return e;
	return NULL;
}

/* Stands for a slow computation. */
static unsigned int compute(unsigned int key)
{
	return key * key;
}

static unsigned int get(unsigned int key)
{
	struct entry *e = cached(key);

	if (e) {
		hits++;
		walklist_move(&order, &e->used);
		return e->value;
	}
	misses++;
	if (ipool_count(&entries) == ENTRIES)
		forget(walklist_last_entry(&order, struct entry, used));
	e = ipool_zalloc_entry(&entries, struct entry, memory);
	if (!e)
		return compute(key);
	e->key = key;
	e->value = compute(key);
	ilist_add(bucket_of(key), &e->bucket);
	walklist_add(&order, &e->used);
	return e->value;
}

int main(void)
{
	unsigned int seed = 1, i, wrong = 0, key;
	struct entry *last;

	cache_init();
	for (i = 0; i < 100000; i++) {
		seed = seed * 1103515245u + 12345u;
		/* Three in four keys are of a few, one in four of many. */
		key = (seed >> 8) % (seed >> 30 ? 80u : 1000u);
		wrong += get(key) != key * key;
	}
	last = walklist_first_entry(&order, struct entry, used);
	printf("%u hits, %u misses, %u wrong, %u cached, the last used is %u\n",
	       hits, misses, wrong, (unsigned int)walklist_count(&order),
	       last ? last->key : 0);
	return 0;
}
