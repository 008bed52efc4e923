/* SPDX-License-Identifier: MIT */
/*
 * The count of zero bits where the compiler has no builtin for it, as on Cortex-M0
 * and AVR.
 */
#define LISH_NO_CTZ
/* Names of their own, for tools that count a function once. */
#define lish_ctz lish_ctz_by_hand
#define lish_clz lish_clz_by_hand
#include "test.h"

#include <linux-ish/ground/word.h>

/* Bits below and above @bit are noise of every pattern. */
TEST(zero_bits_are_counted_from_both_ends)
{
	static const unsigned char noise[] = { 0, 1, 0x55, 0xaa, 0xff };
	uint32_t bit, i;

	for (bit = 0; bit < LISH_WORD_BITS; bit++) {
		for (i = 0; i < sizeof(noise); i++) {
			lish_word ones = LISH_WORD_ALL / 255 * noise[i];
			lish_word one = LISH_WORD_ONE << bit;

			assert_int_equal(lish_ctz(one | (ones & ~(one - 1))), bit);
			assert_int_equal(lish_clz(one | (ones & (one - 1))), LISH_WORD_MASK - bit);
		}
	}
}

TEST_MAIN(NULL, NULL)
