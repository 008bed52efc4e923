/* SPDX-License-Identifier: MIT */
#include "program.h"
#include <linux-ish/ihash.h>

LINKED(struct ihash, struct ihash_node, IHASH_DEFINE_STATIC(box, N),
       ihash_add(&box, &objects[i].node, (uint32_t)i),
       ihash_del(&box, &objects[i].node),
       ihash_for_each_entry(o, &box, struct object, node))
