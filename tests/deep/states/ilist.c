// SPDX-License-Identifier: MIT
/*
 * ilist: NODES nodes, each in one of LISTS lists or in none. Every state is some
 * order of some of the nodes, cut into as many parts as there are lists.
 */
#include <linux-ish/ilist.h>
#include <linux-ish/sort.h>
#include "states.h"

#ifndef NODES
#define NODES 6
#endif
#ifndef LISTS
#define LISTS 3
#endif

struct object {
	unsigned char id;
	struct ilist_node link;
};

static struct {
	struct ilist lists[LISTS];
	struct object objects[NODES];
	/* The model. */
	unsigned char order[LISTS][NODES], count[LISTS];
} world;

static struct ilist_node *node_of(unsigned int n)
{
	return n < NODES ? &world.objects[n].link : NULL;
}

/* Where is it? */
static bool find(unsigned int n, unsigned int *list, unsigned int *at)
{
	unsigned int l, i;

	for (l = 0; l < LISTS; l++)
		for (i = 0; i < world.count[l]; i++)
			if (world.order[l][i] == n) {
				*list = l;
				*at = i;
				return true;
			}
	return false;
}

static bool is_in(unsigned int n)
{
	unsigned int l, i;

	return find(n, &l, &i);
}

static void put(unsigned int l, unsigned int at, unsigned int n)
{
	memmove(&world.order[l][at + 1], &world.order[l][at],
		world.count[l] - at);
	world.order[l][at] = (unsigned char)n;
	world.count[l]++;
}

static void cut(unsigned int n)
{
	unsigned int l, i;

	if (!find(n, &l, &i))
		return;
	world.count[l]--;
	memmove(&world.order[l][i], &world.order[l][i + 1],
		world.count[l] - i);
	world.order[l][world.count[l]] = 0;
}

/* Put n before, or after, pos. */
static void put_beside(unsigned int pos, unsigned int n, bool after)
{
	unsigned int l, i;

	if (find(pos, &l, &i))
		put(l, i + after, n);
}

static void start(void)
{
	unsigned int n;

	/* The lists are zero: empty. */
	for (n = 0; n < NODES; n++)
		world.objects[n].id = (unsigned char)n;
}

static void settle(void)
{
	unsigned int l;

	for (l = 0; l < LISTS; l++)
		memset(&world.order[l][world.count[l]], 0,
		       NODES - world.count[l]);
	/* Of the lists that are empty the first one is zero. */
	for (l = 0; l < LISTS; l++)
		if (!world.count[l] && !l)
			memset(&world.lists[l], 0, sizeof(world.lists[l]));
		else if (!world.count[l])
			ilist_init(&world.lists[l]);
}

static void compare(void)
{
	unsigned int l, i, n;
	unsigned int in = 0;

	for (l = 0; l < LISTS; l++) {
		const struct lish_link_ *prev = &world.lists[l].head;

		if (!prev->next) {
			must(!world.count[l] && !prev->prev);
			continue;
		}
		for (i = 0; i < world.count[l]; i++) {
			struct lish_link_ *link =
				&node_of(world.order[l][i])->link;

			must(prev->next == link && link->prev == prev);
			prev = link;
			in |= 1u << world.order[l][i];
		}
		must(prev->next == &world.lists[l].head &&
		     world.lists[l].head.prev == prev);
	}
	for (n = 0; n < NODES; n++)
		if (!(in & 1u << n))
			must(!node_of(n)->link.next && !node_of(n)->link.prev);
}

/* Pairs are equal, so that stability shows. */
static int by_half(void *ctx, const struct ilist_node *a,
		   const struct ilist_node *b)
{
	(void)ctx;
	return container_of(a, const struct object, link)->id / 2 -
	       container_of(b, const struct object, link)->id / 2;
}

static uint64_t half_of(void *ctx, const struct ilist_node *node)
{
	(void)ctx;
	return container_of(node, const struct object, link)->id / 2;
}

static bool is_sorted(unsigned int l)
{
	unsigned int i;

	for (i = 1; i < world.count[l]; i++)
		if (world.order[l][i - 1] / 2 > world.order[l][i] / 2)
			return false;
	return true;
}

