/* SPDX-License-Identifier: MIT */
/*
 * inbox.h - hands objects from threads and interrupts to one owner
 *
 * Threads and interrupts push without a lock. One owner takes the objects out, in the
 * order of the pushes. Nothing is allocated.
 *
 * Use something else if
 *   - one thread does everything:  any list
 *   - several threads take out:    ilist and a lock
 *   - values are sent, no objects: a ring buffer
 *
 * Cost: clear and check O(n), all others O(1). A pop is amortised: the first one after n
 * pushes takes O(n). Anyone may call push, push_chain and empty; a chain has one thread.
 * pop, drain, clear and check are the owner's.
 *
 * The owner sees everything that a thread wrote before it pushed the object. Nodes must be
 * zero before their first push. A zero box is empty. ground/atomic.h says what the compiler
 * must have.
 *
 * Parameters that a call does not describe:
 *   @box: the box
 *   @type: object type
 *   @member: its struct inbox_node
 */
#ifndef LINUX_ISH_INBOX_H
#define LINUX_ISH_INBOX_H

#include "bug.h"
#include "ground/atomic.h"
#include "core/each.h"

#if !LISH_ATOMICS
#error "no atomic pointers here: define LISH_IRQ_SAVE and LISH_IRQ_RESTORE, see Documentation/firmware.rst"
#include <inbox-needs-LISH_IRQ_SAVE>
#endif

LISH_NATURAL_(inbox);

/**
 * struct inbox_node - the member that links an object; zero: in no box
 *
 * Private: the link in the box.
 */
struct inbox_node {
	/* private: */
	/*
	 * The next node of its chain, which was added later. In the last node of a
	 * chain: the first node of the chain pushed before, and INBOX_END_.
	 */
	lish_atomic next;
};

/**
 * struct inbox - the box; zero: empty
 *
 * Owner and pushing threads use words of different cache lines.
 *
 * Private: the node pushed last, and the next node to pop.
 */
struct inbox {
	/* private: the first node of the chain pushed last; INBOX_END_ too if it came alone */
	lish_atomic pushed;
#if LISH_APART > 8
	char apart_[LISH_APART - sizeof(lish_atomic)];
#endif
	/* private: the next node to pop, which leads to all others */
	lish_atomic taken;
};

/**
 * struct inbox_chain - objects that one thread collects and pushes at once; zero: empty
 *
 * A local variable or a member of the producer, for example
 * "struct inbox_chain burst = { 0 };". Needs no lock: only one thread uses it. Do not copy it.
 *
 * Private: its first and its last node.
 */
struct inbox_chain {
	/* private: the node added last, whose link is INBOX_END_; NULL: empty */
	struct inbox_node *last;
	/* private: the node added first */
	struct inbox_node *first;
};

/* A bit that marks the last link of a chain. In a link zero means "in no box". */
#define INBOX_END_ LISH_ATOMIC_TAG_

/**
 * INBOX_INIT - initialiser of an empty box
 */
#if LISH_APART > 8
#define INBOX_INIT { 0, { 0 }, 0 }
#else
#define INBOX_INIT { 0, 0 }
#endif

/**
 * INBOX_DEFINE() - define an empty box
 * @name: name of the variable; static may precede
 */
#define INBOX_DEFINE(name) struct inbox name = INBOX_INIT

LISH_C_BEGIN

LISH_NODE_(inbox_node);

LISH_INLINE bool inbox_none_(uintptr_t word)
{
	return !(word & ~INBOX_END_);
}

/**
 * inbox_init() - initialise a box
 * @box: any memory that no thread uses
 */
LISH_API void inbox_init(struct inbox *box);

/**
 * inbox_node_init() - initialise a node
 * @node: memory that is not zero; never a node in a box
 */
LISH_API void inbox_node_init(struct inbox_node *node);

/**
 * inbox_push() - add an element at the end
 * @node: a node that was zeroed once
 *
 * For any thread and interrupt. Then the object belongs to the owner: do not touch it. Two
 * threads must not push one node at the same moment. A release. Never waits.
 *
 * Return: 1 if nothing waited, so wake a sleeping owner; 0 if an element waited; -EEXIST
 * if @node is in a box; -EINVAL for reported misuse.
 */
LISH_API LISH_MUST_CHECK int inbox_push(struct inbox *box, struct inbox_node *node);

/**
 * inbox_chain_add_tail() - add an element at the end of a chain
 * @chain: the chain, which only the calling thread uses
 * @node: a node that was zeroed once
 *
 * The object stays the caller's until inbox_push_chain(). To give up a chain, zero each
 * node by inbox_node_init() and the chain itself.
 *
 * Return: 0; -EEXIST if @node is in a box or in a chain; -EINVAL for reported misuse.
 */
