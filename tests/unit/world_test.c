/* SPDX-License-Identifier: MIT */
/*
 * world.h: all twelve containers in one block, which is saved at random moments,
 * changed, loaded and played again.
 *
 * A world holds its own random numbers: what happens next is part of its state.
 * So one that is played without a break, at another address, says what the
 * state must be after each step; it is compared as a hash over orders, indices,
 * handles, counts and payload, never over raw bytes.
 */
#include "pool_test.h"

#include <linux-ish/dense.h>
#include <linux-ish/densepool.h>
#include <linux-ish/ihash.h>
#include <linux-ish/iheap.h>
#include <linux-ish/ilist.h>
#include <linux-ish/inbox.h>
#include <linux-ish/ipool.h>
#include <linux-ish/listpool.h>
#include <linux-ish/locklist.h>
#include <linux-ish/rwarray.h>
#include <linux-ish/save.h>
#include <linux-ish/slotpool.h>
#include <linux-ish/sort.h>
#include <linux-ish/walklist.h>
#include <linux-ish/world.h>

/* Valgrind is slow, and so is who asks for TEST_SHORT, an emulator. */
#ifdef TEST_SHORT
#define WORLDS_ARE_FEW 1
#else
#define WORLDS_ARE_FEW RUNNING_ON_VALGRIND
#endif

#define ROOM 40u  /* of each pool and array */
#define KINDS 24u /* of steps */

/* Of an ipool, and in anything else. */
struct actor {
	struct ipool_idx memory;
	uint32_t id;
	uint32_t value;
	bool posted; /* in the inbox */
	bool dying;  /* waits for the inbox or the locklist */
	struct slotpool_handle target;
	struct ilist_node row;
	struct walklist_node burning;
	struct ihash_node named;
	struct locklist_node group;
	struct dense_idx moving;
	struct rwarray_idx drawn;
	struct iheap_idx timer;
	struct inbox_node mail;
};

struct spark {
	uint32_t id;
	uint32_t value;
	struct densepool_idx memory;
};

struct note {
	struct listpool_node memory;
	uint32_t id;
	uint32_t value;
};

struct ship {
	uint32_t id;
	uint32_t value;
	struct slotpool_handle target;
	struct slotpool_idx memory;
};

struct world {
	uint32_t random;
	uint32_t births;
	uint32_t weight[KINDS];
	uint32_t weights;
	unsigned int locks;
	struct slotpool_handle last; /* alive or not */

	struct ilist row;
	struct walklist burning;
	struct ihash named;
	struct locklist group;
	struct dense moving;
	struct rwarray drawn;
	struct iheap timers;
	struct inbox mail;
	struct ipool actors;
	struct densepool sparks;
	struct listpool notes;
	struct slotpool ships;

	IHASH_STORAGE(named_buckets, ROOM);
	DENSE_STORAGE(moving_slots, ROOM);
	RWARRAY_STORAGE(drawn_slots, ROOM);
	IHEAP_STORAGE(timer_slots, ROOM);
	IPOOL_STORAGE(actor_memory, struct actor, ROOM);
	DENSEPOOL_STORAGE(spark_memory, struct spark, ROOM);
	LISTPOOL_STORAGE(note_memory, struct note, ROOM);
	SLOTPOOL_STORAGE(ship_memory, struct ship, ROOM);
};

static uint32_t random_next(uint32_t *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state >> 8;
}

static uint32_t below(struct world *w, uint32_t n)
{
	return random_next(&w->random) % n;
}

/* Hooks lie outside, and what they change through ctx is in the world. */
static unsigned int made;

static void make_ship(void *ctx, void *object)
{
	(void)ctx;
	(void)object;
	made++;
}

static void init_ship(void *ctx, void *object)
{
	struct world *w = (struct world *)ctx;

	((struct ship *)object)->value = ++w->births;
}

static void fini_ship(void *ctx, void *object)
{
	((struct world *)ctx)->births += ((struct ship *)object)->value & 1;
}

static const struct lish_pool_hooks ship_hooks = { make_ship, init_ship, fini_ship, NULL };

/* Actors */

static void actor_release(struct world *w, struct actor *a)
{
	if (a->dying && !a->posted && !locklist_owner(&a->group))
		ipool_free(&w->actors, &a->memory);
}

static void actor_is_out(struct locklist *list, struct locklist_node *node)
{
	actor_release(container_of(list, struct world, group),
		      container_of(node, struct actor, group));
}

static void actor_kill(struct world *w, struct actor *a)
{
	if (a->dying)
		return;
	ilist_leave(&a->row);
	walklist_leave(&a->burning);
	ihash_leave(&a->named);
	dense_leave(&w->moving, &a->moving);
	rwarray_leave(&w->drawn, &a->drawn);
	iheap_leave(&w->timers, &a->timer);
	locklist_leave(&a->group);
	a->dying = true;
	actor_release(w, a);
}

static struct actor *actor_any(struct world *w)
{
	struct actor *a = ipool_at_entry(&w->actors, below(w, ROOM), struct actor, memory);

	return a && !a->dying ? a : NULL;
}

static struct actor *actor_new(struct world *w)
{
	struct actor *a = ipool_zalloc_entry(&w->actors, struct actor, memory);

	if (!a)
		return NULL;
	a->id = ++w->births;
	a->target = w->last;
	return a;
}

