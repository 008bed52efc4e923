// SPDX-License-Identifier: MIT
/*
 * KUnit suites, for kernels that have it: what each container does, that its loops
 * live with changes, and that a misuse is told once, with its reason, and changes
 * nothing. Pools run with each kind of memory, and without any.
 *
 * KUnit runs them when the module is loaded, before its parameters are known;
 * results are in the log. With PLANT one of them must fail.
 */
#include <kunit/test.h>
#include <linux/irqflags.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/string.h>

#include <linux-ish/dense.h>
#include <linux-ish/densepool.h>
#include <linux-ish/iheap.h>
#include <linux-ish/ilist.h>
#include <linux-ish/inbox.h>
#include <linux-ish/ipool.h>
#include <linux-ish/kernel/kmem.h>
#include <linux-ish/listpool.h>
#include <linux-ish/locklist.h>
#include <linux-ish/rwarray.h>
#include <linux-ish/slotpool.h>
#include <linux-ish/sort.h>
#include <linux-ish/walklist.h>

/* What was told since the last TOLD(). */
static struct {
	u32 times;
	enum lish_reason reason;
	const char *operation;
} told;

static void hook(const struct lish_fault *fault)
{
	told.times++;
	told.reason = fault->reason;
	told.operation = fault->operation;
}

#define TOLD(name, why)                                                      \
	do {                                                                 \
		KUNIT_EXPECT_EQ(test, told.times, 1u);                       \
		KUNIT_EXPECT_EQ(test, (int)told.reason, (int)(why));         \
		KUNIT_EXPECT_STREQ(test, told.operation ? told.operation : "", \
				   name);                                    \
		memset(&told, 0, sizeof(told));                              \
	} while (0)

#define IS(condition) KUNIT_EXPECT_TRUE(test, condition)

/* Numbers of what the loop visits, as one number: 123 for three objects. */
#define VISITS(loop)                                    \
	({                                              \
		u32 visits = 0;                         \
		loop visits = visits * 10 + o->id;      \
		visits;                                 \
	})

/* Numbered from 1; not on the stack, so that KASAN sees them as any others. */
struct object {
	u32 id;
	struct ilist_node il;
	struct walklist_node wl;
	struct locklist_node ll;
	struct dense_idx de;
	struct rwarray_idx rw;
	struct iheap_idx he;
	struct inbox_node in;
};

struct fixture {
	struct object o[6];
	struct ilist il, il2;
	struct walklist wl, wl2;
	struct locklist ll;
	struct inbox in;
	struct dense de;
	struct rwarray rw;
	struct iheap he;
	struct ipool ip;
	struct densepool dp;
	struct listpool lp;
	struct slotpool sp;
};

static int begin(struct kunit *test)
{
	struct fixture *f = kunit_kzalloc(test, sizeof(*f), GFP_KERNEL);
	u32 i;

	if (!f)
		return -ENOMEM;
	for (i = 0; i < ARRAY_SIZE(f->o); i++)
		f->o[i].id = i + 1;
	memset(&told, 0, sizeof(told));
	lish_set_report(hook);
	test->priv = f;
	return 0;
}

/* What nobody asked about was a mistake, of ours or of the test. */
static void end(struct kunit *test)
{
	lish_set_report(NULL);
	KUNIT_EXPECT_EQ(test, told.times, 0u);
}

static int by_id_down(u32 a, u32 b)
{
	return a < b ? 1 : a > b ? -1 : 0;
}

/* ilist */
static int ilist_down(void *ctx, const struct ilist_node *a,
		      const struct ilist_node *b)
{
	return by_id_down(container_of(a, struct object, il)->id,
			  container_of(b, struct object, il)->id);
}

