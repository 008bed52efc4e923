/* SPDX-License-Identifier: MIT */
/* reported: a loop was left without being closed */
#include <setjmp.h>

#include <linux-ish/listpool.h>

struct bullet {
	struct listpool_node node;
};

LISTPOOL_DEFINE_STATIC(bullets, struct bullet, node, 4);
static struct listpool_loop loop = LISH_LOOP_INIT;
static jmp_buf out;

static void leave(void)
{
	listpool_loop_begin(&loop, &bullets);
	longjmp(out, 1);
}

int main(void)
{
	if (!setjmp(out))
		leave();
	/* listpool_abandon() is missing here */
	listpool_loop_begin(&loop, &bullets);
	return 0;
}
