// SPDX-License-Identifier: MIT
/*
 * walklist: what each call does, what loops visit whatever is done to the list,
 * what is refused. Pictures show a forward loop's place as [x], a gap as [].
 */
#include <linux-ish/walklist.h>
#include <linux-ish/sort.h>

#include "../../lib/core/walk.h"

#define LIST walklist
#define NODE walklist_node
#define CALL(name) walklist_##name
#define MADE(NAME) WALKLIST_##NAME
#define CONST_LOOP walklist_for_each_entry_const
#define DEL(list, node) walklist_del(list, node)
#define ADD_BEFORE(list, pos, node) walklist_add_before(list, pos, node)
#define ADD_AFTER(list, pos, node) walklist_add_after(list, pos, node)
#include "list_test.h"

/* A hint is for what comes so many places later. */
#define AHEAD (LISH_WALK_WAIT_ + 1)

/* The calls of the _entry macros, for nodes. */
#define test_pop(list) ((struct walklist_node *)(walklist_pop_entry)(list, 0))
#define test_pop_tail(list) ((struct walklist_node *)(walklist_pop_tail_entry)(list, 0))
#define test_first(list) ((struct walklist_node *)(walklist_first_entry)(list, 0))
#define test_last(list) ((struct walklist_node *)(walklist_last_entry)(list, 0))
#define test_next(list, node) ((struct walklist_node *)(walklist_next_entry)(list, node, 0))

#define assert_visited(names)                         \
	do {                                          \
		assert_string_equal(visited, names);  \
		assert_null(list.walks.loops.first);  \
		assert_null(other.walks.loops.first); \
	} while (0)

TEST(sizes_are_as_documented)
{
	assert_int_equal(sizeof(struct walklist_node), 4 * sizeof(void *));
}

/* Changing a list. */

TEST(forget_empties_without_touching)
{
	fill(&list, "ab");
	walklist_forget(&list);
	assert_order(&list, "");
	assert_non_null(node('a')->link.next);
	walklist_node_init(node('a'));
	fill(&list, "a");
	assert_order(&list, "a");
}

static int by_letter(void *ctx, const struct walklist_node *a, const struct walklist_node *b)
{
	const int sign = *(const int *)ctx;

	return sign * (container_of(a, const struct thing, node)->name -
		       container_of(b, const struct thing, node)->name);
}

/* Vowels first: many equals. */
static int by_vowel(void *ctx, const struct walklist_node *a, const struct walklist_node *b)
{
	const struct thing *s = container_of(a, const struct thing, node);
	const struct thing *t = container_of(b, const struct thing, node);

	(void)ctx;
	return !strchr("aeiou", s->name) && strchr("aeiou", t->name);
}

TEST(sort_sorts_and_keeps_the_order_of_equals)
{
	int up = 1, down = -1;

	walklist_sort(&list, by_letter, &up);
	assert_order(&list, "");
	fill(&list, "q");
	walklist_sort(&list, by_letter, &up);
	assert_order(&list, "q");
	fill(&list, "wertyuiopasdfghjklzxcvbnm");
	walklist_sort(&list, by_vowel, NULL);
	assert_order(&list, "euioaqwrtypsdfghjklzxcvbnm");
	walklist_sort(&list, by_letter, &up);
	assert_order(&list, "abcdefghijklmnopqrstuvwxyz");
	walklist_sort(&list, by_letter, &down);
	assert_order(&list, "zyxwvutsrqponmlkjihgfedcba");
}

/* An element goes after its neighbour, or to the front. */
TEST(loops_visit_what_add_sorted_adds_before_them)
{
	char seen[8];
	size_t n = 0;

	fill(&list, "bd");
	walklist_for_each_entry(t, &list, struct thing, node) {
		seen[n++] = t->name;
		if (t->name == 'b') {
			walklist_add_sorted(&list, node('a'), by_half, NULL);
			walklist_add_sorted(&list, node('c'), by_half, NULL);
			walklist_add_sorted(&list, node('g'), by_half, NULL);
		}
	}
	seen[n] = '\0';
	assert_string_equal(seen, "bcdg");
	assert_order(&list, "abcdg");
}

/* Asking. */

