// SPDX-License-Identifier: MIT
/*
 * outline.c - one extern copy of each hot function, for callers with LISH_OUTLINE
 */
#define LISH_OUTLINE_BODIES_
#include <linux-ish/ilist.h>
#include <linux-ish/dense.h>
#include <linux-ish/locklist.h>
#include <linux-ish/ipool.h>
#include <linux-ish/densepool.h>
#include <linux-ish/rwarray.h>
#include <linux-ish/heap.h>
#include <linux-ish/slotpool.h>
#include <linux-ish/listpool.h>
#include <linux-ish/ground/atomic.h>
#if LISH_ATOMICS
#include <linux-ish/inbox.h>
#endif
