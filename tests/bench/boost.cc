// SPDX-License-Identifier: MIT
/*
 * Boost.Intrusive's list without a count; boost_safe.cc is the same with safe
 * links.
 */
#include "bench.h"

#if __has_include(<boost/intrusive/list.hpp>)
#include <boost/intrusive/list.hpp>

#ifndef LINK_MODE
#define LINK_MODE normal_link
#endif

namespace bi = boost::intrusive;
typedef bi::list_member_hook<bi::link_mode<bi::LINK_MODE> > hook;
#else
#define MISSING "libboost-dev"
#endif

#ifndef NAME
#define NAME "Boost"
#endif
#define NODE                                                            \
	hook link;                                                      \
	bool operator<(const bullet &other) const                       \
	{                                                               \
		return key < other.key;                                 \
	}
#define BOX                                                             \
	typedef bi::list<bullet,                                        \
			 bi::member_hook<bullet, hook, &bullet::link>,  \
			 bi::constant_time_size<false> >                \
		list_type;                                              \
	list_type list;
#define INIT(box, n, flavour) new (&(box)->list) box::list_type()
#define DESTROY(box) ((box)->list.clear())
#define ADD(box, b) ((box)->list.push_back(*(b)))
#define DEL(box, b) ((box)->list.erase((box)->list.iterator_to(*(b))))
#define FOR_EACH(b, box)               \
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
