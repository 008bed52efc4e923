/* SPDX-License-Identifier: MIT */
/*
 * What a port to AVR, which has no atomic instructions, defines for inbox.h.
 */
#define LISH_IRQ_SAVE(state)                                  \
	do {                                                  \
		unsigned char sreg_;                          \
                                                              \
		__asm__ volatile("in %0, 0x3f\n\tcli"         \
				 : "=r"(sreg_)                \
				 :                            \
				 : "memory");                 \
		(state) = sreg_;                              \
	} while (0)
#define LISH_IRQ_RESTORE(state)                 \
	__asm__ volatile("out 0x3f, %0"         \
			 :                      \
			 : "r"((unsigned char)(state)) \
			 : "memory")
