// SPDX-License-Identifier: MIT
/*
 * slotpool.c - a pool with stable indices, handles and a loop over live objects
 *
 * A slot is an index. Three arrays share it:
 *
 *   objects         in chunks, which never move
 *   blocks[i / 64]  bit i % 64 of live is set while object i is live; base leads to the object
 *   stack           free slots; slotpool_orders.c has bitmaps in its place
 *
 * A block has one slot for each bit of a word, which is 32 on small machines. All its slots lie in
 * one chunk: a birth, a death, a look-up and a loop read a block and the object.
 *
 * The node of an object has a mark, as core/pool.c says, and a generation. A birth and a death
 * each add one to the generation, which is odd while the object is live. A handle is a copy of
 * the node of a live object: it matches one life of the slot only. So each birth and each death
 * adds a constant to the node.
 *
 *   0        border         known            capacity
 *   | used   | used earlier | never used     |
 *
 * The watermarks, and what moves each. The first line has them in their order:
 *
 *   border <= known <= capacity <= sides, limit
 *
 *   border    a birth at it raises it; a death just below it, clear and trim lower it
 *   known     a first node raises it; clear and trim lower it
 *   capacity  growth raises it; trim and destroy lower it
 *   sides     growth raises it: blocks and stack have room for so many slots
 *   limit     init sets it
 *   highest   the highest border so far
 *   made      with hooks: make raises it, unmake lowers it
 *   room      the capacity, and lower while the pool is closed
 *
 *   floor     the generation of new nodes; clear and trim raise it
 *   aged      no generation is higher; clear raises it, and a death that exceeds it
 *   last      a slot retires there; init sets it
 *   retired   a last death and an overwritten node add to it
 *   gone      as retired; the slots that are lent; the hidden stack while clear runs
 *
 * Slots below known have a node and a block; memory from known on is new, and its nodes begin
 * at the generation floor. So growth writes nothing. trim raises floor to the highest generation
 * that it releases. clear raises it above aged, which bounds all generations, and sets known to 0:
 * it touches no object if no fini has to run. Its figures are those from before its hooks.
 *
 * The free slots below the border form a stack. Freeing the slot just below the border lowers the
 * border instead, so a burst freed in reverse leaves no trace.
 *
 * A slot retires when its generation would wrap, or if alloc finds its node overwritten: the
 * generation is lost then. alloc never returns it again, so no handle matches a second life.
 *
 * Most births take the top of the stack or the slot at the border, and most deaths put one on the
 * stack. quick_above, quick_below and quick_node say when nothing else changes: no hook, no other
 * order, no growth, no generation that is too high. quick_order says the same in the other orders.
 * Such an alloc or free is a leaf. What they depend on has one writer each, which keeps them right:
 *
 *   slotpool_set_known_(), slotpool_set_aged_()   known and aged
 *   slotpool_set_floor_()                         gaps
 *   slotpool_begin_(), slotpool_wake_()           hooks, poison and the order
 *
 * A first life raises known and quick_below at once. Any other birth that is not quick ends with
 * slotpool_refresh_(): it may have been the first use of the pool.
 *
 * A loop takes the live bits of a block at a time.
 *
 * After trim, slots below the border may be free and have no nodes: slotpool_gaps.c. A slot that
 * is lent to a lease has the node of a live object and no live bit: slotpool_lease.c.
 *
 * Invariants:
 *   border <= highest; live + stacked + gone == border, in each order
 *   gone == retired + lent, except while clear has hidden the stack
 *   generation <= aged, and <= aged + 1 of a live object
 *   bits of live from the border to the end of its word are 0
 *
 * Level 1 looks at the node and at the live bit; level 2 at the whole pool too, in
 * slotpool_refused_(). Saves are in save.c.
 */
#define LISH_LIB_
#include <linux-ish/slotpool.h>

#include "ground/mem.h"
#include "ground/refused.h"
#include "ground/reload.h"
#include "core/span.h"
#include "slotpool_slots.h"

#if LISH_POOL_LATE_
const struct slotpool_order_ops_ *slotpool_orders_;
#endif

static struct slotpool *slotpool_of_base_(struct lish_pool_ *base)
{
	return (struct slotpool *)(void *)base;
}

/* node may be NULL. The generation follows the mark. */
LISH_INLINE uint32_t *slotpool_mark_of_(const struct slotpool_idx *node)
{
	return (uint32_t *)(uintptr_t)node;
}

/* The mark of a live object, or NULL. */
LISH_INLINE uint32_t *slotpool_live_at_(const struct slotpool *pool, uint32_t index)
{
	if (index >= pool->base.border || !slotpool_is_live_(pool, index))
		return NULL;
	return slotpool_at_slot_(pool, index);
}

/* Questions. */

/* Is this the mark of a live object? The live bit: an older copy may lie over a freed object. */
LISH_INLINE LISH_WRAPS_ bool slotpool_names_(const struct slotpool *pool,
					     uint32_t value,
					     const uint32_t *mark)
{
	return value - 1 < pool->base.border && slotpool_at_slot_(pool, value - 1) == mark &&
	       slotpool_is_live_(pool, value - 1);
}

/* Is this the mark of a live object of this pool? Level 0 knows that it is. */
LISH_INLINE bool slotpool_holds_(const struct slotpool *pool, const uint32_t *mark)
{
	return LISH_CHECK < 1 || lish_likely(lish_pool_may_read_(&pool->base, mark) &&
					     slotpool_names_(pool, *mark, mark));
}

#ifdef LISH_TRAP
#define slotpool_why_dead_(pool, mark) LISH_NOT_LIVE
#else
/* Why it is not. The live bit is right: the object may have been overwritten. */
static LISH_COLD enum lish_reason slotpool_why_dead_(const struct slotpool *pool,
						     const uint32_t *mark)
{
	const enum lish_reason reason = lish_pool_reason_(&pool->base, mark);
	int32_t index;

	if (reason != LISH_NOT_LIVE && reason != LISH_OK)
		return reason;
	index = lish_pool_seek_(&pool->base, (uintptr_t)mark, 1);
	return slotpool_live_at_(pool, (uint32_t)index) ? LISH_BAD_INDEX : LISH_NOT_LIVE;
}
#endif

static inline enum lish_reason slotpool_may_free_(const struct slotpool *pool,
						  const uint32_t *mark)
{
	return slotpool_holds_(pool, mark) ? LISH_OK : slotpool_why_dead_(pool, mark);
}

/* May one ask for the index of a node? */
LISH_INLINE enum lish_reason slotpool_may_ask_(const struct slotpool *pool,
					       const uint32_t *mark)
{
	const enum lish_reason reason = lish_pool_asked_(&pool->base);

	return reason == LISH_OK ? lish_may_use_(mark) : reason;
}

