/* SPDX-License-Identifier: MIT */
#include "program.h"
#include <linux-ish/walklist.h>

LINKED(struct walklist, struct walklist_node, static WALKLIST_DEFINE(box),
       walklist_add_tail(&box, &objects[i].node),
       walklist_del(&box, &objects[i].node),
       walklist_for_each_entry(o, &box, struct object, node))
