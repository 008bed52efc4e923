/* SPDX-License-Identifier: MIT */
/*
 * listpool: its names, its list and its loops. How pools grow, call hooks and
 * find misuse is shown in core/pool_test.c, how loops survive changes in
 * core/walk_test.c. Pictures of the list show a forward loop's place as [x], a
 * ghost as [].
 */
#include <setjmp.h>

#include "pool_test.h"

#include <linux-ish/listpool.h>

#include "../../lib/core/walk.h"

struct bullet {
	double x;
	int damage;
	struct listpool_node node;
	char name[4];
};

/* The same size, but the node lies elsewhere. */
struct other {
	struct listpool_node node;
	char rest[sizeof(struct bullet) - sizeof(struct listpool_node)];
};

static struct listpool pool;

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

static struct test_mem mem;
static struct diary diary;
static uint32_t seed;

static uint32_t random_below(uint32_t n)
{
	seed = seed * 1664525u + 1013904223u;
	return (seed >> 8) % n;
}

/* Nothing leaks, whatever the test did. */
static int teardown(void **state)
{
	(void)state;
	if (pool.base.size)
		listpool_destroy(&pool);
	assert_int_equal(mem.bytes, 0);
	return 0;
}

static struct lish_config config_of(uint32_t limit)
{
	struct lish_config config = LISH_CONFIG_INIT;

	config.limit = limit;
	config.step = 64;
	config.mem = &mem.mem;
	config.ctx = &diary;
	return config;
}

static void make_pool(uint32_t limit)
{
	struct lish_config config = config_of(limit);

	memset(&pool, 0x5a, sizeof(pool));
	assert_int_equal(listpool_init(&pool, struct bullet, node, &config), 0);
}

static void make_pool_with_hooks(uint32_t limit)
{
	struct lish_config config = config_of(limit);

	config.hooks = &diary_hooks;
	assert_int_equal(listpool_init(&pool, struct bullet, node, &config), 0);
}

/* An object that comes last. */
static struct bullet *take(void)
{
	return listpool_alloc_tail_entry(&pool, struct bullet, node);
}

static struct bullet *take_first(void)
{
	return listpool_alloc_entry(&pool, struct bullet, node);
}

static struct bullet *take_before(struct bullet *pos)
{
	return listpool_alloc_before_entry(&pool, pos, struct bullet,
					   node);
}

static struct bullet *take_after(struct bullet *pos)
{
	return listpool_alloc_after_entry(&pool, pos, struct bullet,
					  node);
}

static void drop(struct bullet *b)
{
	listpool_free(&pool, &b->node);
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

static void fill(struct bullet **into, unsigned int n)
{
	unsigned int i;

	for (i = 0; i < n; i++) {
		into[i] = take();
		assert_non_null(into[i]);
	}
}

static void assert_whole(void)
{
	assert_int_equal(listpool_check(&pool, NULL), LISH_OK);
}

/* The list */

/* What a loop visited, in order. */
static char visited[256];
static size_t visits;

static int setup(void **state)
{
	static const struct test_mem fresh = TEST_MEM_INIT;

	(void)state;
	visits = 0;
	visited[0] = '\0';
	report.expected = false;
	mem = fresh;
	memset(&diary, 0, sizeof(diary));
	diary.pool = &pool.base;
	memset(&pool, 0, sizeof(pool));
	return 0;
}

/* Objects have a letter for a name. */
static int by_name(void *ctx, const struct listpool_node *a,
		   const struct listpool_node *b)
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
		assert_null(pool.walks.loops.first);             \
		visits = 0;                          \
		visited[0] = '\0';                   \
	} while (0)

static void alloc_puts_where_it_is_told(void **state)
{
	(void)state;
	make_pool(0);
	call_it('c', take_first());
	call_it('b', take_first());
	call_it('f', take());
	assert_order("bcf");
	call_it('a', take_before(get('b')));
	call_it('e', take_before(get('f')));
	call_it('d', take_after(get('c')));
	call_it('g', take_after(get('f')));
	assert_order("abcdefg");
}

