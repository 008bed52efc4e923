/* SPDX-License-Identifier: MIT */
/*
 * What this program says to linux-ish: LISH_CONFIG_H in the Makefile names it.
 */

/* Reports are a number and an address: no texts in flash. */
#define LISH_NO_STRINGS

/* main.c has lish_report(). */
#define LISH_OWN_REPORT
