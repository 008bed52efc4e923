/* SPDX-License-Identifier: MIT */
/*
 * list_test.h - what ilist and walklist promise alike, included by the tests of each: LIST
 * is the list, NODE its node, CALL(name) its call, MADE(NAME) its macro in capitals, CONST_LOOP
 * the loop that reads; DEL(), ADD_BEFORE() and ADD_AFTER() take the list, too
 */
#include "test.h"

struct thing {
	long before; /* so that the node is not the object's first member */
	struct NODE node;
	struct NODE also;
	char name;
};

#define THINGS 26

static struct thing things[THINGS];
static struct LIST list, other;

/* The thing of that name, 'a' to 'z', and its node. */
static struct thing *thing(char name)
{
	return &things[name - 'a'];
}

static struct NODE *node(char name)
{
	return &thing(name)->node;
}

/* Two empty lists and things that are in neither. */
static void set_up(void)
{
	size_t i;

	memset(things, 0, sizeof(things));
	for (i = 0; i < THINGS; i++)
		things[i].name = (char)('a' + i);
	CALL(init)(&list);
	CALL(init)(&other);
}

static int setup(void **state)
{
	(void)state;
	set_up();
	return 0;
}

static void fill(struct LIST *l, const char *names)
{
	for (; *names; names++)
		CALL(add_tail)(l, node(*names));
}

/* The list holds just these, seen from both ends, and is whole. */
static void assert_order(const struct LIST *l, const char *names)
{
	const size_t n = strlen(names);
	const struct thing *t;
	char seen[64];
	size_t i = 0;

	assert_int_equal(CALL(check)(l, NULL), LISH_OK);
	assert_int_equal(CALL(count)(l), n);
	CONST_LOOP(u, l, const struct thing, node)
		seen[i++] = u->name;
	seen[i] = '\0';
	assert_string_equal(seen, names);
	for (t = CALL(last_entry)(l, const struct thing, node); t;
	     t = CALL(prev_entry)(l, t, const struct thing, node))
		assert_int_equal(t->name, names[--i]);
	assert_int_equal(i, 0);
}

static void assert_zero(const struct NODE *n)
{
	static const struct NODE zero;

	assert_memory_equal(n, &zero, sizeof(zero));
}

/* What a loop visited, in order. */
static char visited[256];
static size_t visits;

static void visit(const struct thing *t)
{
	assert_true(visits < sizeof(visited) - 1);
	visited[visits++] = t->name;
	visited[visits] = '\0';
}

static void forget_visits(void)
{
	visits = 0;
	visited[0] = '\0';
}

/* What the loop visits, whose body visits t. */
#define assert_visits(names, loop)                   \
	do {                                         \
		forget_visits();                     \
		loop visit(t);                       \
		assert_string_equal(visited, names); \
	} while (0)

/* Making lists and nodes */

TEST(a_zeroed_node_is_in_no_list)
{
	static struct thing fresh;

	assert_false(CALL(is_linked)(&fresh.node));
	CALL(add)(&list, &fresh.node);
	assert_true(CALL(is_linked)(&fresh.node));
	DEL(&list, &fresh.node);
	assert_zero(&fresh.node);
}

static MADE(DEFINE)(defined_list);

TEST(each_way_to_make_a_list_makes_an_empty_one)
{
	struct LIST l, at_once = MADE(INIT)(at_once);

	memset(&l, 0x5a, sizeof(l));
	CALL(init)(&l);
	assert_order(&l, "");
	assert_order(&at_once, "");
	assert_order(&defined_list, "");
}

TEST(node_init_makes_a_node_of_any_memory)
{
	memset(node('a'), 0x5a, sizeof(*node('a')));
	CALL(node_init)(node('a'));
	assert_zero(node('a'));
}

/* Changing a list */

TEST(add_puts_in_front_and_add_tail_at_the_end)
{
	CALL(add)(&list, node('a'));
	assert_order(&list, "a");
	CALL(add)(&list, node('b'));
	assert_order(&list, "ba");
	CALL(add_tail)(&list, node('c'));
	assert_order(&list, "bac");
	CALL(add_tail)(&other, node('d'));
	assert_order(&other, "d");
}

TEST(add_before_and_after_put_beside_an_element)
{
	fill(&list, "am");
	ADD_BEFORE(&list, node('a'), node('x'));
	ADD_BEFORE(&list, node('m'), node('y'));
	assert_order(&list, "xaym");
	ADD_AFTER(&list, node('a'), node('b'));
	ADD_AFTER(&list, node('m'), node('n'));
	assert_order(&list, "xabymn");
}

