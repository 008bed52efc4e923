// SPDX-License-Identifier: MIT
/*
 * pool_growth.c - pools that grow: their init, and the chunks of their objects
 *
 * Growth gets the chunks first, then the arrays beside the objects. If one of them fails,
 * the new chunks are released: a failed growth changes nothing. Chunks are released from
 * the end only, because an index must not change.
 *
 * A program links this file only if it calls X_init(), except where LISH_POOL_LATE_ is 0.
 */
#define LISH_LIB_
#include "growth.h"
#include "../ground/mem.h"
#include "../ground/reload.h"

/* The operation in a report about memory that an allocator returned. */
#define POOL_ALLOC_ LISH_NAME_("lish_mem.alloc")

/* Chunks start on a cache line, so that objects of 64 bytes lie in one. */
#define POOL_LINE_ 64u

/* A chunk may have fewer objects than MIN_CHUNK if they are larger than this. */
#define POOL_LARGE_ 4096u

/* With a limit of at most this many chunks, the table has its full length at once. */
#define POOL_TABLE_ 4096u

/* Before more new chunks than this, test whether the arrays beside them fit. */
#define POOL_MANY_ 64u

/* The largest object in C: a difference of pointers must fit. */
#define POOL_MAX_BYTES_ ((size_t)-1 / 2)

/* The last chunk ends at the limit. */
static uint32_t pool_chunk_objects_(const struct lish_pool_ *pool, uint32_t k)
{
	const uint32_t mask = ((uint32_t)1 << pool->shift) - 1;
	const uint32_t rest =
		pool->growth->limit - (k << pool->shift);

	return rest <= mask ? rest : mask + 1;
}

static uint32_t pool_chunk_count_(const struct lish_pool_ *pool, uint32_t n)
{
	return (n >> pool->shift) + ((n & (((uint32_t)1 << pool->shift) - 1)) != 0);
}

static size_t pool_chunk_bytes_(const struct lish_pool_ *pool, uint32_t k)
{
	return (size_t)pool_chunk_objects_(pool, k) * pool->size;
}

/* Chunks lie on cache lines if the allocator can; the objects need their own alignment. */
static size_t pool_chunk_align_(const struct lish_growth_ *growth)
{
	return growth->align > POOL_LINE_ ? growth->align : POOL_LINE_;
}

/* Its address, for a report that leads to it. */
static const void *pool_allocator_(const struct lish_mem *mem)
{
	return (const char *)(uintptr_t)mem->alloc + 1;
}

/* The room of the first table. A full one never moves. */
static uint32_t pool_first_room_(const struct lish_pool_ *pool)
{
	const uint32_t chunks = pool->growth->limit >> pool->shift;

	return pool->growth->limited && chunks < POOL_TABLE_ ? chunks + 1 : 8;
}

void *lish_pool_resize_(const struct lish_pool_ *pool, void *array, uint32_t used,
			uint32_t from, uint32_t to, size_t size)
{
	return lish_array_resize_(pool->growth->mem, array, used, from, to, size);
}

int lish_pool_stack_fit_(struct lish_pool_ *pool, uint32_t from, uint32_t to)
{
	void *stack = lish_pool_resize_(pool, pool->stack, pool->stacked, from, to,
					sizeof(*pool->stack));

	if (!stack && to)
		return -ENOMEM;
	pool->stack = (uint32_t *)stack;
	return 0;
}

/* Change the room of the table, for n chunks in use. A failure changes nothing. */
static int pool_resize_table_(struct lish_pool_ *pool, uint32_t n, uint32_t room)
{
	const uint32_t had = pool->growth->room, least = had < room ? had : room;
	const uint32_t words = LISH_CHUNK_WORDS_;
	const size_t used = n * sizeof(struct lish_chunk_);
	void *table;

	if (room == had)
		return 0;
	/* The chunks stand behind the shorter table meanwhile. */
	if (room < had)
		memmove(pool->table + room, pool->table + had, used);
	table = lish_pool_resize_(pool, pool->table, least + n * words, (1 + words) * had,
				  (1 + words) * room, sizeof(*pool->table));
	if (table || !room) {
		pool->table = (char **)table;
		pool->growth->room = room;
	}
	if (pool->growth->room > least && n)
		memmove(lish_pool_chunk_(pool, 0), pool->table + least, used);
	return pool->growth->room == room ? 0 : -ENOMEM;
}

