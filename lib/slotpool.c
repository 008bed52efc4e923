// SPDX-License-Identifier: MIT
/*
 * The cold side of slotpool: settings, growth, hooks, the order of the lowest
 * index, snapshots, reports, validation.
 */
#define LISH_ENV_OS_
#define LISH_LIB_
#include <linux-ish/slotpool.h>

void slotpool_refuse_(const char *op, const struct slotpool *pool,
		      const void *object)
{
	enum lish_reason reason = LISH_NOT_LIVE;
	int32_t index;

	if (!pool->chunks.size) {
		reason = LISH_UNINITIALIZED;
	} else if (object) {
		index = lish_chunks_find_(&pool->chunks, object);
		if (index < 0)
			reason = LISH_FOREIGN;
		else if (slotpool_is_live_at(pool, (uint32_t)index))
			reason = slotpool_is_live(pool, object) ?
					 LISH_IN_HOOK :
					 LISH_BAD_INDEX;
	}
	lish_misuse_(op, pool, object, reason);
}
LISH_EXPORT(slotpool_refuse_)

void slotpool_refuse_zero_(const char *op, const struct slotpool *pool)
{
	lish_misuse_(op, pool, NULL, LISH_UNINITIALIZED);
}
LISH_EXPORT(slotpool_refuse_zero_)

/* At every check level. */
static bool ready(const char *op, const struct slotpool *pool)
{
	if (!pool->chunks.size)
		slotpool_refuse_zero_(op, pool);
	return pool->chunks.size != 0;
}

bool slotpool_whole_ok_(const char *op, const struct slotpool *pool)
{
	const struct slotpool_idx *fault;
	const enum lish_reason reason = slotpool_check(pool, &fault);

	if (reason != LISH_OK)
		lish_misuse_(op, pool, fault, reason);
	return reason == LISH_OK;
}
LISH_EXPORT(slotpool_whole_ok_)

/*
 * The arrays beside the objects lie in one block: words of bits first, numbers
 * behind them.
 */

/* How many words of bits; what belongs to the lowest order comes last. */
static uint32_t count_words(uint32_t n, bool lowest)
{
	const uint32_t words = LISH_WORDS(n), full = LISH_WORDS(words);

	return 2 * words + (lowest ? full + LISH_WORDS(full) : 0);
}

static uint32_t count_numbers(bool lowest)
{
	return lowest ? 1 : 2;
}

/* 0 if that is more than there can be. */
static size_t side_bytes(uint32_t n, bool lowest)
{
	const uint64_t bytes =
		(uint64_t)count_words(n, lowest) * sizeof(lish_word) +
		(uint64_t)n * count_numbers(lowest) * sizeof(uint32_t);

	return (size_t)bytes == bytes ? (size_t)bytes : 0;
}

static void place_sides(struct slotpool *pool, lish_word *words,
			uint32_t *numbers, uint32_t n)
{
	const uint32_t count = LISH_WORDS(n);

	pool->live = words;
	pool->taken = words + count;
	if (pool->lowest) {
		pool->full = pool->taken + count;
		pool->top = pool->full + LISH_WORDS(count);
	}
	pool->generation = numbers;
	pool->stack = pool->lowest ? NULL : numbers + n;
	pool->sides = n;
}

static void free_sides(struct slotpool *pool)
{
	struct lish_mem *mem = pool->chunks.mem;

	if (mem && pool->sides)
		mem->free(mem, pool->live,
			  side_bytes(pool->sides, pool->lowest),
			  sizeof(lish_word));
	pool->sides = 0;
}

static void copy_words(lish_word *to, const lish_word *from, uint32_t n)
{
	if (n)
		memcpy(to, from, n * sizeof(*to));
}

/* Make the arrays big enough for n slots; 0, -ENOSPC or -ENOMEM. */
static int fit_sides(struct slotpool *pool, uint32_t n)
{
	struct lish_mem *mem = pool->chunks.mem;
	const uint32_t limit = pool->chunks.limit;
	const uint32_t words = LISH_WORDS(pool->sides);
	struct slotpool bigger = *pool;
	uint32_t want = 2 * pool->sides;
	lish_word *block;
	size_t bytes;

	if (n <= pool->sides)
		return 0;
	if (!mem || n > limit)
		return -ENOSPC;
	if (limit < LISH_MAX_COUNT || want > limit)
		want = limit;
	else if (want < n)
		want = n;
	bytes = side_bytes(want, pool->lowest);
	block = bytes ? (lish_word *)mem->alloc(mem, bytes,
						sizeof(lish_word)) :
			NULL;
	if (!block)
		return -ENOMEM;
	memset(block, 0, bytes);
	place_sides(&bigger, block,
		    (uint32_t *)(void *)(block +
					 count_words(want, pool->lowest)),
		    want);
	copy_words(bigger.live, pool->live, words);
	copy_words(bigger.taken, pool->taken, words);
	if (pool->lowest) {
		copy_words(bigger.full, pool->full, LISH_WORDS(words));
		copy_words(bigger.top, pool->top,
			   LISH_WORDS(LISH_WORDS(words)));
	}
	if (pool->used)
		memcpy(bigger.generation, pool->generation,
		       pool->used * sizeof(*bigger.generation));
	if (pool->free)
		memcpy(bigger.stack, pool->stack,
		       pool->free * sizeof(*bigger.stack));
	free_sides(pool);
	*pool = bigger;
	return 0;
}