/* May a pool that has room for n objects from the start have these settings? */
static enum lish_reason slotpool_may_have_(const struct lish_config *config, bool fixed,
					   size_t n)
{
	const enum lish_reason reason = lish_pool_may_have_(config, fixed, true);
	const uint32_t bits = config ? config->index_bits : 0;

	if (reason != LISH_OK || !config)
		return reason;
	if ((unsigned int)config->reuse > LISH_NEXT)
		return LISH_BAD_RANGE;
	return !slotpool_is_width_(bits) || (bits && n > slotpool_most_(bits)) ? LISH_BAD_RANGE
									       : LISH_OK;
}

/* May the caller choose the index of a birth? Not while slots are lent. */
static inline enum lish_reason slotpool_may_place_(const struct slotpool *pool, uintptr_t type)
{
	const enum lish_reason reason = lish_pool_may_bear_(&pool->base, type);

	return reason == LISH_OK && pool->leases ? LISH_LEASED : reason;
}

/* Handles of 32 bits need config.index_bits. */
LISH_INLINE enum lish_reason slotpool_has_width_(const struct slotpool *pool)
{
	const enum lish_reason reason = lish_pool_asked_(&pool->base);

	return LISH_CHECK >= 1 && reason == LISH_OK && !pool->base.index_bits ? LISH_BAD_RANGE
									      : reason;
}

int32_t slotpool_seek_(const struct slotpool *pool, uint32_t index)
{
	const uint32_t border = pool->base.border;
	uint32_t word = index >> LISH_WORD_SHIFT;
	lish_word bits;

	if (index >= border)
		return -1;
	bits = pool->blocks[word].live & LISH_WORD_ALL << (index & LISH_WORD_MASK);
	while (!bits) {
		if (++word == LISH_WORDS(border))
			return -1;
		bits = pool->blocks[word].live;
	}
	return (int32_t)((word << LISH_WORD_SHIFT) + lish_ctz(bits));
}

/* The highest live index up to a given one, or -1. */
static int32_t slotpool_seek_back_(const struct slotpool *pool, uint32_t index)
{
	const uint32_t border = pool->base.border;
	uint32_t word;
	lish_word bits;

	if (!border)
		return -1;
	if (index >= border)
		index = border - 1;
	word = index >> LISH_WORD_SHIFT;
	bits = pool->blocks[word].live &
	       LISH_WORD_ALL >> (LISH_WORD_MASK - (index & LISH_WORD_MASK));
	while (!bits) {
		if (!word)
			return -1;
		bits = pool->blocks[--word].live;
	}
	return (int32_t)((word << LISH_WORD_SHIFT) + LISH_WORD_MASK -
			 lish_clz(bits));
}

static LISH_WRAPS_ enum lish_reason
slotpool_check_slots_(const struct slotpool *pool,
		      const struct slotpool_idx **fault)
{
	const struct lish_pool_ *base = &pool->base;
	const uint32_t border = base->border;
	uint32_t i, live = 0, retired = 0, lent = 0, *mark;
	uint64_t sum = 0;
	bool ok;

	for (i = 0; i < pool->known; i++) {
		mark = lish_pool_at_(base, i, base->size);
		*fault = (const struct slotpool_idx *)(void *)mark;
		if (slotpool_at_slot_(pool, i) != mark)
			return LISH_BAD_INDEX;
		if (i < border && slotpool_is_live_(pool, i)) {
			live++;
			ok = slotpool_life_ok_(pool, i);
		} else if (i < border && slotpool_retired_(pool, i)) {
			retired++;
			ok = *mark == LISH_POOL_FREE_MARK_(i);
		} else if (i < border && slotpool_lent_(pool, i)) {
			lent++;
			ok = true;
		} else {
			sum += i < border ? lish_pool_hash_(i) : 0;
			ok = slotpool_usable_(pool, i);
		}
		if (!ok)
			return LISH_BAD_INDEX;
	}
	*fault = NULL;
	/* Bits above the border are 0: loops do not mask them. */
	if (border & LISH_WORD_MASK && slotpool_block_of_(pool, border)->live >>
					       (border & LISH_WORD_MASK))
		return LISH_BAD_COUNT;
	if (live != lish_pool_count_(base) || retired != pool->retired)
		return LISH_BAD_COUNT;
	/* While clear runs, free slots are off the stack. */
	if (base->closed == LISH_IN_HOOK)
		return LISH_OK;
	if (base->gone != retired + lent || !pool->leases != !base->closed)
		return LISH_BAD_COUNT;
	return pool->order || lish_pool_stack_ok_(base, sum) ? LISH_OK : LISH_BAD_INDEX;
}

static bool slotpool_quick_ok_(const struct slotpool *pool)
{
	const uint64_t quick = pool->order ? pool->quick_order : pool->quick_node;
	const bool stack = !pool->order && quick;

	/* Before the first alloc nothing is quick; quick_above is 0 as an initialiser has it. */
	return LISH_SMALL_ ||
	       ((!quick || (quick == slotpool_quick_age_(pool) && !pool->base.watch)) &&
		!(pool->order ? pool->quick_node : pool->quick_order) &&
		(stack ? !pool->quick_above && pool->quick_below == pool->known
		       : !pool->quick_below));
}

/* Do its slots and all that is beside them? */
static bool slotpool_lies_in_(const struct slotpool *pool, const struct lish_area_ *area)
{
	const uint32_t known = LISH_WORDS(pool->known), words = LISH_WORDS(pool->base.border);
	const struct slotpool_extra_ *extra = &pool->extra;

	if (!lish_pool_lies_in_(&pool->base, area, pool->known, sizeof(struct slotpool_idx)) ||
	    !LISH_AREA_HAS_(area, pool->blocks, known, struct slotpool_block_))
		return false;
	if (!pool->order)
		return LISH_AREA_HAS_(area, pool->base.stack, pool->base.stacked, uint32_t);
	return LISH_AREA_HAS_(area, extra->retired, words, lish_word) &&
	       LISH_AREA_HAS_(area, extra->full, LISH_WORDS(words), lish_word) &&
	       LISH_AREA_HAS_(area, extra->top, LISH_WORDS(LISH_WORDS(words)), lish_word);
}

