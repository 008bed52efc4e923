/* SPDX-License-Identifier: MIT */
/*
 * ilist, name by name. Pictures show the list as the letters of its elements,
 * from the first to the last: [a b c].
 */
#include "test.h"

#include <linux-ish/ilist.h>
#include <linux-ish/sort.h>

struct item {
	char name;
	int key;
	struct ilist_node link;
	struct ilist_node other;
};

/* Five elements and two lists for each test, in the state of new memory. */
static struct item a, b, c, d, e;
static struct ilist list, from;
static struct item *const all[] = { &a, &b, &c, &d, &e };

static int setup(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(all); i++) {
		memset(all[i], 0, sizeof(*all[i]));
		all[i]->name = (char)('a' + (int)i);
		all[i]->key = (int)i;
	}
	ilist_init(&list);
	ilist_init(&from);
	return 0;
}

/* Fill a list with the elements that are named. */
static void fill(struct ilist *to, const char *names)
{
	for (; *names; names++)
		ilist_add_tail(to, &all[*names - 'a']->link);
}

/* The list is whole and reads so, forwards and backwards. */
#define assert_list(list, names) check_list(list, names, __LINE__)

static void check_list(const struct ilist *l, const char *names, int line)
{
	const struct lish_link_ *link;
	size_t n = strlen(names), i;

	if (ilist_check(l, NULL) != LISH_OK)
		fail_msg("line %d: the list is broken", line);
	for (i = 0, link = l->head.next; link && link != &l->head; link = link->next, i++) {
		const struct item *item =
			container_of(ilist_node_of_(link), const struct item, link);

		if (i == n || item->name != names[i])
			fail_msg("line %d: '%c' at %u instead of [%s]", line, item->name,
				 (unsigned int)i, names);
	}
	if (i != n)
		fail_msg("line %d: %u elements instead of [%s]", line, (unsigned int)i, names);
}

#define assert_unlinked(item)                        \
	do {                                         \
		assert_null((item)->link.link.next); \
		assert_null((item)->link.link.prev); \
	} while (0)

/* Making lists */

TEST(a_zeroed_node_is_in_no_list)
{
	static struct item fresh;

	assert_false(ilist_is_linked(&fresh.link));
	ilist_add(&list, &fresh.link);
	assert_true(ilist_is_linked(&fresh.link));
	ilist_del(&fresh.link);
}

TEST(init_makes_an_empty_list_of_any_memory)
{
	struct ilist l;

	memset(&l, 0x5a, sizeof(l));
	ilist_init(&l);
	assert_true(ilist_empty(&l));
	assert_list(&l, "");
}

static ILIST_DEFINE(defined_list);

TEST(initialisers_make_empty_lists)
{
	struct ilist l = ILIST_INIT(l);

	assert_list(&l, "");
	assert_list(&defined_list, "");
}

TEST(node_init_makes_an_unlinked_node_of_any_memory)
{
	memset(&a.link, 0x5a, sizeof(a.link));
	ilist_node_init(&a.link);
	assert_unlinked(&a);
}

TEST(clear_zeroes_every_node)
{
	ilist_clear(&list);
	assert_list(&list, "");
	fill(&list, "abc");
	ilist_clear(&list);
	assert_list(&list, "");
	assert_unlinked(&a);
	assert_unlinked(&b);
	assert_unlinked(&c);
}

/* Adding and taking out */

TEST(add_puts_in_front)
{
	ilist_add(&list, &a.link);
	assert_list(&list, "a");
	ilist_add(&list, &b.link);
	assert_list(&list, "ba");
}

TEST(add_tail_puts_at_the_end)
{
	ilist_add_tail(&list, &a.link);
	ilist_add_tail(&list, &b.link);
	assert_list(&list, "ab");
}

TEST(add_before_and_after_put_beside_an_element)
{
	fill(&list, "a");
	ilist_add_before(&a.link, &b.link);
	assert_list(&list, "ba");
	ilist_add_after(&a.link, &c.link);
	assert_list(&list, "bac");
	ilist_add_before(&a.link, &d.link);
	ilist_add_after(&a.link, &e.link);
	assert_list(&list, "bdaec");
}

TEST(del_takes_the_node_out_and_zeroes_it)
{
	fill(&list, "abc");
	ilist_del(&b.link);
	assert_list(&list, "ac");
	assert_unlinked(&b);
	ilist_del(&a.link);
	ilist_del(&c.link);
	assert_list(&list, "");
	ilist_add(&list, &b.link);
	assert_list(&list, "b");
}