/* After what may have changed that: when may alloc and free be quick? */
static void settle(struct slotpool *pool)
{
	const uint32_t usable = pool->border - pool->retired;

	if (pool->lowest || pool->chunks.watch)
		pool->low = SLOTPOOL_LOOK_;
	else
		pool->low = usable > pool->peak ? usable - pool->peak : 0;
}

/* Initialising */

static void release(struct slotpool *pool)
{
	free_sides(pool);
	lish_chunks_release_(&pool->chunks);
	memset(pool, 0, sizeof(*pool));
}

int slotpool_init_(struct slotpool *pool, size_t size, size_t align,
		   size_t offset, bool lowest,
		   const struct lish_config *config)
{
	int err;

	memset(pool, 0, sizeof(*pool));
	err = lish_chunks_init_(&pool->chunks, size, align, offset,
				sizeof(struct slotpool_idx), config);
	if (err)
		return err;
	pool->lowest = lowest;
	pool->saved_size = (uint32_t)size;
	settle(pool);
	if (config && config->initial) {
		err = slotpool_reserve(pool, config->initial);
		if (err)
			release(pool);
	}
	return err;
}
LISH_EXPORT(slotpool_init_)

int slotpool_init_in_(struct slotpool *pool, size_t size, size_t align,
		      size_t offset, bool lowest, uint32_t n, void *block,
		      size_t bytes, const struct lish_config *config)
{
	const uint32_t words = count_words(n, lowest);
	struct lish_block_ rest;
	lish_word *bits;
	uint32_t *numbers;
	int err;

	rest.at = (char *)block;
	rest.left = bytes;
	memset(pool, 0, sizeof(*pool));
	err = lish_chunks_init_in_(&pool->chunks, size, align, offset,
				   sizeof(struct slotpool_idx), n, &rest,
				   config);
	if (err)
		return err;
	bits = (lish_word *)lish_block_cut_(&rest, words, sizeof(*bits),
					    sizeof(*bits));
	numbers = (uint32_t *)lish_block_cut_(
		&rest, n, count_numbers(lowest) * sizeof(*numbers),
		sizeof(*numbers));
	if (!bits || !numbers) {
		memset(pool, 0, sizeof(*pool));
		return -ENOSPC;
	}
	memset(bits, 0, words * sizeof(*bits));
	memset(numbers, 0, n * sizeof(*numbers));
	pool->lowest = lowest;
	pool->saved_size = (uint32_t)size;
	place_sides(pool, bits, numbers, n);
	settle(pool);
	return 0;
}
LISH_EXPORT(slotpool_init_in_)

int slotpool_set_saved(struct slotpool *pool, size_t offset, size_t size)
{
	if (!ready("slotpool_set_saved", pool) ||
	    offset > pool->chunks.size || size > pool->chunks.size - offset)
		return -EINVAL;
	pool->saved_offset = (uint32_t)offset;
	pool->saved_size = (uint32_t)size;
	return 0;
}
LISH_EXPORT(slotpool_set_saved)

/* Growing */

static int grow(struct slotpool *pool)
{
	struct lish_chunks *chunks = &pool->chunks;
	uint32_t capacity;
	int err = lish_chunks_next_("slotpool_alloc", pool, chunks, &capacity);

	/* What was never initialised is not written to. */
	if (err == -EINVAL)
		return err;
	if (!err)
		err = fit_sides(pool, capacity);
	if (!err)
		err = lish_chunks_extend_(chunks, capacity);
	if (err)
		chunks->failed++;
	return err;
}

int slotpool_reserve(struct slotpool *pool, uint32_t n)
{
	struct lish_chunks *chunks = &pool->chunks;
	uint32_t capacity;
	int err = lish_chunks_rest_("slotpool_reserve", pool, chunks, n,
				    &capacity);

	if (!err)
		err = fit_sides(pool, capacity);
	if (!err)
		err = lish_chunks_extend_(chunks, capacity);
	if (!err)
		lish_chunks_make_(chunks, n);
	return err;
}
LISH_EXPORT(slotpool_reserve)

/* One more than the highest bit that is set among the first n; else 0. */
static uint32_t bits_end(const lish_word *bits, uint32_t n)
{
	uint32_t word = LISH_WORDS(n);

	while (word && !bits[word - 1])
		word--;
	return word ? (word << LISH_WORD_SHIFT) - lish_clz(bits[word - 1]) : 0;
}