/* Memory of n objects. What does not suit them is reported, as the allocator's fault. */
static int pool_alloc_chunk_(struct lish_pool_ *pool, uint32_t n, char **chunk)
{
	const struct lish_growth_ *growth = pool->growth;
	const size_t bytes = (size_t)n * pool->size, align = pool_chunk_align_(growth);
	struct lish_mem *mem = lish_pool_mem_(pool);

	*chunk = (char *)mem->alloc(mem, bytes, align);
	if (!*chunk)
		return -ENOMEM;
	if (LISH_CHECK < 1 || !((uintptr_t)*chunk & (growth->align - 1)))
		return 0;
	(void)lish_refused_by(lish_call_of_(POOL_ALLOC_, pool_allocator_(mem)), pool, *chunk,
			      LISH_MISALIGNED);
	(mem->free)(mem, *chunk, bytes, align);
	return -EINVAL;
}

static int pool_add_chunk_(struct lish_pool_ *pool)
{
	const uint32_t k = pool->capacity >> pool->shift;
	const uint32_t n = pool_chunk_objects_(pool, k);
	struct lish_chunk_ *chunk;
	char *start;
	int err = 0;

	if (k == pool->growth->room)
		err = pool_resize_table_(pool, k, k ? 2 * k : pool_first_room_(pool));
	if (!err)
		err = pool_alloc_chunk_(pool, n, &start);
	if (err)
		return err;
	pool->table[k] =
		(char *)((uintptr_t)start + (uintptr_t)pool->offset -
			 (size_t)(k << pool->shift) * (size_t)pool->size);
	chunk = lish_pool_chunk_(pool, pool->capacity);
	chunk->start = start;
	chunk->floor = 0;
	pool->capacity += n;
	return 0;
}

static void pool_chunks_release_(const struct lish_pool_kind_ *kind,
				 struct lish_pool_ *pool, uint32_t capacity)
{
	const uint32_t left = pool_chunk_count_(pool, capacity);
	struct lish_mem *mem = lish_pool_mem_(pool);
	const struct lish_chunk_ *chunk;
	uint32_t k;

	for (k = pool_chunk_count_(pool, pool->capacity); k > left;) {
		chunk = lish_pool_chunk_(pool, --k << pool->shift);
		pool->growth->decommitted -= chunk->floor != 0;
		(mem->free)(mem, chunk->start, pool_chunk_bytes_(pool, k),
			  pool_chunk_align_(pool->growth));
	}
	pool->capacity = capacity;
	if (left)
		return;
	(void)pool_resize_table_(pool, 0, 0);
	(void)kind->fit(pool, pool->growth->sides, 0);
	pool->growth->sides = 0;
}

static void pool_chunks_end_(const struct lish_pool_kind_ *kind, struct lish_pool_ *pool)
{
	pool_chunks_release_(kind, pool, 0);
	pool->growth = (struct lish_growth_ *)lish_array_resize_(
		pool->growth->mem, pool->growth, 0, 1, 0, sizeof(*pool->growth));
}

uint32_t lish_pool_round_(const struct lish_pool_ *pool, uint32_t n)
{
	const uint32_t mask = ((uint32_t)1 << pool->shift) - 1;
	const uint32_t limit = pool->growth->limit;

	return n > (limit & ~mask) ? limit : (n + mask) & ~mask;
}

/*
 * Probe first, so that an impossible reserve fails before it has exhausted memory.
 */
static bool pool_has_sides_(const struct lish_pool_ *pool, uint32_t capacity)
{
	const size_t n = capacity, each = sizeof(uint32_t);
	struct lish_mem *mem;
	void *area;

	if (capacity - pool->capacity <= (uint64_t)POOL_MANY_ << pool->shift)
		return true;
	mem = lish_pool_mem_(pool);
	area = n > POOL_MAX_BYTES_ / each ? NULL : mem->alloc(mem, n * each, each);
	if (!area)
		return false;
	(mem->free)(mem, area, n * each, each);
	return true;
}

