// SPDX-License-Identifier: MIT
/*
 * Any calls and loops of ihash, whose elements are zeroed, copied, or zeroed and added
 * elsewhere meanwhile. Hashes, links of chains and buckets are overwritten too. There are two
 * tables and six objects, whose memory stays valid. A table may hand out an object only if the
 * object's node names the table. It may write only to such nodes, to links that lead to them,
 * and to the node it was called with. Every loop must end. ihash_node_moved() asks two links alone, which may agree in
 * another table, and is not called.
 *
 *   chains N [FIRST]   N sequences of calls; a failure names its sequence
 */
#include "linux-ish/ihash.h"
#include "sequence.h"
#include <string.h>
#include <unistd.h>

#define OBJECTS 6
#define HASHES 3
#define CALLS 40
#define DEPTH 3
/* No loop of CALLS calls is longer. */
#define STEPS 1000

struct thing {
	uint32_t value;
	struct ihash_node node;
};

static struct thing things[OBJECTS];
static struct ihash tables[2];
static IHASH_STORAGE(buckets, 3);
static int calls, reports;

/* What stood in the nodes before the call or the step that runs. */
static struct seen {
	struct ihash_node node[OBJECTS];
	const struct thing *added;
} seen;

static struct thing *any(void)
{
	return &things[pick(OBJECTS)];
}

/* Two of them share the bucket of a small table. */
static uint32_t any_hash(void)
{
	return pick(HASHES) << 28;
}

static void look(const struct thing *added)
{
	int i;

	seen.added = added;
	for (i = 0; i < OBJECTS; i++)
		seen.node[i] = things[i].node;
}

static void must_be_in(int c, const struct thing *thing)
{
	const size_t i = (size_t)(thing - things);

	must(i < OBJECTS && thing == &things[i], "no object was handed out");
	must(thing->node.table == &tables[c] || seen.node[i].table == &tables[c],
	     "no element was handed out");
}

/* Was this the link of an element, or of the head? */
static bool was_in(int c, const struct lish_link_ *link)
{
	int i;

	for (i = 0; i < OBJECTS; i++)
		if (link == &things[i].node.link)
			return seen.node[i].table == &tables[c];
	return link == &tables[c].walks.head;
}

/* Only elements of that table were written, and words that led to their links. */
static void must_be_untouched(int c)
{
	int i;

	for (i = 0; i < OBJECTS; i++) {
		struct ihash_node *was = &seen.node[i];

		if (was->table == &tables[c] || &things[i] == seen.added)
			continue;
		if (was_in(c, was->link.next))
			was->link.next = things[i].node.link.next;
		if (was_in(c, was->link.prev))
			was->link.prev = things[i].node.link.prev;
		must(!memcmp(&things[i].node, was, sizeof(*was)), "no element was written");
	}
}

static void report(const struct lish_fault *fault)
{
	(void)fault;
	reports++;
}

static bool is_it(const void *key, const struct ihash_node *node)
{
	return key == node;
}

static void begin(int c)
{
	struct lish_config config = LISH_CONFIG_INIT;

	config.initial = pick(3);
	config.limit = pick(2) ? 4 : 0;
	if (c && pick(2))
		ihash_init_in(&tables[c], &buckets);
	else
		must(!ihash_init(&tables[c], &config), "no memory");
}

static void act(int depth);

#define LOOP(call)                                                    \
	do {                                                          \
		call {                                                \
			must_be_in(c, pos);                           \
			must_be_untouched(c);                         \
			must(++steps < STEPS, "a loop does not end"); \
			act(depth + 1);                               \
			look(NULL);                                   \
			if (!pick(8))                                 \
				break;                                \
		}                                                     \
	} while (0)

