/* SPDX-License-Identifier: MIT */
/*
 * sort.h: comparisons that change the list which is sorted. Each change is refused and reported, or
 * made as anywhere else. Afterwards the list is whole, and has the elements that it should have.
 */
#include "test.h"

#include <linux-ish/ilist.h>
#include <linux-ish/listpool.h>
#include <linux-ish/sort.h>
#include <linux-ish/walklist.h>

#define MANY 100u

struct thing {
	struct ilist_node i;
	struct walklist_node w;
	int key;
};

struct object {
	struct listpool_node l;
	int key;
};

static struct thing things[MANY + 2];
static struct ilist ilist, other_ilist;
static struct walklist walklist, other_walklist;

/* The change, the comparison in which it is made, and how many there were. */
static unsigned int change, when, compared;
static bool sorted;
static uint32_t seed;

static uint32_t some(uint32_t n)
{
	seed = seed * 1664525u + 1013904223u;
	return (seed >> 8) % n;
}

/* order: shuffled, nearly sorted, sorted, reversed */
#define ORDERS 4u
static int key_of(unsigned int order, unsigned int i)
{
	switch (order) {
	case 0:
		return (int)(i * 37 % 101);
	case 1:
		return i % 23 == 7 ? (int)(i * 31 % MANY) : (int)i;
	case 2:
		return (int)i;
	default:
		return (int)(MANY - i);
	}
}

static int change_ilist(void *ctx, const struct ilist_node *x, const struct ilist_node *y)
{
	struct thing *a = container_of(x, struct thing, i), *b = container_of(y, struct thing, i);
	struct thing *any = &things[some(MANY)], *spare = &things[MANY];
	struct ilist third = ILIST_INIT(third);

	(void)ctx;
	if (++compared != when)
		return a->key - b->key;
	switch (change) {
	case 0:
		ilist_del(&a->i);
		break;
	case 1:
		ilist_del(&b->i);
		break;
	case 2:
		(void)ilist_leave(&any->i);
		break;
	case 3:
		ilist_add(&ilist, &spare->i);
		break;
	case 4:
		ilist_add_tail(&ilist, &spare->i);
		break;
	case 5:
		ilist_add_before(&a->i, &spare->i);
		break;
	case 6:
		ilist_add_after(&a->i, &spare->i);
		break;
	case 7:
		ilist_add_before(&b->i, &spare->i);
		break;
	case 8:
		ilist_add_after(&any->i, &spare->i);
		break;
	case 9:
		ilist_move(&ilist, &a->i);
		break;
	case 10:
		ilist_move_tail(&ilist, &any->i);
		break;
	case 11:
		ilist_move_tail(&other_ilist, &b->i);
		break;
	case 12:
		ilist_move_tail(&other_ilist, &any->i);
		break;
	case 13:
		ilist_clear(&ilist);
		break;
	case 14:
		ilist_splice(&other_ilist, &ilist);
		break;
	case 15:
		ilist_cut_after(&third, &ilist, &b->i);
		ilist_splice_tail(&other_ilist, &third);
		break;
	case 16:
		(void)ilist_pop_entry(&ilist, struct thing, i);
		(void)ilist_pop_tail_entry(&ilist, struct thing, i);
		break;
	case 17:
		ilist_sort(&ilist, change_ilist, NULL);
		break;
	case 18:
		ilist_for_each_entry_safe(pos, &ilist, struct thing, i)
			ilist_del(&pos->i);
		break;
	case 19:
		/*
		 * Both elements, and those beside them. In a sorted front they are a run, and the
		 * sort goes round in the other list until it notices: it compares that head too.
		 */
		if (sorted && any < b && !is_watched())
			ilist_bulk_move_tail(&other_ilist, &any->i, &things[MANY - 1].i);
		break;
	default:
		ilist_destroy(&ilist);
	}
	return a->key - b->key;
}

