/* SPDX-License-Identifier: MIT */
/*
 * psort.h - the sort of all arrays of pointers to nodes
 *
 * A template, and a part of lib/sort.c, which defines these for each array and includes this
 * file. C may call a comparison of dense through no pointer of another type, and one text for both
 * arrays would need a second call for each comparison.
 *
 *   PSORT(name)     the name of a function of that instance: dense_sort_quick_(), which a
 *                   debugger knows
 *   PSORT_NODE      type of the node, which begins with its word
 *   PSORT_CMP       type of the comparison: > 0 if a belongs after b, else not
 *
 * PSORT(slots)(cmp, ctx, slots, n, &fault) sorts n nodes, each of which names its slot. It does
 * not change the words: the caller renumbers the nodes. It returns whether anything moved.
 *
 * A node that does not name its slot is no element any more: cmp does not get it. It goes to
 * fault, and nothing has moved. Each node is asked just before cmp gets it first; the words
 * bring back what moved before that.
 *
 * The sort must be stable, allocate nothing, and be fast for arrays that were sorted a
 * frame ago. The words tell which of two nodes stood first, so quick need not be stable:
 * equal elements end up adjacent, and are then sorted by their words.
 *
 * Four methods, from cheap to general:
 *
 *   reversed      strictly descending: reverse the array. n - 1 comparisons
 *   nudge         insertion sort that gives up if an element is 32 places or more from
 *                 its own, or after two moves per element. n - 1 comparisons if sorted
 *   set_apart     if few elements are out of place, however far: split off a sorted
 *                 sequence, sort the rest, merge both in place. Gives up if more than a
 *                 quarter is out of place. As Ernerfeldt's drop-merge sort
 *   quick         quicksort. Median of 3 or 9 as pivot; equal elements are split off
 *                 if the pivot equals the element before the range, as in
 *                 Peters' pattern-defeating quicksort; heapsort after too many bad
 *                 pivots, as in Musser's introsort (1997)
 *
 * The merge copies up to PSORT_FEW elements of the second sequence to the stack, and
 * brings each to its place in the first, from the last one on. If there are more, the
 * merge cuts the second sequence in the middle, and finds the place of that element in
 * the first by bisection. It rotates the elements between the two places, and merges both
 * halves. The second sequence is the shorter one: O(n log n) moves, often n.
 *
 * Stack: O(log n). Time: O(n log n) for every input. A contradictory cmp gives a useless
 * order and nothing worse: no scan relies on cmp to stop.
 */
#include "parray.h"

#define PSORT_FEW (sizeof(uint32_t *) < 8 ? 16u : 64u)

struct PSORT(order) {
	PSORT_CMP cmp;
	void *ctx;
	/* Nodes that stood below it were asked, and named their slots. */
	uint32_t asked;
	const uint32_t *fault;
};

/* Level 1: does this node, which has not moved, name its slot? Else it is the fault. */
static inline bool PSORT(ask)(struct PSORT(order) *order, const uint32_t *node, uint32_t i)
{
	if (LISH_CHECK < 1 || lish_likely(*node == i + 1))
		return true;
	order->asked = i;
	order->fault = node;
	return false;
}

/* a stood before b, or does not equal b. */
static inline bool PSORT(late)(const struct PSORT(order) *order,
			       const uint32_t *a, const uint32_t *b)
{
	return order->cmp(order->ctx, (const PSORT_NODE *)(const void *)a,
			  (const PSORT_NODE *)(const void *)b) > 0;
}

/* a and b differ. */
static inline LISH_WRAPS_ bool PSORT(before)(const struct PSORT(order) *order,
					     const uint32_t *a,
					     const uint32_t *b)
{
	const bool stood = *a < *b;
	const uintptr_t both = (uintptr_t)a ^ (uintptr_t)b;
	const uintptr_t swap = both & ((uintptr_t)stood - 1);

	/* Not ?:, of which compilers make a branch that is mispredicted half the time. */
	return PSORT(late)(order, (const uint32_t *)((uintptr_t)a ^ swap),
			   (const uint32_t *)((uintptr_t)b ^ swap)) != stood;
}

