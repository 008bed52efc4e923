// SPDX-License-Identifier: MIT
/*
 * Object memory: chunks come and go, hooks run, freed objects are poisoned.
 */
#define LISH_LIB_
#define LISH_ENV_OS_
#include <linux-ish/chunk.h>

/* What a chunk holds unless the user says. */
#define STEP_BYTES 65536u

/* Chunks start on a cache line, so that objects of 64 bytes lie in one. */
#define CACHE_LINE 64u

/* The most bytes that C lets one object have. */
#define MAX_BYTES ((size_t)-1 / 2)

/* Objects in a chunk: the last one ends at the limit. */
static uint32_t chunk_objects(const struct lish_chunks *c, uint32_t k)
{
	const uint32_t rest = c->limit - (k << c->shift);

	return rest <= c->mask ? rest : c->mask + 1;
}

static uint32_t chunk_count(const struct lish_chunks *c, uint32_t capacity)
{
	return (capacity + c->mask) >> c->shift;
}

static size_t chunk_bytes(const struct lish_chunks *c, uint32_t k)
{
	return (size_t)chunk_objects(c, k) * c->size;
}

static size_t chunk_align(const struct lish_chunks *c)
{
	return c->align > CACHE_LINE ? c->align : CACHE_LINE;
}

/* Sanitizers may have been asked for only after a static pool was compiled. */
static void look(struct lish_chunks *c)
{
	c->watch = (c->hooks ? LISH_WATCH_HOOKS_ : 0) |
		   (lish_os_poisons_() ? LISH_WATCH_POISON_ : 0);
}

static void unpoison(const struct lish_chunks *c, const void *ptr, size_t size)
{
	if (c->watch & LISH_WATCH_POISON_)
		lish_os_unpoison_(ptr, size);
}

static bool is_power_of_two(size_t n)
{
	return n && !(n & (n - 1));
}

static int set_shape(struct lish_chunks *c, size_t size, size_t align,
		     size_t offset, size_t node_size)
{
	memset(c, 0, sizeof(*c));
	if (!size || !is_power_of_two(align) || size % align || offset > size ||
	    node_size > size - offset)
		return -EINVAL;
	if (size > LISH_MAX_COUNT || align > LISH_MAX_COUNT)
		return -ENOMEM;
	c->size = (uint32_t)size;
	c->align = (uint32_t)align;
	c->offset = (uint32_t)offset;
	c->node_size = (uint32_t)node_size;
	return 0;
}

static void set_config_hooks(struct lish_chunks *c,
			     const struct lish_config *config)
{
	if (config) {
		c->hooks = config->hooks;
		c->ctx = config->ctx;
	}
	look(c);
}

static uint32_t shift_for(size_t size, uint32_t step)
{
	uint32_t shift = 0;

	while (1u << shift < LISH_CHUNK_MIN_)
		shift++;
	if (step) {
		while (shift < 31 && 1u << shift < step)
			shift++;
	} else {
		while (size <= STEP_BYTES >> (shift + 1))
			shift++;
	}
	return shift;
}

int lish_chunks_init_(struct lish_chunks *c, size_t size, size_t align,
		      size_t offset, size_t node_size,
		      const struct lish_config *config)
{
	const struct lish_config standard = LISH_CONFIG_INIT;
	int err = set_shape(c, size, align, offset, node_size);

	if (err)
		return err;
	if (!config)
		config = &standard;
	c->limit = config->limit;
	if (!c->limit || c->limit > LISH_MAX_COUNT)
		c->limit = LISH_MAX_COUNT;
	c->shift = shift_for(size, config->step);
	c->mask = (1u << c->shift) - 1;
	c->no_grow = config->no_grow;
	c->mem = config->mem ? config->mem : &lish_mem_default;
	set_config_hooks(c, config);
	/* Can be so where size_t has 32 bits. */
	return chunk_objects(c, 0) > (MAX_BYTES - chunk_align(c)) / size
		       ? -ENOMEM
		       : 0;
}
LISH_EXPORT(lish_chunks_init_)