static int change_walklist(void *ctx, const struct walklist_node *x, const struct walklist_node *y)
{
	struct thing *a = container_of(x, struct thing, w), *b = container_of(y, struct thing, w);
	struct thing *any = &things[some(MANY)], *spare = &things[MANY];

	(void)ctx;
	assert_true(a >= things && a < things + MANY + 1);
	assert_true(b >= things && b < things + MANY + 1);
	if (++compared != when)
		return a->key - b->key;
	switch (change) {
	case 0:
		walklist_del(&walklist, &a->w);
		break;
	case 1:
		(void)walklist_leave(&b->w);
		break;
	case 2:
		(void)walklist_leave(&any->w);
		break;
	case 3:
		walklist_add(&walklist, &spare->w);
		break;
	case 4:
		walklist_add_tail(&walklist, &spare->w);
		break;
	case 5:
		walklist_add_before(&walklist, &a->w, &spare->w);
		break;
	case 6:
		walklist_add_after(&walklist, &any->w, &spare->w);
		break;
	case 7:
		walklist_move(&walklist, &b->w);
		break;
	case 8:
		walklist_move_tail(&walklist, &any->w);
		break;
	case 9:
		walklist_move_tail(&other_walklist, &a->w);
		break;
	case 10:
		walklist_move(&other_walklist, &any->w);
		break;
	case 11:
		walklist_clear(&walklist);
		break;
	case 12:
		walklist_splice_tail(&other_walklist, &walklist);
		break;
	case 13:
		(void)walklist_pop_entry(&walklist, struct thing, w);
		(void)walklist_pop_tail_entry(&walklist, struct thing, w);
		break;
	case 14:
		walklist_sort(&walklist, change_walklist, NULL);
		break;
	case 15:
		walklist_for_each_entry(pos, &walklist, struct thing, w)
			walklist_del(&walklist, &pos->w);
		break;
	case 16:
		walklist_forget(&walklist);
		break;
	default:
		walklist_destroy(&walklist);
	}
	return a->key - b->key;
}

#if LISH_CHECK >= 1
static struct listpool listpool;

/* Valgrind shall not see that the key of a newborn is not known. */
static void give_key(struct object *object)
{
	if (object)
		object->key = 0;
}

static int change_listpool(void *ctx, const struct listpool_node *x, const struct listpool_node *y)
{
	struct object *a = container_of(x, struct object, l);
	struct object *b = container_of(y, struct object, l);
	const int keys = a->key - b->key;

	(void)ctx;
	if (++compared != when)
		return keys;
	switch (change) {
	case 0:
		listpool_free(&listpool, &a->l);
		break;
	case 1:
		listpool_free(&listpool, &b->l);
		break;
	case 2:
		give_key(listpool_alloc_entry(&listpool, struct object, l));
		break;
	case 3:
		(void)listpool_zalloc_tail_entry(&listpool, struct object, l);
		break;
	case 4:
		give_key(listpool_alloc_before_entry(&listpool, a, struct object, l));
		break;
	case 5:
		give_key(listpool_alloc_after_entry(&listpool, b, struct object, l));
		break;
	case 6:
		listpool_move(&listpool, &a->l);
		break;
	case 7:
		listpool_move_tail(&listpool, &b->l);
		break;
	case 8:
		listpool_move_before(&listpool, &a->l, &b->l);
		break;
	case 9:
		listpool_clear(&listpool);
		break;
	case 10:
		listpool_trim(&listpool);
		break;
	case 11:
		listpool_sort(&listpool, change_listpool, NULL);
		break;
	case 12:
		listpool_for_each_entry(pos, &listpool, struct object, l)
			listpool_free(&listpool, &pos->l);
		break;
	default:
		listpool_destroy(&listpool);
	}
	return keys;
}

#endif

static void next_case(unsigned int order)
{
	memset(things, 0, sizeof(things));
	compared = 0;
	sorted = order == 2;
	seed = when + 1000 * order;
}

static void fill(unsigned int order)
{
	unsigned int i;

	ilist_init(&ilist);
	ilist_init(&other_ilist);
	walklist_init(&walklist);
	walklist_init(&other_walklist);
	for (i = 0; i < MANY; i++) {
		things[i].key = key_of(order, i);
		ilist_add_tail(&ilist, &things[i].i);
		walklist_add_tail(&walklist, &things[i].w);
	}
}

static void assert_order(void)
{
	int last = -1;

	ilist_for_each_entry(t, &ilist, struct thing, i) {
		assert_true(t->key >= last);
		last = t->key;
	}
	last = -1;
	walklist_for_each_entry(t, &walklist, struct thing, w) {
		assert_true(t->key >= last);
		last = t->key;
	}
}

TEST(without_a_change_each_order_is_sorted)
{
	unsigned int order;

	change = 0;
	when = 0;
	for (order = 0; order < ORDERS; order++) {
		next_case(order);
		fill(order);
		ilist_sort(&ilist, change_ilist, NULL);
		walklist_sort(&walklist, change_walklist, NULL);
		assert_order();
		ilist_clear(&ilist);
		walklist_clear(&walklist);
	}
}

/* Zeroes the last element of the sorted front, once that is known. */
static int overwrite_front(void *ctx, const struct ilist_node *x, const struct ilist_node *y)
{
	(void)ctx;
	if (++compared == 3)
		ilist_node_init(&things[1].i);
	return container_of(x, struct thing, i)->key - container_of(y, struct thing, i)->key;
}