TEST(check_names_the_first_fault)
{
	const struct walklist_node *fault = node('z');
	static struct walklist zero;

	fill(&list, "abc");
	assert_int_equal(walklist_check(&list, &fault), LISH_OK);
	assert_null(fault);
	assert_int_equal(walklist_check(&zero, &fault), LISH_OK);
	assert_null(fault);
	zero.walks.count = 1;
	assert_int_equal(walklist_check(&zero, &fault), LISH_BAD_COUNT);
	zero.walks.count = 0;
	list.walks.count = 4;
	assert_int_equal(walklist_check(&list, &fault), LISH_BAD_COUNT);
	assert_null(fault);
	list.walks.count = 3;
	/* b's memory is wiped: a's follower does not point back */
	node('b')->list = &other;
	assert_int_equal(walklist_check(&list, &fault), LISH_FOREIGN);
	assert_ptr_equal(fault, node('b'));
	memset(node('b'), 0, sizeof(*node('b')));
	assert_int_equal(walklist_check(&list, &fault), LISH_BROKEN_LINKS);
	assert_ptr_equal(fault, node('a'));
	assert_int_equal(walklist_check(&list, NULL), LISH_BROKEN_LINKS);
	memset(node('a'), 0, sizeof(*node('a')));
	assert_int_equal(walklist_check(&list, &fault), LISH_BROKEN_LINKS);
	assert_null(fault);
	/* Half a head is none. */
	set_up();
	list.walks.head.next = NULL;
	assert_int_equal(walklist_check(&list, &fault), LISH_BROKEN_LINKS);
	assert_null(fault);
}

/* Loops: every one on every state. */

TEST(every_loop_takes_const_objects)
{
	fill(&list, "ab");
	forget_visits();
	walklist_for_each_entry(t, &list, const struct thing, node)
		visit(t);
	walklist_for_each_entry_reverse(t, &list, const struct thing, node)
		visit(t);
	walklist_for_each_entry_from(t, &list, (const struct thing *)thing('b'), const struct thing,
				     node)
		visit(t);
	walklist_for_each_entry_safe(t, &list, const struct thing, node)
		visit(t);
	walklist_for_each_entry_present(t, &list, const struct thing, node)
		visit(t);
	walklist_for_each_entry_const(t, &list, const struct thing, node)
		visit(t);
	assert_visited("abbababab"
		       "ab");
}

/* Loops: changes under them. */

enum kind { FORWARD, REVERSE_LOOP, PRESENT };

/* "*" is the current element, "+" the next one, "<" the first. */
static struct walklist_node *who(char name, struct thing *current)
{
	switch (name) {
	case '*':
		return &current->node;
	case '+':
		return test_next(&list, &current->node);
	case '<':
		return test_first(&list);
	default:
		return name ? node(name) : NULL;
	}
}

/* "del a", "move a front", "a after b", ... */
static void perform(const char *command, struct thing *current)
{
	char what[8] = "", to[8] = "", beside[8] = "";
	struct walklist_node *n;

	assert_in_range(sscanf(command, "%7s %7s %7s", what, to, beside), 1, 3);
	n = who(what[1] ? to[0] : what[0], current);
	if (!strcmp(what, "clear"))
		walklist_clear(&list);
	else if (!strcmp(what, "forget"))
		walklist_forget(&list);
	else if (!strcmp(what, "give"))
		walklist_splice(&other, &list);
	else if (!strcmp(what, "splice"))
		(*to == 'f' ? walklist_splice : walklist_splice_tail)(&list, &other);
	else if (!strcmp(what, "leave"))
		assert_true(walklist_leave(n));
	else if (!strcmp(what, "del"))
		walklist_del(&list, n);
	else if (!strcmp(what, "pop"))
		(void)(*to == 'f' ? test_pop(&list) : test_pop_tail(&list));
	else if (!strcmp(what, "free") && n)
		walklist_del(&list, n),
			memset(container_of(n, struct thing, node), 0xff, sizeof(*current));
	else if (!strcmp(what, "move"))
		(*beside == 'f' ? walklist_move : walklist_move_tail)(&list, n);
	else if (!strcmp(what, "send"))
		(*beside == 'f' ? walklist_move : walklist_move_tail)(&other, n);
	else if (!strcmp(to, "front"))
		walklist_add(&list, n);
	else if (!strcmp(to, "end") || !strcmp(to, "other"))
		walklist_add_tail(*to == 'e' ? &list : &other, n);
	else if (!strcmp(to, "after"))
		walklist_add_after(&list, who(*beside, current), n);
	else if (!strcmp(to, "before"))
		walklist_add_before(&list, who(*beside, current), n);
	else if (n)
		fail_msg("what is \"%s\"?", command);
}

