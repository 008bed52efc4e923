/* SPDX-License-Identifier: MIT */
/* must not compile: container and index are swapped */
#include <linux-ish/dense.h>

int del(struct dense *array, struct dense_idx *idx)
{
#ifdef WRONG
	return dense_del(idx, array);
#else
	return dense_del(array, idx);
#endif
}
