/* SPDX-License-Identifier: MIT */
/*
 * locklist, name by name. Pictures show the two orders as the letters of their
 * objects: seen [a b] is what loops visit, true [a c] what will be.
 */
#include "test.h"

#include <linux-ish/locklist.h>

#include "../../lib/ground/reload.h"

struct item {
	char name;
	struct locklist_node link;
	struct locklist_node group;
};

/* Six objects and three lists for each test, in the state of new memory. */
static struct item a, b, c, d, e, f;
static struct locklist list, other, group;
static struct item *const all[] = { &a, &b, &c, &d, &e, &f };

/* The letters of those that on_out was told of. */
static char told[64];

static void tell_name(struct locklist *l, struct locklist_node *node)
{
	static const struct locklist_node zero;

	assert_memory_equal(node, &zero, sizeof(zero));
	assert_int_equal(locklist_check(l, NULL), LISH_OK);
	strncat(told, &container_of(node, struct item, link)->name, 1);
}

static int setup(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(all); i++) {
		memset(all[i], 0, sizeof(*all[i]));
		all[i]->name = (char)('a' + (int)i);
	}
	locklist_init(&list);
	locklist_init(&other);
	locklist_init(&group);
	told[0] = 0;
	return 0;
}

/* A loop whose steps the test takes one by one; it may be ended in any order. */
struct hand {
	struct locklist_loop_ loop;
	struct locklist_place_ place;
};

/* false if it runs already */
static bool hand_begin(struct hand *hand, struct locklist *over)
{
	if (hand->loop.loop.owner)
		return false;
	hand->place = locklist_at_(locklist_open_(&hand->loop, over));
	return true;
}

static struct locklist_node *hand_next(struct hand *hand)
{
	struct locklist_node *next = NULL;

	if (hand->place.at)
		next = (struct locklist_node *)locklist_step_(&hand->loop, &hand->place, 0);
	if (!next)
		hand->place.at = NULL;
	return next;
}

static void hand_end(struct hand *hand)
{
	locklist_close_(&hand->loop);
}

/* Fill a list with the objects that are named. */
static void fill(struct locklist *to, const char *names)
{
	for (; *names; names++)
		assert_int_equal(locklist_add_tail(to, &all[*names - 'a']->link), 0);
}

/* The list is whole, and its two orders read so. */
#define assert_orders(list, seen, truth) check_orders(list, seen, truth, __LINE__)
#define assert_list(list, names) check_orders(list, names, names, __LINE__)

static void check_orders(const struct locklist *l, const char *seen, const char *truth, int line)
{
	char names[2][8] = { "", "" };
	const struct locklist_node *node;
	const struct item *item;

	if (locklist_check(l, NULL) != LISH_OK)
		fail_msg("line %d: the list is broken", line);
	for (node = l->head.next; node && node != &l->head; node = node->next)
		strncat(names[0], &container_of(node, struct item, link)->name, 1);
	for (item = locklist_first_entry(l, const struct item, link); item;
	     item = locklist_next_entry(l, item, const struct item, link))
		strncat(names[1], &item->name, 1);
	if (strcmp(names[0], seen) != 0 || strcmp(names[1], truth) != 0)
		fail_msg("line %d: seen [%s] true [%s] instead of [%s] [%s]", line, names[0],
			 names[1], seen, truth);
	if (locklist_seen_count(l) != strlen(seen) || locklist_count(l) != strlen(truth))
		fail_msg("line %d: a count is wrong", line);
}

#define assert_unlinked(item) assert_memory_equal(&(item)->link, &f.link, sizeof(f.link))

/* Making lists */

TEST(a_zeroed_node_is_in_no_list)
{
	static struct item fresh;

	assert_null(locklist_owner(&fresh.link));
	assert_false(locklist_contains(&list, &fresh.link));
	assert_int_equal(locklist_add_tail(&list, &fresh.link), 0);
	assert_true(locklist_contains(&list, &fresh.link));
}

TEST(init_makes_an_empty_list_of_any_memory)
{
	struct locklist l;

	memset(&l, 0x5a, sizeof(l));
	locklist_init(&l);
	assert_list(&l, "");
	assert_true(!locklist_count(&l));
	assert_false(locklist_is_locked(&l));
	assert_int_equal(locklist_add_tail(&l, &a.link), 0);
	assert_list(&l, "a");
}

static LOCKLIST_DEFINE(defined_list);

TEST(initialisers_make_empty_lists)
{
	struct locklist l = LOCKLIST_INIT(l);

	assert_list(&l, "");
	assert_list(&defined_list, "");
	fill(&l, "ab");
	locklist_lock(&l);
	locklist_del(&l, &a.link);
	fill(&l, "c");
	assert_orders(&l, "ab", "bc");
	locklist_unlock(&l);
	assert_list(&l, "bc");
}

TEST(node_init_makes_an_unlinked_node_of_any_memory)
{
	memset(&a.link, 0x5a, sizeof(a.link));
	locklist_node_init(&a.link);
	assert_unlinked(&a);
}

TEST(forget_empties_without_touching_the_members)
{
	locklist_set_on_out(&list, tell_name);
	fill(&list, "ab");
	locklist_forget(&list);
	assert_list(&list, "");
	assert_string_equal(told, "");
	assert_non_null(locklist_owner(&a.link));
	locklist_node_init(&a.link);
	fill(&list, "a");
	/* on_out is kept */
	locklist_del(&list, &a.link);
	assert_string_equal(told, "a");
}

TEST(destroy_takes_all_out_and_leaves_a_mark)
{
	struct locklist zero;

	locklist_set_on_out(&list, tell_name);
	fill(&list, "abc");
	locklist_destroy(&list);
	assert_string_equal(told, "abc");
	assert_unlinked(&a);
	assert_unlinked(&c);
	assert_int_equal(locklist_check(&list, NULL), LISH_UNINITIALIZED);
	locklist_destroy(&other);
	assert_int_equal(locklist_check(&other, NULL), LISH_UNINITIALIZED);
	/* A zero list too. What is zero again, or initialised, is a new list. */
	memset(&zero, 0, sizeof(zero));
	locklist_destroy(&zero);
	assert_int_equal(locklist_check(&zero, NULL), LISH_UNINITIALIZED);
	memset(&zero, 0, sizeof(zero));
	fill(&zero, "a");
	assert_list(&zero, "a");
	locklist_init(&other);
	fill(&other, "b");
	assert_list(&other, "b");
	locklist_clear(&zero);
}

