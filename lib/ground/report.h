/* SPDX-License-Identifier: MIT */
/*
 * report.h - what default reports print besides the members of struct lish_fault
 */
#ifndef LISH_REPORT_H
#define LISH_REPORT_H

#include <linux-ish/bug.h>

LISH_C_BEGIN

/* "LISH_NOT_IN": the name to look for in Documentation/reports.rst. "" if unknown. */
LISH_LOCAL const char *lish_reason_name_(enum lish_reason reason);
/* "-ENOSPC"; "a negative number" for a result of other calls; "" if it is not negative. */
LISH_LOCAL const char *lish_result_name_(int result);

LISH_C_END

#endif /* LISH_REPORT_H */
