/* SPDX-License-Identifier: MIT */
#include "program.h"
#include <linux-ish/rwarray.h>

LINKED(struct rwarray, struct rwarray_idx, RWARRAY_DEFINE_STATIC(box, N),
       if (rwarray_add_tail(&box, &objects[i].node) < 0)
	       objects[i].value = 0,
       rwarray_del(&box, &objects[i].node),
       rwarray_for_each_entry(o, &box, struct object, node))
