/* SPDX-License-Identifier: MIT */
/*
 * storm.c - a bullet storm: the containers of linux-ish in one frame loop
 *
 * Two sides fire bullets across a field. Each frame
 *
 *   fly    moves all bullets                                      dense
 *   hit    finds enemies that are close: one catches fire         ilist
 *   burn   burning bullets explode and take others with them      walklist
 *   call   leaders call their cell, and hand over                 locklist
 *   glow   sparks fly, split and go out, in the order they came   rwarray
 *   aim    bullets steer to a target that may be dead by now      slotpool
 *   smoke  puffs rise, until the wind takes all of them at once   densepool
 *   rings  shock waves grow, the younger ones swallow older ones  listpool
 *   spawn  refills the field
 *
 * Bullets live in a slotpool, sparks in an ipool. Puffs and rings live in the pools
 * that loop over them. A bullet has a node for each container it can be in. All
 * numbers are integers: the same seed gives the same battle and the same hash on
 * every machine.
 *
 *	cc -Iinclude samples/storm.c build/liblinux-ish.a
 */
#define _POSIX_C_SOURCE 199309L

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <linux-ish/dense.h>
#include <linux-ish/densepool.h>
#include <linux-ish/ilist.h>
#include <linux-ish/ipool.h>
#include <linux-ish/listpool.h>
#include <linux-ish/locklist.h>
#include <linux-ish/mem.h>
#include <linux-ish/rwarray.h>
#include <linux-ish/slotpool.h>
#include <linux-ish/walklist.h>

/* The field is square; a unit is 1/256 of a pixel of the picture. */
#define CELLS 128
#define CELL_SIZE (8 * 256)
#define FIELD (CELLS * CELL_SIZE)
/* Enemies that are closer than this on both axes hit each other. */
#define HIT_RANGE 384
/* Frames between catching fire and exploding. */
#define FUSE 6
/* The most bullets that one explosion ignites or kills. */
#define BLAST 3
/* One bullet in LEADERS is born as a leader. */
#define LEADERS 16
/* Frames that a spark glows, and how often it splits. */
#define GLOW 24
#define SPLITS 2
/* One bullet in SEEKERS has a target. */
#define SEEKERS 8
/* Frames that a puff of smoke lasts, and between gusts of wind. */
#define PUFF 90
#define WIND 64
/* Growth of a ring in a frame, and its final radius. */
#define RING_STEP 700
#define RING_MAX (RING_STEP * 20)

/*
 * A live bullet is in the dense and in the ilist of its cell. While it burns it is
 * in the walklist, while it leads in the locklist. The members that passes over all
 * bullets read stand together, so that they touch fewer cache lines.
 */
struct bullet {
	int32_t x, y, vx, vy;
	uint16_t ttl;
	uint16_t fuse;
	uint8_t side;
	struct ilist_node cell;
	struct slotpool_idx slot;
	struct slotpool_handle target; /* null: no target */
	struct dense_idx flying;
	struct walklist_node burning;
	struct locklist_node leading;
};

/* Explosions leave sparks. */
struct spark {
	int32_t x, y, vx, vy;
	uint16_t ttl;
	uint16_t splits;
	struct ipool_idx memory;
	struct rwarray_idx glowing;
};

struct puff {
	int32_t x, y;
	uint32_t ttl;
	struct densepool_idx rising;
};

struct ring {
	int32_t x, y, radius;
	struct listpool_node growing;
};

/* One row of the table at the end. */
struct account {
	const char *container;
	const char *work;
	uint64_t births, deaths;
	uint64_t visits; /* elements, summed over the frames */
	uint64_t ns;
};

enum { FLY, HIT, BURN, CALL, GLOWING, SPARKS, AIM, SMOKE, RINGS, ACCOUNTS };

struct storm {
	struct dense flying;
	struct ilist cells[CELLS * CELLS];
	struct walklist burning;
	struct locklist leading;
	struct rwarray glowing;
	struct slotpool bullets;
	struct ipool sparks;
	struct densepool smoke;
	struct listpool rings;
	uint64_t random;
	unsigned long frames;
	struct account accounts[ACCOUNTS];
};

struct options {
	unsigned long objects, frames, seed;
	const char *svg;
};

/* An allocator that counts its calls: frames must not allocate. */
static unsigned long allocations;