TEST(leave_takes_out_what_is_in_and_tolerates_what_is_not)
{
	fill(&list, "abc");
	assert_true(ilist_leave(&b.link));
	assert_list(&list, "ac");
	assert_unlinked(&b);
	assert_false(ilist_leave(&b.link));
	assert_false(ilist_leave(&d.link));
	assert_true(ilist_leave(&a.link));
	assert_true(ilist_leave(&c.link));
	assert_false(ilist_leave(&c.link));
	assert_list(&list, "");
}

/* What destructors do, after the list has begun anew. */
TEST(leave_is_right_after_init_if_nodes_are_initialised)
{
	fill(&list, "abc");
	ilist_init(&list);
	ilist_node_init(&a.link);
	ilist_node_init(&b.link);
	ilist_node_init(&c.link);
	ilist_add(&list, &d.link);
	assert_false(ilist_leave(&a.link));
	assert_false(ilist_leave(&b.link));
	assert_false(ilist_leave(&c.link));
	assert_list(&list, "d");
}

TEST(pop_takes_the_first_or_nothing)
{
	assert_null((ilist_pop_entry)(&list, 0));
	fill(&list, "ab");
	assert_ptr_equal((ilist_pop_entry)(&list, 0), &a.link);
	assert_unlinked(&a);
	assert_ptr_equal(ilist_pop_entry(&list, struct item, link), &b);
	assert_null(ilist_pop_entry(&list, struct item, link));
	assert_list(&list, "");
}

TEST(pop_tail_takes_the_last_or_nothing)
{
	assert_null((ilist_pop_tail_entry)(&list, 0));
	fill(&list, "ab");
	assert_ptr_equal((ilist_pop_tail_entry)(&list, 0), &b.link);
	assert_unlinked(&b);
	assert_ptr_equal(ilist_pop_tail_entry(&list, struct item, link), &a);
	assert_null(ilist_pop_tail_entry(&list, struct item, link));
	assert_list(&list, "");
}

TEST(move_works_within_and_between_lists)
{
	fill(&list, "abc");
	fill(&from, "d");
	ilist_move(&list, &c.link);
	assert_list(&list, "cab");
	ilist_move(&list, &c.link);
	assert_list(&list, "cab");
	ilist_move(&list, &d.link);
	assert_list(&list, "dcab");
	assert_list(&from, "");
	ilist_move(&from, &a.link);
	assert_list(&from, "a");
	ilist_move(&from, &a.link);
	assert_list(&from, "a");
}

TEST(move_tail_works_within_and_between_lists)
{
	fill(&list, "abc");
	fill(&from, "d");
	ilist_move_tail(&list, &a.link);
	assert_list(&list, "bca");
	ilist_move_tail(&list, &a.link);
	assert_list(&list, "bca");
	ilist_move_tail(&list, &d.link);
	assert_list(&list, "bcad");
	assert_list(&from, "");
	ilist_move_tail(&from, &a.link);
	ilist_move_tail(&from, &a.link);
	assert_list(&from, "a");
}

/*
 * What a loop of a program does all the time, with everything inlined: at level
 * 0 gcc 12 kept the end of the list in a register although the deletion of the
 * last element changes it.
 */
struct churned {
	struct ilist list;
	struct item **items;
};

static LISH_NOINLINE void churn(struct churned *of, const unsigned int *order, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++) {
		struct item *item = of->items[order[i]];

		ilist_del(&item->link);
		ilist_add_tail(&of->list, &item->link);
	}
}

/* [a b c d] -> b b c a a d -> [b c a d] */
TEST(del_and_add_in_one_loop_see_each_other)
{
	const unsigned int order[] = { 1, 1, 2, 0, 0, 3 };
	struct item *items[] = { &a, &b, &c, &d };
	struct churned of;

	of.items = items;
	ilist_init(&of.list);
	fill(&of.list, "abcd");
	churn(&of, order, ARRAY_SIZE(order));
	assert_list(&of.list, "bcad");
}

TEST(node_moved_repairs_a_list_after_a_copy)
{
	struct item copy;

	/* [a b c], b moves to other memory -> [a b' c] */
	fill(&list, "abc");
	copy = b;
	memset(&b, 0x5a, sizeof(b));
	ilist_node_moved(&copy.link);
	assert_list(&list, "abc");
	assert_ptr_equal(a.link.link.next, &copy.link.link);
	ilist_del(&copy.link);
	/* a node in no list stays in no list */
	ilist_node_moved(&copy.link);
	assert_list(&list, "ac");
	/* alone */
	ilist_del(&c.link);
	copy = a;
	ilist_node_moved(&copy.link);
	assert_list(&list, "a");
	assert_ptr_equal(list.head.next, &copy.link.link);
}

