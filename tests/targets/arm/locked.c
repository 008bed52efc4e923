/* SPDX-License-Identifier: MIT */
/*
 * An interrupt that changes a container while the main loop walks over it and
 * changes it too, on bare metal. Each call and each step of the main loop keeps
 * interrupts out, as Documentation/locking.rst says, and nothing more. The timer is
 * set to another time at each interrupt, so that it comes between any two
 * instructions.
 *
 * WHAT is the container, and IS_... of that name is defined. Without LOCK nothing is kept out, which must be noticed.
 */
#include "board.h"

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define CALL(name) JOIN(WHAT, name)

#define OBJECTS 48
#ifndef WANTED
#define WANTED 20000
#endif
#ifndef PERIOD
#define PERIOD 60
#endif

/* put() and remove() are for one of OBJECTS, called with interrupts kept out. */
#if defined(IS_walklist)
#include <linux-ish/walklist.h>
#define NODE struct walklist_node
#define INIT LISH_LOOP_INIT
static WALKLIST_DEFINE(box);
#define ADD(node) walklist_add_tail(&box, node)
#else
#include <linux-ish/slotpool.h>
#define NODE struct slotpool_idx
#define DEFINE SLOTPOOL_DEFINE_STATIC
#endif

struct object {
	unsigned long number;
	NODE node;
	unsigned long check;
};

static unsigned long reports, random = 1;
static volatile unsigned long ticks;
static unsigned int in;

#ifdef DEFINE
DEFINE(box, struct object, node, OBJECTS);
static struct object *held[OBJECTS];

static void toggle(unsigned int i)
{
	struct object *o = held[i];

	if (o) {
		o->check = 0;
		CALL(_free)(&box, &o->node);
		held[i] = NULL;
		in--;
		return;
	}
	o = slotpool_alloc_entry(&box, struct object, node);
	if (!o)
		return;
	o->number = i;
	o->check = ~(unsigned long)i;
	held[i] = o;
	in++;
}
#else
static struct object objects[OBJECTS];

static void toggle(unsigned int i)
{
	struct object *o = &objects[i];

	if (CALL(_contains)(&box, &o->node)) {
		CALL(_del)(&box, &o->node);
		in--;
		return;
	}
	o->number = i;
	o->check = ~(unsigned long)i;
	ADD(&o->node);
	in++;
}
#endif

void lish_report(const struct lish_fault *fault)
{
	if (reports++ == 0) {
		board_print("FAILED: ");
		board_print(fault->operation);
		board_print(": ");
		board_print(lish_reason_text(fault->reason));
		board_print("\n");
	}
}

static unsigned int dice(unsigned int sides)
{
	random = random * 1664525u + 1013904223u;
	return (unsigned int)((random >> 16) % sides);
}

void board_tick(void)
{
	/* Or it is due again before it ends, and the main loop gets nowhere. */
	board_timer_stop();
	ticks++;
	for (unsigned int n = 0; n < 3; n++)
		toggle(dice(OBJECTS));
	board_timer_start(PERIOD + dice(97));
}

static inline unsigned long lock(void)
{
	unsigned long state = 0;

#ifdef LOCK
	__asm__ volatile("mrs %0, primask\n\tcpsid i" : "=r"(state) : : "memory");
#endif
	return state;
}

static inline void unlock(unsigned long state)
{
#ifdef LOCK
	__asm__ volatile("msr primask, %0" : : "r"(state) : "memory");
#else
	(void)state;
#endif
}

/* What an object is, is looked at under the lock that found it. */
static unsigned int wrong(const struct object *o)
{
	return o->check != ~o->number;
}

#ifdef INIT
static unsigned long walk(unsigned int *bad)
{
	struct JOIN(WHAT, _loop) loop = INIT;
	unsigned long state, steps = 0;
	NODE *node;

	state = lock();
	CALL(_loop_begin)(&loop, &box);
	unlock(state);
	for (; steps < WANTED; steps++) {
		state = lock();
		node = CALL(_loop_next)(&loop);
		if (node)
			*bad += wrong(container_of(node, struct object, node));
		unlock(state);
		if (!node || reports)
			break;
	}
	state = lock();
	CALL(_loop_end)(&loop);
	unlock(state);
	return steps;
}
#else
/* A step by index. */
static unsigned long walk(unsigned int *bad)
{
	unsigned long state, steps = 0;
	const struct object *o;
	int32_t at = -1;

	for (;; steps++) {
		state = lock();
		at = slotpool_next_live(&box, (uint32_t)(at + 1));
		o = at < 0 ? NULL : slotpool_at_entry(&box, (uint32_t)at,
						      struct object, node);
		if (o)
			*bad += wrong(o);
		else if (at >= 0)
			(*bad)++;
		unlock(state);
		if (!o || reports)
			return steps;
	}
}
#endif

int board_main(void)
{
	unsigned long steps = 0, state;
	unsigned int bad = 0, i;
	enum lish_reason reason;

	for (i = 0; i < OBJECTS; i++)
		toggle(i);
	board_timer_start(100);
	while (steps < WANTED && !reports && !bad) {
		steps += walk(&bad);
		state = lock();
		toggle(dice(OBJECTS));
		unlock(state);
		steps++;
	}
	board_timer_stop();
	reason = CALL(_check)(&box, NULL);
	if (reason) {
		board_print("FAILED: check: ");
		board_print(lish_reason_text(reason));
		board_print("\n");
	}
	if (bad)
		board_print("FAILED: an object that is not whole\n");
	if (CALL(_count)(&box) != in) {
		board_print("FAILED: the count\n");
		bad++;
	}
	bad += reports || reason;
	board_print_number(steps);
	board_print(" steps, ");
	board_print_number(ticks);
	board_print(" interrupts\n");
	board_print(bad ? "0 passed, 1 failed\n" : "1 passed, 0 failed\n");
	return bad != 0;
}
