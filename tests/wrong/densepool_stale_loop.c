/* SPDX-License-Identifier: MIT */
/* reported: a loop was left without being closed */
#include <setjmp.h>

#include <linux-ish/densepool.h>

struct bullet {
	struct densepool_idx idx;
};

DENSEPOOL_DEFINE_STATIC(bullets, struct bullet, idx, 4);
static struct densepool_loop loop = LISH_LOOP_INIT;
static jmp_buf out;

static void leave(void)
{
	densepool_loop_begin(&loop, &bullets);
	longjmp(out, 1);
}

int main(void)
{
	if (!setjmp(out))
		leave();
	/* densepool_abandon() is missing here */
	densepool_loop_begin(&loop, &bullets);
	return 0;
}
