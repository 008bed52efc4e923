/* SPDX-License-Identifier: MIT */
/*
 * Zephyr's sys_dlist and the lists of FreeRTOS, of which no package has the headers. The lines here
 * do what the documentation of both says.
 */
#include <linux-ish/ilist.h>
#include <linux-ish/walklist.h>

/* A ring with a head, and with the index of FreeRTOS. */
struct item {
	struct item *next, *prev;
	int value;
};

struct o {
	char name;
	struct item t;
	struct ilist_node l;
	struct walklist_node w;
};

static struct o objects[26], *turn;
static struct item h, *index_of_h;
static struct ilist i;
static struct walklist ready;

#include "orders.h"

static void insert_before(struct item *pos, struct item *item)
{
	item->next = pos;
	item->prev = pos->prev;
	pos->prev->next = item;
	pos->prev = item;
}

static struct o *owner(struct item *item)
{
	return container_of(item, struct o, t);
}

/* FreeRTOS */

static void vListInsertEnd(struct item *item)
{
	insert_before(index_of_h, item);
}

static void vListInsert(struct item *item)
{
	struct item *at = &h;

	while (at->next != &h && at->next->value <= item->value)
		at = at->next;
	insert_before(at->next, item);
}

static int uxListRemove(struct item *item)
{
	struct item *at;
	int n = 0;

	item->next->prev = item->prev;
	item->prev->next = item->next;
	if (index_of_h == item)
		index_of_h = item->prev;
	for (at = h.next; at != &h; at = at->next)
		n++;
	return n;
}

static struct o *owner_of_next_entry(void)
{
	index_of_h = index_of_h->next;
	if (index_of_h == &h)
		index_of_h = index_of_h->next;
	return owner(index_of_h);
}

/* As the page has it. */

static void insert_end(struct o *o)
{
	if (turn)
		walklist_add_before(&ready, &turn->w, &o->w);
	else
		walklist_add_tail(&ready, &o->w);
}

static int remove_task(struct o *o)
{
	if (o == turn)
		turn = walklist_prev_entry(&ready, o, struct o, w);
	walklist_leave(&o->w);
	return (int)walklist_count(&ready);
}

static struct o *next_task(void)
{
	if (turn)
		turn = walklist_next_entry(&ready, turn, struct o, w);
	if (!turn)
		turn = walklist_first_entry(&ready, struct o, w);
	return turn;
}

static void insert(struct o *o)
{
	walklist_for_each_entry(p, &ready, struct o, w) {
		if (p->t.value > o->t.value) {
			walklist_add_before(&ready, &p->w, &o->w);
			return;
		}
	}
	walklist_add_tail(&ready, &o->w);
}

static int by_value(void *ctx, const struct walklist_node *a, const struct walklist_node *b)
{
	(void)ctx;
	return container_of(a, const struct o, w)->t.value -
	       container_of(b, const struct o, w)->t.value;
}

static void fill(void)
{
	const char *letter;

	memset(objects, 0, sizeof(objects));
	h.next = h.prev = index_of_h = &h;
	turn = NULL;
	ilist_init(&i);
	walklist_init(&ready);
	for (letter = "abcdefghijklmnopqrstuvwxyz"; *letter; letter++) {
		O(*letter)->name = *letter;
		O(*letter)->t.value = *letter;
	}
	for (letter = "abcd"; *letter; letter++) {
		insert_before(&h, &O(*letter)->t);
		ilist_add_tail(&i, &O(*letter)->l);
		walklist_add_tail(&ready, &O(*letter)->w);
	}
}

/* ilist for Zephyr, walklist for FreeRTOS. */
static bool walks;

static void show(void)
{
	struct item *at;

	for (at = h.next; at != &h; at = at->next)
		note(there, owner(at)->name);
	if (walks) {
		walklist_for_each_entry(p, &ready, struct o, w)
			note(here, p->name);
	} else {
		ilist_for_each_entry(p, &i, struct o, l)
			note(here, p->name);
	}
}

/* Tasks take turns, stop and are ready again. */
static void tasks(void)
{
	unsigned int seed = 1, n;
	struct o *o;

	for (n = 0; n < 200; n++) {
		seed = seed * 1103515245u + 12345u;
		o = &objects[(seed >> 16) % 8];
		if (n % 3 || !walklist_count(&ready)) {
			if (walklist_count(&ready)) {
				note(there, owner_of_next_entry()->name);
				note(here, next_task()->name);
			}
		} else if (walklist_contains(&ready, &o->w)) {
			note(there, '0' + uxListRemove(&o->t));
			note(here, '0' + remove_task(o));
		} else {
			vListInsertEnd(&o->t);
			insert_end(o);
		}
	}
}

int main(void)
{
	ROW("sys_dlist_append", insert_before(&h, &O('n')->t), ilist_add_tail(&i, &O('n')->l));
	ROW("sys_dlist_prepend", insert_before(h.next, &O('n')->t), ilist_add(&i, &O('n')->l));
	ROW("sys_dlist_insert", insert_before(&O('c')->t, &O('n')->t),
	    ilist_add_before(&O('c')->l, &O('n')->l));
	ROW("sys_dlist_remove", (void)uxListRemove(&O('c')->t), ilist_del(&O('c')->l));
	ROW("sys_dlist_get", (note(there, owner(h.next)->name), (void)uxListRemove(h.next)),
	    note(here, ilist_pop_entry(&i, struct o, l)->name));
	walks = true;
	ROW("tasks take turns", tasks(), (void)0);
	ROW("vListInsert", vListInsert(&O('n')->t), insert(O('n')));
	ROW("vListInsert of an equal value", (O('n')->t.value = 'b', vListInsert(&O('n')->t)),
	    insert(O('n')));
	ROW("vListInsert, not sorted", (O('c')->t.value = 'z', vListInsert(&O('n')->t)),
	    insert(O('n')));
	ROW("vListInsert, always sorted",
	    (O('n')->t.value = 'b', vListInsert(&O('n')->t)),
	    walklist_add_sorted(&ready, &O('n')->w, by_value, NULL));
	return done();
}
