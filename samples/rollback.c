/* SPDX-License-Identifier: MIT */
/*
 * rollback.c - a world that goes back when an input comes late
 *
 * A battle of two players. The inputs of the far player come 7 frames late. Until
 * then the game guesses that the far player repeats the last input. The game saves
 * the world before each frame, into a ring of 8. After a wrong guess it goes back to
 * that frame and plays the frames since then again. The final state must be that of
 * a world that had each input in time.
 *
 * All containers are in it, each in its typical use:
 *
 *   slotpool   the ships, which missiles and players know by handles
 *   ilist      ships of each sector of the field
 *   rwarray    ships that move, in the order of arrival
 *   dense      drones, which launch others
 *   locklist   the line of battle: a ship sunk in a volley still fires in it
 *   walklist   burning ships: neighbours catch fire, others burn down
 *   listpool   missiles, in the order in which they were fired
 *   iheap      missiles, by the frame in which their fuel ends
 *   densepool  sparks, in no order
 *   ipool      calls for help: memory for them,
 *   inbox      and the box in which they wait for the next frame
 *
 * See snapshot.c for a state that goes to a file.
 *
 *	cc -Iinclude samples/rollback.c build/liblinux-ish.a
 */
#include <stdio.h>
#include <string.h>

#include <linux-ish/dense.h>
#include <linux-ish/densepool.h>
#include <linux-ish/iheap.h>
#include <linux-ish/ilist.h>
#include <linux-ish/inbox.h>
#include <linux-ish/ipool.h>
#include <linux-ish/listpool.h>
#include <linux-ish/locklist.h>
#include <linux-ish/rwarray.h>
#include <linux-ish/slotpool.h>
#include <linux-ish/walklist.h>
#include <linux-ish/world.h>

#define FRAMES 2000
#define LATE 7
#define RING 8
#define SECTORS 16
#define WIDTH (SECTORS * 16) /* of the field, whose ends meet */
#define ROOM 64
#define TOO_HOT 20
#define FUEL 40 /* frames that a missile flies */

struct ship {
	struct slotpool_idx slot; /* first: it survives in a free object */
	struct slotpool_handle target;
	uint32_t x, heat, side;
	struct ilist_node here;
	struct rwarray_idx turn;
	struct dense_idx drone;
	struct locklist_node line;
	struct walklist_node burning;
};

struct missile {
	struct listpool_node flying;
	struct iheap_idx fuel;
	struct slotpool_handle target;
	uint32_t x;
};

struct spark {
	struct densepool_idx glowing;
	uint32_t x, ttl;
};

struct call { /* for help */
	struct ipool_idx memory;
	struct inbox_node sent;
	struct slotpool_handle against;
	uint32_t side;
};

/* The block: heads, pools and their memory. No pointer leads out of it. */
static struct world {
	uint32_t random, now;
	struct slotpool_handle players[2];

	struct ilist sectors[SECTORS];
	struct walklist burning;
	struct locklist line;
	struct dense drones;
	struct rwarray turns;
	struct inbox calls;
	struct slotpool ships;
	struct listpool missiles;
	struct iheap fuel;
	struct densepool sparks;
	struct ipool call_pool;

	DENSE_STORAGE(drone_slots, ROOM);
	RWARRAY_STORAGE(turn_slots, ROOM + ROOM / 8); /* some slots for holes */
	SLOTPOOL_STORAGE(ship_memory, struct ship, ROOM);
	LISTPOOL_STORAGE(missile_memory, struct missile, 4 * ROOM);
	IHEAP_STORAGE(fuel_slots, 4 * ROOM);
	DENSEPOOL_STORAGE(spark_memory, struct spark, ROOM);
	IPOOL_STORAGE(call_memory, struct call, ROOM);
} in_time, late, saved[RING];

/* The block has the address of this function. */
static void ship_is_out(struct locklist *line, struct locklist_node *node)
{
	struct world *w = container_of(line, struct world, line);

	slotpool_free(&w->ships, &container_of(node, struct ship, line)->slot);
}

static void world_init(struct world *w)
{
	uint32_t i;

	w->random = 1;
	w->now = 0;
	memset(w->players, 0, sizeof(w->players)); /* null handles */
	for (i = 0; i < SECTORS; i++)
		ilist_init(&w->sectors[i]);
	walklist_init(&w->burning);
	locklist_init(&w->line);
	locklist_set_on_out(&w->line, ship_is_out);
	dense_init_in(&w->drones, &w->drone_slots);
	rwarray_init_in(&w->turns, &w->turn_slots);
	inbox_init(&w->calls);
	slotpool_init_in(&w->ships, struct ship, slot, &w->ship_memory, NULL);
	listpool_init_in(&w->missiles, struct missile, flying,
			 &w->missile_memory, NULL);
	iheap_init_in(&w->fuel, &w->fuel_slots);
	densepool_init_in(&w->sparks, struct spark, glowing, &w->spark_memory,
			  NULL);
	ipool_init_in(&w->call_pool, struct call, memory, &w->call_memory,
		      NULL);
}

