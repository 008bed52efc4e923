// SPDX-License-Identifier: MIT
/*
 * What the boot test does in a kernel: one module, whose parameter says which part.
 * Each part ends with a line "lish_user: PART: ..., N wrong".
 */
#include <linux/delay.h>
#include <linux/hrtimer.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/version.h>

#include <linux-ish/dense.h>
#include <linux-ish/densepool.h>
#include <linux-ish/ihash.h>
#include <linux-ish/iheap.h>
#include <linux-ish/ilist.h>
#include <linux-ish/inbox.h>
#include <linux-ish/ipool.h>
#include <linux-ish/kernel/kmem.h>
#include <linux-ish/listpool.h>
#include <linux-ish/locklist.h>
#include <linux-ish/rwarray.h>
#include <linux-ish/slotpool.h>
#include <linux-ish/walklist.h>

static char *part = "use";
module_param(part, charp, 0);
static bool plant;
module_param(plant, bool, 0);

static unsigned int wrong;

/* What the first ones are is enough to know. */
#define IS(condition)                                                  \
	do {                                                           \
		if (!(condition) && wrong++ < 5)                       \
			pr_err("lish_user: line %d: not %s\n", __LINE__, \
			       #condition);                            \
	} while (0)

struct object {
	u32 id;
	struct slotpool_idx slot; /* the memory */
	struct ilist_node il;
	struct walklist_node wl;
	struct locklist_node ll;
	struct dense_idx de;
	struct rwarray_idx rw;
	struct iheap_idx due;
	struct ihash_node hs;
	struct inbox_node in;
};

struct ipool_object {
	struct ipool_idx idx;
	u32 id;
};

struct densepool_object {
	struct densepool_idx idx;
	u32 id;
};

struct listpool_object {
	struct listpool_node node;
	u32 id;
};

static struct lish_kmem atomic = LISH_KMEM_INIT(GFP_ATOMIC);

/* All of it under the lock, but for the inbox. */
static DEFINE_SPINLOCK(lock);
static struct slotpool objects;
static ILIST_DEFINE(il);
static WALKLIST_DEFINE(wl);
static LOCKLIST_DEFINE(ll);
static struct dense de;
static struct rwarray rw;
static struct iheap due;
static struct ihash hs;
static struct ipool ip;
static struct densepool dp;
static struct listpool lp;
static INBOX_DEFINE(dead);
static u32 births, deaths, ticks, steps, random = 1;

/* From the interrupt to the threads, without the lock. */
static INBOX_DEFINE(post);
static struct letter {
	struct inbox_node in;
} letters[64];
static u32 posted, delivered;

/* The same on each kernel, which do not agree on the name of theirs. */
static u32 dice(u32 sides)
{
	random = random * 1664525u + 1013904223u;
	return (random >> 8) % sides;
}

static void born(void)
{
	struct object *o = slotpool_zalloc_entry(&objects, struct object, slot);
	struct ipool_object *i;
	struct densepool_object *d;
	struct listpool_object *l;

	if (!o)
		return;
	births++;
	o->id = random;
	ilist_add_tail(&il, &o->il);
	walklist_add_tail(&wl, &o->wl);
	IS(!locklist_add_tail(&ll, &o->ll));
	IS(!dense_add(&de, &o->de));
	IS(!rwarray_add_tail(&rw, &o->rw));
	IS(!iheap_add(&due, &o->due, births + dice(64)));
	ihash_add(&hs, &o->hs, ihash_u32(births));
	i = ipool_alloc_entry(&ip, struct ipool_object, idx);
	d = densepool_alloc_entry(&dp, struct densepool_object, idx);
	l = listpool_alloc_tail_entry(&lp, struct listpool_object, node);
	IS(i && d && l);
	if (!i || !d || !l)
		return;
	/* Of these pools none keeps more than the lists of objects do. */
	ipool_free(&ip, &i->idx);
	d->id = l->id = o->id;
}

static void died(struct object *o)
{
	ilist_del(&o->il);
	walklist_del(&wl, &o->wl);
	locklist_del(&ll, &o->ll);
	dense_del(&de, &o->de);
	rwarray_del(&rw, &o->rw);
	iheap_leave(&due, &o->due);
	ihash_del(&hs, &o->hs);
	slotpool_free(&objects, &o->slot);
	WRITE_ONCE(deaths, deaths + 1);
}

/* A pass over one container, whose body kills, and now and then gives birth. */
static void live(struct object *o)
{
	switch (dice(64)) {
	case 0:
		died(o);
		break;
	case 1:
		born();
		break;
	default:
		o->id++;
	}
}

static void pass(u32 which)
{
	switch (which) {
	case 0:
		ilist_for_each_entry_safe(o, &il, struct object, il)
			if (!dice(64))
				died(o);
		break;
	case 1:
		walklist_for_each_entry(o, &wl, struct object, wl)
			live(o);
		break;
	case 2:
		/* What goes out of a locked list keeps its memory until then. */
		locklist_for_each_entry(o, &ll, struct object, ll) {
			if (!dice(64))
				IS(inbox_push(&dead, &o->in) >= 0);
		}
		break;
	case 3:
		dense_for_each_entry(o, &de, struct object, de)
			live(o);
		break;
	case 4:
		rwarray_for_each_entry(o, &rw, struct object, rw)
			live(o);
		break;
	case 5:
		slotpool_for_each_entry(o, &objects, struct object, slot)
			live(o);
		break;
	case 6:
		densepool_for_each_entry(d, &dp, struct densepool_object, idx)
			if (!dice(8) || densepool_count(&dp) > 300)
				densepool_free(&dp, &d->idx);
		break;
	case 7:
		listpool_for_each_entry(l, &lp, struct listpool_object, node)
			if (!dice(8) || listpool_count(&lp) > 300)
				listpool_free(&lp, &l->node);
		break;
	case 8:
		iheap_drain_due(o, &due, births, struct object, due) {
			if (!dice(8))
				died(o);
			else
				IS(!iheap_add(&due, &o->due, births + 1 + dice(64)));
		}
		break;
	case 9:
		ihash_for_each_entry(o, &hs, struct object, hs)
			live(o);
		ihash_for_each_hash_entry(o, &hs, ihash_u32(births), struct object, hs)
			died(o);
		if (!dice(16))
			ihash_trim(&hs);
		break;
	}
	inbox_drain_entry(o, &dead, struct object, in)
		died(o);
}

static enum hrtimer_restart tick(struct hrtimer *timer)
{
	unsigned long flags;

	if (inbox_push(&post, &letters[ticks % ARRAY_SIZE(letters)].in) >= 0)
		WRITE_ONCE(posted, posted + 1);
	spin_lock_irqsave(&lock, flags);
	WRITE_ONCE(ticks, ticks + 1);
	born();
	pass(dice(10));
	spin_unlock_irqrestore(&lock, flags);
	hrtimer_forward_now(timer, ns_to_ktime(500 * NSEC_PER_USEC));
	return HRTIMER_RESTART;
}

static int worker(void *unused)
{
	unsigned long flags;

	while (!kthread_should_stop()) {
		spin_lock_irqsave(&lock, flags);
		WRITE_ONCE(steps, steps + 1);
		inbox_drain_entry(letter, &post, struct letter, in)
			delivered++;
		while (slotpool_count(&objects) < 200)
			born();
		pass(dice(10));
		spin_unlock_irqrestore(&lock, flags);
		cond_resched();
	}
	return 0;
}

static void check_all(void)
{
	const u32 n = slotpool_count(&objects);

	IS(ilist_check(&il, NULL) == LISH_OK && ilist_count(&il) == n);
	IS(walklist_check(&wl, NULL) == LISH_OK && walklist_count(&wl) == n);
	IS(locklist_check(&ll, NULL) == LISH_OK && locklist_count(&ll) == n);
	IS(dense_check(&de, NULL) == LISH_OK && dense_count(&de) == n);
	IS(rwarray_check(&rw, NULL) == LISH_OK && rwarray_count(&rw) == n);
	IS(iheap_check(&due, NULL) == LISH_OK && iheap_count(&due) == n);
	IS(ihash_check(&hs, NULL) == LISH_OK && ihash_count(&hs) == n);
	IS(slotpool_check(&objects, NULL) == LISH_OK);
	IS(ipool_check(&ip, NULL) == LISH_OK && ipool_count(&ip) == 0);
	IS(densepool_check(&dp, NULL) == LISH_OK);
	IS(listpool_check(&lp, NULL) == LISH_OK);
	IS(inbox_check(&dead, NULL) == LISH_OK && inbox_empty(&dead));
	inbox_drain_entry(letter, &post, struct letter, in)
		delivered++;
	IS(inbox_check(&post, NULL) == LISH_OK && delivered == posted);
	IS(births - deaths == n);
}

/* Has everything happened often enough to have met everything else? */
static bool use_is_done(void)
{
	return READ_ONCE(ticks) > 50 && READ_ONCE(steps) > 50 &&
	       READ_ONCE(deaths) > 100 && READ_ONCE(posted) > 10;
}

static void use(void)
{
	struct lish_config config = LISH_CONFIG_INIT;
	struct task_struct *thread[2];
	struct hrtimer timer;
	int i;

	config.mem = &atomic.mem;
	IS(!slotpool_init(&objects, struct object, slot, &config));
	IS(!ipool_init(&ip, struct ipool_object, idx, &config));
	IS(!densepool_init(&dp, struct densepool_object, idx, &config));
	IS(!listpool_init(&lp, struct listpool_object, node, &config));
	IS(!dense_init(&de, &config));
	IS(!rwarray_init(&rw, &config));
	IS(!iheap_init(&due, &config));
	IS(!ihash_init(&hs, &config));
	if (wrong)
		return;
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 13, 0)
	hrtimer_setup_on_stack(&timer, tick, CLOCK_MONOTONIC, HRTIMER_MODE_REL);
#else
	hrtimer_init_on_stack(&timer, CLOCK_MONOTONIC, HRTIMER_MODE_REL);
	timer.function = tick;
#endif
	for (i = 0; i < 2; i++)
		thread[i] = kthread_run(worker, NULL, "lish_user/%d", i);
	hrtimer_start(&timer, ms_to_ktime(1), HRTIMER_MODE_REL);
	msleep(1500);
	/* A busy machine needs longer: the limit is against a timer that stands still. */
	for (i = 0; i < 600 && !use_is_done(); i++)
		msleep(100);
	hrtimer_cancel(&timer);
	destroy_hrtimer_on_stack(&timer);
	for (i = 0; i < 2; i++)
		IS(!IS_ERR(thread[i]) && !kthread_stop(thread[i]));
	check_all();
	IS(use_is_done());
	pr_info("lish_user: use: %u ticks, %u steps, %u births, %u letters, %u wrong\n",
		ticks, steps, births, posted, wrong);
	ilist_clear(&il);
	walklist_clear(&wl);
	locklist_destroy(&ll);
	dense_destroy(&de);
	rwarray_destroy(&rw);
	iheap_destroy(&due);
	ihash_clear(&hs);
	ihash_destroy(&hs);
	slotpool_destroy(&objects);
	ipool_destroy(&ip);
	densepool_destroy(&dp);
	listpool_destroy(&lp);
}

