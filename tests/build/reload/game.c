/* SPDX-License-Identifier: MIT */
/*
 * All containers, with hooks, an order and an allocator of the game, before a reload and after.
 * Between the reload and the rebind, each call that would use an address of the old code is
 * refused and changes nothing; all others do their work.
 */
#include <stdlib.h>
#include <string.h>

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

int game(void *memory, int reloaded);

/* Arrays and tables of FEW elements are full: the next one needs memory. */
enum { FEW = 128, MANY = 20000 };

struct thing {
	int n;
	struct ilist_node i;
	struct walklist_node w;
	struct locklist_node l;
	struct inbox_node b;
	struct dense_idx d;
	struct rwarray_idx r;
	struct iheap_idx h;
	struct ihash_node t, u;
	struct ipool_idx ip;
	struct densepool_idx dp;
	struct listpool_node lp;
	struct slotpool_idx sp;
};

struct state {
	struct thing things[FEW];
	struct ilist ilist;
	struct walklist walklist;
	struct locklist locklist;
	struct inbox inbox;
	struct dense dense;
	struct rwarray rwarray;
	struct iheap iheap;
	struct ihash table;
	/* One element more, and it releases its old buckets. */
	struct ihash turning;
	struct thing extra;
	struct ipool ipool;
	struct densepool densepool;
	struct listpool listpool;
	struct slotpool slotpool;
	struct slotpool_handle handle;
	/* The allocator of the game, but no hooks. They are full. */
	struct ipool full_ipool;
	struct densepool full_densepool;
	struct listpool full_listpool;
	struct slotpool full_slotpool;
	/* In memory of its own. */
	struct ipool few;
	IPOOL_STORAGE(few_memory, struct thing, 2);
	int hooked, out, full, grown;
};

static struct state *s;

static void *get(struct lish_mem *mem, size_t size, size_t align)
{
	(void)mem, (void)align;
	return aligned_alloc(64, (size + 63) & ~(size_t)63);
}

static void put(struct lish_mem *mem, void *block, size_t size, size_t align)
{
	(void)mem, (void)size, (void)align;
	free(block);
}

static struct lish_mem mem = { get, put, NULL, NULL };

static void on_init(void *ctx, void *object)
{
	(void)object;
	((struct state *)ctx)->hooked++;
}

static void on_fini(void *ctx, void *object)
{
	(void)object;
	((struct state *)ctx)->hooked--;
}

static const struct lish_pool_hooks hooks = { NULL, on_init, on_fini, NULL };

static void on_full(void *ctx, void *pool)
{
	(void)pool;
	((struct state *)ctx)->full++;
}

static int on_grown(void *ctx, void *pool, uint32_t room)
{
	(void)pool, (void)room;
	((struct state *)ctx)->grown++;
	return 0;
}

static void on_out(struct locklist *list, struct locklist_node *node)
{
	(void)list, (void)node;
	s->out++;
}

static int by_number(void *ctx, const struct iheap_idx *a, const struct iheap_idx *b)
{
	(void)ctx;
	return container_of(a, const struct thing, h)->n -
	       container_of(b, const struct thing, h)->n;
}

#define TRY(what)                        \
	do {                             \
		if (!(what))             \
			return __LINE__; \
	} while (0)

