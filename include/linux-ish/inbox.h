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
 */
#ifndef LINUX_ISH_INBOX_H
#define LINUX_ISH_INBOX_H

#include "bug.h"
#include "ground/atomic.h"
#include "core/each.h"

#if !LISH_ATOMICS
#error "inbox.h needs atomic pointers, or LISH_IRQ_SAVE and LISH_IRQ_RESTORE: see ground/atomic.h"
#endif

/**
 * struct inbox_node - the member that links an object; zero: in no box
 */
struct inbox_node {
	/* private: the next node of the chain, or INBOX_END_ */
	lish_atomic next;
};

/**
 * struct inbox - the box; zero: empty
 *
 * Owner and pushing threads use words of different cache lines.
 */
struct inbox {
	/* private: pushed nodes, the last one first; 0 or INBOX_END_: none */
	lish_atomic pushed;
#if LISH_APART > 8
	char apart_[LISH_APART - sizeof(lish_atomic)];
#endif
	/* private: the next nodes to pop, the first one first; 0 or INBOX_END_: none */
	lish_atomic taken;
};

/**
 * struct inbox_chain - objects that one thread collects and pushes at once; zero: empty
 *
 * A local variable or a member of the producer, for example
 * "struct inbox_chain burst = { 0 };". Needs no lock: only one thread uses it. Do not copy it.
 */
struct inbox_chain {
	/* private: the node added last, whose link leads to the one before; NULL: empty */
	struct inbox_node *last;
	/* private: the node added first, whose link is INBOX_END_ */
	struct inbox_node *first;
};

/* The end of a chain. In a link zero means "in no box", in a box it ends a chain too. */
#define INBOX_END_ ((uintptr_t)1)

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

/* Returns -EINVAL. */
LISH_COLD int inbox_refuse_push_(const struct inbox *box,
				 const struct inbox_node *node);
/* Not by a pointer to the chain: so a loop of adds keeps a local chain in registers. */
LISH_COLD int inbox_refuse_chain_(const struct inbox *box,
				  const struct inbox_node *last,
				  const struct inbox_node *first);
/* Level 2: the node of a chain whose link is wrong, or NULL. */
LISH_COLD const struct inbox_node *
inbox_chain_fault_(const struct inbox_node *last, const struct inbox_node *first);
LISH_COLD void inbox_refuse_(lish_op_ op, const struct inbox *box,
			     const struct inbox_node *node);
/* Reverse a chain that was taken out of the box. */
LISH_NOINLINE uintptr_t inbox_reverse_(lish_op_ op, const struct inbox *box,
				       uintptr_t chain);
void inbox_zero_(uintptr_t chain);
LISH_COLD bool inbox_ok_(lish_op_ op, const struct inbox *box);

/**
 * inbox_init() - initialise a box
 * @box: any memory that no thread uses
 */
LISH_HOT void inbox_init(struct inbox *box)
{
	lish_atomic_store(&box->pushed, 0);
	lish_atomic_store(&box->taken, 0);
}

/**
 * inbox_node_init() - initialise a node
 * @node: memory that is not zero; never a node in a box
 */
LISH_HOT void inbox_node_init(struct inbox_node *node)
{
	if (lish_given_("inbox_node_init", node))
		lish_atomic_store(&node->next, 0);
}

/* node is not in the box yet. Two stores: a choice would cost each push a register. */
LISH_TINY void inbox_link_(struct inbox_node *node, uintptr_t last)
{
	lish_atomic_store(&node->next, last);
	if (lish_unlikely(!last))
		lish_atomic_store(&node->next, INBOX_END_);
}

/**
 * inbox_push() - add an element at the end
 * @box: the box
 * @node: a node that was zeroed once
 *
 * For any thread and interrupt. Then the object belongs to the owner: do not touch it. Two
 * threads must not push one node at the same moment. A release. Never waits.
 *
 * Return: 1 if nothing waited, so wake a sleeping owner; 0 if an element waited; -EEXIST
 * if @node is in a box; -EINVAL for reported misuse.
 */
