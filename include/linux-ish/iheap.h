/* SPDX-License-Identifier: MIT */
/*
 * iheap.h - a queue of what is due next
 *
 * For timers, timeouts, retries and respawns: objects that wait for a time. The node is
 * four bytes: the slot of its object in an array, where each slot has four children. A
 * slot has the key too, a 64-bit number, so no object is read when elements move.
 * Elements with equal keys leave in the order of their adds.
 *
 * Use something else if
 *   - all objects wait equally long:    ilist, which adds at its end
 *   - loops visit the objects in order: walklist; loops over a heap have no order
 *
 * Cost: add, set, del, leave, moved, pop_entry and a step of a drain O(log n); clear,
 * destroy, shift_keys, reserve, trim and check O(n); del_if O(n log n) at most; stop
 * O(running loops); all others O(1). An add that grows the heap is O(log n) on average.
 *
 * A call that fails changes nothing. A node of zeros is in no heap; a heap of zeros is
 * not valid. Not thread-safe: one lock covers a heap, its nodes and its loops. See struct
 * lish_kmem for the kernel. Only _const loops are readers.
 *
 * Parameters that a call does not describe:
 *   @heap: the heap
 *   @idx: a node in @heap
 *   @type: object type
 *   @member: its struct iheap_idx
 */
#ifndef LINUX_ISH_IHEAP_H
#define LINUX_ISH_IHEAP_H

#include "bug.h"
#include "container_of.h"
#include "core/loop.h"
#include "core/parray.h"
#include "mem.h"

LISH_NATURAL_(iheap);

/**
 * struct iheap_idx - the node: an object has one per heap it may be in
 * @slot: private: number of its slot plus one; zero: in no heap
 */
struct iheap_idx {
	uint32_t slot;
};

/* A slot: the key, the number of the add, and the element. */
struct iheap_slot_ {
	uint64_t key;
	uint64_t arrival;
	struct iheap_idx *idx;
};

/**
 * struct iheap - the heap
 *
 * May be moved while no loop runs.
 *
 * Private: the slots, each a key and the address of an element, and the running loops.
 */
struct iheap {
	/* private: slot i belongs before slots 4i + 1 to 4i + 4 */
	struct lish_parray_ array;
	struct lish_loops_ loops;
	/* Number of adds so far. */
	uint64_t arrivals;
	/* For equal keys, or NULL. */
	int (*cmp)(void *ctx, const struct iheap_idx *a, const struct iheap_idx *b);
	void *ctx;
	/*
	 * 1: cmp or match is running, so changes are refused. Else the load of the library that got
	 * cmp; 0: there is no cmp.
	 */
	uint32_t comparing;
};

#define IHEAP_STORAGE_(n) { struct iheap_slot_ iheap_slots[n]; }
#define IHEAP_ROOM_(mem) (sizeof((mem).iheap_slots) / sizeof(struct iheap_slot_))

/**
 * IHEAP_STORAGE() - declare the memory of a heap of fixed capacity
 * @mem: name of the variable or member
 * @n: number of slots, a constant
 */
#define IHEAP_STORAGE(mem, n) struct IHEAP_STORAGE_(n) mem

/**
 * IHEAP_INIT() - initialiser of an empty heap
 * @mem: a IHEAP_STORAGE()
 *
 * The heap has a fixed capacity. For one that grows, call iheap_init().
 */
#define IHEAP_INIT(mem)                                                   \
	{ LISH_PARRAY_INIT_IN_(LISH_CAST_(uint32_t *, (mem).iheap_slots), \
			       IHEAP_ROOM_(mem), sizeof(struct iheap_slot_)), \
	  LISH_LOOPS_INIT_, 0, NULL, NULL, 0 }

/**
 * IHEAP_DEFINE_STATIC() - define an empty heap of fixed capacity for this file
 * @name: name of the variable
 * @n: number of slots, a constant
 *
 * Also works in a function.
 */