static void world_init(struct world *w, uint32_t seed)
{
	struct lish_config config = LISH_CONFIG_INIT;
	uint32_t i, random = seed;

	w->random = seed * 2654435761u;
	w->births = 0;
	w->locks = 0;
	w->last.slot = w->last.generation = 0;
	w->weights = 0;
	for (i = 0; i < KINDS; i++) {
		w->weight[i] = random_next(&random) % 8;
		w->weights += w->weight[i];
	}
	w->weight[0] += 8; /* births */
	w->weights += 8;
	ilist_init(&w->row);
	walklist_init(&w->burning);
	locklist_init(&w->group);
	locklist_set_on_out(&w->group, actor_is_out);
	/* Of any size, that of a STORAGE is a constant. */
	(ihash_init_in)(&w->named, w->named_buckets.ihash_buckets, random_next(&random) % ROOM + 1);
	(dense_init_in)(&w->moving, w->moving_slots.dense_slots, random_next(&random) % ROOM + 1);
	(rwarray_init_in)(&w->drawn, w->drawn_slots.rwarray_slots, random_next(&random) % ROOM + 1);
	iheap_init_in(&w->timers, &w->timer_slots);
	inbox_init(&w->mail);
	ipool_init_in(&w->actors, struct actor, memory, &w->actor_memory, NULL);
	densepool_init_in(&w->sparks, struct spark, memory, &w->spark_memory, NULL);
	listpool_init_in(&w->notes, struct note, memory, &w->note_memory, NULL);
	config.reuse = (enum lish_reuse)(random_next(&random) % 3);
	config.hooks = random_next(&random) % 2 ? &ship_hooks : NULL;
	config.ctx = w;
	slotpool_init_in(&w->ships, struct ship, memory, &w->ship_memory, &config);
}

/* Nothing may be poisoned when the block is given back. */
static void world_destroy(struct world *w)
{
	while (w->locks) {
		w->locks--;
		locklist_unlock(&w->group);
	}
	ipool_destroy(&w->actors);
	densepool_destroy(&w->sparks);
	listpool_destroy(&w->notes);
	slotpool_destroy(&w->ships);
}

/* Steps */

static uint32_t actor_key(const struct actor *a)
{
	return a->value % 16;
}

static int by_key(uint32_t a, uint32_t b)
{
	return (a > b) - (a < b);
}

static int row_cmp(void *ctx, const struct ilist_node *a, const struct ilist_node *b)
{
	(void)ctx;
	return by_key(actor_key(container_of(a, const struct actor, row)),
		      actor_key(container_of(b, const struct actor, row)));
}

static int burning_cmp(void *ctx, const struct walklist_node *a, const struct walklist_node *b)
{
	(void)ctx;
	return by_key(actor_key(container_of(a, const struct actor, burning)),
		      actor_key(container_of(b, const struct actor, burning)));
}

static int moving_cmp(void *ctx, const struct dense_idx *a, const struct dense_idx *b)
{
	(void)ctx;
	return by_key(actor_key(container_of(a, const struct actor, moving)),
		      actor_key(container_of(b, const struct actor, moving)));
}

static int drawn_cmp(void *ctx, const struct rwarray_idx *a, const struct rwarray_idx *b)
{
	(void)ctx;
	return by_key(actor_key(container_of(a, const struct actor, drawn)),
		      actor_key(container_of(b, const struct actor, drawn)));
}

static int note_cmp(void *ctx, const struct listpool_node *a, const struct listpool_node *b)
{
	(void)ctx;
	return by_key(container_of(a, const struct note, memory)->value % 16,
		      container_of(b, const struct note, memory)->value % 16);
}

static void row_step(struct world *w, struct actor *a)
{
	struct actor *other = actor_any(w);

	if (ilist_leave(&a->row))
		return;
	if (other && other != a && ilist_is_linked(&other->row))
		ilist_add_before(&other->row, &a->row);
	else if (below(w, 2))
		ilist_add(&w->row, &a->row);
	else
		ilist_add_tail(&w->row, &a->row);
}

static void burning_step(struct world *w, struct actor *a)
{
	struct actor *other = actor_any(w);

	if (walklist_leave(&a->burning))
		return;
	if (other && other != a && walklist_contains(&w->burning, &other->burning))
		walklist_add_after(&w->burning, &other->burning, &a->burning);
	else
		walklist_add_tail(&w->burning, &a->burning);
}

/* Some have the same hash. */
static uint32_t name_hash(uint32_t id)
{
	return ihash_u32(id / 2);
}

static void named_step(struct world *w, struct actor *a)
{
	if (ihash_is_linked(&a->named) && below(w, 2))
		ihash_move_tail(&w->named, &a->named);
	else if (!ihash_leave(&a->named))
		ihash_add(&w->named, &a->named, name_hash(a->id));
}

/* What is refused is refused again: it counts. */
static void join_step(struct world *w, struct actor *a)
{
	if (!dense_leave(&w->moving, &a->moving) && dense_add(&w->moving, &a->moving))
		a->value++;
	if (below(w, 2) && !rwarray_leave(&w->drawn, &a->drawn) &&
	    rwarray_add_tail(&w->drawn, &a->drawn))
		a->value++;
}

static void timer_step(struct world *w, struct actor *a)
{
	const int64_t key = (int64_t)below(w, 8);

	if (iheap_contains(&w->timers, &a->timer) && below(w, 2))
		iheap_moved(&w->timers, &a->timer, key);
	else if (!iheap_leave(&w->timers, &a->timer))
		lish_sure(iheap_add(&w->timers, &a->timer, key));
}

static void group_step(struct world *w, struct actor *a)
{
	if (!locklist_leave(&a->group) && locklist_add_tail(&w->group, &a->group))
		a->value++;
}

static void lock_step(struct world *w)
{
	if (w->locks < 2 && below(w, 2)) {
		locklist_lock(&w->group);
		w->locks++;
	} else if (w->locks) {
		w->locks--;
		locklist_unlock(&w->group);
	}
}

static void post(struct world *w, struct actor *a)
{
	if (!a->posted) {
		a->posted = true;
		lish_sure(inbox_push(&w->mail, &a->mail));
	}
}

static void drain_step(struct world *w)
{
	inbox_drain_entry(a, &w->mail, struct actor, mail) {
		a->posted = false;
		a->value = a->value * 31 + ++w->births;
		if (!a->dying && !below(w, 4))
			post(w, a);
		else
			actor_release(w, a);
		if (!below(w, 5))
			break; /* the rest is part of the state */
	}
}

static void spark_step(struct world *w)
{
	struct spark *spark = NULL;
	uint32_t nth;

	if (below(w, 3)) {
		spark = densepool_zalloc_entry(&w->sparks, struct spark, memory);
		if (spark)
			spark->id = ++w->births;
		return;
	}
	nth = below(w, ROOM);
	densepool_for_each_entry(at, &w->sparks, struct spark, memory) {
		if (!nth--) {
			spark = at;
			break;
		}
	}
	if (spark)
		densepool_free(&w->sparks, &spark->memory);
}

