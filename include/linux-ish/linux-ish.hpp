/* SPDX-License-Identifier: MIT */
/*
 * linux-ish.hpp - the containers as C++ classes; C++11, header only
 *
 *	struct bullet {
 *		int ttl;
 *		walklist_node link;
 *	};
 *	lish::walklist<bullet, &bullet::link> bullets;
 *
 *	for (bullet &b : bullets)
 *		if (--b.ttl == 0)
 *			bullets.del(b);
 *
 * Each class has a header of its own: walklist.hpp. This one includes all of them.
 *
 * A class has the name of its C container. A method has the name of its C call: the
 * header of the container says what the call does and costs. A range-for is the plain
 * loop of C, with all its guarantees; break, return, goto and exceptions may leave it.
 * Methods that return a range are the other loops: reverse(), present() and so on. A
 * range-for over a const container is the _const loop; that and const_range() are forward
 * ranges for algorithms.
 *
 *   classes                      differences from C
 *   ---------------------------  -----------------------------------------------
 *   lists, arrays, iheap, inbox   derive from the C container: pass their address
 *                                to any C call. The destructor empties the
 *                                container, and ends its loops: not those of ilist
 *                                and inbox, which must have ended before.
 *   ipool, densepool, listpool,  make() constructs, destroy() destructs. The node
 *   slotpool                     lies behind the object, where no constructor and
 *                                no assignment reaches it.
 *
 * The header itself allocates nothing and throws nothing. One lock covers the same
 * calls as in C.
 */
#ifndef LINUX_ISH_HPP
#define LINUX_ISH_HPP

#include "dense.hpp"
#include "densepool.hpp"
#include "ihash.hpp"
#include "iheap.hpp"
#include "ilist.hpp"
#include "inbox.hpp"
#include "ipool.hpp"
#include "listpool.hpp"
#include "locklist.hpp"
#include "rwarray.hpp"
#include "save.hpp"
#include "slotpool.hpp"
#include "slotpool_lease.hpp"
#include "sort.hpp"
#include "walklist.hpp"

#endif /* LINUX_ISH_HPP */