/*
 * Lowest first: taken has a bit per slot, full a bit per word of taken, top one
 * per word of full; words of top below the hint are full. A free slot below the
 * border is found from the top down, and is there if the numbers say so.
 */

static uint32_t find_lowest(const struct slotpool *pool)
{
	uint32_t at = pool->hint;

	if (pool->count + pool->retired == pool->border)
		return pool->border;
	while (pool->top[at] == LISH_WORD_ALL)
		at++;
	at = (at << LISH_WORD_SHIFT) + lish_ctz(~pool->top[at]);
	at = (at << LISH_WORD_SHIFT) + lish_ctz(~pool->full[at]);
	return (at << LISH_WORD_SHIFT) + lish_ctz(~pool->taken[at]);
}

static void take_lowest(struct slotpool *pool, uint32_t index)
{
	const uint32_t word = index >> LISH_WORD_SHIFT;
	const uint32_t full = word >> LISH_WORD_SHIFT;
	const uint32_t top = full >> LISH_WORD_SHIFT;

	pool->taken[word] |= slotpool_mask_(index);
	if (pool->taken[word] != LISH_WORD_ALL)
		return;
	pool->full[full] |= slotpool_mask_(word);
	if (pool->full[full] != LISH_WORD_ALL)
		return;
	pool->top[top] |= slotpool_mask_(full);
	if (top == pool->hint && pool->top[top] == LISH_WORD_ALL)
		pool->hint++;
}

static void give_lowest(struct slotpool *pool, uint32_t index)
{
	const uint32_t word = index >> LISH_WORD_SHIFT;
	const uint32_t full = word >> LISH_WORD_SHIFT;
	const uint32_t top = full >> LISH_WORD_SHIFT;

	if (pool->taken[word] == LISH_WORD_ALL) {
		pool->full[full] &= ~slotpool_mask_(word);
		pool->top[top] &= ~slotpool_mask_(full);
		if (top < pool->hint)
			pool->hint = top;
	}
	pool->taken[word] &= ~slotpool_mask_(index);
	/* What it goes down, allocs have once gone up. */
	if (index + 1 == pool->border)
		pool->border = bits_end(pool->taken, index);
}

/* Make taken, full, top and the border from live and the generations. */
static void rebuild_lowest(struct slotpool *pool)
{
	const uint32_t words = LISH_WORDS(pool->sides);
	uint32_t i;

	memset(pool->full, 0, LISH_WORDS(words) * sizeof(*pool->full));
	memset(pool->top, 0,
	       LISH_WORDS(LISH_WORDS(words)) * sizeof(*pool->top));
	pool->hint = 0;
	memcpy(pool->taken, pool->live, words * sizeof(*pool->taken));
	for (i = 0; pool->retired && i < pool->used; i++) {
		if (pool->generation[i] == SLOTPOOL_RETIRED_)
			pool->taken[i >> LISH_WORD_SHIFT] |= slotpool_mask_(i);
	}
	for (i = 0; i < words; i++) {
		if (pool->taken[i] == LISH_WORD_ALL)
			take_lowest(pool, i << LISH_WORD_SHIFT);
	}
	pool->border = bits_end(pool->taken, pool->used);
}

/* One more than the highest slot that is live or retired. */
static uint32_t taken_end(const struct slotpool *pool)
{
	uint32_t end, i;

	if (pool->lowest)
		return pool->border;
	end = bits_end(pool->live, pool->border);
	for (i = pool->border; pool->retired && i > end; i--) {
		if (pool->generation[i - 1] == SLOTPOOL_RETIRED_)
			return i;
	}
	return end;
}

/* Nothing is live: hand out as a new pool does, but for retired slots. */
static void start_over(struct slotpool *pool)
{
	uint32_t i;

	if (pool->sides && pool->lowest)
		rebuild_lowest(pool);
	if (pool->lowest)
		return;
	pool->border = taken_end(pool);
	pool->free = 0;
	for (i = pool->border; i-- > 0;) {
		if (pool->generation[i] != SLOTPOOL_RETIRED_)
			pool->stack[pool->free++] = i;
	}
}

int slotpool_set_hooks(struct slotpool *pool,
		       const struct lish_pool_hooks *hooks, void *ctx)
{
	uint32_t free;
	int err;

	if (pool->count)
		return -EBUSY;
	err = lish_chunks_set_hooks_("slotpool_set_hooks", pool, &pool->chunks,
				     hooks, ctx);
	if (err)
		return err;
	/* make is called in the order of the slots. */
	start_over(pool);
	settle(pool);
	/* It would miss retired ones, and these may come back. */
	if (pool->retired) {
		/* It may not be handed what is yet to be made. */
		free = pool->free;
		pool->free = 0;
		lish_chunks_make_(&pool->chunks, pool->border);
		pool->free = free;
	}
	return 0;
}
LISH_EXPORT(slotpool_set_hooks)