static void *counted_alloc(struct lish_mem *mem, size_t size, size_t align)
{
	(void)mem;
	allocations++;
	return lish_mem_default.alloc(&lish_mem_default, size, align);
}

static void counted_free(struct lish_mem *mem, void *ptr, size_t size,
			 size_t align)
{
	(void)mem;
	lish_mem_default.free(&lish_mem_default, ptr, size, align);
}

static struct lish_mem counted_mem = { counted_alloc, counted_free, NULL,
				       NULL };

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* A linear congruential generator; its upper bits are good enough for a game. */
static uint32_t random_below(struct storm *storm, uint32_t limit)
{
	storm->random =
		storm->random * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)((storm->random >> 32) * limit >> 32);
}

static struct ilist *cell_at(struct storm *storm, int32_t x, int32_t y)
{
	return &storm->cells[y / CELL_SIZE * CELLS + x / CELL_SIZE];
}

/* The add fails if the bullet leads already. */
static void make_leader(struct storm *storm, struct bullet *b)
{
	if (locklist_add_tail(&storm->leading, &b->leading) == 0)
		storm->accounts[CALL].births++;
}

static void unmake_leader(struct storm *storm, struct bullet *b)
{
	if (locklist_leave(&b->leading))
		storm->accounts[CALL].deaths++;
}

/* Returns NULL if the limit is reached. */
static struct bullet *spawn(struct storm *storm)
{
	struct bullet *b =
		slotpool_zalloc_entry(&storm->bullets, struct bullet, slot);
	int32_t speed;

	if (!b)
		return NULL;
	b->side = (uint8_t)random_below(storm, 2);
	b->x = (int32_t)random_below(storm, FIELD / 3);
	if (b->side)
		b->x = FIELD - 1 - b->x;
	b->y = (int32_t)random_below(storm, FIELD);
	speed = 400 + (int32_t)random_below(storm, 1200);
	b->vx = b->side ? -speed : speed;
	b->vy = (int32_t)random_below(storm, 801) - 400;
	b->ttl = (uint16_t)(1 + random_below(storm, 300));

	/* Memory was reserved for all bullets: this cannot fail. */
	lish_sure(dense_add(&storm->flying, &b->flying));
	ilist_add_tail(cell_at(storm, b->x, b->y), &b->cell);
	storm->accounts[FLY].births++;
	storm->accounts[HIT].births++;
	storm->accounts[AIM].births++;
	if (random_below(storm, LEADERS) == 0)
		make_leader(storm, b);
	return b;
}

static void ignite(struct storm *storm, struct bullet *b)
{
	if (walklist_contains(&storm->burning, &b->burning))
		return;
	b->fuse = FUSE;
	walklist_add_tail(&storm->burning, &b->burning);
	storm->accounts[BURN].births++;
}

/* Leaves all containers. Handles of the bullet now return NULL. */
static void kill_bullet(struct storm *storm, struct bullet *b)
{
	unmake_leader(storm, b);
	if (walklist_leave(&b->burning))
		storm->accounts[BURN].deaths++;
	dense_del(&storm->flying, &b->flying);
	ilist_del(&b->cell);
	slotpool_free(&storm->bullets, &b->slot);
	storm->accounts[FLY].deaths++;
	storm->accounts[HIT].deaths++;
	storm->accounts[AIM].deaths++;
}

/* The bullet leaves its cell without knowing which one it was. */
static void move_bullet(struct storm *storm, struct bullet *b)
{
	struct ilist *old = cell_at(storm, b->x, b->y), *cell;

	b->x += b->vx;
	b->y += b->vy;
	if (b->x < 0 || b->x >= FIELD) {
		b->vx = -b->vx;
		b->x += 2 * b->vx;
	}
	if (b->y < 0 || b->y >= FIELD) {
		b->vy = -b->vy;
		b->y += 2 * b->vy;
	}
	cell = cell_at(storm, b->x, b->y);
	if (cell != old)
		ilist_move_tail(cell, &b->cell);
}

/*
 * The order is irrelevant: dense. The current bullet may die. The loop runs backwards
 * because the published hashes depend on it.
 */
static void fly(struct storm *storm)
{
	storm->accounts[FLY].visits += dense_count(&storm->flying);
	dense_for_each_entry_reverse(b, &storm->flying, struct bullet, flying) {
		if (--b->ttl == 0)
			kill_bullet(storm, b);
		else
			move_bullet(storm, b);
	}
}

