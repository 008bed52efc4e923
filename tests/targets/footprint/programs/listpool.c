/* SPDX-License-Identifier: MIT */
#include "program.h"
#include <linux-ish/listpool.h>

POOLED(listpool, struct listpool_node, LISTPOOL_DEFINE_STATIC)
WALKS_BY(listpool_for_each_entry(o, &box, struct object, node))
