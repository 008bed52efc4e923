// SPDX-License-Identifier: MIT
/*
 * inbox.c - reversing a chain, reports, validation
 *
 * A box is two chains of nodes, each ended by INBOX_END_:
 *
 *   pushed   a stack, shared: a push puts its node in front by compare and swap
 *   taken    a queue, of the owner alone: pops remove its first node
 *
 * If "taken" is empty, the owner exchanges "pushed" for INBOX_END_ in one step and
 * reverses the chain: it was a stack, and pops return the oldest node first. Each node
 * is reversed once, so a pop is O(1) amortised. The owner never removes a single node
 * from "pushed"; that is why ABA is harmless and a push needs no second word.
 *
 * A struct inbox_chain is a stack too, of one producer alone. Its nodes are linked in the
 * order of "pushed", so one compare and swap puts all of them in front.
 *
 * Invariant: the link of a node is 0 only while the node is in no chain. So push refuses
 * a node that is in a box, and a zero link inside a chain is damage. The words of a fresh
 * box are 0 instead of INBOX_END_: so a zero box is empty. None becomes 0 again.
 */
#define LISH_LIB_
#include <linux-ish/ground/atomic.h>

#if LISH_ATOMICS
#include <linux-ish/inbox.h>

int inbox_refuse_push_(const struct inbox *box, const struct inbox_node *node)
{
	lish_misuse_("inbox_push", box, node, LISH_NULL);
	return -EINVAL;
}
LISH_EXPORT(inbox_refuse_push_)

void inbox_refuse_(lish_op_ op, const struct inbox *box,
		   const struct inbox_node *node)
{
	lish_misuse_(op, box, node, LISH_BROKEN_LINKS);
}
LISH_EXPORT(inbox_refuse_)

uintptr_t inbox_reverse_(lish_op_ op, const struct inbox *box, uintptr_t chain)
{
	uintptr_t first = INBOX_END_;
	struct inbox_node *node;

	while (chain > INBOX_END_) {
		node = (struct inbox_node *)chain;
		chain = lish_atomic_load(&node->next);
		lish_atomic_store(&node->next, first);
		first = (uintptr_t)node;
	}
	/* A zero link: the nodes behind it are lost. */
	if (lish_unlikely(!chain))
		lish_misuse_(op, box, (const void *)first, LISH_BROKEN_LINKS);
	return first;
}
LISH_EXPORT(inbox_reverse_)

void inbox_zero_(uintptr_t chain)
{
	struct inbox_node *node;

	while (chain > INBOX_END_) {
		node = (struct inbox_node *)chain;
		chain = lish_atomic_load(&node->next);
		lish_atomic_store(&node->next, 0);
	}
}
LISH_EXPORT(inbox_zero_)

/*
 * The first node of a chain whose link is zero, closes a ring or ends the chain before
 * @end, or NULL. Brent's method: the tortoise stands still while the hare makes 1, 2, 4,
 * 8, ... steps, then jumps to it. Without @end, the chain may end anywhere.
 */
static const struct inbox_node *inbox_fault_in(uintptr_t chain,
					       const struct inbox_node *end)
{
	const struct inbox_node *node = end;
	uintptr_t tortoise = 0;
	size_t steps = 0, limit = 1;

	while (chain > INBOX_END_) {
		node = (const struct inbox_node *)chain;
		chain = lish_atomic_load(&node->next);
		if (!chain || chain == tortoise)
			return node;
		if (++steps == limit) {
			tortoise = chain;
			steps = 0;
			limit *= 2;
		}
	}
	return end && node != end ? node : NULL;
}

const struct inbox_node *inbox_chain_fault_(const struct inbox_node *last,
					    const struct inbox_node *first)
{
	return inbox_fault_in((uintptr_t)last, first);
}
LISH_EXPORT(inbox_chain_fault_)

int inbox_refuse_chain_(const struct inbox *box, const struct inbox_node *last,
			const struct inbox_node *first)
{
	lish_misuse_("inbox_push_chain", box, inbox_chain_fault_(last, first),
		     LISH_BROKEN_LINKS);
	return -EINVAL;
}
LISH_EXPORT(inbox_refuse_chain_)

enum lish_reason inbox_check(const struct inbox *box,
			     const struct inbox_node **fault)
{
	const uintptr_t pushed = lish_atomic_load_acquire(&box->pushed);
	const uintptr_t taken = lish_atomic_load(&box->taken);
	const struct inbox_node *node;

	node = inbox_fault_in(taken, NULL);
	if (!node)
		node = inbox_fault_in(pushed, NULL);
	if (fault)
		*fault = node;
	return node ? LISH_BROKEN_LINKS : LISH_OK;
}
LISH_EXPORT(inbox_check)

bool inbox_ok_(lish_op_ op, const struct inbox *box)
{
	const struct inbox_node *fault;
	const enum lish_reason reason = inbox_check(box, &fault);

	if (reason == LISH_OK)
		return true;
	lish_misuse_(op, box, fault, reason);
	return false;
}
LISH_EXPORT(inbox_ok_)
#endif /* LISH_ATOMICS */
