/* SPDX-License-Identifier: MIT */
/*
 * listpool: its names, its list and its loops. How pools grow, call hooks and
 * find misuse is shown in core/pool_test.c, how loops survive changes in
 * core/walk_test.c. Pictures of the list show a forward loop's place as [x], a
 * gap as [].
 */

#include <linux-ish/listpool.h>
#include <linux-ish/sort.h>

#include "../../lib/core/walk.h"

#define POOL listpool
#define NODE listpool_node
#define CALL(name) listpool_##name
#define MADE(NAME) LISTPOOL_##NAME
#define INIT_OF(pool, memory) LISTPOOL_INIT(pool, memory, struct bullet, node)
#define ALLOC listpool_alloc_tail_entry
#define EXTRA 4.2
#include "pools_test.h"

/* Loops that a test begins, steps and ends in any order. */
static void by_hand(struct listpool_loop_ *loop, struct listpool *over)
{
	/* Over an empty pool too, for objects allocated later. */
	if (!loop->walk.loop.owner)
		assert_int_equal(lish_walk_open_(&over->walks, &loop->walk, &over->walks.head,
						 LISH_WALK_FORWARD_),
				 LISH_OK);
}

static struct listpool_node *next_by_hand(struct listpool_loop_ *loop)
{
	return (struct listpool_node *)(void *)listpool_next_(loop);
}

static void end_by_hand(struct listpool_loop_ *loop)
{
	listpool_close_(loop);
}

static struct bullet *take_first(void)
{
	return listpool_alloc_entry(&pool, struct bullet, node);
}

static struct bullet *take_before(struct bullet *pos)
{
	return listpool_alloc_before_entry(&pool, pos, struct bullet, node);
}

static struct bullet *take_after(struct bullet *pos)
{
	return listpool_alloc_after_entry(&pool, pos, struct bullet, node);
}

static struct bullet *first(void)
{
	return listpool_first_entry(&pool, struct bullet, node);
}

static struct bullet *last(void)
{
	return listpool_last_entry(&pool, struct bullet, node);
}

static struct bullet *next_of(struct bullet *b)
{
	return listpool_next_entry(&pool, b, struct bullet, node);
}

static struct bullet *prev_of(struct bullet *b)
{
	return listpool_prev_entry(&pool, b, struct bullet, node);
}

/* The list */

/* What a loop visited, in order. */
static char visited[256];
static size_t visits;

/* Objects have a letter for a name. */
static int by_name(void *ctx, const struct listpool_node *a, const struct listpool_node *b)
{
	const int up = ctx ? *(const int *)ctx : 1;

	return up * (container_of(a, const struct bullet, node)->name[0] -
		     container_of(b, const struct bullet, node)->name[0]);
}

static struct bullet *named[26];

static struct bullet *get(char name)
{
	return named[name - 'a'];
}

static struct bullet *call_it(char name, void *object)
{
	struct bullet *b = (struct bullet *)object;

	assert_non_null(b);
	b->name[0] = name;
	named[name - 'a'] = b;
	return b;
}

static void append(const char *names)
{
	for (; *names; names++)
		call_it(*names, take());
}

/* A pool with objects of these names, in this order. */
static void make_list(const char *names)
{
	visits = 0;
	visited[0] = '\0';
	make_pool(0);
	append(names);
}

/* The pool holds just these, seen from both ends, and is whole. */
static void assert_order(const char *names)
{
	const size_t n = strlen(names);
	const struct listpool *reader = &pool;
	struct bullet *b;
	char seen[64];
	size_t i = 0;

	assert_whole();
	assert_int_equal(listpool_count(&pool), n);
	listpool_for_each_entry_const(at, reader, const struct bullet, node)
		seen[i++] = at->name[0];
	seen[i] = '\0';
	assert_string_equal(seen, names);
	for (b = last(); b; b = prev_of(b))
		assert_int_equal(b->name[0], names[--i]);
	assert_int_equal(i, 0);
}

static void visit(const struct bullet *b)
{
	assert_true(visits < sizeof(visited) - 1);
	visited[visits++] = b->name[0];
	visited[visits] = '\0';
}

/* And forgets it; all loops are closed. */
#define assert_visited(names)                        \
	do {                                         \
		assert_string_equal(visited, names); \
		assert_null(pool.walks.loops.first); \
		visits = 0;                          \
		visited[0] = '\0';                   \
	} while (0)

TEST(zalloc_puts_and_zeroes)
{
	struct bullet *b[4];
	int i;

	make_pool(0);
	fill(b, 4);
	for (i = 0; i < 4; i++) {
		b[i]->name[0] = 'x';
		b[i]->name[3] = 'x';
		b[i]->damage = 7;
		drop(b[i]);
	}
	for (i = 0; i < 4; i++) {
		b[i] = listpool_zalloc_entry(&pool, struct bullet, node);
		assert_int_equal(b[i]->damage, 0);
		assert_int_equal(b[i]->name[0] | b[i]->name[3], 0);
		call_it((char)('a' + i), b[i]);
	}
	assert_order("dcba");
}

