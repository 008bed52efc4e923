// SPDX-License-Identifier: MIT
/*
 * ihash: the world of walks.h, and SEARCHES candidate loops. A table has BUCKETS buckets, or
 * grows from one, by an allocator that fails when it is told to.
 *
 * In the model a table is a row too, and its elements in the order of their births, the newest
 * first. A candidate loop has before it the older ones of its hash. It keeps that promise until
 * its body has removed the current element and another one.
 */
#include <linux-ish/ihash.h>

#ifndef BUCKETS
#define BUCKETS 0
#endif
#ifndef SEARCHES
#define SEARCHES 1
#endif
#ifndef HASHES
#define HASHES 2
#endif

/* Two arrays of a table, and the next one. No more buckets than nodes. */
#define MEMORY_BLOCKS (3 * LISTS)
#define MEMORY_SIZE (NODES <= 4 ? 32 : 64)

#define X ihash
#define OWNER table
#define WORLD_MORE                                                                   \
	struct memory memory;                                                        \
	struct ihash_node *buckets[LISTS][BUCKETS + 1];                              \
	struct ihash_cursor_ cursors[SEARCHES];                                      \
	struct search {                                                              \
		bool runs, unsure, at_gone, other_gone;                              \
		unsigned char list, at, count, ahead[NODES];                         \
	} search[SEARCHES];                                                          \
	unsigned char hash[NODES], newest[LISTS][NODES], born[LISTS];
#include "walks.h"

/* 1 and 3 share a bucket, unless there are four. */
static const uint32_t hashes[] = { 1, 3, 0 };

static uint32_t hash_of(unsigned int n)
{
	return hashes[world.hash[n]];
}

static unsigned int number_of(const struct ihash_node *node)
{
	return node ? container_of(node, struct object, link)->id : NODES;
}

/* Take n out of a row of count numbers. */
static bool drop(unsigned char *row, unsigned char *count, unsigned int n)
{
	unsigned int i;

	for (i = 0; i < *count && row[i] != n; i++)
		;
	if (i == *count)
		return false;
	--*count;
	memmove(&row[i], &row[i + 1], *count - i);
	row[*count] = 0;
	return true;
}

static void end_search(unsigned int s)
{
	memset(&world.search[s], 0, sizeof(world.search[s]));
	memset(&world.cursors[s], 0, sizeof(world.cursors[s]));
}

static void born(unsigned int l, unsigned int n)
{
	add(l, world.length[l], n);
	memmove(&world.newest[l][1], &world.newest[l][0], world.born[l]);
	world.newest[l][0] = (unsigned char)n;
	world.born[l]++;
}

static void gone(unsigned int n)
{
	const unsigned int l = home(n);
	unsigned int s;

	if (l == LISTS)
		return;
	del(n);
	(void)drop(world.newest[l], &world.born[l], n);
	world.hash[n] = 0;
	for (s = 0; s < SEARCHES; s++) {
		struct search *search = &world.search[s];

		if (!search->runs || search->list != l)
			continue;
		if (search->at == n)
			search->at_gone = true;
		else
			search->other_gone = true;
		(void)drop(search->ahead, &search->count, n);
		search->unsure |= search->at_gone && search->other_gone;
	}
}

static void start(void)
{
	struct lish_config config = LISH_CONFIG_INIT;
	unsigned int l, n;

	memory_init(&world.memory);
	config.mem = &world.memory.mem;
	for (l = 0; l < LISTS; l++) {
		if (BUCKETS)
			(ihash_init_in)(&world.lists[l], world.buckets[l], BUCKETS);
		else
			must(!ihash_init(&world.lists[l], &config));
	}
	for (n = 0; n < NODES; n++)
		world.objects[n].id = (unsigned char)n;
}

/* Of the changes of chains only the searches matter that have not seen the last. */
static void settle_table(unsigned int l)
{
	struct ihash *table = &world.lists[l];
	const uint32_t n = (uint32_t)1 << (31 - table->shift);
	unsigned int s;

	for (s = 0; s < SEARCHES; s++) {
		if (!world.search[s].runs || world.search[s].list != l)
			continue;
		world.cursors[s].changes = world.cursors[s].changes == table->changes;
		world.cursors[s].left = NODES;
	}
	table->changes = 1;
	table->peak = 0;
	table->failed = 0;
	if (BUCKETS)
		return;
	memset(table->rows[IHASH_BASE_], 0, table->split * sizeof(*table->rows[IHASH_BASE_]));
	if (table->rows[IHASH_WIDE_])
		memset(table->rows[IHASH_WIDE_] + 2 * table->split, 0,
		       2 * (n - table->split) * sizeof(*table->rows[IHASH_WIDE_]));
	if (table->rows[IHASH_BASE_] != &table->one)
		table->one = NULL;
}

