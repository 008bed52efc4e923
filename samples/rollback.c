/* SPDX-License-Identifier: MIT */
/*
 * rollback.c - a world that goes back when an input comes late
 *
 * A battle of two players, of whom one is far away: his inputs come 7 frames
 * late. Until then the game guesses that he does what he did before. It saves
 * the world before each frame, into a ring of 8; after a wrong guess it goes
 * back to that frame and plays all since again. In the end the state must be
 * that of a world that had each input in time.
 *
 * See snapshot.c for a state that goes to a file. All ten containers in one
 * world: tests/world_test.c.
 */
#include <stdio.h>
#include <string.h>

#include <linux-ish/dense.h>
#include <linux-ish/listpool.h>
#include <linux-ish/slotpool.h>
#include <linux-ish/walklist.h>
#include <linux-ish/world.h>

#define FRAMES 2000
#define LATE 7
#define RING 8
#define WIDTH 256 /* of the field, whose ends meet */
#define ROOM 64

struct ship {
	struct slotpool_idx slot;
	struct slotpool_handle target;
	uint32_t x;
	uint32_t heat;
	struct dense_idx drone;
	struct walklist_node burning;
};

struct missile {
	struct listpool_node flying;
	struct slotpool_handle target;
	uint32_t x;
};

/* The block: heads, pools and their memory. Nothing in it leads out of it. */
static struct world {
	uint32_t random;
	struct slotpool_handle players[2];
	struct slotpool ships;
	struct dense drones;
	struct walklist burning;
	struct listpool missiles;
	SLOTPOOL_STORAGE(ship_memory, struct ship, ROOM);
	DENSE_STORAGE(drone_slots, ROOM);
	LISTPOOL_STORAGE(missile_memory, struct missile, 4 * ROOM);
} in_time, late, saved[RING];

static void world_init(struct world *w)
{
	w->random = 1;
	memset(w->players, 0, sizeof(w->players)); /* null handles */
	slotpool_init_in(&w->ships, struct ship, slot, &w->ship_memory);
	dense_init_in(&w->drones, w->drone_slots.slots, ROOM);
	walklist_init(&w->burning);
	listpool_init_in(&w->missiles, struct missile, flying,
			 &w->missile_memory);
}

static uint32_t below(struct world *w, uint32_t n)
{
	w->random = w->random * 1664525u + 1013904223u;
	return (w->random >> 8) % n;
}

static struct ship *ship_new(struct world *w)
{
	struct ship *s = slotpool_zalloc_entry(&w->ships, struct ship, slot);

	if (s)
		s->x = below(w, WIDTH);
	return s;
}

static void fire(struct world *w, struct ship *from)
{
	struct ship *at =
		slotpool_at_entry(&w->ships, below(w, ROOM), struct ship, slot);
	struct missile *m;

	if (!at || at == from)
		return;
	from->target = slotpool_handle_of(&w->ships, &at->slot);
	m = listpool_alloc_tail_entry(&w->missiles, struct missile, flying);
	if (m) {
		m->target = from->target;
		m->x = from->x;
	}
}

static void player_acts(struct world *w, uint32_t player, uint32_t input)
{
	struct ship *s = slotpool_get_entry(&w->ships, w->players[player],
					    struct ship, slot);

	if (!s) { /* not born yet, or dead */
		s = ship_new(w);
		if (!s)
			return;
		w->players[player] = slotpool_handle_of(&w->ships, &s->slot);
	}
	s->x = (s->x + (input & 3)) % WIDTH;
	if (input & 4)
		fire(w, s);
}

static void drones_act(struct world *w)
{
	struct ship *born = below(w, 8) ? NULL : ship_new(w);

	if (born)
		lish_sure(dense_add(&w->drones, &born->drone));
	dense_for_each_entry(s, &w->drones, struct ship, drone)
		if (!below(w, 16))
			fire(w, s);
}

static void missiles_fly(struct world *w)
{
	listpool_for_each_entry(m, &w->missiles, struct missile, flying) {
		struct ship *s = slotpool_get_entry(&w->ships, m->target,
						    struct ship, slot);

		if (s && m->x != s->x) {
			m->x = (m->x + 1) % WIDTH;
			continue;
		}
		if (s)
			s->heat += 8;
		if (s && !walklist_contains(&w->burning, &s->burning))
			walklist_add_tail(&w->burning, &s->burning);
		listpool_free(&w->missiles, &m->flying);
	}
}

static void ships_burn(struct world *w)
{
	walklist_for_each_entry(s, &w->burning, struct ship, burning) {
		if (s->heat > 20) {
			walklist_del(&w->burning, &s->burning);
			dense_leave(&w->drones, &s->drone);
			slotpool_free(&w->ships, &s->slot);
		} else if (--s->heat == 0) {
			walklist_del(&w->burning, &s->burning);
		}
	}
}

static uint32_t mix(uint32_t hash, uint32_t number)
{
	return (hash ^ number) * 16777619u;
}

/* What a player does: something else every few frames. */
static uint32_t input_of(uint32_t player, uint32_t now)
{
	return mix(mix(7919, now / (5 + player)), player) >> 16;
}

static void frame(struct world *w, uint32_t now, uint32_t far)
{
	player_acts(w, 0, input_of(0, now));
	player_acts(w, 1, far);
	drones_act(w);
	missiles_fly(w);
	ships_burn(w);
}

/* Orders, indices, handles and payload; never raw bytes, for these have links.
 */
static uint32_t hash_of(const struct world *w)
{
	uint32_t hash = mix(2166136261u, w->random);

	slotpool_for_each_entry(s, &w->ships, const struct ship, slot) {
		hash = mix(hash, slotpool_handle_of(&w->ships, &s->slot).slot);
		hash = mix(hash,
			   (uint32_t)dense_index_of(&w->drones, &s->drone));
		hash = mix(hash, s->x + WIDTH * s->heat);
		hash = mix(hash, s->target.generation);
	}
	walklist_for_each_entry_const(s, &w->burning, const struct ship,
				       burning)
		hash = mix(hash, s->slot.slot);
	listpool_for_each_entry_const(m, &w->missiles, const struct missile,
				       flying)
		hash = mix(hash, m->x + WIDTH * m->target.slot);
	return hash;
}

/* What the far player is thought to do in each of the frames that are saved */
static uint32_t guesses[RING];

static void guess_frame(uint32_t now, uint32_t guess)
{
	lish_world_save(&saved[now % RING], &late, sizeof(late));
	guesses[now % RING] = guess;
	frame(&late, now, guess);
}

/* How often did it go back? */
static unsigned int play_with_late_inputs(void)
{
	uint32_t now, then, known = 0;
	unsigned int back = 0;

	for (now = 0; now < FRAMES + LATE; now++) {
		then = now - LATE;
		if (now >= LATE)
			known = input_of(1, then);
		if (now >= LATE && known != guesses[then % RING]) {
			lish_world_load(&late, &saved[then % RING],
					sizeof(late));
			for (back++; then < now && then < FRAMES; then++)
				guess_frame(then, known);
		}
		if (now < FRAMES)
			guess_frame(now, known);
	}
	return back;
}

int main(void)
{
	unsigned int back;
	uint32_t now;

	world_init(&in_time);
	for (now = 0; now < FRAMES; now++)
		frame(&in_time, now, input_of(1, now));
	world_init(&late);
	back = play_with_late_inputs();
	printf("%d frames, %u times %d frames back: hash %08x, in time %08x\n",
	       FRAMES, back, LATE, (unsigned int)hash_of(&late),
	       (unsigned int)hash_of(&in_time));
	return hash_of(&late) != hash_of(&in_time);
}
