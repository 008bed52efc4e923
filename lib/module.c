// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * module.c - linux-ish.ko: its description, and its notifier of other modules
 *
 * Not in modules that contain the library.
 */
#ifdef __KERNEL__
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/notifier.h>
#include <linux/stringify.h>

#include <linux-ish/version.h>

#include "kernel/report.h"

/*
 * Reset the report hook before its code is freed: with its module, or with the init
 * section of its module.
 */
static int on_module(struct notifier_block *block, unsigned long event,
		     void *data)
{
	const struct module *mod = data;
	const lish_report_fn hook = READ_ONCE(lish_report_hook_);
	const unsigned long code = (unsigned long)hook;

	if (((event == MODULE_STATE_GOING && within_module(code, mod)) ||
	     (event == MODULE_STATE_LIVE && within_module_init(code, mod))) &&
	    lish_report_drop_(hook))
		pr_notice("linux-ish: the report hook went with its module, %s\n",
			  mod->name);
	return NOTIFY_DONE;
}

module_param_named(bug, lish_report_is_bug_, bool, 0644);
MODULE_PARM_DESC(bug, "whether misuse is a BUG() or a WARN()");

static struct notifier_block notifier = { .notifier_call = on_module };

static int __init linux_ish_init(void)
{
	return register_module_notifier(&notifier);
}
module_init(linux_ish_init);

static void __exit linux_ish_exit(void)
{
	unregister_module_notifier(&notifier);
}
module_exit(linux_ish_exit);

MODULE_LICENSE("Dual MIT/GPL");
MODULE_DESCRIPTION("intrusive containers for objects that are born and die");
MODULE_AUTHOR("the linux-ish developers");
MODULE_VERSION(__stringify(LISH_VERSION_MAJOR) "." __stringify(
	LISH_VERSION_MINOR) "." __stringify(LISH_VERSION_PATCH));

#else
/* Elsewhere nothing, so that a build may take all of lib/. */
#include <linux-ish/ground/env.h>
#endif