int lish_chunks_init_in_(struct lish_chunks *c, size_t size, size_t align,
			 size_t offset, size_t node_size, uint32_t n,
			 struct lish_block_ *block,
			 const struct lish_config *config)
{
	int err = set_shape(c, size, align, offset, node_size);

	if (err)
		return err;
	c->only = (char *)lish_block_cut_(block, n, size, align);
	if (!c->only || n > LISH_MAX_COUNT)
		return -ENOSPC;
	c->table = &c->only;
	c->shift = 31;
	c->mask = 0x7fffffffu;
	c->limit = n;
	c->capacity = n;
	c->room = n;
	set_config_hooks(c, config);
	return 0;
}
LISH_EXPORT(lish_chunks_init_in_)

void *lish_block_cut_(struct lish_block_ *block, uint32_t n, size_t size,
		      size_t align)
{
	const size_t skip = (align - (uintptr_t)block->at % align) % align;
	void *array;

	if (!block->at || block->left < skip || (block->left - skip) / size < n)
		return NULL;
	array = block->at + skip;
	block->at += skip + n * size;
	block->left -= skip + n * size;
	return array;
}
LISH_EXPORT(lish_block_cut_)

static bool ready(const char *op, const void *pool, const struct lish_chunks *c)
{
	if (!c->size)
		lish_misuse_(op, pool, NULL, LISH_UNINITIALIZED);
	return c->size != 0;
}

int lish_chunks_settled_(const char *op, const void *pool,
			 const struct lish_chunks *c)
{
	if (!ready(op, pool, c))
		return -EINVAL;
	return c->hooked || c->closed ? -EBUSY : 0;
}
LISH_EXPORT(lish_chunks_settled_)

bool lish_chunks_may_destroy_(const char *op, const void *pool,
			      const struct lish_chunks *c)
{
	const int err = lish_chunks_settled_(op, pool, c);

	if (err == -EBUSY)
		lish_misuse_(op, pool, NULL, LISH_IN_HOOK);
	return !err;
}
LISH_EXPORT(lish_chunks_may_destroy_)

uint32_t lish_chunks_round_(const struct lish_chunks *c, uint32_t n)
{
	const uint32_t full = c->limit & ~c->mask;

	return n > full ? c->limit : (n + c->mask) & ~c->mask;
}
LISH_EXPORT(lish_chunks_round_)

int lish_chunks_rest_(const char *op, const void *pool,
		      const struct lish_chunks *c, uint32_t n,
		      uint32_t *capacity)
{
	if (!ready(op, pool, c))
		return -EINVAL;
	if (n <= c->capacity)
		*capacity = c->capacity;
	else if (n > c->limit)
		return -ENOSPC;
	else
		*capacity = lish_chunks_round_(c, n);
	return c->closed ? -EBUSY : 0;
}
LISH_EXPORT(lish_chunks_rest_)

int lish_chunks_next_(const char *op, const void *pool,
		      const struct lish_chunks *c, uint32_t *capacity)
{
	const int err =
		lish_chunks_rest_(op, pool, c, c->capacity + 1, capacity);

	return !err && c->no_grow ? -ENOSPC : err;
}
LISH_EXPORT(lish_chunks_next_)

void *lish_chunks_side_(const struct lish_chunks *c, void *array, uint32_t used,
			uint32_t *array_capacity, uint32_t capacity,
			size_t elem_size)
{
	uint32_t want = 2 * *array_capacity;
	void *bigger;

	if (capacity <= *array_capacity)
		return array;
	if (c->limit < LISH_MAX_COUNT || want > LISH_MAX_COUNT)
		want = c->limit;
	else if (want < capacity)
		want = capacity;
	bigger = lish_array_resize_(c->mem, array, used, *array_capacity, want,
				    elem_size);
	if (bigger)
		*array_capacity = want;
	return bigger;
}
LISH_EXPORT(lish_chunks_side_)

void lish_chunks_free_side_(const struct lish_chunks *c, void *array,
			    uint32_t array_capacity, size_t elem_size)
{
	/* As lish_array_resize_() allocates. */
	if (c->mem && array)
		c->mem->free(c->mem, array, array_capacity * elem_size,
			     sizeof(void *));
}
LISH_EXPORT(lish_chunks_free_side_)

