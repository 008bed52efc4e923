/* SPDX-License-Identifier: MIT */
/*
 * mistakes.c - a mistake of each kind, each in a function of its own
 *
 * Its report hook prints a line for each report: the function that made the mistake, and the
 * caller that the report names. On a board it prints by semihosting, elsewhere by printf().
 */
#include <linux-ish/dense.h>
#include <linux-ish/densepool.h>
#include <linux-ish/ihash.h>
#include <linux-ish/iheap.h>
#include <linux-ish/ilist.h>
#include <linux-ish/inbox.h>
#include <linux-ish/ipool.h>
#include <linux-ish/listpool.h>
#include <linux-ish/locklist.h>
#include <linux-ish/rwarray.h>
#include <linux-ish/slotpool.h>
#include <linux-ish/walklist.h>

#include <string.h>

#ifdef BOARD
#include "../arm/board.h"

void *memmove(void *to, const void *from, size_t size)
{
	volatile unsigned char *p = (volatile unsigned char *)to;
	const unsigned char *q = (const unsigned char *)from;

	if ((uintptr_t)to <= (uintptr_t)from)
		return memcpy(to, from, size);
	while (size--)
		p[size] = q[size];
	return to;
}
#else
#include <stdio.h>

int board_main(void);

static void board_print(const char *text)
{
	fputs(text, stdout);
}

static void board_print_number(unsigned long number)
{
	printf("%lu", number);
}

int main(void)
{
	return board_main();
}
#endif

struct object {
	struct walklist_node walk;
	struct ilist_node list;
	struct locklist_node lock;
	struct dense_idx dense;
	struct rwarray_idx array;
	struct iheap_idx heap;
	struct inbox_node box;
	struct ihash_node key;
	int value;
};

struct in_ipool {
	struct ipool_idx node;
	int value;
};

struct in_densepool {
	struct densepool_idx node;
	int value;
};

struct in_listpool {
	struct listpool_node node;
	int value;
};

struct in_slotpool {
	struct slotpool_idx node;
	int value;
};

static WALKLIST_DEFINE(walklist);
static ILIST_DEFINE(ilist);
static LOCKLIST_DEFINE(locklist);
static INBOX_DEFINE(inbox);
DENSE_DEFINE_STATIC(dense, 4);
RWARRAY_DEFINE_STATIC(rwarray, 4);
IHEAP_DEFINE_STATIC(iheap, 4);
IHASH_DEFINE_STATIC(ihash, 4);
IPOOL_DEFINE_STATIC(ipool, struct in_ipool, node, 4);
DENSEPOOL_DEFINE_STATIC(densepool, struct in_densepool, node, 4);
LISTPOOL_DEFINE_STATIC(listpool, struct in_listpool, node, 4);
SLOTPOOL_DEFINE_STATIC(slotpool, struct in_slotpool, node, 4);

/* in: those that are in containers; out: one that is in none */
static struct object in[4], out;
static struct in_ipool no_ipool;
static struct in_densepool no_densepool;
static struct in_listpool no_listpool;
static struct in_slotpool no_slotpool;
static const char *volatile now;
volatile int total;

void lish_report(const struct lish_fault *fault)
{
	board_print(now);
	board_print(" ");
	board_print_number((unsigned long)(uintptr_t)fault->caller);
	board_print("\n");
}

/* Something follows each call, so that none is the last of its function. */
#define MISTAKE(name, ...)                                   \
	static LISH_NOINLINE void mistake_##name(void)       \
	{                                                    \
		__VA_ARGS__;                                 \
		total++;                                     \
	}
#include "mistakes.list"
#undef MISTAKE

#define MISTAKE(name, ...) { "mistake_" #name, mistake_##name },
static const struct mistake {
	const char *name;
	void (*make)(void);
} mistakes[] = {
#include "mistakes.list"
};
#undef MISTAKE

int board_main(void)
{
	unsigned int i;

	for (i = 0; i < 4; i++) {
		walklist_add_tail(&walklist, &in[i].walk);
		ilist_add_tail(&ilist, &in[i].list);
		lish_sure(locklist_add_tail(&locklist, &in[i].lock));
		lish_sure(dense_add(&dense, &in[i].dense));
		lish_sure(rwarray_add_tail(&rwarray, &in[i].array));
		lish_sure(iheap_add(&iheap, &in[i].heap, i));
		ihash_add(&ihash, &in[i].key, i);
		lish_sure(listpool_alloc_entry(&listpool, struct in_listpool, node) ? 0 : -1);
	}
	for (i = 0; i < sizeof(mistakes) / sizeof(mistakes[0]); i++) {
		now = mistakes[i].name;
		board_print("made ");
		board_print(now);
		board_print("\n");
		mistakes[i].make();
	}
	board_print("all made\n");
	return 0;
}

#ifdef BOARD
void board_tick(void)
{
}
#endif