/* Memory: under a spinlock, at any alignment, more than there is. */
struct wide {
	struct ipool_idx idx;
	char bytes[1500];
} __aligned(512);

static void memory(void)
{
	struct lish_kmem shrinking = LISH_KMEM_INIT(GFP_KERNEL | __GFP_NORETRY);
	struct lish_config config = LISH_CONFIG_INIT, defaults = LISH_CONFIG_INIT;
	struct ipool pool;
	struct dense array;
	static struct wide *w[200];
	struct lish_stats stats;
	u32 i, j;

	config.mem = &atomic.mem;
	IS(!ipool_init(&pool, struct wide, idx, &config));
	spin_lock(&lock);
	for (i = 0; i < ARRAY_SIZE(w); i++) {
		w[i] = ipool_alloc_entry(&pool, struct wide, idx);
		IS(w[i] && !((unsigned long)w[i] % 512));
		if (w[i])
			memset(w[i]->bytes, (int)i, sizeof(w[i]->bytes));
	}
	for (i = 0; i < ARRAY_SIZE(w); i++) {
		for (j = 0; w[i] && j < sizeof(w[i]->bytes); j++)
			IS(w[i]->bytes[j] == (char)i);
		if (w[i])
			ipool_free(&pool, &w[i]->idx);
	}
	/* What came from kmalloc() may go here too. */
	ipool_destroy(&pool);
	spin_unlock(&lock);

	/* A page at a time, where one is enough for 64. */
	IS(!ipool_init(&pool, struct ipool_object, idx, &config));
	IS(ipool_alloc_entry(&pool, struct ipool_object, idx));
	stats = ipool_stats(&pool);
	IS(stats.capacity == PAGE_SIZE / sizeof(struct ipool_object));
	ipool_destroy(&pool);
	IS(!ipool_init(&pool, struct ipool_object, idx, NULL));
	IS(ipool_alloc_entry(&pool, struct ipool_object, idx));
	stats = ipool_stats(&pool);
	IS(stats.capacity == 65536 / sizeof(struct ipool_object));
	ipool_destroy(&pool);

	/* Failures are soft, and nothing is logged. */
	for (i = 0; i < 3; i++) {
		config.mem = i == 0 ? &atomic.mem :
			     i == 1 ? &shrinking.mem :
				      NULL;
		IS(!dense_init(&array, &config));
		/* More than a block may be, and more than this machine has. */
		IS(dense_reserve(&array, 600000000) == -ENOMEM);
		IS(dense_reserve(&array, 200000000) == -ENOMEM);
		IS(dense_reserve(&array, 100000) == 0 || i == 0);
		dense_destroy(&array);
		IS(!ipool_init(&pool, struct wide, idx, &config));
		IS(ipool_reserve(&pool, 2000000000) == -ENOMEM);
		IS(!ipool_reserve(&pool, 100));
		ipool_destroy(&pool);
	}
	IS(!dense_init(&array, &defaults));
	IS(!dense_reserve(&array, 1000000));
	dense_destroy(&array);
	pr_info("lish_user: memory: %u wrong\n", wrong);
}

