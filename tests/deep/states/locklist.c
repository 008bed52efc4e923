// SPDX-License-Identifier: MIT
/*
 * locklist: NODES nodes on LISTS lists, locked up to DEPTH times and by WALKS
 * loops, with changes that wait, and with an on_out that only listens, or puts
 * one node back.
 */
#include <linux-ish/locklist.h>
#include "states.h"

#ifndef NODES
#define NODES 4
#endif
#ifndef LISTS
#define LISTS 2
#endif
#ifndef DEPTH
#define DEPTH 2
#endif
#ifndef WALKS
#define WALKS 1
#endif
/* Who listens: nobody, somebody, somebody who puts the first one back. */
enum { NOBODY, LISTENS, PUTS_BACK, ALL_EARS };
#ifndef EARS
#define EARS ALL_EARS
#endif

struct object {
	unsigned char id;
	struct locklist_node link;
};

struct row {
	unsigned char count, of[NODES];
};

/* A loop whose steps are taken one by one. */
struct hand {
	struct locklist_loop_ loop;
	struct locklist_place_ place;
};

enum place { NOWHERE, HEAD, ON, LAST };

static struct {
	struct locklist lists[LISTS];
	struct locklist gone; /* destroyed */
	struct object objects[NODES];
	struct hand walks[WALKS + 1];
	/* The model: what is in, what loops see, what waits, what is told. */
	struct row in[LISTS], seen[LISTS], leaving[LISTS], due[LISTS];
	unsigned char locks[LISTS], ears[LISTS];
	struct {
		unsigned char place, list, on;
	} walk[WALKS + 1];
} world;

/* Whom on_out was called for, and whom it should have been called for. */
static struct {
	struct row heard[LISTS], expected[LISTS];
	bool ending;
} calls;

static struct locklist_node *node_of(unsigned int n)
{
	return n < NODES ? &world.objects[n].link : NULL;
}

static struct locklist *list_of(unsigned int l)
{
	return l < LISTS ? &world.lists[l] : &world.gone;
}

static struct locklist_node *hand_next(struct hand *hand)
{
	struct locklist_node *next = NULL;

	if (hand->place.at)
		next = (struct locklist_node *)locklist_step_(&hand->loop, &hand->place, 0);
	if (!next)
		memset(&hand->place, 0, sizeof(hand->place));
	return next;
}

static int find(const struct row *row, unsigned int n)
{
	unsigned int i;

	for (i = 0; i < row->count; i++)
		if (row->of[i] == n)
			return (int)i;
	return -1;
}

static void append(struct row *row, unsigned int n)
{
	must(row->count < NODES);
	row->of[row->count++] = (unsigned char)n;
}

static void cut(struct row *row, unsigned int n)
{
	const int at = find(row, n);

	if (at < 0)
		return;
	row->count--;
	memmove(&row->of[at], &row->of[at + 1], (size_t)(row->count - at));
	row->of[row->count] = 0;
}

/* The list it is in, leaving, or due to be told of; LISTS if none. */
static unsigned int owner(unsigned int n)
{
	unsigned int l;

	for (l = 0; l < LISTS; l++)
		if (find(&world.in[l], n) >= 0 ||
		    find(&world.leaving[l], n) >= 0 ||
		    find(&world.due[l], n) >= 0)
			return l;
	return LISTS;
}

static bool is_in(unsigned int l, unsigned int n)
{
	return l < LISTS && find(&world.in[l], n) >= 0;
}

static bool is_looped(unsigned int l)
{
	unsigned int w;

	for (w = 0; w != WALKS; w++)
		if (world.walk[w].place != NOWHERE && world.walk[w].list == l)
			return true;
	return false;
}

static bool waits(unsigned int l)
{
	return world.locks[l] || is_looped(l);
}

static void add(unsigned int l, unsigned int n)
{
	cut(&world.leaving[l], n);
	cut(&world.due[l], n);
	append(&world.in[l], n);
	if (!waits(l))
		append(&world.seen[l], n);
}

