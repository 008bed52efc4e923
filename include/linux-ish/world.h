/* SPDX-License-Identifier: MIT */
/*
 * world.h - save a program's whole state, and go back to it
 *
 * No pointer of a container leads outside the memory that you give it. So one copy saves
 * a state that lies in one block, with all its containers and objects. A copy back to the
 * same address restores it. Pointers and handles from before the save are valid again.
 *
 *   in the block                          not in the block
 *   ------------------------------------  --------------------------------------
 *   heads of containers                   running loops: close them first
 *   pools in an X_STORAGE() of the block  containers that grow
 *   arrays in slots of the block          struct lish_mem, hooks and their data
 *   objects, with all their nodes         objects linked to objects of the block
 *
 * Use something else if
 *   - the copy goes to a file or process: save.h
 *   - the state is much larger than its changes: it is copied as a whole
 *
 * Not thread-safe: the lock of the containers covers both calls.
 */
#ifndef LINUX_ISH_WORLD_H
#define LINUX_ISH_WORLD_H

#include "ground/env.h"

LISH_C_BEGIN

/**
 * lish_world_save() - copy a state
 * @to: memory of @size bytes outside the state
 * @world: the state
 * @size: bytes of the state; 0 is allowed
 *
 * Equals memcpy(), but ASan and Valgrind do not report the freed objects in the state.
 * No loop over a container of the state may run, nor a hook. O(@size).
 */
LISH_API void lish_world_save(void *to, const void *world, size_t size);

/**
 * lish_world_load() - go back to a copied state
 * @world: the state, at the same address as at the save
 * @from: the copy of lish_world_save()
 * @size: bytes of both; 0 is allowed
 *
 * Each container is as it was. @from may be loaded again. At another address the block's
 * pools would use the memory of the saved block. So each alloc, X_at_entry() or
 * slotpool_get_entry() there, and each loop over a slotpool, reports LISH_UNINITIALIZED.
 * An assignment of the block does the same. Of pools with an initialiser that have made no
 * object yet, only listpool reports it.
 *
 * Does not call hooks. No loop over a container of the state may run, nor a hook. ASan and
 * Valgrind do not watch the block's freed objects until these are freed again. O(@size).
 */
LISH_API void lish_world_load(void *world, const void *from, size_t size);

LISH_C_END

#endif /* LINUX_ISH_WORLD_H */
