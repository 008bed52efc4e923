// SPDX-License-Identifier: MIT
/*
 * ipool (POOL 1), slotpool (2), listpool (3) and densepool (4), from the moment
 * when all SLOTS objects are live: FREE of them, from FIRST on, come and go; the
 * others stay. Over a densepool a loop may stand.
 *
 * A pool of fixed capacity, or, with GROW, one of two chunks, where the four lie
 * on both sides of the border. Those of a slotpool have three lives left, unless it
 * grows.
 */
#ifndef POOL
#define POOL 1
#endif
#if POOL == 1
#include <linux-ish/ipool.h>
#define P(name) ipool_##name
#define TYPE struct ipool
#define NODE struct ipool_idx
#elif POOL == 2
#include <linux-ish/save.h>
#include <linux-ish/slotpool.h>
#define P(name) slotpool_##name
#define TYPE struct slotpool
#define NODE struct slotpool_idx
#elif POOL == 3
#include <linux-ish/listpool.h>
#define P(name) listpool_##name
#define TYPE struct listpool
#define NODE struct listpool_node
#else
#include <linux-ish/densepool.h>
#define P(name) densepool_##name
#define TYPE struct densepool
#define NODE struct densepool_idx
#endif

#ifndef GROW
#define GROW 0
#endif
#ifndef NEXT
#define NEXT 0
#endif
#ifndef LOWEST
#define LOWEST 0
#endif
#define BITS (LOWEST || NEXT)
#if POOL == 2
#define ORDER                          \
	(LOWEST ? LISH_LOWEST :    \
	 NEXT   ? LISH_NEXT :      \
		  LISH_LAST_FREED)
#endif
#ifndef FREE
#define FREE 4
#endif
#ifndef SLOTS
#define SLOTS (GROW ? 128 : 66)
#endif
#ifndef FIRST
#define FIRST 62
#endif
#include "states.h"
#if GROW
#define MEMORY_BLOCKS 16
#define MEMORY_SIZE 3072
#include "memory.h"
#endif

struct object {
	NODE node;
	uint32_t value;
};

static struct {
	TYPE pool, never; /* initialised */
	/* The model. */
	unsigned char live[FREE], lives[FREE];
	unsigned char stack[FREE], free, border, next; /* above FIRST */
	unsigned char order[FREE], count; /* listpool: those of FREE that are in */
	unsigned char failed;
#if POOL == 4
	bool looped, due[SLOTS]; /* by slot */
	struct densepool_loop_ loop;
#endif
	struct object foreign;
#if GROW
	struct memory memory;
#else
#if POOL == 1
	IPOOL_STORAGE(mem, struct object, SLOTS);
#elif POOL == 2
	SLOTPOOL_STORAGE(mem, struct object, SLOTS);
#else
#if POOL == 3
	LISTPOOL_STORAGE(mem, struct object, SLOTS);
#else
	DENSEPOOL_STORAGE(mem, struct object, SLOTS);
#endif
#endif
#endif
} world;

/* Where the objects are; they never move. */
static struct object *objects[SLOTS];
static const struct lish_config none = LISH_CONFIG_INIT;

#define LIVES 3
#if POOL == 2
#define FIRST_LIFE (0xfffffffeu - 2 * LIVES)
#endif

static struct object *object_of(unsigned int n)
{
	return n < FREE ? objects[FIRST + n] : n == FREE ? &world.foreign : NULL;
}

static NODE *node_of(unsigned int n)
{
	struct object *object = object_of(n);

	return object ? &object->node : NULL;
}

static void list_add(unsigned int at, unsigned int n)
{
	memmove(&world.order[at + 1], &world.order[at],
		(size_t)(world.count - at));
	world.order[at] = (unsigned char)n;
	world.count++;
}

static unsigned int list_find(unsigned int n)
{
	unsigned int i;

	for (i = 0; i < world.count; i++)
		if (world.order[i] == n)
			break;
	return i;
}

static void list_del(unsigned int n)
{
	const unsigned int at = list_find(n);

	world.count--;
	memmove(&world.order[at], &world.order[at + 1],
		(size_t)(world.count - at));
	world.order[world.count] = 0;
}

