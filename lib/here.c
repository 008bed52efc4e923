// SPDX-License-Identifier: MIT
/*
 * here.c - file and line of the call that a thread is in. In source files with
 * LISH_REPORT_LOCATION each call stores its place here and restores the previous one.
 * Copies of hot functions store their caller here: see lish_go_().
 */
#define LISH_LIB_
#include <linux-ish/bug.h>

#if LISH_HERE_
__thread struct lish_here_ lish_here_;
LISH_EXPORT(lish_here_)
__thread const void *lish_outer_;
LISH_EXPORT(lish_outer_)

static const struct lish_here_ *lish_here_now(void)
{
	return &lish_here_;
}

static const void **lish_outer_now(void)
{
	return &lish_outer_;
}

/* Only programs that store places link this file, and need memory of threads. */
__attribute__((__constructor__)) static void lish_here_start(void)
{
	lish_here_of_ = lish_here_now;
	lish_outer_of_ = lish_outer_now;
}
#endif