/* With hooks it is zeroed elsewhere: before init, in front of the node and after. */
TEST(zalloc_zeroes_what_hooks_see)
{
	struct bullet *b;

	make_pool_with_hooks(0);
	b = take();
	b->x = 1;
	b->damage = 7;
	memset(b->name, 'x', sizeof(b->name));
	drop(b);
	assert_ptr_equal(listpool_zalloc_entry(&pool, struct bullet, node), b);
	assert_true(b->x == 0 && !b->damage);
	assert_int_equal(b->name[0] | b->name[1] | b->name[2] | b->name[3], 0);
	memset(b->name, 'x', sizeof(b->name));
	b->x = 1;
	drop(b);
	assert_ptr_equal(listpool_zalloc_entry(&pool, struct bullet, node), b);
	assert_true(b->x == 0);
	assert_int_equal(b->name[0] | b->name[1] | b->name[2] | b->name[3], 0);
	call_it('a', b);
	assert_order("a");
}

static void free_itself(char what, void *object)
{
	struct bullet *b = (struct bullet *)object;
	struct lish_link_ *next;

	if (what != 'f')
		return;
	diary.then = NULL;
	assert_reported("listpool_free", LISH_IN_HOOK, listpool_free(&pool, &b->node));
	/* Links that are broken are worse. */
	next = b->node.link.next;
	b->node.link.next = NULL;
	assert_reported("listpool_free", LISH_BROKEN_LINKS, listpool_free(&pool, &b->node));
	b->node.link.next = next;
}

/* Its hook runs, but that is not what is wrong. */
static void move_without_links(char what, void *object)
{
	struct bullet *b = (struct bullet *)object;
	const struct listpool_node whole = b->node;

	if (what != 'f')
		return;
	diary.then = NULL;
	b->node.link.next = NULL;
	assert_reported("listpool_move", LISH_BROKEN_LINKS, listpool_move(&pool, &b->node));
	b->node = whole;
}

TEST(no_object_is_freed_by_its_own_hook)
{
	struct bullet *b;

	make_pool_with_hooks(0);
	b = take();
	if (LISH_CHECK < 1)
		return;
	diary.then = free_itself;
	drop(b);
	assert_null(diary.then);
	assert_int_equal(listpool_count(&pool), 0);
	b = take();
	diary.then = move_without_links;
	drop(b);
	assert_null(diary.then);
	assert_int_equal(listpool_count(&pool), 0);
}

TEST(a_failed_growth_beside_an_object_changes_nothing)
{
	struct bullet *b[64];

	make_pool(0);
	fill(b, 64);
	mem.fail_at = mem.allocs + 1;
	assert_null(take_after(b[7]));
	assert_ptr_equal(next_of(b[7]), b[8]);
	assert_whole();
}

TEST(names_that_ask)
{
	struct bullet alone, *b;

	memset(&alone, 0, sizeof(alone));
	make_list("abc");
	b = get('b');
	assert_true(listpool_contains(&pool, &b->node));
	assert_false(listpool_contains(&pool, &alone.node));
	assert_false(!listpool_count(&pool));
	assert_int_equal(listpool_stats(&pool).count, 3);
	assert_int_equal(listpool_stats(&pool).peak, 3);
	assert_true(listpool_stats(&pool).bytes == mem.bytes);
	drop(b);
	assert_false(listpool_contains(&pool, &b->node));
	listpool_clear(&pool);
	assert_false(listpool_count(&pool));
}

TEST(const_forms_are_those_of_const_types)
{
	const struct listpool_node *node;

	make_list("ab");
	node = &get('a')->node;
	assert_ptr_equal(listpool_first_entry(&pool, const struct bullet, node), get('a'));
	assert_ptr_equal(listpool_next_entry(&pool, get('a'), const struct bullet, node), get('b'));
	assert_ptr_equal(container_of(node, const struct bullet, node), get('a'));
	assert_ptr_equal(container_of(&get('a')->node, struct bullet, node), get('a'));
}

TEST(first_last_next_and_prev_end_in_null)
{
	make_pool(0);
	assert_null(first());
	assert_null(last());
	assert_null(listpool_first_entry(&pool, struct bullet, node));
	assert_null(listpool_last_entry(&pool, struct bullet, node));
	append("abc");
	assert_ptr_equal(first(), get('a'));
	assert_ptr_equal(last(), get('c'));
	assert_ptr_equal(next_of(get('a')), get('b'));
	assert_ptr_equal(prev_of(get('c')), get('b'));
	assert_null(next_of(get('c')));
	assert_null(prev_of(get('a')));
	listpool_clear(&pool);
	assert_null(first());
	assert_null(last());
}

TEST(move_beside_a_neighbour_or_itself_is_defined)
{
	make_list("abc");
	listpool_move_before(&pool, &get('b')->node, &get('a')->node); /* is there already */
	assert_order("abc");
	listpool_move_after(&pool, &get('b')->node, &get('c')->node);
	assert_order("abc");
	listpool_move_after(&pool, &get('b')->node, &get('a')->node);
	assert_order("bac");
	listpool_move_before(&pool, &get('a')->node, &get('c')->node);
	assert_order("bca");
	listpool_move_before(&pool, &get('c')->node, &get('c')->node);
	listpool_move_after(&pool, &get('c')->node, &get('c')->node);
	assert_order("bca");
	listpool_clear(&pool);
	append("a");
	listpool_move(&pool, &get('a')->node);
	listpool_move_tail(&pool, &get('a')->node);
	listpool_move_before(&pool, &get('a')->node, &get('a')->node);
	assert_order("a");
}

