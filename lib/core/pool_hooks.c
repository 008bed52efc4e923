// SPDX-License-Identifier: MIT
/*
 * pool_hooks.c - hooks, poison and fill of the four pools
 *
 * While a hook runs for an object, the object is live, and a list on the stack of the
 * processor names it: such an object cannot be freed.
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
 * LISH_QUARANTINE: the last so many slots on the stack wait. A birth takes the slot below them, or
 * a fresh one. All slots that wait are on the stack as any free slot: clear, trim, load and check
 * know nothing of it. densepool does the same in its array.
 *
 * alloc, free and clear come here only if watch is not 0. On small machines a program links this
 * file only if it sets hooks: see LISH_POOL_LATE_.
 */
#define LISH_LIB_
#include "pool.h"
#include "../ground/os.h"
#include "../ground/poison.h"
#include "../ground/reload.h"

/* The largest node of a pool has two pointers and a number; this is enough. */
#define POOL_NODE_MOST_ (4 * sizeof(void *) + 4)

void lish_pool_set_watch_(struct lish_pool_ *pool)
{
	const struct lish_pool_hooks *hooks = pool->hooks;

	pool->watch = hooks ? LISH_POOL_HOOKS_ : 0;
	if (lish_os_poisons_())
		pool->watch |= LISH_POOL_POISON_;
	else if (LISH_POOL_FILL_ && !(hooks && (hooks->make || hooks->unmake)))
		pool->watch |= LISH_POOL_FILL_;
	if (lish_pool_quarantine_())
		pool->watch |= LISH_POOL_WAIT_;
}

void lish_pool_clean_(const void *memory, size_t size)
{
	if (lish_os_poisons_())
		lish_os_unpoison_(memory, size);
}

static void pool_unpoison_(const struct lish_pool_ *pool, const void *ptr,
			  size_t size)
{
	if (pool->watch & LISH_POOL_POISON_)
		lish_os_unpoison_(ptr, size);
}

/* An object becomes live, or its memory goes: see LISH_VALGRIND_BLOCKS. */
static void pool_tell_birth_(const struct lish_pool_ *pool, const void *object)
{
	if (pool->watch & LISH_POOL_POISON_)
		lish_os_born_(&lish_pool_watch_, object, pool->size);
}

static void pool_tell_end_(const struct lish_pool_ *pool, const void *object)
{
	if (pool->watch & LISH_POOL_POISON_)
		lish_os_died_(&lish_pool_watch_, object, NULL, 0);
}

#ifdef LISH_FILL
/* As a pointer no valid address on 64-bit machines. */
#define POOL_FILLED_ 0x6b

/* The first byte in size that was written to; NULL if there is none. */
static const char *pool_find_written_(const char *at, uint32_t size)
{
	uintptr_t filled, word;

	memset(&filled, POOL_FILLED_, sizeof(filled));
	for (; size >= sizeof(word); size -= (uint32_t)sizeof(word)) {
		memcpy(&word, at, sizeof(word));
		if (word != filled)
			break;
		at += sizeof(word);
	}
	for (; size && *at == POOL_FILLED_; size--)
		at++;
	return size ? at : NULL;
}

/* The first LISH_FILL bytes of an object, without the node. */
struct pool_filled_ {
	char *front, *rest;
	uint32_t front_size, rest_size;
};

static struct pool_filled_ pool_filled_of_(const struct lish_pool_kind_ *kind,
					   const struct lish_pool_ *pool,
					   const uint32_t *mark)
{
	const uint32_t most = LISH_FILL;
	const uint32_t node = pool->offset - kind->node;
	const uint32_t after = node + kind->node_size;
	struct pool_filled_ part;

	part.front = (char *)lish_pool_object_(pool, mark);
	part.front_size = node < most ? node : most;
	part.rest = part.front + after;
	part.rest_size = pool->size - after;
	if (part.rest_size > most - part.front_size)
		part.rest_size = most - part.front_size;
	return part;
}

