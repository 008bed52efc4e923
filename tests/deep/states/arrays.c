// SPDX-License-Identifier: MIT
/*
 * dense, or, with RWARRAY, rwarray: NODES nodes in an array of SLOTS slots, which
 * are the array's own and grow with GROW; and WALKS loops that stand anywhere. One
 * more node is in another array all the time.
 *
 * In the model each loop has the members that it has still to visit.
 */
#ifndef RWARRAY
#define RWARRAY 0
#endif
#if RWARRAY
#include <linux-ish/rwarray.h>
#define A(name) rwarray_##name
#define ARRAY struct rwarray
#define IDX struct rwarray_idx
#define LOOP struct rwarray_loop_
#else
#include <linux-ish/dense.h>
#define A(name) dense_##name
#define ARRAY struct dense
#define IDX struct dense_idx
#define LOOP struct dense_loop_
#endif
#include <linux-ish/sort.h>
#include "states.h"
#include "memory.h"

#ifndef NODES
#define NODES 5
#endif
#ifndef SLOTS
#define SLOTS 6
#endif
#ifndef GROW
#define GROW 0
#endif
#ifndef WALKS
#define WALKS 1
#endif

enum { FORWARD, REVERSE, PRESENT, ALL_KINDS };
#ifndef KINDS
#define KINDS ALL_KINDS
#endif

struct object {
	unsigned char id;
	IDX idx;
};

static struct {
	ARRAY array, other, never; /* initialised */
	uint32_t *slots[SLOTS + 1], *other_slots[1];
	struct object objects[NODES + 1];
	struct walk {
		LOOP loop;
#if RWARRAY
		struct rwarray_place_ at;
#else
		struct lish_part_at_ at;
#endif
	} walks[WALKS];
	struct memory memory;
	/* The model. */
	unsigned char order[NODES], count, peak, failed;
	struct {
		unsigned char runs, kind, due; /* a bit for each node */
	} walk[WALKS];
} world;

/* The node after the last one is another array's, the one after that NULL. */
#define FOREIGN NODES
#define NONE (NODES + 1)

static IDX *idx_of(unsigned int n)
{
	return n < NONE ? &world.objects[n].idx : NULL;
}

static struct lish_parray_ *slots_of(ARRAY *array)
{
#if RWARRAY
	return &array->array;
#else
	return &array->parts.array;
#endif
}

static struct lish_loop_ *loop_of(unsigned int w)
{
#if RWARRAY
	return &world.walks[w].loop.loop;
#else
	return &world.walks[w].loop.loop.loop;
#endif
}

static int place_of(unsigned int n)
{
	int i;

	for (i = 0; i < world.count; i++)
		if (world.order[i] == n)
			return i;
	return -1;
}

static bool is_in(unsigned int n)
{
	return place_of(n) >= 0;
}

static bool is_looped(void)
{
	unsigned int w;

	for (w = 0; w != WALKS; w++)
		if (world.walk[w].runs)
			return true;
	return false;
}

static void add(unsigned int n)
{
	unsigned int w;

	world.order[world.count++] = (unsigned char)n;
	if (world.peak < world.count)
		world.peak = world.count;
	for (w = 0; w != WALKS; w++)
		if (world.walk[w].runs && world.walk[w].kind == FORWARD)
			world.walk[w].due |= (unsigned char)(1u << n);
}

static void del(unsigned int n)
{
	const int at = place_of(n);
	unsigned int w;

	world.count--;
	if (RWARRAY)
		memmove(&world.order[at], &world.order[at + 1],
			(size_t)(world.count - at));
	else
		world.order[at] = world.order[world.count];
	world.order[world.count] = 0;
	for (w = 0; w != WALKS; w++)
		world.walk[w].due &= (unsigned char)~(1u << n);
}

