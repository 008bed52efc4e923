/* SPDX-License-Identifier: MIT */
/*
 * netcode.c - rollback netcode: two machines, inputs that come late
 *
 * Each machine guesses that the other player presses nothing. An input arrives up to
 * DELAY frames late: the machine goes back to the frame it belongs to, and plays the
 * frames again with the input. All state lies in one struct, so a copy saves it. The same
 * calls give the same order on every machine, so both worlds end equal.
 *
 * Uses of lish_world: save and load; of slotpool: alloc, free and a loop.
 * samples/rollback.c does this with eleven containers and hashes.
 *
 *	cc -Iinclude samples/netcode.c build/liblinux-ish.a
 */
#include <stdio.h>
#include <string.h>

#include <linux-ish/slotpool.h>
#include <linux-ish/world.h>

#define FRAMES 600u
#define DELAY 6u
#define RING 8u

struct shot {
	struct slotpool_idx slot;
	int x;
	int speed;
};

struct world {
	struct slotpool shots;
	SLOTPOOL_STORAGE(shots_mem, struct shot, 64);
	int hits[2];
};

struct machine {
	struct world now;
	struct world at[RING];		/* before each of the last frames */
	unsigned char input[FRAMES][2]; /* known or guessed */
	unsigned int replayed;
};

static struct machine machines[2];

static void step(struct world *w, const unsigned char input[2])
{
	int player;

	for (player = 0; player < 2; player++) {
		struct shot *s;

		if (!input[player])
			continue;
		s = slotpool_zalloc_entry(&w->shots, struct shot, slot);
		if (!s)
			continue; /* on both machines */
		s->x = player ? 100 : 0;
		s->speed = player ? -input[player] : input[player];
	}
	slotpool_for_each_entry(s, &w->shots, struct shot, slot) {
		s->x += s->speed;
		if (s->x >= 0 && s->x <= 100)
			continue;
		w->hits[s->speed < 0] += s->speed < 0 ? -s->speed : s->speed;
		slotpool_free(&w->shots, &s->slot);
	}
}

static void play(struct machine *m, unsigned int frame)
{
	lish_world_save(&m->at[frame % RING], &m->now, sizeof(m->now));
	step(&m->now, m->input[frame]);
}

/* An input of an earlier frame has come: correct the guess. */
static void correct(struct machine *m, unsigned int from, unsigned int now,
		    int player, unsigned char input)
{
	unsigned int frame;

	if (m->input[from][player] == input)
		return;
	m->input[from][player] = input;
	lish_world_load(&m->now, &m->at[from % RING], sizeof(m->now));
	for (frame = from; frame < now; frame++, m->replayed++)
		play(m, frame);
}

/* What a player presses in a frame: nothing, or the speed of a shot. */
static unsigned char pressed(unsigned int frame, int player)
{
	unsigned int n = (frame * 2u + (unsigned int)player) * 2654435761u;

	return n >> 24 < 64 ? (unsigned char)(1 + (n >> 16 & 7)) : 0;
}

int main(void)
{
	unsigned int frame;
	int me;

	for (me = 0; me < 2; me++)
		slotpool_init_in(&machines[me].now.shots, struct shot, slot,
				 &machines[me].now.shots_mem, NULL);
	for (frame = 0; frame < FRAMES + DELAY; frame++) {
		for (me = 0; me < 2; me++) {
			struct machine *m = &machines[me];

			if (frame >= DELAY)
				correct(m, frame - DELAY,
					frame < FRAMES ? frame : FRAMES, !me,
					pressed(frame - DELAY, !me));
			if (frame < FRAMES) {
				m->input[frame][me] = pressed(frame, me);
				play(m, frame);
			}
		}
	}
	for (me = 0; me < 2; me++)
		printf("machine %d: hits %d and %d, %u shots fly, %s\n", me,
		       machines[me].now.hits[0], machines[me].now.hits[1],
		       (unsigned int)slotpool_count(&machines[me].now.shots),
		       machines[me].replayed ? "frames were played again"
					     : "nothing came late");
	return memcmp(machines[0].now.hits, machines[1].now.hits,
		      sizeof(machines[0].now.hits)) != 0;
}
