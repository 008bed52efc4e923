// SPDX-License-Identifier: MIT
/*
 * inbox.c - an inbox: a stack of chains, and the queue that the owner makes of it
 *
 *   pushed   a stack of chains, shared: a push puts its chain in front by compare and swap.
 *            A single node is a chain of one
 *   taken    a queue, of the owner alone: pops remove its first node
 *
 * In a chain each node leads to the one that was added later. The link of the last one leads to
 * the first node of the chain pushed before, with the bit INBOX_END_:
 *
 *   pushed -> d -> e -> f =END=> c =END=> a -> b =END=> none
 *
 * If "taken" is empty, the owner exchanges "pushed" for INBOX_END_ in one step and reverses the
 * order of the chains, since pops return the oldest node first. Each chain is reversed once, so
 * a pop is O(1) amortised. A chain that came to an empty box needs no reversing: the bit
 * INBOX_END_ in "pushed" says that no other chain lies behind. A single push leaves the bit out,
 * because the link of its node says the same.
 *
 * The owner never removes a single node from "pushed". That is why ABA is harmless and a push
 * needs no second word: if the same node is the first again, the new link is right. Each push
 * is a read-modify-write of one word, so its release covers earlier pushes too.
 *
 * Invariant: the link of a node is 0 only while the node is in no chain. So push refuses a node
 * that is in a box, and a zero link inside a chain is damage. The words of a fresh box are 0
 * instead of INBOX_END_: so a zero box is empty. "taken" becomes 0 again after damage only.
 */
#define LISH_LIB_
#include <linux-ish/ground/atomic.h>

#if LISH_ATOMICS
#include <linux-ish/inbox.h>

#include "core/area.h"
#include "ground/refused.h"

/* Names of what inline code does. */
#define INBOX_CHAIN_ADD_TAIL_ LISH_NAME_("inbox_chain_add_tail")
#define INBOX_PUSH_CHAIN_ LISH_NAME_("inbox_push_chain")
#define INBOX_DRAIN_ENTRY_ LISH_NAME_("inbox_drain_entry")

/* Questions */

/* Without the bit. */
LISH_INLINE struct inbox_node *inbox_node_of_(uintptr_t word)
{
	return (struct inbox_node *)(word & ~INBOX_END_);
}

/*
 * Does a way go round? Brent's method: the tortoise stands still while the hare makes 1, 2, 4, 8,
 * ... steps, then jumps to it.
 */
struct inbox_way_ {
	uintptr_t tortoise;
	size_t left, limit;
};

#define INBOX_WAY_INIT_ { INBOX_END_, 1, 1 }

LISH_INLINE bool inbox_goes_round_(struct inbox_way_ *way, uintptr_t hare)
{
	if (hare == way->tortoise)
		return true;
	if (!--way->left) {
		way->tortoise = hare;
		way->left = way->limit *= 2;
	}
	return false;
}

/*
 * The first node whose link is zero, closes a ring or ends before @end, or that lies outside of the
 * area, or NULL. Without @end, the way may end anywhere.
 */
static const struct inbox_node *inbox_fault_(uintptr_t word, const struct inbox_node *end,
					     const struct lish_area_ *area)
{
	struct inbox_way_ way = INBOX_WAY_INIT_;
	const struct inbox_node *node = end;

	while (!inbox_none_(word)) {
		node = inbox_node_of_(word);
		if (!LISH_AREA_HAS_(area, node, 1, struct inbox_node))
			return node;
		word = lish_atomic_load(&node->next);
		if (!word || inbox_goes_round_(&way, word & ~INBOX_END_))
			return node;
	}
	return end && node != end ? node : NULL;
}

/* Level 1 looks at the link that the push writes. */
LISH_INLINE enum lish_reason inbox_may_push_chain_(const struct inbox_node *first,
						   const struct inbox_node *last)
{
	if (LISH_CHECK == 0 || (lish_likely(lish_atomic_load(&last->next) == INBOX_END_) &&
				(LISH_CHECK < 2 || !inbox_fault_((uintptr_t)first, last, NULL))))
		return LISH_OK;
	return LISH_BROKEN_LINKS;
}

