/* SPDX-License-Identifier: MIT */
/* An object for each container that does not own its objects, and how it is added. */
#ifndef CXX_THINGS_H
#define CXX_THINGS_H

#include <linux-ish/linux-ish.hpp>

struct thing {
	explicit thing(int number = 0) : n(number) {}

	int n;
	ilist_node i{};
	walklist_node w{};
	locklist_node l{};
	inbox_node b{};
	dense_idx d{};
	rwarray_idx r{};
	iheap_idx h{};
};

typedef lish::ilist<thing, &thing::i> ilist_things;
typedef lish::walklist<thing, &thing::w> walklist_things;
typedef lish::locklist<thing, &thing::l> locklist_things;
typedef lish::inbox<thing, &thing::b> inbox_things;
typedef lish::dense<thing, &thing::d> dense_things;
typedef lish::rwarray<thing, &thing::r> rwarray_things;
typedef lish::iheap<thing, &thing::h> heap_things;

static inline void add(ilist_things &c, thing &t) { c.add_tail(t); }
static inline void add(walklist_things &c, thing &t) { c.add_tail(t); }
static inline void add(locklist_things &c, thing &t) { lish_sure(c.add_tail(t)); }
static inline void add(dense_things &c, thing &t) { lish_sure(c.add(t)); }
static inline void add(rwarray_things &c, thing &t) { lish_sure(c.add_tail(t)); }

#endif /* CXX_THINGS_H */
