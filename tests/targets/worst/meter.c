/* SPDX-License-Identifier: MIT */
/*
 * meter.c - the counters, and main
 *
 * qemu lets 256 ns pass with each instruction, and SysTick counts every 40 ns: so each
 * instruction is 6.4 ticks, and the number of instructions is exact. What the empty call
 * takes is taken off. The stack below the call is painted first: what it has overwritten
 * is what it took.
 */
#include <linux-ish/bug.h>

#include "board.h"
#include "meter.h"

#define PAINT 0x5a17c0deu
#define DEEP 512 /* words */

static meter_call running;
static uint32_t empty, frame, most, sum, runs, deepest;

void board_tick(void)
{
}

void lish_report(const struct lish_fault *fault)
{
	board_print("FAILED: reason ");
	board_print_number(fault->reason);
	board_print("\n");
	board_exit(1);
}

CALL(nothing, void, )

/* What start.c of the board lacks. */
void *memmove(void *to, const void *from, size_t size)
{
	char *p = to;
	const char *q = from;

	if (p < q)
		while (size--)
			*p++ = *q++;
	else
		while (size--)
			p[size] = q[size];
	return to;
}

static __attribute__((__noipa__)) uint32_t clock(meter_call call, void *object,
						 uintptr_t *result)
{
	const uint32_t before = (uint32_t)BOARD_TIMER[2];

	*result = call(object);
	return (before - (uint32_t)BOARD_TIMER[2]) & 0xffffff;
}

uintptr_t meter_run(meter_call call, void *object)
{
	uint32_t *low, *high, *at, ticks;
	uintptr_t result;

	if (call != running)
		most = sum = runs = deepest = 0;
	running = call;
	/* Nothing is called until the stack is painted, from far below to here. */
	__asm__ volatile("mov %0, sp" : "=r"(high));
	low = high - DEEP;
	for (at = low; at < high; at++)
		*(volatile uint32_t *)at = PAINT;
	ticks = clock(call, object, &result);
	for (at = low; *(volatile uint32_t *)at == PAINT; at++)
		;
	if (at == low) {
		board_print("FAILED: the stack is too deep\n");
		board_exit(1);
	}
	ticks -= empty;
	if (ticks > most)
		most = ticks;
	sum += ticks;
	runs++;
	if ((uint32_t)(high - at) > deepest)
		deepest = (uint32_t)(high - at);
	return result;
}

void meter_row(meter_call call, const char *name, const char *setting,
	       const char *grows)
{
	const uint32_t numbers[] = { most, sum, runs, (deepest - frame) * 4 };
	uint32_t i;

	board_print(name);
	board_print("|");
	board_print(setting);
	board_print("|");
	board_print(grows);
	for (i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
		board_print("|");
		board_print_number(numbers[i]);
	}
	board_print("\n");
	if (call != running) {
		board_print("FAILED: another call ran\n");
		board_exit(1);
	}
	running = NULL;
}

int board_main(void)
{
	/* 5: by the clock of the processor, without an interrupt */
	BOARD_TIMER[1] = 0xffffff;
	BOARD_TIMER[2] = 0;
	BOARD_TIMER[0] = 5;
	RUN(nothing, NULL);
	empty = most;
	frame = deepest;
	lists();
	arrays();
	pools();
	tables();
	board_print("1 passed\n");
	return 0;
}
