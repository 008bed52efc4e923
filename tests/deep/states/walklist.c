// SPDX-License-Identifier: MIT
/*
 * walklist: NODES nodes on LISTS lists, and WALKS loops that stand anywhere, also
 * where something was taken away from under them.
 *
 * In the model a list is a row of nodes and of marks: a mark is where a loop
 * stands whose element was taken out.
 */
#include <linux-ish/sort.h>
#include <linux-ish/walklist.h>
#include "../../../lib/core/walk.h"
#include "states.h"

#ifndef NODES
#define NODES 4
#endif
#ifndef LISTS
#define LISTS 1
#endif
#ifndef WALKS
#define WALKS 2
#endif

enum { HAND, FORWARD, REVERSE, PRESENT, FROM, ALL_KINDS };
#ifndef KINDS
#define KINDS ALL_KINDS
#endif

#define MARK(w) ((unsigned char)(NODES + 1 + (w)))

struct object {
	unsigned char id;
	struct walklist_node link;
};

enum place { NOWHERE, HEAD, ON, GHOST };

static struct {
	struct walklist lists[LISTS];
	struct object objects[NODES];
	struct walk {
		struct walklist_loop loop;
		struct lish_walk_cursor_ at;
	} walks[WALKS];
	/* The model. */
	struct {
		unsigned char place, kind, list, on;
		bool is_new[NODES];
	} walk[WALKS];
	unsigned char row[LISTS][NODES + WALKS], length[LISTS];
} world;

static struct walklist_node *node_of(unsigned int n)
{
	return n < NODES ? &world.objects[n].link : NULL;
}

/* Where is it, a node or a mark? */
static bool find(unsigned int n, unsigned int *list, unsigned int *at)
{
	unsigned int l, i;

	for (l = 0; l < LISTS; l++)
		for (i = 0; i < world.length[l]; i++)
			if (world.row[l][i] == n) {
				*list = l;
				*at = i;
				return true;
			}
	return false;
}

/* The list that it is in; LISTS if none. */
static unsigned int home(unsigned int n)
{
	unsigned int l, i;

	return find(n, &l, &i) ? l : LISTS;
}

static void put(unsigned int l, unsigned int at, unsigned int n)
{
	memmove(&world.row[l][at + 1], &world.row[l][at],
		world.length[l] - at);
	world.row[l][at] = (unsigned char)n;
	world.length[l]++;
}

static void cut(unsigned int n)
{
	unsigned int l, i;

	if (!find(n, &l, &i))
		return;
	world.length[l]--;
	memmove(&world.row[l][i], &world.row[l][i + 1], world.length[l] - i);
}

/* A node is put in: it is new to all loops over that list. */
static void add(unsigned int l, unsigned int at, unsigned int n)
{
	unsigned int w;

	put(l, at, n);
	for (w = 0; w < WALKS; w++)
		world.walk[w].is_new[n] = world.walk[w].place != NOWHERE &&
					  world.walk[w].list == l;
}

/* A node goes; who stands on it stands on the place it left. */
static void del(unsigned int n)
{
	unsigned int l, at, w;

	if (!find(n, &l, &at))
		return;
	for (w = 0; w < WALKS; w++) {
		world.walk[w].is_new[n] = false;
		if (world.walk[w].place == ON && world.walk[w].on == n) {
			world.walk[w].place = GHOST;
			world.walk[w].on = 0;
			put(l, at, MARK(w));
		}
	}
	cut(n);
}

static void end(unsigned int w)
{
	cut(MARK(w));
	memset(&world.walk[w], 0, sizeof(world.walk[w]));
}

static bool is_looped(unsigned int l)
{
	unsigned int w;

	for (w = 0; w < WALKS; w++)
		if (world.walk[w].place != NOWHERE && world.walk[w].list == l)
			return true;
	return false;
}

