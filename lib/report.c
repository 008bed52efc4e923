// SPDX-License-Identifier: MIT
/*
 * Who is told of misuse, unless the program defines its own lish_report(): then
 * nothing here is linked.
 */
#include "core/os.h"

#ifndef LISH_OWN_REPORT
#define LISH_LIB_
#include <linux-ish/bug.h>

static void default_report(const struct lish_fault *fault)
{
	lish_os_report_(fault->operation, fault->container, fault->node,
			fault->caller, lish_reason_text(fault->reason));
}

static lish_report_fn report_hook = default_report;

lish_report_fn lish_set_report(lish_report_fn hook)
{
	lish_report_fn old = report_hook;

	report_hook = hook ? hook : default_report;
	return old;
}
LISH_EXPORT(lish_set_report)

void lish_report(const struct lish_fault *fault)
{
	report_hook(fault);
}
LISH_EXPORT(lish_report)
#endif