/* It is out of both orders. What on_out does comes after all are out. */
static void tell(unsigned int l, struct row *more)
{
	struct row all = world.due[l], *out = &all;
	unsigned int i;

	memset(&world.due[l], 0, sizeof(world.due[l]));
	for (i = 0; i < more->count; i++)
		append(out, more->of[i]);
	for (i = 0; i < out->count; i++) {
		if (world.ears[l] == NOBODY)
			continue;
		append(&calls.expected[l], out->of[i]);
		if (world.ears[l] == PUTS_BACK && !calls.ending &&
		    calls.expected[l].count == 1)
			add(l, out->of[i]);
	}
}

/* Take n out; goes to out if it is out of both orders. */
static void del(unsigned int l, unsigned int n, struct row *out)
{
	cut(&world.in[l], n);
	if (!waits(l)) {
		cut(&world.seen[l], n);
		append(out, n);
	} else if (find(&world.seen[l], n) >= 0) {
		append(&world.leaving[l], n);
	} else {
		append(out, n);
	}
}

/* One is taken out by itself; a plain del of nobody's looks at nothing else. */
static void del_one(unsigned int l, unsigned int n)
{
	const bool plain = !waits(l) && world.ears[l] == NOBODY;
	struct row out;

	memset(&out, 0, sizeof(out));
	del(l, n, &out);
	if (!plain)
		tell(l, &out);
}

/* Was that the last lock? */
static void apply(unsigned int l)
{
	struct row out = world.leaving[l];

	if (waits(l))
		return;
	memset(&world.leaving[l], 0, sizeof(world.leaving[l]));
	world.seen[l] = world.in[l];
	tell(l, &out);
}

static void on_out(struct locklist *list, struct locklist_node *node)
{
	const unsigned int l = (unsigned int)(list - world.lists);
	const unsigned int n = container_of(node, struct object, link)->id;

	must(!locklist_owner(node));
	append(&calls.heard[l], n);
	if (world.ears[l] == PUTS_BACK && calls.heard[l].count == 1)
		must(locklist_add_tail(list, node) ==
		     (calls.ending ? -ENOSPC : 0));
}

static void start(void)
{
	unsigned int n;

	/* The lists are zero: empty. */
	locklist_destroy(&world.gone);
	for (n = 0; n < NODES; n++)
		world.objects[n].id = (unsigned char)n;
}

static void rename_row(struct row *row, const unsigned char *to)
{
	unsigned int i;

	for (i = 0; i < row->count; i++)
		row->of[i] = to[row->of[i]];
}

static void rename_nodes(void)
{
	unsigned char to[NODES];
	bool named[NODES] = { false };
	unsigned int l, i, w, n, next = 0;

	for (l = 0; l < LISTS; l++) {
		const struct row rows[2] = { world.seen[l], world.in[l] };

		for (n = 0; n < 2; n++)
			for (i = 0; i < rows[n].count; i++) {
				if (named[rows[n].of[i]])
					continue;
				named[rows[n].of[i]] = true;
				to[rows[n].of[i]] = (unsigned char)next++;
			}
	}
	for (n = 0; n < NODES; n++)
		if (!named[n])
			to[n] = (unsigned char)next++;
	states_rename(world.objects, sizeof(world.objects[0]),
		      offsetof(struct object, link), NODES, to);
	for (l = 0; l < LISTS; l++) {
		rename_row(&world.in[l], to);
		rename_row(&world.seen[l], to);
		rename_row(&world.leaving[l], to);
		rename_row(&world.due[l], to);
	}
	for (w = 0; w != WALKS; w++)
		if (world.walk[w].place == ON)
			world.walk[w].on = to[world.walk[w].on];
}

