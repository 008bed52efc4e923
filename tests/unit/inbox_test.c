/* SPDX-License-Identifier: MIT */
/*
 * inbox, name by name, in one thread. Pictures show what is taken and what is
 * pushed, in the order of the pushes: [a b | c]. What several threads do to a box
 * is tested in tests/deep/threads/ and tests/deep/model/.
 */
#include "test.h"

#include <linux-ish/inbox.h>

struct item {
	char name;
	struct inbox_node link;
	struct inbox_node other;
};

static struct item a, b, c, d, e;
static struct inbox box, second;
static struct item *const all[] = { &a, &b, &c, &d, &e };

static int setup(void **state)
{
	size_t i;

	(void)state;
	memset(&box, 0x5a, sizeof(box));
	memset(&second, 0xff, sizeof(second));
	for (i = 0; i < ARRAY_SIZE(all); i++) {
		memset(all[i], 0, sizeof(*all[i]));
		all[i]->name = (char)('a' + (int)i);
	}
	inbox_init(&box);
	inbox_init(&second);
	return 0;
}

static void fill(struct inbox *to, const char *names)
{
	for (; *names; names++)
		lish_sure(inbox_push(to, &all[*names - 'a']->link));
}

static bool is_out(const struct item *item)
{
	return item->link.next == 0;
}

/* The box is whole and holds these; afterwards nothing. */
#define assert_drains(box, names) drain_and_compare(box, names, __LINE__)

static void drain_and_compare(struct inbox *from, const char *names, int line)
{
	char seen[32];
	size_t n = 0;

	if (inbox_check(from, NULL) != LISH_OK)
		fail_msg("line %d: the box is broken", line);
	inbox_drain_entry(pos, from, struct item, link) {
		assert_true(n < sizeof(seen) - 1);
		assert_true(is_out(pos));
		seen[n++] = pos->name;
	}
	seen[n] = '\0';
	if (strcmp(seen, names) != 0)
		fail_msg("line %d: [%s] instead of [%s]", line, seen, names);
	assert_true(inbox_empty(from));
}

/* Take one out and put it back in mind: [.. | ..] with the first gone */
static void take_first(struct inbox *from, const struct item *expected)
{
	assert_ptr_equal(inbox_pop_entry(from, struct item, link), expected);
}

/* Making boxes */

TEST(init_makes_an_empty_box_of_any_memory)
{
	struct inbox fresh;

	memset(&fresh, 0x5a, sizeof(fresh));
	inbox_init(&fresh);
	assert_true(inbox_empty(&fresh));
	assert_int_equal(inbox_check(&fresh, NULL), LISH_OK);
	assert_drains(&fresh, "");
}

static INBOX_DEFINE(defined_box);
INBOX_DEFINE(external_box);

TEST(initialisers_make_empty_boxes)
{
	struct inbox local = INBOX_INIT;
	static INBOX_DEFINE(in_function);
	struct {
		int before;
		struct inbox box;
	} member = { 1, INBOX_INIT };

	assert_drains(&local, "");
	assert_drains(&defined_box, "");
	assert_drains(&external_box, "");
	assert_drains(&in_function, "");
	assert_drains(&member.box, "");
	fill(&member.box, "ab");
	assert_drains(&member.box, "ab");
}

TEST(node_init_makes_a_node_in_no_box_of_any_memory)
{
	memset(&a.link, 0x5a, sizeof(a.link));
	inbox_node_init(&a.link);
	assert_true(is_out(&a));
	fill(&box, "a");
	assert_drains(&box, "a");
}

TEST(a_box_may_be_moved_while_nobody_uses_it)
{
	struct inbox moved;

	fill(&box, "ab");
	take_first(&box, &a);
	fill(&box, "cd");
	memcpy(&moved, &box, sizeof(box));
	assert_drains(&moved, "bcd");
	inbox_init(&box);
}

/* Pushing */

