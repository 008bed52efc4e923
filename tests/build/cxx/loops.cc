/* SPDX-License-Identifier: MIT */
/*
 * Every loop in C++: it is closed however it is left, by break, goto, return, an exception
 * or a stop; and one whose container throws has not begun. Two of a kind run, one in the
 * other, over four objects. What else is called: tests/uses.sh --every.
 */
#include <linux-ish/dense.h>
#include <linux-ish/densepool.h>
#include <linux-ish/ihash.h>
#include <linux-ish/iheap.h>
#include <linux-ish/ilist.h>
#include <linux-ish/inbox.h>
#include <linux-ish/listpool.h>
#include <linux-ish/locklist.h>
#include <linux-ish/rwarray.h>
#include <linux-ish/slotpool.h>
#include <linux-ish/walklist.h>
#include "check.h"

template <class NODE> struct object {
	int number;
	NODE node;
};

typedef object<dense_idx> dense_object;
typedef object<densepool_idx> densepool_object;
typedef object<ihash_node> ihash_object;
typedef object<iheap_idx> iheap_object;
typedef object<ilist_node> ilist_object;
typedef object<inbox_node> inbox_object;
typedef object<listpool_node> listpool_object;
typedef object<locklist_node> locklist_object;
typedef object<rwarray_idx> rwarray_object;
typedef object<slotpool_idx> slotpool_object;
typedef object<walklist_node> walklist_object;

/* Each as programs define it, here, elsewhere and in a struct. */
#define ARRAY_FORMS(x, X)                             \
	X##_DEFINE_STATIC(x##s, 4);                   \
	extern x shared_##x;                          \
	static X##_STORAGE(shared_##x##_memory, 2);   \
	x shared_##x = X##_INIT(shared_##x##_memory); \
	struct x##_world {                            \
		x one;                                \
		X##_STORAGE(memory, 2);               \
	};                                            \
	x##_world the_##x##_world = { X##_INIT(the_##x##_world.memory), {} }
ARRAY_FORMS(dense, DENSE);
ARRAY_FORMS(iheap, IHEAP);
ARRAY_FORMS(rwarray, RWARRAY);
IHASH_DEFINE_STATIC(ihashs, 4);
static IHASH_STORAGE(some_buckets, 3);
static ihash another_ihash = IHASH_INIT(another_ihash, some_buckets);
DENSEPOOL_DEFINE_STATIC(densepools, densepool_object, node, 4);
LISTPOOL_DEFINE_STATIC(listpools, listpool_object, node, 4);
SLOTPOOL_DEFINE_STATIC(slotpools, slotpool_object, node, 4);
static DENSEPOOL_STORAGE(some_memory, densepool_object, 2);
static densepool another_densepool = DENSEPOOL_INIT(some_memory, densepool_object, node);
static LISTPOOL_STORAGE(other_memory, listpool_object, 2);
static listpool another_listpool = LISTPOOL_INIT(another_listpool, other_memory, listpool_object, node);
static ILIST_DEFINE(ilists);
static INBOX_DEFINE(inboxs);
static WALKLIST_DEFINE(walklists);
static LOCKLIST_DEFINE(locklists);

/* Are all loops closed? Those of ilist, inbox and slotpool leave nothing to close. */
static bool closed(const dense *x)
{
	return !x->parts.loops.first;
}

static bool closed(const densepool *x)
{
	return !x->parts.loops.first;
}

static bool closed(const iheap *x)
{
	return !x->loops.first;
}

static bool closed(const listpool *x)
{
	return !x->walks.loops.first;
}

static bool closed(const ihash *x)
{
	return !x->walks.loops.first;
}

static bool closed(const locklist *x)
{
	return !locklist_is_locked(x);
}

static bool closed(const rwarray *x)
{
	return !x->loops.first;
}

static bool closed(const walklist *x)
{
	return !x->walks.loops.first;
}

static bool closed(const void *)
{
	return true;
}

/* Stop all loops; false if that is no call of this container. */
#define STOP_OF(x)                      \
	static bool stop(x *container)  \
	{                               \
		x##_stop(container);    \
		return true;            \
	}
STOP_OF(dense)
STOP_OF(densepool)
STOP_OF(iheap)
STOP_OF(ihash)
STOP_OF(listpool)
STOP_OF(locklist)
STOP_OF(rwarray)
STOP_OF(walklist)

static bool stop(const void *)
{
	return false;
}