static void renumber(unsigned char *row, unsigned int count, const unsigned char *to)
{
	unsigned int i;

	for (i = 0; i < count; i++)
		row[i] = to[row[i]];
}

static void settle(void)
{
	unsigned char to[NODES], hash[NODES];
	unsigned int l, n, s;

	rename_nodes(to);
	memcpy(hash, world.hash, sizeof(hash));
	for (n = 0; n < NODES; n++)
		world.hash[to[n]] = hash[n];
	for (s = 0; s < SEARCHES; s++) {
		if (!world.search[s].runs)
			continue;
		renumber(world.search[s].ahead, world.search[s].count, to);
		renumber(&world.search[s].at, 1, to);
	}
	for (l = 0; l < LISTS; l++) {
		renumber(world.newest[l], world.born[l], to);
		memset(&world.newest[l][world.born[l]], 0, (size_t)NODES - world.born[l]);
		settle_list(l);
		settle_table(l);
	}
	settle_walks();
	memory_settle(&world.memory);
}

/* The chain of a hash leads to its elements, the newest first. */
static void compare(void)
{
	unsigned int l, i, h;

	compare_walks();
	for (l = 0; l < LISTS; l++) {
		for (h = 0; h < HASHES; h++) {
			const struct ihash_node *node =
				*ihash_bucket_(&world.lists[l], hashes[h]);

			for (i = 0; i < world.born[l]; i++) {
				if (world.hash[world.newest[l][i]] != h)
					continue;
				while (node && node->hash != hashes[h])
					node = node->chain;
				must(node == node_of(world.newest[l][i]));
				node = node->chain;
			}
			for (; node; node = node->chain)
				must(node->hash != hashes[h]);
		}
	}
}

static bool is_node(const void *key, const struct ihash_node *node)
{
	return key == node;
}

static void look(void)
{
	unsigned int l, n;

	look_at_lists();
	for (l = 0; l < LISTS; l++)
		for (n = 0; n < NODES; n++)
			must(ihash_find_entry(&world.lists[l], hash_of(n), node_of(n), is_node,
					      struct object, link) ==
			     (home(n) == l ? &world.objects[n] : NULL));
}

/* Is a node that is remembered by its address in the chain of the hash? */
static bool is_in_chain(const struct ihash *table, uint32_t hash, const struct ihash_node *node)
{
	const struct ihash_node *in = *ihash_bucket_(table, hash);

	while (in && in != node)
		in = in->chain;
	return in;
}

/* Has it lost its place, with candidates left? Level 1 reports that. */
static bool is_lost(unsigned int s)
{
	const struct ihash_cursor_ *cur = &world.cursors[s];
	const struct search *search = &world.search[s];
	unsigned int i;

	if (LISH_CHECK < 1 || cur->changes == cur->of->changes || !cur->next ||
	    is_in_chain(cur->of, cur->hash, cur->next) || is_in_chain(cur->of, cur->hash, cur->at))
		return false;
	for (i = 0; i < world.born[search->list]; i++)
		if (hash_of(world.newest[search->list][i]) == cur->hash)
			return true;
	return false;
}

static void step_search(unsigned int s)
{
	struct search *search = &world.search[s];
	struct ihash_cursor_ *cur = &world.cursors[s];
	const bool lost = is_lost(s);
	const struct ihash_node *got;
	unsigned int n;

	must(!lost || search->unsure);
	got = (struct ihash_node *)ihash_look_step_inline_(cur, 0);
	must(misuse.reports == lost && (!lost || (misuse.seen == LISH_LOST_PLACE && !got)));
	misuse.reports = 0;
	n = number_of(got);
	must(search->unsure || n == (search->count ? search->ahead[0] : NODES));
	if (n == NODES) {
		end_search(s);
		return;
	}
	must(home(n) == search->list && hash_of(n) == cur->hash);
	(void)drop(search->ahead, &search->count, n);
	search->at = (unsigned char)n;
	search->at_gone = search->other_gone = false;
}