TEST(push_says_whether_anything_was_waiting)
{
	/* [] -> [| a] -> [| a b] */
	assert_int_equal(inbox_push(&box, &a.link), 1);
	assert_int_equal(inbox_push(&box, &b.link), 0);
	/* [b |]: the owner has it in hand; what is pushed now must wake it */
	take_first(&box, &a);
	assert_int_equal(inbox_push(&box, &c.link), 1);
	assert_int_equal(inbox_push(&box, &d.link), 0);
	assert_drains(&box, "bcd");
	assert_int_equal(inbox_push(&box, &a.link), 1);
	inbox_clear(&box);
}

TEST(push_of_a_node_that_is_in_changes_nothing)
{
	fill(&box, "abc");
	assert_int_equal(inbox_push(&box, &c.link), -EEXIST);
	assert_int_equal(inbox_push(&box, &b.link), -EEXIST);
	assert_int_equal(inbox_push(&box, &a.link), -EEXIST);
	assert_int_equal(inbox_push(&second, &b.link), -EEXIST);
	assert_true(inbox_empty(&second));
	/* also when it is taken already but not handed out: [b c |] */
	take_first(&box, &a);
	assert_int_equal(inbox_push(&box, &b.link), -EEXIST);
	assert_int_equal(inbox_push(&second, &c.link), -EEXIST);
	assert_drains(&box, "bc");
}

/* Pushing a chain */

static void gather(struct inbox_chain *chain, const char *names)
{
	for (; *names; names++)
		assert_int_equal(inbox_chain_add_tail(chain, &all[*names - 'a']->link), 0);
}

TEST(a_zero_box_is_empty)
{
	struct inbox_chain chain = { 0 };
	const struct inbox_node *fault = &a.link;
	struct inbox zero;
	size_t i;

	memset(&zero, 0, sizeof(zero));
	assert_true(inbox_empty(&zero));
	assert_int_equal(inbox_check(&zero, &fault), LISH_OK);
	assert_null(fault);
	assert_null(inbox_pop_entry(&zero, struct item, link));
	inbox_clear(&zero);
	assert_drains(&zero, "");
	/* Each call may be the first that pushes. */
	for (i = 0; i < 4; i++) {
		memset(&zero, 0, sizeof(zero));
		if (i < 2) {
			assert_int_equal(inbox_push(&zero, &a.link), 1);
			assert_int_equal(inbox_push(&zero, &a.link), -EEXIST);
			assert_int_equal(inbox_push(&zero, &b.link), 0);
		} else {
			gather(&chain, "ab");
			assert_int_equal(inbox_push_chain(&zero, &chain), 1);
			assert_int_equal(inbox_push(&zero, &b.link), -EEXIST);
		}
		assert_false(inbox_empty(&zero));
		assert_int_equal(inbox_check(&zero, NULL), LISH_OK);
		if (i % 2) {
			take_first(&zero, &a);
			assert_int_equal(inbox_push(&zero, &a.link), 1);
			assert_drains(&zero, "ba");
		} else {
			inbox_clear(&zero);
			assert_true(is_out(&a) && is_out(&b));
			assert_drains(&zero, "");
		}
	}
}

TEST(a_chain_comes_out_in_the_order_of_its_adds)
{
	struct inbox_chain chain = { 0 };

	/* [| a], chain b c d -> [| a b c d] -> [| a b c d e] */
	fill(&box, "a");
	gather(&chain, "bcd");
	assert_int_equal(inbox_push_chain(&box, &chain), 0);
	fill(&box, "e");
	assert_drains(&box, "abcde");
}

/* The link of a chain's node leads back: what lies behind is lost, and nothing hangs. */
TEST(a_chain_that_is_a_ring_ends)
{
	struct inbox_chain chain = { 0 };
	unsigned int n = 0;

	fill(&box, "a");
	gather(&chain, "bcde");
	assert_int_equal(inbox_push_chain(&box, &chain), 0);
	memcpy(&d.link, &b.link, sizeof(d.link)); /* d -> c */
	report.expected = true;
	report.count = 0;
	inbox_drain_entry(pos, &box, struct item, link)
		n++;
	report.expected = false;
	assert_true(n < 5);
	assert_int_equal(report.fault.reason, LISH_BROKEN_LINKS);
	assert_int_equal(report.count, 1);
}

