// SPDX-License-Identifier: MIT
/*
 * The cold side of dense: reports, validation, growth, loops, sorting.
 */
#define LISH_LIB_
#include <linux-ish/dense.h>

/* Slots that a growing array begins with; from there on it doubles. */
#define FIRST_CAPACITY 8

void dense_refuse_zero_(const char *op, const struct dense *array)
{
	lish_misuse_(op, array, NULL, LISH_UNINITIALIZED);
}
LISH_EXPORT(dense_refuse_zero_)

void dense_refuse_last_(const char *op, const struct dense *array)
{
	lish_misuse_(op, array, array->items[array->count - 1], LISH_BAD_INDEX);
}
LISH_EXPORT(dense_refuse_last_)

void dense_refuse_loop_(const char *op, const struct dense *array)
{
	lish_misuse_(op, array, NULL, LISH_LOST_PLACE);
}
LISH_EXPORT(dense_refuse_loop_)

/* What the checks of the header do at level 1, here at any level. */
static bool ready(const char *op, const struct dense *array)
{
	if (array->limit)
		return true;
	dense_refuse_zero_(op, array);
	return false;
}

int dense_no_member_(const char *op, const struct dense *array)
{
	return ready(op, array) ? -ENOENT : -EINVAL;
}
LISH_EXPORT(dense_no_member_)

/* May everything change? 0, -EBUSY or, never initialised, -EINVAL. */
static int may_change(const char *op, const struct dense *array)
{
	if (!ready(op, array))
		return -EINVAL;
	return array->loops ? -EBUSY : 0;
}

enum lish_reason dense_check(const struct dense *array,
			     const struct dense_idx **fault)
{
	enum lish_reason reason = LISH_OK;
	uint32_t i;

	if (fault)
		*fault = NULL;
	if (!array->limit)
		return LISH_UNINITIALIZED;
	if (array->count > array->capacity || (array->count && !array->items))
		return LISH_BAD_COUNT;
	for (i = 0; i < array->count && reason == LISH_OK; i++) {
		if (array->items[i] && array->items[i]->slot == i + 1)
			continue;
		reason = LISH_BAD_INDEX;
		if (fault)
			*fault = array->items[i];
	}
	return reason;
}
LISH_EXPORT(dense_check)

bool dense_whole_ok_(const char *op, const struct dense *array)
{
	const struct dense_idx *fault;
	const enum lish_reason reason = dense_check(array, &fault);

	if (reason != LISH_OK)
		lish_misuse_(op, array, fault, reason);
	return reason == LISH_OK;
}
LISH_EXPORT(dense_whole_ok_)

/* Give a growing array another size, at least its count. */
static int resize(struct dense *array, uint32_t capacity)
{
	void *items = lish_array_resize_(array->mem, array->items, array->count,
					 array->capacity, capacity,
					 sizeof(array->items[0]));

	if (!items)
		return -ENOMEM;
	array->items = (struct dense_idx **)items;
	array->capacity = capacity;
	return 0;
}

int dense_grow_(struct dense *array)
{
	uint32_t capacity = array->capacity;

	if (!ready("dense_add", array))
		return -EINVAL;
	if (!array->mem || capacity >= array->limit)
		return -ENOSPC;
	capacity = capacity ? capacity * 2 : FIRST_CAPACITY;
	return resize(array, capacity < array->limit ? capacity : array->limit);
}
LISH_EXPORT(dense_grow_)

int dense_set_limit(struct dense *array, uint32_t limit)
{
	if (!ready("dense_set_limit", array) || !limit)
		return -EINVAL;
	if (limit > LISH_MAX_COUNT)
		limit = LISH_MAX_COUNT;
	if (array->capacity > limit)
		return -ENOSPC;
	array->limit = limit;
	return 0;
}
LISH_EXPORT(dense_set_limit)

int dense_reserve(struct dense *array, uint32_t count)
{
	const int err = may_change("dense_reserve", array);

	if (err)
		return err;
	if (count <= array->capacity)
		return 0;
	if (!array->mem || count > array->limit)
		return -ENOSPC;
	return resize(array, count);
}
LISH_EXPORT(dense_reserve)

static void free_items(struct dense *array)
{
	if (array->mem && array->items)
		array->mem->free(array->mem, array->items,
				 array->capacity * sizeof(array->items[0]),
				 sizeof(void *));
}

