// SPDX-License-Identifier: MIT
/* walklist: the world of walks.h. */
#include <linux-ish/sort.h>
#include <linux-ish/walklist.h>

#define X walklist
#define OWNER list
#define WORLD_MORE
#include "walks.h"

static void start(void)
{
	unsigned int n;

	/* The lists are zero: empty. */
	for (n = 0; n < NODES; n++)
		world.objects[n].id = (unsigned char)n;
}

static void settle(void)
{
	unsigned char to[NODES];
	unsigned int l;

	rename_nodes(to);
	for (l = 0; l < LISTS; l++) {
		settle_list(l);
		/* The first list is zero when it is empty, and no loop knows it. */
		if (!world.lists[l].walks.count && !world.lists[l].walks.loops.first) {
			walklist_init(&world.lists[l]);
			if (!l)
				memset(&world.lists[l], 0, sizeof(world.lists[l]));
		}
	}
	settle_walks();
}

static void compare(void)
{
	compare_walks();
}

static void look(void)
{
	look_at_lists();
}

enum {
	ADD, ADD_TAIL, MOVE, MOVE_TAIL, DEL, ADD_BEFORE, ADD_BEFORE_OR_TAIL, ADD_AFTER,
	LEAVE, POP, POP_TAIL, SPLICE,
	SPLICE_TAIL, CLEAR, FORGET, SORT, STOP, BEGIN, NEXT,
	END, CALLS
};

/* A key for each node; some are equal, so that stability shows. */
static unsigned char keys[NODES];

static int by_key(void *ctx, const struct walklist_node *a,
		  const struct walklist_node *b)
{
	(void)ctx;
	return keys[container_of(a, const struct object, link)->id] -
	       keys[container_of(b, const struct object, link)->id];
}

/* Is n in no list at all? */
static bool in_none(unsigned int l, unsigned int n)
{
	return home(n) == LISTS && not_in(l, n);
}