TEST(push_chain_says_whether_anything_was_waiting)
{
	struct inbox_chain chain = { 0 };

	gather(&chain, "a");
	assert_int_equal(inbox_push_chain(&box, &chain), 1);
	/* the chain is empty again: it takes the next burst */
	gather(&chain, "bc");
	assert_int_equal(inbox_push_chain(&box, &chain), 0);
	/* [b c |] */
	take_first(&box, &a);
	gather(&chain, "de");
	assert_int_equal(inbox_push_chain(&box, &chain), 1);
	assert_drains(&box, "bcde");
}

TEST(push_of_an_empty_chain_changes_nothing)
{
	struct inbox_chain chain = { 0 };

	assert_int_equal(inbox_push_chain(&box, &chain), 0);
	assert_true(inbox_empty(&box));
	gather(&chain, "ab");
	assert_int_equal(inbox_push_chain(&box, &chain), 1);
	/* the second push of the same burst */
	assert_int_equal(inbox_push_chain(&box, &chain), 0);
	assert_int_equal(inbox_push_chain(&second, &chain), 0);
	assert_true(inbox_empty(&second));
	assert_drains(&box, "ab");
}

TEST(a_chain_refuses_a_node_that_is_in_one_or_in_a_box)
{
	struct inbox_chain chain = { 0 }, other = { 0 };

	fill(&box, "a");
	assert_int_equal(inbox_chain_add_tail(&chain, &a.link), -EEXIST);
	gather(&chain, "bcd");
	assert_int_equal(inbox_chain_add_tail(&chain, &b.link), -EEXIST);
	assert_int_equal(inbox_chain_add_tail(&chain, &d.link), -EEXIST);
	assert_int_equal(inbox_chain_add_tail(&other, &c.link), -EEXIST);
	assert_int_equal(inbox_push(&box, &b.link), -EEXIST);
	assert_int_equal(inbox_push(&box, &d.link), -EEXIST);
	assert_int_equal(inbox_push_chain(&second, &other), 0);
	assert_int_equal(inbox_push_chain(&box, &chain), 0);
	assert_int_equal(inbox_chain_add_tail(&chain, &b.link), -EEXIST);
	assert_drains(&box, "abcd");
}

TEST(a_chain_may_be_given_up)
{
	struct inbox_chain chain = { 0 };

	gather(&chain, "ab");
	inbox_node_init(&a.link);
	inbox_node_init(&b.link);
	memset(&chain, 0, sizeof(chain));
	gather(&chain, "cba");
	assert_int_equal(inbox_push_chain(&box, &chain), 1);
	assert_drains(&box, "cba");
}

TEST(an_object_may_be_in_several_boxes_by_several_nodes)
{
	fill(&box, "a");
	assert_int_equal(inbox_push(&second, &a.other), 1);
	assert_ptr_equal(inbox_pop_entry(&second, struct item, other), &a);
	assert_drains(&box, "a");
}

/* Taking out */

TEST(pop_takes_the_eldest)
{
	assert_null((inbox_pop_entry)(&box, 0));
	assert_null(inbox_pop_entry(&box, struct item, link));
	fill(&box, "ab");
	assert_ptr_equal((inbox_pop_entry)(&box, 0), &a.link);
	assert_true(is_out(&a));
	/* [b | c a]: what was taken first comes first */
	fill(&box, "ca");
	take_first(&box, &b);
	take_first(&box, &c);
	take_first(&box, &a);
	assert_null((inbox_pop_entry)(&box, 0));
	assert_true(is_out(&a) && is_out(&b) && is_out(&c));
}

TEST(a_box_is_empty_when_all_that_was_taken_is_out)
{
	fill(&box, "ab");
	assert_ptr_equal(inbox_pop_entry(&box, struct item, link), &a);
	assert_false(inbox_empty(&box));
	assert_ptr_equal(inbox_pop_entry(&box, struct item, link), &b);
	assert_true(inbox_empty(&box));
}

