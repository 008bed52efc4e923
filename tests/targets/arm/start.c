/* SPDX-License-Identifier: MIT */
/*
 * Start-up for a Cortex-M under qemu, without libc: vectors, memory, and output
 * by semihosting.
 */
#include "board.h"

#include <stddef.h>
#include <stdint.h>

extern uint32_t data_from_[], data_[], data_end_[], bss_[], bss_end_[], stack_[];

void *memset(void *to, int byte, size_t size)
{
	volatile unsigned char *p = (volatile unsigned char *)to;

	while (size--)
		*p++ = (unsigned char)byte;
	return to;
}

void *memcpy(void *to, const void *from, size_t size)
{
	volatile unsigned char *p = (volatile unsigned char *)to;
	const unsigned char *q = (const unsigned char *)from;

	while (size--)
		*p++ = *q++;
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

void board_print_number(unsigned long number)
{
	static const unsigned long powers[] = { 1000000000, 100000000, 10000000,
						1000000, 100000, 10000, 1000,
						100, 10, 1 };
	char text[11];
	unsigned int i, n = 0;
	char digit;

	/* A Cortex-M0 does not divide. */
	for (i = 0; i < sizeof(powers) / sizeof(powers[0]); i++) {
		for (digit = '0'; number >= powers[i]; digit++)
			number -= powers[i];
		if (n || digit != '0' || powers[i] == 1)
			text[n++] = digit;
	}
	text[n] = '\0';
	board_print(text);
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

static void fault(void)
{
	board_print("FAILED: a fault\n");
	board_exit(3);
}

void reset(void)
{
	uint32_t *to = data_, *from = data_from_;

	while (to < data_end_)
		*to++ = *from++;
	for (to = bss_; to < bss_end_; to++)
		*to = 0;
	board_exit(board_main());
}

/* The first is where the stack begins, the others are functions. */
union vector {
	void (*function)(void);
	const void *stack;
};

__attribute__((section(".vectors"), used)) static const union vector vectors[16] = {
	{ .stack = stack_ },
	{ reset },
	{ fault },
	{ fault },
	{ fault },
	{ fault },
	{ fault },
	{ NULL },
	{ NULL },
	{ NULL },
	{ NULL },
	{ fault },
	{ NULL },
	{ NULL },
	{ fault },
	{ board_tick }
};
