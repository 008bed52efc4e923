/* SPDX-License-Identifier: MIT */
#include "program.h"
#include <linux-ish/locklist.h>

LINKED(struct locklist, struct locklist_node, static LOCKLIST_DEFINE(box),
       if (locklist_add_tail(&box, &objects[i].node) < 0)
	       objects[i].value = 0,
       locklist_del(&box, &objects[i].node),
       locklist_for_each_entry(o, &box, struct object, node))