static void setup(void)
{
	if (!GROW) {
		(A(init_in))(&world.array, world.slots, SLOTS);
	} else {
		struct lish_config config = LISH_CONFIG_INIT;

		config.step = 2;
		config.limit = SLOTS;
		config.mem = &world.memory.mem;
		must(!A(init)(&world.array, &config));
	}
}

static void start(void)
{
	unsigned int n;

	memory_init(&world.memory);
	setup();
	(A(init_in))(&world.other, world.other_slots, 1);
	for (n = 0; n < NONE; n++)
		world.objects[n].id = (unsigned char)n;
#if RWARRAY
	must(!rwarray_add_tail(&world.other, idx_of(FOREIGN)));
#else
	must(!dense_add(&world.other, idx_of(FOREIGN)));
#endif
}

/*
 * One node is as good as another: let them be in the array in order of their
 * numbers, so that states that differ in nothing else are one.
 */
static void rename_nodes(void)
{
	struct lish_parray_ *slots = slots_of(&world.array);
	unsigned char due[WALKS];
	unsigned int i, w, n;

	for (w = 0; w != WALKS; w++) {
		due[w] = 0;
		for (i = 0; i < world.count; i++)
			if (world.walk[w].due & 1u << world.order[i])
				due[w] |= (unsigned char)(1u << i);
		world.walk[w].due = due[w];
	}
	for (n = 0; n < NODES; n++)
		idx_of(n)->slot = 0;
	for (n = 0, i = 0; i < slots->used; i++) {
		if (!slots->nodes[i])
			continue;
		slots->nodes[i] = &idx_of(n)->slot;
		*slots->nodes[i] = i + 1;
		world.order[n] = (unsigned char)n;
		n++;
	}
}

static void settle(void)
{
	struct lish_parray_ *slots = slots_of(&world.array);
	unsigned int w, i;

	rename_nodes();
	memory_settle(&world.memory);
	slots->peak = 0;
	slots->changes = 0;
	slots->failed = 0;
	world.peak = world.count;
	world.failed = 0;
	for (i = slots->used; i < slots->capacity; i++)
		slots->nodes[i] = NULL;
	for (w = 0; w != WALKS; w++) {
		struct walk *walk = &world.walks[w];
#if RWARRAY
		LOOP *loop = &walk->loop;
#else
		struct lish_part_loop_ *loop = &walk->loop.loop;
#endif

		if (!world.walk[w].runs) {
			memset(walk, 0, sizeof(*walk));
			continue;
		}
#if RWARRAY
		if (!(loop->mode & RWARRAY_CLOSING_)) {
			loop->place = 0;
			loop->from = 0;
		}
		if (!(loop->mode & RWARRAY_PRESENT_))
			loop->bound = 0;
#endif
		/* What a loop will read anew, and what it will not. */
#if RWARRAY && !LISH_FAST_
		/* Steps of the library have no cursor. */
		memset(&walk->at, 0, sizeof(walk->at));
#elif RWARRAY
		if (loop->end == (world.walk[w].kind == REVERSE ?
					  RWARRAY_NOWHERE_ :
					  0)) {
			walk->at.nodes = NULL;
			walk->at.next = loop->next;
		}
#elif !LISH_FAST_
		walk->at = lish_part_cursor_(loop);
#else
		if (loop->stop != loop->end ||
		    (!loop->end && world.walk[w].kind != REVERSE)) {
			walk->at.nodes = loop->nodes;
			walk->at.next = loop->next;
			walk->at.fetch = loop->fetch;
		} else {
			must(walk->at.next == loop->next);
			loop->nodes = walk->at.nodes;
			loop->fetch = (uint32_t)walk->at.fetch;
		}
#endif
	}
}

