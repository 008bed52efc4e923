// SPDX-License-Identifier: MIT
#include "pass.h"
#include <linux-ish/linux-ish.hpp>

static unit units[ELEMENTS];
static lish::walklist<unit, &unit::walklist> walks;
static lish::slotpool<unit> slots;

int main(int n, char **arguments)
{
	const char *what = arguments[1];
	const int times = n > 2 ? atoi(arguments[2]) : 0;

	for (unit &u : units) {
		walks.add_tail(u);
		slots.make();
	}
	for (int i = 0; i < times; i++)
		if (!strcmp(what, "walklist_pass"))
			for (unit &u : walks)
				u.n++;
		else
			for (unit &u : slots)
				u.n++;
	return 0;
}