static int by_damage(void *ctx, const struct listpool_node *a, const struct listpool_node *b)
{
	(void)ctx;
	return container_of(a, const struct bullet, node)->damage -
	       container_of(b, const struct bullet, node)->damage;
}

TEST(sort_sorts_and_keeps_the_order_of_equals)
{
	int down = -1;
	char name;

	make_pool(0);
	listpool_sort(&pool, by_name, NULL);
	append("cadbe");
	listpool_sort(&pool, by_name, NULL);
	assert_order("abcde");
	listpool_sort(&pool, by_name, &down);
	assert_order("edcba");
	for (name = 'a'; name <= 'e'; name++)
		get(name)->damage = name < 'c';
	listpool_sort(&pool, by_damage, NULL);
	assert_order("edcba");
	get('d')->damage = 1;
	listpool_sort(&pool, by_damage, NULL);
	assert_order("ecdba");
	listpool_for_each_entry(b, &pool, struct bullet, node)
		assert_reported("listpool_sort", LISH_LOOPED, listpool_sort(&pool, by_name, NULL));
	assert_order("ecdba");
}

TEST(clear_does_not_touch_the_objects)
{
	struct bullet copy[3];

	make_list("abc");
	if (pool.base.watch)
		return; /* they are being poisoned */
	memcpy(copy, get('a'), sizeof(copy));
	listpool_clear(&pool);
	assert_memory_equal(copy, get('a'), sizeof(copy));
	assert_false(listpool_contains(&pool, &get('b')->node));
	assert_order("");
	/* nor are those live that have not been handed out again */
	assert_ptr_equal(take(), get('a'));
	assert_false(listpool_contains(&pool, &get('b')->node));
	assert_order("a");
}

/* Hooks see the list. */

static void find_neighbours(char what, void *object)
{
	if (what != 'f' && what != 'i')
		return;
	assert_whole();
	assert_ptr_equal(prev_of((struct bullet *)object), get('a'));
	assert_ptr_equal(next_of((struct bullet *)object), get('c'));
}

TEST(hooks_find_the_object_in_its_place)
{
	struct bullet *b;

	make_pool_with_hooks(0);
	append("ac");
	diary.then = find_neighbours;
	b = take_after(get('a'));
	drop(b);
	diary.then = NULL;
	assert_diary(&diary, "m0 i0 m1 i1 m2 i2 f2");
}

/* In a hook: to the front, and another in front of itself, once. */
static void take_place(char what, void *object)
{
	static int depth;
	struct bullet *b = (struct bullet *)object;

	if (what != 'i' || depth)
		return;
	depth++;
	listpool_move(&pool, &b->node);
	call_it('w', take_before(b));
	depth--;
}

TEST(a_hook_may_move_its_own_object)
{
	make_pool_with_hooks(0);
	append("ab");
	diary.then = take_place;
	call_it('x', take());
	assert_order("wxab");
	diary.then = NULL;
}

/* Loops */

/* One macro over the list, on the objects as they are and as const ones. */
#define ALL_OF(loop, expected)                                      \
	do {                                                        \
		loop(b, &pool, struct bullet, node) visit(b);       \
		assert_visited(expected);                           \
		loop(b, &pool, const struct bullet, node) visit(b); \
		assert_visited(expected);                           \
	} while (0)

TEST(every_loop_visits_all_of_every_list)
{
	static const char *const lists[][2] = {
		{ "", "" },
		{ "a", "a" },
		{ "ab", "ba" },
		{ "abc", "cba" },
		{ "abcdefghijklmnopqrstuvwx", "xwvutsrqponmlkjihgfedcba" },
	};
	size_t i;

	make_pool(0);
	for (i = 0; i < ARRAY_SIZE(lists); i++) {
		struct bullet *begin;

		listpool_clear(&pool);
		append(lists[i][0]);
		ALL_OF(listpool_for_each_entry, lists[i][0]);
		ALL_OF(listpool_for_each_entry_reverse, lists[i][1]);
		ALL_OF(listpool_for_each_entry_present, lists[i][0]);
		ALL_OF(listpool_for_each_entry_const, lists[i][0]);
		ALL_OF(listpool_for_each_entry_safe, lists[i][0]);
		begin = first();
		listpool_for_each_entry_from(b, &pool, begin, const struct bullet, node)
			visit(b);
		assert_visited(lists[i][0]);
	}
}

TEST(from_loops_begin_in_the_middle)
{
	struct bullet *none = NULL;

	make_list("abcd");
	listpool_for_each_entry_from(b, &pool, get('c'), struct bullet, node)
		visit(b);
	assert_visited("cd");
	listpool_for_each_entry_from(b, &pool, none, struct bullet, node)
		visit(b);
	assert_visited("");
}

