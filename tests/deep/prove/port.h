/* SPDX-License-Identifier: MIT */
/*
 * The port that the prover reads: a compiler of C11 without GNU extensions, one core,
 * and nobody who interrupts. So what several threads do at a time is not proved
 * here; tests/deep/model/ looks at that.
 */
#undef __GNUC__
#define volatile
#define LISH_IRQ_SAVE(state) ((state) = 0)
#define LISH_IRQ_RESTORE(state) ((void)(state))
/*
 * Without it, for pointers that differ in it only are compared as of two types. But
 * the names of operations keep it: no call changes them.
 */
#define const
#include <linux-ish/ground/env.h>
#undef const
#include <linux-ish/bug.h>
#define const