static void pool_fill_(const struct lish_pool_kind_ *kind,
		       const struct lish_pool_ *pool, const uint32_t *mark, int byte)
{
	struct pool_filled_ part;

	if (!(pool->watch & LISH_POOL_FILL_))
		return;
	part = pool_filled_of_(kind, pool, mark);
	memset(part.front, byte, part.front_size);
	memset(part.rest, byte, part.rest_size);
}

static const char *pool_written_(const struct lish_pool_kind_ *kind,
				 const struct lish_pool_ *pool, const uint32_t *mark)
{
	struct pool_filled_ part;
	const char *written;

	if (!(pool->watch & LISH_POOL_FILL_))
		return NULL;
	part = pool_filled_of_(kind, pool, mark);
	written = pool_find_written_(part.front, part.front_size);
	return written ? written : pool_find_written_(part.rest, part.rest_size);
}

void lish_pool_look_(const struct lish_pool_kind_ *kind, const struct lish_pool_ *pool,
		     const uint32_t *mark)
{
	const char *written = pool_written_(kind, pool, mark);

	(void)lish_refused_by(lish_call_of_(kind->damaged, NULL), pool, written,
			      written ? LISH_NOT_LIVE : LISH_OK);
}
#else
#define pool_fill_(kind, pool, mark, byte) ((void)0)
#endif

#if LISH_POOL_WAIT_
#ifdef LISH_QUARANTINE_ENV_
uint32_t lish_pool_quarantine_(void)
{
	/* Plus one; 0: it was not read. Threads that read it at once read the same. */
	static uint32_t known;

	if (!known)
		known = lish_os_number_("LISH_QUARANTINE", LISH_MAX_COUNT) + 1;
	return known - 1;
}
#endif

/* Not while clear or trim runs; and growth asks for code that may be gone. */
bool lish_pool_has_fresh_(const struct lish_pool_kind_ *kind, struct lish_pool_ *pool,
			  uint32_t waiting)
{
	if (waiting > lish_pool_quarantine_())
		return false;
	return pool->border < pool->room ||
	       (pool->growth && lish_bound_(pool) == LISH_OK &&
		kind->chunks->grow(kind, pool, 0) == 0);
}

/* How many slots were freed after the one that a birth takes. There is no fresh one. */
uint32_t lish_pool_drawn_(struct lish_pool_ *pool, uint32_t waiting)
{
	if (waiting > lish_pool_quarantine_())
		return lish_pool_quarantine_();
#if LISH_SYSTEM_
	pool->early++;
#else
	(void)pool;
#endif
	return waiting - 1;
}

void lish_pool_draw_(const struct lish_pool_kind_ *kind, struct lish_pool_ *pool)
{
	uint32_t *stack, slot, newer;

	if (!pool->stacked)
		return;
	if (lish_pool_has_fresh_(kind, pool, pool->stacked)) {
		slot = pool->border++;
		*lish_pool_at_(pool, slot, pool->size) = LISH_POOL_FREE_MARK_(slot);
		pool->stack[pool->stacked] = slot;
		lish_pool_changed_(pool, LISH_POOL_PUSHED_);
		return;
	}
	newer = lish_pool_drawn_(pool, pool->stacked);
	stack = pool->stack + pool->stacked - 1 - newer;
	slot = *stack;
	memmove(stack, stack + 1, newer * sizeof(*stack));
	stack[newer] = slot;
}
#endif

/* In densepool the mark is a place, and with a quarantine no slot. */
static uint32_t pool_slot_of_(const struct lish_pool_ *pool, const uint32_t *mark)
{
	return LISH_POOL_WAIT_ ? (uint32_t)lish_pool_seek_(pool, (uintptr_t)mark, 1) : *mark - 1;
}

/* A slot is used that was never used: slots below it may be free, and need the fill. */
static void pool_raise_made_(const struct lish_pool_kind_ *kind,
			     struct lish_pool_ *pool, uint32_t slot)
{
	(void)kind;
	while (LISH_POOL_FILL_ && pool->made < slot) {
		pool_fill_(kind, pool, lish_pool_at_(pool, pool->made, pool->size),
			   POOL_FILLED_);
		pool->made++;
	}
	pool->made = slot + 1;
}

/*
 * The pool is whole and may be examined meanwhile. own: the mark of a live object, or 0. Returns
 * that mark as the pool has changed it, while the hook freed other objects.
 */