/* One mistake in each container, told to whoever is told. */
static struct object a, b;

static noinline void misuse_lists(void)
{
	ILIST_DEFINE(l);
	WALKLIST_DEFINE(w);
	LOCKLIST_DEFINE(k);
	INBOX_DEFINE(box);

	ilist_add(&l, &a.il);
	ilist_add(&l, &a.il);
	ilist_del(&a.il);
	walklist_del(&w, &a.wl);
	locklist_unlock(&k);
	IS(inbox_push(&box, &a.in) == 1);
	IS(inbox_push(&box, NULL) == -EINVAL);
	inbox_clear(&box);
	locklist_destroy(&k);
}

static noinline void misuse_arrays(void)
{
	struct dense array;
	struct rwarray ordered;

	IS(!dense_init(&array, NULL));
	dense_del(&array, &a.de);
	dense_destroy(&array);
	IS(!rwarray_init(&ordered, NULL));
	rwarray_del(&ordered, &a.rw);
	rwarray_destroy(&ordered);
}

static noinline void misuse_pools(void)
{
	struct ipool_object *i;
	struct densepool_object *d;
	struct listpool_object *l;
	struct object *o;

	IS(!ipool_init(&ip, struct ipool_object, idx, NULL));
	i = ipool_alloc_entry(&ip, struct ipool_object, idx);
	ipool_free(&ip, &i->idx);
	ipool_free(&ip, &i->idx);
	ipool_destroy(&ip);
	IS(!densepool_init(&dp, struct densepool_object, idx, NULL));
	d = densepool_alloc_entry(&dp, struct densepool_object, idx);
	densepool_free(&dp, &d->idx);
	densepool_free(&dp, &d->idx);
	densepool_destroy(&dp);
	IS(!listpool_init(&lp, struct listpool_object, node, NULL));
	l = listpool_alloc_entry(&lp, struct listpool_object, node);
	listpool_free(&lp, &l->node);
	listpool_free(&lp, &l->node);
	listpool_destroy(&lp);
	IS(!slotpool_init(&objects, struct object, slot, NULL));
	o = slotpool_alloc_entry(&objects, struct object, slot);
	slotpool_free(&objects, &o->slot);
	if (!plant)
		slotpool_free(&objects, &o->slot);
	slotpool_destroy(&objects);
}

