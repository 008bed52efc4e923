// SPDX-License-Identifier: MIT
#include "ours.h"

#include <linux-ish/sort.h>
#include <linux-ish/walklist.h>

#define NAME "walklist"
#define NODE struct walklist_node node;
#define BOX struct walklist list;
#define INIT(box, n, flavour) walklist_init(&(box)->list)
#define DESTROY(box) walklist_forget(&(box)->list)
#define ADD(box, b) walklist_add_tail(&(box)->list, &(b)->node)
#define DEL(box, b) walklist_del(&(box)->list, &(b)->node)
#define FOR_EACH(b, box) \
	walklist_for_each_entry(b, &(box)->list, struct bullet, node)
#define CLEAR(box) walklist_clear(&(box)->list)
#define SORT(box, n) walklist_sort(&(box)->list, by_key, NULL)
#define SORT_IN_LIBRARY

static int by_key(void *ctx, const struct walklist_node *a,
		  const struct walklist_node *b);

#include "contestant.h"

BY_KEY(walklist_node)