#define FILL(X, member)                                                                \
	do {                                                                           \
		TRY(!X##_init(&s->full_##X, struct thing, member, config));            \
		do                                                                     \
			TRY(X##_alloc_entry(&s->full_##X, struct thing, member));      \
		while (X##_count(&s->full_##X) < X##_stats(&s->full_##X).capacity);    \
	} while (0)

static int begin_full(const struct lish_config *config)
{
	FILL(ipool, ip);
	FILL(densepool, dp);
	FILL(listpool, lp);
	FILL(slotpool, sp);
	return 0;
}

static int begin(const struct lish_config *config, const struct lish_config *own,
		 const struct lish_config *plain)
{
	int i;

	TRY(!dense_init(&s->dense, config) && !rwarray_init(&s->rwarray, config));
	TRY(!iheap_init(&s->iheap, config));
	TRY(!ihash_init(&s->table, config) && !ihash_init(&s->turning, config));
	iheap_set_order(&s->iheap, by_number, s);
	locklist_set_on_out(&s->locklist, on_out);
	ipool_init_in(&s->few, struct thing, ip, &s->few_memory, own);
	TRY(!ipool_init(&s->ipool, struct thing, ip, config));
	TRY(!densepool_init(&s->densepool, struct thing, dp, config));
	TRY(!listpool_init(&s->listpool, struct thing, lp, config));
	TRY(!slotpool_init(&s->slotpool, struct thing, sp, config));
	for (i = 0; i < FEW; i++) {
		struct thing *t = &s->things[i];

		t->n = i;
		ilist_add_tail(&s->ilist, &t->i);
		walklist_add_tail(&s->walklist, &t->w);
		TRY(!locklist_add_tail(&s->locklist, &t->l) &&
		    inbox_push(&s->inbox, &t->b) >= 0);
		TRY(!dense_add(&s->dense, &t->d) && !rwarray_add_tail(&s->rwarray, &t->r));
		TRY(!iheap_add(&s->iheap, &t->h, 0));
		ihash_add(&s->table, &t->t, (uint32_t)i);
		if (i)
			ihash_add(&s->turning, &t->u, (uint32_t)i);
		TRY(ipool_alloc_entry(&s->ipool, struct thing, ip));
		TRY(densepool_alloc_entry(&s->densepool, struct thing, dp));
		TRY(listpool_alloc_entry(&s->listpool, struct thing, lp));
		t = slotpool_alloc_entry(&s->slotpool, struct thing, sp);
		TRY(t);
		t->n = i;
		s->handle = slotpool_handle_of(&s->slotpool, &t->sp);
	}
	for (i = 0; i < 2; i++)
		TRY(ipool_alloc_entry(&s->few, struct thing, ip));
	TRY(s->hooked == 4 * FEW + 2 && s->grown == 4);
	return begin_full(plain);
}

#ifdef NOTICED
static int reports;

static void note(const struct lish_fault *fault)
{
	reports += fault->reason == LISH_RELOADED ? 1 : 1000;
}

static struct state before;

/* A call that would jump to the old code reports, once, and changes nothing. */
#define REPORTS(call)                                        \
	do {                                                 \
		reports = 0;                                 \
		memcpy(&before, s, sizeof(before));          \
		call;                                        \
		TRY(reports == 1);                           \
		TRY(!memcmp(&before, s, sizeof(before)));    \
	} while (0)

/* Any other call works. */
#define WORKS(call)            \
	do {                   \
		reports = 0;   \
		TRY(call);     \
		TRY(!reports); \
	} while (0)

#define ARRAY_REPORTS(X, member)                                                        \
	do {                                                                            \
		REPORTS(TRY(X##_add(&s->X, &s->extra.member) == -EINVAL));              \
		REPORTS(TRY(X##_reserve(&s->X, MANY) == -EINVAL));                      \
		REPORTS(X##_destroy(&s->X));                                            \
		X##_del(&s->X, &s->things[FEW - 1].member);                             \
		WORKS(X##_count(&s->X) == FEW - 1);                                     \
		REPORTS(X##_trim(&s->X));                                               \
		X##_tidy(&s->X);                                                        \
		WORKS(!X##_add(&s->X, &s->things[FEW - 1].member));                     \
		WORKS(X##_contains(&s->X, &s->things[FEW - 1].member));                 \
		WORKS(X##_stats(&s->X).count == FEW && !X##_stats(&s->X).failed);       \
		WORKS(!X##_reserve(&s->X, FEW) && X##_check(&s->X, NULL) == LISH_OK);   \
	} while (0)
#define rwarray_add rwarray_add_tail
#define dense_tidy(array) ((void)(array))
#define rwarray_tidy rwarray_compact
#define iheap_tidy(heap) ((void)(heap))

#define POOL_REPORTS(X, member)                                                           \
	do {                                                                              \
		REPORTS(TRY(!X##_alloc_entry(&s->X, struct thing, member)));              \
		REPORTS(TRY(!X##_zalloc_entry(&s->X, struct thing, member)));             \
		REPORTS(TRY(X##_reserve(&s->X, MANY) == -EINVAL));                        \
		REPORTS(X##_free(&s->X, &X##_any(&s->X)->member));                        \
		REPORTS(X##_clear(&s->X));                                                \
		REPORTS(X##_trim(&s->X));                                                 \
		REPORTS(X##_destroy(&s->X));                                              \
		WORKS(X##_count(&s->X) == FEW && X##_check(&s->X, NULL) == LISH_OK);      \
		WORKS(X##_contains(&s->X, &X##_any(&s->X)->member));                      \
		WORKS(X##_stats(&s->X).peak == FEW && !X##_stats(&s->X).failed);          \
		REPORTS(TRY(!X##_alloc_entry(&s->full_##X, struct thing, member)));       \
		X##_free(&s->full_##X, &X##_any(&s->full_##X)->member);                   \
		WORKS(X##_alloc_entry(&s->full_##X, struct thing, member));               \
		WORKS(X##_check(&s->full_##X, NULL) == LISH_OK);                          \
	} while (0)
#define ipool_any(pool) ipool_at_entry(pool, 3, struct thing, ip)
#define densepool_any(pool) densepool_at_entry(pool, 3, struct thing, dp)
#define listpool_any(pool) listpool_first_entry(pool, struct thing, lp)
#define slotpool_any(pool) slotpool_at_entry(pool, 3, struct thing, sp)

static int forget_arrays(void)
{
	ARRAY_REPORTS(dense, d);
	ARRAY_REPORTS(rwarray, r);
	REPORTS(TRY(!iheap_pop_entry(&s->iheap, struct thing, h)));
	REPORTS(TRY(iheap_add(&s->iheap, &s->extra.h, 0) == -EINVAL));
	REPORTS(iheap_del(&s->iheap, &s->things[0].h));
	REPORTS(TRY(!iheap_leave(&s->iheap, &s->things[0].h)));
	REPORTS(iheap_moved(&s->iheap, &s->things[0].h, 1));
	REPORTS(iheap_clear(&s->iheap));
	TRY(iheap_check(&s->iheap, NULL) == LISH_RELOADED);
	iheap_set_order(&s->iheap, by_number, s);
#define iheap_add(heap, node) (iheap_add)(heap, node, 0)
	ARRAY_REPORTS(iheap, h);
#undef iheap_add
	return 0;
}

static int forget_tables(void)
{
	struct thing *t = &s->extra;

	REPORTS(ihash_add(&s->table, &t->t, 0));
	REPORTS(ihash_add(&s->turning, &t->u, 0));
	REPORTS(TRY(ihash_reserve(&s->table, MANY) == -EINVAL));
	REPORTS(TRY(ihash_reserve(&s->turning, MANY) == -EINVAL));
	REPORTS(ihash_trim(&s->table));
	REPORTS(ihash_trim(&s->turning));
	t = ihash_pop_entry(&s->table, struct thing, t);
	WORKS(t && ihash_count(&s->table) == FEW - 1);
	ihash_add(&s->table, &t->t, 0);
	WORKS(ihash_check(&s->table, NULL) == LISH_OK && !ihash_stats(&s->table).failed);
	WORKS(ihash_check(&s->turning, NULL) == LISH_OK);
	while (ihash_first(&s->turning))
		(void)ihash_pop_entry(&s->turning, struct thing, u);
	REPORTS(ihash_destroy(&s->turning));
	REPORTS(TRY(ihash_reserve(&s->turning, MANY) == -EINVAL));
	return 0;
}

static int forget_lists(void)
{
	REPORTS(locklist_del(&s->locklist, &s->things[0].l));
	REPORTS(TRY(!locklist_leave(&s->things[0].l)));
	REPORTS(locklist_clear(&s->locklist));
	REPORTS(locklist_destroy(&s->locklist));
	locklist_lock(&s->locklist);
	REPORTS(locklist_del(&s->locklist, &s->things[0].l));
	locklist_unlock(&s->locklist);
	WORKS(locklist_count(&s->locklist) == FEW && !s->out);
	WORKS(locklist_check(&s->locklist, NULL) == LISH_OK);
	return 0;
}

static int forget_pools(void)
{
	struct thing *t;

	POOL_REPORTS(ipool, ip);
	POOL_REPORTS(densepool, dp);
	POOL_REPORTS(listpool, lp);
	POOL_REPORTS(slotpool, sp);
	t = ipool_any(&s->ipool);
	REPORTS(ipool_free_bulk(&s->ipool, &t, 1));
	REPORTS(TRY(!ipool_free_at(&s->ipool, 3)));
	t = listpool_any(&s->listpool);
	REPORTS(TRY(!listpool_alloc_tail_entry(&s->listpool, struct thing, lp)));
	REPORTS(TRY(!listpool_zalloc_tail_entry(&s->listpool, struct thing, lp)));
	REPORTS(TRY(!listpool_alloc_before_entry(&s->listpool, t, struct thing, lp)));
	REPORTS(TRY(!listpool_alloc_after_entry(&s->listpool, t, struct thing, lp)));
	listpool_move_tail(&s->listpool, &t->lp);
	WORKS(listpool_last_entry(&s->listpool, struct thing, lp) == t);
	t = slotpool_any(&s->slotpool);
	REPORTS(slotpool_free_bulk(&s->slotpool, &t, 1));
	REPORTS(TRY(!slotpool_free_at(&s->slotpool, 3)));
	REPORTS(TRY(!slotpool_free_handle(&s->slotpool, s->handle)));
	REPORTS(TRY(!slotpool_alloc_tail_entry(&s->slotpool, struct thing, sp)));
	REPORTS(TRY(!slotpool_alloc_at_entry(&s->slotpool, FEW, struct thing, sp)));
	REPORTS(TRY(!slotpool_alloc_at_entry(&s->slotpool, FEW + 1, struct thing, sp)));
	REPORTS(TRY(!slotpool_alloc_at_entry(&s->slotpool, MANY, struct thing, sp)));
	REPORTS(TRY(!slotpool_alloc_at_entry(&s->full_slotpool, MANY, struct thing, sp)));
	REPORTS(TRY(!slotpool_alloc_tail_entry(&s->full_slotpool, struct thing, sp)));
	WORKS(slotpool_get_entry(&s->slotpool, s->handle, struct thing, sp));
	return 0;
}

static int forget_full(void)
{
	const struct lish_pool_hooks *const hooked = s->few.base.hooks;

	REPORTS(TRY(!ipool_alloc_entry(&s->few, struct thing, ip)));
	/* full alone: no alloc calls a hook. */
	s->few.base.hooks = NULL;
	REPORTS(TRY(!ipool_alloc_entry(&s->few, struct thing, ip)));
	s->few.base.hooks = hooked;
	REPORTS(ipool_destroy(&s->few));
	TRY(ipool_count(&s->few) == 2 && !s->full && s->hooked == 4 * FEW + 2);
	return 0;
}

static int forget(void)
{
	int line;

	lish_set_report(note);
	line = forget_arrays();
	line = line ? line : forget_tables();
	line = line ? line : forget_lists();
	line = line ? line : forget_pools();
	line = line ? line : forget_full();
	lish_set_report(NULL);
	return line;
}
#else
#define forget() 0
#endif

static void rebind(const struct lish_config *config, const struct lish_config *own,
		   const struct lish_config *plain)
{
	ipool_rebind(&s->few, own);
	dense_rebind(&s->dense, config);
	rwarray_rebind(&s->rwarray, config);
	iheap_rebind(&s->iheap, config);
	ihash_rebind(&s->table, config);
	ihash_rebind(&s->turning, config);
	iheap_set_order(&s->iheap, by_number, s);
	locklist_set_on_out(&s->locklist, on_out);
	ipool_rebind(&s->ipool, config);
	densepool_rebind(&s->densepool, config);
	listpool_rebind(&s->listpool, config);
	slotpool_rebind(&s->slotpool, config);
	ipool_rebind(&s->full_ipool, plain);
	densepool_rebind(&s->full_densepool, plain);
	listpool_rebind(&s->full_listpool, plain);
	slotpool_rebind(&s->full_slotpool, plain);
}

static int go_on(void)
{
	struct thing *t;
	int i, sum = 0;

	ilist_for_each_entry(pos, &s->ilist, struct thing, i)
		sum += pos->n;
	walklist_for_each_entry(pos, &s->walklist, struct thing, w)
		walklist_del(&s->walklist, &pos->w);
	locklist_for_each_entry(pos, &s->locklist, struct thing, l)
		locklist_del(&s->locklist, &pos->l);
	TRY(sum == FEW * (FEW - 1) / 2 && !walklist_count(&s->walklist) && s->out == FEW);
	for (i = 0; i < FEW; i++)
		TRY(inbox_pop_entry(&s->inbox, struct thing, b) == &s->things[i]);
	TRY(!dense_reserve(&s->dense, MANY) && !rwarray_reserve(&s->rwarray, MANY));
	TRY(!iheap_reserve(&s->iheap, MANY));
	for (i = 0; i < FEW; i++)
		TRY(iheap_pop_entry(&s->iheap, struct thing, h) == &s->things[i]);
	t = slotpool_get_entry(&s->slotpool, s->handle, struct thing, sp);
	TRY(t && t->n == FEW - 1);
	for (i = 0; i < MANY; i++) {
		TRY(ipool_alloc_entry(&s->ipool, struct thing, ip));
		TRY(densepool_alloc_entry(&s->densepool, struct thing, dp));
		TRY(listpool_alloc_entry(&s->listpool, struct thing, lp));
		TRY(slotpool_alloc_entry(&s->slotpool, struct thing, sp));
	}
	slotpool_free(&s->slotpool, &t->sp);
	TRY(ipool_alloc_entry(&s->full_ipool, struct thing, ip));
	TRY(densepool_alloc_entry(&s->full_densepool, struct thing, dp));
	TRY(listpool_alloc_entry(&s->full_listpool, struct thing, lp));
	TRY(slotpool_alloc_at_entry(&s->full_slotpool, MANY, struct thing, sp));
	ihash_add(&s->turning, &s->extra.u, 0);
	ihash_add(&s->table, &s->extra.t, 0);
	TRY(s->hooked == 4 * (FEW + MANY) + 1 && s->grown > 4);
	TRY(!ipool_alloc_entry(&s->few, struct thing, ip) && s->full == 1);
	ipool_destroy(&s->few);
	TRY(dense_check(&s->dense, NULL) == LISH_OK && rwarray_check(&s->rwarray, NULL) == LISH_OK);
	TRY(ipool_check(&s->ipool, NULL) == LISH_OK);
	TRY(densepool_check(&s->densepool, NULL) == LISH_OK);
	TRY(listpool_check(&s->listpool, NULL) == LISH_OK);
	TRY(slotpool_check(&s->slotpool, NULL) == LISH_OK);
	TRY(ihash_check(&s->table, NULL) == LISH_OK && ihash_check(&s->turning, NULL) == LISH_OK);
	ihash_clear(&s->table);
	ihash_clear(&s->turning);
	ihash_destroy(&s->table);
	ihash_destroy(&s->turning);
	ipool_destroy(&s->full_ipool);
	densepool_destroy(&s->full_densepool);
	listpool_destroy(&s->full_listpool);
	slotpool_destroy(&s->full_slotpool);
	dense_destroy(&s->dense);
	rwarray_destroy(&s->rwarray);
	iheap_destroy(&s->iheap);
	ipool_destroy(&s->ipool);
	densepool_destroy(&s->densepool);
	listpool_destroy(&s->listpool);
	slotpool_destroy(&s->slotpool);
	TRY(s->hooked == 0);
	return 0;
}

int game(void *memory, int reloaded)
{
	struct lish_config config = LISH_CONFIG_INIT, own = LISH_CONFIG_INIT,
			   plain = LISH_CONFIG_INIT;
	int failed;

	s = (struct state *)memory;
	config.mem = plain.mem = &mem;
	config.hooks = own.hooks = &hooks;
	config.ctx = own.ctx = s;
	config.grown = on_grown;
	own.full = on_full;
	if (!reloaded)
		return begin(&config, &own, &plain);
	failed = forget();
	if (failed)
		return failed;
	rebind(&config, &own, &plain);
	return go_on();
}
