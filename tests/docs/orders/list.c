/* SPDX-License-Identifier: MIT */
/* list.h of Linux. compat/list.h stands for it: tests/unit/compat compares the two. */
#include <linux-ish/compat/list.h>
#include <linux-ish/ilist.h>

struct o {
	char name;
	struct list_head t;
	struct ilist_node l;
};

static struct o objects[26], *at;
static struct list_head h, h2;
static struct ilist i, i2;

#include "orders.h"

static void fill(void)
{
	const char *letter;

	memset(objects, 0, sizeof(objects));
	INIT_LIST_HEAD(&h);
	INIT_LIST_HEAD(&h2);
	ilist_init(&i);
	ilist_init(&i2);
	for (letter = "abcdefghijklmnopqrstuvwxyz"; *letter; letter++) {
		O(*letter)->name = *letter;
		INIT_LIST_HEAD(&O(*letter)->t);
	}
	for (letter = "abcd"; *letter; letter++) {
		list_add_tail(&O(*letter)->t, &h);
		ilist_add_tail(&i, &O(*letter)->l);
	}
	for (letter = "xyz"; *letter; letter++) {
		list_add_tail(&O(*letter)->t, &h2);
		ilist_add_tail(&i2, &O(*letter)->l);
	}
}

static void show(void)
{
	struct o *o;

	list_for_each_entry(o, &h, t)
		note(there, o->name);
	note(there, ';');
	list_for_each_entry(o, &h2, t)
		note(there, o->name);
	ilist_for_each_entry(p, &i, struct o, l)
		note(here, p->name);
	note(here, ';');
	ilist_for_each_entry(p, &i2, struct o, l)
		note(here, p->name);
}

int main(void)
{
	struct o *o, *next;

	ROW("list_add", list_add(&O('n')->t, &h), ilist_add(&i, &O('n')->l));
	ROW("list_add_tail", list_add_tail(&O('n')->t, &h), ilist_add_tail(&i, &O('n')->l));
	ROW("list_add after an element", list_add(&O('n')->t, &O('b')->t),
	    ilist_add_after(&O('b')->l, &O('n')->l));
	ROW("list_add_tail before an element", list_add_tail(&O('n')->t, &O('b')->t),
	    ilist_add_before(&O('b')->l, &O('n')->l));
	ROW("list_del", list_del(&O('b')->t), ilist_del(&O('b')->l));
	ROW("list_del_init, twice", (list_del_init(&O('b')->t), list_del_init(&O('b')->t)),
	    ((void)ilist_leave(&O('b')->l), (void)ilist_leave(&O('b')->l)));
	ROW("list_empty of a node", note(there, '0' + list_empty(&O('b')->t)),
	    note(here, '0' + !ilist_is_linked(&O('b')->l)));
	ROW("list_move", list_move(&O('y')->t, &h), ilist_move(&i, &O('y')->l));
	ROW("list_move_tail", list_move_tail(&O('y')->t, &h), ilist_move_tail(&i, &O('y')->l));
	ROW("list_move beside an element", list_move(&O('y')->t, &O('b')->t),
	    (ilist_del(&O('y')->l), ilist_add_after(&O('b')->l, &O('y')->l)));
	ROW("list_replace", list_replace(&O('b')->t, &O('n')->t),
	    (ilist_add_after(&O('b')->l, &O('n')->l), ilist_del(&O('b')->l)));
	ROW("list_replace_init of a head",
	    (INIT_LIST_HEAD(&h2), list_replace_init(&h, &h2)),
	    (ilist_init(&i2), ilist_splice(&i2, &i)));
	ROW("list_splice_init", list_splice_init(&h2, &h), ilist_splice(&i, &i2));
	ROW("list_splice_tail_init", list_splice_tail_init(&h2, &h), ilist_splice_tail(&i, &i2));
	ROW("list_cut_position",
	    (INIT_LIST_HEAD(&h2), list_cut_position(&h2, &h, &O('b')->t)),
	    (ilist_init(&i2), ilist_cut_after(&i2, &i, &O('b')->l)));
	ROW("list_cut_before",
	    (INIT_LIST_HEAD(&h2), list_cut_before(&h2, &h, &O('c')->t)),
	    (ilist_init(&i2), at = ilist_prev_entry(&i, O('c'), struct o, l),
	     ilist_cut_after(&i2, &i, &at->l)));
	ROW("list_bulk_move_tail", list_bulk_move_tail(&h, &O('x')->t, &O('y')->t),
	    ilist_bulk_move_tail(&i, &O('x')->l, &O('y')->l));
	ROW("list_bulk_move_tail in its list", list_bulk_move_tail(&h, &O('b')->t, &O('c')->t),
	    ilist_bulk_move_tail(&i, &O('b')->l, &O('c')->l));
	ROW("list_rotate_left", list_rotate_left(&h),
	    ilist_move_tail(&i, &ilist_first_entry(&i, struct o, l)->l));
	ROW("list_rotate_to_front", list_rotate_to_front(&O('c')->t, &h),
	    (at = ilist_prev_entry(&i, O('c'), struct o, l),
	     at ? ilist_cut_after(&i, &i, &at->l) : (void)0));
	ROW("list_rotate_to_front of the first", list_rotate_to_front(&O('a')->t, &h),
	    (at = ilist_prev_entry(&i, O('a'), struct o, l),
	     at ? ilist_cut_after(&i, &i, &at->l) : (void)0));
	ROW("list_next_entry_circular",
	    note(there, list_next_entry_circular(O('d'), &h, t)->name),
	    note(here, ilist_next_entry_circular(&i, O('d'), struct o, l)->name));
	ROW("list_for_each_entry_reverse",
	    { list_for_each_entry_reverse(o, &h, t) note(there, o->name); },
	    { ilist_for_each_entry_reverse(p, &i, struct o, l) note(here, p->name); });
	ROW("list_for_each_entry_from",
	    { o = O('c'); list_for_each_entry_from(o, &h, t) note(there, o->name); },
	    { ilist_for_each_entry_from(p, &i, O('c'), struct o, l) note(here, p->name); });
	ROW("list_for_each_entry_continue",
	    { o = O('b'); list_for_each_entry_continue(o, &h, t) note(there, o->name); },
	    { at = ilist_next_entry(&i, O('b'), struct o, l);
	      ilist_for_each_entry_from(p, &i, at, struct o, l) note(here, p->name); });
	ROW("list_for_each_entry_safe",
	    { list_for_each_entry_safe(o, next, &h, t) {
		    note(there, o->name);
		    if (o->name != 'b') list_del(&o->t);
	    } },
	    { ilist_for_each_entry_safe(p, &i, struct o, l) {
		    note(here, p->name);
		    if (p->name != 'b') ilist_del(&p->l);
	    } });
	ROW("while not empty",
	    { while (!list_empty(&h)) {
		    o = list_first_entry(&h, struct o, t);
		    note(there, o->name);
		    list_del(&o->t);
	    } },
	    { ilist_drain_entry(p, &i, struct o, l) note(here, p->name); });
	return done();
}
