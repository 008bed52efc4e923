/* SPDX-License-Identifier: MIT */
/*
 * divide.h - cores that cannot divide
 *
 * LISH_NO_DIVIDE: libgcc's division is 280 bytes. Reports and X_owns() then compare an
 * address with each slot. A program may define it.
 */
#ifndef LISH_DIVIDE_H
#define LISH_DIVIDE_H

#if !defined(LISH_NO_DIVIDE) && \
	(defined(__ARM_ARCH_6M__) || defined(__AVR__) || \
	 (defined(__riscv) && !defined(__riscv_div)))
#define LISH_NO_DIVIDE
#endif

#endif /* LISH_DIVIDE_H */
