// SPDX-License-Identifier: MIT
/*
 * kreport.c - the report hook and its default in the kernel, instead of ../report.c
 */
#ifdef __KERNEL__
#include <linux/atomic.h>
#include <linux/bug.h>
#include <linux/kernel.h>
#include <linux/ratelimit.h>
#include <linux/rcupdate.h>

#define LISH_LIB_
#include <linux-ish/ground/env.h>

#include "../ground/report.h"
#include "report.h"

bool lish_report_is_bug_ = IS_ENABLED(CONFIG_BUG_ON_DATA_CORRUPTION);

static void default_report(const struct lish_fault *fault)
{
	char what[96];

	/* The operation of a full report of lish_sure() is a call, with its arguments. */
	if (fault->reason == LISH_NOT_SURE && fault->result)
		scnprintf(what, sizeof(what), "%s returned %s",
			  *fault->operation ? fault->operation : "a call",
			  lish_result_name_(fault->result));
	else
		scnprintf(what, sizeof(what), "%s(container %p, node %p)",
			  *fault->operation ? fault->operation : "misuse",
			  fault->container, fault->node);
	if (READ_ONCE(lish_report_is_bug_)) {
		pr_err("linux-ish: %s, called by %pS: %s [%s]\n", what, fault->caller,
		       lish_reason_text(fault->reason),
		       lish_reason_name_(fault->reason));
		BUG();
	}
	WARN_RATELIMIT(1, "linux-ish: %s, called by %pS: %s [%s]\n", what, fault->caller,
		       lish_reason_text(fault->reason),
		       lish_reason_name_(fault->reason));
}

lish_report_fn lish_report_hook_ = default_report;

/* After this returns, no CPU runs the old hook: its module may be removed. */
lish_report_fn lish_set_report(lish_report_fn hook)
{
	lish_report_fn old = xchg(&lish_report_hook_, hook ? hook : default_report);

	synchronize_rcu();
	return old;
}

bool lish_report_drop_(lish_report_fn hook)
{
	/* Fails if another hook was set meanwhile. */
	if (cmpxchg(&lish_report_hook_, hook, default_report) != hook)
		return false;
	synchronize_rcu();
	return true;
}

void lish_report(const struct lish_fault *fault)
{
	rcu_read_lock();
	READ_ONCE(lish_report_hook_)(fault);
	rcu_read_unlock();
}

#else
/* Elsewhere nothing, so that a build may take all of lib/. */
#include <linux-ish/ground/env.h>
#endif