static int pool_fit_(const struct lish_pool_kind_ *kind, struct lish_pool_ *pool,
		     uint32_t capacity)
{
	struct lish_growth_ *growth = pool->growth;
	uint32_t sides = growth->sides;
	int err;

	if (capacity <= sides)
		return 0;
	if (growth->limited || sides > growth->limit / 2)
		sides = growth->limit;
	else
		sides = 2 * sides < capacity ? capacity : 2 * sides;
	err = kind->fit(pool, growth->sides, sides);
	if (!err)
		growth->sides = sides;
	return err;
}

static int pool_chunks_grow_(const struct lish_pool_kind_ *kind,
			     struct lish_pool_ *pool, uint32_t capacity)
{
	const uint32_t before = pool->capacity;
	const uint32_t room = pool->growth->room;
	int err = 0;

	if (lish_refused_by(lish_call_of_(POOL_ALLOC_, NULL), pool, NULL, lish_bound_(pool)))
		return -EINVAL;
	if (!capacity) {
		if (pool->growth->no_grow)
			return -ENOSPC;
		capacity = before + 1;
	}
	if (pool->closed || capacity > pool->growth->limit)
		return -ENOSPC;
	capacity = lish_pool_round_(pool, capacity);
	if (!pool_has_sides_(pool, capacity))
		return -ENOMEM;
	/* Chunks first: they can be released again. Longer arrays would stay. */
	while (!err && pool->capacity < capacity)
		err = pool_add_chunk_(pool);
	if (!err)
		err = pool_fit_(kind, pool, capacity);
	if (!err && pool->growth->grown &&
	    pool->growth->grown(pool->ctx, pool, pool->capacity))
		err = -ENOMEM;
	if (err) {
		pool_chunks_release_(kind, pool, before);
		if (before)
			(void)pool_resize_table_(pool, pool_chunk_count_(pool, before), room);
	}
	pool->room = pool->capacity;
	return err;
}

static void pool_chunks_figures_(const struct lish_pool_ *pool, struct lish_stats *stats,
				 size_t side)
{
	const struct lish_growth_ *growth = pool->growth;

	stats->limit = growth->limit;
	stats->bytes += (size_t)(growth->sides - pool->capacity) * side;
	stats->bytes += sizeof(*growth) + (size_t)growth->room * (1 + LISH_CHUNK_WORDS_) *
						  sizeof(*pool->table);
	stats->bytes -= ((size_t)growth->decommitted << pool->shift) * pool->size;
}

const struct lish_pool_chunks_ lish_pool_chunks_ = {
	pool_chunks_grow_, pool_chunks_end_, pool_chunks_figures_
};

void lish_pool_cut_(const struct lish_pool_kind_ *kind, struct lish_pool_ *pool,
		    uint32_t top)
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
	lish_pool_set_closed_(pool, true);
	kind->watch->unmake(kind, pool, top);
	pool_chunks_release_(kind, pool, top);
	lish_pool_set_closed_(pool, false);
}

/* Made objects have a state, and a tool or a fill watches the bytes of the others. */
bool lish_pool_decommit_(const struct lish_pool_ *pool, uint32_t slot)
{
	const struct lish_pool_hooks *hooks = pool->hooks;
	struct lish_mem *mem = lish_pool_mem_(pool);

	return LISH_POOL_COARSE_ && mem->decommit &&
	       !(pool->watch & (LISH_POOL_POISON_ | LISH_POOL_FILL_)) &&
	       !(hooks && (hooks->make || hooks->unmake)) &&
	       mem->decommit(mem, lish_pool_chunk_(pool, slot)->start,
			     pool_chunk_bytes_(pool, slot >> pool->shift),
			     pool_chunk_align_(pool->growth));
}

static bool pool_shape_ok_(size_t size, size_t align, size_t offset)
{
	return size && align && !(align & (align - 1)) && !(size % align) &&
	       offset < size && size - offset >= sizeof(uint32_t);
}

