/* SPDX-License-Identifier: MIT */
/* reported: a loop was left without being closed */
#include <linux-ish/dense.h>

struct bullet {
	struct dense_idx idx;
};

DENSE_DEFINE_STATIC(bullets, 8);

/* A loop that is carried on from call to call, in an object that is reused. */
static struct turn {
	struct dense_loop loop;
} turn = { LISH_LOOP_INIT };

int main(void)
{
	static const struct turn fresh = { LISH_LOOP_INIT };
	static struct bullet a;

	lish_sure(dense_add(&bullets, &a.idx));
	dense_loop_begin(&turn.loop, &bullets);
	turn = fresh;
	dense_del(&bullets, &a.idx);
	return 0;
}
