/* SPDX-License-Identifier: MIT */
/*
 * Between report.c and what linux-ish.ko does when other modules go, module.c.
 */
#ifndef LINUX_ISH_LIB_KERNEL_REPORT_H
#define LINUX_ISH_LIB_KERNEL_REPORT_H

#include <linux-ish/bug.h>

/* Who is told of misuse. */
lish_report_fn lish_report_hook_(void);
/* From now on the default is, not that hook. False: it was another one. */
bool lish_report_drop_(lish_report_fn hook);
/* Is the default a BUG()? If not, a WARN(). A parameter of linux-ish.ko. */
extern bool lish_report_is_bug_;

#endif /* LINUX_ISH_LIB_KERNEL_REPORT_H */