int dense_trim(struct dense *array)
{
	const int err = may_change("dense_trim", array);

	if (err || !array->mem || array->count == array->capacity)
		return err;
	if (array->count)
		return resize(array, array->count);
	free_items(array);
	array->items = NULL;
	array->capacity = 0;
	return 0;
}
LISH_EXPORT(dense_trim)

/* Fetch the member that a pass over all of them comes to a little later. */
static void fetch_ahead(const struct dense *array, uint32_t i)
{
	if (array->count > DENSE_PREFETCH_ABOVE &&
	    i < array->count - DENSE_PREFETCH_AHEAD)
		lish_prefetch(array->items[i + DENSE_PREFETCH_AHEAD]);
}

int dense_clear(struct dense *array)
{
	const int err = may_change("dense_clear", array);
	uint32_t i;

	if (err)
		return err;
	for (i = 0; i < array->count; i++) {
		fetch_ahead(array, i);
		array->items[i]->slot = 0;
	}
	array->count = 0;
	return 0;
}
LISH_EXPORT(dense_clear)

int dense_forget(struct dense *array)
{
	const int err = may_change("dense_forget", array);

	if (!err)
		array->count = 0;
	return err;
}
LISH_EXPORT(dense_forget)

void dense_destroy(struct dense *array)
{
	if (!ready("dense_destroy", array))
		return;
	if (array->loops) {
		lish_misuse_("dense_destroy", array, NULL, LISH_LOOPED);
		return;
	}
	(void)dense_clear(array);
	free_items(array);
	memset(array, 0, sizeof(*array));
}
LISH_EXPORT(dense_destroy)

struct dense_share dense_span(const struct dense *array, uint32_t part,
			      uint32_t parts)
{
	struct dense_share span = { 0, 0 };
	uint32_t share, longer;

	if (!ready("dense_span", array))
		return span;
	if (part >= parts) {
		lish_misuse_("dense_span", array, NULL, LISH_BAD_RANGE);
		return span;
	}
	/* The first ones get one more each, until nothing is left over. */
	share = array->count / parts;
	longer = array->count % parts;
	span.start = part * share + (part < longer ? part : longer);
	span.count = share + (part < longer);
	return span;
}
LISH_EXPORT(dense_span)

void dense_loop_begin(struct dense_loop *loop, struct dense *array)
{
	const bool open = array->loops == loop;

	/* Of one that was left open perhaps only the address is left. */
	if (!open || loop->array != array) {
		loop->array = NULL;
		loop->up = NULL;
		loop->next = 0;
	}
	if (!ready("dense_loop_begin", array))
		return;
	if (open) {
		lish_misuse_("dense_loop_begin", array, NULL, LISH_STALE_LOOP);
		return;
	}
	loop->array = array;
	loop->up = array->loops;
	array->loops = loop;
}
LISH_EXPORT(dense_loop_begin)

void dense_loop_end(struct dense_loop *loop)
{
	struct dense *array = loop->array;

	if (!array)
		return;
	loop->array = NULL;
	if (array->loops == loop)
		array->loops = loop->up;
	else
		lish_misuse_("dense_loop_end", array, NULL, LISH_STALE_LOOP);
}
LISH_EXPORT(dense_loop_end)

void dense_abandon(struct dense *array)
{
	if (ready("dense_abandon", array))
		array->loops = NULL;
}
LISH_EXPORT(dense_abandon)

/*
 * Sorting
 *
 * Two inputs are looked for before anything is spent on a full sort. If all
 * are near their places, insertion puts them there. If few are out of place,
 * however far, these are set apart, sorted and merged in. Else everything goes
 * to a quicksort, which turns into heapsort where its pivots are bad.
 *
 * All bounds are tested against positions, never against what cmp says, so that
 * a contradictory cmp cannot lead out of the array.
 */
struct order {
	dense_cmp_fn cmp;
	void *ctx;
};

static bool behind(const struct order *order, const struct dense_idx *a,
		   const struct dense_idx *b)
{
	return order->cmp(order->ctx, a, b) > 0;
}

static void exchange(struct dense_idx **v, size_t a, size_t b)
{
	struct dense_idx *idx = v[a];

	v[a] = v[b];
	v[b] = idx;
}

static void insertion_sort(const struct order *order, struct dense_idx **v,
			   size_t n)
{
	struct dense_idx *idx;
	size_t i, to;

	for (i = 1; i < n; i++) {
		idx = v[i];
		for (to = i; to > 0 && behind(order, v[to - 1], idx); to--)
			v[to] = v[to - 1];
		v[to] = idx;
	}
}

