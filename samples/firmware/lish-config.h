/* SPDX-License-Identifier: MIT */
/*
 * Settings of linux-ish. LISH_CONFIG_H in the Makefile names this file.
 */

/* Reports are a number and an address: no texts in flash. */
#define LISH_NO_STRINGS

/* main.c has lish_report(). */
#define LISH_OWN_REPORT