/* "b: del b, x end; *3: clear": what is done at b, and at the third visit. */
static void act(const char *script, struct thing *current)
{
	const char name = current->name;
	char command[24];
	bool is_due;
	size_t n = 0;

	visit(current);
	while (*script) {
		is_due = (*script == '*' || *script == name) &&
			 (script[1] == ':' || (size_t)(script[1] - '0') == visits);
		for (script = strchr(script, ':') + 2; *script; script += n + 2) {
			n = strcspn(script, ",;");
			snprintf(command, sizeof(command), "%.*s", (int)n, script);
			if (is_due)
				perform(command, current);
			if (script[n] != ',')
				break;
		}
		script += n + (script[n] ? 2 : 0);
	}
}

/* A loop over the list whose body acts: what it visits, and both lists in the end. */
static void play(enum kind kind, const char *names, const char *others, const char *script,
		 const char *seen, const char *left, const char *others_left)
{
	set_up();
	fill(&list, names);
	fill(&other, others);
	forget_visits();
	if (kind == FORWARD)
		walklist_for_each_entry(t, &list, struct thing, node)
			act(script, t);
	else if (kind == REVERSE_LOOP)
		walklist_for_each_entry_reverse(t, &list, struct thing, node)
			act(script, t);
	else
		walklist_for_each_entry_present(t, &list, struct thing, node)
			act(script, t);
	assert_visited(seen);
	assert_order(&list, left);
	assert_order(&other, others_left);
}

TEST(the_body_removes_the_current_element)
{
	play(FORWARD, "abcd", "", "*: free *", "abcd", "", "");
}

TEST(the_body_removes_the_next_element)
{
	play(FORWARD, "abcde", "", "*: free +", "ace", "ace", "");
}

/* a b [c] d e f   ->   a [] e f   ->   [] e f */
TEST(the_body_removes_the_current_and_its_neighbours)
{
	play(FORWARD, "abcdef", "", "c: del c, del d, del b, del a", "abcef", "ef", "");
}

TEST(what_is_added_after_it_is_visited)
{
	play(FORWARD, "ab", "", "a: u front, v before a, w after a; b: x end", "awbx", "uvawbx",
	     "");
	play(REVERSE_LOOP, "uvawbx", "", "x: c end, d after x, e before x; u: f front", "xebwavuf",
	     "fuvawbexdc", "");
}

/*
 *   a [b] c            b goes:            a [] c
 *   w after a:         a w [] c           before the gap
 *   x in front of c:   a w [] x c         after it
 */
TEST(a_gap_parts_what_is_added_on_either_side)
{
	const char *script = "b: del b, w after a, x before c, v after w, y before x";

	play(FORWARD, "abc", "", script, "abyxc", "awvyxc", "");
	/* The same in reverse: what lies before the gap is visited. */
	play(REVERSE_LOOP, "abc", "", script, "cbvwa", "awvyxc", "");
}

TEST(a_gap_in_an_empty_list_parts_front_and_end)
{
	play(FORWARD, "a", "", "a: del a, f front, e end", "ae", "fe", "");
}

TEST(an_element_added_again_is_new)
{
	play(FORWARD, "abc", "", "a1: del a, a end", "abca", "bca", "");
}

TEST(clear_and_forget_leave_loops_on_a_gap)
{
	play(FORWARD, "abc", "", "b: clear, f front, e end", "abe", "fe", "");
	play(FORWARD, "abc", "", "b: forget, f front, e end", "abe", "fe", "");
}

TEST(loops_nest)
{
	fill(&list, "abcd");
	forget_visits();
	walklist_for_each_entry(t, &list, struct thing, node) {
		visit(t);
		walklist_for_each_entry_reverse(u, &list, struct thing, node) {
			visit(u);
			if (u->name == 'a' || u->name == 'b')
				walklist_del(&list, &u->node);
			if (u->name == 'd')
				walklist_for_each_entry(v, &list, struct thing, node)
					if (v->name == 'd')
						walklist_del(&list, &v->node);
		}
	}
	assert_visited("adcbacc");
	assert_order(&list, "c");
}

TEST(break_closes_a_loop)
{
	fill(&list, "abc");
	forget_visits();
	walklist_for_each_entry(t, &list, struct thing, node) {
		walklist_for_each_entry_present(u, &list, struct thing, node) {
			visit(u);
			break;
		}
		/* A loop is the first member of its walk. */
		assert_ptr_equal(
			((const struct lish_walk_ *)(const void *)list.walks.loops.first)->at,
			&t->node.link);
		assert_null(list.walks.loops.first->outer);
		if (t->name == 'b')
			break;
	}
	assert_visited("aa");
}

