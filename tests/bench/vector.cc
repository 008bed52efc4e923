// SPDX-License-Identifier: MIT
/*
 * std::vector of pointers, with the index kept in the objects.
 */
#include "bench.h"

#include <algorithm>
#include <vector>

#define NAME "vector<T*>"
#define UNORDERED
#define NODE uint32_t index;
#define BOX std::vector<bullet *> items;
#define INIT(box, n, flavour) new (&(box)->items) std::vector<bullet *>()
#define DESTROY(box) ((box)->items.~vector())
#define ADD(box, b)                                           \
	do {                                                  \
		(b)->index = (uint32_t)(box)->items.size();   \
		(box)->items.push_back(b);                    \
	} while (0)
#define DEL(box, b)                                           \
	do {                                                  \
		bullet *last_ = (box)->items.back();          \
		(box)->items[(b)->index] = last_;             \
		last_->index = (b)->index;                    \
		(box)->items.pop_back();                      \
	} while (0)
#define FOR_EACH(b, box) for (bullet *b : (box)->items)
#define FOR_EACH_SAFE(b, box)                                    \
	for (size_t at_ = (box)->items.size(); at_-- > 0;)       \
		if (bullet *b = (box)->items[at_])
#define CLEAR(box) ((box)->items.clear())
#define SORT(box, n) sort_by_key(box)

struct box;
static void sort_by_key(box *box);

#include "contestant.h"

static void sort_by_key(box *box)
{
	uint32_t i = 0;

	std::sort(box->items.begin(), box->items.end(),
		  [](const bullet *a, const bullet *b) {
			  return a->key < b->key;
		  });
	for (bullet *b : box->items)
		b->index = i++;
}
