/* SPDX-License-Identifier: MIT */
/*
 * One word means one thing: the same script over all containers that have the
 * word.
 *
 * move: over ilist, walklist and listpool, which are all that have it. Objects of a
 * listpool cannot leave their pool; else all of them must do the same.
 * Memory that is NULL, as from a malloc() that failed: over all calls that take
 * memory from their caller.
 */
#include "test.h"

#include <linux-ish/dense.h>
#include <linux-ish/densepool.h>
#include <linux-ish/ilist.h>
#include <linux-ish/ipool.h>
#include <linux-ish/listpool.h>
#include <linux-ish/rwarray.h>
#include <linux-ish/save.h>
#include <linux-ish/slotpool.h>
#include <linux-ish/walklist.h>
#include <linux-ish/world.h>

/* What moves. Objects of the pools come from two storages of three. */
struct thing {
	char name;
	struct ilist_node i;
	struct walklist_node w;
	struct listpool_node p;
};

static struct thing things[6]; /* a b c, in list 0; x y, in list 1; o */
static struct ilist ilists[2];
static struct walklist walklists[2];
LISTPOOL_DEFINE_STATIC(pool0, struct thing, p, 3);
LISTPOOL_DEFINE_STATIC(pool1, struct thing, p, 3);
static struct listpool *const pools[2] = { &pool0, &pool1 };
static struct thing *pooled[6];

/* A container with the word: its four calls on list l, and what is in list l. */
struct mover {
	const char *name;
	bool may_leave; /* for another one of its kind */
	void (*fill)(void);
	void (*move)(int l, int n);
	void (*move_tail)(int l, int n);
	void (*move_before)(int l, int pos, int n); /* NULL: no such word */
	void (*move_after)(int l, int pos, int n);
	void (*read)(int l, char *order);
	enum lish_reason (*check)(int l);
};

enum { A, B, C, X, Y, O, NONE };
static const char names[] = "abcxyo";

#define NODE_OF(n, member) ((n) == NONE ? NULL : &things[n].member)

static void fill_ilists(void)
{
	int n;

	for (n = A; n <= O; n++)
		ilist_node_init(&things[n].i);
	ilist_init(&ilists[0]);
	ilist_init(&ilists[1]);
	for (n = A; n <= Y; n++)
		ilist_add_tail(&ilists[n >= X], &things[n].i);
}

static void ilist_move_it(int l, int n)
{
	ilist_move(&ilists[l], NODE_OF(n, i));
}

static void ilist_move_tail_it(int l, int n)
{
	ilist_move_tail(&ilists[l], NODE_OF(n, i));
}

static void read_ilist(int l, char *order)
{
	ilist_for_each_entry(t, &ilists[l], struct thing, i)
		*order++ = t->name;
	*order = '\0';
}

static enum lish_reason check_ilist(int l)
{
	return ilist_check(&ilists[l], NULL);
}

static void fill_walklists(void)
{
	int n;

	for (n = A; n <= O; n++)
		walklist_node_init(&things[n].w);
	walklist_init(&walklists[0]);
	walklist_init(&walklists[1]);
	for (n = A; n <= Y; n++)
		walklist_add_tail(&walklists[n >= X], &things[n].w);
}

static void walklist_move_it(int l, int n)
{
	walklist_move(&walklists[l], NODE_OF(n, w));
}

static void walklist_move_tail_it(int l, int n)
{
	walklist_move_tail(&walklists[l], NODE_OF(n, w));
}

static void read_walklist(int l, char *order)
{
	walklist_for_each_entry(t, &walklists[l], struct thing, w)
		*order++ = t->name;
	*order = '\0';
}

static enum lish_reason check_walklist(int l)
{
	return walklist_check(&walklists[l], NULL);
}

static void fill_listpools(void)
{
	int n;

	listpool_clear(&pool0);
	listpool_clear(&pool1);
	for (n = A; n <= O; n++) {
		pooled[n] = listpool_alloc_tail_entry(pools[n >= X], struct thing, p);
		pooled[n]->name = names[n];
	}
	/* Of no list: free. */
	listpool_free(&pool1, &pooled[O]->p);
}

static struct listpool_node *pool_node(int n)
{
	return n == NONE ? NULL : &pooled[n]->p;
}

static void listpool_move_it(int l, int n)
{
	listpool_move(pools[l], pool_node(n));
}

static void listpool_move_tail_it(int l, int n)
{
	listpool_move_tail(pools[l], pool_node(n));
}

static void listpool_move_before_it(int l, int pos, int n)
{
	listpool_move_before(pools[l], pool_node(pos), pool_node(n));
}

static void listpool_move_after_it(int l, int pos, int n)
{
	listpool_move_after(pools[l], pool_node(pos), pool_node(n));
}

static void read_listpool(int l, char *order)
{
	listpool_for_each_entry(t, pools[l], struct thing, p)
		*order++ = t->name;
	*order = '\0';
}

