// SPDX-License-Identifier: MIT
/*
 * Each call of calls.h in two functions of its own, each of branches.h in a function with
 * others, and what the report says of each:
 * "NAME LINE FILE OFFSET REPORTED", the last two by LISH_REPORT_LOCATION.
 */
#ifdef LISH_TRAP
#define _GNU_SOURCE
#include <signal.h>
#include <ucontext.h>
#endif
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
#include <linux-ish/inbox.h>
#include <linux-ish/compat/list.h>
#include <stdio.h>
#include <string.h>
#include "branches.c"

struct object {
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
	struct inbox_node in;
#ifdef LINUX_ISH_COMPAT_LIST_H
	struct list_head li;
#endif
};

static ILIST_DEFINE(il);
static struct ilist half_ilist = { { &half_ilist.head, NULL } };
static WALKLIST_DEFINE(wl);
static struct walklist half_walklist = {
	{ .head = { NULL, &half_walklist.walks.head } }
};
static LOCKLIST_DEFINE(ll);
static INBOX_DEFINE(in);
static struct inbox_chain chain;
DENSE_DEFINE_STATIC(da, 8);
DENSE_DEFINE_STATIC(db, 8);
static struct dense no_dense;
RWARRAY_DEFINE_STATIC(ra, 8);
SLOTPOOL_DEFINE_STATIC(sp, struct object, s, 8);
IPOOL_DEFINE_STATIC(ip, struct object, p, 8);
static struct ipool no_ipool;
DENSEPOOL_DEFINE_STATIC(dp, struct object, dp, 8);
LISTPOOL_DEFINE_STATIC(lp, struct object, lp, 8);
HEAP_DEFINE_STATIC(he, 8);
static struct heap no_heap, other_heap;
static HEAP_STORAGE(*volatile no_slots, 8);

static struct object o, twice, lost;
static struct inbox_chain broken = { &lost.in, &lost.in };
static volatile int begun;
static struct dense_loop left;

/* A loop over db is left open: the next change reports it. */
static void open_loop(void)
{
	memset(&left, 0, sizeof(left));
	dense_loop_begin(&left, &db);
	memset(&left, 0, sizeof(left));
}

/* An object was overwritten in the box. */
static void overwrite(void)
{
	in.taken = (uintptr_t)&lost.in;
}

/* An element was added, or removed, while the list was locked, and zeroed. */
static struct locklist waiting;
static struct object first, second, zeroed;

static void wait_with(bool removal)
{
	locklist_init(&waiting);
	memset(&first, 0, sizeof(first));
	memset(&second, 0, sizeof(second));
	lish_sure(locklist_add_tail(&waiting, &first.l));
	lish_sure(locklist_add_tail(&waiting, &second.l));
	locklist_lock(&waiting);
	if (removal)
		locklist_del(&waiting, &first.l);
	else
		lish_sure(locklist_add_tail(&waiting, &zeroed.l));
	memset(removal ? &first : &zeroed, 0, sizeof(first));
}

/* The same in a loop, which has a lock of its own. */
static void spoil(void)
{
	waiting.locks = 0;
}

static int line;
static const char *name;

/* Of these pools the hook fini makes the same call in another function, once. */
IPOOL_DEFINE_STATIC(hooked_ip, struct object, p, 8);
DENSEPOOL_DEFINE_STATIC(hooked_dp, struct object, dp, 8);
LISTPOOL_DEFINE_STATIC(hooked_lp, struct object, lp, 8);
SLOTPOOL_DEFINE_STATIC(hooked_sp, struct object, s, 8);
static void (*in_fini)(void);
static const char *name_in_fini;
static struct object *dying;

static void fini(void *ctx, void *object)
{
	(void)ctx, (void)object;
	name = name_in_fini;
	in_fini();
}
static const struct lish_pool_hooks hooks = { NULL, NULL, fini, NULL };

/* The object whose hook runs, or a new one. */
#define OWN(alloc, pool, member)         \
	(name == name_in_fini ? dying :  \
				(dying = alloc(&pool, struct object, member)))

#define CALL(name, call)                                               \
	static __attribute__((__noinline__)) void in_##name(void)      \
	{                                                              \
		begun++;                                               \
		call;                                                  \
	}                                                              \
	static __attribute__((__noinline__)) void again_in_##name(void) \
	{                                                              \
		begun--;                                               \
		call;                                                  \
	}
#include "calls.h"
#undef CALL

static void tell(const struct lish_fault *fault)
{
	uintptr_t offset;
	const char *file = lish_caller_file(fault->caller, &offset);

	printf("%s %d %s 0x%lx %s %d\n", name, line, file ? file : "?",
	       (unsigned long)offset, fault->file ? fault->file : "-",
	       fault->line);
	name = "SECOND_REPORT";
}

#ifdef LISH_TRAP
/* The address that a debugger shows. */
static void tell_trap(int signal, siginfo_t *info, void *context)
{
	const ucontext_t *at = (const ucontext_t *)context;
	struct lish_fault fault = { 0 };

	(void)signal, (void)info;
	fault.caller = (const char *)at->uc_mcontext.gregs[REG_RIP];
	tell(&fault);
}
#endif

static void call(const char *called, int at, void (*misuse)(void),
		 const char *in_hook, void (*again)(void))
{
	name = called;
	line = at;
	name_in_fini = in_hook;
	in_fini = again;
	misuse();
	if (name == called || name == in_hook)
		printf("%s %d NOT_REPORTED\n", called, at);
}

static void call_branch(const char *called, int at, void (*branch)(int), int k)
{
	name = called;
	line = at;
	renew();
	branch(k);
	if (name == called)
		printf("%s %d NOT_REPORTED\n", called, at);
}

void callers(void);
void callers(void)
{
#ifdef LISH_TRAP
	struct sigaction trapped = { 0 };

	trapped.sa_flags = SA_SIGINFO;
	trapped.sa_sigaction = tell_trap;
	sigaction(SIGTRAP, &trapped, NULL);
#else
	lish_set_report(tell);
#endif
	lish_sure(dense_add(&da, &twice.d));
	ipool_set_hooks(&hooked_ip, &hooks, NULL);
	densepool_set_hooks(&hooked_dp, &hooks, NULL);
	listpool_set_hooks(&hooked_lp, &hooks, NULL);
	slotpool_set_hooks(&hooked_sp, &hooks, NULL);
	/* Only a variable keeps these functions from being inlined and copied. */
#define CALL(name, call_)                                   \
	{                                                   \
		void (*volatile misuse)(void) = in_##name;  \
		void (*volatile again)(void) = again_in_##name; \
		call("in_" #name, __LINE__, misuse,         \
		     "again_in_" #name, again);             \
		call("again_in_" #name, __LINE__, again,    \
		     "in_" #name, misuse);                  \
	}
#include "calls.h"
#undef CALL
	{
		void (*volatile in_ladder)(int) = ladder;
		void (*volatile in_choice)(int) = choice;
		void (*volatile in_row)(int) = row;
		void (*volatile in_pair)(int);
		const char *pair;

#define FIRST(n, prepare, call)      \
		in_pair = pair_##n;  \
		pair = "pair_" #n;   \
		SECOND(n, prepare, call)
#define SECOND(n, prepare, call)                                \
		call_branch(pair, __LINE__, in_pair, n);        \
		call_branch("ladder", __LINE__, in_ladder, n);    \
		call_branch("choice", __LINE__, in_choice, n);  \
		call_branch("row", __LINE__, in_row, n);
#include "branches.h"
	}
}
