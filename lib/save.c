// SPDX-License-Identifier: MIT
/*
 * save.c - saves of a slotpool
 *
 * A save is a header, struct save_head_, and three arrays:
 *
 *   generations   of the slots that have a node; an odd one is live
 *   stack         of free slots; only with the order last freed
 *   objects       the saved bytes of each live object, by index
 *
 * The sum finds accidents, not forgeries. Each of its steps can be undone, so a change of one
 * word always changes the sum. magic, format, bytes and sum stay where they are in all later
 * formats, so a later save is told from a damaged one.
 *
 * A save may be forged, with a right sum. So load proves, before it changes the pool, that
 * each slot below the border is live, retired or on the stack, and on the stack once. Then it
 * gets the memory. The rest cannot fail.
 *
 * The door to slotpool.c is slotpool_slots.h.
 */
#define LISH_LIB_
#include <linux-ish/save.h>

#include "ground/poison.h"
#include "slotpool_slots.h"

#define SAVE_MAGIC_ 0x6c736970u
/* Formats up to 4 were those of linux-ish 1. */
#define SAVE_FORMAT_ 6u
/* The first format that is loaded, that of 2.0: objects have one range. */
#define SAVE_FIRST_FORMAT_ 5u

/* The node is not among the saved bytes. */
#define SAVE_NO_NODE_ 0xffffffffu

struct save_head_ {
	uint32_t magic; /* differs in another byte order */
	uint32_t format;
	uint64_t bytes; /* of the whole save */
	uint64_t sum; /* of all other bytes */
	uint32_t pointer_size;
	uint32_t order; /* an enum lish_reuse */
	uint32_t index_bits; /* of a handle of 32 bits, or 0 */
	uint32_t node; /* its place in the saved bytes, or SAVE_NO_NODE_ */
	uint32_t saved; /* bytes of an object */
	uint32_t version; /* of the user */
	uint32_t used; /* highest border ever */
	uint32_t border;
	uint32_t free; /* entries of the stack */
	uint32_t count;
	uint32_t retired;
	uint32_t next; /* LISH_NEXT: where alloc goes on */
	uint32_t numbers; /* slots whose generation is saved */
	uint32_t floor; /* generation of the slots above them */
	uint32_t aged; /* no generation is higher */
	uint32_t ranges; /* of saved bytes in an object; 0 in format 5, where there is one */
};

/* The sum. */

static LISH_WRAPS_ uint64_t save_step_(uint64_t sum, uint64_t word)
{
	sum = (sum ^ word) * 0x9e3779b97f4a7c15u;
	return sum << 31 | sum >> 33;
}

/* Four sums at a time: a multiplication takes longer than a load. */
static uint64_t save_sum_bytes_(uint64_t sum, const char *at, size_t size)
{
	uint64_t a = sum, b = ~sum, c = sum ^ 0x5555555555555555u, d = ~c;
	uint64_t words[4];

	for (; size >= sizeof(words); size -= sizeof(words)) {
		memcpy(words, at, sizeof(words));
		a = save_step_(a, words[0]);
		b = save_step_(b, words[1]);
		c = save_step_(c, words[2]);
		d = save_step_(d, words[3]);
		at += sizeof(words);
	}
	memset(words, 0, sizeof(words));
	memcpy(words, at, size);
	a = save_step_(a, words[0]);
	b = save_step_(b, words[1]);
	c = save_step_(c, words[2]);
	d = save_step_(d, words[3]);
	return save_step_(save_step_(save_step_(a, b), c), d);
}

/* Of a save without the bytes of its sum. */
static uint64_t save_sum_(const char *save, size_t size)
{
	const size_t at = offsetof(struct save_head_, sum);
	const size_t after = at + sizeof(uint64_t);
	uint64_t sum;

	sum = save_sum_bytes_(0, save, at);
	sum = save_sum_bytes_(sum, save + after, size - after);
	/* Padding in objects may be uninitialised: no mistake of the caller. */
	lish_os_unpoison_(&sum, sizeof(sum));
	return sum;
}

/* The header. */

static uint64_t save_bytes_(const struct save_head_ *head)
{
	return sizeof(*head) + ((uint64_t)head->numbers + head->free) * sizeof(uint32_t) +
	       (uint64_t)head->count * head->saved;
}

