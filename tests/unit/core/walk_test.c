/* SPDX-License-Identifier: MIT */
/*
 * Walks, for both widths of hints: the elements that a loop visits while its ring
 * changes; the wrap of stamps; stopped loops. tests/deep/states compares walks with a
 * model.
 */
#include "test.h"

#include "../../../lib/core/walk.h"

/* An element, with a hint of a word and the container of its ring, or a number and a hint. */
struct item {
	struct lish_link_ link;
	union {
		struct {
			uintptr_t hint;
			const void *walks;
		} word;
		uint32_t half[2];
	} behind;
};

struct box {
	long before; /* so that the walks are not its first member */
	struct lish_walks_ walks;
};

/* The width of hints. Each test runs with both. */
static bool half;

#define ITEMS 64

static struct item all[ITEMS];
static struct box box;
static struct lish_walks_ *walks = &box.walks;

static struct lish_link_ *at(char name)
{
	return &all[name - 'a'].link;
}

/* Did a call find a loop that had been left open? */
static enum lish_reason found;

static void add_link(struct lish_link_ *link, struct lish_link_ *base, bool before)
{
	if (!half)
		((struct item *)(void *)link)->behind.word.walks = walks;
	lish_walk_link_(walks, link, base, before, half);
	found = lish_walk_is_looped_(walks) ? lish_walk_added_(walks, link, link, before, half)
					 : LISH_OK;
}

static void unlink_from(struct lish_link_ *link)
{
	lish_walk_unlink_(walks, link);
	found = lish_walk_is_looped_(walks) ? lish_walk_gone_(walks, link) : LISH_OK;
}

static void add(char name, struct lish_link_ *base, bool before)
{
	add_link(at(name), base, before);
}

static void add_tail(const char *names)
{
	for (; *names; names++)
		add(*names, &walks->head, true);
}

/* Why the last loop could not go on. */
static enum lish_reason lost;

/* The step by a call. */
static struct lish_link_ *next(struct lish_walk_ *walk)
{
	struct lish_link_ *link = lish_walk_trail_(walk, half);

	if (!link && walk->loop.owner)
		link = lish_walk_next_(walk, half, &lost);
	return link;
}

/* As the macros make it: kind and half are constants. */
#define SHORT(kind) \
	(half ? lish_walk_short_(walk, cur, kind, true) : lish_walk_short_(walk, cur, kind, false))
static struct lish_link_ *step(struct lish_walk_ *walk, struct lish_walk_cursor_ *cur)
{
	struct lish_link_ *link = walk->kind == LISH_WALK_REVERSE_   ? SHORT(LISH_WALK_REVERSE_)
				  : walk->kind == LISH_WALK_PRESENT_ ? SHORT(LISH_WALK_PRESENT_)
								     : SHORT(LISH_WALK_FORWARD_);

	if (link == cur->head)
		return NULL;
	cur->at = link ? link : next(walk);
	return cur->at;
}
#undef SHORT

/* Open a loop as a container does; start: of a _from loop, or NULL. */
static struct lish_walk_cursor_ begin(struct lish_walk_ *walk, struct lish_link_ *start,
				      enum lish_walk_kind_ kind)
{
	walk->loop.owner = 0;
	if (walks->head.next == &walks->head)
		return lish_walk_at_(NULL);
	found = lish_walk_open_(walks, walk, start ? start : &walks->head,
				start ? LISH_WALK_FROM_ : kind);
	if (kind == LISH_WALK_PRESENT_)
		lish_walk_number_(walks, walk, half);
	return lish_walk_at_(&walks->head);
}

static void end(struct lish_walk_ *walk)
{
	(void)lish_loop_leave_(&walk->loop);
}

/* What a loop visited, in order. */
static char seen[ITEMS * 2];

static void see(const struct lish_link_ *link)
{
	const size_t n = strlen(seen);
	const struct item *item = (const struct item *)(const void *)link;

	assert_true(n < sizeof(seen) - 1);
	seen[n] = (char)('a' + (item - all));
	seen[n + 1] = '\0';
}

#define assert_seen(names)                        \
	do {                                      \
		assert_string_equal(seen, names); \
		seen[0] = '\0';                   \
		assert_null(walks->loops.first);  \
	} while (0)

