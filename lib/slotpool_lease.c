// SPDX-License-Identifier: MIT
/*
 * slotpool_lease.c - births and deaths of a slotpool that many threads make in one frame
 *
 * A slot that is lent is neither free nor live. It has left the stack, or it is at the border and
 * has raised it. In the orders by bits it is taken, like a retired slot. It has the node of its
 * next life already, and no live bit:
 *
 *             node                 live bit   a handle finds it   a loop visits it
 *   free      free, even           0          no                  no
 *   lent      of its next life     0          once it is given    no
 *   live      of its life          1          yes                 yes
 *
 * A look-up by handle compares the handle and the node. So a birth in a job writes no byte that
 * another thread reads, and its handle is found at once. A death in a job is a line in the lease:
 * the handle of the object, and the call.
 *
 * The commit sets the live bits of what was born, in the order of the leases. It turns back the
 * nodes of all slots that were not used, the last one first: if no slot was used, the pool is as it
 * was. Then it ends the noted lives, and asks for each of them whether it is over already.
 *
 * closed of the pool is LISH_LEASED from the first lend to the last commit: one byte refuses what
 * would move an array or forget a slot.
 *
 * The door to slotpool.c is slotpool_slots.h. No other file comes here, so a program without leases
 * does not link this one.
 */
#define LISH_LIB_
#include <linux-ish/slotpool_lease.h>

#include "ground/reload.h"
#include "slotpool_slots.h"

/* Most leases that are out. */
#define LEASE_MOST_ 0xffffu

/* The commit fetches the objects of so many deaths, and unused slots, ahead. */
#define LEASE_AHEAD_ 32u

/* Questions. */

/* May the owner lend, or commit? Leases may be out, but no hook may run. */
static enum lish_reason lease_owner_may_(const struct slotpool *pool)
{
	const struct lish_pool_ *base = &pool->base;
	const enum lish_reason reason = lish_pool_rests_(base);

	if (reason != LISH_LEASED)
		return reason;
	return base->running ? LISH_IN_HOOK : lish_bound_(base);
}

static enum lish_reason lease_may_get_(const struct slotpool_lease *lease)
{
	if (lish_is_null(lease))
		return LISH_NULL;
	return lease->pool ? LISH_LEASED : LISH_OK;
}

static enum lish_reason lease_may_end_(const struct slotpool *pool,
				       const struct slotpool_lease *lease)
{
	if (lish_is_null(lease))
		return LISH_NULL;
	if (!lease->pool || (lease->pool == pool && !pool->leases))
		return LISH_NOT_LEASED;
	return lease->pool == pool ? LISH_OK : LISH_FOREIGN;
}

static enum lish_reason lease_is_out_(const struct slotpool_lease *lease)
{
	return LISH_CHECK >= 1 && !lease->pool ? LISH_NOT_LEASED : LISH_OK;
}

/* Is the lease out, are the objects of this type, and is there no hook and no poison? */
LISH_INLINE bool lease_is_quick_(const struct slotpool_lease *lease, uintptr_t type)
{
	const struct slotpool *pool = lease->pool;

	return lish_likely(pool && lish_pool_is_ready_(&pool->base, type) && !pool->base.watch);
}

/* Does the node name itself? Then its object is live, or lent. */
LISH_INLINE bool lease_names_(const struct slotpool *pool, const uint32_t *mark)
{
	return *mark - 1 < pool->base.border && slotpool_at_slot_(pool, *mark - 1) == mark;
}

/* May this object be freed? The commit asks for its live bit. */
LISH_INLINE bool lease_holds_(const struct slotpool_lease *lease, const uint32_t *mark)
{
	return LISH_CHECK < 1 ||
	       lish_likely(lease->pool && !lish_is_null(mark) && lease_names_(lease->pool, mark));
}

/* Lease i of an array. C++ has pointers of a type of its own there. */
static struct slotpool_lease *lease_at_(struct slotpool_lease *const *leases, uint32_t i)
{
	struct slotpool_lease *lease;

	memcpy(&lease, leases + i, sizeof(lease));
	return lease;
}

