// SPDX-License-Identifier: MIT
/*
 * The inbox's push, if nobody comes in between: tests/deep/model/ looks at what several
 * do at a time.
 */
#include "port.h"
#include <linux-ish/inbox.h>

/*@
requires \valid_read(word);
assigns \nothing;
ensures \result == *word;
*/
static inline uintptr_t lish_atomic_load(const lish_atomic *word);

/*@
requires \valid(word);
assigns *word;
ensures *word == value;
*/
static inline void lish_atomic_store(lish_atomic *word, uintptr_t value);

/*@
requires \valid(word);
assigns *word;
ensures *word == value && \result == \old(*word);
*/
static inline uintptr_t lish_atomic_xchg_acquire(lish_atomic *word,
						 uintptr_t value);

/*@
requires \valid(word) && \valid(old) && \separated(word, old);
assigns *word, *old;
ensures *old == \old(*word);
ensures \result <==> \old(*word) == \old(*old);
ensures \result ==> *word == value;
ensures !\result ==> *word == \old(*word);
*/
static inline _Bool lish_atomic_cas_release(lish_atomic *word, uintptr_t *old,
					    uintptr_t value);

/* Reports change nothing, and what is proved is not refused. */
/*@
assigns \nothing;
*/
void lish_refuse_(const void *container, const void *node, enum lish_reason reason,
		  struct lish_call_ call);

/*@
requires \valid(box);
assigns box->pushed, box->taken;
ensures box->pushed == 0 && box->taken == 0;
*/
void inbox_init(struct inbox *box);

/*@
requires \valid(box) && \valid(node) && \separated(box, node);
requires 4096 <= (uintptr_t)node;
behavior is_in:
	assumes node->next != 0;
	assigns \nothing;
	ensures \result == -EEXIST;
behavior pushed:
	assumes node->next == 0;
	ensures box->pushed == (uintptr_t)node;
	ensures node->next == (\old(box->pushed) | 1);
	ensures box->taken == \old(box->taken);
	ensures \result == ((\old(box->pushed) & ~(uintptr_t)1) == 0 ? 1 : 0);
complete behaviors;
disjoint behaviors;
*/
int inbox_push(struct inbox *box, struct inbox_node *node);

/*@
requires \valid_read(box);
assigns \nothing;
ensures \result <==> (box->pushed & ~(uintptr_t)1) == 0 &&
	(box->taken & ~(uintptr_t)1) == 0;
*/
static inline _Bool inbox_empty(const struct inbox *box);

#include "../../../lib/inbox.c"
