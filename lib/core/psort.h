/* SPDX-License-Identifier: MIT */
/*
 * psort.h - the one sort of arrays of pointers to nodes
 *
 * For the .c file of a container, which defines what follows before it includes
 * this; the functions are its own then, and call its comparison directly, by
 * its own type. There may be several in one file.
 *
 *   PSORT(name)     what a function of that name is called there
 *   PSORT_NODE      type of the node, which begins with its word
 *   PSORT_CMP       type of the comparison: > 0 if the first one belongs after
 *                   the second, else not
 *
 * PSORT(slots)(cmp, ctx, slots, n) sorts n nodes whose words grow from slot to
 * slot, and leaves the words to the caller: lish_parray_renumber_(). It returns
 * whether anything moved.
 *
 * Stable, in place, without memory but a stack of O(log n): the words tell what
 * stood before what. So the full sort need not be stable: afterwards equals, which
 * stand together, are sorted by their words. It takes one call to learn the order
 * of two, if the comparison is asked whether the one that stood first belongs
 * after the other.
 *
 * Three inputs are looked for before anything is spent on a full sort. If each
 * belongs after the next one, the array is turned round. If all are near their
 * places, insertion puts them there. If few are out of place, however
 * far, these are set apart, sorted and merged in. Else everything goes to a
 * quicksort, which turns into heapsort where its pivots are bad. It divides
 * without a branch that depends on the comparison, for in a shuffled array each
 * second one would be guessed wrong, which costs more than the comparison.
 *
 * All bounds are tested against positions, never against what cmp says, so that
 * a contradictory cmp cannot lead out of the array.
 */
#include "parray.h"

struct PSORT(order) {
	PSORT_CMP cmp;
	void *ctx;
};

/* Does a belong after b? It stood before b, or is known not to equal b. */
static inline bool PSORT(late)(const struct PSORT(order) *order,
			       const uint32_t *a, const uint32_t *b)
{
	return order->cmp(order->ctx, (const PSORT_NODE *)(const void *)a,
			  (const PSORT_NODE *)(const void *)b) > 0;
}

/* Does a belong before b? They are two. */
static inline bool PSORT(before)(const struct PSORT(order) *order,
				 const uint32_t *a, const uint32_t *b)
{
	const bool stood = *a < *b;
	const uintptr_t both = (uintptr_t)a ^ (uintptr_t)b;
	const uintptr_t swap = both & ((uintptr_t)stood - 1);

	/* Compilers make a branch of ?: here, and each second one is wrong. */
	return PSORT(late)(order, (const uint32_t *)((uintptr_t)a ^ swap),
			   (const uint32_t *)((uintptr_t)b ^ swap)) != stood;
}

static inline void PSORT(exchange)(uint32_t **v, uint32_t a, uint32_t b)
{
	uint32_t *node = v[a];

	v[a] = v[b];
	v[b] = node;
}

static void PSORT(insert_all)(const struct PSORT(order) *order, uint32_t **v,
			      uint32_t n)
{
	uint32_t *node;
	uint32_t i, to;

	for (i = 1; i < n; i++) {
		node = v[i];
		for (to = i; to > 0 && PSORT(late)(order, v[to - 1], node);
		     to--)
			v[to] = v[to - 1];
		v[to] = node;
	}
}

/*
 * Insertion sort that gives up where it would not be fast: at an element that
 * belongs 32 places or more before, or at more than two moves for each. What is
 * in front of an element when its turn comes stood before it. The first ones are
 * in order already.
 */