static struct note *note_any(struct world *w)
{
	struct note *found = NULL;
	uint32_t nth = below(w, ROOM);

	listpool_for_each_entry(note, &w->notes, struct note, memory) {
		if (nth--)
			continue;
		found = note;
		break;
	}
	return found;
}

static void note_step(struct world *w)
{
	struct note *note = NULL, *pos = note_any(w);

	switch (below(w, 5)) {
	case 0:
		if (pos)
			listpool_free(&w->notes, &pos->memory);
		return;
	case 1:
		if (pos)
			listpool_move(&w->notes, &pos->memory);
		return;
	case 2:
		note = listpool_alloc_entry(&w->notes, struct note, memory);
		break;
	case 3:
		note = listpool_alloc_tail_entry(&w->notes, struct note, memory);
		break;
	default:
		if (pos)
			note = listpool_alloc_after_entry(&w->notes, pos, struct note, memory);
	}
	if (note) {
		note->id = ++w->births;
		note->value = below(w, 1000);
	}
}

static void ship_step(struct world *w)
{
	struct ship *ship;
	struct actor *a;

	switch (below(w, 4)) {
	case 0:
		if (!slotpool_free_at(&w->ships, below(w, ROOM)))
			w->births++;
		return;
	case 1:
		a = actor_any(w);
		if (a && slotpool_free_handle(&w->ships, a->target))
			a->value++;
		return;
	case 2:
		ship = slotpool_zalloc_entry(&w->ships, struct ship, memory);
		break;
	default:
		ship = slotpool_alloc_tail_entry(&w->ships, struct ship, memory);
		if (ship)
			ship->value = 0;
	}
	if (!ship)
		return;
	ship->id = ++w->births;
	ship->target = w->last;
	w->last = slotpool_handle_of(&w->ships, &ship->memory);
}

/* Passes, in which others come and go. */

static void lists_pass(struct world *w)
{
	walklist_for_each_entry(a, &w->burning, struct actor, burning) {
		struct actor *other = actor_any(w);

		a->value = a->value * 31 + ++w->births;
		if (other && !below(w, 4))
			actor_kill(w, other);
		else if (other)
			row_step(w, other);
	}
	ihash_for_each_entry(a, &w->named, struct actor, named) {
		struct actor *other = actor_any(w);

		a->value = a->value * 31 + ++w->births;
		if (other && !below(w, 4))
			actor_kill(w, other);
		else if (other && !ihash_is_linked(&other->named))
			ihash_add(&w->named, &other->named, name_hash(other->id));
	}
	ilist_for_each_entry_safe(a, &w->row, struct actor, row) {
		a->value = a->value * 31 + ++w->births;
		if (!below(w, 8))
			actor_kill(w, a);
	}
	locklist_for_each_entry(a, &w->group, struct actor, group) {
		struct actor *other = actor_any(w);

		a->value = a->value * 31 + ++w->births;
		if (other && below(w, 4))
			group_step(w, other);
		else if (other)
			actor_kill(w, other);
	}
}

static void arrays_pass(struct world *w)
{
	dense_for_each_entry(a, &w->moving, struct actor, moving) {
		struct actor *other = actor_any(w);

		a->value = a->value * 31 + ++w->births;
		if (other && !below(w, 4))
			actor_kill(w, other);
	}
	rwarray_for_each_entry(a, &w->drawn, struct actor, drawn) {
		struct actor *other = actor_any(w);

		a->value = a->value * 31 + ++w->births;
		if (other && !below(w, 4))
			actor_kill(w, other);
		else if (!below(w, 4))
			post(w, a);
	}
	iheap_drain_due(a, &w->timers, (int64_t)below(w, 8), struct actor, timer) {
		struct actor *other = actor_any(w);

		a->value = a->value * 31 + ++w->births;
		if (other && other != a && below(w, 2))
			timer_step(w, other);
		else if (other && other != a)
			actor_kill(w, other);
		if (!below(w, 4))
			break;
	}
}

static void pools_pass(struct world *w)
{
	densepool_for_each_entry(spark, &w->sparks, struct spark, memory) {
		spark->value = spark->value * 31 + ++w->births;
		if (!below(w, 4))
			spark_step(w);
	}
	listpool_for_each_entry(note, &w->notes, struct note, memory) {
		note->value = note->value * 31 + ++w->births;
		if (!below(w, 4))
			listpool_free(&w->notes, &note->memory);
	}
	slotpool_for_each_entry(ship, &w->ships, struct ship, memory) {
		const struct ship *target =
			slotpool_get_entry(&w->ships, ship->target, struct ship, memory);

		ship->value += target ? target->id : 1;
		if (!below(w, 8))
			ship_step(w);
	}
}

static void actor_step(struct world *w, unsigned int kind)
{
	struct actor *a = actor_any(w);

	if (!a)
		return;
	switch (kind) {
	case 1:
		actor_kill(w, a);
		break;
	case 2:
	case 3:
		row_step(w, a);
		break;
	case 4:
	case 5:
		burning_step(w, a);
		break;
	case 6:
	case 7:
		group_step(w, a);
		break;
	case 8:
	case 9:
		join_step(w, a);
		timer_step(w, a);
		named_step(w, a);
		break;
	default:
		post(w, a);
	}
}