TEST(a_comparison_that_overwrites_the_sorted_front_ends_the_sort)
{
	static const int keys[] = { 1, 2, 0, 3, 4, 5 };
	size_t i;

	when = 0;
	next_case(0);
	ilist_init(&ilist);
	for (i = 0; i < ARRAY_SIZE(keys); i++) {
		things[i].key = keys[i];
		ilist_add_tail(&ilist, &things[i].i);
	}
	assert_reported("ilist_sort", LISH_LOOPED, ilist_sort(&ilist, overwrite_front, NULL));
	assert_int_equal(compared, 5);
	/* Nothing else has moved. */
	assert_ptr_equal(ilist_first(&ilist), &things[0].i);
	assert_ptr_equal(things[3].i.link.prev, &things[2].i.link);
	assert_int_equal(ilist_check(&ilist, NULL), LISH_BROKEN_LINKS);
}

static int remove_all(void *ctx, const struct ilist_node *x, const struct ilist_node *y)
{
	(void)ctx, (void)x, (void)y;
	ilist_leave(&things[0].i);
	ilist_leave(&things[1].i);
	return 0;
}

TEST(a_comparison_that_removes_all_leaves_an_empty_list)
{
	when = 0;
	next_case(0);
	ilist_init(&ilist);
	ilist_add_tail(&ilist, &things[0].i);
	ilist_add_tail(&ilist, &things[1].i);
	assert_reported("ilist_sort", LISH_LOOPED, ilist_sort(&ilist, remove_all, NULL));
	assert_true(ilist_empty(&ilist));
	assert_int_equal(ilist_check(&ilist, NULL), LISH_OK);
}

#if LISH_CHECK >= 1
/* Cases of the comparisons above */
#define ILIST_CHANGES 21u
#define WALKLIST_CHANGES 18u
#define LISTPOOL_CHANGES 14u

static void sort_ilists(unsigned int order)
{
	unsigned int i, linked;

	for (when = compared = 1; when <= compared; when += 1 + RUNNING_ON_VALGRIND * 7) {
		next_case(order);
		fill(order);
		ilist_sort(&ilist, change_ilist, NULL);
		assert_int_equal(ilist_check(&ilist, NULL), LISH_OK);
		assert_int_equal(ilist_check(&other_ilist, NULL), LISH_OK);
		for (i = linked = 0; i <= MANY; i++)
			linked += ilist_is_linked(&things[i].i);
		assert_int_equal(ilist_count(&ilist) + ilist_count(&other_ilist), linked);
	}
}

static void sort_walklists(unsigned int order)
{
	unsigned int i, linked;

	for (when = compared = 1; when <= compared; when += 1 + RUNNING_ON_VALGRIND * 7) {
		next_case(order);
		fill(order);
		walklist_sort(&walklist, change_walklist, NULL);
		assert_int_equal(walklist_check(&walklist, NULL), LISH_OK);
		assert_int_equal(walklist_check(&other_walklist, NULL), LISH_OK);
		for (i = linked = 0; i <= MANY; i++)
			linked += walklist_is_linked(&things[i].w);
		assert_int_equal(walklist_count(&walklist) + walklist_count(&other_walklist),
				 linked);
	}
}

static void sort_listpools(unsigned int order)
{
	struct object *object;
	unsigned int i;

	for (when = compared = 1; when <= compared; when += 1 + RUNNING_ON_VALGRIND * 7) {
		next_case(order);
		assert_int_equal(listpool_init(&listpool, struct object, l, NULL), 0);
		for (i = 0; i < MANY; i++) {
			object = listpool_zalloc_tail_entry(&listpool, struct object, l);
			assert_non_null(object);
			object->key = key_of(order, i);
		}
		listpool_sort(&listpool, change_listpool, NULL);
		assert_int_equal(listpool_check(&listpool, NULL), LISH_OK);
		listpool_destroy(&listpool);
	}
}

TEST(a_comparison_may_not_change_the_list)
{
	unsigned int order;

	report.expected = true;
	for (order = 0; order < ORDERS; order++) {
		for (change = 0; change < ILIST_CHANGES; change++)
			sort_ilists(order);
		for (change = 0; change < WALKLIST_CHANGES; change++)
			sort_walklists(order);
		for (change = 0; change < LISTPOOL_CHANGES; change++)
			sort_listpools(order);
	}
	report.expected = false;
}

#endif

TEST_MAIN(NULL, NULL)
