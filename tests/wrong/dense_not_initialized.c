/* SPDX-License-Identifier: MIT */
/* reported: the container was never initialised */
#include <linux-ish/dense.h>

int main(void)
{
	static struct dense bullets;
	struct dense_idx idx = { 0 };

	return dense_add(&bullets, &idx) == 0;
}
