/* SPDX-License-Identifier: MIT */
/*
 * board.h - functions of the board
 */
#ifndef BOARD_H
#define BOARD_H

#include <stdint.h>

/* Output and exit, by semihosting: needs qemu or a debugger. */
void board_print(const char *text);
void board_print_number(uint32_t number);
void board_exit(int status);

/* The timer calls board_tick() once in each period of cycles. */
void board_timer_start(uint32_t cycles);
void board_timer_stop(void);

/* The program: its main loop, and its timer interrupt. */
int main(void);
void board_tick(void);

/* Sleep until the next interrupt, unless ready. No interrupt is missed. */
#define BOARD_SLEEP_UNLESS(ready)                               \
	do {                                                    \
		__asm__ volatile("cpsid i" : : : "memory");     \
		if (!(ready))                                   \
			__asm__ volatile("wfi" : : : "memory"); \
		__asm__ volatile("cpsie i" : : : "memory");     \
	} while (0)

#endif /* BOARD_H */
