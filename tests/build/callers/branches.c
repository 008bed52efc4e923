// SPDX-License-Identifier: MIT
/*
 * The calls of branches.h: in an if and its else, a ladder of if and else, a switch, and
 * one after the other. Call k is misuse.
 */
#include <linux-ish/ilist.h>
#include <linux-ish/walklist.h>
#include <linux-ish/locklist.h>
#include <linux-ish/dense.h>
#include <linux-ish/rwarray.h>
#include <linux-ish/slotpool.h>
#include <linux-ish/ipool.h>
#include <linux-ish/densepool.h>
#include <linux-ish/listpool.h>
#include <linux-ish/heap.h>

struct ship {
	struct ilist_node i;
	struct walklist_node w;
	struct locklist_node l;
	struct dense_idx d;
	struct rwarray_idx r;
	struct slotpool_idx s;
	struct ipool_idx p;
	struct densepool_idx dp;
	struct listpool_node lp;
	struct heap_idx h;
};

static ILIST_DEFINE(ilist);
static WALKLIST_DEFINE(walklist);
static LOCKLIST_DEFINE(locklist);
DENSE_DEFINE_STATIC(dense, 8);
RWARRAY_DEFINE_STATIC(rwarray, 8);
HEAP_DEFINE_STATIC(heap, 8);
SLOTPOOL_DEFINE_STATIC(slotpool, struct ship, s, 8);
IPOOL_DEFINE_STATIC(ipool, struct ship, p, 8);
DENSEPOOL_DEFINE_STATIC(densepool, struct ship, dp, 8);
LISTPOOL_DEFINE_STATIC(listpool, struct ship, lp, 8);

static struct ship one, two, dead, *a, *b;
static struct ilist red, blue;
static struct walklist odd, even;
static volatile int turns;

void renew(void);
void renew(void)
{
	memset(&one, 0, sizeof(one));
	memset(&two, 0, sizeof(two));
	/* The one element was freed, and one link of the head was overwritten. */
	red.head.next = blue.head.next = &dead.i.link;
	red.head.prev = blue.head.prev = &dead.i.link;
	odd.walks.head.next = even.walks.head.next = NULL;
	odd.walks.head.prev = even.walks.head.prev = &odd.walks.head;
	a = b = &dead;
}

#define FIRST(n, prepare, call)                            \
	void pair_##n(int k);                              \
	__attribute__((__noinline__)) void pair_##n(int k) \
	{                                                  \
		if (k == n) {                              \
			call;                              \
		} else
#define SECOND(n, prepare, call) \
		{                \
			call;    \
		}                \
	}
#include "branches.h"
#undef FIRST
#undef SECOND

#define FIRST(n, prepare, call) \
	if (k == n) {           \
		call;           \
	} else
#define SECOND FIRST
void ladder(int k);
__attribute__((__noinline__)) void ladder(int k)
{
#include "branches.h"
	turns++;
}
#undef FIRST

#define FIRST(n, prepare, call) \
	case n:                 \
		call;           \
		break;
void choice(int k);
__attribute__((__noinline__)) void choice(int k)
{
	switch (k) {
#include "branches.h"
	default:
		turns++;
	}
}
#undef FIRST

#define FIRST(n, prepare, call) \
	a = b = &dead;          \
	if (k != n) {           \
		prepare;        \
	}                       \
	call;
void row(int k);
__attribute__((__noinline__)) void row(int k)
{
#include "branches.h"
	turns++;
}
#undef FIRST
#undef SECOND
