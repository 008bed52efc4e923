/* SPDX-License-Identifier: MIT */
/*
 * Snapshots of pools: what those of ipool and slotpool have in common. For lib/
 * only.
 *
 * A header; the numbers that a pool keeps of each slot that was ever used, if it
 * keeps any; the free slots in the order of the stack; of each live object, by
 * index, the bytes that are saved.
 */
#ifndef LISH_SNAPSHOT_H
#define LISH_SNAPSHOT_H

#include "pool.h"

/* Which pool it is of. */
#define LISH_SNAPSHOT_SLOTPOOL_ 0u
#define LISH_SNAPSHOT_LOWEST_ 1u /* a slotpool without a stack */
#define LISH_SNAPSHOT_IPOOL_ 2u /* without numbers */

struct lish_snapshot_ {
	uint32_t magic; /* reads otherwise in another byte order */
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
	uint64_t sum; /* of all bytes but these */
};

LISH_C_BEGIN

/*
 * of: what the base knows; all bytes of an object are saved, nothing is retired
 * and the peak is the highest border
 * size: bytes of the whole snapshot
 * seal: the body is written behind it: write the header
 * read: -EINVAL unless it is whole, of such a pool as mine is of, and of counts
 * that fit together; the body follows then, and is the caller's to judge. It has
 * four bytes at least for each slot below the border
 * look: -ENOSPC if the pool may not hold as many slots; else seen is for first,
 * until looked; NULL if there is no stack. It lies in the pool's stack if that is long enough: so the stack
 * must not be read meanwhile. Else it is allocated, and -ENOMEM if there is no
 * memory
 * first: is this slot below the border, and was never asked for?
 */
struct lish_snapshot_ lish_snapshot_of_(const struct lish_pool_ *pool,
					uint32_t kind);
size_t lish_snapshot_size_(const struct lish_snapshot_ *head);
void lish_snapshot_seal_(struct lish_snapshot_ *head, void *buffer);
LISH_MUST_CHECK int lish_snapshot_read_(struct lish_snapshot_ *head,
					const struct lish_snapshot_ *mine,
					const void *buffer, size_t size);
LISH_MUST_CHECK int lish_snapshot_look_(struct lish_pool_ *pool,
					const struct lish_snapshot_ *head,
					uint32_t **seen);
void lish_snapshot_looked_(struct lish_pool_ *pool,
			   const struct lish_snapshot_ *head, uint32_t *seen);

LISH_TINY uint32_t lish_snapshot_numbers_(const struct lish_snapshot_ *head)
{
	return head->kind == LISH_SNAPSHOT_IPOOL_ ? 0 : head->used;
}

/* Copy there; where it goes on. */
LISH_TINY char *lish_snapshot_put_(char *to, const void *from, size_t size)
{
	/* An array that is empty may be nowhere. */
	if (!size)
		return to;
	memcpy(to, from, size);
	return to + size;
}

/* One of the numbers at any address. */
LISH_TINY uint32_t lish_snapshot_number_(const char *numbers, uint32_t i)
{
	uint32_t number;

	memcpy(&number, numbers + (size_t)i * sizeof(number), sizeof(number));
	return number;
}

/* A bit that no index has. */
#define LISH_SNAPSHOT_SEEN_ 0x80000000u

LISH_TINY bool lish_snapshot_first_(const struct lish_snapshot_ *head,
				    uint32_t *seen, uint32_t slot)
{
	if (slot >= head->border || seen[slot] & LISH_SNAPSHOT_SEEN_)
		return false;
	seen[slot] |= LISH_SNAPSHOT_SEEN_;
	return true;
}

LISH_C_END

#endif /* LISH_SNAPSHOT_H */