TEST(drain_visits_all_in_the_order_of_the_pushes)
{
	assert_drains(&box, "");
	fill(&box, "a");
	assert_drains(&box, "a");
	fill(&box, "edcba");
	assert_drains(&box, "edcba");
	assert_drains(&box, "");
}

TEST(drain_begins_with_what_an_earlier_one_left)
{
	fill(&box, "abc");
	/* [b c | d e] */
	inbox_drain_entry(pos, &box, struct item, link)
		break;
	fill(&box, "de");
	assert_false(inbox_empty(&box));
	assert_drains(&box, "bcde");
}

static const struct item *first_named(struct inbox *from, char name)
{
	inbox_drain_entry(pos, from, const struct item, link) {
		if (pos->name == name)
			return pos;
	}
	return NULL;
}

static jmp_buf jump;

static void drain_and_jump(struct inbox *from)
{
	inbox_drain_entry(pos, from, struct item, link)
		longjmp(jump, 1);
}

TEST(a_drain_that_is_left_loses_nothing)
{
	fill(&box, "abcde");
	/* break leaves both of the loop's for */
	inbox_drain_entry(pos, &box, struct item, link) {
		assert_ptr_equal(pos, &a);
		break;
	}
	/* return */
	assert_ptr_equal(first_named(&box, 'b'), &b);
	/* goto */
	inbox_drain_entry(pos, &box, struct item, link) {
		assert_ptr_equal(pos, &c);
		goto out;
	}
out:
	/* longjmp */
	if (!setjmp(jump))
		drain_and_jump(&box);
	assert_drains(&box, "e");
}

TEST(what_the_body_pushes_waits_for_the_next_drain)
{
	unsigned int n = 0;

	fill(&box, "abc");
	inbox_drain_entry(pos, &box, struct item, link) {
		n++;
		/* the object itself, again: no endless loop */
		lish_sure(inbox_push(&box, &pos->link));
		if (pos == &b)
			fill(&box, "d");
	}
	assert_int_equal(n, 3);
	assert_drains(&box, "abdc");
}

TEST(the_body_may_push_on_and_free)
{
	unsigned int i;

	for (i = 0; i < 8; i++) {
		struct item *item = (struct item *)calloc(1, sizeof(*item));

		assert_non_null(item);
		item->name = (char)('0' + (int)i);
		lish_sure(inbox_push(&box, &item->link));
	}
	i = 0;
	inbox_drain_entry(pos, &box, struct item, link) {
		assert_int_equal(pos->name, '0' + (int)i);
		if (i++ % 2)
			free(pos);
		else
			lish_sure(inbox_push(&second, &pos->link));
	}
	assert_int_equal(i, 8);
	i = 0;
	inbox_drain_entry(pos, &second, struct item, link) {
		assert_int_equal(pos->name, '0' + (int)i);
		i += 2;
		free(pos);
	}
	assert_int_equal(i, 8);
}

TEST(the_body_may_pop_drain_and_clear)
{
	char seen[16] = "";
	size_t n = 0;

	fill(&box, "abcde");
	inbox_drain_entry(pos, &box, struct item, link) {
		seen[n++] = pos->name;
		if (pos == &a) {
			take_first(&box, &b);
			continue;
		}
		inbox_drain_entry(inner, &box, struct item, link) {
			seen[n++] = inner->name;
			break;
		}
	}
	/* a, b popped, c with d inside, e with nothing inside */
	assert_string_equal(seen, "acde");
	assert_true(inbox_empty(&box));
	fill(&box, "abc");
	n = 0;
	inbox_drain_entry(pos, &box, struct item, link) {
		n++;
		inbox_clear(&box);
	}
	assert_int_equal(n, 1);
	assert_true(is_out(&b) && is_out(&c));
}

TEST(every_argument_is_evaluated_once)
{
	struct inbox *boxes[] = { &box, &second };
	struct inbox **at = boxes;
	struct inbox_node *nodes[] = { &a.link, &b.link };
	struct inbox_node **node = nodes;

	fill(&box, "ab");
	fill(&second, "c");
	inbox_drain_entry(pos, *at++, struct item, link)
		assert_true(pos == &a || pos == &b);
	assert_ptr_equal(at, boxes + 1);
	assert_ptr_equal(inbox_pop_entry(*at++, struct item, link), &c);
	assert_ptr_equal(at, boxes + 2);
	assert_ptr_equal(container_of(*node++, struct item, link), &a);
	assert_ptr_equal(node, nodes + 1);
}