enum leave { BREAK, GOTO, RETURN, THROW, STOP, WAYS };

static LISH_NOINLINE void soil_the_stack()
{
	volatile unsigned char dirt[1024];

	for (unsigned int i = 0; i < sizeof(dirt); i++)
		dirt[i] = 0x5a;
}

/* The container, if there is one; else the loop never begins. */
template <class C> static C *at(C *container)
{
	if (!container)
		throw -1;
	return container;
}

/* A row for each loop: its kind, its container, and its head. */
#define LOOPS(ROW) \
	ROW(plain, dense, , dense_for_each_entry(pos, at(c), dense_object, node)) \
	ROW(reverse, dense, , dense_for_each_entry_reverse(pos, at(c), dense_object, node)) \
	ROW(present, dense, , dense_for_each_entry_present(pos, at(c), dense_object, node)) \
	ROW(const, dense, const, \
	    dense_for_each_entry_const(pos, at(c), const dense_object, node)) \
	ROW(span, dense, const, \
	    dense_for_each_entry_span(pos, at(c), dense_span(&denses, 0, 1), const dense_object, node)) \
	ROW(plain, rwarray, , rwarray_for_each_entry(pos, at(c), rwarray_object, node)) \
	ROW(reverse, rwarray, , \
	    rwarray_for_each_entry_reverse(pos, at(c), rwarray_object, node)) \
	ROW(present, rwarray, , \
	    rwarray_for_each_entry_present(pos, at(c), rwarray_object, node)) \
	ROW(const, rwarray, const, \
	    rwarray_for_each_entry_const(pos, at(c), const rwarray_object, node)) \
	ROW(span, rwarray, const, \
	    rwarray_for_each_entry_span(pos, at(c), rwarray_span(&rwarrays, 0, 1), const rwarray_object, node)) \
	ROW(plain, densepool, , densepool_for_each_entry(pos, at(c), densepool_object, node)) \
	ROW(reverse, densepool, , \
	    densepool_for_each_entry_reverse(pos, at(c), densepool_object, node)) \
	ROW(present, densepool, , \
	    densepool_for_each_entry_present(pos, at(c), densepool_object, node)) \
	ROW(frozen, densepool, , \
	    densepool_for_each_entry_frozen(pos, at(c), densepool_object, node)) \
	ROW(const, densepool, const, \
	    densepool_for_each_entry_const(pos, at(c), const densepool_object, node)) \
	ROW(span, densepool, const, \
	    densepool_for_each_entry_span(pos, at(c), densepool_span(&densepools, 0, 1), const densepool_object, node)) \
	ROW(plain, listpool, , listpool_for_each_entry(pos, at(c), listpool_object, node)) \
	ROW(reverse, listpool, , \
	    listpool_for_each_entry_reverse(pos, at(c), listpool_object, node)) \
	ROW(from, listpool, , \
	    listpool_for_each_entry_from(pos, at(c), listpool_first_entry(&listpools, listpool_object, node), listpool_object, node)) \
	ROW(present, listpool, , \
	    listpool_for_each_entry_present(pos, at(c), listpool_object, node)) \
	ROW(const, listpool, const, \
	    listpool_for_each_entry_const(pos, at(c), const listpool_object, node)) \
	ROW(plain, slotpool, , slotpool_for_each_entry(pos, at(c), slotpool_object, node)) \
	ROW(reverse, slotpool, , \
	    slotpool_for_each_entry_reverse(pos, at(c), slotpool_object, node)) \
	ROW(span, slotpool, const, \
	    slotpool_for_each_entry_span(pos, at(c), slotpool_span(&slotpools, 0, 1), const slotpool_object, node)) \
	ROW(plain, walklist, , walklist_for_each_entry(pos, at(c), walklist_object, node)) \
	ROW(reverse, walklist, , \
	    walklist_for_each_entry_reverse(pos, at(c), walklist_object, node)) \
	ROW(from, walklist, , \
	    walklist_for_each_entry_from(pos, at(c), walklist_first_entry(&walklists, walklist_object, node), walklist_object, node)) \
	ROW(present, walklist, , \
	    walklist_for_each_entry_present(pos, at(c), walklist_object, node)) \
	ROW(const, walklist, const, \
	    walklist_for_each_entry_const(pos, at(c), const walklist_object, node)) \
	ROW(plain, ihash, , ihash_for_each_entry(pos, at(c), ihash_object, node)) \
	ROW(reverse, ihash, , ihash_for_each_entry_reverse(pos, at(c), ihash_object, node)) \
	ROW(from, ihash, , \
	    ihash_for_each_entry_from(pos, at(c), ihash_first_entry(&ihashs, ihash_object, node), ihash_object, node)) \
	ROW(present, ihash, , ihash_for_each_entry_present(pos, at(c), ihash_object, node)) \
	ROW(const, ihash, const, \
	    ihash_for_each_entry_const(pos, at(c), const ihash_object, node)) \
	ROW(hash, ihash, const, \
	    ihash_for_each_hash_entry(pos, at(c), 1, const ihash_object, node)) \
	ROW(plain, locklist, , locklist_for_each_entry(pos, at(c), locklist_object, node)) \
	ROW(const, locklist, const, \
	    locklist_for_each_entry_const(pos, at(c), const locklist_object, node)) \
	ROW(plain, ilist, , ilist_for_each_entry(pos, at(c), ilist_object, node)) \
	ROW(reverse, ilist, , ilist_for_each_entry_reverse(pos, at(c), ilist_object, node)) \
	ROW(from, ilist, , \
	    ilist_for_each_entry_from(pos, at(c), ilist_first_entry(&ilists, ilist_object, node), ilist_object, node)) \
	ROW(safe, ilist, , ilist_for_each_entry_safe(pos, at(c), ilist_object, node))

