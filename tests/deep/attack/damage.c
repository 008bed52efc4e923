// SPDX-License-Identifier: MIT
/*
 * Any calls and loops of an array, whose elements are zeroed, copied, or zeroed and added
 * elsewhere meanwhile. There are two arrays of the container X and five objects, whose memory
 * stays valid. An array may hand out an object only if the object's node names a slot of it,
 * and may write only to such nodes and to the one it was called with. Every loop must end.
 * A number from elsewhere may happen to name the slot that rwarray or iheap moves the object to:
 * that is excused. Below level 2 a heap may write each node that one of its slots holds.
 *
 *   damage N [FIRST]   N sequences of calls; a failure names its sequence
 */
#define PASTE_(x, name) x##_##name
#define PASTE(x, name) PASTE_(x, name)
#define OF(name) PASTE(X, name)
#define IS_dense 1
#define IS_rwarray 2
#define IS_iheap 3
#define IS_(x) IS_##x
#define IS(x) IS_(x)

#include "linux-ish/dense.h"
#include "linux-ish/iheap.h"
#include "linux-ish/rwarray.h"
#include "linux-ish/sort.h"
#include "sequence.h"
#include <string.h>
#include <unistd.h>

#define OBJECTS 5
#define CALLS 40
#define DEPTH 3
/* No loop of CALLS calls is longer. */
#define STEPS 1000

struct thing {
	uint32_t value;
	struct OF(idx) node;
};

static struct thing things[OBJECTS];
static struct X arrays[2];
static int calls, reports;
/* A comparison of that array runs; else NULL. It only calls. */
static const void *comparing;

static const struct lish_parray_ *slots_of(const struct X *array)
{
#if IS(X) == 1
	return &array->parts.array;
#else
	return &array->array;
#endif
}

/* What stood in the nodes before the call or the step that runs, and who named whom. */
static struct seen {
	uint32_t slot[OBJECTS];
	bool in[2][OBJECTS];
	bool might[2][OBJECTS];
	bool held[2][OBJECTS];
	const struct thing *added;
} seen;

static bool names(const struct X *array, const struct thing *thing)
{
	const struct lish_parray_ *slots = slots_of(array);
	const uint32_t at = thing->node.slot - 1;

	if (at >= slots->used)
		return false;
#if IS(X) == 3
	return ((struct iheap_slot_ *)(void *)slots->nodes)[at].idx == &thing->node;
#else
	return slots->nodes[at] == &thing->node.slot;
#endif
}

#if IS(X) == 3 && LISH_CHECK < 2
static bool holds(const struct X *array, const struct thing *thing)
{
	const struct lish_parray_ *slots = slots_of(array);
	uint32_t i;

	for (i = 0; i < slots->used; i++)
		if (((struct iheap_slot_ *)(void *)slots->nodes)[i].idx == &thing->node)
			return true;
	return false;
}
#else
#define holds(array, thing) false
#endif

static void look(const struct thing *added)
{
	int i, c;

	seen.added = added;
	for (i = 0; i < OBJECTS; i++) {
		seen.slot[i] = things[i].node.slot;
		for (c = 0; c < 2; c++) {
			seen.in[c][i] = names(&arrays[c], &things[i]);
			seen.might[c][i] = things[i].node.slot - 1 < slots_of(&arrays[c])->used;
			seen.held[c][i] = holds(&arrays[c], &things[i]);
		}
	}
}

static void must_be_in(int c, const struct thing *thing, bool ordering)
{
	const size_t i = (size_t)(thing - things);

	must(i < OBJECTS && thing == &things[i], "no object was handed out");
	must(seen.in[c][i] || thing == seen.added || names(&arrays[c], thing) ||
	     (ordering && seen.might[c][i]), "no element was handed out");
}

/* Only elements of that array were written. */
static void must_be_untouched(int c)
{
	int i;

	for (i = 0; i < OBJECTS; i++)
		must(things[i].node.slot == seen.slot[i] || seen.in[c][i] ||
		     &things[i] == seen.added || seen.held[c][i] ||
			     (IS(X) != 1 && seen.might[c][i]), "no element was written");
}

static void act(int depth);

static int compare(void *ctx, const struct OF(idx) *a, const struct OF(idx) *b)
{
	const int c = ctx == &arrays[1];
	const struct thing *one = container_of(a, struct thing, node);
	const struct thing *two = container_of(b, struct thing, node);
	const struct seen before = seen;
	bool calls_too = true;
	int i;

#if IS(X) == 3
	/* iheap_check() writes nothing, so nothing stops a comparison that it calls. */
	calls_too = LISH_CHECK < 2 || arrays[c].comparing == 1;
#endif
	must_be_in(c, one, true);
	must_be_in(c, two, true);
	if (calls_too && !comparing && !pick(16)) {
		comparing = ctx;
		act(DEPTH);
		look(before.added);
		for (i = 0; i < OBJECTS; i++) {
			seen.in[c][i] = before.in[c][i];
			seen.might[c][i] |= before.might[c][i];
			seen.held[c][i] |= before.held[c][i];
		}
		comparing = NULL;
	}
	return one->value > two->value;
}

static void report(const struct lish_fault *fault)
{
	(void)fault;
	reports++;
}

