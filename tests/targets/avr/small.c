/* SPDX-License-Identifier: MIT */
/*
 * A small world for a small machine: all containers, in fixed memory, changed from
 * within their loops by numbers that are the same everywhere. What each round
 * answers goes into a hash, so that a machine with 16-bit integers and pointers can
 * be compared with this one. Results of calls are told apart, as is what is reported.
 */
#include "board.h"

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

#define OBJECTS 70
#define ROUNDS 400

/* The node of the walklist is packed against a byte: its address may be odd. */
struct object {
	unsigned char number;
	struct walklist_node walked;
	unsigned char age;
	struct slotpool_idx slot;
	struct ilist_node linked;
	struct dense_idx updated;
	struct rwarray_idx ordered;
	struct locklist_node locked;
	struct iheap_idx due;
	struct inbox_node sent;
	bool waiting;
};

struct spark {
	unsigned char heat;
	struct ipool_idx memory;
};

struct puff {
	unsigned char heat;
	struct densepool_idx memory;
};

struct ring {
	unsigned char heat;
	struct listpool_node memory;
};

SLOTPOOL_DEFINE_STATIC(objects, struct object, slot, OBJECTS);
IPOOL_DEFINE_STATIC(sparks, struct spark, memory, 8);
DENSEPOOL_DEFINE_STATIC(puffs, struct puff, memory, 16);
LISTPOOL_DEFINE_STATIC(rings, struct ring, memory, 16);
DENSE_DEFINE_STATIC(updated, OBJECTS);
RWARRAY_DEFINE_STATIC(ordered, OBJECTS);
IHEAP_DEFINE_STATIC(timers, OBJECTS);
static ILIST_DEFINE(linked);
static WALKLIST_DEFINE(walked);
static LOCKLIST_DEFINE(locked);
static INBOX_DEFINE(sent);

static uint32_t hash = 2166136261u, state = 1, now;

static void note(uint32_t word)
{
	unsigned char i;

	for (i = 0; i < 4; i++, word >>= 8)
		hash = (hash ^ (word & 0xff)) * 16777619u;
}

static unsigned char below(unsigned char limit)
{
	state = state * 1664525u + 1013904223u;
	return (unsigned char)((state >> 16) % limit);
}

/* The errors as such, whatever a libc calls them. */
static void answer(int result)
{
	note(result == 0	 ? 0 :
	     result == -EEXIST	 ? 1 :
	     result == -ENOSPC	 ? 2 :
	     result == -ENOMEM	 ? 3 :
	     result == -EBUSY	 ? 4 :
	     result == -EINVAL	 ? 5 :
				   6);
}

void lish_report(const struct lish_fault *fault)
{
	note(0x10000u + (uint32_t)fault->reason);
}

static void born(void)
{
	struct object *o = slotpool_zalloc_entry(&objects, struct object, slot);

	if (!o) {
		note(7);
		return;
	}
	o->number = (unsigned char)slotpool_index_of(&objects, &o->slot);
	o->age = (unsigned char)(1 + below(9));
	note(slotpool_handle_of(&objects, &o->slot).generation);
	answer(dense_add(&updated, &o->updated));
	answer(rwarray_add_tail(&ordered, &o->ordered));
	answer(rwarray_add_tail(&ordered, &o->ordered));
	answer(locklist_add_tail(&locked, &o->locked));
	answer(iheap_add(&timers, &o->due, now + below(9)));
	if (below(2))
		walklist_add(&walked, &o->walked);
	else
		walklist_add_tail(&walked, &o->walked);
	ilist_add_tail(&linked, &o->linked);
	o->waiting = true;
	answer(inbox_push(&sent, &o->sent));
}

static void dies(struct object *o)
{
	/* What is in the box stays until it was drained. */
	if (o->waiting)
		return;
	dense_del(&updated, &o->updated);
	rwarray_del(&ordered, &o->ordered);
	note(locklist_leave(&o->locked));
	note(walklist_leave(&o->walked));
	ilist_del(&o->linked);
	note(iheap_leave(&timers, &o->due));
	slotpool_free(&objects, &o->slot);
}

