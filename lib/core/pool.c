// SPDX-License-Identifier: MIT
/*
 * pool.c - chunks, free stack, growth, hooks and poison of the four pools
 *
 * A slot is an index, and its object never moves. Objects lie in chunks of 1 << shift.
 * The table has for each chunk the address of its first mark minus the bytes of all slots
 * before it. So the mark of slot i is at table[i >> shift] + i * size, without a mask. A
 * pool of fixed capacity is one chunk: its shift is 31 and its table is &only.
 *
 *   0             border            capacity          limit
 *   | live or free | never used      | no memory yet   |
 *
 * In their order: border <= capacity <= sides, the room of the arrays beside the objects.
 * capacity <= limit; made <= capacity; room <= capacity, and less while the pool is
 * closed. highest is a border of before: trim may leave it above the capacity.
 *
 * Free slots below the border form a stack of indices, last freed on top. If the stack is
 * empty, alloc takes the slot at the border. So nothing is initialised before its first
 * use: init and growth write no object, and clear without fini sets three numbers.
 *
 * The mark of a slot below the border is slot + 1, and bit 31 is set if the slot is free.
 * A live mark leads back to its own address. So free refuses a freed or foreign object in
 * O(1).
 *
 * Invariant: live + stacked + gone == border. gone is 0 in ipool and listpool, except
 * while clear empties the pool. slotpool counts retired slots there. (densepool keeps its
 * free slots in its array, and uses the rest.)
 *
 * While a hook runs for an object, the object is live, and a list on the stack of the
 * processor names it: such an object cannot be freed.
 *
 * Growth gets the chunks first, then the arrays beside the objects. If one of them fails,
 * the new chunks are released: a failed growth changes nothing. Chunks are released from
 * the end only, because an index must not change.
 *
 * Slots are first used in ascending order, so one number, made, tells which objects have
 * had the make hook. While clear, trim, reserve or destroy run hooks, the pool is closed:
 * it does not grow, and room ends the fresh slots early. Otherwise a hook could take a
 * slot whose memory goes next, and clear might not end.
 *
 * LISH_FILL: a slot below made that is not live is filled, so its next alloc finds writes to
 * the free object. Not in pools with make or unmake, whose free objects have a state, and
 * not where a tool watches the poison.
 *
 * The parts below are called by name, through ops, and through ops of growing pools. A
 * program links only the parts that its pools use.
 */
#define LISH_LIB_
#include "pool.h"
#include "../ground/divide.h"
#include "../ground/mem.h"
#include "../ground/poison.h"

/* Chunks start on a cache line, so that objects of 64 bytes lie in one. */
#define POOL_LINE 64u

/* With a limit of at most this many chunks, the table has its full length at once. */
#define POOL_TABLE 4096u

/* Before more new chunks than this, test whether the arrays beside them fit. */
#define POOL_MANY 64u

/* The largest node of a pool has two pointers and a number; this is enough. */
#define POOL_NODE_MOST (4 * sizeof(void *) + 4)

/* The largest object in C: a difference of pointers must fit. */
#define POOL_MAX_BYTES ((size_t)-1 / 2)

/* The unit is a pointer. */
LISH_TINY uint32_t pool_table_units(uint32_t room)
{
	return (uint32_t)((sizeof(struct lish_growth_) + sizeof(char *) - 1) /
			  sizeof(char *)) +
	       room;
}

static void pool_set_watch(struct lish_pool_ *pool)
{
	const struct lish_pool_hooks *hooks = pool->hooks;

	pool->watch = hooks ? LISH_POOL_HOOKS_ : 0;
	if (pool->ops && lish_os_poisons_())
		pool->watch |= LISH_POOL_POISON_;
	else if (LISH_POOL_FILL_ && pool->ops &&
		 !(hooks && (hooks->make || hooks->unmake)))
		pool->watch |= LISH_POOL_FILL_;
}

void lish_pool_wake_(struct lish_pool_ *pool)
{
	if (pool->table)
		return;
	pool->table = &pool->only;
	pool->room = pool->capacity;
	pool->seal = lish_pool_sealed_(pool, pool->size, pool->offset);
	if (LISH_POOL_FILL_ || lish_os_poisons_())
		pool_set_watch(pool);
}

