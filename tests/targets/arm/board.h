/* SPDX-License-Identifier: MIT */
/*
 * board.h - what a test on bare metal has, and what it defines
 */
#ifndef BOARD_H
#define BOARD_H

/* Output, by semihosting */
void board_print(const char *text);
void board_print_number(unsigned long number);
void board_exit(int status);

/* The test: its body, whose result is the exit status, and its timer interrupt. */
int board_main(void);
void board_tick(void);

/* SysTick */
#define BOARD_TIMER ((volatile unsigned long *)0xe000e010)

static inline void board_timer_start(unsigned long ticks)
{
	BOARD_TIMER[1] = ticks;
	BOARD_TIMER[2] = 0;
	BOARD_TIMER[0] = 7;
}

static inline void board_timer_stop(void)
{
	BOARD_TIMER[0] = 0;
}

#endif /* BOARD_H */
