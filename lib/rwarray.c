// SPDX-License-Identifier: MIT
/*
 * The cold side of rwarray: growth, loops that begin and end, closing all holes
 * at once, validation, sorting.
 */
#define LISH_LIB_
#include <linux-ish/rwarray.h>

/* Slots that a growing array begins with; from there on it doubles. */
#define FIRST_CAPACITY 8

void rwarray_refuse_zero_(const char *op, const struct rwarray *array)
{
	lish_misuse_(op, array, NULL, LISH_UNINITIALIZED);
}
LISH_EXPORT(rwarray_refuse_zero_)

/* What rwarray_ok_() sees at level 1, at any level. */
static bool initialized(const char *op, const struct rwarray *array)
{
	if (array->limit)
		return true;
	rwarray_refuse_zero_(op, array);
	return false;
}

/* May it be changed? 0, -EBUSY or, never initialised, -EINVAL. */
static int may_change(const char *op, const struct rwarray *array)
{
	if (!initialized(op, array))
		return -EINVAL;
	return array->state & RWARRAY_SORTING_ ? -EBUSY : 0;
}

/* The same for calls without a result: that is reported. */
static bool change_ok(const char *op, const struct rwarray *array)
{
	const int err = may_change(op, array);

	if (err == -EBUSY)
		lish_misuse_(op, array, NULL, LISH_LOOPED);
	return !err;
}

int rwarray_no_member_(const char *op, const struct rwarray *array)
{
	const int err = may_change(op, array);

	return err ? err : -ENOENT;
}
LISH_EXPORT(rwarray_no_member_)

bool rwarray_whole_ok_(const char *op, const struct rwarray *array)
{
	const struct rwarray_idx *fault;
	const enum lish_reason reason = rwarray_check(array, &fault);

	if (reason != LISH_OK)
		lish_misuse_(op, array, fault, reason);
	return reason == LISH_OK;
}
LISH_EXPORT(rwarray_whole_ok_)

static void init(struct rwarray *array, struct lish_mem *mem,
		 struct rwarray_idx **slots, uint32_t capacity)
{
	array->slots = slots;
	array->mem = mem;
	array->loops = NULL;
	array->depth = 0;
	array->len = 0;
	array->count = 0;
	array->capacity = capacity;
	array->limit = LISH_MAX_COUNT;
	array->state = 0;
}

void rwarray_init(struct rwarray *array, struct lish_mem *mem)
{
	init(array, mem ? mem : &lish_mem_default, NULL, 0);
}
LISH_EXPORT(rwarray_init)

void rwarray_init_fixed(struct rwarray *array, struct rwarray_idx **slots,
			uint32_t capacity)
{
	init(array, NULL, slots,
	     capacity < LISH_MAX_COUNT ? capacity : LISH_MAX_COUNT);
}
LISH_EXPORT(rwarray_init_fixed)

/*
 * The registered loops, newest first. One that longjmp() has left may have been
 * overwritten since: nothing is followed that does not name the array.
 */
static struct rwarray_loop *loop_of(const struct rwarray *array,
				    struct rwarray_loop *loop)
{
	return loop && loop->array == array ? loop : NULL;
}

#define for_each_loop(loop, array)                                      \
	for (struct rwarray_loop *loop = loop_of(array, (array)->loops); \
	     loop; loop = loop_of(array, loop->outer))

/*
 * Tell a loop where it stands now. Holes that it has collected in front of that
 * are forgotten: there are none, or they are left to the next loop.
 */
static void move_loop(struct rwarray_loop *loop, uint32_t next, uint32_t bound)
{
	loop->next = next;
	loop->place = next;
	if (loop->bound != RWARRAY_NO_BOUND_)
		loop->bound = bound;
	loop->moved = true;
	loop->array->state |= RWARRAY_MOVED_;
}

void rwarray_settled_(struct rwarray_loop *loop)
{
	struct rwarray *array = loop->array;

	loop->moved = false;
	for_each_loop(other, array)
		if (other->moved)
			return;
	array->state &= ~RWARRAY_MOVED_;
}
LISH_EXPORT(rwarray_settled_)

