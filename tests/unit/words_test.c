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

#define NODE_OF(n, member) \
	((n) == NONE ? NULL : &things[n].member)

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
		pooled[n] = listpool_alloc_tail_entry(pools[n >= X],
						      struct thing, p);
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

#define MOVER(x, leaves, before, after)                            \
	{ #x, leaves, fill_##x##s, x##_move_it, x##_move_tail_it, \
	  before, after, read_##x, check_##x }

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
		fail_msg("%s: \"%s\" instead of \"%s\"", m->name, orders,
			 expected);
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

static void move_does_the_same_within_a_list(void **state)
{
	(void)state;
	for_each_mover(move_within);
}

/* To another list of the kind; where that cannot be, it is reported. */
#define crosses(m, op, call)                                              \
	do {                                                              \
		char op_[64];                                             \
		if ((m)->may_leave) {                                     \
			call;                                             \
		} else {                                                  \
			sprintf(op_, "%s_%s", (m)->name, op);             \
			assert_reported(op_, LISH_FOREIGN, call);         \
		}                                                         \
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

static void move_takes_from_whichever_list(void **state)
{
	(void)state;
	for_each_mover(move_across);
}

#if LISH_CHECK >= 1
/* Nothing changes for what is in none, nor for no node at all. */
static void move_wrongly(const struct mover *m)
{
	char op[64];
	/* It was never linked, or was freed. */
	const enum lish_reason out =
		m->may_leave ? LISH_NOT_IN : LISH_NOT_LIVE;

	sprintf(op, "%s_move", m->name);
	assert_reported(op, out, m->move(1, O));
	assert_reported(op, LISH_NULL, m->move(0, NONE));
	sprintf(op, "%s_move_tail", m->name);
	assert_reported(op, out, m->move_tail(1, O));
	assert_reported(op, LISH_NULL, m->move_tail(0, NONE));
	assert_orders(m, "abc xy");
	if (!m->move_before)
		return;
	sprintf(op, "%s_move_before", m->name);
	assert_reported(op, out, m->move_before(1, X, O));
	assert_reported(op, out, m->move_before(1, O, X));
	assert_reported(op, LISH_NULL, m->move_before(0, A, NONE));
	assert_reported(op, LISH_NULL, m->move_before(0, NONE, A));
	sprintf(op, "%s_move_after", m->name);
	assert_reported(op, out, m->move_after(1, X, O));
	assert_reported(op, out, m->move_after(1, O, X));
	assert_reported(op, LISH_NULL, m->move_after(0, A, NONE));
	assert_reported(op, LISH_NULL, m->move_after(0, NONE, A));
	assert_orders(m, "abc xy");
}

static void move_of_what_is_in_none_is_reported(void **state)
{
	(void)state;
	for_each_mover(move_wrongly);
}
#endif

/* A list and itself: whatever moves all of one to another does nothing. */
static void a_list_given_to_itself_is_left_alone(void **state)
{
	(void)state;
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

/* What a failed malloc() gives: to each call that takes memory. */
struct grain {
	int value;
	struct ipool_idx i;
	struct densepool_idx d;
	struct listpool_node l;
	struct slotpool_idx s;
};

static DENSE_STORAGE(*no_dense_memory, 4);
static RWARRAY_STORAGE(*no_rwarray_memory, 4);
static IPOOL_STORAGE(*no_ipool_memory, struct grain, 4);
static DENSEPOOL_STORAGE(*no_densepool_memory, struct grain, 4);
static LISTPOOL_STORAGE(*no_listpool_memory, struct grain, 4);
static SLOTPOOL_STORAGE(*no_slotpool_memory, struct grain, 4);

/* The container is zero then, so that its next call is reported as well. */
#define assert_no_memory(name, it, call, next)                                 \
	do {                                                                   \
		memset(&(it), 0x5a, sizeof(it));                               \
		assert_reported(name "_init_in", LISH_NULL, call);             \
		assert_ptr_equal(report.fault.container, &(it));               \
		assert_memory_equal(&(it), zeros, sizeof(it));                 \
		if (LISH_CHECK >= 1)                                           \
			assert_reported(name "_count", LISH_UNINITIALIZED,     \
					assert_int_equal(next(&(it)), 0));     \
	} while (0)

static void init_in_without_memory_is_reported(void **state)
{
	static const char zeros[256];
	static struct dense dense;
	static struct rwarray rwarray;
	static struct ipool ipool;
	static struct densepool densepool;
	static struct listpool listpool;
	static struct slotpool slotpool;

	(void)state;
	assert_no_memory("dense", dense, dense_init_in(&dense, no_dense_memory),
			 dense_count);
	assert_no_memory("rwarray", rwarray, rwarray_init_in(&rwarray, no_rwarray_memory),
			 rwarray_count);
	assert_no_memory("ipool", ipool,
			 ipool_init_in(&ipool, struct grain, i,
				       no_ipool_memory, NULL),
			 ipool_count);
	assert_no_memory("densepool", densepool,
			 densepool_init_in(&densepool, struct grain, d,
					   no_densepool_memory, NULL),
			 densepool_count);
	assert_no_memory("listpool", listpool,
			 listpool_init_in(&listpool, struct grain, l,
					  no_listpool_memory, NULL),
			 listpool_count);
	assert_no_memory("slotpool", slotpool,
			 slotpool_init_in(&slotpool, struct grain, s,
					  no_slotpool_memory, NULL),
			 slotpool_count);
}

static void save_and_load_without_memory_are_reported(void **state)
{
	SLOTPOOL_DEFINE_STATIC(slotpool, struct grain, s, 4);
	char world[8] = "as it is";

	(void)state;
	lish_sure(slotpool_alloc_entry(&slotpool, struct grain, s) ? 0 : -1);
	assert_reported("slotpool_save", LISH_NULL,
			assert_int_equal(slotpool_save(&slotpool, NULL, 4096, NULL),
					 -EINVAL));
	assert_reported("slotpool_load", LISH_NULL,
			assert_int_equal(slotpool_load(&slotpool, NULL, 4096, NULL),
					 -EINVAL));
	assert_int_equal(slotpool_count(&slotpool), 1);
	/* No bytes need no memory: that is a result. */
	assert_int_equal(slotpool_save(&slotpool, NULL, 0, NULL), -ENOSPC);
	assert_int_equal(slotpool_load(&slotpool, NULL, 0, NULL), -EBADMSG);
	assert_reported("lish_world_save", LISH_NULL,
			lish_world_save(NULL, world, sizeof(world)));
	assert_reported("lish_world_load", LISH_NULL,
			lish_world_load(world, NULL, sizeof(world)));
	assert_memory_equal(world, "as it is", sizeof(world));
	lish_world_save(NULL, world, 0);
	lish_world_load(world, NULL, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(move_does_the_same_within_a_list),
		cmocka_unit_test(move_takes_from_whichever_list),
#if LISH_CHECK >= 1
		cmocka_unit_test(move_of_what_is_in_none_is_reported),
#endif
		cmocka_unit_test(a_list_given_to_itself_is_left_alone),
		cmocka_unit_test(init_in_without_memory_is_reported),
		cmocka_unit_test(save_and_load_without_memory_are_reported),
	};

	return run_test_group(tests);
}
