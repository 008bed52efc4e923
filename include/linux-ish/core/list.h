/* SPDX-License-Identifier: MIT */
/*
 * list.h - the cold half of compat/list.h
 *
 * A header of its own, because lib/ is also built where the kernel's list.h is.
 */
#ifndef LINUX_ISH_CORE_LIST_H
#define LINUX_ISH_CORE_LIST_H

#include "../bug.h"
#include "ring.h"

LISH_C_BEGIN

/*
 * Nodes are not const here, though nobody writes to them: what may be added may be
 * uninitialised, and gcc warns of that where it is handed over to be read.
 */
LISH_COLD void lish_list_refuse_(lish_op_ op, const void *container,
				 void *node, enum lish_reason reason);
/* Find out what is wrong with a node, or with the place that it shall go to. */
LISH_COLD void lish_list_refuse_link_(lish_op_ op,
				      struct lish_link_ *node,
				      const struct lish_link_ *prev,
				      const struct lish_link_ *next,
				      bool deleted);
/* Level 2: is the ring through link whole? Is node not in it? */
LISH_COLD bool lish_list_whole_(lish_op_ op, const struct lish_link_ *link);
LISH_COLD bool lish_list_apart_(lish_op_ op, const struct lish_link_ *link,
				struct lish_link_ *node);

LISH_C_END

#endif /* LINUX_ISH_CORE_LIST_H */
