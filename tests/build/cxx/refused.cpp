/* SPDX-License-Identifier: MIT */
/*
 * What linux-ish.hpp refuses to compile. Each mistake is in an #if; the comment behind
 * it has what the compiler must say. Without WRONG the file compiles.
 */
#if defined(WRONG) && WRONG == 14 /* "include <linux-ish/sort.hpp> to sort, <linux-ish/save.hpp> to save and load" */
#include <linux-ish/slotpool.hpp>

int main()
{
	lish::slotpool<int> counts;
	char bytes[8];
	return counts.save(bytes, sizeof(bytes));
}
#else
#include <algorithm>
#include <string>

#ifndef WRONG
#define WRONG 0
#endif
#if WRONG == 15
#include <linux-ish/dense.hpp>
#include <linux-ish/iheap.hpp>
#include <linux-ish/slotpool.hpp>
#include <linux-ish/walklist.hpp>
#else
#include <linux-ish/linux-ish.hpp>
#endif

class actor {
public:
	walklist_node turn{};
	dense_idx place{};
	int n = 0;
};

class hooked : public lish::hook<walklist_node> {
};

class below : public virtual hooked {
};

class derived : public virtual actor {
};

int use();
int use()
{
	actor a;
	lish::walklist<actor, &actor::turn> list;
	lish::dense<actor, &actor::place> array;
	lish::slotpool<actor> pool;
	lish::walklist<hooked> by_hook;
	hooked h;

	list.add(a);
	by_hook.add(h);
	lish_sure(array.add(a));
	/* An object with a virtual base is fine in a container of that base. */
	derived d;
	list.add(d);
#if WRONG == 1 /* "not in a virtual base" */
	lish::walklist<below> wrong;
	below b;
	wrong.add(b);
#endif
#if WRONG == 2 /* "not a valid|cannot be converted|not in a virtual base" */
	lish::walklist<derived, &derived::turn> wrong;
	wrong.add(d);
#endif
#if WRONG == 3 /* "without their container" */
	lish::hook<dense_idx> wrong;
#endif
#if WRONG == 4 /* "name a member as the node" */
	lish::walklist<actor> wrong;
	wrong.add(a);
#endif
#if WRONG == 5 /* "could not convert|cannot be converted|convertible|not a node of this container" */
	lish::walklist<actor, &actor::place> wrong;
#endif
#if WRONG == 6 /* "deleted" */
	auto wrong = list;
#endif
#if WRONG == 7 /* "unused|ignoring" */
	array.add(a);
#endif
#if WRONG == 8 /* "inaccessible|private base" */
	slotpool_clear(&pool);
#endif
#if WRONG == 9 /* "flexible array member .* not at end|variable sized type" */
	struct letter {
		int n;
		char text[];
	};
	lish::slotpool<letter> wrong;
#endif
#if WRONG == 10 /* "algorithms take const_range" */
	return std::any_of(list.begin(), list.end(), [](const actor &x) { return x.n > 0; });
#endif
#if WRONG == 11 /* "algorithms take const_range" */
	return std::count_if(pool.begin(), pool.end(), [](const actor &x) { return x.n > 0; }) > 0;
#endif
#if WRONG == 12 /* "only trivially copyable objects" */
	lish::slotpool<std::string> names;
	char bytes[8];
	return names.save(bytes, sizeof(bytes));
#endif
#if WRONG == 13 /* "unused|ignoring" */
	struct shell {
		slotpool_idx slot;
	};
	struct slotpool wrong;
	slotpool_init(&wrong, shell, slot, nullptr);
#endif
#if WRONG == 17 /* "give the class one with placement" */
	struct own {
		void *operator new(size_t size);
	};
	lish::slotpool<own> wrong;
	wrong.make();
#endif
#if WRONG == 15 /* "include <linux-ish/sort.hpp> to sort, <linux-ish/save.hpp> to save and load" */
	list.sort([](const actor &x, const actor &y) { return x.n < y.n; });
#endif
#if WRONG == 18 /* "deleted" */
	hooked wrong(h);
#endif
#if WRONG == 19 /* "multiply seconds" */
	struct timer {
		iheap_idx due;
	} timer = {};
	lish::iheap<struct timer, &timer::due> heap;
	heap.moved(timer, 0.5);
#endif
#if WRONG == 16 /* "deleted" */
	hooked wrong;
	wrong = h;
#endif
	list.del(a);
	return pool.make() != nullptr;
}
#endif