static void act(void)
{
	const unsigned int call = choose(CALLS);
	unsigned int l = LISTS, f = LISTS, n = NODES, p = NODES, w = 0;
	unsigned int at = 0, i, count, kind = 0;
	unsigned char order[NODES];
	struct walklist_node *node, *pos;

	/* The arguments: one node more, NULL. */
	switch (call) {
	case ADD: case ADD_TAIL: case MOVE: case MOVE_TAIL: case DEL:
		l = choose(LISTS);
		n = choose(NODES + 1);
		break;
	case ADD_BEFORE: case ADD_BEFORE_OR_TAIL: case ADD_AFTER:
		l = choose(LISTS);
		p = choose(NODES + 1);
		n = choose(NODES + 1);
		break;
	case LEAVE:
		n = choose(NODES + 1);
		break;
	case SPLICE: case SPLICE_TAIL:
		l = choose(LISTS);
		f = choose(LISTS);
		break;
	case BEGIN:
		w = choose(WALKS);
		l = choose(LISTS);
		kind = choose(KINDS);
		begin(w, l, kind);
		return;
	case NEXT:
		w = choose(WALKS);
		say("loop %u steps", w);
		next(w);
		return;
	case END:
		w = choose(WALKS);
		say("loop %u ends", w);
		walklist_loop_end(&world.walks[w].loop);
		end(w);
		return;
	default:
		l = choose(LISTS);
	}
	say("call %u: list %u, from %u, pos %u, node %u", call, l, f, p, n);
	node = node_of(n);
	pos = node_of(p);
	switch (call) {
	case ADD: case ADD_TAIL:
		if (not_out(n))
			return;
		if (call == ADD)
			walklist_add(&world.lists[l], node);
		else
			walklist_add_tail(&world.lists[l], node);
		if (!misuse.wrong)
			add(l, call == ADD ? 0 : world.length[l], n);
		break;
	case ADD_BEFORE: case ADD_BEFORE_OR_TAIL: case ADD_AFTER:
		if (call == ADD_BEFORE_OR_TAIL && p == NODES) {
			if (not_out(n))
				return;
			walklist_add_before_or_tail(&world.lists[l], NULL, node);
			if (!misuse.wrong)
				add(l, world.length[l], n);
			return;
		}
		if (not_in(l, p))
			return;
		if (!misuse.wrong && not_out(n))
			return;
		if (call == ADD_BEFORE)
			walklist_add_before(&world.lists[l], pos, node);
		else if (call == ADD_BEFORE_OR_TAIL)
			walklist_add_before_or_tail(&world.lists[l], pos, node);
		else
			walklist_add_after(&world.lists[l], pos, node);
		if (misuse.wrong || n == p)
			return;
		(void)find(p, &l, &at);
		add(l, at + (call == ADD_AFTER), n);
		break;
	case DEL:
		if (not_in(l, n))
			return;
		walklist_del(&world.lists[l], node);
		if (!misuse.wrong)
			del(n);
		break;
	case LEAVE:
		if (n == NODES && !wrong_at(1, LISH_NULL))
			return;
		must(walklist_leave(node) == (n < NODES && home(n) < LISTS));
		del(n);
		break;
	case MOVE: case MOVE_TAIL:
		if (in_none(l, n))
			return;
		if (call == MOVE)
			walklist_move(&world.lists[l], node);
		else
			walklist_move_tail(&world.lists[l], node);
		if (misuse.wrong)
			return;
		del(n);
		add(l, call == MOVE ? 0 : world.length[l], n);
		break;
	case POP: case POP_TAIL:
		count = count_of(l, order);
		n = count ? order[call == POP_TAIL ? count - 1 : 0] : NODES;
		if (call == POP)
			must((walklist_pop_entry)(&world.lists[l], 0) == node_of(n));
		else
			must((walklist_pop_tail_entry)(&world.lists[l], 0) == node_of(n));
		if (n == NODES)
			return;
		del(n);
		break;
	case SPLICE: case SPLICE_TAIL:
		if (call == SPLICE)
			walklist_splice(&world.lists[l], &world.lists[f]);
		else
			walklist_splice_tail(&world.lists[l], &world.lists[f]);
		if (l == f)
			return;
		count = count_of(f, order);
		for (i = 0; i < count; i++)
			del(order[i]);
		at = call == SPLICE ? 0 : world.length[l];
		for (i = 0; i < count; i++)
			add(l, at + i, order[i]);
		break;
	case CLEAR: case FORGET:
		if (call == CLEAR)
			walklist_clear(&world.lists[l]);
		else
			walklist_forget(&world.lists[l]);
		count = count_of(l, order);
		for (i = 0; i < count; i++) {
			del(order[i]);
			if (call == FORGET)
				walklist_node_init(node_of(order[i]));
		}
		break;
	case SORT:
		if (is_looped(l) && !wrong_at(0, LISH_LOOPED))
			return;
		count = count_of(l, order);
		for (i = 0; i < count && !misuse.wrong; i++)
			keys[order[i]] = (unsigned char)choose(count);
		walklist_sort(&world.lists[l], by_key, NULL);
		if (misuse.wrong)
			return;
		for (i = 1; i < count; i++) {
			n = world.row[l][i];
			for (at = i;
			     at && keys[world.row[l][at - 1]] > keys[n]; at--)
				world.row[l][at] = world.row[l][at - 1];
			world.row[l][at] = (unsigned char)n;
		}
		break;
	case STOP:
		walklist_stop(&world.lists[l]);
		for (w = 0; w < WALKS; w++) {
			if (world.walk[w].place == NOWHERE ||
			    world.walk[w].list != l)
				continue;
			/* The step of a macro sees it by itself. */
			if (world.walk[w].kind != HAND)
				must(!step_of(w));
			end(w);
		}
		break;
	default:
		must(false); /* all calls are above */
	}
}

int main(void)
{
	return explore("walklist", &world, sizeof(world), 0, true);
}
