// SPDX-License-Identifier: MIT
/*
 * plf::colony, erased from by iterator.
 */
#include "bench.h"

#if __has_include(<plf_colony.h>)
#include <plf_colony.h>
#else
#define MISSING "libplf-colony-dev"
#endif

#define NAME "colony"
#define UNORDERED
#define NODE
#define BOX plf::colony<bullet> objects;
#define REF plf::colony<bullet>::iterator
#define BULLET(box, ref) (&*(ref))
#define INIT(box, n, flavour) new (&(box)->objects) plf::colony<bullet>()
#define DESTROY(box) ((box)->objects.~colony())
#define BORN(box, id)                                            \
	do {                                                     \
		bullet fresh;                                    \
		birth(&fresh, id);                               \
		(box)->ref[id] = (box)->objects.insert(fresh);   \
	} while (0)
#define DIE(box, ref) ((box)->objects.erase(ref))
#define FOR_EACH(b, box)                    \
	for (bullet &b##_ : (box)->objects) \
		if (bullet *b = &b##_)
#define REMOVE_PASS(box)                                                    \
	for (auto at = (box)->objects.begin(); at != (box)->objects.end();) \
		if (step(&*at))                                             \
			at = (box)->objects.erase(at);                      \
		else                                                        \
			++at;
#define CLEAR(box) ((box)->objects.clear())

#include "contestant.h"