#if LISH_HAS_CLEANUP
static char find(char name)
{
	walklist_for_each_entry(t, &list, struct thing, node) {
		walklist_for_each_entry_reverse(u, &list, struct thing, node) {
			if (t->name == name && u->name == name)
				return u->name;
		}
	}
	return '\0';
}

TEST(return_and_goto_close_loops)
{
	fill(&list, "abc");
	assert_int_equal(find('b'), 'b');
	assert_null(list.walks.loops.first);
	assert_int_equal(find('z'), '\0');
	assert_null(list.walks.loops.first);
	walklist_for_each_entry(t, &list, struct thing, node)
		walklist_for_each_entry(u, &list, struct thing, node)
			goto out;
out:
	assert_null(list.walks.loops.first);
}
#endif

/* _present */

TEST(present_ends_whatever_is_added)
{
	char next = 'd';

	fill(&list, "abc");
	forget_visits();
	walklist_for_each_entry_present(t, &list, struct thing, node) {
		visit(t);
		walklist_add(&list, node(next++));
		walklist_add_tail(&list, node(next++));
		walklist_add_before(&list, &t->node, node(next++));
		walklist_add_after(&list, &t->node, node(next++));
		/* In front of what is yet to come. */
		walklist_add_before(&list, test_last(&list), node(next++));
	}
	assert_visited("abc");
	assert_int_equal(walklist_count(&list), 18);
	forget_visits();
	walklist_for_each_entry_present(t, &list, struct thing, node)
		visit(t);
	assert_int_equal(visits, 18);
}

TEST(present_visits_only_what_has_stayed)
{
	play(PRESENT, "abcdefg", "", "a: del c, move d end, del e, e after b, del g; b: move b end",
	     "abf", "aefdb", "");
}

/* The same inside a loop that began later and does not need them itself. */
TEST(stamps_last_as_long_as_the_outermost_loop)
{
	const char *names = "abcdefghijklmnopqrstuvwx", *name;

	fill(&list, "yz");
	forget_visits();
	walklist_for_each_entry_present(t, &list, struct thing, node) {
		visit(t);
		if (t->name == 'z')
			continue;
		for (name = names; *name; name++)
			walklist_add_before(&list, node('z'), node(*name));
		walklist_for_each_entry_present(u, &list, struct thing, node)
			assert_true(u->name);
	}
	assert_visited("yz");
}

TEST(stamps_travel_with_a_splice)
{
	int i;

	fill(&other, "xy");
	for (i = 0; i < 5; i++)
		walklist_for_each_entry_present(t, &other, struct thing, node)
			if (t->name == 'y' && i == 4)
				walklist_add_tail(&other, node('z'));
	/* z was new to a loop over the other list, not to any over this one. */
	fill(&list, "a");
	walklist_splice_tail(&list, &other);
	forget_visits();
	walklist_for_each_entry_present(t, &list, struct thing, node) {
		visit(t);
		if (t->name == 'a') {
			fill(&other, "mn");
			walklist_splice_tail(&list, &other);
		}
	}
	assert_visited("axyz");
	assert_order(&list, "axyzmn");
}

TEST(stamps_begin_anew_before_they_overflow)
{
	fill(&list, "ab");
	list.walks.stamp = LISH_WALK_STAMPS_ - 1;
	forget_visits();
	walklist_for_each_entry_present(t, &list, struct thing, node) {
		visit(t);
		if (t->name == 'a')
			walklist_add_tail(&list, node('c'));
		/* Also while somebody needs them. */
		walklist_for_each_entry_present(u, &list, struct thing, node)
			visit(u);
	}
	assert_visited("aabcbabc");
	assert_int_equal(list.walks.stamp, 3);
	forget_visits();
	walklist_for_each_entry_present(t, &list, struct thing, node) {
		visit(t);
		if (t->name == 'a')
			walklist_add_tail(&list, node('d'));
	}
	assert_visited("abc");
}

/* Hints: what can be seen of them. */

#define MANY 80

static struct thing crowd[MANY];

static void fill_crowd(void)
{
	int i;

	set_up();
	memset(crowd, 0, sizeof(crowd));
	for (i = 0; i < MANY; i++)
		walklist_add_tail(&list, &crowd[i].node);
}

