/* SPDX-License-Identifier: MIT */
/* The world in which the mistakes of rwarray.list are made. */
#include <linux-ish/rwarray.h>

#define ARRAY(op) rwarray_##op
#define ADD rwarray_add_tail
#define TYPE struct rwarray
#define NODE struct rwarray_idx
#define LOOP struct rwarray_loop_
#define STORAGE RWARRAY_STORAGE
#define OPEN rwarray_open_(&w.loop, &w.array, 0)

#include "arrays.h"

static void reserve(void)
{
	if (rwarray_reserve(&w.array, 1) != -EBUSY)
		abort();
}

static void del(void)
{
	rwarray_del(&w.array, &w.a.idx);
}

static void leave(void)
{
	if (rwarray_leave(&w.array, &w.a.idx))
		abort();
}

static void sort(void)
{
	rwarray_sort(&w.array, by_key, NULL);
}

#include "run.h"