/* Zero before each call: any of them may be the first. */
static struct locklist *fresh(void)
{
	static struct locklist zero;

	(void)setup(NULL);
	fill(&list, "ab");
	memset(&zero, 0, sizeof(zero));
	return &zero;
}

TEST(a_zero_list_is_empty)
{
	assert_int_equal(locklist_check(fresh(), NULL), LISH_OK);
	assert_int_equal(locklist_count(fresh()), 0);
	assert_int_equal(locklist_seen_count(fresh()), 0);
	assert_false(locklist_is_locked(fresh()));
	assert_false(locklist_contains(fresh(), &a.link));
	assert_null(locklist_first_entry(fresh(), struct item, link));
	locklist_for_each_entry(pos, fresh(), struct item, link)
		fail();
	locklist_for_each_entry_const(pos, fresh(), struct item, link)
		fail();
	assert_list(fresh(), "");
	locklist_clear(fresh());
	locklist_forget(fresh());
	locklist_stop(fresh());
}

TEST(a_zero_list_takes_elements)
{
	struct locklist *zero = fresh();

	fill(zero, "cd");
	assert_list(zero, "cd");
	assert_int_equal(locklist_add_tail(zero, &c.link), -EEXIST);
	assert_int_equal(locklist_add_tail(&list, &c.link), -EBUSY);
	assert_ptr_equal(locklist_owner(&c.link), zero);
	locklist_for_each_entry(pos, zero, struct item, link)
		assert_true(locklist_leave(&pos->link));
	assert_list(zero, "");
	assert_unlinked(&c);
	assert_int_equal(locklist_add_tail(fresh(), &a.link), -EBUSY);
}

/* The first element keeps what was set before it. */
TEST(a_zero_list_may_be_locked_and_have_on_out)
{
	struct locklist *zero = fresh();

	locklist_set_on_out(zero, tell_name);
	locklist_lock(zero);
	locklist_lock(zero);
	locklist_unlock(zero);
	assert_true(locklist_is_locked(zero));
	fill(zero, "cd");
	locklist_del(zero, &c.link);
	assert_string_equal(told, "c");
	assert_orders(zero, "", "d");
	locklist_unlock(zero);
	assert_list(zero, "d");
	locklist_lock(zero = fresh());
	locklist_unlock(zero);
	assert_false(locklist_is_locked(zero));
	assert_list(zero, "");
	locklist_lock(zero);
	locklist_clear(zero);
	assert_true(locklist_is_locked(zero));
	assert_reported("locklist_destroy", LISH_LOCKED, locklist_destroy(zero));
	locklist_unlock(zero);
	locklist_destroy(zero);
}

static int answer;

static void add_back(struct locklist *l, struct locklist_node *node)
{
	tell_name(l, node);
	answer = locklist_add_tail(l, node);
}

/* Unlocked */

TEST(add_puts_at_the_end_and_only_once)
{
	assert_int_equal(locklist_add_tail(&list, &b.link), 0);
	assert_list(&list, "b");
	assert_int_equal(locklist_add_tail(&list, &a.link), 0);
	assert_list(&list, "ba");
	assert_int_equal(locklist_add_tail(&list, &b.link), -EEXIST);
	assert_list(&list, "ba");
	assert_false(!locklist_count(&list));
}

TEST(del_takes_the_node_out_and_zeroes_it)
{
	fill(&list, "abc");
	locklist_del(&list, &b.link);
	assert_list(&list, "ac");
	assert_unlinked(&b);
	locklist_del(&list, &c.link);
	locklist_del(&list, &a.link);
	assert_list(&list, "");
	fill(&list, "b");
	assert_list(&list, "b");
}

TEST(leave_needs_no_list)
{
	fill(&list, "ab");
	fill(&other, "c");
	assert_true(locklist_leave(&c.link));
	assert_true(locklist_leave(&a.link));
	assert_false(locklist_leave(&a.link));
	assert_list(&list, "b");
	assert_list(&other, "");
	/* seen [b] true [] */
	locklist_lock(&list);
	assert_true(locklist_leave(&b.link));
	assert_false(locklist_leave(&b.link));
	assert_orders(&list, "b", "");
	locklist_unlock(&list);
	assert_list(&list, "");
}

TEST(clear_zeroes_every_node)
{
	locklist_clear(&list);
	fill(&list, "abc");
	locklist_clear(&list);
	assert_list(&list, "");
	assert_unlinked(&b);
	assert_unlinked(&c);
}

/* As if it had 2^31 - 1 members; level 2 would count them. */
#if LISH_CHECK < 2
TEST(a_full_list_refuses)
{
	const uint32_t missing = LISH_MAX_COUNT - 2;

	fill(&list, "ab");
	list.count += missing;
	assert_int_equal(locklist_add_tail(&list, &c.link), -ENOSPC);
	assert_unlinked(&c);
	assert_int_equal(locklist_add_tail(&list, &a.link), -EEXIST);
	locklist_lock(&list);
	locklist_del(&list, &a.link);
	assert_int_equal(locklist_add_tail(&list, &c.link), 0);
	/* a could come back only if there was room */
	assert_int_equal(locklist_add_tail(&list, &a.link), -ENOSPC);
	list.count -= missing;
	assert_orders(&list, "ab", "bc");
	locklist_unlock(&list);
	assert_list(&list, "bc");
}
#endif

/* Locked */

TEST(changes_wait_for_the_last_unlock)
{
	fill(&list, "abc");
	locklist_lock(&list);
	locklist_lock(&list);
	assert_true(locklist_is_locked(&list));
	locklist_del(&list, &b.link);
	assert_int_equal(locklist_add_tail(&list, &d.link), 0);
	assert_orders(&list, "abc", "acd");
	/* answers are those of the true order */
	assert_int_equal(locklist_add_tail(&list, &d.link), -EEXIST);
	locklist_unlock(&list);
	assert_orders(&list, "abc", "acd");
	assert_true(locklist_is_locked(&list));
	locklist_unlock(&list);
	assert_false(locklist_is_locked(&list));
	assert_list(&list, "acd");
	assert_unlinked(&b);
}

TEST(a_pending_removal_can_be_taken_back_at_the_end)
{
	locklist_set_on_out(&list, tell_name);
	fill(&list, "abc");
	locklist_lock(&list);
	locklist_del(&list, &a.link);
	assert_int_equal(locklist_add_tail(&list, &a.link), 0);
	/* in its old place for loops: seen [a b c] true [b c a] */
	assert_orders(&list, "abc", "bca");
	/* several times */
	locklist_del(&list, &a.link);
	assert_orders(&list, "abc", "bc");
	fill(&list, "d");
	assert_int_equal(locklist_add_tail(&list, &a.link), 0);
	assert_orders(&list, "abc", "bcda");
	locklist_unlock(&list);
	assert_list(&list, "bcda");
	/* it was never out */
	assert_string_equal(told, "");
}