static void round_of_all(void)
{
	struct spark *spark;
	struct puff *puff;
	struct ring *ring;

	while (below(5))
		born();
	inbox_drain_entry(o, &sent, struct object, sent) {
		o->waiting = false;
		note(o->number);
		if (below(8) == 0)
			break;
	}
	dense_for_each_entry(o, &updated, struct object, updated) {
		note(o->number);
		if (o->age-- == 1)
			dies(o);
	}
	rwarray_for_each_entry(o, &ordered, struct object, ordered) {
		note(o->number);
		if (below(16) == 0)
			dies(o);
		else if (below(32) == 0)
			born();
	}
	walklist_for_each_entry(o, &walked, struct object, walked) {
		note(o->number);
		if (below(8) == 0)
			walklist_move(&walked, &o->walked);
		else if (below(32) == 0)
			dies(o);
	}
	walklist_for_each_entry_present(o, &walked, struct object, walked) {
		note(o->number);
		if (below(16) == 0)
			born();
	}
	/* It stays in the list until the loop is over, so it dies in the next round. */
	locklist_for_each_entry(o, &locked, struct object, locked) {
		note(o->number);
		if (below(32) == 0)
			o->age = 1;
	}
	slotpool_for_each_entry(o, &objects, struct object, slot) {
		note(o->number);
		if (below(32) == 0)
			dies(o);
	}
	ilist_for_each_entry(o, &linked, struct object, linked)
		note(o->number);

	/* Not all that is due is set again: the others leave when they die. */
	iheap_drain_due(o, &timers, now++, struct object, due) {
		note(o->number);
		if (below(8))
			answer(iheap_add(&timers, &o->due, now + below(9)));
	}

	spark = ipool_alloc_entry(&sparks, struct spark, memory);
	note(spark ? (uint32_t)ipool_index_of(&sparks, &spark->memory) : 99);
	if (spark && below(8))
		ipool_free(&sparks, &spark->memory);
	puff = densepool_alloc_entry(&puffs, struct puff, memory);
	if (puff)
		puff->heat = below(20);
	densepool_for_each_entry(p, &puffs, struct puff, memory) {
		note(p->heat);
		if (p->heat-- == 0)
			densepool_free(&puffs, &p->memory);
	}
	ring = listpool_alloc_entry(&rings, struct ring, memory);
	if (ring)
		ring->heat = below(20);
	listpool_for_each_entry(r, &rings, struct ring, memory) {
		note(r->heat);
		if (r->heat-- == 0)
			listpool_free(&rings, &r->memory);
	}
}

static bool is_sound(void)
{
	return slotpool_check(&objects, NULL) == LISH_OK &&
	       ipool_check(&sparks, NULL) == LISH_OK &&
	       densepool_check(&puffs, NULL) == LISH_OK &&
	       listpool_check(&rings, NULL) == LISH_OK &&
	       dense_check(&updated, NULL) == LISH_OK &&
	       rwarray_check(&ordered, NULL) == LISH_OK &&
	       iheap_check(&timers, NULL) == LISH_OK &&
	       ilist_check(&linked, NULL) == LISH_OK &&
	       walklist_check(&walked, NULL) == LISH_OK &&
	       locklist_check(&locked, NULL) == LISH_OK;
}

int main(void)
{
	static struct object stray;
	int i;

	board_begin();
	for (i = 0; i < ROUNDS; i++) {
		round_of_all();
		if (!is_sound())
			board_end("unsound", (uint32_t)i);
	}
	/* What is misuse is misuse here too. */
	dense_del(&updated, &stray.updated);
	walklist_del(&walked, &stray.walked);
	slotpool_free(&objects, &stray.slot);
	ilist_del(&stray.linked);
	iheap_del(&timers, &stray.due);
	note(dense_count(&updated));
	board_end("hash", hash);
	return 0;
}
