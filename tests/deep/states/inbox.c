// SPDX-License-Identifier: MIT
/*
 * inbox: NODES nodes and BOXES boxes, each with what was taken and what was pushed
 * since; all from one thread. (tests/deep/model looks at several.)
 */
#include <linux-ish/inbox.h>
#include "states.h"

#ifndef NODES
#define NODES 4
#endif
#ifndef BOXES
#define BOXES 2
#endif

struct object {
	unsigned char id;
	struct inbox_node node;
};

struct row {
	unsigned char count, of[NODES];
};

static struct {
	struct inbox boxes[BOXES];
	struct object objects[NODES];
	/* The model: what was taken, and what was pushed, in this order. */
	struct row taken[BOXES], pushed[BOXES];
} world;

static struct inbox_node *node_of(unsigned int n)
{
	return n < NODES ? &world.objects[n].node : NULL;
}

static bool has(const struct row *row, unsigned int n)
{
	unsigned int i;

	for (i = 0; i < row->count; i++)
		if (row->of[i] == n)
			return true;
	return false;
}

static bool is_in(unsigned int n)
{
	unsigned int b;

	for (b = 0; b < BOXES; b++)
		if (has(&world.taken[b], n) || has(&world.pushed[b], n))
			return true;
	return false;
}

static void append(struct row *row, unsigned int n)
{
	row->of[row->count++] = (unsigned char)n;
}

static void take(unsigned int b)
{
	world.taken[b] = world.pushed[b];
	memset(&world.pushed[b], 0, sizeof(struct row));
}

/* The eldest; NODES if there is none. */
static unsigned int pop(unsigned int b, bool may_take)
{
	struct row *row = &world.taken[b];
	unsigned int n;

	if (!row->count && may_take)
		take(b);
	if (!row->count)
		return NODES;
	n = row->of[0];
	row->count--;
	memmove(row->of, row->of + 1, row->count);
	row->of[row->count] = 0;
	return n;
}

static void start(void)
{
	unsigned int i;

	/* The boxes are zero: empty. */
	for (i = 0; i < NODES; i++)
		world.objects[i].id = (unsigned char)i;
}

/* The words of the first box are 0 when they are empty, those of the others 1. */
static void settle(void)
{
	unsigned int b;

	for (b = 0; b < BOXES; b++) {
		if (world.boxes[b].pushed <= 1)
			world.boxes[b].pushed = b != 0;
		if (world.boxes[b].taken <= 1)
			world.boxes[b].taken = b != 0;
	}
}

static void compare(void)
{
	unsigned int b, i, n, first;
	uintptr_t at;

	for (b = 0; b < BOXES; b++) {
		at = world.boxes[b].taken;
		for (i = 0; i < world.taken[b].count; i++) {
			must(at == (uintptr_t)node_of(world.taken[b].of[i]));
			at = node_of(world.taken[b].of[i])->next;
		}
		must(at <= 1);
		/* The last chain first, its nodes in their order. */
		at = world.boxes[b].pushed;
		for (i = world.pushed[b].count; i; i = first) {
			for (first = i; first && (at & ~(uintptr_t)1) !=
					(uintptr_t)node_of(world.pushed[b].of[first - 1]);)
				first--;
			must(first--);
			for (n = first; n < i; n++) {
				must((at & ~(uintptr_t)1) ==
				     (uintptr_t)node_of(world.pushed[b].of[n]));
				at = node_of(world.pushed[b].of[n])->next;
				must((at & 1) == (n + 1 == i));
			}
		}
		must(at <= 1);
	}
	for (n = 0; n < NODES; n++)
		must(is_in(n) || !node_of(n)->next);
}

static void look(void)
{
	const struct inbox_node *fault;
	unsigned int b;

	for (b = 0; b < BOXES; b++) {
		must(inbox_check(&world.boxes[b], &fault) == LISH_OK && !fault);
		must(inbox_empty(&world.boxes[b]) ==
		     !(world.taken[b].count + world.pushed[b].count));
	}
}

enum { PUSH, PUSH_CHAIN, POP, DRAIN, DRAIN_ONE, DRAIN_BACK, CLEAR, INIT, EMPTY, CALLS };

