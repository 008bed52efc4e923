// SPDX-License-Identifier: MIT
#include "bench.h"

#if __has_include(<utlist.h>)
#include <utlist.h>
#else
#define MISSING "uthash-dev"
#endif

#define NAME "utlist"
#define NODE struct bullet *prev, *next;
#define BOX struct bullet *list;
#define INIT(box, n, flavour) ((box)->list = NULL)
#define DESTROY(box) ((void)0)
#define ADD(box, b) DL_APPEND((box)->list, b)
#define DEL(box, b) DL_DELETE((box)->list, b)
#define FOR_EACH(b, box)                                                 \
	for (struct bullet *b, *once_ = (struct bullet *)1; once_; once_ = NULL) \
		DL_FOREACH((box)->list, b)
#define FOR_EACH_SAFE(b, box)                                            \
	for (struct bullet *b, *next_, *once_ = (struct bullet *)1; once_; \
	     once_ = NULL)                                               \
		DL_FOREACH_SAFE((box)->list, b, next_)
#define CLEAR(box) ((box)->list = NULL)
#define BY_KEY(a, b) ((a)->key < (b)->key ? -1 : (a)->key > (b)->key)
#define SORT(box, n) DL_SORT((box)->list, BY_KEY)

#include "contestant.h"