static bool is_hit(const struct bullet *a, const struct bullet *b)
{
	return a->side != b->side && abs(a->x - b->x) < HIT_RANGE &&
	       abs(a->y - b->y) < HIT_RANGE;
}

/* Tests each bullet against the next one in its cell. */
static void hit(struct storm *storm)
{
	size_t i;

	storm->accounts[HIT].visits += dense_count(&storm->flying);
	for (i = 0; i < (size_t)CELLS * CELLS; i++) {
		const struct bullet *before = NULL;

		ilist_for_each_entry(b, &storm->cells[i], struct bullet, cell) {
			if (before && is_hit(before, b))
				ignite(storm, b);
			before = b;
		}
	}
}

/* Does nothing if the pool has no free spark. */
static void throw_spark(struct storm *storm, int32_t x, int32_t y,
			unsigned int splits)
{
	struct spark *s =
		ipool_zalloc_entry(&storm->sparks, struct spark, memory);

	if (!s)
		return;
	s->x = x;
	s->y = y;
	s->vx = (int32_t)random_below(storm, 1025) - 512;
	s->vy = (int32_t)random_below(storm, 1025) - 512;
	s->ttl = (uint16_t)(GLOW / 2 + random_below(storm, GLOW / 2));
	s->splits = (uint16_t)splits;
	lish_sure(rwarray_add_tail(&storm->glowing, &s->glowing));
	storm->accounts[GLOWING].births++;
	storm->accounts[SPARKS].births++;
}

static void throw_smoke(struct storm *storm, int32_t x, int32_t y)
{
	struct puff *p =
		densepool_alloc_entry(&storm->smoke, struct puff, rising);

	if (!p)
		return;
	p->x = x;
	p->y = y;
	p->ttl = PUFF;
	storm->accounts[SMOKE].births++;
}

/* Adds at the front: the first ring is the youngest. */
static void throw_ring(struct storm *storm, int32_t x, int32_t y)
{
	struct ring *r =
		listpool_alloc_entry(&storm->rings, struct ring, growing);

	if (!r)
		return;
	r->x = x;
	r->y = y;
	r->radius = 0;
	storm->accounts[RINGS].births++;
}

/*
 * An explosion kills burning neighbours anywhere in the list of the running loop.
 * It sets others on fire, which the same loop then visits.
 */
static void explode(struct storm *storm, struct bullet *center)
{
	struct ilist *cell = cell_at(storm, center->x, center->y);
	int left = BLAST;

	ilist_for_each_entry_safe(b, cell, struct bullet, cell) {
		if (b == center)
			continue;
		if (walklist_contains(&storm->burning, &b->burning))
			kill_bullet(storm, b);
		else
			ignite(storm, b);
		if (--left == 0)
			break;
	}
	throw_spark(storm, center->x, center->y, SPLITS);
	throw_smoke(storm, center->x, center->y);
	if (center->ttl % 64 == 0)
		throw_ring(storm, center->x, center->y);
	kill_bullet(storm, center);
}

static void burn(struct storm *storm)
{
	storm->accounts[BURN].visits += walklist_count(&storm->burning);
	walklist_for_each_entry(b, &storm->burning, struct bullet, burning) {
		if (--b->fuse == 0)
			explode(storm, b);
	}
}

/*
 * The loop visits each leader that was one when the loop began, once. Some hand over
 * to a bullet of their cell: the loop skips the new leaders, the next frame visits
 * them.
 */
static void call(struct storm *storm)
{
	storm->accounts[CALL].visits += locklist_count(&storm->leading);
	locklist_for_each_entry(b, &storm->leading, struct bullet, leading) {
		struct ilist *cell = cell_at(storm, b->x, b->y);
		struct bullet *next =
			ilist_next_entry(cell, b, struct bullet, cell);

		if (!next || next->side != b->side)
			continue;
		next->vy = (next->vy + b->vy) / 2;
		if (b->ttl % 8 == 0) {
			unmake_leader(storm, b);
			make_leader(storm, next);
		}
	}
}