static enum lish_reason slotpool_examine_(const struct slotpool *pool,
					  const struct lish_area_ *area,
					  const struct slotpool_idx **fault)
{
	const struct lish_pool_ *base = &pool->base;
	enum lish_reason reason;

	if (!lish_pool_sealed_(base, area))
		return LISH_UNINITIALIZED;
	if (base->border > pool->known || pool->known > base->capacity ||
	    base->border > base->highest || base->stacked > base->border ||
	    pool->order > LISH_NEXT || !slotpool_quick_ok_(pool) ||
	    pool->floor & 1 || pool->floor >= pool->last || pool->floor > pool->aged ||
	    !slotpool_is_width_(base->index_bits) ||
	    pool->last != slotpool_last_of_width_(base->index_bits))
		return LISH_BAD_COUNT;
	if (!slotpool_lies_in_(pool, area))
		return LISH_BAD_RANGE;
	reason = slotpool_check_slots_(pool, fault);
	if (reason == LISH_OK && pool->order && !slotpool_orders_->ok(pool))
		reason = LISH_BAD_INDEX;
	return reason;
}

/* A damaged word may give it another order, and a reset forgets that a pool had one. */
LISH_CHECKS_(slotpool, slotpool_idx, SLOTPOOL_USES_ORDERS_())
LISH_DAMAGED_(slotpool, slotpool_idx)

/* At level 2 any damage of the pool is refused too. */
#define slotpool_refused_(call, pool, node, reason)   \
	(lish_refused_by(call, pool, node, reason) || slotpool_damaged_(pool, call))

/* Changes. */

void slotpool_know_(struct slotpool *pool)
{
	const uint32_t slot = pool->known;

	if (!(slot & LISH_WORD_MASK)) {
		slotpool_open_block_(pool, slot);
		if (pool->order)
			slotpool_orders_->zero(pool, slot);
	}
	slotpool_set_free_(slotpool_at_slot_(pool, slot), slot, pool->floor);
	slotpool_set_known_(pool, slot + 1);
}

/* A first life only stores, and stores wait for each other's lines: fetch so many slots ahead. */
#define SLOTPOOL_FETCH_ 16u

/*
 * Begin the first life of the slot at the border, which has no node: the object is not read.
 * The order is last freed.
 */
LISH_INLINE uint32_t *slotpool_first_life_(struct slotpool *pool, uint32_t index)
{
	struct lish_pool_ *base = &pool->base;
	uint32_t *mark;

	if (!(index & LISH_WORD_MASK))
		slotpool_open_block_(pool, index);
	slotpool_block_of_(pool, index)->live |= slotpool_live_mask_(index);
	mark = slotpool_at_slot_(pool, index);
	/* Perhaps behind the chunk: a prefetch of any address is harmless. */
	lish_prefetch((uintptr_t)mark + (uintptr_t)SLOTPOOL_FETCH_ * base->size);
	mark[0] = index + 1;
	mark[1] = pool->floor + 1;
	pool->known = pool->quick_below = base->border = index + 1;
	lish_pool_changed_(base, LISH_POOL_CHANGED_);
	if (base->highest <= index)
		base->highest = index + 1;
	return mark;
}

void slotpool_retire_(struct slotpool *pool, uint32_t *mark, uint32_t index)
{
	slotpool_set_free_(mark, index, SLOTPOOL_RETIRED_);
	pool->retired++;
	pool->base.gone++;
	lish_pool_changed_(&pool->base, LISH_POOL_CHANGED_);
	if (pool->order)
		slotpool_orders_->retire(pool, index);
}

/* End the life of a slot, which becomes free or retires. */
LISH_INLINE void slotpool_end_(struct slotpool *pool, uint32_t *mark, uint32_t index)
{
	slotpool_block_of_(pool, index)->live &= ~slotpool_live_mask_(index);
	if (lish_unlikely(mark[1] >= pool->last - 1)) {
		slotpool_retire_(pool, mark, index);
		return;
	}
	slotpool_set_node_(mark, slotpool_node_(mark) + SLOTPOOL_DEATH_);
	slotpool_age_(pool, mark[1]);
	if (pool->order)
		slotpool_orders_->died(pool, index);
	else
		slotpool_push_(&pool->base, index);
}

static void slotpool_free_slot_(struct lish_pool_ *base, uint32_t *mark)
{
	struct slotpool *pool = slotpool_of_base_(base);
	const uint32_t index = *mark - 1;

	slotpool_end_(pool, mark, index);
}

/* Below made, slots may have no node after a load: give them theirs too. */
static void slotpool_prepare_(struct lish_pool_ *base, uint32_t slot)
{
	struct slotpool *pool = slotpool_of_base_(base);

	while (pool->known <= slot)
		slotpool_know_(pool);
}

/* The arrays beside the objects, in pools that grow. */

/* The unit is an entry of the stack. */
static uint32_t slotpool_units_(const struct slotpool *pool, uint32_t n)
{
	const uint32_t per_word = sizeof(lish_word) / sizeof(uint32_t);

	return pool->order ? (uint32_t)SLOTPOOL_WORDS_(n) * per_word : n;
}

static int slotpool_fit_stack_(struct slotpool *pool, uint32_t want)
{
	struct lish_pool_ *base = &pool->base;
	const uint32_t has = slotpool_units_(pool, pool->extra.stack_room);
	void *longer;

	longer = lish_pool_resize_(base, base->stack, pool->order ? has : base->stacked, has,
				   slotpool_units_(pool, want), sizeof(*base->stack));
	if (!longer)
		return -ENOMEM;
	base->stack = (uint32_t *)longer;
	if (pool->order)
		slotpool_orders_->spread(pool, pool->extra.stack_room, want);
	pool->extra.stack_room = want;
	return 0;
}

static void slotpool_release_(struct lish_pool_ *base, uint32_t from)
{
	struct slotpool *pool = slotpool_of_base_(base);

	pool->blocks = (struct slotpool_block_ *)lish_pool_resize_(
		base, pool->blocks, 0, LISH_WORDS(from), 0, sizeof(struct slotpool_block_));
	base->stack = (uint32_t *)lish_pool_resize_(
		base, base->stack, 0, slotpool_units_(pool, pool->extra.stack_room), 0,
		sizeof(*base->stack));
	pool->extra.stack_room = 0;
}

/*
 * Each array has its own length: after -ENOMEM, the stack may have grown alone. The live
 * bits grow last, so their length is what both have room for.
 */
static int slotpool_fit_(struct lish_pool_ *base, uint32_t from, uint32_t sides)
{
	struct slotpool *pool = slotpool_of_base_(base);
	void *longer;

	if (!sides) {
		slotpool_release_(base, from);
		return 0;
	}
	if (pool->extra.stack_room < sides && slotpool_fit_stack_(pool, sides))
		return -ENOMEM;
	longer = lish_pool_resize_(base, pool->blocks, LISH_WORDS(pool->known), LISH_WORDS(from),
				   LISH_WORDS(sides), sizeof(struct slotpool_block_));
	if (!longer)
		return -ENOMEM;
	pool->blocks = (struct slotpool_block_ *)longer;
	return 0;
}