/* The faulty node of a chain that is refused: the last one, if the others lead to it. */
static LISH_COLD const struct inbox_node *inbox_fault_of_(const struct inbox_node *first,
							  const struct inbox_node *last)
{
	const struct inbox_node *const fault = inbox_fault_((uintptr_t)first, last, NULL);

	return fault ? fault : last;
}

static enum lish_reason inbox_examine_(const struct inbox *box, const struct lish_area_ *area,
				       const struct inbox_node **fault)
{
	const uintptr_t pushed = lish_atomic_load_acquire(&box->pushed);
	const uintptr_t taken = lish_atomic_load(&box->taken);
	const struct inbox_node *node = inbox_fault_(taken, NULL, area);

	if (!node)
		node = inbox_fault_(pushed, NULL, area);
	*fault = node;
	return node ? LISH_BROKEN_LINKS : LISH_OK;
}

LISH_CHECKS_(inbox, inbox_node, (void)0)
LISH_DAMAGED_(inbox, inbox_node)

/* Changes */

/* The last node of a chain, or one whose link is zero; NULL if the chain is a ring. */
static LISH_NOINLINE struct inbox_node *inbox_last_of_(struct inbox_node *node)
{
	struct inbox_way_ way = INBOX_WAY_INIT_;
	uintptr_t next;

	while ((next = lish_atomic_load(&node->next)) != 0 && !(next & INBOX_END_)) {
		node = (struct inbox_node *)next;
		if (inbox_goes_round_(&way, next))
			return NULL;
	}
	return node;
}

/*
 * Reverse the order of the chains that were taken out of the box. A zero link, or a ring: the
 * chains behind it are lost. The report of that names the first node that is left.
 */
static LISH_NOINLINE uintptr_t inbox_reverse_(const struct inbox *box, uintptr_t chains,
					      struct lish_call_ call)
{
	uintptr_t word = chains | INBOX_END_, first = INBOX_END_;
	struct inbox_node *start, *last;

	while (word > INBOX_END_) {
		start = last = (struct inbox_node *)(word - INBOX_END_);
		word = lish_atomic_load(&last->next);
		if (!(word & INBOX_END_)) {
			last = inbox_last_of_(start);
			if (!last)
				break;
			word = lish_atomic_load(&last->next);
		}
		lish_atomic_store(&last->next, first);
		first = (uintptr_t)start;
	}
	(void)lish_refused_by(call, box, inbox_node_of_(first),
			      word == INBOX_END_ ? LISH_OK : LISH_BROKEN_LINKS);
	return first;
}

/* Take what was pushed, the first node first. */
static uintptr_t inbox_take_for_(struct inbox *box, struct lish_call_ call)
{
	uintptr_t chains = lish_atomic_load(&box->pushed);

	if (inbox_none_(chains))
		return INBOX_END_;
	chains = lish_atomic_xchg_acquire(&box->pushed, INBOX_END_);
	if (chains & INBOX_END_)
		return chains - INBOX_END_;
	if (lish_atomic_load(&((struct inbox_node *)chains)->next) == INBOX_END_)
		return chains;
	return inbox_reverse_(box, chains, call);
}

static void inbox_zero_(uintptr_t word)
{
	struct inbox_node *node;

	while (!inbox_none_(word)) {
		node = inbox_node_of_(word);
		word = lish_atomic_load(&node->next);
		lish_atomic_store(&node->next, 0);
	}
}

/* Operations */

void inbox_init(struct inbox *box)
{
	lish_atomic_store(&box->pushed, 0);
	lish_atomic_store(&box->taken, 0);
}

void inbox_node_init(struct inbox_node *node)
{
	if (!lish_refused(NULL, node, lish_may_use_(node)))
		lish_atomic_store(&node->next, 0);
}

LISH_HOT_ int inbox_push(struct inbox *box, struct inbox_node *node)
{
	uintptr_t before = lish_atomic_load(&box->pushed);

	if (lish_refused(box, node, lish_may_use_(node)))
		return -EINVAL;
	if (lish_unlikely(lish_atomic_load(&node->next)))
		return -EEXIST;
	do
		lish_atomic_store(&node->next, before | INBOX_END_);
	while (!lish_atomic_cas_release(&box->pushed, &before, (uintptr_t)node));
	return inbox_none_(before);
}