TEST(a_removal_taken_back_leaves_the_others_in_their_order)
{
	locklist_set_on_out(&list, tell_name);
	fill(&list, "abc");
	locklist_lock(&list);
	locklist_del(&list, &a.link);
	locklist_del(&list, &b.link);
	locklist_del(&list, &c.link);
	assert_int_equal(locklist_add_tail(&list, &b.link), 0);
	locklist_unlock(&list);
	assert_string_equal(told, "ac");
	assert_list(&list, "b");
}

TEST(a_pending_removal_belongs_to_its_list)
{
	fill(&list, "a");
	locklist_lock(&list);
	locklist_del(&list, &a.link);
	assert_ptr_equal(locklist_owner(&a.link), &list);
	assert_int_equal(locklist_add_tail(&other, &a.link), -EBUSY);
	locklist_unlock(&list);
	assert_null(locklist_owner(&a.link));
	assert_int_equal(locklist_add_tail(&other, &a.link), 0);
}

#if LISH_CHECK < 2
/* Whatever was pending once: nobody reads the members far from a change. */
TEST(an_unlock_costs_what_is_pending)
{
	struct locklist_node were[2];

	fill(&list, "abcde");
	locklist_lock(&list);
	locklist_clear(&list);
	fill(&list, "abcde");
	locklist_unlock(&list);
	were[0] = b.link;
	were[1] = c.link;
	memset(&b.link, 0x5a, sizeof(b.link));
	memset(&c.link, 0x5a, sizeof(c.link));
	locklist_lock(&list);
	assert_true(locklist_leave(&e.link));
	fill(&list, "e");
	locklist_unlock(&list);
	locklist_lock(&list);
	locklist_unlock(&list);
	b.link = were[0];
	c.link = were[1];
	assert_list(&list, "abcde");
}
#endif

/* Reading the two orders */

TEST(draining_by_first_and_del_ends_locked_or_not)
{
	struct item *item;
	int locks;

	for (locks = 0; locks < 2; locks++) {
		setup(state);
		fill(&list, "abc");
		if (locks)
			locklist_lock(&list);
		while (locklist_count(&list))
			locklist_del(&list, (locklist_first_entry)(&list, 0));
		assert_orders(&list, locks ? "abc" : "", "");
		/* d was never seen, a comes back */
		fill(&list, "da");
		while ((item = locklist_first_entry(&list, struct item, link)) != NULL)
			locklist_del(&list, &item->link);
		assert_orders(&list, locks ? "abc" : "", "");
		if (locks)
			locklist_unlock(&list);
		assert_list(&list, "");
	}
}

TEST(owner_tells_when_memory_may_go)
{
	assert_null(locklist_owner(&a.link));
	fill(&list, "ab");
	assert_non_null(locklist_owner(&a.link));
	assert_true(locklist_leave(&a.link));
	assert_null(locklist_owner(&a.link));
	locklist_lock(&list);
	fill(&list, "c");
	locklist_leave(&b.link);
	locklist_leave(&c.link);
	/* loops pass over b, but never saw c */
	assert_non_null(locklist_owner(&b.link));
	assert_null(locklist_owner(&c.link));
	locklist_unlock(&list);
	assert_null(locklist_owner(&b.link));
}

/* on_out */

TEST(on_out_is_called_once_per_removal)
{
	locklist_set_on_out(&list, tell_name);
	fill(&list, "abcde");
	locklist_del(&list, &d.link);
	assert_string_equal(told, "d");
	locklist_lock(&list);
	locklist_del(&list, &c.link);
	locklist_del(&list, &a.link);
	assert_string_equal(told, "d");
	locklist_unlock(&list);
	/* in order of removal */
	assert_string_equal(told, "dca");
	locklist_clear(&list);
	assert_string_equal(told, "dcabe");
	locklist_set_on_out(&list, NULL);
	fill(&list, "a");
	locklist_del(&list, &a.link);
	assert_string_equal(told, "dcabe");
}

static void take_b_and_zero_it(struct locklist *l, struct locklist_node *node)
{
	if (node == &a.link) {
		locklist_del(l, &b.link);
		memset(&b.link, 0, sizeof(b.link));
	}
}

#if LISH_CHECK < 2
/* Level 2 refuses before the first removal. */
TEST(a_clear_ends_before_an_element_that_was_zeroed)
{
	locklist_set_on_out(&list, NULL);
	fill(&list, "abc");
	memset(&b.link, 0, sizeof(b.link));
	assert_reported("locklist_clear", LISH_BROKEN_LINKS, locklist_clear(&list));
	assert_unlinked(&b);
	assert_ptr_equal(locklist_owner(&c.link), &list);
}
#endif

#if LISH_CHECK >= 1
TEST(a_loop_whose_element_was_overwritten_is_reported)
{
	fill(&list, "ab");
	assert_reported("locklist_for_each_entry", LISH_LOST_PLACE,
			locklist_for_each_entry(pos, &list, struct item, link)
				memset(&pos->link, 0, sizeof(pos->link)));
	assert_ptr_equal(report.fault.node, &a.link);
}
#endif

#if LISH_CHECK >= 1 && LISH_RELOADS_
TEST(a_list_of_a_library_that_was_loaded_again_calls_no_on_out)
{
	locklist_set_on_out(&list, tell_name);
	fill(&list, "ab");
	list.load++;
	assert_reported("locklist_clear", LISH_RELOADED, locklist_clear(&list));
	list.load--;
	assert_list(&list, "ab");
	assert_string_equal(told, "");
}
#endif

/* b is freed before on_out had its turn. */
TEST(a_removed_object_must_live_until_on_out)
{
	locklist_set_on_out(&list, take_b_and_zero_it);
	assert_int_equal(locklist_add_tail(&list, &a.link), 0);
	assert_int_equal(locklist_add_tail(&list, &b.link), 0);
	assert_int_equal(locklist_add_tail(&list, &c.link), 0);
	assert_reported("locklist_del", LISH_BROKEN_LINKS, locklist_del(&list, &a.link));
	assert_int_equal(locklist_check(&list, NULL), LISH_OK);
	assert_int_equal(locklist_count(&list), 1);
}

