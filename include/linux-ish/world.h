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
 * Two equal games have equal copies, byte for byte, if their blocks lie at the same address:
 * also if one of them loops, draws, checks or counts more often. lish_world_differs() finds
 * where two copies differ.
 *
 * Not thread-safe: the lock of the containers covers all calls.
 */
#ifndef LINUX_ISH_WORLD_H
#define LINUX_ISH_WORLD_H

#include "ground/env.h"

LISH_NATURAL_(world);

LISH_C_BEGIN

/**
 * lish_world_save() - copy a state
 * @to: memory of @size bytes outside the state
 * @world: the state
 * @size: bytes of the state; 0 is allowed
 *
 * Equals memcpy(), but ASan and Valgrind do not report the freed objects in the state.
 * No loop over a container of the state may run, nor a hook. No slot of its pools may be lent:
 * level 2 reports LISH_LEASED and copies nothing. O(@size).
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
 * An assignment of the block does the same. Of two pools with an initialiser that were equal before
 * their first use, the one that is used second reports it.
 *
 * Does not call hooks. No loop over a container of the state may run, nor a hook. No slot may be
 * lent, in @world or in @from: level 2 reports LISH_LEASED and copies nothing. ASan and Valgrind do
 * not watch the block's freed objects until these are freed again. O(@size).
 */
LISH_API void lish_world_load(void *world, const void *from, size_t size);

/**
 * struct lish_world_part - the name of a part of a state
 *
 * LISH_WORLD_PART() and LISH_WORLD_OBJECTS() make one.
 */
struct lish_world_part {
	/** @name: what you call it */
	const char *name;
	/** @offset: from the start of the state */
	size_t offset;
	/** @size: its bytes */
	size_t size;
	/** @object_size: bytes of an object, if the part is the memory of a pool; else 0 */
	size_t object_size;
};

/**
 * LISH_WORLD_PART() - name a member of a state: a container, or data of yours
 * @type: type of the state
 * @member: the member
 */
#define LISH_WORLD_PART(type, member) \
	{ #member, LISH_OFFSETOF_(type, member), sizeof(((type *)0)->member), 0 }

/**
 * LISH_WORLD_OBJECTS() - name the objects of a pool in a state
 * @type: type of the state
 * @member: the member that is the X_STORAGE() of a pool
 */
#define LISH_WORLD_OBJECTS(type, member)                                         \
	{ #member, LISH_OFFSETOF_(type, member.objects), sizeof(((type *)0)->member.objects), \
	  sizeof(((type *)0)->member.objects[0]) }

/**
 * struct lish_world_place - a byte in a state
 */
struct lish_world_place {
	/** @offset: from the start of the state; its size if there is no such byte */
	size_t offset;
	/** @part: the part with the byte; NULL if it has no name */
	const struct lish_world_part *part;
	/** @object: index of the object, if the part has objects */
	uint32_t object;
	/** @byte: from the start of the object, of the part, or of the state */
	size_t byte;
};

/**
 * lish_world_differs() - where do two copies of a state differ first?
 * @a: a copy by lish_world_save()
 * @b: another one, of the same state or of one at the same address
 * @size: bytes of both
 * @parts: names of parts, which may overlap: the first one that has the byte counts. May be NULL
 * @n: number of names
 *
 * Name the objects of a pool before the pool. O(@size + @n).
 *
 * Return: the place. Its offset is @size if the copies are equal.
 */
LISH_API struct lish_world_place lish_world_differs(const void *a, const void *b, size_t size,
						    const struct lish_world_part *parts,
						    size_t n);

LISH_C_END

#endif /* LINUX_ISH_WORLD_H */