/* Free slots that have memory. */
static uint32_t lease_free_(const struct lish_pool_ *base)
{
	return base->room - base->border + base->stacked;
}

#if LISH_CHECK >= 2
static bool lease_damaged_(const struct slotpool *pool, struct lish_call_ call)
{
	const struct slotpool_idx *fault;
	const enum lish_reason reason = slotpool_check(pool, &fault);

	return lish_refused_by(call, pool, fault, reason);
}
#else
#define lease_damaged_(pool, call) false
#endif

#define lease_refused_(pool, call)                                    \
	(lish_refused_by(call, pool, NULL, lease_owner_may_(pool)) || \
	 lease_damaged_(pool, call))

/* Lending. */

/* Get memory for n more objects, or as many as the limit allows. */
static int lease_reach_(struct lish_pool_ *base, uint32_t n)
{
	const uint32_t used = base->border - base->stacked;
	uint32_t most;
	int err = 0;

	if (n <= lease_free_(base))
		return 0;
	if (!base->growth || base->growth->no_grow || base->closed)
		return -ENOSPC;
	most = base->growth->limit - used;
	if (n > most) {
		n = most;
		err = -ENOSPC;
	}
	return lish_pool_raise_(slotpool_kind_, base, used + n) == -ENOMEM ? -ENOMEM : err;
}

/* Run make for all slots that n births may take. Its hooks may alloc meanwhile. */
static void lease_make_(const struct slotpool *pool, struct lish_pool_ *base, uint32_t n)
{
	const bool fresh = (pool->order == LISH_NEXT && !base->growth) ||
			   (lish_pool_waits_(base) && !pool->order);
	uint32_t end, made;

	if (!base->hooks || !base->hooks->make)
		return;
	do {
		made = base->made;
		end = base->stacked < n || fresh ? n - (fresh ? 0 : base->stacked) : 0;
		end = end < base->room - base->border ? base->border + end : base->room;
		lish_pool_make_(slotpool_kind_, base, end);
	} while (base->made != made);
}

/* The slot that the next birth of the owner would take. It has memory. */
static uint32_t lease_look_(struct slotpool *pool)
{
	struct lish_pool_ *base = &pool->base;
	uint32_t index = base->border;

	if (lish_pool_waits_(base)) {
		slotpool_draw_(pool, false);
		index = base->border;
	}
	if (base->stacked)
		index = pool->order ? slotpool_orders_->find(pool) : slotpool_top_(pool);
	if (index >= pool->known)
		slotpool_know_(pool);
	else if (slotpool_in_gap_(pool, index))
		slotpool_close_gap_(pool, index);
	return index;
}

/* Lend a slot, which gets the node of its next life. false: its node was overwritten. */
LISH_INLINE bool lease_take_(struct slotpool *pool, struct slotpool_lease *lease, uint32_t *mark,
			     uint32_t index)
{
	const uint64_t node = slotpool_node_(mark);

	if (LISH_CHECK >= 1 && lish_unlikely((uint32_t)node != LISH_POOL_FREE_MARK_(index)))
		return false;
	slotpool_set_node_(mark, node + SLOTPOOL_BIRTH_);
	slotpool_pop_(&pool->base, index, index >= pool->base.border);
	lease->indices[lease->lent++] = index;
	return true;
}

/* Lend a slot of the stack while nothing but the slot changes. false: take another way. */
LISH_INLINE bool lease_take_top_(struct slotpool *pool, struct slotpool_lease *lease)
{
	uint32_t index;

	if (!SLOTPOOL_QUICK_ || pool->base.stacked <= pool->quick_above)
		return false;
	index = slotpool_top_(pool);
	return lease_take_(pool, lease, slotpool_at_slot_(pool, index), index);
}

/*
 * Lend any slot. One that was overwritten is reported, and retires. false: there is none. Only such
 * a slot can lead to one that is not made.
 */
static bool lease_take_any_(struct slotpool *pool, struct slotpool_lease *lease,
			    struct lish_call_ call)
{
	struct lish_pool_ *base = &pool->base;
	const uint32_t index = lease_free_(base) ? lease_look_(pool) : SLOTPOOL_NO_SLOT_;
	uint32_t *mark;
	bool lost;