static void act_in_loop(int c, int depth)
{
	struct ihash *table = &tables[c];
	int steps = 0;

	switch (pick(8)) {
	case 0:
		LOOP(ihash_for_each_entry_reverse(pos, table, struct thing, node));
		break;
	case 1:
		LOOP(ihash_for_each_entry_present(pos, table, struct thing, node));
		break;
	case 2:
		LOOP(ihash_for_each_entry_from(pos, table, any(), struct thing, node));
		break;
	case 3:
		ihash_for_each_entry_const(pos, table, struct thing, node) {
			must_be_in(c, pos);
			must(++steps < STEPS, "a loop does not end");
		}
		break;
	case 4:
		ihash_for_each_hash_entry(pos, table, any_hash(), struct thing, node) {
			must_be_in(c, pos);
			must(++steps < STEPS, "a loop over candidates does not end");
		}
		break;
	case 5:
	case 6:
		LOOP(ihash_for_each_hash_entry(pos, table, any_hash(), struct thing, node));
		break;
	default:
		LOOP(ihash_for_each_entry(pos, table, struct thing, node));
	}
}

static void damage(int c)
{
	struct ihash *table = &tables[c];
	struct thing *thing = any();
	uint32_t bucket;

	switch (pick(6)) {
	case 0:
		memset(thing, 0, sizeof(*thing));
		break;
	case 1:
		*thing = *any();
		break;
	case 2:
		memset(thing, 0, sizeof(*thing));
		look(thing);
		ihash_add(&tables[!c], &thing->node, any_hash());
		must_be_untouched(!c);
		break;
	case 3:
		thing->node.hash = any_hash();
		break;
	case 4:
		thing->node.chain = pick(3) ? &any()->node : NULL;
		break;
	default:
		if (!table->rows[IHASH_BASE_])
			break;
		bucket = any_hash();
		*ihash_bucket_(table, bucket) = pick(3) ? &any()->node : NULL;
	}
}

static void act(int depth)
{
	int c = (int)pick(2);
	struct ihash *table = &tables[c];
	struct thing *thing = any();

	if (depth > DEPTH || calls++ >= CALLS)
		return;
	look(thing);
	switch (pick(20)) {
	case 0:
	case 1:
	case 2:
	case 3:
	case 4:
		ihash_add(table, &thing->node, any_hash());
		break;
	case 5:
		ihash_del(table, &thing->node);
		break;
	case 6:
		if (thing->node.table)
			c = thing->node.table == &tables[1];
		(void)ihash_leave(&thing->node);
		break;
	case 7:
		ihash_move_tail(table, &thing->node);
		(void)ihash_contains(table, &thing->node);
		break;
	case 8:
	case 9:
		thing = ihash_pop_entry(table, struct thing, node);
		if (thing)
			must_be_in(c, thing);
		break;
	case 10:
		thing = ihash_find_entry(table, any_hash(), &thing->node, is_it, struct thing, node);
		if (thing)
			must_be_in(c, thing);
		break;
	case 11:
		if (!pick(4))
			ihash_clear(table);
		else if (!pick(4))
			ihash_forget(table);
		else
			(void)ihash_check(table, NULL);
		break;
	case 12:
		(void)!ihash_reserve(table, pick(9));
		ihash_trim(table);
		break;
	case 13:
		if (pick(4))
			return;
		ihash_stop(table);
		must_be_untouched(c);
		ihash_destroy(table);
		if (!table->rows[IHASH_BASE_])
			begin(c);
		break;
	case 14:
	case 15:
	case 16:
		damage(c);
		return;
	default:
		look(NULL);
		act_in_loop(c, depth);
	}
	must_be_untouched(c);
}

static void run(void)
{
	int c;

	memset(things, 0, sizeof(things));
	calls = 0;
	for (c = 0; c < 2; c++)
		begin(c);
	while (calls < CALLS)
		act(0);
	for (c = 0; c < 2; c++) {
		look(NULL);
		ihash_forget(&tables[c]);
		ihash_destroy(&tables[c]);
		must_be_untouched(c);
	}
}

int main(int argc, char **argv)
{
	const uint64_t n = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
	const uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;

	lish_set_report(report);
	for (sequence = first; sequence < first + n; sequence++) {
		alarm(20);
		state = (sequence + 1) * 0x9e3779b97f4a7c15u;
		run();
	}
	printf("chains: %llu sequences, %d reports\n", (unsigned long long)n, reports);
	return 0;
}