/* The turns of an object's life, whatever the pool has */

/* The border passes a slot. */
static void raise_border(struct slotpool *pool, uint32_t index)
{
	pool->border = index + 1;
	if (pool->border > pool->used)
		pool->used = pool->border;
}

/* A slot that is below the border by now, and on no stack, begins to live. */
LISH_TINY void *bear(struct slotpool *pool, uint32_t index, bool zero)
{
	void *object = slotpool_place_(pool, index, pool->chunks.size);
	uint32_t *mark = &slotpool_idx_of_(pool, object)->slot;

	*mark = index + 1;
	slotpool_enter_(pool, index);
	if (pool->count > pool->peak)
		pool->peak = pool->count;
	if (lish_unlikely(pool->chunks.watch))
		lish_chunks_born_(&pool->chunks, index, object, mark, zero);
	else if (zero)
		lish_chunks_zero_(&pool->chunks, object);
	/* It may have found out meanwhile that nobody watches. */
	settle(pool);
	return object;
}

void *slotpool_take_any_(struct slotpool *pool, bool zero)
{
	uint32_t index;

	if (pool->free) {
		index = pool->stack[--pool->free];
	} else {
		for (;;) {
			index = pool->lowest ? find_lowest(pool) : pool->border;
			if (lish_likely(index < pool->chunks.room))
				break;
			if (grow(pool))
				return NULL;
		}
		if (pool->lowest)
			take_lowest(pool, index);
		if (index >= pool->border)
			raise_border(pool, index);
	}
	return bear(pool, index, zero);
}
LISH_EXPORT(slotpool_take_any_)

void *slotpool_take_last_(struct slotpool *pool)
{
	uint32_t index;

	while (pool->border >= pool->chunks.room) {
		if (grow(pool))
			return NULL;
	}
	index = pool->border;
	if (pool->lowest)
		take_lowest(pool, index);
	raise_border(pool, index);
	return bear(pool, index, false);
}
LISH_EXPORT(slotpool_take_last_)

/* A slot, that is live, is free. */
static void leave(struct slotpool *pool, uint32_t index)
{
	pool->live[index >> LISH_WORD_SHIFT] &= ~slotpool_mask_(index);
	pool->changes++;
	pool->count--;
	if (++pool->generation[index] == SLOTPOOL_RETIRED_)
		pool->retired++;
	else if (pool->lowest)
		give_lowest(pool, index);
	else if (index + 1 == pool->border)
		pool->border = index;
	else
		pool->stack[pool->free++] = index;
}

void slotpool_bury_(struct slotpool *pool, void *object, uint32_t index)
{
	uint32_t *mark = &slotpool_idx_of_(pool, object)->slot;

	if (pool->chunks.watch)
		lish_chunks_dying_(&pool->chunks, object, mark);
	leave(pool, index);
	*mark = 0;
	if (pool->chunks.watch)
		lish_chunks_dead_(&pool->chunks, object);
}
LISH_EXPORT(slotpool_bury_)

/*
 * Free all, with hooks that may free and alloc others meanwhile. What is freed
 * here does not go back to them: each of their allocs needs a free of their
 * own, in the same hook, of an object that is yet to come. So it ends.
 */
static void bury_all(struct slotpool *pool)
{
	uint32_t index;
	void *object;

	lish_chunks_close_(&pool->chunks);
	for (index = pool->border; index-- > 0;) {
		pool->free = 0;
		object = slotpool_at(pool, index);
		if (object)
			slotpool_bury_(pool, object, index);
	}
	lish_chunks_open_(&pool->chunks);
}

/* The same without a look at the objects. */
static void forget_all(struct slotpool *pool)
{
	const uint32_t words = LISH_WORDS(pool->border);
	uint32_t word, index;
	lish_word bits;

	for (word = 0; word < words; word++) {
		for (bits = pool->live[word]; bits; bits &= bits - 1) {
			index = (word << LISH_WORD_SHIFT) + lish_ctz(bits);
			if (++pool->generation[index] == SLOTPOOL_RETIRED_)
				pool->retired++;
		}
		pool->live[word] = 0;
	}
	pool->count = 0;
	pool->changes++;
}

int slotpool_clear(struct slotpool *pool)
{
	struct lish_chunks *chunks = &pool->chunks;
	const int err = lish_chunks_settled_("slotpool_clear", pool, chunks);

	if (err)
		return err;
	if (lish_chunks_must_visit_(chunks))
		bury_all(pool);
	else
		forget_all(pool);
	start_over(pool);
	return 0;
}
LISH_EXPORT(slotpool_clear)

