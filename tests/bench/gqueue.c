// SPDX-License-Identifier: MIT
/*
 * GLib's queue with the links inside the objects.
 */
#include "bench.h"

#if __has_include(<glib.h>)
#include <glib.h>
#else
#define MISSING "libglib2.0-dev"
#endif

#define NAME "GQueue"
#define NODE GList link;
#define BOX GQueue list;
#define INIT(box, n, flavour) g_queue_init(&(box)->list)
#define DESTROY(box) ((void)0)
#define ADD(box, b)                                          \
	do {                                                 \
		(b)->link.data = (b);                        \
		g_queue_push_tail_link(&(box)->list, &(b)->link); \
	} while (0)
#define DEL(box, b) g_queue_unlink(&(box)->list, &(b)->link)
#define FOR_EACH(b, box)                                              \
	for (GList *at_ = (box)->list.head; at_; at_ = at_->next)     \
		for (struct bullet *b = (struct bullet *)at_->data; b; b = NULL)
#define FOR_EACH_SAFE(b, box)                                         \
	for (GList *at_ = (box)->list.head, *next_;                   \
	     at_ && (next_ = at_->next, true); at_ = next_)           \
		for (struct bullet *b = (struct bullet *)at_->data; b; b = NULL)
#define CLEAR(box)                          \
	do {                                \
		FOR_EACH_SAFE(b_, box)      \
			unlink_(b_);        \
		g_queue_init(&(box)->list); \
	} while (0)
/* A link that is pushed must have no neighbours. */
#define unlink_(b) ((b)->link.next = (b)->link.prev = NULL)
#define SORT(box, n) g_queue_sort(&(box)->list, by_key, NULL)
#define SORT_IN_LIBRARY

#ifndef MISSING
static int by_key(const void *a, const void *b, void *ctx);
#endif

#include "contestant.h"

#ifndef MISSING
static int by_key(const void *a, const void *b, void *ctx)
{
	const uint32_t left = ((const struct bullet *)a)->key;
	const uint32_t right = ((const struct bullet *)b)->key;

	(void)ctx;
	return left < right ? -1 : left > right;
}
#endif
