/* SPDX-License-Identifier: MIT */
#include "program.h"
#include <linux-ish/dense.h>

LINKED(struct dense, struct dense_idx, DENSE_DEFINE_STATIC(box, N),
       if (dense_add(&box, &objects[i].node) < 0)
	       objects[i].value = 0,
       dense_del(&box, &objects[i].node),
       dense_for_each_entry(o, &box, struct object, node))