/*
 * Insertion sort that gives up where it would not be fast: at an element that
 * belongs 32 places or more before, or at more than two moves for each.
 */
static bool settle(const struct order *order, struct dense_idx **v, size_t n,
		   size_t *moves)
{
	const size_t reach = 32;
	struct dense_idx *idx;
	size_t i, to, stop;

	*moves = 0;
	for (i = 1; i < n; i++) {
		idx = v[i];
		stop = i > reach ? i - reach : 0;
		for (to = i; to > stop && behind(order, v[to - 1], idx); to--)
			v[to] = v[to - 1];
		v[to] = idx;
		*moves += i - to;
		if (*moves > 2 * i + reach || (to == stop && stop > 0))
			return false;
	}
	return true;
}

/* Let the element at i sink until no child belongs behind it. */
static void sift_down(const struct order *order, struct dense_idx **v, size_t i,
		      size_t n)
{
	struct dense_idx *idx = v[i];
	size_t child;

	while (i < n / 2) {
		child = 2 * i + 1;
		if (child + 1 < n && behind(order, v[child + 1], v[child]))
			child++;
		if (!behind(order, v[child], idx))
			break;
		v[i] = v[child];
		i = child;
	}
	v[i] = idx;
}

static void heap_sort(const struct order *order, struct dense_idx **v, size_t n)
{
	size_t i;

	for (i = n / 2; i > 0; i--)
		sift_down(order, v, i - 1, n);
	for (i = n - 1; i > 0; i--) {
		exchange(v, 0, i);
		sift_down(order, v, 0, i);
	}
}

/* Which of three positions holds the middle one? */
static size_t median(const struct order *order, struct dense_idx **v, size_t a,
		     size_t b, size_t c)
{
	if (behind(order, v[a], v[b])) {
		if (behind(order, v[b], v[c]))
			return b;
		return behind(order, v[a], v[c]) ? c : a;
	}
	if (behind(order, v[a], v[c]))
		return a;
	return behind(order, v[b], v[c]) ? c : b;
}

/* The median of three, or of three such medians: for n >= 8. */
static size_t choose_pivot(const struct order *order, struct dense_idx **v,
			   size_t n)
{
	const size_t step = n / 8, mid = n / 2;

	if (n < 128)
		return median(order, v, 0, mid, n - 1);
	return median(order, v, median(order, v, 0, step, 2 * step),
		      median(order, v, mid - step, mid, mid + step),
		      median(order, v, n - 1 - 2 * step, n - 1 - step, n - 1));
}

/*
 * Divide: no element before the returned position belongs behind the one there,
 * and that one belongs behind none after it. Both sides stop at equals, so that
 * many equals make two halves.
 */
static size_t partition(const struct order *order, struct dense_idx **v,
			size_t n)
{
	size_t low = 0, high = n;
	struct dense_idx *pivot;

	exchange(v, 0, choose_pivot(order, v, n));
	pivot = v[0];
	for (;;) {
		do
			low++;
		while (low < n && behind(order, pivot, v[low]));
		do
			high--;
		while (high > 0 && behind(order, v[high], pivot));
		if (low >= high)
			break;
		exchange(v, low, high);
	}
	exchange(v, 0, high);
	return high;
}

/* The shorter side by recursion: it is no deeper than log2(n). */
static void quick_sort(const struct order *order, struct dense_idx **v,
		       size_t n, unsigned int bad_pivots)
{
	size_t at, rest;

	while (n > 16) {
		if (!bad_pivots) {
			heap_sort(order, v, n);
			return;
		}
		at = partition(order, v, n);
		rest = n - at - 1;
		if (at < n / 8 || rest < n / 8)
			bad_pivots--;
		if (at < rest) {
			quick_sort(order, v, at, bad_pivots);
			v += at + 1;
			n = rest;
		} else {
			quick_sort(order, v + at + 1, rest, bad_pivots);
			n = at;
		}
	}
	insertion_sort(order, v, n);
}

static void sort_all(const struct order *order, struct dense_idx **v, size_t n)
{
	unsigned int bad_pivots = 1;
	size_t size;

	for (size = n; size > 1; size /= 2)
		bad_pivots++;
	quick_sort(order, v, n, bad_pivots);
}

/*
 * Bring a sorted sequence to the front, and the rest behind it, in any order.
 *
 * v[0, kept) is the sequence, v[kept, i) what was set apart. An element that
 * belongs before the end of the sequence may be what is out of place, or the
 * elements at that end may be: so many of them give way as elements in a row
 * were set apart because of them, and one more.
 *
 * Returns the length of the sequence, or 0 if it gave up: too much is out of
 * place for this to pay.
 */