static void world_step(struct world *w)
{
	uint32_t kind = 0, at = below(w, w->weights);
	struct actor *a;

	while (at >= w->weight[kind])
		at -= w->weight[kind++];
	switch (kind) {
	case 0:
		a = actor_new(w);
		if (a && below(w, 2)) {
			row_step(w, a);
			burning_step(w, a);
			named_step(w, a);
			group_step(w, a);
			join_step(w, a);
			timer_step(w, a);
		}
		break;
	case 11:
		drain_step(w);
		break;
	case 12:
		lock_step(w);
		break;
	case 13:
	case 14:
		spark_step(w);
		break;
	case 15:
	case 16:
		note_step(w);
		break;
	case 17:
	case 18:
		ship_step(w);
		break;
	case 19:
		lists_pass(w);
		break;
	case 20:
		arrays_pass(w);
		break;
	case 21:
		pools_pass(w);
		break;
	case 22:
		ilist_sort(&w->row, row_cmp, NULL);
		walklist_sort(&w->burning, burning_cmp, NULL);
		dense_sort(&w->moving, moving_cmp, NULL);
		rwarray_sort(&w->drawn, drawn_cmp, NULL);
		listpool_sort(&w->notes, note_cmp, NULL);
		break;
	case 23:
		if (below(w, 4))
			break;
		densepool_clear(&w->sparks);
		listpool_clear(&w->notes);
		slotpool_clear(&w->ships);
		if (walklist_count(&w->burning) > 1)
			walklist_move_tail(
				&w->burning,
				&walklist_first_entry(&w->burning, struct actor, burning)->burning);
		if (!ilist_empty(&w->row))
			ilist_move_tail(&w->row,
					&ilist_first_entry(&w->row, struct actor, row)->row);
		rwarray_compact(&w->drawn);
		break;
	default:
		actor_step(w, kind);
	}
}

/* What the state is */

static uint32_t hash;

static void mix(uint32_t number)
{
	hash = (hash ^ number) * 16777619u;
}

static void mix_stats(struct lish_stats stats)
{
	mix(stats.count);
	mix(stats.capacity);
	mix(stats.limit);
	mix(stats.peak);
	mix(stats.failed);
	mix(stats.highest);
	mix(stats.retired);
}

static void mix_handle(struct slotpool_handle handle)
{
	mix(handle.slot);
	mix(handle.generation);
}

static void mix_lists(const struct world *w)
{
	const struct locklist_node *node;

	mix(ilist_count(&w->row));
	ilist_for_each_entry(a, &w->row, const struct actor, row)
		mix(a->id);
	mix(walklist_count(&w->burning));
	walklist_for_each_entry_const(a, &w->burning, const struct actor, burning)
		mix(a->id);
	mix(ihash_count(&w->named));
	ihash_for_each_entry_const(a, &w->named, const struct actor, named)
		mix(a->id);
	mix_stats(ihash_stats(&w->named));
	mix(locklist_count(&w->group));
	mix(locklist_is_locked(&w->group));
	for (node = (locklist_first_entry)(&w->group, 0); node;
	     node = (locklist_next_entry)(&w->group, node, 0))
		mix(container_of(node, const struct actor, group)->id);
	mix(locklist_seen_count(&w->group));
	for (node = w->group.head.next; node != &w->group.head; node = node->next)
		mix(container_of(node, const struct actor, group)->id);
	mix(inbox_empty(&w->mail));
}

static void mix_arrays(const struct world *w)
{
	uint32_t i;

	mix_stats(dense_stats(&w->moving));
	for (i = 0; i < dense_count(&w->moving); i++)
		mix(dense_at_entry(&w->moving, i, const struct actor, moving)->id);
	mix_stats(iheap_stats(&w->timers));
	mix_stats(rwarray_stats(&w->drawn));
	rwarray_for_each_entry_const(a, &w->drawn, const struct actor, drawn)
		mix(a->id);
}

/* avr-gcc 5.4 finds no register if this is inlined. */
static LISH_NOINLINE const struct actor *actor_at(const struct world *w, uint32_t i)
{
	return ipool_at_entry(&w->actors, i, const struct actor, memory);
}

static void mix_actors(const struct world *w)
{
	uint32_t i;

	mix_stats(ipool_stats(&w->actors));
	for (i = 0; i < ROOM; i++) {
		const struct actor *a = actor_at(w, i);

		mix(a != NULL);
		if (!a)
			continue;
		mix(a->id);
		mix(a->value);
		mix(a->posted + 2u * a->dying);
		mix_handle(a->target);
		mix((uint32_t)dense_index_of(&w->moving, &a->moving));
		/* Candidates come in the same order. */
		ihash_for_each_hash_entry(named, &w->named, name_hash(a->id), const struct actor, named)
			mix(named->id);
		if (iheap_contains(&w->timers, &a->timer))
			mix((uint32_t)iheap_key_of(&w->timers, &a->timer));
	}
}

static void mix_pools(const struct world *w)
{
	mix_actors(w);
	mix_stats(densepool_stats(&w->sparks));
	densepool_for_each_entry_const(spark, &w->sparks, const struct spark, memory) {
		mix(spark->id);
		mix(spark->value);
	}
	mix_stats(listpool_stats(&w->notes));
	listpool_for_each_entry_const(note, &w->notes, const struct note, memory) {
		mix((uint32_t)(note - w->note_memory.objects));
		mix(note->id);
		mix(note->value);
	}
	mix_stats(slotpool_stats(&w->ships));
	slotpool_for_each_entry(ship, &w->ships, const struct ship, memory) {
		mix_handle(slotpool_handle_of(&w->ships, &ship->memory));
		mix(ship->id);
		mix(ship->value);
		mix_handle(ship->target);
	}
}

static uint32_t world_hash(const struct world *w)
{
	hash = 2166136261u;
	mix(w->random);
	mix(w->births);
	mix(w->locks);
	mix_handle(w->last);
	mix_lists(w);
	mix_arrays(w);
	mix_pools(w);
	return hash;
}

static void assert_whole(const struct world *w)
{
	assert_int_equal(ilist_check(&w->row, NULL), LISH_OK);
	assert_int_equal(walklist_check(&w->burning, NULL), LISH_OK);
	assert_int_equal(ihash_check(&w->named, NULL), LISH_OK);
	assert_int_equal(locklist_check(&w->group, NULL), LISH_OK);
	assert_int_equal(dense_check(&w->moving, NULL), LISH_OK);
	assert_int_equal(rwarray_check(&w->drawn, NULL), LISH_OK);
	assert_int_equal(iheap_check(&w->timers, NULL), LISH_OK);
	assert_int_equal(inbox_check(&w->mail, NULL), LISH_OK);
	assert_int_equal(ipool_check(&w->actors, NULL), LISH_OK);
	assert_int_equal(densepool_check(&w->sparks, NULL), LISH_OK);
	assert_int_equal(listpool_check(&w->notes, NULL), LISH_OK);
	assert_int_equal(slotpool_check(&w->ships, NULL), LISH_OK);
}

