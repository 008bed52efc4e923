/* SPDX-License-Identifier: MIT */
/* utlist */
#include <utlist.h>
#include <linux-ish/ilist.h>
#include <linux-ish/sort.h>

struct o {
	char name;
	struct o *prev, *next;
	struct ilist_node l;
};

static struct o objects[26], *h, *h2;
static struct ilist i, i2;

#include "orders.h"

static void fill(void)
{
	const char *letter;

	memset(objects, 0, sizeof(objects));
	h = h2 = NULL;
	ilist_init(&i);
	ilist_init(&i2);
	for (letter = "abcdefghijklmnopqrstuvwxyz"; *letter; letter++)
		O(*letter)->name = *letter;
	for (letter = "abcd"; *letter; letter++) {
		DL_APPEND(h, O(*letter));
		ilist_add_tail(&i, &O(*letter)->l);
	}
	for (letter = "xyz"; *letter; letter++) {
		DL_APPEND(h2, O(*letter));
		ilist_add_tail(&i2, &O(*letter)->l);
	}
}

static void show(void)
{
	struct o *o;

	DL_FOREACH(h, o)
		note(there, o->name);
	note(there, ';');
	ilist_for_each_entry(p, &i, struct o, l)
		note(here, p->name);
	note(here, ';');
}

static int place(const struct o *o)
{
	return o->name == 'n' ? 0 : (o->name - 'a') / 2;
}

static int theirs_by_pair(const struct o *a, const struct o *b)
{
	return place(a) - place(b);
}

static int by_pair(void *ctx, const struct ilist_node *a, const struct ilist_node *b)
{
	(void)ctx;
	return place(container_of(a, const struct o, l)) -
	       place(container_of(b, const struct o, l));
}

int main(void)
{
	struct o *o, *tmp, *none = NULL;
	int n = 0;

	ROW("DL_APPEND", DL_APPEND(h, O('n')), ilist_add_tail(&i, &O('n')->l));
	ROW("DL_PREPEND", DL_PREPEND(h, O('n')), ilist_add(&i, &O('n')->l));
	ROW("DL_PREPEND_ELEM", { o = O('c'); DL_PREPEND_ELEM(h, o, O('n')); },
	    ilist_add_before(&O('c')->l, &O('n')->l));
	ROW("DL_PREPEND_ELEM of NULL", DL_PREPEND_ELEM(h, none, O('n')),
	    ilist_add_tail(&i, &O('n')->l));
	ROW("DL_APPEND_ELEM", { o = O('c'); DL_APPEND_ELEM(h, o, O('n')); },
	    ilist_add_after(&O('c')->l, &O('n')->l));
	ROW("DL_APPEND_ELEM of NULL", DL_APPEND_ELEM(h, none, O('n')),
	    ilist_add(&i, &O('n')->l));
	ROW("DL_DELETE", DL_DELETE(h, O('b')), ilist_del(&O('b')->l));
	ROW("DL_REPLACE_ELEM", DL_REPLACE_ELEM(h, O('b'), O('n')),
	    (ilist_add_after(&O('b')->l, &O('n')->l), ilist_del(&O('b')->l)));
	ROW("DL_CONCAT", DL_CONCAT(h, h2), ilist_splice_tail(&i, &i2));
	ROW("DL_FOREACH_SAFE",
	    { DL_FOREACH_SAFE(h, o, tmp) if (o->name != 'c') DL_DELETE(h, o); },
	    { ilist_for_each_entry_safe(p, &i, struct o, l) if (p->name != 'c') ilist_del(&p->l); });
	ROW("DL_COUNT", { DL_COUNT(h, o, n); note(there, '0' + n); },
	    note(here, '0' + (int)ilist_count(&i)));
	ROW("DL_SORT", { DL_CONCAT(h2, h); h = h2; DL_SORT(h, theirs_by_pair); },
	    (ilist_splice(&i, &i2), ilist_sort(&i, by_pair, NULL)));
	/* Behind its equals, there before them. */
	ROW("DL_INSERT_INORDER", DL_INSERT_INORDER(h, O('n'), theirs_by_pair),
	    (ilist_add_sorted(&i, &O('n')->l, by_pair, NULL), ilist_move(&i, &O('n')->l)));
	ROW("head as the first element", note(there, h->name),
	    note(here, ilist_first_entry(&i, struct o, l)->name));
	return done();
}