static unsigned int count_of(unsigned int l, unsigned char *order)
{
	unsigned int i, count = 0;

	for (i = 0; i < world.length[l]; i++)
		if (world.row[l][i] < NODES)
			order[count++] = world.row[l][i];
	return count;
}

/* What the loop comes to next; NODES if nothing. */
static unsigned int next_of(unsigned int w)
{
	const unsigned int l = world.walk[w].list;
	const bool back = world.walk[w].kind == REVERSE;
	const int step = back ? -1 : 1;
	unsigned int list, at = 0;
	int i;

	if (world.walk[w].place == NOWHERE)
		return NODES;
	if (world.walk[w].place == HEAD) {
		i = back ? world.length[l] : -1;
	} else {
		(void)find(world.walk[w].place == ON ? world.walk[w].on :
						       MARK(w),
			   &list, &at);
		i = (int)at;
	}
	for (i += step; i >= 0 && i < world.length[l]; i += step) {
		const unsigned int n = world.row[l][i];

		if (n < NODES && !(world.walk[w].kind == PRESENT &&
				   world.walk[w].is_new[n]))
			return n;
	}
	return NODES;
}

static void start(void)
{
	unsigned int n;

	/* The lists are zero: empty. */
	for (n = 0; n < NODES; n++)
		world.objects[n].id = (unsigned char)n;
}

/* Hints are of no matter; of stamps only which loops they are new to. */
static void settle_list(unsigned int l)
{
	struct lish_walks_ *walks = &world.lists[l].walks;
	uint32_t since[WALKS], rank;
	unsigned int w, v, n, presents = 0;

	for (w = 0; w < WALKS; w++)
		if (world.walk[w].place != NOWHERE &&
		    world.walk[w].list == l &&
		    world.walks[w].loop.walk.since)
			since[presents++] = world.walks[w].loop.walk.since;
	for (n = 0; n < NODES; n++) {
		struct walklist_node *node = node_of(n);

		if (home(n) != l)
			continue;
		for (rank = 0, w = 0; w < presents; w++)
			rank += (node->hint & 1) && node->hint >> 1 >= since[w];
		node->hint = rank ? rank << 1 | 1 : 0;
	}
	walks->hint.word = 0;
	walks->stamp = presents;
	walks->stale = 0;
	for (w = 0; w < WALKS; w++) {
		struct lish_walk_ *walk = &world.walks[w].loop.walk;

		if (world.walk[w].place == NOWHERE ||
		    world.walk[w].list != l || !walk->since)
			continue;
		for (rank = 0, v = 0; v < presents; v++)
			rank += since[v] <= walk->since;
		walk->since = rank;
	}
}

static void rename_nodes(void)
{
	unsigned char to[NODES], order[NODES];
	bool is_new[NODES], named[NODES] = { false };
	unsigned int l, i, w, n, next = 0;

	for (l = 0; l < LISTS; l++)
		for (n = count_of(l, order), i = 0; i < n; i++) {
			to[order[i]] = (unsigned char)next++;
			named[order[i]] = true;
		}
	for (n = 0; n < NODES; n++)
		if (!named[n])
			to[n] = (unsigned char)next++;
	states_rename(world.objects, sizeof(world.objects[0]),
		      offsetof(struct object, link), NODES, to);
	for (l = 0; l < LISTS; l++)
		for (i = 0; i < world.length[l]; i++)
			if (world.row[l][i] < NODES)
				world.row[l][i] = to[world.row[l][i]];
	for (w = 0; w < WALKS; w++) {
		memcpy(is_new, world.walk[w].is_new, sizeof(is_new));
		for (n = 0; n < NODES; n++)
			world.walk[w].is_new[to[n]] = is_new[n];
		if (world.walk[w].place == ON)
			world.walk[w].on = to[world.walk[w].on];
	}
}

