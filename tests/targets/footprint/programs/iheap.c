/* SPDX-License-Identifier: MIT */
#include "program.h"
#include <linux-ish/iheap.h>

LINKED(struct iheap, struct iheap_idx, IHEAP_DEFINE_STATIC(box, N),
       if (iheap_add(&box, &objects[i].node, i) < 0)
	       objects[i].value = 0,
       iheap_del(&box, &objects[i].node),
       iheap_drain_due(o, &box, 9, struct object, node))