/* The ranges of a format; one where it names none. */
static uint32_t save_ranges_(const struct slotpool_format *format)
{
	return format && format->ranges ? format->range_count : 1;
}

static struct slotpool_range save_range_(const struct slotpool *pool,
					 const struct slotpool_format *format, uint32_t i)
{
	struct slotpool_range range = { 0, 0 };

	if (format && format->ranges)
		return format->ranges[i];
	if (format) {
		range.offset = format->offset;
		range.size = format->size;
	}
	if (!range.size)
		range.size = pool->base.size - range.offset;
	return range;
}

/* Do the ranges lie in an object, in ascending order, and apart? */
static enum lish_reason save_format_ok_(const struct slotpool *pool,
					const struct slotpool_format *format)
{
	const size_t size = pool->base.size;
	struct slotpool_range range;
	size_t end = 0;
	uint32_t i;

	if (!format)
		return LISH_OK;
	if (!format->ranges)
		return format->offset > size || format->size > size - format->offset
			       ? LISH_BAD_RANGE : LISH_OK;
	if (format->offset || format->size || !format->range_count)
		return LISH_BAD_RANGE;
	for (i = 0; i < format->range_count; i++) {
		range = format->ranges[i];
		if (range.offset < end || range.offset > size || !range.size ||
		    range.size > size - range.offset)
			return LISH_BAD_RANGE;
		end = range.offset + range.size;
	}
	return LISH_OK;
}

static uint32_t save_size_(const struct slotpool *pool, const struct slotpool_format *format)
{
	size_t size = 0;
	uint32_t i;

	for (i = 0; i < save_ranges_(format); i++)
		size += save_range_(pool, format, i).size;
	return (uint32_t)size;
}

/* Where the node lies in the first size saved bytes. */
static uint32_t save_node_(const struct slotpool *pool, const struct slotpool_format *format,
			   size_t size)
{
	const size_t node = pool->base.offset;
	struct slotpool_range range;
	size_t before = 0;
	uint32_t i;

	for (i = 0; i < save_ranges_(format); i++, before += range.size) {
		range = save_range_(pool, format, i);
		if (size - before < range.size)
			range.size = size - before;
		/* A save may have more bytes than this program, behind those of one range. */
		if (save_ranges_(format) == 1)
			range.size = size;
		if (!range.size)
			break;
		if (node + sizeof(struct slotpool_idx) > range.offset &&
		    node < range.offset + range.size)
			return (uint32_t)(before + node - range.offset);
	}
	return SAVE_NO_NODE_;
}

/*
 * The slots whose nodes are saved. Slots at the end with the generation of a new slot are left
 * out: load gives them the same node. So it does not matter how far make has gone.
 */
static uint32_t save_numbers_(const struct slotpool *pool, uint32_t used)
{
	uint32_t n = pool->known < used ? pool->known : used;

	while (n > pool->base.border && slotpool_usable_(pool, n - 1) &&
	       slotpool_generation_(pool, n - 1) == pool->floor)
		n--;
	return n;
}

static struct save_head_ save_head_of_(const struct slotpool *pool,
				       const struct slotpool_format *format)
{
	const struct lish_pool_ *base = &pool->base;
	struct save_head_ head;

	memset(&head, 0, sizeof(head));
	head.magic = SAVE_MAGIC_;
	/* A program of 2.0 loads saves of one range. */
	head.format = format && format->ranges ? SAVE_FORMAT_ : SAVE_FIRST_FORMAT_;
	head.ranges = format && format->ranges ? format->range_count : 0;
	head.pointer_size = (uint32_t)sizeof(void *);
	head.order = pool->order;
	head.index_bits = base->index_bits;
	head.saved = save_size_(pool, format);
	head.node = save_node_(pool, format, head.saved);
	head.version = format ? format->version : 0;
	head.used = lish_pool_highest_(base);
	head.border = base->border;
	head.free = pool->order ? 0 : base->stacked;
	head.count = lish_pool_count_(base);
	head.retired = pool->retired;
	head.next = pool->order == LISH_NEXT ? pool->extra.next : 0;
	head.numbers = save_numbers_(pool, head.used);
	head.floor = pool->floor;
	head.aged = pool->aged;
	head.bytes = save_bytes_(&head);
	return head;
}

