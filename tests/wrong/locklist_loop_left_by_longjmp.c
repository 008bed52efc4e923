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
	locklist_add(&bullets, &bullet.link);
	/* the outer loop finds that an inner one was never closed */
	locklist_for_each_entry(b, &bullets, struct bullet, link) {
		if (!setjmp(back))
			look();
		locklist_leave(&b->link);
	}
	return 0;
}
