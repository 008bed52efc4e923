/* SPDX-License-Identifier: MIT */
/* must not compile: slots that are pointers to something else */
#include <linux-ish/dense.h>

void make(struct dense *array);
void make(struct dense *array)
{
#ifdef WRONG
	static struct dense_idx *slots[8];
#else
	static uint32_t *slots[8];
#endif
	dense_init_in(array, slots, 8);
}