/* Without a lock of its own a _const loop goes on in what the stop has applied. */
TEST(a_const_loop_goes_on_after_stop)
{
	char seen[8];
	unsigned int n = 0;

	assert_int_equal(locklist_add_tail(&list, &a.link), 0);
	assert_int_equal(locklist_add_tail(&list, &b.link), 0);
	locklist_lock(&list);
	assert_int_equal(locklist_add_tail(&list, &c.link), 0);
	assert_int_equal(locklist_add_tail(&list, &d.link), 0);
	locklist_for_each_entry_const(pos, &list, struct item, link) {
		seen[n++] = pos->name;
		if (n == 1)
			locklist_unlock(&list);
	}
	seen[n] = 0;
	assert_string_equal(seen, "abcd");
}

/* The element behind a removed one was zeroed: neither order has changed. */
TEST(a_run_without_an_end_is_not_closed)
{
	struct locklist_node kept;

	if (LISH_CHECK >= 2)
		return;
	locklist_set_on_out(&list, tell_name);
	assert_int_equal(locklist_add_tail(&list, &a.link), 0);
	assert_int_equal(locklist_add_tail(&list, &b.link), 0);
	assert_int_equal(locklist_add_tail(&list, &c.link), 0);
	locklist_lock(&list);
	locklist_del(&list, &a.link);
	kept = b.link;
	memset(&b.link, 0, sizeof(b.link));
	assert_reported("locklist_unlock", LISH_BROKEN_LINKS, locklist_unlock(&list));
	assert_string_equal(told, "");
	/* Once mended, the next unlock applies it. */
	b.link = kept;
	locklist_lock(&list);
	locklist_unlock(&list);
	assert_string_equal(told, "a");
	assert_int_equal(locklist_check(&list, NULL), LISH_OK);
	assert_int_equal(locklist_seen_count(&list), 2);
}

/* One link of a removed object was overwritten: it cannot leave its ring. */
TEST(an_overwritten_object_is_not_added_again)
{
	struct locklist_node kept;

	assert_int_equal(locklist_add_tail(&list, &a.link), 0);
	assert_int_equal(locklist_add_tail(&list, &b.link), 0);
	locklist_lock(&list);
	locklist_del(&list, &b.link);
	kept = b.link;
	b.link.true_next = NULL;
	assert_reported("locklist_add_tail", LISH_BROKEN_LINKS,
			assert_int_equal(locklist_add_tail(&list, &b.link), -EINVAL));
	b.link = kept;
	assert_int_equal(locklist_add_tail(&list, &b.link), 0);
	locklist_unlock(&list);
	assert_int_equal(locklist_check(&list, NULL), LISH_OK);
}

/* x is freed, zeroed and added again; then y is assigned to it: a ring without the head. */
TEST(unlock_ends_where_a_ring_has_closed)
{
	if (LISH_CHECK >= 2)
		return;
	fill(&list, "a");
	locklist_lock(&list);
	fill(&list, "bc");
	memset(&b.link, 0, sizeof(b.link));
	fill(&list, "b");
	b.link = c.link;
	assert_reported("locklist_unlock", LISH_BROKEN_LINKS, locklist_unlock(&list));
	assert_int_equal(locklist_count(&list), 4);
	assert_int_equal(locklist_seen_count(&list), 1);
	assert_int_not_equal(locklist_check(&list, NULL), LISH_OK);
}

TEST(on_out_may_add_the_member_again)
{
	locklist_set_on_out(&list, add_back);
	fill(&list, "abc");
	locklist_del(&list, &a.link);
	assert_list(&list, "bca");
	locklist_lock(&list);
	locklist_del(&list, &c.link);
	locklist_del(&list, &b.link);
	locklist_unlock(&list);
	assert_list(&list, "acb");
	/* clear tells of each once, and what comes back stays */
	told[0] = 0;
	locklist_clear(&list);
	assert_string_equal(told, "acb");
	assert_list(&list, "acb");
}

static void add_elsewhere(struct locklist *l, struct locklist_node *node)
{
	tell_name(l, node);
	assert_int_equal(locklist_add_tail(&other, node), 0);
}

TEST(on_out_may_add_it_to_another_list)
{
	locklist_set_on_out(&list, add_elsewhere);
	fill(&list, "abc");
	locklist_for_each_entry(pos, &list, struct item, link)
		locklist_leave(&pos->link);
	assert_list(&list, "");
	assert_list(&other, "abc");
}

/* When it is told of a, b waits; then c and d go too, and d comes back. */
static void take_two_and_add_one(struct locklist *l, struct locklist_node *node)
{
	tell_name(l, node);
	if (node != &a.link)
		return;
	locklist_lock(l);
	locklist_del(l, &c.link);
	locklist_del(l, &d.link);
	locklist_unlock(l);
	assert_int_equal(locklist_add_tail(l, &d.link), 0);
	assert_int_equal(locklist_check(l, NULL), LISH_OK);
}

TEST(on_out_may_take_more_and_add_the_last_again)
{
	locklist_set_on_out(&list, take_two_and_add_one);
	fill(&list, "abcde");
	locklist_lock(&list);
	locklist_del(&list, &a.link);
	locklist_del(&list, &b.link);
	locklist_unlock(&list);
	assert_string_equal(told, "abc");
	assert_list(&list, "ed");
}

/* Taking out a takes out b, and b takes out c. */
static unsigned int depth;

static void take_next(struct locklist *l, struct locklist_node *node)
{
	struct item *item = container_of(node, struct item, link);
	size_t i = (size_t)(item->name - 'a') + 1;

	assert_int_equal(depth++, 0);
	tell_name(l, node);
	if (i < 3) {
		locklist_del(l, &all[i]->link);
		assert_false(locklist_contains(l, &all[i]->link));
		/* it belongs to the list until it was told of */
		assert_ptr_equal(locklist_owner(&all[i]->link), l);
		assert_int_equal(locklist_add_tail(&other, &all[i]->link), -EBUSY);
	}
	depth--;
}

TEST(calls_of_on_out_do_not_nest)
{
	depth = 0;
	locklist_set_on_out(&list, take_next);
	fill(&list, "abcd");
	locklist_del(&list, &a.link);
	assert_string_equal(told, "abc");
	assert_list(&list, "d");
}

/* The first one that is told of brings back b, which was to be told of. */
static void rescue_b(struct locklist *l, struct locklist_node *node)
{
	tell_name(l, node);
	if (!locklist_contains(l, &b.link))
		assert_int_equal(locklist_add_tail(l, &b.link), 0);
}