LISH_MUST_CHECK LISH_HOT int inbox_push(struct inbox *box,
					struct inbox_node *node)
{
	uintptr_t last = lish_atomic_load(&box->pushed);

	if (LISH_CHECK >= 1 && lish_unlikely(lish_is_null(node)))
		return lish_told_(inbox_refuse_push_(box, node));
	if (lish_unlikely(lish_atomic_load(&node->next)))
		return -EEXIST;
	/*
	 * ABA does no harm: if the same node is the last again, the new link is right.
	 * Each push is a read-modify-write of one word, so this release covers earlier
	 * pushes too.
	 */
	do
		inbox_link_(node, last);
	while (!lish_atomic_cas_release(&box->pushed, &last, (uintptr_t)node));
	return last <= INBOX_END_;
}

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
LISH_MUST_CHECK LISH_HOT int inbox_chain_add_tail(struct inbox_chain *chain,
						  struct inbox_node *node)
{
	struct inbox_node *const last = chain->last;

	if (!lish_given_("inbox_chain_add_tail", node))
		return -EINVAL;
	if (lish_unlikely(lish_atomic_load(&node->next)))
		return -EEXIST;
	if (last) {
		lish_atomic_store(&node->next, (uintptr_t)last);
	} else {
		lish_atomic_store(&node->next, INBOX_END_);
		chain->first = node;
	}
	chain->last = node;
	return 0;
}

/**
 * inbox_push_chain() - add all elements of a chain at the end
 * @box: the box
 * @chain: the chain; empty afterwards, and ready for the next burst
 *
 * Equals inbox_push() of each element in the order in which they were added, but no push
 * of another thread comes between. For any thread and interrupt. A release. Never waits.
 *
 * Return: 1 if nothing waited, so wake a sleeping owner; 0 if an element waited, or if
 * @chain is empty; -EINVAL for reported misuse, which changes nothing.
 */
LISH_MUST_CHECK LISH_HOT int inbox_push_chain(struct inbox *box,
					      struct inbox_chain *chain)
{
	struct inbox_node *const newest = chain->last, *const first = chain->first;
	uintptr_t last = lish_atomic_load(&box->pushed);

	if (lish_unlikely(!newest))
		return 0;
	if ((LISH_CHECK >= 2 && lish_unlikely(!!inbox_chain_fault_(newest, first))) ||
	    (LISH_CHECK == 1 &&
	     lish_unlikely(lish_atomic_load(&first->next) != INBOX_END_)))
		return lish_told_(inbox_refuse_chain_(box, newest, first));
	do
		inbox_link_(first, last);
	while (!lish_atomic_cas_release(&box->pushed, &last, (uintptr_t)newest));
	chain->last = NULL;
	return last <= INBOX_END_;
}

/**
 * inbox_empty() - is the box empty?
 * @box: the box
 *
 * Exact for the owner, a moment old for others. Orders no memory.
 */
LISH_HOT bool inbox_empty(const struct inbox *box)
{
	return lish_atomic_load(&box->pushed) <= INBOX_END_ &&
	       lish_atomic_load(&box->taken) <= INBOX_END_;
}

/*
 * Write a plain byte: ThreadSanitizer sees two owners there, not in atomic words.
 */
LISH_TINY void inbox_owned_(struct inbox *box)
{
#if LISH_TSAN && LISH_APART > 8
	box->apart_[0] = 0;
#else
	(void)box;
#endif
}

/* Inline: a library may be built without ThreadSanitizer. */
LISH_HOT uintptr_t inbox_take_(lish_op_ op, struct inbox *box)
{
	uintptr_t chain = lish_atomic_load(&box->pushed);

	if (chain <= INBOX_END_)
		return INBOX_END_;
	chain = lish_atomic_xchg_acquire(&box->pushed, INBOX_END_);
	/* One node needs no reversing. */
	if (!LISH_SMALL_ &&
	    lish_atomic_load(&((struct inbox_node *)chain)->next) == INBOX_END_)
		return chain;
	return inbox_reverse_(op, box, chain);
}