static void act(void)
{
	const unsigned int call = choose(CALLS), b = choose(BOXES);
	struct inbox *box = &world.boxes[b];
	struct inbox_chain chain = { 0 };
	unsigned int n = NODES, second = NODES, i, visited = 0;
	bool first, may_take = true;
	int err;

	if (call == PUSH || call == PUSH_CHAIN)
		n = choose(NODES + 1);
	/* A chain of none, one or two */
	if (call == PUSH_CHAIN)
		second = choose(NODES + 1);
	say("call %u: box %u, node %u, %u", call, b, n, second);
	if (n == NODES && call == PUSH && !wrong_at(1, LISH_NULL))
		return;
	switch (call) {
	case PUSH:
		first = !world.pushed[b].count;
		err = inbox_push(box, node_of(n));
		if (misuse.wrong) {
			must(err == -EINVAL);
		} else if (is_in(n)) {
			must(err == -EEXIST);
		} else {
			must(err == first);
			append(&world.pushed[b], n);
		}
		break;
	case PUSH_CHAIN:
		first = !world.pushed[b].count;
		if (n < NODES)
			must(inbox_chain_add_tail(&chain, node_of(n)) ==
			     (is_in(n) ? -EEXIST : 0));
		if (second < NODES)
			must(inbox_chain_add_tail(&chain, node_of(second)) ==
			     (is_in(second) || second == n ? -EEXIST : 0));
		err = inbox_push_chain(box, &chain);
		visited = world.pushed[b].count;
		if (n < NODES && !is_in(n))
			append(&world.pushed[b], n);
		if (second < NODES && !is_in(second))
			append(&world.pushed[b], second);
		must(err == (first && world.pushed[b].count != visited));
		break;
	case POP:
		n = pop(b, true);
		must((inbox_pop_entry)(box, 0) == node_of(n));
		break;
	case DRAIN: case DRAIN_ONE: case DRAIN_BACK:
		inbox_drain_entry(o, box, struct object, node) {
			must(!o->node.next);
			if (!world.taken[b].count) {
				must(may_take);
				take(b);
				may_take = false;
			}
			n = pop(b, false);
			must(o->id == n);
			visited++;
			if (call == DRAIN_ONE)
				break;
			/* What is pushed back waits for the next one. */
			if (call == DRAIN_BACK) {
				must(inbox_push(box, &o->node) >= 0);
				append(&world.pushed[b], n);
			}
			must(visited <= 2 * NODES);
		}
		if (call != DRAIN_ONE)
			must(!world.taken[b].count &&
			     (call == DRAIN_BACK || !world.pushed[b].count ||
			      !may_take));
		break;
	case CLEAR: case INIT:
		if (call == CLEAR)
			inbox_clear(box);
		else
			inbox_init(box);
		for (i = 0; i < NODES; i++)
			if (call == INIT && (has(&world.taken[b], i) ||
					       has(&world.pushed[b], i)))
				inbox_node_init(node_of(i));
		memset(&world.taken[b], 0, sizeof(struct row));
		memset(&world.pushed[b], 0, sizeof(struct row));
		break;
	case EMPTY:
		must(inbox_empty(box) == !(world.taken[b].count +
					   world.pushed[b].count));
		break;
	default:
		must(false); /* all calls are above */
	}
}

int main(void)
{
	unsigned long formula = 0, ways = 1, cuts[NODES + 1] = { 1 }, all;
	/* How a row of pushed nodes is made of chains of one and two. A lone node may be a chain. */
	unsigned long chains[NODES + 3] = { 1, 2, 2, 3 };
	unsigned int b, k, i;

	for (k = 4; k <= NODES; k++)
		chains[k] = chains[k - 1] + chains[k - 2];
	/*
	 * k nodes in some order, cut into a row of what was taken and one of what
	 * was pushed for each box.
	 */
	for (b = 0; b < BOXES; b++) {
		for (k = NODES + 1; k--;) {
			unsigned long sum = 0;

			for (i = 0; i <= k; i++)
				sum += cuts[k - i] * chains[i];
			cuts[k] = sum;
		}
		for (k = 1; k <= NODES; k++)
			cuts[k] += cuts[k - 1];
	}
	for (k = 0; k <= NODES; k++) {
		formula += ways * cuts[k];
		/* One is out whenever something was taken: not all are there. */
		for (all = 1, i = 1; k == NODES && i < BOXES; i++)
			all = all * (k + i) / i;
		if (k == NODES)
			formula -= ways * all;
		ways *= NODES - k;
	}
	return explore("inbox", &world, sizeof(world), formula, true);
}