TEST(a_loop_from_the_first_leaves_hints_and_none_from_another)
{
	int i;

	if (!LISH_WALK_HINTS_)
		return;
	fill_crowd();
	walklist_for_each_entry_from(t, &list, &crowd[1], struct thing, node)
		t->before++;
	for (i = 0; i < MANY; i++)
		assert_int_equal(crowd[i].node.hint, 0);
	walklist_for_each_entry_from(t, &list, &crowd[0], struct thing, node)
		t->before++;
	for (i = 0; i < MANY; i++)
		assert_int_equal(crowd[i].node.hint,
				 i >= MANY - AHEAD ? 0 : (uintptr_t)&crowd[i + AHEAD].node);
}

/* Is a loop over the list one that leaves hints? */
static bool leaves_hints(void)
{
	struct walklist_loop loop = LISH_LOOP_INIT;
	bool leaves;

	walklist_loop_begin(&loop, &list);
	leaves = loop.walk.state != 0;
	walklist_loop_end(&loop);
	return leaves;
}

static int by_address(void *ctx, const struct walklist_node *a, const struct walklist_node *b)
{
	(void)ctx;
	return a < b ? -1 : a > b;
}

TEST(sort_splice_and_forget_make_hints_due)
{
	struct thing more[12];
	int i;

	if (!LISH_WALK_HINTS_)
		return;
	fill_crowd();
	assert_true(leaves_hints());
	walklist_for_each_entry(t, &list, struct thing, node)
		t->before++;
	assert_false(leaves_hints());
	walklist_sort(&list, by_address, NULL);
	assert_true(leaves_hints());
	walklist_for_each_entry(t, &list, struct thing, node)
		t->before++;
	memset(more, 0, sizeof(more));
	for (i = 0; i < 12; i++)
		walklist_add(&other, &more[i].node);
	assert_false(leaves_hints());
	/* Half of what makes hints due, and the other half. */
	for (i = 0; i < 6; i++)
		walklist_move(&list, &crowd[i].node);
	assert_false(leaves_hints());
	walklist_splice(&list, &other);
	assert_true(leaves_hints());
	walklist_for_each_entry(t, &list, struct thing, node)
		t->before++;
	assert_false(leaves_hints());
	walklist_forget(&list);
	memset(crowd, 0, sizeof(crowd));
	for (i = 0; i < MANY; i++)
		walklist_add_tail(&list, &crowd[i].node);
	assert_true(leaves_hints());
	walklist_clear(&list);
}

TEST(a_loop_that_saw_all_go_begins_with_its_hints_anew)
{
	static struct thing crowd2[MANY];
	/* While the first steps wait, and when hints are being left. */
	const int stops[] = { 5, 60 };
	size_t round;
	int i;

	if (!LISH_WALK_HINTS_)
		return;
	for (round = 0; round < ARRAY_SIZE(stops); round++) {
		fill_crowd();
		memset(crowd2, 0, sizeof(crowd2));
		walklist_for_each_entry(t, &list, struct thing, node) {
			if (t != &crowd[stops[round]])
				continue;
			walklist_clear(&list);
			memset(crowd, 0xff, sizeof(crowd));
			for (i = 0; i < MANY; i++)
				walklist_add_tail(&list, &crowd2[i].node);
		}
		for (i = 0; i + AHEAD < MANY; i++)
			assert_int_equal(crowd2[i].node.hint, (uintptr_t)&crowd2[i + AHEAD].node);
	}
}

TEST(the_element_that_waits_for_its_hint_may_go)
{
	/* So far back is the one that gets a hint. */
	const int back = AHEAD - 1;

	if (!LISH_WALK_HINTS_)
		return;
	fill_crowd();
	walklist_for_each_entry(t, &list, struct thing, node) {
		/* None waits yet, for either of the two. */
		if (t == &crowd[0]) {
			walklist_del(&list, &crowd[0].node);
			walklist_add(&list, node('a'));
			walklist_del(&list, node('a'));
		}
		if (t == &crowd[40])
			walklist_del(&list, &crowd[40 - back].node);
		if (t == &crowd[50])
			walklist_clear(&list);
	}
	assert_order(&list, "");

	fill_crowd();
	walklist_for_each_entry(t, &list, struct thing, node) {
		if (t == &crowd[40])
			walklist_del(&list, &crowd[40 - back].node);
	}
	assert_int_equal(crowd[40 - back].node.hint, 0);
	assert_int_equal(crowd[41 - back].node.hint, (uintptr_t)&crowd[41].node);
	assert_int_equal(crowd[51 - back].node.hint, (uintptr_t)&crowd[51].node);
	assert_int_equal(crowd[52 - back].node.hint, (uintptr_t)&crowd[52].node);
}

