/* SPDX-License-Identifier: MIT */
/*
 * ilist, name by name. Pictures show the list as the letters of its elements,
 * from the first to the last: [a b c].
 */
#include <linux-ish/ilist.h>
#include <linux-ish/sort.h>

#define LIST ilist
#define NODE ilist_node
#define CALL(name) ilist_##name
#define MADE(NAME) ILIST_##NAME
#define CONST_LOOP ilist_for_each_entry
#define DEL(list, node) ilist_del(node)
#define ADD_BEFORE(list, pos, node) ilist_add_before(pos, node)
#define ADD_AFTER(list, pos, node) ilist_add_after(pos, node)
#include "list_test.h"

#define a (things[0])
#define b (things[1])
#define c (things[2])
#define d (things[3])
#define e (things[4])

/* Adding and taking out */

/* What destructors do, after the list has begun anew. */
TEST(leave_is_right_after_init_if_nodes_are_initialised)
{
	fill(&list, "abc");
	ilist_init(&list);
	ilist_node_init(&a.node);
	ilist_node_init(&b.node);
	ilist_node_init(&c.node);
	ilist_add(&list, &d.node);
	assert_false(ilist_leave(&a.node));
	assert_false(ilist_leave(&b.node));
	assert_false(ilist_leave(&c.node));
	assert_order(&list, "d");
}

/*
 * What a loop of a program does all the time, with everything inlined: at level
 * 0 gcc 12 kept the end of the list in a register although the deletion of the
 * last element changes it.
 */
struct churned {
	struct ilist list;
	struct thing **items;
};

static LISH_NOINLINE void churn(struct churned *of, const unsigned int *order, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++) {
		struct thing *item = of->items[order[i]];

		ilist_del(&item->node);
		ilist_add_tail(&of->list, &item->node);
	}
}

/* [a b c d] -> b b c a a d -> [b c a d] */
TEST(del_and_add_in_one_loop_see_each_other)
{
	const unsigned int order[] = { 1, 1, 2, 0, 0, 3 };
	struct thing *items[] = { &a, &b, &c, &d };
	struct churned of;

	of.items = items;
	ilist_init(&of.list);
	fill(&of.list, "abcd");
	churn(&of, order, ARRAY_SIZE(order));
	assert_order(&of.list, "bcad");
}

#if LISH_CHECK >= 1
TEST(a_current_element_that_moved_is_a_lost_place)
{
	struct thing copy;
	size_t step;

	/* Only of the first one do links change that the loop knows. */
	for (step = 1; step <= 3; step++) {
		set_up();
		visits = 0;
		fill(&list, "abcd");
		assert_reported("ilist_for_each_entry", LISH_LOST_PLACE,
				ilist_for_each_entry(pos, &list, struct thing, node) {
					if (++visits < step)
						continue;
					copy = *pos;
					ilist_node_moved(&copy.node);
				});
		assert_int_equal(visits, step);
	}
}
#endif

/* Whole lists */

TEST(cut_after_moves_the_front_part_with_the_element)
{
	fill(&other, "abcd");
	ilist_cut_after(&list, &other, &a.node);
	assert_order(&list, "a");
	assert_order(&other, "bcd");
	ilist_cut_after(&list, &other, &d.node);
	assert_order(&list, "abcd");
	assert_order(&other, "");
	ilist_cut_after(&list, &list, &b.node);
	assert_order(&list, "cdab");
	ilist_cut_after(&list, &list, &b.node);
	assert_order(&list, "cdab");
}

/* Asking */

TEST(bulk_move_tail_moves_a_range_in_its_order)
{
	struct ilist *zero = memset(&other, 0, sizeof(other));

	fill(&list, "abcde");
	ilist_bulk_move_tail(&list, &b.node, &c.node);
	assert_order(&list, "adebc");
	/* one element; those at the end; all */
	ilist_bulk_move_tail(&list, &a.node, &a.node);
	assert_order(&list, "debca");
	ilist_bulk_move_tail(&list, &c.node, &a.node);
	assert_order(&list, "debca");
	ilist_bulk_move_tail(&list, &d.node, &a.node);
	assert_order(&list, "debca");
	/* to another list, which is zero */
	ilist_bulk_move_tail(zero, &e.node, &b.node);
	assert_order(&list, "dca");
	assert_order(zero, "eb");
	ilist_bulk_move_tail(zero, &d.node, &a.node);
	assert_order(&list, "");
	assert_order(zero, "ebdca");
}