/* A vector of objects in a list: objects move one at a time, and the old memory is freed. */
TEST(a_vector_that_grows_keeps_its_list)
{
	struct item *items = NULL, *grown;
	int i, n, sum = 0;

	for (n = 0; n < 40; n++) {
		grown = (struct item *)malloc((size_t)(n + 1) * sizeof(*grown));
		assert_non_null(grown);
		for (i = 0; i < n; i++) {
			memcpy(&grown[i], &items[i], sizeof(*grown));
			ilist_node_moved(&grown[i].link);
			memset(&items[i], 0x5a, sizeof(*items));
		}
		free(items);
		items = grown;
		memset(&items[n], 0, sizeof(*items));
		items[n].name = (char)n;
		ilist_add_tail(&list, &items[n].link);
		assert_int_equal(ilist_check(&list, NULL), LISH_OK);
	}
	ilist_for_each_entry(pos, &list, struct item, link)
		assert_int_equal(pos->name, sum++);
	assert_int_equal(sum, 40);
	ilist_clear(&list);
	free(items);
}

#if LISH_CHECK >= 1
TEST(a_current_element_that_moved_is_a_lost_place)
{
	struct item copy;
	int visits = 0;

	fill(&list, "abc");
	assert_reported("ilist_for_each_entry", LISH_LOST_PLACE,
			ilist_for_each_entry(pos, &list, struct item, link)
			{
				visits++;
				copy = *pos;
				ilist_node_moved(&copy.link);
			});
	assert_int_equal(visits, 1);
}
#endif

/* Whole lists */

TEST(splice_moves_all_to_the_front)
{
	ilist_splice(&list, &from);
	assert_list(&list, "");
	fill(&from, "cd");
	ilist_splice(&list, &from);
	assert_list(&list, "cd");
	assert_list(&from, "");
	fill(&from, "ab");
	ilist_splice(&list, &from);
	assert_list(&list, "abcd");
	assert_list(&from, "");
	ilist_splice(&list, &list);
	assert_list(&list, "abcd");
	ilist_splice(&list, &from);
	assert_list(&list, "abcd");
}

TEST(splice_tail_moves_all_to_the_end)
{
	ilist_splice_tail(&list, &from);
	assert_list(&list, "");
	fill(&from, "ab");
	ilist_splice_tail(&list, &from);
	assert_list(&list, "ab");
	fill(&from, "cd");
	ilist_splice_tail(&list, &from);
	assert_list(&list, "abcd");
	assert_list(&from, "");
	ilist_splice_tail(&list, &list);
	assert_list(&list, "abcd");
}

TEST(cut_after_moves_the_front_part_with_the_element)
{
	fill(&from, "abcd");
	ilist_cut_after(&list, &from, &a.link);
	assert_list(&list, "a");
	assert_list(&from, "bcd");
	ilist_cut_after(&list, &from, &d.link);
	assert_list(&list, "abcd");
	assert_list(&from, "");
	ilist_cut_after(&list, &list, &b.link);
	assert_list(&list, "cdab");
	ilist_cut_after(&list, &list, &b.link);
	assert_list(&list, "cdab");
}

/* Asking */

TEST(bulk_move_tail_moves_a_range_in_its_order)
{
	struct ilist *zero = memset(&from, 0, sizeof(from));

	fill(&list, "abcde");
	ilist_bulk_move_tail(&list, &b.link, &c.link);
	assert_list(&list, "adebc");
	/* one element; those at the end; all */
	ilist_bulk_move_tail(&list, &a.link, &a.link);
	assert_list(&list, "debca");
	ilist_bulk_move_tail(&list, &c.link, &a.link);
	assert_list(&list, "debca");
	ilist_bulk_move_tail(&list, &d.link, &a.link);
	assert_list(&list, "debca");
	/* to another list, which is zero */
	ilist_bulk_move_tail(zero, &e.link, &b.link);
	assert_list(&list, "dca");
	assert_list(zero, "eb");
	ilist_bulk_move_tail(zero, &d.link, &a.link);
	assert_list(&list, "");
	assert_list(zero, "ebdca");
}