TEST(nothing_is_left_of_what_was_destroyed)
{
	static const struct listpool zero;

	make_pool(0);
	drop(take());
	listpool_destroy(&pool);
	assert_memory_equal(&pool, &zero, sizeof(zero));
}

TEST(the_body_frees_any_object)
{
	char name;

	make_list("abcd");
	listpool_for_each_entry(b, &pool, struct bullet, node) {
		visit(b);
		drop(b);
	}
	assert_visited("abcd");
	append("abcd");
	listpool_for_each_entry(b, &pool, struct bullet, node) {
		visit(b);
		if (b == get('b')) {
			for (name = 'a'; name <= 'c'; name++)
				drop(get(name));
		}
	}
	assert_visited("abd");
	assert_order("d");
	listpool_for_each_entry_reverse(b, &pool, struct bullet, node) {
		visit(b);
		drop(b);
	}
	assert_visited("d");
}

/*
 * The mistake that lists with reuse make: the memory of the object under the
 * loop comes back as another one, elsewhere.
 */
TEST(memory_that_is_reused_at_once_confuses_no_loop)
{
	make_list("abc");
	listpool_for_each_entry(b, &pool, struct bullet, node) {
		visit(b);
		if (b->name[0] != 'b')
			continue;
		drop(b);
		/* the end, which is yet to come */
		assert_ptr_equal(call_it('x', take()), b);
	}
	assert_visited("abcx");
	assert_order("acx");
	listpool_for_each_entry(b, &pool, struct bullet, node) {
		visit(b);
		if (b->name[0] != 'c')
			continue;
		drop(b);
		/* the front, which has been */
		assert_ptr_equal(call_it('y', take_first()), b);
	}
	assert_visited("acx");
	assert_order("yax");
	listpool_for_each_entry_present(b, &pool, struct bullet, node) {
		visit(b);
		drop(b);
		assert_ptr_equal(call_it('z', take()), b);
	}
	assert_visited("yax");
}

/* a [] c, and whatever is put beside a is before the gap, beside c behind. */
TEST(a_gap_parts_what_is_put_on_either_side)
{
	make_list("abc");
	listpool_for_each_entry(b, &pool, struct bullet, node) {
		visit(b);
		if (b->name[0] != 'b')
			continue;
		drop(b);
		call_it('w', take_after(get('a')));
		call_it('x', take_before(get('c')));
		/* a w [] x c */
	}
	assert_visited("abxc");
	assert_order("awxc");
	listpool_for_each_entry_reverse(b, &pool, struct bullet, node) {
		visit(b);
		if (b->name[0] != 'x')
			continue;
		drop(b);
		call_it('y', take_after(get('w')));
		call_it('z', take_before(get('c')));
		/* a w y [] z c */
	}
	assert_visited("cxywa");
	listpool_for_each_entry(b, &pool, struct bullet, node) {
		visit(b);
		if (b->name[0] != 'y')
			continue;
		drop(b);
		listpool_move_after(&pool, &get('w')->node, &get('a')->node);
		listpool_move_before(&pool, &get('z')->node, &get('c')->node);
		/* w a [] c z */
	}
	assert_visited("awycz");
}

TEST(clear_in_a_loop_leaves_it_on_a_gap)
{
	make_list("abcd");
	listpool_for_each_entry(b, &pool, struct bullet, node) {
		visit(b);
		if (b->name[0] != 'b')
			continue;
		listpool_clear(&pool);
		call_it('w', take_first());
		call_it('x', take());
	}
	assert_visited("abx");
	assert_order("wx");
	/* the same with fini, which frees one by one */
	listpool_destroy(&pool);
	make_pool_with_hooks(0);
	append("abcd");
	listpool_for_each_entry_reverse(b, &pool, struct bullet, node) {
		visit(b);
		if (b->name[0] != 'c')
			continue;
		listpool_clear(&pool);
		call_it('w', take_first());
		call_it('x', take());
	}
	assert_visited("dcw");
	assert_order("wx");
}

TEST(trim_in_a_loop_takes_what_is_not_needed)
{
	struct bullet *b[300];
	int i, seen = 0;

	make_pool(0);
	fill(b, 300);
	for (i = 0; i < 300; i++)
		b[i]->damage = i;
	/* the loop has left hints to what goes */
	listpool_for_each_entry(pos, &pool, struct bullet, node)
		seen++;
	assert_int_equal(seen, 300);
	listpool_for_each_entry(pos, &pool, struct bullet, node) {
		seen--;
		if (pos->damage != 70)
			continue;
		for (i = 70; i < 299; i++)
			drop(b[i]);
		listpool_move(&pool, &b[299]->node);
		listpool_trim(&pool);
		assert_int_equal(listpool_stats(&pool).capacity, 320);
		drop(b[299]);
		listpool_trim(&pool);
		assert_int_equal(listpool_stats(&pool).capacity, 128);
		assert_whole();
	}
	assert_int_equal(seen, 300 - 71);
	listpool_for_each_entry(pos, &pool, struct bullet, node) {
		listpool_clear(&pool);
		listpool_trim(&pool);
		assert_int_equal(listpool_stats(&pool).capacity, 0);
		take()->damage = 1000;
		if (seen++ == 300)
			break;
	}
	assert_true(seen > 300);
	assert_whole();
}