/* These take out what they visit. */
#define DRAINS(ROW) \
	ROW(drain, iheap, , iheap_drain_due(pos, at(c), 9, iheap_object, node)) \
	ROW(drain_present, iheap, , iheap_drain_due_present(pos, at(c), 9, iheap_object, node)) \
	ROW(drain, ilist, , ilist_drain_entry(pos, at(c), ilist_object, node)) \
	ROW(drain, inbox, , inbox_drain_entry(pos, at(c), const inbox_object, node))

static int visits;

/* The inner loop, of depth 1, is left at its second object, and both with it. */
#define FUNCTION(kind, x, constness, ...)                             \
	static void x##_##kind(constness x *c, leave how, int depth)  \
	{                                                             \
		__VA_ARGS__ {                                         \
			if (depth == 0)                               \
				x##_##kind(c, how, 1);                \
			else                                          \
				visits += pos->number > 0;            \
			if (visits % 2 || (how == STOP && stop(c)))   \
				continue;                             \
			if (how == GOTO)                              \
				goto out;                             \
			if (how == RETURN)                            \
				return;                               \
			if (how == THROW)                             \
				throw 0;                              \
			if (depth == 1 || visits == 4)                \
				break;                                \
		}                                                     \
	out:;                                                         \
	}
LOOPS(FUNCTION)
DRAINS(FUNCTION)

#define FILL(x, add)                                       \
	static void fill(x *c)                             \
	{                                                  \
		static x##_object all[4];                  \
                                                           \
		x##_clear(c);                              \
		for (int i = 0; i < 4; i++) {              \
			all[i].number = i + 1;             \
			add;                               \
		}                                          \
	}
FILL(dense, lish_sure(dense_add(c, &all[i].node)))
FILL(iheap, lish_sure(iheap_add(c, &all[i].node, i)))
FILL(ilist, ilist_add_tail(c, &all[i].node))
FILL(ihash, ihash_add(c, &all[3 - i].node, 1))
FILL(inbox, lish_sure(inbox_push(c, &all[i].node)))
FILL(locklist, lish_sure(locklist_add_tail(c, &all[i].node)))
FILL(rwarray, lish_sure(rwarray_add_tail(c, &all[i].node)))
FILL(walklist, walklist_add_tail(c, &all[i].node))

#define FILL_POOL(x)                                                              \
	static void fill(x *c)                                                    \
	{                                                                         \
		x##_clear(c);                                                     \
		for (int i = 0; i < 4; i++)                                       \
			x##_alloc_entry(c, x##_object, node)->number = i + 1;     \
	}
FILL_POOL(densepool)
FILL_POOL(listpool)
FILL_POOL(slotpool)

template <class C, class LOOPED>
static void leave_all_ways(const char *name, void (*loop)(LOOPED *, leave, int), C *c, bool drains)
{
	for (int how = 0; how <= WAYS; how++) {
		fill(c);
		soil_the_stack();
		visits = 0;
		try {
			loop(how == WAYS ? nullptr : c, leave(how), 0);
		} catch (int) {
		}
		if (how == WAYS)
			check(visits == 0, name);
		else if (how == BREAK || (how == STOP && visits == 4))
			check(visits == (drains ? 2 : 4), name);
		else
			check(visits == 2, name);
		check(closed(c), name);
	}
}

