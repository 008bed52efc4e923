/* SPDX-License-Identifier: MIT */
/*
 * entity.c - an object in five containers, which leaves all of them in one function
 *
 * Each system has a container of its objects. An object has a node for each of these
 * containers. A system loops over its own container and tests no other object.
 * destroy() tests nothing either: X_leave() removes the object if it is in. The
 * memory comes from a slotpool, so that others can keep a handle.
 *
 *	cc -Iinclude samples/entity.c build/liblinux-ish.a
 */
#include <stdio.h>

#include <linux-ish/dense.h>
#include <linux-ish/ilist.h>
#include <linux-ish/rwarray.h>
#include <linux-ish/slotpool.h>
#include <linux-ish/walklist.h>

#define THINGS 64

struct thing {
	struct slotpool_idx memory;
	struct dense_idx moving;       /* in no order */
	struct rwarray_idx drawn;      /* in order of creation */
	struct ilist_node cell;	       /* of the map: finds neighbours */
	struct walklist_node burning;  /* the loop ignites others */
	struct walklist_node watching; /* notified of each death */
	int x, heat;
	struct slotpool_handle target;
};

SLOTPOOL_DEFINE_STATIC(things, struct thing, memory, THINGS);
DENSE_DEFINE_STATIC(movers, THINGS);
RWARRAY_DEFINE_STATIC(pictures, THINGS);
static struct ilist map[8];
static WALKLIST_DEFINE(fires);
static WALKLIST_DEFINE(watchers);
static unsigned int deaths_seen;

/* Leaves all containers, frees the memory, notifies the watchers. */
static void destroy(struct thing *t)
{
	dense_leave(&movers, &t->moving);
	rwarray_leave(&pictures, &t->drawn);
	ilist_leave(&t->cell);
	walklist_leave(&t->burning);
	walklist_leave(&t->watching);
	slotpool_free(&things, &t->memory);
	walklist_for_each_entry(w, &watchers, struct thing, watching) {
		(void)w;
		deaths_seen++;
	}
}

static struct thing *create(int x)
{
	/* Zeroed: its nodes are in no container. */
	struct thing *t = slotpool_zalloc_entry(&things, struct thing, memory);

	if (!t)
		return NULL;
	t->x = x;
	lish_sure(dense_add(&movers, &t->moving));
	lish_sure(rwarray_add_tail(&pictures, &t->drawn));
	ilist_add_tail(&map[x / 8 % 8], &t->cell);
	return t;
}

static void ignite(struct thing *t)
{
	if (walklist_contains(&fires, &t->burning))
		return;
	t->heat = 3;
	walklist_add_tail(&fires, &t->burning);
}

static void move(void)
{
	dense_for_each_entry(t, &movers, struct thing, moving) {
		t->x++;
		if (t->x % 8 == 0)
			ilist_move_tail(&map[t->x / 8 % 8], &t->cell);
	}
}

/* A fire ignites its cell when it ends, and its object is destroyed. */
static void burn(void)
{
	walklist_for_each_entry(t, &fires, struct thing, burning) {
		if (--t->heat)
			continue;
		ilist_for_each_entry(n, &map[t->x / 8 % 8], struct thing, cell)
			ignite(n);
		destroy(t);
	}
}

int main(void)
{
	struct thing *t, *hunter;
	int i, frame;

	for (i = 0; i < 8; i++)
		ilist_init(&map[i]);
	for (i = 0; i < 40; i++)
		create(i);
	hunter = create(60);
	if (!hunter)
		return 1;
	walklist_add_tail(&watchers, &hunter->watching);
	t = slotpool_at_entry(&things, 20, struct thing, memory);
	if (!t)
		return 1;
	hunter->target = slotpool_handle_of(&things, &t->memory);
	ignite(t);
	for (frame = 1; frame <= 24; frame++) {
		move();
		burn();
		if (frame % 6)
			continue;
		printf("frame %d: %u live, %u burn, the target is %s\n", frame,
		       (unsigned int)slotpool_count(&things),
		       (unsigned int)walklist_count(&fires),
		       slotpool_get_entry(&things, hunter->target, struct thing,
					  memory)
			       ? "there"
			       : "gone");
	}
	printf("%u move, %u are drawn, the hunter saw %u die\n",
	       (unsigned int)dense_count(&movers),
	       (unsigned int)rwarray_count(&pictures), deaths_seen);
	return 0;
}