/* In order. A spark removes itself; its new sparks glow in the same loop. */
static void glow(struct storm *storm)
{
	storm->accounts[GLOWING].visits += rwarray_count(&storm->glowing);
	rwarray_for_each_entry(s, &storm->glowing, struct spark, glowing) {
		s->x += s->vx;
		s->y += s->vy;
		if (s->ttl == GLOW / 2 && s->splits) {
			s->splits--;
			throw_spark(storm, s->x, s->y, s->splits);
		}
		if (--s->ttl)
			continue;
		rwarray_del(&storm->glowing, &s->glowing);
		ipool_free(&storm->sparks, &s->memory);
		storm->accounts[GLOWING].deaths++;
		storm->accounts[SPARKS].deaths++;
	}
}

/* An enemy, by handle: the enemy may die before the handle is used. */
static struct slotpool_handle pick_target(struct storm *storm,
					  const struct bullet *b)
{
	static const struct slotpool_handle nobody;
	const struct bullet *enemy = slotpool_at_entry(
		&storm->bullets,
		random_below(storm, slotpool_stats(&storm->bullets).capacity),
		struct bullet, slot);

	if (!enemy || enemy->side == b->side)
		return nobody;
	return slotpool_handle_of(&storm->bullets, &enemy->slot);
}

static void aim(struct storm *storm)
{
	storm->accounts[AIM].visits += slotpool_count(&storm->bullets);
	slotpool_for_each_entry(b, &storm->bullets, struct bullet, slot) {
		const struct bullet *target = slotpool_get_entry(
			&storm->bullets, b->target, struct bullet, slot);

		if (target)
			b->vy += target->y > b->y ? 16 : -16;
		else if (b->ttl % SEEKERS == 0)
			b->target = pick_target(storm, b);
	}
}

/* A gust of wind removes all puffs without touching one. */
static void smoke(struct storm *storm)
{
	storm->accounts[SMOKE].visits += densepool_count(&storm->smoke);
	if (++storm->frames % WIND == 0) {
		storm->accounts[SMOKE].deaths += densepool_count(&storm->smoke);
		densepool_clear(&storm->smoke);
	}
	densepool_for_each_entry(p, &storm->smoke, struct puff, rising) {
		p->y -= 64;
		if (--p->ttl)
			continue;
		densepool_free(&storm->smoke, &p->rising);
		storm->accounts[SMOKE].deaths++;
	}
}

static void free_ring(struct storm *storm, struct ring *r)
{
	listpool_free(&storm->rings, &r->growing);
	storm->accounts[RINGS].deaths++;
}

/* A ring that reaches the next older one of its side swallows it. */
static void rings(struct storm *storm)
{
	storm->accounts[RINGS].visits += listpool_count(&storm->rings);
	listpool_for_each_entry(r, &storm->rings, struct ring, growing) {
		struct ring *older = listpool_next_entry(&storm->rings, r,
							 struct ring, growing);

		r->radius += RING_STEP;
		if (older && abs(older->x - r->x) < r->radius &&
		    abs(older->y - r->y) < r->radius)
			free_ring(storm, older);
		if (r->radius > RING_MAX)
			free_ring(storm, r);
	}
}

static void frame(struct storm *storm)
{
	static void (*const works[ACCOUNTS])(struct storm *) = {
		[FLY] = fly,	  [HIT] = hit, [BURN] = burn,	[CALL] = call,
		[GLOWING] = glow, [AIM] = aim, [SMOKE] = smoke, [RINGS] = rings,
	};
	uint64_t begin = now_ns(), end;
	size_t i;

	for (i = 0; i < ACCOUNTS; i++) {
		if (!works[i])
			continue;
		works[i](storm);
		end = now_ns();
		storm->accounts[i].ns += end - begin;
		begin = end;
	}
	while (spawn(storm))
		;
}

/* FNV-1a over the visible state. */
static uint32_t hash_word(uint32_t hash, uint32_t word)
{
	int i;

	for (i = 0; i < 4; i++, word >>= 8)
		hash = (hash ^ (word & 0xff)) * 16777619u;
	return hash;
}

