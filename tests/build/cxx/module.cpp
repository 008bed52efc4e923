/* SPDX-License-Identifier: MIT */
/* A module of C++20 whose function uses the classes; imports.cpp is its program. */
module;
#include <linux-ish/linux-ish.hpp>
export module game;

struct unit {
	int strength;
	walklist_node node;
};
struct shot {
	int damage;
};

export int strength_of_two()
{
	lish::walklist<unit, &unit::node> units;
	lish::slotpool<shot> shots;
	unit a = { 1, {} };
	unit b = { 2, {} };
	int sum = 0;

	units.add_tail(a);
	units.add_tail(b);
	for (unit &u : units)
		sum += u.strength;
	units.clear();
	sum += shots.make(shot{ 4 })->damage;
	shots.clear();
	return sum;
}