static enum lish_reason check_listpool(int l)
{
	return listpool_check(pools[l], NULL);
}

#define MOVER(x, leaves, before, after)                                                          \
	{                                                                                        \
#x, leaves, fill_##x##s, x##_move_it, x##_move_tail_it, before, after, read_##x, \
			check_##x                                                                \
	}

static const struct mover movers[] = {
	MOVER(ilist, true, NULL, NULL),
	MOVER(walklist, true, NULL, NULL),
	MOVER(listpool, false, listpool_move_before_it, listpool_move_after_it),
};

/* The order of both lists, "cab xy" say, and each one is whole. */
static void assert_orders(const struct mover *m, const char *expected)
{
	char orders[32];
	size_t end;

	m->read(0, orders);
	end = strlen(orders);
	orders[end] = ' ';
	m->read(1, orders + end + 1);
	if (strcmp(orders, expected) != 0)
		fail_msg("%s: \"%s\" instead of \"%s\"", m->name, orders, expected);
	assert_int_equal(m->check(0), LISH_OK);
	assert_int_equal(m->check(1), LISH_OK);
}

static void for_each_mover(void (*script)(const struct mover *m))
{
	size_t i;
	int n;

	for (i = 0; i < ARRAY_SIZE(movers); i++) {
		for (n = A; n <= O; n++)
			things[n].name = names[n];
		movers[i].fill();
		script(&movers[i]);
	}
}

/* Within a list: ends, neighbours, itself. */
static void move_within(const struct mover *m)
{
	assert_orders(m, "abc xy");
	m->move(0, C);
	assert_orders(m, "cab xy");
	m->move(0, C);
	assert_orders(m, "cab xy");
	m->move_tail(0, C);
	assert_orders(m, "abc xy");
	m->move_tail(0, C);
	assert_orders(m, "abc xy");
	if (!m->move_before)
		return;
	m->move_before(0, A, C);
	assert_orders(m, "cab xy");
	m->move_before(0, A, C);
	assert_orders(m, "cab xy");
	m->move_after(0, A, C);
	assert_orders(m, "acb xy");
	m->move_after(0, A, C);
	assert_orders(m, "acb xy");
	m->move_before(0, A, A);
	m->move_after(0, B, B);
	m->move_before(0, C, C);
	assert_orders(m, "acb xy");
}

TEST(move_does_the_same_within_a_list)
{
	for_each_mover(move_within);
}

/* To another list of the kind; where that cannot be, it is reported. */
#define crosses(m, op, call)                                      \
	do {                                                      \
		char op_[64];                                     \
		if ((m)->may_leave) {                             \
			call;                                     \
		} else {                                          \
			sprintf(op_, "%s_%s", (m)->name, op);     \
			assert_reported(op_, LISH_FOREIGN, call); \
		}                                                 \
	} while (0)

static void move_across(const struct mover *m)
{
#if LISH_CHECK < 1
	if (!m->may_leave)
		return;
#endif
	crosses(m, "move", m->move(0, X));
	assert_orders(m, m->may_leave ? "xabc y" : "abc xy");
	crosses(m, "move_tail", m->move_tail(1, A));
	assert_orders(m, m->may_leave ? "xbc ya" : "abc xy");
	if (!m->move_before)
		return;
	crosses(m, "move_before", m->move_before(0, B, Y));
	assert_orders(m, m->may_leave ? "xybc a" : "abc xy");
	/* The last one goes, and one comes back. */
	crosses(m, "move_after", m->move_after(0, C, X));
	assert_orders(m, m->may_leave ? "ybcx a" : "abc xy");
	crosses(m, "move_tail", m->move_tail(0, m->may_leave ? A : X));
	assert_orders(m, m->may_leave ? "ybcxa " : "abc xy");
	crosses(m, "move", m->move(1, C));
	assert_orders(m, m->may_leave ? "ybxa c" : "abc xy");
}

TEST(move_takes_from_whichever_list)
{
	for_each_mover(move_across);
}

/* A list and itself: whatever moves all of one to another does nothing. */
TEST(a_list_given_to_itself_is_left_alone)
{
	fill_ilists();
	fill_walklists();
	ilist_splice(&ilists[0], &ilists[0]);
	ilist_splice_tail(&ilists[0], &ilists[0]);
	assert_orders(&movers[0], "abc xy");
	walklist_splice(&walklists[0], &walklists[0]);
	walklist_splice_tail(&walklists[0], &walklists[0]);
	assert_orders(&movers[1], "abc xy");
	/* An empty one too. */
	ilist_init(&ilists[0]);
	ilist_splice(&ilists[0], &ilists[0]);
	walklist_forget(&walklists[0]);
	walklist_splice(&walklists[0], &walklists[0]);
	assert_orders(&movers[0], " xy");
	assert_orders(&movers[1], " xy");
}

TEST_MAIN(NULL, NULL)