LISH_API LISH_MUST_CHECK int inbox_chain_add_tail(struct inbox_chain *chain,
						  struct inbox_node *node);
/* Report a NULL node, else return -EEXIST. */
LISH_API int inbox_chain_refuse_(const struct inbox_node *node);

LISH_INLINE bool inbox_may_chain_(const struct inbox_node *node)
{
	return (LISH_CHECK == 0 || !lish_is_null(node)) && !lish_atomic_load(&node->next);
}

LISH_INLINE void inbox_chain_link_(struct inbox_chain *chain, struct inbox_node *node)
{
	struct inbox_node *const last = chain->last;

	lish_atomic_store(&node->next, INBOX_END_);
	chain->last = node;
	if (last)
		lish_atomic_store(&last->next, (uintptr_t)node);
	else
		chain->first = node;
}

/**
 * inbox_push_chain() - add all elements of a chain at the end
 * @chain: the chain; empty afterwards, and ready for the next burst
 *
 * Equals inbox_push() of each element in the order in which they were added, but no push
 * of another thread comes between. For any thread and interrupt. A release. Never waits.
 *
 * Return: 1 if nothing waited, so wake a sleeping owner; 0 if an element waited, or if
 * @chain is empty; -EINVAL for reported misuse, which changes nothing.
 */
LISH_API LISH_MUST_CHECK int inbox_push_chain(struct inbox *box, struct inbox_chain *chain);
/* The same for the nodes of a chain that is not empty. */
LISH_API int inbox_push_run_(struct inbox *box, struct inbox_node *first,
			     struct inbox_node *last);

/* Inline, a loop of adds keeps a local chain in registers. */
#if !defined(LISH_LIB_) && \
	(LISH_TSAN || (defined(__OPTIMIZE__) && !defined(__OPTIMIZE_SIZE__)))
LISH_MUST_CHECK LISH_INLINE int inbox_chain_add_inline_(struct inbox_chain *chain,
							struct inbox_node *node)
{
	if (lish_unlikely(!inbox_may_chain_(node)))
		return inbox_chain_refuse_(node);
	inbox_chain_link_(chain, node);
	return 0;
}

LISH_MUST_CHECK LISH_INLINE int inbox_push_chain_inline_(struct inbox *box,
							 struct inbox_chain *chain)
{
	int result;

	lish_tsan_release_(box);
	if (!chain->last)
		return 0;
	result = inbox_push_run_(box, chain->first, chain->last);
	if (result >= 0)
		chain->last = NULL;
	return result;
}
#define inbox_chain_add_tail(chain, node) inbox_chain_add_inline_(chain, node)
#define inbox_push_chain(box, chain) inbox_push_chain_inline_(box, chain)
#endif

/**
 * inbox_empty() - is the box empty?
 *
 * Exact for the owner, a moment old for others. Orders no memory.
 */
LISH_INLINE bool inbox_empty(const struct inbox *box)
{
	return inbox_none_(lish_atomic_load(&box->pushed)) &&
	       inbox_none_(lish_atomic_load(&box->taken));
}

/**
 * inbox_clear() - empty the box
 *
 * For the owner. Zeroes every node.
 */
LISH_API void inbox_clear(struct inbox *box);

/**
 * inbox_check() - examine the whole box for damage
 * @fault: receives the faulty node, or NULL; may be NULL
 *
 * For the owner. Reports nothing.
 *
 * Return: LISH_OK or LISH_BROKEN_LINKS.
 */
LISH_API enum lish_reason inbox_check(const struct inbox *box,
				      const struct inbox_node **fault);

/**
 * inbox_check_in() - examine a box whose memory may hold anything
 * @from: start of the memory in which the box and all elements lie
 * @size: its bytes
 *
 * As inbox_check(), but reads nothing outside of this memory: for RAM that survived a reset.
 * Reports nothing.
 *
 * Return: as inbox_check(); LISH_BAD_RANGE if the box lies elsewhere.
 */
LISH_API enum lish_reason inbox_check_in(const struct inbox *box, const void *from, size_t size);

/**
 * inbox_pop_entry() - remove and return an object
 *
 * For the owner. Zeroes the node. An acquire. While others push, a loop of pops may never
 * end; use inbox_drain_entry().
 *
 * Return: the object that was pushed first, or NULL.
 */
#define inbox_pop_entry(box, type, member) \
	LISH_CAST_(type, INBOX_POP_(box, LISH_OFFSET_(type, member, inbox_node)))
