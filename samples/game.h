/* SPDX-License-Identifier: MIT */
/*
 * game.h - types and containers that the files of the game share
 */
#ifndef GAME_H
#define GAME_H

#include <linux-ish/densepool.h>
#include <linux-ish/rwarray.h>
#include <linux-ish/slotpool.h>

#define WIDTH 40
#define HEIGHT 12

/* Enemies dive in order of arrival. Shots aim at them by handle. */
struct enemy {
	struct slotpool_idx memory;
	struct rwarray_idx diving;
	int x, y, hull;
};

struct shot {
	struct densepool_idx memory;
	int x, y;
	struct slotpool_handle target; /* may be dead by now */
};

/* Defined in game-world.c. */
extern struct slotpool enemies;
extern struct rwarray divers;
extern struct densepool shots;

struct game {
	int player, lives, score, frame;
};

struct enemy *enemy_new(int x);
void enemy_dive(struct enemy *e);
void enemy_free(struct enemy *e);
void shot_new(int x, struct slotpool_handle target);

#endif /* GAME_H */
