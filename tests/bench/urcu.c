// SPDX-License-Identifier: MIT
#include "bench.h"

#if __has_include(<urcu/list.h>)
#include <urcu/list.h>
#else
#define MISSING "liburcu-dev"
#endif

#define NAME "urcu"
#define NODE struct cds_list_head link;
#define BOX struct cds_list_head list;
#define INIT(box, n, flavour) CDS_INIT_LIST_HEAD(&(box)->list)
#define DESTROY(box) ((void)0)
#define ADD(box, b) cds_list_add_tail(&(b)->link, &(box)->list)
#define DEL(box, b) cds_list_del(&(b)->link)
/* Its own loop macros, with the cursors declared in front of them. */
#define FOR_EACH(b, box)                                 \
	for (struct bullet *b, *once_ = (struct bullet *)1; once_; once_ = NULL) \
		cds_list_for_each_entry(b, &(box)->list, link)
#define FOR_EACH_SAFE(b, box)                                            \
	for (struct bullet *b, *next_, *once_ = (struct bullet *)1; once_; \
	     once_ = NULL)                                               \
		cds_list_for_each_entry_safe(b, next_, &(box)->list, link)
#define CLEAR(box) CDS_INIT_LIST_HEAD(&(box)->list)

#include "contestant.h"