TEST(growth_in_a_loop_is_visited)
{
	uint32_t seen = 0;

	make_list("a");
	listpool_for_each_entry(b, &pool, struct bullet, node) {
		if (seen++ < 200)
			assert_non_null(take_after(b));
	}
	assert_int_equal(seen, 201);
	assert_whole();
}

TEST(loops_nest)
{
	make_list("abc");
	listpool_for_each_entry(b, &pool, struct bullet, node) {
		const char name = b->name[0];

		visit(b);
		listpool_for_each_entry_reverse(c, &pool, struct bullet, node) {
			visit(c);
			if (name == 'b' && c == b)
				drop(b);
		}
	}
	assert_visited("acbabcbacca");
	assert_order("ac");
}

TEST(break_closes_a_loop)
{
	make_list("abc");
	listpool_for_each_entry(b, &pool, struct bullet, node) {
		visit(b);
		if (b == get('b'))
			break;
	}
	assert_visited("ab");
	listpool_for_each_entry_reverse(b, &pool, struct bullet, node) {
		listpool_for_each_entry_present(c, &pool, struct bullet, node)
			break;
		visit(b);
	}
	assert_visited("cba");
}

#if LISH_HAS_CLEANUP
static const struct bullet *find(char name)
{
	listpool_for_each_entry(b, &pool, const struct bullet, node) {
		if (b->name[0] == name)
			return b;
	}
	return NULL;
}

TEST(return_and_goto_close_loops)
{
	make_list("abc");
	assert_ptr_equal(find('b'), get('b'));
	assert_null(pool.walks.loops.first);
	listpool_for_each_entry(b, &pool, struct bullet, node) {
		listpool_for_each_entry(c, &pool, struct bullet, node) {
			visit(c);
			goto out;
		}
	}
out:
	assert_visited("a");
	assert_null(find('z'));
}
#endif

TEST(present_visits_what_was_live_and_has_stayed)
{
	make_list("abcd");
	listpool_for_each_entry_present(b, &pool, struct bullet, node) {
		visit(b);
		take_after(b);
		take();
	}
	assert_visited("abcd");
	assert_int_equal(listpool_count(&pool), 12);
	/* a loop that moves all to the end ends */
	listpool_clear(&pool);
	append("abcd");
	listpool_for_each_entry_present(b, &pool, struct bullet, node) {
		visit(b);
		listpool_move_tail(&pool, &b->node);
		if (b == get('b'))
			listpool_move_after(&pool, &get('c')->node, &get('d')->node);
	}
	assert_visited("abc");
	assert_order("dabc");
	/* what is new to the outer loop is old to an inner one */
	listpool_for_each_entry_present(b, &pool, struct bullet, node) {
		visit(b);
		if (b->name[0] != 'b')
			continue;
		call_it('x', take_after(b));
		listpool_for_each_entry_present(c, &pool, struct bullet, node) {
			visit(c);
			call_it('y', take_first());
		}
		listpool_for_each_entry(c, &pool, struct bullet, node)
			visit(c);
	}
	assert_visited("dabdabxcyyyyydabxcc");
}

TEST(stamps_begin_anew_before_they_overflow)
{
	make_list("ab");
	pool.walks.stamp = LISH_WALK_STAMPS_ - 1;
	listpool_for_each_entry_present(b, &pool, struct bullet, node) {
		if (b == get('a')) {
			assert_int_equal(pool.walks.stamp, LISH_WALK_STAMPS_);
			call_it('x', take());
		}
		/* What is new to the outer one is not to the inner one. */
		listpool_for_each_entry_present(c, &pool, struct bullet, node) {
			visit(c);
			if (visits < 3)
				call_it('y', take_first());
		}
		assert_true(pool.walks.stamp < 8);
		visit(b);
	}
	assert_visited("abxayyabxb");
}

/* Hints */

#define MANY 64

TEST(const_loops_write_nothing)
{
	static struct bullet copy[MANY];
	struct bullet *begin;
	struct listpool head;
	int i;

	make_pool(0);
	for (i = 0; i < MANY; i++)
		assert_non_null(listpool_zalloc_entry(&pool, struct bullet, node));
	listpool_for_each_entry(pos, &pool, struct bullet, node)
		assert_int_equal(pos->damage, 0);
	/* The first object of the memory is the last of the list. */
	begin = listpool_last_entry(&pool, struct bullet, node);
	memcpy(copy, begin, sizeof(copy));
	head = pool;
	listpool_for_each_entry_const(pos, &pool, struct bullet, node)
		assert_int_equal(pos->damage, 0);
	assert_memory_equal(copy, begin, sizeof(copy));
	assert_memory_equal(&head, &pool, sizeof(pool));
}

/* Loops that the test steps. */

/* All that an explicit loop still visits. */
static void go_on(struct listpool_loop_ *loop)
{
	struct listpool_node *n;

	while ((n = next_by_hand(loop)) != NULL)
		visit(container_of(n, struct bullet, node));
	assert_null(next_by_hand(loop));
}