static void lish_ilist(struct kunit *test)
{
	struct fixture *f = test->priv;
	struct object *const a = f->o;

	ilist_init(&f->il);
	ilist_init(&f->il2);
	IS(ilist_empty(&f->il));
	ilist_add_tail(&f->il, &a[1].il);
	ilist_add(&f->il, &a[0].il);
	ilist_add_after(&a[1].il, &a[3].il);
	ilist_add_before(&a[3].il, &a[2].il);
	KUNIT_EXPECT_EQ(test, VISITS(ilist_for_each_entry(o, &f->il, struct object, il)), 1234u);
	KUNIT_EXPECT_EQ(test, VISITS(ilist_for_each_entry_reverse(o, &f->il, struct object, il)), 4321u);
	ilist_for_each_entry_safe(o, &f->il, struct object, il)
		if (o->id % 2)
			ilist_del(&o->il);
	KUNIT_EXPECT_EQ(test, VISITS(ilist_for_each_entry(o, &f->il, struct object, il)), 24u);
	ilist_add_tail(&f->il2, &a[0].il);
	ilist_splice(&f->il, &f->il2);
	ilist_sort(&f->il, ilist_down, NULL);
	KUNIT_EXPECT_EQ(test, VISITS(ilist_for_each_entry(o, &f->il, struct object, il)), 421u);
	IS(ilist_leave(&a[0].il) && !ilist_leave(&a[0].il));
	IS(ilist_pop_entry(&f->il, struct object, il) == &a[3]);
	KUNIT_EXPECT_EQ(test, ilist_count(&f->il), 1u);

	ilist_add(&f->il, &a[1].il);
	TOLD("ilist_add", LISH_ALREADY_IN);
	ilist_del(&a[4].il);
	TOLD("ilist_del", LISH_NOT_IN);
	memset(&f->il2, 0, sizeof(f->il2));
	IS(ilist_empty(&f->il2));
	ilist_add_tail(&f->il2, &a[4].il);
	KUNIT_EXPECT_EQ(test, ilist_count(&f->il2), 1u);
	ilist_clear(&f->il2);
	f->il2.head.prev = NULL;
	ilist_add_tail(&f->il2, &a[4].il);
	TOLD("ilist_add_tail", LISH_BROKEN_LINKS);
	ilist_init(&f->il2);
	KUNIT_EXPECT_EQ(test, VISITS(ilist_for_each_entry(o, &f->il, struct object, il)), 2u);
	KUNIT_EXPECT_EQ(test, (int)ilist_check(&f->il, NULL), (int)LISH_OK);
	ilist_clear(&f->il);
#ifdef PLANT
	ilist_del(&a[1].il);
#endif
}

/* walklist */
static void lish_walklist(struct kunit *test)
{
	struct fixture *f = test->priv;
	struct object *const a = f->o;
	u32 visits = 0, i;

	walklist_init(&f->wl);
	walklist_init(&f->wl2);
	for (i = 0; i < 4; i++)
		walklist_add_tail(&f->wl, &a[i].wl);
	/* Itself, the next one, one more at the end, and a loop in the loop. */
	walklist_for_each_entry(o, &f->wl, struct object, wl) {
		visits = visits * 10 + o->id;
		if (o->id == 1) {
			walklist_del(&f->wl, &a[1].wl);
			walklist_del(&f->wl, &a[0].wl);
			walklist_add_tail(&f->wl, &a[4].wl);
		} else if (o->id == 3) {
			walklist_for_each_entry(p, &f->wl, struct object, wl) {
				if (p->id == 4) {
					walklist_move_tail(&f->wl, &p->wl);
					break;
				}
			}
		}
	}
	KUNIT_EXPECT_EQ(test, visits, 1354u);
	KUNIT_EXPECT_EQ(test, walklist_count(&f->wl), 3u);
	KUNIT_EXPECT_EQ(test, VISITS(walklist_for_each_entry_reverse(o, &f->wl, struct object, wl)), 453u);
	IS(walklist_first_entry(&f->wl, struct object, wl) == &a[2]);

	walklist_add(&f->wl, &a[2].wl);
	TOLD("walklist_add", LISH_ALREADY_IN);
	walklist_del(&f->wl, &a[0].wl);
	TOLD("walklist_del", LISH_NOT_IN);
	walklist_del(&f->wl2, &a[2].wl);
	TOLD("walklist_del", LISH_FOREIGN);
	KUNIT_EXPECT_EQ(test, VISITS(walklist_for_each_entry(o, &f->wl, struct object, wl)), 354u);
	KUNIT_EXPECT_EQ(test, (int)walklist_check(&f->wl, NULL), (int)LISH_OK);
	walklist_clear(&f->wl);
	IS(!walklist_leave(&a[2].wl));
}