/* Elements leave in their destructors, in a list and in none. */
template <class C, class NODE, bool (*leaves)(NODE *)> struct member {
	member() : node()
	{
	}
	~member()
	{
		leaves(&node);
	}
	NODE node;
};

static void destructors_leave()
{
	typedef member<walklist, walklist_node, walklist_leave> walker;
	typedef member<ilist, ilist_node, ilist_leave> linked;
	walker never;

	walklist_clear(&walklists);
	ilist_clear(&ilists);
	for (int i = 0; i < 3; i++)
		walklist_add_tail(&walklists, &(new walker)->node);
	walklist_for_each_entry_safe(pos, &walklists, walker, node)
		delete pos;
	CHECK(walklist_count(&walklists) == 0);
	{
		linked scoped, other;

		ilist_add(&ilists, &scoped.node);
		CHECK(!ilist_empty(&ilists));
	}
	CHECK(ilist_empty(&ilists));
}

/* What waited for a lock takes effect however the loop that held it is left. */
static unsigned int told;

static void on_out(locklist *, locklist_node *)
{
	told++;
}

static void leave_while_locked(leave how)
{
	locklist_for_each_entry(outer, &locklists, locklist_object, node) {
		locklist_for_each_entry(pos, &locklists, locklist_object, node) {
			locklist_leave(&pos->node);
			if (how == GOTO)
				goto out;
			if (how == RETURN)
				return;
			if (how == THROW)
				throw 0;
		}
		break;
	}
out:
	CHECK(!locklist_is_locked(&locklists));
}

static void changes_wait_for_the_lock()
{
	fill(&locklists);
	locklist_set_on_out(&locklists, on_out);
	for (int how = BREAK; how <= THROW; how++) {
		fill(&locklists);
		told = 0;
		try {
			leave_while_locked(leave(how));
		} catch (int) {
		}
		CHECK(told == (how == BREAK ? 4 : 1));
		CHECK(locklist_count(&locklists) == 4 - told);
		CHECK(locklist_check(&locklists, nullptr) == LISH_OK);
	}
}

static void note(const lish_fault *)
{
}

static void a_frozen_loop_refuses_changes()
{
	const lish_report_fn before = lish_set_report(note);

	fill(&densepools);
	densepool_for_each_entry_frozen(pos, &densepools, densepool_object, node) {
		densepool_free(&densepools, &pos->node);
		CHECK(densepool_count(&densepools) == 4);
	}
	lish_set_report(before);
}

static void each_form_is_ready()
{
	dense_object a = {}, b = {};
	rwarray_object c = {}, d = {};
	iheap_object e = {}, f = {};

	CHECK(dense_add(&shared_dense, &a.node) == 0);
	CHECK(dense_add(&the_dense_world.one, &b.node) == 0);
	CHECK(rwarray_add_tail(&shared_rwarray, &c.node) == 0);
	CHECK(rwarray_add_tail(&the_rwarray_world.one, &d.node) == 0);
	CHECK(iheap_add(&shared_iheap, &e.node, 1) == 0);
	CHECK(iheap_add(&the_iheap_world.one, &f.node, 1) == 0);
	CHECK(densepool_alloc_entry(&another_densepool, densepool_object, node) != nullptr);
	CHECK(listpool_alloc_entry(&another_listpool, listpool_object, node) != nullptr);
	dense_clear(&shared_dense);
	dense_clear(&the_dense_world.one);
	rwarray_clear(&shared_rwarray);
	rwarray_clear(&the_rwarray_world.one);
	iheap_clear(&shared_iheap);
	iheap_clear(&the_iheap_world.one);
}

int main()
{
#define LEAVE_LOOP(kind, x, constness, ...) leave_all_ways(#x "_" #kind, x##_##kind, &x##s, false);
#define LEAVE_DRAIN(kind, x, constness, ...) leave_all_ways(#x "_" #kind, x##_##kind, &x##s, true);
	LOOPS(LEAVE_LOOP)
	DRAINS(LEAVE_DRAIN)
	destructors_leave();
	changes_wait_for_the_lock();
	a_frozen_loop_refuses_changes();
	each_form_is_ready();
	return finish();
}