static void misuse(void)
{
	misuse_lists();
	misuse_arrays();
	misuse_pools();
	pr_info("lish_user: misuse: %u wrong\n", wrong);
}

/* More than the log shall have, when it has room again. */
static noinline void flood(void)
{
	unsigned long begun;
	int i;

	msleep(5100);
	begun = jiffies;
	for (i = 0; i < 30; i++)
		ilist_del(&a.il);
	pr_info("lish_user: flood: in %u ms, %u wrong\n",
		jiffies_to_msecs(jiffies - begun), wrong);
}

/* A hook, which goes with this module: nobody takes it back. */
static void hook(const struct lish_fault *fault)
{
	pr_info("lish_user: the hook is told: %s\n", lish_reason_text(fault->reason));
}

static void hooked(void)
{
	lish_set_report(hook);
	ilist_del(&a.il);
	pr_info("lish_user: hook: %u wrong\n", wrong);
}

/* One that goes even before, as soon as the module is loaded. */
static void __init early_hook(const struct lish_fault *fault)
{
	pr_err("lish_user: the hook of init is told: %s\n", lish_reason_text(fault->reason));
}

/* What only a kernel that watches tells: memory under a lock, and what was freed. */
static void sleeping(void)
{
	struct ipool pool;

	IS(!ipool_init(&pool, struct ipool_object, idx, NULL));
	spin_lock(&lock);
	IS(ipool_alloc_entry(&pool, struct ipool_object, idx));
	spin_unlock(&lock);
	ipool_destroy(&pool);
	pr_info("lish_user: sleep: %u wrong\n", wrong);
}

