/* SPDX-License-Identifier: MIT */
/*
 * A block cache with its disk queue, as somebody would write it for the kernel's
 * list.h: nodes that nobody initialises, heads that are passed where nodes are
 * expected, cursors that are used after the loop. It is built with our list.h and
 * with the kernel's own, and must print the same.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "list.h"

#define BUCKETS 16
#define BLOCKS 24
#define NR_PRIO 3

#define ARRAY_LEN(a) (sizeof(a) / sizeof((a)[0]))

struct block {
	unsigned int nr;
	unsigned int uses;
	int dirty;
	struct hlist_node hash;
	struct list_head lru;    /* in active, inactive or unused */
	struct list_head dirties; /* points to itself while the block is clean */
};

struct request {
	unsigned int nr;
	unsigned int prio;
	int is_write;
	struct list_head queue;
	struct list_head by_prio;
};

static LIST_HEAD(active);
static LIST_HEAD(inactive);
static LIST_HEAD(unused);
static LIST_HEAD(dirty);
static struct hlist_head table[BUCKETS];

static struct list_head queue = LIST_HEAD_INIT(queue);
static struct list_head prio[NR_PRIO];

static struct block *blocks;
static unsigned int hits, misses, written, evicted;
static unsigned int seed = 1;

static unsigned int rnd(unsigned int n)
{
	seed = seed * 1103515245u + 12345u;
	return (seed >> 16) % n;
}

static void show(const char *name, const struct list_head *head)
{
	const struct block *b;

	printf("%s:", name);
	list_for_each_entry(b, head, lru)
		printf(" %u", b->nr);
	printf("\n");
}

static void cache_init(void)
{
	unsigned int i;

	/* malloc, not calloc: list_add() does not look at what it adds. */
	blocks = malloc(BLOCKS * sizeof(*blocks));
	if (!blocks)
		exit(1);
	memset(blocks, 0xa5, BLOCKS * sizeof(*blocks));
	for (i = 0; i < BLOCKS; i++) {
		list_add_tail(&blocks[i].lru, &unused);
		INIT_LIST_HEAD(&blocks[i].dirties);
		INIT_HLIST_NODE(&blocks[i].hash);
	}
	for (i = 0; i < ARRAY_LEN(table); i++)
		INIT_HLIST_HEAD(&table[i]);
	for (i = 0; i < NR_PRIO; i++)
		INIT_LIST_HEAD(&prio[i]);
}

static struct hlist_head *bucket(unsigned int nr)
{
	return &table[(nr * 2654435761u >> 7) % BUCKETS];
}

static struct block *lookup(unsigned int nr)
{
	struct block *b;

	hlist_for_each_entry(b, bucket(nr), hash)
		if (b->nr == nr)
			return b;
	return NULL;
}

static void submit(unsigned int nr, int is_write)
{
	struct request *rq = malloc(sizeof(*rq));
	struct request *pos;

	if (!rq)
		exit(1);
	memset(rq, 0x5a, sizeof(*rq));
	rq->nr = nr;
	rq->is_write = is_write;
	rq->prio = is_write ? 2 : nr % 2;

	/* The elevator: before the first one that lies further out. */
	list_for_each_entry(pos, &queue, queue)
		if (pos->nr > nr)
			break;
	/* No such one: pos stands on the head, and this adds at the end. */
	list_add_tail(&rq->queue, &pos->queue);
	list_add_tail(&rq->by_prio, &prio[rq->prio]);
}

static void mark_clean(struct block *b)
{
	b->dirty = 0;
	list_del_init(&b->dirties); /* also where it is in no list */
}

static void write_back(unsigned int most)
{
	struct block *b, *next;

	list_for_each_entry_safe(b, next, &dirty, dirties) {
		if (!most--)
			break;
		submit(b->nr, 1);
		mark_clean(b);
		written++;
	}
}

/* The oldest clean ones that nobody uses go to unused. */
static void shrink(unsigned int want)
{
	struct block *b, *prev;
	LIST_HEAD(victims);

	list_for_each_entry_safe_reverse(b, prev, &inactive, lru) {
		if (!want)
			break;
		if (b->dirty)
			continue;
		list_move(&b->lru, &victims);
		want--;
	}
	list_for_each_entry(b, &victims, lru) {
		hlist_del_init(&b->hash);
		evicted++;
	}
	list_splice_tail_init(&victims, &unused);
	if (!list_empty(&victims))
		printf("victims are left\n");
}

/* Half of the active ones, the older ones, become inactive. */
static void age(void)
{
	struct list_head *middle = &active;
	LIST_HEAD(older);
	size_t half = list_count_nodes(&active) / 2;

	while (half--)
		middle = middle->next;
	list_cut_position(&older, &active, middle);
	/* The front part is the younger one: exchange the two. */
	list_splice_init(&active, &inactive);
	list_splice(&older, &active);
}

