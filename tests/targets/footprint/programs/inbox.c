/* SPDX-License-Identifier: MIT */
#include "program.h"
#include <linux-ish/inbox.h>

LINKED(struct inbox, struct inbox_node, static INBOX_DEFINE(box),
       if (inbox_push(&box, &objects[i].node) < 0)
	       objects[i].value = 0,
       struct object *o = inbox_pop_entry(&box, struct object, node);
       if (o)
	       o->value = i,
       inbox_drain_entry(o, &box, struct object, node))