void lish_pool_init_in_(struct lish_pool_ *pool, size_t size, size_t offset,
			size_t n, void *first, uint32_t *stack,
			const struct lish_pool_ops_ *ops)
{
	memset(pool, 0, sizeof(*pool));
	pool->only = (char *)first + offset;
	pool->stack = stack;
	pool->shift = 31;
	pool->size = (uint32_t)size;
	pool->offset = (uint32_t)offset;
	pool->capacity = n < (size_t)LISH_MAX_COUNT ? (uint32_t)n : LISH_MAX_COUNT;
	pool->ops = ops;
	lish_pool_wake_(pool);
}

int lish_pool_grow_for_(lish_op_ op, struct lish_pool_ *pool,
			const void *caller)
{
	int err = -ENOSPC;

	if (!pool->size) {
		lish_report_(op, pool, NULL, LISH_UNINITIALIZED, caller);
		return -EINVAL;
	}
	lish_pool_wake_(pool);
	if (pool->border < pool->room)
		return 0;
	if (lish_pool_grows_(pool))
		err = pool->ops->chunks->grow(pool, 0);
	if (err)
		pool->failed++;
	return err;
}

int lish_pool_grow_(lish_op_ op, struct lish_pool_ *pool)
{
	return lish_pool_grow_for_(op, pool, LISH_CALLER_());
}
LISH_EXPORT(lish_pool_grow_)

void lish_pool_allocated_(struct lish_pool_ *pool, uint32_t *mark, bool zero)
{
	pool->ops->watch->allocated(pool, mark, zero);
}
LISH_EXPORT(lish_pool_allocated_)

int lish_pool_reserve_(lish_op_ op, struct lish_pool_ *pool, uint32_t n)
{
	int err;

	if (!lish_pool_may_reserve_(op, pool))
		return -EINVAL;
	lish_pool_wake_(pool);
	err = lish_pool_raise_(pool, n);
	if (!err)
		lish_pool_make_(pool, n);
	return err;
}
LISH_EXPORT(lish_pool_reserve_)

void lish_pool_make_(struct lish_pool_ *pool, uint32_t n)
{
	if (pool->hooks && pool->hooks->make)
		pool->ops->watch->make(pool, n);
}

void lish_pool_cut_(struct lish_pool_ *pool, uint32_t top)
{
	const uint32_t stacked = pool->stacked;
	uint32_t from, to = 0;

	top = lish_pool_round_(pool, top);
	if (top >= pool->capacity)
		return;
	if (pool->border > top) {
		pool->highest = lish_pool_highest_(pool);
		for (from = 0; from < stacked; from++) {
			if (pool->stack[from] < top)
				pool->stack[to++] = pool->stack[from];
		}
		lish_pool_set_stacked_(pool, to);
		pool->border = top;
	}
	lish_pool_close_(pool);
	pool->ops->watch->unmake(pool, top);
	pool->ops->chunks->release(pool, top);
	lish_pool_open_(pool);
}

void lish_pool_empty_(lish_op_ op, struct lish_pool_ *pool, const void *caller)
{
	if (lish_pool_has_fini_(pool))
		pool->ops->free_all(op, pool, caller);
	else
		lish_pool_poison_all_(pool);
	lish_pool_reset_(pool);
}

void lish_pool_release_(struct lish_pool_ *pool)
{
	struct lish_growth_ *growth;

	if (pool->ops) {
		lish_pool_close_(pool);
		/* Hooks must not alloc slots that slotpool still has on its stack. */
		lish_pool_drop_stack_(pool);
		pool->ops->watch->unmake(pool, 0);
	}
	if (lish_pool_grows_(pool)) {
		pool->ops->chunks->release(pool, 0);
		growth = lish_pool_growth_(pool);
		lish_pool_free_side_(pool, growth,
				     pool_table_units(growth->room),
				     sizeof(char *));
	}
	memset(pool, 0, sizeof(*pool));
}

