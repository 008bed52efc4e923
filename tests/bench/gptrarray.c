// SPDX-License-Identifier: MIT
/*
 * GLib's array of pointers, with the index kept in the objects.
 */
#include "bench.h"

#if __has_include(<glib.h>)
#include <glib.h>
#else
#define MISSING "libglib2.0-dev"
#endif

#define NAME "GPtrArray"
#define UNORDERED
#define NODE uint32_t index;
#define BOX GPtrArray *array;
#define INIT(box, n, flavour) ((box)->array = g_ptr_array_new())
#define DESTROY(box) g_ptr_array_free((box)->array, TRUE)
#define AT(box, i) ((struct bullet *)g_ptr_array_index((box)->array, i))
#define ADD(box, b)                                   \
	do {                                          \
		(b)->index = (box)->array->len;       \
		g_ptr_array_add((box)->array, b);     \
	} while (0)
#define DEL(box, b)                                                  \
	do {                                                         \
		uint32_t index_ = (b)->index;                        \
		g_ptr_array_remove_index_fast((box)->array, index_); \
		if (index_ < (box)->array->len)                      \
			AT(box, index_)->index = index_;             \
	} while (0)
#define FOR_EACH(b, box)                                          \
	for (uint32_t at_ = 0; at_ < (box)->array->len; at_++)    \
		for (struct bullet *b = AT(box, at_); b; b = NULL)
#define FOR_EACH_SAFE(b, box)                                     \
	for (uint32_t at_ = (box)->array->len; at_-- > 0;)        \
		for (struct bullet *b = AT(box, at_); b; b = NULL)
#define CLEAR(box) g_ptr_array_set_size((box)->array, 0)

#include "contestant.h"
