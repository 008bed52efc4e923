// SPDX-License-Identifier: MIT
/*
 * The side of inbox that is not inline: turning round what was taken, reports,
 * validation.
 */
#define LISH_LIB_
#include <linux-ish/core/atomic.h>

#if LISH_ATOMICS
#include <linux-ish/inbox.h>

int inbox_refuse_push_(const struct inbox *box, const struct inbox_node *node)
{
	lish_misuse_("inbox_push", box, node,
		     lish_is_null(node) ? LISH_NULL : LISH_UNINITIALIZED);
	return -EINVAL;
}
LISH_EXPORT(inbox_refuse_push_)

void inbox_refuse_(lish_op_ op, const struct inbox *box,
		   const struct inbox_node *node, enum lish_reason reason)
{
	lish_misuse_(op, box, node, reason);
}
LISH_EXPORT(inbox_refuse_)

uintptr_t inbox_turn_(lish_op_ op, const struct inbox *box, uintptr_t chain)
{
	uintptr_t turned = INBOX_END_;
	struct inbox_node *node;

	while (chain > INBOX_END_) {
		node = (struct inbox_node *)chain;
		chain = lish_atomic_load(&node->next);
		lish_atomic_store(&node->next, turned);
		turned = (uintptr_t)node;
	}
	/* What was pushed before that node cannot be found any more. */
	if (lish_unlikely(!chain))
		lish_misuse_(op, box, (const void *)turned, LISH_BROKEN_LINKS);
	return turned;
}
LISH_EXPORT(inbox_turn_)

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
 * The first node of a chain whose link is zero, or that closes a ring. The hare
 * looks where the tortoise was last put down; each time it has gone twice as far
 * as before, the tortoise is fetched.
 */
static const struct inbox_node *inbox_fault_in(uintptr_t chain)
{
	const struct inbox_node *node;
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
	return NULL;
}

enum lish_reason inbox_check(const struct inbox *box,
			     const struct inbox_node **fault)
{
	const uintptr_t pushed = lish_atomic_load_acquire(&box->pushed);
	const uintptr_t taken = lish_atomic_load(&box->taken);
	const struct inbox_node *node;

	if (fault)
		*fault = NULL;
	if (!pushed || !taken)
		return LISH_UNINITIALIZED;
	node = inbox_fault_in(taken);
	if (!node)
		node = inbox_fault_in(pushed);
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