TEST(what_comes_back_before_it_was_told_of_was_never_out)
{
	locklist_set_on_out(&list, rescue_b);
	fill(&list, "abc");
	locklist_clear(&list);
	assert_string_equal(told, "ac");
	assert_list(&list, "b");
}

static void lock_and_add_d(struct locklist *l, struct locklist_node *node)
{
	tell_name(l, node);
	locklist_lock(l);
	if (!locklist_contains(l, &d.link))
		lish_sure(locklist_add_tail(l, &d.link));
}

TEST(on_out_may_lock_the_list_again)
{
	locklist_set_on_out(&list, lock_and_add_d);
	fill(&list, "abc");
	locklist_lock(&list);
	locklist_leave(&a.link);
	locklist_leave(&b.link);
	locklist_unlock(&list);
	/* what was out was told of; d waits for the two new locks */
	assert_string_equal(told, "ab");
	assert_orders(&list, "c", "cd");
	locklist_unlock(&list);
	assert_orders(&list, "c", "cd");
	locklist_unlock(&list);
	assert_list(&list, "cd");
}

static void loop_and_clear(struct locklist *l, struct locklist_node *node)
{
	tell_name(l, node);
	locklist_for_each_entry(pos, l, struct item, link)
		assert_true(locklist_leave(&pos->link));
	/* these changes took effect, only the telling waits */
	assert_false(locklist_is_locked(l));
	assert_int_equal(locklist_seen_count(l), 0);
}

TEST(on_out_may_loop_over_the_list)
{
	locklist_set_on_out(&list, loop_and_clear);
	fill(&list, "abcd");
	locklist_leave(&b.link);
	assert_string_equal(told, "bacd");
	assert_list(&list, "");
}

static void release(struct locklist *l, struct locklist_node *node)
{
	(void)l;
	free(container_of(node, struct item, link));
}

TEST(on_out_may_free_the_object)
{
	struct item *item;
	int i;

	locklist_set_on_out(&list, release);
	for (i = 0; i < 10; i++) {
		item = (struct item *)calloc(1, sizeof(*item));
		assert_non_null(item);
		item->name = (char)('0' + i);
		lish_sure(locklist_add_tail(&list, &item->link));
	}
	/* the object is still there when the loop goes on from it */
	locklist_for_each_entry(pos, &list, struct item, link) {
		if (pos->name % 2)
			locklist_leave(&pos->link);
	}
	assert_int_equal(locklist_count(&list), 5);
	locklist_destroy(&list);
}

/* Reaching */

TEST(entries_are_the_objects_of_their_nodes)
{
	const struct locklist_node *node = &a.group;

	assert_ptr_equal(container_of(&a.group, struct item, group), &a);
	assert_ptr_equal(container_of(node, const struct item, group), &a);
	assert_null(locklist_first_entry(&list, struct item, link));
	assert_null(locklist_first_entry(&list, struct item, link));
	fill(&list, "ab");
	assert_ptr_equal(locklist_first_entry(&list, struct item, link), &a);
	assert_ptr_equal(locklist_next_entry(&list, &a, struct item, link), &b);
	assert_null(locklist_next_entry(&list, &b, struct item, link));
	assert_ptr_equal(locklist_first_entry(&list, struct item, link), &a);
	assert_ptr_equal(locklist_next_entry(&list, &a, struct item, link), &b);
	assert_null(locklist_next_entry(&list, &b, struct item, link));
}

/* Loops */

#define VISITED(loop, names)                           \
	do {                                           \
		char visited_[16] = "";                \
		loop strncat(visited_, &pos->name, 1); \
		assert_string_equal(visited_, names);  \
	} while (0)

TEST(loops_visit_every_member)
{
	static const char *const names[] = { "", "a", "ab", "abcde" };
	const struct locklist *const l = &list;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(names); i++) {
		setup(state);
		fill(&list, names[i]);
		VISITED(locklist_for_each_entry(pos, &list, struct item, link), names[i]);
		assert_false(locklist_is_locked(&list));
		VISITED(locklist_for_each_entry(pos, &list, const struct item, link), names[i]);
		VISITED(locklist_for_each_entry_const(pos, l, struct item, link), names[i]);
		VISITED(locklist_for_each_entry_safe(pos, &list, struct item, link), names[i]);
		assert_list(&list, names[i]);
	}
}

TEST(loops_see_the_order_of_the_lock)
{
	fill(&list, "abc");
	locklist_lock(&list);
	locklist_leave(&b.link);
	fill(&list, "d");
	locklist_leave(&a.link);
	fill(&list, "a");
	VISITED(locklist_for_each_entry(pos, &list, struct item, link), "abc");
	VISITED(locklist_for_each_entry_const(pos, &list, struct item, link), "abc");
	assert_orders(&list, "abc", "cda");
	locklist_unlock(&list);
	VISITED(locklist_for_each_entry(pos, &list, struct item, link), "cda");
	VISITED(locklist_for_each_entry_const(pos, &list, struct item, link), "cda");
}

TEST(changes_in_a_loop_wait_for_its_end)
{
	char visited[8] = "";

	fill(&list, "abc");
	locklist_for_each_entry(pos, &list, struct item, link) {
		strncat(visited, &pos->name, 1);
		assert_true(locklist_is_locked(&list));
		if (pos == &a) {
			locklist_leave(&a.link);
			locklist_leave(&b.link);
			fill(&list, "d");
		}
	}
	assert_string_equal(visited, "abc");
	assert_false(locklist_is_locked(&list));
	assert_list(&list, "cd");
}

TEST(loops_nest)
{
	unsigned int pairs = 0;

	fill(&list, "abc");
	locklist_for_each_entry(x, &list, struct item, link) {
		locklist_for_each_entry(y, &list, struct item, link) {
			pairs++;
			locklist_leave(&y->link);
		}
		/* the inner one's end is not the last lock */
		assert_orders(&list, "abc", "");
		locklist_for_each_entry(y, &list, struct item, link)
			break;
		assert_true(locklist_is_locked(&list));
		(void)x;
	}
	assert_int_equal(pairs, 9);
	assert_list(&list, "");
}

