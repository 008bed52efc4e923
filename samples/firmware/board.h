/* SPDX-License-Identifier: MIT */
/*
 * board.h - what the board has
 */
#ifndef BOARD_H
#define BOARD_H

#include <stdint.h>

/* Output and the end, by semihosting: qemu, or a debugger, listens. */
void board_print(const char *text);
void board_print_number(uint32_t number);
void board_exit(int status);

/* The timer, which calls board_tick() every so many cycles. */
void board_timer_start(uint32_t cycles);
void board_timer_stop(void);

/* The program: its main loop, and its timer interrupt. */
int main(void);
void board_tick(void);

/* Sleep until an interrupt has come, if nothing is ready; none is slept through. */
#define BOARD_SLEEP_UNLESS(ready)                              \
	do {                                                   \
		__asm__ volatile("cpsid i" : : : "memory");    \
		if (!(ready))                                  \
			__asm__ volatile("wfi" : : : "memory"); \
		__asm__ volatile("cpsie i" : : : "memory");    \
	} while (0)

#endif /* BOARD_H */