TEST(stepped_loops_do_the_same)
{
	struct listpool_loop_ loop = LISH_LOOP_INIT;

	end_by_hand(&loop); /* has not begun */
	assert_null(next_by_hand(&loop));
	make_list("abcd");
	by_hand(&loop, &pool);
	assert_non_null(pool.walks.loops.first);
	go_on(&loop);
	assert_visited("abcd");
	by_hand(&loop, &pool);
	assert_ptr_equal(next_by_hand(&loop), &get('a')->node);
	end_by_hand(&loop);
	end_by_hand(&loop);
	assert_null(next_by_hand(&loop));
	assert_null(pool.walks.loops.first);
	/* over an empty list too, for what comes later */
	listpool_clear(&pool);
	by_hand(&loop, &pool);
	append("x");
	go_on(&loop);
	assert_visited("x");
}

TEST(a_loop_that_was_left_is_reported_once)
{
	struct listpool_loop_ loop = LISH_LOOP_INIT;

	make_list("abc");
	by_hand(&loop, &pool);
	/* As if something else lay there now. */
	memset(&loop, 0, sizeof(loop));
	assert_reported("listpool_clear", LISH_STALE_LOOP, listpool_clear(&pool));
	assert_null(pool.walks.loops.first);
	append("d");
	by_hand(&loop, &pool);
	memset(&loop, 0, sizeof(loop));
	assert_reported("listpool_destroy", LISH_STALE_LOOP, listpool_destroy(&pool));
}

TEST(an_inner_loop_that_was_left_is_reported_when_the_outer_one_ends)
{
	struct listpool_loop_ outer = LISH_LOOP_INIT, inner = LISH_LOOP_INIT;

	make_list("a");
	by_hand(&outer, &pool);
	assert_ptr_equal(next_by_hand(&outer), &get('a')->node);
	by_hand(&inner, &pool);
	memset(&inner, 0, sizeof(inner));
	assert_reported("listpool_for_each_entry", LISH_STALE_LOOP,
			assert_null(next_by_hand(&outer)));
	assert_null(report.fault.node);
	assert_null(pool.walks.loops.first);
}

TEST(a_pool_may_be_destroyed_in_a_loop_after_stop)
{
	struct listpool *heap = (struct listpool *)malloc(sizeof(*heap));
	int outer = 0, inner = 0;

	assert_non_null(heap);
	assert_int_equal(listpool_init(heap, struct bullet, node, NULL), 0);
	assert_non_null(listpool_alloc_entry(heap, struct bullet, node));
	assert_non_null(listpool_alloc_entry(heap, struct bullet, node));
	listpool_for_each_entry(a, heap, struct bullet, node) {
		outer += a != NULL;
		listpool_for_each_entry_reverse(b, heap, struct bullet, node) {
			inner += b != NULL;
			listpool_stop(heap);
			listpool_destroy(heap);
			free(heap);
		}
	}
	assert_int_equal(outer, 1);
	assert_int_equal(inner, 1);
}

TEST(zalloc_zeroes_at_either_end)
{
	struct bullet *b;

	make_list("ab");
	drop(get('a'));
	b = listpool_zalloc_tail_entry(&pool, struct bullet, node);
	assert_non_null(b);
	assert_int_equal(b->damage, 0);
	assert_int_equal(b->name[0], 0);
	assert_ptr_equal(listpool_last_entry(&pool, struct bullet, node), b);
	b = listpool_zalloc_entry(&pool, struct bullet, node);
	assert_non_null(b);
	assert_int_equal(b->damage, 0);
	assert_ptr_equal(listpool_first_entry(&pool, struct bullet, node), b);
	assert_int_equal(listpool_check(&pool, NULL), LISH_OK);
}

TEST(check_follows_the_list)
{
	const struct listpool_node *fault;
	struct bullet *b[4];

	make_pool(0);
	fill(b, 4);
	drop(b[3]);
	/* broken at a, at the head, or without a live one */
	b[0]->node.link.next = NULL;
	assert_int_equal(listpool_check(&pool, &fault), LISH_BROKEN_LINKS);
	assert_ptr_equal(fault, &b[0]->node);
	assert_int_equal(listpool_check(&pool, NULL), LISH_BROKEN_LINKS);
	b[0]->node.link.next = &b[1]->node.link;
	pool.walks.head.next = &b[1]->node.link;
	assert_int_equal(listpool_check(&pool, &fault), LISH_BROKEN_LINKS);
	assert_null(fault);
	pool.walks.head.next = &b[0]->node.link;
	lish_ring_unlink_(&b[1]->node.link, &b[1]->node.link);
	assert_int_equal(listpool_check(&pool, &fault), LISH_BAD_COUNT);
	assert_null(fault);
	lish_ring_link_(&b[3]->node.link, &b[0]->node.link, &b[2]->node.link);
	assert_int_equal(listpool_check(&pool, &fault), LISH_BAD_INDEX);
	assert_ptr_equal(fault, &b[3]->node);
	lish_ring_unlink_(&b[3]->node.link, &b[3]->node.link);
	lish_ring_link_(&b[1]->node.link, &b[0]->node.link, &b[2]->node.link);
	assert_whole();
}

/* Everything at once */