TEST(circular_neighbours_go_round)
{
	fill(&list, "abc");
	assert_ptr_equal(ilist_next_entry_circular(&list, &a, struct thing, node), &b);
	assert_ptr_equal(ilist_next_entry_circular(&list, &c, struct thing, node), &a);
	assert_ptr_equal(ilist_prev_entry_circular(&list, &c, struct thing, node), &b);
	assert_ptr_equal(ilist_prev_entry_circular(&list, &a, struct thing, node), &c);
	fill(&other, "d");
	assert_ptr_equal(ilist_next_entry_circular(&other, &d, struct thing, node), &d);
	assert_ptr_equal(ilist_prev_entry_circular(&other, &d, struct thing, node), &d);
#if LISH_CHECK >= 1
	assert_reported("ilist_next_entry_circular", LISH_NOT_IN,
			assert_null(ilist_next_entry_circular(&list, &e, struct thing, node)));
	assert_reported("ilist_prev_entry_circular", LISH_NOT_IN,
			assert_null(ilist_prev_entry_circular(&list, &e, struct thing, node)));
#endif
#if LISH_CHECK >= 2
	assert_reported("ilist_next_entry_circular", LISH_FOREIGN,
			assert_null(ilist_next_entry_circular(&list, &d, struct thing, node)));
#endif
}

/* b was freed, and added again in front: the links go round in a circle. */
TEST(contains_ends_in_a_circle)
{
	ilist_add_tail(&list, &a.node);
	ilist_add_tail(&list, &b.node);
	ilist_add_tail(&list, &c.node);
	ilist_add_tail(&other, &d.node);
	memset(&b.node, 0, sizeof(b.node));
	if (LISH_CHECK >= 2)
		return;
	ilist_add(&list, &b.node);
	assert_false(ilist_contains(&list, &d.node));
	ilist_init(&list);
	/* Nor is what was freed here, and added elsewhere. */
	memset(&a.node, 0, sizeof(a.node));
	memset(&b.node, 0, sizeof(b.node));
	memset(&c.node, 0, sizeof(c.node));
	ilist_add_tail(&list, &a.node);
	ilist_add_tail(&list, &c.node);
	ilist_add_tail(&list, &b.node);
	memset(&c.node, 0, sizeof(c.node));
	ilist_add_tail(&other, &c.node);
	assert_false(ilist_contains(&list, &c.node));
	assert_true(ilist_contains(&other, &c.node));
}

TEST(neighbours_are_null_at_the_ends)
{
	assert_null(ilist_first_(&list));
	assert_null(ilist_last_(&list));
	fill(&list, "ab");
	assert_ptr_equal(ilist_first_(&list), &a.node);
	assert_ptr_equal(ilist_last_(&list), &b.node);
	assert_ptr_equal(ilist_next_(&list, &a.node), &b.node);
	assert_null(ilist_next_(&list, &b.node));
	assert_ptr_equal(ilist_prev_(&list, &b.node), &a.node);
	assert_null(ilist_prev_(&list, &a.node));
}

/* Loops */

TEST(break_leaves_a_loop_and_the_list_alone)
{
	char last = 0;

	fill(&list, "abc");
	ilist_for_each_entry(pos, &list, struct thing, node) {
		last = pos->name;
		if (pos == &b)
			break;
	}
	assert_int_equal(last, 'b');
	ilist_drain_entry(pos, &list, struct thing, node) {
		if (pos == &b)
			break;
	}
	assert_order(&list, "c");
}

TEST(loops_nest_and_visit_what_is_added_after)
{
	forget_visits();
	fill(&list, "ab");
	ilist_for_each_entry(pos, &list, struct thing, node) {
		visit(pos);
		ilist_for_each_entry(inner, &list, struct thing, node)
			visit(inner);
		if (pos == &b) {
			ilist_add(&list, &c.node);	/* before: not visited */
			ilist_add_tail(&list, &d.node); /* after: visited */
		}
	}
	assert_string_equal(visited, "aabbabdcabd");
}