bool lish_pool_replace_hooks_(lish_op_ op, struct lish_pool_ *pool,
			      const struct lish_pool_hooks *hooks, void *ctx,
			      const struct lish_pool_ops_ *fixed_ops,
			      const void *caller)
{
	enum lish_reason reason = LISH_OK;

	if (!pool->size)
		reason = LISH_UNINITIALIZED;
	else if (lish_pool_busy_(pool))
		reason = LISH_IN_HOOK;
	else if (lish_pool_count_(pool) || (pool->hooks && pool->made))
		reason = LISH_NOT_EMPTY;
	if (!lish_fine_from_(op, pool, NULL, reason, caller))
		return false;
	if (!pool->ops)
		pool->ops = fixed_ops;
	lish_pool_wake_(pool);
	/* The new hooks have not made any object yet. */
	pool->ops->watch->unmake(pool, 0);
	pool->hooks = hooks;
	pool->ctx = ctx;
	pool_set_watch(pool);
	/* Start at slot 0: make must run in ascending order. */
	lish_pool_reset_(pool);
	return true;
}

void lish_pool_set_hooks_(lish_op_ op, struct lish_pool_ *pool,
			  const struct lish_pool_hooks *hooks, void *ctx,
			  const struct lish_pool_ops_ *fixed_ops)
{
	(void)lish_pool_replace_hooks_(op, pool, hooks, ctx, fixed_ops,
				       LISH_CALLER_());
}
LISH_EXPORT(lish_pool_set_hooks_)

struct lish_stats lish_pool_stats_(lish_op_ op, const struct lish_pool_ *pool,
				   size_t side)
{
	const struct lish_growth_ *growth;
	struct lish_stats stats;

	memset(&stats, 0, sizeof(stats));
	if (!lish_pool_begun_(op, pool))
		return stats;
	stats.count = lish_pool_count_(pool);
	stats.capacity = pool->capacity;
	stats.limit = pool->capacity;
	stats.failed = pool->failed;
	stats.highest = lish_pool_highest_(pool);
	/* The border rises only while all slots below it are live. */
	stats.peak = stats.highest;
	stats.bytes = (size_t)pool->capacity * pool->size;
	if (lish_pool_grows_(pool)) {
		growth = lish_pool_growth_(pool);
		stats.limit = growth->limit;
		stats.bytes += growth->sides * side +
			       ((size_t)pool_table_units(growth->room) +
				growth->chunk_room) *
				       sizeof(char *);
	} else {
		stats.bytes += pool->capacity * side;
	}
	return stats;
}
LISH_EXPORT(lish_pool_stats_)

int32_t lish_pool_seek_(const struct lish_pool_ *pool, uintptr_t place,
			size_t bytes)
{
	char *const *table = pool->table ? pool->table : &pool->only;
	uint32_t first;
	size_t slot;

#ifdef LISH_NO_DIVIDE
	const uint32_t step = 1;
#else
	const uint32_t step = (uint32_t)1 << pool->shift;
#endif
	for (first = 0; first < pool->capacity; first += step) {
		/* Table entries count slots from 0, not from their chunk. */
		const uintptr_t at = place - (uintptr_t)table[first >> pool->shift];

#ifdef LISH_NO_DIVIDE
		slot = first;
#else
		slot = at / pool->size;
#endif
		if (slot - first < step && slot < pool->capacity &&
		    at - slot * pool->size < bytes)
			return (int32_t)slot;
	}
	return -1;
}

bool lish_pool_owns_(lish_op_ op, const struct lish_pool_ *pool,
		     const void *address)
{
	return lish_pool_begun_(op, pool) && lish_pool_find_(pool, address) >= 0;
}
LISH_EXPORT(lish_pool_owns_)

enum lish_reason lish_pool_reason_(const struct lish_pool_ *pool,
				   const uint32_t *mark)
{
	int32_t slot;

	if (!pool->size)
		return LISH_UNINITIALIZED;
	if (lish_is_null(mark))
		return LISH_NULL;
	slot = lish_pool_find_mark_(pool, mark);
	if (slot < 0)
		return LISH_FOREIGN;
	if ((uint32_t)slot >= pool->border || !*mark)
		return LISH_NOT_LIVE;
	if (*mark == (uint32_t)slot + 1)
		return LISH_OK;
	return *mark == LISH_POOL_FREE_MARK_((uint32_t)slot) ? LISH_NOT_LIVE
							: LISH_BAD_INDEX;
}

void lish_pool_refuse_(lish_op_ op, const struct lish_pool_ *pool,
		       const uint32_t *mark)
{
	lish_misuse_(op, pool, mark, lish_pool_reason_(pool, mark));
}
LISH_EXPORT(lish_pool_refuse_)