static void sort_model(unsigned int l)
{
	unsigned int i, k;
	unsigned char n;

	for (i = 1; i < world.count[l]; i++) {
		n = world.order[l][i];
		for (k = i; k && world.order[l][k - 1] / 2 > n / 2; k--)
			world.order[l][k] = world.order[l][k - 1];
		world.order[l][k] = n;
	}
}

/* Move [a, b] of list from to a place of list to. */
static void move_run(unsigned int from, unsigned int a, unsigned int b,
		     unsigned int to, unsigned int at)
{
	unsigned char run[NODES];
	unsigned int i, n = b - a + 1;

	memcpy(run, &world.order[from][a], n);
	for (i = 0; i < n; i++)
		cut(run[i]);
	if (from == to && at > b)
		at -= n;
	for (i = 0; i < n; i++)
		put(to, at + i, run[i]);
}

static void look(void)
{
	unsigned int l, i, n, count;

	for (l = 0; l < LISTS; l++) {
		const struct ilist *list = &world.lists[l];
		const unsigned char *order = world.order[l];
		const struct ilist_node *fault;

		count = world.count[l];
		must(ilist_check(list, &fault) == LISH_OK && !fault);
		must(ilist_count(list) == count);
		must(ilist_empty(list) == !count);
		must(ilist_first_(list) ==
		     (count ? node_of(order[0]) : NULL));
		must(ilist_last_(list) ==
		     (count ? node_of(order[count - 1]) : NULL));
		must(ilist_first_entry(list, struct object, link) ==
		     (count ? &world.objects[order[0]] : NULL));
		must(ilist_last_entry(list, struct object, link) ==
		     (count ? &world.objects[order[count - 1]] : NULL));
		for (n = 0; n < NODES; n++) {
			const struct ilist_node *node = node_of(n);
			unsigned int in, at = 0;
			const bool here = find(n, &in, &at) && in == l;

			must(ilist_contains(list, node) == here);
			must(ilist_is_linked(node) == is_in(n));
			if (!here)
				continue;
			must(ilist_next_(list, node) ==
			     (at + 1 < count ? node_of(order[at + 1]) : NULL));
			must(ilist_prev_(list, node) ==
			     (at ? node_of(order[at - 1]) : NULL));
			i = at;
			ilist_for_each_entry_from(o, list, &world.objects[n],
						  struct object, link)
				must(o->id == order[i++]);
			must(i == count);
		}
		i = 0;
		ilist_for_each_entry(o, list, const struct object, link)
			must(o->id == order[i++]);
		must(i == count);
		ilist_for_each_entry_reverse(o, list, struct object, link)
			must(o->id == order[--i]);
		must(!i);
		ilist_for_each_entry_safe(o, list, struct object, link)
			must(o->id == order[i++]);
		must(i == count);
	}
}

enum {
	ADD, ADD_TAIL, ADD_BEFORE, ADD_AFTER, ADD_BEFORE_OR_TAIL, DEL, LEAVE, MOVE, MOVE_TAIL, POP,
	POP_TAIL, SPLICE, SPLICE_TAIL, CUT_AFTER, NODE_MOVED, INIT, CLEAR, SORT,
	SORT_BY_KEY, ADD_SORTED, DRAIN, LOOP_SAFE, ADD_DIRTY,
	CALLS
};

