/* SPDX-License-Identifier: MIT */
/*
 * particles.c - a particle system: thousands are born and die each frame
 *
 * A densepool is memory and update list in one. A dead particle is free at once and
 * the loop stays valid. Particles that are spawned in the loop move in the same frame.
 * The pool has fixed memory: if it is full, the effect is smaller. All numbers are
 * integers, so each machine shows the same.
 *
 * Uses of densepool: alloc, free, stats and the plain loop.
 */
#include <stdint.h>
#include <stdio.h>

#include <linux-ish/densepool.h>

#define MOST 1200

struct particle {
	struct densepool_idx memory;
	int32_t x, y, vx, vy; /* 1/256 of a pixel */
	uint16_t ttl;
	uint16_t bursts; /* particles it spawns when it dies */
};

DENSEPOOL_DEFINE_STATIC(particles, struct particle, memory, MOST);

static uint32_t seed = 1;

static int32_t rnd(int32_t n)
{
	seed = seed * 1664525u + 1013904223u;
	return (int32_t)((seed >> 8) % (uint32_t)n);
}

static void spawn(int32_t x, int32_t y, int32_t speed, uint16_t ttl,
		  uint16_t bursts)
{
	struct particle *p = densepool_alloc_entry(&particles, struct particle,
						   memory);

	if (!p)
		return; /* full: densepool_stats() counts it */
	p->x = x;
	p->y = y;
	p->vx = rnd(2 * speed + 1) - speed;
	p->vy = rnd(2 * speed + 1) - speed;
	p->ttl = (uint16_t)(ttl + rnd(8));
	p->bursts = bursts;
}

static void update(void)
{
	uint16_t i;

	densepool_for_each_entry(p, &particles, struct particle, memory) {
		p->x += p->vx;
		p->y += p->vy;
		p->vy += 6;
		if (--p->ttl)
			continue;
		/* Children first: they copy from the live parent. */
		for (i = 0; i < p->bursts; i++)
			spawn(p->x, p->y, 300, 20, 0);
		densepool_free(&particles, &p->memory);
	}
}

static uint32_t state(void)
{
	uint32_t hash = 2166136261u;

	densepool_for_each_entry_const(p, &particles, const struct particle,
				       memory)
		hash = (hash ^ (uint32_t)p->x ^ (uint32_t)p->y << 16) * 16777619u;
	return hash;
}

int main(void)
{
	struct lish_stats stats;
	int frame;

	for (frame = 0; frame < 600; frame++) {
		if (frame % 3 == 0)
			spawn(rnd(640) * 256, 480 * 256, 1500, 40, 160);
		update();
	}
	stats = densepool_stats(&particles);
	printf("%u live, at most %u, %u found no room, state %08x\n",
	       (unsigned int)stats.count, (unsigned int)stats.peak,
	       (unsigned int)stats.failed, (unsigned int)state());
	return 0;
}
