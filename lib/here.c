// SPDX-License-Identifier: MIT
/*
 * here.c - file and line of the call that a thread is in. In source files with
 * LISH_REPORT_LOCATION each call stores its place here and restores the previous one.
 */
#define LISH_LIB_
#include <linux-ish/bug.h>

#if LISH_HERE_
__thread struct lish_here_ lish_here_;
LISH_EXPORT(lish_here_)
#endif