static void settle(void)
{
	struct locklist *list = &world.lists[0];
	unsigned int w;

	rename_nodes();
	/* The first list is zero when it is empty, except for locks and on_out. */
	if (!list->count && !list->seen && !list->leaving && !list->out &&
	    !list->loops.first) {
		memset(&list->head, 0, sizeof(list->head));
		list->fresh = NULL;
		list->sides[1] = 0;
	}
	for (w = 0; w != WALKS; w++)
		if (world.walk[w].place == NOWHERE)
			memset(&world.walks[w], 0, sizeof(world.walks[w]));
}

static void compare(void)
{
	unsigned int l, i, n, w;

	for (l = 0; l < LISTS; l++) {
		const struct locklist *list = &world.lists[l];
		const struct locklist_node *at = &list->head;

		if (!at->next) {
			must(!world.in[l].count && !world.seen[l].count &&
			     !list->leaving && !list->out && !list->loops.first &&
			     list->locks == world.locks[l]);
			continue;
		}
		for (i = 0; i < world.in[l].count; i++) {
			must(at->true_next == node_of(world.in[l].of[i]));
			must(at->true_next->true_prev == at);
			at = at->true_next;
			must(at->side == &list->sides[0]);
		}
		must(at->true_next == &list->head);
		must(list->head.true_prev == at);
		at = &list->head;
		for (i = 0; i < world.seen[l].count; i++) {
			must(at->next == node_of(world.seen[l].of[i]));
			at = at->next;
		}
		must(at->next == &list->head);
		at = list->leaving;
		must(!at == !world.leaving[l].count);
		for (i = 0; i < world.leaving[l].count; i++) {
			must(at == node_of(world.leaving[l].of[i]));
			must(at->side == &list->sides[1]);
			at = at->true_next;
		}
		must(at == list->leaving && !list->telling);
		at = list->out;
		must(!at == !world.due[l].count);
		for (i = 0; i < world.due[l].count; i++) {
			must(at == node_of(world.due[l].of[i]));
			must(!at->next && at->side == &list->sides[1]);
			at = at->true_next;
		}
		must(at == list->out);
		must(list->count == world.in[l].count);
		must(list->seen == world.seen[l].count);
		must(list->locks == world.locks[l]);
		must(!list->loops.first == !is_looped(l));
		must(!memcmp(&calls.heard[l], &calls.expected[l],
			     sizeof(struct row)));
	}
	for (n = 0; n < NODES; n++)
		if (owner(n) == LISTS)
			must(!node_of(n)->next && !node_of(n)->true_next &&
			     !node_of(n)->true_prev && !node_of(n)->side);
	for (w = 0; w != WALKS; w++)
		must((world.walk[w].place != NOWHERE) ==
		     (world.walks[w].loop.loop.owner != 0));
}

static void look(void)
{
	unsigned int l, i, n;

	for (l = 0; l < LISTS; l++) {
		struct locklist *list = &world.lists[l];
		const struct row *in = &world.in[l], *seen = &world.seen[l];
		const struct locklist_node *fault;

		must(locklist_check(list, &fault) == LISH_OK && !fault);
		must(locklist_count(list) == in->count);
		must(locklist_seen_count(list) == seen->count);
		must(locklist_is_locked(list) == waits(l));
		must((locklist_first_entry)(list, 0) ==
		     (in->count ? node_of(in->of[0]) : NULL));
		for (n = 0; n < NODES; n++) {
			const struct locklist_node *node = node_of(n);

			must(locklist_contains(list, node) == is_in(l, n));
			must(owner(n) != l ||
			     (node->next != NULL) == (find(seen, n) >= 0));
			must(locklist_owner(node) ==
			     (owner(n) < LISTS ? list_of(owner(n)) : NULL));
		}
		for (i = 0; i < in->count; i++)
			must((locklist_next_entry)(list, node_of(in->of[i]), 0) ==
			     (i + 1u < in->count ? node_of(in->of[i + 1]) :
						  NULL));
		i = 0;
		locklist_for_each_entry_const(o, list, struct object, link)
			must(o->id == seen->of[i++]);
		must(i == seen->count);
		if (!waits(l))
			continue;
		/* Where it is locked, one more loop makes nothing happen. */
		i = 0;
		locklist_for_each_entry(o, list, struct object, link)
			must(o->id == seen->of[i++]);
		must(i == seen->count);
	}
}