static void give(unsigned int n)
{
	world.live[n] = 0;
	if (POOL == 3)
		list_del(n);
#if POOL == 4
	world.due[FIRST + n] = false;
#endif
	if (POOL == 2 && !GROW && ++world.lives[n] == LIVES)
		return;
	if (BITS) {
		/* The border is behind the last one that is taken. */
		while (LOWEST && world.border && !world.live[world.border - 1] &&
		       world.lives[world.border - 1] != LIVES &&
		       SLOTS == FIRST + FREE)
			world.border--;
		return;
	}
	if (POOL == 2 && n + 1u == world.border && SLOTS == FIRST + FREE)
		world.border = (unsigned char)n;
	else
		world.stack[world.free++] = (unsigned char)n;
}

/* Which one is next? FREE if none. */
static unsigned int next(bool tail)
{
	unsigned int n;

	if (!tail && LOWEST) {
		for (n = 0; n < FREE; n++)
			if (!world.live[n] && world.lives[n] != LIVES)
				return n;
		return FREE;
	}
	if (!tail && NEXT) {
		for (n = 0; n < FREE; n++) {
			unsigned int at = (world.next + n) % FREE;

			if (!world.live[at] && world.lives[at] != LIVES)
				return at;
		}
		return FREE;
	}
	if (!tail && world.free)
		return world.stack[world.free - 1];
	return world.border < FREE && SLOTS == FIRST + FREE ? world.border :
							      FREE;
}

static void take(unsigned int n)
{
	world.live[n] = 1;
#if POOL == 4
	world.due[FIRST + n] = world.looped;
#endif
	world.next = (unsigned char)(NEXT ? n + 1 : 0);
	if (n >= world.border)
		world.border = (unsigned char)(n + 1);
	else if (!BITS)
		world.stack[--world.free] = 0;
}

static void start(void)
{
	unsigned int i;
	struct lish_config config = none;

#if GROW
	memory_init(&world.memory);
	config.mem = &world.memory.mem;
	config.step = 64;
	config.limit = SLOTS;
#if POOL == 2
	config.reuse = ORDER;
#endif
	must(!P(init)(&world.pool, struct object, node, &config));
#else
#if POOL == 2
	config.reuse = ORDER;
#endif
	P(init_in)(&world.pool, struct object, node, &world.mem, &config);
#endif
	for (i = 0; i < SLOTS; i++) {
#if POOL == 2
		/* No generation is higher. */
		if (!GROW) {
			const uint64_t age = (uint64_t)(world.pool.last - 1) << 32;

			world.pool.aged = SLOTPOOL_RETIRED_;
			world.pool.quick_node = world.pool.quick_node ? age : 0;
			world.pool.quick_order = world.pool.quick_order ? age : 0;
		}
#endif
		objects[i] =
#if POOL == 3
			listpool_alloc_tail_entry(&world.pool, struct object,
						  node);
#else
			P(alloc_entry)(&world.pool, struct object, node);
#endif
		must(objects[i]);
		objects[i]->value = i;
#if POOL == 2
		if (!GROW && i >= FIRST && i < FIRST + FREE)
			objects[i]->node.generation = FIRST_LIFE + 1;
#endif
	}
#if POOL == 2
	if (!GROW && world.pool.quick_node)
		world.pool.quick_node = (uint64_t)(world.pool.last - 1) << 32;
	if (!GROW && world.pool.quick_order)
		world.pool.quick_order = (uint64_t)(world.pool.last - 1) << 32;
#endif
	for (i = 0; i < FREE; i++) {
		world.live[i] = 1;
		if (POOL == 3)
			list_add(i, i);
	}
	world.border = FREE;
}

static void settle(void)
{
	struct lish_pool_ *base = &world.pool.base;

#if GROW
	memory_settle(&world.memory);
#endif
	base->failed = 0;
	world.failed = 0;
	/* Above the stack lies what was on it. */
	if (!BITS && POOL != 4)
		memset(base->stack + base->stacked, 0,
		       (SLOTS - base->stacked) *
			       sizeof(*base->stack));
	/* No loop remembers the number of changes. */
	base->changes = 0;
#if POOL == 2
	/* Only the order next reads next, and any hint up to the first gap is right. */
	if (LOWEST) {
		struct slotpool_extra_ *extra = &world.pool.extra;

		extra->next = 0;
		extra->hint = 0;
		while (extra->hint < LISH_WORDS(base->border) &&
		       (world.pool.blocks[extra->hint].live |
			extra->retired[extra->hint]) == LISH_WORD_ALL)
			extra->hint++;
	}
	if (GROW)
		world.pool.floor = 0;
	for (unsigned int i = 0; i < FREE; i++)
		if (GROW && FIRST + i < world.pool.known)
			object_of(i)->node.generation = world.live[i];
#elif POOL == 3
	for (unsigned int i = 0; i < SLOTS; i++)
		objects[i]->node.hint = 0;
	world.pool.walks.hint.word = 0;
	world.pool.walks.stale = 0;
#elif POOL == 4
	world.pool.parts.array.changes = 0;
#endif
}

