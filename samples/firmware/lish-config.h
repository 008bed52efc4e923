/* SPDX-License-Identifier: MIT */
/*
 * Settings of linux-ish. LISH_CONFIG_H in the Makefile names this file.
 */

/* main.c has lish_report(). */
#define LISH_OWN_REPORT
