/* SPDX-License-Identifier: MIT */
/*
 * board.h - an ATmega1284P under simavr; elsewhere a program with stdio
 */
#ifndef LINUX_ISH_TARGETS_AVR_BOARD_H
#define LINUX_ISH_TARGETS_AVR_BOARD_H

#include <stdint.h>
#include <stdlib.h>

#if defined(__AVR__)
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>

static void board_put(char c)
{
	while (!(UCSR0A & (1 << UDRE0)))
		;
	UDR0 = (unsigned char)c;
}

static void board_begin(void)
{
	UCSR0B = 1 << TXEN0;
}

/* simavr ends where nothing can wake the machine. */
static void board_stop(void)
{
	cli();
	for (;;)
		sleep_mode();
}
#else
#include <stdio.h>

static void board_put(char c)
{
	putchar(c);
}

static void board_begin(void)
{
}

static void board_stop(void)
{
	exit(0);
}
#endif

/* One line, and that is all. */
static void board_end(const char *what, uint32_t word)
{
	int i;

	for (; *what; what++)
		board_put(*what);
	board_put(' ');
	for (i = 28; i >= 0; i -= 4)
		board_put("0123456789abcdef"[word >> i & 15]);
	board_put('\n');
	board_stop();
}

#endif /* LINUX_ISH_TARGETS_AVR_BOARD_H */
