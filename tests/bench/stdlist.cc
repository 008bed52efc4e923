// SPDX-License-Identifier: MIT
/*
 * std::list of values. Its nodes are 64 bytes with the links, as the others'
 * objects are; malloc adds its own and does not align them.
 */
#include "bench.h"

#include <list>

#define NAME "std::list"
#define OBJECT_BYTES 48
#define OBJECT_ALIGN 8
#define NODE                                      \
	char room[20];                            \
	bool operator<(const bullet &other) const \
	{                                         \
		return key < other.key;           \
	}
#define BOX std::list<bullet> list;
#define REF std::list<bullet>::iterator
#define BULLET(box, ref) (&*(ref))
#define INIT(box, n, flavour) new (&(box)->list) std::list<bullet>()
#define DESTROY(box) ((box)->list.~list())
#define BORN(box, id)                                                   \
	do {                                                            \
		bullet fresh;                                           \
		birth(&fresh, id);                                      \
		(box)->ref[id] = (box)->list.insert((box)->list.end(),  \
						    fresh);             \
	} while (0)
#define DIE(box, ref) ((box)->list.erase(ref))
#define FOR_EACH(b, box)                 \
	for (bullet &b##_ : (box)->list) \
		if (bullet *b = &b##_)
#define REMOVE_PASS(box)                                               \
	for (auto at = (box)->list.begin(); at != (box)->list.end();)  \
		if (step(&*at))                                        \
			at = (box)->list.erase(at);                    \
		else                                                   \
			++at;
#define CLEAR(box) ((box)->list.clear())
#define SORT(box, n) ((box)->list.sort())

#include "contestant.h"
