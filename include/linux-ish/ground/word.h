/* SPDX-License-Identifier: MIT */
/*
 * word.h - words of bits, as wide as the registers, for slotpool
 *
 * lish_ctz(word), lish_clz(word): number of zero bits below the lowest, above the
 * highest set bit. word must not be 0. Without an instruction for them, as on ARMv6-M,
 * the builtins would call libgcc. A program may define LISH_NO_CTZ.
 */
#ifndef LINUX_ISH_GROUND_WORD_H
#define LINUX_ISH_GROUND_WORD_H

#include "env.h"

#if defined(__KERNEL__) ? BITS_PER_LONG == 64 : UINTPTR_MAX > 0xffffffffu
typedef uint64_t lish_word;
#define LISH_WORD_SHIFT 6u
#else
typedef uint32_t lish_word;
#define LISH_WORD_SHIFT 5u
#endif
#ifdef __cplusplus
#define LISH_WORD_BITS (static_cast<uint32_t>(1) << LISH_WORD_SHIFT)
#else
#define LISH_WORD_BITS ((uint32_t)1 << LISH_WORD_SHIFT)
#endif
#define LISH_WORD_MASK (LISH_WORD_BITS - 1u)
#define LISH_WORD_ALL ((lish_word)-1)
#define LISH_WORD_ONE ((lish_word)1)

/* Number of words that have n bits. */
#define LISH_WORDS(n) ((n) / LISH_WORD_BITS + ((n) % LISH_WORD_BITS != 0))

LISH_C_BEGIN

#if LISH_GNU && !defined(__ARM_ARCH_6M__) && !defined(LISH_NO_CTZ)
LISH_INLINE uint32_t lish_ctz(lish_word word)
{
	return (uint32_t)(sizeof(word) == 8 ? __builtin_ctzll(word) :
					      __builtin_ctzl((unsigned long)word));
}

LISH_INLINE uint32_t lish_clz(lish_word word)
{
	return (uint32_t)(sizeof(word) == 8 ? __builtin_clzll(word) :
					      __builtin_clzl((unsigned long)word));
}
#elif defined(_MSC_VER) && !defined(LISH_NO_CTZ)
LISH_INLINE uint32_t lish_ctz(lish_word word)
{
	unsigned long n;

#if LISH_WORD_SHIFT == 6u
	(void)_BitScanForward64(&n, word);
#else
	(void)_BitScanForward(&n, word);
#endif
	return (uint32_t)n;
}

LISH_INLINE uint32_t lish_clz(lish_word word)
{
	unsigned long n;

#if LISH_WORD_SHIFT == 6u
	(void)_BitScanReverse64(&n, word);
#else
	(void)_BitScanReverse(&n, word);
#endif
	return LISH_WORD_MASK - (uint32_t)n;
}
#else
LISH_INLINE uint32_t lish_ctz(lish_word word)
{
	uint32_t n = 0, step;

	for (step = LISH_WORD_BITS / 2; step; step /= 2) {
		if (!(lish_word)(word << (LISH_WORD_BITS - step))) {
			word >>= step;
			n += step;
		}
	}
	return n;
}

LISH_INLINE uint32_t lish_clz(lish_word word)
{
	uint32_t n = 0, step;

	for (step = LISH_WORD_BITS / 2; step; step /= 2) {
		if (!(word >> (LISH_WORD_BITS - step))) {
			word <<= step;
			n += step;
		}
	}
	return n;
}
#endif

LISH_C_END

#endif /* LINUX_ISH_GROUND_WORD_H */