static uint32_t pool_call_(struct lish_pool_ *pool, void (*hook)(void *, void *), uint32_t *mark,
			   uint32_t own)
{
	struct lish_pool_running_ running;

	lish_pool_hook_begins_(pool, &running, mark, own);
	hook(pool->ctx, lish_pool_object_(pool, mark));
	lish_pool_hook_ends_(pool, &running);
	return running.own;
}

/* If the hook overwrites the node, report it and restore the node. */
static void pool_call_live_(const char *name, const struct lish_pool_kind_ *kind,
			    struct lish_pool_ *pool, void (*hook)(void *, void *),
			    uint32_t *mark)
{
	char *node = (char *)mark - kind->node, kept[POOL_NODE_MOST_];
	/* In slotpool the generation follows the mark. */
	uint32_t own[2];

	if (!hook)
		return;
	memcpy(kept, node, kind->node_size);
	memcpy(own, mark, kind->own);
	own[0] = pool_call_(pool, hook, mark, own[0]);
	if (lish_likely(mark[0] == own[0] &&
			(kind->own == sizeof(own[0]) || mark[1] == own[1])))
		return;
	(void)lish_refused_by(lish_call_of_(name, NULL), pool, node, LISH_BAD_INDEX);
	memcpy(node, kept, kind->node_size);
	*mark = own[0];
}

/* The object is not live: such a hook may write all of it, but the node stays. */
static void pool_call_kept_(const struct lish_pool_kind_ *kind, struct lish_pool_ *pool,
			    void (*hook)(void *, void *), uint32_t *mark)
{
	char *node = (char *)mark - kind->node, kept[POOL_NODE_MOST_];

	if (!hook)
		return;
	memcpy(kept, node, kind->node_size);
	(void)pool_call_(pool, hook, mark, 0);
	memcpy(node, kept, kind->node_size);
}

static void pool_watch_allocated_(const struct lish_pool_kind_ *kind,
				  struct lish_pool_ *pool, uint32_t *mark, bool zero)
{
	const struct lish_pool_hooks *hooks = pool->hooks;
	void *object = lish_pool_object_(pool, mark);
	const uint32_t slot = pool_slot_of_(pool, mark);
	const bool fresh = slot >= pool->made;

	if (fresh) {
		pool_raise_made_(kind, pool, slot);
	} else {
		pool_unpoison_(pool, object, pool->size);
		lish_pool_look_(kind, pool, mark);
	}
	pool_tell_birth_(pool, object);
	if (hooks && fresh)
		pool_call_live_(LISH_NAME_("hooks.make"), kind, pool, hooks->make, mark);
	if (zero)
		lish_pool_zero_(object, pool->size, pool->offset - kind->node,
				kind->node_size);
	if (hooks)
		pool_call_live_(LISH_NAME_("hooks.init"), kind, pool, hooks->init, mark);
}

static enum lish_reason pool_watch_free_(const struct lish_pool_kind_ *kind,
					 struct lish_pool_ *pool, uint32_t *mark)
{
	if (lish_pool_in_hook_(pool, mark))
		return LISH_IN_HOOK;
	if (pool->hooks) {
		if (lish_load_is_(pool->load) != LISH_OK)
			return LISH_RELOADED;
		pool_call_live_(LISH_NAME_("hooks.fini"), kind, pool, pool->hooks->fini,
				mark);
	}
	kind->free_slot(pool, mark);
	lish_pool_poison_(kind, pool, mark);
	return LISH_OK;
}

void lish_pool_poison_(const struct lish_pool_kind_ *kind,
		       const struct lish_pool_ *pool, uint32_t *mark)
{
	const uint32_t node = pool->offset - kind->node;
	const uint32_t after = node + kind->node_size;
	char *object = (char *)lish_pool_object_(pool, mark);

	pool_fill_(kind, pool, mark, POOL_FILLED_);
	if (!(pool->watch & LISH_POOL_POISON_))
		return;
	lish_os_died_(&lish_pool_watch_, object, object + node, kind->node_size);
	lish_os_poison_(object, node);
	lish_os_poison_(object + after, pool->size - after);
}

