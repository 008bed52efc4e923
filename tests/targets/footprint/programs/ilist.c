/* SPDX-License-Identifier: MIT */
#include "program.h"
#include <linux-ish/ilist.h>

LINKED(struct ilist, struct ilist_node, static ILIST_DEFINE(box),
       ilist_add_tail(&box, &objects[i].node),
       ilist_del(&objects[i].node),
       ilist_for_each_entry(o, &box, struct object, node))
