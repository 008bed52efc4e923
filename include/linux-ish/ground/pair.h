/* SPDX-License-Identifier: MIT */
/*
 * pair.h - two neighbouring numbers that one store writes
 *
 * LISH_PAIR_: is a pair of 32-bit numbers one number of 64 bits in a register, the first
 * one in its low half?
 */
#ifndef LINUX_ISH_GROUND_PAIR_H
#define LINUX_ISH_GROUND_PAIR_H

#if defined(LISH_PAIR_)
#elif defined(_M_X64) || defined(_M_ARM64)
#define LISH_PAIR_ 1
#elif defined(__BYTE_ORDER__) && defined(__ORDER_LITTLE_ENDIAN__) && \
	defined(__SIZEOF_POINTER__)
#define LISH_PAIR_ \
	(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ && __SIZEOF_POINTER__ == 8)
#else
#define LISH_PAIR_ 0
#endif

#endif /* LINUX_ISH_GROUND_PAIR_H */
