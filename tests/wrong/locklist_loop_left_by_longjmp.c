/* SPDX-License-Identifier: MIT */
/* reported: a loop was left without being closed */
#include <setjmp.h>
#include <linux-ish/locklist.h>

struct bullet {
	struct locklist_node link;
};

static LOCKLIST_DEFINE(bullets);
static struct bullet bullet;
static jmp_buf back;

static LISH_NOINLINE void look(void)
{
	locklist_for_each_entry(b, &bullets, struct bullet, link)
		longjmp(back, b == &bullet);
}

int main(void)
{
	lish_sure(locklist_add_tail(&bullets, &bullet.link));
	if (!setjmp(back))
		look();
	/* the next loop at that place of the stack finds it */
	if (!setjmp(back))
		look();
	return 0;
}
