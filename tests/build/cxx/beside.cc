/* SPDX-License-Identifier: MIT */
/*
 * Beside others: Qt's headers come first, whose keywords are macros, and a program has
 * namespaces and types of common names.
 */
#ifdef HAS_QT
#include <QtCore/QObject>
#include <QtCore/QVector>
#else
#define slots
#define signals public
#define emit
#define foreach(variable, container) for (variable : container)
#define forever for (;;)
#endif
namespace heap
{
struct node;
}
namespace pool
{
struct handle;
}
namespace list
{
struct hook;
}

#include <linux-ish/linux-ish.hpp>
#include "check.h"

#if !defined slots || !defined signals || !defined emit || !defined foreach || !defined forever
#error "a header of ours took a macro away"
#endif

struct thing {
	iheap_idx due{};
	dense_idx place{};
	walklist_node link{};
};

int main()
{
	lish::iheap<thing, &thing::due> timers;
	lish::dense<thing, &thing::place> things;
	lish::walklist<thing, &thing::link> list;
	lish::slotpool<thing> objects;
	thing t;

	lish_sure(timers.add(t, 1));
	lish_sure(things.add(t));
	list.add(t);
	CHECK(timers.first() == &t && things.at(0) == &t && list.first() == &t);
	CHECK(objects.make() && objects.count() == 1);
	return finish();
}