LISH_POOL_KIND_(, slotpool, slotpool_fit_, 0, sizeof(struct slotpool_idx),
		sizeof(struct slotpool_idx), slotpool_prepare_, slotpool_free_slot_);

/* Init. */

/* What the base does not know. */
static void slotpool_begin_(struct slotpool *pool, const struct lish_config *config)
{
	pool->last = SLOTPOOL_RETIRED_;
	pool->aged = SLOTPOOL_AGE_;
	if (config && config->index_bits) {
		pool->base.index_bits = (uint8_t)config->index_bits;
		pool->last = slotpool_last_of_width_(config->index_bits);
	}
	if (config && config->reuse) {
		SLOTPOOL_USES_ORDERS_();
		pool->order = (uint8_t)config->reuse;
	}
	slotpool_refresh_(pool);
}

int (slotpool_init)(struct slotpool *pool, size_t size, size_t align,
		    size_t offset, const struct lish_config *config)
{
	struct lish_growth_ *growth;
	int err;

	memset(pool, 0, sizeof(*pool));
	if (lish_refused(pool, NULL, slotpool_may_have_(config, false, 0)))
		return -EINVAL;
	LISH_POOL_GROWS_(slotpool);
	/* A chunk has whole blocks. */
	err = lish_pool_init_(&pool->base, size, align, offset, LISH_POOL_MIN_CHUNK_, config);
	if (err)
		return err;
	slotpool_begin_(pool, config);
	growth = pool->base.growth;
	if (pool->base.index_bits && growth->limit > slotpool_most_(pool->base.index_bits))
		growth->limit = slotpool_most_(pool->base.index_bits);
	err = lish_pool_initial_(slotpool_kind_, &pool->base, config);
	if (err)
		memset(pool, 0, sizeof(*pool));
	return err;
}

void (slotpool_init_in)(struct slotpool *pool, size_t size, size_t offset,
			size_t n, void *mem, const struct lish_config *config)
{
	memset(pool, 0, sizeof(*pool));
	if (lish_refused(pool, NULL, lish_pool_given_(mem, n)) ||
	    lish_refused(pool, NULL, slotpool_may_have_(config, true, n)))
		return;
	LISH_POOL_WATCHES_(slotpool, config);
	pool->blocks = (struct slotpool_block_ *)lish_pool_init_in_(
		&pool->base, size, offset, n, mem, LISH_ALIGNOF(struct slotpool_block_), config);
	/* The free slots follow, as in SLOTPOOL_STORAGE(). */
	pool->base.stack = (uint32_t *)(void *)(pool->blocks + LISH_WORDS(n));
	slotpool_begin_(pool, config);
	if (pool->order)
		slotpool_orders_->spread(pool, 0, pool->base.capacity);
}

/* Births. */

/* Where a birth takes its slot, instead of an index. */
#define SLOTPOOL_ANY_ 0xffffffffu
#define SLOTPOOL_ZEROS_ 0xfffffffeu /* the same, and the object is zeroed */
#define SLOTPOOL_TAIL_ 0xfffffffdu

/* A free slot; SLOTPOOL_NO_SLOT_ if it has no memory. */
static uint32_t slotpool_look_(struct slotpool *pool, uint32_t where)
{
	const struct lish_pool_ *base = &pool->base;
	uint32_t index = where < SLOTPOOL_TAIL_ ? where : base->border;

	if (where > SLOTPOOL_TAIL_ && base->stacked) {
		if (!pool->order)
			return slotpool_top_(pool);
		index = slotpool_orders_->find(pool);
	}
	/* room ends what is made, also below the border. */
	return lish_likely(index < base->room) ? index : SLOTPOOL_NO_SLOT_;
}

#if LISH_POOL_WAIT_
/*
 * A death leaves the border alone. So it falls here, past more free slots than wait, or past all of
 * them where there is no memory.
 */
static void slotpool_draw_tail_(struct slotpool *pool)
{
	struct lish_pool_ *base = &pool->base;
	uint32_t end = base->border, from, to = 0;

	while (end && !slotpool_is_live_(pool, end - 1) && slotpool_usable_(pool, end - 1))
		end--;
	if (end == base->border ||
	    lish_pool_has_fresh_(slotpool_kind_, base, base->border - end))
		return;
	(void)lish_pool_drawn_(base, base->border - end);
	for (from = 0; from < base->stacked; from++) {
		if (base->stack[from] < end)
			base->stack[to++] = base->stack[from];
	}
	lish_pool_set_stacked_(base, to);
	base->border = end;
}

void slotpool_draw_(struct slotpool *pool, bool tail)
{
	struct lish_pool_ *base = &pool->base;

	if (pool->order || !base->stacked)
		return;
	if (tail) {
		slotpool_draw_tail_(pool);
	} else {
		/* A fresh slot has a node before it is on the stack. */
		if (lish_pool_has_fresh_(slotpool_kind_, base, base->stacked) &&
		    base->border >= pool->known)
			slotpool_know_(pool);
		lish_pool_draw_(slotpool_kind_, base);
	}
}
#endif

/*
 * A free slot that has memory and a node; SLOTPOOL_NO_SLOT_: there is none. An index of the
 * caller has memory, and is on top of the stack or at the border.
 */
static uint32_t slotpool_find_(struct slotpool *pool, uint32_t where)
{
	struct lish_pool_ *base = &pool->base;
	bool grown = false;
	uint32_t index;

	if (lish_pool_waits_(base) && where >= SLOTPOOL_TAIL_)
		slotpool_draw_(pool, where == SLOTPOOL_TAIL_);
	while ((index = slotpool_look_(pool, where)) == SLOTPOOL_NO_SLOT_) {
		if (grown || !lish_pool_more_(slotpool_kind_, base)) {
			lish_pool_fail_(base);
			return SLOTPOOL_NO_SLOT_;
		}
		grown = true;
	}
	if (index >= pool->known)
		slotpool_know_(pool);
	else if (slotpool_in_gap_(pool, index))
		slotpool_close_gap_(pool, index);
	return index;
}

/*
 * Any birth. An overwritten slot is reported and retires, because its generation is lost; the next
 * one is tried.
 */