TEST(a_lock_outlasts_loops_and_loops_a_lock)
{
	fill(&list, "ab");
	locklist_lock(&list);
	locklist_for_each_entry(pos, &list, struct item, link)
		locklist_leave(&pos->link);
	assert_orders(&list, "ab", "");
	locklist_unlock(&list);
	assert_list(&list, "");
	fill(&list, "ab");
	/* a lock of its own may be taken in a loop and given back later */
	locklist_for_each_entry(pos, &list, struct item, link) {
		locklist_leave(&pos->link);
		if (pos == &a)
			locklist_lock(&list);
	}
	assert_orders(&list, "ab", "");
	locklist_for_each_entry(pos, &list, struct item, link) {
		if (pos == &a)
			locklist_unlock(&list);
	}
	assert_list(&list, "");
}

static const struct item *find_by_return(char name)
{
	locklist_for_each_entry(pos, &list, struct item, link) {
		locklist_leave(&pos->link);
		if (pos->name == name)
			return pos;
	}
	return NULL;
}

TEST(break_closes_a_loop_at_every_place)
{
	static const char *const rest[] = { "bcd", "cd", "d" };
	unsigned int at, n;

	for (at = 0; at < 3; at++) {
		setup(state);
		fill(&list, "abc");
		n = 0;
		locklist_for_each_entry(pos, &list, struct item, link) {
			locklist_leave(&pos->link);
			if (n == 0)
				fill(&list, "d");
			if (n++ == at)
				break;
		}
		assert_false(locklist_is_locked(&list));
		assert_list(&list, rest[at]);
	}
}

TEST(return_and_goto_close_a_loop)
{
	if (!LISH_HAS_CLEANUP)
		return;
	fill(&list, "abcd");
	assert_ptr_equal(find_by_return('b'), &b);
	assert_list(&list, "cd");
	locklist_for_each_entry(x, &list, struct item, link) {
		locklist_for_each_entry(y, &list, struct item, link) {
			locklist_leave(&x->link);
			if (x == y)
				goto out;
		}
	}
out:
	assert_list(&list, "d");
}

/* Begun in memory of any content: the macros do not clear it first. */
static LISH_NOINLINE void soil_the_stack(void)
{
	volatile unsigned char dirt[512];
	size_t i;

	for (i = 0; i < sizeof(dirt); i++)
		dirt[i] = 0x5a;
}

static LISH_NOINLINE unsigned int visit_all(void)
{
	unsigned int visited = 0;

	locklist_for_each_entry(pos, &list, struct item, link)
		visited++;
	return visited;
}

TEST(a_loop_begins_in_dirty_memory)
{
	soil_the_stack();
	assert_int_equal(visit_all(), 0);
	fill(&list, "ab");
	soil_the_stack();
	assert_int_equal(visit_all(), 2);
	assert_false(locklist_is_locked(&list));
}

/* Stopping */

TEST(stop_ends_running_loops_at_their_next_step)
{
	struct hand hand = LISH_LOOP_INIT;
	char visited[8] = "";

	locklist_set_on_out(&list, tell_name);
	fill(&list, "abc");
	hand_begin(&hand, &list);
	assert_ptr_equal(hand_next(&hand), &a.link);
	locklist_for_each_entry(x, &list, struct item, link) {
		locklist_for_each_entry(y, &list, struct item, link) {
			strncat(visited, &y->name, 1);
			locklist_leave(&y->link);
			if (y != &b)
				continue;
			locklist_stop(&list);
			/* what waited has taken effect, within the body */
			assert_false(locklist_is_locked(&list));
			assert_string_equal(told, "ab");
			assert_list(&list, "c");
		}
		strncat(visited, &x->name, 1);
	}
	assert_string_equal(visited, "aba");
	assert_null(hand_next(&hand));
	hand_end(&hand);
	assert_list(&list, "c");
	/* it may begin again */
	hand_begin(&hand, &list);
	assert_ptr_equal(hand_next(&hand), &c.link);
	hand_end(&hand);
	/* and with nothing to stop, nothing happens */
	locklist_stop(&list);
	assert_list(&list, "c");
}

TEST(a_stopped_list_may_be_destroyed_and_its_memory_freed)
{
	struct locklist *l = (struct locklist *)malloc(sizeof(*l));
	struct hand hand = LISH_LOOP_INIT;
	unsigned int visited = 0;
	struct item *item;
	int i;

	assert_non_null(l);
	locklist_init(l);
	locklist_set_on_out(l, release);
	for (i = 0; i < 3; i++) {
		item = (struct item *)calloc(1, sizeof(*item));
		assert_non_null(item);
		assert_int_equal(locklist_add_tail(l, &item->link), 0);
	}
	hand_begin(&hand, l);
	locklist_for_each_entry(x, l, struct item, link) {
		locklist_for_each_entry(y, l, struct item, link) {
			visited++;
			locklist_leave(&x->link);
			locklist_leave(&y->link);
			locklist_stop(l);
			locklist_destroy(l);
			free(l);
		}
	}
	assert_int_equal(visited, 1);
	assert_null(hand_next(&hand));
	hand_end(&hand);
}

static void stop_in_on_out(struct locklist *l, struct locklist_node *node)
{
	tell_name(l, node);
	locklist_for_each_entry(pos, l, struct item, link)
		locklist_stop(l);
	assert_false(locklist_is_locked(l));
}

TEST(on_out_may_stop_the_loops_around_it)
{
	unsigned int visited = 0;

	locklist_set_on_out(&list, stop_in_on_out);
	fill(&list, "abc");
	locklist_for_each_entry(pos, &list, struct item, link) {
		visited++;
		locklist_leave(&pos->link);
		/* d is out at once, in the loop: no loop saw it */
		fill(&list, "d");
		locklist_leave(&d.link);
	}
	assert_int_equal(visited, 1);
	assert_string_equal(told, "da");
	assert_list(&list, "bc");
}

static void stop_in_destroy(struct locklist *l, struct locklist_node *node)
{
	tell_name(l, node);
	assert_reported("locklist_stop", LISH_IN_HOOK, locklist_stop(l));
	answer = locklist_add_tail(l, node);
}

TEST(a_list_that_is_destroyed_cannot_be_stopped)
{
	locklist_set_on_out(&list, stop_in_destroy);
	fill(&list, "ab");
	locklist_destroy(&list);
	assert_int_equal(answer, -ENOSPC);
	assert_string_equal(told, "ab");
}

static jmp_buf back;