/* Of chunks with at least step objects or, if that is 0, of so many bytes. */
static uint8_t pool_shift_for_(size_t size, uint32_t least, uint32_t step, size_t bytes)
{
	uint8_t shift = 0;

	if (!LISH_POOL_COARSE_ || size <= POOL_LARGE_)
		least = LISH_POOL_MIN_CHUNK_;
	while ((uint32_t)1 << shift < least)
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

static struct lish_growth_ pool_growth_of_(size_t align, const struct lish_config *config)
{
	struct lish_growth_ growth;

	memset(&growth, 0, sizeof(growth));
	growth.limit = config->limit;
	if (!growth.limit || growth.limit > LISH_MAX_COUNT)
		growth.limit = LISH_MAX_COUNT;
	growth.limited = growth.limit < LISH_MAX_COUNT;
	growth.align = (uint32_t)align;
	growth.no_grow = config->no_grow;
	return growth;
}

/* With a size_t of 32 bits a chunk can exceed the largest object. */
static bool pool_chunk_fits_(const struct lish_growth_ *growth, uint8_t shift, size_t size)
{
	const uint32_t chunk = (uint32_t)1 << shift;

	return (growth->limit < chunk ? growth->limit : chunk) <=
	       (POOL_MAX_BYTES_ - pool_chunk_align_(growth)) / size;
}

/* The user's addresses. */
static void pool_bind_(struct lish_pool_ *pool, const struct lish_config *config)
{
	struct lish_growth_ *growth = pool->growth;

	pool->hooks = config->hooks;
	pool->full = config->full;
	pool->ctx = config->ctx;
	if (growth) {
		/* Not an address of the library, which may be loaded again too. */
		growth->mem = config->mem == &lish_mem_default ? NULL : config->mem;
		growth->grown = config->grown;
	}
	lish_bind_(pool, pool->hooks || pool->full || (growth && (growth->mem || growth->grown)));
}

int lish_pool_init_(struct lish_pool_ *pool, size_t size, size_t align,
		    size_t offset, uint32_t least, const struct lish_config *config)
{
	static const struct lish_config standard = LISH_CONFIG_INIT;
	struct lish_growth_ growth, *placed = NULL;
	struct lish_mem *mem;
	uint8_t shift;

	memset(pool, 0, sizeof(*pool));
	if (!pool_shape_ok_(size, align, offset))
		return -EINVAL;
	if (size >= (size_t)LISH_MAX_COUNT || align >= (size_t)LISH_MAX_COUNT)
		return -ENOMEM;
	if (!config)
		config = &standard;
	mem = config->mem ? config->mem : &lish_mem_default;
	growth = pool_growth_of_(align, config);
	shift = pool_shift_for_(size, least, config->step, lish_mem_chunk_(mem));
	if (pool_chunk_fits_(&growth, shift, size))
		placed = (struct lish_growth_ *)lish_array_resize_(mem, NULL, 0, 0, 1,
								   sizeof(growth));
	if (!placed)
		return -ENOMEM;
	*placed = growth;
	pool->growth = placed;
	pool->shift = shift;
	pool->size = (uint32_t)size;
	pool->offset = (uint32_t)offset;
	pool->self = pool;
	pool->seal = (uintptr_t)pool + lish_pool_type_(pool);
	pool->ends_empty = config->ends_empty;
	pool_bind_(pool, config);
	lish_pool_set_watch_(pool);
	return 0;
}

int lish_pool_initial_(const struct lish_pool_kind_ *kind, struct lish_pool_ *pool,
		       const struct lish_config *config)
{
	int err = 0;

	if (config && config->initial)
		err = lish_pool_raise_(kind, pool, config->initial);
	if (err)
		lish_pool_release_(kind, pool);
	else if (config)
		lish_pool_make_(kind, pool, config->initial);
	return err;
}

enum lish_reason lish_pool_rebind_(struct lish_pool_ *pool, const struct lish_config *config)
{
	static const struct lish_config standard = LISH_CONFIG_INIT;
	const enum lish_reason reason = lish_pool_begun_(pool);

	if (!config)
		config = &standard;
	if (reason != LISH_OK)
		return reason;
	if (pool->closed)
		return (enum lish_reason)pool->closed;
	if (pool->running)
		return LISH_IN_HOOK;
	/* Hooks end what hooks began. The old ones may be gone: look at no member. */
	if (!config->hooks != !pool->hooks ||
	    (!pool->growth && (config->mem || config->grown)))
		return LISH_BAD_RANGE;
	pool_bind_(pool, config);
	return LISH_OK;
}