static void zalloc_puts_and_zeroes(void **state)
{
	struct bullet *b[4];
	int i;

	(void)state;
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
static void zalloc_zeroes_what_hooks_see(void **state)
{
	struct bullet *b;

	(void)state;
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
	assert_reported("listpool_free", LISH_IN_HOOK,
			listpool_free(&pool, &b->node));
	/* Links that are broken are worse. */
	next = b->node.link.next;
	b->node.link.next = NULL;
	assert_reported("listpool_free", LISH_BROKEN_LINKS,
			listpool_free(&pool, &b->node));
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
	assert_reported("listpool_move", LISH_BROKEN_LINKS,
			listpool_move(&pool, &b->node));
	b->node = whole;
}

static void no_object_is_freed_by_its_own_hook(void **state)
{
	struct bullet *b;

	(void)state;
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

LISTPOOL_DEFINE_STATIC(here, struct bullet, node, 2);

static LISTPOOL_STORAGE(bullets, struct bullet, 2);
static struct listpool of_storage =
	LISTPOOL_INIT(of_storage, bullets, struct bullet, node);

/* [0 1] and nothing more, beginning where its memory does. */
static void assert_two(struct listpool *two, const void *begin)
{
	struct bullet *a = listpool_alloc_entry(two, struct bullet, node);
	struct bullet *b = listpool_alloc_entry(two, struct bullet, node);

	assert_ptr_equal(a, begin);
	assert_ptr_equal(b, a + 1);
	assert_null(listpool_alloc_entry(two, struct bullet, node));
	assert_ptr_equal(listpool_last_entry(two, struct bullet, node), a);
	listpool_free(two, &a->node);
	assert_ptr_equal(listpool_alloc_entry(two, struct bullet, node), a);
	assert_int_equal(listpool_check(two, NULL), LISH_OK);
	listpool_trim(two);
	assert_int_equal(listpool_reserve(two, 2), 0);
	assert_int_equal(listpool_reserve(two, 3), -ENOSPC);
	assert_int_equal(listpool_stats(two).capacity, 2);
	listpool_destroy(two);
	assert_int_equal(listpool_check(two, NULL), LISH_UNINITIALIZED);
}

static void listpool_define_at_each_place(void **state)
{
	LISTPOOL_DEFINE_STATIC(inside, struct bullet, node, 2);
	LISTPOOL_STORAGE(on_stack, struct bullet, 2);
	struct listpool local;

	(void)state;
	assert_two(&here, &here_storage_);
	assert_two(&inside, &inside_storage_);
	assert_two(&of_storage, &bullets);
	memset(&on_stack, 0x5a, sizeof(on_stack));
	memset(&local, 0x5a, sizeof(local));
	listpool_init_in(&local, struct bullet, node, &on_stack, NULL);
	assert_two(&local, &on_stack);
}

static void a_failed_init_leaves_a_zero_pool(void **state)
{
	struct lish_config config = config_of(100);
	unsigned int n;

	(void)state;
	config.initial = 70;
	for (n = 1; n <= 3; n++) {
		memset(&pool, 0x5a, sizeof(pool));
		mem.allocs = 0;
		mem.fail_at = n;
		assert_int_equal(listpool_init(&pool, struct bullet, node,
					       &config),
				 -ENOMEM);
		assert_int_equal(mem.bytes, 0);
		assert_int_equal(listpool_check(&pool, NULL),
				 LISH_UNINITIALIZED);
		assert_null(pool.walks.head.next);
	}
	mem.fail_at = 0;
	config.initial = 101;
	memset(&pool, 0x5a, sizeof(pool));
	assert_int_equal(listpool_init(&pool, struct bullet, node, &config),
			 -ENOSPC);
	assert_null(pool.walks.head.next);
	config.initial = 70;
	assert_int_equal(listpool_init(&pool, struct bullet, node, &config), 0);
	assert_int_equal(listpool_stats(&pool).capacity, 100);
}

static void a_failed_growth_changes_nothing(void **state)
{
	struct bullet *b[64];
	unsigned int n;

	(void)state;
	make_pool(0);
	fill(b, 64);
	for (n = 1; n <= 2; n++) {
		mem.allocs = 0;
		mem.fail_at = n;
		assert_null(take_after(b[7]));
		assert_ptr_equal(next_of(b[7]), b[8]);
		assert_int_equal(listpool_count(&pool), 64);
		assert_whole();
	}
	assert_int_equal(listpool_stats(&pool).failed, 2);
	mem.fail_at = 0;
	assert_non_null(take_after(b[7]));
	assert_whole();
}

static void names_that_ask(void **state)
{
	struct bullet alone, *b;

	(void)state;
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

static void const_forms_are_those_of_const_types(void **state)
{
	const struct listpool_node *node;

	(void)state;
	make_list("ab");
	node = &get('a')->node;
	assert_ptr_equal(listpool_first_entry(&pool, const struct bullet, node),
			 get('a'));
	assert_ptr_equal(listpool_next_entry(&pool, get('a'), const struct bullet,
					     node),
			 get('b'));
	assert_ptr_equal(container_of(node, const struct bullet, node),
			 get('a'));
	assert_ptr_equal(container_of(&get('a')->node, struct bullet, node),
			 get('a'));
}

static void first_last_next_and_prev_end_in_null(void **state)
{
	(void)state;
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

static void free_takes_out_of_the_list(void **state)
{
	(void)state;
	make_list("abcde");
	drop(get('c'));
	assert_order("abde");
	drop(get('a'));
	assert_order("bde");
	drop(get('e'));
	assert_order("bd");
	assert_false(listpool_contains(&pool, &get('e')->node));
	assert_null(get('e')->node.link.next);
	/* what was freed last is handed out first, wherever it is put */
	assert_ptr_equal(take_first(), get('e'));
	assert_ptr_equal(take_after(get('b')), get('a'));
	assert_ptr_equal(take(), get('c'));
	assert_order("ebadc");
}

static void move_puts_elsewhere(void **state)
{
	(void)state;
	make_list("abcd");
	listpool_move(&pool, &get('c')->node);
	assert_order("cabd");
	listpool_move(&pool, &get('c')->node);
	assert_order("cabd");
	listpool_move_tail(&pool, &get('a')->node);
	assert_order("cbda");
	listpool_move_tail(&pool, &get('a')->node);
	assert_order("cbda");
	listpool_move_before(&pool, &get('c')->node, &get('d')->node);
	assert_order("dcba");
	listpool_move_after(&pool, &get('a')->node, &get('d')->node);
	assert_order("cbad");
}

static void move_beside_a_neighbour_or_itself_is_defined(void **state)
{
	(void)state;
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

static int by_damage(void *ctx, const struct listpool_node *a,
		     const struct listpool_node *b)
{
	(void)ctx;
	return container_of(a, const struct bullet, node)->damage -
	       container_of(b, const struct bullet, node)->damage;
}

static void sort_sorts_and_keeps_the_order_of_equals(void **state)
{
	int down = -1;
	char name;

	(void)state;
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
		assert_reported("listpool_sort", LISH_LOOPED,
				listpool_sort(&pool, by_name, NULL));
	assert_order("ecdba");
}

static void clear_does_not_touch_the_objects(void **state)
{
	struct bullet copy[3];

	(void)state;
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

static void hooks_find_the_object_in_its_place(void **state)
{
	struct bullet *b;

	(void)state;
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

static void a_hook_may_move_its_own_object(void **state)
{
	(void)state;
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

static void every_loop_visits_all_of_every_list(void **state)
{
	static const char *const lists[][2] = {
		{ "", "" },
		{ "a", "a" },
		{ "ab", "ba" },
		{ "abc", "cba" },
		{ "abcdefghijklmnopqrstuvwx", "xwvutsrqponmlkjihgfedcba" },
	};
	size_t i;

	(void)state;
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
		listpool_for_each_entry_from(b, &pool, begin,
					     const struct bullet, node)
			visit(b);
		assert_visited(lists[i][0]);
	}
}

static void from_loops_begin_in_the_middle(void **state)
{
	struct bullet *none = NULL;

	(void)state;
	make_list("abcd");
	listpool_for_each_entry_from(b, &pool, get('c'), struct bullet,
				     node)
		visit(b);
	assert_visited("cd");
	listpool_for_each_entry_from(b, &pool, none, struct bullet, node)
		visit(b);
	assert_visited("");
}

#if LISH_CHECK >= 1
static void a_loop_from_what_is_not_in_is_refused(void **state)
{
	struct listpool another;
	struct bullet *theirs;

	(void)state;
	make_list("ab");
	assert_int_equal(listpool_init(&another, struct bullet, node, NULL), 0);
	theirs = listpool_alloc_tail_entry(&another, struct bullet, node);
	drop(get('b'));
	assert_reported("listpool_for_each_entry_from", LISH_NOT_LIVE,
			listpool_for_each_entry_from(b, &pool, get('b'),
						     struct bullet, node)
				visit(b));
	/* One of another list would never end. */
	assert_reported("listpool_for_each_entry_from", LISH_FOREIGN,
			listpool_for_each_entry_from(b, &pool, theirs,
						     struct bullet, node)
				visit(b));
	assert_visited("");
	listpool_destroy(&another);
}
#endif

static void nothing_is_left_of_what_was_destroyed(void **state)
{
	static const struct listpool zero;

	(void)state;
	make_pool(0);
	drop(take());
	listpool_destroy(&pool);
	assert_memory_equal(&pool, &zero, sizeof(zero));
}

static void the_body_frees_any_object(void **state)
{
	char name;

	(void)state;
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
static void memory_that_is_reused_at_once_confuses_no_loop(void **state)
{
	(void)state;
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

static void what_is_put_behind_is_visited(void **state)
{
	(void)state;
	make_list("abc");
	listpool_for_each_entry(b, &pool, struct bullet, node) {
		visit(b);
		if (b->name[0] != 'b')
			continue;
		call_it('v', take_before(b));
		call_it('w', take_first());
		call_it('x', take_after(b));
		call_it('y', take());
		listpool_move_tail(&pool, &get('a')->node);
	}
	assert_visited("abxcya");
	assert_order("wvbxcya");
}

/* a [] c, and whatever is put beside a is before the ghost, beside c behind. */
static void a_ghost_parts_what_is_put_on_either_side(void **state)
{
	(void)state;
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

static void clear_in_a_loop_leaves_it_on_a_ghost(void **state)
{
	(void)state;
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

static void trim_in_a_loop_takes_what_is_not_needed(void **state)
{
	struct bullet *b[300];
	int i, seen = 0;

	(void)state;
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

static void growth_in_a_loop_is_visited(void **state)
{
	uint32_t seen = 0;

	(void)state;
	make_list("a");
	listpool_for_each_entry(b, &pool, struct bullet, node) {
		if (seen++ < 200)
			assert_non_null(take_after(b));
	}
	assert_int_equal(seen, 201);
	assert_whole();
}

static void loops_nest(void **state)
{
	(void)state;
	make_list("abc");
	listpool_for_each_entry(b, &pool, struct bullet, node) {
		const char name = b->name[0];

		visit(b);
		listpool_for_each_entry_reverse(c, &pool, struct bullet,
						 node) {
			visit(c);
			if (name == 'b' && c == b)
				drop(b);
		}
	}
	assert_visited("acbabcbacca");
	assert_order("ac");
}

static void break_closes_a_loop(void **state)
{
	(void)state;
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

static void return_and_goto_close_loops(void **state)
{
	(void)state;
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

static void a_move_that_keeps_the_order_is_one_for_loops(void **state)
{
	int i, steps = 0;

	(void)state;
	for (i = 0; i < 4; i++) {
		make_list("abc");
		listpool_for_each_entry_present(b, &pool, struct bullet, node) {
			visit(b);
			if (i == 0)
				listpool_move_tail(&pool, &get('c')->node);
			if (i == 1)
				listpool_move_after(&pool, &get('b')->node,
						    &get('c')->node);
			/* Beside itself is no move. */
			if (i == 2)
				listpool_move_before(&pool, &get('c')->node,
						     &get('c')->node);
			if (i == 3)
				listpool_move_after(&pool, &get('c')->node,
						    &get('c')->node);
		}
		assert_visited(i < 2 ? "ab" : "abc");
		assert_order("abc");
		listpool_destroy(&pool);
	}
	make_list("a");
	listpool_for_each_entry(b, &pool, struct bullet, node) {
		if (++steps == 3)
			break;
		listpool_move_tail(&pool, &b->node);
	}
	assert_int_equal(steps, 3);
}

static void present_visits_what_was_live_and_has_stayed(void **state)
{
	(void)state;
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
		listpool_for_each_entry_present(c, &pool, struct bullet,
						 node) {
			visit(c);
			call_it('y', take_first());
		}
		listpool_for_each_entry(c, &pool, struct bullet, node)
			visit(c);
	}
	assert_visited("dabdabxcyyyyydabxcc");
}

static void stamps_begin_anew_before_they_overflow(void **state)
{
	(void)state;
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

/* A hint is for what comes so many places later. */
#define AHEAD (LISH_WALK_WAIT_ + 1)

static uint32_t low(const struct bullet *b)
{
	return (uint32_t)(uintptr_t)&b->node;
}

static void a_forward_loop_leaves_hints_ahead(void **state)
{
	struct bullet *b[MANY];
	int i;

	(void)state;
	if (!LISH_WALK_HINTS_)
		return;
	make_pool(0);
	fill(b, MANY);
	listpool_for_each_entry(pos, &pool, struct bullet, node)
		pos->damage = 1;
	assert_int_equal(pool.walks.hint.half[1], low(b[AHEAD - 1]));
	for (i = 0; i + AHEAD < MANY; i++) {
		assert_int_equal(b[i]->node.hint, low(b[i + AHEAD]));
	}
	for (; i < MANY; i++)
		assert_int_equal(b[i]->node.hint, 0);
	/* and a new one is given that of the one in front of it */
	call_it('x', take_after(b[3]));
	call_it('y', take_first());
	assert_int_equal(get('x')->node.hint, low(b[3 + AHEAD]));
	assert_int_equal(get('y')->node.hint, low(b[AHEAD - 1]));
	/* in a loop too, unless somebody needs to know that it is new */
	listpool_for_each_entry(pos, &pool, struct bullet, node) {
		call_it('z', take_after(b[5]));
		break;
	}
	assert_int_equal(get('z')->node.hint, low(b[5 + AHEAD]));
}

/* The nearest address with these lower 32 bits, on either side. */


static void hints_spare_stamps_that_are_needed(void **state)
{
	struct bullet *b[MANY];
	int i;

	(void)state;
	if (!LISH_WALK_HINTS_)
		return;
	make_pool(0);
	fill(b, MANY);
	listpool_for_each_entry_present(pos, &pool, struct bullet, node) {
		if (pos == b[0]) {
			listpool_move_after(&pool, &b[19]->node, &b[20]->node);
			assert_int_equal(b[20]->node.hint, 3);
		}
		if (pos != b[1])
			continue;
		listpool_for_each_entry(c, &pool, struct bullet, node)
			c->damage = 1;
		assert_int_equal(b[20]->node.hint, 3);
		assert_int_equal(b[19]->node.hint, low(b[19 + AHEAD]));
	}
	assert_int_equal(b[20]->node.hint, 3);
	/* No loop needs it now, and hints are due. */
	pool.walks.stale = pool.walks.count;
	listpool_for_each_entry(pos, &pool, struct bullet, node)
		pos->damage = 2;
	for (i = 0; i + AHEAD < MANY; i++)
		assert_int_equal(b[i]->node.hint, low(b[i + AHEAD]));
}

static void hints_keep_their_distance_while_objects_go(void **state)
{
	struct bullet *b[MANY];
	int i;

	(void)state;
	if (!LISH_WALK_HINTS_)
		return;
	make_pool(0);
	fill(b, MANY);
	i = 0;
	listpool_for_each_entry(pos, &pool, struct bullet, node) {
		if (i < 10 || (i >= 40 && i < 45))
			drop(pos);
		i++;
	}
	assert_int_equal(pool.walks.hint.half[1], low(b[10 + AHEAD - 1]));
	for (i = 10; i + AHEAD < 40; i++)
		assert_int_equal(b[i]->node.hint, low(b[i + AHEAD]));
	for (i = 46 - AHEAD; i + AHEAD + 5 < MANY; i++)
		assert_int_equal(b[i]->node.hint, low(b[i + AHEAD + 5]));
}

static void const_loops_write_nothing(void **state)
{
	static struct bullet copy[MANY];
	struct bullet *begin;
	struct listpool head;
	int i;

	(void)state;
	make_pool(0);
	for (i = 0; i < MANY; i++)
		assert_non_null(listpool_zalloc_entry(&pool, struct bullet,
						      node));
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

static void stepped_loops_do_the_same(void **state)
{
	struct listpool_loop_ loop = LISH_LOOP_INIT;

	(void)state;
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

static void an_explicit_loop_leaves_hints(void **state)
{
	struct listpool_loop_ loop = LISH_LOOP_INIT;
	struct bullet *b[MANY];
	int i;

	(void)state;
	if (!LISH_WALK_HINTS_)
		return;
	make_pool(0);
	fill(b, MANY);
	by_hand(&loop, &pool);
	while (next_by_hand(&loop))
		;
	for (i = 0; i + AHEAD < MANY; i++)
		assert_int_equal(b[i]->node.hint, low(b[i + AHEAD]));
}

static void explicit_loops_may_end_in_any_order(void **state)
{
	struct listpool_loop_ one = LISH_LOOP_INIT;
	struct listpool_loop_ two = LISH_LOOP_INIT;

	(void)state;
	make_list("abc");
	by_hand(&one, &pool);
	by_hand(&two, &pool);
	next_by_hand(&one);
	next_by_hand(&two);
	end_by_hand(&one);
	drop(get('a'));
	go_on(&two);
	assert_visited("bc");
}

static void abandon_ends_all_loops(void **state)
{
	jmp_buf out;

	(void)state;
	make_list("ab");
	if (!setjmp(out)) {
		listpool_for_each_entry(b, &pool, struct bullet, node) {
			listpool_for_each_entry(c, &pool, struct bullet, node)
				longjmp(out, 1);
		}
	}
	assert_non_null(pool.walks.loops.first);
	listpool_abandon(&pool);
	assert_null(pool.walks.loops.first);
	listpool_for_each_entry(b, &pool, struct bullet, node)
		visit(b);
	assert_visited("ab");
}

static void a_stale_loop_is_reported(void **state)
{
	struct listpool_loop_ loop = LISH_LOOP_INIT;

	(void)state;
	make_list("ab");
	by_hand(&loop, &pool);
	assert_ptr_equal(next_by_hand(&loop), &get('a')->node);
	listpool_abandon(&pool);
	report.expected = true;
	end_by_hand(&loop);
	report.expected = false;
	assert_int_equal(report.fault.reason, LISH_STALE_LOOP);
	assert_ptr_equal(report.fault.container, &pool);
}

static void a_pool_may_be_destroyed_in_a_loop_after_stop(void **state)
{
	struct listpool *heap = (struct listpool *)malloc(sizeof(*heap));
	int outer = 0, inner = 0;

	(void)state;
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

static void zalloc_zeroes_at_either_end(void **state)
{
	struct bullet *b;

	(void)state;
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

static void a_zero_list_is_reported(void **state)
{
	struct bullet b;

	(void)state;
	memset(&b, 0, sizeof(b));
	assert_reported("listpool_abandon", LISH_UNINITIALIZED,
			listpool_abandon(&pool));
	assert_reported("listpool_stop", LISH_UNINITIALIZED,
			listpool_stop(&pool));
	assert_reported("listpool_sort", LISH_UNINITIALIZED,
			listpool_sort(&pool, by_name, NULL));
	assert_reported("listpool_clear", LISH_UNINITIALIZED,
			listpool_clear(&pool));
	assert_reported("listpool_trim", LISH_UNINITIALIZED,
			listpool_trim(&pool));
	assert_reported("listpool_destroy", LISH_UNINITIALIZED,
			listpool_destroy(&pool));
	assert_reported("listpool_reserve", LISH_UNINITIALIZED,
			assert_int_equal(listpool_reserve(&pool, 1), -EINVAL));
	assert_reported("listpool_stats", LISH_UNINITIALIZED,
			assert_int_equal(listpool_stats(&pool).limit, 0));
	assert_reported("listpool_for_each_entry", LISH_UNINITIALIZED,
			listpool_for_each_entry(pos, &pool, struct bullet, node) fail());
#if LISH_CHECK >= 1
	assert_reported("listpool_zalloc_entry", LISH_UNINITIALIZED,
			assert_null(listpool_zalloc_entry(
				&pool, struct bullet, node)));
	assert_reported("listpool_prev_entry", LISH_UNINITIALIZED,
			assert_null(prev_of(&b)));
	assert_reported("listpool_alloc_tail_entry", LISH_UNINITIALIZED,
			assert_null(take()));
	assert_reported("listpool_alloc_after_entry", LISH_UNINITIALIZED,
			assert_null(take_after(&b)));
	assert_reported("listpool_move_tail", LISH_UNINITIALIZED,
			listpool_move_tail(&pool, &b.node));
	assert_reported("listpool_move_before", LISH_UNINITIALIZED,
			listpool_move_before(&pool, &b.node, &b.node));
	assert_reported("listpool_move_after", LISH_UNINITIALIZED,
			listpool_move_after(&pool, &b.node, &b.node));
	assert_reported("listpool_for_each_entry", LISH_UNINITIALIZED,
			listpool_for_each_entry(pos, &pool, struct bullet,
						node) fail());
	assert_reported("listpool_for_each_entry_reverse", LISH_UNINITIALIZED,
			listpool_for_each_entry_reverse(
				pos, &pool, struct bullet, node) fail());
	assert_reported("listpool_for_each_entry_present", LISH_UNINITIALIZED,
			listpool_for_each_entry_present(
				pos, &pool, struct bullet, node) fail());
	assert_reported("listpool_for_each_entry_from", LISH_UNINITIALIZED,
			listpool_for_each_entry_from(pos, &pool, &b,
						     struct bullet,
						     node) fail());
	assert_reported("listpool_for_each_entry_const", LISH_UNINITIALIZED,
			listpool_for_each_entry_const(
				pos, &pool, const struct bullet, node) fail());
	assert_reported("listpool_alloc_entry", LISH_UNINITIALIZED,
			assert_null(take_first()));
	assert_reported("listpool_alloc_before_entry", LISH_UNINITIALIZED,
			assert_null(take_before(&b)));
	assert_reported("listpool_free", LISH_UNINITIALIZED, drop(&b));
	assert_reported("listpool_move", LISH_UNINITIALIZED,
			listpool_move(&pool, &b.node));
	assert_reported("listpool_first_entry", LISH_UNINITIALIZED,
			assert_null(first()));
	assert_reported("listpool_last_entry", LISH_UNINITIALIZED,
			assert_null(last()));
	assert_reported("listpool_next_entry", LISH_UNINITIALIZED,
			assert_null(next_of(&b)));
	assert_reported("listpool_contains", LISH_UNINITIALIZED,
			assert_false(listpool_contains(&pool, &b.node)));
	assert_reported("listpool_count", LISH_UNINITIALIZED,
			assert_int_equal(listpool_count(&pool), 0));
#endif
}

static void check_follows_the_list(void **state)
{
	const struct listpool_node *fault;
	struct bullet *b[4];

	(void)state;
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

static void destroy_in_a_loop_is_refused(void **state)
{
	(void)state;
	make_list("ab");
	listpool_for_each_entry(b, &pool, struct bullet, node) {
		visit(b);
		assert_reported("listpool_destroy", LISH_LOOPED,
				listpool_destroy(&pool));
	}
	assert_visited("ab");
	assert_order("ab");
}

#if LISH_CHECK >= 1
static void calls_with_a_dead_object_are_refused(void **state)
{
	/* What &b->node is where b is NULL. */
	struct listpool_node *none =
		(struct listpool_node *)offsetof(struct bullet, node);
	struct bullet *dead, *nobody = NULL;

	(void)state;
	make_list("abc");
	dead = get('b');
	drop(dead);
	assert_reported("listpool_free", LISH_NOT_LIVE, drop(dead));
	assert_ptr_equal(report.fault.node, &dead->node);
	assert_int_equal(!!report.fault.caller, LISH_HAS_CALLER);
	assert_reported("listpool_free", LISH_NULL, listpool_free(&pool, none));
	assert_reported("listpool_alloc_before_entry", LISH_NOT_LIVE,
			assert_null(take_before(dead)));
	assert_reported("listpool_alloc_after_entry", LISH_NOT_LIVE,
			assert_null(take_after(dead)));
	assert_reported("listpool_alloc_before_entry", LISH_NULL,
			assert_null(listpool_alloc_before_entry(
				&pool, nobody, struct bullet, node)));
	assert_reported("listpool_move", LISH_NOT_LIVE,
			listpool_move(&pool, &dead->node));
	assert_reported("listpool_move_tail", LISH_NOT_LIVE,
			listpool_move_tail(&pool, &dead->node));
	assert_reported("listpool_move_before", LISH_NOT_LIVE,
			listpool_move_before(&pool, &dead->node,
					     &get('a')->node));
	assert_reported("listpool_move_before", LISH_NOT_LIVE,
			listpool_move_before(&pool, &get('a')->node,
					     &dead->node));
	assert_reported("listpool_move_after", LISH_NOT_LIVE,
			listpool_move_after(&pool, &dead->node, &dead->node));
	assert_reported("listpool_move_after", LISH_NULL,
			listpool_move_after(&pool, &get('a')->node, none));
	assert_reported("listpool_next_entry", LISH_NOT_LIVE,
			assert_null(next_of(dead)));
	assert_reported("listpool_prev_entry", LISH_NOT_LIVE,
			assert_null(prev_of(dead)));
	assert_order("ac");
	assert_int_equal(listpool_stats(&pool).failed, 0);
	/* after clear its links are still there, but it is not live */
	listpool_clear(&pool);
	assert_reported("listpool_move", LISH_NOT_LIVE,
			listpool_move(&pool, &get('a')->node));
	assert_reported("listpool_next_entry", LISH_NOT_LIVE,
			assert_null(next_of(get('a'))));
	assert_order("");
}

static void objects_of_another_pool_are_refused(void **state)
{
	struct listpool another;
	struct bullet *theirs;

	(void)state;
	make_list("ab");
	assert_int_equal(listpool_init(&another, struct bullet, node, NULL), 0);
	theirs = listpool_alloc_tail_entry(&another, struct bullet, node);
	assert_reported("listpool_alloc_after_entry", LISH_FOREIGN,
			assert_null(take_after(theirs)));
	assert_reported("listpool_move_before", LISH_FOREIGN,
			listpool_move_before(&pool, &theirs->node, &get('a')->node));
	assert_reported("listpool_move_tail", LISH_FOREIGN,
			listpool_move_tail(&pool, &theirs->node));
	assert_reported("listpool_next_entry", LISH_FOREIGN,
			assert_null(next_of(theirs)));
	assert_order("ab");
	assert_int_equal(listpool_count(&another), 1);
	listpool_destroy(&another);
}

static void broken_links_are_refused(void **state)
{
	struct listpool_node whole;

	(void)state;
	make_list("abc");
	whole = get('c')->node;
	get('c')->node.link.next = NULL;
	assert_reported("listpool_alloc_tail_entry", LISH_BROKEN_LINKS,
			assert_null(take()));
	assert_null(report.fault.node);
	assert_reported("listpool_alloc_after_entry", LISH_BROKEN_LINKS,
			assert_null(take_after(get('c'))));
	assert_ptr_equal(report.fault.node, &get('c')->node);
	assert_reported("listpool_move", LISH_BROKEN_LINKS,
			listpool_move(&pool, &get('c')->node));
	get('c')->node = whole;
	get('a')->node.link.prev = &get('b')->node.link;
	assert_reported("listpool_alloc_entry", LISH_BROKEN_LINKS,
			assert_null(take_first()));
	get('a')->node.link.prev = &pool.walks.head;
	pool.walks.head.next = NULL;
	assert_reported("listpool_alloc_entry", LISH_BROKEN_LINKS,
			assert_null(take_first()));
	pool.walks.head.next = &get('a')->node.link;
	assert_order("abc");
}

static void free_beside_broken_links_is_refused(void **state)
{
	struct listpool_node whole;

	(void)state;
	make_list("abcd");
	whole = get('b')->node;
	get('b')->node.link.next = &get('d')->node.link;
	assert_reported("listpool_free", LISH_BROKEN_LINKS,
			drop(get('b')));
	/* its neighbour is not to blame, but would do harm */
	assert_reported("listpool_free", LISH_BROKEN_LINKS,
			drop(get('c')));
	assert_int_equal(listpool_count(&pool), 4);
	get('b')->node = whole;
	drop(get('a'));
	drop(get('b'));
	assert_order("cd");
}

static void typed_forms_know_the_type(void **state)
{
	struct other *o;

	(void)state;
	make_list("a");
	o = (struct other *)(void *)get('a');
	assert_reported("listpool_alloc_entry", LISH_WRONG_TYPE,
			assert_null(listpool_alloc_entry(&pool, struct other,
							 node)));
	assert_reported("listpool_alloc_before_entry", LISH_WRONG_TYPE,
			assert_null(listpool_alloc_before_entry(
				&pool, o, struct other, node)));
	assert_reported("listpool_first_entry", LISH_WRONG_TYPE,
			assert_null(listpool_first_entry(&pool, struct other,
							 node)));
	assert_reported("listpool_last_entry", LISH_WRONG_TYPE,
			assert_null(listpool_last_entry(&pool, struct other,
							node)));
	assert_reported("listpool_next_entry", LISH_WRONG_TYPE,
			assert_null(listpool_next_entry(
				&pool, o, struct other, node)));
	assert_reported("listpool_prev_entry", LISH_WRONG_TYPE,
			assert_null(listpool_prev_entry(
				&pool, o, struct other, node)));
	assert_order("a");
}

static void a_loop_whose_object_was_wiped_ends(void **state)
{
	struct listpool_node whole;

	(void)state;
	make_list("abc");
	whole = get('b')->node;
	report.expected = true;
	report.count = 0;
	listpool_for_each_entry(b, &pool, struct bullet, node) {
		visit(b);
		if (b == get('b'))
			memset(&b->node, 0, sizeof(b->node));
	}
	report.expected = false;
	assert_int_equal(report.count, 1);
	assert_int_equal(report.fault.reason, LISH_LOST_PLACE);
	assert_visited("ab");
	get('b')->node = whole;
	assert_order("abc");
}
#endif

#if LISH_CHECK >= 2
static void level_2_finds_damage_anywhere_in_the_list(void **state)
{
	(void)state;
	make_list("abcdef");
	get('c')->node.link.next = NULL;
	assert_reported("listpool_alloc_entry", LISH_BROKEN_LINKS,
			assert_null(take_first()));
	assert_ptr_equal(report.fault.node, &get('c')->node);
	assert_reported("listpool_move_tail", LISH_BROKEN_LINKS,
			listpool_move_tail(&pool, &get('a')->node));
	assert_reported("listpool_free", LISH_BROKEN_LINKS,
			drop(get('f')));
	get('c')->node.link.next = &get('d')->node.link;
	assert_order("abcdef");
}
#endif

/* Everything at once */

static void every_argument_of_the_list_is_evaluated_once(void **state)
{
	struct listpool *p = &pool;
	struct listpool_node *node;
	struct bullet *b;
	uint32_t n;

	(void)state;
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
	assert_non_null(
		listpool_alloc_before_entry(p++, b++, struct bullet, node));
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

/*
 * The model of the list: a sequence of elements and ghosts, searched from the
 * front for everything. A loop that has begun stands on an element or on its
 * own ghost. A loop is "new" to an element that came after it began. Beside it
 * a stack of free slots, which tells whose memory is handed out.
 */
#define LOOPS 3
#define NAMES 26

struct item {
	char name; /* of an element, or 0 for a ghost */
	int loop;  /* whose ghost */
};

struct loop_model {
	bool open, reverse, present, moved;
	char on; /* an element, or 0 */
	long since;
};

static struct {
	struct item items[NAMES + LOOPS];
	int n;
	struct loop_model loops[LOOPS];
	long born[NAMES];
	long clock;
	int slot[NAMES];
	int stack[NAMES], frees, border;
	int finished;
} list;

static int finished;

static void count_fini(void *ctx, void *object)
{
	(void)ctx;
	assert_true(listpool_contains(&pool, &((struct bullet *)object)->node));
	finished++;
}

static const struct lish_pool_hooks counting = { NULL, NULL, count_fini, NULL };

static int place_of(char name, int loop)
{
	int i;

	for (i = 0; i < list.n; i++) {
		if (name ? list.items[i].name == name
			 : !list.items[i].name && list.items[i].loop == loop)
			return i;
	}
	return -1;
}

static void insert_item(int place, char name, int loop)
{
	memmove(&list.items[place + 1], &list.items[place],
		(size_t)(list.n - place) * sizeof(list.items[0]));
	list.items[place].name = name;
	list.items[place].loop = loop;
	list.n++;
}

static void remove_item(int place)
{
	list.n--;
	memmove(&list.items[place], &list.items[place + 1],
		(size_t)(list.n - place) * sizeof(list.items[0]));
}

static void list_add(int place, char name)
{
	insert_item(place, name, 0);
	list.born[name - 'a'] = ++list.clock;
}

static void list_del(char name)
{
	const int place = place_of(name, 0);
	int i;

	remove_item(place);
	for (i = 0; i < LOOPS; i++) {
		if (!list.loops[i].open || list.loops[i].on != name)
			continue;
		list.loops[i].on = 0;
		insert_item(place, 0, i);
	}
}

static void list_begin(int i, bool reverse, bool present)
{
	struct loop_model *loop = &list.loops[i];

	memset(loop, 0, sizeof(*loop));
	loop->open = true;
	loop->reverse = reverse;
	loop->present = present;
	loop->since = ++list.clock;
}

static void list_begin_from(int i, char name)
{
	list_begin(i, false, false);
	list.loops[i].moved = true;
	insert_item(place_of(name, 0), 0, i);
}

static void list_end(int i)
{
	const int ghost = place_of(0, i);

	if (ghost >= 0)
		remove_item(ghost);
	list.loops[i].open = false;
}

/* Where the loop goes, or 0. */
static char list_next(int i)
{
	struct loop_model *loop = &list.loops[i];
	const int step = loop->reverse ? -1 : 1;
	int at = loop->moved	 ? place_of(loop->on, i)
		 : loop->reverse ? list.n
				 : -1;

	for (at += step; at >= 0 && at < list.n; at += step) {
		const char name = list.items[at].name;
		const int ghost = place_of(0, i);

		if (!name)
			continue;
		if (loop->present && list.born[name - 'a'] > loop->since)
			continue;
		if (ghost >= 0)
			remove_item(ghost);
		loop->on = name;
		loop->moved = true;
		return name;
	}
	list_end(i);
	return 0;
}

/* The n-th element, or 0. */
static char element(int n)
{
	int i;

	for (i = 0; i < list.n; i++) {
		if (list.items[i].name && n-- == 0)
			return list.items[i].name;
	}
	return 0;
}

static int elements(void)
{
	int i, count = 0;

	for (i = 0; i < list.n; i++)
		count += list.items[i].name != 0;
	return count;
}

static bool is_looped(void)
{
	int i;

	for (i = 0; i < LOOPS; i++) {
		if (list.loops[i].open)
			return true;
	}
	return false;
}

static void compare(void)
{
	char names[NAMES + 1];
	int i, n = 0;

	for (i = 0; i < list.n; i++) {
		if (list.items[i].name)
			names[n++] = list.items[i].name;
	}
	names[n] = '\0';
	assert_order(names);
	for (i = 0; i < n; i++)
		assert_int_equal(get(names[i])->node.slot - 1,
				 list.slot[names[i] - 'a']);
	if (pool.base.hooks)
		assert_int_equal(finished, list.finished);
}

enum op {
	ALLOC_FIRST,
	ALLOC_LAST,
	CLEAR,
	SORT,
	TRIM,
	ALLOC_BEFORE, /* from here on: of an object */
	ALLOC_AFTER,
	FREE,
	MOVE_FIRST,
	MOVE_LAST,
	REUSE, /* free it, and put what comes back beside another */
	MOVE_BEFORE,
	MOVE_AFTER,
	OPS
};

static void both_alloc(enum op op, char at)
{
	struct bullet *b;
	char name = 'a';

	while (name < 'a' + NAMES && place_of(name, 0) >= 0)
		name++;
	if (op == ALLOC_FIRST)
		b = take_first();
	else if (op == ALLOC_LAST)
		b = take();
	else if (op == ALLOC_BEFORE)
		b = take_before(get(at));
	else
		b = take_after(get(at));
	if (name == 'a' + NAMES) {
		assert_null(b);
		return;
	}
	call_it(name, b);
	list.slot[name - 'a'] =
		list.frees ? list.stack[--list.frees] : list.border++;
	list_add(op == ALLOC_FIRST    ? 0
		 : op == ALLOC_LAST   ? list.n
		 : op == ALLOC_BEFORE ? place_of(at, 0)
				      : place_of(at, 0) + 1,
		 name);
}

static void both_free(char name)
{
	drop(get(name));
	list_del(name);
	list.stack[list.frees++] = list.slot[name - 'a'];
	list.finished++;
}

static void both_clear(void)
{
	char name;

	listpool_clear(&pool);
	while ((name = element(0)) != 0) {
		list_del(name);
		list.finished++;
	}
	list.frees = 0;
	list.border = 0;
}

static void both_sort(void)
{
	int i, j;

	/* A loop over an empty list has ended already. */
	if (pool.walks.loops.first) {
		assert_true(is_looped());
		assert_reported("listpool_sort", LISH_LOOPED,
				listpool_sort(&pool, by_name, NULL));
		return;
	}
	listpool_sort(&pool, by_name, NULL);
	for (i = 0; i < list.n; i++) {
		for (j = i + 1; j < list.n; j++) {
			const struct item item = list.items[i];

			if (item.name < list.items[j].name)
				continue;
			list.items[i] = list.items[j];
			list.items[j] = item;
		}
	}
}

/* All is in one chunk. */
static void both_trim(void)
{
	listpool_trim(&pool);
	if (elements())
		return;
	list.frees = 0;
	list.border = 0;
}

static void both_move(enum op op, char name, char at)
{
	if (op == MOVE_FIRST)
		listpool_move(&pool, &get(name)->node);
	else if (op == MOVE_LAST)
		listpool_move_tail(&pool, &get(name)->node);
	else if (op == MOVE_BEFORE)
		listpool_move_before(&pool, &get(at)->node, &get(name)->node);
	else
		listpool_move_after(&pool, &get(at)->node, &get(name)->node);
	if (op >= MOVE_BEFORE && name == at)
		return;
	list_del(name);
	list_add(op == MOVE_FIRST    ? 0
		 : op == MOVE_LAST   ? list.n
		 : op == MOVE_BEFORE ? place_of(at, 0)
				     : place_of(at, 0) + 1,
		 name);
}

/* Do the same to both; x and y are places. */
static void apply(enum op op, int x, int y)
{
	const char a = element(x), b = element(y);

	if (op < ALLOC_BEFORE) {
		if (op == CLEAR)
			both_clear();
		else if (op == SORT)
			both_sort();
		else if (op == TRIM)
			both_trim();
		else
			both_alloc(op, 0);
		return;
	}
	if (!a || !b)
		return;
	if (op == ALLOC_BEFORE || op == ALLOC_AFTER) {
		both_alloc(op, a);
	} else if (op == FREE) {
		both_free(a);
	} else if (op == REUSE) {
		const struct bullet *gone = get(a);

		both_free(a);
		if (a != b)
			both_alloc(y & 1 ? ALLOC_AFTER : ALLOC_BEFORE, b);
		else
			both_alloc(y & 1 ? ALLOC_LAST : ALLOC_FIRST, 0);
		assert_true(listpool_contains(&pool, &gone->node));
	} else {
		both_move(op, a, b);
	}
}

static void set_up_model(const char *names, bool hooks)
{
	struct lish_config config = config_of(NAMES);

	memset(&list, 0, sizeof(list));
	finished = 0;
	if (hooks)
		config.hooks = &counting;
	assert_int_equal(listpool_init(&pool, struct bullet, node, &config), 0);
	for (; *names; names++)
		both_alloc(ALLOC_LAST, 0);
}

enum kind { FORWARD, REVERSE, PRESENT, FROM, KINDS };

typedef bool (*body_fn)(int depth);

/* Loop over the list, the model in step; the body says whether to go on. */
static void loop_over(int depth, enum kind kind, char from, body_fn body)
{
	struct bullet *start = from ? get(from) : NULL;
	bool broken = false;

	if (kind < FROM)
		list_begin(depth, kind == REVERSE, kind == PRESENT);
	else if (start)
		list_begin_from(depth, from);

#define COMPARE_VISIT                                           \
	{                                                       \
		assert_int_equal(list_next(depth), b->name[0]); \
		broken = !body(depth);                          \
		if (broken)                                     \
			break;                                  \
	}
	switch (kind) {
	case FORWARD:
		listpool_for_each_entry(b, &pool, struct bullet, node)
			COMPARE_VISIT
		break;
	case REVERSE:
		listpool_for_each_entry_reverse(b, &pool, struct bullet, node)
			COMPARE_VISIT
		break;
	case PRESENT:
		listpool_for_each_entry_present(b, &pool, struct bullet, node)
			COMPARE_VISIT
		break;
	default:
		listpool_for_each_entry_from(b, &pool, start, struct bullet,
					     node)
			COMPARE_VISIT
		break;
	}
#undef COMPARE_VISIT
	if (broken)
		list_end(depth);
	else if (list.loops[depth].open)
		assert_int_equal(list_next(depth), 0);
}

/* A place in the list, mostly where loops are. */
static int random_place(void)
{
	const int i = (int)random_below(LOOPS);
	const int count = elements();
	int at, place = 0;

	if (!count)
		return 0;
	if (!list.loops[i].open || random_below(4) == 0)
		return (int)random_below((uint32_t)count);
	/* Its object or ghost, and the two beside it. */
	for (at = 0; at < place_of(list.loops[i].on, i); at++)
		place += list.items[at].name != 0;
	place += (int)random_below(3) - 1;
	return place < 0 ? 0 : place < count ? place : count - 1;
}

static void random_change(void)
{
	enum op op = (enum op)random_below(OPS);

	/* What empties the list is rare, or nothing else is seen. */
	if (op == CLEAR && random_below(8))
		op = ALLOC_LAST;
	apply(op, random_place(), random_place());
	compare();
}

static int steps_left;

static void random_loop(int depth);

static bool random_body(int depth)
{
	uint32_t n = random_below(4);

	while (n--)
		random_change();
	if (depth + 1 < LOOPS && random_below(5) == 0)
		random_loop(depth + 1);
	return --steps_left > 0 && random_below(25) != 0;
}

static void random_loop(int depth)
{
	loop_over(depth, (enum kind)random_below(KINDS),
		  element(random_place()), random_body);
}

static void nested_loops_agree_with_the_model(void **state)
{
	int round;

	(void)state;
	seed = 1;
	for (round = 0; round < 400; round++) {
		/* Every second list is so long that hints are given. */
		set_up_model(round % 2 ? "abcdefghijklmnopqrst" : "abcdefgh",
			     round % 3 == 0);
		for (steps_left = 60; steps_left > 0; steps_left--) {
			random_change();
			random_loop(0);
		}
		compare();
		assert_null(pool.walks.loops.first);
		listpool_destroy(&pool);
	}
}



static void interleaved_loops_agree_with_the_model(void **state)
{
	struct listpool_loop_ loops[LOOPS] = LISH_LOOP_INIT;
	const struct listpool_node *n;
	int round, step, i;
	char name;

	(void)state;
	seed = 2;
	for (round = 0; round < 200; round++) {
		set_up_model("abcdefgh", round % 3 == 0);
		for (step = 0; step < 200; step++) {
			i = (int)random_below(LOOPS);
			if (!list.loops[i].open) {
				by_hand(&loops[i], &pool);
				list_begin(i, false, false);
			} else if (random_below(12) == 0) {
				end_by_hand(&loops[i]);
				list_end(i);
			} else {
				name = list_next(i);
				n = next_by_hand(&loops[i]);
				assert_ptr_equal(n, name ? &get(name)->node
							 : NULL);
			}
			if (random_below(2))
				random_change();
		}
		for (i = 0; i < LOOPS; i++)
			end_by_hand(&loops[i]);
		listpool_destroy(&pool);
	}
}

/*
 * All short sequences of changes, made while a loop stands on each object of a
 * short list.
 */
static struct change {
	enum op op;
	int x, y;
} changes[100];
static int n_changes;

static void list_changes(int places, bool only_alloc_and_free)
{
	int op, x, y;

	n_changes = 0;
	for (op = 0; op < OPS; op++) {
		if (only_alloc_and_free && op > ALLOC_LAST &&
		    op != ALLOC_BEFORE && op != ALLOC_AFTER && op != FREE)
			continue;
		for (x = 0; x < (op < ALLOC_BEFORE ? 1 : places); x++) {
			for (y = 0; y < (op < REUSE ? 1 : places); y++) {
				assert_true(n_changes <
					    (int)ARRAY_SIZE(changes));
				changes[n_changes].op = (enum op)op;
				changes[n_changes].x = x;
				changes[n_changes].y = op < REUSE ? x : y;
				n_changes++;
			}
		}
	}
}

static int stop_in, sequence[3], sequence_length;

static bool sequence_body(int depth)
{
	const struct change *c;
	int i;

	(void)depth;
	if (--stop_in)
		return true;
	for (i = 0; i < sequence_length; i++) {
		c = &changes[sequence[i]];
		apply(c->op, c->x, c->y);
	}
	compare();
	return true;
}

static long all_sequences(const char *names, int length)
{
	const int n = (int)strlen(names);
	long cases = 0;
	int kind, stop, i;

	memset(sequence, 0, sizeof(sequence));
	sequence_length = length;
	do {
		for (kind = FORWARD; kind <= PRESENT; kind++) {
			for (stop = 1; stop <= n; stop++) {
				set_up_model(names, false);
				stop_in = stop;
				loop_over(0, (enum kind)kind, 0, sequence_body);
				assert_true(stop_in <= 0);
				listpool_destroy(&pool);
				cases++;
			}
		}
		for (i = 0; i < length && ++sequence[i] == n_changes; i++)
			sequence[i] = 0;
	} while (i < length);
	return cases;
}

static void every_pair_of_changes_agrees_with_the_model(void **state)
{
	(void)state;
	list_changes(4, false);
	assert_int_equal(all_sequences("abc", 2),
			 3L * 3 * n_changes * n_changes);
}

static void every_three_allocs_and_frees_agree_with_the_model(void **state)
{
	(void)state;
	list_changes(3, true);
	assert_int_equal(all_sequences("abc", 3),
			 3L * 3 * n_changes * n_changes * n_changes);
}

#define CALL(name) listpool_##name
#define MADE(NAME) LISTPOOL_##NAME
#define NODE listpool_node
#include "pool_memory.h"

static void memory_beyond_the_node_is_as_promised(void **state)
{
	struct lish_config config = config_of(65536);
	double extra;

	(void)state;
	if ((size_t)-1 <= 65535)
		return;
	config.step = 0;
	assert_int_equal(sizeof(struct listpool_node), 2 * sizeof(void *) + 8);
	assert_int_equal(listpool_init(&pool, struct bullet, node, &config), 0);
	assert_int_equal(listpool_reserve(&pool, 65536), 0);
	extra = (double)(mem.bytes + sizeof(pool) -
			 65536 * sizeof(struct bullet)) /
		65536;
	print_message("%.3f bytes an object beyond its node\n", extra);
	assert_true(extra <= 4.2);
	assert_int_equal(listpool_stats(&pool).bytes, mem.bytes);
}

static void hooks_run_from_the_last_to_the_first(void **state)
{
	(void)state;
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

static void destroy_tells_a_stale_loop_from_one_that_runs(void **state)
{
	static struct listpool_loop_ loop = LISH_LOOP_INIT;
	static const struct listpool_loop_ fresh = LISH_LOOP_INIT;

	(void)state;
	make_pool(0);
	take();
	by_hand(&loop, &pool);
	assert_reported("listpool_destroy", LISH_LOOPED, listpool_destroy(&pool));
	assert_int_equal(listpool_count(&pool), 1);
	/* As if something else lay there now. */
	loop = fresh;
	assert_reported("listpool_destroy", LISH_STALE_LOOP, listpool_destroy(&pool));
	assert_int_equal(listpool_check(&pool, NULL), LISH_UNINITIALIZED);
}

#if LISH_CHECK >= 1
/* The node of an object that is NULL, where it begins with it and where not. */
static void the_nodes_of_null_objects_are_reported(void **state)
{
	struct bullet *none = NULL;
	struct listpool_node *nodes[2];
	struct bullet *b;
	int i;
	struct bullet *nobody = NULL;

	(void)state;
	nodes[0] = NULL;
	nodes[1] = (struct listpool_node *)(void *)((uintptr_t)none +
			offsetof(struct bullet, node));
	make_pool(0);
	b = take();
	for (i = 0; i < 2; i++) {
		assert_reported("listpool_free", LISH_NULL,
				listpool_free(&pool, nodes[i]));
		assert_reported("listpool_contains", LISH_NULL,
				assert_false(listpool_contains(
					&pool, nodes[i])));
		assert_ptr_equal(report.fault.node, nodes[i]);
		assert_reported("listpool_move", LISH_NULL,
				listpool_move(&pool, nodes[i]));
		assert_reported("listpool_move_tail", LISH_NULL,
				listpool_move_tail(&pool, nodes[i]));
		assert_reported("listpool_move_before", LISH_NULL,
				listpool_move_before(&pool, nodes[i],
						     &b->node));
		assert_reported("listpool_move_after", LISH_NULL,
				listpool_move_after(&pool, &b->node,
						    nodes[i]));
		assert_ptr_equal(report.fault.node, nodes[i]);
	}
	assert_reported("listpool_next_entry", LISH_NULL,
			assert_null(listpool_next_entry(&pool, nobody,
							struct bullet, node)));
	assert_reported("listpool_prev_entry", LISH_NULL,
			assert_null(listpool_prev_entry(&pool, nobody,
							struct bullet, node)));
	assert_reported("listpool_alloc_after_entry", LISH_NULL,
			assert_null(listpool_alloc_after_entry(
				&pool, nobody, struct bullet, node)));
	assert_int_equal(listpool_count(&pool), 1);
	assert_true(listpool_contains(&pool, &b->node));
	assert_whole();
}
#endif

/* A link was overwritten, and no mark: the list is made anew. */
static void clear_frees_all_though_links_are_broken(void **state)
{
	struct bullet *b[4];

	(void)state;
	make_pool_with_hooks(0);
	fill(b, 4);
	b[3]->node.link.prev = &b[1]->node.link;
	diary.text[0] = 0;
	assert_reported("listpool_clear", LISH_BROKEN_LINKS, listpool_clear(&pool));
	assert_int_equal(listpool_count(&pool), 0);
	assert_int_equal(listpool_check(&pool, NULL), LISH_OK);
	assert_diary(&diary, "f3 f2 f1 f0");
}

#define listpool_test(name) \
	cmocka_unit_test_setup_teardown(name, setup, teardown)

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
static void one_wiped_link_does_no_harm_to_cold_code(void **state)
{
	unsigned int next;

	(void)state;
	for (next = 0; next < 2; next++) {
		make_pool_with_hooks(0);
		take();
		take();
		if (next)
			last()->node.link.next = NULL;
		else
			last()->node.link.prev = NULL;
		assert_reported("listpool_destroy", LISH_BROKEN_LINKS,
				listpool_destroy(&pool));
	}
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

static void a_neighbour_that_full_frees_is_reported(void **state)
{
	static LISTPOOL_STORAGE(one, struct bullet, 1);
	struct lish_config config = LISH_CONFIG_INIT;
	struct bullet *b = one.objects;
	struct listpool x;

	(void)state;
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

POOL_TEST_HOOKS(listpool, node, LISTPOOL_STORAGE, 0)

/* The pool has written the node, and nothing beside it. */
static void see_the_node(void *ctx, void *object)
{
	static const struct listpool_node zero;
	struct bullet *b = (struct bullet *)object;

	assert_memory_equal(&b->node, &zero, sizeof(zero));
	assert_int_equal(b->name[0], 0x5a);
	++*(int *)ctx;
}

static void make_in_advance_sees_a_node_of_zeros(void **state)
{
	static const struct lish_pool_hooks seeing = { see_the_node, NULL, NULL,
						       NULL };
	static LISTPOOL_STORAGE(three, struct bullet, 3);
	struct lish_config config = LISH_CONFIG_INIT;
	struct listpool local;
	int seen = 0;

	(void)state;
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		listpool_test(alloc_puts_where_it_is_told),
		listpool_test(listpool_define_at_each_place),
		listpool_test(a_failed_init_leaves_a_zero_pool),
		listpool_test(a_failed_growth_changes_nothing),
		listpool_test(names_that_ask),
		listpool_test(zalloc_puts_and_zeroes),
		listpool_test(zalloc_zeroes_what_hooks_see),
		listpool_test(no_object_is_freed_by_its_own_hook),
		listpool_test(overwritten_objects_are_freed_with_all),
		listpool_test(a_failed_reserve_keeps_no_memory),
		listpool_test(a_full_pool_asks_before_it_refuses),
#if LISH_CHECK >= 1
		listpool_test(a_neighbour_that_full_frees_is_reported),
#endif
		listpool_test(trim_keeps_what_was_overwritten),
		listpool_test(hooks_see_one_pool),
		listpool_test(one_wiped_link_does_no_harm_to_cold_code),
		listpool_test(without_fini_no_object_is_looked_at),
		listpool_test(const_forms_are_those_of_const_types),
		listpool_test(first_last_next_and_prev_end_in_null),
		listpool_test(free_takes_out_of_the_list),
		listpool_test(move_puts_elsewhere),
		listpool_test(move_beside_a_neighbour_or_itself_is_defined),
		listpool_test(sort_sorts_and_keeps_the_order_of_equals),
		listpool_test(clear_does_not_touch_the_objects),
		listpool_test(hooks_find_the_object_in_its_place),
		listpool_test(a_hook_may_move_its_own_object),
		listpool_test(every_loop_visits_all_of_every_list),
		listpool_test(from_loops_begin_in_the_middle),
#if LISH_CHECK >= 1
		listpool_test(a_loop_from_what_is_not_in_is_refused),
#endif
		listpool_test(nothing_is_left_of_what_was_destroyed),
		listpool_test(the_body_frees_any_object),
		listpool_test(memory_that_is_reused_at_once_confuses_no_loop),
		listpool_test(what_is_put_behind_is_visited),
		listpool_test(a_ghost_parts_what_is_put_on_either_side),
		listpool_test(clear_in_a_loop_leaves_it_on_a_ghost),
		listpool_test(trim_in_a_loop_takes_what_is_not_needed),
		listpool_test(growth_in_a_loop_is_visited),
		listpool_test(loops_nest),
		listpool_test(break_closes_a_loop),
#if LISH_HAS_CLEANUP
		listpool_test(return_and_goto_close_loops),
#endif
		listpool_test(a_move_that_keeps_the_order_is_one_for_loops),
		listpool_test(present_visits_what_was_live_and_has_stayed),
		listpool_test(stamps_begin_anew_before_they_overflow),
		listpool_test(a_forward_loop_leaves_hints_ahead),
		listpool_test(hints_spare_stamps_that_are_needed),
		listpool_test(hints_keep_their_distance_while_objects_go),
		listpool_test(const_loops_write_nothing),
		listpool_test(stepped_loops_do_the_same),
		listpool_test(an_explicit_loop_leaves_hints),
		listpool_test(explicit_loops_may_end_in_any_order),
		listpool_test(abandon_ends_all_loops),
		listpool_test(a_stale_loop_is_reported),
		listpool_test(a_pool_may_be_destroyed_in_a_loop_after_stop),
		listpool_test(zalloc_zeroes_at_either_end),
		listpool_test(a_zero_list_is_reported),
		listpool_test(check_follows_the_list),
		listpool_test(destroy_in_a_loop_is_refused),
#if LISH_CHECK >= 1
		listpool_test(calls_with_a_dead_object_are_refused),
		listpool_test(objects_of_another_pool_are_refused),
		listpool_test(broken_links_are_refused),
		listpool_test(free_beside_broken_links_is_refused),
		listpool_test(typed_forms_know_the_type),
		listpool_test(a_loop_whose_object_was_wiped_ends),
#endif
#if LISH_CHECK >= 2
		listpool_test(level_2_finds_damage_anywhere_in_the_list),
#endif
		listpool_test(every_argument_of_the_list_is_evaluated_once),
		listpool_test(alignment_is_that_of_the_type),
		listpool_test(with_no_grow_only_reserve_allocates),
		listpool_test(with_a_limit_no_alloc_copies_anything),
		listpool_test(memory_beyond_the_node_is_as_promised),
		listpool_test(hooks_run_from_the_last_to_the_first),
		listpool_test(destroy_tells_a_stale_loop_from_one_that_runs),
#if LISH_CHECK >= 1
		listpool_test(the_nodes_of_null_objects_are_reported),
#endif
		listpool_test(make_in_advance_sees_a_node_of_zeros),
		listpool_test(nested_loops_agree_with_the_model),
		listpool_test(clear_frees_all_though_links_are_broken),
		listpool_test(interleaved_loops_agree_with_the_model),
		listpool_test(every_pair_of_changes_agrees_with_the_model),
		listpool_test(
			every_three_allocs_and_frees_agree_with_the_model),
	};

	return run_test_group(tests);
}