bool lish_pool_unsealed_(lish_op_ op, const struct lish_pool_ *pool,
			 size_t size, size_t offset)
{
	return lish_pool_unsealed_for_(op, pool, size, offset, LISH_CALLER_());
}
LISH_EXPORT(lish_pool_unsealed_)

void lish_pool_refuse_type_(lish_op_ op, const struct lish_pool_ *pool,
			    size_t size, size_t offset)
{
	(void)lish_pool_unsealed_(op, pool, size, offset);
}
LISH_EXPORT(lish_pool_refuse_type_)

static void pool_unpoison(const struct lish_pool_ *pool, const void *ptr,
			  size_t size)
{
	if (pool->watch & LISH_POOL_POISON_)
		lish_os_unpoison_(ptr, size);
}

#ifdef LISH_FILL
/* As a pointer no valid address on 64-bit machines. */
#define POOL_FILLED 0x6b

/* The first byte in size that was written to; NULL if there is none. */
static const char *pool_find_written(const char *at, uint32_t size)
{
	uintptr_t filled, word;

	memset(&filled, POOL_FILLED, sizeof(filled));
	for (; size >= sizeof(word); size -= (uint32_t)sizeof(word)) {
		memcpy(&word, at, sizeof(word));
		if (word != filled)
			break;
		at += sizeof(word);
	}
	for (; size && *at == POOL_FILLED; size--)
		at++;
	return size ? at : NULL;
}

/* The first LISH_FILL bytes of an object, without the node. */
struct pool_filled {
	char *front, *rest;
	uint32_t front_size, rest_size;
};

static struct pool_filled pool_filled_of(const struct lish_pool_ *pool,
					 const uint32_t *mark)
{
	const uint32_t most = LISH_FILL;
	const uint32_t node = pool->offset - pool->ops->node;
	const uint32_t after = node + pool->ops->node_size;
	struct pool_filled part;

	part.front = (char *)lish_pool_object_(pool, mark);
	part.front_size = node < most ? node : most;
	part.rest = part.front + after;
	part.rest_size = pool->size - after;
	if (part.rest_size > most - part.front_size)
		part.rest_size = most - part.front_size;
	return part;
}

static void pool_fill(const struct lish_pool_ *pool, const uint32_t *mark, int byte)
{
	struct pool_filled part;

	if (!(pool->watch & LISH_POOL_FILL_))
		return;
	part = pool_filled_of(pool, mark);
	memset(part.front, byte, part.front_size);
	memset(part.rest, byte, part.rest_size);
}

static const char *pool_written(const struct lish_pool_ *pool, const uint32_t *mark)
{
	struct pool_filled part;
	const char *written;

	if (!(pool->watch & LISH_POOL_FILL_))
		return NULL;
	part = pool_filled_of(pool, mark);
	written = pool_find_written(part.front, part.front_size);
	return written ? written : pool_find_written(part.rest, part.rest_size);
}

static void pool_look(const struct lish_pool_ *pool, const uint32_t *mark)
{
	const char *written = pool_written(pool, mark);

	if (written)
		lish_report_(pool->ops->damaged, pool, written, LISH_NOT_LIVE,
			     NULL);
}

/* A load makes the object live, and may leave bytes alone, as those of zero nodes. */
static void pool_clear_fill(const struct lish_pool_ *pool, const uint32_t *mark)
{
	if (!pool_written(pool, mark))
		pool_fill(pool, mark, 0);
}
#else
#define pool_fill(pool, mark, byte) ((void)0)
#define pool_look(pool, mark) ((void)0)
#define pool_clear_fill(pool, mark) ((void)0)
#endif

/* A slot is used that was never used: slots below it may be free, and need the fill. */
static void pool_raise_made(struct lish_pool_ *pool, uint32_t slot)
{
	while (LISH_POOL_FILL_ && pool->made < slot) {
		pool_fill(pool, lish_pool_at_(pool, pool->made, pool->size),
			  POOL_FILLED);
		pool->made++;
	}
	pool->made = slot + 1;
}

/* The pool is whole and may be examined meanwhile. */
static void pool_call(struct lish_pool_ *pool, void (*hook)(void *, void *),
		      uint32_t *mark)
{
	struct lish_pool_running_ running;

	if (!hook)
		return;
	running.mark = mark;
	running.outer = pool->running;
	pool->running = &running;
	lish_enter_user_();
	hook(pool->ctx, lish_pool_object_(pool, mark));
	pool->running = running.outer;
}

