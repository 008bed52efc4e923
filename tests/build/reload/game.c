/* SPDX-License-Identifier: MIT */
/* All containers, with hooks, an order and an allocator of the game, before a reload and after. */
#include <stdlib.h>

#include <linux-ish/dense.h>
#include <linux-ish/densepool.h>
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

enum { FEW = 100, MANY = 20000 };

struct thing {
	int n;
	struct ilist_node i;
	struct walklist_node w;
	struct locklist_node l;
	struct inbox_node b;
	struct dense_idx d;
	struct rwarray_idx r;
	struct iheap_idx h;
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
	struct iheap_idx extra;
	struct ipool ipool;
	struct densepool densepool;
	struct listpool listpool;
	struct slotpool slotpool;
	struct slotpool_handle handle;
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

static int begin(const struct lish_config *config, const struct lish_config *own)
{
	int i;

	TRY(!dense_init(&s->dense, config) && !rwarray_init(&s->rwarray, config));
	TRY(!iheap_init(&s->iheap, config));
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
	return 0;
}

#ifdef NOTICED
static int reports;

static void note(const struct lish_fault *fault)
{
	reports += fault->reason == LISH_RELOADED ? 1 : 1000;
}

/* A call that would jump to the old code reports, once, and changes nothing. */
#define REPORTS(call)              \
	do {                       \
		reports = 0;       \
		call;              \
		TRY(reports == 1); \
	} while (0)

#define ARRAY_REPORTS(X)                                         \
	do {                                                     \
		REPORTS(TRY(X##_reserve(&s->X, MANY) == -EINVAL)); \
		REPORTS(X##_destroy(&s->X));                     \
	} while (0)

#define POOL_REPORTS(X, member)                                                  \
	do {                                                                     \
		REPORTS(TRY(!X##_alloc_entry(&s->X, struct thing, member)));     \
		REPORTS(TRY(X##_reserve(&s->X, MANY) == -EINVAL));               \
		REPORTS(X##_free(&s->X, &X##_any(&s->X)->member));               \
		REPORTS(X##_clear(&s->X));                                       \
		REPORTS(X##_trim(&s->X));                                        \
		REPORTS(X##_destroy(&s->X));                                     \
		TRY(X##_count(&s->X) == FEW && X##_check(&s->X, NULL) == LISH_OK); \
	} while (0)
#define ipool_any(pool) ipool_at_entry(pool, 3, struct thing, ip)
#define densepool_any(pool) densepool_at_entry(pool, 3, struct thing, dp)
#define listpool_any(pool) listpool_first_entry(pool, struct thing, lp)
#define slotpool_any(pool) slotpool_get_entry(pool, s->handle, struct thing, sp)

static int forget(void)
{
	const struct lish_pool_hooks *const hooked = s->few.base.hooks;

	lish_set_report(note);
	ARRAY_REPORTS(dense);
	ARRAY_REPORTS(rwarray);
	TRY(dense_count(&s->dense) == FEW && rwarray_count(&s->rwarray) == FEW);
	REPORTS(TRY(!iheap_pop_entry(&s->iheap, struct thing, h)));
	REPORTS(TRY(iheap_add(&s->iheap, &s->extra, 0) == -EINVAL));
	REPORTS(iheap_clear(&s->iheap));
	TRY(iheap_check(&s->iheap, NULL) == LISH_RELOADED);
	iheap_set_order(&s->iheap, by_number, s);
	ARRAY_REPORTS(iheap);
	TRY(iheap_count(&s->iheap) == FEW && iheap_check(&s->iheap, NULL) == LISH_OK);
	REPORTS(locklist_del(&s->locklist, &s->things[0].l));
	REPORTS(TRY(!locklist_leave(&s->things[0].l)));
	REPORTS(locklist_clear(&s->locklist));
	REPORTS(locklist_destroy(&s->locklist));
	locklist_lock(&s->locklist);
	REPORTS(locklist_del(&s->locklist, &s->things[0].l));
	locklist_unlock(&s->locklist);
	TRY(locklist_count(&s->locklist) == FEW && !s->out);
	POOL_REPORTS(ipool, ip);
	POOL_REPORTS(densepool, dp);
	POOL_REPORTS(listpool, lp);
	POOL_REPORTS(slotpool, sp);
	REPORTS(TRY(!slotpool_alloc_at_entry(&s->slotpool, FEW + 1, struct thing, sp)));
	/* full alone: no alloc calls a hook. */
	s->few.base.hooks = NULL;
	REPORTS(TRY(!ipool_alloc_entry(&s->few, struct thing, ip)));
	s->few.base.hooks = hooked;
	REPORTS(ipool_destroy(&s->few));
	TRY(ipool_count(&s->few) == 2 && !s->full && s->hooked == 4 * FEW + 2);
	lish_set_report(NULL);
	return 0;
}
#else
#define forget() 0
#endif

static void rebind(const struct lish_config *config, const struct lish_config *own)
{
	ipool_rebind(&s->few, own);
	dense_rebind(&s->dense, config);
	rwarray_rebind(&s->rwarray, config);
	iheap_rebind(&s->iheap, config);
	iheap_set_order(&s->iheap, by_number, s);
	locklist_set_on_out(&s->locklist, on_out);
	ipool_rebind(&s->ipool, config);
	densepool_rebind(&s->densepool, config);
	listpool_rebind(&s->listpool, config);
	slotpool_rebind(&s->slotpool, config);
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
	TRY(s->hooked == 4 * (FEW + MANY) + 1 && s->grown > 4);
	TRY(!ipool_alloc_entry(&s->few, struct thing, ip) && s->full == 1);
	ipool_destroy(&s->few);
	TRY(dense_check(&s->dense, NULL) == LISH_OK && rwarray_check(&s->rwarray, NULL) == LISH_OK);
	TRY(ipool_check(&s->ipool, NULL) == LISH_OK);
	TRY(densepool_check(&s->densepool, NULL) == LISH_OK);
	TRY(listpool_check(&s->listpool, NULL) == LISH_OK);
	TRY(slotpool_check(&s->slotpool, NULL) == LISH_OK);
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
	struct lish_config config = LISH_CONFIG_INIT, own = LISH_CONFIG_INIT;
	int failed;

	s = (struct state *)memory;
	config.mem = &mem;
	config.hooks = own.hooks = &hooks;
	config.ctx = own.ctx = s;
	config.grown = on_grown;
	own.full = on_full;
	if (!reloaded)
		return begin(&config, &own);
	failed = forget();
	if (failed)
		return failed;
	rebind(&config, &own);
	return go_on();
}