static LISH_NOINLINE void jump_out_of_nested_loops(void)
{
	locklist_for_each_entry(x, &list, struct item, link) {
		locklist_leave(&x->link);
		locklist_for_each_entry(y, &list, struct item, link)
			longjmp(back, 1);
	}
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
			locklist_node_moved(&grown[i].link);
			memset(&items[i], 0x5a, sizeof(*items));
		}
		free(items);
		items = grown;
		memset(&items[n], 0, sizeof(*items));
		items[n].name = (char)n;
		assert_int_equal(locklist_add_tail(&list, &items[n].link), 0);
		assert_int_equal(locklist_check(&list, NULL), LISH_OK);
	}
	locklist_for_each_entry(pos, &list, struct item, link)
		assert_int_equal(pos->name, sum++);
	assert_int_equal(sum, 40);
	locklist_clear(&list);
	free(items);
}

static struct item *moved(struct item *from)
{
	static struct item rooms[6];
	struct item *to = &rooms[from->name - 'a'];

	memcpy(to, from, sizeof(*to));
	memset(from, 0x5a, sizeof(*from));
	locklist_node_moved(&to->link);
	return to;
}

/* Seen and gone, seen and added again, added only: each keeps its place in both orders. */
TEST(node_moved_keeps_both_orders)
{
	struct item *a2, *b2, *d2;

	fill(&list, "abc");
	locklist_lock(&list);
	locklist_del(&list, &a.link);
	locklist_del(&list, &c.link);
	fill(&list, "dc");
	assert_orders(&list, "abc", "bdc");
	b2 = moved(&b);
	(void)moved(&c);
	d2 = moved(&d);
	assert_orders(&list, "abc", "bdc");
	locklist_unlock(&list);
	assert_list(&list, "bdc");
	assert_ptr_equal(locklist_first_entry(&list, struct item, link), b2);
	locklist_del(&list, &d2->link);
	/* in no list */
	locklist_node_moved(&d2->link);
	a.name = 'a';
	fill(&list, "a");
	a2 = moved(&a);
	assert_ptr_equal(locklist_owner(&a2->link), &list);
	assert_list(&list, "bca");
	/* while nothing but a removal waits */
	setup(state);
	fill(&list, "abc");
	locklist_lock(&list);
	locklist_del(&list, &a.link);
	(void)moved(&b);
	locklist_unlock(&list);
	assert_list(&list, "bc");
}

/* What lies where the loops were is overwritten. */
static LISH_NOINLINE void use_the_stack(void)
{
	volatile char trash[2048];
	size_t i;

	for (i = 0; i < sizeof(trash); i++)
		trash[i] = 0x5a;
}

TEST(loops_that_longjmp_left_are_reported_once)
{
	if (is_watched())
		return;
	locklist_set_on_out(&list, tell_name);
	fill(&list, "ab");
	if (!setjmp(back))
		jump_out_of_nested_loops();
	use_the_stack();
	assert_true(locklist_is_locked(&list));
	assert_orders(&list, "ab", "b");
	assert_reported("locklist_for_each_entry", LISH_STALE_LOOP,
			locklist_for_each_entry(pos, &list, struct item, link)
				assert_ptr_equal(pos->link.next ? &list : NULL, &list));
	assert_list(&list, "b");
	assert_string_equal(told, "a");
	assert_false(locklist_is_locked(&list));
	locklist_for_each_entry(pos, &list, struct item, link)
		locklist_del(&list, &pos->link);
	assert_string_equal(told, "ab");
	/* or by stop */
	fill(&list, "cd");
	if (!setjmp(back))
		jump_out_of_nested_loops();
	use_the_stack();
	assert_reported("locklist_stop", LISH_STALE_LOOP, locklist_stop(&list));
	assert_list(&list, "d");
}

TEST(arguments_are_evaluated_once)
{
	struct locklist *lists[8];
	struct item *items[8];
	struct locklist **l = lists;
	struct item **i = items;
	size_t k;

	for (k = 0; k < 8; k++) {
		lists[k] = &list;
		items[k] = &a;
	}
	fill(&list, "ab");
	VISITED(locklist_for_each_entry(pos, *l++, struct item, link), "ab");
	assert_ptr_equal(l, lists + 1);
	VISITED(locklist_for_each_entry_const(pos, *l++, struct item, link), "ab");
	assert_ptr_equal(l, lists + 2);
	VISITED(locklist_for_each_entry_safe(pos, *l++, struct item, link), "ab");
	assert_ptr_equal(l, lists + 3);
	assert_ptr_equal(locklist_first_entry(*l++, struct item, link), &a);
	assert_ptr_equal(locklist_next_entry(*l++, *i++, struct item, link), &b);
	assert_ptr_equal(l, lists + 5);
	assert_ptr_equal(i, items + 1);
	assert_ptr_equal(container_of(&(*i++)->link, struct item, link), &a);
	assert_ptr_equal(i, items + 2);
}

/* Checking */

/* Break one word, see what check says, mend it. */
#define assert_fault(word, value, reason, node)                            \
	do {                                                               \
		const struct locklist_node *fault_ = &f.link;              \
		void *mended_ = word;                                      \
		memcpy(&word, &(void *){ value }, sizeof(word));           \
		assert_int_equal(locklist_check(&list, &fault_), reason);  \
		assert_ptr_equal(fault_, node);                            \
		memcpy(&word, &mended_, sizeof(word));                     \
		assert_int_equal(locklist_check(&list, &fault_), LISH_OK); \
		assert_null(fault_);                                       \
	} while (0)