enum {
	ADD, DEL, LEAVE, LOCK, UNLOCK, CLEAR, FORGET, DESTROY, EAR, BEGIN, NEXT,
	END, STOP, CALLS
};

static void end(unsigned int w)
{
	const unsigned int l = world.walk[w].list;
	const bool runs = world.walk[w].place != NOWHERE;

	memset(&world.walk[w], 0, sizeof(world.walk[w]));
	if (runs)
		apply(l);
}

static void next(unsigned int w)
{
	const struct row *seen = &world.seen[world.walk[w].list];
	struct locklist_node *got = hand_next(&world.walks[w]);
	int at = -1;

	if (world.walk[w].place == NOWHERE || world.walk[w].place == LAST) {
		must(!got);
		return;
	}
	if (world.walk[w].place == ON)
		at = find(seen, world.walk[w].on);
	if (++at >= seen->count) {
		must(!got);
		world.walk[w].place = LAST;
		world.walk[w].on = 0;
		return;
	}
	must(got == node_of(seen->of[at]));
	world.walk[w].place = ON;
	world.walk[w].on = seen->of[at];
}

/* Is it wrong to end or to empty the list? */
static bool in_use(unsigned int l)
{
	if (l == LISTS)
		return !wrong_at(0, LISH_UNINITIALIZED);
	if (is_looped(l))
		return !wrong_at(0, LISH_LOOPED);
	return world.locks[l] && !wrong_at(0, LISH_LOCKED);
}