	if (index == SLOTPOOL_NO_SLOT_ ||
	    (base->hooks && base->hooks->make && index >= base->made))
		return false;
	mark = slotpool_at_slot_(pool, index);
	lost = lish_refused_by(call, pool, mark,
			       lease_take_(pool, lease, mark, index) ? LISH_OK : LISH_BAD_INDEX);
	if (lost) {
		slotpool_pop_(base, index, index >= base->border);
		slotpool_retire_(pool, mark, index);
	} else if (pool->order) {
		slotpool_orders_->retire(pool, index);
		pool->extra.next = index + 1;
	}
	if (base->highest < base->border)
		base->highest = base->border;
	if (!lost && base->watch)
		lish_pool_lend_(slotpool_kind_, base, index);
	return true;
}

/* Lend n slots, if there are as many. */
static void lease_fill_(struct slotpool *pool, struct slotpool_lease *lease, uint32_t n,
			struct lish_call_ call)
{
	while (lease->lent < n &&
	       (lease_take_top_(pool, lease) || lease_take_any_(pool, lease, call)))
		;
	pool->base.gone += lease->lent;
}

/* In born, until the lease has its slots; died is the number that it gets. */
#define LEASE_NEW_ 0xffffffffu

/* Objects for which the leases of the array have room. */
static uint32_t lease_wanted_(struct slotpool_lease *const *leases, uint32_t n)
{
	const struct slotpool_lease *lease;
	uint32_t i, wanted = 0;

	for (i = 0; i < n; i++) {
		lease = lease_at_(leases, i);
		if (lease_may_get_(lease) != LISH_OK)
			continue;
		if (lease->most_births > LISH_MAX_COUNT - wanted)
			return LISH_MAX_COUNT;
		wanted += lease->most_births;
	}
	return wanted;
}

static bool lease_is_new_(const struct slotpool_lease *lease)
{
	return lease && lease->born == LEASE_NEW_;
}

/* Share free slots, one for each lease in turn. */
static void lease_share_(struct slotpool_lease *const *leases, uint32_t n, uint32_t free)
{
	struct slotpool_lease *lease;
	bool more = true;
	uint32_t i;

	while (more) {
		more = false;
		for (i = 0; i < n && free; i++) {
			lease = lease_at_(leases, i);
			if (!lease_is_new_(lease) || lease->died == lease->most_births)
				continue;
			lease->died++;
			free--;
			more = true;
		}
	}
}

int slotpool_lend(struct slotpool *pool, struct slotpool_lease *const *leases, uint32_t n)
{
	struct lish_pool_ *base = &pool->base;
	struct slotpool_lease *lease;
	uint32_t i, wanted, free;
	int err;

	if (lease_refused_(pool, LISH_CALL_()) ||
	    lish_refused(pool, NULL, lish_pool_given_(leases, n)))
		return -EINVAL;
	slotpool_wake_(pool);
	wanted = lease_wanted_(leases, n);
	err = lease_reach_(base, wanted);
	lease_make_(pool, base, wanted);
	free = lease_free_(base);
	for (i = 0; i < n; i++) {
		lease = lease_at_(leases, i);
		if (lish_refused(pool, lease, lease_may_get_(lease)))
			continue;
		if (pool->leases == LEASE_MOST_) {
			err = -ENOSPC;
			continue;
		}
		pool->leases++;
		base->closed = LISH_LEASED;
		lease->pool = pool;
		lease->lent = 0;
		lease->born = LEASE_NEW_;
		lease->died = wanted <= free ? lease->most_births : 0;
	}
	if (wanted > free)
		lease_share_(leases, n, free);
	for (i = 0; i < n; i++) {
		lease = lease_at_(leases, i);
		if (!lease_is_new_(lease))
			continue;
		lease_fill_(pool, lease, lease->died, LISH_CALL_());
		lease->born = 0;
		lease->died = 0;
		if (!err && lease->lent < lease->most_births)
			err = -ENOSPC;
	}
	return err;
}

