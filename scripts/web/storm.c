// SPDX-License-Identifier: MIT
/*
 * samples/storm.c in a browser: the same battle, drawn, and rolled back.
 *
 * The storm and all it allocates lie in one block that begins at the heap's base:
 * the world. It is saved every KEEP frames into one of SAVES places after it; to
 * go one frame back, the last save before it is loaded and played on from there.
 */
#define main storm_main
#include "../../samples/storm.c"
#undef main

#include <linux-ish/world.h>

/* Pixels of a side; the page shows them one to one where there is room. */
#define SIZE 600
#define KEEP 16
#define SAVES 8
#define PAGE 65536u
#define EXPORT(name) __attribute__((export_name(#name)))

extern unsigned char __heap_base;
static uintptr_t top, save_at;
static size_t world_size;
static struct storm *storm;
static unsigned long played, saved[SAVES], saves;
static uint32_t picture[SIZE * SIZE];
static double table[ACCOUNTS * 4];

void *memcpy(void *to, const void *from, size_t n)
{
	return __builtin_memcpy(to, from, n);
}

void *memmove(void *to, const void *from, size_t n)
{
	return __builtin_memmove(to, from, n);
}

void *memset(void *to, int byte, size_t n)
{
	return __builtin_memset(to, byte, n);
}

void abort(void)
{
	__builtin_trap();
}

/*
 * Nothing is given back: a new storm begins at the base again. The size of a block
 * stands before it.
 */
void *malloc(size_t size)
{
	const uintptr_t at = ((top + 15) & ~(uintptr_t)15) + 16;
	const uintptr_t end = at + size;
	const uintptr_t there = __builtin_wasm_memory_size(0) * (uintptr_t)PAGE;

	if (end > there &&
	    __builtin_wasm_memory_grow(0, (end - there + PAGE - 1) / PAGE) ==
		    (size_t)-1)
		return NULL;
	top = end;
	((size_t *)at)[-1] = size;
	return (void *)at;
}

void *realloc(void *ptr, size_t size)
{
	const size_t old = ptr ? ((size_t *)ptr)[-1] : 0;
	void *moved = malloc(size);

	if (moved && ptr)
		memcpy(moved, ptr, old < size ? old : size);
	return moved;
}

void free(void *ptr)
{
	(void)ptr;
}

static void *save_place(unsigned long number)
{
	return (void *)(save_at + number % SAVES * world_size);
}

static void save(void)
{
	saved[saves % SAVES] = played;
	lish_world_save(save_place(saves++), &__heap_base, world_size);
}

EXPORT(storm_new) int storm_new(uint32_t objects, uint32_t seed)
{
	struct options options = { objects, 0, seed, NULL };

	top = (uintptr_t)&__heap_base;
	played = 0;
	saves = 0;
	storm = malloc(sizeof(*storm));
	if (!storm || !storm_init(storm, &options))
		return 0;
	world_size = top - (uintptr_t)&__heap_base;
	save_at = (uintptr_t)malloc(world_size * SAVES);
	if (!save_at)
		return 0;
	save();
	return 1;
}

EXPORT(storm_frame) void storm_frame(void)
{
	frame(storm);
	if (++played % KEEP == 0)
		save();
}

/* One frame back. 0 if that is too long ago. */
EXPORT(storm_back) int storm_back(void)
{
	const unsigned long goal = played - 1;
	unsigned long i, oldest = saves > SAVES ? saves - SAVES : 0;

	if (!played)
		return 0;
	for (i = saves; i-- > oldest;) {
		if (saved[i % SAVES] > goal)
			continue;
		lish_world_load(&__heap_base, save_place(i), world_size);
		saves = i + 1;
		for (played = saved[i % SAVES]; played < goal; played++)
			frame(storm);
		return 1;
	}
	return 0;
}

EXPORT(storm_played) uint32_t storm_played(void)
{
	return (uint32_t)played;
}

EXPORT(storm_hash) uint32_t storm_hash(void)
{
	return hash_state(storm);
}

EXPORT(storm_world) uint32_t storm_world(void)
{
	return (uint32_t)world_size;
}

static void dot(int32_t x, int32_t y, uint32_t colour)
{
	const uint32_t px = (uint32_t)((int64_t)x * SIZE / FIELD);
	const uint32_t py = (uint32_t)((int64_t)y * SIZE / FIELD);

	if (px < SIZE && py < SIZE)
		picture[py * SIZE + px] = colour;
}

static void circle(const struct ring *r)
{
	int32_t x = r->radius, y = 0, step = FIELD / SIZE;

	while (x >= y) {
		const int32_t xs[] = { x, y, -x, -y };
		const int32_t ys[] = { y, x, y, x };

		for (int i = 0; i < 4; i++) {
			dot(r->x + xs[i], r->y + ys[i], 0xffb0a060u);
			dot(r->x + xs[i], r->y - ys[i], 0xffb0a060u);
		}
		y += step;
		if ((int64_t)x * x + (int64_t)y * y >
		    (int64_t)r->radius * r->radius)
			x -= step;
	}
}

/* Colours are ABGR in memory order of the browser. */
EXPORT(storm_draw) const uint32_t *storm_draw(void)
{
	for (size_t i = 0; i < SIZE * SIZE; i++)
		picture[i] = 0xff181410u;
	densepool_for_each_entry_const(p, &storm->smoke, const struct puff,
				       rising)
		dot(p->x, p->y, 0xff504840u);
	slotpool_for_each_entry(b, &storm->bullets, const struct bullet, slot)
		dot(b->x, b->y, b->fuse ? 0xff60e0ffu :
			b->side ? 0xffe08040u : 0xff5050e0u);
	rwarray_for_each_entry_const(s, &storm->glowing, const struct spark,
				     glowing)
		dot(s->x, s->y, 0xff80c0ffu);
	listpool_for_each_entry_const(r, &storm->rings, const struct ring,
				      growing)
		circle(r);
	return picture;
}

/* Of each work: live, births, deaths, ns an object and frame. */
EXPORT(storm_table) const double *storm_table(void)
{
	uint32_t live[ACCOUNTS];

	count_live(storm, live);
	for (int i = 0; i < ACCOUNTS; i++) {
		const struct account *a = &storm->accounts[i];

		table[i * 4] = live[i];
		table[i * 4 + 1] = (double)a->births;
		table[i * 4 + 2] = (double)a->deaths;
		table[i * 4 + 3] =
			a->visits ? (double)a->ns / (double)a->visits : 0;
	}
	return table;
}

EXPORT(storm_name) const char *storm_name(uint32_t work, int which)
{
	if (work >= ACCOUNTS)
		return NULL;
	return which ? storm->accounts[work].work
		     : storm->accounts[work].container;
}