static uint32_t below(struct world *w, uint32_t n)
{
	w->random = w->random * 1664525u + 1013904223u;
	return (w->random >> 8) % n;
}

static struct ilist *sector_of(struct world *w, const struct ship *s)
{
	return &w->sectors[s->x / (WIDTH / SECTORS)];
}

static struct slotpool_handle handle_of(struct world *w, struct ship *s)
{
	return slotpool_handle_of(&w->ships, &s->slot);
}

static struct ship *ship_of(struct world *w, struct slotpool_handle handle)
{
	return slotpool_get_entry(&w->ships, handle, struct ship, slot);
}

static struct ship *ship_new(struct world *w, uint32_t side)
{
	struct ship *s = slotpool_zalloc_entry(&w->ships, struct ship, slot);

	if (!s)
		return NULL;
	s->x = below(w, WIDTH);
	s->side = side;
	ilist_add_tail(sector_of(w, s), &s->here);
	lish_sure(rwarray_add_tail(&w->turns, &s->turn));
	lish_sure(locklist_add_tail(&w->line, &s->line));
	return s;
}

/* on_out of the line frees the memory: during a volley, after it. */
static void sink(struct world *w, struct ship *s)
{
	ilist_del(&s->here);
	rwarray_del(&w->turns, &s->turn);
	dense_leave(&w->drones, &s->drone);
	walklist_leave(&s->burning);
	locklist_del(&w->line, &s->line);
}

static void call_for_help(struct world *w, const struct ship *s)
{
	struct call *c = ipool_zalloc_entry(&w->call_pool, struct call, memory);

	if (!c)
		return;
	c->against = s->target;
	c->side = s->side;
	lish_sure(inbox_push(&w->calls, &c->sent));
}

static void hurt(struct world *w, struct ship *s)
{
	struct spark *p =
		densepool_zalloc_entry(&w->sparks, struct spark, glowing);

	if (p) {
		p->x = s->x;
		p->ttl = 1 + below(w, 9);
	}
	s->heat += 5;
	if (!walklist_contains(&w->burning, &s->burning)) {
		walklist_add_tail(&w->burning, &s->burning);
		call_for_help(w, s);
	}
}

static void fire(struct world *w, struct ship *from)
{
	struct ship *at =
		slotpool_at_entry(&w->ships, below(w, ROOM), struct ship, slot);
	struct missile *m;

	if (at && at->side != from->side)
		from->target = handle_of(w, at);
	if (!ship_of(w, from->target))
		return;
	m = listpool_alloc_tail_entry(&w->missiles, struct missile, flying);
	if (m) {
		m->target = from->target;
		m->x = from->x;
		iheap_idx_init(&m->fuel);
		lish_sure(iheap_add(&w->fuel, &m->fuel, w->now + FUEL));
	}
}

/* A frame: one container after the other */

static void player_acts(struct world *w, uint32_t player, uint32_t input)
{
	struct ship *s = ship_of(w, w->players[player]);

	if (!s) { /* not born yet, or dead */
		s = ship_new(w, player);
		if (!s)
			return;
		w->players[player] = handle_of(w, s);
	}
	if (input & 4)
		fire(w, s);
	s->heat += input & 1;
}

static void calls_are_heard(struct world *w)
{
	inbox_drain_entry(c, &w->calls, struct call, sent) {
		dense_for_each_entry(s, &w->drones, struct ship, drone)
			if (s->side == c->side)
				s->target = c->against;
		ipool_free(&w->call_pool, &c->memory);
	}
}

/* A ship that meets an enemy sinks it, or both sink. */
static void all_move(struct world *w)
{
	rwarray_for_each_entry(s, &w->turns, struct ship, turn) {
		bool both = false;

		ilist_del(&s->here);
		s->x = (s->x + 1 + s->slot.slot % 3) % WIDTH;
		ilist_add_tail(sector_of(w, s), &s->here);
		ilist_for_each_entry_safe(t, sector_of(w, s), struct ship,
					  here) {
			if (t->side == s->side || t->x != s->x || below(w, 8))
				continue;
			both = below(w, 2);
			sink(w, t);
		}
		if (both)
			sink(w, s);
	}
}

static void launch(struct world *w, uint32_t side)
{
	struct ship *s = ship_new(w, side);

	if (s)
		lish_sure(dense_add(&w->drones, &s->drone));
}

static void drones_act(struct world *w)
{
	if (!below(w, 2))
		launch(w, below(w, 2));
	dense_for_each_entry(s, &w->drones, struct ship, drone) {
		const uint32_t dice = below(w, 64);

		if (dice < 4)
			fire(w, s);
		else if (dice < 8)
			hurt(w, s); /* trouble with an engine */
		else if (dice == 8)
			launch(w, s->side); /* this loop visits it */
	}
}