static bool PSORT(nudge)(const struct PSORT(order) *order, uint32_t **v,
			 uint32_t first, uint32_t n, bool *moved)
{
	const uint32_t reach = 32, fetch = lish_fetch_below_(n, n);
	uint32_t *node;
	uint32_t i, to, stop;
	size_t moves = 0;

	*moved = false;
	for (i = first; i < n; i++) {
		if (i < fetch)
			lish_prefetch(v[i + LISH_FETCH_AHEAD_]);
		node = v[i];
		if (lish_likely(!PSORT(late)(order, v[i - 1], node)))
			continue;
		stop = i > reach ? i - reach : 0;
		to = i;
		do {
			v[to] = v[to - 1];
			to--;
		} while (to > stop && PSORT(late)(order, v[to - 1], node));
		v[to] = node;
		*moved = true;
		moves += i - to;
		if (moves > 2 * (size_t)i + reach || (to == stop && stop > 0))
			return false;
	}
	return true;
}

/* Let the element at i sink until no child belongs after it. */
static void PSORT(sift_down)(const struct PSORT(order) *order, uint32_t **v,
			     uint32_t i, uint32_t n)
{
	uint32_t *node = v[i];
	uint32_t child;

	while (i < n / 2) {
		child = 2 * i + 1;
		if (child + 1 < n &&
		    PSORT(late)(order, v[child + 1], v[child]))
			child++;
		if (!PSORT(late)(order, v[child], node))
			break;
		v[i] = v[child];
		i = child;
	}
	v[i] = node;
}

static void PSORT(heap)(const struct PSORT(order) *order, uint32_t **v,
			uint32_t n)
{
	uint32_t i;

	for (i = n / 2; i > 0; i--)
		PSORT(sift_down)(order, v, i - 1, n);
	for (i = n - 1; i > 0; i--) {
		PSORT(exchange)(v, 0, i);
		PSORT(sift_down)(order, v, 0, i);
	}
}

/* Which of three positions holds the middle one? */
static uint32_t PSORT(median)(const struct PSORT(order) *order, uint32_t **v,
			      uint32_t a, uint32_t b, uint32_t c)
{
	const bool ab = PSORT(late)(order, v[a], v[b]);
	const bool bc = PSORT(late)(order, v[b], v[c]);

	if (ab == bc)
		return b;
	return PSORT(late)(order, v[a], v[c]) == ab ? c : a;
}

/* The median of three, or of three such medians: for n >= 8. */
static uint32_t PSORT(pivot)(const struct PSORT(order) *order, uint32_t **v,
			     uint32_t n)
{
	const uint32_t step = n / 8, mid = n / 2;

	if (n < 128)
		return PSORT(median)(order, v, 0, mid, n - 1);
	return PSORT(median)(
		order, v, PSORT(median)(order, v, 0, step, 2 * step),
		PSORT(median)(order, v, mid - step, mid, mid + step),
		PSORT(median)(order, v, n - 1 - 2 * step, n - 1 - step, n - 1));
}

/*
 * Bring those after which the pivot v[0] belongs to the front, or, with equals,
 * those which do not belong after it; returns how many there are, the pivot
 * included. v[1, low) is what comes to the front, v[low, i) what does not: each
 * element changes places with the first one of these, and low moves on if that
 * was right.
 */
static inline uint32_t PSORT(divide)(const struct PSORT(order) *order,
				     uint32_t **v, uint32_t n, bool equals)
{
	/* Objects of fewer members than that are in a near cache by now. */
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
		low += equals ? !PSORT(late)(order, node, pivot)
			      : PSORT(late)(order, pivot, node);
	}
	return low;
}

/*
 * The shorter side by recursion: it is no deeper than log2(n). What stands in
 * front of v, unless it is the first, belongs after none of v: if it equals the
 * pivot, all that equal it are done.
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
			PSORT(quick)(order, v + at + 1, rest, bad_pivots,
				     false);
			n = at;
		}
	}
	PSORT(insert_all)(order, v, n);
}

/* Sort, then put equals in the order of their words. */
static void PSORT(all)(const struct PSORT(order) *order, uint32_t **v,
		       uint32_t n)
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
 * Bring a sorted sequence to the front, and the rest after it, in any order.
 *
 * v[0, kept) is the sequence, v[kept, i) what was set apart. An element that
 * belongs before the end of the sequence may be what is out of place, or the
 * elements at that end may be: so many of them give way as elements in a row
 * were set apart because of them, and one more.
 *
 * Returns the length of the sequence, or 0 if it gave up: too much is out of
 * place for this to pay.
 */