/* If the hook overwrites the node, report it and restore the node. */
static void pool_call_live(lish_op_ name, struct lish_pool_ *pool,
			   void (*hook)(void *, void *), uint32_t *mark)
{
	const struct lish_pool_ops_ *ops = pool->ops;
	char *node = (char *)mark - ops->node, kept[POOL_NODE_MOST];
	uint32_t own[2];

	if (!hook)
		return;
	memcpy(kept, node, ops->node_size);
	pool_call(pool, hook, mark);
	/* The mark, and in slotpool the generation behind it. */
	memcpy(own, kept + ops->node, sizeof(own));
	if (lish_likely(mark[0] == own[0] &&
			(ops->own == sizeof(own[0]) || mark[1] == own[1])) ||
	    (ops->holds && ops->holds(pool, mark)))
		return;
	lish_report_(name, pool, node, LISH_BAD_INDEX, NULL);
	memcpy(node, kept, ops->node_size);
}

/* The object is not live: such a hook may write all of it, but the node stays. */
static void pool_call_kept(struct lish_pool_ *pool, void (*hook)(void *, void *),
			   uint32_t *mark)
{
	char *node = (char *)mark - pool->ops->node, kept[POOL_NODE_MOST];

	memcpy(kept, node, pool->ops->node_size);
	pool_call(pool, hook, mark);
	memcpy(node, kept, pool->ops->node_size);
}

static void pool_watch_allocated(struct lish_pool_ *pool, uint32_t *mark,
				 bool zero)
{
	const struct lish_pool_hooks *hooks = pool->hooks;
	void *object = lish_pool_object_(pool, mark);
	const bool fresh = *mark > pool->made;

	if (fresh) {
		pool_raise_made(pool, *mark - 1);
	} else {
		pool_unpoison(pool, object, pool->size);
		pool_look(pool, mark);
	}
	if (hooks && fresh)
		pool_call_live(LISH_OP_("hooks.make"), pool, hooks->make, mark);
	if (zero)
		lish_pool_zero_(object, pool->size,
				pool->offset - pool->ops->node,
				pool->ops->node_size);
	if (hooks)
		pool_call_live(LISH_OP_("hooks.init"), pool, hooks->init, mark);
}

static bool pool_watch_free(lish_op_ op, struct lish_pool_ *pool,
			    uint32_t *mark, const void *caller)
{
	const struct lish_pool_running_ *hook;

	for (hook = pool->running; hook; hook = hook->outer) {
		if (!lish_fine_from_(op, pool,
				     (const char *)mark - pool->ops->node,
				     hook->mark == mark ? LISH_IN_HOOK : LISH_OK,
				     caller))
			return false;
	}
	if (pool->hooks)
		pool_call_live(LISH_OP_("hooks.fini"), pool, pool->hooks->fini,
			       mark);
	pool->ops->free_slot(pool, mark);
	lish_pool_poison_(pool, mark);
	return true;
}

void lish_pool_poison_(const struct lish_pool_ *pool, uint32_t *mark)
{
	const uint32_t node = pool->offset - pool->ops->node;
	const uint32_t after = node + pool->ops->node_size;
	char *object = (char *)lish_pool_object_(pool, mark);

	pool_fill(pool, mark, POOL_FILLED);
	if (!(pool->watch & LISH_POOL_POISON_))
		return;
	lish_os_poison_(object, node);
	lish_os_poison_(object + after, pool->size - after);
}

void lish_pool_unpoison_(struct lish_pool_ *pool, uint32_t slot)
{
	const uint32_t *mark = lish_pool_at_(pool, slot, pool->size);

	if (slot >= pool->made) {
		pool_raise_made(pool, slot);
	} else {
		pool_unpoison(pool, lish_pool_object_(pool, mark), pool->size);
		pool_clear_fill(pool, mark);
	}
}

static void pool_watch_make(struct lish_pool_ *pool, uint32_t n)
{
	uint32_t *mark, slot;

	pool->closed = true;
	while (pool->made < n) {
		slot = pool->made++;
		/* Hooks may alloc meanwhile, but only objects already made. */
		pool->room = slot;
		mark = lish_pool_at_(pool, slot, pool->size);
		if (pool->ops->prepare)
			pool->ops->prepare(pool, slot);
		else
			memset((char *)mark - pool->ops->node, 0,
			       pool->ops->node_size);
		pool_call_kept(pool, pool->hooks->make, mark);
		lish_pool_poison_(pool, mark);
	}
	lish_pool_open_(pool);
}