static void volley(struct world *w)
{
	locklist_for_each_entry(s, &w->line, struct ship, line) {
		ilist_for_each_entry(t, sector_of(w, s), struct ship, here) {
			if (t->side == s->side || below(w, 4))
				continue;
			t->target = handle_of(w, s);
			hurt(w, t);
			if (t->heat > TOO_HOT)
				sink(w, t);
			break;
		}
	}
}

static void missiles_fly(struct world *w)
{
	iheap_drain_due(m, &w->fuel, w->now, struct missile, fuel)
		listpool_free(&w->missiles, &m->flying);
	listpool_for_each_entry(m, &w->missiles, struct missile, flying) {
		struct ship *s = ship_of(w, m->target);

		if (s && m->x != s->x) {
			m->x = (m->x + 1) % WIDTH;
			continue;
		}
		if (s)
			hurt(w, s);
		iheap_del(&w->fuel, &m->fuel);
		listpool_free(&w->missiles, &m->flying);
	}
}

static void ships_burn(struct world *w)
{
	walklist_for_each_entry(s, &w->burning, struct ship, burning) {
		ilist_for_each_entry(t, sector_of(w, s), struct ship, here) {
			/* The outer loop visits it if it burns now. */
			if (t != s && t->heat < s->heat && !below(w, 16))
				hurt(w, t);
		}
		if (s->heat > TOO_HOT)
			sink(w, s);
		else if (--s->heat == 0)
			walklist_del(&w->burning, &s->burning);
	}
}

static void sparks_die(struct world *w)
{
	densepool_for_each_entry(p, &w->sparks, struct spark, glowing)
		if (--p->ttl == 0)
			densepool_free(&w->sparks, &p->glowing);
}

static void frame(struct world *w, uint32_t input, uint32_t far_input)
{
	w->now++;
	player_acts(w, 0, input);
	player_acts(w, 1, far_input);
	calls_are_heard(w);
	all_move(w);
	drones_act(w);
	volley(w);
	missiles_fly(w);
	ships_burn(w);
	sparks_die(w);
}

/* The hash of a world */

static uint32_t mix(uint32_t hash, uint32_t number)
{
	return (hash ^ number) * 16777619u;
}

/*
 * Hash orders, indices, handles and payload, but never raw bytes: they have links.
 * Read the box through the pool of its elements: a loop over a box empties it.
 */
static uint32_t hash_of(const struct world *w)
{
	uint32_t i, hash = mix(2166136261u, w->random);

	slotpool_for_each_entry(s, &w->ships, const struct ship, slot) {
		hash = mix(hash,
			   slotpool_handle_of(&w->ships, &s->slot).generation);
		hash = mix(hash, s->slot.slot + 2 * s->side);
		hash = mix(hash, s->x + WIDTH * s->heat);
		hash = mix(hash, s->target.generation);
	}
	for (i = 0; i < SECTORS; i++)
		ilist_for_each_entry(s, &w->sectors[i], const struct ship, here)
			hash = mix(hash, s->slot.slot + i * ROOM);
	rwarray_for_each_entry_const(s, &w->turns, const struct ship, turn)
		hash = mix(hash, s->slot.slot);
	dense_for_each_entry_const(s, &w->drones, const struct ship, drone)
		hash = mix(hash, s->slot.slot);
	locklist_for_each_entry_const(s, &w->line, const struct ship, line)
		hash = mix(hash, s->slot.slot);
	walklist_for_each_entry_const(s, &w->burning, const struct ship,
				      burning)
		hash = mix(hash, s->slot.slot);
	listpool_for_each_entry_const(m, &w->missiles, const struct missile,
				      flying)
		hash = mix(hash, m->x + WIDTH * m->target.slot);
	densepool_for_each_entry_const(p, &w->sparks, const struct spark,
				       glowing)
		hash = mix(hash, p->x + WIDTH * p->ttl);
	for (i = 0; i < ROOM; i++) {
		const struct call *c = ipool_at_entry(
			&w->call_pool, i, const struct call, memory);

		hash = mix(hash, c ? c->against.generation + c->side : i);
	}
	return hash;
}

/* Going back */

/* The input of a player changes every few frames. */
static uint32_t input_of(uint32_t player, uint32_t now)
{
	return mix(mix(7919, now / (5 + player)), player) >> 16;
}

/* The guessed input of the far player in each saved frame */
static uint32_t guesses[RING];

static void guess_frame(uint32_t now, uint32_t guess)
{
	lish_world_save(&saved[now % RING], &late, sizeof(late));
	guesses[now % RING] = guess;
	frame(&late, input_of(0, now), guess);
}

/* Returns how often it went back. */
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
		frame(&in_time, input_of(0, now), input_of(1, now));
	world_init(&late);
	back = play_with_late_inputs();
	printf("%d frames, %u times %d frames back: hash %08x, in time %08x\n",
	       FRAMES, back, LATE, (unsigned int)hash_of(&late),
	       (unsigned int)hash_of(&in_time));
	return hash_of(&late) != hash_of(&in_time);
}
