/* SPDX-License-Identifier: MIT */
/* reported: a loop was left without being closed */
#include <setjmp.h>

#include <linux-ish/walklist.h>

struct bullet {
	int ttl;
	struct walklist_node link;
};

static struct walklist list = WALKLIST_INIT(list);
static struct walklist_loop loop = LISH_LOOP_INIT;
static jmp_buf out;

static void leave(void)
{
	walklist_loop_begin(&loop, &list);
	longjmp(out, 1);
}

int main(void)
{
	if (!setjmp(out))
		leave();
	/* walklist_abandon() is missing here */
	walklist_loop_begin(&loop, &list);
	return 0;
}