LISH_API void *(inbox_pop_entry)(struct inbox *box, size_t offset);
#define INBOX_POP_ (inbox_pop_entry)

struct inbox_drain_ {
	struct inbox *source; /* NULL after the loop */
	bool emptied;
};

/* Take what was pushed, the first node first. 0 or INBOX_END_: none. */
LISH_API uintptr_t inbox_take_(struct inbox *box);
/* A drain took a node whose link is zero: the nodes behind it are lost. */
LISH_API void inbox_lost_(const struct inbox *box, const struct inbox_node *node);

/*
 * The library may be built without ThreadSanitizer: tell it what calls order. A plain byte
 * shows it two owners; it sees none in atomic words.
 */
LISH_INLINE void inbox_owned_(struct inbox *box)
{
#if LISH_TSAN && LISH_APART > 8
	box->apart_[0] = 0;
#else
	(void)box;
#endif
}

/* Remove the first node of what was taken. Returns false if its link was overwritten. */
LISH_INLINE bool inbox_unlink_(struct inbox *box, struct inbox_node *node)
{
	const uintptr_t next = lish_atomic_load(&node->next);

	lish_atomic_store(&box->taken, next);
	lish_atomic_store(&node->next, 0);
	/* Read the object later: an interrupt may have written it and got -EEXIST. */
	lish_atomic_barrier();
	return next != 0;
}

/* lost: was the link of the object's node overwritten? */
LISH_INLINE void *inbox_drain_to_(struct inbox_drain_ *drain, size_t offset, bool *lost)
{
	struct inbox *const box = drain->source;
	uintptr_t first = lish_atomic_load(&box->taken);
	struct inbox_node *node;

	inbox_owned_(box);
	if (inbox_none_(first)) {
		/* Once a drain. */
		if (drain->emptied)
			return NULL;
		drain->emptied = true;
		first = inbox_take_(box);
		lish_tsan_acquire_(box);
		if (inbox_none_(first))
			return NULL;
	}
	node = (struct inbox_node *)first;
	*lost = !inbox_unlink_(box, node);
	return (char *)node - offset;
}

LISH_INLINE void *inbox_drain_here_(struct inbox_drain_ *drain, size_t offset)
{
	bool lost = false;
	void *object = inbox_drain_to_(drain, offset, &lost);

	if (LISH_CHECK >= 1 && lish_unlikely(lost))
		inbox_lost_(drain->source, (const struct inbox_node *)(uintptr_t)
						   ((char *)object + offset));
	return object;
}
/* The same in the library: for files that are not optimised. */
LISH_API void *inbox_drain_step_(struct inbox_drain_ *drain, size_t offset);
#if LISH_INLINES_
#define INBOX_DRAIN_ inbox_drain_here_
#else
#define INBOX_DRAIN_ inbox_drain_step_
#endif

#if LISH_TSAN && !defined(LISH_LIB_)
LISH_INLINE int inbox_push_seen_(struct inbox *box, struct inbox_node *node)
{
	lish_tsan_release_(box);
	return (inbox_push)(box, node);
}
LISH_INLINE void *inbox_pop_seen_(struct inbox *box, size_t offset)
{
	void *const object = (inbox_pop_entry)(box, offset);

	inbox_owned_(box);
	lish_tsan_acquire_(box);
	return object;
}
LISH_INLINE void inbox_clear_seen_(struct inbox *box)
{
	inbox_owned_(box);
	(inbox_clear)(box);
	lish_tsan_acquire_(box);
}
#define inbox_push(box, node) inbox_push_seen_(box, node)
#define inbox_clear(box) inbox_clear_seen_(box)
#undef INBOX_POP_
#define INBOX_POP_ inbox_pop_seen_
#endif

/**
 * inbox_drain_entry() - remove the objects one by one
 * @pos: the cursor, declared by the loop
 *
 * For the owner. Visits the rest of an earlier drain, then takes everything pushed, once.
 * Later pushes wait for the next drain, so the loop ends.
 *
 * The body may free @pos, push it into any box, and push, pop, drain or clear this box.
 * The loop may be left in any way; the rest stays in the box. An acquire.
 */
#define inbox_drain_entry(pos, box, type, member)                         \
	for (struct inbox_drain_ pos##_drain_ = { (box), false };         \
	     pos##_drain_.source;                                         \
	     pos##_drain_.source = LISH_NO_(struct inbox))                \
		LISH_EACH_(pos, type,                                     \
			   INBOX_DRAIN_(&pos##_drain_,                    \
					LISH_OFFSET_(type, member, inbox_node)))

LISH_C_END

#endif /* LINUX_ISH_INBOX_H */
