/* SPDX-License-Identifier: MIT */
/*
 * What a port to AVR, which has no atomic instructions, defines for inbox.h. (With
 * -include, for lib/ as well.)
 */
#include <avr/io.h>

#define LISH_IRQ_SAVE(state)                     \
	do {                                     \
		(state) = SREG;                  \
		__asm__ volatile("cli" : : : "memory"); \
	} while (0)
#define LISH_IRQ_RESTORE(state)                 \
	do {                                    \
		__asm__ volatile("" : : : "memory"); \
		SREG = (unsigned char)(state);  \
	} while (0)