#define IHEAP_DEFINE_STATIC(name, n)              \
	static IHEAP_STORAGE(name##_storage_, n); \
	static struct iheap name = IHEAP_INIT(name##_storage_)

LISH_C_BEGIN

LISH_NODE_(iheap_idx);

/**
 * iheap_init() - initialise a heap
 * @heap: any memory
 * @config: NULL, or uses initial, step, limit, no_grow and mem
 *
 * The heap grows. Allocates only @config->initial slots.
 *
 * Context: May sleep.
 * Return: 0; -ENOSPC if the initial slots exceed the limit; -ENOMEM; -EINVAL, reported, if they
 * are misaligned. On error the heap is
 * not initialised.
 */
LISH_API int iheap_init(struct iheap *heap, const struct lish_config *config) LISH_MUST_CHECK;

/**
 * iheap_init_in() - initialise a heap of fixed capacity
 * @heap: any memory
 * @mem: pointer to a IHEAP_STORAGE() of any content; must outlive @heap
 *
 * Never allocates. If the number of slots is not constant, call iheap_init() with
 * config->initial and config->limit.
 */
#define iheap_init_in(heap, mem) \
	(iheap_init_in)(heap, LISH_CAST_(struct iheap_slot_, mem), IHEAP_ROOM_(*(mem)))
LISH_API void (iheap_init_in)(struct iheap *heap, struct iheap_slot_ *mem, uint32_t n);

/**
 * iheap_set_order() - set a comparison for elements with equal keys
 * @heap: an empty heap, or one that gets the same order at another address: hot-reload.rst
 * @cmp: > 0 if @a belongs after @b, else <= 0; must neither change nor query @heap.
 * NULL: none
 * @ctx: first argument of @cmp
 *
 * The key decides first, then @cmp, then the order of the adds. If only @cmp shall
 * decide, give all elements the same key. If the result of @cmp may change for an
 * element, call iheap_moved() at once.
 */
LISH_API void iheap_set_order(struct iheap *heap,
			      int (*cmp)(void *ctx, const struct iheap_idx *a,
					 const struct iheap_idx *b),
			     void *ctx);

/**
 * iheap_idx_init() - initialise a node
 * @idx: any memory; not a node in a heap
 *
 * Needed unless the memory is zero.
 */
LISH_API void iheap_idx_init(struct iheap_idx *idx);

/**
 * iheap_contains() - is this node in the heap?
 * @idx: a node of any state
 */
LISH_API bool iheap_contains(const struct iheap *heap, const struct iheap_idx *idx);

/**
 * iheap_add() - add an element
 * @idx: a node that is zero
 * @key: its time, or another number; the smallest key is first
 *
 * Running loops visit the element if it is due. Keys are compared by their difference, so
 * they may wrap; all keys in a heap must differ by less than 2^63. Level 2 reports keys
 * that have no order at all, LISH_BAD_ORDER. Shift 32-bit times that wrap, or a timer that
 * repeats is due for ever: (int64_t)((uint64_t)time << 32). No key means "never": do not add
 * such an element. A node that is neither zero nor in @heap is misuse, LISH_ALREADY_IN.
 *
 * Context: May sleep.
 * Return: 0; -EEXIST if @idx is in @heap; -ENOSPC if @heap is full; -ENOMEM; -EINVAL for
 * misuse.
 */
LISH_API int iheap_add(struct iheap *heap, struct iheap_idx *idx, int64_t key) LISH_MUST_CHECK;

/**
 * iheap_set() - add an element, or give it another key if it is in the heap
 * @idx: a node that is zero, or in @heap
 * @key: as for iheap_add()
 *
 * Starts or restarts a timer. Equals iheap_moved() for an element, else iheap_add().
 *
 * Context: May sleep.
 * Return: 0; never an error if @idx is in @heap; -ENOSPC if @heap is full; -ENOMEM; -EINVAL for
 * misuse.
 */
LISH_API int iheap_set(struct iheap *heap, struct iheap_idx *idx, int64_t key) LISH_MUST_CHECK;

/**
 * iheap_del() - remove an element
 *
 * Running loops skip @idx. Clears the node.
 */
LISH_API void iheap_del(struct iheap *heap, struct iheap_idx *idx);

/**
 * iheap_leave() - remove an element if it is in the heap
 * @idx: a node that was zeroed once
 *
 * Safe in destructors and inside loops. Clears the node. O(log n).
 *
 * Return: true if the element was in @heap.
 */
LISH_API bool iheap_leave(struct iheap *heap, struct iheap_idx *idx);

/**
 * iheap_del_if() - remove all elements that a function names
 * @match: returns true for an element to remove
 * @ctx: first argument of @match
 *
 * Calls @match once for each element, in no order. @match finds the node zero. If it returns
 * true, it may have freed the object or added it to another container. It must return, and must
 * neither change nor check @heap, LISH_LOOPED. An element that was freed or overwritten is
 * reported, and stays. Running loops skip removed elements. O(n) if most elements keep their
 * places, O(n log n) at most.
 *
 * Return: number of removed elements.
 */
LISH_API uint32_t iheap_del_if(struct iheap *heap, bool (*match)(void *ctx, struct iheap_idx *idx),
			       void *ctx);

/**
 * iheap_moved() - give an element another key
 * @key: its new key, larger, smaller or the same
 *
 * Equals del followed by add, also for the order of equal keys, but cannot fail.
 */
LISH_API void iheap_moved(struct iheap *heap, struct iheap_idx *idx, int64_t key);

/**
 * iheap_shift_keys() - add a number to all keys
 * @by: the number, negative too; keys may wrap
 *
 * For ticks that begin again, or time that was set. The order stays. Running drains keep their
 * limit.
 */
LISH_API void iheap_shift_keys(struct iheap *heap, int64_t by);

/**
 * iheap_node_moved() - repair the heap after an object moved in memory
 * @idx: the node at its new address, in @heap or not
 *
 * For realloc(), memmove() and assignment: call it for each moved object before any other
 * operation on @heap. Does not read the old address. Running loops go on. Nothing tells a copy
 * from a moved object: the original must be gone.
 */
LISH_API void iheap_node_moved(struct iheap *heap, struct iheap_idx *idx);

/**
 * iheap_key_of() - the key of an element; 0 if reported
 */
LISH_API int64_t iheap_key_of(const struct iheap *heap, const struct iheap_idx *idx);

/**
 * iheap_first() - the first node
 *
 * For code that does not know the type: see Documentation/packages.rst.
 *
 * Return: the node that is due next, which stays in @heap; NULL as from iheap_first_entry().
 */
LISH_API struct iheap_idx *iheap_first(const struct iheap *heap);

/**
 * iheap_count() - number of elements
 */
LISH_API uint32_t iheap_count(const struct iheap *heap);

/**
 * iheap_stats() - figures about memory and use
 *
 * Return: see struct lish_stats.
 */
LISH_API struct lish_stats iheap_stats(const struct iheap *heap);

/**
 * iheap_reserve() - get memory in advance
 * @count: number of elements, including the current ones
 *
 * Up to @count elements, iheap_add() cannot fail and allocates nothing.
 *
 * Context: May sleep.
 * Return: 0; -ENOSPC if @count exceeds the limit or the fixed slots; -ENOMEM; -EINVAL for
 * misuse.
 */
LISH_API int iheap_reserve(struct iheap *heap, uint32_t count) LISH_MUST_CHECK;

/**
 * iheap_trim() - release unused memory
 *
 * Changes nothing if the capacity is fixed, or if the smaller array cannot be allocated.
 *
 * Context: May sleep.
 */
LISH_API void iheap_trim(struct iheap *heap);

/**
 * iheap_rebind() - give a heap the addresses of code that was loaded again
 * @heap: the heap, with elements or without
 * @config: NULL, or uses mem
 *
 * The new allocator gets the memory of the old one, which is not called any more. For an order
 * call iheap_set_order().
 */
LISH_API void iheap_rebind(struct iheap *heap, const struct lish_config *config);

/**
 * iheap_clear() - empty the heap
 *
 * Clears every node and keeps the memory. A node that no longer names its slot is
 * reported, and its memory not written. Running loops go on with later additions.
 */
LISH_API void iheap_clear(struct iheap *heap);

/**
 * iheap_destroy() - empty the heap and make it invalid
 *
 * Clears every node, so the objects must still be there. Refused in a loop: see
 * iheap_stop().
 *
 * Context: May sleep.
 */
LISH_API void iheap_destroy(struct iheap *heap);

/**
 * iheap_check() - examine the whole heap for damage
 * @fault: gets the first faulty node, or NULL; may be NULL
 *
 * Reports nothing.
 *
 * Return: LISH_OK, LISH_UNINITIALIZED, LISH_BAD_COUNT, LISH_BAD_INDEX, LISH_BAD_ORDER, or
 * LISH_LOOPED in a comparison.
 */
LISH_API enum lish_reason iheap_check(const struct iheap *heap, const struct iheap_idx **fault);

/**
 * iheap_check_in() - examine a heap whose memory may hold anything
 * @from: start of the memory in which the heap, its memory and all elements lie
 * @size: its bytes
 *
 * As iheap_check(), but reads nothing outside of this memory: for RAM that survived a reset.
 * Reports nothing. It does not call cmp, so elements of one key may be in any order.
 *
 * Return: as iheap_check(); LISH_BAD_RANGE if the heap or its memory lies elsewhere.
 */
LISH_API enum lish_reason iheap_check_in(const struct iheap *heap, const void *from, size_t size);

/**
 * iheap_stop() - end all running loops at their next step
 * @heap: the heap, which may then be destroyed or freed
 */
LISH_API void iheap_stop(struct iheap *heap);

#define IHEAP_OFFSET_(type, member) LISH_OFFSET_(type, member, iheap_idx)

/**
 * iheap_first_entry() - the first object
 *
 * Return: the object that is due next, which stays in @heap; NULL if @heap is empty. From level 1
 * on, NULL and a report if the object was freed or overwritten.
 */
#define iheap_first_entry(heap, type, member) \
	LISH_CAST_(type, (iheap_first_entry)(heap, IHEAP_OFFSET_(type, member)))
LISH_API void *(iheap_first_entry)(const struct iheap *heap, size_t offset);

/**
 * iheap_pop_entry() - remove and return an object
 *
 * Return: the object that is due next; NULL if @heap is empty.
 */
#define iheap_pop_entry(heap, type, member) \
	LISH_CAST_(type, (iheap_pop_entry)(heap, IHEAP_OFFSET_(type, member)))
LISH_API void *(iheap_pop_entry)(struct iheap *heap, size_t offset);

/* A _const loop: the next slot, and what a change would change. */
struct iheap_view_ {
	const struct iheap *of;
	uint64_t arrivals;
	uint32_t used;
	uint32_t at;
};

LISH_API struct iheap_view_ iheap_open_const_(const struct iheap *heap);
LISH_API void *iheap_look_(struct iheap_view_ *view, size_t offset);

struct iheap_loop_;
LISH_API void iheap_drain_close_(struct iheap_loop_ *loop);

/* A running loop; its owner is 0 once it has ended. */
struct iheap_loop_ {
	struct lish_loop_ loop;
	struct iheap *heap;
	int64_t until;
	/* Elements that were added before have lower numbers. */
	uint64_t before;

	LISH_CLEANUP_DTOR(iheap_loop_, iheap_drain_close_)
};

/* Returns false if there is nothing to visit. */
LISH_API bool iheap_drain_open_(struct iheap *heap, int64_t until, struct iheap_loop_ *loop);
LISH_API bool iheap_drain_open_present_(struct iheap *heap, int64_t until,
					struct iheap_loop_ *loop);
LISH_API void *iheap_drain_step_(struct iheap_loop_ *loop, size_t offset);

LISH_C_END

/**
 * iheap_drain_due() - remove the objects that are due, one by one
 * @pos: the cursor, declared by the loop
 * @until: the last key that is due, evaluated once
 *
 * All keys must differ from @until by less than 2^63, so INT64_MAX does not mean "all"
 * if keys may be negative. For all objects, call iheap_pop_entry() until it returns NULL.
 *
 * Each step removes the first element. The body may free it or add it again, add and
 * delete others, change keys, and clear the heap. The loop visits new elements that are
 * due; a body that always adds what is due never ends. The loop may be left by break,
 * return, goto or a C++ exception; only by break where LISH_HAS_CLEANUP is 0. If
 * longjmp() may leave it, write a loop with iheap_first_entry() and iheap_pop_entry().
 */
#define iheap_drain_due(pos, heap, until, type, member) \
	IHEAP_DRAIN_(pos, iheap_drain_open_(heap, until, &pos##_loop_), type, member)

/**
 * iheap_drain_due_present() - remove the objects that are due now, one by one
 * @pos: the cursor, declared by the loop
 * @until: the last key that is due, evaluated once
 *
 * As iheap_drain_due(), but skips every element that was added, or got another key, after the
 * loop began: it stays in @heap, for the next drain. So a body that adds what is due ends. A step
 * costs O(log n), plus O(elements that were added since and are due).
 */
#define iheap_drain_due_present(pos, heap, until, type, member) \
	IHEAP_DRAIN_(pos, iheap_drain_open_present_(heap, until, &pos##_loop_), type, member)

#define IHEAP_DRAIN_(pos, open, type, member)                                               \
	LISH_LOOP_(pos, iheap_loop_, loop, LISH_CLEANUP, iheap_drain_close_, &pos##_loop_,  \
		   bool, open, pos##_at_, type,                                             \
		   iheap_drain_step_(&pos##_loop_, IHEAP_OFFSET_(type, member)))

/**
 * iheap_for_each_entry_const() - loop over the objects of a heap that does not change
 * @pos: the cursor, declared by the loop
 *
 * In no order. Writes nothing to @heap: several threads may loop at the same time. Level 1
 * reports a change at the next step, or an element that was freed, moved or overwritten, and
 * ends the loop. Level 0 may visit an object twice or not at all.
 */
#define iheap_for_each_entry_const(pos, heap, type, member)                     \
	LISH_LOOK_(pos, struct iheap_view_, iheap_open_const_(heap), pos##_at_.of, \
		   LISH_NO_(const struct iheap), type,                          \
		   iheap_look_(&pos##_at_, IHEAP_OFFSET_(type, member)))

#endif /* LINUX_ISH_IHEAP_H */
