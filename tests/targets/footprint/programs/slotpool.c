/* SPDX-License-Identifier: MIT */
#include "program.h"
#include <linux-ish/slotpool.h>

POOLED(slotpool, struct slotpool_idx, SLOTPOOL_DEFINE_STATIC)
WALKS_BY(slotpool_for_each_entry(o, &box, struct object, node))
