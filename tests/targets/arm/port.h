/* SPDX-License-Identifier: MIT */
/*
 * What a port to ARMv6-M, which has no atomic instructions, defines for inbox.h.
 */
#define LISH_IRQ_SAVE(state)                                  \
	__asm__ volatile("mrs %0, primask\n\tcpsid i"         \
			 : "=r"(state)                        \
			 :                                    \
			 : "memory")
#define LISH_IRQ_RESTORE(state) \
	__asm__ volatile("msr primask, %0" : : "r"(state) : "memory")