static inline void PSORT(exchange)(uint32_t **v, uint32_t a, uint32_t b)
{
	uint32_t *node = v[a];

	v[a] = v[b];
	v[b] = node;
}

static void PSORT(insert_all)(const struct PSORT(order) *order, uint32_t **v, uint32_t n)
{
	uint32_t *node;
	uint32_t i, to;

	for (i = 1; i < n; i++) {
		node = v[i];
		for (to = i; to > 0 && PSORT(late)(order, v[to - 1], node); to--)
			v[to] = v[to - 1];
		v[to] = node;
	}
}

/* The first element of v[i, n) that belongs before its predecessor, or is a fault; or n. */
static inline uint32_t PSORT(run)(struct PSORT(order) *order, uint32_t **v, uint32_t i, uint32_t n)
{
	const uint32_t fetch = lish_fetch_below_(n, n);
	uint32_t *last = v[i - 1], *node;

	for (; i < n; i++, last = node) {
		if (i < fetch)
			lish_prefetch(v[i + LISH_FETCH_AHEAD_]);
		node = v[i];
		if (!PSORT(ask)(order, node, i) || lish_unlikely(PSORT(late)(order, last, node)))
			break;
	}
	return i;
}

/*
 * Returns false where it would be slow: at an element that belongs 32 places or more to
 * the front, or after two moves per element; and at a fault. v[0, i) is sorted.
 */
static bool PSORT(nudge)(struct PSORT(order) *order, uint32_t **v, uint32_t i,
			 uint32_t n, bool *moved)
{
	const uint32_t reach = 32;
	uint32_t *node;
	uint32_t to, stop;
	size_t moves = 0;

	*moved = false;
	while ((i = PSORT(run)(order, v, i, n)) < n && !order->fault) {
		node = v[i];
		stop = i > reach ? i - reach : 0;
		to = i++;
		do {
			v[to] = v[to - 1];
			to--;
		} while (to > stop && PSORT(late)(order, v[to - 1], node));
		v[to] = node;
		*moved = true;
		moves += i - 1 - to;
		if (moves > 2 * (size_t)i + reach || (to == stop && stop > 0)) {
			order->asked = i;
			return false;
		}
	}
	return !order->fault;
}

static void PSORT(sift_down)(const struct PSORT(order) *order, uint32_t **v,
			     uint32_t i, uint32_t n)
{
	uint32_t *node = v[i];
	uint32_t child;

	while (i < n / 2) {
		child = 2 * i + 1;
		if (child + 1 < n && PSORT(late)(order, v[child + 1], v[child]))
			child++;
		if (!PSORT(late)(order, v[child], node))
			break;
		v[i] = v[child];
		i = child;
	}
	v[i] = node;
}

static void PSORT(heap)(const struct PSORT(order) *order, uint32_t **v, uint32_t n)
{
	uint32_t i;

	for (i = n / 2; i > 0; i--)
		PSORT(sift_down)(order, v, i - 1, n);
	for (i = n - 1; i > 0; i--) {
		PSORT(exchange)(v, 0, i);
		PSORT(sift_down)(order, v, 0, i);
	}
}

static uint32_t PSORT(median)(const struct PSORT(order) *order, uint32_t **v,
			      uint32_t a, uint32_t b, uint32_t c)
{
	const bool ab = PSORT(late)(order, v[a], v[b]);
	const bool bc = PSORT(late)(order, v[b], v[c]);

	if (ab == bc)
		return b;
	return PSORT(late)(order, v[a], v[c]) == ab ? c : a;
}

/* The median of three, or of the medians of three groups of three. */
static uint32_t PSORT(pivot)(const struct PSORT(order) *order, uint32_t **v, uint32_t n)
{
	const uint32_t step = n / 9;
	uint32_t at[3] = { 0, n / 2, n - 1 }, i;

	for (i = 0; i < 3 && n >= 128; i++)
		at[i] = PSORT(median)(order, v, 3 * i * step, (3 * i + 1) * step,
				      (3 * i + 2) * step);
	return PSORT(median)(order, v, at[0], at[1], at[2]);
}