int inbox_chain_refuse_(const struct inbox_node *node)
{
	return lish_refused_as(INBOX_CHAIN_ADD_TAIL_, NULL, node, lish_may_use_(node)) ?
		       -EINVAL : -EEXIST;
}

LISH_HOT_ int inbox_chain_add_tail(struct inbox_chain *chain, struct inbox_node *node)
{
	if (lish_refused(NULL, node, lish_may_use_(node)))
		return -EINVAL;
	if (lish_unlikely(!inbox_may_chain_(node)))
		return -EEXIST;
	inbox_chain_link_(chain, node);
	return 0;
}

static int inbox_push_run_as_(struct inbox *box, struct inbox_node *first,
			      struct inbox_node *last, struct lish_call_ call)
{
	uintptr_t before = lish_atomic_load(&box->pushed);

	if (lish_unlikely(inbox_may_push_chain_(first, last) != LISH_OK)) {
		(void)lish_refused_by(call, box, inbox_fault_of_(first, last),
				      LISH_BROKEN_LINKS);
		return -EINVAL;
	}
	do
		lish_atomic_store(&last->next, before | INBOX_END_);
	while (!lish_atomic_cas_release(&box->pushed, &before,
					(uintptr_t)first |
						(inbox_none_(before) ? INBOX_END_ : 0)));
	return inbox_none_(before);
}

int inbox_push_run_(struct inbox *box, struct inbox_node *first, struct inbox_node *last)
{
	return inbox_push_run_as_(box, first, last, LISH_CALL_AS_(INBOX_PUSH_CHAIN_));
}

int inbox_push_chain(struct inbox *box, struct inbox_chain *chain)
{
	int result;

	if (!chain->last)
		return 0;
	result = inbox_push_run_as_(box, chain->first, chain->last, LISH_CALL_());
	if (result >= 0)
		chain->last = NULL;
	return result;
}

void *(inbox_pop_entry)(struct inbox *box, size_t offset)
{
	uintptr_t first = lish_atomic_load(&box->taken);
	struct inbox_node *node;

	inbox_owned_(box);
	if (lish_damaged(inbox, box))
		return NULL;
	if (inbox_none_(first)) {
		first = inbox_take_for_(box, LISH_CALL_());
		if (inbox_none_(first))
			return NULL;
	}
	node = (struct inbox_node *)first;
	if (lish_unlikely(!inbox_unlink_(box, node)) && LISH_CHECK >= 1)
		(void)lish_refused(box, node, LISH_BROKEN_LINKS);
	return (char *)node - offset;
}

void inbox_clear(struct inbox *box)
{
	inbox_owned_(box);
	inbox_zero_(lish_atomic_load(&box->taken));
	lish_atomic_store(&box->taken, INBOX_END_);
	inbox_zero_(lish_atomic_xchg_acquire(&box->pushed, INBOX_END_));
}

/* The loop */

uintptr_t inbox_take_(struct inbox *box)
{
	const struct lish_call_ call = LISH_CALL_AS_(INBOX_DRAIN_ENTRY_);

	return inbox_damaged_(box, call) ? INBOX_END_ : inbox_take_for_(box, call);
}

void inbox_lost_(const struct inbox *box, const struct inbox_node *node)
{
	(void)lish_refused_as(INBOX_DRAIN_ENTRY_, box, node, LISH_BROKEN_LINKS);
}

void *inbox_drain_step_(struct inbox_drain_ *drain, size_t offset)
{
	const struct lish_call_ call = LISH_CALL_AS_(INBOX_DRAIN_ENTRY_);
	struct inbox *const box = drain->source;
	bool lost = false;
	void *object;

	/* Here, so that a report of it has this call. */
	if (!drain->emptied && inbox_none_(lish_atomic_load(&box->taken))) {
		inbox_owned_(box);
		drain->emptied = true;
		if (!inbox_damaged_(box, call))
			lish_atomic_store(&box->taken, inbox_take_for_(box, call));
	}
	object = inbox_drain_to_(drain, offset, &lost);
	if (LISH_CHECK >= 1 && lost)
		(void)lish_refused_by(call, box, (char *)object + offset, LISH_BROKEN_LINKS);
	return object;
}
#endif /* LISH_ATOMICS */