/* Number of members below a slot. */
static uint32_t count_below(const struct rwarray *array, uint32_t slot)
{
	uint32_t count = 0, i;

	if (slot >= array->len)
		return array->count;
	for (i = 0; i < slot; i++)
		count += array->slots[i] != NULL;
	return count;
}

static void close_holes(struct rwarray *array)
{
	struct rwarray_idx **slots = array->slots, *idx;
	uint32_t place = 0, i;

	if (array->len == array->count)
		return;
	for_each_loop(loop, array)
		move_loop(loop, count_below(array, loop->next),
			  count_below(array, loop->bound));
	for (i = 0; i < array->len; i++) {
		idx = slots[i];
		if (!idx)
			continue;
		slots[place] = idx;
		idx->slot = ++place;
	}
	array->len = place;
	array->state &= ~RWARRAY_HOLES_;
}

/* Let the array have exactly this many slots; it is one that grows. */
static int resize(struct rwarray *array, uint32_t capacity)
{
	const size_t size = sizeof(struct rwarray_idx *);
	void *slots = NULL;

	if (capacity) {
		slots = lish_array_resize_(array->mem, array->slots, array->len,
					   array->capacity, capacity, size);
		if (!slots)
			return -ENOMEM;
	} else if (array->slots) {
		array->mem->free(array->mem, array->slots,
				 array->capacity * size, size);
	}
	array->slots = (struct rwarray_idx **)slots;
	array->capacity = capacity;
	for_each_loop(loop, array)
		move_loop(loop, loop->next, loop->bound);
	return 0;
}

/* Twice as many slots, within the limit. */
static int grow(struct rwarray *array)
{
	uint32_t capacity = array->capacity;

	if (!array->mem || capacity >= array->limit)
		return -ENOSPC;
	capacity = capacity ? capacity * 2 : FIRST_CAPACITY;
	return resize(array, capacity < array->limit ? capacity : array->limit);
}

/*
 * Few holes are no reason not to grow, lest it be called again soon: each call
 * costs O(n), and what it gains must be a share of n.
 */
int rwarray_make_room_(struct rwarray *array)
{
	const uint32_t holes = array->len - array->count;
	int err = may_change("rwarray_add", array);

	if (err)
		return err;
	close_holes(array);
	if (holes > array->capacity / 4)
		return 0;
	err = grow(array);
	return holes ? 0 : err;
}
LISH_EXPORT(rwarray_make_room_)

int rwarray_set_limit(struct rwarray *array, uint32_t limit)
{
	const int err = may_change("rwarray_set_limit", array);

	if (err)
		return err;
	if (!limit)
		return -EINVAL;
	if (limit > LISH_MAX_COUNT)
		limit = LISH_MAX_COUNT;
	if (array->capacity > limit)
		return -ENOSPC;
	array->limit = limit;
	return 0;
}
LISH_EXPORT(rwarray_set_limit)

int rwarray_reserve(struct rwarray *array, uint32_t count)
{
	const int err = may_change("rwarray_reserve", array);

	if (err)
		return err;
	if (count <= array->capacity)
		return 0;
	if (!array->mem || count > array->limit)
		return -ENOSPC;
	return resize(array, count);
}
LISH_EXPORT(rwarray_reserve)

void rwarray_compact(struct rwarray *array)
{
	if (change_ok("rwarray_compact", array))
		close_holes(array);
}
LISH_EXPORT(rwarray_compact)

int rwarray_trim(struct rwarray *array)
{
	const int err = may_change("rwarray_trim", array);

	if (err)
		return err;
	close_holes(array);
	if (!array->mem || array->capacity == array->len)
		return 0;
	return resize(array, array->len);
}
LISH_EXPORT(rwarray_trim)

static void zero_nodes(struct rwarray *array)
{
	uint32_t i;

	for (i = 0; i < array->len; i++)
		if (array->slots[i])
			array->slots[i]->slot = 0;
}

static void empty(struct rwarray *array)
{
	for_each_loop(loop, array)
		move_loop(loop, 0, 0);
	array->len = 0;
	array->count = 0;
	array->state &= ~RWARRAY_HOLES_;
}

void rwarray_clear(struct rwarray *array)
{
	if (!change_ok("rwarray_clear", array))
		return;
	zero_nodes(array);
	empty(array);
}
LISH_EXPORT(rwarray_clear)

