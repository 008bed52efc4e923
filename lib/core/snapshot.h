/* SPDX-License-Identifier: MIT */
/*
 * snapshot.h - what snapshots of ipool and slotpool share. For lib/ only.
 *
 * The header is followed by the generations of slots, if the pool has some. Then come
 * the stack of free slots, and the saved bytes of each live object, by index.
 */
#ifndef LISH_SNAPSHOT_H
#define LISH_SNAPSHOT_H

#include "pool.h"

/* kind: the kind of pool. */
#define LISH_SNAPSHOT_SLOTPOOL_ 0u
#define LISH_SNAPSHOT_LOWEST_ 1u /* a slotpool without a stack */
#define LISH_SNAPSHOT_IPOOL_ 2u /* without numbers */
#define LISH_SNAPSHOT_NEXT_ 3u /* a slotpool without a stack */

struct lish_snapshot_ {
	uint32_t magic; /* differs in another byte order */
	uint32_t version;
	uint32_t pointer_size;
	uint32_t object_size;
	uint32_t node_offset;
	uint32_t saved_offset;
	uint32_t saved_size;
	uint32_t kind;
	uint32_t used; /* highest border ever */
	uint32_t border;
	uint32_t free;
	uint32_t count;
	uint32_t retired;
	uint32_t peak;
	uint32_t next; /* where alloc goes on, LISH_SNAPSHOT_NEXT_ only */
	uint32_t index_bits; /* of a handle of 32 bits, or 0 */
	uint32_t numbers; /* slots whose generation is in the body */
	uint32_t floor; /* generation of the slots above them */
	uint64_t sum; /* of all other bytes */
};

LISH_C_BEGIN

/*
 * of: a header from the pool's base: whole objects are saved, no slot is retired,
 * and the peak is the highest border.
 *
 * size: bytes of the whole snapshot.
 *
 * seal: write the header, after the body.
 *
 * read: copy and check the header. -EINVAL unless the sum, the shape of mine and the
 * counts fit. The caller checks the body, which has at least four bytes for each slot
 * below the border.
 *
 * look: start a check of the stack with first(). -ENOSPC if the pool may not have so
 * many slots; -ENOMEM without memory. seen lies in the pool's own stack if that is
 * long enough: do not read the stack until looked(). seen is NULL without a stack.
 *
 * first: is this slot below the border, and asked for the first time?
 */
LISH_LOCAL struct lish_snapshot_ lish_snapshot_of_(const struct lish_pool_ *pool,
					uint32_t kind);
LISH_LOCAL size_t lish_snapshot_size_(const struct lish_snapshot_ *head);
LISH_LOCAL void lish_snapshot_seal_(struct lish_snapshot_ *head, void *buffer);
LISH_LOCAL LISH_MUST_CHECK int lish_snapshot_read_(struct lish_snapshot_ *head,
					const struct lish_snapshot_ *mine,
					const void *buffer, size_t size);
LISH_LOCAL LISH_MUST_CHECK int lish_snapshot_look_(struct lish_pool_ *pool,
					const struct lish_snapshot_ *head,
					uint32_t **seen);
LISH_LOCAL void lish_snapshot_looked_(struct lish_pool_ *pool,
			   const struct lish_snapshot_ *head, uint32_t *seen);

LISH_INLINE bool lish_snapshot_has_stack_(const struct lish_snapshot_ *head)
{
	return head->kind != LISH_SNAPSHOT_LOWEST_ &&
	       head->kind != LISH_SNAPSHOT_NEXT_;
}

/* Returns the end of the copy. */
LISH_INLINE char *lish_snapshot_put_(char *to, const void *from, size_t size)
{
	/* from may be NULL if the array is empty. */
	if (!size)
		return to;
	memcpy(to, from, size);
	return to + size;
}

/* numbers may have any alignment. */
LISH_INLINE uint32_t lish_snapshot_number_(const char *numbers, uint32_t i)
{
	uint32_t number;

	memcpy(&number, numbers + (size_t)i * sizeof(number), sizeof(number));
	return number;
}

/* No index has this bit. */
#define LISH_SNAPSHOT_SEEN_ 0x80000000u

LISH_INLINE bool lish_snapshot_first_(const struct lish_snapshot_ *head,
				    uint32_t *seen, uint32_t slot)
{
	if (slot >= head->border || seen[slot] & LISH_SNAPSHOT_SEEN_)
		return false;
	seen[slot] |= LISH_SNAPSHOT_SEEN_;
	return true;
}

LISH_C_END

#endif /* LISH_SNAPSHOT_H */