/* Room in the table for one chunk more. */
static int fit_table(struct lish_chunks *c, uint32_t chunks)
{
	uint32_t want = c->limit < LISH_MAX_COUNT ? chunk_count(c, c->limit)
			: chunks		  ? 2 * chunks
						  : 8;
	char **bigger;

	if (chunks < c->table_capacity)
		return 0;
	bigger = (char **)lish_array_resize_(c->mem, c->table, chunks,
					     c->table_capacity, want,
					     sizeof(*bigger));
	if (!bigger)
		return -ENOMEM;
	c->table = bigger;
	c->table_capacity = want;
	return 0;
}

static int add_chunk(struct lish_chunks *c)
{
	const uint32_t k = chunk_count(c, c->capacity);
	const int err = fit_table(c, k);
	char *chunk;

	if (err)
		return err;
	chunk = (char *)c->mem->alloc(c->mem, chunk_bytes(c, k),
				      chunk_align(c));
	if (!chunk)
		return -ENOMEM;
	c->table[k] = chunk;
	c->capacity += chunk_objects(c, k);
	return 0;
}

/* Give back the chunks that make the difference of two capacities. */
static void drop_chunks(const struct lish_chunks *c, uint32_t from, uint32_t to)
{
	uint32_t k;

	for (k = chunk_count(c, from); k-- > chunk_count(c, to);) {
		unpoison(c, c->table[k], chunk_bytes(c, k));
		if (c->mem)
			c->mem->free(c->mem, c->table[k], chunk_bytes(c, k),
				     chunk_align(c));
	}
}

static void drop_table(struct lish_chunks *c)
{
	lish_chunks_free_side_(c, c->table, c->table_capacity,
			       sizeof(*c->table));
	c->table = NULL;
	c->table_capacity = 0;
}

/* Chunks have come or gone. */
static void note_only(struct lish_chunks *c)
{
	if (c->mem)
		c->only = chunk_count(c, c->capacity) == 1 ? c->table[0] : NULL;
}

int lish_chunks_extend_(struct lish_chunks *c, uint32_t capacity)
{
	const uint32_t before = c->capacity;

	while (c->capacity < capacity) {
		const int err = add_chunk(c);

		if (err) {
			drop_chunks(c, c->capacity, before);
			c->capacity = before;
			return err;
		}
	}
	c->room = c->capacity;
	note_only(c);
	return 0;
}
LISH_EXPORT(lish_chunks_extend_)

void lish_chunks_make_(struct lish_chunks *c, uint32_t n)
{
	uint32_t slot;
	void *object;

	if (c->watch & LISH_WATCH_LOOK_)
		look(c);
	if (!c->hooks || !c->hooks->make)
		return;
	c->closed = true;
	c->hooked++;
	while (c->made < n) {
		slot = c->made++;
		object = lish_chunks_at_(c, slot);
		/* What hooks alloc meanwhile comes from those already made. */
		c->room = slot;
		memset((char *)object + c->offset, 0, c->node_size);
		c->hooks->make(c->ctx, object);
		lish_chunks_dead_(c, object);
	}
	c->hooked--;
	lish_chunks_open_(c);
}
LISH_EXPORT(lish_chunks_make_)

void lish_chunks_close_(struct lish_chunks *c)
{
	c->closed = true;
	c->room = 0;
}
LISH_EXPORT(lish_chunks_close_)

void lish_chunks_open_(struct lish_chunks *c)
{
	c->closed = false;
	c->room = c->capacity;
}
LISH_EXPORT(lish_chunks_open_)

/* The made ones from a slot on will have no memory. */
static void unmake(struct lish_chunks *c, uint32_t from)
{
	void *object;

	c->hooked++;
	while (c->made > from) {
		object = lish_chunks_at_(c, --c->made);
		unpoison(c, object, c->size);
		if (c->hooks && c->hooks->unmake)
			c->hooks->unmake(c->ctx, object);
	}
	c->hooked--;
}

void lish_chunks_shrink_(struct lish_chunks *c, uint32_t capacity)
{
	lish_chunks_close_(c);
	unmake(c, capacity);
	drop_chunks(c, c->capacity, capacity);
	c->capacity = capacity;
	note_only(c);
	if (!capacity)
		drop_table(c);
	lish_chunks_open_(c);
}
LISH_EXPORT(lish_chunks_shrink_)

