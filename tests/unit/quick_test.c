/* SPDX-License-Identifier: MIT */
/*
 * The quick paths of dense: in all small states, a quick question that says yes means that the
 * full one says LISH_OK, and a quick change leaves what the full one leaves. So each question of
 * dense.c that stands twice says the same twice.
 */
#include "../../lib/dense.c"

#include "test.h"

#define SLOTS 3u

/* Loops that run, the outermost one first, by the letters of kind_of(). l: left open. */
static const char *const loops[] = {
	"", "p", "r", "n", "f", "s", "l", "pp", "pr", "rp", "np", "fp", "sp", "lp"
};

static enum lish_part_kind_ kind_of(char letter)
{
	switch (letter) {
	case 'r':
		return LISH_PART_REVERSE_;
	case 'n':
		return LISH_PART_PRESENT_;
	case 'f':
		return LISH_PART_FROZEN_;
	case 's':
		return LISH_PART_SORT_;
	default:
		return LISH_PART_PLAIN_;
	}
}

/* What is asked about. */
enum about {
	ELEMENT,  /* the element at a place */
	NEW,	  /* a node that is zero, in no array */
	/* From here on it is misuse. */
	ZEROED,	  /* the element at a place, which was zeroed there */
	GARBAGE,  /* a node in no array, with a number */
	BEHIND,	  /* the element at a place; the last one was overwritten */
	NONE,	  /* the node of a NULL object */
	ABOUT
};

static struct world {
	struct dense array;
	uint32_t *slots[SLOTS];
	struct dense_idx nodes[SLOTS], other;
	struct dense_loop_ running[2];
} world;

static struct dense_idx *asked;

/* begun: 0 for an array without its initialiser; next: place of the loops */
static void build(bool begun, uint32_t used, const char *with, uint32_t next, enum about about,
		  uint32_t place)
{
	uint32_t i;

	memset(&world, 0, sizeof(world));
	(void)lish_parray_init_in_(&world.array.parts.array, world.slots, SLOTS);
	if (!begun)
		world.array.parts.array.limit = 0;
	for (i = 0; i < used; i++)
		lish_parts_put_(&world.array.parts, &world.nodes[i].slot);
	for (i = 0; with[i]; i++) {
		struct lish_part_loop_ *part = &world.running[i].loop;

		(void)lish_part_open_(part, &world.array.parts, kind_of(with[i]));
		part->next = next;
		if (with[i] == 'l')
			part->loop.owner = 0;
	}
	asked = about == NONE ? NULL : about == NEW || about == GARBAGE ? &world.other
									: &world.nodes[place];
	if (about == ZEROED)
		world.nodes[place].slot = 0;
	if (about == GARBAGE)
		world.other.slot = place + 1;
	if (about == BEHIND && used)
		world.nodes[used - 1].slot = 77;
}

/* Calls f for all states. */
static void in_all_states(void (*f)(bool begun, uint32_t used, const char *with, uint32_t next,
				    enum about about, uint32_t place))
{
	uint32_t used, next, place;
	size_t with;
	int about;

	for (with = 0; with < sizeof(loops) / sizeof(*loops); with++)
		for (used = 0; used <= SLOTS; used++)
			for (next = 0; next <= (*loops[with] ? used : 0); next++)
				for (about = 0; about < (LISH_CHECK >= 1 ? ABOUT : ZEROED); about++)
					for (place = 0; place < SLOTS; place++) {
						f(true, used, loops[with], next,
						  (enum about)about, place);
						if (!used && !*loops[with])
							f(false, used, "", 0,
							  (enum about)about, place);
					}
}

/* How often a quick path was taken. */
static unsigned int taken;

static void add(bool begun, uint32_t used, const char *with, uint32_t next, enum about about,
		uint32_t place)
{
	build(begun, used, with, next, about, place);
	if (begun && dense_adds_quickly_(&world.array, asked)) {
		taken++;
		assert_int_equal(dense_may_add_(&world.array, asked), LISH_OK);
		assert_true(world.array.parts.array.used < world.array.parts.array.capacity);
	}
}

TEST(an_add_that_is_quick_may_add)
{
	taken = 0;
	in_all_states(add);
	assert_int_equal(taken == 0, LISH_SMALL_);
	/* An array that was never initialised has no room. */
	memset(&world, 0, sizeof(world));
	assert_false(dense_adds_quickly_(&world.array, &world.other));
}

static struct world full;

static bool same_after(const uint32_t left)
{
	const struct lish_parray_ *quick = &world.array.parts.array;
	size_t i;

	for (i = 0; i < 2; i++)
		if (world.running[i].loop.next != full.running[i].loop.next ||
		    world.running[i].loop.end != full.running[i].loop.end)
			return false;
	return quick->used == full.array.parts.array.used && quick->used == left &&
	       quick->peak == full.array.parts.array.peak &&
	       memcmp(world.slots, full.slots, left * sizeof(*full.slots)) == 0 &&
	       memcmp(world.nodes, full.nodes, sizeof(full.nodes)) == 0;
}

static void leave(bool begun, uint32_t used, const char *with, uint32_t next, enum about about,
		  uint32_t place)
{
	const uint32_t *fault;
	bool alone, beside;

	/* At level 0 the caller knows that it is an element. */
	if (LISH_CHECK < 1 && (about != ELEMENT || place >= used))
		return;
	build(begun, used, with, next, about, place);
	alone = dense_leaves_quickly_(&world.array, asked);
	beside = dense_has_(&world.array, asked) &&
		 lish_parts_at_current_(&world.array.parts, asked->slot) &&
		 dense_ends_well_(&world.array);
	assert_false(alone && beside);
	if (!alone && !beside)
		return;
	taken += alone ? 1u : 0x10000u;
	assert_int_equal(dense_may_leave_(&world.array, asked, &fault), LISH_OK);
	(void)lish_parts_remove_(&world.array.parts, place);
	asked->slot = 0;
	full = world;
	build(begun, used, with, next, about, place);
	if (alone)
		dense_take_(&world.array, asked);
	else
		assert_true(dense_remove_(&world.array, asked, LISH_CALL_()));
	assert_true(same_after(used - 1));
}

TEST(a_removal_that_is_quick_may_remove_and_leaves_the_same)
{
	taken = 0;
	in_all_states(leave);
	assert_int_equal(!(taken & 0xffff), LISH_SMALL_);
	assert_true(taken >> 16);
}

TEST_MAIN(NULL, NULL)