TEST(add_before_or_tail_puts_before_an_element_or_at_the_end)
{
	CALL(add_before_or_tail)(&list, NULL, node('c'));
	CALL(add_before_or_tail)(&list, node('c'), node('a'));
	CALL(add_before_or_tail)(&list, node('c'), node('b'));
	CALL(add_before_or_tail)(&list, NULL, node('d'));
	assert_order(&list, "abcd");
}

TEST(del_takes_the_node_out_and_zeroes_it)
{
	const char *names = "cadb", *name;

	fill(&list, "abcd");
	for (name = names; *name; name++) {
		DEL(&list, node(*name));
		assert_zero(node(*name));
		assert_int_equal(CALL(count)(&list), 3 - (name - names));
	}
	assert_order(&list, "");
	CALL(add)(&list, node('c'));
	assert_order(&list, "c");
}

TEST(leave_needs_no_list)
{
	fill(&list, "abc");
	fill(&other, "x");
	assert_true(CALL(leave)(node('b')));
	assert_zero(node('b'));
	assert_order(&list, "ac");
	assert_false(CALL(leave)(node('b')));
	assert_true(CALL(leave)(node('x')));
	assert_order(&other, "");
	assert_true(CALL(leave)(node('a')));
	assert_true(CALL(leave)(node('c')));
	assert_order(&list, "");
	assert_false(CALL(leave)(node('z'))); /* never in any */
}

TEST(pop_takes_the_first_and_pop_tail_the_last)
{
	assert_null(CALL(pop_entry)(&list, struct thing, node));
	assert_null(CALL(pop_tail_entry)(&list, struct thing, node));
	fill(&list, "abc");
	assert_ptr_equal(CALL(pop_entry)(&list, struct thing, node), thing('a'));
	assert_zero(node('a'));
	assert_ptr_equal(CALL(pop_tail_entry)(&list, struct thing, node), thing('c'));
	assert_zero(node('c'));
	assert_order(&list, "b");
	assert_ptr_equal(CALL(pop_tail_entry)(&list, struct thing, node), thing('b'));
	assert_order(&list, "");
}

/* [a] -> [] -> [a] -> [a b]: the ends are right after the only one has gone */
TEST(an_emptied_list_takes_the_next_ones)
{
	int how;

	for (how = 0; how < 3; how++) {
		set_up();
		fill(&list, "a");
		if (how == 0)
			DEL(&list, node('a'));
		else if (how == 1)
			(void)CALL(pop_entry)(&list, struct thing, node);
		else
			(void)CALL(pop_tail_entry)(&list, struct thing, node);
		assert_order(&list, "");
		CALL(add_tail)(&list, node('a'));
		assert_order(&list, "a");
		CALL(add_tail)(&list, node('b'));
		assert_order(&list, "ab");
	}
}

TEST(move_puts_to_the_front_and_move_tail_to_the_end)
{
	fill(&list, "abc");
	CALL(move)(&list, node('c'));
	assert_order(&list, "cab");
	CALL(move)(&list, node('c'));
	assert_order(&list, "cab");
	CALL(move)(&list, node('a'));
	assert_order(&list, "acb");
	CALL(move_tail)(&list, node('c'));
	assert_order(&list, "abc");
	CALL(move_tail)(&list, node('c'));
	assert_order(&list, "abc");
	CALL(move_tail)(&list, node('a'));
	assert_order(&list, "bca");
}

/* list: [a b c]  other: [x y z] -> each move takes from whichever list */
TEST(move_takes_an_element_of_another_list)
{
	fill(&list, "abc");
	fill(&other, "xyz");
	CALL(move)(&list, node('y'));
	assert_order(&list, "yabc");
	assert_order(&other, "xz");
	assert_true(CALL(contains)(&list, node('y')));
	CALL(move_tail)(&list, node('x'));
	assert_order(&list, "yabcx");
	assert_order(&other, "z");
	CALL(move)(&list, node('z'));
	assert_order(&list, "zyabcx");
	assert_order(&other, "");
	CALL(move_tail)(&other, node('y'));
	assert_order(&list, "zabcx");
	assert_order(&other, "y");
}