/* In jobs. They write the lease and the object, and read the pool. */

/* Run init. If it overwrites the node, report and restore it. */
static void lease_init_(const struct slotpool *pool, uint32_t *mark)
{
	const struct lish_pool_ *base = &pool->base;
	const uint64_t node = slotpool_node_(mark);

	if (!base->hooks || !base->hooks->init)
		return;
	base->hooks->init(base->ctx, lish_pool_object_(base, mark));
	if (lish_refused_by(lish_call_of_(LISH_NAME_("hooks.init"), NULL), pool, mark,
			    slotpool_node_(mark) == node ? LISH_OK : LISH_BAD_INDEX))
		slotpool_set_node_(mark, node);
}

/* The mark of the next birth; NULL: no slot is left. */
LISH_INLINE uint32_t *lease_next_(struct slotpool_lease *lease)
{
	const uint32_t born = lease->born;

	if (lish_unlikely(born >= lease->lent))
		return NULL;
	lease->born = born + 1;
	return slotpool_at_slot_(lease->pool, lease->indices[born]);
}

/* Any birth. */
static LISH_NOINLINE void *lease_birth_(struct slotpool_lease *lease, uintptr_t type, bool zero,
					struct lish_call_ call)
{
	const struct lish_pool_ *base;
	void *object;
	uint32_t *mark;

	if (lish_refused_by(call, lease, NULL, lease_is_out_(lease)) ||
	    (LISH_CHECK >= 1 &&
	     lish_refused_by(call, lease->pool, NULL,
			     lish_pool_may_bear_(&lease->pool->base, type))))
		return NULL;
	/* At level 0, a lease that is not out has no slot. */
	mark = lease_next_(lease);
	if (!mark)
		return NULL;
	base = &lease->pool->base;
	object = lish_pool_object_(base, mark);
	if (base->watch)
		lish_pool_look_(slotpool_kind_, base, mark);
	if (zero)
		lish_pool_zero_(object, base->size, base->offset, sizeof(struct slotpool_idx));
	lease_init_(lease->pool, mark);
	return object;
}

LISH_HOT_ void *(slotpool_lease_alloc_entry)(struct slotpool_lease *lease, uintptr_t type)
{
	const uint32_t *mark;

	if (!lease_is_quick_(lease, type))
		return lease_birth_(lease, type, false, LISH_CALL_());
	mark = lease_next_(lease);
	return lish_likely(mark != NULL) ? lish_pool_object_(&lease->pool->base, mark) : NULL;
}

void *(slotpool_lease_zalloc_entry)(struct slotpool_lease *lease, uintptr_t type)
{
	const uint32_t *mark;

	if (!lease_is_quick_(lease, type))
		return lease_birth_(lease, type, true, LISH_CALL_());
	mark = lease_next_(lease);
	return lish_pool_zeroed_(&lease->pool->base,
				 mark ? lish_pool_object_(&lease->pool->base, mark) : NULL, 0,
				 sizeof(struct slotpool_idx));
}

/* The next birth takes the slot: no other thread may read its node yet. */
void slotpool_lease_undo_(struct slotpool_lease *lease, const struct slotpool_idx *node)
{
	uint32_t *const indices = lease->indices;
	uint32_t i = lease->born, index;

	while (i-- > 0) {
		index = indices[i];
		if (slotpool_at_slot_(lease->pool, index) != (const uint32_t *)(const void *)node)
			continue;
		lease->born--;
		indices[i] = indices[lease->born];
		indices[lease->born] = index;
		return;
	}
}

/* Note a death. */
LISH_INLINE int lease_note_(struct slotpool_lease *lease, uint64_t node, const void *from)
{
	struct slotpool_death *death;

	if (lish_unlikely(lease->died >= lease->most_deaths))
		return -ENOSPC;
	death = lease->deaths + lease->died;
	slotpool_set_node_((uint32_t *)(void *)&death->object, node);
	death->from = from;
	lease->died++;
	return 0;
}