void rwarray_forget(struct rwarray *array)
{
	if (change_ok("rwarray_forget", array))
		empty(array);
}
LISH_EXPORT(rwarray_forget)

void rwarray_destroy(struct rwarray *array)
{
	if (!change_ok("rwarray_destroy", array))
		return;
	if (array->loops) {
		lish_misuse_("rwarray_destroy", array, NULL, LISH_LOOPED);
		return;
	}
	zero_nodes(array);
	array->len = 0;
	if (array->mem)
		(void)resize(array, 0);
	memset(array, 0, sizeof(*array));
}
LISH_EXPORT(rwarray_destroy)

/*
 * Sorting. Until the members are numbered anew, the index of each says where it
 * stood: that decides between equals, so that any way of sorting is stable.
 */
struct order {
	rwarray_cmp_fn cmp;
	void *ctx;
};

static bool behind(const struct order *order, const struct rwarray_idx *a,
		   const struct rwarray_idx *b)
{
	const int result = order->cmp(order->ctx, a, b);

	if (result || a->slot < b->slot)
		return result > 0;
	/* 0 may be all that cmp says of one that belongs in front. */
	return order->cmp(order->ctx, b, a) <= 0;
}

/* Sort by insertion; false if that would take more than a few moves each. */
static bool sort_nearly_sorted(struct rwarray_idx **slots, uint32_t count,
			       const struct order *order)
{
	const uint64_t most = (uint64_t)count * 8;
	uint64_t moves = 0;
	uint32_t i, k;

	for (i = 1; i < count; i++) {
		struct rwarray_idx *idx = slots[i];

		for (k = i; k && behind(order, slots[k - 1], idx); k--)
			slots[k] = slots[k - 1];
		slots[k] = idx;
		moves += i - k;
		if (moves > most)
			return false;
	}
	return true;
}

/* Put idx into the heap of which root is the top, and free. */
static void sift(struct rwarray_idx **slots, uint32_t count, uint32_t root,
		 struct rwarray_idx *idx, const struct order *order)
{
	uint32_t child;

	while (root < count / 2) {
		child = 2 * root + 1;
		if (child + 1 < count &&
		    behind(order, slots[child + 1], slots[child]))
			child++;
		if (!behind(order, slots[child], idx))
			break;
		slots[root] = slots[child];
		root = child;
	}
	slots[root] = idx;
}

static void heap_sort(struct rwarray_idx **slots, uint32_t count,
		      const struct order *order)
{
	struct rwarray_idx *last;
	uint32_t i;

	for (i = count / 2; i-- > 0;)
		sift(slots, count, i, slots[i], order);
	for (i = count - 1; i > 0; i--) {
		last = slots[i];
		slots[i] = slots[0];
		sift(slots, i, 0, last, order);
	}
}

int rwarray_sort(struct rwarray *array, rwarray_cmp_fn cmp, void *ctx)
{
	const struct order order = { cmp, ctx };
	const int err = may_change("rwarray_sort", array);
	uint32_t count, capacity, i;

	if (err)
		return err;
	if (array->loops)
		return -EBUSY;
	close_holes(array);
	count = array->count;
	capacity = array->capacity;
	/*
	 * While cmp is called nothing is in and there is no room: so add and
	 * del come to where they are refused, and need not look out for it.
	 */
	array->count = 0;
	array->len = 0;
	array->capacity = 0;
	array->state |= RWARRAY_SORTING_;
	if (!sort_nearly_sorted(array->slots, count, &order))
		heap_sort(array->slots, count, &order);
	array->state &= ~RWARRAY_SORTING_;
	array->capacity = capacity;
	array->len = count;
	array->count = count;
	for (i = 0; i < count; i++)
		array->slots[i]->slot = i + 1;
	return 0;
}
LISH_EXPORT(rwarray_sort)

/* Do the registered loops agree with the array and among themselves? */
static bool loops_ok(const struct rwarray *array)
{
	const struct rwarray_loop *loop = array->loops;
	uint32_t depth;

	for (depth = array->depth; depth; depth--) {
		if (!loop || loop->array != array || loop->next > array->len ||
		    (!loop->reverse && loop->place > loop->next))
			return false;
		loop = loop->outer;
	}
	return !loop;
}