TEST(every_argument_of_the_list_is_evaluated_once)
{
	struct listpool *p = &pool;
	struct listpool_node *node;
	struct bullet *b;
	uint32_t n;

	make_pool(0);
	b = take();
	take();
	node = &b->node;
	assert_ptr_equal(listpool_first_entry(p++, struct bullet, node), b);
	assert_ptr_equal(p--, &pool + 1);
	assert_ptr_equal(listpool_last_entry(p++, struct bullet, node), b + 1);
	assert_ptr_equal(p--, &pool + 1);
	assert_non_null(listpool_next_entry(p++, b++, struct bullet, node));
	assert_ptr_equal(p--, &pool + 1);
	b--;
	assert_ptr_equal(&b->node, node);
	assert_non_null(listpool_alloc_entry(p++, struct bullet, node));
	assert_ptr_equal(p--, &pool + 1);
	assert_non_null(listpool_alloc_before_entry(p++, b++, struct bullet, node));
	assert_ptr_equal(p--, &pool + 1);
	b--;
	assert_ptr_equal(&b->node, node);
	assert_ptr_equal(container_of(node++, struct bullet, node), b);
	assert_ptr_equal(node--, &b->node + 1);
#define ONCE(loop, times, ...)                    \
	do {                                      \
		n = 0;                            \
		loop(pos, __VA_ARGS__)            \
		{                                 \
			assert_non_null(pos);     \
			n++;                      \
		}                                 \
		assert_int_equal(n, times);       \
		assert_ptr_equal(p--, &pool + 1); \
	} while (0)
	ONCE(listpool_for_each_entry, 4, p++, struct bullet, node);
	ONCE(listpool_for_each_entry_safe, 4, p++, struct bullet, node);
	ONCE(listpool_for_each_entry_reverse, 4, p++, struct bullet, node);
	ONCE(listpool_for_each_entry_present, 4, p++, struct bullet, node);
	ONCE(listpool_for_each_entry_const, 4, p++, struct bullet, node);
	ONCE(listpool_for_each_entry_from, 2, p++, b++, struct bullet, node);
	b--;
	assert_ptr_equal(&b->node, node);
#undef ONCE
}

TEST(hooks_run_from_the_last_to_the_first)
{
	make_pool_with_hooks(0);
	take();
	take();
	assert_non_null(take_first());
	assert_diary(&diary, "m0 i0 m1 i1 m2 i2");
	listpool_clear(&pool);
	assert_diary(&diary, "f1 f0 f2");
	take();
	assert_diary(&diary, "i0");
	listpool_trim(&pool);
	assert_diary(&diary, "");
	listpool_clear(&pool);
	listpool_trim(&pool);
	assert_diary(&diary, "f0 u2 u1 u0");
	take();
	assert_non_null(take_first());
	assert_diary(&diary, "m0 i0 m1 i1");
	listpool_destroy(&pool);
	assert_diary(&diary, "f0 f1 u1 u0");
}

/* A link was overwritten, and no mark: the list is made anew. */
TEST(clear_frees_all_though_links_are_broken)
{
	struct bullet *b[4];

	make_pool_with_hooks(0);
	fill(b, 4);
	b[3]->node.link.prev = &b[1]->node.link;
	diary.text[0] = 0;
	assert_reported("listpool_clear", LISH_BROKEN_LINKS, listpool_clear(&pool));
	assert_int_equal(listpool_count(&pool), 0);
	assert_int_equal(listpool_check(&pool, NULL), LISH_OK);
	assert_diary(&diary, "f3 f2 f1 f0");
}

#if LISH_CHECK >= 1
static void wipe_prev_and_free(char what, void *object)
{
	struct bullet *b = (struct bullet *)object;
	const struct listpool_node whole = b->node;

	if (what != 'f' || !diary.then)
		return;
	diary.then = NULL;
	b->node.link.prev = NULL;
	report.count = 0;
	drop(b);
	assert_int_equal(report.count, 1);
	b->node = whole;
}
#endif

/* destroy with fini, and what finds the reason of a report, ask for both links. */
TEST(one_wiped_link_does_no_harm_to_cold_code)
{
	struct lish_link_ wiped;
	unsigned int next;

	for (next = 0; next < 2; next++) {
		make_pool_with_hooks(0);
		take();
		take();
		if (next)
			last()->node.link.next = NULL;
		else
			last()->node.link.prev = NULL;
		assert_reported("listpool_destroy", LISH_BROKEN_LINKS, listpool_destroy(&pool));
	}
	make_pool(0);
	take();
	wiped = pool.walks.head;
	pool.walks.head.next = pool.walks.head.prev = NULL;
	assert_null(listpool_first_entry(&pool, struct bullet, node));
	assert_null(listpool_last_entry(&pool, struct bullet, node));
	pool.walks.head = wiped;
	listpool_destroy(&pool);
#if LISH_CHECK >= 1
	make_pool_with_hooks(0);
	take();
	diary.then = wipe_prev_and_free;
	report.expected = true;
	drop(take());
	report.expected = false;
	assert_int_equal(report.fault.reason, LISH_BROKEN_LINKS);
	assert_whole();
#endif
}