int slotpool_forget_handles(struct slotpool *pool)
{
	const int err = lish_chunks_settled_("slotpool_forget_handles", pool,
					     &pool->chunks);
	uint32_t i;

	if (err)
		return err;
	for (i = pool->used; i-- > 0;) {
		if (pool->generation[i] == SLOTPOOL_RETIRED_ && !pool->lowest)
			pool->stack[pool->free++] = i;
		pool->generation[i] &= 1;
	}
	pool->retired = 0;
	if (pool->sides && pool->lowest)
		rebuild_lowest(pool);
	pool->used = pool->border;
	settle(pool);
	return 0;
}
LISH_EXPORT(slotpool_forget_handles)

int slotpool_trim(struct slotpool *pool)
{
	struct lish_chunks *chunks = &pool->chunks;
	const int err = lish_chunks_settled_("slotpool_trim", pool, chunks);
	uint32_t end, from, to = 0;

	if (err || !chunks->mem)
		return err;
	end = lish_chunks_round_(chunks, taken_end(pool));
	if (end >= chunks->capacity)
		return 0;
	for (from = 0; from < pool->free; from++) {
		if (pool->stack[from] < end)
			pool->stack[to++] = pool->stack[from];
	}
	pool->free = to;
	if (pool->border > end)
		pool->border = end;
	lish_chunks_shrink_(chunks, end);
	return 0;
}
LISH_EXPORT(slotpool_trim)

void slotpool_destroy(struct slotpool *pool)
{
	if (!lish_chunks_may_destroy_("slotpool_destroy", pool, &pool->chunks))
		return;
	(void)slotpool_clear(pool);
	lish_chunks_shrink_(&pool->chunks, 0);
	release(pool);
}
LISH_EXPORT(slotpool_destroy)

/* Asking */

bool slotpool_owns(const struct slotpool *pool, const void *ptr)
{
	return ready("slotpool_owns", pool) &&
	       lish_chunks_find_(&pool->chunks, ptr) >= 0;
}
LISH_EXPORT(slotpool_owns)

int32_t slotpool_next_live(const struct slotpool *pool, uint32_t index)
{
	uint32_t word = index >> LISH_WORD_SHIFT;
	lish_word bits;

	if (index >= pool->border)
		return -1;
	bits = pool->live[word] & LISH_WORD_ALL << (index & LISH_WORD_MASK);
	while (!bits) {
		if (++word == LISH_WORDS(pool->border))
			return -1;
		bits = pool->live[word];
	}
	return (int32_t)((word << LISH_WORD_SHIFT) + lish_ctz(bits));
}
LISH_EXPORT(slotpool_next_live)

void *slotpool_next_run_(struct slotpool_run_ *run)
{
	const struct slotpool *pool = run->pool;
	const int32_t first = slotpool_next_live(pool, run->slot);
	uint32_t end = run->end < pool->border ? run->end : pool->border;
	uint32_t at = (uint32_t)first;
	lish_word dead;

	if (first < 0 || at >= end)
		return NULL;
	if (end - 1 > (at | pool->chunks.mask))
		end = (at | pool->chunks.mask) + 1;
	do {
		dead = ~pool->live[at >> LISH_WORD_SHIFT] >>
		       (at & LISH_WORD_MASK);
		at = dead ? at + lish_ctz(dead) : (at | LISH_WORD_MASK) + 1;
	} while (!dead && at < end);
	run->slot = at < end ? at : end;
	run->count = run->slot - (uint32_t)first;
	return slotpool_place_(pool, (uint32_t)first, pool->chunks.size);
}
LISH_EXPORT(slotpool_next_run_)

/* Of n words, where part begins: the first n % parts have one more. */
static uint32_t share_start(uint32_t n, uint32_t part, uint32_t parts)
{
	const uint32_t more = n % parts;

	return n / parts * part + (part < more ? part : more);
}

struct slotpool_share slotpool_span(const struct slotpool *pool, uint32_t part,
				    uint32_t parts)
{
	/* So many slots as the smallest chunk has, whatever the word. */
	const uint32_t unit = LISH_CHUNK_MIN_;
	const uint32_t units = (pool->border + unit - 1) / unit;
	struct slotpool_share share = { 0, 0 };
	uint32_t end;

	if (!ready("slotpool_span", pool))
		return share;
	if (part >= parts) {
		lish_misuse_("slotpool_span", pool, NULL, LISH_BAD_RANGE);
		return share;
	}
	share.start = share_start(units, part, parts) * unit;
	end = share_start(units, part + 1, parts) * unit;
	/* The last one ends with the border. */
	if (share.start > pool->border)
		share.start = pool->border;
	if (end > pool->border)
		end = pool->border;
	share.count = end - share.start;
	return share;
}
LISH_EXPORT(slotpool_span)

/*
 * Snapshots: a header, the generations of all slots that were ever used, the
 * stack, and of each live object, by index, the bytes that were asked for.
 * Which ones are live is in the generations.
 */

#define SNAPSHOT_MAGIC 0x6c736970u
#define SNAPSHOT_VERSION 1u

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
	uint32_t zero;
	uint64_t sum; /* of all bytes but these */
};

