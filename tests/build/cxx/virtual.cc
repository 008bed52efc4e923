/* SPDX-License-Identifier: MIT */
/*
 * The macros of C on a class with a base and virtual functions: no warning in the user's line, the
 * object of the node is found, and initialisers of static containers stay constants.
 */
#include <linux-ish/linux-ish.h>
#include <linux-ish/compat/hlist.h>
#include <linux-ish/compat/list.h>
#include "check.h"

#ifdef __cpp_constinit
#define CONSTANT_ constinit
#else
#define CONSTANT_
#endif

struct named {
	virtual ~named() {}
	virtual int number() const { return 1; }
	int before = 0;
};

struct thing : named {
	int number() const override { return n; }
	int n = 0;
	ilist_node i{};
	walklist_node w[2] = {};
	locklist_node l{};
	dense_idx d{};
	rwarray_idx r{};
	iheap_idx h{};
	ihash_node t{};
	inbox_node b{};
	list_head kernel{};
	hlist_node bucket{};
};

/* Objects that pools of C have in zeroed memory: their functions are not called. */
class called {
public:
	virtual int number() const { return 1; }

protected:
	~called() = default;
};

template <class N> struct in_pool final : called {
	int n;
	N node;
};
typedef in_pool<slotpool_idx> slot;
typedef in_pool<ipool_idx> indexed;
typedef in_pool<densepool_idx> packed;
typedef in_pool<listpool_node> listed;

static SLOTPOOL_STORAGE(slots_mem, slot, 4);
static IPOOL_STORAGE(indexed_mem, indexed, 4);
static DENSEPOOL_STORAGE(packed_mem, packed, 4);
static LISTPOOL_STORAGE(listed_mem, listed, 4);

/* Runs before code that would initialise the pools, and fills them. */
extern slotpool slots;
extern ipool indexeds;
extern densepool packeds;
extern listpool listeds;
static struct early {
	slot *s = slotpool_zalloc_entry(&slots, slot, node);
	indexed *i = ipool_zalloc_entry(&indexeds, indexed, node);
	packed *p = densepool_zalloc_entry(&packeds, packed, node);
	listed *l = listpool_zalloc_entry(&listeds, listed, node);
} early;

slotpool slots = SLOTPOOL_INIT(slots_mem, slot, node);
ipool indexeds = IPOOL_INIT(indexed_mem, indexed, node);
densepool packeds = DENSEPOOL_INIT(packed_mem, packed, node);
listpool listeds = LISTPOOL_INIT(listeds, listed_mem, listed, node);
static CONSTANT_ walklist walks = WALKLIST_INIT(walks);
static CONSTANT_ ilist list = ILIST_INIT(list);
static LOCKLIST_DEFINE(locks);
DENSE_DEFINE_STATIC(denses, 4);
RWARRAY_DEFINE_STATIC(rows, 4);
IHEAP_DEFINE_STATIC(heap, 4);

static thing a, b;

/* The distance is a constant in a template, too. */
template <class T> static T *of_second(walklist_node *node)
{
	return container_of(node, T, w[1]);
}

static void lists()
{
	int sum = 0;

	ilist_add_tail(&list, &a.i);
	ilist_add_tail(&list, &b.i);
	walklist_add_tail(&walks, &a.w[1]);
	walklist_add_tail(&walks, &b.w[1]);
	lish_sure(locklist_add_tail(&locks, &b.l));
	ilist_for_each_entry(x, &list, thing, i)
		sum += x->number();
	ilist_for_each_entry_safe(x, &list, thing, i)
		sum += x->number();
	walklist_for_each_entry(x, &walks, thing, w[1])
		sum += x->number();
	walklist_for_each_entry_const(x, &walks, const thing, w[1])
		sum += x->number();
	locklist_for_each_entry(x, &locks, thing, l)
		sum += x->number();
	CHECK(sum == 4 * (2 + 3) + 3);
	CHECK(walklist_first_entry(&walks, thing, w[1]) == &a);
	CHECK(walklist_next_entry(&walks, &a, thing, w[1]) == &b);
	CHECK(ilist_pop_entry(&list, thing, i) == &a);
	CHECK(of_second<thing>(&b.w[1]) == &b);
	CHECK(container_of(&b.h, thing, h) == &b);
	ilist_del(&b.i);
	walklist_clear(&walks);
	locklist_del(&locks, &b.l);
}

static void arrays()
{
	int sum = 0;

	lish_sure(dense_add(&denses, &a.d));
	lish_sure(rwarray_add_tail(&rows, &b.r));
	lish_sure(iheap_add(&heap, &b.h, 1));
	dense_for_each_entry(x, &denses, thing, d)
		sum += x->number();
	rwarray_for_each_entry(x, &rows, thing, r)
		sum += x->number();
	iheap_drain_due(x, &heap, 1, thing, h)
		sum += x->number();
	CHECK(sum == 2 + 3 + 3);
	CHECK(dense_at_entry(&denses, 0, thing, d) == &a);
	dense_clear(&denses);
	rwarray_clear(&rows);
}

static void others()
{
	static inbox box;
	static IHASH_STORAGE(table_mem, 4);
	static ihash table = IHASH_INIT(table, table_mem);
	static LIST_HEAD(head);
	static hlist_head bucket = HLIST_HEAD_INIT;
	thing *pos;

	ihash_add(&table, &a.t, 7);
	ihash_for_each_hash_entry(x, &table, 7, thing, t)
		CHECK(x == &a);
	ihash_del(&table, &a.t);
	CHECK(inbox_push(&box, &b.b) >= 0);
	CHECK(inbox_pop_entry(&box, thing, b) == &b);
	list_add(&a.kernel, &head);
	list_for_each_entry(pos, &head, kernel)
		CHECK(pos == &a);
	hlist_add_head(&b.bucket, &bucket);
	hlist_for_each_entry(pos, &bucket, bucket)
		CHECK(pos == &b);
}

#define IN_POOL(X, c, type, made)                                     \
	do {                                                          \
		int sum = 0;                                          \
								      \
		CHECK(X##_count(&(c)) == 1);                          \
		made->n = 5;                                          \
		X##_for_each_entry(x, &(c), type, node)               \
			sum += x->n;                                  \
		CHECK(sum == 5);                                      \
		CHECK(container_of(&made->node, type, node) == made); \
		X##_free(&(c), &made->node);                          \
	} while (0)

static void pools()
{
	slot *s = early.s;

	slotpool_for_each_entry_reverse(x, &slots, slot, node)
		CHECK(x == s);
	CHECK(slotpool_get_entry(&slots, slotpool_handle_of(&slots, &s->node), slot, node) == s);
	IN_POOL(slotpool, slots, slot, s);
	IN_POOL(densepool, packeds, packed, early.p);
	IN_POOL(listpool, listeds, listed, early.l);
	CHECK(ipool_at_entry(&indexeds, 0, indexed, node) == early.i);
	ipool_free(&indexeds, &early.i->node);
}

int main()
{
	a.n = 2;
	b.n = 3;
	lists();
	arrays();
	others();
	pools();
	return finish();
}