POOL_TEST_OVERWRITTEN(listpool, node, "f4 f3 f2 f0")

POOL_TEST_RESERVE(listpool, node)
POOL_TEST_FULL(listpool, node, LISTPOOL)

#if LISH_CHECK >= 1
static void full_frees_the_neighbour(void *ctx, void *which)
{
	listpool_free((struct listpool *)which, &((struct bullet *)ctx)->node);
}

TEST(a_neighbour_that_full_frees_is_reported)
{
	static LISTPOOL_STORAGE(one, struct bullet, 1);
	struct lish_config config = LISH_CONFIG_INIT;
	struct bullet *b = one.objects;
	struct listpool x;

	config.full = full_frees_the_neighbour;
	config.ctx = b;
	listpool_init_in(&x, struct bullet, node, &one, &config);
	assert_ptr_equal(listpool_alloc_entry(&x, struct bullet, node), b);
	assert_reported("listpool_alloc_after_entry", LISH_NOT_LIVE,
			assert_null(listpool_alloc_after_entry(&x, b, struct bullet, node)));
	assert_int_equal(listpool_count(&x), 0);
	assert_int_equal(listpool_check(&x, NULL), LISH_OK);
	listpool_destroy(&x);
}

TEST(a_neighbour_that_full_keeps_gets_one_beside_it)
{
	static LISTPOOL_STORAGE(two, struct bullet, 2);
	struct lish_config config = LISH_CONFIG_INIT;
	struct bullet *b = two.objects;
	struct listpool x;

	config.full = full_frees_the_neighbour;
	config.ctx = b;
	listpool_init_in(&x, struct bullet, node, &two, &config);
	assert_ptr_equal(listpool_alloc_entry(&x, struct bullet, node), &b[0]);
	assert_ptr_equal(listpool_alloc_entry(&x, struct bullet, node), &b[1]);
	assert_ptr_equal(listpool_alloc_after_entry(&x, &b[1], struct bullet, node), &b[0]);
	assert_ptr_equal(listpool_first_entry(&x, struct bullet, node), &b[1]);
	assert_int_equal(listpool_check(&x, NULL), LISH_OK);
	listpool_destroy(&x);
}

TEST(a_const_loop_whose_object_goes_is_reported)
{
	const struct listpool_node *gone;

	make_pool(0);
	gone = &take()->node;
	take();
	assert_reported("listpool_for_each_entry_const", LISH_LOST_PLACE,
			listpool_for_each_entry_const(b, &pool, struct bullet, node)
				listpool_free(&pool, &b->node));
	assert_ptr_equal(report.fault.node, &gone->link);
	assert_int_equal(listpool_count(&pool), 1);
	assert_int_equal(listpool_check(&pool, NULL), LISH_OK);
}
#endif

POOL_TEST_OVERWRITTEN_TRIM(listpool, node, 0)

/* The object of a slot, if it is live; and whether a node is of a live object. */
static struct bullet *live_in(const struct listpool *of, uint32_t slot)
{
	listpool_for_each_entry_const(b, of, struct bullet, node)
		if (b->node.slot == slot + 1)
			return b;
	return NULL;
}
#define listpool_at_entry(of, slot, type, member) live_in(of, slot)
#define listpool_index_of(of, node) (listpool_contains(of, node) - 1)

POOL_TEST_HOOKS(listpool, node, LISTPOOL_STORAGE)

/* The pool has written the node, and nothing beside it. */
static void see_the_node(void *ctx, void *object)
{
	static const struct listpool_node zero;
	struct bullet *b = (struct bullet *)object;

	assert_memory_equal(&b->node, &zero, sizeof(zero));
	assert_int_equal(b->name[0], 0x5a);
	++*(int *)ctx;
}

TEST(make_in_advance_sees_a_node_of_zeros)
{
	static const struct lish_pool_hooks seeing = { see_the_node, NULL, NULL, NULL };
	static LISTPOOL_STORAGE(three, struct bullet, 3);
	struct lish_config config = LISH_CONFIG_INIT;
	struct listpool local;
	int seen = 0;

	memset(&three, 0x5a, sizeof(three));
	config.hooks = &seeing;
	config.ctx = &seen;
	listpool_init_in(&local, struct bullet, node, &three, &config);
	assert_int_equal(listpool_reserve(&local, 3), 0);
	assert_int_equal(seen, 3);
	listpool_destroy(&local);
}

static uint32_t hook_visits(void)
{
	uint32_t n = 0, back = 0, present = 0, read = 0;

	listpool_for_each_entry(b, &hooked, struct bullet, node) {
		hook_visit(b);
		n++;
	}
	listpool_for_each_entry_reverse(b, &hooked, struct bullet, node) {
		hook_visit(b);
		back++;
	}
	listpool_for_each_entry_present(b, &hooked, struct bullet, node) {
		hook_visit(b);
		present++;
	}
	listpool_for_each_entry_const(b, &hooked, struct bullet, node) {
		hook_visit(b);
		read++;
	}
	assert_int_equal(back, n);
	assert_int_equal(present, n);
	assert_int_equal(read, n);
	return n;
}

TEST_MAIN(setup, teardown)