TEST(a_plain_loop_survives_taking_out_all_others)
{
	forget_visits();
	/* the next one, the one before, and what is freed at once */
	fill(&list, "abcde");
	ilist_for_each_entry(pos, &list, struct thing, node) {
		visit(pos);
		if (pos == &b) {
			ilist_del(&a.node);
			ilist_del(&c.node);
			memset(&c, 0x5a, sizeof(c));
		}
		if (pos == &d)
			ilist_del(&e.node);
	}
	assert_string_equal(visited, "abd");
	assert_order(&list, "bd");
	forget_visits();
	ilist_for_each_entry_reverse(pos, &list, struct thing, node) {
		visit(pos);
		if (pos == &d)
			ilist_del(&b.node);
	}
	assert_string_equal(visited, "d");
	assert_order(&list, "d");
}

/* Both neighbours of the current element change, and it stays. */
TEST(a_loop_survives_changes_on_both_sides)
{
	forget_visits();
	fill(&list, "abcde");
	ilist_for_each_entry(pos, &list, struct thing, node) {
		visit(pos);
		if (pos == &c) {
			ilist_del(&b.node);
			ilist_del(&d.node);
		}
	}
	assert_string_equal(visited, "abce");
	assert_order(&list, "ace");
	forget_visits();
	ilist_for_each_entry_reverse(pos, &list, struct thing, node) {
		visit(pos);
		if (pos == &c) {
			ilist_add_before(&c.node, &b.node);
			ilist_add_after(&c.node, &d.node);
		}
	}
	assert_string_equal(visited, "ecba");
	assert_order(&list, "abcde");
	forget_visits();
	ilist_for_each_entry_safe(pos, &list, struct thing, node) {
		visit(pos);
		if (pos == &b) {
			ilist_del(&b.node);
			ilist_del(&d.node);
		}
	}
	assert_string_equal(visited, "abce");
	assert_order(&list, "ace");
}

TEST(a_safe_loop_survives_taking_out_the_current)
{
	fill(&list, "abcde");
	ilist_for_each_entry_safe(pos, &list, struct thing, node) {
		if ((pos->name - 'a') % 2 == 0)
			ilist_del(&pos->node);
	}
	assert_order(&list, "bd");
}

TEST(a_safe_loop_does_not_visit_what_is_put_directly_after)
{
	forget_visits();
	fill(&list, "ab");
	ilist_for_each_entry_safe(pos, &list, struct thing, node) {
		visit(pos);
		if (pos == &a) {
			ilist_add_after(&a.node, &c.node);
			ilist_add_tail(&list, &d.node);
		}
	}
	assert_string_equal(visited, "abd");
	assert_order(&list, "acbd");
}

TEST(drain_visits_what_its_body_adds)
{
	forget_visits();
	fill(&list, "ab");
	ilist_drain_entry(pos, &list, struct thing, node) {
		assert_zero(&pos->node);
		visit(pos);
		if (pos == &a)
			ilist_add_tail(&list, &c.node);
		if (ilist_is_linked(&b.node))
			ilist_del(&b.node);
	}
	assert_string_equal(visited, "ac");
}

/* Sorting */

struct element {
	uint64_t key;
	unsigned int number;
	struct ilist_node link;
};

static unsigned int compared;

static int by_key(void *ctx, const struct ilist_node *x, const struct ilist_node *y)
{
	uint64_t kx = container_of(x, const struct element, link)->key;
	uint64_t ky = container_of(y, const struct element, link)->key;

	assert_ptr_equal(ctx, &compared);
	compared++;
	return kx > ky ? 1 : kx < ky ? -1 : 0;
}

static uint64_t key_of(void *ctx, const struct ilist_node *node)
{
	assert_ptr_equal(ctx, &compared);
	return container_of(node, const struct element, link)->key;
}

static uint64_t random_state;

static uint64_t next_random(void)
{
	random_state = random_state * 6364136223846793005u + 1442695040888963407u;
	return random_state >> 33;
}

/* In order, equals in the order of their numbers, and all of them. */
static void assert_sorted(const struct ilist *l, size_t count)
{
	const struct element *before = NULL;
	size_t n = 0;

	assert_int_equal(ilist_check(l, NULL), LISH_OK);
	ilist_for_each_entry(pos, l, const struct element, link) {
		assert_true(!before || before->key < pos->key ||
			    (before->key == pos->key && before->number < pos->number));
		before = pos;
		n++;
	}
	assert_int_equal(n, count);
}

