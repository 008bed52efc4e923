// SPDX-License-Identifier: MIT
/*
 * Snapshots of a slotpool: a header, the generations of all slots that were ever
 * used, the stack, and of each live object, by index, the bytes that were asked
 * for. Which ones are live is in the generations.
 */
#define LISH_LIB_
#define LISH_ENV_OS_
#include <linux-ish/slotpool.h>

#define SNAPSHOT_MAGIC 0x6c736970u
#define SNAPSHOT_VERSION 2u

struct snapshot {
	uint32_t magic; /* reads otherwise in another byte order */
	uint32_t version;
	uint32_t pointer_size;
	uint32_t object_size;
	uint32_t node_offset;
	uint32_t saved_offset;
	uint32_t saved_size;
	uint32_t lowest;
	uint32_t used;
	uint32_t border;
	uint32_t free;
	uint32_t count;
	uint32_t retired;
	uint32_t peak;
	uint64_t sum; /* of all bytes but these */
};

static uint64_t snapshot_step(uint64_t sum, uint64_t word)
{
	/* Each step can be undone, so that no change of one word is lost. */
	sum = (sum ^ word) * 0x9e3779b97f4a7c15u;
	return sum << 31 | sum >> 33;
}

/* Four sums at a time, for a multiplication takes longer than a load. */
static uint64_t snapshot_bytes(uint64_t sum, const char *at, size_t size)
{
	uint64_t a = sum, b = ~sum, c = sum ^ 0x5555555555555555u, d = ~c;
	uint64_t words[4];

	for (; size >= sizeof(words); size -= sizeof(words)) {
		memcpy(words, at, sizeof(words));
		a = snapshot_step(a, words[0]);
		b = snapshot_step(b, words[1]);
		c = snapshot_step(c, words[2]);
		d = snapshot_step(d, words[3]);
		at += sizeof(words);
	}
	memset(words, 0, sizeof(words));
	memcpy(words, at, size);
	a = snapshot_step(a, words[0]);
	b = snapshot_step(b, words[1]);
	c = snapshot_step(c, words[2]);
	d = snapshot_step(d, words[3]);
	return snapshot_step(snapshot_step(snapshot_step(a, b), c), d);
}

/* The sum of a snapshot whose header was read or is yet to be written. */
static uint64_t snapshot_sum(struct snapshot head, const char *body,
			     size_t size)
{
	uint64_t sum;

	head.sum = 0;
	sum = snapshot_bytes(0, (const char *)&head, sizeof(head));
	sum = snapshot_bytes(sum, body, size);
	/* It is no mistake if nobody wrote the padding in the objects. */
	lish_os_unpoison_(&sum, sizeof(sum));
	return sum;
}

/* Bytes after the header; more than there are if it is nonsense. */
static uint64_t snapshot_body(const struct snapshot *head)
{
	return ((uint64_t)head->used + head->free) * sizeof(uint32_t) +
	       (uint64_t)head->count * head->saved_size;
}

static struct snapshot snapshot_of(const struct slotpool *pool)
{
	const struct lish_pool_ *base = &pool->base;
	const struct slotpool_extra_ *extra = slotpool_extra_of_(pool);
	struct snapshot head;

	memset(&head, 0, sizeof(head));
	head.magic = SNAPSHOT_MAGIC;
	head.version = SNAPSHOT_VERSION;
	head.pointer_size = (uint32_t)sizeof(void *);
	head.object_size = base->size;
	head.node_offset = base->offset;
	head.saved_offset = extra->saved ? extra->saved_offset : 0;
	head.saved_size = extra->saved ? extra->saved_size : base->size;
	head.lowest = base->flags & SLOTPOOL_LOWEST_;
	head.used = lish_pool_highest_(base);
	head.border = base->border;
	head.free = base->free;
	head.count = base->count;
	head.retired = pool->retired;
	head.peak = pool->peak;
	return head;
}

size_t slotpool_save_size(const struct slotpool *pool)
{
	struct snapshot head;

	if (!lish_pool_begun_("slotpool_save_size", &pool->base))
		return 0;
	head = snapshot_of(pool);
	/* All of it is in memory already: no overflow. */
	return sizeof(head) + (size_t)snapshot_body(&head);
}
LISH_EXPORT(slotpool_save_size)