TEST(circular_neighbours_go_round)
{
	fill(&list, "abc");
	assert_ptr_equal(ilist_next_entry_circular(&list, &a, struct item, link), &b);
	assert_ptr_equal(ilist_next_entry_circular(&list, &c, struct item, link), &a);
	assert_ptr_equal(ilist_prev_entry_circular(&list, &c, struct item, link), &b);
	assert_ptr_equal(ilist_prev_entry_circular(&list, &a, struct item, link), &c);
	fill(&from, "d");
	assert_ptr_equal(ilist_next_entry_circular(&from, &d, struct item, link), &d);
	assert_ptr_equal(ilist_prev_entry_circular(&from, &d, struct item, link), &d);
#if LISH_CHECK >= 1
	assert_reported("ilist_next_entry_circular", LISH_NOT_IN,
			assert_null(ilist_next_entry_circular(&list, &e, struct item, link)));
	assert_reported("ilist_prev_entry_circular", LISH_NOT_IN,
			assert_null(ilist_prev_entry_circular(&list, &e, struct item, link)));
#endif
#if LISH_CHECK >= 2
	assert_reported("ilist_next_entry_circular", LISH_FOREIGN,
			assert_null(ilist_next_entry_circular(&list, &d, struct item, link)));
#endif
}

TEST(questions_are_answered_for_every_length)
{
	assert_true(ilist_empty(&list));
	assert_int_equal(ilist_count(&list), 0);
	fill(&list, "a");
	assert_false(ilist_empty(&list));
	assert_int_equal(ilist_count(&list), 1);
	fill(&list, "bc");
	assert_int_equal(ilist_count(&list), 3);
}

/* b was freed, and added again in front: the links go round in a circle. */
TEST(contains_ends_in_a_circle)
{
	ilist_add_tail(&list, &a.link);
	ilist_add_tail(&list, &b.link);
	ilist_add_tail(&list, &c.link);
	ilist_add_tail(&from, &d.link);
	memset(&b.link, 0, sizeof(b.link));
	if (LISH_CHECK >= 2)
		return;
	ilist_add(&list, &b.link);
	assert_false(ilist_contains(&list, &d.link));
	ilist_init(&list);
	/* Nor is what was freed here, and added elsewhere. */
	memset(&a.link, 0, sizeof(a.link));
	memset(&b.link, 0, sizeof(b.link));
	memset(&c.link, 0, sizeof(c.link));
	ilist_add_tail(&list, &a.link);
	ilist_add_tail(&list, &c.link);
	ilist_add_tail(&list, &b.link);
	memset(&c.link, 0, sizeof(c.link));
	ilist_add_tail(&from, &c.link);
	assert_false(ilist_contains(&list, &c.link));
	assert_true(ilist_contains(&from, &c.link));
}

TEST(contains_looks_for_an_element_in_this_list)
{
	assert_false(ilist_contains(&list, &a.link));
	fill(&list, "abc");
	fill(&from, "d");
	assert_true(ilist_contains(&list, &a.link));
	assert_true(ilist_contains(&list, &b.link));
	assert_true(ilist_contains(&list, &c.link));
	assert_false(ilist_contains(&list, &d.link));
	assert_false(ilist_contains(&list, &e.link));
	assert_true(ilist_contains(&from, &d.link));
	assert_false(ilist_contains(&from, &a.link));
	ilist_del(&b.link);
	assert_false(ilist_contains(&list, &b.link));
}

TEST(neighbours_are_null_at_the_ends)
{
	assert_null(ilist_first_(&list));
	assert_null(ilist_last_(&list));
	fill(&list, "ab");
	assert_ptr_equal(ilist_first_(&list), &a.link);
	assert_ptr_equal(ilist_last_(&list), &b.link);
	assert_ptr_equal(ilist_next_(&list, &a.link), &b.link);
	assert_null(ilist_next_(&list, &b.link));
	assert_ptr_equal(ilist_prev_(&list, &b.link), &a.link);
	assert_null(ilist_prev_(&list, &a.link));
}

TEST(entries_are_null_at_the_ends)
{
	assert_null(ilist_first_entry(&list, struct item, link));
	assert_null(ilist_last_entry(&list, struct item, link));
	assert_null(ilist_first(&list));
	fill(&list, "ab");
	assert_ptr_equal(ilist_first(&list), &a.link);
	assert_ptr_equal(ilist_first_entry(&list, struct item, link), &a);
	assert_ptr_equal(ilist_last_entry(&list, struct item, link), &b);
	assert_ptr_equal(ilist_next_entry(&list, &a, struct item, link), &b);
	assert_null(ilist_next_entry(&list, &b, struct item, link));
	assert_ptr_equal(ilist_prev_entry(&list, &b, struct item, link), &a);
	assert_null(ilist_prev_entry(&list, &a, struct item, link));
	assert_ptr_equal(container_of(&a.link, struct item, link), &a);
	assert_ptr_equal(container_of(&a.link, struct item, link), &a);
}

