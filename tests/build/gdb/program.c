// SPDX-License-Identifier: MIT
/*
 * One of each container with something in it, for debuggers to look at.
 */
#include <linux-ish/dense.h>
#include <linux-ish/densepool.h>
#include <linux-ish/iheap.h>
#include <linux-ish/ilist.h>
#include <linux-ish/ihash.h>
#include <linux-ish/inbox.h>
#include <linux-ish/ipool.h>
#include <linux-ish/listpool.h>
#include <linux-ish/locklist.h>
#include <linux-ish/rwarray.h>
#include <linux-ish/slotpool.h>
#include <linux-ish/walklist.h>

#include <stdlib.h>
#include <string.h>

struct thing {
	int id;
	struct ilist_node i;
	struct walklist_node w;
	struct locklist_node l;
	struct dense_idx d;
	struct rwarray_idx r;
	struct iheap_idx h;
	struct inbox_node b;
};
#define POOLED(pool, node)               \
	struct pool##_thing {            \
		int id;                  \
		struct pool##_##node in; \
	}
POOLED(ipool, idx);
POOLED(densepool, idx);
POOLED(listpool, node);
POOLED(slotpool, idx);

static struct thing things[4];
static struct ilist ilist, zero_ilist;
static struct walklist walklist, zero_walklist;
static struct locklist locklist, zero_locklist;
static struct dense dense;
static struct rwarray rwarray;
static struct iheap heap;
static struct inbox inbox;
IHASH_DEFINE_STATIC(table, 4);
static struct ipool ipool;
static struct densepool densepool;
static struct listpool listpool;
static struct slotpool slotpool;
SLOTPOOL_DEFINE_STATIC(fixed, struct slotpool_thing, in, 8);
static struct slotpool_handle alive, dead, none;

/* What "lish who" is asked about: Documentation/debug.rst has the names and the answers. */
struct bullet {
	struct slotpool_idx memory;
	struct walklist_node link;
	int ttl;
};
static struct game {
	struct slotpool bullets;
	struct walklist near[2];
} *game;
static struct bullet *target, *old, *behind, *renewed;

static void here(void)
{
	abort();
}

static void play(void)
{
	struct walklist far;

	game = (struct game *)calloc(1, sizeof(*game));
	if (!game || slotpool_init(&game->bullets, struct bullet, memory, NULL))
		exit(1);
	walklist_init(&far);
	for (int i = 0; i < 4; i++) {
		target = slotpool_zalloc_entry(&game->bullets, struct bullet, memory);
		if (!target)
			exit(1);
		old = i ? old : target;
		walklist_add_tail(i < 3 ? &game->near[1] : &far, &target->link);
	}
	behind = target + 1;
	renewed = target - 2;
	walklist_del(&game->near[1], &renewed->link);
	slotpool_free(&game->bullets, &renewed->memory);
	renewed = slotpool_zalloc_entry(&game->bullets, struct bullet, memory);
	walklist_add_tail(&game->near[1], &renewed->link);
	walklist_del(&game->near[1], &old->link);
	slotpool_free(&game->bullets, &old->memory);
	here();
	walklist_clear(&far);
}

#define FILL(pool)                                                           \
	do {                                                                 \
		struct pool##_thing *made[3];                                \
									     \
		if (pool##_init(&pool, struct pool##_thing, in, NULL))       \
			exit(1);                                             \
		for (int i = 0; i < 3; i++) {                                \
			made[i] = pool##_alloc_entry(&pool,                  \
						     struct pool##_thing,    \
						     in);                    \
			if (!made[i])                                        \
				exit(1);                                     \
			made[i]->id = 100 + i;                               \
		}                                                            \
		pool##_free(&pool, &made[1]->in);                            \
	} while (0)

int main(int argc, char **argv)
{
	struct slotpool_thing *t;

	ilist_init(&ilist);
	walklist_init(&walklist);
	locklist_init(&locklist);
	inbox_init(&inbox);
	if (ihash_count(&table))
		return 1;
	if (!ilist_empty(&zero_ilist) || walklist_count(&zero_walklist) ||
	    locklist_count(&zero_locklist))
		return 1;
	if (dense_init(&dense, NULL) || rwarray_init(&rwarray, NULL) ||
	    iheap_init(&heap, NULL))
		return 1;
	for (int i = 0; i < 4; i++) {
		things[i].id = i;
		ilist_add_tail(&ilist, &things[i].i);
		walklist_add_tail(&walklist, &things[i].w);
		lish_sure(locklist_add_tail(&locklist, &things[i].l));
		lish_sure(dense_add(&dense, &things[i].d));
		lish_sure(rwarray_add_tail(&rwarray, &things[i].r));
		lish_sure(iheap_add(&heap, &things[i].h, -i));
		if (inbox_push(&inbox, &things[i].b) < 0)
			return 1;
	}
	rwarray_del(&rwarray, &things[1].r);
	if (!(inbox_pop_entry)(&inbox, 0))
		return 1;
	FILL(ipool);
	FILL(densepool);
	FILL(listpool);
	FILL(slotpool);
	t = slotpool_alloc_entry(&fixed, struct slotpool_thing, in);
	t->id = 7;
	dead = slotpool_handle_of(&fixed, &t->in);
	slotpool_free(&fixed, &t->in);
	t = slotpool_alloc_entry(&fixed, struct slotpool_thing, in);
	t->id = 8;
	alive = slotpool_handle_of(&fixed, &t->in);
	(void)none;
	if (argc > 1 && !strcmp(argv[1], "broken")) {
		things[2].i.link.prev = NULL;
		things[2].d.slot = 9;
		walklist.walks.count = 3;
	}
	play();
	return 0;
}