/* Returns the end of the copy. from and to may be NULL if size is 0. */
static char *save_put_(char *to, const void *from, size_t size)
{
	if (!size)
		return to;
	memcpy(to, from, size);
	return to + size;
}

/* numbers may have any alignment. */
static uint32_t save_number_(const char *numbers, uint32_t i)
{
	uint32_t number;

	memcpy(&number, numbers + (size_t)i * sizeof(number), sizeof(number));
	return number;
}

/* Objects. */

static void save_put_objects_(const struct slotpool *pool, const struct slotpool_format *format,
			      size_t saved, char *to)
{
	const struct lish_pool_ *base = &pool->base;
	const uint32_t chunk = ((uint32_t)1 << base->shift) - 1;
	const size_t size = base->size;
	struct slotpool_range range;
	const char *object;
	uint32_t n, i;

	slotpool_for_each_range(first, end, pool) {
		/* Objects are neighbours in memory up to the end of their chunk. */
		if ((first | chunk) < end)
			end = (first | chunk) + 1;
		n = end - first;
		object = (const char *)lish_pool_object_(base, slotpool_at_slot_(pool, first));
		if (saved == size) {
			to = save_put_(to, object, n * size);
			continue;
		}
		for (; n; n--, object += size)
			for (i = 0; i < save_ranges_(format); i++) {
				range = save_range_(pool, format, i);
				to = save_put_(to, object + range.offset, range.size);
			}
	}
}

static bool save_makes_(const struct slotpool *pool)
{
	return pool->base.hooks && pool->base.hooks->make;
}

/* The saved bytes of an object. Those that an older save has not got are zero, if zero is set. */
static void save_get_object_(const struct slotpool *pool, const struct slotpool_format *format,
			     char *object, const char *from, size_t saved, bool zero)
{
	struct slotpool_range range;
	size_t n;
	uint32_t i;

	for (i = 0; i < save_ranges_(format); i++) {
		range = save_range_(pool, format, i);
		n = saved < range.size ? saved : range.size;
		save_put_(object + range.offset, from, n);
		if (zero)
			memset(object + range.offset + n, 0, range.size - n);
		from += n;
		saved -= n;
	}
}

/* The saved bytes may include those of the node. */
static void save_get_objects_(struct slotpool *pool, const struct save_head_ *head,
			      const struct slotpool_format *format, const char *from)
{
	const bool zero = !save_makes_(pool);
	uint32_t node[2], *mark;
	int32_t index;

	for (index = 0; (index = slotpool_seek_(pool, (uint32_t)index)) >= 0; index++) {
		mark = slotpool_at_slot_(pool, (uint32_t)index);
		memcpy(node, mark, sizeof(node));
		save_get_object_(pool, format, (char *)lish_pool_object_(&pool->base, mark), from,
				 head->saved, zero);
		memcpy(mark, node, sizeof(node));
		from += head->saved;
	}
}

/* Save. */

size_t slotpool_save_size(const struct slotpool *pool, const struct slotpool_format *format)
{
	struct save_head_ head;

	if (lish_refused(pool, NULL, lish_pool_begun_(&pool->base)) ||
	    lish_refused(pool, NULL, save_format_ok_(pool, format)))
		return 0;
	head = save_head_of_(pool, format);
	/* No overflow: the pool has all of it in memory. */
	return (size_t)head.bytes;
}

/* NULL if the node of a slot was overwritten: it is in *fault then. */
static char *save_put_generations_(const struct slotpool *pool, uint32_t n, char *to,
				   const uint32_t **fault)
{
	uint32_t i, generation;
	const uint32_t *mark;

	for (i = 0; i < n; i++) {
		mark = slotpool_at_slot_(pool, i);
		generation = slotpool_generation_(pool, i);
		if (i < pool->base.border && slotpool_is_live_(pool, i)
			    ? !slotpool_life_ok_(pool, i)
			    : !slotpool_usable_(pool, i) && !slotpool_retired_(pool, i)) {
			*fault = mark;
			return NULL;
		}
		to = save_put_(to, &generation, sizeof(generation));
	}
	return to;
}