/* locklist */
static u32 went_out;

static void on_out(struct locklist *list, struct locklist_node *node)
{
	went_out = went_out * 10 + container_of(node, struct object, ll)->id;
}

static void lish_locklist(struct kunit *test)
{
	struct fixture *f = test->priv;
	struct object *const a = f->o;
	u32 visits = 0, i;

	locklist_init(&f->ll);
	locklist_set_on_out(&f->ll, on_out);
	went_out = 0;
	for (i = 0; i < 4; i++)
		IS(!locklist_add_tail(&f->ll, &a[i].ll));
	/* What a loop changes waits for its end; it visits who was there. */
	locklist_for_each_entry(o, &f->ll, struct object, ll) {
		visits = visits * 10 + o->id;
		if (o->id == 2) {
			locklist_del(&f->ll, &a[2].ll);
			locklist_del(&f->ll, &a[1].ll);
			IS(!locklist_add_tail(&f->ll, &a[4].ll));
			KUNIT_EXPECT_EQ(test, went_out, 0u);
		}
	}
	KUNIT_EXPECT_EQ(test, visits, 1234u);
	KUNIT_EXPECT_EQ(test, went_out, 32u);
	KUNIT_EXPECT_EQ(test, locklist_count(&f->ll), 3u);
	locklist_lock(&f->ll);
	locklist_del(&f->ll, &a[0].ll);
	KUNIT_EXPECT_EQ(test, locklist_seen_count(&f->ll), 3u);
	locklist_unlock(&f->ll);
	KUNIT_EXPECT_EQ(test, went_out, 321u);

	locklist_unlock(&f->ll);
	TOLD("locklist_unlock", LISH_NOT_LOCKED);
	locklist_del(&f->ll, &a[0].ll);
	TOLD("locklist_del", LISH_NOT_IN);
	KUNIT_EXPECT_EQ(test, locklist_add_tail(&f->ll, &a[3].ll), -EEXIST);
	KUNIT_EXPECT_EQ(test, VISITS(locklist_for_each_entry(o, &f->ll, struct object, ll)), 45u);
	KUNIT_EXPECT_EQ(test, (int)locklist_check(&f->ll, NULL), (int)LISH_OK);
	locklist_destroy(&f->ll);
}

/* inbox */
static void lish_inbox(struct kunit *test)
{
	struct fixture *f = test->priv;
	struct object *const a = f->o;
	u32 visits = 0;

	inbox_init(&f->in);
	KUNIT_EXPECT_EQ(test, inbox_push(&f->in, &a[0].in), 1);
	KUNIT_EXPECT_EQ(test, inbox_push(&f->in, &a[1].in), 0);
	KUNIT_EXPECT_EQ(test, inbox_push(&f->in, &a[1].in), -EEXIST);
	/* From within: after those that were there. */
	inbox_drain_entry(o, &f->in, struct object, in) {
		visits = visits * 10 + o->id;
		if (o->id == 1)
			IS(inbox_push(&f->in, &a[2].in) >= 0);
		if (visits > 100)
			break;
	}
	inbox_drain_entry(o, &f->in, struct object, in)
		visits = visits * 10 + o->id;
	KUNIT_EXPECT_EQ(test, visits, 123u);
	IS(inbox_empty(&f->in));
	KUNIT_EXPECT_EQ(test, (int)inbox_check(&f->in, NULL), (int)LISH_OK);
	memset(&f->in, 0, sizeof(f->in));
	KUNIT_EXPECT_EQ(test, inbox_push(&f->in, &a[0].in), 1);
	IS(inbox_pop_entry(&f->in, struct object, in) == &a[0]);
	KUNIT_EXPECT_EQ(test, inbox_push(&f->in, NULL), -EINVAL);
	TOLD("inbox_push", LISH_NULL);
}

/* Memory of each kind; the last kind ends after so many blocks. */
static struct lish_kmem sleeping = LISH_KMEM_INIT(GFP_KERNEL_ACCOUNT);
static struct lish_kmem atomic = LISH_KMEM_INIT(GFP_ATOMIC);
static int blocks, blocks_most;

