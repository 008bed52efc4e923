/* SPDX-License-Identifier: MIT */
/*
 * linux-ish.h - all containers, and what goes with them
 *
 * Not compat/ and kernel/: their names are those of others.
 */
#ifndef LINUX_ISH_LINUX_ISH_H
#define LINUX_ISH_LINUX_ISH_H

#include "bug.h"
#include "container_of.h"
#include "dense.h"
#include "densepool.h"
#include "ihash.h"
#include "iheap.h"
#include "ilist.h"
#include "ipool.h"
#include "listpool.h"
#include "locklist.h"
#include "mem.h"
#include "rwarray.h"
#include "save.h"
#include "slotpool.h"
#include "slotpool_lease.h"
#include "sort.h"
#include "version.h"
#include "walklist.h"
#include "world.h"

/* On some cores an inbox needs two macros: Documentation/firmware.rst. */
#include "ground/atomic.h"
#if LISH_ATOMICS
#include "inbox.h"
#endif

#endif /* LINUX_ISH_LINUX_ISH_H */