static void compare(void)
{
	const struct lish_stats stats = P(stats)(&world.pool);
	unsigned int n, live = 0, retired = 0;
	const NODE *fault;

	must(P(check)(&world.pool, &fault) == LISH_OK && !fault);
	for (n = 0; n < FREE; n++) {
		must(P(contains)(&world.pool, node_of(n)) == world.live[n]);
#if POOL < 3
		must(P(index_of)(&world.pool, node_of(n)) ==
		     (world.live[n] ? (int)(FIRST + n) : -1));
		must(P(at_entry)(&world.pool, FIRST + n, struct object, node) ==
		     (world.live[n] ? object_of(n) : NULL));
#endif
		if (world.live[n])
			must(object_of(n)->value == FIRST + n);
		live += world.live[n];
		retired += POOL == 2 && !GROW && world.lives[n] == LIVES;
	}
	must(P(count)(&world.pool) == SLOTS - FREE + live);
	must(stats.count == SLOTS - FREE + live && stats.limit == SLOTS);
	must(stats.capacity == SLOTS);
	must(stats.failed == world.failed);
	must(stats.retired == retired && stats.highest == SLOTS);
}

static void look(void)
{
	unsigned int visited = 0;

	for (unsigned int i = 0; i < SLOTS; i++)
		if (i < FIRST || i >= FIRST + FREE)
			must(P(contains)(&world.pool, &objects[i]->node) &&
			     objects[i]->value == i);
#if POOL == 2
	static char snapshot[1 << 14];
	const size_t size = slotpool_save_size(&world.pool, NULL);
	unsigned int last = 0;
	unsigned int n, life;

	slotpool_for_each_entry(o, &world.pool, struct object, node) {
		must(!visited || o->value > last);
		last = o->value;
		visited++;
	}
	must(visited == slotpool_count(&world.pool));
	for (n = 0; n < SLOTS; n++) {
		int32_t next_live = slotpool_next_live(&world.pool, n);
		unsigned int at = n;

		while (at >= FIRST && at < FIRST + FREE &&
		       !world.live[at - FIRST])
			at++;
		must(next_live == (at < SLOTS ? (int)at : -1));
	}
	/* No handle of an earlier life, or of none, finds anything. */
	for (n = 0; !GROW && n < FREE; n++)
		for (life = 0; life < 2 * LIVES + 3; life++) {
			struct slotpool_handle handle;

			handle.slot = FIRST + n + 1;
			handle.generation = FIRST_LIFE + life;
			must(slotpool_get_entry(&world.pool, handle,
						struct object, node) ==
			     ((life & 1) && world.live[n] &&
					      life / 2 == world.lives[n] ?
				      object_of(n) :
				      NULL));
			if (!(life & 1) || !world.live[n] ||
			    life / 2 != world.lives[n])
				must(LISH_CHECK < 1 ||
				     !slotpool_free_handle(&world.pool, handle));
		}
	/* A snapshot is the state, whatever comes after. */
	must(size <= sizeof(snapshot));
	must(slotpool_save(&world.pool, snapshot, size - 1, NULL) == -ENOSPC);
	must(!slotpool_save(&world.pool, snapshot, size, NULL));
	for (n = 0; n < FREE; n++)
		(void)slotpool_free_at(&world.pool, FIRST + n);
	for (n = 0; n < FREE; n++)
		(void)slotpool_alloc_entry(&world.pool, struct object, node);
	must(!slotpool_load(&world.pool, snapshot, size, NULL));
	world.pool.base.failed = world.failed;
	compare();
#elif POOL == 3
	listpool_for_each_entry(o, &world.pool, struct object, node)
		visited += o->value != ~0u;
	must(visited == listpool_count(&world.pool));
	/* The four among themselves. */
	visited = 0;
	listpool_for_each_entry_const(o, &world.pool, struct object, node)
		if (o->value >= FIRST && o->value < FIRST + FREE)
			must(o->value - FIRST == world.order[visited++]);
	must(visited == world.count);
#elif POOL == 4
	unsigned int n;

	densepool_for_each_entry(o, &world.pool, struct object, node) {
		n = o->value - FIRST;
		must(n >= FREE || world.live[n]);
		visited++;
	}
	must(visited == densepool_count(&world.pool));
#else
	(void)visited;
#endif
}