static void *few_alloc(struct lish_mem *mem, size_t size, size_t align)
{
	void *block = NULL;

	if (blocks < blocks_most)
		block = atomic.mem.alloc(&atomic.mem, size, align);
	blocks += !!block;
	return block;
}

static void few_free(struct lish_mem *mem, void *block, size_t size,
		     size_t align)
{
	blocks--;
	atomic.mem.free(&atomic.mem, block, size, align);
}

static struct lish_mem few = { few_alloc, few_free, NULL, NULL };
static struct lish_mem *const kinds[] = { NULL, &sleeping.mem, &atomic.mem,
					  &few };

#define MANY 2000

/* Without interrupts, where the memory is made for that. */
static void enter(struct lish_mem *mem)
{
	blocks = 0;
	blocks_most = 6;
	if (mem == &atomic.mem || mem == &few)
		local_irq_disable();
}

static void leave(struct kunit *test, struct lish_mem *mem)
{
	if (mem == &atomic.mem || mem == &few)
		local_irq_enable();
	KUNIT_EXPECT_EQ(test, blocks, 0);
}

/* dense */
static int dense_down(void *ctx, const struct dense_idx *a,
		      const struct dense_idx *b)
{
	return by_id_down(container_of(a, struct object, de)->id,
			  container_of(b, struct object, de)->id);
}

static void lish_dense(struct kunit *test)
{
	struct fixture *f = test->priv;
	struct object *const a = f->o;
	struct lish_config config = LISH_CONFIG_INIT;
	u32 visits, i, k;

	for (k = 0; k < ARRAY_SIZE(kinds); k++) {
		config.mem = kinds[k];
		enter(kinds[k]);
		IS(!dense_init(&f->de, &config));
		for (i = 0; i < 5; i++)
			IS(!dense_add(&f->de, &a[i].de));
		KUNIT_EXPECT_EQ(test, dense_add(&f->de, &a[0].de), -EEXIST);
		/* Each once, though two go and one comes. */
		visits = 0;
		dense_for_each_entry(o, &f->de, struct object, de) {
			visits |= 1u << o->id;
			if (o->id == 2) {
				dense_del(&f->de, &a[0].de);
				dense_del(&f->de, &o->de);
				IS(!dense_add(&f->de, &a[5].de));
			}
		}
		KUNIT_EXPECT_EQ(test, visits & ~64u, 62u);
		dense_sort(&f->de, dense_down, NULL);
		KUNIT_EXPECT_EQ(test, VISITS(dense_for_each_entry_const(o, &f->de, struct object, de)), 6543u);
		KUNIT_EXPECT_EQ(test, dense_index_of(&f->de, &a[5].de), 0);
		IS(dense_at_entry(&f->de, 3, struct object, de) == &a[2]);

		dense_del(&f->de, &a[0].de);
		TOLD("dense_del", LISH_NOT_IN);
		dense_for_each_entry(o, &f->de, struct object, de) {
			dense_sort(&f->de, dense_down, NULL);
			break;
		}
		TOLD("dense_sort", LISH_LOOPED);
		KUNIT_EXPECT_EQ(test, dense_count(&f->de), 4u);
		KUNIT_EXPECT_EQ(test, (int)dense_check(&f->de, NULL), (int)LISH_OK);
		dense_clear(&f->de);
		dense_destroy(&f->de);
		leave(test, kinds[k]);
	}
}

/* iheap */
static int heap_by_id(void *ctx, const struct iheap_idx *a,
		      const struct iheap_idx *b)
{
	return by_id_down(container_of(a, struct object, he)->id,
			  container_of(b, struct object, he)->id);
}

