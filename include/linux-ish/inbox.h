/* SPDX-License-Identifier: MIT */
/*
 * inbox.h - objects that other threads or interrupts hand over
 *
 * The door between owners. Each other container has one owner, a thread or the
 * main loop; an inbox has one as well, but anybody may push into it: any number
 * of threads and interrupts, without a lock, at any moment. The owner takes out
 * what was pushed, all at once and in the order of the pushes, and puts it into a
 * container of its own, works on it, or frees it into its pool. The object
 * carries a struct inbox_node; nothing is ever allocated.
 *
 * Not for you if everybody is one thread (any list), if several threads take out
 * (one lock and an ilist), or if values are sent rather than objects (a ring
 * buffer made for that).
 *
 *   operation            who            cost    changes
 *   -------------------  -------------  ------  --------------------------------
 *   push                 anybody        O(1)    puts one in
 *   empty                anybody        O(1)    -
 *   pop_entry            the owner      O(1)*   takes one out, the eldest
 *   clear                the owner      O(n)    zeroes every node
 *   check                the owner      O(n)    -
 *   init, node_init      before others  O(1)    any memory
 *                        know of it
 *
 *   * and O(n) once for n that were pushed since the last time: they lie there
 *   with the youngest first, and are turned round when they are taken
 *
 *   loop                 delete current  delete others  push
 *   -------------------  --------------  -------------  ------------------------
 *   drain_entry          is out          pop, clear     yes; what comes after the
 *                                                       box was emptied waits for
 *                                                       the next loop
 *
 * What a thread wrote before it pushed an object, the owner sees when it has that
 * object: a push is a release, taking is an acquire. A push never waits for
 * anybody; it tries again only if somebody else pushed or took at that moment.
 *
 * A zero-filled node is in no box; a zero-filled box is not valid. The compiler
 * must have atomic pointers, or the port two macros: see core/atomic.h.
 */
#ifndef LINUX_ISH_INBOX_H
#define LINUX_ISH_INBOX_H

#include "bug.h"
#include "core/atomic.h"
#include "core/each.h"

#if !LISH_ATOMICS
#error "inbox.h needs atomic pointers, or LISH_IRQ_SAVE and LISH_IRQ_RESTORE: see core/atomic.h"
#endif

/**
 * struct inbox_node - what an object carries to be handed over
 *
 * - zero: in no box
 * - in a box: the address of the node that follows, or 1 where none does
 *
 * One node is in one box at a time; an object may carry several nodes.
 */
struct inbox_node {
	/* private: */
	lish_atomic next;
};

/**
 * struct inbox - the box
 *
 * - pushed: what was pushed, the youngest first; all write here
 * - taken: what the owner took out of it and has not handed to anybody yet, the
 *   eldest first; the owner's alone
 * - each is 1 if there is nothing, and all zero: never initialised, not valid
 *
 * The two words are LISH_APART bytes apart, so that the owner does not slow those
 * who push. A box may be moved in memory while nobody uses it.
 */
struct inbox {
	/* private: */
	lish_atomic pushed;
#if LISH_APART > 8
	char apart_[LISH_APART - sizeof(lish_atomic)];
#endif
	lish_atomic taken;
};

/* The end of a chain. Zero is taken: it says that a node is in no box. */
#define INBOX_END_ ((uintptr_t)1)

/**
 * INBOX_INIT - initialiser of an empty box
 */
#if LISH_APART > 8
#define INBOX_INIT { 1, { 0 }, 1 }
#else
#define INBOX_INIT { 1, 1 }
#endif

/**
 * INBOX_DEFINE() - define an empty box
 * @name: name of the variable; may be preceded by static
 */
#define INBOX_DEFINE(name) struct inbox name = INBOX_INIT

LISH_C_BEGIN

LISH_NODE_(inbox_node);

/* The cold half of push: tell the hook what is wrong. -EINVAL. */
LISH_COLD int inbox_refuse_push_(const struct inbox *box,
				 const struct inbox_node *node);
LISH_COLD void inbox_refuse_(lish_op_ op, const struct inbox *box,
			     const struct inbox_node *node,
			     enum lish_reason reason);
/* Turn a chain round that was taken out of the box: its new first one. */
LISH_NOINLINE uintptr_t inbox_turn_(lish_op_ op, const struct inbox *box,
				    uintptr_t chain);
/* Zero all nodes of a chain. */
void inbox_zero_(uintptr_t chain);
/* Level 2: the whole box. */
LISH_COLD bool inbox_ok_(lish_op_ op, const struct inbox *box);

/**
 * inbox_init() - make an empty box
 * @box: any memory
 *
 * What @box held before is neither read nor changed. Others must learn of the
 * box in a way that makes them see what was written before, as they do when a
 * thread is created. O(1).
 */
LISH_HOT void inbox_init(struct inbox *box)
{
	lish_atomic_store(&box->pushed, INBOX_END_);
	lish_atomic_store(&box->taken, INBOX_END_);
}