static void settle(void)
{
	unsigned int l, w, n;

	rename_nodes();
	for (l = 0; l < LISTS; l++) {
		settle_list(l);
		/* The first list is zero when it is empty, and no loop knows it. */
		if (!world.lists[l].walks.count && !world.lists[l].walks.loops.first) {
			walklist_init(&world.lists[l]);
			if (!l)
				memset(&world.lists[l], 0, sizeof(world.lists[l]));
		}
		memset(&world.row[l][world.length[l]], 0,
		       (size_t)(NODES + WALKS) - world.length[l]);
	}
	for (w = 0; w < WALKS; w++) {
		struct walk *at = &world.walks[w];

		if (world.walk[w].place == NOWHERE) {
			memset(at, 0, sizeof(*at));
			continue;
		}
		at->loop.walk.trail =
			&world.lists[world.walk[w].list].walks.head;
		at->loop.walk.wait = LISH_WALK_WAIT_;
		if (world.walk[w].kind != HAND)
			at->at.at = at->loop.walk.at;
		/* What is new matters to those alone. */
		for (n = 0; n < NODES; n++)
			world.walk[w].is_new[n] =
				world.walk[w].is_new[n] &&
				world.walk[w].kind == PRESENT;
	}
}

static void compare(void)
{
	unsigned int l, i, n, w, count;
	unsigned char order[NODES];

	for (l = 0; l < LISTS; l++) {
		const struct lish_link_ *prev = &world.lists[l].walks.head;

		count = count_of(l, order);
		if (!prev->next) {
			must(!count && !prev->prev && !is_looped(l));
			continue;
		}
		for (i = 0; i < count; i++) {
			struct walklist_node *node = node_of(order[i]);

			must(prev->next == &node->link &&
			     node->link.prev == prev);
			must(node->list == &world.lists[l]);
			prev = &node->link;
		}
		must(prev->next == &world.lists[l].walks.head &&
		     world.lists[l].walks.head.prev == prev);
		must(world.lists[l].walks.count == count);
		must(!world.lists[l].walks.loops.first == !is_looped(l));
	}
	for (n = 0; n < NODES; n++)
		if (home(n) == LISTS)
			must(!node_of(n)->link.next && !node_of(n)->link.prev &&
			     !node_of(n)->hint && !node_of(n)->list);
	for (w = 0; w < WALKS; w++)
		must((world.walk[w].place != NOWHERE) ==
		     (world.walks[w].loop.walk.loop.owner != 0));
}