LISH_TINY struct inbox_node *inbox_pop_first_(lish_op_ op, struct inbox *box,
					     uintptr_t first)
{
	struct inbox_node *node = (struct inbox_node *)first;
	uintptr_t next = lish_atomic_load(&node->next);

	if (LISH_CHECK >= 1 && lish_unlikely(!next)) {
		lish_tell_(inbox_refuse_(op, box, node));
		next = INBOX_END_;
	}
	lish_atomic_store(&box->taken, next);
	lish_atomic_store(&node->next, 0);
	/* Read the object later: an interrupt may have written it and got -EEXIST. */
	lish_atomic_barrier();
	return node;
}

/* Empties pushed only if *emptied is false. */
LISH_TINY void *inbox_next_(lish_op_ op, struct inbox *box, bool *emptied, size_t offset)
{
	uintptr_t first = lish_atomic_load(&box->taken);

	inbox_owned_(box);
	if (LISH_CHECK >= 2 && !inbox_ok_(op, box))
		return NULL;
	if (first <= INBOX_END_) {
		if (*emptied)
			return NULL;
		*emptied = true;
		lish_go_();
		first = inbox_take_(op, box);
		lish_back_();
		if (first <= INBOX_END_)
			return NULL;
	}
	return (char *)inbox_pop_first_(op, box, first) - offset;
}

LISH_HOT void *inbox_pop_(struct inbox *box, size_t offset)
{
	bool emptied = false;

	return inbox_next_("inbox_pop_entry", box, &emptied, offset);
}

/**
 * inbox_clear() - empty the box
 * @box: the box
 *
 * For the owner. Zeroes every node.
 */
LISH_HOT void inbox_clear(struct inbox *box)
{
	inbox_owned_(box);
	inbox_zero_(lish_atomic_load(&box->taken));
	lish_atomic_store(&box->taken, INBOX_END_);
	inbox_zero_(lish_atomic_xchg_acquire(&box->pushed, INBOX_END_));
}

/**
 * inbox_check() - examine the whole box for damage
 * @box: the box
 * @fault: receives the faulty node, or NULL; may be NULL
 *
 * For the owner. Reports nothing.
 *
 * Return: LISH_OK or LISH_BROKEN_LINKS.
 */
enum lish_reason inbox_check(const struct inbox *box,
			     const struct inbox_node **fault);

struct inbox_drain_ {
	struct inbox *source; /* NULL after the loop */
	bool emptied;
};

LISH_HOT void *inbox_drain_step_(struct inbox_drain_ *drain, size_t offset)
{
	return inbox_next_("inbox_drain_entry", drain->source, &drain->emptied, offset);
}

LISH_C_END

/**
 * inbox_pop_entry() - remove and return an object
 * @box: the box
 * @type: object type
 * @member: its node
 *
 * For the owner. Zeroes the node. An acquire. While others push, a loop of pops may never
 * end; use inbox_drain_entry().
 *
 * Return: the object that was pushed first, or NULL.
 */
#define inbox_pop_entry(box, type, member) \
	LISH_CAST_(type, inbox_pop_(box, LISH_OFFSET_(type, member, inbox_node)))

/**
 * inbox_drain_entry() - remove the objects one by one
 * @pos: the cursor, declared by the loop
 * @box: the box
 * @type: object type
 * @member: the struct inbox_node in @type
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
			   inbox_drain_step_(&pos##_drain_,               \
					     LISH_OFFSET_(type, member,   \
							  inbox_node)))

/* Last, for LISH_REPORT_LOCATION. */
#define LISH_HERE_INBOX_
#include "ground/here.h"

#endif /* LINUX_ISH_INBOX_H */