/**
 * inbox_node_init() - make a node that is in no box
 * @node: any memory
 *
 * For memory that is not zero-filled. Never for a node that is in a box. O(1).
 */
LISH_HOT void inbox_node_init(struct inbox_node *node)
{
	if (lish_given_("inbox_node_init", node))
		lish_atomic_store(&node->next, 0);
}

/**
 * inbox_push() - hand an object over
 * @box: the box
 * @node: a node that is in no box
 *
 * May be called by anybody: any thread, any interrupt, the owner itself. The
 * object is the owner's from this moment on: even the one who pushed it may not
 * touch it any more.
 *
 * If the node is in a box already nothing changes. That is normal for an
 * interrupt that has one object and comes faster than the owner empties the box;
 * what it wrote into the object before this call will be seen, on the owner's
 * core. On another core it need not be: see Documentation/inbox.rst. Two that
 * push the same node at the same moment are wrong: the owner may find the chain
 * broken, and ThreadSanitizer sees nothing.
 *
 * O(1), never waits, never allocates. A release.
 *
 * Return: 1 if nothing else was waiting to be taken: the owner may be asleep; 0
 * if something was, so that whoever pushed it has woken the owner; -EEXIST if
 * the node is in a box, or its memory was never zeroed; -EINVAL for misuse that
 * was reported.
 */
LISH_MUST_CHECK LISH_HOT int inbox_push(struct inbox *box,
					struct inbox_node *node)
{
	uintptr_t last = lish_atomic_load(&box->pushed);

	if (LISH_CHECK >= 1 && lish_unlikely(!last || lish_is_null(node)))
		return lish_told_(inbox_refuse_push_(box, node));
	if (lish_unlikely(lish_atomic_load(&node->next)))
		return -EEXIST;
	/*
	 * The node that was the last may be taken meanwhile, handed on and pushed
	 * again, and the word look the same (ABA). That does no harm: nothing was
	 * read from that node, and if it is the last one now, then what the new
	 * node says of it is true.
	 *
	 * The release covers what was pushed before by others as well: each push
	 * is a read-modify-write of the word the others released.
	 */
	do
		lish_atomic_store(&node->next, last);
	while (!lish_atomic_cas_release(&box->pushed, &last, (uintptr_t)node));
	return last == INBOX_END_;
}

/**
 * inbox_empty() - is there nothing in the box?
 * @box: the box
 *
 * The owner gets the truth, which somebody may change at once. All others learn
 * what was so a moment ago; while the owner is just taking out, it is empty.
 * Orders nothing. O(1).
 */
LISH_HOT bool inbox_empty(const struct inbox *box)
{
	const uintptr_t pushed = lish_atomic_load(&box->pushed);

	if (LISH_CHECK >= 1 && lish_unlikely(!pushed)) {
		inbox_refuse_("inbox_empty", box, NULL, LISH_UNINITIALIZED);
		lish_stay_();
		return true;
	}
	return pushed == INBOX_END_ &&
	       lish_atomic_load(&box->taken) == INBOX_END_;
}

/*
 * The owner is here. Two of them at once are a race that ThreadSanitizer could not
 * see in atomic words: for it the owner writes a plain byte.
 */
LISH_TINY void inbox_owned_(struct inbox *box)
{
#if LISH_TSAN && LISH_APART > 8
	box->apart_[0] = 0;
#else
	(void)box;
#endif
}

/*
 * Take out all that was pushed: the first one, or the end. It is in the hands of
 * the caller, no longer in the box. The exchange is made here and not in lib/:
 * ThreadSanitizer does not see it in a library that was built without it.
 */
LISH_STEP uintptr_t inbox_take_(lish_op_ op, struct inbox *box)
{
	uintptr_t chain = lish_atomic_load(&box->pushed);

	if (chain == INBOX_END_)
		return INBOX_END_;
	if (LISH_CHECK >= 1 && lish_unlikely(!chain)) {
		inbox_refuse_(op, box, NULL, LISH_UNINITIALIZED);
		lish_stay_();
		return INBOX_END_;
	}
	chain = lish_atomic_xchg_acquire(&box->pushed, INBOX_END_);
	/* Often there is one. */
	if (lish_atomic_load(&((struct inbox_node *)chain)->next) == INBOX_END_)
		return chain;
	return inbox_turn_(op, box, chain);
}

/* Hand out the first of what was taken. */
LISH_TINY struct inbox_node *inbox_hand_out_(lish_op_ op, struct inbox *box,
					     uintptr_t first)
{
	struct inbox_node *node = (struct inbox_node *)first;
	uintptr_t next = lish_atomic_load(&node->next);

	if (LISH_CHECK >= 1 && lish_unlikely(!next)) {
		inbox_refuse_(op, box, node, LISH_BROKEN_LINKS);
		lish_stay_();
		next = INBOX_END_;
	}
	lish_atomic_store(&box->taken, next);
	lish_atomic_store(&node->next, 0);
	/*
	 * From now on an interrupt may push it again. If it comes before, it gets
	 * -EEXIST, and what it wrote is there for all that is read after this.
	 */
	lish_atomic_barrier();
	return node;
}