static struct slotpool_run_ snapshot_runs(const struct slotpool *pool)
{
	return slotpool_run_from_(pool, 0, SLOTPOOL_NO_END_, pool->base.size,
				  pool->base.offset);
}

static char *snapshot_put(char *to, const void *from, size_t size)
{
	/* An array that is empty may be nowhere. */
	if (!size)
		return to;
	memcpy(to, from, size);
	return to + size;
}

static char *snapshot_put_objects(const struct slotpool *pool,
				  const struct snapshot *head, char *to)
{
	const size_t size = pool->base.size, saved = head->saved_size;
	struct slotpool_run_ run = snapshot_runs(pool);
	const char *object;
	uint32_t i;

	while ((object = (const char *)slotpool_next_run_(&run)) != NULL) {
		if (saved == size) {
			to = snapshot_put(to, object, run.count * size);
			continue;
		}
		object += head->saved_offset;
		for (i = 0; i < run.count; i++, object += size)
			to = snapshot_put(to, object, saved);
	}
	return to;
}

int slotpool_save(const struct slotpool *pool, void *buffer, size_t size)
{
	struct snapshot head;
	char *body, *end;

	if (!lish_pool_at_rest_("slotpool_save", &pool->base))
		return -EINVAL;
	head = snapshot_of(pool);
	if (size < sizeof(head) + (size_t)snapshot_body(&head))
		return -ENOSPC;
	body = (char *)buffer + sizeof(head);
	end = snapshot_put(body, pool->generation,
			   head.used * sizeof(uint32_t));
	end = snapshot_put(end, pool->base.stack,
			   head.free * sizeof(uint32_t));
	end = snapshot_put_objects(pool, &head, end);
	head.sum = snapshot_sum(head, body, (size_t)(end - body));
	memcpy(buffer, &head, sizeof(head));
	return 0;
}
LISH_EXPORT(slotpool_save)

static uint32_t snapshot_number(const char *numbers, uint32_t i)
{
	uint32_t number;

	memcpy(&number, numbers + (size_t)i * sizeof(number), sizeof(number));
	return number;
}

static bool snapshot_same_shape(const struct snapshot *a,
				const struct snapshot *b)
{
	return a->magic == b->magic && a->version == b->version &&
	       a->pointer_size == b->pointer_size &&
	       a->object_size == b->object_size &&
	       a->node_offset == b->node_offset &&
	       a->saved_offset == b->saved_offset &&
	       a->saved_size == b->saved_size && a->lowest == b->lowest;
}

/* Do the generations agree with the header? */
static bool snapshot_generations_ok(const struct snapshot *head,
				    const char *numbers)
{
	uint32_t count = 0, retired = 0, end = 0, i, generation;

	for (i = 0; i < head->used; i++) {
		generation = snapshot_number(numbers, i);
		if (generation > SLOTPOOL_RETIRED_)
			return false;
		if (generation & 1)
			count++;
		else if (generation == SLOTPOOL_RETIRED_)
			retired++;
		else
			continue;
		end = i + 1;
	}
	if (count != head->count || retired != head->retired)
		return false;
	if (head->lowest)
		return end == head->border && !head->free;
	return end <= head->border &&
	       count + retired + head->free == head->border;
}

/* Is it whole, and of such a pool? */
static bool snapshot_is_ours(const struct slotpool *pool,
			     const struct snapshot *head, const char *body,
			     size_t size)
{
	const struct snapshot mine = snapshot_of(pool);

	return snapshot_same_shape(head, &mine) &&
	       head->used <= LISH_MAX_COUNT && head->border <= head->used &&
	       head->free <= head->border && head->count <= head->border &&
	       head->peak >= head->count && head->peak <= head->used &&
	       snapshot_body(head) <= size &&
	       snapshot_sum(*head, body, (size_t)snapshot_body(head)) ==
		       head->sum &&
	       snapshot_generations_ok(head, body) &&
	       (head->lowest ||
		slotpool_stack_ok_(body + head->used * sizeof(uint32_t),
				   head->free, body, head->border));
}

/* Memory for what a snapshot holds; 0, -ENOSPC, -ENOMEM. */
static int snapshot_fit(struct slotpool *pool, const struct snapshot *head)
{
	struct lish_pool_ *base = &pool->base;
	int err;

	lish_pool_wake_(base);
	if (!lish_pool_grows_(base))
		return head->used > base->capacity ? -ENOSPC : 0;
	if (head->used > lish_pool_growth_(base)->limit)
		return -ENOSPC;
	err = slotpool_fit_(base, head->used);
	return err ? err : lish_pool_raise_(base, head->border);
}