TEST(splice_moves_all_to_the_front)
{
	CALL(splice)(&list, &other);
	assert_order(&list, "");
	fill(&list, "ab");
	fill(&other, "xyz");
	CALL(splice)(&list, &other);
	assert_order(&list, "xyzab");
	assert_order(&other, "");
	assert_true(CALL(contains)(&list, node('x')));
	assert_true(CALL(leave)(node('y')));
	ADD_AFTER(&list, node('x'), node('y'));
	CALL(splice)(&list, &other); /* from an empty one */
	assert_order(&list, "xyzab");
	CALL(splice)(&other, &list); /* into an empty one */
	assert_order(&other, "xyzab");
	CALL(splice)(&other, &other); /* into itself */
	assert_order(&other, "xyzab");
	CALL(splice)(&list, &list);
	assert_order(&list, "");
}

TEST(splice_tail_moves_all_to_the_end)
{
	fill(&list, "ab");
	fill(&other, "xyz");
	CALL(splice_tail)(&list, &other);
	assert_order(&list, "abxyz");
	assert_order(&other, "");
	CALL(splice_tail)(&list, &other);
	assert_order(&list, "abxyz");
	CALL(splice_tail)(&other, &list);
	assert_order(&other, "abxyz");
	CALL(splice_tail)(&other, &other);
	assert_order(&other, "abxyz");
}

TEST(clear_zeroes_every_node)
{
	CALL(clear)(&list);
	assert_order(&list, "");
	fill(&list, "abc");
	CALL(clear)(&list);
	assert_order(&list, "");
	assert_zero(node('a'));
	assert_zero(node('b'));
	assert_zero(node('c'));
}

TEST(node_moved_repairs_a_list_after_a_copy)
{
	struct thing copy;

	/* [a b c], b moves to other memory -> [a b' c] */
	fill(&list, "abc");
	copy = *thing('b');
	memset(thing('b'), 0x5a, sizeof(copy));
	CALL(node_moved)(&copy.node);
	assert_order(&list, "abc");
	assert_ptr_equal(CALL(next_entry)(&list, thing('a'), struct thing, node), &copy);
	DEL(&list, &copy.node);
	/* a node in no list stays in no list */
	CALL(node_moved)(&copy.node);
	assert_zero(&copy.node);
	assert_order(&list, "ac");
	/* alone */
	DEL(&list, node('c'));
	copy = *thing('a');
	CALL(node_moved)(&copy.node);
	assert_order(&list, "a");
	assert_ptr_equal(CALL(first_entry)(&list, struct thing, node), &copy);
}

/* A vector of objects in a list: objects move one at a time, and the old memory is freed. */
TEST(a_vector_that_grows_keeps_its_list)
{
	struct thing *all = NULL, *grown;
	int i, n, sum = 0;

	for (n = 0; n < 40; n++) {
		grown = (struct thing *)malloc((size_t)(n + 1) * sizeof(*grown));
		assert_non_null(grown);
		for (i = 0; i < n; i++) {
			memcpy(&grown[i], &all[i], sizeof(*grown));
			CALL(node_moved)(&grown[i].node);
			memset(&all[i], 0x5a, sizeof(*all));
		}
		free(all);
		all = grown;
		memset(&all[n], 0, sizeof(*all));
		all[n].name = (char)n;
		CALL(add_tail)(&list, &all[n].node);
		assert_int_equal(CALL(check)(&list, NULL), LISH_OK);
	}
	CALL(for_each_entry)(pos, &list, struct thing, node)
		assert_int_equal(pos->name, sum++);
	assert_int_equal(sum, 40);
	CALL(clear)(&list);
	free(all);
}

/* Asking */

TEST(contains_tells_where_a_node_is)
{
	assert_false(CALL(contains)(&list, node('a')));
	fill(&list, "abc");
	fill(&other, "d");
	assert_true(CALL(contains)(&list, node('a')));
	assert_true(CALL(contains)(&list, node('c')));
	assert_false(CALL(contains)(&list, node('d')));
	assert_false(CALL(contains)(&list, node('x')));
	assert_false(CALL(contains)(&other, node('a')));
	DEL(&list, node('b'));
	assert_false(CALL(contains)(&list, node('b')));
}

