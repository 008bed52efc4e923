// SPDX-License-Identifier: MIT
/*
 * LISH_REPORT_LOCATION where calls stand in arguments of calls, in hooks and in loops:
 * each report says the line of its own call.
 */
#define LISH_REPORT_LOCATION
#include <linux-ish/ilist.h>
#include <linux-ish/walklist.h>
#include <linux-ish/dense.h>
#include <stdio.h>

struct object {
	struct ilist_node i;
	struct walklist_node w;
	struct dense_idx d;
};

static ILIST_DEFINE(il);
static WALKLIST_DEFINE(wl);
/* One link was overwritten. */
static struct walklist half = { { .head = { NULL, &half.walks.head } } };
DENSE_DEFINE_STATIC(da, 4);
static struct object o;
static int reported, wrong;

static void tell(const struct lish_fault *fault)
{
	reported = fault->file ? fault->line : 0;
}

static void expect(int line, int meant)
{
	if (line != meant) {
		printf("line %d was reported, not %d\n", line, meant);
		wrong++;
	}
}

/* A call in an argument comes after the outer call has left its line. */
static struct ilist_node *other(void)
{
	lish_sure(dense_reserve(&da, 1));
	return &o.i;
}

/* Misuse in an argument, and in the outer call. */
static struct ilist_node *bad(void)
{
	walklist_del(&wl, &o.w);
	expect(reported, __LINE__ - 1);
	return &o.i;
}

int main(void)
{
	int (*add)(struct dense *, struct dense_idx *) = dense_add;
	struct object *first;

	lish_set_report(tell);
	ilist_del(other());
	expect(reported, __LINE__ - 1);
	ilist_del(bad());
	expect(reported, __LINE__ - 1);
	/* Neither the last call nor a pointer to a function says a wrong line. */
	(void)!add(&da, NULL);
	expect(reported, 0);
	reported = 0;
	walklist_for_each_entry(p, &half, struct object, w)
		wrong++;
	expect(reported, __LINE__ - 2);
	first = walklist_first_entry(&half, struct object, w);
	expect(reported, __LINE__ - 1);
	walklist_splice(&wl, &half);
	expect(reported, __LINE__ - 1);
	ilist_add_tail(&il, &o.i);
	ilist_for_each_entry_safe(p, &il, struct object, i) {
		ilist_del(&p->i);
		ilist_del(&p->i);
		expect(reported, __LINE__ - 1);
	}
	return wrong != 0 || first;
}
