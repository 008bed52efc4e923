// SPDX-License-Identifier: MIT
/*
 * Kernel glue: what the module says of itself. What it exports stands after
 * each function, as LISH_EXPORT(). Not part of the user-space libraries.
 */
#include <linux/module.h>

#include <linux-ish/version.h>

MODULE_LICENSE("Dual MIT/GPL");
MODULE_DESCRIPTION("intrusive containers for objects that are born and die");
MODULE_AUTHOR("the linux-ish developers");