TEST(an_element_is_given_its_neighbours_hint)
{
	if (!LISH_WALK_HINTS_)
		return;
	fill_crowd();
	walklist_for_each_entry(t, &list, struct thing, node)
		t->before++;
	walklist_add_after(&list, &crowd[3].node, node('a'));
	walklist_add_before(&list, &crowd[8].node, node('b'));
	walklist_add(&list, node('c'));
	assert_int_equal(node('a')->hint, crowd[3].node.hint);
	assert_int_equal(node('b')->hint, crowd[7].node.hint);
	assert_int_equal(node('c')->hint, list.walks.hint.word);
}

TEST(an_element_that_moves_keeps_its_hint_or_stamp)
{
	uintptr_t hint, stamp;
	int seen = 0;

	if (!LISH_WALK_HINTS_ || LISH_SMALL_)
		return;
	fill_crowd();
	walklist_for_each_entry(t, &list, struct thing, node)
		t->before++;
	hint = crowd[7].node.hint;
	assert_int_not_equal(hint, list.walks.hint.word);
	walklist_move(&list, &crowd[7].node);
	assert_int_equal(crowd[7].node.hint, hint);
	/* The stamp of a loop that has ended skips nothing. */
	walklist_for_each_entry_present(t, &list, struct thing, node) {
		if (t == &crowd[7])
			walklist_move_tail(&list, &crowd[7].node);
	}
	stamp = crowd[7].node.hint;
	assert_int_equal(stamp & 1, 1);
	walklist_move(&list, &crowd[7].node);
	assert_int_equal(crowd[7].node.hint, stamp);
	walklist_for_each_entry_present(t, &list, struct thing, node)
		seen += t == &crowd[7];
	assert_int_equal(seen, 1);
}

TEST(const_loops_write_nothing)
{
	static struct thing copy[MANY];
	struct walklist head;

	fill_crowd();
	memcpy(copy, crowd, sizeof(crowd));
	head = list;
	walklist_for_each_entry_const(t, &list, struct thing, node)
		assert_int_equal(t->before, 0);
	assert_memory_equal(copy, crowd, sizeof(crowd));
	assert_memory_equal(&head, &list, sizeof(list));
}

/* Loops by hand. */

TEST(an_explicit_loop_visits_and_ends)
{
	struct walklist_loop loop = LISH_LOOP_INIT;
	struct walklist_node *n;

	fill(&list, "abc");
	walklist_loop_end(&loop); /* has not begun */
	assert_null(walklist_loop_next(&loop));

	forget_visits();
	walklist_loop_begin(&loop, &list);
	while ((n = walklist_loop_next(&loop)) != NULL) {
		visit(container_of(n, struct thing, node));
		walklist_del(&list, n);
	}
	assert_visited("abc"); /* and closed by itself */
	assert_null(walklist_loop_next(&loop));
	walklist_loop_end(&loop);
	walklist_loop_end(&loop);

	fill(&list, "abc");
	walklist_loop_begin(&loop, &list);
	assert_ptr_equal(walklist_loop_next(&loop), node('a'));
	walklist_loop_end(&loop);
	assert_null(walklist_loop_next(&loop));
	assert_null(list.walks.loops.first);
}

/* Each loop ends after the body that stops it, and looks at nothing. */
TEST(a_stopped_list_may_be_destroyed)
{
	struct walklist_loop loop = LISH_LOOP_INIT;
	struct walklist *l;
	struct thing *all;
	int kind, i;

	for (kind = 0; kind < 4; kind++) {
		l = (struct walklist *)malloc(sizeof(*l));
		all = (struct thing *)calloc(3, sizeof(*all));
		assert_true(l && all);
		walklist_init(l);
		for (i = 0; i < 3; i++)
			walklist_add_tail(l, &all[i].node);
		walklist_loop_begin(&loop, l);
		assert_ptr_equal(walklist_loop_next(&loop), &all[0].node);
		visits = 0;

#define STOP_AND_FREE             \
	{                         \
		visit(t);         \
		walklist_stop(l); \
		free(l);          \
		free(all);        \
	}
		if (kind == 0)
			walklist_for_each_entry(t, l, struct thing, node)
				STOP_AND_FREE
		else if (kind == 1)
			walklist_for_each_entry_reverse(t, l, struct thing, node)
				STOP_AND_FREE
		else if (kind == 2)
			walklist_for_each_entry_present(t, l, struct thing, node)
				STOP_AND_FREE
		else
			walklist_for_each_entry_from(t, l, &all[1], struct thing, node)
				STOP_AND_FREE
#undef STOP_AND_FREE
		assert_int_equal(visits, 1);
		assert_null(walklist_loop_next(&loop));
		walklist_loop_end(&loop);
	}
}