int slotpool_save(const struct slotpool *pool, void *buffer, size_t size,
		  const struct slotpool_format *format)
{
	struct save_head_ head;
	const uint32_t *fault = NULL;
	char *to;

	if (lish_refused(pool, NULL, lish_pool_rests_(&pool->base)) ||
	    lish_refused(pool, NULL, lish_pool_given_(buffer, size)) ||
	    lish_refused(pool, NULL, save_format_ok_(pool, format)))
		return -EINVAL;
	head = save_head_of_(pool, format);
	if (size < head.bytes)
		return -ENOSPC;
	to = save_put_generations_(pool, head.numbers, (char *)buffer + sizeof(head), &fault);
	if (lish_refused(pool, fault, to ? LISH_OK : LISH_BAD_INDEX))
		return -EINVAL;
	to = save_put_(to, pool->base.stack, head.free * sizeof(uint32_t));
	save_put_objects_(pool, format, head.saved, to);
	memcpy(buffer, &head, sizeof(head));
	head.sum = save_sum_((const char *)buffer, (size_t)head.bytes);
	memcpy((char *)buffer + offsetof(struct save_head_, sum), &head.sum, sizeof(head.sum));
	return 0;
}

/* Load: is it a save, whole, and one for this pool? */

static int save_is_whole_(const struct save_head_ *head, const void *buffer, size_t size)
{
	if (head->magic != SAVE_MAGIC_ || head->format < SAVE_FIRST_FORMAT_)
		return -ENOEXEC;
	if (head->bytes < sizeof(*head) || head->bytes > size ||
	    save_sum_((const char *)buffer, (size_t)head->bytes) != head->sum)
		return -EIO;
	return head->format > SAVE_FORMAT_ ? -ERANGE : 0;
}

/* Does convert_from read the saved bytes, of any size and wherever the node lay? */
static bool save_converts_(const struct save_head_ *head, const struct slotpool_format *format)
{
	return format && format->convert_from && head->version < format->version;
}

static int save_is_for_(const struct slotpool *pool, const struct save_head_ *head,
			const struct save_head_ *mine, const struct slotpool_format *format)
{
	if (head->pointer_size != mine->pointer_size || head->order != mine->order ||
	    head->index_bits != mine->index_bits)
		return -ENOEXEC;
	if (head->version > mine->version ||
	    (head->version == mine->version && head->saved > mine->saved))
		return -ERANGE;
	if (save_converts_(head, format))
		return 0;
	return head->saved > mine->saved || head->node != save_node_(pool, format, head->saved)
		       ? -ENOEXEC : 0;
}

static bool save_counts_ok_(const struct save_head_ *head)
{
	const uint64_t taken = (uint64_t)head->count + head->retired;

	return save_bytes_(head) == head->bytes && head->used <= LISH_MAX_COUNT &&
	       head->border <= head->numbers && head->numbers <= head->used &&
	       head->next <= (head->order == LISH_NEXT ? head->used : 0) &&
	       (head->order ? !head->free && taken <= head->border
			    : taken + head->free == head->border);
}

