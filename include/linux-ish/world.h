/* SPDX-License-Identifier: MIT */
/*
 * world.h - save a program's whole state, and go back to it
 *
 * Nothing in a container leads out of the memory of whoever uses it. So a state
 * that lies in one block is saved by a copy of the block, and restored by a copy
 * back to the same address: heads, pools, arrays and objects at once, whatever
 * links them. Pointers and handles that were taken before the save are good again
 * after the load.
 *
 *   in the block                          not in the block
 *   ------------------------------------  --------------------------------------
 *   heads of containers                   loops that run: let none run meanwhile
 *   pools in an X_STORAGE() of the block  the memory of what grows
 *   arrays in slots of the block          struct lish_mem, hooks, what they hold
 *   objects, with all their nodes         objects that are linked to others in
 *                                         the block, and those that link to them
 *
 *   operation   cost       allocates
 *   ----------  ---------  ---------
 *   save, load  one copy   no
 *
 * Not for files, or another process, where the block has another address: see
 * slotpool_save() and ipool_save() for that. Not for you if the state is much larger than what
 * changes: it is copied as a whole.
 *
 * Nothing here is thread-safe: whatever protects the containers must cover both
 * calls.
 */
#ifndef LINUX_ISH_WORLD_H
#define LINUX_ISH_WORLD_H

#include "core/env.h"

LISH_C_BEGIN

/**
 * lish_world_save() - copy a state
 * @to: memory of @size bytes, of any content, that is not in the state
 * @world: the state
 * @size: of it, in bytes; any, also 0
 *
 * What memcpy() does, but that freed objects may be read, of which ASan and
 * Valgrind would complain; so those who are watched by them need this. No loop
 * runs over a container in the state, nor a hook of one. O(@size): one memcpy()
 * if nobody watches.
 */
void lish_world_save(void *to, const void *world, size_t size);

/**
 * lish_world_load() - go back to a state that was copied
 * @world: the state, where it was when it was saved
 * @from: what lish_world_save() made of it
 * @size: of both, in bytes; any, also 0
 *
 * Each container is as it was, with the same pointers, indices and handles;
 * what was allocated or added since is not. @from may be loaded again. No loop
 * runs over a container in the state, nor a hook of one; hooks are not called.
 * ASan and Valgrind take the block for memory that may be used, freed objects
 * included, until these are freed again. O(@size): one memcpy() if nobody
 * watches.
 */
void lish_world_load(void *world, const void *from, size_t size);

LISH_C_END

#endif /* LINUX_ISH_WORLD_H */
