/* SPDX-License-Identifier: MIT */
/*
 * heap.h - a queue of what is due next
 *
 * For timers, timeouts, retries, respawns: objects that wait for a time or for their
 * turn. The object carries a struct heap_idx, four bytes that say where it stands in
 * an array, in which each member has four children. The key, a 64-bit number, stands
 * beside the pointer, so that no object is read when members change places. Members
 * with equal keys leave in the order in which they were added, on every machine.
 *
 * Use something else if
 *   - all wait equally long:   ilist, which adds at its tail
 *   - loops visit them sorted: walklist; a heap shows its first member only
 *
 *   operation                                    cost
 *   -------------------------------------------  ----------------------------------
 *   first_entry, key_of, contains, count, stats  O(1)
 *   init, init_in, set_order, forget             O(1)
 *   add                                          O(log n), amortised where it grows
 *   del, leave, moved, pop_entry                 O(log n)
 *   drain_due                                    O(log n) a step
 *   clear, destroy, reserve, trim, check         O(n)
 *   stop, abandon                                O(running loops)
 *
 * A zero-filled node is in no heap; a zero-filled heap is not valid. Nothing here
 * is thread-safe: one lock must cover a heap and the nodes in it.
 */
#ifndef LINUX_ISH_HEAP_H
#define LINUX_ISH_HEAP_H

#include "bug.h"
#include "container_of.h"
#include "core/loop.h"
#include "core/parray.h"
#include "mem.h"

/**
 * struct heap_idx - what an object carries to be in a heap
 * @slot: private: number of its slot plus one
 *
 * Zero: in no heap. One node is in one heap at a time; an object may carry several
 * nodes.
 */
struct heap_idx {
	uint32_t slot;
};

/* A place: the user's key, the number of the add, which never wraps, the member. */
struct heap_slot_ {
	uint64_t key;
	uint64_t turn;
	struct heap_idx *idx;
};

/**
 * struct heap - the heap
 * @array: private: the slots: slot i belongs before slots 4i + 1 to 4i + 4
 * @loops: private: the loops that run
 * @turns: private: number of the last add
 * @cmp: private: orders equal keys, or NULL
 * @ctx: private: its first argument
 * @comparing: private: cmp is being called, so nothing may change
 *
 * All zero: never initialised, or destroyed; not valid. May be moved while no loop
 * runs.
 */
struct heap {
	struct lish_parray_ array;
	struct lish_loops_ loops;
	uint64_t turns;
	int (*cmp)(void *ctx, const struct heap_idx *a,
		   const struct heap_idx *b);
	void *ctx;
	bool comparing;
};

/* heap_slots: so named that the memory of other containers does not compile. */
#define HEAP_STORAGE_(n) { struct heap_slot_ heap_slots[n]; }
#define HEAP_ROOM_(mem) (sizeof((mem).heap_slots) / sizeof(struct heap_slot_))

/**
 * HEAP_STORAGE() - declare the slots of a heap of fixed capacity
 * @mem: name of the variable, or of the member
 * @n: number of slots, a constant
 *
 * One object, of any storage class. For HEAP_INIT() and heap_init_in().
 */
#define HEAP_STORAGE(mem, n) struct HEAP_STORAGE_(n) mem

/**
 * HEAP_INIT() - initialiser of an empty heap of fixed capacity
 * @mem: a HEAP_STORAGE()
 *
 * A constant if @mem is static. The heap needs no call before the first add.
 */
#define HEAP_INIT(mem)                                                   \
	{ LISH_PARRAY_INIT_WIDE_((mem).heap_slots, HEAP_ROOM_(mem),      \
				 sizeof(struct heap_slot_)),             \
	  LISH_LOOPS_INIT_, 0, NULL, NULL, false }

/**
 * HEAP_DEFINE() - define an empty heap of fixed capacity for the whole program
 * @name: name of the variable
 * @n: number of slots, a constant
 *
 * At file scope; other files see it by extern struct heap name.
 */