static bool save_generations_ok_(const struct save_head_ *head, const char *numbers)
{
	const uint32_t last = slotpool_last_of_width_(head->index_bits);
	uint32_t count = 0, retired = 0, end = 0, i, generation;

	if (head->floor & 1 || head->floor >= last || head->floor > head->aged ||
	    head->aged > SLOTPOOL_RETIRED_ ||
	    (head->format == SAVE_FIRST_FORMAT_) != !head->ranges)
		return false;
	for (i = 0; i < head->numbers; i++) {
		generation = save_number_(numbers, i);
		if (generation != SLOTPOOL_RETIRED_ &&
		    !slotpool_generation_ok_(generation, head->aged, last))
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
	return head->order == LISH_LOWEST ? end == head->border : end <= head->border;
}

/* No index has this bit. */
#define SAVE_SEEN_ 0x80000000u

/*
 * Is each free slot on the stack? The counts add up to the border, so a stack without
 * duplicates has all free slots. seen: a word for each slot below the border.
 */
static bool save_stack_ok_(const struct save_head_ *head, const char *body, uint32_t *seen)
{
	const char *stack = body + head->numbers * sizeof(uint32_t);
	uint32_t i, slot, generation;

	for (i = 0; i < head->free; i++) {
		slot = save_number_(stack, i);
		if (slot >= head->border || seen[slot] & SAVE_SEEN_)
			return false;
		seen[slot] |= SAVE_SEEN_;
		generation = save_number_(body, slot);
		if (generation & 1 || generation == SLOTPOOL_RETIRED_)
			return false;
	}
	return true;
}

/*
 * seen lies in the pool's own stack if that is long enough: its entries have no SEEN bit, and
 * lose it again.
 */
static int save_look_at_stack_(struct slotpool *pool, const struct save_head_ *head,
			       const char *body)
{
	struct lish_pool_ *base = &pool->base;
	const uint32_t room = base->growth ? base->growth->sides : base->capacity;
	const size_t size = head->border * sizeof(uint32_t);
	uint32_t *seen = base->stack, i = base->stacked;
	struct lish_mem *mem = NULL;
	bool ok;

	if (!head->free)
		return 0;
	if (head->border > room) {
		mem = lish_pool_mem_(base);
		seen = (uint32_t *)mem->alloc(mem, size, sizeof(void *));
		if (!seen)
			return -ENOMEM;
		i = 0;
	}
	for (; i < head->border; i++)
		seen[i] = 0;
	ok = save_stack_ok_(head, body, seen);
	for (i = 0; i < head->border; i++)
		seen[i] &= ~SAVE_SEEN_;
	if (mem)
		(mem->free)(mem, seen, size, sizeof(void *));
	return ok ? 0 : -EIO;
}

/* Everything that can refuse a save, and get memory for it. */
static int save_prove_(struct slotpool *pool, const struct save_head_ *head, const char *body)
{
	struct lish_pool_ *base = &pool->base;
	int err;

	(void)lish_pool_wake_(base);
	if (!save_counts_ok_(head) || !save_generations_ok_(head, body))
		return -EIO;
	if (head->used > (base->growth ? base->growth->limit : base->capacity))
		return -ENOSPC;
	err = save_look_at_stack_(pool, head, body);
	return err ? err : lish_pool_raise_(slotpool_kind_, base, head->numbers);
}

/* Load: the pool changes. This cannot fail. */

/* The slot lives in the save. Bytes that it does not set are zero where no object was. */
static void save_revive_(struct slotpool *pool, uint32_t index, bool was, bool zero)
{
	struct lish_pool_ *base = &pool->base;

	if (base->watch)
		lish_pool_unpoison_(slotpool_kind_, base, index);
	if (zero && !was)
		lish_pool_zero_(lish_pool_object_(base, slotpool_at_slot_(pool, index)),
				base->size, base->offset, sizeof(struct slotpool_idx));
}

/* Write the nodes of all slots that the save knows, and the live bits. */
static void save_get_nodes_(struct slotpool *pool, const struct save_head_ *head,
			    uint32_t saved, const char *numbers)
{
	const uint32_t before = pool->base.border;
	const uint32_t end = before > head->numbers ? before : head->numbers;
	const bool zero = saved < pool->base.size && !save_makes_(pool);
	uint32_t i, generation, *mark;
	lish_word *word;
	bool was;

	for (i = 0; i < end; i++) {
		word = &slotpool_block_of_(pool, i)->live;
		was = i < before && *word & slotpool_live_mask_(i);
		if (!(i & LISH_WORD_MASK) && i >= before)
			slotpool_open_block_(pool, i);
		*word &= ~slotpool_live_mask_(i);
		generation = i < head->numbers ? save_number_(numbers, i) : 0;
		if (generation & 1) {
			*word |= slotpool_live_mask_(i);
			save_revive_(pool, i, was, zero);
		} else if (was && pool->base.watch) {
			lish_pool_poison_(slotpool_kind_, &pool->base, slotpool_at_slot_(pool, i));
		}
		if (i >= head->numbers)
			continue;
		mark = slotpool_at_slot_(pool, i);
		mark[0] = generation & 1 ? i + 1 : LISH_POOL_FREE_MARK_(i);
		mark[1] = generation;
	}
}

static void save_apply_(struct slotpool *pool, const struct save_head_ *head,
			const struct slotpool_format *format, const char *body)
{
	const size_t numbers = head->numbers * sizeof(uint32_t);
	const size_t stack = head->free * sizeof(uint32_t);
	const uint32_t mine = save_size_(pool, format);
	struct lish_pool_ *base = &pool->base;

	slotpool_forget_gaps_(pool);
	save_put_((char *)base->stack, body + numbers, stack);
	save_get_nodes_(pool, head, head->saved < mine ? head->saved : mine, body);
	slotpool_set_known_(pool, head->numbers);
	pool->floor = head->floor;
	slotpool_set_aged_(pool, head->aged);
	base->highest = head->used;
	base->border = head->border;
	base->gone = head->retired;
	lish_pool_set_stacked_(base, head->border - head->count - head->retired);
	pool->retired = head->retired;
	if (pool->order)
		slotpool_orders_->rebuild(pool);
	pool->extra.next = head->next;
	save_get_objects_(pool, head, format, body + numbers + stack);
}

/*
 * Each object of the save, as from a hook of the pool. Objects that the function allocates are not
 * of the save: their generations are others.
 */
static void save_convert_(struct slotpool *pool, const struct slotpool_format *format,
			  const struct save_head_ *head, const char *body)
{
	const char *from = body + ((size_t)head->numbers + head->free) * sizeof(uint32_t);
	struct slotpool_saved saved = { NULL, head->saved, head->version };
	struct lish_pool_ *base = &pool->base;
	struct lish_pool_running_ running;
	uint32_t i, generation;
	uint32_t *mark;

	lish_pool_hook_begins_(base, &running, NULL, 0);
	for (i = 0; i < head->border; i++) {
		generation = save_number_(body, i);
		if (!(generation & 1))
			continue;
		saved.bytes = from;
		from += head->saved;
		mark = slotpool_at_slot_(pool, i);
		if (i >= base->border || !slotpool_is_live_(pool, i) || mark[1] != generation)
			continue;
		if (format->convert_from)
			format->convert_from(format->ctx, lish_pool_object_(base, mark), &saved);
		else
			format->convert(format->ctx, lish_pool_object_(base, mark), head->version);
	}
	lish_pool_hook_ends_(base, &running);
}

/* A save that was proved, and its pool. */
static void save_take_over_(const struct slotpool_loading *load)
{
	const struct slotpool_format *format = load->format;
	const char *body = (const char *)load->buffer + sizeof(struct save_head_);
	struct save_head_ head;

	memcpy(&head, load->buffer, sizeof(head));
	lish_pool_make_(slotpool_kind_, &load->pool->base, head.border);
	save_apply_(load->pool, &head, format, body);
	if (format && (format->convert || format->convert_from) && head.version < format->version)
		save_convert_(load->pool, format, &head, body);
}

/* May the arguments be used? */
static enum lish_reason save_may_load_(const struct slotpool_loading *load)
{
	enum lish_reason reason = lish_pool_rests_(&load->pool->base);

	if (reason == LISH_OK)
		reason = lish_pool_given_(load->buffer, load->size);
	return reason == LISH_OK ? save_format_ok_(load->pool, load->format) : reason;
}

/* Everything that can refuse a load. Gets the memory for it. */
static int save_may_take_over_(const struct slotpool_loading *load)
{
	struct save_head_ head, mine;
	int err;

	if (load->size < sizeof(head))
		return -EIO;
	memcpy(&head, load->buffer, sizeof(head));
	mine = save_head_of_(load->pool, load->format);
	err = save_is_whole_(&head, load->buffer, load->size);
	if (!err)
		err = save_is_for_(load->pool, &head, &mine, load->format);
	return err ? err : save_prove_(load->pool, &head,
				       (const char *)load->buffer + sizeof(head));
}

int slotpool_load(struct slotpool *pool, const void *buffer, size_t size,
		  const struct slotpool_format *format)
{
	const struct slotpool_loading load = { pool, buffer, size, format };
	int err;

	if (lish_refused(pool, NULL, save_may_load_(&load)))
		return -EINVAL;
	err = save_may_take_over_(&load);
	if (!err)
		save_take_over_(&load);
	return err;
}

int slotpool_load_all(const struct slotpool_loading *loads, size_t n)
{
	size_t i;
	int err;

	for (i = 0; i < n; i++) {
		if (lish_refused(loads[i].pool, NULL, save_may_load_(&loads[i])))
			return -EINVAL;
	}
	for (i = 0; i < n; i++) {
		err = save_may_take_over_(&loads[i]);
		if (err)
			return err;
	}
	for (i = 0; i < n; i++)
		save_take_over_(&loads[i]);
	return 0;
}
