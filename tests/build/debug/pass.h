/* SPDX-License-Identifier: MIT */
/*
 * What is counted, in C and C++: pass WHAT TIMES. The instructions of twice as many
 * TIMES, less those of TIMES, are those of the work.
 */
#include <stdlib.h>
#include <string.h>
#include <linux-ish/dense.h>
#include <linux-ish/densepool.h>
#include <linux-ish/ilist.h>
#include <linux-ish/listpool.h>
#include <linux-ish/locklist.h>
#include <linux-ish/rwarray.h>
#include <linux-ish/slotpool.h>
#include <linux-ish/walklist.h>

#define ELEMENTS 1000

struct unit {
	struct walklist_node walklist;
	struct ilist_node ilist;
	struct locklist_node locklist;
	struct dense_idx dense;
	struct rwarray_idx rwarray;
	struct slotpool_idx slotpool;
	struct densepool_idx densepool;
	struct listpool_node listpool;
	int n;
};
