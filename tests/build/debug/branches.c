// SPDX-License-Identifier: MIT
/* Loops over zero, over nothing and over two: each branch of this file is taken both ways. */
#include <linux-ish/dense.h>
#include <linux-ish/densepool.h>
#include <linux-ish/ilist.h>
#include <linux-ish/listpool.h>
#include <linux-ish/locklist.h>
#include <linux-ish/rwarray.h>
#include <linux-ish/slotpool.h>
#include <linux-ish/walklist.h>

struct unit {
	struct ilist_node ilist;
	struct walklist_node walklist;
	struct locklist_node locklist;
	struct dense_idx dense;
	struct rwarray_idx rwarray;
	int n;
};
struct part {
	struct densepool_idx densepool;
	int n;
};
struct link {
	struct listpool_node listpool;
	int n;
};
struct slot {
	struct slotpool_idx slotpool;
	int n;
};

static ILIST_DEFINE(lines);
static WALKLIST_DEFINE(walks);
static LOCKLIST_DEFINE(locks);
DENSE_DEFINE_STATIC(parts, 2);
RWARRAY_DEFINE_STATIC(rows, 2);
DENSEPOOL_DEFINE_STATIC(objects, struct part, densepool, 2);
LISTPOOL_DEFINE_STATIC(linked, struct link, listpool, 2);
static struct slotpool slots;
static int sum;

static void add(struct unit *unit)
{
	unit->n = 1;
	ilist_add_tail(&lines, &unit->ilist);
	walklist_add_tail(&walks, &unit->walklist);
	lish_sure(locklist_add_tail(&locks, &unit->locklist));
	lish_sure(dense_add(&parts, &unit->dense));
	lish_sure(rwarray_add_tail(&rows, &unit->rwarray));
	densepool_zalloc_entry(&objects, struct part, densepool)->n = 1;
	listpool_zalloc_entry(&linked, struct link, listpool)->n = 1;
	slotpool_zalloc_entry(&slots, struct slot, slotpool)->n = 1;
}

/* Lists that had an element are not zero. */
static void clear(void)
{
	ilist_clear(&lines);
	walklist_clear(&walks);
	locklist_clear(&locks);
	dense_clear(&parts);
	rwarray_clear(&rows);
	densepool_clear(&objects);
	listpool_clear(&linked);
	slotpool_clear(&slots);
}

#define PASS(X, c, type, ...)                                    \
	do {                                                     \
		X##_for_each_entry##__VA_ARGS__(p, c, type, X)   \
			sum += p->n;                             \
	} while (0)

static void pass(void)
{
	PASS(ilist, &lines, struct unit);
	PASS(ilist, &lines, struct unit, _reverse);
	PASS(ilist, &lines, struct unit, _safe);
	PASS(walklist, &walks, struct unit);
	PASS(walklist, &walks, struct unit, _reverse);
	PASS(walklist, &walks, struct unit, _const);
	PASS(locklist, &locks, struct unit);
	PASS(locklist, &locks, struct unit, _const);
	PASS(dense, &parts, struct unit);
	PASS(dense, &parts, struct unit, _reverse);
	PASS(dense, &parts, struct unit, _const);
	PASS(rwarray, &rows, struct unit);
	PASS(rwarray, &rows, struct unit, _const);
	PASS(densepool, &objects, struct part);
	PASS(densepool, &objects, struct part, _reverse);
	PASS(densepool, &objects, struct part, _const);
	PASS(listpool, &linked, struct link);
	PASS(listpool, &linked, struct link, _reverse);
	PASS(listpool, &linked, struct link, _const);
	PASS(slotpool, &slots, struct slot);
	PASS(slotpool, &slots, struct slot, _reverse);
	slotpool_for_each_range(first, end, &slots)
		sum += end - first;
}

int main(void)
{
	static struct unit units[2];

	lish_sure(slotpool_init(&slots, struct slot, slotpool, NULL));
	pass();
	add(&units[0]);
	clear();
	pass();
	add(&units[0]);
	add(&units[1]);
	pass();
	return sum != 44;
}