/* What somebody outside remembers of a world */
struct memory {
	unsigned int steps;
	uint32_t hash;
	struct actor *actors[ROOM];
	uint32_t ids[ROOM];
	struct ship *ships[ROOM];
	struct slotpool_handle handles[ROOM];
	unsigned char *block;
};

static void remember(struct memory *m, struct world *w, unsigned int steps)
{
	uint32_t i;

	m->steps = steps;
	m->hash = world_hash(w);
	for (i = 0; i < ROOM; i++) {
		m->actors[i] = ipool_at_entry(&w->actors, i, struct actor, memory);
		m->ids[i] = m->actors[i] ? m->actors[i]->id : 0;
		m->ships[i] = slotpool_at_entry(&w->ships, i, struct ship, memory);
		m->handles[i].slot = m->handles[i].generation = 0;
		if (m->ships[i])
			m->handles[i] = slotpool_handle_of(&w->ships, &m->ships[i]->memory);
	}
	lish_world_save(m->block, w, sizeof(*w));
}

static void go_back(const struct memory *m, struct world *w)
{
	uint32_t i;

	lish_world_load(w, m->block, sizeof(*w));
	assert_whole(w);
	assert_int_equal(world_hash(w), m->hash);
	for (i = 0; i < ROOM; i++) {
		if (m->actors[i]) {
			assert_true(ipool_contains(&w->actors, &m->actors[i]->memory));
			assert_int_equal(m->actors[i]->id, m->ids[i]);
		}
		assert_ptr_equal(slotpool_get_entry(&w->ships, m->handles[i], struct ship, memory),
				 m->ships[i]);
	}
}

/* Memory of any content; undefined, to Valgrind. */
static void *some_memory(size_t size)
{
	void *memory = malloc(size);

	assert_non_null(memory);
	if (!RUNNING_ON_VALGRIND)
		memset(memory, 0x5a, size);
	return memory;
}

static struct world *world_new(uint32_t seed)
{
	struct world *w = (struct world *)some_memory(sizeof(*w));

	world_init(w, seed);
	return w;
}

static void world_free(struct world *w)
{
	world_destroy(w);
	free(w);
}

#define STEPS 600u
#define SAVES 3u

/* What a world without saves and loads is after each step. */
static void play_without_a_break(uint32_t seed, uint32_t *truth)
{
	struct world *w = world_new(seed);
	unsigned int i;

	truth[0] = world_hash(w);
	for (i = 1; i <= STEPS; i++) {
		world_step(w);
		truth[i] = world_hash(w);
	}
	assert_whole(w);
	world_free(w);
}

/* A future that will not have been. */
static void play_something_else(struct world *w, uint32_t *random)
{
	unsigned int n = random_next(random) % 40;

	w->random ^= random_next(random);
	while (n--)
		world_step(w);
}

static void play_with_breaks(uint32_t seed, const uint32_t *truth)
{
	struct world *w = world_new(seed);
	struct memory memories[SAVES];
	uint32_t random = seed;
	unsigned int i, now = 0, loads = 0;

	for (i = 0; i < SAVES; i++) {
		memories[i].block = (unsigned char *)some_memory(sizeof(*w));
		remember(&memories[i], w, now);
	}
	while (now < STEPS) {
		struct memory *m = &memories[random_next(&random) % SAVES];

		switch (random_next(&random) % 64) {
		case 0:
		case 1:
		case 2:
			remember(m, w, now);
			break;
		case 3:
			if (loads++ > 8)
				break;
			if (random_next(&random) % 2)
				play_something_else(w, &random);
			go_back(m, w);
			now = m->steps;
			break;
		default:
			world_step(w);
			if (world_hash(w) != truth[++now])
				fail_msg("seed %u: another state after step %u", seed, now);
		}
	}
	assert_whole(w);
	for (i = 0; i < SAVES; i++)
		free(memories[i].block);
	world_free(w);
}

TEST(random_worlds_go_back_and_play_the_same_again)
{
	const unsigned int worlds = WORLDS_ARE_FEW ? 6 : LISH_CHECK >= 2 || UNDER_ASAN ? 60 : 200;
	const char *chosen = getenv("LISH_SEED");
	const uint32_t seed = chosen ? (uint32_t)strtoul(chosen, NULL, 0) : 1;
	uint32_t truth[STEPS + 1];
	unsigned int i;

	print_message("%u worlds of %u bytes from LISH_SEED=%u on\n", worlds,
		      (unsigned int)sizeof(struct world), (unsigned int)seed);
	for (i = 0; i < worlds; i++) {
		play_without_a_break(seed + i, truth);
		play_with_breaks(seed + i, truth);
	}
}

/* By files, to another address: what pools write themselves. */

static void *snapshot_of_ships(const struct world *w, size_t *size)
{
	void *bytes = malloc(*size = slotpool_save_size(&w->ships, NULL));

	assert_non_null(bytes);
	assert_int_equal(slotpool_save(&w->ships, bytes, *size, NULL), 0);
	return bytes;
}

/* The same at each index, and each handle leads to the same. */
static void assert_same_pools(const struct world *a, const struct world *b)
{
	uint32_t i;

	for (i = 0; i < ROOM; i++) {
		const struct ship *s = slotpool_at_entry(&a->ships, i, const struct ship, memory);
		const struct ship *t = slotpool_at_entry(&b->ships, i, const struct ship, memory);

		assert_int_equal(!s, !t);
		if (s) {
			assert_int_equal(s->id, t->id);
			assert_int_equal(s->value, t->value);
			assert_ptr_equal(
				slotpool_get_entry(&b->ships,
						   slotpool_handle_of(&a->ships, &s->memory),
						   const struct ship, memory),
				t);
		}
	}
	assert_int_equal(slotpool_check(&b->ships, NULL), LISH_OK);
}