static void compare(void)
{
	const struct lish_parray_ *slots = slots_of(&world.array);
	unsigned char order[NODES], count = 0;
	unsigned int i, n, w, in = 0;
	struct lish_stats stats = A(stats)(&world.array);

	for (i = 0; i < slots->used; i++) {
		if (!slots->nodes[i]) {
			must(RWARRAY);
			continue;
		}
		for (n = 0; idx_of(n) != (IDX *)(void *)slots->nodes[i]; n++)
			must(n < NODES);
		must(idx_of(n)->slot == i + 1 && !(in & 1u << n));
		in |= 1u << n;
		must(count < NODES);
		order[count++] = (unsigned char)n;
	}
	must(count == world.count && slots->used <= slots->capacity);
	for (i = 0; i < count; i++)
		must(is_in(order[i]));
	/* While loops run dense has an order of its own. */
	if (!RWARRAY && is_looped())
		memcpy(world.order, order, count);
	must(!memcmp(world.order, order, count));
	for (n = 0; n < NODES; n++)
		must(is_in(n) || !idx_of(n)->slot);
	must(idx_of(FOREIGN)->slot == 1);
	for (w = 0; w != WALKS; w++)
		must(world.walk[w].runs == (loop_of(w)->owner != 0));
	must(stats.count == count && stats.peak == world.peak);
	must(stats.failed == world.failed);
	must(stats.capacity == slots->capacity);
	must(stats.limit == (GROW ? SLOTS : slots->capacity));
	must(stats.bytes == slots->capacity * sizeof(void *));
	must(stats.highest == slots->used && !stats.retired);
}

static void look(void)
{
	unsigned int i = 0, n, part, visited;
	ARRAY *array = &world.array;
	const IDX *fault;

	must(A(check)(array, &fault) == LISH_OK && !fault);
	must(A(count)(array) == world.count);
	for (n = 0; n <= FOREIGN; n++) {
		must(A(contains)(array, idx_of(n)) == is_in(n));
		must(A(contains)(&world.other, idx_of(n)) == (n == FOREIGN));
	}
#if RWARRAY
	rwarray_for_each_entry_const(o, array, struct object, idx)
		must(o->id == world.order[i++]);
	must(i == world.count);
	for (visited = 0, part = 0; part < 3; part++)
		rwarray_for_each_entry_span(o, array,
					    rwarray_span(array, part, 3),
					    struct object, idx)
			must(o->id == world.order[visited++]);
	must(visited == world.count);
	i = world.count;
	rwarray_for_each_entry_reverse(o, array, struct object, idx)
		must(o->id == world.order[--i]);
	must(!i);
	rwarray_for_each_entry_present(o, array, struct object, idx)
		must(o->id == world.order[i++]);
	must(i == world.count);
	i = 0;
	rwarray_for_each_entry(o, array, struct object, idx)
		must(o->id == world.order[i++]);
	must(i == world.count);
#else
	for (i = 0; i < world.count; i++) {
		must((dense_at_entry)(array, i, 0) == idx_of(world.order[i]));
		must(dense_index_of(array, idx_of(world.order[i])) == (int)i);
	}
	must(!(dense_at_entry)(array, i, 0));
	must(dense_index_of(array, idx_of(FOREIGN)) == -1);
	i = 0;
	dense_for_each_entry_const(o, array, struct object, idx)
		must(o->id == world.order[i++]);
	must(i == world.count);
	for (visited = 0, part = 0; part < 3; part++)
		dense_for_each_entry_span(o, array, dense_span(array, part, 3),
					  struct object, idx)
			must(o->id == world.order[visited++]);
	must(visited == world.count);
	dense_for_each_entry_reverse(o, array, struct object, idx)
		must(o->id == world.order[--i]);
	must(!i);
	dense_for_each_entry_present(o, array, struct object, idx)
		must(o->id == world.order[i++]);
	must(i == world.count);
	i = 0;
	dense_for_each_entry(o, array, struct object, idx)
		must(o->id == world.order[i++]);
	must(i == world.count);
#endif
}

enum {
	ADD, DEL, LEAVE, POP, SORT, CLEAR, FORGET, COMPACT, TRIM,
	RESERVE, DESTROY, BEGIN, NEXT, END, STOP, INIT_FAILS, CALLS
};

