/* SPDX-License-Identifier: MIT */
/*
 * What compat/list.h reports, and the names that kernels have had for a short time
 * only. That all others do what the kernel's do, run.sh beside it compares.
 */
#include "test.h"

#include <linux-ish/compat/list.h>
#include <linux-ish/walklist.h>

struct item {
	int key;
	struct list_head link;
	struct hlist_node hash;
};

static struct item a, b, c, d;
static struct list_head list;
static struct hlist_head bucket;

static int setup(void **state)
{
	(void)state;
	/* As from malloc: nothing is zero, nothing is initialised. */
	memset(&a, 0x5a, sizeof(a));
	memset(&b, 0x5a, sizeof(b));
	memset(&c, 0x5a, sizeof(c));
	memset(&d, 0x5a, sizeof(d));
	a.key = 'a';
	b.key = 'b';
	c.key = 'c';
	d.key = 'd';
	INIT_LIST_HEAD(&list);
	INIT_HLIST_HEAD(&bucket);
	list_add_tail(&a.link, &list);
	list_add_tail(&b.link, &list);
	list_add_tail(&c.link, &list);
	hlist_add_head(&b.hash, &bucket);
	hlist_add_head(&a.hash, &bucket);
	return 0;
}

#define assert_list(names) check_list(names, __LINE__)

static void check_list(const char *names, int line)
{
	const size_t n = strlen(names);
	struct item *pos;
	size_t i = 0;

	list_for_each_entry(pos, &list, link) {
		if (i == n || pos->key != names[i++])
			fail_msg("line %d: not [%s]", line, names);
	}
	list_for_each_entry_reverse(pos, &list, link) {
		if (i == 0 || pos->key != names[--i])
			fail_msg("line %d: not [%s] backwards", line, names);
	}
	if (i)
		fail_msg("line %d: less than [%s]", line, names);
}

TEST(a_splice_goes_to_the_front_or_to_the_end)
{
	LIST_HEAD(other);

	list_del(&c.link);
	list_add(&c.link, &other);
	list_splice(&other, &list);
	assert_list("cab");
	list_del(&c.link);
	INIT_LIST_HEAD(&other);
	list_add(&c.link, &other);
	list_splice_tail(&other, &list);
	assert_list("abc");
}

TEST(rare_names)
{
	struct hlist_head to = HLIST_HEAD_INIT;
	struct list_head *at;
	unsigned int seen = 0;
	LIST_HEAD(other);

	list_for_each_reverse(at, &list)
		seen = 10 * seen + (unsigned int)(list_entry(at, struct item, link)->key - 'a');
	assert_int_equal(seen, 210);
	assert_ptr_equal(list_last_entry_or_null(&list, struct item, link), &c);
	INIT_LIST_HEAD(&list);
	assert_null(list_last_entry_or_null(&list, struct item, link));
	assert_null(list_first_entry_or_null(&list, struct item, link));
	__list_add(&d.link, &list, list.next);
	assert_list("d");
	__list_del_entry(&d.link);
	assert_ptr_equal(d.link.next, &list);
	assert_list("");

	list_add_tail(&a.link, &list);
	list_add_tail(&b.link, &list);
	list_add_tail(&c.link, &list);
	seen = 0;
	at = &b.link;
	list_for_each_from(at, &list)
		seen = 10 * seen + (unsigned int)(list_entry(at, struct item, link)->key - 'a');
	assert_int_equal(seen, 12);
	assert_ptr_equal(at, &list);
	/* Out of the list, but still linked with each other. */
	list_del_range(&a.link, &b.link);
	assert_list("c");
	assert_ptr_equal(a.link.next, &b.link);
	list_del_range(&c.link, &c.link);
	assert_list("");
	INIT_LIST_HEAD(&other);
	list_add_tail(&a.link, &other);
	list_add_tail(&b.link, &other);
	list_add_tail(&c.link, &list);
	list_add_tail(&d.link, &list);
	__list_splice(&other, &c.link, &d.link);
	assert_list("cabd");
	assert_ptr_equal(other.next, &a.link);
	INIT_LIST_HEAD(&other);
	__list_splice(&other, &c.link, &a.link); /* an empty one */
	assert_list("cabd");

	hlist_add_head(&c.hash, &to);
	assert_int_equal(hlist_count_nodes(&bucket), 2);
	hlist_splice_init(&bucket, &b.hash, &to);
	assert_true(hlist_empty(&bucket));
	assert_int_equal(hlist_count_nodes(&to), 3);
	assert_ptr_equal(to.first, &a.hash);
	assert_ptr_equal(c.hash.pprev, &b.hash.next);
	hlist_del(&c.hash);
	hlist_del(&a.hash);
	assert_ptr_equal(to.first, &b.hash);
}