/* What comes next is the same as well. */
static void assert_same_births(struct world *a, struct world *b)
{
	struct ship *s, *t;

	do {
		s = slotpool_zalloc_entry(&a->ships, struct ship, memory);
		t = slotpool_zalloc_entry(&b->ships, struct ship, memory);
		assert_int_equal(!s, !t);
		if (s)
			assert_int_equal(
				slotpool_handle_to_u64(slotpool_handle_of(&a->ships, &s->memory)),
				slotpool_handle_to_u64(slotpool_handle_of(&b->ships, &t->memory)));
	} while (s);
}

TEST(pools_of_random_worlds_go_to_other_addresses)
{
	const unsigned int worlds = WORLDS_ARE_FEW ? 10 : 100;
	size_t of_ships;
	void *ships;
	uint32_t seed, i;

	for (seed = 1; seed <= worlds; seed++) {
		struct world *w = world_new(seed), *other = world_new(seed);

		for (i = 0; i < 20 + seed * 7 % 300; i++)
			world_step(w);
		ships = snapshot_of_ships(w, &of_ships);
		/* The other one is no empty page either. */
		for (i = 0; i < seed * 3 % 50; i++) {
			ship_step(other);
		}
		assert_int_equal(slotpool_load(&other->ships, ships, of_ships, NULL), 0);
		assert_same_pools(w, other);
		/* Hooks count births. */
		other->births = w->births;
		other->last = w->last;
		assert_same_births(w, other);
		free(ships);
		world_free(w);
		world_free(other);
	}
}

/* Where do two states differ? */

static const struct lish_world_part parts[] = {
	LISH_WORLD_OBJECTS(struct world, ship_memory),
	LISH_WORLD_OBJECTS(struct world, spark_memory),
	LISH_WORLD_OBJECTS(struct world, note_memory),
	LISH_WORLD_OBJECTS(struct world, actor_memory),
	LISH_WORLD_PART(struct world, row),
	LISH_WORLD_PART(struct world, burning),
	LISH_WORLD_PART(struct world, named),
	LISH_WORLD_PART(struct world, group),
	LISH_WORLD_PART(struct world, moving),
	LISH_WORLD_PART(struct world, drawn),
	LISH_WORLD_PART(struct world, timers),
	LISH_WORLD_PART(struct world, mail),
	LISH_WORLD_PART(struct world, actors),
	LISH_WORLD_PART(struct world, sparks),
	LISH_WORLD_PART(struct world, notes),
	LISH_WORLD_PART(struct world, ships),
	LISH_WORLD_PART(struct world, named_buckets),
	LISH_WORLD_PART(struct world, moving_slots),
	LISH_WORLD_PART(struct world, drawn_slots),
	LISH_WORLD_PART(struct world, timer_slots),
};

/* Everything that only looks: loops, counts, checks, questions. */
static void look_at_all(struct world *w, size_t *seen)
{
	(void)world_hash(w);
	assert_whole(w);
	ilist_for_each_entry (a, &w->row, struct actor, row)
		*seen += a->id;
	ilist_for_each_entry_reverse (a, &w->row, struct actor, row)
		*seen += a->id;
	/* The other loops of these leave hints, and close holes. */
	walklist_for_each_entry_const (a, &w->burning, struct actor, burning)
		*seen += a->id;
	ihash_for_each_entry_const (a, &w->named, struct actor, named)
		*seen += a->id;
	locklist_for_each_entry (a, &w->group, struct actor, group)
		*seen += a->id;
	dense_for_each_entry (a, &w->moving, struct actor, moving)
		*seen += a->id;
	dense_for_each_entry_reverse (a, &w->moving, struct actor, moving)
		*seen += a->id;
	rwarray_for_each_entry_const (a, &w->drawn, struct actor, drawn)
		*seen += a->id;
	densepool_for_each_entry (s, &w->sparks, struct spark, memory)
		*seen += s->id;
	listpool_for_each_entry_const (n, &w->notes, struct note, memory)
		*seen += n->id;
	slotpool_for_each_entry (s, &w->ships, struct ship, memory)
		*seen += s->id + slotpool_handle_of(&w->ships, &s->memory).generation;
	slotpool_for_each_entry_reverse (s, &w->ships, struct ship, memory)
		*seen += (size_t)slotpool_index_of(&w->ships, &s->memory);
	slotpool_for_each_range (first, end, &w->ships)
		*seen += end - first;
	*seen += slotpool_save_size(&w->ships, NULL) + slotpool_stats(&w->ships).count;
}

/* The second of two equal games looks at everything twice as often. */
TEST(one_of_two_equal_games_may_look_more_often)
{
	const unsigned int steps = WORLDS_ARE_FEW ? 100 : 400;
	struct world *w, *first;
	struct world *copies;
	struct lish_world_place place;
	unsigned int i, game;
	size_t seen = 0;
	uint32_t seed;

	copies = (struct world *)malloc(steps * sizeof(*copies));
	first = (struct world *)malloc(sizeof(*first));
	w = (struct world *)some_memory(sizeof(*w));
	assert_true(copies && first);
	for (seed = 1; seed <= 5; seed++) {
		for (game = 0; game < 2; game++) {
			memset(w, 0, sizeof(*w));
			world_init(w, seed);
			for (i = 0; i < steps; i++) {
				world_step(w);
				if (game)
					look_at_all(w, &seen);
				if (!game) {
					lish_world_save(&copies[i], w, sizeof(*w));
					continue;
				}
				lish_world_save(first, w, sizeof(*w));
				place = lish_world_differs(&copies[i], first, sizeof(*w), parts,
							   ARRAY_SIZE(parts));
				if (place.offset != sizeof(*w))
					fail_msg("step %u: %s, object %u, %u bytes into it", i,
						 place.part ? place.part->name : "?",
						 (unsigned int)place.object,
						 (unsigned int)place.byte);
			}
			world_destroy(w);
		}
	}
	assert_true(seen > 0);
	free(w);
	free(first);
	free(copies);
}