static void look(void)
{
	unsigned int l, i, n, count;
	unsigned char order[NODES];

	for (l = 0; l < LISTS; l++) {
		struct walklist *list = &world.lists[l];
		const struct walklist_node *fault;

		count = count_of(l, order);
		must(walklist_check(list, &fault) == LISH_OK && !fault);
		must(walklist_count(list) == count);
		must(walklist_first(list) ==
		     (count ? node_of(order[0]) : NULL));
		must((walklist_last_entry)(list, 0) ==
		     (count ? node_of(order[count - 1]) : NULL));
		for (n = 0; n < NODES; n++) {
			const struct walklist_node *node = node_of(n);

			must(walklist_contains(list, node) == (home(n) == l));
		}
		for (i = 0; i < count; i++) {
			must((walklist_next_entry)(list, node_of(order[i]), 0) ==
			     (i + 1 < count ? node_of(order[i + 1]) : NULL));
			must((walklist_prev_entry)(list, node_of(order[i]), 0) ==
			     (i ? node_of(order[i - 1]) : NULL));
		}
		i = 0;
		walklist_for_each_entry(o, list, struct object, link)
			must(o->id == order[i++]);
		must(i == count);
		walklist_for_each_entry_reverse(o, list, struct object, link)
			must(o->id == order[--i]);
		must(!i);
		walklist_for_each_entry_present(o, list, struct object, link)
			must(o->id == order[i++]);
		must(i == count);
		i = 0;
		walklist_for_each_entry_const(o, list, struct object, link)
			must(o->id == order[i++]);
		must(i == count);
	}
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

/* Is n in list l? If not, whoever insists is told. */
static bool not_in(unsigned int l, unsigned int n)
{
	if (n == NODES)
		return !wrong_at(1, LISH_NULL);
	if (home(n) == LISTS)
		return !wrong_at(1, LISH_NOT_IN);
	return home(n) != l && !wrong_at(1, LISH_FOREIGN);
}

/* Is n in no list at all? */
static bool in_none(unsigned int l, unsigned int n)
{
	return home(n) == LISTS && not_in(l, n);
}

/* May n be put into a list? */
static bool not_out(unsigned int n)
{
	if (n == NODES)
		return !wrong_at(1, LISH_NULL);
	return home(n) != LISTS && !wrong_at(1, LISH_ALREADY_IN);
}

static void begin(unsigned int w, unsigned int l, unsigned int kind)
{
	struct walk *walk = &world.walks[w];
	unsigned int n = NODES, at = 0;

	if (kind == FROM)
		n = choose(NODES + 1);
	say("loop %u of kind %u begins over list %u, from %u", w, kind, l, n);
	if (kind == HAND) {
		if (world.walk[w].place != NOWHERE &&
		    !wrong_at(0, LISH_STALE_LOOP))
			return;
		walklist_loop_begin(&walk->loop, &world.lists[l]);
	} else {
		/* Macros begin a new one each time. */
		if (world.walk[w].place != NOWHERE) {
			(void)skip();
			return;
		}
		if (kind == FROM) {
			if (n < NODES && home(n) != l &&
			    !wrong_at(0, home(n) == LISTS ? LISH_NOT_IN :
							    LISH_FOREIGN))
				return;
			walk->at = lish_walk_at_(walklist_loop_open_from_(
				&walk->loop, &world.lists[l],
				n < NODES ? &world.objects[n] : NULL,
				offsetof(struct object, link)));
		} else {
			walk->at = lish_walk_at_(
				kind == PRESENT ?
					walklist_loop_open_present_(&walk->loop, &world.lists[l]) :
					walklist_loop_open_(&walk->loop, &world.lists[l],
							    kind == FORWARD ? LISH_WALK_FORWARD_ :
									      LISH_WALK_REVERSE_));
		}
	}
	if (misuse.wrong) {
		if (kind != HAND)
			memset(walk, 0, sizeof(*walk));
		return;
	}
	if (kind == FROM && n == NODES) {
		must(!walk->loop.walk.loop.owner);
		return;
	}
	if (kind != HAND && !world.lists[l].walks.count)
		return;
	world.walk[w].kind = (unsigned char)kind;
	world.walk[w].list = (unsigned char)l;
	world.walk[w].place = HEAD;
	if (kind == FROM) {
		world.walk[w].place = GHOST;
		(void)find(n, &l, &at);
		put(l, at, MARK(w));
	}
}

/* The step of a macro, which the compiler makes for each kind. */
static struct walklist_node *step_of(unsigned int w)
{
	struct walk *walk = &world.walks[w];

	if (world.walk[w].kind == REVERSE)
		return walklist_step_inline_(&walk->loop, &walk->at, LISH_WALK_REVERSE_, 0);
	if (world.walk[w].kind == PRESENT)
		return walklist_step_inline_(&walk->loop, &walk->at, LISH_WALK_PRESENT_, 0);
	return walklist_step_inline_(&walk->loop, &walk->at, LISH_WALK_FORWARD_, 0);
}

static void next(unsigned int w)
{
	struct walk *walk = &world.walks[w];
	const unsigned int expected = next_of(w);
	struct walklist_node *got;

	if (world.walk[w].place != NOWHERE && world.walk[w].kind != HAND) {
		got = step_of(w);
		if (!got)
			walklist_loop_end(&walk->loop);
	} else {
		got = walklist_loop_next(&walk->loop);
	}
	must(got == node_of(expected));
	if (expected == NODES) {
		end(w);
		return;
	}
	cut(MARK(w));
	world.walk[w].place = ON;
	world.walk[w].on = (unsigned char)expected;
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