TEST(const_types_give_const_entries)
{
	const struct ilist *l = &list;
	const struct ilist_node *node = &a.link;
	const struct item *item;
	char names[3] = "";
	size_t n = 0;

	fill(&list, "ab");
	item = ilist_first_entry(l, const struct item, link);
	assert_ptr_equal(item, &a);
	item = ilist_next_entry(l, item, const struct item, link);
	assert_ptr_equal(item, &b);
	item = ilist_prev_entry(l, item, const struct item, link);
	assert_ptr_equal(item, &a);
	item = ilist_last_entry(l, const struct item, link);
	assert_ptr_equal(item, &b);
	assert_ptr_equal(container_of(node, const struct item, link), &a);
	ilist_for_each_entry(pos, l, const struct item, link)
		names[n++] = pos->name;
	assert_string_equal(names, "ab");
}

TEST(an_object_is_in_several_lists_by_several_nodes)
{
	struct ilist second = ILIST_INIT(second);

	fill(&list, "ab");
	ilist_add(&second, &a.other);
	ilist_add(&second, &b.other);
	assert_ptr_equal(ilist_first_entry(&second, struct item, other), &b);
	ilist_del(&b.link);
	assert_list(&list, "a");
	assert_int_equal(ilist_count(&second), 2);
}

/* Loops: each one on each length of list */

#define VISIT(loop)                                  \
	do {                                         \
		size_t n_ = 0;                       \
		memset(visited, 0, sizeof(visited)); \
		loop visited[n_++] = pos->name;      \
	} while (0)

TEST(every_loop_visits_every_state)
{
	static const char *const states[] = { "", "a", "ab", "abcde" };
	static const char *const turned[] = { "", "a", "ba", "edcba" };
	char visited[8];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(states); i++) {
		fill(&list, states[i]);
		VISIT(ilist_for_each_entry(pos, &list, struct item, link));
		assert_string_equal(visited, states[i]);
		VISIT(ilist_for_each_entry_safe(pos, &list, struct item, link));
		assert_string_equal(visited, states[i]);
		VISIT(ilist_for_each_entry_reverse(pos, &list, struct item, link));
		assert_string_equal(visited, turned[i]);
		assert_list(&list, states[i]);
		VISIT(ilist_drain_entry(pos, &list, struct item, link));
		assert_string_equal(visited, states[i]);
		assert_list(&list, "");
	}
}

TEST(from_loops_begin_where_they_are_told)
{
	struct item *const nowhere = NULL;
	char visited[8];

	fill(&list, "abcd");
	VISIT(ilist_for_each_entry_from(pos, &list, &a, struct item, link));
	assert_string_equal(visited, "abcd");
	VISIT(ilist_for_each_entry_from(pos, &list, &c, struct item, link));
	assert_string_equal(visited, "cd");
	VISIT(ilist_for_each_entry_from(pos, &list, nowhere, struct item, link));
	assert_string_equal(visited, "");
}

TEST(break_leaves_a_loop_and_the_list_alone)
{
	char last = 0;

	fill(&list, "abc");
	ilist_for_each_entry(pos, &list, struct item, link) {
		last = pos->name;
		if (pos == &b)
			break;
	}
	assert_int_equal(last, 'b');
	ilist_drain_entry(pos, &list, struct item, link) {
		if (pos == &b)
			break;
	}
	assert_list(&list, "c");
}

TEST(loops_nest_and_visit_what_is_added_after)
{
	char visited[16] = "";
	size_t n = 0;

	fill(&list, "ab");
	ilist_for_each_entry(pos, &list, struct item, link) {
		visited[n++] = pos->name;
		ilist_for_each_entry(inner, &list, struct item, link)
			visited[n++] = (char)(inner->name - 'a' + 'A');
		if (pos == &b) {
			ilist_add(&list, &c.link);	/* before: not visited */
			ilist_add_tail(&list, &d.link); /* after: visited */
		}
	}
	assert_string_equal(visited, "aABbABdCABD");
}