/* By a key that each node is given; some are equal, so that stability shows. */
static unsigned char keys[NODES];

static int by_key(void *ctx, const IDX *a, const IDX *b)
{
	(void)ctx;
	return keys[container_of(a, const struct object, idx)->id] -
	       keys[container_of(b, const struct object, idx)->id];
}

static void choose_keys(void)
{
	unsigned int i;

	for (i = 0; i < world.count; i++)
		keys[i] = (unsigned char)choose(world.count);
}

static void sort_model(void)
{
	unsigned int i, k;
	unsigned char n;

	for (i = 1; i < world.count; i++) {
		n = world.order[i];
		for (k = i; k && keys[world.order[k - 1]] > keys[n]; k--)
			world.order[k] = world.order[k - 1];
		world.order[k] = n;
	}
}

static bool must_be_in(bool never, unsigned int n)
{
	if (never)
		return !wrong_somehow_at(1);
	if (n == NONE)
		return !wrong_at(1, LISH_NULL);
	return !is_in(n) &&
	       !wrong_at(1, n == FOREIGN ? LISH_FOREIGN : LISH_NOT_IN);
}

static void end(unsigned int w)
{
	A(close_)(&world.walks[w].loop);
	/* What a macro has declared is gone. */
	memset(&world.walks[w], 0, sizeof(world.walks[w]));
	memset(&world.walk[w], 0, sizeof(world.walk[w]));
}

static IDX *step(unsigned int w)
{
	struct walk *walk = &world.walks[w];

#if RWARRAY
	return (IDX *)(world.walk[w].kind == REVERSE ?
			       RWARRAY_STEP_(&walk->loop, &walk->at, 0, true) :
			       RWARRAY_STEP_(&walk->loop, &walk->at, 0, false));
#else
	return (IDX *)(world.walk[w].kind == REVERSE ?
			       DENSE_STEP_(&walk->loop, &walk->at, 0, true) :
			       DENSE_STEP_(&walk->loop, &walk->at, 0, false));
#endif
}

static void next(unsigned int w)
{
	const bool back = world.walk[w].kind == REVERSE;
	IDX *got = step(w);
	unsigned int i, n = NONE;

	if (!world.walk[w].due) {
		must(!got);
		end(w);
		return;
	}
	must(got);
	for (i = 0; i < world.count; i++) {
		n = world.order[back ? world.count - 1 - i : i];
		if (RWARRAY ? (world.walk[w].due & 1u << n) != 0 :
			      idx_of(n) == got)
			break;
	}
	must(got == idx_of(n) && (world.walk[w].due & 1u << n));
	world.walk[w].due &= (unsigned char)~(1u << n);
}

static void begin(unsigned int w, bool never)
{
	ARRAY *array = never ? &world.never : &world.array;
	struct walk *walk = &world.walks[w];
	const unsigned int kind = choose(KINDS);
	unsigned int i;

	say("loop %u of kind %u begins over %d", w, kind, never);
	if (world.walk[w].runs ? !skip() :
	    never && !wrong_at(1, LISH_UNINITIALIZED))
		return;
#if RWARRAY
	struct rwarray_loop_ *opened = rwarray_open_(
		&walk->loop, array,
		kind == FORWARD ? 0 :
		kind == REVERSE ? RWARRAY_REVERSE_ : RWARRAY_PRESENT_);

	if (!opened) {
		must(misuse.wrong || !world.count);
		memset(walk, 0, sizeof(*walk));
		return;
	}
	walk->at = rwarray_place_of_(&walk->loop);
#else
	(void)dense_open_(array, &walk->loop,
			  kind == FORWARD ? LISH_PART_PLAIN_ :
			  kind == REVERSE ? LISH_PART_REVERSE_ :
			  LISH_PART_PRESENT_);
	walk->at = lish_part_cursor_(&walk->loop.loop);
	if (!walk->loop.loop.loop.owner) {
		must(misuse.wrong || !world.count);
		memset(walk, 0, sizeof(*walk));
		return;
	}
#endif
	world.walk[w].runs = 1;
	world.walk[w].kind = (unsigned char)kind;
	world.walk[w].due = 0;
	for (i = 0; i < world.count; i++)
		world.walk[w].due |= (unsigned char)(1u << world.order[i]);
	/* A macro makes the first step at once. */
	next(w);
}

