// SPDX-License-Identifier: MIT
#include "ours.h"

#include <linux-ish/ilist.h>
#include <linux-ish/sort.h>

#define NAME "ilist"
#define NODE struct ilist_node node;
#define BOX struct ilist list;
#define INIT(box, n, flavour) ilist_init(&(box)->list)
#define DESTROY(box) ilist_init(&(box)->list)
#define ADD(box, b) ilist_add_tail(&(box)->list, &(b)->node)
#define DEL(box, b) ilist_del(&(b)->node)
#define FOR_EACH(b, box) \
	ilist_for_each_entry(b, &(box)->list, struct bullet, node)
#define FOR_EACH_SAFE(b, box) \
	ilist_for_each_entry_safe(b, &(box)->list, struct bullet, node)
#define CLEAR(box) ilist_clear(&(box)->list)
#define SORT(box, n) ilist_sort(&(box)->list, by_key, NULL)
#define SORT_IN_LIBRARY

static int by_key(void *ctx, const struct ilist_node *a,
		  const struct ilist_node *b);

#include "contestant.h"

BY_KEY(ilist_node)
