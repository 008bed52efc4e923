/* SPDX-License-Identifier: MIT */
/*
 * desync.c - two games that should be equal, and the place where they differ
 *
 * A game whose state lies in one block is played twice from the same seed, at the same
 * address, as a test of lockstep or rollback does it. The second game draws each frame, and the
 * first one does not: that changes no byte. In the last pair the second game has a planted
 * mistake: in frame 60 one ship reads a clock. Its speed differs, and two frames later its
 * place. lish_world_differs() names the first byte, so the mistake is found where it was made.
 *
 * Two machines compare a hash instead: it has no addresses and no padding.
 *
 *	cc -Iinclude samples/desync.c build/liblinux-ish.a
 */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <linux-ish/slotpool.h>
#include <linux-ish/walklist.h>
#include <linux-ish/world.h>

#define SHIPS 50
#define FRAMES 100

struct ship {
	struct slotpool_idx slot;
	struct walklist_node fleet;
	int32_t x, speed, ttl;
};

struct world {
	uint32_t random;
	struct slotpool ships;
	struct walklist fleet;
	SLOTPOOL_STORAGE(memory, struct ship, SHIPS);
};

static struct world world, first[FRAMES], second;
static unsigned int drawn;

static const struct lish_world_part parts[] = {
	LISH_WORLD_OBJECTS(struct world, memory),
	LISH_WORLD_PART(struct world, ships),
	LISH_WORLD_PART(struct world, fleet),
	LISH_WORLD_PART(struct world, random),
};

static int32_t rnd(int32_t n)
{
	world.random = world.random * 1664525u + 1013904223u;
	return (int32_t)((world.random >> 8) % (uint32_t)n);
}

static void frame(unsigned int number, int clock)
{
	struct ship *s = slotpool_zalloc_entry(&world.ships, struct ship, slot);

	if (s) {
		s->speed = 1 + rnd(5);
		s->ttl = 20 + rnd(20);
		walklist_add_tail(&world.fleet, &s->fleet);
	}
	walklist_for_each_entry(p, &world.fleet, struct ship, fleet) {
		p->x += p->speed;
		if (number == 60 && clock &&
		    slotpool_index_of(&world.ships, &p->slot) == 17)
			p->speed += clock; /* the mistake */
		if (--p->ttl)
			continue;
		walklist_del(&world.fleet, &p->fleet);
		slotpool_free(&world.ships, &p->slot);
	}
}

/* _const loops, and all loops of a slotpool, write nothing. */
static void draw(void)
{
	walklist_for_each_entry_const(s, &world.fleet, const struct ship, fleet)
		drawn += s->x >= 0;
	slotpool_for_each_entry(s, &world.ships, const struct ship, slot)
		drawn += s->x >= 0;
}

static uint32_t mix(uint32_t hash, uint32_t number)
{
	return (hash ^ number) * 16777619u;
}

/* The same on every machine: fields, indices and counts, in the order of each container. */
static uint32_t hash_of_world(void)
{
	uint32_t hash = mix(2166136261u, world.random);

	slotpool_for_each_entry(s, &world.ships, const struct ship, slot) {
		hash = mix(hash,
			   (uint32_t)slotpool_index_of(&world.ships, &s->slot));
		hash = mix(hash, (uint32_t)s->x);
		hash = mix(hash, (uint32_t)s->speed);
		hash = mix(hash, (uint32_t)s->ttl);
	}
	walklist_for_each_entry_const(s, &world.fleet, const struct ship, fleet)
		hash = mix(hash,
			   (uint32_t)slotpool_index_of(&world.ships, &s->slot));
	return hash;
}

/* The member of a ship that has this byte. */
static const char *member(size_t byte)
{
	if (byte >= offsetof(struct ship, ttl))
		return "ttl";
	if (byte >= offsetof(struct ship, speed))
		return "speed";
	return byte >= offsetof(struct ship, x) ? "x" : "a node";
}

static void begin(void)
{
	memset(&world, 0, sizeof(world));
	slotpool_init_in(&world.ships, struct ship, slot, &world.memory, NULL);
	world.random = 7;
}

static void compare(const char *name, int clock)
{
	struct lish_world_place place;
	unsigned int i;

	begin();
	for (i = 0; i < FRAMES; i++) {
		frame(i, 0);
		lish_world_save(&first[i], &world, sizeof(world));
	}
	slotpool_destroy(&world.ships);
	begin();
	for (i = 0; i < FRAMES; i++) {
		frame(i, clock);
		draw();
		lish_world_save(&second, &world, sizeof(world));
		place = lish_world_differs(&first[i], &second, sizeof(world),
					   parts,
					   sizeof(parts) / sizeof(*parts));
		if (place.offset < sizeof(world))
			break;
	}
	if (i == FRAMES)
		printf("%s: %u frames, equal, hash %08x\n", name, i,
		       (unsigned int)hash_of_world());
	else
		printf("%s: frame %u: %s, object %u, %u bytes into it (%s)\n",
		       name, i, place.part ? place.part->name : "no part",
		       (unsigned int)place.object, (unsigned int)place.byte,
		       member(place.byte));
	slotpool_destroy(&world.ships);
}

int main(void)
{
	compare("one draws", 0);
	compare("one reads a clock", 3);
	return drawn ? 0 : 1;
}