TEST(a_replaced_element_leaves_its_place)
{
	list_replace(&b.link, &d.link);
	assert_list("adc");
	list_replace_init(&a.link, &b.link);
	assert_list("bdc");
	assert_true(list_empty(&a.link));
}

TEST(a_list_that_is_spliced_by_init_is_empty)
{
	LIST_HEAD(other);

	list_add(&d.link, &other);
	list_splice_init(&other, &list);
	assert_list("dabc");
	assert_true(list_empty(&other));
}

TEST(at_the_edges)
{
	struct list_head bare = { NULL, NULL };
	LIST_HEAD(other);

	/* Where the kernel's would destroy the list. */
	list_swap(&b.link, &b.link);
	list_move(&b.link, &b.link);
	list_move_tail(&b.link, &b.link);
	list_rotate_to_front(&list, &list);
	assert_list("abc");
	list_rotate_to_front(&c.link, &list);
	assert_list("cab");
	/* Neighbours, in both orders, and across lists */
	list_swap(&a.link, &b.link);
	assert_list("cba");
	list_swap(&a.link, &b.link);
	assert_list("cab");
	list_add(&d.link, &other);
	list_swap(&a.link, &d.link);
	assert_list("cdb");
	assert_ptr_equal(list_first_entry(&other, struct item, link), &a);
	/* The whole list to its own end */
	list_bulk_move_tail(&list, &c.link, &b.link);
	assert_list("cdb");
	/* Nothing to cut */
	list_cut_before(&other, &list, &c.link);
	assert_true(list_empty(&other));
	list_cut_position(&other, &list, &list);
	assert_true(list_empty(&other));
	list_cut_before(&other, &list, &list);
	assert_true(list_empty(&list));
	list_cut_position(&bare, &list, &list);
	assert_null(bare.next);
	list_splice(&other, &list);
	assert_list("cdb");
	hlist_add_fake(&d.hash);
	d.hash.next = NULL;
	hlist_del_init(&d.hash);
	assert_true(hlist_unhashed(&d.hash));
	hlist_del_init(&d.hash);
	hlist_add_before(&d.hash, &b.hash);
	assert_ptr_equal(a.hash.next, &d.hash);
	assert_ptr_equal(d.hash.next, &b.hash);
	/* Two elements are joined. What was between them keeps its links. */
	__list_del(&list, &b.link);
	assert_list("b");
}

TEST(what_is_there_already_or_alone)
{
	LIST_HEAD(one);
	LIST_HEAD(other);
	HLIST_HEAD(empty);

	list_move(&a.link, &a.link);
	list_move_tail(&a.link, &a.link);
	assert_list("abc");
	list_add(&d.link, &one);
	list_cut_position(&other, &one, &a.link); /* not in it */
	assert_true(list_empty(&other) && list_is_singular(&one));
	list_cut_position(&other, &one, &d.link);
	assert_true(list_empty(&one) && list_is_singular(&other));
	list_cut_position(&one, &other, &other);
	assert_true(list_empty(&one) && list_is_singular(&other));
	/* Somebody is just about to take it out. */
	other.next = &other;
	assert_int_equal(list_empty_careful(&other), 0);
	other.prev = &other;
	assert_int_equal(list_empty_careful(&other), 1);
	hlist_splice_init(&bucket, &b.hash, &empty);
	assert_int_equal(hlist_count_nodes(&empty), 2);
	hlist_add_head(&c.hash, &bucket);
	hlist_splice_init(&bucket, &c.hash, &empty);
	assert_int_equal(hlist_count_nodes(&empty), 3);
	assert_ptr_equal(a.hash.pprev, &c.hash.next);
}