static uint64_t sum_step(uint64_t sum, uint64_t word)
{
	/* Each step can be undone, so that no change of one word is lost. */
	sum = (sum ^ word) * 0x9e3779b97f4a7c15u;
	return sum << 31 | sum >> 33;
}

/* Four sums at a time, for a multiplication takes longer than a load. */
static uint64_t sum_bytes(uint64_t sum, const char *at, size_t size)
{
	uint64_t a = sum, b = ~sum, c = sum ^ 0x5555555555555555u,
		 d = ~c;
	uint64_t words[4];

	for (; size >= sizeof(words); size -= sizeof(words)) {
		memcpy(words, at, sizeof(words));
		a = sum_step(a, words[0]);
		b = sum_step(b, words[1]);
		c = sum_step(c, words[2]);
		d = sum_step(d, words[3]);
		at += sizeof(words);
	}
	memset(words, 0, sizeof(words));
	memcpy(words, at, size);
	a = sum_step(a, words[0]);
	b = sum_step(b, words[1]);
	c = sum_step(c, words[2]);
	d = sum_step(d, words[3]);
	return sum_step(sum_step(sum_step(a, b), c), d);
}

/* The sum of a snapshot whose header was read or is yet to be written. */
static uint64_t sum_snapshot(struct snapshot head, const char *body,
			     size_t size)
{
	uint64_t sum;

	head.sum = 0;
	sum = sum_bytes(0, (const char *)&head, sizeof(head));
	sum = sum_bytes(sum, body, size);
	/* It is no mistake if nobody wrote the padding in the objects. */
	lish_os_unpoison_(&sum, sizeof(sum));
	return sum;
}

/* Bytes behind the header; more than there are if it is nonsense. */
static uint64_t body_size(const struct snapshot *head)
{
	return ((uint64_t)head->used + head->free) * sizeof(uint32_t) +
	       (uint64_t)head->count * head->saved_size;
}

static struct snapshot snapshot_of(const struct slotpool *pool)
{
	struct snapshot head;

	memset(&head, 0, sizeof(head));
	head.magic = SNAPSHOT_MAGIC;
	head.version = SNAPSHOT_VERSION;
	head.pointer_size = (uint32_t)sizeof(void *);
	head.object_size = pool->chunks.size;
	head.node_offset = pool->chunks.offset;
	head.saved_offset = pool->saved_offset;
	head.saved_size = pool->saved_size;
	head.lowest = pool->lowest;
	head.used = pool->used;
	head.border = pool->border;
	head.free = pool->free;
	head.count = pool->count;
	head.retired = pool->retired;
	return head;
}

size_t slotpool_save_size(const struct slotpool *pool)
{
	const struct snapshot head = snapshot_of(pool);

	/* All of it is in memory already: no overflow. */
	return sizeof(head) + (size_t)body_size(&head);
}
LISH_EXPORT(slotpool_save_size)

static struct slotpool_run_ all_runs(const struct slotpool *pool)
{
	return slotpool_run_from_(pool, 0, SLOTPOOL_NO_END_, pool->chunks.size,
				  pool->chunks.offset);
}

static char *put(char *to, const void *from, size_t size)
{
	/* An array that is empty may be nowhere. */
	if (!size)
		return to;
	memcpy(to, from, size);
	return to + size;
}

static char *put_objects(const struct slotpool *pool, char *to)
{
	const size_t size = pool->chunks.size, saved = pool->saved_size;
	struct slotpool_run_ run = all_runs(pool);
	const char *object;
	uint32_t i;

	while ((object = (const char *)slotpool_next_run_(&run)) != NULL) {
		if (saved == size) {
			to = put(to, object, run.count * size);
			continue;
		}
		object += pool->saved_offset;
		for (i = 0; i < run.count; i++, object += size)
			to = put(to, object, saved);
	}
	return to;
}

int slotpool_save(const struct slotpool *pool, void *buffer, size_t size)
{
	const int err = lish_chunks_settled_("slotpool_save", pool,
					     &pool->chunks);
	struct snapshot head;
	char *body, *end;

	if (err)
		return err;
	if (size < slotpool_save_size(pool))
		return -ENOSPC;
	body = (char *)buffer + sizeof(head);
	end = put(body, pool->generation, pool->used * sizeof(uint32_t));
	end = put(end, pool->stack, pool->free * sizeof(uint32_t));
	end = put_objects(pool, end);
	head = snapshot_of(pool);
	head.sum = sum_snapshot(head, body, (size_t)(end - body));
	memcpy(buffer, &head, sizeof(head));
	return 0;
}
LISH_EXPORT(slotpool_save)

static uint32_t read_number(const char *numbers, uint32_t i)
{
	uint32_t number;

	memcpy(&number, numbers + (size_t)i * sizeof(number), sizeof(number));
	return number;
}

