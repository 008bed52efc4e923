/* SPDX-License-Identifier: MIT */
/* wl_list of wayland */
#include <wayland-util.h>
#include <linux-ish/ilist.h>

struct o {
	char name;
	struct wl_list t;
	struct ilist_node l;
};

static struct o objects[26];
static struct wl_list h, h2;
static struct ilist i, i2;

#include "orders.h"

static void fill(void)
{
	const char *letter;

	memset(objects, 0, sizeof(objects));
	wl_list_init(&h);
	wl_list_init(&h2);
	ilist_init(&i);
	ilist_init(&i2);
	for (letter = "abcdefghijklmnopqrstuvwxyz"; *letter; letter++)
		O(*letter)->name = *letter;
	for (letter = "abcd"; *letter; letter++) {
		wl_list_insert(h.prev, &O(*letter)->t);
		ilist_add_tail(&i, &O(*letter)->l);
	}
	for (letter = "xyz"; *letter; letter++) {
		wl_list_insert(h2.prev, &O(*letter)->t);
		ilist_add_tail(&i2, &O(*letter)->l);
	}
}

static void show(void)
{
	struct o *o;

	wl_list_for_each(o, &h, t)
		note(there, o->name);
	ilist_for_each_entry(p, &i, struct o, l)
		note(here, p->name);
}

int main(void)
{
	struct o *o, *tmp;

	ROW("wl_list_insert", wl_list_insert(&h, &O('n')->t), ilist_add(&i, &O('n')->l));
	ROW("wl_list_insert of prev", wl_list_insert(h.prev, &O('n')->t),
	    ilist_add_tail(&i, &O('n')->l));
	ROW("wl_list_insert of an element", wl_list_insert(&O('b')->t, &O('n')->t),
	    ilist_add_after(&O('b')->l, &O('n')->l));
	ROW("wl_list_remove", wl_list_remove(&O('b')->t), ilist_del(&O('b')->l));
	ROW("wl_list_insert_list", wl_list_insert_list(&h, &h2), ilist_splice(&i, &i2));
	ROW("wl_list_length, _empty",
	    (note(there, '0' + wl_list_length(&h)), note(there, '0' + wl_list_empty(&h))),
	    (note(here, '0' + (int)ilist_count(&i)), note(here, '0' + ilist_empty(&i))));
	ROW("wl_list_for_each_safe",
	    { wl_list_for_each_safe(o, tmp, &h, t) if (o->name != 'c') wl_list_remove(&o->t); },
	    { ilist_for_each_entry_safe(p, &i, struct o, l) if (p->name != 'c') ilist_del(&p->l); });
	return done();
}