/* Why this is not the node of such an object. */
static LISH_COLD int lease_has_not_(const struct slotpool_lease *lease, const uint32_t *mark,
				    struct lish_call_ call)
{
	if (!lish_refused_by(call, lease, mark, lease_is_out_(lease)))
		(void)lish_refused_by(call, lease->pool, mark,
				      lish_pool_reason_(&lease->pool->base, mark));
	return -EINVAL;
}

/* Not inline in one file either: the commit reports its return address. */
LISH_NOINLINE int slotpool_lease_free(struct slotpool_lease *lease, struct slotpool_idx *node)
{
	const uint32_t *mark = (const uint32_t *)(const void *)node;

	if (!lease_holds_(lease, mark))
		return lease_has_not_(lease, mark, LISH_CALL_());
	/* Any address, where compilers have none: NULL is a free by handle. */
	return lease_note_(lease, slotpool_node_(mark), LISH_HAS_CALLER ? LISH_CALLER_() : mark);
}

int slotpool_lease_free_handle(struct slotpool_lease *lease, struct slotpool_handle handle)
{
	const uint32_t *mark = (const uint32_t *)(const void *)&handle;

	return lish_refused(lease, NULL, lease_is_out_(lease)) ?
		       -EINVAL : lease_note_(lease, slotpool_node_(mark), NULL);
}

struct slotpool_handle slotpool_lease_handle_of(const struct slotpool_lease *lease,
						const struct slotpool_idx *node)
{
	const uint32_t *mark = (const uint32_t *)(const void *)node;
	struct slotpool_handle handle = { 0, 0 };

	if (!lish_refused(lease, node, lease_is_out_(lease)) &&
	    !lish_refused(lease, node, lish_may_use_(node)) &&
	    (LISH_CHECK < 1 || lease_names_(lease->pool, mark))) {
		handle.slot = mark[0];
		handle.generation = mark[1];
	}
	return handle;
}

/* The commit. */

static void lease_births_(struct slotpool *pool, const struct slotpool_lease *lease)
{
	uint32_t i, index;

	for (i = 0; i < lease->born; i++) {
		index = lease->indices[i];
		slotpool_block_of_(pool, index)->live |= slotpool_live_mask_(index);
		if (pool->order)
			pool->extra.retired[index >> LISH_WORD_SHIFT] &=
				~slotpool_live_mask_(index);
	}
	pool->base.gone -= lease->born;
	lish_pool_changed_(&pool->base, LISH_POOL_CHANGED_);
}

/* A slot that was not used is free again. An overwritten node stays: alloc finds it. */
static void lease_return_(struct slotpool *pool, uint32_t index)
{
	struct lish_pool_ *base = &pool->base;
	uint32_t *mark = slotpool_at_slot_(pool, index);

	if (*mark == index + 1)
		slotpool_set_node_(mark, slotpool_node_(mark) - SLOTPOOL_BIRTH_);
	if (base->watch) {
		lish_pool_look_(slotpool_kind_, base, mark);
		lish_pool_poison_(slotpool_kind_, base, mark);
	}
	base->gone--;
	if (pool->order) {
		pool->extra.retired[index >> LISH_WORD_SHIFT] &= ~slotpool_live_mask_(index);
		slotpool_orders_->died(pool, index);
	} else {
		slotpool_push_(base, index);
	}
}

static void lease_returns_(struct slotpool *pool, struct slotpool_lease *lease)
{
	while (lease->lent > lease->born) {
		lease->lent--;
		if (lease->lent >= LEASE_AHEAD_)
			lish_prefetch(slotpool_at_slot_(
				pool, lease->indices[lease->lent - LEASE_AHEAD_]));
		lease_return_(pool, lease->indices[lease->lent]);
	}
}

/*
 * The mark of an object that lives; NULL: it is dead. An overwritten node is not the one of the
 * handle.
 */
LISH_INLINE LISH_WRAPS_ uint32_t *lease_alive_(const struct slotpool *pool,
					       const struct slotpool_death *death)
{
	const uint64_t node = slotpool_node_((const uint32_t *)(const void *)&death->object);
	const uint32_t index = death->object.slot - 1;
	uint32_t *mark;

	if (index >= pool->base.border)
		return NULL;
	mark = slotpool_at_slot_(pool, index);
	return slotpool_node_(mark) == node && slotpool_is_live_(pool, index) ? mark : NULL;
}

