/* SPDX-License-Identifier: MIT */
/* must not compile: container and index are swapped */
#include <linux-ish/dense.h>

void del(struct dense *array, struct dense_idx *idx)
{
#ifdef WRONG
	dense_del(idx, array);
#else
	dense_del(array, idx);
#endif
}
