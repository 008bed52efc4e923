/* SPDX-License-Identifier: MIT */
/*
 * pool_stack.h - the slots of ipool and listpool, the part that only lib/ calls
 */
#ifndef LISH_POOL_STACK_H
#define LISH_POOL_STACK_H

#include <linux-ish/core/pool_stack.h>

#include "pool.h"

LISH_C_BEGIN

/* fault: the first wrong mark, or NULL. */
enum lish_reason lish_pool_check_(const struct lish_pool_ *pool,
				  const uint32_t **fault);
/* Write the marks of the slots on the stack. */
void lish_pool_mark_free_(struct lish_pool_ *pool);
/* Take all slots off the stack: they are gone. Writes their marks. */
void lish_pool_forget_free_(struct lish_pool_ *pool);
/* fit and release of a pool whose only array is the stack. */
int lish_pool_stack_fit_(struct lish_pool_ *pool, uint32_t sides);
void lish_pool_stack_release_(struct lish_pool_ *pool);

LISH_C_END

#endif /* LISH_POOL_STACK_H */