TEST(the_first_byte_that_differs_has_a_name)
{
	struct world *a = (struct world *)calloc(1, sizeof(*a));
	struct world *b = (struct world *)calloc(1, sizeof(*b));
	struct lish_world_place place;

	assert_true(a && b);
	place = lish_world_differs(a, b, sizeof(*a), parts, ARRAY_SIZE(parts));
	assert_int_equal(place.offset, sizeof(*a));
	assert_null(place.part);
	b->ship_memory.objects[17].value = 1;
	place = lish_world_differs(a, b, sizeof(*a), parts, ARRAY_SIZE(parts));
	assert_string_equal(place.part->name, "ship_memory");
	assert_int_equal(place.object, 17);
	assert_in_range(place.byte, offsetof(struct ship, value), offsetof(struct ship, value) + 3);
	assert_int_equal(place.offset, offsetof(struct world, ship_memory.objects) +
				       17 * sizeof(struct ship) + place.byte);
	b->drawn.array.used = 5;
	place = lish_world_differs(a, b, sizeof(*a), parts, ARRAY_SIZE(parts));
	assert_string_equal(place.part->name, "drawn");
	assert_int_equal(place.object, 0);
	b->random = 1;
	place = lish_world_differs(a, b, sizeof(*a), parts, ARRAY_SIZE(parts));
	assert_null(place.part);
	assert_int_equal(place.byte, place.offset);
	place = lish_world_differs(a, b, 0, NULL, 0);
	assert_int_equal(place.offset, 0);
	assert_reported("lish_world_differs", LISH_NULL,
			place = lish_world_differs(a, NULL, 8, NULL, 0));
	free(a);
	free(b);
}

/* One by one */

TEST(nothing_is_saved_and_loaded)
{
	char to = 'a', from = 'b';

	lish_world_save(&to, &from, 0);
	assert_int_equal(to, 'a');
	lish_world_load(&to, &from, 0);
	assert_int_equal(to, 'a');
}

TEST(any_bytes_are_copied_and_no_others)
{
	unsigned char world[40], copy[40], i;
	size_t at, n;

	for (at = 0; at < 9; at++) {
		for (n = 0; n < 30; n++) {
			for (i = 0; i < 40; i++)
				world[i] = i;
			memset(copy, 0xee, sizeof(copy));
			lish_world_save(copy + 3, world + at, n);
			assert_int_equal(copy[2], 0xee);
			assert_int_equal(copy[3 + n], 0xee);
			assert_memory_equal(copy + 3, world + at, n);
			memset(world, 0xdd, sizeof(world));
			lish_world_load(world + at, copy + 3, n);
			assert_memory_equal(world + at, copy + 3, n);
			assert_int_equal(world[at + n], 0xdd);
			assert_true(!at || world[at - 1] == 0xdd);
		}
	}
}

TEST(hooks_are_not_called)
{
	uint32_t seed = 0;
	struct memory m;
	struct world *w;
	unsigned int before;

	do {
		w = world_new(++seed);
		if (w->ships.base.hooks)
			break;
		world_free(w);
	} while (seed < 100);
	m.block = (unsigned char *)some_memory(sizeof(*w));
	remember(&m, w, 0);
	before = made;
	assert_non_null(slotpool_alloc_entry(&w->ships, struct ship, memory));
	assert_int_equal(made, before + 1);
	go_back(&m, w);
	assert_int_equal(made, before + 1);
	assert_int_equal(slotpool_count(&w->ships), 0);
	/* That it was made is forgotten as well. */
	assert_non_null(slotpool_alloc_entry(&w->ships, struct ship, memory));
	assert_int_equal(made, before + 2);
	free(m.block);
	world_free(w);
}

TEST(tools_watch_what_is_freed_after_a_load)
{
	struct world *w = world_new(1);
	unsigned char *block = (unsigned char *)some_memory(sizeof(*w));
	struct note *a, *b;
	const char *byte;

	a = listpool_zalloc_entry(&w->notes, struct note, memory);
	b = listpool_zalloc_entry(&w->notes, struct note, memory);
	byte = (const char *)&a->id;
	listpool_free(&w->notes, &a->memory);
	assert_true(is_reading_reported(byte) == is_watched());
	lish_world_save(block, w, sizeof(*w));
	assert_true(is_reading_reported(byte) == is_watched());
	listpool_free(&w->notes, &b->memory);
	lish_world_load(w, block, sizeof(*w));
	/* Not known any more, whether it is live or not. */
	assert_false(is_reading_reported(byte));
	assert_false(is_reading_reported((const char *)&b->id));
	assert_true(listpool_contains(&w->notes, &b->memory));
	assert_false(listpool_contains(&w->notes, &a->memory));
	assert_ptr_equal(listpool_alloc_entry(&w->notes, struct note, memory), a);
	listpool_free(&w->notes, &a->memory);
	assert_true(is_reading_reported(byte) == is_watched());
	free(block);
	world_free(w);
}

/* Do the tools complain of a save into that many bytes of memory? */
static bool is_save_reported(const struct world *w, size_t room)
{
#if defined(__unix__)
	unsigned int errors;
	char *to, said = 0;
	pid_t child;
	int fds[2];

	fflush(NULL);
	assert_int_equal(pipe(fds), 0);
	child = fork();
	assert_true(child >= 0);
	if (!child) {
		if (!freopen("/dev/null", "w", stderr))
			_exit(2);
		to = (char *)malloc(room);
		errors = VALGRIND_COUNT_ERRORS;
		lish_world_save(to, w, sizeof(*w));
		free(to);
		/* ASan has ended this process by now. */
		_exit(VALGRIND_COUNT_ERRORS != errors || write(fds[1], "f", 1) != 1);
	}
	close(fds[1]);
	if (read(fds[0], &said, 1) != 1)
		said = 0;
	close(fds[0]);
	waitpid(child, NULL, 0);
	return said != 'f';
#else
	return is_watched() && room < sizeof(*w);
#endif
}

TEST(tools_watch_the_buffer_that_is_saved_to)
{
	struct world *w = world_new(1);
	struct actor *a = actor_new(w);

	assert_non_null(a);
	actor_kill(w, a);
	assert_false(is_save_reported(w, sizeof(*w)));
	if (is_watched())
		assert_true(is_save_reported(w, sizeof(*w) - 1));
	world_free(w);
}