TEST(check_names_the_first_fault)
{
	const struct locklist_node *fault = &a.link;
	static struct locklist zero;

	assert_int_equal(locklist_check(&zero, &fault), LISH_OK);
	assert_null(fault);
	zero.count = 1;
	assert_int_equal(locklist_check(&zero, &fault), LISH_BAD_COUNT);
	zero.count = 0;
	zero.seen = 1;
	assert_int_equal(locklist_check(&zero, &fault), LISH_BAD_COUNT);
	zero.seen = 0;
	locklist_destroy(&zero);
	assert_int_equal(locklist_check(&zero, &fault), LISH_UNINITIALIZED);
	assert_null(fault);
	assert_int_equal(locklist_check(&zero, NULL), LISH_UNINITIALIZED);
	fill(&list, "abc");
	/* the true order */
	assert_fault(b.link.true_next, NULL, LISH_BROKEN_LINKS, &b.link);
	assert_fault(b.link.true_next, &a.link, LISH_BROKEN_LINKS, &b.link);
	assert_fault(a.link.true_prev, &c.link, LISH_BROKEN_LINKS, NULL);
	assert_fault(b.link.side, NULL, LISH_FOREIGN, &b.link);
	assert_fault(b.link.side, &other.sides[0], LISH_FOREIGN, &b.link);
	assert_fault(b.link.side, &list.sides[1], LISH_FOREIGN, &b.link);
	/* the seen order: c twice, b left out, no end, too early an end */
	assert_fault(b.link.next, NULL, LISH_BROKEN_LINKS, &b.link);
	assert_fault(a.link.next, &c.link, LISH_BROKEN_LINKS, &c.link);
	assert_fault(c.link.next, &b.link, LISH_BROKEN_LINKS, &c.link);
	assert_fault(b.link.next, &a.link, LISH_BROKEN_LINKS, &a.link);
	assert_fault(b.link.next, &list.head, LISH_BROKEN_LINKS, &b.link);
	assert_fault(list.head.next, &list.head, LISH_BROKEN_LINKS, NULL);
	assert_fault(b.link.next, &d.link, LISH_FOREIGN, &d.link);
	assert_fault(list.fresh, &c.link, LISH_BROKEN_LINKS, &c.link);
	assert_fault(list.fresh, &d.link, LISH_BROKEN_LINKS, NULL);
	list.count++;
	assert_int_equal(locklist_check(&list, &fault), LISH_BAD_COUNT);
	assert_null(fault);
	list.count--;
	list.seen++;
	assert_int_equal(locklist_check(&list, NULL), LISH_BAD_COUNT);
	list.seen--;
	/* an empty list whose seen order is not */
	locklist_clear(&list);
	assert_fault(list.head.next, &a.link, LISH_BROKEN_LINKS, NULL);
}

TEST(check_looks_at_what_is_leaving_too)
{
	const struct locklist_node *fault;

	fill(&list, "abcd");
	locklist_lock(&list);
	locklist_leave(&b.link);
	locklist_leave(&d.link);
	locklist_leave(&c.link);
	fill(&list, "ec");
	/* seen [a b c d] true [a e c], leaving b d */
	assert_orders(&list, "abcd", "aec");
	assert_fault(b.link.true_next, NULL, LISH_BROKEN_LINKS, &b.link);
	assert_fault(b.link.side, &list.sides[0], LISH_FOREIGN, &b.link);
	assert_fault(b.link.next, NULL, LISH_BROKEN_LINKS, &b.link);
	assert_fault(b.link.next, &d.link, LISH_BROKEN_LINKS, &d.link);
	/* b left out, as if it had never been seen */
	a.link.next = &c.link;
	b.link.next = NULL;
	assert_int_equal(locklist_check(&list, &fault), LISH_BROKEN_LINKS);
	assert_ptr_equal(fault, &b.link);
	a.link.next = &b.link;
	b.link.next = &c.link;
	/* e, which loops do not see, as if it had kept a place */
	assert_fault(list.fresh, &c.link, LISH_BROKEN_LINKS, &e.link);
	/* nothing waits in an unlocked list */
	list.locks = 0;
	assert_int_equal(locklist_check(&list, &fault), LISH_BROKEN_LINKS);
	assert_ptr_equal(fault, &e.link);
	list.locks = 1;
	locklist_leave(&e.link);
	locklist_leave(&c.link);
	list.locks = 0;
	assert_int_equal(locklist_check(&list, &fault), LISH_BROKEN_LINKS);
	assert_ptr_equal(fault, &b.link);
	list.locks = 1;
	/* two that kept their places, the wrong way round */
	locklist_unlock(&list);
	fill(&list, "bc");
	assert_list(&list, "abc");
	list.head.next = &b.link;
	b.link.next = &a.link;
	a.link.next = &c.link;
	assert_int_equal(locklist_check(&list, &fault), LISH_BROKEN_LINKS);
	assert_ptr_equal(fault, &b.link);
}

static void spoil(struct locklist *l, struct locklist_node *node)
{
	const struct locklist_node *fault;

	if (node != &a.link)
		return;
	/* b is to be told of: nobody sees it any more */
	b.link.next = &l->head;
	assert_int_equal(locklist_check(l, &fault), LISH_BROKEN_LINKS);
	assert_ptr_equal(fault, &b.link);
	b.link.next = NULL;
	assert_int_equal(locklist_check(l, NULL), LISH_OK);
	b.link.side = NULL;
	assert_int_equal(locklist_check(l, &fault), LISH_FOREIGN);
	assert_ptr_equal(fault, &b.link);
	b.link.side = &l->sides[1];
}

TEST(check_looks_at_what_is_to_be_told_of)
{
	locklist_set_on_out(&list, spoil);
	fill(&list, "ab");
	locklist_clear(&list);
	assert_list(&list, "");
}

/* Misuse: tests/refuse/misuse. */

#if LISH_CHECK >= 1
TEST(a_report_names_the_list_and_the_node)
{
	fill(&list, "abc");
	assert_reported("locklist_del", LISH_NOT_IN, locklist_del(&list, &d.link));
	assert_ptr_equal(report.fault.container, &list);
	assert_ptr_equal(report.fault.node, &d.link);
	assert_reported("locklist_for_each_entry_const", LISH_LOST_PLACE,
			locklist_for_each_entry_const(pos, &list, struct item, link)
				locklist_del(&list, &pos->link));
	assert_ptr_equal(report.fault.container, &list);
	assert_ptr_equal(report.fault.node, &a.link);
	/* c was freed, and its memory added to another list. */
	memset(&c.link, 0, sizeof(c.link));
	fill(&other, "c");
	assert_reported("locklist_for_each_entry_const", LISH_BROKEN_LINKS,
			locklist_for_each_entry_const(pos, &list, struct item, link)
				assert_ptr_equal(pos, &b));
	assert_ptr_equal(report.fault.node, &c.link);
}
#endif

/*
 * From here on loops are those of a compiler that cannot clean up: what is left
 * by break or at its end is closed all the same.
 */
#undef LISH_CLEANUP_THROW
#define LISH_CLEANUP_THROW(fn)
#undef LISH_HAS_CLEANUP
#define LISH_HAS_CLEANUP 0

TEST(break_and_the_end_close_a_loop_in_every_compiler)
{
	fill(&list, "abc");
	locklist_for_each_entry(x, &list, struct item, link) {
		locklist_leave(&x->link);
		locklist_for_each_entry(y, &list, struct item, link) {
			if (x == y)
				break;
		}
		if (x == &b)
			break;
	}
	assert_list(&list, "c");
	locklist_for_each_entry(pos, &list, struct item, link)
		locklist_leave(&pos->link);
	assert_list(&list, "");
}

TEST_MAIN(setup, NULL)