static LISH_NOINLINE void *slotpool_birth_(struct slotpool *pool, uintptr_t type,
					   uint32_t where, struct lish_call_ call)
{
	struct lish_pool_ *base = &pool->base;
	uint32_t index, *mark;
	bool lost;

	/* alloc_at has asked, and its index may be no slot yet that check would expect. */
	if (where >= SLOTPOOL_TAIL_ &&
	    slotpool_refused_(call, pool, NULL, lish_pool_may_bear_(base, type)))
		return NULL;
	do {
		index = slotpool_find_(pool, where);
		if (index == SLOTPOOL_NO_SLOT_)
			return NULL;
		mark = slotpool_at_slot_(pool, index);
		lost = lish_refused_by(call, pool, mark,
				       slotpool_take_(pool, mark, index, index >= base->border));
		if (lost) {
			slotpool_pop_(base, index, index >= base->border);
			slotpool_retire_(pool, mark, index);
		} else if (pool->order) {
			slotpool_orders_->born(pool, index);
		}
		if (base->highest < base->border)
			base->highest = base->border;
		slotpool_refresh_(pool);
	} while (lost && where >= SLOTPOOL_TAIL_);
	return lost ? NULL : lish_pool_born_(slotpool_kind_, base, mark,
					     where == SLOTPOOL_ZEROS_);
}

void *slotpool_any_birth_(struct slotpool *pool, struct lish_call_ call)
{
	return slotpool_birth_(pool, lish_pool_type_(&pool->base), SLOTPOOL_ANY_, call);
}

/* The same where nothing but the slot changes; NULL: use slotpool_birth_(). */
LISH_INLINE const uint32_t *slotpool_quick_birth_(struct slotpool *pool)
{
	struct lish_pool_ *base = &pool->base;
	uint32_t index, *mark;

	if (lish_likely(base->stacked > pool->quick_above)) {
		index = slotpool_top_(pool);
		mark = slotpool_at_slot_(pool, index);
		return slotpool_take_(pool, mark, index, false) == LISH_OK ? mark : NULL;
	}
	index = base->border;
	if (base->stacked)
		return NULL;
	if (lish_likely(index < pool->quick_below)) {
		mark = slotpool_at_slot_(pool, index);
		return slotpool_take_(pool, mark, index, true) == LISH_OK ? mark : NULL;
	}
	/* The border has no node yet. */
	if (!pool->quick_node || index >= base->room)
		return NULL;
	return slotpool_first_life_(pool, index);
}

LISH_HOT_ void *(slotpool_alloc_entry)(struct slotpool *pool, uintptr_t type)
{
	const uint32_t *mark;

	if (SLOTPOOL_QUICK_ && lish_pool_is_ready_(&pool->base, type)) {
		mark = slotpool_quick_birth_(pool);
		if (lish_likely(mark != NULL))
			return lish_pool_object_(&pool->base, mark);
		if (pool->quick_order)
			return slotpool_orders_->birth(pool, LISH_CALL_());
	}
	return slotpool_birth_(pool, type, SLOTPOOL_ANY_, LISH_CALL_());
}

void *(slotpool_zalloc_entry)(struct slotpool *pool, uintptr_t type)
{
	const struct lish_pool_ *base = &pool->base;
	const uint32_t *mark = NULL;
	void *object;

	if (SLOTPOOL_QUICK_ && lish_pool_is_ready_(base, type))
		mark = slotpool_quick_birth_(pool);
	object = mark ? lish_pool_object_(base, mark)
		      : slotpool_birth_(pool, type, SLOTPOOL_ZEROS_, LISH_CALL_());
	return lish_pool_zeroed_(base, object, 0, sizeof(struct slotpool_idx));
}

void *(slotpool_alloc_tail_entry)(struct slotpool *pool, uintptr_t type)
{
	return slotpool_birth_(pool, type, SLOTPOOL_TAIL_, LISH_CALL_());
}

/* Move a slot to the top of the stack. false if it is not there. */
static bool slotpool_lift_(struct lish_pool_ *base, uint32_t index)
{
	const uint32_t top = base->stacked - 1;
	uint32_t i = top + 1;

	while (i && base->stack[i - 1] != index)
		i--;
	if (!i--)
		return false;
	memmove(base->stack + i, base->stack + i + 1,
		(top - i) * sizeof(*base->stack));
	base->stack[top] = index;
	return true;
}

/*
 * Raise the border to a slot. alloc returns the skipped slots after all earlier free ones,
 * lowest first. A skipped slot whose node was overwritten retires: its mark is returned, and the
 * border is above it.
 */
static uint32_t *slotpool_skip_to_(struct slotpool *pool, uint32_t index)
{
	struct lish_pool_ *base = &pool->base;
	const uint32_t first = base->border;
	uint32_t i, n, *mark = NULL;

	for (i = first; i < index && !mark; i++) {
		if (i >= pool->known)
			slotpool_know_(pool);
		if (!slotpool_usable_(pool, i))
			mark = slotpool_at_slot_(pool, i);
	}
	n = i - first - (mark != NULL);
	base->border = i;
	if (!pool->order) {
		memmove(base->stack + n, base->stack, base->stacked * sizeof(*base->stack));
		for (i = 0; i < n; i++)
			base->stack[i] = first + n - 1 - i;
	}
	lish_pool_set_stacked_(base, base->stacked + n);
	if (mark)
		slotpool_retire_(pool, mark, first + n);
	return mark;
}

/* Get memory for a slot. A failure changes nothing. */
static bool slotpool_reach_(struct lish_pool_ *base, uint32_t index)
{
	if (index >= base->room && index < LISH_MAX_COUNT &&
	    base->growth && !base->growth->no_grow)
		(void)lish_pool_raise_(slotpool_kind_, base, index + 1);
	if (index < base->room)
		return true;
	lish_pool_fail_(base);
	return false;
}

void *(slotpool_alloc_at_entry)(struct slotpool *pool, uint32_t index, uintptr_t type)
{
	struct lish_pool_ *base = &pool->base;
	const uint32_t *lost;

	if (slotpool_refused_(LISH_CALL_(), pool, NULL, slotpool_may_place_(pool, type)))
		return NULL;
	slotpool_wake_(pool);
	if (!slotpool_reach_(base, index))
		return NULL;
	/* make runs in the order of the slots. */
	if (base->hooks && index > base->made) {
		/* A pool that is closed has no room from made on. */
		if (base->running)
			return NULL;
		lish_pool_make_(slotpool_kind_, base, index);
	}
	if (index < base->border &&
	    (slotpool_is_live_(pool, index) || slotpool_retired_(pool, index) ||
	     (!pool->order && !slotpool_lift_(base, index))))
		return NULL;
	while (index > base->border) {
		lost = slotpool_skip_to_(pool, index);
		(void)lish_refused(pool, lost, lost ? LISH_BAD_INDEX : LISH_OK);
	}
	return slotpool_birth_(pool, type, index, LISH_CALL_());
}

/* Deaths. */

/* Any free. Refused while a hook runs for the object. */
static LISH_NOINLINE bool slotpool_death_(struct slotpool *pool, uint32_t *mark,
					  struct lish_call_ call)
{
	struct lish_pool_ *base = &pool->base;