static uint32_t hash_state(const struct storm *storm)
{
	uint32_t hash = 2166136261u;

	dense_for_each_entry_const(b, &storm->flying, const struct bullet,
				   flying) {
		hash = hash_word(hash, (uint32_t)b->x);
		hash = hash_word(hash, (uint32_t)b->y);
		hash = hash_word(hash, (uint32_t)b->ttl << 16 | b->fuse);
	}
	walklist_for_each_entry_const(b, &storm->burning, const struct bullet,
				      burning)
		hash = hash_word(hash, (uint32_t)b->x);
	locklist_for_each_entry_const(b, &storm->leading, const struct bullet,
				      leading)
		hash = hash_word(hash, (uint32_t)b->x);
	rwarray_for_each_entry_const(s, &storm->glowing, const struct spark,
				     glowing)
		hash = hash_word(hash, (uint32_t)s->x);
	slotpool_for_each_entry(b, &storm->bullets, const struct bullet, slot)
		hash = hash_word(hash, (uint32_t)b->vy);
	densepool_for_each_entry_const(p, &storm->smoke, const struct puff,
				       rising)
		hash = hash_word(hash, (uint32_t)p->y);
	listpool_for_each_entry_const(r, &storm->rings, const struct ring,
				      growing)
		hash = hash_word(hash, (uint32_t)r->x);
	return hash;
}

static bool storm_init(struct storm *storm, const struct options *options)
{
	static const struct account accounts[ACCOUNTS] = {
		[FLY] = { "dense", "fly", 0, 0, 0, 0 },
		[HIT] = { "ilist", "hit", 0, 0, 0, 0 },
		[BURN] = { "walklist", "burn", 0, 0, 0, 0 },
		[CALL] = { "locklist", "call", 0, 0, 0, 0 },
		[GLOWING] = { "rwarray", "glow", 0, 0, 0, 0 },
		[SPARKS] = { "ipool", "", 0, 0, 0, 0 },
		[AIM] = { "slotpool", "aim", 0, 0, 0, 0 },
		[SMOKE] = { "densepool", "smoke", 0, 0, 0, 0 },
		[RINGS] = { "listpool", "rings", 0, 0, 0, 0 },
	};
	struct lish_config config = LISH_CONFIG_INIT;
	size_t i;

	memset(storm, 0, sizeof(*storm));
	memcpy(storm->accounts, accounts, sizeof(accounts));
	storm->random = options->seed;
	for (i = 0; i < (size_t)CELLS * CELLS; i++)
		ilist_init(&storm->cells[i]);
	walklist_init(&storm->burning);
	locklist_init(&storm->leading);

	/* These take little memory. */
	config.mem = &counted_mem;
	lish_sure(rwarray_init(&storm->glowing, &config));
	config.limit = (uint32_t)options->objects;
	if (dense_init(&storm->flying, &config) ||
	    slotpool_init(&storm->bullets, struct bullet, slot, &config))
		abort();
	config.limit = config.limit / 4 + 1;
	if (ipool_init(&storm->sparks, struct spark, memory, &config) ||
	    densepool_init(&storm->smoke, struct puff, rising, &config) ||
	    listpool_init(&storm->rings, struct ring, growing, &config))
		abort();

	/* Reserve all memory now. An rwarray needs slack for holes. */
	if (slotpool_reserve(&storm->bullets, (uint32_t)options->objects) ||
	    dense_reserve(&storm->flying, (uint32_t)options->objects) ||
	    ipool_reserve(&storm->sparks, config.limit) ||
	    densepool_reserve(&storm->smoke, config.limit) ||
	    listpool_reserve(&storm->rings, config.limit) ||
	    rwarray_reserve(&storm->glowing, config.limit + config.limit / 8))
		return false;
	while (spawn(storm))
		;
	return true;
}

static void storm_destroy(struct storm *storm)
{
	/* The pools free all objects: their nodes need not be zeroed. */
	dense_forget(&storm->flying);
	dense_destroy(&storm->flying);
	rwarray_forget(&storm->glowing);
	rwarray_destroy(&storm->glowing);
	slotpool_destroy(&storm->bullets);
	ipool_destroy(&storm->sparks);
	densepool_destroy(&storm->smoke);
	listpool_destroy(&storm->rings);
}

static void count_live(const struct storm *storm, uint32_t live[ACCOUNTS])
{
	live[FLY] = dense_count(&storm->flying);
	live[HIT] = dense_count(&storm->flying);
	live[BURN] = walklist_count(&storm->burning);
	live[CALL] = locklist_count(&storm->leading);
	live[GLOWING] = rwarray_count(&storm->glowing);
	live[SPARKS] = ipool_count(&storm->sparks);
	live[AIM] = slotpool_count(&storm->bullets);
	live[SMOKE] = densepool_count(&storm->smoke);
	live[RINGS] = listpool_count(&storm->rings);
}