static void act(void)
{
	const unsigned int call = choose(CALLS);
	unsigned int l = LISTS, n = NODES, w = 0, i;
	struct locklist_node *node;
	struct row out;
	int err;

	memset(&calls, 0, sizeof(calls));
	memset(&out, 0, sizeof(out));
	switch (call) {
	case ADD: case DEL:
		l = choose(LISTS + 1);
		n = choose(NODES + 1);
		break;
	case LEAVE:
		n = choose(NODES + 1);
		break;
	case BEGIN:
		w = choose(WALKS + 1);
		l = choose(LISTS + 1);
		break;
	case NEXT: case END:
		w = choose(WALKS + 1);
		break;
	default:
		l = choose(LISTS + 1);
	}
	/* There may be no loop at all. */
	if ((call == BEGIN || call == NEXT || call == END) && w == WALKS) {
		(void)skip();
		return;
	}
	say("call %u: list %u, node %u, loop %u", call, l, n, w);
	node = node_of(n);
	switch (call) {
	case ADD:
		if (n == NODES ? !wrong_somehow_at(1) :
		    l == LISTS && !wrong_at(0, LISH_UNINITIALIZED))
			return;
		err = locklist_add_tail(list_of(l), node);
		if (misuse.wrong) {
			must(err == -EINVAL);
		} else if (is_in(l, n)) {
			must(err == -EEXIST);
		} else if (owner(n) < LISTS && owner(n) != l) {
			must(err == -EBUSY);
		} else {
			must(!err);
			add(l, n);
		}
		break;
	case DEL:
		if (n == NODES || l == LISTS ? !wrong_somehow_at(1) :
		    !is_in(l, n) &&
			    !wrong_at(1, owner(n) < LISTS && owner(n) != l ?
						 LISH_FOREIGN :
						 LISH_NOT_IN))
			return;
		locklist_del(list_of(l), node);
		if (misuse.wrong)
			return;
		del_one(l, n);
		break;
	case LEAVE:
		if (n == NODES && !wrong_at(1, LISH_NULL))
			return;
		must(locklist_leave(node) ==
		     (n < NODES && is_in(owner(n), n)));
		l = n < NODES ? owner(n) : LISTS;
		if (l < LISTS && is_in(l, n))
			del_one(l, n);
		break;
	case LOCK:
		if (l == LISTS ? !wrong_at(1, LISH_UNINITIALIZED) :
		    world.locks[l] == DEPTH && !skip())
			return;
		locklist_lock(list_of(l));
		if (!misuse.wrong)
			world.locks[l]++;
		break;
	case UNLOCK:
		if (l == LISTS ? !wrong_at(1, LISH_UNINITIALIZED) :
		    !world.locks[l] && !wrong_at(1, LISH_NOT_LOCKED))
			return;
		locklist_unlock(list_of(l));
		if (misuse.wrong)
			return;
		world.locks[l]--;
		apply(l);
		break;
	case CLEAR:
		if (l == LISTS && !wrong_at(0, LISH_UNINITIALIZED))
			return;
		locklist_clear(list_of(l));
		if (misuse.wrong)
			return;
		while (world.in[l].count)
			del(l, world.in[l].of[0], &out);
		tell(l, &out);
		break;
	case FORGET: case DESTROY:
		if (in_use(l))
			return;
		calls.ending = true;
		if (call == FORGET)
			locklist_forget(list_of(l));
		else
			locklist_destroy(list_of(l));
		if (misuse.wrong)
			return;
		out = world.in[l];
		memset(&world.in[l], 0, sizeof(world.in[l]));
		memset(&world.seen[l], 0, sizeof(world.seen[l]));
		if (call == DESTROY) {
			tell(l, &out);
			must(locklist_check(list_of(l), NULL) == LISH_UNINITIALIZED);
			locklist_init(list_of(l));
			world.ears[l] = NOBODY;
		} else {
			for (i = 0; i < out.count; i++)
				locklist_node_init(node_of(out.of[i]));
			for (i = 0; i < world.due[l].count; i++)
				locklist_node_init(node_of(world.due[l].of[i]));
			memset(&world.due[l], 0, sizeof(world.due[l]));
		}
		break;
	case EAR:
		if (l == LISTS && !wrong_at(1, LISH_UNINITIALIZED))
			return;
		i = choose(EARS);
		locklist_set_on_out(list_of(l), i == NOBODY ? NULL : on_out);
		if (!misuse.wrong)
			world.ears[l] = (unsigned char)i;
		break;
	case BEGIN:
		if (world.walk[w].place != NOWHERE ||
		    (l == LISTS && !wrong_somehow_at(0)))
			return;
		world.walks[w].place = locklist_at_(
			locklist_open_(&world.walks[w].loop, list_of(l)));
		if (misuse.wrong)
			return;
		/* A loop over an empty list does not lock. */
		must(!world.seen[l].count == !world.walks[w].place.at);
		if (!world.walks[w].place.at)
			break;
		world.walk[w].place = HEAD;
		world.walk[w].list = (unsigned char)l;
		break;
	case NEXT:
		next(w);
		break;
	case END:
		locklist_close_(&world.walks[w].loop);
		end(w);
		break;
	case STOP:
		if (l == LISTS && !wrong_at(0, LISH_UNINITIALIZED))
			return;
		locklist_stop(list_of(l));
		if (misuse.wrong)
			return;
		for (w = 0; w != WALKS; w++) {
			if (world.walk[w].place == NOWHERE ||
			    world.walk[w].list != l)
				continue;
			must(!hand_next(&world.walks[w]));
			memset(&world.walks[w], 0, sizeof(world.walks[w]));
			memset(&world.walk[w], 0, sizeof(world.walk[w]));
		}
		apply(l);
		break;
	default:
		must(false); /* all calls are above */
	}
}

int main(void)
{
	return explore("locklist", &world, sizeof(world), 0, true);
}