/* A listener that leaves, and frees itself, while it is being notified. */
TEST(a_listener_may_leave_and_die_in_its_own_event)
{
	struct thing *all[3];
	int i, heard = 0;

	for (i = 0; i < 3; i++) {
		all[i] = (struct thing *)calloc(1, sizeof(*all[i]));
		assert_non_null(all[i]);
		walklist_add_tail(&list, &all[i]->node);
	}
	walklist_for_each_entry_present(t, &list, struct thing, node) {
		heard++;
		if (t == all[0]) {
			/* It takes the next one with it. */
			walklist_leave(&all[1]->node);
			free(all[1]);
		}
		assert_true(walklist_leave(&t->node));
		free(t);
	}
	assert_int_equal(heard, 2);
	assert_order(&list, "");
}

/* The object goes to other memory, and its old memory to others. */
static struct thing *moved(struct thing *from)
{
	static struct thing rooms[THINGS];
	struct thing *to = &rooms[from->name - 'a'];

	memcpy(to, from, sizeof(*to));
	memset(from, 0x5a, sizeof(*from));
	walklist_node_moved(&to->node);
	return to;
}

TEST(loops_go_on_from_an_element_that_moved)
{
	fill(&list, "abcdef");
	forget_visits();
	walklist_for_each_entry(t, &list, struct thing, node) {
		visit(t);
		moved(t);
	}
	assert_string_equal(visited, "abcdef");
	assert_order(&list, "abcdef");
	set_up();
	fill(&list, "abcdef");
	forget_visits();
	walklist_for_each_entry_reverse(t, &list, struct thing, node) {
		visit(t);
		/* the one after it in the loop, and then its own */
		if (t->name == 'e')
			moved(thing('d'));
		if (t->name != 'd')
			moved(t);
	}
	assert_string_equal(visited, "fedcba");
	/* an inner loop, an outer one, and a removal of what moved */
	set_up();
	fill(&list, "abc");
	forget_visits();
	walklist_for_each_entry_present(t, &list, struct thing, node) {
		visit(t);
		if (t->name != 'b')
			continue;
		walklist_for_each_entry(u, &list, struct thing, node) {
			if (u->name == 'b')
				walklist_del(&list, &moved(u)->node);
		}
	}
	assert_string_equal(visited, "abc");
	assert_order(&list, "ac");
	/* in no list */
	memset(thing('z'), 0, sizeof(*thing('z')));
	walklist_node_moved(node('z'));
	assert_zero(node('z'));
}

TEST(trails_follow_an_element_that_moved)
{
	int visits_of_all = 0;

	fill_crowd();
	walklist_for_each_entry(t, &list, struct thing, node) {
		struct thing *to;

		if (visits_of_all++ % 3 == 0) {
			to = (struct thing *)malloc(sizeof(*to));
			assert_non_null(to);
			memcpy(to, t, sizeof(*to));
			memset(t, 0x5a, sizeof(*t));
			walklist_node_moved(&to->node);
			if (visits_of_all % 2)
				walklist_del(&list, &to->node);
			else
				memcpy(t, to, sizeof(*to)), walklist_node_moved(&t->node);
			free(to);
		}
	}
	assert_int_equal(visits_of_all, MANY);
	assert_int_equal(walklist_check(&list, NULL), LISH_OK);
}

