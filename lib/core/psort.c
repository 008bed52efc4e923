// SPDX-License-Identifier: MIT
/*
 * psort.c - what a sort does with the words of the nodes
 */
#define LISH_LIB_
#include "parray.h"

void lish_parray_renumber_(struct lish_parray_ *array)
{
	const uint32_t fetch = lish_fetch_below_(array->used, array->used);
	uint32_t i;

	for (i = 0; i < array->used; i++) {
		if (i < fetch)
			lish_prefetch(array->nodes[i + LISH_FETCH_AHEAD_]);
		*array->nodes[i] = i + 1;
	}
	array->changes++;
}

/*
 * By the bits of the words, from the given one down. The recursion is at most 32 deep.
 */
static void parray_sort_bits(uint32_t **v, uint32_t n, uint32_t bit)
{
	uint32_t *node;
	uint32_t low, i, to;

	while (n > 16 && bit) {
		for (low = 0, i = 0; i < n; i++) {
			node = v[i];
			v[i] = v[low];
			v[low] = node;
			low += !(*node & bit);
		}
		bit >>= 1;
		parray_sort_bits(v, low, bit);
		v += low;
		n -= low;
	}
	for (i = 1; i < n; i++) {
		node = v[i];
		for (to = i; to > 0 && *v[to - 1] > *node; to--)
			v[to] = v[to - 1];
		v[to] = node;
	}
}

void lish_parray_sort_words_(uint32_t **v, uint32_t n)
{
	uint32_t differ = 0, bit = 0x80000000u, i;

	for (i = 1; i < n; i++)
		differ |= *v[i] ^ *v[0];
	while (bit > 1 && !(differ & bit))
		bit >>= 1;
	parray_sort_bits(v, n, bit);
}