static struct block *get_block(unsigned int nr)
{
	struct block *b = lookup(nr);

	if (b) {
		hits++;
		b->uses++;
		list_move(&b->lru, &active);
		return b;
	}
	misses++;
	if (list_empty(&unused)) {
		age();
		shrink(4);
	}
	if (list_empty(&unused)) {
		write_back(8);
		shrink(4);
	}
	b = list_first_entry_or_null(&unused, struct block, lru);
	if (!b)
		return NULL;
	b->nr = nr;
	b->uses = 1;
	b->dirty = 0;
	submit(nr, 0);
	hlist_add_head(&b->hash, bucket(nr));
	list_move(&b->lru, &active);
	return b;
}

static void change(struct block *b)
{
	if (!list_empty(&b->dirties))
		list_del(&b->dirties);
	b->dirty = 1;
	list_add_tail(&b->dirties, &dirty);
}

static void finish_request(struct request *rq)
{
	list_del(&rq->queue);
	list_del(&rq->by_prio);
	memset(rq, 0x77, sizeof(*rq));
	free(rq);
}

/* One turn of the arm: the queue from where it stands, and round once. */
static unsigned int dispatch(unsigned int from, unsigned int most)
{
	struct request *rq, *next, *start = NULL;
	unsigned int at = from, moved = 0;

	list_for_each_entry(rq, &queue, queue)
		if (rq->nr >= from) {
			start = rq;
			break;
		}
	if (start)
		list_rotate_to_front(&start->queue, &queue);
	list_for_each_entry_safe(rq, next, &queue, queue) {
		if (moved++ == most)
			break;
		at = rq->nr;
		finish_request(rq);
	}
	/* The order of the elevator again: rotate until the least is in front. */
	if (!list_empty(&queue) && !list_is_singular(&queue)) {
		list_for_each_entry(rq, &queue, queue) {
			if (list_is_last(&rq->queue, &queue))
				break;
			if (list_next_entry(rq, queue)->nr < rq->nr) {
				list_rotate_to_front(rq->queue.next, &queue);
				break;
			}
		}
	}
	return at;
}

static void check_queue(void)
{
	struct request *rq;
	size_t in_queue = list_count_nodes(&queue), in_prio = 0;
	struct list_head *at;
	unsigned int i;

	for (i = 0; i < NR_PRIO; i++)
		list_for_each(at, &prio[i])
			in_prio++;
	if (in_queue != in_prio)
		printf("%u in the queue, %u by priority\n",
		       (unsigned int)in_queue, (unsigned int)in_prio);
	list_for_each_entry(rq, &queue, queue)
		if (!list_is_last(&rq->queue, &queue) &&
		    list_next_entry(rq, queue)->nr < rq->nr)
			printf("%u stands before a lesser one\n", rq->nr);
}

static void drop_all(void)
{
	struct hlist_node *tmp;
	struct block *b;
	unsigned int i, n = 0;

	for (i = 0; i < BUCKETS; i++)
		hlist_for_each_entry_safe(b, tmp, &table[i], hash) {
			hlist_del(&b->hash);
			list_del(&b->lru);
			memset(b, 0x66, sizeof(*b));
			n++;
		}
	printf("%u dropped, lists empty: %d %d\n", n, list_empty(&active),
	       list_empty(&inactive));
	while (!list_empty(&queue))
		finish_request(list_first_entry(&queue, struct request, queue));
	free(blocks);
}

int main(void)
{
	struct list_head *first, *last;
	unsigned int i, arm = 0;

	cache_init();
	for (i = 0; i < 4000; i++) {
		struct block *b = get_block(rnd(rnd(3) ? 12 : 60));

		if (!b) {
			printf("no block at %u\n", i);
			break;
		}
		if (rnd(4) == 0)
			change(b);
		if (i % 7 == 0)
			write_back(3);
		if (i % 3 == 0)
			arm = dispatch(arm, 2);
		check_queue();
	}
	printf("%u hits, %u misses, %u evicted, %u written, arm at %u\n", hits,
	       misses, evicted, written, arm);
	show("active", &active);
	show("inactive", &inactive);

	/* The three that were used last go to the end, as one. */
	first = active.next;
	last = first->next->next;
	list_bulk_move_tail(&active, first, last);
	list_rotate_left(&active);
	list_swap(active.next, active.prev);
	show("active", &active);
	write_back(BLOCKS);
	printf("%u requests wait\n", (unsigned int)list_count_nodes(&queue));
	drop_all();
	return 0;
}