static void lish_iheap(struct kunit *test)
{
	struct fixture *f = test->priv;
	struct object *const a = f->o;
	struct lish_config config = LISH_CONFIG_INIT;
	u32 visits, i, k;

	for (k = 0; k < ARRAY_SIZE(kinds); k++) {
		config.mem = kinds[k];
		enter(kinds[k]);
		IS(!iheap_init(&f->he, &config));
		for (i = 0; i < 5; i++)
			IS(!iheap_add(&f->he, &a[i].he, i % 2));
		KUNIT_EXPECT_EQ(test, iheap_add(&f->he, &a[0].he, 1), -EEXIST);
		/* Equals as they came; one goes, one comes, one is put off. */
		visits = 0;
		iheap_drain_due(o, &f->he, 0, struct object, he) {
			visits = visits * 10 + o->id;
			if (o->id == 1) {
				iheap_del(&f->he, &a[2].he);
				IS(!iheap_add(&f->he, &a[5].he, 0));
			}
		}
		KUNIT_EXPECT_EQ(test, visits, 156u);
		KUNIT_EXPECT_EQ(test, iheap_key_of(&f->he, &a[1].he), 1);
		iheap_moved(&f->he, &a[1].he, 7);
		IS(iheap_first_entry(&f->he, struct object, he) == &a[3]);

		iheap_del(&f->he, &a[0].he);
		TOLD("iheap_del", LISH_NOT_IN);
		iheap_set_order(&f->he, heap_by_id, NULL);
		TOLD("iheap_set_order", LISH_NOT_EMPTY);
		KUNIT_EXPECT_EQ(test, (int)iheap_check(&f->he, NULL), (int)LISH_OK);
		iheap_clear(&f->he);
		iheap_set_order(&f->he, heap_by_id, NULL);
		for (i = 0; i < 3; i++)
			IS(!iheap_add(&f->he, &a[i].he, 0));
		IS(iheap_pop_entry(&f->he, struct object, he) == &a[2]);
		KUNIT_EXPECT_EQ(test, iheap_count(&f->he), 2u);
		iheap_destroy(&f->he);
		leave(test, kinds[k]);
	}
}

/* rwarray */
static void lish_rwarray(struct kunit *test)
{
	struct fixture *f = test->priv;
	struct object *const a = f->o;
	struct lish_config config = LISH_CONFIG_INIT;
	u32 visits, i, k;

	for (k = 0; k < ARRAY_SIZE(kinds); k++) {
		config.mem = kinds[k];
		enter(kinds[k]);
		IS(!rwarray_init(&f->rw, &config));
		for (i = 0; i < 4; i++)
			IS(!rwarray_add_tail(&f->rw, &a[i].rw));
		KUNIT_EXPECT_EQ(test, rwarray_add_tail(&f->rw, &a[0].rw), -EEXIST);
		visits = 0;
		rwarray_for_each_entry(o, &f->rw, struct object, rw) {
			visits = visits * 10 + o->id;
			if (o->id == 1) {
				rwarray_del(&f->rw, &a[1].rw);
				rwarray_del(&f->rw, &o->rw);
				IS(!rwarray_add_tail(&f->rw, &a[4].rw));
			}
		}
		KUNIT_EXPECT_EQ(test, visits, 1345u);
		KUNIT_EXPECT_EQ(test, VISITS(rwarray_for_each_entry_reverse(o, &f->rw, struct object, rw)), 543u);
		rwarray_compact(&f->rw);
		KUNIT_EXPECT_EQ(test, VISITS(rwarray_for_each_entry_const(o, &f->rw, struct object, rw)), 345u);

		rwarray_del(&f->rw, &a[0].rw);
		TOLD("rwarray_del", LISH_NOT_IN);
		rwarray_for_each_entry(o, &f->rw, struct object, rw) {
			rwarray_destroy(&f->rw);
			break;
		}
		TOLD("rwarray_destroy", LISH_LOOPED);
		KUNIT_EXPECT_EQ(test, rwarray_count(&f->rw), 3u);
		KUNIT_EXPECT_EQ(test, (int)rwarray_check(&f->rw, NULL), (int)LISH_OK);
		rwarray_clear(&f->rw);
		rwarray_destroy(&f->rw);
		leave(test, kinds[k]);
	}
}

/*
 * The four pools: as many objects as there is memory for, each of them whole; every
 * third one freed, and its place used again; the misuse of each.
 */
struct ipool_object {
	struct ipool_idx node;
	u32 id;
	u64 more[4];
};

struct densepool_object {
	struct densepool_idx node;
	u32 id;
	u64 more[4];
};