#define HEAP_DEFINE(name, n)                                       \
	extern struct name##_memory_ HEAP_STORAGE_(n) name##_storage_; \
	struct name##_memory_ name##_storage_;                     \
	struct heap name = HEAP_INIT(name##_storage_)

/**
 * HEAP_DEFINE_STATIC() - define an empty heap of fixed capacity for one file
 * @name: name of the variable
 * @n: number of slots, a constant
 *
 * Static, at file scope or in a function. See HEAP_DEFINE().
 */
#define HEAP_DEFINE_STATIC(name, n)              \
	static HEAP_STORAGE(name##_storage_, n); \
	static struct heap name = HEAP_INIT(name##_storage_)

LISH_C_BEGIN

LISH_NODE_(heap_idx);
struct heap_loop_;

void heap_init_in_(struct heap *heap, struct heap_slot_ *slots, size_t n);
LISH_MUST_CHECK int heap_put_(struct heap *heap, struct heap_idx *idx,
			      int64_t key);
void heap_del_(struct heap *heap, struct heap_idx *idx);
bool heap_leave_(struct heap *heap, struct heap_idx *idx);
void heap_move_(struct heap *heap, struct heap_idx *idx, int64_t key);
struct heap_idx *heap_pop_(struct heap *heap, bool whole);
void heap_open_(struct heap *heap, int64_t until, struct heap_loop_ *loop);
void *heap_step_(struct heap_loop_ *loop, size_t offset, bool whole);
void heap_close_(struct heap_loop_ *loop);
LISH_COLD void heap_refuse_(lish_op_ op, const struct heap *heap,
			    const struct heap_idx *idx);
/* Level 2: the whole heap. */
LISH_COLD bool heap_whole_ok_(lish_op_ op, const struct heap *heap);

LISH_TINY bool heap_checked_(lish_op_ op, const struct heap *heap)
{
	return LISH_CHECK < 2 || heap_whole_ok_(op, heap);
}

LISH_TINY struct heap_slot_ *heap_slots_(const struct heap *heap)
{
	return (struct heap_slot_ *)(void *)heap->array.slots;
}

/* Was the heap ever initialised? */
LISH_TINY bool heap_ready_(lish_op_ op, const struct heap *heap)
{
	if (LISH_CHECK < 1 || lish_likely(heap->array.limit))
		return true;
	heap_refuse_(op, heap, NULL);
	return false;
}

/* Does the slot that a node names hold it? Zero minus one is beyond all slots. */
LISH_TINY bool heap_holds_(const struct heap *heap, const struct heap_idx *idx)
{
	const uint32_t at = idx->slot - 1;

	return at < heap->array.used && heap_slots_(heap)[at].idx == idx;
}

/**
 * heap_init() - make an empty heap that grows
 * @heap: any memory
 * @config: settings, NULL for none: see struct lish_config; initial, step, limit,
 * no_grow and mem count
 *
 * Allocates what config->initial asks for. O(1). See also heap_set_order().
 *
 * Context: Allocates; may sleep in the kernel: see struct lish_kmem.
 *
 * Return: 0; -ENOSPC if the initial slots are beyond the limit; -ENOMEM if there
 * is no memory for them. Unless 0, @heap is not initialised.
 */
int heap_init(struct heap *heap,
	      const struct lish_config *config) LISH_MUST_CHECK;

/**
 * heap_init_in() - make an empty heap of fixed capacity
 * @heap: any memory
 * @mem: pointer to a HEAP_STORAGE(), of any content; the heap's until heap_destroy()
 *
 * The heap never allocates. The memory of another container does not compile. O(1).
 */
#define heap_init_in(heap, mem) \
	heap_init_in_(heap, (mem)->heap_slots, HEAP_ROOM_(*(mem)))

/**
 * heap_set_order() - order members with equal keys by a comparison
 * @heap: an empty heap
 * @cmp: the order: > 0 if @a belongs after @b, else <= 0; must return, and must
 * neither change nor ask the heap; NULL for none
 * @ctx: first argument of @cmp
 *
 * The key decides; then @cmp; then which one was added first. So give all the same
 * key if @cmp alone shall decide. After a change of what @cmp looks at, call
 * heap_moved() before anything else. Misuse if there are members. O(1).
 */
void heap_set_order(struct heap *heap,
		    int (*cmp)(void *ctx, const struct heap_idx *a,
			       const struct heap_idx *b),
		    void *ctx);

/**
 * heap_idx_init() - make a node that is in no heap
 * @idx: any memory
 *
 * For memory that is not zero-filled, and for members of a heap that was
 * forgotten. Never for a node that is in a heap. O(1).
 */
LISH_HOT void heap_idx_init(struct heap_idx *idx)
{
	if (lish_given_("heap_idx_init", idx))
		idx->slot = 0;
}

/**
 * heap_contains() - is this one a member? O(1)
 * @heap: the heap
 * @idx: a node of any state, of this or another heap
 */
LISH_TINY bool heap_contains(const struct heap *heap,
			     const struct heap_idx *idx)
{
	if (LISH_CHECK >= 1 && lish_unlikely(lish_is_null(idx))) {
		heap_refuse_("heap_contains", heap, idx);
		return false;
	}
	return heap_holds_(heap, idx) ||
	       (heap_ready_("heap_contains", heap) && false);
}

/**
 * heap_add() - add a member
 * @heap: the heap
 * @idx: a node that is in no heap
 * @key: when its turn is: smaller keys first
 *
 * Keys are compared by their difference: any two in a heap must differ by less than
 * 2^63, and may wrap. To let a time of 32 bits wrap, shift it up:
 * (int64_t)((uint64_t)time << 32). INT64_MAX is later than any time from 0 on. A
 * running loop visits the member if it is due. Allocates only to grow. O(log n),
 * amortised where the heap grows. See also heap_reserve().
 *
 * Context: Allocates if it grows; may sleep in the kernel: see struct lish_kmem.
 *
 * Return: 0; -EEXIST if @idx is in this heap; -ENOSPC if the heap is full or at its
 * limit; -ENOMEM if there is no memory; -EINVAL for misuse that was reported, as of a
 * node in another heap. Unless 0, nothing has changed.
 */
LISH_MUST_CHECK LISH_TINY int heap_add(struct heap *heap, struct heap_idx *idx,
				       int64_t key)
{
	return heap_checked_("heap_add", heap) ? heap_put_(heap, idx, key)
					       : -EINVAL;
}

/**
 * heap_del() - take a member out
 * @heap: the heap
 * @idx: a member; anything else is reported
 *
 * Safe inside loops. Clears the node. O(log n). See also heap_leave().
 */
LISH_TINY void heap_del(struct heap *heap, struct heap_idx *idx)
{
	if (heap_checked_("heap_del", heap))
		heap_del_(heap, idx);
}

/**
 * heap_leave() - take out what may be a member
 * @heap: the heap
 * @idx: a node of any state
 *
 * Safe inside loops. Clears the node. O(log n).
 * Return: true if it was in this heap.
 */
LISH_TINY bool heap_leave(struct heap *heap, struct heap_idx *idx)
{
	return heap_checked_("heap_leave", heap) && heap_leave_(heap, idx);
}

/**
 * heap_moved() - give a member another key
 * @heap: the heap
 * @idx: a member; anything else is reported
 * @key: its new key, larger, smaller or the same
 *
 * Equals del followed by add, also for the order of equal keys, but cannot fail.
 * Safe inside loops. O(log n).
 */
LISH_TINY void heap_moved(struct heap *heap, struct heap_idx *idx, int64_t key)
{
	/* The comparison may see the change already. */
	if (heap->cmp || heap_checked_("heap_moved", heap))
		heap_move_(heap, idx, key);
}

/**
 * heap_key_of() - the key of a member
 * @heap: the heap
 * @idx: a member; anything else is reported
 *
 * Return: the key, so that the object need not hold it; 0 if reported. O(1).
 */
int64_t heap_key_of(const struct heap *heap, const struct heap_idx *idx);

LISH_TINY struct heap_idx *heap_first_(const struct heap *heap)
{
	if (heap->array.used)
		return heap_slots_(heap)->idx;
	(void)heap_ready_("heap_first_entry", heap);
	return NULL;
}

/**
 * heap_count() - number of members, in O(1)
 * @heap: the heap
 */
LISH_TINY uint32_t heap_count(const struct heap *heap)
{
	return heap_ready_("heap_count", heap) ? heap->array.used : 0;
}

/**
 * heap_stats() - all figures, in O(1)
 * @heap: the heap
 */
struct lish_stats heap_stats(const struct heap *heap);

/**
 * heap_reserve() - have slots for so many members
 * @heap: the heap
 * @count: number of members, those of now included
 *
 * Until there are more of them, add cannot fail and allocates nothing. O(n).
 *
 * Context: Allocates; may sleep in the kernel: see struct lish_kmem.
 *
 * Return: 0; -ENOSPC if @count is beyond the limit or the fixed slots; -ENOMEM if
 * there is no memory; -EINVAL for misuse that was reported. Unless 0, nothing has
 * changed.
 */
int heap_reserve(struct heap *heap, uint32_t count) LISH_MUST_CHECK;

/**
 * heap_trim() - give back the memory of slots that are not needed
 * @heap: the heap
 *
 * Does nothing if the slots are the caller's, or if there is no memory for the
 * smaller array. O(n).
 *
 * Context: Allocates and frees memory; may sleep in the kernel: see struct lish_kmem.
 */
void heap_trim(struct heap *heap);

/**
 * heap_clear() - take out all members
 * @heap: the heap
 *
 * Clears every node and keeps the memory. Safe inside loops. O(n); see
 * heap_forget() for O(1).
 */
void heap_clear(struct heap *heap);

/**
 * heap_forget() - empty a heap without touching its members
 * @heap: the heap
 *
 * For objects whose memory is gone. The nodes stay as they are: call heap_idx_init()
 * before one is used again. Safe inside loops. O(1).
 */
void heap_forget(struct heap *heap);

/**
 * heap_destroy() - take out all members and give the memory back
 * @heap: the heap; zero afterwards, hence not valid
 *
 * Clears every node. If the objects are gone already, call heap_forget() first.
 * Misuse while a loop runs: see heap_stop(). O(n).
 *
 * Context: Frees memory; may sleep in the kernel: see struct lish_kmem.
 */
void heap_destroy(struct heap *heap);

/**
 * heap_check() - examine the whole heap
 * @heap: the heap
 * @fault: set to the first faulty node, NULL if there is none; may be NULL
 *
 * Reports nothing. O(n).
 *
 * Return: LISH_OK, LISH_UNINITIALIZED, LISH_BAD_COUNT, LISH_BAD_INDEX or
 * LISH_BAD_ORDER.
 */
enum lish_reason heap_check(const struct heap *heap,
			    const struct heap_idx **fault);

/**
 * heap_stop() - let all running loops end
 * @heap: the heap, which may be destroyed or freed afterwards
 *
 * They end at their next step, without touching the heap. O(running loops).
 */
void heap_stop(struct heap *heap);

/**
 * heap_abandon() - forget all loops that longjmp() has left
 * @heap: the heap
 *
 * Call it before anything else is done with @heap. O(1).
 */
void heap_abandon(struct heap *heap);

#define HEAP_OFFSET_(type, member) LISH_OFFSET_(type, member, heap_idx)

LISH_TINY void *heap_entry_(const struct heap_idx *idx, size_t offset)
{
	return idx ? (void *)((uintptr_t)idx - offset) : NULL;
}

/**
 * heap_first_entry() - the object whose turn is next
 * @heap: the heap
 * @type: type of the object, possibly const
 * @member: name of the struct heap_idx in it
 *
 * Return: the object, which stays in; NULL if the heap is empty. O(1).
 */
#define heap_first_entry(heap, type, member) \
	LISH_CAST_(type, heap_entry_(heap_first_(heap), \
				     HEAP_OFFSET_(type, member)))

/**
 * heap_pop_entry() - take out the object whose turn is next
 * @heap: the heap
 * @type: type of the object
 * @member: name of the struct heap_idx in it
 *
 * Return: the object, its node zero by now; NULL if the heap is empty. O(log n).
 */
#define heap_pop_entry(heap, type, member)                                   \
	LISH_CAST_(type, heap_entry_(heap_pop_(heap, LISH_CHECK >= 2),       \
				     HEAP_OFFSET_(type, member)))

/* struct heap_loop_ - a running loop; its owner is NULL if it is over */
struct heap_loop_ {
	struct lish_loop_ loop;
	int64_t until;

	LISH_CLEANUP_DTOR(heap_loop_, heap_close_)
};

LISH_C_END

/**
 * heap_drain_due() - take out what is due, in order
 * @pos: name of the cursor, declared by the loop
 * @heap: the heap
 * @until: the last key that is due, evaluated once
 * @type: type of the objects
 * @member: name of the struct heap_idx in it
 *
 * @pos is in no heap when the body runs: the body may free it, or add it again. The
 * body may add, delete any other one, change keys, and clear. What it adds or moves
 * is visited if it is due, so a body that always adds what is due never ends. May
 * be nested, and left by break; by return, goto and C++ exceptions as well where
 * LISH_HAS_CLEANUP is 1. The rest stays in. O(log n) a step. See also heap_stop().
 */
#define heap_drain_due(pos, heap, until, type, member)                    \
	for (struct heap_loop_ pos##_loop_ LISH_CLEANUP(heap_close_),     \
	     *pos##_once_ =                                               \
		     (pos##_loop_.loop.owner =                            \
			      LISH_NO_(struct lish_loops_),               \
		      heap_open_(heap, until, &pos##_loop_),              \
		      &pos##_loop_);                                      \
	     pos##_once_; LISH_CLOSE_(heap_close_(&pos##_loop_)),         \
	     pos##_once_ = LISH_NO_(struct heap_loop_))                   \
		LISH_EACH_(pos, type,                                     \
			   heap_step_(&pos##_loop_,                       \
				      HEAP_OFFSET_(type, member),         \
				      LISH_CHECK >= 2))

/* Last, for LISH_REPORT_LOCATION. */
#define LISH_HERE_HEAP_
#include "core/here.h"

#endif /* LINUX_ISH_HEAP_H */
