/* SPDX-License-Identifier: MIT */
/*
 * Walks, for both widths of hints: the elements that a loop visits while its ring
 * changes; the wrap of stamps; stopped loops. The tests of walklist compare walks with
 * a model.
 */
#include "test.h"

#include "../../../lib/core/walk.h"

/* An element, with a hint of either width, and the container of their ring. */
struct item {
	struct lish_link_ link;
	union {
		uintptr_t word;
		uint32_t half[2];
	} hint;
};

struct box {
	long before; /* so that the walks are not its first member */
	struct lish_walks_ walks;
};

#define NAMES(half)                                                          \
	{ { "forward", "reverse", "from", "present", "const", "hand" },      \
	  offsetof(struct box, walks), half, false }

static const struct lish_walk_traits_ faces[2] = { NAMES(false),
						 NAMES(true) };
/* Each test runs with both. */
static const struct lish_walk_traits_ *traits;

#define ITEMS 64

static struct item all[ITEMS];
static struct box box;
static struct lish_walks_ *walks = &box.walks;

static struct lish_link_ *at(char name)
{
	return &all[name - 'a'].link;
}

static void add_link(struct lish_link_ *link, struct lish_link_ *base,
		     bool before)
{
	/* The constant is what the width's own code is made from. */
	if (traits->half)
		lish_walk_link_(traits, walks, link, base, before, true);
	else
		lish_walk_link_(traits, walks, link, base, before, false);
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

static void del(char name)
{
	lish_walk_unlink_(traits, walks, at(name));
	memset(at(name), 0xff, sizeof(struct item));
}

#define STEP(kind, half) \
	((struct lish_link_ *)lish_walk_step_(walk, cur, kind, 0, half))
static struct lish_link_ *step(struct lish_walk_ *walk,
			       struct lish_walk_cursor_ *cur)
{
	const bool half = traits->half;

	switch (walk->kind) {
	case LISH_WALK_REVERSE_:
		return half ? STEP(LISH_WALK_REVERSE_, true) :
			      STEP(LISH_WALK_REVERSE_, false);
	case LISH_WALK_PRESENT_:
		return half ? STEP(LISH_WALK_PRESENT_, true) :
			      STEP(LISH_WALK_PRESENT_, false);
	default:
		return half ? STEP(LISH_WALK_FORWARD_, true) :
			      STEP(LISH_WALK_FORWARD_, false);
	}
}
#undef STEP

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

#define assert_seen(names)                         \
	do {                                       \
		assert_string_equal(seen, names);  \
		seen[0] = '\0';                    \
		assert_null(walks->loops.first);   \
	} while (0)

/* A loop as the macros make it, from dirty memory on. */
#define LOOP(link, how, start)                                                \
	for (struct lish_walk_ link##_walk_,                                  \
	     *link##_once_ = (memset(&link##_walk_, 0x5a,                     \
				     sizeof(link##_walk_)),                   \
			      &link##_walk_);                                 \
	     link##_once_; link##_once_ = NULL)                               \
		for (struct lish_walk_cursor_ link##_cur_ =                   \
			     start ? lish_walk_open_from_(traits, walks,        \
							  &link##_walk_,      \
							  start)              \
				   : lish_walk_open_(traits, walks,             \
						     &link##_walk_, how);     \
		     link##_cur_.head;                                        \
		     lish_walk_close_(&link##_walk_),                         \
		     link##_cur_.head = NULL)                                 \
			for (struct lish_link_ *link = NULL;                  \
			     (link = step(&link##_walk_, &link##_cur_)) != NULL;)
#define EACH(link, how) LOOP(link, how, (struct lish_link_ *)NULL)

static void set_up(void)
{
	memset(all, 0x5a, sizeof(all));
	memset(&box, 0x5a, sizeof(box));
	lish_walks_init_(walks);
	seen[0] = '\0';
}

static void every_kind_visits_all(void)
{
	EACH(l, LISH_WALK_FORWARD_)
		see(l);
	assert_seen("");
	add_tail("abc");
	EACH(l, LISH_WALK_FORWARD_)
		see(l);
	assert_seen("abc");
	EACH(l, LISH_WALK_REVERSE_)
		see(l);
	assert_seen("cba");
	EACH(l, LISH_WALK_PRESENT_)
		see(l);
	assert_seen("abc");
	LOOP(l, LISH_WALK_FROM_, at('b'))
		see(l);
	assert_seen("bc");
}

static void an_empty_ring_is_not_registered_with(void)
{
	struct lish_walk_ walk;

	memset(&walk, 0x5a, sizeof(walk));
	assert_null(lish_walk_open_(traits, walks, &walk, LISH_WALK_PRESENT_).head);
	assert_null(walks->loops.first);
	assert_null(walk.loop.owner);
	assert_int_equal(walks->stamp, 0);
	lish_walk_close_(&walk);
}

/*
 *   a [b] c            b goes:              a [] c
 *   w after a:         a w [] c             before the ghost
 *   x in front of c:   a w [] x c           after it
 */
static void a_ghost_parts_what_is_added_on_either_side(void)
{
	add_tail("abc");
	EACH(l, LISH_WALK_FORWARD_) {
		see(l);
		if (l != at('b'))
			continue;
		del('b');
		add('w', at('a'), false);
		add('x', at('c'), true);
	}
	assert_seen("abxc");
	EACH(l, LISH_WALK_REVERSE_) {
		see(l);
		if (l != at('x'))
			continue;
		del('x');
		add('y', at('w'), false);
		add('z', at('c'), true);
	}
	assert_seen("cxywa");
}

static void what_is_forgotten_is_gone_for_loops(void)
{
	add_tail("abc");
	EACH(l, LISH_WALK_FORWARD_) {
		see(l);
		if (l != at('b'))
			continue;
		lish_walk_forget_(traits, walks);
		memset(all, 0xff, sizeof(all));
		add('f', &walks->head, false);
		add('e', &walks->head, true);
	}
	assert_seen("abe");
}

/* The note that an element or the head has, as an address. */
static uintptr_t hint(const struct lish_link_ *link)
{
	return lish_hint_of_(link, traits->half);
}

static uintptr_t hint_to(int i)
{
	return lish_hint_to_(&all[i].link, traits->half);
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
		assert_int_equal(hint(&all[i].link),
				 i + LISH_WALK_WAIT_ + 1 < ITEMS ?
					 hint_to(i + LISH_WALK_WAIT_ + 1) :
					 0);
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
			lish_walk_unlink_(traits, walks, l);
	for (i = 0; i + LISH_WALK_WAIT_ + 1 < 50; i++)
		assert_int_equal(hint(&all[i].link),
				 hint_to(i + LISH_WALK_WAIT_ + 1));
	for (i = 32; i + LISH_WALK_WAIT_ + 6 < ITEMS; i++)
		assert_int_equal(hint(&all[i].link),
				 hint_to(i + LISH_WALK_WAIT_ + 6));
}

/* When hints are due. */

/* Is a loop that began like this one that leaves hints? */
static bool would_leave(enum lish_walk_kind_ kind, struct lish_link_ *from)
{
	struct lish_walk_ walk;
	bool leaves;

	memset(&walk, 0x5a, sizeof(walk));
	if (from)
		(void)lish_walk_open_from_(traits, walks, &walk, from);
	else
		(void)lish_walk_open_(traits, walks, &walk, kind);
	leaves = (walk.moved & LISH_WALK_TRAIL_) != 0;
	lish_walk_close_(&walk);
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
		lish_hint_set_(&all[0].link, 0, traits->half);
		visit_all();
		assert_int_equal(hint(&all[0].link), 0);
		/* Each removal counts, and so does each addition. */
		for (; walks->stale - walks->count != (uint32_t)-1;) {
			assert_false(would_leave(LISH_WALK_FORWARD_, NULL));
			if (walks->count == ITEMS)
				lish_walk_unlink_(traits, walks,
						  &all[ITEMS - 1].link);
			else
				add_link(&all[ITEMS - 1].link, &walks->head,
					 true);
		}
		lish_walk_unlink_(traits, walks, &all[10].link);
		assert_true(would_leave(LISH_WALK_FORWARD_, NULL));
		assert_true(would_leave(LISH_WALK_PRESENT_, NULL));
		assert_true(would_leave(LISH_WALK_FROM_, &all[0].link));
		assert_false(would_leave(LISH_WALK_FROM_, &all[1].link));
		assert_false(would_leave(LISH_WALK_REVERSE_, NULL));
		visit_all();
		assert_int_equal(hint(&all[0].link),
				 hint_to(LISH_WALK_WAIT_ + 2));
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
		lish_walk_unlink_(traits, walks, &many[i].link);
	}
	assert_true(would_leave(LISH_WALK_FORWARD_, NULL));
	lish_walk_forget_(traits, walks);
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
		lish_walk_unlink_(traits, walks, &many[i].link);
	}
	assert_true(would_leave(LISH_WALK_FORWARD_, NULL));
	lish_walk_forget_(traits, walks);
}

/* Else a search that runs before each whole loop would use up the changes. */
static void only_a_whole_loop_defers_hints(void)
{
	if (!LISH_WALK_HINTS_)
		return;
	fill_ring(ITEMS);
	EACH(l, LISH_WALK_FORWARD_)
		if (l == &all[40].link) {
			lish_walk_close_(&l_walk_);
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
			lish_walk_unlink_(traits, walks, &all[i % n].link);
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
			lish_walk_unlink_(traits, walks, &all[i].link);
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
	EACH(l, LISH_WALK_FORWARD_) {
		assert_false(l_walk_.moved);
		if (++visits > ITEMS || visits % 2)
			continue;
		/* It goes to the front: a loop inside visits all. */
		lish_walk_unlink_(traits, walks, l);
		assert_true(l_walk_.moved);
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

static void present_visits_only_what_was_in(void)
{
	char next = 'd';

	add_tail("abc");
	EACH(l, LISH_WALK_PRESENT_) {
		see(l);
		add(next++, &walks->head, false);
		add(next++, &walks->head, true);
		add(next++, l, true);
		add(next++, l, false);
	}
	assert_seen("abc");
}

/* A plain loop leaves no hints where stamps are needed, and does afterwards. */
static void hints_spare_stamps_that_are_needed(void)
{
	int i;

	add_tail("a");
	EACH(l, LISH_WALK_PRESENT_) {
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
		assert_int_equal(hint(at('b')),
				 hint_to(1 + LISH_WALK_WAIT_ + 1));
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
		EACH(l, LISH_WALK_PRESENT_) {
			see(l); /* outermost: a b */
			if (l != at('a'))
				continue;
			add('c', &walks->head, true);
			EACH(m, LISH_WALK_PRESENT_) {
				see(m); /* a b c */
				if (m != at('a'))
					continue;
				add('d', &walks->head, true);
				EACH(n, LISH_WALK_PRESENT_) {
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

static void by_hand_too_stamps_begin_anew(void)
{
	struct lish_walk_ outer = LISH_LOOP_INIT, inner = LISH_LOOP_INIT;

	add_tail("ab");
	walks->stamp = LISH_WALK_STAMPS_ - 1;
	lish_walk_open_by_hand_("begin", traits, walks, &outer,
				 LISH_WALK_PRESENT_, NULL);
	assert_int_equal(outer.since, LISH_WALK_STAMPS_);
	assert_ptr_equal(lish_walk_next_(&outer), at('a'));
	add_tail("c");
	lish_walk_open_by_hand_("begin", traits, walks, &inner,
				 LISH_WALK_PRESENT_, NULL);
	assert_int_equal(outer.since, 1);
	assert_int_equal(inner.since, 2);
	add_tail("d");
	assert_ptr_equal(lish_walk_next_(&outer), at('b'));
	assert_null(lish_walk_next_(&outer));
	assert_ptr_equal(lish_walk_next_(&inner), at('a'));
	assert_ptr_equal(lish_walk_next_(&inner), at('b'));
	assert_ptr_equal(lish_walk_next_(&inner), at('c'));
	assert_null(lish_walk_next_(&inner));
	assert_null(walks->loops.first);
}

/* By hand. */

static void by_hand_an_empty_ring_is_registered_with(void)
{
	struct lish_walk_ walk = LISH_LOOP_INIT;

	assert_true(lish_walk_open_by_hand_("begin", traits, walks, &walk,
					     LISH_WALK_HAND_, NULL));
	add_tail("a");
	assert_ptr_equal(lish_walk_next_(&walk), at('a'));
	assert_null(lish_walk_next_(&walk));
	assert_null(lish_walk_next_(&walk));
	assert_null(walks->loops.first);
}

static void a_running_loop_begun_again_goes_on(void)
{
	struct lish_walk_ walk = LISH_LOOP_INIT;
	static struct box second, zero;

	lish_walks_init_(&second.walks);
	add_tail("abc");
	lish_walk_open_by_hand_("begin", traits, walks, &walk, LISH_WALK_HAND_,
				 NULL);
	assert_ptr_equal(lish_walk_next_(&walk), at('a'));
	assert_reported("begin", LISH_STALE_LOOP,
			assert_false(lish_walk_open_by_hand_(
				"begin", traits, &second.walks, &walk,
				LISH_WALK_HAND_, NULL)));
	assert_ptr_equal(report.fault.container, &second);
	assert_ptr_equal(lish_walk_next_(&walk), at('b'));
	assert_reported("begin", LISH_STALE_LOOP,
			assert_false(lish_walk_open_by_hand_(
				"begin", traits, &zero.walks, &walk,
				LISH_WALK_HAND_, NULL)));
	assert_reported("begin", LISH_STALE_LOOP,
			assert_false(lish_walk_open_by_hand_(
				"begin", traits, walks, &walk, LISH_WALK_REVERSE_,
				NULL)));
	assert_ptr_equal(lish_walk_next_(&walk), at('c'));
	assert_null(second.walks.loops.first);
	assert_null(zero.walks.loops.first);
	assert_null(lish_walk_next_(&walk));
	assert_null(walks->loops.first);
}

/* Stop. */

static void stopped_loops_touch_the_ring_no_more(void)
{
	struct lish_walk_ hand = LISH_LOOP_INIT;
	int kind;

	for (kind = LISH_WALK_FORWARD_; kind <= LISH_WALK_PRESENT_; kind++) {
		set_up();
		add_tail("abc");
		lish_walk_open_by_hand_("begin", traits, walks, &hand,
					 LISH_WALK_HAND_, NULL);
		assert_ptr_equal(lish_walk_next_(&hand), at('a'));
		EACH(l, (enum lish_walk_kind_)kind) {
			see(l);
			EACH(m, LISH_WALK_REVERSE_) {
				lish_walk_stop_(traits, walks);
				assert_null(walks->loops.first);
				/* Freed: a step that looks there is lost. */
				memset(&box, 0, sizeof(box));
				memset(all, 0xff, sizeof(all));
			}
		}
		assert_int_equal(strlen(seen), 1);
		assert_null(lish_walk_next_(&hand));
		lish_walk_close_(&hand);
	}
	lish_walks_init_(walks);
	lish_walk_stop_(traits, walks);
	add_tail("a");
	seen[0] = '\0';
	EACH(l, LISH_WALK_FORWARD_)
		see(l);
	assert_seen("a");
}

static void a_stopped_loop_may_begin_again(void)
{
	struct lish_walk_ walk = LISH_LOOP_INIT;

	add_tail("ab");
	lish_walk_open_by_hand_("begin", traits, walks, &walk, LISH_WALK_HAND_,
				 NULL);
	lish_walk_stop_(traits, walks);
	assert_true(lish_walk_open_by_hand_("begin", traits, walks, &walk,
					     LISH_WALK_HAND_, NULL));
	assert_ptr_equal(lish_walk_next_(&walk), at('a'));
	lish_walk_close_(&walk);
	assert_null(walks->loops.first);
}

/* Reports. */

static void what_goes_wrong_bears_the_name_of_the_loop(void)
{
	static struct box zero;
	struct lish_walk_ walk;
#if LISH_CHECK >= 1
	struct lish_walk_cursor_ cur;
#endif

#if LISH_CHECK >= 1
	assert_reported("present", LISH_UNINITIALIZED,
			cur = lish_walk_open_(traits, &zero.walks, &walk,
					      LISH_WALK_PRESENT_));
	assert_ptr_equal(report.fault.container, &zero);
	assert_null(walk.loop.owner);
	assert_null(step(&walk, &cur));
	assert_int_equal(zero.walks.stamp, 0);
	add_tail("ab");
	assert_reported("reverse", LISH_LOST_PLACE,
			EACH(l, LISH_WALK_REVERSE_) {
				see(l);
				memset(l, 0, sizeof(*l));
			});
	assert_ptr_equal(report.fault.container, &box);
	assert_ptr_equal(report.fault.node, at('b'));
	assert_seen("b");
#endif
	/* A loop that was left open is noticed by a change, and cut off. */
	set_up();
	add_tail("ab");
	(void)lish_walk_open_(traits, walks, &walk, LISH_WALK_FORWARD_);
	memset(&walk, 0x5a, sizeof(walk));
	assert_reported("forward", LISH_STALE_LOOP, del('b'));
	assert_ptr_equal(report.fault.container, &box);
	assert_null(walks->loops.first);
	EACH(l, LISH_WALK_FORWARD_)
		see(l);
	assert_seen("a");
	(void)zero;
}

#if LISH_CHECK >= 1
/* Wiped where the loop has been: it goes on, the next one finds a link that leads nowhere. */
static void what_is_wiped_under_the_trail_does_no_harm(void)
{
	int i, visits = 0;

	for (i = 0; i < ITEMS; i++)
		add_link(&all[i].link, &walks->head, true);
	EACH(l, LISH_WALK_FORWARD_) {
		visits++;
		if (l == &all[20].link)
			memset(&all[10], 0, sizeof(all[10]));
	}
	assert_int_equal(visits, ITEMS);
	assert_int_equal(all[10].hint.word, 0);
	assert_reported("forward", LISH_BROKEN_LINKS,
			EACH(l, LISH_WALK_FORWARD_) visits++);
	assert_ptr_equal(report.fault.node, &all[9]);
	assert_int_equal(visits, ITEMS + 10);
}
#endif

static void readers_write_nothing(void)
{
	static struct item copy[ITEMS];
	struct lish_walk_cursor_ cur;
	struct lish_link_ *link;
	struct box head;

	add_tail("abc");
	memcpy(copy, all, sizeof(all));
	head = box;
	cur = lish_walk_view_of_(walks);
	while ((link = (struct lish_link_ *)(
			traits->half ? lish_walk_view_(traits, &cur, 0, true) :
				     lish_walk_view_(traits, &cur, 0, false))) !=
	       NULL)
		see(link);
	assert_seen("abc");
	assert_memory_equal(copy, all, sizeof(all));
	assert_memory_equal(&head, &box, sizeof(box));
}

static void (*const tests_of_both[])(void) = {
	every_kind_visits_all,
	an_empty_ring_is_not_registered_with,
	a_ghost_parts_what_is_added_on_either_side,
	what_is_forgotten_is_gone_for_loops,
	hints_lead_24_places_on,
	hints_keep_their_distance_while_elements_go,
	hints_are_due_after_24_changes_of_a_short_ring,
	a_quarter_of_a_long_ring_must_change,
	more_than_1024_changes_need_not_be,
	only_a_whole_loop_defers_hints,
	a_tiny_ring_gets_no_hints,
	the_counter_wraps,
	changes_under_a_loop_make_hints_due,
	present_visits_only_what_was_in,
	hints_spare_stamps_that_are_needed,
	stamps_begin_anew_while_loops_stand,
	by_hand_too_stamps_begin_anew,
	by_hand_an_empty_ring_is_registered_with,
	a_running_loop_begun_again_goes_on,
	stopped_loops_touch_the_ring_no_more,
	a_stopped_loop_may_begin_again,
	what_goes_wrong_bears_the_name_of_the_loop,
#if LISH_CHECK >= 1
	what_is_wiped_under_the_trail_does_no_harm,
#endif
	readers_write_nothing,
};

static void walks_with_hints_of_a_word(void **state)
{
	size_t i;

	(void)state;
	traits = &faces[0];
	for (i = 0; i < ARRAY_SIZE(tests_of_both); i++) {
		set_up();
		tests_of_both[i]();
	}
}

static void walks_with_hints_of_32_bits(void **state)
{
	size_t i;

	(void)state;
	traits = &faces[1];
	for (i = 0; i < ARRAY_SIZE(tests_of_both); i++) {
		set_up();
		tests_of_both[i]();
	}
}

static void a_short_hint_leads_to_the_nearest_address(void **state)
{
	struct item *item = &all[3];

	(void)state;
	lish_hint_set_(&item->link, lish_hint_to_(&all[40].link, true), true);
	assert_int_equal(item->hint.half[1], (uint32_t)(uintptr_t)&all[40]);
	assert_true(LISH_WALK_STAMPS_ <= 0x7fffffffu);
	assert_true((uintptr_t)LISH_WALK_STAMPS_ << 1 >> 1 ==
		    LISH_WALK_STAMPS_);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(walks_with_hints_of_a_word),
		cmocka_unit_test(walks_with_hints_of_32_bits),
		cmocka_unit_test(a_short_hint_leads_to_the_nearest_address),
	};

	return run_test_group(tests);
}
