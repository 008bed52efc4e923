/* SPDX-License-Identifier: MIT */
/*
 * The nodes that a struct of another library may contain: Documentation/stability.rst
 * promises their sizes for all of 2.x.
 */
#include <linux-ish/dense.h>
#include <linux-ish/ihash.h>
#include <linux-ish/iheap.h>
#include <linux-ish/ilist.h>
#include <linux-ish/locklist.h>
#include <linux-ish/rwarray.h>
#include <linux-ish/walklist.h>

#define KEEPS(node, bytes, align)                                              \
	typedef char node##_has_its_size[sizeof(struct node) == (bytes) ? 1 : -1]; \
	typedef char node##_is_aligned[LISH_ALIGNOF(struct node) == (align) ? 1 : -1]

KEEPS(ilist_node, 2 * sizeof(void *), sizeof(void *));
KEEPS(walklist_node, 4 * sizeof(void *), sizeof(void *));
KEEPS(ihash_node, 4 * sizeof(void *) + 8, sizeof(void *));
KEEPS(locklist_node, 4 * sizeof(void *), sizeof(void *));
KEEPS(dense_idx, 4, 4);
KEEPS(rwarray_idx, 4, 4);
KEEPS(iheap_idx, 4, 4);

extern int not_empty;
