/* SPDX-License-Identifier: MIT */
/* reported: a loop was left without being closed */
#include <linux-ish/dense.h>

DENSE_DEFINE(bullets, 8);

int main(void)
{
	struct dense_loop outer, inner;

	dense_loop_begin(&outer, &bullets);
	dense_loop_begin(&inner, &bullets);
	dense_loop_end(&outer);
	return 0;
}