static void begin(int c)
{
	struct lish_config config = LISH_CONFIG_INIT;

	config.limit = pick(2) ? 4 : 0;
	config.step = pick(3);
	must(!OF(init)(&arrays[c], &config), "no memory");
#if IS(X) == 3
	if (pick(2))
		iheap_set_order(&arrays[c], compare, &arrays[c]);
#endif
}

static int add(int c, struct thing *thing)
{
	thing->value = pick(3);
#if IS(X) == 1
	return dense_add(&arrays[c], &thing->node);
#elif IS(X) == 2
	return rwarray_add_tail(&arrays[c], &thing->node);
#else
	return iheap_add(&arrays[c], &thing->node, pick(2));
#endif
}

#define LOOP(call)                                                    \
	do {                                                          \
		call {                                                \
			must_be_in(c, pos, false);                           \
			must_be_untouched(c);                         \
			must(++steps < STEPS, "a loop does not end"); \
			act(depth + 1);                               \
			look(NULL);                                   \
			if (!pick(8))                                 \
				break;                                \
		}                                                     \
	} while (0)

/* What not all of them have. */
static void act_apart(int c, struct thing *thing, int depth)
{
	struct X *array = &arrays[c];
	int steps = 0;

#if IS(X) == 3
	switch (pick(4)) {
	case 0:
		iheap_moved(array, &thing->node, pick(2));
		break;
	case 1:
		(void)iheap_key_of(array, &thing->node);
		thing = iheap_first_entry(array, struct thing, node);
		if (thing)
			must_be_in(c, thing, false);
		break;
	default:
		LOOP(iheap_drain_due(pos, array, pick(2), struct thing, node));
	}
#else
	const struct lish_span part = { pick(3), 5 };

	switch (pick(8)) {
	case 0:
		OF(for_each_entry_reverse)(pos, array, struct thing, node) {
			must_be_in(c, pos, false);
		}
		LOOP(OF(for_each_entry_reverse)(pos, array, struct thing, node));
		break;
	case 1:
		LOOP(OF(for_each_entry_present)(pos, array, struct thing, node));
		break;
	case 2:
		LOOP(OF(for_each_entry_const)(pos, array, struct thing, node));
		break;
	case 3:
		LOOP(OF(for_each_entry_span)(pos, array, part, struct thing, node));
		break;
	case 4:
		OF(sort)(array, compare, array);
		break;
	case 5:
		OF(forget)(array);
		break;
	case 6:
#if IS(X) == 1
		(void)dense_index_of(array, &thing->node);
		thing = dense_at_entry(array, pick(6), struct thing, node);
		if (thing)
			must_be_in(c, thing, false);
		thing = dense_pop_entry(array, struct thing, node);
		if (thing)
			must_be_in(c, thing, false);
#else
		rwarray_compact(array);
#endif
		break;
	default:
		LOOP(OF(for_each_entry)(pos, array, struct thing, node));
	}
#endif
}

static void act(int depth)
{
	const int c = comparing ? comparing == &arrays[1] : (int)pick(2);
	struct X *array = &arrays[c];
	struct thing *thing = &things[pick(OBJECTS)];

	if (depth > DEPTH || calls++ >= CALLS)
		return;
	look(thing);
	switch (pick(20)) {
	case 0:
	case 1:
	case 2:
	case 3:
	case 4:
	case 5:
		(void)add(c, thing);
		break;
	case 6:
		OF(del)(array, &thing->node);
		break;
	case 7:
		(void)OF(leave)(array, &thing->node);
		(void)OF(contains)(array, &thing->node);
		break;
	case 8:
		OF(node_moved)(array, &thing->node);
		break;
	case 9:
		if (comparing)
			return;
		memset(thing, 0, sizeof(*thing));
		return;
	case 10:
		if (!comparing)
			*thing = things[pick(OBJECTS)];
		return;
	case 11:
		if (comparing)
			return;
		memset(thing, 0, sizeof(*thing));
		look(thing);
		(void)add(!c, thing);
		return;
	case 12:
		if (!pick(4))
			OF(clear)(array);
		else
			(void)OF(check)(array, NULL);
		break;
	case 13:
		(void)!OF(reserve)(array, pick(9));
		OF(trim)(array);
		break;
	case 14:
		if (pick(4))
			return;
		OF(stop)(array);
		must_be_untouched(c);
		OF(destroy)(array);
		if (!slots_of(array)->limit)
			begin(c);
		break;
	default:
		look(NULL);
		act_apart(c, thing, depth);
	}
	must_be_untouched(c);
}

static void run(void)
{
	int c;

	memset(things, 0, sizeof(things));
	calls = 0;
	for (c = 0; c < 2; c++)
		begin(c);
	while (calls < CALLS)
		act(0);
	for (c = 0; c < 2; c++) {
		look(NULL);
		OF(destroy)(&arrays[c]);
		must_be_untouched(c);
	}
}

int main(int argc, char **argv)
{
	const uint64_t n = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
	const uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;

	lish_set_report(report);
	for (sequence = first; sequence < first + n; sequence++) {
		alarm(20);
		state = (sequence + 1) * 0x9e3779b97f4a7c15u;
		run();
	}
	printf("damage: %llu sequences, %d reports\n", (unsigned long long)n, reports);
	return 0;
}