static size_t set_apart(const struct order *order, struct dense_idx **v,
			size_t n)
{
	const size_t too_many = n / 4 + 1;
	size_t kept = 1, row = 0, i;

	for (i = 1; i < n; i++) {
		if (behind(order, v[kept - 1], v[i])) {
			if (kept > row + 1 &&
			    behind(order, v[kept - row - 2], v[i])) {
				row++;
			} else {
				/* The first of those that give way is known. */
				const size_t keep =
					kept > row + 1 ? kept - row - 1 : 0;

				kept--;
				while (kept > keep &&
				       behind(order, v[kept - 1], v[i]))
					kept--;
				row = 0;
				exchange(v, kept++, i);
			}
			if (i + 1 - kept > too_many)
				return 0;
		} else {
			row = 0;
			exchange(v, kept++, i);
		}
	}
	return kept;
}

static void turn_round(struct dense_idx **v, size_t n)
{
	size_t i;

	for (i = 0; i < n / 2; i++)
		exchange(v, i, n - 1 - i);
}

/* How many of the sorted v belong before idx, or, with equals, not behind? */
static size_t count_before(const struct order *order, struct dense_idx **v,
			   size_t n, const struct dense_idx *idx, bool equals)
{
	size_t low = 0, half;

	while (n > 0) {
		half = n / 2;
		if (equals ? !behind(order, v[low + half], idx) :
			     behind(order, idx, v[low + half])) {
			low += half + 1;
			n -= half + 1;
		} else {
			n = half;
		}
	}
	return low;
}

/*
 * Merge the sorted v[0, left) and v[left, left + right) where they lie: halve
 * the longer one, find where its middle belongs in the other, and let what is
 * between change sides. Each call is left with three quarters at most, and the
 * smaller problem goes into recursion: no deeper than log2(n).
 */
static void merge(const struct order *order, struct dense_idx **v, size_t left,
		  size_t right)
{
	size_t a, b;

	while (left && right) {
		if (left == 1 && right == 1) {
			if (behind(order, v[0], v[1]))
				exchange(v, 0, 1);
			return;
		}
		if (left > right) {
			a = left / 2;
			b = count_before(order, v + left, right, v[a], false);
		} else {
			b = right / 2;
			a = count_before(order, v, left, v[left + b], true);
			/* v[left + b] itself goes along: it is in its place. */
		}
		turn_round(v + a, left - a);
		turn_round(v + left, b);
		turn_round(v + a, left - a + b);
		if (a + b < left - a + right - b) {
			merge(order, v, a, b);
			v += a + b;
			left -= a;
			right -= b;
		} else {
			merge(order, v + a + b, left - a, right - b);
			left = a;
			right = b;
		}
	}
}

/* Returns whether anything moved. */
static bool sort_items(const struct order *order, struct dense_idx **v,
		       size_t n)
{
	size_t moves, kept;

	if (settle(order, v, n, &moves))
		return moves > 0;
	kept = set_apart(order, v, n);
	if (kept) {
		sort_all(order, v + kept, n - kept);
		merge(order, v, kept, n - kept);
	} else {
		sort_all(order, v, n);
	}
	return true;
}

/* Write the places of all members into their nodes. */
static void renumber(struct dense *array)
{
	uint32_t i;

	for (i = 0; i < array->count; i++) {
		fetch_ahead(array, i);
		array->items[i]->slot = i + 1;
	}
}

int dense_sort(struct dense *array, dense_cmp_fn cmp, void *ctx)
{
	const struct order order = { cmp, ctx };
	const int err = may_change("dense_sort", array);
	struct dense_loop guard;

	if (err || array->count < 2)
		return err;
	/* While cmp is called, changes are refused as in any loop. */
	dense_loop_begin(&guard, array);
	if (sort_items(&order, array->items, array->count))
		renumber(array);
	dense_loop_end(&guard);
	return 0;
}
LISH_EXPORT(dense_sort)

static int by_address(void *ctx, const struct dense_idx *a,
		      const struct dense_idx *b)
{
	(void)ctx;
	return (uintptr_t)a > (uintptr_t)b;
}

int dense_sort_by_address(struct dense *array)
{
	return dense_sort(array, by_address, NULL);
}
LISH_EXPORT(dense_sort_by_address)
