/* SPDX-License-Identifier: MIT */
/*
 * game-world.c - defines the containers; creates and frees objects
 */
#include "game.h"

static SLOTPOOL_STORAGE(enemy_memory, struct enemy, 24);
struct slotpool enemies = SLOTPOOL_INIT(enemy_memory, struct enemy, memory);

static RWARRAY_STORAGE(diver_slots, 32);
struct rwarray divers = RWARRAY_INIT(diver_slots);

static DENSEPOOL_STORAGE(shot_memory, struct shot, 16);
struct densepool shots = DENSEPOOL_INIT(shot_memory, struct shot, memory);

struct enemy *enemy_new(int x)
{
	struct enemy *e = slotpool_zalloc_entry(&enemies, struct enemy, memory);

	if (!e)
		return NULL;
	e->x = x;
	e->hull = 2;
	return e;
}

void enemy_dive(struct enemy *e)
{
	/* There are more slots than enemies: loops close the holes. */
	if (!rwarray_contains(&divers, &e->diving))
		lish_sure(rwarray_add_tail(&divers, &e->diving));
}

void enemy_free(struct enemy *e)
{
	rwarray_leave(&divers, &e->diving);
	slotpool_free(&enemies, &e->memory);
}

void shot_new(int x, struct slotpool_handle target)
{
	struct shot *s = densepool_alloc_entry(&shots, struct shot, memory);

	if (!s)
		return; /* 16 shots are in the air */
	s->x = x;
	s->y = HEIGHT - 1;
	s->target = target;
}