/* A loop as the macros make it, from dirty memory on. */
#define LOOP(link, how, start)                                                                   \
	for (struct lish_walk_ link##_walk_,                                                     \
	     *link##_once_ = (memset(&link##_walk_, 0x5a, sizeof(link##_walk_)), &link##_walk_); \
	     link##_once_; link##_once_ = NULL)                                                  \
		for (struct lish_walk_cursor_ link##_cur_ = begin(&link##_walk_, start, how);    \
		     link##_cur_.head; end(&link##_walk_), link##_cur_.head = NULL)              \
			for (struct lish_link_ *link = NULL;                                     \
			     (link = step(&link##_walk_, &link##_cur_)) != NULL;)
#define EACH(link, how) LOOP(link, how, (struct lish_link_ *)NULL)

static void set_up(void)
{
	memset(all, 0x5a, sizeof(all));
	memset(&box, 0x5a, sizeof(box));
	lish_walks_init_(walks);
	seen[0] = '\0';
}

static void an_empty_ring_is_not_registered_with(void)
{
	struct lish_walk_ walk;

	memset(&walk, 0x5a, sizeof(walk));
	assert_null(begin(&walk, NULL, LISH_WALK_PRESENT_).head);
	assert_null(walks->loops.first);
	assert_int_equal(walk.loop.owner, 0);
	assert_int_equal(walks->stamp, 0);
	end(&walk);
}

/* The note that an element or the head has, as an address. */
static uintptr_t hint(const struct lish_link_ *link)
{
	return lish_hint_of_(link, half);
}

static uintptr_t hint_to(int i)
{
	return lish_hint_to_(&all[i].link, half);
}

static void hints_lead_24_places_on(void)
{
	int i;

	if (!LISH_WALK_HINTS_)
		return;
	for (i = 0; i < ITEMS; i++)
		add_link(&all[i].link, &walks->head, true);
	EACH(l, LISH_WALK_FORWARD_)
	continue;
	assert_int_equal(hint(&walks->head), hint_to(LISH_WALK_WAIT_));
	for (i = 0; i < ITEMS; i++)
		assert_int_equal(hint(&all[i].link), i + LISH_WALK_WAIT_ + 1 < ITEMS
							     ? hint_to(i + LISH_WALK_WAIT_ + 1)
							     : 0);
}

static void hints_keep_their_distance_while_elements_go(void)
{
	int i;

	if (!LISH_WALK_HINTS_)
		return;
	for (i = 0; i < ITEMS; i++)
		add_link(&all[i].link, &walks->head, true);
	EACH(l, LISH_WALK_FORWARD_)
	if (l >= &all[50].link && l < &all[55].link)
		unlink_from(l);
	for (i = 0; i + LISH_WALK_WAIT_ + 1 < 50; i++)
		assert_int_equal(hint(&all[i].link), hint_to(i + LISH_WALK_WAIT_ + 1));
	for (i = 32; i + LISH_WALK_WAIT_ + 6 < ITEMS; i++)
		assert_int_equal(hint(&all[i].link), hint_to(i + LISH_WALK_WAIT_ + 6));
}

/* When hints are due. */

/* Is a loop that began like this one that leaves hints? */
static bool would_leave(enum lish_walk_kind_ kind, struct lish_link_ *from)
{
	struct lish_walk_ walk;
	bool leaves;

	memset(&walk, 0x5a, sizeof(walk));
	if (from)
		(void)begin(&walk, from, LISH_WALK_FROM_);
	else
		(void)begin(&walk, NULL, kind);
	leaves = (walk.state & LISH_WALK_TRAIL_) != 0;
	end(&walk);
	return leaves;
}

static void visit_all(void)
{
	EACH(l, LISH_WALK_FORWARD_)
	continue;
}

static void fill_ring(int n)
{
	int i;

	for (i = 0; i < n; i++)
		add_link(&all[i].link, &walks->head, true);
}

static void hints_are_due_after_24_changes_of_a_short_ring(void)
{
	int i;

	if (!LISH_WALK_HINTS_)
		return;
	fill_ring(ITEMS);
	for (i = 0; i < 3; i++) {
		assert_true(would_leave(LISH_WALK_FORWARD_, NULL));
		visit_all();
		assert_int_equal(walks->count - walks->stale, 24);
		lish_hint_set_(&all[0].link, 0, half);
		visit_all();
		assert_int_equal(hint(&all[0].link), 0);
		/* Each removal counts, and so does each addition. */
		for (; walks->stale - walks->count != (uint32_t)-1;) {
			assert_false(would_leave(LISH_WALK_FORWARD_, NULL));
			if (walks->count == ITEMS)
				unlink_from(&all[ITEMS - 1].link);
			else
				add_link(&all[ITEMS - 1].link, &walks->head, true);
		}
		unlink_from(&all[10].link);
		assert_true(would_leave(LISH_WALK_FORWARD_, NULL));
		assert_true(would_leave(LISH_WALK_PRESENT_, NULL));
		assert_true(would_leave(LISH_WALK_FROM_, &all[0].link));
		assert_false(would_leave(LISH_WALK_FROM_, &all[1].link));
		assert_false(would_leave(LISH_WALK_REVERSE_, NULL));
		visit_all();
		assert_int_equal(hint(&all[0].link), hint_to(LISH_WALK_WAIT_ + 2));
		add_link(&all[10].link, &all[9].link, false);
		while (walks->count < ITEMS)
			add_link(&all[ITEMS - 1].link, &walks->head, true);
		walks->stale = walks->count;
	}
}

static void a_quarter_of_a_long_ring_must_change(void)
{
	static struct item many[400];
	uint32_t i;

	if (!LISH_WALK_HINTS_)
		return;
	for (i = 0; i < 400; i++)
		add_link(&many[i].link, &walks->head, true);
	visit_all();
	for (i = 0; i < 100; i++) {
		assert_false(would_leave(LISH_WALK_FORWARD_, NULL));
		unlink_from(&many[i].link);
	}
	assert_true(would_leave(LISH_WALK_FORWARD_, NULL));
	(void)lish_walk_forget_(walks);
}

static void more_than_1024_changes_need_not_be(void)
{
	static struct item many[LISH_WALK_HINTS_ ? 5000 : 1];
	uint32_t i;

	if (!LISH_WALK_HINTS_)
		return;
	for (i = 0; i < 5000; i++)
		add_link(&many[i].link, &walks->head, true);
	visit_all();
	for (i = 0; i < 1024; i++) {
		assert_false(would_leave(LISH_WALK_FORWARD_, NULL));
		unlink_from(&many[i].link);
	}
	assert_true(would_leave(LISH_WALK_FORWARD_, NULL));
	(void)lish_walk_forget_(walks);
}

/* Else a search that runs before each whole loop would use up the changes. */
static void only_a_whole_loop_defers_hints(void)
{
	if (!LISH_WALK_HINTS_)
		return;
	fill_ring(ITEMS);
	EACH(l, LISH_WALK_FORWARD_)
	if (l == &all[40].link) {
		end(&l_walk_);
		l_cur_.head = NULL;
		break;
	}
	assert_true(would_leave(LISH_WALK_FORWARD_, NULL));
	LOOP(l, LISH_WALK_FROM_, &all[1].link)
	continue;
	EACH(l, LISH_WALK_REVERSE_)
	continue;
	assert_true(would_leave(LISH_WALK_FORWARD_, NULL));
	EACH(l, LISH_WALK_PRESENT_)
	continue;
	assert_false(would_leave(LISH_WALK_FORWARD_, NULL));
}

/* The counter of a tiny ring is below zero, and passes it. */
static void a_tiny_ring_gets_no_hints(void)
{
	int n, i;

	if (!LISH_WALK_HINTS_)
		return;
	for (n = 1; n <= LISH_WALK_WAIT_ + 1; n++) {
		set_up();
		fill_ring(n);
		for (i = 0; i < 100; i++) {
			assert_int_equal(would_leave(LISH_WALK_FORWARD_, NULL),
					 n > LISH_WALK_WAIT_);
			unlink_from(&all[i % n].link);
			add_link(&all[i % n].link, &walks->head, true);
		}
	}
	/* One that grows gets them. */
	for (i = n - 1; i < ITEMS; i++)
		add_link(&all[i].link, &walks->head, true);
	assert_true(would_leave(LISH_WALK_FORWARD_, NULL));
}

/* Whatever count and counter are, as many changes are due. */
static void the_counter_wraps(void)
{
	static const uint32_t counts[] = { 0xffffffc0u, 0x7fffffc0u, 0xfffffff0u };
	size_t c;
	int i;

	if (!LISH_WALK_HINTS_)
		return;
	fill_ring(ITEMS);
	for (c = 0; c < ARRAY_SIZE(counts); c++) {
		walks->count = counts[c];
		walks->stale = walks->count - 24;
		for (i = 0; i < 12; i++) {
			assert_false(would_leave(LISH_WALK_FORWARD_, NULL));
			unlink_from(&all[i].link);
			add_link(&all[i].link, &walks->head, true);
		}
		assert_true(would_leave(LISH_WALK_FORWARD_, NULL));
	}
	walks->count = ITEMS;
}

/* Changes under a loop that leaves no hints count; its steps stay right. */
static void changes_under_a_loop_make_hints_due(void)
{
	int visits = 0;

	if (!LISH_WALK_HINTS_)
		return;
	fill_ring(ITEMS);
	visit_all();
	EACH(l, LISH_WALK_FORWARD_)
	{
		assert_int_equal(l_walk_.state, 0);
		if (++visits > ITEMS || visits % 2)
			continue;
		/* It goes to the front: a loop inside visits all. */
		unlink_from(l);
		assert_int_not_equal(l_walk_.state, 0);
		add_link(l, &walks->head, false);
		if (visits == 40) {
			int inside = 0;

			assert_true(would_leave(LISH_WALK_FORWARD_, NULL));
			EACH(m, LISH_WALK_FORWARD_)
			inside++;
			assert_int_equal(inside, ITEMS);
			assert_false(would_leave(LISH_WALK_FORWARD_, NULL));
		}
	}
	assert_int_equal(visits, ITEMS);
	assert_int_equal(walks->count, ITEMS);
}

/* Stamps. */

/* A plain loop leaves no hints where stamps are needed, and does afterwards. */
static void hints_spare_stamps_that_are_needed(void)
{
	int i;

	add_tail("a");
	EACH(l, LISH_WALK_PRESENT_)
	{
		see(l);
		for (i = 1; i < ITEMS; i++)
			add_link(&all[i].link, &walks->head, true);
		EACH(m, LISH_WALK_FORWARD_)
		continue;
		assert_int_equal(hint(at('b')) & 1, 1);
	}
	assert_seen("a");
	EACH(m, LISH_WALK_FORWARD_)
	continue;
	if (LISH_WALK_HINTS_)
		assert_int_equal(hint(at('b')), hint_to(1 + LISH_WALK_WAIT_ + 1));
}

/*
 * The numbers of three _present loops that stand, of what was added under each,
 * and of what bears the number of one that is over, survive the end of all
 * numbers.
 */
static void stamps_begin_anew_while_loops_stand(void)
{
	uint32_t room;

	for (room = 0; room < 6; room++) {
		set_up();
		add_tail("a");
		/* Of one that is over: new to nobody. */
		walks->stamp = 5;
		EACH(l, LISH_WALK_PRESENT_)
		add('b', &walks->head, true);
		walks->stamp = LISH_WALK_STAMPS_ - room;
		EACH(l, LISH_WALK_PRESENT_)
		{
			see(l); /* outermost: a b */
			if (l != at('a'))
				continue;
			add('c', &walks->head, true);
			EACH(m, LISH_WALK_PRESENT_)
			{
				see(m); /* a b c */
				if (m != at('a'))
					continue;
				add('d', &walks->head, true);
				EACH(n, LISH_WALK_PRESENT_)
				{
					see(n); /* a b c d */
					if (n == at('a'))
						add('e', &walks->head, true);
				}
				EACH(n, LISH_WALK_PRESENT_)
				see(n); /* a b c d e */
			}
			EACH(m, LISH_WALK_PRESENT_)
			see(m); /* a b c d e */
		}
		assert_seen("aaabcdabcdebcabcdeb");
		EACH(l, LISH_WALK_PRESENT_)
		see(l);
		assert_seen("abcde");
		assert_true(walks->stamp <= 6);
	}
}

#if LISH_CHECK >= 1
static void a_link_that_leads_nowhere_ends_the_loop(void)
{
	add_tail("ab");
	lost = LISH_OK;
	EACH(l, LISH_WALK_REVERSE_)
	{
		see(l);
		memset(l, 0, sizeof(*l));
	}
	assert_int_equal(lost, LISH_LOST_PLACE);
	assert_seen("b");
}

/* An element of another ring, which an element of this one leads to, and that ring's head. */
static void a_loop_does_not_go_on_in_another_ring(void)
{
	struct box other;
	int kind;

	if (half)
		return;
	for (kind = LISH_WALK_FORWARD_; kind <= LISH_WALK_PRESENT_; kind++) {
		set_up();
		lish_walks_init_(&other.walks);
		add_tail("abc");
		lost = LISH_OK;
		EACH(l, (enum lish_walk_kind_)kind)
		{
			see(l);
			memset(l, 0, sizeof(struct item));
			lish_walk_link_(&other.walks, l, &other.walks.head, false, false);
		}
		assert_int_equal(lost, LISH_BROKEN_LINKS);
		assert_int_equal(strlen(seen), 1);
	}
}

/* Wiped where the loop has been: it goes on, the next one finds a link that leads nowhere. */
static void what_is_wiped_under_the_trail_does_no_harm(void)
{
	int i, visits = 0;

	for (i = 0; i < ITEMS; i++)
		add_link(&all[i].link, &walks->head, true);
	EACH(l, LISH_WALK_FORWARD_)
	{
		visits++;
		if (l == &all[20].link)
			memset(&all[10], 0, sizeof(all[10]));
	}
	assert_int_equal(visits, ITEMS);
	assert_int_equal(all[10].behind.word.hint, 0);
	lost = LISH_OK;
	EACH(l, LISH_WALK_FORWARD_)
	visits++;
	assert_int_equal(lost, LISH_BROKEN_LINKS);
	assert_int_equal(visits, ITEMS + 10);
}
#endif

static void (*const tests_of_both[])(void) = {
	an_empty_ring_is_not_registered_with,
	hints_lead_24_places_on,
	hints_keep_their_distance_while_elements_go,
	hints_are_due_after_24_changes_of_a_short_ring,
	a_quarter_of_a_long_ring_must_change,
	more_than_1024_changes_need_not_be,
	only_a_whole_loop_defers_hints,
	a_tiny_ring_gets_no_hints,
	the_counter_wraps,
	changes_under_a_loop_make_hints_due,
	hints_spare_stamps_that_are_needed,
	stamps_begin_anew_while_loops_stand,
#if LISH_CHECK >= 1
	a_link_that_leads_nowhere_ends_the_loop,
	a_loop_does_not_go_on_in_another_ring,
	what_is_wiped_under_the_trail_does_no_harm,
#endif
};

TEST(walks_with_hints_of_a_word)
{
	size_t i;

	half = false;
	for (i = 0; i < ARRAY_SIZE(tests_of_both); i++) {
		set_up();
		tests_of_both[i]();
	}
}

TEST(walks_with_hints_of_32_bits)
{
	size_t i;

	half = true;
	for (i = 0; i < ARRAY_SIZE(tests_of_both); i++) {
		set_up();
		tests_of_both[i]();
	}
}

TEST(a_short_hint_leads_to_the_nearest_address)
{
	struct item *item = &all[3];

	lish_hint_set_(&item->link, lish_hint_to_(&all[40].link, true), true);
	assert_int_equal(item->behind.half[1], (uint32_t)(uintptr_t)&all[40]);
	assert_true(LISH_WALK_STAMPS_ <= 0x7fffffffu);
	assert_true((uintptr_t)LISH_WALK_STAMPS_ << 1 >> 1 == LISH_WALK_STAMPS_);
}

TEST_MAIN(NULL, NULL)
