// SPDX-License-Identifier: MIT
/*
 * snapshot.c - the header of a snapshot, and its sum
 *
 * The sum finds accidents, not forgeries. Each step can be undone, so a change of one
 * word always changes the sum.
 */
#define LISH_LIB_
#include "../ground/poison.h"
#include "snapshot.h"

#define SNAPSHOT_MAGIC 0x6c736970u
#define SNAPSHOT_VERSION 4u

static uint64_t snapshot_step_(uint64_t sum, uint64_t word)
{
	sum = (sum ^ word) * 0x9e3779b97f4a7c15u;
	return sum << 31 | sum >> 33;
}

/* Four sums at a time: a multiplication takes longer than a load. */
static uint64_t snapshot_bytes_(uint64_t sum, const char *at, size_t size)
{
	uint64_t a = sum, b = ~sum, c = sum ^ 0x5555555555555555u, d = ~c;
	uint64_t words[4];

	for (; size >= sizeof(words); size -= sizeof(words)) {
		memcpy(words, at, sizeof(words));
		a = snapshot_step_(a, words[0]);
		b = snapshot_step_(b, words[1]);
		c = snapshot_step_(c, words[2]);
		d = snapshot_step_(d, words[3]);
		at += sizeof(words);
	}
	memset(words, 0, sizeof(words));
	memcpy(words, at, size);
	a = snapshot_step_(a, words[0]);
	b = snapshot_step_(b, words[1]);
	c = snapshot_step_(c, words[2]);
	d = snapshot_step_(d, words[3]);
	return snapshot_step_(snapshot_step_(snapshot_step_(a, b), c), d);
}

/* head.sum is not part of it. */
static uint64_t snapshot_sum_(struct lish_snapshot_ head, const char *body,
			     size_t size)
{
	uint64_t sum;

	head.sum = 0;
	sum = snapshot_bytes_(0, (const char *)&head, sizeof(head));
	sum = snapshot_bytes_(sum, body, size);
	/* Padding in objects may be uninitialised: no mistake of the caller. */
	lish_os_unpoison_(&sum, sizeof(sum));
	return sum;
}

static uint64_t snapshot_body_(const struct lish_snapshot_ *head)
{
	return ((uint64_t)head->numbers + head->free) *
		       sizeof(uint32_t) +
	       (uint64_t)head->count * head->saved_size;
}

struct lish_snapshot_ lish_snapshot_of_(const struct lish_pool_ *pool,
					uint32_t kind)
{
	struct lish_snapshot_ head;

	memset(&head, 0, sizeof(head));
	head.magic = SNAPSHOT_MAGIC;
	head.version = SNAPSHOT_VERSION;
	head.pointer_size = (uint32_t)sizeof(void *);
	head.object_size = pool->size;
	head.node_offset = pool->offset;
	head.saved_size = pool->size;
	head.kind = kind;
	head.used = lish_pool_highest_(pool);
	head.border = pool->border;
	head.free = pool->stacked;
	head.count = lish_pool_count_(pool);
	head.peak = head.used;
	return head;
}

size_t lish_snapshot_size_(const struct lish_snapshot_ *head)
{
	/* No overflow: the pool has all of it in memory. */
	return sizeof(*head) + (size_t)snapshot_body_(head);
}

void lish_snapshot_seal_(struct lish_snapshot_ *head, void *buffer)
{
	head->sum = snapshot_sum_(*head, (const char *)buffer + sizeof(*head),
				 (size_t)snapshot_body_(head));
	memcpy(buffer, head, sizeof(*head));
}

static bool snapshot_same_shape_(const struct lish_snapshot_ *a,
				const struct lish_snapshot_ *b)
{
	return a->magic == b->magic && a->version == b->version &&
	       a->pointer_size == b->pointer_size &&
	       a->object_size == b->object_size &&
	       a->node_offset == b->node_offset &&
	       a->saved_offset == b->saved_offset &&
	       a->saved_size == b->saved_size && a->kind == b->kind &&
	       a->index_bits == b->index_bits;
}

static bool snapshot_counts_ok_(const struct lish_snapshot_ *head)
{
	const uint64_t taken = (uint64_t)head->count + head->retired;

	return head->used <= LISH_MAX_COUNT && head->border <= head->used &&
	       head->peak >= head->count && head->peak <= head->used &&
	       head->numbers <= head->used &&
	       (head->kind == LISH_SNAPSHOT_IPOOL_
			? !head->numbers && !head->floor
			: head->numbers >= head->border) &&
	       head->next <= (head->kind == LISH_SNAPSHOT_NEXT_ ? head->used : 0) &&
	       (lish_snapshot_has_stack_(head)
			? taken + head->free == head->border
			: !head->free && taken <= head->border);
}

int lish_snapshot_read_(struct lish_snapshot_ *head,
			const struct lish_snapshot_ *mine, const void *buffer,
			size_t size)
{
	if (size < sizeof(*head))
		return -EINVAL;
	memcpy(head, buffer, sizeof(*head));
	size -= sizeof(*head);
	if (!snapshot_same_shape_(head, mine) || !snapshot_counts_ok_(head) ||
	    snapshot_body_(head) > size)
		return -EINVAL;
	return snapshot_sum_(*head, (const char *)buffer + sizeof(*head),
			    (size_t)snapshot_body_(head)) == head->sum
		       ? 0
		       : -EINVAL;
}

int lish_snapshot_look_(struct lish_pool_ *pool,
			const struct lish_snapshot_ *head, uint32_t **seen)
{
	uint32_t room, limit, i;
	struct lish_mem *mem;

	lish_pool_wake_(pool);
	room = limit = pool->capacity;
	if (lish_pool_grows_(pool)) {
		room = pool->growth->sides;
		limit = pool->growth->limit;
	}
	if (head->used > limit)
		return -ENOSPC;
	*seen = NULL;
	if (!lish_snapshot_has_stack_(head))
		return 0;
	*seen = pool->stack;
	i = pool->stacked;
	if (head->border > room) {
		mem = lish_pool_mem_(pool);
		*seen = (uint32_t *)mem->alloc(
			mem, head->border * sizeof(**seen), sizeof(void *));
		if (!*seen)
			return -ENOMEM;
		i = 0;
	}
	/* Entries of the stack have no SEEN bit. */
	for (; i < head->border; i++)
		(*seen)[i] = 0;
	return 0;
}

void lish_snapshot_looked_(struct lish_pool_ *pool,
			   const struct lish_snapshot_ *head, uint32_t *seen)
{
	struct lish_mem *mem;
	uint32_t i;

	if (!seen)
		return;
	if (seen != pool->stack) {
		mem = lish_pool_mem_(pool);
		mem->free(mem, seen, head->border * sizeof(*seen),
			  sizeof(void *));
		return;
	}
	for (i = 0; i < head->border; i++)
		seen[i] &= ~LISH_SNAPSHOT_SEEN_;
}
