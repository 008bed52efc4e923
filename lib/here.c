// SPDX-License-Identifier: MIT
/*
 * For LISH_REPORT_LOCATION: the call that a thread is in. Each call of a file that
 * defines it stores its file and line here, and restores what was here before.
 */
#define LISH_LIB_
#include <linux-ish/bug.h>

#if LISH_HERE_
__thread struct lish_here_ lish_here_;
LISH_EXPORT(lish_here_)
#endif
