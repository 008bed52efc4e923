/* SPDX-License-Identifier: MIT */
/*
 * walks.h - NODES nodes on LISTS lists of the container X, and WALKS loops that stand anywhere,
 * also where something was taken away from under them
 *
 * In the model a list is a row of nodes and of marks: a mark is where a loop stands whose
 * element was taken out. A program defines X, OWNER, the member of a node that names its list,
 * and WORLD_MORE, what its world has besides.
 */
#ifndef STATES_WALKS_H
#define STATES_WALKS_H

#include "../../../lib/core/walk.h"
#include "states.h"

#define PASTE_(x, name) x##_##name
#define PASTE(x, name) PASTE_(x, name)
#define OF(name) PASTE(X, name)

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

#ifdef MEMORY_BLOCKS
#include "memory.h"
#endif

#define MARK(w) ((unsigned char)(NODES + 1 + (w)))

struct object {
	unsigned char id;
	struct OF(node) link;
};

enum place { NOWHERE, HEAD, ON, GHOST };

static struct {
	struct X lists[LISTS];
	struct object objects[NODES];
	struct walk {
		struct OF(loop) loop;
		struct lish_walk_cursor_ at;
	} walks[WALKS];
	/* The model. */
	struct {
		unsigned char place, kind, list, on;
		bool is_new[NODES];
	} walk[WALKS];
	unsigned char row[LISTS][NODES + WALKS], length[LISTS];
	WORLD_MORE
} world;

static struct OF(node) *node_of(unsigned int n)
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
		struct OF(node) *node = node_of(n);

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
	memset(&world.row[l][world.length[l]], 0, (size_t)(NODES + WALKS) - world.length[l]);
}

/* Nodes are numbered in the order of their lists; to: the new numbers. */
static void rename_nodes(unsigned char *to)
{
	unsigned char order[NODES];
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

static void settle_walks(void)
{
	unsigned int w, n;

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

static void compare_walks(void)
{
	unsigned int l, i, n, w, count;
	static const struct OF(node) none;
	unsigned char order[NODES];

	for (l = 0; l < LISTS; l++) {
		const struct lish_link_ *prev = &world.lists[l].walks.head;

		count = count_of(l, order);
		if (!prev->next) {
			must(!count && !prev->prev && !is_looped(l));
			continue;
		}
		for (i = 0; i < count; i++) {
			struct OF(node) *node = node_of(order[i]);

			must(prev->next == &node->link &&
			     node->link.prev == prev);
			must(node->OWNER == &world.lists[l]);
			prev = &node->link;
		}
		must(prev->next == &world.lists[l].walks.head &&
		     world.lists[l].walks.head.prev == prev);
		must(world.lists[l].walks.count == count);
		must(!world.lists[l].walks.loops.first == !is_looped(l));
	}
	for (n = 0; n < NODES; n++)
		if (home(n) == LISTS)
			must(!memcmp(node_of(n), &none, sizeof(none)));
	for (w = 0; w < WALKS; w++)
		must((world.walk[w].place != NOWHERE) ==
		     (world.walks[w].loop.walk.loop.owner != 0));
}

static void look_at_lists(void)
{
	unsigned int l, i, n, count;
	unsigned char order[NODES];

	for (l = 0; l < LISTS; l++) {
		struct X *list = &world.lists[l];
		const struct OF(node) *fault;

		count = count_of(l, order);
		must(OF(check)(list, &fault) == LISH_OK && !fault);
		must(OF(count)(list) == count);
		must(OF(first)(list) ==
		     (count ? node_of(order[0]) : NULL));
		must((OF(last_entry))(list, 0) ==
		     (count ? node_of(order[count - 1]) : NULL));
		for (n = 0; n < NODES; n++) {
			const struct OF(node) *node = node_of(n);

			must(OF(contains)(list, node) == (home(n) == l));
		}
		for (i = 0; i < count; i++) {
			must((OF(next_entry))(list, node_of(order[i]), 0) ==
			     (i + 1 < count ? node_of(order[i + 1]) : NULL));
			must((OF(prev_entry))(list, node_of(order[i]), 0) ==
			     (i ? node_of(order[i - 1]) : NULL));
		}
		i = 0;
		OF(for_each_entry)(o, list, struct object, link)
			must(o->id == order[i++]);
		must(i == count);
		OF(for_each_entry_reverse)(o, list, struct object, link)
			must(o->id == order[--i]);
		must(!i);
		OF(for_each_entry_present)(o, list, struct object, link)
			must(o->id == order[i++]);
		must(i == count);
		i = 0;
		OF(for_each_entry_const)(o, list, struct object, link)
			must(o->id == order[i++]);
		must(i == count);
	}
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
		OF(loop_begin)(&walk->loop, &world.lists[l]);
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
			walk->at = lish_walk_at_(OF(loop_open_from_)(
				&walk->loop, &world.lists[l],
				n < NODES ? &world.objects[n] : NULL,
				offsetof(struct object, link)));
		} else {
			walk->at = lish_walk_at_(
				kind == PRESENT ?
					OF(loop_open_present_)(&walk->loop, &world.lists[l]) :
					OF(loop_open_)(&walk->loop, &world.lists[l],
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
static struct OF(node) *step_of(unsigned int w)
{
	struct walk *walk = &world.walks[w];

	if (world.walk[w].kind == REVERSE)
		return OF(step_inline_)(&walk->loop, &walk->at, LISH_WALK_REVERSE_, 0);
	if (world.walk[w].kind == PRESENT)
		return OF(step_inline_)(&walk->loop, &walk->at, LISH_WALK_PRESENT_, 0);
	return OF(step_inline_)(&walk->loop, &walk->at, LISH_WALK_FORWARD_, 0);
}

static void next(unsigned int w)
{
	struct walk *walk = &world.walks[w];
	const unsigned int expected = next_of(w);
	struct OF(node) *got;

	if (world.walk[w].place != NOWHERE && world.walk[w].kind != HAND) {
		got = step_of(w);
		if (!got)
			OF(loop_end)(&walk->loop);
	} else {
		got = OF(loop_next)(&walk->loop);
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

#endif /* STATES_WALKS_H */