static void act(void)
{
	const unsigned int call = choose(CALLS);
	struct lish_parray_ *slots = slots_of(&world.array);
	unsigned int n = NONE, p = NONE, w = 0, i;
	ARRAY *array = &world.array;
	const bool at_limit = !GROW || slots->used == SLOTS;
	bool never = false, full;
	int err;
	IDX *got;

	(void)got;
	memory_fails = false;
	switch (call) {
	case ADD: case DEL: case LEAVE:
		n = choose(NONE + 1);
		never = choose(2);
		memory_fails = call == ADD && GROW && choose(2);
		break;
	case BEGIN:
		w = choose(WALKS);
		begin(w, choose(2));
		return;
	case NEXT:
		w = choose(WALKS);
		say("loop %u steps", w);
		if (world.walk[w].runs)
			next(w);
		else
			(void)skip();
		return;
	case END:
		w = choose(WALKS);
		say("loop %u ends", w);
		end(w);
		return;
	case RESERVE: case TRIM:
		memory_fails = choose(2);
		never = choose(2);
		n = call == RESERVE ? choose(SLOTS + 2) : 0;
		break;
	default:
		never = choose(2);
	}
	say("call %u: array %d, %u, %u, memory fails: %d", call, never, p, n,
	    memory_fails);
	if (never)
		array = &world.never;
	switch (call) {
	case ADD:
		if (n == NONE ? !wrong_somehow_at(1) :
		    never && !wrong_at(0, LISH_UNINITIALIZED))
			return;
		/* What is in is not told to be frozen. */
		if (!misuse.wrong && n < NODES && !is_in(n) && (never && !wrong_at(1, LISH_UNINITIALIZED)))
			return;
		if (!misuse.wrong && n == FOREIGN && !wrong_at(0, LISH_ALREADY_IN))
			return;
		full = slots->used == slots->capacity &&
		       slots->used == world.count;
#if RWARRAY
		err = rwarray_add_tail(array, idx_of(n));
#else
		err = dense_add(array, idx_of(n));
#endif
		if (misuse.wrong) {
			must(err == (n < NODES && !never ? -EBUSY : -EINVAL));
		} else if (is_in(n)) {
			must(err == -EEXIST);
		} else if (full && at_limit) {
			must(err == -ENOSPC);
			world.failed++;
		} else if (full && memory_fails) {
			must(err == -ENOMEM);
			world.failed++;
		} else {
			must(!err);
			add(n);
		}
		break;
	case DEL:
		if (must_be_in(never, n) || (!misuse.wrong && (never && !wrong_at(0, LISH_UNINITIALIZED))))
			return;
		A(del)(array, idx_of(n));
		if (!misuse.wrong)
			del(n);
		break;
	case LEAVE:
		if (never || n == NONE ? !wrong_somehow_at(1) :
		    is_in(n) && (never && !wrong_at(0, LISH_UNINITIALIZED)))
			return;
		must(A(leave)(array, idx_of(n)) ==
		     (!misuse.wrong && n < NODES && is_in(n)));
		if (!misuse.wrong && n < NODES && is_in(n))
			del(n);
		break;
#if RWARRAY
	case POP:
		(void)skip();
		break;
	case COMPACT:
		if ((never && !wrong_at(0, LISH_UNINITIALIZED)))
			return;
		rwarray_compact(array);
		must(never || slots->used == world.count);
		break;
#else
	case POP:
		if (never ? !wrong_at(1, LISH_UNINITIALIZED) :
		    world.count && (never && !wrong_at(0, LISH_UNINITIALIZED)))
			return;
		got = (dense_pop_entry)(array, 0);
		if (misuse.wrong || !world.count) {
			must(!got);
			return;
		}
		n = world.order[world.count - 1];
		must(got == idx_of(n));
		del(n);
		break;
	case COMPACT:
		(void)skip();
		break;
#endif
	case SORT:
		if (never ? !wrong_at(0, LISH_UNINITIALIZED) :
		    is_looped() && !wrong_at(0, LISH_LOOPED))
			return;
		if (!misuse.wrong)
			choose_keys();
		A(sort)(array, by_key, NULL);
		if (!misuse.wrong)
			sort_model();
		break;
	case CLEAR: case FORGET:
		if ((never && !wrong_at(0, LISH_UNINITIALIZED)))
			return;
		if (call == CLEAR)
			A(clear)(array);
		else
			A(forget)(array);
		if (misuse.wrong)
			return;
		while (world.count) {
			n = world.order[world.count - 1];
			if (call == FORGET)
				A(idx_init)(idx_of(n));
			del(n);
		}
		break;
	case TRIM:
		if ((never && !wrong_at(0, LISH_UNINITIALIZED)))
			return;
		i = slots->capacity;
		A(trim)(array);
		if (misuse.wrong)
			return;
		must(slots->capacity ==
		     (!GROW || (memory_fails && slots->used) ?
			      i :
			      slots->used));
		must(!RWARRAY || slots->used == world.count);
		break;
	case RESERVE:
		if ((never && !wrong_at(0, LISH_UNINITIALIZED)))
			return;
		i = slots->capacity;
		err = A(reserve)(array, n);
		if (misuse.wrong)
			must(err == (never ? -EINVAL : -EBUSY));
		else if (n <= i)
			must(!err && slots->capacity == i);
		else if (!GROW || n > SLOTS)
			must(err == -ENOSPC && slots->capacity == i);
		else if (memory_fails)
			must(err == -ENOMEM && slots->capacity == i);
		else
			must(!err && slots->capacity == n);
		break;
	case DESTROY:
		if (never ? !wrong_at(0, LISH_UNINITIALIZED) :
		    is_looped() && !wrong_at(0, LISH_LOOPED))
			return;
		A(destroy)(array);
		if (misuse.wrong)
			return;
		while (world.count)
			del(world.order[world.count - 1]);
		must(!memcmp(&world.array, &world.never, sizeof(ARRAY)));
		for (i = 0; i < MEMORY_BLOCKS; i++)
			must(!world.memory.size[i]);
		setup();
		world.peak = 0;
		world.failed = 0;
		break;
	case STOP:
		if (never && !wrong_at(0, LISH_UNINITIALIZED))
			return;
		A(stop)(array);
		if (misuse.wrong)
			return;
		for (w = 0; w != WALKS; w++) {
			if (!world.walk[w].runs)
				continue;
			must(!step(w));
			memset(&world.walks[w], 0, sizeof(world.walks[w]));
			memset(&world.walk[w], 0, sizeof(world.walk[w]));
		}
		break;
	case INIT_FAILS: {
		/* The world's own, so that it comes back as it was. */
		struct lish_config config = LISH_CONFIG_INIT;
		ARRAY failed;

		config.initial = never ? 9 : 2;
		config.limit = 8;
		config.mem = &world.memory.mem;
		memory_fails = true;
		if (!wrong_at(1, LISH_UNINITIALIZED))
			return;
		memset(&failed, 0x5a, sizeof(failed));
		must(A(init)(&failed, &config) == (never ? -ENOSPC : -ENOMEM));
		must(!A(count)(&failed));
		break;
	}
	default:
		must(false); /* all calls are above */
	}
}

int main(void)
{
	(void)idx_of;
	return explore(RWARRAY ? (GROW ? "rwarray that grows" : "rwarray") :
				 (GROW ? "dense that grows" : "dense"),
		       &world, sizeof(world), 0, true);
}
