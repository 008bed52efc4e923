/* SPDX-License-Identifier: MIT */
#include "program.h"
#include <linux-ish/densepool.h>

POOLED(densepool, struct densepool_idx, DENSEPOOL_DEFINE_STATIC)
WALKS_BY(densepool_for_each_entry(o, &box, struct object, node))