TEST(entries_are_null_at_the_ends)
{
	const struct LIST *read_only = &list;
	const struct NODE *read_node = node('b');
	const struct thing *t;

	assert_null(CALL(first)(&list));
	assert_null(CALL(first_entry)(&list, struct thing, node));
	assert_null(CALL(last_entry)(&list, struct thing, node));
	fill(&list, "abc");
	assert_ptr_equal(CALL(first)(&list), node('a'));
	assert_ptr_equal(CALL(first_entry)(&list, struct thing, node), thing('a'));
	assert_ptr_equal(CALL(last_entry)(&list, struct thing, node), thing('c'));
	assert_ptr_equal(CALL(next_entry)(&list, thing('a'), struct thing, node), thing('b'));
	assert_null(CALL(next_entry)(&list, thing('c'), struct thing, node));
	assert_ptr_equal(CALL(prev_entry)(&list, thing('b'), struct thing, node), thing('a'));
	assert_null(CALL(prev_entry)(&list, thing('a'), struct thing, node));
	assert_ptr_equal(container_of(node('b'), struct thing, node), thing('b'));
	/* The same of what is only read. */
	t = CALL(first_entry)(read_only, const struct thing, node);
	assert_ptr_equal(t, thing('a'));
	t = CALL(next_entry)(read_only, t, const struct thing, node);
	assert_ptr_equal(t, container_of(read_node, const struct thing, node));
	t = CALL(prev_entry)(read_only, t, const struct thing, node);
	assert_ptr_equal(t, thing('a'));
	assert_ptr_equal(CALL(last_entry)(read_only, const struct thing, node), thing('c'));
}

TEST(an_object_is_in_several_lists_by_several_nodes)
{
	fill(&list, "ab");
	CALL(add)(&other, &thing('a')->also);
	CALL(add)(&other, &thing('b')->also);
	assert_ptr_equal(CALL(first_entry)(&other, struct thing, also), thing('b'));
	DEL(&list, node('b'));
	assert_order(&list, "a");
	assert_int_equal(CALL(count)(&other), 2);
}

/* Loops: each on each length of list */

TEST(every_loop_visits_all_of_every_list)
{
	const char *forward[] = { "", "a", "ab", "abcdefghijklmnopqrstuvwxyz" };
	const char *backward[] = { "", "a", "ba", "zyxwvutsrqponmlkjihgfedcba" };
	struct thing *first;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(forward); i++) {
		set_up();
		fill(&list, forward[i]);
		first = CALL(first_entry)(&list, struct thing, node);
		assert_visits(forward[i], CALL(for_each_entry)(t, &list, struct thing, node));
		assert_visits(backward[i],
			      CALL(for_each_entry_reverse)(t, &list, struct thing, node));
		assert_visits(forward[i],
			      CALL(for_each_entry_from)(t, &list, first, struct thing, node));
		assert_visits(forward[i], CALL(for_each_entry_safe)(t, &list, struct thing, node));
		assert_visits(forward[i], CONST_LOOP(t, &list, const struct thing, node));
	}
}

TEST(from_loops_begin_where_they_are_told)
{
	struct thing *const nowhere = NULL;

	fill(&list, "abcd");
	assert_visits("cd",
		      CALL(for_each_entry_from)(t, &list, thing('c'), struct thing, node));
	assert_visits("", CALL(for_each_entry_from)(t, &list, nowhere, struct thing, node));
}

static unsigned int evaluated;

#define once(value) (evaluated++, (value))
#define assert_once(call)                       \
	do {                                    \
		evaluated = 0;                  \
		call;                           \
		assert_int_equal(evaluated, 1); \
	} while (0)

TEST(macros_evaluate_their_arguments_once)
{
	struct thing *t = NULL;

	fill(&list, "abcd");
	assert_once(t = container_of(once(node('a')), struct thing, node));
	assert_ptr_equal(t, thing('a'));
	assert_once(t = CALL(first_entry)(once(&list), struct thing, node));
	assert_once(t = CALL(last_entry)(once(&list), struct thing, node));
	assert_once(t = CALL(next_entry)(once(&list), thing('a'), struct thing, node));
	assert_once(t = CALL(next_entry)(&list, once(thing('a')), struct thing, node));
	assert_once(t = CALL(prev_entry)(once(&list), thing('b'), struct thing, node));
	assert_once(t = CALL(prev_entry)(&list, once(thing('b')), struct thing, node));
	assert_once(t = CALL(pop_entry)(once(&list), struct thing, node));
	assert_once(t = CALL(pop_tail_entry)(once(&list), struct thing, node));
	assert_ptr_equal(t, thing('d'));
	assert_order(&list, "bc");
	forget_visits();
	assert_once(CALL(for_each_entry)(p, once(&list), struct thing, node) visit(p));
	assert_once(CALL(for_each_entry_reverse)(p, once(&list), struct thing, node) visit(p));
	assert_once(CALL(for_each_entry_from)(p, once(&list), thing('b'), struct thing, node)
			    visit(p));
	assert_once(CALL(for_each_entry_from)(p, &list, once(thing('b')), struct thing, node)
			    visit(p));
	assert_once(CALL(for_each_entry_safe)(p, once(&list), struct thing, node) visit(p));
	assert_once(CONST_LOOP(p, once(&list), const struct thing, node) visit(p));
	assert_string_equal(visited, "bccbbcbcbcbc");
}