enum shape {
	RANDOM,
	FEW_KEYS,
	SORTED,
	TURNED,
	NEARLY,
	WIDE,
	CROWDED, /* the highest bits tell only two from the others */
	SHAPES
};

static uint64_t shaped_key(enum shape shape, size_t i, size_t n)
{
	switch (shape) {
	case RANDOM:
		return next_random();
	case FEW_KEYS:
		return next_random() % 4;
	case SORTED:
		return i / 2;
	case TURNED:
		return n - i;
	case NEARLY:
		return i + (next_random() % 16 == 0 ? 20 : 0);
	case WIDE:
		return next_random() << 40 | next_random();
	case CROWDED:
		return (uint64_t)(i == n / 2) << 63 | (uint64_t)(i == n / 3) << 50 |
		       next_random() % 4096;
	default:
		fail();
		return 0;
	}
}

/* One and two, each length around powers of two, and many. */
static const size_t lengths[] = {
	0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 127, 128, 129, 1000
};

static struct element elements[1000];

static void make_list(enum shape shape, size_t n)
{
	size_t i;

	ilist_init(&list);
	for (i = 0; i < n; i++) {
		memset(&elements[i], 0, sizeof(elements[i]));
		elements[i].key = shaped_key(shape, i, n);
		elements[i].number = (unsigned int)i;
		ilist_add_tail(&list, &elements[i].link);
	}
}

TEST(sort_is_stable_for_every_shape)
{
	size_t i, n;
	int shape;

	random_state = 1;
	for (shape = 0; shape < SHAPES; shape++) {
		for (i = 0; i < ARRAY_SIZE(lengths); i++) {
			n = lengths[i];
			make_list((enum shape)shape, n);
			ilist_sort(&list, by_key, &compared);
			assert_sorted(&list, n);
		}
	}
}

TEST(sort_compares_a_sorted_list_once)
{
	make_list(SORTED, 1000);
	compared = 0;
	ilist_sort(&list, by_key, &compared);
	assert_int_equal(compared, 999);
}

TEST(sort_by_key_is_stable_for_every_shape)
{
	static uint64_t scratch[ILIST_SORT_SCRATCH(1000) / sizeof(uint64_t)];
	size_t i, n;
	int shape;

	random_state = 1;
	for (shape = 0; shape < SHAPES; shape++) {
		for (i = 0; i < ARRAY_SIZE(lengths); i++) {
			n = lengths[i];
			make_list((enum shape)shape, n);
			assert_int_equal(ilist_sort_by_key(&list, key_of, &compared, scratch,
							   ILIST_SORT_SCRATCH(n)),
					 0);
			assert_sorted(&list, n);
		}
	}
}

TEST(sort_by_key_refuses_bad_scratch_and_changes_nothing)
{
	static uint64_t scratch[ILIST_SORT_SCRATCH(4) / sizeof(uint64_t)];
	struct element *const first = &elements[0];
	size_t size = 0;

	(void)size;
	/* Memory of any alignment will do. */
	if (LISH_ALIGNOF(uint64_t) == 1)
		return;
	make_list(TURNED, 4);
	assert_int_equal(ilist_sort_by_key(&list, key_of, &compared, scratch,
					   ILIST_SORT_SCRATCH(4) - 1),
			 -ENOSPC);
	assert_int_equal(ilist_sort_by_key(&list, key_of, &compared, NULL, 0), -ENOSPC);
#if LISH_CHECK >= 1
	assert_reported("ilist_sort_by_key", LISH_MISALIGNED,
			assert_int_equal(ilist_sort_by_key(&list, key_of, &compared,
							   (char *)scratch + 1,
							   ILIST_SORT_SCRATCH(3)),
					 -EINVAL));
	/* The result of a malloc() that failed, of whatever size. */
	for (size = 1; size <= sizeof(scratch); size++)
		assert_reported(
			"ilist_sort_by_key", LISH_NULL,
			assert_int_equal(ilist_sort_by_key(&list, key_of, &compared, NULL, size),
					 -EINVAL));
#endif
	assert_ptr_equal(ilist_first_entry(&list, struct element, link), first);
	assert_int_equal(ilist_count(&list), 4);
	assert_int_equal(ilist_check(&list, NULL), LISH_OK);
	/* An empty list needs none. */
	ilist_init(&list);
	assert_int_equal(ilist_sort_by_key(&list, key_of, &compared, NULL, 0), 0);
	assert_int_equal(ilist_sort_by_key(&list, key_of, &compared, NULL, 64), 0);
}

