/* SPDX-License-Identifier: MIT */
/*
 * report.h - the report hook of linux-ish.ko, for module.c
 */
#ifndef LINUX_ISH_LIB_KERNEL_REPORT_H
#define LINUX_ISH_LIB_KERNEL_REPORT_H

#include <linux-ish/bug.h>

extern lish_report_fn lish_report_hook_;
/* Set the default if hook is the current one, else return false. */
bool lish_report_drop_(lish_report_fn hook);
/* Does the default call BUG(), not WARN()? A parameter of linux-ish.ko. */
extern bool lish_report_is_bug_;

#endif /* LINUX_ISH_LIB_KERNEL_REPORT_H */