static bool same_shape(const struct snapshot *a, const struct snapshot *b)
{
	return a->magic == b->magic && a->version == b->version &&
	       a->pointer_size == b->pointer_size &&
	       a->object_size == b->object_size &&
	       a->node_offset == b->node_offset &&
	       a->saved_offset == b->saved_offset &&
	       a->saved_size == b->saved_size && a->lowest == b->lowest;
}

/* Is it whole, and of such a pool? */
static bool is_ours(const struct slotpool *pool, const struct snapshot *head,
		    const char *body, size_t size)
{
	const struct snapshot mine = snapshot_of(pool);

	return same_shape(head, &mine) && head->used <= LISH_MAX_COUNT &&
	       head->border <= head->used &&
	       head->free <= head->border && head->count <= head->border &&
	       body_size(head) <= size &&
	       sum_snapshot(*head, body, (size_t)body_size(head)) == head->sum;
}

/* Do the generations agree with the header? */
static bool generations_ok(const struct snapshot *head, const char *numbers)
{
	uint32_t count = 0, retired = 0, end = 0, i, generation;

	for (i = 0; i < head->used; i++) {
		generation = read_number(numbers, i);
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

/*
 * Are all slots on a stack free, below the border, and different? scratch is
 * zero and has a bit for each of them.
 */
static bool stack_ok(const struct slotpool *pool, const char *stack,
		     uint32_t free, const char *numbers, uint32_t border)
{
	lish_word *scratch = pool->taken;
	bool ok = true;
	uint32_t i, index, generation;

	for (i = 0; i < free && ok; i++) {
		index = read_number(stack, i);
		ok = index < border;
		if (!ok)
			break;
		generation = read_number(numbers, index);
		ok = !(generation & 1) && generation != SLOTPOOL_RETIRED_ &&
		     !slotpool_bit_(scratch, index);
		scratch[index >> LISH_WORD_SHIFT] |= slotpool_mask_(index);
	}
	while (i-- > 0) {
		index = read_number(stack, i);
		scratch[index >> LISH_WORD_SHIFT] = 0;
	}
	return ok;
}

/* The bits of one word, from the generations. */
static lish_word odd_bits(const uint32_t *generation, uint32_t n)
{
	lish_word bits = 0;
	uint32_t i;

	for (i = 0; i < n; i++)
		bits |= (lish_word)(generation[i] & 1) << i;
	return bits;
}

/* What was live and is no more, by the generations of now. */
static void bury_word(struct slotpool *pool, uint32_t first, lish_word bits)
{
	void *object;

	for (; bits; bits &= bits - 1) {
		object = slotpool_place_(pool, first + lish_ctz(bits),
					 pool->chunks.size);
		slotpool_idx_of_(pool, object)->slot = 0;
		lish_chunks_dead_(&pool->chunks, object);
	}
}

static void load_live(struct slotpool *pool, uint32_t end)
{
	uint32_t first, n;
	lish_word *word, bits;

	for (first = 0; first < end; first += LISH_WORD_BITS) {
		n = pool->sides - first;
		bits = odd_bits(pool->generation + first,
				n < LISH_WORD_BITS ? n : LISH_WORD_BITS);
		word = &pool->live[first >> LISH_WORD_SHIFT];
		bury_word(pool, first, *word & ~bits);
		*word = bits;
	}
}

static void load_objects(struct slotpool *pool, const char *from)
{
	const size_t size = pool->chunks.size, saved = pool->saved_size;
	struct slotpool_run_ run = all_runs(pool);
	uint32_t index, i;
	char *object;

	while ((object = (char *)slotpool_next_run_(&run)) != NULL) {
		index = run.slot - run.count;
		for (i = 0; i < run.count; i++, index++, object += size) {
			if (pool->chunks.watch)
				lish_chunks_revive_(&pool->chunks, index,
						    object);
			put(object + pool->saved_offset, from, saved);
			from += saved;
			slotpool_idx_of_(pool, object)->slot = index + 1;
		}
	}
}

/* Take over a snapshot for which there is memory. Cannot fail. */
static void apply(struct slotpool *pool, const struct snapshot *head,
		  const char *body)
{
	const uint32_t end = pool->border > head->border ? pool->border :
							   head->border;
	const size_t numbers = head->used * sizeof(uint32_t);
	const size_t stack = head->free * sizeof(uint32_t);

	put((char *)pool->generation, body, numbers);
	if (pool->used > head->used)
		memset(pool->generation + head->used, 0,
		       (pool->used - head->used) * sizeof(uint32_t));
	put((char *)pool->stack, body + numbers, stack);
	load_live(pool, end);
	pool->used = head->used;
	pool->border = head->border;
	pool->free = head->free;
	pool->count = head->count;
	pool->retired = head->retired;
	if (pool->count > pool->peak)
		pool->peak = pool->count;
	if (pool->sides && pool->lowest)
		rebuild_lowest(pool);
	pool->changes++;
	load_objects(pool, body + numbers + stack);
	settle(pool);
}

int slotpool_load(struct slotpool *pool, const void *buffer, size_t size)
{
	struct lish_chunks *chunks = &pool->chunks;
	int err = lish_chunks_settled_("slotpool_load", pool, chunks);
	struct snapshot head;
	const char *body;
	uint32_t capacity;

	if (err)
		return err;
	if (size < sizeof(head))
		return -EINVAL;
	memcpy(&head, buffer, sizeof(head));
	body = (const char *)buffer + sizeof(head);
	if (!is_ours(pool, &head, body, size - sizeof(head)) ||
	    !generations_ok(&head, body))
		return -EINVAL;
	err = lish_chunks_rest_("slotpool_load", pool, chunks, head.border,
				&capacity);
	if (!err)
		err = fit_sides(pool, head.used > capacity ? head.used :
							     capacity);
	if (err)
		return err;
	if (!stack_ok(pool, body + head.used * sizeof(uint32_t), head.free,
		      body, head.border))
		return -EINVAL;
	err = lish_chunks_extend_(chunks, capacity);
	if (err)
		return err;
	lish_chunks_make_(chunks, head.border);
	apply(pool, &head, body);
	return 0;
}
LISH_EXPORT(slotpool_load)

/* Validation */

/* Do the bits, the generations and the objects' nodes agree? */
static enum lish_reason check_slots(const struct slotpool *pool,
				    const struct slotpool_idx **fault)
{
	const struct slotpool_idx *idx;
	uint32_t i, live = 0, retired = 0, generation;

	for (i = 0; i < pool->sides; i++) {
		generation = pool->generation[i];
		if (generation > SLOTPOOL_RETIRED_ ||
		    (i >= pool->used && generation) ||
		    (generation & 1) != slotpool_bit_(pool->live, i))
			return LISH_BAD_INDEX;
		retired += generation == SLOTPOOL_RETIRED_;
		if (!(generation & 1))
			continue;
		live++;
		if (i >= pool->border)
			return LISH_BAD_COUNT;
		idx = slotpool_idx_of_(pool, slotpool_at(pool, i));
		if ((idx->slot & ~LISH_IN_HOOK_) != i + 1) {
			*fault = idx;
			return LISH_BAD_INDEX;
		}
	}
	if (live != pool->count || retired != pool->retired)
		return LISH_BAD_COUNT;
	if (!pool->lowest && !pool->chunks.closed &&
	    live + retired + pool->free != pool->border)
		return LISH_BAD_COUNT;
	return LISH_OK;
}

/* Are the words below full exactly where their bits are set? */
static bool summary_ok(const lish_word *words, const lish_word *bits,
		       uint32_t n)
{
	uint32_t i;

	for (i = 0; i < n; i++) {
		if (slotpool_bit_(bits, i) != (words[i] == LISH_WORD_ALL))
			return false;
	}
	return true;
}

static bool lowest_ok(const struct slotpool *pool)
{
	const uint32_t words = LISH_WORDS(pool->sides);
	uint32_t i, end = 0;

	for (i = 0; i < pool->sides; i++) {
		const bool taken = slotpool_bit_(pool->live, i) ||
				   pool->generation[i] == SLOTPOOL_RETIRED_;

		if (slotpool_bit_(pool->taken, i) != taken)
			return false;
		if (taken)
			end = i + 1;
	}
	for (i = 0; i < pool->hint; i++) {
		if (pool->top[i] != LISH_WORD_ALL)
			return false;
	}
	return end == pool->border && !pool->free &&
	       summary_ok(pool->taken, pool->full, words) &&
	       summary_ok(pool->full, pool->top, LISH_WORDS(words));
}

/* May alloc and free be as quick as they are? */
static bool low_ok(const struct slotpool *pool)
{
	if (pool->low == SLOTPOOL_LOOK_)
		return true;
	return !pool->lowest && !pool->chunks.watch &&
	       (uint64_t)pool->low + pool->peak + pool->retired >= pool->border;
}

enum lish_reason slotpool_check(const struct slotpool *pool,
				const struct slotpool_idx **fault)
{
	const struct slotpool_idx *nobody;
	enum lish_reason reason;

	if (!fault)
		fault = &nobody;
	*fault = NULL;
	if (!pool->chunks.size)
		return LISH_UNINITIALIZED;
	if (pool->border > pool->chunks.capacity ||
	    pool->border > pool->used || pool->used > pool->sides ||
	    pool->free > pool->border || !low_ok(pool))
		return LISH_BAD_COUNT;
	reason = check_slots(pool, fault);
	if (reason != LISH_OK)
		return reason;
	if (pool->lowest ? !lowest_ok(pool) :
			   !stack_ok(pool, (const char *)pool->stack,
				     pool->free,
				     (const char *)pool->generation,
				     pool->border))
		return LISH_BAD_INDEX;
	return LISH_OK;
}
LISH_EXPORT(slotpool_check)