void lish_pool_unpoison_(const struct lish_pool_kind_ *kind, struct lish_pool_ *pool,
			 uint32_t slot)
{
	const uint32_t *mark = lish_pool_at_(pool, slot, pool->size);

	if (slot >= pool->made)
		pool_raise_made_(kind, pool, slot);
	else
		pool_unpoison_(pool, lish_pool_object_(pool, mark), pool->size);
	pool_tell_birth_(pool, lish_pool_object_(pool, mark));
}

void lish_pool_lend_(const struct lish_pool_kind_ *kind, struct lish_pool_ *pool, uint32_t slot)
{
	const uint32_t *mark = lish_pool_at_(pool, slot, pool->size);

	if (slot >= pool->made) {
		pool_raise_made_(kind, pool, slot);
		pool_fill_(kind, pool, mark, POOL_FILLED_);
	} else {
		pool_unpoison_(pool, lish_pool_object_(pool, mark), pool->size);
	}
	pool_tell_birth_(pool, lish_pool_object_(pool, mark));
}

static void pool_watch_make_(const struct lish_pool_kind_ *kind,
			     struct lish_pool_ *pool, uint32_t n)
{
	uint32_t *mark, slot;

	pool->closed = LISH_IN_HOOK;
	while (pool->made < n) {
		slot = pool->made++;
		/* Hooks may alloc meanwhile, but only objects already made. */
		pool->room = slot;
		mark = lish_pool_at_(pool, slot, pool->size);
		if (kind->prepare)
			kind->prepare(pool, slot);
		else
			memset((char *)mark - kind->node, 0, kind->node_size);
		pool_call_kept_(kind, pool, pool->hooks->make, mark);
		lish_pool_poison_(kind, pool, mark);
	}
	lish_pool_set_closed_(pool, false);
}

static void pool_watch_unmake_(const struct lish_pool_kind_ *kind,
			       struct lish_pool_ *pool, uint32_t from)
{
	uint32_t *mark;

	while (pool->made > from) {
		mark = lish_pool_at_(pool, --pool->made, pool->size);
		pool_tell_end_(pool, lish_pool_object_(pool, mark));
		pool_unpoison_(pool, lish_pool_object_(pool, mark), pool->size);
		if (pool->hooks)
			pool_call_kept_(kind, pool, pool->hooks->unmake, mark);
	}
}

/* Leave slots that were never made alone: alloc does not unpoison them. */
static void pool_watch_poison_all_(const struct lish_pool_kind_ *kind,
				   struct lish_pool_ *pool)
{
	uint32_t slot;

	for (slot = 0; slot < pool->border && slot < pool->made; slot++)
		lish_pool_poison_(kind, pool, lish_pool_at_(pool, slot, pool->size));
}

/* Not inside itself, nor while the pool is closed. False: it did not run. */
static bool pool_call_full_(struct lish_pool_ *pool)
{
	struct lish_pool_running_ running;

	if (lish_pool_in_hook_(pool, NULL) || pool->closed || !pool->full ||
	    lish_refused_by(lish_call_of_(LISH_NAME_("hooks.full"), NULL), pool, NULL,
			    lish_bound_(pool)))
		return false;
	lish_pool_hook_begins_(pool, &running, NULL, 0);
	pool->full(pool->ctx, pool);
	lish_pool_hook_ends_(pool, &running);
	return true;
}

static bool pool_watch_more_(const struct lish_pool_kind_ *kind, struct lish_pool_ *pool)
{
	const int err = pool->growth ? kind->chunks->grow(kind, pool, 0) : -ENOSPC;

	return !err || (err == -ENOSPC && pool_call_full_(pool));
}

const struct lish_pool_watch_ lish_pool_watch_ = {
	pool_watch_allocated_, pool_watch_free_, pool_watch_make_,
	pool_watch_unmake_, pool_watch_poison_all_, pool_watch_more_
};

void lish_pool_is_dying_(const char *name, const struct lish_pool_ *pool, const void *node)
{
	(void)lish_refused_as(name, pool, node, LISH_IN_HOOK);
}