static void print_table(const struct storm *storm, unsigned long frames,
			unsigned long in_frames)
{
	uint32_t live[ACCOUNTS];
	unsigned long long all = 0;
	char ns[32];
	size_t i;

	count_live(storm, live);
	printf("%-10s %-6s %9s %11s %11s %18s %22s\n", "container", "work",
	       "live", "births", "deaths", "ns/object/frame",
	       "allocations in frames");
	for (i = 0; i < ACCOUNTS; i++) {
		const struct account *a = &storm->accounts[i];

		all += a->ns;
		strcpy(ns, "-");
		if (a->visits)
			sprintf(ns, "%.2f", (double)a->ns / (double)a->visits);
		printf("%-10s %-6s %9llu %11llu %11llu %18s %22lu\n",
		       a->container, a->work, (unsigned long long)live[i],
		       (unsigned long long)a->births,
		       (unsigned long long)a->deaths, ns, in_frames);
	}
	printf("state after %lu frames: hash %08lx\n", frames,
	       (unsigned long)hash_state(storm));
	printf("one frame: %.1f ms on average\n",
	       (double)all / (double)frames / 1e6);
}

/* One path of squares for all cells of a side and a brightness. */
static void draw_cells(FILE *out, const struct storm *storm, unsigned int side,
		       size_t from, size_t to, const char *style)
{
	size_t i, count;

	fprintf(out, "<path %s d=\"", style);
	for (i = 0; i < (size_t)CELLS * CELLS; i++) {
		count = 0;
		ilist_for_each_entry(b, &storm->cells[i], const struct bullet,
				     cell)
			count += b->side == side;
		if (count >= from && count < to)
			fprintf(out, "M%u %uh7v7h-7z",
				(unsigned int)(i % CELLS * 8),
				(unsigned int)(i / CELLS * 8));
	}
	fprintf(out, "\"/>\n");
}

static bool draw(const struct storm *storm, const char *path)
{
	static const struct {
		size_t from, to;
		const char *style[2];
	} shades[] = {
		{ 1, 4, { "fill=\"#1f4e79\"", "fill=\"#7a1f3d\"" } },
		{ 4, 10, { "fill=\"#2f75b5\"", "fill=\"#b52f5e\"" } },
		{ 10, (size_t)-1, { "fill=\"#9dc3e6\"", "fill=\"#e69db8\"" } },
	};
	FILE *out = fopen(path, "w");
	unsigned int side;
	size_t i;
	bool failed;

	if (!out)
		return false;
	fprintf(out,
		"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" "
		"height=\"%d\">\n"
		"<rect width=\"100%%\" height=\"100%%\" fill=\"#10131a\"/>\n",
		CELLS * 8, CELLS * 8);
	for (side = 0; side < 2; side++) {
		fprintf(out, "<g style=\"mix-blend-mode:screen\">\n");
		for (i = 0; i < sizeof(shades) / sizeof(shades[0]); i++)
			draw_cells(out, storm, side, shades[i].from,
				   shades[i].to, shades[i].style[side]);
		fprintf(out, "</g>\n");
	}
	fprintf(out, "<g fill=\"#ffd23f\">\n");
	walklist_for_each_entry_const(b, &storm->burning, const struct bullet,
				      burning)
		fprintf(out, "<circle cx=\"%d\" cy=\"%d\" r=\"%d\"/>\n",
			(int)(b->x / 256), (int)(b->y / 256),
			2 + (FUSE - (int)b->fuse) / 2);
	fprintf(out, "</g>\n<g fill=\"#8a8f98\" fill-opacity=\"0.35\">\n");
	densepool_for_each_entry_const(p, &storm->smoke, const struct puff,
				       rising)
		fprintf(out, "<circle cx=\"%d\" cy=\"%d\" r=\"%d\"/>\n",
			(int)(p->x / 256), (int)(p->y / 256),
			2 + (PUFF - (int)p->ttl) / 16);
	fprintf(out, "</g>\n<g fill=\"none\" stroke=\"#ffffff\">\n");
	listpool_for_each_entry_const(r, &storm->rings, const struct ring,
				      growing)
		fprintf(out, "<circle cx=\"%d\" cy=\"%d\" r=\"%d\"/>\n",
			(int)(r->x / 256), (int)(r->y / 256),
			(int)(r->radius / 256));
	fprintf(out, "</g>\n<g fill=\"#ff7b00\">\n");
	rwarray_for_each_entry_const(s, &storm->glowing, const struct spark,
				     glowing)
		fprintf(out, "<circle cx=\"%d\" cy=\"%d\" r=\"1\"/>\n",
			(int)(s->x / 256), (int)(s->y / 256));
	fprintf(out, "</g>\n</svg>\n");
	failed = ferror(out) != 0;
	return !(fclose(out) || failed);
}