/* An array of uint64_t is aligned enough wherever the compiler puts it. */
TEST(sort_by_key_takes_any_array_of_numbers)
{
	static struct {
		uint32_t tick;
		uint64_t scratch[ILIST_SORT_SCRATCH(4) / sizeof(uint64_t)];
		uint64_t more[ILIST_SORT_SCRATCH(4) / sizeof(uint64_t)];
	} frame[2];
	size_t i;

	for (i = 0; i < 2; i++) {
		make_list(TURNED, 4);
		assert_int_equal(ilist_sort_by_key(&list, key_of, &compared, frame[i].scratch,
						   sizeof(frame[i].scratch)),
				 0);
		assert_sorted(&list, 4);
		make_list(TURNED, 4);
		assert_int_equal(ilist_sort_by_key(&list, key_of, &compared, frame[i].more,
						   sizeof(frame[i].more)),
				 0);
		assert_sorted(&list, 4);
	}
}

/* Checking */

TEST(check_names_the_first_fault)
{
	const struct ilist_node *fault = &a.node;
	static struct ilist zero;

	fill(&list, "abcd");
	assert_int_equal(ilist_check(&list, &fault), LISH_OK);
	assert_null(fault);
	assert_int_equal(ilist_check(&zero, &fault), LISH_OK);
	assert_null(fault);
	/* half a head is none */
	zero.head.next = &zero.head;
	assert_int_equal(ilist_check(&zero, NULL), LISH_BROKEN_LINKS);
	zero.head.prev = &list.head;
	zero.head.next = NULL;
	assert_int_equal(ilist_check(&zero, NULL), LISH_BROKEN_LINKS);
	zero.head.prev = NULL;
	/* b leads back to a: a ring that leaves out the head */
	b.node.link.next = &a.node.link;
	assert_int_equal(ilist_check(&list, &fault), LISH_BROKEN_LINKS);
	assert_ptr_equal(fault, &b.node);
	/* b leads nowhere */
	b.node.link.next = NULL;
	assert_int_equal(ilist_check(&list, &fault), LISH_BROKEN_LINKS);
	assert_ptr_equal(fault, &b.node);
	b.node.link.next = &c.node.link;
	/* the head's own link */
	a.node.link.prev = &c.node.link;
	assert_int_equal(ilist_check(&list, &fault), LISH_BROKEN_LINKS);
	assert_null(fault);
	a.node.link.prev = &list.head;
	assert_order(&list, "abcd");
}

TEST(more_calls_take_a_zero_list)
{
	uint64_t scratch[4];
	struct ilist *zero;

	assert_true(ilist_empty(fresh()));
	fill(&other, "c");
	assert_false(ilist_empty(&other));
	assert_int_equal(ilist_sort_by_key(fresh(), key_of, &compared, scratch, sizeof(scratch)),
			 0);
	assert_int_equal(ilist_sort_by_key(fresh(), key_of, &compared, NULL, 0), 0);
	assert_visits("", ilist_drain_entry(t, fresh(), struct thing, node));
	ilist_cut_after(zero = fresh(), &list, &a.node);
	assert_order(zero, "a");
	assert_order(&list, "b");
}

/* Whose links do not lead to the list yet, which is what an empty list does. */
TEST(a_loop_over_a_zero_list_ends_before_later_additions)
{
	struct ilist *zero = fresh();
	bool again = true;

	ilist_for_each_entry(pos, &list, struct thing, node) {
		if (!again)
			break;
		again = false;
		ilist_for_each_entry(inner, zero, struct thing, node)
			fail();
		ilist_move(zero, &b.node);
	}
	assert_order(zero, "b");
	ilist_clear(zero);
}

TEST(init_ends_the_mark_of_a_destroyed_list)
{
	struct ilist *zero = fresh();

	ilist_destroy(zero);
	assert_true(ilist_empty(zero));
	assert_int_equal(ilist_check(zero, NULL), LISH_UNINITIALIZED);
	assert_null(ilist_last_entry(&other, struct thing, node));
	ilist_init(zero);
	ilist_add(zero, &c.node);
	assert_order(zero, "c");
	ilist_clear(zero);
	ilist_destroy(zero);
}