#if LISH_CHECK >= 1
TEST(added_beside_itself)
{
	assert_reported("list_add", LISH_ALREADY_IN, list_add(&a.link, &list));
	assert_reported("list_add_tail", LISH_ALREADY_IN,
			list_add_tail(&c.link, &list));
	assert_reported("list_add", LISH_ALREADY_IN,
			list_add(&b.link, &b.link));
	assert_reported("hlist_add_head", LISH_ALREADY_IN,
			hlist_add_head(&a.hash, &bucket));
	assert_list("abc");
#if LISH_CHECK >= 2
	assert_reported("list_add", LISH_ALREADY_IN, list_add(&c.link, &list));
	assert_list("abc");
#endif
}

TEST(deleted_twice)
{
	list_del(&b.link);
	assert_ptr_equal(b.link.next, LIST_POISON1);
	assert_ptr_equal(b.link.prev, LIST_POISON2);
	assert_reported("list_del", LISH_NOT_IN, list_del(&b.link));
	assert_reported("list_del_init", LISH_NOT_IN, list_del_init(&b.link));
	assert_reported("list_move", LISH_NOT_IN, list_move(&b.link, &list));
	assert_reported("list_add", LISH_NOT_IN, list_add(&d.link, &b.link));
	assert_list("ac");
	hlist_del(&a.hash);
	assert_reported("hlist_del", LISH_NOT_IN, hlist_del(&a.hash));
	assert_reported("hlist_add_behind", LISH_NOT_IN,
			hlist_add_behind(&c.hash, &a.hash));
	assert_reported("hlist_add_before", LISH_NOT_IN,
			hlist_add_before(&c.hash, &a.hash));
	assert_int_equal(hlist_count_nodes(&bucket), 1);
}

TEST(never_initialised)
{
	struct list_head zero = { NULL, NULL };
	struct hlist_node unhashed = { NULL, NULL };
	/* The node of a NULL object, which the compiler shall not know to be one. */
	struct list_head *volatile none = (struct list_head *)(uintptr_t)8;
	struct item *pos;
	bool looped = false;

	assert_reported("list_add", LISH_UNINITIALIZED,
			list_add(&d.link, &zero));
	assert_reported("list_add_tail", LISH_UNINITIALIZED,
			list_add_tail(&d.link, &zero));
	assert_reported("list_empty", LISH_UNINITIALIZED,
			assert_int_equal(list_empty(&zero), 1));
	assert_reported("list_del", LISH_UNINITIALIZED, list_del(&zero));
	assert_reported("list_for_each_entry", LISH_UNINITIALIZED, {
		list_for_each_entry(pos, &zero, link)
			looped = true;
	});
	assert_reported("hlist_del", LISH_NOT_IN, hlist_del(&unhashed));
	assert_reported("list_del", LISH_NULL, list_del(none));
	assert_reported("list_add", LISH_NULL,
			list_add(none, &list));
	assert_false(looped);
	assert_list("abc");
}