/* The bits of one word, from the generations. */
static lish_word snapshot_bits(const uint32_t *generation, uint32_t n)
{
	lish_word bits = 0;
	uint32_t i;

	for (i = 0; i < n; i++)
		bits |= (lish_word)(generation[i] & 1) << i;
	return bits;
}

/* What was live and is no more, by the generations of now. */
static void snapshot_bury(struct slotpool *pool, uint32_t first, lish_word bits)
{
	uint32_t *mark;

	for (; bits; bits &= bits - 1) {
		mark = lish_pool_at_(&pool->base, first + lish_ctz(bits),
				     pool->base.size);
		*mark = 0;
		if (pool->base.watch)
			lish_pool_dead_(&pool->base, mark);
	}
}

/* All words up to the border that was, and that will be. */
static void snapshot_load_live(struct slotpool *pool, uint32_t before,
			       uint32_t border)
{
	const uint32_t end = before > border ? before : border;
	uint32_t first, n;
	lish_word *word, bits;

	for (first = 0; first < end; first += LISH_WORD_BITS) {
		n = border > first ? border - first : 0;
		bits = snapshot_bits(pool->generation + first,
				     n < LISH_WORD_BITS ? n : LISH_WORD_BITS);
		word = &pool->live[first >> LISH_WORD_SHIFT];
		if (first < before)
			snapshot_bury(pool, first, *word & ~bits);
		*word = bits;
	}
	/* Their memory may be new, or they were cleared without a look. */
	for (; before < border; before++) {
		if (!(pool->generation[before] & 1))
			*lish_pool_at_(&pool->base, before, pool->base.size) =
				0;
	}
}

static void snapshot_load_objects(struct slotpool *pool,
				  const struct snapshot *head, const char *from)
{
	const size_t size = pool->base.size, saved = head->saved_size;
	struct slotpool_run_ run = snapshot_runs(pool);
	uint32_t index, i;
	char *object;

	while ((object = (char *)slotpool_next_run_(&run)) != NULL) {
		index = run.slot - run.count;
		for (i = 0; i < run.count; i++, index++, object += size) {
			if (pool->base.watch)
				lish_pool_revive_(&pool->base, index);
			snapshot_put(object + head->saved_offset, from, saved);
			from += saved;
			*lish_pool_at_(&pool->base, index, size) = index + 1;
		}
	}
}

/* Take over a snapshot for which there is memory. Cannot fail. */
static void snapshot_apply(struct slotpool *pool, const struct snapshot *head,
			   const char *body)
{
	const size_t numbers = head->used * sizeof(uint32_t);
	const size_t stack = head->free * sizeof(uint32_t);
	struct lish_pool_ *base = &pool->base;

	snapshot_put((char *)pool->generation, body, numbers);
	snapshot_put((char *)base->stack, body + numbers, stack);
	snapshot_load_live(pool, base->border, head->border);
	base->highest = head->used;
	base->border = head->border;
	base->free = head->free;
	base->count = head->count;
	pool->retired = head->retired;
	pool->peak = head->peak;
	pool->changes++;
	if (base->flags & SLOTPOOL_LOWEST_)
		((const struct slotpool_ops_ *)(const void *)base->ops)
			->rebuild(pool);
	snapshot_load_objects(pool, head, body + numbers + stack);
	slotpool_refresh_(pool);
}

int slotpool_load(struct slotpool *pool, const void *buffer, size_t size)
{
	struct snapshot head;
	const char *body;
	int err;

	if (!lish_pool_at_rest_("slotpool_load", &pool->base))
		return -EINVAL;
	if (size < sizeof(head))
		return -EINVAL;
	memcpy(&head, buffer, sizeof(head));
	body = (const char *)buffer + sizeof(head);
	if (!snapshot_is_ours(pool, &head, body, size - sizeof(head)))
		return -EINVAL;
	err = snapshot_fit(pool, &head);
	if (err)
		return err;
	lish_pool_make_(&pool->base, head.border);
	snapshot_apply(pool, &head, body);
	return 0;
}
LISH_EXPORT(slotpool_load)
