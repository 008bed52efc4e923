// SPDX-License-Identifier: MIT
/*
 * ipool_save.c - snapshots of an ipool
 *
 * A snapshot has a header, the stack of free slots, and all bytes of each live object,
 * by index. The node in the bytes tells the index of the object.
 *
 * load accepts any bytes. It proves that each slot below the border is either on the
 * stack or has a saved object. Then it gets the memory and runs make. Only then does it
 * change the pool, and this last step cannot fail.
 */
#define LISH_LIB_
#include <linux-ish/ipool.h>

#include "ground/refused.h"
#include "core/pool_stack.h"
#include "core/snapshot.h"

static struct lish_snapshot_ ipool_snapshot_of_(const struct ipool *pool)
{
	return lish_snapshot_of_(&pool->base, LISH_SNAPSHOT_IPOOL_);
}

size_t ipool_save_size(const struct ipool *pool)
{
	struct lish_snapshot_ head;

	if (lish_refused_here(pool, NULL, lish_pool_begun_(&pool->base)))
		return 0;
	head = ipool_snapshot_of_(pool);
	return lish_snapshot_size_(&head);
}

int ipool_save(const struct ipool *pool, void *buffer, size_t size)
{
	const struct lish_pool_ *base = &pool->base;
	struct lish_snapshot_ head;
	const uint32_t *mark;
	uint32_t i, left = lish_pool_count_(base);
	char *to;

	if (lish_refused_here(pool, NULL, lish_pool_rests_(base)) ||
	    lish_refused_here(pool, NULL, lish_pool_given_(buffer, size)))
		return -EINVAL;
	head = ipool_snapshot_of_(pool);
	if (size < lish_snapshot_size_(&head))
		return -ENOSPC;
	to = lish_snapshot_put_((char *)buffer + sizeof(head), base->stack,
				head.free * sizeof(uint32_t));
	for (i = 0; i < base->border && left; i++) {
		mark = lish_pool_at_(base, i, base->size);
		if (*mark != i + 1)
			continue;
		to = lish_snapshot_put_(to, lish_pool_object_(base, mark),
					base->size);
		left--;
	}
	if (lish_refused_here(pool, NULL, left ? LISH_BAD_COUNT : LISH_OK))
		return -EINVAL;
	lish_snapshot_seal_(&head, buffer);
	return 0;
}

/*
 * Both together have as many entries as there are slots, so it is enough that no slot
 * comes twice. Indices of objects must ascend.
 */
static bool ipool_slots_ok_(const struct lish_snapshot_ *head,
			   const char *stack, uint32_t *seen)
{
	const char *objects = stack + head->free * sizeof(uint32_t);
	uint32_t i, slot, next = 0;

	for (i = 0; i < head->count; i++, objects += head->object_size) {
		slot = lish_snapshot_number_(objects + head->node_offset, 0) -
		       1;
		if (slot < next || !lish_snapshot_first_(head, seen, slot))
			return false;
		next = slot + 1;
	}
	for (i = 0; i < head->free; i++) {
		if (!lish_snapshot_first_(head, seen,
					  lish_snapshot_number_(stack, i)))
			return false;
	}
	return true;
}

/* This cannot fail: the pool has the memory. */
static void ipool_apply_(struct lish_pool_ *base,
			const struct lish_snapshot_ *head, const char *stack)
{
	const uint32_t before = base->border;
	const uint32_t end = before > head->border ? before : head->border;
	const char *objects = stack + head->free * sizeof(uint32_t);
	uint32_t i, left = head->count, *mark;

	lish_snapshot_put_((char *)base->stack, stack,
			   head->free * sizeof(uint32_t));
	for (i = 0; i < end; i++) {
		mark = lish_pool_at_(base, i, base->size);
		if (left && lish_snapshot_number_(objects + base->offset, 0) ==
				    i + 1) {
			if (base->watch)
				lish_pool_unpoison_(ipool_kind_, base, i);
			memcpy(lish_pool_object_(base, mark), objects,
			       base->size);
			objects += base->size;
			left--;
		} else if (i < before && i < base->made && base->watch) {
			/* Slots at or above before are new, or clear has poisoned them. */
			lish_pool_poison_(ipool_kind_, base, mark);
		}
	}
	base->highest = head->used;
	base->border = head->border;
	lish_pool_set_stacked_(base, head->free);
	lish_pool_mark_free_(base);
}

int ipool_load(struct ipool *pool, const void *buffer, size_t size)
{
	struct lish_pool_ *base = &pool->base;
	struct lish_snapshot_ head, mine;
	const char *stack;
	uint32_t *seen;
	int err;

	if (lish_refused_here(pool, NULL, lish_pool_rests_(base)) ||
	    lish_refused_here(pool, NULL, lish_pool_given_(buffer, size)))
		return -EINVAL;
	mine = ipool_snapshot_of_(pool);
	err = lish_snapshot_read_(&head, &mine, buffer, size);
	if (err)
		return err;
	if (head.retired || head.peak != head.used)
		return -EINVAL;
	stack = (const char *)buffer + sizeof(head);
	err = lish_snapshot_look_(base, &head, &seen);
	if (err)
		return err;
	if (!ipool_slots_ok_(&head, stack, seen))
		err = -EINVAL;
	lish_snapshot_looked_(base, &head, seen);
	if (!err)
		err = lish_pool_raise_(ipool_kind_, base, head.border);
	if (err)
		return err;
	lish_pool_make_(ipool_kind_, base, head.border);
	ipool_apply_(base, &head, stack);
	return 0;
}
