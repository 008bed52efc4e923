/* SPDX-License-Identifier: MIT */
/*
 * Rings: what is shared by all lists. Pictures show a ring as the letters of its
 * elements, from the one after the head: [a b c].
 */
#include "test.h"

#include <linux-ish/core/ring.h>

#include "../../../lib/core/ring.h"
#include "../../../lib/core/ring_sort.h"

struct item {
	struct lish_link_ link;
	int key;
};

/* Five elements, and heads, of dirty memory. */
static struct item all[5];
static struct lish_link_ head, other;

static int setup(void **state)
{
	(void)state;
	memset(all, 0x5a, sizeof(all));
	memset(&head, 0x5a, sizeof(head));
	memset(&other, 0x5a, sizeof(other));
	lish_ring_init_(&head);
	lish_ring_init_(&other);
	return 0;
}

static struct lish_link_ *at(char name)
{
	return &all[name - 'a'].link;
}

/* [names], of elements of any content. */
static void fill(struct lish_link_ *ring, const char *names)
{
	for (; *names; names++)
		lish_ring_link_(at(*names), ring->prev, ring);
}

/* The ring is whole, and reads so. */
static void assert_ring(const struct lish_link_ *ring, const char *names)
{
	const struct lish_link_ *link = ring->next;
	char text[8] = "";
	size_t n = 0;

	assert_null(lish_ring_broken_(ring));
	for (; link != ring && n < sizeof(text) - 1; link = link->next)
		text[n++] = (char)('a' + ((const struct item *)(const void *)link - all));
	assert_string_equal(text, names);
}

TEST(zero_makes_a_link_that_is_in_none)
{
	lish_ring_zero_(at('a'));
	assert_null(at('a')->next);
	assert_null(at('a')->prev);
}

TEST(broken_names_the_first_faulty_link)
{
	fill(&head, "abcd");
	assert_null(lish_ring_broken_(&head));
	assert_null(lish_ring_broken_(at('c')));
	/* c does not point back to b */
	at('c')->prev = at('a');
	assert_ptr_equal(lish_ring_broken_(&head), at('b'));
	assert_ptr_equal(lish_ring_broken_(at('c')), at('b'));
	/* b leads nowhere */
	at('b')->next = NULL;
	assert_ptr_equal(lish_ring_broken_(&head), at('b'));
}

TEST(broken_ends_where_a_ring_is_entered_from_outside)
{
	/* head -> a -> b -> c -> b */
	fill(&head, "abc");
	at('c')->next = at('b');
	assert_non_null(lish_ring_broken_(&head));
	at('b')->prev = at('c');
	assert_ptr_equal(lish_ring_broken_(&head), at('a'));
}

/* Stable: by tens only. */
static int by_tens(void *ctx, const struct lish_link_ *a, const struct lish_link_ *b)
{
	const struct item *x = (const struct item *)(const void *)a;
	const struct item *y = (const struct item *)(const void *)b;

	++*(unsigned int *)ctx;
	return x->key / 10 - y->key / 10;
}

#define MANY 1000u

static struct item items[MANY];

/*
 * An order that differs with each seed. stray: one in so many has any key, and with it often
 * the next one; the rest are sorted, with equals.
 */
static void fill_many(uint32_t n, uint32_t seed, uint32_t range, uint32_t stray)
{
	const uint32_t equals = 1 + n / range;
	uint32_t i, strayed = 0;

	lish_ring_init_(&head);
	for (i = 0; i < n; i++) {
		seed = seed * 1664525u + 1013904223u;
		if ((seed >> 12) % stray == 0 || (strayed && seed >> 31))
			strayed++;
		else
			strayed = 0;
		items[i].key = (int)(strayed ? (seed >> 8) % range : i / equals) * 10;
		lish_ring_link_(&items[i].link, head.prev, &head);
	}
}

/* Of equal tens, addresses rise. */
static unsigned int sort_is_right(uint32_t n, uint32_t seed, uint32_t range, uint32_t stray)
{
	const struct lish_link_ *link;
	unsigned int compared = 0;
	int last = -1;
	uint32_t i;

	fill_many(n, seed, range, stray);
	lish_ring_sort_(&head, by_tens, &compared, NULL);
	assert_null(lish_ring_broken_(&head));
	for (i = 0, link = head.next; link != &head; link = link->next, i++) {
		const struct item *item = (const struct item *)(const void *)link;

		assert_true(item->key >= last);
		if (item->key == last)
			assert_true(link > link->prev);
		last = item->key;
	}
	assert_int_equal(i, n);
	return compared;
}

TEST(sort_is_stable_for_any_number)
{
	uint32_t n;

	for (n = 0; n <= 130; n++) {
		sort_is_right(n, n, 5, 1);
		sort_is_right(n, n, 3000, 1);
	}
	sort_is_right(MANY, 1, 3000, 1);
	sort_is_right(MANY, 2, 1, 1);
}

TEST(a_nearly_sorted_list_is_sorted_the_same)
{
	uint32_t seed, n;

	for (seed = 1; seed <= 300; seed++)
		for (n = 10; n <= MANY; n *= 10) {
			sort_is_right(n, seed, n, 8 + seed % 50);
			sort_is_right(n, seed, n / 3, 8 + seed % 50);
			sort_is_right(n, seed, 4 + seed % 20, 8 + seed % 50);
		}
}