TEST(a_plain_loop_survives_taking_out_all_others)
{
	char visited[8] = "";
	size_t n = 0;

	/* the next one, the one before, and what is freed at once */
	fill(&list, "abcde");
	ilist_for_each_entry(pos, &list, struct item, link) {
		visited[n++] = pos->name;
		if (pos == &b) {
			ilist_del(&a.link);
			ilist_del(&c.link);
			memset(&c, 0x5a, sizeof(c));
		}
		if (pos == &d)
			ilist_del(&e.link);
	}
	assert_string_equal(visited, "abd");
	assert_list(&list, "bd");
	memset(visited, 0, sizeof(visited));
	n = 0;
	ilist_for_each_entry_reverse(pos, &list, struct item, link) {
		visited[n++] = pos->name;
		if (pos == &d)
			ilist_del(&b.link);
	}
	assert_string_equal(visited, "d");
	assert_list(&list, "d");
}

/* Both neighbours of the current element change, and it stays. */
TEST(a_loop_survives_changes_on_both_sides)
{
	char seen[8] = "";

	fill(&list, "abcde");
	ilist_for_each_entry(pos, &list, struct item, link) {
		seen[strlen(seen)] = pos->name;
		if (pos == &c) {
			ilist_del(&b.link);
			ilist_del(&d.link);
		}
	}
	assert_string_equal(seen, "abce");
	assert_list(&list, "ace");
	memset(seen, 0, sizeof(seen));
	ilist_for_each_entry_reverse(pos, &list, struct item, link) {
		seen[strlen(seen)] = pos->name;
		if (pos == &c) {
			ilist_add_before(&c.link, &b.link);
			ilist_add_after(&c.link, &d.link);
		}
	}
	assert_string_equal(seen, "ecba");
	assert_list(&list, "abcde");
	memset(seen, 0, sizeof(seen));
	ilist_for_each_entry_safe(pos, &list, struct item, link) {
		seen[strlen(seen)] = pos->name;
		if (pos == &b) {
			ilist_del(&b.link);
			ilist_del(&d.link);
		}
	}
	assert_string_equal(seen, "abce");
	assert_list(&list, "ace");
}

TEST(a_safe_loop_survives_taking_out_the_current)
{
	fill(&list, "abcde");
	ilist_for_each_entry_safe(pos, &list, struct item, link) {
		if (pos->key % 2 == 0)
			ilist_del(&pos->link);
	}
	assert_list(&list, "bd");
}

TEST(a_safe_loop_does_not_visit_what_is_put_directly_after)
{
	char visited[8] = "";
	size_t n = 0;

	fill(&list, "ab");
	ilist_for_each_entry_safe(pos, &list, struct item, link) {
		visited[n++] = pos->name;
		if (pos == &a) {
			ilist_add_after(&a.link, &c.link);
			ilist_add_tail(&list, &d.link);
		}
	}
	assert_string_equal(visited, "abd");
	assert_list(&list, "acbd");
}

TEST(drain_visits_what_its_body_adds)
{
	char visited[8] = "";
	size_t n = 0;

	fill(&list, "ab");
	ilist_drain_entry(pos, &list, struct item, link) {
		assert_unlinked(pos);
		visited[n++] = pos->name;
		if (pos == &a)
			ilist_add_tail(&list, &c.link);
		if (ilist_is_linked(&b.link))
			ilist_del(&b.link);
	}
	assert_string_equal(visited, "ac");
}

static unsigned int calls;

static struct ilist *counted_list(void)
{
	calls++;
	return &list;
}

static struct item *counted_item(void)
{
	calls++;
	return &a;
}

static struct ilist_node *counted_node(void)
{
	calls++;
	return &a.link;
}

#define assert_once(statement)              \
	do {                                \
		calls = 0;                  \
		statement;                  \
		assert_int_equal(calls, 1); \
	} while (0)