/*
 * Partition by the pivot v[0]: bring the elements before it to the front; with equals,
 * those not after it. Returns their number, with the pivot. v[1, low) belongs to the
 * front, v[low, i) does not. Each element is swapped with v[low], and low increases if
 * that was right. A branch that depends on cmp would be mispredicted, which costs more
 * than the call of cmp.
 */
static inline uint32_t PSORT(divide)(const struct PSORT(order) *order,
				     uint32_t **v, uint32_t n, bool equals)
{
	/* The objects of shorter ranges are in a near cache already. */
	const uint32_t ahead = 16, fetch = n > 4096 ? n - ahead : 0;
	uint32_t *const pivot = v[0];
	uint32_t low = 1, i;
	uint32_t *node;

	for (i = 1; i < n; i++) {
		if (i < fetch)
			lish_prefetch(v[i + ahead]);
		node = v[i];
		v[i] = v[low];
		v[low] = node;
		low += equals ? !PSORT(late)(order, node, pivot) : PSORT(late)(order, pivot, node);
	}
	return low;
}

/*
 * Recurse on the shorter side, so that the depth is at most log2(n). Unless first, v[-1]
 * is not after any element of v: if it equals the pivot, split off all equal elements.
 */
static void PSORT(quick)(const struct PSORT(order) *order, uint32_t **v,
			 uint32_t n, uint32_t bad_pivots, bool first)
{
	uint32_t at, rest;

	while (n > 8) {
		if (!bad_pivots) {
			PSORT(heap)(order, v, n);
			return;
		}
		PSORT(exchange)(v, 0, PSORT(pivot)(order, v, n));
		if (!first && !PSORT(late)(order, v[0], v[-1])) {
			at = PSORT(divide)(order, v, n, true);
			v += at;
			n -= at;
			continue;
		}
		at = PSORT(divide)(order, v, n, false) - 1;
		PSORT(exchange)(v, 0, at);
		rest = n - at - 1;
		if (at < n / 8 || rest < n / 8)
			bad_pivots--;
		if (at < rest) {
			PSORT(quick)(order, v, at, bad_pivots, first);
			v += at + 1;
			n = rest;
			first = false;
		} else {
			PSORT(quick)(order, v + at + 1, rest, bad_pivots, false);
			n = at;
		}
	}
	PSORT(insert_all)(order, v, n);
}

static void PSORT(all)(const struct PSORT(order) *order, uint32_t **v, uint32_t n)
{
	const uint32_t fetch = lish_fetch_below_(n, n);
	uint32_t bad_pivots = 1, size, from, i;

	for (size = n; size > 1; size /= 2)
		bad_pivots++;
	PSORT(quick)(order, v, n, bad_pivots, true);
	for (from = 0, i = 1; i <= n; i++) {
		if (i < fetch)
			lish_prefetch(v[i + LISH_FETCH_AHEAD_]);
		if (i < n && !PSORT(late)(order, v[i], v[i - 1]))
			continue;
		if (i - from > 1)
			lish_parray_sort_words_(v + from, i - from);
		from = i;
	}
}

/*
 * Bring a sorted sequence to the front, and the rest behind it in any order.
 *
 * v[0, kept) is the sequence, v[kept, i) was set apart. If an element belongs before
 * the end of the sequence, either the element is out of place or that end is. row
 * counts the elements set apart in a row. If the element fits when row + 1 elements of
 * the end are dropped, drop them; else set the element apart.
 *
 * Returns the length of the sequence; 0 if too many elements are out of place, and at a fault.
 */