/* A call that must be refused, for whatever reason; nothing may change. */
#define refuses(op, call)                                          \
	do {                                                       \
		report.expected = true;                            \
		report.count = 0;                                  \
		call;                                              \
		report.expected = false;                           \
		if (report.count != 1)                             \
			fail_msg("%u reports: %s", report.count, #call); \
		assert_string_equal(report.fault.operation, op);   \
		assert_list("abc");                                \
	} while (0)

TEST(each_call_refuses_what_was_deleted)
{
	LIST_HEAD(other);
	struct list_head *const out = &d.link;
	struct list_head fresh;

	INIT_LIST_HEAD(&fresh);
	list_add(out, &other);
	list_del(out);
	refuses("__list_add", __list_add(&fresh, out->next, &a.link));
	refuses("__list_add", __list_add(&fresh, &a.link, out->next));
	refuses("__list_add", __list_add(&fresh, &a.link, &c.link));
	refuses("__list_del_entry", __list_del_entry(out));
	refuses("list_replace", list_replace(out, &fresh));
	refuses("list_replace_init", list_replace_init(out, &fresh));
	refuses("list_swap", list_swap(out, &a.link));
	refuses("list_swap", list_swap(&a.link, out));
	refuses("list_move", list_move(out, &list));
	refuses("list_move", list_move(&a.link, out));
	refuses("list_move_tail", list_move_tail(out, &list));
	refuses("list_move_tail", list_move_tail(&a.link, out));
	refuses("list_bulk_move_tail",
		list_bulk_move_tail(out, &a.link, &b.link));
	refuses("list_bulk_move_tail",
		list_bulk_move_tail(&other, out, &b.link));
	refuses("list_bulk_move_tail",
		list_bulk_move_tail(&other, &a.link, out));
	refuses("list_del_init_careful", list_del_init_careful(out));
	refuses("list_cut_position", list_cut_position(&other, out, &a.link));
	refuses("list_cut_position", list_cut_position(&other, &list, out));
	refuses("list_cut_before", list_cut_before(&other, out, &a.link));
	refuses("list_cut_before", list_cut_before(&other, &list, out));
	refuses("list_del_range", list_del_range(out, &a.link));
	refuses("list_del_range", list_del_range(&a.link, out));
	refuses("list_splice", list_splice(out, &list));
	list_add(&fresh, &other);
	refuses("__list_splice", __list_splice(out, &list, list.next));
	refuses("__list_splice", __list_splice(&other, out, list.next));
	refuses("__list_splice", __list_splice(&other, &list, out));
	refuses("__list_splice", __list_splice(&other, &a.link, &c.link));
	list_del(&fresh);
	refuses("list_splice", list_splice(&list, out));
	/* One of the two links only. */
	fresh.prev = (struct list_head *)LIST_POISON2;
	refuses("list_del", list_del(&fresh));
	fresh.prev = NULL;
	refuses("list_del", list_del(&fresh));
}

TEST(hlists_refuse_what_was_deleted_or_overwritten)
{
	/* The node of a NULL object, which the compiler shall not know to be one. */
	struct hlist_node *volatile none = (struct hlist_node *)(uintptr_t)8;

	refuses("hlist_del", hlist_del(none));
	refuses("hlist_add_head", hlist_add_head(none, &bucket));
	refuses("hlist_add_head", hlist_add_head(&a.hash, &bucket));
	refuses("hlist_add_before", hlist_add_before(none, &b.hash));
	b.hash.pprev = &bucket.first;
	refuses("hlist_del_init", hlist_del_init(&b.hash));
	refuses("hlist_add_behind", hlist_add_behind(&c.hash, &a.hash));
	b.hash.pprev = &a.hash.next;
	hlist_del(&b.hash);
	assert_int_equal(hlist_count_nodes(&bucket), 1);
	hlist_del(&a.hash);
	/* What it points back with may be its own link. */
	INIT_HLIST_NODE(&a.hash);
	hlist_add_fake(&a.hash);
	hlist_del(&a.hash);
}

TEST(overwritten)
{
	struct list_head *const next = a.link.next;

	a.link.next = &c.link;
	assert_reported("list_del", LISH_BROKEN_LINKS, list_del(&b.link));
	assert_reported("list_add", LISH_BROKEN_LINKS,
			list_add(&d.link, &a.link));
	a.link.next = next;
	/* Half of a node was overwritten. */
	b.link.prev = NULL;
	assert_reported("list_del", LISH_UNINITIALIZED, list_del(&b.link));
	b.link.prev = (struct list_head *)LIST_POISON2;
	assert_reported("list_del", LISH_NOT_IN, list_del(&b.link));
	b.link.prev = &a.link;
	b.link.next = (struct list_head *)LIST_POISON1;
	assert_reported("list_del", LISH_NOT_IN, list_del(&b.link));
	b.link.next = &c.link;
	a.hash.next = &c.hash;
	c.hash.pprev = NULL;
	assert_reported("hlist_del", LISH_BROKEN_LINKS, hlist_del(&a.hash));
	a.hash.next = &b.hash;
#if LISH_CHECK >= 2
	c.link.prev = &a.link;
	assert_reported("list_add", LISH_BROKEN_LINKS,
			list_add(&d.link, &list));
	assert_reported("list_del", LISH_BROKEN_LINKS, list_del(&a.link));
	c.link.prev = &b.link;
#endif
	assert_list("abc");
}

TEST(deleted_in_loops)
{
	struct item *pos, *n;
	struct list_head *at, *ahead;
	struct hlist_node *h;
	unsigned int seen = 0;

	assert_reported("list_for_each_entry", LISH_LOST_PLACE, {
		list_for_each_entry(pos, &list, link) {
			seen++;
			list_del(&pos->link);
		}
	});
	assert_int_equal(seen, 1);
	assert_list("bc");
	/* Which goes round for ever in the kernel */
	assert_reported("list_for_each_entry", LISH_LOST_PLACE, {
		list_for_each_entry(pos, &list, link) {
			seen++;
			list_del_init(&pos->link);
		}
	});
	assert_int_equal(seen, 2);
	assert_list("c");
	list_add(&a.link, &list);
	list_add(&b.link, &list);
	assert_reported("list_for_each_entry_safe", LISH_LOST_PLACE, {
		list_for_each_entry_safe(pos, n, &list, link) {
			seen++;
			list_del(&n->link);
		}
	});
	assert_int_equal(seen, 3);
	assert_list("bc");
	assert_reported("list_for_each_safe", LISH_LOST_PLACE, {
		list_for_each_safe(at, ahead, &list) {
			seen++;
			list_del_init(ahead);
		}
	});
	assert_int_equal(seen, 4);
	assert_list("b");
	assert_reported("hlist_for_each_entry", LISH_LOST_PLACE, {
		hlist_for_each_entry(pos, &bucket, hash)
			hlist_del(&pos->hash);
	});
	hlist_add_head(&a.hash, &bucket);
	assert_reported("hlist_for_each_entry_safe", LISH_LOST_PLACE, {
		hlist_for_each_entry_safe(pos, h, &bucket, hash)
			hlist_del(h);
	});
	assert_int_equal(hlist_count_nodes(&bucket), 1);
}
#endif

/* Without and with a cursor of the caller's, nested, and left early */
TEST(mutable_loops)
{
	struct item *pos, *inner, *n = NULL;
	struct list_head *at, *ahead;
	struct hlist_node *h, *next;
	char seen[16] = "";
	size_t i = 0;

	list_for_each_entry_mutable(pos, &list, link)
		list_for_each_entry_mutable(inner, &list, link)
			seen[i++] = (char)inner->key;
	assert_string_equal(seen, "abcabcabc");
	list_for_each_mutable(at, &list) {
		list_del(at);
		list_add(at, &list);
	}
	assert_list("cba");
	list_for_each_prev_mutable(at, ahead, &list) {
		assert_ptr_equal(ahead, at->prev);
		list_move_tail(at, &list);
	}
	assert_list("abc");
	list_for_each_mutable(at, ahead, &list) {
		assert_ptr_equal(ahead, at->next);
		list_move(at, &list);
	}
	assert_list("cba");
	list_for_each_prev_mutable(at, &list)
		list_del_init(at);
	assert_list("");
	list_add(&a.link, &list);
	list_add(&b.link, &list);
	list_add(&c.link, &list);
	assert_list("cba");
	list_for_each_entry_mutable_reverse(pos, &list, link)
		list_move_tail(&pos->link, &list);
	assert_list("abc");
	list_for_each_entry_mutable_reverse(pos, n, &list, link) {
		assert_ptr_equal(&n->link, pos->link.prev);
		list_move_tail(&pos->link, &list);
	}
	assert_list("cba");
	pos = &c;
	list_for_each_entry_mutable_continue(pos, &list, link)
		list_move(&pos->link, &list);
	assert_list("abc");
	pos = &b;
	list_for_each_entry_mutable_from(pos, &list, link)
		list_del_init(&pos->link);
	assert_list("a");
	list_add_tail(&b.link, &list);
	list_add_tail(&c.link, &list);
	pos = &a;
	list_for_each_entry_mutable_continue(pos, n, &list, link)
		list_del(&pos->link);
	assert_list("a");
	list_add_tail(&b.link, &list);
	pos = &b;
	list_for_each_entry_mutable_from(pos, n, &list, link)
		list_del(&pos->link);
	assert_list("a");
	list_add_tail(&b.link, &list);
	list_for_each_entry_mutable(pos, n, &list, link) {
		list_del(&pos->link);
		if (n == &b)
			break;
	}
	assert_list("b");
	hlist_for_each_mutable(h, &bucket)
		hlist_del_init(h);
	assert_true(hlist_empty(&bucket) && hlist_unhashed(&a.hash));
	hlist_for_each_mutable(h, &bucket)
		fail();
	hlist_add_head(&b.hash, &bucket);
	hlist_add_head(&a.hash, &bucket);
	hlist_for_each_mutable(h, next, &bucket)
		assert_ptr_equal(next, h->next);
	hlist_for_each_entry_mutable(pos, next, &bucket, hash) {
		if (pos == &a)
			assert_ptr_equal(next, &b.hash);
		hlist_del(&pos->hash);
	}
	assert_null(pos);
	assert_true(hlist_empty(&bucket));
	hlist_add_head(&b.hash, &bucket);
	hlist_add_head(&a.hash, &bucket);
	hlist_for_each_entry_mutable(pos, &bucket, hash)
		hlist_del(&pos->hash);
	assert_true(hlist_empty(&bucket));
}

#if LISH_CHECK >= 1
TEST(deleted_in_mutable_loops)
{
	struct list_head *at;
	struct hlist_node *h;
	struct item *pos;

	assert_reported("list_for_each_entry_mutable", LISH_LOST_PLACE, {
		list_for_each_entry_mutable(pos, &list, link)
			list_del(pos->link.next);
	});
	assert_list("ac");
	assert_reported("list_for_each_mutable", LISH_LOST_PLACE, {
		list_for_each_mutable(at, &list)
			list_del(at->next);
	});
	assert_list("a");
	assert_reported("hlist_for_each_mutable", LISH_LOST_PLACE, {
		hlist_for_each_mutable(h, &bucket)
			hlist_del(h->next);
	});
	hlist_add_behind(&b.hash, &a.hash);
	assert_reported("hlist_for_each_entry_mutable", LISH_LOST_PLACE, {
		hlist_for_each_entry_mutable(pos, &bucket, hash)
			hlist_del(pos->hash.next);
	});
}
#endif

/* A list that is a part of a library's interface, beside a list that the library walks. */

struct source {
	struct list_head all; /* the users of the library link and walk it */
	struct walklist_node check;
	struct source *removes;
	unsigned int calls;
};

/* As a user was compiled: with a struct and functions of its own. */
struct users_list {
	struct users_list *next, *prev;
} LISH_MAY_ALIAS_;

static void users_insert(struct users_list *pos, struct users_list *link)
{
	link->prev = pos;
	link->next = pos->next;
	pos->next = link;
	link->next->prev = link;
}

static void users_remove(struct users_list *link)
{
	link->prev->next = link->next;
	link->next->prev = link->prev;
	link->next = link->prev = NULL;
}

static void remove_source(struct source *source)
{
	if (walklist_leave(&source->check))
		users_remove((struct users_list *)&source->all);
}

TEST(a_list_for_users_and_a_walklist_are_in_one_object)
{
	struct source sources[4], *source;
	struct walklist checks = WALKLIST_INIT(checks);
	LIST_HEAD(all);
	unsigned int i;

	assert_int_equal(sizeof(struct users_list), sizeof(struct list_head));
	memset(sources, 0, sizeof(sources));
	for (i = 0; i < 4; i++) {
		users_insert((struct users_list *)all.prev, (struct users_list *)&sources[i].all);
		walklist_add_tail(&checks, &sources[i].check);
	}
	/* A callback removes the next source, its own, and one that was called. */
	sources[0].removes = &sources[1];
	sources[2].removes = &sources[2];
	sources[3].removes = &sources[0];
	walklist_for_each_entry(at, &checks, struct source, check) {
		at->calls++;
		if (at->removes)
			remove_source(at->removes);
	}
	for (i = 0; i < 4; i++)
		assert_int_equal(sources[i].calls, i != 1);
	/* Both lists have the same. */
	assert_int_equal(walklist_count(&checks), 1);
	i = 0;
	list_for_each_entry(source, &all, all)
		assert_ptr_equal(source, (i++, &sources[3]));
	assert_int_equal(i, 1);
	/* A user does not know of the walklist: an object that it unlinked is still there. */
	users_remove((struct users_list *)&sources[3].all);
	assert_true(list_empty(&all));
	assert_ptr_equal(walklist_first_entry(&checks, struct source, check), &sources[3]);
	walklist_clear(&checks);
}

TEST_MAIN(setup, NULL)