LISH_STEP struct inbox_node *inbox_pop_(struct inbox *box)
{
	uintptr_t first = lish_atomic_load(&box->taken);

	inbox_owned_(box);
	if (LISH_CHECK >= 2 && !inbox_ok_("inbox_pop_entry", box))
		return NULL;
	if (first <= INBOX_END_) {
		first = inbox_take_("inbox_pop_entry", box);
		if (first <= INBOX_END_)
			return NULL;
	}
	return inbox_hand_out_("inbox_pop_entry", box, first);
}

/**
 * inbox_clear() - take out all objects
 * @box: the box
 *
 * Every node is zero again. For the owner; what others push meanwhile may be in
 * the box afterwards. O(n).
 */
LISH_HOT void inbox_clear(struct inbox *box)
{
	if (LISH_CHECK >= 1 && lish_unlikely(!lish_atomic_load(&box->pushed))) {
		inbox_refuse_("inbox_clear", box, NULL, LISH_UNINITIALIZED);
		lish_stay_();
		return;
	}
	inbox_owned_(box);
	inbox_zero_(lish_atomic_load(&box->taken));
	lish_atomic_store(&box->taken, INBOX_END_);
	inbox_zero_(lish_atomic_xchg_acquire(&box->pushed, INBOX_END_));
}

/**
 * inbox_check() - examine the whole box
 * @box: the box
 * @fault: where the first faulty node is stored, NULL if the box is at fault or
 * nothing is; may be NULL itself
 *
 * For the owner; others may push meanwhile. Ends on broken chains too, and on
 * rings. O(n), reports to nobody.
 *
 * Return: LISH_OK, LISH_UNINITIALIZED, or LISH_BROKEN_LINKS: a node was
 * overwritten while it was in, or pushed by two at once.
 */
enum lish_reason inbox_check(const struct inbox *box,
			     const struct inbox_node **fault);

/* From nodes to objects. */
LISH_TINY void *inbox_entry_(const struct inbox_node *node, size_t offset)
{
	/* Through an integer: the type of the object says whether it is const. */
	return (void *)((uintptr_t)node - offset);
}

LISH_TINY void *inbox_pop_entry_(struct inbox *box, size_t offset)
{
	struct inbox_node *node = inbox_pop_(box);

	return node ? inbox_entry_(node, offset) : NULL;
}

/*
 * struct inbox_drain_ - a loop that drains
 *
 * - source: the box; NULL when the loop is over
 * - emptied: what was pushed has been taken, which is done once
 */
struct inbox_drain_ {
	struct inbox *source;
	bool emptied;
};

LISH_STEP void *inbox_drain_step_(struct inbox_drain_ *drain, size_t offset)
{
	struct inbox *box = drain->source;
	uintptr_t first = lish_atomic_load(&box->taken);

	inbox_owned_(box);
	if (LISH_CHECK >= 2 && !inbox_ok_("inbox_drain_entry", box))
		return NULL;
	if (first <= INBOX_END_) {
		if (drain->emptied)
			return NULL;
		drain->emptied = true;
		first = inbox_take_("inbox_drain_entry", box);
		if (first <= INBOX_END_)
			return NULL;
	}
	return inbox_entry_(inbox_hand_out_("inbox_drain_entry", box, first),
			    offset);
}

LISH_C_END

/**
 * inbox_pop_entry() - take out the eldest object
 * @box: the box
 * @type: type of the object
 * @member: name of the struct inbox_node in it
 *
 * For the owner: those that a drain left, then those pushed since. The node is
 * zero again; the object may be freed, or pushed on. O(1), but O(n) each time
 * that nothing is left of what was taken before, and n were pushed since. An
 * acquire.
 *
 * "while ((o = inbox_pop_entry(...)) != NULL)" goes on until
 * there is nothing, and so never ends if others push as fast;
 * inbox_drain_entry() does.
 *
 * Return: the object, or NULL if there is none.
 */
#define inbox_pop_entry(box, type, member) \
	LISH_CAST_(type, inbox_pop_entry_( \
				 box, LISH_OFFSET_(type, member, inbox_node)))

/**
 * inbox_drain_entry() - take out what is there, one after another
 * @pos: name of the cursor, declared by the loop
 * @box: the box
 * @type: type of the objects
 * @member: name of the struct inbox_node in it
 *
 * For the owner. Visits the objects in the order in which they were pushed: first
 * those that an earlier drain left, then all that have been pushed, which are
 * taken once. What is pushed after that, by the body too, waits for the next
 * drain: so the loop ends, however fast others push.
 *
 * @pos is in no box when the body runs: the body may free it, push it on, or push
 * it into this box again. It may drain, pop and clear this box as well; then
 * nothing is left for this loop. break, return, goto, exceptions and longjmp()
 * may leave the loop; the rest stays in the box. n objects cost one exchange, and
 * two visits to each. An acquire.
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
#include "core/here.h"

#endif /* LINUX_ISH_INBOX_H */