static void act(void)
{
	const unsigned int call = choose(CALLS);
	unsigned int l = 0, f = 0, n = 0, p = 0, l2 = 0, at = 0, i;
	struct ilist_node *node, *pos, *got;
	struct ilist_node away;
	uint64_t scratch[4 * NODES];

	/* The arguments: one node more, NULL. */
	switch (call) {
	case ADD: case ADD_TAIL: case MOVE: case MOVE_TAIL: case ADD_SORTED:
		l = choose(LISTS);
		n = choose(NODES + 1);
		break;
	case ADD_BEFORE: case ADD_AFTER:
		p = choose(NODES + 1);
		n = choose(NODES + 1);
		break;
	case ADD_BEFORE_OR_TAIL:
		l = choose(LISTS);
		p = choose(NODES + 1);
		n = choose(NODES + 1);
		break;
	case DEL: case LEAVE: case NODE_MOVED:
		n = choose(NODES + 1);
		break;
	case SPLICE: case SPLICE_TAIL:
		l = choose(LISTS);
		f = choose(LISTS);
		break;
	case CUT_AFTER:
		l = choose(LISTS);
		f = choose(LISTS);
		n = choose(NODES + 1);
		break;
	default:
		l = choose(LISTS);
	}
	node = node_of(n);
	pos = node_of(p);
	if (call == INIT) {
		say("list %u is made anew", l);
		ilist_init(&world.lists[l]);
		for (i = 0; i < world.count[l]; i++)
			ilist_node_init(node_of(world.order[l][i]));
		world.count[l] = 0;
		return;
	}
	say("call %u: list %u, from %u, pos %u, node %u", call, l, f, p, n);
	switch (call) {
	case ADD: case ADD_TAIL: case ADD_SORTED:
		if (call == ADD_SORTED && !is_sorted(l)) {
			(void)skip();
			return;
		}
		if (n == NODES ? !wrong_at(1, LISH_NULL) :
		    is_in(n) && !wrong_at(1, LISH_ALREADY_IN))
			return;
		if (call == ADD)
			ilist_add(&world.lists[l], node);
		else if (call == ADD_TAIL)
			ilist_add_tail(&world.lists[l], node);
		else
			ilist_add_sorted(&world.lists[l], node, by_half, NULL);
		if (misuse.wrong)
			return;
		for (at = call == ADD ? 0 : world.count[l];
		     call == ADD_SORTED && at &&
		     world.order[l][at - 1] / 2 > n / 2; at--)
			;
		put(l, at, n);
		break;
	case ADD_BEFORE_OR_TAIL:
		if (p == NODES ? n == NODES ? !wrong_at(1, LISH_NULL) :
				 is_in(n) && !wrong_at(1, LISH_ALREADY_IN) :
		    !is_in(p) ? !wrong_at(1, LISH_NOT_IN) :
		    find(p, &f, &at) && f != l ?
			    !wrong_at(world.lists[l].head.next ? 2 : 1, LISH_FOREIGN) :
		    n == NODES ? !wrong_at(1, LISH_NULL) :
		    is_in(n) && !wrong_at(1, LISH_ALREADY_IN))
			return;
		ilist_add_before_or_tail(&world.lists[l], pos, node);
		if (misuse.wrong)
			return;
		if (p == NODES)
			put(l, world.count[l], n);
		else
			put_beside(p, n, false);
		break;
	case ADD_BEFORE: case ADD_AFTER:
		if (p == NODES ? !wrong_at(1, LISH_NULL) :
		    !is_in(p) ? !wrong_at(1, LISH_NOT_IN) :
		    n == NODES ? !wrong_at(1, LISH_NULL) :
		    is_in(n) && !wrong_at(1, LISH_ALREADY_IN))
			return;
		if (call == ADD_BEFORE)
			ilist_add_before(pos, node);
		else
			ilist_add_after(pos, node);
		if (misuse.wrong)
			return;
		put_beside(p, n, call == ADD_AFTER);
		break;
	case DEL:
		if (n == NODES ? !wrong_at(1, LISH_NULL) :
		    !is_in(n) && !wrong_at(1, LISH_NOT_IN))
			return;
		ilist_del(node);
		if (!misuse.wrong)
			cut(n);
		break;
	case LEAVE:
		if (n == NODES) {
			if (wrong_at(1, LISH_NULL))
				must(!ilist_leave(node));
			return;
		}
		must(ilist_leave(node) == is_in(n));
		cut(n);
		break;
	case MOVE: case MOVE_TAIL:
		if (n == NODES ? !wrong_at(1, LISH_NULL) :
		    !is_in(n) && !wrong_at(1, LISH_NOT_IN))
			return;
		if (call == MOVE)
			ilist_move(&world.lists[l], node);
		else
			ilist_move_tail(&world.lists[l], node);
		if (misuse.wrong)
			return;
		cut(n);
		put(l, call == MOVE ? 0 : world.count[l], n);
		break;
	case POP: case POP_TAIL:
		got = call == POP ? (ilist_pop_entry)(&world.lists[l], 0) :
				    (ilist_pop_tail_entry)(&world.lists[l], 0);
		if (!world.count[l]) {
			must(!got);
			return;
		}
		n = world.order[l][call == POP ? 0 : world.count[l] - 1];
		must(got == node_of(n));
		cut(n);
		break;
	case SPLICE: case SPLICE_TAIL:
		if (call == SPLICE)
			ilist_splice(&world.lists[l], &world.lists[f]);
		else
			ilist_splice_tail(&world.lists[l], &world.lists[f]);
		if (l == f || !world.count[f])
			return;
		move_run(f, 0, world.count[f] - 1u, l,
			 call == SPLICE ? 0 : world.count[l]);
		break;
	case CUT_AFTER:
		if (n == NODES ? !wrong_at(1, LISH_NULL) :
		    !is_in(n) && !wrong_at(1, LISH_NOT_IN))
			return;
		if (!misuse.wrong && find(n, &l2, &at) && l2 != f) {
			/* Only of a zero list level 1 knows that it has no element. */
			if (!wrong_at(world.lists[f].head.next ? 2 : 1, LISH_FOREIGN))
				return;
		}
		ilist_cut_after(&world.lists[l], &world.lists[f], node);
		if (misuse.wrong)
			return;
		move_run(f, 0, at, l, world.count[l]);
		break;
	case NODE_MOVED:
		if (n == NODES) {
			if (wrong_at(1, LISH_NULL))
				ilist_node_moved(node);
			return;
		}
		/* Away, where it can be used, and back. */
		away = *node;
		memset(node, 0x5a, sizeof(*node));
		ilist_node_moved(&away);
		if (is_in(n)) {
			must(away.link.next->prev == &away.link);
			must(away.link.prev->next == &away.link);
		}
		*node = away;
		ilist_node_moved(node);
		break;
	case CLEAR: case SORT: case SORT_BY_KEY:
		if (call == CLEAR) {
			ilist_clear(&world.lists[l]);
		} else if (call == SORT) {
			ilist_sort(&world.lists[l], by_half, NULL);
		} else {
			/* Too small, then enough; crooked, if there is a list. */
			if (world.count[l])
				must(ilist_sort_by_key(
					     &world.lists[l], half_of, NULL, scratch,
					     ILIST_SORT_SCRATCH(world.count[l]) -
						     1) == -ENOSPC);
			must(ilist_sort_by_key(&world.lists[l], half_of, NULL,
					       scratch, sizeof(scratch)) == 0);
		}
		if (call == CLEAR)
			world.count[l] = 0;
		else
			sort_model(l);
		break;
	case DRAIN:
		i = 0;
		ilist_drain_entry(o, &world.lists[l], struct object, link) {
			must(o->id == world.order[l][i++]);
			/* Half of it. */
			if (i == 2)
				break;
		}
		for (at = 0; at < i; at++)
			cut(world.order[l][0]);
		break;
	case LOOP_SAFE:
		/* Every other one goes, and the rest to the front, to be missed. */
		ilist_for_each_entry_safe(o, &world.lists[l], struct object, link) {
			if (o->id & 1) {
				ilist_del(&o->link);
				cut(o->id);
			} else {
				ilist_move(&world.lists[l], &o->link);
				cut(o->id);
				put(l, 0, o->id);
			}
		}
		break;
	case ADD_DIRTY:
		/* Whose memory was never zeroed. */
		if (!wrong_at(1, LISH_ALREADY_IN))
			return;
		memset(&away, 0x5a, sizeof(away));
		ilist_add_tail(&world.lists[l], &away);
		break;
	default:
		must(false); /* all calls are above */
	}
}

int main(void)
{
	unsigned long formula = 0, ways = 1;
	unsigned int k, i;

	/* k of the nodes in some order, cut into LISTS parts. */
	for (k = 0; k <= NODES; k++) {
		unsigned long cuts = 1;

		for (i = 1; i < LISTS; i++)
			cuts = cuts * (k + i) / i;
		formula += ways * cuts;
		ways *= NODES - k;
	}
	return explore("ilist", &world, sizeof(world), formula, true);
}
