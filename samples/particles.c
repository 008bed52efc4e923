/* SPDX-License-Identifier: MIT */
/*
 * particles.c - a particle system: particles are born and die in each frame
 *
 * The slotpool says which particles are live. What the first pass needs lies in columns:
 * one array per field, by the index of the particle. That pass moves all particles by ranges
 * of live indices: the inner loop is one over plain arrays, which compilers turn into vector
 * code, and no object is touched. The second pass ends old particles: a dead particle is free
 * at once, and its children may take its slot. Lowest index first keeps the live particles
 * together, so that ranges stay long. The pool has fixed memory: if it is full, the effect is
 * smaller. All numbers are integers: every machine prints the same line.
 *
 * Of slotpool this uses alloc, free, stats, the order lowest, the plain loop and ranges.
 *
 *	cc -Iinclude samples/particles.c build/liblinux-ish.a
 */
#include <stdint.h>
#include <stdio.h>

#include <linux-ish/slotpool.h>

#define MOST 1200

struct particle {
	struct slotpool_idx memory;
	uint16_t ttl;
	uint16_t bursts; /* particles it spawns when it dies */
};

static SLOTPOOL_STORAGE(particle_memory, struct particle, MOST);
static struct slotpool particles;

/* The columns; 1/256 of a pixel. */
static int32_t x[MOST], y[MOST], vx[MOST], vy[MOST];

static uint32_t seed = 1;

static int32_t rnd(int32_t n)
{
	seed = seed * 1664525u + 1013904223u;
	return (int32_t)((seed >> 8) % (uint32_t)n);
}

static void spawn(int32_t at_x, int32_t at_y, int32_t speed, uint16_t ttl,
		  uint16_t bursts)
{
	struct particle *p =
		slotpool_alloc_entry(&particles, struct particle, memory);
	int32_t i;

	if (!p)
		return; /* full: slotpool_stats() counts that */
	i = slotpool_index_of(&particles, &p->memory);
	x[i] = at_x;
	y[i] = at_y;
	vx[i] = rnd(2 * speed + 1) - speed;
	vy[i] = rnd(2 * speed + 1) - speed;
	p->ttl = (uint16_t)(ttl + rnd(8));
	p->bursts = bursts;
}

static void move(void)
{
	uint32_t i;

	slotpool_for_each_range(first, end, &particles) {
		for (i = first; i < end; i++) {
			x[i] += vx[i];
			y[i] += vy[i];
			vy[i] += 6;
		}
	}
}

static void age(void)
{
	int32_t at;
	uint16_t i;

	slotpool_for_each_entry(p, &particles, struct particle, memory) {
		if (--p->ttl)
			continue;
		/* Children first: they copy from the live parent. */
		at = slotpool_index_of(&particles, &p->memory);
		for (i = 0; i < p->bursts; i++)
			spawn(x[at], y[at], 300, 20, 0);
		slotpool_free(&particles, &p->memory);
	}
}

static uint32_t state(void)
{
	uint32_t hash = 2166136261u;

	uint32_t i;

	slotpool_for_each_range(first, end, &particles)
		for (i = first; i < end; i++)
			hash = (hash ^ (uint32_t)x[i] ^ (uint32_t)y[i] << 16) *
			       16777619u;
	return hash;
}

int main(void)
{
	const struct lish_config config = { .reuse = LISH_LOWEST };
	struct lish_stats stats;
	int frame;

	slotpool_init_in(&particles, struct particle, memory, &particle_memory,
			 &config);
	for (frame = 0; frame < 600; frame++) {
		if (frame % 3 == 0)
			spawn(rnd(640) * 256, 480 * 256, 1500, 40, 160);
		move();
		age();
	}
	stats = slotpool_stats(&particles);
	printf("%u live, at most %u, %u found no room, state %08x\n",
	       (unsigned int)stats.count, (unsigned int)stats.peak,
	       (unsigned int)stats.failed, (unsigned int)state());
	return 0;
}