TEST(a_pool_that_was_defined_goes_back_to_before_its_first_call)
{
	static struct {
		struct ipool pool;
		IPOOL_STORAGE(memory, struct actor, 4);
	} w = { .pool = IPOOL_INIT(w.memory, struct actor, memory) };
	static unsigned char block[sizeof(w)];
	struct actor *a;

	lish_world_save(block, &w, sizeof(w));
	a = ipool_alloc_entry(&w.pool, struct actor, memory);
	assert_non_null(a);
	ipool_free(&w.pool, &a->memory);
	lish_world_load(&w, block, sizeof(w));
	assert_int_equal(ipool_check(&w.pool, NULL), LISH_OK);
	assert_ptr_equal(ipool_alloc_entry(&w.pool, struct actor, memory), a);
	ipool_destroy(&w.pool);
}

/* What must not be in the block */

TEST(a_loop_that_ran_at_the_save_is_stale_after_the_load)
{
	struct walklist_loop walk = LISH_LOOP_INIT;
	struct dense_loop_ pass;
	struct world *w = world_new(1);
	unsigned char *block = (unsigned char *)some_memory(sizeof(*w));
	struct actor *a = actor_new(w);

	walklist_add(&w->burning, &a->burning);
	lish_sure(dense_add(&w->moving, &a->moving));
	walklist_loop_begin(&walk, &w->burning);
	(void)dense_open_(&w->moving, &pass, LISH_PART_PLAIN_);
	lish_world_save(block, w, sizeof(*w));
	walklist_loop_end(&walk);
	dense_close_(&pass);
	lish_world_load(w, block, sizeof(*w));
	/* Reported, where the memory of the loop says that it has ended. */
	assert_reported("dense_del", LISH_STALE_LOOP, dense_del(&w->moving, &a->moving));
	assert_reported("walklist_del", LISH_STALE_LOOP, walklist_del(&w->burning, &a->burning));
	actor_kill(w, a);
	assert_whole(w);
	free(block);
	world_free(w);
}

TEST(a_loop_that_runs_at_the_load_is_reported_when_it_ends)
{
	struct dense_loop_ pass;
	struct world *w = world_new(1);
	unsigned char *block = (unsigned char *)some_memory(sizeof(*w));
	struct actor *a = actor_new(w);

	lish_sure(dense_add(&w->moving, &a->moving));
	lish_world_save(block, w, sizeof(*w));
	(void)dense_open_(&w->moving, &pass, LISH_PART_PLAIN_);
	lish_world_load(w, block, sizeof(*w));
	assert_reported("dense_for_each_entry", LISH_STALE_LOOP, dense_close_(&pass));
	assert_whole(w);
	free(block);
	world_free(w);
}

TEST(memory_that_lies_outside_does_not_go_back)
{
	struct test_mem mem = TEST_MEM_INIT;
	struct lish_config config = LISH_CONFIG_INIT;
	struct dense head, copy; /* the head alone: its slots are outside */
	struct dense_idx a = { 0 }, b = { 0 };

	config.initial = 4;
	config.mem = &mem.mem;
	assert_int_equal(dense_init(&head, &config), 0);
	lish_sure(dense_add(&head, &a));
	lish_world_save(&copy, &head, sizeof(head));
	dense_del(&head, &a);
	lish_sure(dense_add(&head, &b));
	lish_world_load(&head, &copy, sizeof(head));
	assert_false(dense_contains(&head, &a));
	dense_destroy(&head);
	assert_int_equal(mem.allocs, mem.frees);
}

#if LISH_CHECK >= 1 && !LISH_SMALL_
/* One world in two places: by assignment, and by a load into the wrong one. */
TEST(pools_of_a_copied_world_are_reported)
{
	struct world *w = world_new(1), *other = world_new(2);
	unsigned char *block = (unsigned char *)some_memory(sizeof(*w));
	struct actor *a = actor_new(w);
	unsigned int seen = 0;
	void *none = w;

	assert_non_null(a);
	assert_non_null(slotpool_alloc_entry(&w->ships, struct ship, memory));
	lish_world_save(block, w, sizeof(*w));
	lish_world_load(other, block, sizeof(*w));
	assert_reported("ipool_alloc_entry", LISH_UNINITIALIZED,
			none = ipool_alloc_entry(&other->actors, struct actor, memory));
	assert_null(none);
	assert_reported("densepool_alloc_entry", LISH_UNINITIALIZED,
			none = densepool_alloc_entry(&other->sparks, struct spark, memory));
	assert_null(none);
	assert_reported("listpool_alloc_entry", LISH_UNINITIALIZED,
			none = listpool_alloc_entry(&other->notes, struct note, memory));
	assert_null(none);
	assert_reported("slotpool_alloc_entry", LISH_UNINITIALIZED,
			none = slotpool_alloc_entry(&other->ships, struct ship, memory));
	assert_null(none);
	assert_reported("slotpool_alloc_tail_entry", LISH_UNINITIALIZED,
			none = slotpool_alloc_tail_entry(&other->ships, struct ship, memory));
	assert_null(none);
	assert_reported("slotpool_alloc_at_entry", LISH_UNINITIALIZED,
			none = slotpool_alloc_at_entry(&other->ships, 3, struct ship, memory));
	assert_null(none);
	assert_reported("slotpool_for_each_entry", LISH_UNINITIALIZED,
			slotpool_for_each_entry(s, &other->ships, struct ship, memory) seen++);
	assert_int_equal(seen, 0);
	/* The first world has lost nothing. */
	assert_whole(w);
	actor_kill(w, a);
	free(block);
	free(other);
	world_free(w);
}
#endif

TEST(links_to_objects_outside_break)
{
	struct world *w = world_new(1);
	unsigned char *block = (unsigned char *)some_memory(sizeof(*w));
	struct ilist_node outside;
	struct actor *a = actor_new(w);

	ilist_node_init(&outside);
	ilist_add(&w->row, &a->row);
	ilist_add_tail(&w->row, &outside);
	lish_world_save(block, w, sizeof(*w));
	ilist_del(&outside);
	lish_world_load(w, block, sizeof(*w));
	assert_int_equal(ilist_check(&w->row, NULL), LISH_BROKEN_LINKS);
	free(block);
	ilist_init(&w->row);
	world_free(w);
}

TEST_MAIN(NULL, NULL)
