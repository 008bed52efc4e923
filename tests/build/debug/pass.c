// SPDX-License-Identifier: MIT
#include "pass.h"

static struct unit units[ELEMENTS];
static WALKLIST_DEFINE(walks);
static ILIST_DEFINE(lines);
static LOCKLIST_DEFINE(locks);
DENSE_DEFINE_STATIC(parts, ELEMENTS);
RWARRAY_DEFINE_STATIC(rows, ELEMENTS);
SLOTPOOL_DEFINE_STATIC(slots, struct unit, slotpool, ELEMENTS);
DENSEPOOL_DEFINE_STATIC(objects, struct unit, densepool, ELEMENTS);

static void use(int i)
{
	walklist_add_tail(&walks, &units[i].walklist);
	ilist_add_tail(&lines, &units[i].ilist);
	lish_sure(locklist_add_tail(&locks, &units[i].locklist));
	lish_sure(dense_add(&parts, &units[i].dense));
	lish_sure(rwarray_add_tail(&rows, &units[i].rwarray));
	slotpool_zalloc_entry(&slots, struct unit, slotpool)->n = i;
	densepool_zalloc_entry(&objects, struct unit, densepool)->n = i;
}

#define PASS(X, c)                                                     \
	if (!strcmp(what, #X "_pass")) {                               \
		for (i = 0; i < ELEMENTS; i++)                         \
			use(i);                                        \
		for (i = 0; i < times; i++)                            \
			X##_for_each_entry(p, c, struct unit, X)       \
				p->n++;                                \
	}
#define PAIR(X, add, del)                    \
	if (!strcmp(what, #X "_pair"))       \
		for (i = 0; i < times; i++) { \
			struct unit *u = units; \
			add;                 \
			del;                 \
		}

int main(int n, char **arguments)
{
	const char *what = arguments[1];
	const int times = n > 2 ? atoi(arguments[2]) : 0;
	struct slotpool_handle handle;
	int i;

	PASS(walklist, &walks)
	PASS(ilist, &lines)
	PASS(locklist, &locks)
	PASS(dense, &parts)
	PASS(rwarray, &rows)
	PASS(slotpool, &slots)
	PASS(densepool, &objects)
	PAIR(walklist, walklist_add_tail(&walks, &u->walklist),
	     walklist_del(&walks, &u->walklist))
	PAIR(slotpool, u = slotpool_alloc_entry(&slots, struct unit, slotpool),
	     slotpool_free(&slots, &u->slotpool))
	if (!strcmp(what, "slotpool_get")) {
		struct unit *u = slotpool_alloc_entry(&slots, struct unit, slotpool);

		handle = slotpool_handle_of(&slots, &u->slotpool);
		for (i = 0; i < times; i++)
			slotpool_get_entry(&slots, handle, struct unit, slotpool)->n++;
	}
	return 0;
}
