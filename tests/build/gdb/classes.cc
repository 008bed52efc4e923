/* SPDX-License-Identifier: MIT */
/* Classes of C++ that stand still, for a debugger to look at. */
#include <cstdlib>
#include <linux-ish/linux-ish.hpp>

struct drawing;
struct bullet : lish::hook<ilist_node>, lish::hook<walklist_node, drawing> {
	explicit bullet(int number) : n(number) {}
	int n;
	walklist_node link{};
	dense_idx place{};
};
struct ship {
	explicit ship(int number) : n(number) {}
	int n;
};

static bullet a(1), b(2), c(3);
static lish::walklist<bullet, &bullet::link> bullets;
static lish::walklist<bullet, nullptr, drawing> drawn;
static lish::ilist<bullet> turns;
static lish::dense<bullet, &bullet::place> packed;
static lish::slotpool<ship> ships;
static lish::listpool<ship> fleet;
static lish::fixed<lish::slotpool<ship>, 4> few;
static lish::handle<ship> h, none;

static struct seen {
	lish::walklist<bullet, &bullet::link> &list;
	lish::slotpool<ship> *pool;
} views = { bullets, &ships };

int main()
{
	/* Its name has that of the function. */
	struct local {
		int n;
		walklist_node link;
	};
	static local alone = { 5, {} };
	static lish::walklist<local, &local::link> locals;

	locals.add(alone);
	for (bullet *x : { &a, &b, &c }) {
		bullets.add_tail(*x);
		drawn.add(*x);
		turns.add_tail(*x);
		lish_sure(packed.add(*x));
	}
	for (int n = 4; n < 7; n++)
		fleet.make_tail(n);
	ship *s = ships.make(7);
	h = ships.handle_of(*s);
	ships.make(8);
	few.make(9);
	if (views.pool->count() == views.list.count() - 1)
		std::abort();
}
