/* SPDX-License-Identifier: MIT */
/*
 * game.c - a game in two files, to start from: this one and game-world.c
 *
 * Enemies come, dive and are shot at; the player is a program. game.h has the shared
 * types, and game-world.c defines the containers:
 *
 *	cc -Iinclude samples/game.c samples/game-world.c build/liblinux-ish.a
 *
 * Prints two frames, with --show all frames, and the result.
 */
#include <stdio.h>
#include <string.h>

#include "game.h"

static void draw(const struct game *g)
{
	char field[HEIGHT][WIDTH + 1];
	int y;

	for (y = 0; y < HEIGHT; y++) {
		memset(field[y], ' ', WIDTH);
		field[y][WIDTH] = 0;
	}
	slotpool_for_each_entry(e, &enemies, const struct enemy, memory)
		field[e->y][e->x] = e->hull == 2 ? 'W' : 'w';
	densepool_for_each_entry_const(s, &shots, const struct shot, memory)
		field[s->y][s->x] = '|';
	field[HEIGHT - 1][g->player] = 'A';
	printf("frame %d, score %d, lives %d\n", g->frame, g->score, g->lives);
	for (y = 0; y < HEIGHT; y++)
		printf("%s.\n", field[y]);
}

static void dive(struct game *g)
{
	rwarray_for_each_entry(e, &divers, struct enemy, diving) {
		e->x += (g->player > e->x) - (g->player < e->x);
		e->y += g->frame % 3 == 0;
		if (e->y < HEIGHT)
			continue;
		if (e->x == g->player && g->lives)
			g->lives--;
		enemy_free(e); /* the loop stays valid */
	}
}

static void fly(struct game *g)
{
	densepool_for_each_entry(s, &shots, struct shot, memory) {
		struct enemy *e = slotpool_get_entry(&enemies, s->target,
						     struct enemy, memory);

		/* NULL if another shot hit first: this one flies straight on. */
		if (e)
			s->x += (e->x > s->x) - (e->x < s->x);
		if (e && s->y <= e->y && s->x == e->x) {
			if (--e->hull == 0) {
				g->score += 10;
				enemy_free(e);
			}
			densepool_free(&shots, &s->memory);
		} else if (--s->y < 0) {
			densepool_free(&shots, &s->memory);
		}
	}
}

/* The lowest enemy is the most dangerous. */
static struct enemy *choose(void)
{
	struct enemy *lowest = NULL;

	slotpool_for_each_entry(e, &enemies, struct enemy, memory)
		if (!lowest || e->y > lowest->y)
			lowest = e;
	return lowest;
}

static void play(struct game *g)
{
	struct enemy *e = choose();

	if (!e)
		return;
	g->player += (e->x > g->player) - (e->x < g->player);
	if (g->frame % 3 == 0)
		shot_new(g->player, slotpool_handle_of(&enemies, &e->memory));
}

int main(int argc, char **argv)
{
	const bool show = argc > 1 && !strcmp(argv[1], "--show");
	struct game g = { .player = WIDTH / 2, .lives = 3 };
	struct enemy *e;

	for (g.frame = 1; g.frame <= 300 && g.lives; g.frame++) {
		if (g.frame % 8 == 0) {
			e = enemy_new(g.frame * 7 % WIDTH);
			if (e && g.frame % 16 == 0)
				enemy_dive(e);
		}
		if (g.frame % 100 == 0) {
			/* Now all enemies dive. */
			slotpool_for_each_entry(each, &enemies, struct enemy,
						memory)
				enemy_dive(each);
		}
		play(&g);
		fly(&g);
		dive(&g);
		if (show || g.frame == 98 || g.frame == 112)
			draw(&g);
	}
	printf("over at frame %d: score %d, lives %d, %u enemies, %u shots in the air\n",
	       g.frame, g.score, g.lives,
	       (unsigned int)slotpool_count(&enemies),
	       (unsigned int)densepool_count(&shots));
	return 0;
}
