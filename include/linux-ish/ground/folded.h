/* SPDX-License-Identifier: MIT */
/*
 * folded.h - reports from checks that compilers prove away in loops
 *
 * lish_stay_folded_() and lish_trap_folded_() are lish_stay_() and lish_trap_(). There
 * the label of LISH_ASM_() would stay and cost an instruction.
 */
#ifndef LINUX_ISH_GROUND_FOLDED_H
#define LINUX_ISH_GROUND_FOLDED_H

#include "env.h"

#if LISH_GNU && !defined(__clang__) && defined(__OPTIMIZE__)
#define LISH_ASM_FOLDED_(text)                                 \
	__extension__({                                        \
		__label__ here_;                               \
	here_:                                                 \
		__asm__ goto(text : : : : here_);              \
	})
#elif LISH_GNU
#define LISH_ASM_FOLDED_(text) __asm__ volatile(text)
#endif

#if LISH_GNU
LISH_C_BEGIN

LISH_TINY void lish_stay_folded_(void)
{
	LISH_ASM_FOLDED_("");
	lish_back_();
}

LISH_TINY void lish_trap_folded_(void)
{
	LISH_TRAP_(LISH_ASM_FOLDED_);
}

LISH_C_END
#else
#define lish_stay_folded_() lish_stay_()
#define lish_trap_folded_() lish_trap_()
#endif

#endif /* LINUX_ISH_GROUND_FOLDED_H */