struct listpool_object {
	struct listpool_node node;
	u32 id;
	u64 more[4];
};

struct slotpool_object {
	struct slotpool_idx node;
	u32 id;
	u64 more[4];
};

#define POOL_FILLS(X, pool, had)                                              \
	do {                                                                  \
		struct X##_object *object;                                    \
		u32 n_ = 0;                                                   \
                                                                              \
		while (n_ < MANY && (object = X##_zalloc_entry(               \
					pool, struct X##_object, node))) {    \
			if (object->id || object->more[3])                    \
				break;                                        \
			object->id = ++n_;                                    \
			object->more[3] = n_;                                 \
			had[n_ - 1] = object;                                 \
		}                                                             \
		n = n_;                                                       \
		for (n_ = 0; n_ < n; n_ += 3) {                               \
			if (had[n_]->id != n_ + 1 ||                          \
			    had[n_]->more[3] != n_ + 1 ||                     \
			    !X##_contains(pool, &had[n_]->node))              \
				break;                                        \
			X##_free(pool, &had[n_]->node);                       \
			had[n_] = X##_alloc_entry(pool, struct X##_object, node); \
			if (!had[n_])                                         \
				break;                                        \
			had[n_]->id = n_ + 1;                                 \
			had[n_]->more[3] = n_ + 1;                            \
		}                                                             \
		IS(n_ >= n);                                                  \
		IS(kinds[k] == &few ? n >= 64 && n < MANY : n == MANY);       \
		KUNIT_EXPECT_EQ(test, X##_count(pool), n);                    \
		KUNIT_EXPECT_EQ(test, (int)X##_check(pool, NULL), (int)LISH_OK); \
	} while (0)

#define POOL_IS_MISUSED(X, pool, had, other)                                  \
	do {                                                                  \
		struct X##_object *dead_ = had[0];                            \
                                                                              \
		X##_free(pool, &dead_->node);                                 \
		X##_free(pool, &dead_->node);                                 \
		TOLD(#X "_free", LISH_NOT_LIVE);                              \
		other.id = 7;                                                 \
		X##_free(pool, &other.node);                                  \
		KUNIT_EXPECT_EQ(test, told.times, 1u);                        \
		memset(&told, 0, sizeof(told));                               \
		KUNIT_EXPECT_EQ(test, X##_count(pool), n - 1);                \
		KUNIT_EXPECT_EQ(test, (int)X##_check(pool, NULL), (int)LISH_OK); \
		X##_destroy(pool);                                            \
	} while (0)

#define POOL_BEGINS(X, pool, had)                                             \
	static struct X##_object stray;                                       \
	struct fixture *f = test->priv;                                       \
	struct lish_config config = LISH_CONFIG_INIT;                         \
	struct X##_object **had =                                             \
		kunit_kzalloc(test, MANY * sizeof(*had), GFP_KERNEL);         \
	u32 n, k;                                                             \
                                                                              \
	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, had);                              \
	config.step = 64;                                                     \
	for (k = 0; k < ARRAY_SIZE(kinds); k++)

static void lish_ipool(struct kunit *test)
{
	POOL_BEGINS(ipool, &f->ip, had) {
		config.mem = kinds[k];
		enter(kinds[k]);
		IS(!ipool_init(&f->ip, struct ipool_object, node, &config));
		POOL_FILLS(ipool, &f->ip, had);
		IS(ipool_at_entry(&f->ip, 5, struct ipool_object, node) == had[5]);
		POOL_IS_MISUSED(ipool, &f->ip, had, stray);
		leave(test, kinds[k]);
	}
}

static void lish_densepool(struct kunit *test)
{
	POOL_BEGINS(densepool, &f->dp, had) {
		u32 visits = 0;

		config.mem = kinds[k];
		enter(kinds[k]);
		IS(!densepool_init(&f->dp, struct densepool_object, node, &config));
		POOL_FILLS(densepool, &f->dp, had);
		/* Each once, though every second one goes. */
		densepool_for_each_entry(o, &f->dp, struct densepool_object, node) {
			visits += o->id;
			if (o->id % 2 == 0) {
				densepool_free(&f->dp, &o->node);
				n--;
			}
		}
		KUNIT_EXPECT_EQ(test, densepool_count(&f->dp), n);
		IS(visits >= n * n);
		POOL_IS_MISUSED(densepool, &f->dp, had, stray);
		leave(test, kinds[k]);
	}
}

static void lish_listpool(struct kunit *test)
{
	POOL_BEGINS(listpool, &f->lp, had) {
		u32 visits = 0, all = 0;

		config.mem = kinds[k];
		enter(kinds[k]);
		IS(!listpool_init(&f->lp, struct listpool_object, node, &config));
		POOL_FILLS(listpool, &f->lp, had);
		/* Frees itself and the next one. */
		listpool_for_each_entry(o, &f->lp, struct listpool_object, node) {
			visits++;
			all += o->id;
			if (o->id % 2 == 0) {
				listpool_free(&f->lp, &o->node);
				n--;
			}
		}
		IS(visits >= n && all);
		KUNIT_EXPECT_EQ(test, listpool_count(&f->lp), n);
		listpool_move(&f->lp, &had[2]->node);
		IS(listpool_first_entry(&f->lp, struct listpool_object, node) == had[2]);
		POOL_IS_MISUSED(listpool, &f->lp, had, stray);
		leave(test, kinds[k]);
	}
}

static void lish_slotpool(struct kunit *test)
{
	POOL_BEGINS(slotpool, &f->sp, had) {
		struct slotpool_handle handle;
		struct slotpool_object *fresh;
		u32 last = 0, visits = 0;

		config.mem = kinds[k];
		enter(kinds[k]);
		IS(!slotpool_init(&f->sp, struct slotpool_object, node, &config));
		POOL_FILLS(slotpool, &f->sp, had);
		/* In order of the index, whoever goes. */
		slotpool_for_each_entry(o, &f->sp, struct slotpool_object, node) {
			visits += o->id > last;
			last = o->id;
			if (o->id % 2 == 0) {
				slotpool_free(&f->sp, &o->node);
				n--;
			}
		}
		IS(visits >= n * 2 - 1);
		/* A handle of one that is gone finds nothing, not the next one there. */
		handle = slotpool_handle_of(&f->sp, &had[2]->node);
		IS(slotpool_get_entry(&f->sp, handle, struct slotpool_object, node) == had[2]);
		slotpool_free(&f->sp, &had[2]->node);
		fresh = slotpool_alloc_entry(&f->sp, struct slotpool_object, node);
		IS(fresh == had[2]);
		IS(!slotpool_get_entry(&f->sp, handle, struct slotpool_object, node));
		POOL_IS_MISUSED(slotpool, &f->sp, had, stray);
		leave(test, kinds[k]);
	}
}

static struct kunit_case list_cases[] = {
	KUNIT_CASE(lish_ilist),	   KUNIT_CASE(lish_walklist),
	KUNIT_CASE(lish_locklist), KUNIT_CASE(lish_inbox),
	{}
};

static struct kunit_case array_cases[] = {
	KUNIT_CASE(lish_dense),
	KUNIT_CASE(lish_rwarray),
	KUNIT_CASE(lish_iheap),
	{}
};

static struct kunit_case pool_cases[] = {
	KUNIT_CASE(lish_ipool),	   KUNIT_CASE(lish_densepool),
	KUNIT_CASE(lish_listpool), KUNIT_CASE(lish_slotpool),
	{}
};

static struct kunit_suite lists = {
	.name = "linux-ish-lists",
	.init = begin,
	.exit = end,
	.test_cases = list_cases,
};

static struct kunit_suite arrays = {
	.name = "linux-ish-arrays",
	.init = begin,
	.exit = end,
	.test_cases = array_cases,
};

static struct kunit_suite pools = {
	.name = "linux-ish-pools",
	.init = begin,
	.exit = end,
	.test_cases = pool_cases,
};

kunit_test_suites(&lists, &arrays, &pools);

MODULE_LICENSE("Dual MIT/GPL");
MODULE_DESCRIPTION("KUnit suites of linux-ish");
MODULE_INFO(import_ns, "LINUX_ISH");