TEST(entry_is_the_object_const_or_not)
{
	const struct item *const_item;

	assert_ptr_equal(container_of(&b.other, struct item, other), &b);
	const_item = container_of(&b.link, const struct item, link);
	assert_ptr_equal(const_item, &b);
}

/* Ending */

TEST(clear_zeroes_every_node)
{
	inbox_clear(&box);
	assert_true(inbox_empty(&box));
	fill(&box, "abc");
	take_first(&box, &a);
	/* [b c | d e] */
	fill(&box, "de");
	inbox_clear(&box);
	assert_true(inbox_empty(&box));
	assert_true(is_out(&b) && is_out(&c) && is_out(&d) && is_out(&e));
	fill(&box, "cb");
	assert_drains(&box, "cb");
}

TEST(init_empties_without_touching_the_objects)
{
	fill(&box, "abc");
	take_first(&box, &a);
	fill(&box, "d");
	inbox_init(&box);
	assert_true(inbox_empty(&box));
	assert_false(is_out(&b) || is_out(&c) || is_out(&d));
	assert_int_equal(inbox_push(&box, &b.link), -EEXIST);
	inbox_node_init(&b.link);
	assert_int_equal(inbox_push(&box, &b.link), 1);
	assert_drains(&box, "b");
}

/* Misuse */

TEST(check_finds_what_is_wrong)
{
	const struct inbox_node *fault = &a.link;

	fill(&box, "abc");
	assert_int_equal(inbox_check(&box, &fault), LISH_OK);
	assert_null(fault);
	/* overwritten while it is pushed, or taken */
	memset(&b.link, 0, sizeof(b.link));
	assert_int_equal(inbox_check(&box, &fault), LISH_BROKEN_LINKS);
	assert_ptr_equal(fault, &b.link);
	inbox_init(&box);
	setup(NULL);
	fill(&box, "abc");
	take_first(&box, &a);
	memset(&c.link, 0, sizeof(c.link));
	assert_int_equal(inbox_check(&box, &fault), LISH_BROKEN_LINKS);
	assert_ptr_equal(fault, &c.link);
	/* rings of each length, after tails of each length */
	setup(NULL);
	fill(&box, "abcde");
	memcpy(&a.link, &b.link, sizeof(a.link)); /* b -> a -> a */
	assert_int_equal(inbox_check(&box, NULL), LISH_BROKEN_LINKS);
	memcpy(&a.link, &c.link, sizeof(a.link)); /* a -> b */
	assert_int_equal(inbox_check(&box, NULL), LISH_BROKEN_LINKS);
	memcpy(&a.link, &e.link, sizeof(a.link)); /* a -> d */
	assert_int_equal(inbox_check(&box, NULL), LISH_BROKEN_LINKS);
}

#if LISH_CHECK >= 1
TEST(a_report_names_the_caller)
{
	assert_reported("inbox_push", LISH_NULL, assert_int_equal(inbox_push(&box, NULL), -EINVAL));
	assert_int_equal(!!report.fault.caller, LISH_HAS_CALLER);
}

TEST(a_node_that_was_overwritten_is_reported_when_it_is_taken)
{
	struct inbox_chain chain = { 0 };
	struct inbox_node *volatile none = NULL;

	assert_reported("inbox_chain_add_tail", LISH_NULL,
			assert_int_equal(inbox_chain_add_tail(&chain, none), -EINVAL));
	fill(&box, "abc");
	assert_reported("inbox_drain_entry", LISH_BROKEN_LINKS,
			inbox_drain_entry(pos, &box, struct item, link)
				memset(&b.link, 0, sizeof(b.link)));
	assert_ptr_equal(report.fault.node, &b.link);
}
#endif

TEST_MAIN(setup, NULL)