void lish_chunks_release_(struct lish_chunks *c)
{
	drop_table(c);
	memset(c, 0, sizeof(*c));
}
LISH_EXPORT(lish_chunks_release_)

void lish_chunks_born_(struct lish_chunks *c, uint32_t slot, void *object,
		       uint32_t *mark, bool zero)
{
	const struct lish_pool_hooks *hooks = c->hooks;
	bool fresh;

	if (c->watch & LISH_WATCH_LOOK_)
		look(c);
	fresh = slot >= c->made;
	if (fresh)
		c->made = slot + 1;
	else
		unpoison(c, object, c->size);
	if (!hooks) {
		if (zero)
			lish_chunks_zero_(c, object);
		return;
	}
	c->hooked++;
	*mark |= LISH_IN_HOOK_;
	if (fresh && hooks->make)
		hooks->make(c->ctx, object);
	if (zero)
		lish_chunks_zero_(c, object);
	if (hooks->init)
		hooks->init(c->ctx, object);
	*mark &= ~LISH_IN_HOOK_;
	c->hooked--;
}
LISH_EXPORT(lish_chunks_born_)

void lish_chunks_revive_(struct lish_chunks *c, uint32_t slot,
			 const void *object)
{
	if (c->watch & LISH_WATCH_LOOK_)
		look(c);
	if (slot >= c->made)
		c->made = slot + 1;
	else
		unpoison(c, object, c->size);
}
LISH_EXPORT(lish_chunks_revive_)

void lish_chunks_dying_(struct lish_chunks *c, void *object, uint32_t *mark)
{
	if (!c->hooks || !c->hooks->fini)
		return;
	c->hooked++;
	*mark |= LISH_IN_HOOK_;
	c->hooks->fini(c->ctx, object);
	*mark &= ~LISH_IN_HOOK_;
	c->hooked--;
}
LISH_EXPORT(lish_chunks_dying_)

void lish_chunks_dead_(const struct lish_chunks *c, void *object)
{
	const uint32_t behind = c->offset + c->node_size;

	if (!(c->watch & LISH_WATCH_POISON_))
		return;
	lish_os_poison_(object, c->offset);
	lish_os_poison_((char *)object + behind, c->size - behind);
}
LISH_EXPORT(lish_chunks_dead_)

bool lish_chunks_must_visit_(const struct lish_chunks *c)
{
	return c->watch & LISH_WATCH_POISON_ || (c->hooks && c->hooks->fini);
}
LISH_EXPORT(lish_chunks_must_visit_)

void lish_chunks_zero_(const struct lish_chunks *c, void *object)
{
	const uint32_t behind = c->offset + c->node_size;

	memset(object, 0, c->offset);
	memset((char *)object + behind, 0, c->size - behind);
}
LISH_EXPORT(lish_chunks_zero_)

int lish_chunks_set_hooks_(const char *op, const void *pool,
			   struct lish_chunks *c,
			   const struct lish_pool_hooks *hooks, void *ctx)
{
	const int err = lish_chunks_settled_(op, pool, c);
	uint32_t k;

	if (err)
		return err;
	if (c->hooks && c->made)
		return -EBUSY;
	/* To the new hooks all objects are new. */
	for (k = 0; k < chunk_count(c, c->made); k++)
		unpoison(c, c->table[k], chunk_bytes(c, k));
	c->made = 0;
	c->hooks = hooks;
	c->ctx = ctx;
	look(c);
	return 0;
}
LISH_EXPORT(lish_chunks_set_hooks_)

int32_t lish_chunks_find_(const struct lish_chunks *c, const void *ptr)
{
	const uint32_t chunks = chunk_count(c, c->capacity);
	uint32_t k;

	for (k = 0; k < chunks; k++) {
		const uintptr_t at = (uintptr_t)ptr - (uintptr_t)c->table[k];

		if (at < chunk_bytes(c, k))
			return at % c->size ? -1
					    : (int32_t)((k << c->shift) +
							at / c->size);
	}
	return -1;
}
LISH_EXPORT(lish_chunks_find_)