	if (slotpool_refused_(call, pool, mark, slotpool_may_free_(pool, mark)))
		return false;
	if (lish_unlikely(base->watch))
		return !lish_refused_by(call, pool, mark,
					lish_pool_dies_(slotpool_kind_, base, mark));
	slotpool_end_(pool, mark, *mark - 1);
	return true;
}

void slotpool_any_death_(struct slotpool *pool, uint32_t *mark)
{
	slotpool_end_(pool, mark, *mark - 1);
}

/* slotpool_quick_end_() from a mark. */
LISH_INLINE bool slotpool_quick_death_(struct slotpool *pool, uint32_t *mark)
{
	const struct lish_pool_ *base = &pool->base;
	struct slotpool_block_ *block;
	uint64_t node;
	size_t index;

	if (!SLOTPOOL_QUICK_ || lish_unlikely(!lish_pool_may_read_(base, mark)))
		return false;
	node = slotpool_node_(mark);
	index = (uint32_t)node - 1u;
	block = slotpool_block_of_(pool, index);
	if (LISH_CHECK >= 1 &&
	    lish_unlikely(index >= base->border || slotpool_in_block_(pool, block, index) != mark))
		return false;
	return slotpool_quick_end_(pool, block, mark, node);
}

LISH_HOT_ void slotpool_free(struct slotpool *pool, struct slotpool_idx *node)
{
	uint32_t *mark = slotpool_mark_of_(node);

	if (lish_unlikely(!slotpool_quick_death_(pool, mark)))
		(void)slotpool_death_(pool, mark, LISH_CALL_());
}

void (slotpool_free_bulk)(struct slotpool *pool, const void *objects, uint32_t n)
{
	uint32_t *mark;
	size_t i;

	if (lish_refused(pool, NULL, lish_pool_asked_(&pool->base)) ||
	    lish_refused(pool, NULL, lish_pool_given_(objects, n)))
		return;
	lish_pool_fetch_(&pool->base, objects, n);
	for (i = 0; i < n; i++) {
		mark = lish_pool_next_(&pool->base, objects, i, n);
		if (!slotpool_quick_death_(pool, mark))
			(void)slotpool_death_(pool, mark, LISH_CALL_());
	}
}

bool slotpool_free_at(struct slotpool *pool, uint32_t index)
{
	uint32_t *mark;

	if (lish_refused(pool, NULL, lish_pool_asked_(&pool->base)))
		return false;
	mark = slotpool_live_at_(pool, index);
	return mark && (slotpool_quick_death_(pool, mark) ||
			slotpool_death_(pool, mark, LISH_CALL_()));
}

/* Any free by handle. An overwritten mark is reported as that of any free. */
static LISH_NOINLINE LISH_WRAPS_ bool
slotpool_free_named_(struct slotpool *pool, struct slotpool_handle handle,
		     struct lish_call_ call)
{
	uint32_t *mark;

	if (lish_refused_by(call, pool, NULL, lish_pool_asked_(&pool->base)))
		return false;
	mark = slotpool_live_at_(pool, handle.slot - 1);
	if (!mark || (mark[0] == handle.slot && mark[1] != handle.generation))
		return false;
	return slotpool_death_(pool, mark, call);
}

bool slotpool_free_handle(struct slotpool *pool, struct slotpool_handle handle)
{
	const uint64_t node = (uint64_t)handle.generation << 32 | handle.slot;
	const struct lish_pool_ *base = &pool->base;
	const size_t index = handle.slot - 1u;
	struct slotpool_block_ *block;
	uint32_t *mark;

	if (SLOTPOOL_QUICK_ && lish_likely(LISH_CHECK < 1 || base->self == base) &&
	    lish_likely(index < base->border)) {
		block = slotpool_block_of_(pool, index);
		mark = slotpool_in_block_(pool, block, index);
		if (lish_likely(slotpool_node_(mark) == node) &&
		    lish_likely(slotpool_quick_end_(pool, block, mark, node)))
			return true;
	}
	return slotpool_free_named_(pool, handle, LISH_CALL_());
}

/* The whole pool. */

/*
 * The stack is emptied before each hook, so an alloc in a hook needs a free in the same
 * hook, of an object that this loop has not reached: it ends. In the orders by bits an
 * alloc finds nothing while the pool is closed.
 */
static void slotpool_free_all_(struct slotpool *pool, struct lish_call_ call)
{
	struct lish_pool_ *base = &pool->base;
	uint32_t index, *mark;

	lish_pool_set_closed_(base, true);
	for (index = base->border; index > 0;) {
		if (!pool->order)
			lish_pool_drop_stack_(base);
		mark = slotpool_live_at_(pool, --index);
		if (!mark)
			continue;
		/* The generation is lost: the slot retires. */
		if (!slotpool_life_ok_(pool, index))
			mark[1] = pool->last - 1;
		if (lish_pool_has_fini_(base))
			(void)lish_refused_by(call, pool, mark,
					      *mark == index + 1 ? LISH_OK : LISH_BAD_INDEX);
		*mark = index + 1;
		if (base->watch)
			(void)lish_pool_dies_(slotpool_kind_, base, mark);
		else
			slotpool_free_slot_(base, mark);
	}
	lish_pool_set_closed_(base, false);
}

/*
 * Forget all nodes: new ones begin above each generation that there was. aged: that of the pool
 * before hooks ran. Hooks that let slots live again may have exceeded it by more than one death.
 */
static void slotpool_forget_nodes_(struct slotpool *pool, uint32_t aged)
{
	uint32_t floor = (aged + 3) & ~(uint32_t)1, last = 0;

	if (pool->aged != aged) {
		last = slotpool_last_generation_(pool, 0, pool->known);
		/* That of an overwritten node is lost. */
		if (last == SLOTPOOL_RETIRED_)
			last = pool->aged & ~(uint32_t)1;
	}
	slotpool_forget_gaps_(pool);
	pool->floor = floor < last ? last : floor;
	slotpool_set_aged_(pool, pool->floor + SLOTPOOL_AGE_);
	slotpool_set_known_(pool, 0);
	pool->base.border = 0;
}

/* No object is live. Retired slots stay; all others below the last of them are free. */
static void slotpool_start_over_(struct slotpool *pool)
{
	struct lish_pool_ *base = &pool->base;
	uint32_t end = pool->retired ? base->border : 0, free = 0, i;

	while (end && slotpool_usable_(pool, end - 1))
		end--;
	base->gone = 0;
	pool->retired = 0;
	for (i = end; i > 0;) {
		if (!slotpool_usable_(pool, --i)) {
			slotpool_retire_(pool, slotpool_at_slot_(pool, i), i);
			continue;
		}
		if (!pool->order)
			base->stack[free] = i;
		free++;
	}
	base->border = end;
	lish_pool_set_stacked_(base, free);
	if (pool->order)
		slotpool_orders_->rebuild(pool);
}

