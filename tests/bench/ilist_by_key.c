// SPDX-License-Identifier: MIT
/*
 * ilist_sort_by_key(). The scratch lies beside the list.
 */
#include "ours.h"

#include <linux-ish/ilist.h>
#include <linux-ish/sort.h>

#define NAME "ilist-by-key"
#define NODE struct ilist_node node;
#define BOX                \
	struct ilist list; \
	void *scratch;
#define INIT(box, n, flavour)        \
	(ilist_init(&(box)->list),   \
	 (box)->scratch = memory(n, ILIST_SORT_SCRATCH(1)))
#define DESTROY(box) free((box)->scratch)
#define ADD(box, b) ilist_add_tail(&(box)->list, &(b)->node)
#define DEL(box, b) ilist_del(&(b)->node)
#define FOR_EACH(b, box) \
	ilist_for_each_entry(b, &(box)->list, struct bullet, node)
#define CLEAR(box) ilist_clear(&(box)->list)
#define SORT(box, n)                                                         \
	lish_sure(ilist_sort_by_key(&(box)->list, key_of, NULL,              \
				    (box)->scratch, ILIST_SORT_SCRATCH(n)))
#define SORT_IN_LIBRARY
#define SORT_ONLY

static uint64_t key_of(void *ctx, const struct ilist_node *node);

#include "contestant.h"

static uint64_t key_of(void *ctx, const struct ilist_node *node)
{
	(void)ctx;
	return container_of(node, const struct bullet, node)->key;
}