static uint32_t PSORT(set_apart)(const struct PSORT(order) *order,
				 uint32_t **v, uint32_t n)
{
	const uint32_t too_many = n / 4 + 1;
	uint32_t kept = 1, row = 0, keep, i;

	for (i = 1; i < n; i++) {
		if (!PSORT(late)(order, v[kept - 1], v[i])) {
			row = 0;
			PSORT(exchange)(v, kept++, i);
			continue;
		}
		if (kept > row + 1 &&
		    PSORT(late)(order, v[kept - row - 2], v[i])) {
			row++;
		} else {
			/* The first of those that give way is known. */
			keep = kept > row + 1 ? kept - row - 1 : 0;
			kept--;
			while (kept > keep &&
			       PSORT(late)(order, v[kept - 1], v[i]))
				kept--;
			row = 0;
			PSORT(exchange)(v, kept++, i);
		}
		if (i + 1 - kept > too_many)
			return 0;
	}
	return kept;
}

static void PSORT(turn_round)(uint32_t **v, uint32_t n)
{
	uint32_t i;

	for (i = 0; i < n / 2; i++)
		PSORT(exchange)(v, i, n - 1 - i);
}

/* How many of the sorted v belong before the node? */
static uint32_t PSORT(count_before)(const struct PSORT(order) *order,
				    uint32_t **v, uint32_t n,
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

/*
 * Merge the sorted v[0, left) and v[left, left + right) where they lie: halve
 * the longer one, find where its middle belongs in the other, and let what is
 * between change sides. Each call is left with three quarters at most, and the
 * smaller problem goes into recursion: no deeper than log2(n).
 */
static void PSORT(merge)(const struct PSORT(order) *order, uint32_t **v,
			 uint32_t left, uint32_t right)
{
	uint32_t a, b;

	while (left && right) {
		if (left == 1 && right == 1) {
			if (PSORT(before)(order, v[1], v[0]))
				PSORT(exchange)(v, 0, 1);
			return;
		}
		if (left > right) {
			a = left / 2;
			b = PSORT(count_before)(order, v + left, right, v[a]);
		} else {
			b = right / 2;
			a = PSORT(count_before)(order, v, left, v[left + b]);
		}
		PSORT(turn_round)(v + a, left - a);
		PSORT(turn_round)(v + left, b);
		PSORT(turn_round)(v + a, left - a + b);
		if (a + b < left - a + right - b) {
			PSORT(merge)(order, v, a, b);
			v += a + b;
			left -= a;
			right -= b;
		} else {
			PSORT(merge)(order, v + a + b, left - a, right - b);
			left = a;
			right = b;
		}
	}
}

static bool PSORT(slots)(PSORT_CMP cmp, void *ctx, uint32_t **v, uint32_t n)
{
	const struct PSORT(order) order = { cmp, ctx };
	uint32_t down = 1, kept;
	bool moved;

	while (down < n && PSORT(late)(&order, v[down - 1], v[down]))
		down++;
	if (down > 1 && down == n) {
		PSORT(turn_round)(v, n);
		return true;
	}
	/* The last question, if it was the first, need not be put again. */
	if (PSORT(nudge)(&order, v, down > 1 ? 1 : 2, n, &moved))
		return moved;
	kept = PSORT(set_apart)(&order, v, n);
	if (kept) {
		PSORT(all)(&order, v + kept, n - kept);
		PSORT(merge)(&order, v, kept, n - kept);
	} else {
		PSORT(all)(&order, v, n);
	}
	return true;
}

#undef PSORT
#undef PSORT_NODE
#undef PSORT_CMP