/* The same generations are left whatever hooks run. Touches no object if none has to run. */
static void slotpool_empty_(struct slotpool *pool, uint32_t aged, struct lish_call_ call)
{
	struct lish_pool_ *base = &pool->base;
	/* With few generations left, one slot of many lives would use up those of all. */
	const bool keep = base->index_bits || pool->retired || aged > SLOTPOOL_RETIRED_ / 2;

	if (keep || lish_pool_has_fini_(base))
		slotpool_free_all_(pool, call);
	else
		lish_pool_poison_all_(slotpool_kind_, base);
	if (!keep)
		slotpool_forget_nodes_(pool, aged);
	slotpool_start_over_(pool);
}

static void slotpool_clear_as_(struct slotpool *pool, uint32_t aged, struct lish_call_ call)
{
	if (lish_refused_by(call, pool, NULL, lish_pool_rests_(&pool->base)))
		return;
	slotpool_wake_(pool);
	slotpool_empty_(pool, aged, call);
}

void slotpool_clear(struct slotpool *pool)
{
	slotpool_clear_as_(pool, pool->aged, LISH_CALL_());
}

void slotpool_clear_since_(struct slotpool *pool, uint32_t aged)
{
	slotpool_clear_as_(pool, aged, LISH_CALL_AS_(LISH_NAME_("slotpool_clear")));
}

int slotpool_reserve(struct slotpool *pool, uint32_t count)
{
	if (lish_refused(pool, NULL, lish_pool_may_reserve_(&pool->base)))
		return -EINVAL;
	return lish_pool_reserve_(slotpool_kind_, &pool->base, count);
}

/* Are all retired slots known by their nodes? An overwritten one is not. */
static bool slotpool_knows_retired_(const struct slotpool *pool)
{
	uint32_t i, found = 0;

	for (i = 0; found < pool->retired && i < pool->base.border; i++)
		found += slotpool_retired_(pool, i);
	return found == pool->retired;
}

void slotpool_trim(struct slotpool *pool)
{
	struct lish_pool_ *base = &pool->base;
	uint32_t end, last, i;

	if (lish_refused(pool, NULL, lish_pool_rests_(base)) ||
	    !base->growth)
		return;
	end = (uint32_t)(slotpool_seek_back_(pool, base->border) + 1);
	/* Keep retired slots, and overwritten nodes: their generations are lost. */
	for (i = pool->known; i > end; i--) {
		if (!slotpool_usable_(pool, i - 1))
			end = i;
	}
	if (!slotpool_knows_retired_(pool))
		end = pool->known;
	end = lish_pool_round_(base, end);
	last = slotpool_last_generation_(pool, end, pool->known);
	if (pool->floor < last)
		pool->floor = last;
	if (pool->known > end)
		slotpool_set_known_(pool, end);
	/* The base would look for the slots on the stack. */
	if (pool->order && base->border > end) {
		lish_pool_set_stacked_(base, base->stacked - (base->border - end));
		base->border = end;
	}
	lish_pool_cut_(slotpool_kind_, base, end);
	slotpool_open_gaps_(pool);
}

void slotpool_rebind(struct slotpool *pool, const struct lish_config *config)
{
	LISH_POOL_WATCHES_(slotpool, config);
	if (pool->order)
		SLOTPOOL_USES_ORDERS_();
	lish_refused(pool, NULL, lish_pool_rebind_(&pool->base, config));
}

void slotpool_destroy(struct slotpool *pool)
{
	if (lish_refused(pool, NULL, lish_pool_rests_(&pool->base)))
		return;
	if (pool->base.ends_empty)
		lish_not_empty_(pool, slotpool_live_at_(pool, (uint32_t)slotpool_seek_(pool, 0)),
				lish_pool_count_(&pool->base), LISH_CALL_());
	slotpool_empty_(pool, pool->aged, LISH_CALL_());
	lish_pool_release_(slotpool_kind_, &pool->base);
	memset(pool, 0, sizeof(*pool));
}

/* Looking. */

uint32_t slotpool_count(const struct slotpool *pool)
{
	return lish_refused(pool, NULL, lish_pool_asked_(&pool->base)) ?
		       0 : lish_pool_count_(&pool->base);
}

struct lish_stats slotpool_stats(const struct slotpool *pool)
{
	const struct lish_pool_ *base = &pool->base;
	struct lish_stats stats;
	uint32_t n, stack;

	memset(&stats, 0, sizeof(stats));
	if (lish_refused(pool, NULL, lish_pool_begun_(base)))
		return stats;
	stats = lish_pool_stats_(slotpool_kind_, base, lish_pool_count_(base), 0);
	stats.retired = pool->retired;
	n = stack = base->capacity;
	if (base->growth) {
		n = base->growth->sides;
		stack = pool->extra.stack_room;
	}
	stats.bytes += LISH_WORDS(n) * sizeof(struct slotpool_block_) +
		       (size_t)slotpool_units_(pool, stack) * sizeof(uint32_t);
	return stats;
}

bool slotpool_owns(const struct slotpool *pool, const void *address)
{
	return !lish_refused(pool, NULL, lish_pool_begun_(&pool->base)) &&
	       lish_pool_find_(&pool->base, address) >= 0;
}

bool slotpool_contains(const struct slotpool *pool, const struct slotpool_idx *node)
{
	const uint32_t *mark = slotpool_mark_of_(node);

	return !lish_refused(pool, mark, slotpool_may_ask_(pool, mark)) &&
	       slotpool_names_(pool, *mark, mark);
}

int32_t slotpool_index_of(const struct slotpool *pool, const struct slotpool_idx *node)
{
	const uint32_t *mark = slotpool_mark_of_(node);

	return !lish_refused(pool, mark, slotpool_may_ask_(pool, mark)) &&
	       slotpool_names_(pool, *mark, mark) ? (int32_t)(*mark - 1) : -1;
}

void *(slotpool_at_entry)(const struct slotpool *pool, uint32_t index, uintptr_t type)
{
	const uint32_t *mark;

	if (!lish_pool_is_ready_(&pool->base, type))
		return lish_pool_has_none_(&pool->base, type, LISH_CALL_());
	mark = slotpool_live_at_(pool, index);
	return mark ? lish_pool_object_(&pool->base, mark) : NULL;
}

int32_t slotpool_next_live(const struct slotpool *pool, uint32_t index)
{
	return lish_refused(pool, NULL, lish_pool_begun_(&pool->base)) ?
		       -1 : slotpool_seek_(pool, index);
}