/* Sorting; core/ring_test.c shows how the sort sorts. */

static int by_half(void *ctx, const struct NODE *x, const struct NODE *y)
{
	(void)ctx;
	return container_of(x, struct thing, node)->name / 2 -
	       container_of(y, struct thing, node)->name / 2;
}

/* b, c are equal, and so are d, e; f, g. */
TEST(add_sorted_puts_after_equals)
{
	const char *letter;

	for (letter = "ecfbagd"; *letter; letter++)
		CALL(add_sorted)(&list, node(*letter), by_half, NULL);
	assert_order(&list, "acbedfg");
}

#if LISH_CHECK == 1
#define NAME_OF_(call) #call
#define NAME_OF(call) NAME_OF_(call)

TEST(add_sorted_finds_an_element_zeroed_in_the_list)
{
	char bad;

	for (bad = 'c'; bad <= 'e'; bad += 2) {
		set_up();
		fill(&list, "ceg");
		memset(node(bad), 0, sizeof(*node(bad)));
		/* before it; just after it */
		assert_reported(NAME_OF(CALL(add_sorted)), LISH_BROKEN_LINKS,
				CALL(add_sorted)(&list, node('a'), by_half, NULL));
		assert_reported(NAME_OF(CALL(add_sorted)), LISH_BROKEN_LINKS,
				CALL(add_sorted)(&list, node((char)(bad - 1)), by_half, NULL));
		assert_ptr_equal(report.fault.container, &list);
		assert_false(CALL(is_linked)(node('a')));
		/* The end is whole. */
		CALL(add_sorted)(&list, node('h'), by_half, NULL);
		assert_ptr_equal(CALL(last_entry)(&list, struct thing, node), thing('h'));
	}
}
#endif

/* Zero before each call: any of them may be the first. */
static struct LIST *fresh(void)
{
	static struct LIST zero;

	set_up();
	fill(&list, "ab");
	memset(&zero, 0, sizeof(zero));
	return &zero;
}

TEST(a_zero_list_is_empty)
{
	assert_int_equal(CALL(count)(fresh()), 0);
	assert_false(CALL(contains)(fresh(), node('a')));
	assert_null(CALL(first)(fresh()));
	assert_null(CALL(first_entry)(fresh(), struct thing, node));
	assert_null(CALL(last_entry)(fresh(), struct thing, node));
	assert_null(CALL(pop_entry)(fresh(), struct thing, node));
	assert_null(CALL(pop_tail_entry)(fresh(), struct thing, node));
	CALL(clear)(fresh());
	CALL(sort)(fresh(), by_half, NULL);
	CALL(splice)(&list, fresh());
	CALL(splice_tail)(&list, fresh());
	CALL(splice)(fresh(), fresh());
	assert_order(&list, "ab");
	assert_visits("", CALL(for_each_entry)(t, fresh(), struct thing, node));
	assert_visits("", CALL(for_each_entry_reverse)(t, fresh(), struct thing, node));
	assert_visits("", CALL(for_each_entry_from)(t, fresh(), (struct thing *)NULL, struct thing,
						    node));
	assert_visits("", CALL(for_each_entry_safe)(t, fresh(), struct thing, node));
	assert_visits("", CONST_LOOP(t, fresh(), const struct thing, node));
	assert_int_equal(CALL(check)(fresh(), NULL), LISH_OK);
	assert_order(fresh(), "");
}

TEST(a_zero_list_takes_elements)
{
	struct LIST *zero = fresh();

	CALL(add)(zero, node('c'));
	assert_order(zero, "c");
	DEL(zero, node('c'));
	assert_order(zero, "");
	CALL(add_tail)(zero = fresh(), node('c'));
	CALL(add)(zero, node('d'));
	assert_order(zero, "dc");
	CALL(add_sorted)(zero = fresh(), node('c'), by_half, NULL);
	ADD_BEFORE(zero, node('c'), node('d'));
	assert_order(zero, "dc");
	CALL(move)(zero = fresh(), node('b'));
	CALL(move_tail)(zero, node('a'));
	assert_order(zero, "ba");
	assert_order(&list, "");
	CALL(move_tail)(zero = fresh(), node('a'));
	assert_order(zero, "a");
	CALL(splice)(zero = fresh(), &list);
	assert_order(zero, "ab");
	CALL(splice_tail)(zero = fresh(), &list);
	assert_order(zero, "ab");
	assert_order(&list, "");
}