/* end: a destructor of C++, which frees the object; or NULL. */
static void lease_death_(struct slotpool *pool, const struct slotpool_death *death,
			 slotpool_end_fn_ *end)
{
	const struct lish_call_ call =
		lish_call_of_(LISH_NAME_("slotpool_lease_free"),
			      LISH_HAS_CALLER ? death->from : NULL);
	uint32_t *mark = lease_alive_(pool, death);

	if (!mark)
		(void)lish_refused_by(call, pool, NULL, death->from ? LISH_NOT_LIVE : LISH_OK);
	else if (end)
		end(pool, lish_pool_object_(&pool->base, mark));
	else if (lish_unlikely(pool->base.watch))
		(void)lish_refused_by(call, pool, mark,
				      lish_pool_dies_(slotpool_kind_, &pool->base, mark));
	else if (!SLOTPOOL_QUICK_ ||
		 !slotpool_quick_end_(pool, slotpool_block_of_(pool, *mark - 1), mark,
				      slotpool_node_(mark)))
		slotpool_any_death_(pool, mark);
}

static LISH_WRAPS_ void lease_deaths_(struct slotpool *pool, const struct slotpool_lease *lease,
				      slotpool_end_fn_ *end)
{
	const uint32_t died = lease->died;
	uint32_t i, ahead;

	for (i = 0; i < died; i++) {
		ahead = i + LEASE_AHEAD_ < died ? lease->deaths[i + LEASE_AHEAD_].object.slot : 0;
		if (ahead - 1 < pool->base.border)
			lish_prefetch(slotpool_at_slot_(pool, ahead - 1));
		lease_death_(pool, &lease->deaths[i], end);
	}
}

static void lease_commit_(struct slotpool *pool, struct slotpool_lease *const *leases, uint32_t n,
			  slotpool_end_fn_ *end, struct lish_call_ call)
{
	struct slotpool_lease *lease;
	uint32_t i;

	if (lease_refused_(pool, call) ||
	    lish_refused_by(call, pool, NULL, lish_pool_given_(leases, n)))
		return;
	for (i = 0; i < n; i++) {
		lease = lease_at_(leases, i);
		if (lish_refused_by(call, pool, lease, lease_may_end_(pool, lease)))
			continue;
		lease_births_(pool, lease);
		lease->pool = NULL;
		pool->leases--;
	}
	/* A lease that was left out has a pool, or no slot and no death. */
	for (i = n; i > 0;) {
		lease = lease_at_(leases, --i);
		if (lease && !lease->pool)
			lease_returns_(pool, lease);
	}
	if (!pool->leases)
		pool->base.closed = LISH_OK;
	for (i = 0; i < n; i++) {
		lease = lease_at_(leases, i);
		if (!lease || lease->pool)
			continue;
		lease_deaths_(pool, lease, end);
		lease->lent = lease->born = lease->died = 0;
	}
}

void slotpool_commit(struct slotpool *pool, struct slotpool_lease *const *leases, uint32_t n)
{
	lease_commit_(pool, leases, n, NULL, LISH_CALL_());
}

void slotpool_commit_by_(struct slotpool *pool, struct slotpool_lease *const *leases, uint32_t n,
			 slotpool_end_fn_ *end)
{
	lease_commit_(pool, leases, n, end, LISH_CALL_AS_(LISH_NAME_("slotpool_commit")));
}

/* Init. */

void slotpool_lease_init(struct slotpool_lease *lease, uint32_t *indices, uint32_t births,
			 struct slotpool_death *deaths, uint32_t n)
{
	memset(lease, 0, sizeof(*lease));
	if (lish_refused(lease, NULL, lish_pool_given_(indices, births)) ||
	    lish_refused(lease, NULL, lish_pool_given_(deaths, n)))
		return;
	lease->indices = indices;
	lease->deaths = deaths;
	lease->most_births = births;
	lease->most_deaths = n;
}