static void pool_watch_unmake(struct lish_pool_ *pool, uint32_t from)
{
	uint32_t *mark;

	while (pool->made > from) {
		mark = lish_pool_at_(pool, --pool->made, pool->size);
		pool_unpoison(pool, lish_pool_object_(pool, mark), pool->size);
		if (pool->hooks)
			pool_call_kept(pool, pool->hooks->unmake, mark);
	}
}

/* Leave slots that were never made alone: alloc does not unpoison them. */
static void pool_watch_poison_all(struct lish_pool_ *pool)
{
	uint32_t slot;

	for (slot = 0; slot < pool->border && slot < pool->made; slot++)
		lish_pool_poison_(pool, lish_pool_at_(pool, slot, pool->size));
}

const struct lish_pool_watch_ lish_pool_watch_ = {
	pool_watch_allocated, pool_watch_free, pool_watch_make,
	pool_watch_unmake, pool_watch_poison_all
};

static uint32_t pool_mix(uint32_t number, uint32_t factor)
{
	number = (number ^ number >> 16) * factor;
	return number ^ number >> 15;
}

uint64_t lish_pool_hash_(uint32_t slot)
{
	const uint32_t low = pool_mix(slot + 1, 0x7feb352du);
	const uint32_t high = pool_mix(low, 0x846ca68bu);

	return (uint64_t)high << 32 | low;
}

bool lish_pool_stack_ok_(const struct lish_pool_ *pool, uint64_t sum)
{
	const uint32_t stacked = pool->stacked;
	uint32_t i;

	for (i = 0; i < stacked; i++)
		sum -= lish_pool_hash_(pool->stack[i]);
	return !sum;
}

void lish_pool_mend_(lish_op_ op, const struct lish_pool_ *pool, uint32_t *mark,
		     uint32_t value, const void *caller)
{
	if (lish_likely(*mark == value))
		return;
	lish_report_(op, pool, (const char *)mark - pool->ops->node,
		     LISH_BAD_INDEX, caller);
	*mark = value;
}

/* The last chunk ends at the limit. */
static uint32_t pool_chunk_objects(const struct lish_pool_ *pool, uint32_t k)
{
	const uint32_t mask = ((uint32_t)1 << pool->shift) - 1;
	const uint32_t rest =
		lish_pool_growth_(pool)->limit - (k << pool->shift);

	return rest <= mask ? rest : mask + 1;
}

static uint32_t pool_chunk_count(const struct lish_pool_ *pool, uint32_t n)
{
	return (n >> pool->shift) + ((n & (((uint32_t)1 << pool->shift) - 1)) != 0);
}

static size_t pool_chunk_bytes(const struct lish_pool_ *pool, uint32_t k)
{
	return (size_t)pool_chunk_objects(pool, k) * pool->size;
}

static size_t pool_chunk_align(const struct lish_growth_ *growth)
{
	return growth->align > POOL_LINE ? growth->align : POOL_LINE;
}

/*
 * Make the table and the array of chunks longer or, if the allocator can, shorter. If one
 * of them cannot change, they differ, which does no harm. chunks: entries in use.
 */
static int pool_resize_table(struct lish_pool_ *pool, uint32_t chunks,
			     uint32_t room, bool longer)
{
	struct lish_growth_ *growth = lish_pool_growth_(pool);
	void *array;

	if (longer ? growth->chunk_room < room : growth->chunk_room > room) {
		array = lish_pool_side_(pool, growth->chunks, chunks,
					growth->chunk_room, room,
					sizeof(char *));
		if (!array)
			return -ENOMEM;
		growth->chunks = (char **)array;
		growth->chunk_room = room;
	}
	if (growth->room == room)
		return 0;
	array = lish_pool_side_(pool, growth, pool_table_units(chunks),
				pool_table_units(growth->room),
				pool_table_units(room), sizeof(char *));
	if (!array)
		return -ENOMEM;
	growth = (struct lish_growth_ *)array;
	growth->room = room;
	pool->table = (char **)(void *)(growth + 1);
	return 0;
}