enum lish_reason lish_chunks_reason_(const struct lish_chunks *c,
				     const void *object, const uint32_t *mark,
				     uint32_t border)
{
	int32_t slot;

	if (!c->size)
		return LISH_UNINITIALIZED;
	if (!object)
		return LISH_NOT_LIVE;
	slot = lish_chunks_find_(c, object);
	if (slot < 0)
		return LISH_FOREIGN;
	if ((uint32_t)slot >= border || !*mark)
		return LISH_NOT_LIVE;
	if (*mark & LISH_IN_HOOK_)
		return LISH_IN_HOOK;
	return LISH_BAD_INDEX;
}
LISH_EXPORT(lish_chunks_reason_)

void lish_chunks_refuse_type_(const char *op, const void *pool,
			      const struct lish_chunks *c)
{
	lish_misuse_(op, pool, NULL,
		    c->size ? LISH_WRONG_TYPE : LISH_UNINITIALIZED);
}
LISH_EXPORT(lish_chunks_refuse_type_)

int lish_slots_init_in_(struct lish_slots *slots, uint32_t n,
			struct lish_block_ *block)
{
	slots->stack = (uint32_t *)lish_block_cut_(
		block, n, sizeof(*slots->stack), LISH_ALIGNOF(uint32_t));
	slots->capacity = n;
	return slots->stack ? 0 : -ENOSPC;
}
LISH_EXPORT(lish_slots_init_in_)

int lish_slots_fit_(const struct lish_chunks *c, struct lish_slots *slots,
		    uint32_t capacity)
{
	void *stack = lish_chunks_side_(c, slots->stack, slots->free,
					&slots->capacity, capacity,
					sizeof(*slots->stack));

	if (!stack)
		return -ENOMEM;
	slots->stack = (uint32_t *)stack;
	return 0;
}
LISH_EXPORT(lish_slots_fit_)

int lish_slots_grow_(const char *op, const void *pool, struct lish_chunks *c,
		     struct lish_slots *slots)
{
	uint32_t capacity;
	int err = lish_chunks_next_(op, pool, c, &capacity);

	/* What was never initialised is not written to. */
	if (err == -EINVAL)
		return err;
	if (!err)
		err = lish_slots_fit_(c, slots, capacity);
	if (!err)
		err = lish_chunks_extend_(c, capacity);
	if (err)
		c->failed++;
	return err;
}
LISH_EXPORT(lish_slots_grow_)

int lish_slots_reserve_(const char *op, const void *pool, struct lish_chunks *c,
			struct lish_slots *slots, uint32_t n)
{
	uint32_t capacity;
	int err = lish_chunks_rest_(op, pool, c, n, &capacity);

	if (!err && capacity > c->capacity)
		err = lish_slots_fit_(c, slots, capacity);
	if (!err)
		err = lish_chunks_extend_(c, capacity);
	if (!err)
		lish_chunks_make_(c, n);
	return err;
}
LISH_EXPORT(lish_slots_reserve_)

void lish_slots_cut_(struct lish_slots *slots, uint32_t border)
{
	uint32_t from, to = 0;

	if (slots->border <= border)
		return;
	for (from = 0; from < slots->free; from++) {
		if (slots->stack[from] < border)
			slots->stack[to++] = slots->stack[from];
	}
	slots->free = to;
	slots->border = border;
}
LISH_EXPORT(lish_slots_cut_)

void lish_slots_free_(const struct lish_chunks *c, struct lish_slots *slots)
{
	lish_chunks_free_side_(c, slots->stack, slots->capacity,
			       sizeof(*slots->stack));
	slots->stack = NULL;
	slots->capacity = 0;
}
LISH_EXPORT(lish_slots_free_)

void lish_slots_trim_(struct lish_chunks *chunks, struct lish_slots *slots,
		      uint32_t top)
{
	top = lish_chunks_round_(chunks, top);
	if (top >= chunks->capacity)
		return;
	chunks->peak = lish_chunks_peak_(chunks, slots->border);
	lish_slots_cut_(slots, top);
	lish_chunks_shrink_(chunks, top);
	if (!top)
		lish_slots_free_(chunks, slots);
}
LISH_EXPORT(lish_slots_trim_)

void lish_slots_reset_(struct lish_slots *slots)
{
	slots->free = 0;
	slots->border = 0;
	slots->count = 0;
}
LISH_EXPORT(lish_slots_reset_)