TEST(every_macro_evaluates_its_arguments_once)
{
	struct item *item;

	fill(&list, "abc");
	assert_once(item = ilist_first_entry(counted_list(), struct item, link));
	assert_once(item = ilist_last_entry(counted_list(), struct item, link));
	assert_once(item = ilist_next_entry(counted_list(), &a, struct item, link));
	assert_once(item = ilist_next_entry(&list, counted_item(), struct item, link));
	assert_once(item = ilist_prev_entry(counted_list(), &a, struct item, link));
	assert_once(item = ilist_prev_entry(&list, counted_item(), struct item, link));
	assert_once(item = container_of(counted_node(), struct item, link));
	assert_ptr_equal(item, &a);
	assert_once(item = container_of(counted_node(), struct item, link));
	assert_ptr_equal(item, &a);
	assert_once(assert_non_null(container_of(counted_node(), const struct item, link)));
	assert_once(ilist_for_each_entry(pos, counted_list(), struct item, link) item = pos);
	assert_once(ilist_for_each_entry_reverse(pos, counted_list(), struct item, link) item =
			    pos);
	assert_once(ilist_for_each_entry_safe(pos, counted_list(), struct item, link) item = pos);
	assert_once(ilist_for_each_entry_from(pos, &list, counted_item(), struct item, link) item =
			    pos);
	assert_once(ilist_for_each_entry_from(pos, counted_list(), &a, struct item, link) item =
			    pos);
	assert_once(item = ilist_pop_entry(counted_list(), struct item, link));
	assert_once(item = ilist_pop_tail_entry(counted_list(), struct item, link));
	assert_ptr_equal(item, &c);
	assert_once(ilist_drain_entry(pos, counted_list(), struct item, link) item = pos);
	assert_ptr_equal(item, &b);
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

TEST(add_sorted_puts_after_equals)
{
	size_t i;

	random_state = 7;
	ilist_init(&list);
	for (i = 0; i < 100; i++) {
		memset(&elements[i], 0, sizeof(elements[i]));
		elements[i].key = next_random() % 10;
		elements[i].number = (unsigned int)i;
		ilist_add_sorted(&list, &elements[i].link, by_key, &compared);
		assert_sorted(&list, i + 1);
	}
}

#if LISH_CHECK == 1
/* Whose key is 0 then, as in freed memory. */
TEST(add_sorted_finds_an_element_zeroed_in_the_list)
{
	size_t i;

	ilist_init(&list);
	memset(elements, 0, 5 * sizeof(elements[0]));
	for (i = 0; i < 4; i++) {
		elements[i].key = 2 * (unsigned int)i + 1;
		ilist_add_tail(&list, &elements[i].link);
	}
	memset(&elements[2].link, 0, sizeof(elements[2].link));
	/* before it; just after it */
	elements[4].key = 2;
	assert_reported("ilist_add_sorted", LISH_BROKEN_LINKS,
			ilist_add_sorted(&list, &elements[4].link, by_key, &compared));
	elements[4].key = 6;
	assert_reported("ilist_add_sorted", LISH_BROKEN_LINKS,
			ilist_add_sorted(&list, &elements[4].link, by_key, &compared));
	assert_ptr_equal(report.fault.container, &list);
	assert_false(ilist_is_linked(&elements[4].link));
	elements[4].key = 8;
	ilist_add_sorted(&list, &elements[4].link, by_key, &compared);
	assert_ptr_equal(ilist_last_entry(&list, struct element, link), &elements[4]);
}
#endif

/* Checking */

TEST(check_names_the_first_fault)
{
	const struct ilist_node *fault = &a.link;
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
	b.link.link.next = &a.link.link;
	assert_int_equal(ilist_check(&list, &fault), LISH_BROKEN_LINKS);
	assert_ptr_equal(fault, &b.link);
	/* b leads nowhere */
	b.link.link.next = NULL;
	assert_int_equal(ilist_check(&list, &fault), LISH_BROKEN_LINKS);
	assert_ptr_equal(fault, &b.link);
	b.link.link.next = &c.link.link;
	/* the head's own link */
	a.link.link.prev = &c.link.link;
	assert_int_equal(ilist_check(&list, &fault), LISH_BROKEN_LINKS);
	assert_null(fault);
	a.link.link.prev = &list.head;
	assert_list(&list, "abcd");
}

/* Zero before each call: any of them may be the first. */
static struct ilist *fresh(void)
{
	static struct ilist zero;

	(void)setup(NULL);
	fill(&list, "ab");
	memset(&zero, 0, sizeof(zero));
	return &zero;
}

TEST(a_zero_list_is_empty)
{
	uint64_t scratch[4];

	assert_true(ilist_empty(fresh()));
	assert_int_equal(ilist_count(fresh()), 0);
	assert_false(ilist_contains(fresh(), &a.link));
	assert_null(ilist_first(fresh()));
	assert_null(ilist_first_entry(fresh(), struct item, link));
	assert_null(ilist_last_entry(fresh(), struct item, link));
	assert_null(ilist_pop_entry(fresh(), struct item, link));
	assert_null(ilist_pop_tail_entry(fresh(), struct item, link));
	ilist_clear(fresh());
	ilist_sort(fresh(), by_key, &compared);
	assert_int_equal(ilist_sort_by_key(fresh(), key_of, &compared, scratch, sizeof(scratch)),
			 0);
	assert_int_equal(ilist_sort_by_key(fresh(), key_of, &compared, NULL, 0), 0);
	ilist_splice(&list, fresh());
	ilist_splice_tail(&list, fresh());
	ilist_splice(fresh(), fresh());
	assert_list(&list, "ab");
	ilist_for_each_entry(pos, fresh(), struct item, link)
		fail();
	ilist_for_each_entry_reverse(pos, fresh(), struct item, link)
		fail();
	ilist_for_each_entry_from(pos, fresh(), (struct item *)NULL, struct item, link)
		fail();
	ilist_for_each_entry_safe(pos, fresh(), struct item, link)
		fail();
	ilist_drain_entry(pos, fresh(), struct item, link)
		fail();
	assert_int_equal(ilist_check(fresh(), NULL), LISH_OK);
	assert_list(fresh(), "");
}

TEST(a_zero_list_takes_elements)
{
	struct ilist *zero = fresh();

	ilist_add(zero, &c.link);
	assert_list(zero, "c");
	ilist_del(&c.link);
	assert_list(zero, "");
	ilist_add_tail(zero = fresh(), &c.link);
	ilist_add(zero, &d.link);
	assert_list(zero, "dc");
	ilist_clear(zero);
	ilist_add_sorted(zero = fresh(), &c.link, by_key, &compared);
	ilist_add_before(&c.link, &d.link);
	assert_list(zero, "dc");
	ilist_clear(zero);
	ilist_move(zero = fresh(), &b.link);
	ilist_move_tail(zero, &a.link);
	assert_list(zero, "ba");
	assert_list(&list, "");
	ilist_clear(zero);
	ilist_move_tail(zero = fresh(), &a.link);
	assert_list(zero, "a");
	ilist_clear(zero);
	ilist_splice(zero = fresh(), &list);
	assert_list(zero, "ab");
	ilist_clear(zero);
	ilist_splice_tail(zero = fresh(), &list);
	assert_list(zero, "ab");
	assert_list(&list, "");
	ilist_clear(zero);
	ilist_cut_after(zero = fresh(), &list, &a.link);
	assert_list(zero, "a");
	assert_list(&list, "b");
	ilist_clear(zero);
}

/* Whose links do not lead to the list yet, which is what an empty list does. */
TEST(a_loop_over_a_zero_list_ends_before_later_additions)
{
	struct ilist *zero = fresh();
	bool again = true;

	ilist_for_each_entry(pos, &list, struct item, link) {
		if (!again)
			break;
		again = false;
		ilist_for_each_entry(inner, zero, struct item, link)
			fail();
		ilist_move(zero, &b.link);
	}
	assert_list(zero, "b");
	ilist_clear(zero);
}

TEST(init_ends_the_mark_of_a_destroyed_list)
{
	struct ilist *zero = fresh();

	ilist_destroy(zero);
	assert_true(ilist_empty(zero));
	assert_int_equal(ilist_check(zero, NULL), LISH_UNINITIALIZED);
	assert_null(ilist_last_entry(&from, struct item, link));
	ilist_init(zero);
	ilist_add(zero, &c.link);
	assert_list(zero, "c");
	ilist_clear(zero);
	ilist_destroy(zero);
}

#if LISH_CHECK >= 1
/* Of a head that was overwritten. The other link leads elsewhere. */
static struct ilist *half(bool next)
{
	static struct ilist head;

	head.head.next = head.head.prev = &from.head;
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

	assert_reported("ilist_del", LISH_NOT_IN, ilist_del(&a.link));
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
			ilist_for_each_entry(pos, &list, struct item, link) ilist_del(&pos->link));
	assert_ptr_equal(report.fault.node, &a.link);
	assert_list(&list, "bcd");
	/* the next one in a safe loop */
	assert_reported("ilist_for_each_entry_safe", LISH_LOST_PLACE,
			ilist_for_each_entry_safe(pos, &list, struct item, link)
				ilist_del(ilist_next_(&list, &pos->link)));
	assert_ptr_equal(report.fault.node, &c.link);
	assert_list(&list, "bd");
	/* the same backwards: c, which is between b and d again */
	ilist_add_after(&b.link, &c.link);
	assert_reported("ilist_for_each_entry_reverse", LISH_LOST_PLACE,
			ilist_for_each_entry_reverse(pos, &list, struct item, link)
				ilist_del(&pos->link));
	assert_ptr_equal(report.fault.node, &d.link);
	assert_list(&list, "bc");
}

#endif

TEST_MAIN(setup, NULL)