static const char usage[] =
	"usage: storm [--objects N] [--frames N] [--seed N] [--svg FILE]\n"
	"\n"
	"A bullet storm: N objects live, move, hit, die and spawn every frame.\n"
	"  --objects N  bullets that live at a time, 1 to 10000000 (100000)\n"
	"  --frames N   frames, 1 to 1000000 (120)\n"
	"  --seed N     another seed is another battle (1)\n"
	"  --svg FILE   write a picture of the last frame\n"
	"  --help       this text\n";

static bool parse_number(const char *text, unsigned long min, unsigned long max,
			 unsigned long *number)
{
	char *end;

	if (!isdigit((unsigned char)text[0]))
		return false;
	errno = 0;
	*number = strtoul(text, &end, 10);
	return !errno && !*end && *number >= min && *number <= max;
}

/* Exits with 0 after --help, with 2 after a wrong option. */
static void parse(int argc, char **argv, struct options *options)
{
	const struct {
		const char *name;
		unsigned long min, max, *number;
	} numbers[] = {
		{ "--objects", 1, 10000000, &options->objects },
		{ "--frames", 1, 1000000, &options->frames },
		{ "--seed", 0, 4294967295u, &options->seed },
	};
	const size_t n = sizeof(numbers) / sizeof(numbers[0]);
	size_t k;
	int i;

	for (i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "--help")) {
			fputs(usage, stdout);
			exit(0);
		}
		for (k = 0; k < n && strcmp(argv[i], numbers[k].name); k++)
			;
		if (k == n && strcmp(argv[i], "--svg")) {
			fprintf(stderr, "storm: unknown option '%s'\n%s",
				argv[i], usage);
			exit(2);
		}
		if (i + 1 == argc) {
			fprintf(stderr, "storm: %s needs a value\n%s", argv[i],
				usage);
			exit(2);
		}
		i++;
		if (k == n) {
			options->svg = argv[i];
		} else if (!parse_number(argv[i], numbers[k].min,
					 numbers[k].max, numbers[k].number)) {
			fprintf(stderr,
				"storm: %s takes a number from %lu to %lu, not "
				"'%s'\n",
				numbers[k].name, numbers[k].min, numbers[k].max,
				argv[i]);
			exit(2);
		}
	}
}

int main(int argc, char **argv)
{
	static struct storm storm;
	struct options options = { 100000, 120, 1, NULL };
	unsigned long i, before, step;
	int status = 0;

	parse(argc, argv, &options);
	if (!storm_init(&storm, &options)) {
		fprintf(stderr, "storm: no memory for %lu objects\n",
			options.objects);
		storm_destroy(&storm);
		return 1;
	}
	before = allocations;
	step = options.frames > 10 ? options.frames / 10 : 1;
	for (i = 1; i <= options.frames; i++) {
		frame(&storm);
		if (i % step && i != options.frames)
			continue;
		printf("frame %lu of %lu: %lu flying, %lu burning, %llu died\n",
		       i, options.frames,
		       (unsigned long)dense_count(&storm.flying),
		       (unsigned long)walklist_count(&storm.burning),
		       (unsigned long long)storm.accounts[FLY].deaths);
		fflush(stdout);
	}
	printf("\n");
	print_table(&storm, options.frames, allocations - before);
	if (options.svg && !draw(&storm, options.svg)) {
		fprintf(stderr, "storm: cannot write '%s'\n", options.svg);
		status = 1;
	}
	if (options.svg && !status)
		printf("picture: %s\n", options.svg);
	storm_destroy(&storm);
	return status;
}