TEST(a_sort_that_meets_a_wrong_link_changes_nothing)
{
	static struct item before[MANY];
	struct lish_link_ *link, **wrong, ring;
	unsigned int compared = 0;
	uint32_t seed, n;

	for (seed = 1; seed <= 400; seed++) {
		n = seed % 2 ? MANY : 20;
		fill_many(n, seed, n / 2, 1 + seed % 60);
		link = seed % 17 ? &items[seed * 7919u % n].link : &head;
		wrong = (struct lish_link_ **)(seed % 4 < 2 ? &link->next : &link->prev);
		*wrong = seed % 3 ? &items[n / 3].link : NULL;
		memcpy(before, items, sizeof(before));
		ring = head;
		assert_int_equal(lish_ring_sort_(&head, by_tens, &compared, NULL), LISH_BROKEN_LINKS);
		assert_memory_equal(items, before, sizeof(before));
		assert_memory_equal(&head, &ring, sizeof(ring));
	}
}

TEST(few_strays_take_few_comparisons)
{
	unsigned int compared = 0;
	uint32_t seed;

	for (seed = 1; seed <= 20; seed++)
		compared += sort_is_right(MANY, seed, MANY, 100);
	if (!LISH_SMALL_)
		assert_true(compared < 4 * 20 * MANY);
}

/* large links in front of sorted ones. Returns the comparisons. */
static unsigned int sort_large_in_front(int large)
{
	const struct lish_link_ *link;
	unsigned int compared = 0;
	int i;

	lish_ring_init_(&head);
	for (i = 0; i < 100; i++) {
		items[i].key = 10 * (i < large ? 1000 + i : i);
		lish_ring_link_(&items[i].link, head.prev, &head);
	}
	lish_ring_sort_(&head, by_tens, &compared, NULL);
	assert_null(lish_ring_broken_(&head));
	for (link = head.next, i = large; i < 100 + large; i++, link = link->next)
		assert_ptr_equal(link, &items[i % 100].link);
	assert_ptr_equal(link, &head);
	return compared;
}

TEST(what_is_too_large_may_be_in_front)
{
	int large;

	assert_true(LISH_SMALL_ || sort_large_in_front(1) <= 301);
	for (large = 0; large < 20; large++)
		sort_large_in_front(large);
}

TEST(sorting_what_is_sorted_compares_each_once)
{
	unsigned int compared = 0;
	int i;

	for (i = 0; i < 5; i++)
		all[i].key = 10 * i;
	fill(&head, "abcde");
	lish_ring_sort_(&head, by_tens, &compared, NULL);
	assert_ring(&head, "abcde");
	assert_int_equal(compared, 4);
}

TEST(an_inlined_sort_is_the_same)
{
	unsigned int compared = 0;
	int i;

	for (i = 0; i < 5; i++)
		all[i].key = 10 * (i % 3);
	/* 0 10 20 0 10 */
	fill(&head, "abcde");
	lish_ring_sort_inline_(&head, by_tens, &compared, NULL);
	assert_ring(&head, "adbec");
}

TEST(broken_finds_every_wrong_link)
{
	static const char *const rings[] = { "", "a", "ab", "abc", "abcd", "abcde" };
	struct lish_link_ *link, *next;
	size_t i, k;

	for (i = 0; i < ARRAY_SIZE(rings); i++)
		for (k = 0; k <= i; k++) {
			lish_ring_init_(&head);
			fill(&head, rings[i]);
			assert_null(lish_ring_broken_(&head));
			link = k < i ? at(rings[i][k]) : &head;
			next = link->next;
			link->next = NULL;
			assert_non_null(lish_ring_broken_(&head));
			link->next = &other;
			assert_non_null(lish_ring_broken_(&head));
			link->next = next;
			link->prev = NULL;
			assert_non_null(lish_ring_broken_(&head));
			link->prev = &other;
			assert_non_null(lish_ring_broken_(&head));
		}
}

TEST(the_way_to_an_element_ends_where_a_link_is_broken)
{
	fill(&head, "abcd");
	assert_int_equal(lish_ring_way_(&head, at('a')), 1);
	assert_int_equal(lish_ring_way_(&head, at('d')), 4);
	assert_int_equal(lish_ring_way_(&head, at('e')), 0);
	assert_int_equal(lish_ring_way_(&head, &head), 0);
	at('b')->next = NULL;
	assert_int_equal(lish_ring_way_(&head, at('b')), 2);
	assert_int_equal(lish_ring_way_(&head, at('d')), 0);
	at('b')->next = at('d');
	assert_int_equal(lish_ring_way_(&head, at('d')), 0);
}

/* In a chain. */
static struct lish_link_ *chain_at(char name)
{
	return (struct lish_link_ *)(void *)lish_ring_chain_(at(name));
}

TEST(merge_prefers_the_first_of_equals)
{
	unsigned int compared = 0;
	int i;

	for (i = 0; i < 5; i++)
		all[i].key = 10 * (i % 2);
	/* [a b], [c d] of keys 0 10, 0 10 -> [a c b d] */
	fill(&head, "ab");
	fill(&other, "cd");
	for (i = 0; i < 4; i++)
		at("abcd"[i])->next = i % 2 ? NULL : chain_at("abcd"[i + 1]);
	lish_ring_merge_(&head, (struct lish_chain_ *)(void *)chain_at('a'),
			 (struct lish_chain_ *)(void *)chain_at('c'), by_tens, &compared);
	assert_ring(&head, "acbd");
}

TEST_MAIN(setup, NULL)
