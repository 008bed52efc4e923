/* SPDX-License-Identifier: MIT */
/*
 * The port that Eva reads: a compiler of C without GNU extensions, one core, and nobody
 * who interrupts.
 */
#undef __GNUC__
#define volatile
#define LISH_IRQ_SAVE(state) ((state) = 0)
#define LISH_IRQ_RESTORE(state) ((void)(state))
#include <linux-ish/ground/env.h>
/* No object of these programs lies at NULL, nor does a member of one. */
#undef lish_is_null
#define lish_is_null(pointer) (!(pointer))
#include <stdbool.h>
