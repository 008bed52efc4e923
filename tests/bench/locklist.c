// SPDX-License-Identifier: MIT
#include "ours.h"

#include <linux-ish/locklist.h>

#define NAME "locklist"
#define NODE struct locklist_node node;
#define BOX struct locklist list;
#define INIT(box, n, flavour) locklist_init(&(box)->list)
#define DESTROY(box) locklist_forget(&(box)->list)
#define ADD(box, b) lish_sure(locklist_add_tail(&(box)->list, &(b)->node))
#define DEL(box, b) locklist_del(&(box)->list, &(b)->node)
#define FOR_EACH(b, box) \
	locklist_for_each_entry(b, &(box)->list, struct bullet, node)
#define CLEAR(box) locklist_clear(&(box)->list)

#include "contestant.h"