static int pool_add_chunk(struct lish_pool_ *pool)
{
	const uint32_t k = pool_chunk_count(pool, pool->capacity);
	struct lish_growth_ *growth = lish_pool_growth_(pool);
	char *chunk;
	int err;

	err = pool_resize_table(pool, k, k == growth->room ? 2 * k : growth->room,
				true);
	if (err)
		return err;
	growth = lish_pool_growth_(pool);
	chunk = (char *)growth->mem->alloc(growth->mem,
					   pool_chunk_bytes(pool, k),
					   pool_chunk_align(growth));
	if (!chunk)
		return -ENOMEM;
	pool->table[k] =
		(char *)((uintptr_t)chunk + (uintptr_t)pool->offset -
			 (size_t)(k << pool->shift) * (size_t)pool->size);
	growth->chunks[k] = chunk;
	pool->capacity += pool_chunk_objects(pool, k);
	return 0;
}

static void pool_note_only(struct lish_pool_ *pool)
{
	pool->only = pool_chunk_count(pool, pool->capacity) == 1
			     ? pool->table[0]
			     : NULL;
}

static void pool_chunks_release(struct lish_pool_ *pool, uint32_t capacity)
{
	struct lish_growth_ *growth = lish_pool_growth_(pool);
	const uint32_t left = pool_chunk_count(pool, capacity);
	uint32_t k;

	for (k = pool_chunk_count(pool, pool->capacity); k-- > left;)
		growth->mem->free(growth->mem, growth->chunks[k],
				  pool_chunk_bytes(pool, k),
				  pool_chunk_align(growth));
	pool->capacity = capacity;
	pool_note_only(pool);
	if (left)
		return;
	lish_pool_free_side_(pool, growth->chunks, growth->chunk_room,
			     sizeof(char *));
	growth->chunks = NULL;
	growth->chunk_room = 0;
	pool->ops->release(pool);
	growth->sides = 0;
}

uint32_t lish_pool_round_(const struct lish_pool_ *pool, uint32_t n)
{
	const uint32_t mask = ((uint32_t)1 << pool->shift) - 1;
	const uint32_t limit = lish_pool_growth_(pool)->limit;

	return n > (limit & ~mask) ? limit : (n + mask) & ~mask;
}

/*
 * Probe first, so that an impossible reserve fails before it has exhausted memory.
 */
static bool pool_has_sides(const struct lish_pool_ *pool, uint32_t capacity)
{
	const size_t n = capacity, each = sizeof(uint32_t);
	struct lish_mem *mem = lish_pool_growth_(pool)->mem;
	void *area;

	if (capacity - pool->capacity <= (uint64_t)POOL_MANY << pool->shift)
		return true;
	area = n > POOL_MAX_BYTES / each ? NULL : mem->alloc(mem, n * each, each);
	if (!area)
		return false;
	mem->free(mem, area, n * each, each);
	return true;
}

static int pool_fit(struct lish_pool_ *pool, uint32_t capacity)
{
	struct lish_growth_ *growth = lish_pool_growth_(pool);
	uint32_t sides = growth->sides;
	int err;

	if (capacity <= sides)
		return 0;
	if (growth->limited || sides > growth->limit / 2)
		sides = growth->limit;
	else
		sides = 2 * sides < capacity ? capacity : 2 * sides;
	err = pool->ops->fit(pool, sides);
	if (!err)
		growth->sides = sides;
	return err;
}

static int pool_chunks_grow(struct lish_pool_ *pool, uint32_t capacity)
{
	const uint32_t before = pool->capacity;
	const uint32_t room = lish_pool_growth_(pool)->room;
	int err = 0;

	if (!capacity) {
		if (lish_pool_growth_(pool)->no_grow)
			return -ENOSPC;
		capacity = before + 1;
	}
	if (pool->closed ||
	    capacity > lish_pool_growth_(pool)->limit)
		return -ENOSPC;
	capacity = lish_pool_round_(pool, capacity);
	if (!pool_has_sides(pool, capacity))
		return -ENOMEM;
	/* Chunks first: they can be released again. Longer arrays would stay. */
	while (!err && pool->capacity < capacity)
		err = pool_add_chunk(pool);
	if (!err)
		err = pool_fit(pool, capacity);
	if (err) {
		pool_chunks_release(pool, before);
		(void)pool_resize_table(pool, pool_chunk_count(pool, before),
					room, false);
	}
	pool->room = pool->capacity;
	pool_note_only(pool);
	return err;
}