enum lish_reason rwarray_check(const struct rwarray *array,
			       const struct rwarray_idx **fault)
{
	const struct rwarray_idx *unused, *idx;
	uint32_t count = 0, i;

	if (!fault)
		fault = &unused;
	*fault = NULL;
	if (!array->limit)
		return LISH_UNINITIALIZED;
	if (array->len > array->capacity || array->capacity > LISH_MAX_COUNT ||
	    array->count > array->len || (array->len && !array->slots))
		return LISH_BAD_COUNT;
	for (i = 0; i < array->len; i++) {
		idx = array->slots[i];
		if (!idx)
			continue;
		if (idx->slot != i + 1) {
			*fault = idx;
			return LISH_BAD_INDEX;
		}
		count++;
	}
	if (count != array->count ||
	    (array->loops && !(array->state & RWARRAY_HOLES_) &&
	     count != array->len))
		return LISH_BAD_COUNT;
	return loops_ok(array) ? LISH_OK : LISH_STALE_LOOP;
}
LISH_EXPORT(rwarray_check)

/*
 * Whether the registered loops are there, and loop is none of them. If one was
 * left by longjmp(), its memory is of another loop by now, or of something else.
 */
static bool may_begin(const char *op, struct rwarray_loop *loop,
		      const struct rwarray *array)
{
	const struct rwarray_loop *other = array->loops;
	uint32_t depth = array->depth;

	while (depth && other != loop && other->array == array) {
		other = other->outer;
		depth--;
	}
	/* If there is one at this address that does run, it still may. */
	if (!depth || other != loop || loop->array != array)
		loop->array = NULL;
	if (depth)
		lish_misuse_(op, array, NULL, LISH_STALE_LOOP);
	return !depth;
}

static bool begin(const char *op, struct rwarray_loop *loop,
		  struct rwarray *array)
{
	if (!may_begin(op, loop, array) || !initialized(op, array))
		return false;
	if (array->loops) {
		array->state |= RWARRAY_NESTED_;
	} else {
		array->state &= RWARRAY_SORTING_;
		if (array->len != array->count)
			array->state |= RWARRAY_HOLES_;
	}
	loop->array = array;
	loop->outer = array->loops;
	loop->next = 0;
	loop->place = 0;
	loop->bound = RWARRAY_NO_BOUND_;
	loop->reverse = false;
	loop->moved = false;
	array->loops = loop;
	array->depth++;
	return true;
}

void rwarray_loop_begin(struct rwarray_loop *loop, struct rwarray *array)
{
	(void)begin("rwarray_loop_begin", loop, array);
}
LISH_EXPORT(rwarray_loop_begin)

void rwarray_loop_begin_present(struct rwarray_loop *loop,
				struct rwarray *array)
{
	if (begin("rwarray_loop_begin_present", loop, array))
		loop->bound = array->len;
}
LISH_EXPORT(rwarray_loop_begin_present)

void rwarray_loop_begin_reverse(struct rwarray_loop *loop,
				struct rwarray *array)
{
	if (!begin("rwarray_loop_begin_reverse", loop, array))
		return;
	loop->next = array->len;
	loop->reverse = true;
}
LISH_EXPORT(rwarray_loop_begin_reverse)

/* No loop runs: holes at the end are in nobody's way. */
static void drop_last_holes(struct rwarray *array)
{
	while (array->len && !array->slots[array->len - 1])
		array->len--;
}

void rwarray_loop_end(struct rwarray_loop *loop)
{
	struct rwarray *array = loop->array;
	struct rwarray_loop **link;

	if (!array)
		return;
	loop->array = NULL;
	link = &array->loops;
	while (*link && *link != loop && (*link)->array == array)
		link = &(*link)->outer;
	if (*link != loop) {
		lish_misuse_("rwarray_loop_end", array, NULL, LISH_STALE_LOOP);
		return;
	}
	*link = loop->outer;
	array->depth--;
	if (array->depth == 1)
		array->state &= ~RWARRAY_NESTED_;
	if (!array->depth)
		drop_last_holes(array);
}
LISH_EXPORT(rwarray_loop_end)

void rwarray_abandon(struct rwarray *array)
{
	if (!initialized("rwarray_abandon", array))
		return;
	array->loops = NULL;
	array->depth = 0;
}
LISH_EXPORT(rwarray_abandon)
