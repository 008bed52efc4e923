// SPDX-License-Identifier: MIT
/*
 * conns - connections that come in an interrupt and end anywhere
 *
 * A timer interrupt stands for the network card: each millisecond a connection
 * comes, others end. One spinlock covers the containers. The interrupt pushes ended
 * connections into an inbox, which needs no lock. Only the thread frees them.
 *
 *	make LISH=/path/to/linux-ish
 *	insmod conns.ko; sleep 1; rmmod conns; dmesg | tail
 */
#include <linux/hrtimer.h>
#include <linux/kthread.h>
#include <linux/lockdep.h>
#include <linux/module.h>
#include <linux/spinlock.h>
#include <linux/version.h>

#include <linux-ish/inbox.h>
#include <linux-ish/kernel/kmem.h>
#include <linux-ish/slotpool.h>
#include <linux-ish/walklist.h>

#define MOST 256

struct conn {
	struct slotpool_idx slot;   /* memory, and handles */
	struct walklist_node order; /* in order of arrival */
	struct inbox_node ended;
	u32 ticks;
};

static DEFINE_SPINLOCK(lock); /* for conns and by_age */
static struct slotpool conns;
static WALKLIST_DEFINE(by_age);
static INBOX_DEFINE(over); /* pushed in any context, without the lock */

/* Memory for an interrupt. It is allocated at load time, so no tick can fail. */
static struct lish_kmem atomic = LISH_KMEM_INIT(GFP_ATOMIC);

static struct hrtimer card;
static struct task_struct *worker;
static u32 came, refused, freed;
module_param(freed, uint, 0444); /* /sys/module/conns/parameters/freed */

/* lockdep knows the lock; the containers do not. */
static void end(struct conn *conn)
{
	lockdep_assert_held(&lock);
	walklist_del(&by_age, &conn->order);
	lish_sure(inbox_push(&over, &conn->ended));
}

static enum hrtimer_restart tick(struct hrtimer *timer)
{
	struct conn *conn;
	unsigned long flags;

	spin_lock_irqsave(&lock, flags);
	conn = slotpool_zalloc_entry(&conns, struct conn, slot);
	if (conn) {
		came++;
		walklist_add_tail(&by_age, &conn->order);
	} else {
		refused++;
	}
	/* The body may delete the current element, and any other. */
	walklist_for_each_entry(c, &by_age, struct conn, order) {
		if (++c->ticks >= 50)
			end(c);
	}
	spin_unlock_irqrestore(&lock, flags);
	hrtimer_forward_now(timer, ms_to_ktime(1));
	return HRTIMER_RESTART;
}

static int work(void *unused)
{
	unsigned long flags;

	while (!kthread_should_stop()) {
		inbox_drain_entry(c, &over, struct conn, ended) {
			spin_lock_irqsave(&lock, flags);
			slotpool_free(&conns, &c->slot);
			freed++;
			spin_unlock_irqrestore(&lock, flags);
		}
		schedule_timeout_interruptible(1);
	}
	return 0;
}

static int __init conns_init(void)
{
	struct lish_config config = LISH_CONFIG_INIT;
	int err;

	config.mem = &atomic.mem;
	config.initial = MOST;
	config.limit = MOST;
	err = slotpool_init(&conns, struct conn, slot, &config);
	if (err)
		return err;
	worker = kthread_run(work, NULL, "conns");
	if (IS_ERR(worker)) {
		slotpool_destroy(&conns);
		return PTR_ERR(worker);
	}
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 13, 0)
	hrtimer_setup(&card, tick, CLOCK_MONOTONIC, HRTIMER_MODE_REL);
#else
	hrtimer_init(&card, CLOCK_MONOTONIC, HRTIMER_MODE_REL);
	card.function = tick;
#endif
	hrtimer_start(&card, ms_to_ktime(1), HRTIMER_MODE_REL);
	return 0;
}
module_init(conns_init);

static void __exit conns_exit(void)
{
	hrtimer_cancel(&card);
	kthread_stop(worker);
	pr_info("conns: %u came, %u refused, %u freed, %u live, %u waited to be freed\n",
		came, refused, freed, walklist_count(&by_age),
		slotpool_count(&conns) - walklist_count(&by_age));
	walklist_clear(&by_age);
	inbox_clear(&over);
	slotpool_destroy(&conns);
}
module_exit(conns_exit);

MODULE_LICENSE("Dual MIT/GPL");
MODULE_DESCRIPTION("a consumer of linux-ish");
/* The exports of linux-ish.ko are in a namespace. Works on all kernels. */
MODULE_INFO(import_ns, "LINUX_ISH");
