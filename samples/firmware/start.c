/* SPDX-License-Identifier: MIT */
/*
 * Start-up of a Cortex-M3 without libc: vectors, memory, timer, output.
 */
#include "board.h"

#include <stddef.h>

extern uint32_t data_from_[], data_[], data_end_[], bss_[], bss_end_[],
	stack_[];

/* Compilers and linux-ish call these. volatile, or they would call themselves. */
void *memset(void *to, int byte, size_t size)
{
	volatile unsigned char *p = to;

	while (size--)
		*p++ = (unsigned char)byte;
	return to;
}

void *memcpy(void *to, const void *from, size_t size)
{
	volatile unsigned char *p = to;
	const unsigned char *q = from;

	while (size--)
		*p++ = *q++;
	return to;
}

void *memmove(void *to, const void *from, size_t size)
{
	volatile unsigned char *p = to;
	const unsigned char *q = from;

	if (p < q)
		return memcpy(to, from, size);
	while (size--)
		p[size] = q[size];
	return to;
}

static void host(uint32_t operation, const void *argument)
{
	register uint32_t r0 __asm__("r0") = operation;
	register const void *r1 __asm__("r1") = argument;

	__asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
}

void board_print(const char *text)
{
	host(0x04, text);
}

void board_print_number(uint32_t number)
{
	char text[11];
	char *p = text + sizeof(text);

	*--p = '\0';
	do {
		*--p = (char)('0' + number % 10);
		number /= 10;
	} while (number);
	board_print(p);
}

void board_exit(int status)
{
	uint32_t block[2];

	block[0] = 0x20026; /* the application exits */
	block[1] = (uint32_t)status;
	host(0x20, block);
	for (;;)
		;
}

/* SysTick */
#define TIMER ((volatile uint32_t *)0xe000e010)

void board_timer_start(uint32_t cycles)
{
	TIMER[1] = cycles;
	TIMER[2] = 0;
	TIMER[0] = 7;
}

void board_timer_stop(void)
{
	TIMER[0] = 0;
}

static void fault(void)
{
	board_print("a fault\n");
	board_exit(3);
}

void reset(void);
void reset(void)
{
	uint32_t *to = data_, *from = data_from_;

	while (to < data_end_)
		*to++ = *from++;
	for (to = bss_; to < bss_end_; to++)
		*to = 0;
	board_exit(main());
}

/* The first vector is the start of the stack, the others are functions. */
union vector {
	void (*function)(void);
	const void *stack;
};

/* clang-format off */
__attribute__((section(".vectors"), used)) static const union vector vectors[16] = {
	{ .stack = stack_ }, { reset }, { fault }, { fault },
	{ fault },	     { fault }, { fault }, { NULL },
	{ NULL },	     { NULL },	{ NULL },  { fault },
	{ NULL },	     { NULL },	{ fault }, { board_tick }
};
/* clang-format on */
