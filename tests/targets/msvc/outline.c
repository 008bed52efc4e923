/* SPDX-License-Identifier: MIT */
/*
 * A program that includes all headers, and calls what is hot, with the library's
 * objects beside it: no function may be there twice.
 */
#include <linux-ish/dense.h>
#include <linux-ish/densepool.h>
#include <linux-ish/ilist.h>
#include <linux-ish/inbox.h>
#include <linux-ish/ipool.h>
#include <linux-ish/listpool.h>
#include <linux-ish/locklist.h>
#include <linux-ish/rwarray.h>
#include <linux-ish/slotpool.h>
#include <linux-ish/walklist.h>

struct object {
	struct ilist_node in_ilist;
	struct walklist_node in_walklist;
	struct locklist_node in_locklist;
	struct slotpool_idx slot;
};

int main(int argc, char **argv)
{
	static struct ilist ilist = ILIST_INIT(ilist);
	static struct walklist walklist = WALKLIST_INIT(walklist);
	static struct locklist locklist = LOCKLIST_INIT(locklist);
	SLOTPOOL_DEFINE_STATIC(pool, struct object, slot, 4);
	struct object *o = slotpool_zalloc_entry(&pool, struct object, slot);
	int n = 0;

	(void)argc, (void)argv;
	ilist_add_tail(&ilist, &o->in_ilist);
	walklist_add_tail(&walklist, &o->in_walklist);
	lish_sure(locklist_add_tail(&locklist, &o->in_locklist));
	slotpool_for_each_entry(p, &pool, struct object, slot)
		n++;
	ilist_for_each_entry(p, &ilist, struct object, in_ilist)
		n++;
	walklist_for_each_entry(p, &walklist, struct object, in_walklist)
		n++;
	locklist_for_each_entry(p, &locklist, struct object, in_locklist)
		n++;
	return n != 4;
}