/* Its first step follows at once. */
static void begin_search(unsigned int s, unsigned int l, unsigned int h)
{
	struct search *search = &world.search[s];
	unsigned int i;

	end_search(s);
	world.cursors[s] = ihash_look_inline_(&world.lists[l], hashes[h]);
	search->runs = true;
	search->list = (unsigned char)l;
	for (i = 0; i < world.born[l]; i++)
		if (world.hash[world.newest[l][i]] == h)
			search->ahead[search->count++] = world.newest[l][i];
	step_search(s);
}

enum {
	ADD, MOVE_TAIL, DEL, LEAVE, POP, CLEAR, FORGET, RESERVE, TRIM, STOP, BEGIN, NEXT, END,
	SEARCH, STEP, CALLS
};

static void act_on_all(unsigned int call, unsigned int l)
{
	struct ihash *table = &world.lists[l];
	unsigned char order[NODES];
	unsigned int i, w, n;
	int err;

	switch (call) {
	case POP:
		n = count_of(l, order) ? order[0] : NODES;
		must((ihash_pop_entry)(table, 0) == node_of(n));
		gone(n);
		break;
	case CLEAR: case FORGET:
		if (call == CLEAR)
			ihash_clear(table);
		else
			ihash_forget(table);
		n = count_of(l, order);
		for (i = 0; i < n; i++) {
			gone(order[i]);
			if (call == FORGET)
				ihash_node_init(node_of(order[i]));
		}
		break;
	case RESERVE:
		err = ihash_reserve(table, 2);
		must(!err || (BUCKETS ? err == -ENOSPC : err == -ENOMEM && memory_fails));
		break;
	case TRIM:
		ihash_trim(table);
		break;
	default:
		ihash_stop(table);
		for (w = 0; w < WALKS; w++) {
			if (world.walk[w].place == NOWHERE || world.walk[w].list != l)
				continue;
			/* The step of a macro sees it by itself. */
			if (world.walk[w].kind != HAND)
				must(!step_of(w));
			end(w);
		}
	}
}

static void act_on_one(unsigned int call, unsigned int l, unsigned int n, unsigned int h)
{
	struct ihash *table = &world.lists[l];

	switch (call) {
	case ADD:
		if (not_out(n))
			return;
		ihash_add(table, node_of(n), hashes[h]);
		if (misuse.wrong)
			return;
		world.hash[n] = (unsigned char)h;
		born(l, n);
		break;
	case DEL:
		if (not_in(l, n))
			return;
		ihash_del(table, node_of(n));
		if (!misuse.wrong)
			gone(n);
		break;
	default:
		if (not_in(l, n))
			return;
		ihash_move_tail(table, node_of(n));
		if (misuse.wrong)
			return;
		del(n);
		add(l, world.length[l], n);
	}
}

static void act(void)
{
	const unsigned int call = choose(CALLS);
	unsigned int l, n, s, h = 0;

	memory_fails = false;
	switch (call) {
	case ADD: case MOVE_TAIL: case DEL:
		l = choose(LISTS);
		n = choose(NODES + 1);
		if (call == ADD) {
			h = choose(HASHES);
			memory_fails = !BUCKETS && choose(2);
		}
		say("call %u: table %u, node %u, hash %u, memory %d", call, l, n, h, !memory_fails);
		act_on_one(call, l, n, h);
		break;
	case LEAVE:
		n = choose(NODES + 1);
		say("node %u leaves", n);
		if (n == NODES && !wrong_at(1, LISH_NULL))
			return;
		must(ihash_leave(node_of(n)) == (n < NODES && home(n) < LISTS));
		gone(n);
		break;
	case BEGIN:
		s = choose(WALKS);
		l = choose(LISTS);
		begin(s, l, choose(KINDS));
		break;
	case NEXT:
		s = choose(WALKS);
		say("loop %u steps", s);
		next(s);
		break;
	case END:
		s = choose(WALKS);
		say("loop %u ends", s);
		ihash_loop_end(&world.walks[s].loop);
		end(s);
		break;
	case SEARCH:
		s = choose(SEARCHES);
		l = choose(LISTS);
		h = choose(HASHES);
		say("search %u begins in table %u, hash %u", s, l, h);
		begin_search(s, l, h);
		break;
	case STEP:
		s = choose(SEARCHES);
		if (!world.search[s].runs) {
			(void)skip();
			return;
		}
		say("search %u steps", s);
		step_search(s);
		break;
	default:
		l = choose(LISTS);
		memory_fails = !BUCKETS && (call == RESERVE || call == TRIM) && choose(2);
		say("call %u: table %u, memory %d", call, l, !memory_fails);
		act_on_all(call, l);
	}
}

int main(void)
{
	return explore("ihash", &world, sizeof(world), 0, true);
}
