/* SPDX-License-Identifier: MIT */
#include <linux-ish/inbox.h>

struct request {
	uintptr_t number;
	struct inbox_node *elsewhere;
	struct inbox_node sent;
};

struct answer {
	struct inbox_node sent;
};

/* mistake no_atomics: there are no atomic pointers, and no macros instead */
/* flags: -DLISH_NO_GNU_ATOMICS -D__STDC_NO_ATOMICS__=1 -U__x86_64__ -U__i386__ */
int hand_over(struct inbox *box, struct inbox_node *node)
{
	return inbox_push(box, node);
}

/* mistake chain_as_box: a chain is no box */
int hand_over(struct inbox_chain *chain, struct inbox_node *node)
{
	return WRONG(inbox_push, inbox_chain_add_tail)(chain, node);
}

/* mistake cursor_outlives_loop: the cursor is used after its loop */
struct request *last(struct inbox *box)
{
	struct request *found = NULL;

	inbox_drain_entry(r, box, struct request, sent)
		found = r;
	return WRONG(r, found);
}

/* mistake packed: the node may lie at an odd address */
#if WRONG(1, 0)
#pragma pack(1)
#endif
struct shell {
	char kind;
	struct inbox_node sent;
};

struct shell *first(struct inbox *box)
{
	return inbox_pop_entry(box, struct shell, sent);
}

/* mistake wrong_member: the member is no node */
uintptr_t total(struct inbox *box)
{
	uintptr_t sum = 0;

	inbox_drain_entry(r, box, struct request, WRONG(number, sent))
		sum += r->number;
	return sum;
}

/* mistake wrong_member_of_pop: the member is a pointer to a node */
struct request *first(struct inbox *box)
{
	return inbox_pop_entry(box, struct request, WRONG(elsewhere, sent));
}

/* mistake wrong_type: the object is not of the type that is wanted */
struct request *first(struct inbox *box)
{
	return inbox_pop_entry(box, struct WRONG(answer, request), sent);
}