static uint32_t PSORT(set_apart)(struct PSORT(order) *order, uint32_t **v, uint32_t n)
{
	const uint32_t too_many = n / 4 + 1;
	uint32_t kept = 1, row = 0, keep, i;
	uint32_t *last = v[0], *node;

	for (i = 1; i < n; i++) {
		node = v[i];
		if (i >= order->asked && !PSORT(ask)(order, node, i))
			return 0;
		if (lish_likely(!PSORT(late)(order, last, node))) {
			row = 0;
			v[i] = v[kept];
			v[kept++] = node;
			last = node;
			continue;
		}
		if (kept > row + 1 && PSORT(late)(order, v[kept - row - 2], v[i])) {
			row++;
		} else {
			/* At most row + 1 elements give way; one is known to. */
			keep = kept > row + 1 ? kept - row - 1 : 0;
			kept--;
			while (kept > keep && PSORT(late)(order, v[kept - 1], v[i]))
				kept--;
			row = 0;
			PSORT(exchange)(v, kept++, i);
			last = node;
		}
		if (i + 1 - kept > too_many) {
			order->asked = i >= order->asked ? i + 1 : order->asked;
			return 0;
		}
	}
	return kept;
}

static void PSORT(turn_round)(uint32_t **v, uint32_t n)
{
	uint32_t i;

	for (i = 0; i < n / 2; i++)
		PSORT(exchange)(v, i, n - 1 - i);
}

static uint32_t PSORT(count_before)(const struct PSORT(order) *order, uint32_t **v, uint32_t n,
				    const uint32_t *node)
{
	uint32_t low = 0, half;

	while (n > 0) {
		half = n / 2;
		if (PSORT(before)(order, v[low + half], node)) {
			low += half + 1;
			n -= half + 1;
		} else {
			n = half;
		}
	}
	return low;
}

/* As merge, by one move of each element: v[left, left + right) leaves the array. */
static LISH_NOINLINE void PSORT(merge_few)(const struct PSORT(order) *order, uint32_t **v,
					   uint32_t left, uint32_t right)
{
	uint32_t *few[PSORT_FEW], *node;
	uint32_t at;

	memcpy(few, v + left, right * sizeof(*v));
	while (right) {
		node = few[--right];
		at = PSORT(count_before)(order, v, left, node);
		memmove(v + at + right + 1, v + at, (left - at) * sizeof(*v));
		v[at + right] = node;
		left = at;
	}
}

/* v[0, left) and v[left, left + right) are sorted. The depth is at most log2(right). */
static void PSORT(merge)(const struct PSORT(order) *order, uint32_t **v,
			 uint32_t left, uint32_t right)
{
	uint32_t a, b;

	while (right > PSORT_FEW) {
		b = right / 2;
		a = PSORT(count_before)(order, v, left, v[left + b]);
		PSORT(turn_round)(v + a, left - a);
		PSORT(turn_round)(v + left, b);
		PSORT(turn_round)(v + a, left - a + b);
		PSORT(merge)(order, v, a, b);
		v += a + b;
		left -= a;
		right -= b;
	}
	PSORT(merge_few)(order, v, left, right);
}

static bool PSORT(slots)(PSORT_CMP cmp, void *ctx, uint32_t **v, uint32_t n, const uint32_t **fault)
{
	struct PSORT(order) order = { cmp, ctx, 0, NULL };
	uint32_t down = 1, kept, i;
	bool moved = false;

	if (!n || !PSORT(ask)(&order, v[0], 0))
		goto out;
	while (down < n && PSORT(ask)(&order, v[down], down) &&
	       PSORT(late)(&order, v[down - 1], v[down]))
		down++;
	if (order.fault)
		goto out;
	if (down > 1 && down == n) {
		PSORT(turn_round)(v, n);
		*fault = NULL;
		return true;
	}
	/* The comparison of the first two is done if it ended that search. */
	if (n < 2 || PSORT(nudge)(&order, v, down > 1 ? 1 : 2, n, &moved) || order.fault)
		goto out;
	moved = true;
	kept = PSORT(set_apart)(&order, v, n);
	for (i = order.asked; !kept && i < n && PSORT(ask)(&order, v[i], i); i++)
		;
	if (order.fault)
		goto out;
	PSORT(all)(&order, v + kept, n - kept);
	if (kept)
		PSORT(merge)(&order, v, kept, n - kept);
out:
	*fault = order.fault;
	if (!order.fault)
		return moved;
	lish_parray_sort_words_(v, order.asked);
	return false;
}

#undef PSORT
#undef PSORT_NODE
#undef PSORT_CMP