TEST(destroy_ends_the_use_of_an_empty_list)
{
	struct walklist_loop loop = LISH_LOOP_INIT;

	fill(&list, "a");
	assert_reported("walklist_destroy", LISH_NOT_EMPTY, walklist_destroy(&list));
	assert_order(&list, "a");
	walklist_loop_begin(&loop, &list);
	walklist_del(&list, node('a'));
	walklist_destroy(&list);
	/* The loop ends without a look at the list, which may have been freed. */
	memset(&list, 0xff, sizeof(list));
	assert_null(walklist_loop_next(&loop));
	walklist_loop_end(&loop);
	walklist_init(&list);
	walklist_destroy(&list);
	assert_reported("walklist_clear", LISH_UNINITIALIZED, walklist_clear(&list));
	assert_int_equal(walklist_check(&list, NULL), LISH_UNINITIALIZED);
#if LISH_CHECK >= 1
	assert_reported("walklist_add", LISH_UNINITIALIZED, walklist_add(&list, node('a')));
	assert_reported("walklist_add_tail", LISH_UNINITIALIZED,
			walklist_add_tail(&list, node('a')));
	assert_zero(node('a'));
#endif
	walklist_init(&list);
	fill(&list, "a");
	assert_order(&list, "a");
	/* A zero list may be destroyed too. */
	memset(&other, 0, sizeof(other));
	walklist_destroy(&other);
	walklist_init(&other);
}

TEST(a_node_knows_its_list)
{
	assert_false(walklist_is_linked(node('a')));
	assert_null(walklist_of(node('a')));
	fill(&list, "a");
	fill(&other, "y");
	assert_true(walklist_is_linked(node('a')));
	assert_ptr_equal(walklist_of(node('a')), &list);
	walklist_move(&list, node('y'));
	assert_ptr_equal(walklist_of(node('y')), &list);
	walklist_splice(&other, &list);
	assert_ptr_equal(walklist_of(node('a')), &other);
	walklist_del(&other, node('a'));
	assert_false(walklist_is_linked(node('a')));
}

TEST(more_calls_take_a_zero_list)
{
	walklist_forget(fresh());
	walklist_add_sorted(fresh(), node('z'), by_half, NULL);
	walklist_del(node('z')->list, node('z'));
	walklist_stop(fresh());
	assert_visits("", walklist_for_each_entry_present(t, fresh(), struct thing, node));
	assert_null(fresh()->walks.loops.first);
	assert_order(fresh(), "");
}

/* As of any empty list: only a loop by hand visits what comes later. */
TEST(a_loop_over_a_zero_list)
{
	struct walklist_loop loop = LISH_LOOP_INIT;
	struct walklist *zero = fresh();

	walklist_loop_begin(&loop, zero);
	assert_int_equal(walklist_check(zero, NULL), LISH_OK);
	walklist_add_tail(zero, node('c'));
	assert_ptr_equal(walklist_loop_next(&loop), node('c'));
	walklist_add_tail(zero, node('d'));
	assert_ptr_equal(walklist_loop_next(&loop), node('d'));
	assert_null(walklist_loop_next(&loop));
	zero = fresh();
	walklist_for_each_entry(outer, &list, struct thing, node) {
		walklist_for_each_entry(t, zero, struct thing, node)
			fail();
		walklist_move(zero, &outer->node);
		break;
	}
	assert_order(zero, "a");
}

/* C++ has no offset of such a member. */
#ifndef __cplusplus
TEST(a_node_may_be_an_element_of_an_array_with_a_variable_index)
{
	static struct unit {
		int n;
		struct walklist_node in[2];
	} units[2];
	static struct walklist lists[2];
	int i, sum = 0;

	units[0].n = 1;
	units[1].n = 2;
	for (i = 0; i < 2; i++) {
		walklist_add_tail(&lists[i], &units[0].in[i]);
		walklist_add_tail(&lists[i], &units[1].in[i]);
		walklist_for_each_entry(u, &lists[i], struct unit, in[i])
			sum = 10 * sum + u->n;
		assert_ptr_equal(walklist_pop_entry(&lists[i], struct unit, in[i]), &units[0]);
	}
	assert_int_equal(sum, 1212);
}
#endif

/* They move from the memory of the first half to that of the second, in the body of a loop. */
TEST(a_loop_goes_on_among_elements_that_moved)
{
	static struct thing many[200];
	size_t n = 0, i;

	memset(many, 0, sizeof(many));
	for (i = 0; i < 100; i++)
		walklist_add_tail(&list, &many[i].node);
	walklist_for_each_entry(pos, &list, struct thing, node) {
		assert_ptr_equal(pos, n > 60 ? &many[100 + n] : &many[n]);
		if (n++ != 60)
			continue;
		for (i = 0; i < 100; i++) {
			many[100 + i] = many[i];
			memset(&many[i], 0x5a, sizeof(many[i]));
			walklist_node_moved(&many[100 + i].node);
		}
	}
	assert_int_equal(n, 100);
	assert_int_equal(walklist_check(&list, NULL), LISH_OK);
}

TEST_MAIN(setup, NULL)