enum {
	ALLOC, ZALLOC, TAIL, GIVE, GIVE_AT, GIVE_HANDLE, BEFORE, AFTER,
	MOVE, MOVE_TAIL, MOVE_BEFORE, MOVE_AFTER, TRIM, RESERVE, INIT_FAILS,
	BEGIN, STEP, END, CALLS
};

/* n is not live: what is reported? */
static bool not_live(bool never, unsigned int n)
{
	if (never)
		return !wrong_somehow_at(1);
	if (n > FREE)
		return !wrong_at(1, LISH_NULL);
	if (n == FREE)
		return !wrong_at(1, LISH_FOREIGN);
	return !world.live[n] && !wrong_at(1, LISH_NOT_LIVE);
}

/* What was given out; where: where it must stand in the list. */
static void given(struct object *got, unsigned int expected, unsigned int where)
{
	if (misuse.wrong) {
		must(!got);
		return;
	}
	must(got == (expected < FREE ? object_of(expected) : NULL));
	if (!got) {
		world.failed++;
		return;
	}
	got->value = FIRST + expected;
	take(expected);
	if (POOL == 3)
		list_add(where, expected);
}

static void act(void)
{
	const unsigned int call = choose(CALLS);
	unsigned int n = 0, p = 0;
	bool never = choose(2);
	TYPE *pool = never ? &world.never : &world.pool;
	struct object *got;

	switch (call) {
	case GIVE: case GIVE_AT: case GIVE_HANDLE: case MOVE:
	case MOVE_TAIL: case BEFORE: case AFTER:
		n = choose(FREE + 2);
		break;
	case MOVE_BEFORE: case MOVE_AFTER:
		p = choose(FREE + 2);
		n = choose(FREE + 2);
		break;
	}
	say("call %u: never %d, %u, %u", call, never, p, n);
	switch (call) {
	case ALLOC: case ZALLOC:
		if (never && !wrong_at(0, LISH_UNINITIALIZED))
			return;
		if (never && !LISH_CHECK) {
			misuse.wrong = false;
			(void)skip();
			return;
		}
		got = call == ALLOC ?
			      P(alloc_entry)(pool, struct object, node) :
			      P(zalloc_entry)(pool, struct object, node);
		if (got && call == ZALLOC)
			must(!got->value);
		given(got, never ? FREE : next(false), 0);
		break;
	case GIVE:
		if (not_live(never, n))
			return;
		P(free)(pool, node_of(n));
		if (!misuse.wrong)
			give(n);
		break;
#if POOL < 3
	case GIVE_AT:
		if (n >= FREE) {
			(void)skip();
			return;
		}
		if (never && !wrong_at(1, LISH_UNINITIALIZED))
			return;
		must(P(free_at)(pool, FIRST + n) == (!never && world.live[n]));
		if (!never && world.live[n])
			give(n);
		break;
#endif
#if POOL == 2
	case TAIL:
		if (never && !wrong_at(1, LISH_UNINITIALIZED))
			return;
		got = slotpool_alloc_tail_entry(pool, struct object, node);
		given(got, never ? FREE : next(true), 0);
		break;
	case GIVE_HANDLE: {
		struct slotpool_handle handle;

		if (n >= FREE) {
			(void)skip();
			return;
		}
		if (never && !wrong_at(1, LISH_UNINITIALIZED))
			return;
		handle = slotpool_handle_of(&world.pool, node_of(n));
		must(!slotpool_handle_to_u64(handle) == !world.live[n]);
		must(slotpool_free_handle(pool, handle) ==
		     (!never && world.live[n]));
		if (never || !world.live[n])
			return;
		must(!slotpool_free_handle(pool, handle));
		give(n);
		break;
	}
#endif
#if POOL == 3
	case TAIL:
		if (never && !wrong_at(1, LISH_UNINITIALIZED))
			return;
		got = listpool_alloc_tail_entry(pool, struct object, node);
		given(got, never ? FREE : next(false), world.count);
		break;
	case BEFORE: case AFTER:
		/* NULL is no object, the one of another pool foreign. */
		if (n > FREE) {
			(void)skip();
			return;
		}
		if (not_live(never, n))
			return;
		got = call == BEFORE ? listpool_alloc_before_entry(
					       pool, object_of(n),
					       struct object, node) :
				       listpool_alloc_after_entry(
					       pool, object_of(n),
					       struct object, node);
		given(got, next(false),
		      n < FREE ? list_find(n) + (call == AFTER) : 0);
		break;
	case MOVE: case MOVE_TAIL:
		if (not_live(never, n))
			return;
		if (call == MOVE)
			listpool_move(pool, node_of(n));
		else
			listpool_move_tail(pool, node_of(n));
		if (misuse.wrong)
			return;
		list_del(n);
		list_add(call == MOVE ? 0 : world.count, n);
		break;
	case MOVE_BEFORE: case MOVE_AFTER:
		if (never || p >= FREE || n >= FREE || !world.live[p] ||
				    !world.live[n] ?
			    !wrong_somehow_at(1) :
			    false)
			return;
		if (call == MOVE_BEFORE)
			listpool_move_before(pool, node_of(p), node_of(n));
		else
			listpool_move_after(pool, node_of(p), node_of(n));
		if (misuse.wrong || n == p)
			return;
		list_del(n);
		list_add(list_find(p) + (call == MOVE_AFTER), n);
		break;
#endif
#if POOL == 4
	case BEGIN:
		/* A loop over nothing is not registered. */
		if (never ? world.looped || !wrong_somehow_at(1) :
			    world.looped || !pool->parts.array.used)
			return;
		(void)densepool_open_(pool, &world.loop, LISH_PART_PLAIN_);
		if (misuse.wrong)
			return;
		world.loop.loop.next = 0;
		world.looped = true;
		for (n = 0; n < SLOTS; n++)
			world.due[n] = n < FIRST || n >= FIRST + FREE ||
				       world.live[n - FIRST];
		break;
	case STEP: {
		const struct densepool_idx *idx =
			(const struct densepool_idx *)densepool_next_(&world.loop, LISH_PART_PLAIN_);

		if (!idx) {
			for (n = 0; n < SLOTS; n++)
				must(!world.due[n]);
			return;
		}
		for (n = 0; &objects[n]->node != idx; n++)
			must(n < SLOTS);
		must(world.due[n]);
		world.due[n] = false;
		break;
	}
	case END:
		densepool_close_(&world.loop);
		memset(&world.loop, 0, sizeof(world.loop));
		world.looped = false;
		memset(world.due, 0, sizeof(world.due));
		break;
#endif
	case TRIM:
		if (never && !wrong_at(0, LISH_UNINITIALIZED))
			return;
		/* What is live at the end holds all chunks. */
		P(trim)(pool);
		break;
	case RESERVE:
		if (never && !wrong_at(0, LISH_UNINITIALIZED))
			return;
		must(P(reserve)(pool, SLOTS) == (never ? -EINVAL : 0));
		must(never || P(reserve)(pool, SLOTS + 1) == -ENOSPC);
		break;
#if GROW
	case INIT_FAILS: {
		struct lish_config config = none;
		TYPE failed;

		if (!never || !wrong_at(1, LISH_UNINITIALIZED)) {
			(void)skip();
			return;
		}
		memset(&failed, 0x5a, sizeof(failed));
		config.mem = &world.memory.mem;
		memory_fails = true;
		must(P(init)(&failed, struct object, node, &config) == -ENOMEM);
		memory_fails = false;
		must(!P(alloc_entry)(&failed, struct object, node));
		break;
	}
#endif
	default:
		(void)skip();
	}
}

int main(void)
{
	static const char *const names[] = { "", "ipool", "slotpool", "listpool",
					     "densepool" };
	unsigned long formula = 0, orders = 1;
	char name[64];
	unsigned int k;

	/* Those that are free are on the stack, in some order. */
	if (POOL == 1 || (POOL == 2 && GROW && !BITS))
		for (k = 0; k <= FREE; k++) {
			formula += orders;
			orders *= FREE - k;
		}
	/* Each one in one of its lives, or after it. */
	if (LOWEST)
		for (formula = 1, k = 0; k < FREE; k++)
			formula *= GROW ? 2 : 2 * LIVES;

	snprintf(name, sizeof(name), "%s%s%s", names[POOL],
		 LOWEST ? ", lowest" : NEXT ? ", next" : "", GROW ? ", two chunks" : "");
	return explore(name, &world, sizeof(world), formula, true);
}
