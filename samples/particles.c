/* SPDX-License-Identifier: MIT */
/*
 * particles.c - a particle system: particles are born and die in each frame
 *
 * The slotpool is the memory and the list of live particles. A frame has two
 * passes. The first moves all particles by runs: the inner loop is one over a
 * plain array, which compilers turn into vector code. The second ends old
 * particles: a dead particle is free at once, and its children may take its slot.
 * Lowest index first keeps the live particles together, so that runs stay long.
 * The pool has fixed memory: if it is full, the effect is smaller. All numbers
 * are integers: every machine prints the same line.
 *
 * Of slotpool this uses alloc, free, stats, the order lowest, the plain loop and runs.
 *
 *	cc -Iinclude samples/particles.c build/liblinux-ish.a
 */
#include <stdint.h>
#include <stdio.h>

#include <linux-ish/slotpool.h>

#define MOST 1200

struct particle {
	struct slotpool_idx memory;
	int32_t x, y, vx, vy; /* 1/256 of a pixel */
	uint16_t ttl;
	uint16_t bursts; /* particles it spawns when it dies */
};

static SLOTPOOL_STORAGE(particle_memory, struct particle, MOST);
static struct slotpool particles;

static uint32_t seed = 1;

static int32_t rnd(int32_t n)
{
	seed = seed * 1664525u + 1013904223u;
	return (int32_t)((seed >> 8) % (uint32_t)n);
}

static void spawn(int32_t x, int32_t y, int32_t speed, uint16_t ttl,
		  uint16_t bursts)
{
	struct particle *p =
		slotpool_alloc_entry(&particles, struct particle, memory);

	if (!p)
		return; /* full: slotpool_stats() counts that */
	p->x = x;
	p->y = y;
	p->vx = rnd(2 * speed + 1) - speed;
	p->vy = rnd(2 * speed + 1) - speed;
	p->ttl = (uint16_t)(ttl + rnd(8));
	p->bursts = bursts;
}

/* The body changes no slot: all n particles of a run stay live. */
static void move(void)
{
	uint32_t i;

	slotpool_for_each_run(p, n, &particles, struct particle, memory) {
		for (i = 0; i < n; i++) {
			p[i].x += p[i].vx;
			p[i].y += p[i].vy;
			p[i].vy += 6;
		}
	}
}

static void age(void)
{
	uint16_t i;

	slotpool_for_each_entry(p, &particles, struct particle, memory) {
		if (--p->ttl)
			continue;
		/* Children first: they copy from the live parent. */
		for (i = 0; i < p->bursts; i++)
			spawn(p->x, p->y, 300, 20, 0);
		slotpool_free(&particles, &p->memory);
	}
}

static uint32_t state(void)
{
	uint32_t hash = 2166136261u;

	slotpool_for_each_entry(p, &particles, const struct particle, memory)
		hash = (hash ^ (uint32_t)p->x ^ (uint32_t)p->y << 16) *
		       16777619u;
	return hash;
}

int main(void)
{
	const struct lish_config config = { .reuse = LISH_LOWEST };
	struct lish_stats stats;
	int frame;

	slotpool_init_in(&particles, struct particle, memory, &particle_memory, &config);
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