static noinline void freed(void)
{
	struct object *o;
	volatile char *byte;

	IS(!slotpool_init(&objects, struct object, slot, NULL));
	o = slotpool_alloc_entry(&objects, struct object, slot);
	byte = (volatile char *)&o->wl;
	slotpool_free(&objects, &o->slot);
	(void)*byte;
	slotpool_destroy(&objects);
	pr_info("lish_user: freed: %u wrong\n", wrong);
}

/*
 * Two threads make the calls that need no lock. A third one changes all containers under
 * the lock. KCSAN must report the planted peek, and nothing else.
 */
static u32 peeks;

/* mine: half of the letters. No two threads push the same one. */
static int peeker(void *mine)
{
	struct letter *letter = mine;
	u32 seen = 0;

	while (!kthread_should_stop()) {
		seen += ilist_empty(&il) + inbox_empty(&post);
		IS(inbox_push(&post, &letter[seen % (ARRAY_SIZE(letters) / 2)].in) != -EINVAL);
		if (plant)
			seen += walklist_first_entry(&wl, struct object, wl) == &a;
		seen++;
		WRITE_ONCE(peeks, READ_ONCE(peeks) + 1);
		cond_resched();
	}
	return 0;
}

static int changer(void *unused)
{
	while (!kthread_should_stop()) {
		spin_lock(&lock);
		ilist_add(&il, &a.il);
		ilist_add_tail(&il, &b.il);
		walklist_add(&wl, &a.wl);
		walklist_add(&wl, &b.wl);
		inbox_drain_entry(letter, &post, struct letter, in)
			delivered++;
		walklist_for_each_entry(o, &wl, struct object, wl)
			walklist_del(&wl, &o->wl);
		ilist_del(&a.il);
		IS(ilist_pop_entry(&il, struct object, il) == &b);
		steps++;
		spin_unlock(&lock);
		cond_resched();
	}
	return 0;
}

static void race(void)
{
	struct task_struct *thread[3];
	int i;

	delivered = 0;
	for (i = 0; i < 3; i++)
		thread[i] = kthread_run(i ? peeker : changer,
					i == 2 ? letters + ARRAY_SIZE(letters) / 2 : letters,
					"lish_race/%d", i);
	msleep(IS_ENABLED(CONFIG_KCSAN) ? 20000 : 3000);
	for (i = 0; i < 3; i++)
		IS(!IS_ERR(thread[i]) && !kthread_stop(thread[i]));
	inbox_clear(&post);
	IS(ilist_empty(&il) && !walklist_count(&wl) && inbox_empty(&post));
	IS(steps > 50 && peeks > 50 && delivered > 50);
	pr_info("lish_user: race: %u steps, %u peeks, %u letters, %u wrong\n", steps,
		peeks, delivered, wrong);
}

static const struct {
	const char *name;
	void (*run)(void);
} parts[] = {
	{ "use", use },	     { "memory", memory },   { "misuse", misuse },
	{ "flood", flood },  { "hook", hooked },     { "sleep", sleeping },
	{ "freed", freed },  { "race", race },
};

static int __init lish_user_init(void)
{
	size_t i;

	if (plant && !strcmp(part, "use"))
		WRITE_ONCE(*(volatile int *)16, 0);
	if (!strcmp(part, "early")) {
		lish_set_report(early_hook);
		return 0;
	}
	for (i = 0; i < ARRAY_SIZE(parts); i++) {
		if (!strcmp(part, parts[i].name)) {
			parts[i].run();
			return 0;
		}
	}
	return -EINVAL;
}
module_init(lish_user_init);

static void __exit lish_user_exit(void)
{
}
module_exit(lish_user_exit);

MODULE_LICENSE("Dual MIT/GPL");
MODULE_DESCRIPTION("tries linux-ish");
MODULE_INFO(import_ns, "LINUX_ISH");