#if LISH_CHECK >= 1
/* Of a head that was overwritten. The other link leads elsewhere. */
static struct ilist *half(bool next)
{
	static struct ilist head;

	head.head.next = head.head.prev = &other.head;
	if (next)
		head.head.next = NULL;
	else
		head.head.prev = NULL;
	return &head;
}

#if LISH_GNU
static volatile int returned;

static LISH_NOINLINE void misuse_of_lib(void)
{
	ilist_clear(half(false));
	/* Not in tail position: it would return to whoever called this. */
	returned = 1;
}

/* The address lies in the function that made the call, not in lib/. */
TEST(the_report_names_the_caller)
{
	uintptr_t caller;

	assert_reported("ilist_del", LISH_NOT_IN, ilist_del(&a.node));
	assert_int_equal(!!report.fault.caller, LISH_HAS_CALLER);
	assert_reported("ilist_clear", LISH_BROKEN_LINKS, misuse_of_lib());
	if (!LISH_HAS_CALLER)
		return;
	caller = (uintptr_t)report.fault.caller;
	assert_true(caller - (uintptr_t)misuse_of_lib < 512);
}
#endif

TEST(a_loop_that_lost_its_place_is_reported_and_ends)
{
	fill(&list, "abcd");
	/* the current one in a plain loop */
	assert_reported("ilist_for_each_entry", LISH_LOST_PLACE,
			ilist_for_each_entry(pos, &list, struct thing, node) ilist_del(&pos->node));
	assert_ptr_equal(report.fault.node, &a.node);
	assert_order(&list, "bcd");
	/* the next one in a safe loop */
	assert_reported("ilist_for_each_entry_safe", LISH_LOST_PLACE,
			ilist_for_each_entry_safe(pos, &list, struct thing, node)
				ilist_del(ilist_next_(&list, &pos->node)));
	assert_ptr_equal(report.fault.node, &c.node);
	assert_order(&list, "bd");
	/* the same backwards: c, which is between b and d again */
	ilist_add_after(&b.node, &c.node);
	assert_reported("ilist_for_each_entry_reverse", LISH_LOST_PLACE,
			ilist_for_each_entry_reverse(pos, &list, struct thing, node)
				ilist_del(&pos->node));
	assert_ptr_equal(report.fault.node, &d.node);
	assert_order(&list, "bc");
}

/*
 * Each loop, at each step, while each run of the list moves to another list in each way. The loop
 * goes on if its element is still in the list; else it is reported once, and ends.
 */
enum each_loop { PLAIN, REVERSE, FROM, SAFE, LOOPS };
enum each_way { ONE_BY_ONE, LAST_FIRST, IN_BULK, BY_CUT, BY_SPLICE, BY_SPLICE_TAIL, WAYS };

static struct {
	enum each_loop loop;
	enum each_way way;
	char first, last, end; /* the run, and the last element of the list */
	size_t step;
	bool is_lost, ended;
} moving;

/* false if the run does not move in this way. */
static bool move_run(void)
{
	const bool begins = moving.first == 'a';
	char name;

	switch (moving.way) {
	case ONE_BY_ONE:
		for (name = moving.first; name <= moving.last; name++)
			ilist_move_tail(&other, node(name));
		return true;
	case LAST_FIRST:
		for (name = moving.last; name >= moving.first; name--)
			ilist_move(&other, node(name));
		return true;
	case IN_BULK:
		ilist_bulk_move_tail(&other, node(moving.first), node(moving.last));
		return true;
	case BY_CUT:
		if (begins)
			ilist_cut_after(&other, &list, node(moving.last));
		return begins;
	case BY_SPLICE:
		if (begins && moving.last == moving.end)
			ilist_splice(&other, &list);
		return begins && moving.last == moving.end;
	default:
		if (begins && moving.last == moving.end)
			ilist_splice_tail(&other, &list);
		return begins && moving.last == moving.end;
	}
}

/* Level 1 does not see a run that moves with both neighbours, unless it has the first element. */
static bool is_seen(char tracked)
{
	return LISH_CHECK >= 2 || moving.first == 'a' || tracked <= moving.first ||
	       tracked >= moving.last;
}