const struct lish_pool_chunks_ lish_pool_chunks_ = { pool_chunks_grow,
						     pool_chunks_release };

void *lish_pool_side_(const struct lish_pool_ *pool, void *array, uint32_t used,
		      uint32_t has, uint32_t want, size_t elem_size)
{
	return lish_array_resize_(lish_pool_growth_(pool)->mem, array, used,
				  has, want, elem_size);
}

void lish_pool_free_side_(const struct lish_pool_ *pool, void *array,
			  uint32_t has, size_t elem_size)
{
	struct lish_mem *mem = lish_pool_growth_(pool)->mem;

	/* The alignment that lish_array_resize_() uses. */
	if (array)
		mem->free(mem, array, has * elem_size,
			  lish_array_align_(elem_size));
}

static bool pool_shape_ok(size_t size, size_t align, size_t offset)
{
	return size && align && !(align & (align - 1)) && !(size % align) &&
	       offset < size && size - offset >= sizeof(uint32_t);
}

static uint8_t pool_shift_for(size_t size, uint32_t step, size_t bytes)
{
	uint8_t shift = 0;

	while ((uint32_t)1 << shift < LISH_POOL_MIN_CHUNK_)
		shift++;
	if (step) {
		while (shift < 31 && (uint32_t)1 << shift < step)
			shift++;
	} else {
		while (size <= bytes >> (shift + 1))
			shift++;
	}
	return shift;
}

int lish_pool_init_(struct lish_pool_ *pool, size_t size, size_t align,
		    size_t offset, const struct lish_pool_ops_ *ops,
		    const struct lish_config *config)
{
	static const struct lish_config standard = LISH_CONFIG_INIT;
	struct lish_growth_ growth, *placed;
	uint32_t chunks;

	memset(pool, 0, sizeof(*pool));
	if (!pool_shape_ok(size, align, offset))
		return -EINVAL;
	if (size >= (size_t)LISH_MAX_COUNT || align >= (size_t)LISH_MAX_COUNT)
		return -ENOMEM;
	if (!config)
		config = &standard;
	growth.mem = config->mem ? config->mem : &lish_mem_default;
	growth.limit = config->limit;
	if (!growth.limit || growth.limit > LISH_MAX_COUNT)
		growth.limit = LISH_MAX_COUNT;
	growth.limited = growth.limit < LISH_MAX_COUNT;
	growth.align = (uint32_t)align;
	growth.chunks = NULL;
	growth.chunk_room = 0;
	growth.sides = 0;
	growth.no_grow = config->no_grow;
	pool->shift = pool_shift_for(size, config->step,
				     lish_mem_chunk_(growth.mem));
	/* A full table never moves. */
	chunks = growth.limit >> pool->shift;
	growth.room = chunks < POOL_TABLE ? chunks + 1 : 8;
	/* With a size_t of 32 bits a chunk can exceed the largest object. */
	if ((growth.limit < (uint32_t)1 << pool->shift ? growth.limit
					      : (uint32_t)1 << pool->shift) >
		    (POOL_MAX_BYTES - pool_chunk_align(&growth)) / size)
		placed = NULL;
	else
		placed = (struct lish_growth_ *)lish_array_resize_(
			growth.mem, NULL, 0, 0,
			pool_table_units(growth.room), sizeof(char *));
	if (!placed) {
		pool->shift = 0;
		return -ENOMEM;
	}
	*placed = growth;
	pool->table = (char **)(void *)(placed + 1);
	pool->size = (uint32_t)size;
	pool->offset = (uint32_t)offset;
	pool->seal = lish_pool_sealed_(pool, size, offset);
	pool->hooks = config->hooks;
	pool->ctx = config->ctx;
	pool->ops = ops;
	pool_set_watch(pool);
	return 0;
}

int lish_pool_initial_(struct lish_pool_ *pool,
		       const struct lish_config *config)
{
	int err = 0;

	if (config && config->initial)
		err = lish_pool_raise_(pool, config->initial);
	if (err)
		lish_pool_release_(pool);
	else if (config)
		lish_pool_make_(pool, config->initial);
	return err;
}
