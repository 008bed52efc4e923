/* SPDX-License-Identifier: MIT */
/* The world in which the mistakes of slotpool.list are made. */
#include <linux-ish/save.h>
#include <linux-ish/slotpool_lease.h>
#include <linux-ish/world.h>

#define POOL(op) slotpool_##op
#define TYPE struct slotpool
#define NODE struct slotpool_idx
#define STORAGE SLOTPOOL_STORAGE
#define INIT(name, mem) SLOTPOOL_INIT(mem, struct item, node)
#define TAKE(pool) slotpool_alloc_entry(pool, struct item, node)

#include "pools.h"

static void save_it(void *object)
{
	(void)object;
	if (slotpool_save(&w.hooked, NULL, 0, NULL) != -EINVAL)
		abort();
}

static void load_it(void *object)
{
	(void)object;
	if (slotpool_load(&w.hooked, NULL, 0, NULL) != -EINVAL)
		abort();
}

/* Leases of w.pool, which has two free slots. */
SLOTPOOL_LEASE_DEFINE_STATIC(mine, 1, 3);
SLOTPOOL_LEASE_DEFINE_STATIC(its, 1, 3);
static struct slotpool_lease *const leases[] = { &mine, &its };
static struct slotpool_lease *volatile no_lease;
static struct slotpool_lease *const *volatile no_leases;

static void lend(void)
{
	if (slotpool_lend(&w.pool, leases, 2))
		abort();
}

/* Copies of the world: between two frames, and with slots lent. */
static struct world between, amid;

static int lend_one(struct slotpool *pool, struct slotpool_lease *lease)
{
	return slotpool_lend(pool, &lease, 1);
}

static void commit_one(struct slotpool *pool, struct slotpool_lease *lease)
{
	slotpool_commit(pool, &lease, 1);
}

static void lend_it(void *object)
{
	(void)object;
	if (lend_one(&w.hooked, &mine) != -EINVAL)
		abort();
}

static void commit_it(void *object)
{
	(void)object;
	slotpool_commit(&w.hooked, leases, 0);
}

static void die(struct slotpool_lease *lease, struct item *object)
{
	if (slotpool_lease_free(lease, &object->node))
		abort();
}

#include "run.h"