/* What the step after this body stands on; 0: nothing. */
static char tracked_at(const struct thing *pos)
{
	if (moving.loop != SAFE)
		return pos->name;
	return pos->name < moving.end ? (char)(pos->name + 1) : '\0';
}

static bool body(const struct thing *pos)
{
	const char tracked = tracked_at(pos);

	assert_false(moving.is_lost);
	visit(pos);
	if (visits != moving.step)
		return true;
	if (tracked && !is_seen(tracked))
		return false;
	if (!move_run())
		return false;
	moving.is_lost = tracked && !ilist_contains(&list, node(tracked));
	report.expected = moving.is_lost;
	return true;
}

static void run_loop(void)
{
	moving.ended = false;
	switch (moving.loop) {
	case PLAIN:
		ilist_for_each_entry(pos, &list, struct thing, node)
			if (!body(pos))
				return;
		break;
	case REVERSE:
		ilist_for_each_entry_reverse(pos, &list, struct thing, node)
			if (!body(pos))
				return;
		break;
	case FROM:
		ilist_for_each_entry_from(pos, &list, &a, struct thing, node)
			if (!body(pos))
				return;
		break;
	default:
		ilist_for_each_entry_safe(pos, &list, struct thing, node)
			if (!body(pos))
				return;
	}
	moving.ended = true;
}

/* In front of the list or behind it, and one that has elements of its own. */
static void move_a_run(const char *names, const char *others)
{
	static const char *const calls[] = { "", "_reverse", "_from", "_safe" };
	char call[40];

	set_up();
	fill(&list, names);
	fill(&other, others);
	moving.end = names[strlen(names) - 1];
	moving.is_lost = false;
	forget_visits();
	report.count = 0;
	run_loop();
	report.expected = false;
	if (!moving.ended)
		return;
	assert_int_equal(report.count, moving.is_lost);
	if (moving.is_lost) {
		snprintf(call, sizeof(call), "ilist_for_each_entry%s", calls[moving.loop]);
		assert_string_equal(report.fault.operation, call);
		assert_int_equal(report.fault.reason, LISH_LOST_PLACE);
		assert_int_equal(visits, moving.step);
	}
	assert_int_equal(ilist_check(&list, NULL), LISH_OK);
	assert_int_equal(ilist_check(&other, NULL), LISH_OK);
}

static void move_each_run(const char *names)
{
	const char end = names[strlen(names) - 1];
	int loop, way;

	for (loop = 0; loop < LOOPS; loop++)
		for (way = 0; way < WAYS; way++)
			for (moving.step = 1; moving.step <= strlen(names); moving.step++)
				for (moving.first = 'a'; moving.first <= end; moving.first++)
					for (moving.last = moving.first; moving.last <= end;
					     moving.last++) {
						moving.loop = (enum each_loop)loop;
						moving.way = (enum each_way)way;
						move_a_run(names, "");
						move_a_run(names, "z");
						move_a_run(names, "yz");
					}
}

TEST(a_loop_whose_element_moved_in_a_run_is_reported_and_ends)
{
	move_each_run("a");
	move_each_run("ab");
	move_each_run("abc");
	move_each_run("abcd");
	move_each_run("abcdef");
}

/* The list is too long for a look at each change; the first change is looked at. */
TEST(a_loop_in_a_long_list_looks_now_and_then)
{
	static struct thing many[1000];
	size_t n = 0, i;

	for (i = 0; i < 1000; i++) {
		memset(&many[i], 0, sizeof(many[i]));
		ilist_add_tail(&list, &many[i].node);
	}
	ilist_for_each_entry(pos, &list, struct thing, node) {
		ilist_del(ilist_next_(&list, &pos->node));
		n++;
	}
	assert_int_equal(n, 500);
	assert_int_equal(ilist_count(&list), 500);
	n = 0;
	assert_reported("ilist_for_each_entry", LISH_LOST_PLACE,
			ilist_for_each_entry(pos, &list, struct thing, node) {
				if (++n != 400)
					continue;
				ilist_move_tail(&other, &pos->node);
				ilist_move_tail(&other, &many[800].node);
			});
	assert_int_equal(n, 400);
}

#endif

TEST_MAIN(setup, NULL)