int32_t slotpool_prev_live(const struct slotpool *pool, uint32_t index)
{
	return lish_refused(pool, NULL, lish_pool_begun_(&pool->base)) ?
		       -1 : slotpool_seek_back_(pool, index);
}

struct lish_span slotpool_span(const struct slotpool *pool, uint32_t part,
			       uint32_t parts)
{
	/* The same units on 32-bit and 64-bit machines. */
	const uint32_t unit = LISH_POOL_MIN_CHUNK_;
	const uint32_t border = pool->base.border;
	struct lish_span span = { 0, 0 };

	if (lish_refused(pool, NULL, lish_pool_begun_(&pool->base)) ||
	    lish_refused(pool, NULL, part < parts ? LISH_OK : LISH_BAD_RANGE))
		return span;
	span = lish_span_((border + unit - 1) / unit, part, parts);
	span.start *= unit;
	span.count *= unit;
	/* The last part ends at the border. */
	if (span.start > border)
		span.start = border;
	if (span.count > border - span.start)
		span.count = border - span.start;
	return span;
}

/* Handles. */

struct slotpool_handle slotpool_handle_of(const struct slotpool *pool,
					  const struct slotpool_idx *node)
{
	const uint32_t *mark = slotpool_mark_of_(node);
	struct slotpool_handle handle = { 0, 0 };

	if (!lish_refused(pool, mark, slotpool_may_ask_(pool, mark)) &&
	    slotpool_names_(pool, *mark, mark)) {
		handle.slot = mark[0];
		handle.generation = mark[1];
	}
	return handle;
}

struct slotpool_handle slotpool_handle_at(const struct slotpool *pool, uint32_t index)
{
	struct slotpool_handle handle = { 0, 0 };
	const uint32_t *mark;

	if (lish_refused(pool, NULL, lish_pool_asked_(&pool->base)))
		return handle;
	mark = slotpool_live_at_(pool, index);
	if (mark) {
		handle.slot = index + 1;
		handle.generation = mark[1];
	}
	return handle;
}

/*
 * The object of a handle, or NULL. One comparison finds free slots and other lives: the
 * node of a live object and its handle are equal.
 */
LISH_INLINE LISH_WRAPS_ void *slotpool_follow_(const struct slotpool *pool,
					       struct slotpool_handle handle)
{
	const uint64_t node = (uint64_t)handle.generation << 32 | handle.slot;
	const struct lish_pool_ *base = &pool->base;
	const uint32_t index = handle.slot - 1;
	const uint32_t *mark;

	if (lish_unlikely(index >= base->border))
		return NULL;
	mark = slotpool_at_slot_(pool, index);
	return lish_likely(slotpool_node_(mark) == node) ? lish_pool_object_(base, mark)
							 : NULL;
}

LISH_HOT_ void *(slotpool_get_entry)(const struct slotpool *pool,
				     struct slotpool_handle handle, uintptr_t type)
{
	if (!lish_pool_is_ready_(&pool->base, type))
		return lish_pool_has_none_(&pool->base, type, LISH_CALL_());
	return slotpool_follow_(pool, handle);
}

void *(slotpool_get_u32)(const struct slotpool *pool, uint32_t number,
			 uintptr_t type)
{
	const uint32_t bits = pool->base.index_bits;
	struct slotpool_handle handle;

	if (lish_refused(pool, NULL, slotpool_has_width_(pool)) ||
	    (LISH_CHECK >= 1 &&
	     lish_refused(pool, NULL, lish_pool_is_of_(&pool->base, type))))
		return NULL;
	handle.slot = number & slotpool_most_(bits);
	handle.generation = (number >> bits) << 1 | 1;
	return slotpool_follow_(pool, handle);
}

uint32_t slotpool_handle_to_u32(const struct slotpool *pool,
				struct slotpool_handle handle)
{
	const uint32_t bits = pool->base.index_bits;

	if (lish_refused(pool, NULL, slotpool_has_width_(pool)) ||
	    handle.slot >> bits || handle.generation >= pool->last ||
	    !(handle.generation & 1))
		return 0;
	return handle.generation >> 1 << bits | handle.slot;
}

struct slotpool_handle slotpool_handle_from_u64(uint64_t number)
{
	struct slotpool_handle handle;

	handle.slot = (uint32_t)number;
	handle.generation = (uint32_t)(number >> 32);
	/* Slot 0 wraps to the highest number. */
	if (handle.slot - 1 >= LISH_MAX_COUNT || !(handle.generation & 1)) {
		handle.slot = 0;
		handle.generation = 0;
	}
	return handle;
}

/* Loops. */

const struct slotpool *slotpool_loop_over_(const struct slotpool *pool,
				       enum slotpool_which_loop_ loop, uintptr_t type)
{
	static const char *const names[] = {
		LISH_NAME_("slotpool_for_each_entry"),
		LISH_NAME_("slotpool_for_each_entry_reverse"),
		LISH_NAME_("slotpool_for_each_entry_span")
	};

	return LISH_CHECK >= 1 &&
			       lish_refused_as(names[loop], pool, NULL,
					       lish_pool_is_of_(&pool->base, type))
		       ? NULL : pool;
}

/* The steps for files that are not optimised. Inside a full word, no register is saved. */
static LISH_NOINLINE void *slotpool_step_on_(struct slotpool_iter_ *it, size_t size,
					     size_t offset)
{
	return slotpool_step_(it, size, offset);
}

void *slotpool_stepped_(struct slotpool_iter_ *it, size_t size, size_t offset)
{
	if (lish_likely(it->pool->base.changes == it->changes &&
			(uintptr_t)it->at < (uintptr_t)it->last)) {
		it->at += size;
		return it->at;
	}
	return slotpool_step_on_(it, size, offset);
}

void *slotpool_stepped_back_(struct slotpool_iter_ *it, size_t size, size_t offset)
{
	return slotpool_step_back_(it, size, offset);
}

const struct slotpool *slotpool_ranges_of_(const struct slotpool *pool)
{
	return lish_refused_as(LISH_NAME_("slotpool_for_each_range"), pool, NULL,
			       lish_pool_asked_(&pool->base)) ? NULL : pool;
}

bool slotpool_next_range_(const struct slotpool *pool, uint32_t *first, uint32_t *end)
{
	const int32_t live = slotpool_seek_(pool, *end);
	const uint32_t border = pool->base.border;
	uint32_t at = (uint32_t)live;
	lish_word dead;

	if (live < 0)
		return false;
	*first = at;
	do {
		dead = ~slotpool_block_of_(pool, at)->live >> (at & LISH_WORD_MASK);
		at = dead ? at + lish_ctz(dead) : (at | LISH_WORD_MASK) + 1;
	} while (!dead && at < border);
	*end = at < border ? at : border;
	return true;
}
