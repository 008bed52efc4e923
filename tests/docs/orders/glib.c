/* SPDX-License-Identifier: MIT */
/* GQueue and GPtrArray of GLib */
#include <glib.h>
#include <linux-ish/dense.h>
#include <linux-ish/rwarray.h>
#include <linux-ish/sort.h>
#include <linux-ish/walklist.h>

struct o {
	char name;
	struct walklist_node l;
	struct dense_idx d;
	struct rwarray_idx r;
};

static struct o objects[26];
static GQueue q;
static GPtrArray *a, *b;
static struct walklist w;
static struct dense dense;
static struct rwarray rwarray;

#include "orders.h"

static void fill(void)
{
	const char *letter;

	memset(objects, 0, sizeof(objects));
	g_queue_clear(&q);
	if (a)
		g_ptr_array_free(a, TRUE);
	if (b)
		g_ptr_array_free(b, TRUE);
	a = g_ptr_array_new();
	b = g_ptr_array_new();
	walklist_init(&w);
	if (dense_init(&dense, NULL) || rwarray_init(&rwarray, NULL))
		wrong++;
	for (letter = "abcdefghijklmnopqrstuvwxyz"; *letter; letter++)
		O(*letter)->name = *letter;
	for (letter = "abcd"; *letter; letter++) {
		g_queue_push_tail(&q, O(*letter));
		g_ptr_array_add(a, O(*letter));
		g_ptr_array_add(b, O(*letter));
		walklist_add_tail(&w, &O(*letter)->l);
		if (dense_add(&dense, &O(*letter)->d) ||
		    rwarray_add_tail(&rwarray, &O(*letter)->r))
			wrong++;
	}
}

static void show(void)
{
	GList *at;
	guint n;

	for (at = q.head; at; at = at->next)
		note(there, ((struct o *)at->data)->name);
	note(there, ';');
	for (n = 0; n < a->len; n++)
		note(there, ((struct o *)g_ptr_array_index(a, n))->name);
	note(there, ';');
	for (n = 0; n < b->len; n++)
		note(there, ((struct o *)g_ptr_array_index(b, n))->name);
	walklist_for_each_entry(p, &w, struct o, l)
		note(here, p->name);
	note(here, ';');
	for (n = 0; n < dense_count(&dense); n++)
		note(here, dense_at_entry(&dense, n, struct o, d)->name);
	note(here, ';');
	rwarray_for_each_entry(p, &rwarray, struct o, r)
		note(here, p->name);
	dense_destroy(&dense);
	rwarray_destroy(&rwarray);
}

static gint theirs_by_pair(gconstpointer x, gconstpointer y, gpointer data)
{
	(void)data;
	return (((const struct o *)x)->name % 2) - (((const struct o *)y)->name % 2);
}

static int by_pair(void *ctx, const struct walklist_node *x, const struct walklist_node *y)
{
	(void)ctx;
	return (container_of(x, const struct o, l)->name % 2) -
	       (container_of(y, const struct o, l)->name % 2);
}

int main(void)
{
	ROW("g_queue_push_tail", g_queue_push_tail(&q, O('n')), walklist_add_tail(&w, &O('n')->l));
	ROW("g_queue_push_head", g_queue_push_head(&q, O('n')), walklist_add(&w, &O('n')->l));
	ROW("g_queue_pop_head", note(there, ((struct o *)g_queue_pop_head(&q))->name),
	    note(here, walklist_pop_entry(&w, struct o, l)->name));
	ROW("g_queue_pop_tail", note(there, ((struct o *)g_queue_pop_tail(&q))->name),
	    note(here, walklist_pop_tail_entry(&w, struct o, l)->name));
	ROW("g_queue_remove", g_queue_remove(&q, O('b')), (void)walklist_leave(&O('b')->l));
	ROW("g_queue_sort", g_queue_sort(&q, theirs_by_pair, NULL),
	    walklist_sort(&w, by_pair, NULL));
	/* Behind its equals, there before them: n is even as b and d are. */
	ROW("g_queue_insert_sorted",
	    (g_queue_sort(&q, theirs_by_pair, NULL),
	     g_queue_insert_sorted(&q, O('n'), theirs_by_pair, NULL)),
	    (walklist_sort(&w, by_pair, NULL),
	     walklist_add_sorted(&w, &O('n')->l, by_pair, NULL), walklist_move(&w, &O('n')->l)));
	ROW("g_ptr_array_add",
	    (g_ptr_array_add(a, O('n')), g_ptr_array_add(b, O('n'))),
	    (wrong += dense_add(&dense, &O('n')->d), wrong += rwarray_add_tail(&rwarray, &O('n')->r)));
	ROW("g_ptr_array_remove_fast", g_ptr_array_remove_fast(a, O('b')),
	    dense_del(&dense, &O('b')->d));
	ROW("g_ptr_array_remove", g_ptr_array_remove(b, O('b')), rwarray_del(&rwarray, &O('b')->r));
	g_queue_clear(&q);
	g_ptr_array_free(a, TRUE);
	g_ptr_array_free(b, TRUE);
	return done();
}
