// SPDX-License-Identifier: MIT
#include "bench.h"

#if __has_include(<sys/queue.h>)
#include <sys/queue.h>
#else
#define MISSING "sys/queue.h"
#endif

#define NAME "TAILQ"
#define NODE TAILQ_ENTRY(bullet) link;
#define BOX TAILQ_HEAD(, bullet) list;
#define INIT(box, n, flavour) TAILQ_INIT(&(box)->list)
#define DESTROY(box) ((void)0)
#define ADD(box, b) TAILQ_INSERT_TAIL(&(box)->list, b, link)
#define DEL(box, b) TAILQ_REMOVE(&(box)->list, b, link)
#define FOR_EACH(b, box) \
	for (struct bullet *b = TAILQ_FIRST(&(box)->list); b; \
	     b = TAILQ_NEXT(b, link))
#define FOR_EACH_SAFE(b, box)                                               \
	for (struct bullet *b = TAILQ_FIRST(&(box)->list), *next_;          \
	     b && (next_ = TAILQ_NEXT(b, link), true); b = next_)
#define CLEAR(box) TAILQ_INIT(&(box)->list)

#include "contestant.h"
