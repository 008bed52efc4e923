/* SPDX-License-Identifier: MIT */
/*
 * save.h - a slotpool as bytes, for a file or another process
 *
 * An add-on of slotpool.h. A save has the saved bytes of each live object, all generations
 * and the order of free slots. After a load, indices and handles are as they were, and the
 * same calls give the same indices and handles as after the save. The same state gives the
 * same bytes. load refuses all bytes that give no valid pool.
 *
 * A later release of a program loads the saves of an earlier one if it has only added
 * members at the end of the saved bytes, or outside them. All other changes of the saved
 * bytes need a new version, and a convert function.
 *
 * Use something else if
 *   - the state goes back within its process:         world.h
 *   - machines of another byte order must read it:    a text of your own, see
 *                                                     slotpool_alloc_at_entry()
 *
 * Cost: all O(n). Only load gets memory.
 *
 * Not thread-safe: the lock of the pool covers the calls. Saves only read.
 */
#ifndef LINUX_ISH_SAVE_H
#define LINUX_ISH_SAVE_H

#include "slotpool.h"

LISH_NATURAL_(save);

/**
 * struct slotpool_format - what a save has of each object
 *
 * All zero: the whole object. Give save and load the same offset and size.
 */
struct slotpool_format {
	/** @offset: the saved bytes begin here in an object */
	size_t offset;
	/** @size: number of saved bytes; 0: up to the end of the object */
	size_t size;
	/** @version: your number for the layout of these bytes. It only grows */
	uint32_t version;
	/**
	 * @convert: runs for each object of a save that has a lower version, after all are
	 * loaded: changes the object in place. May free objects of the pool, but not alloc
	 */
	void (*convert)(void *ctx, void *object, uint32_t version);
	/** @ctx: first argument of @convert */
	void *ctx;
};

LISH_C_BEGIN

/**
 * slotpool_save_size() - bytes that a save needs
 * @pool: the pool
 * @format: what is saved; NULL for whole objects
 *
 * Return: the size; 0, reported, if @format names bytes outside an object.
 */
LISH_API size_t slotpool_save_size(const struct slotpool *pool,
				   const struct slotpool_format *format);

/**
 * slotpool_save() - save a pool
 * @pool: the pool
 * @buffer: memory of any alignment
 * @size: bytes in @buffer, at least slotpool_save_size()
 * @format: what is saved; NULL for whole objects
 *
 * Return: 0; -ENOSPC if @size is too small; -EINVAL for misuse: in a hook, or if a node was
 * overwritten.
 */
LISH_MUST_CHECK LISH_API int slotpool_save(const struct slotpool *pool,
					   void *buffer, size_t size,
					   const struct slotpool_format *format);

/**
 * slotpool_load() - load a pool
 * @pool: the saved pool, or another one of the same order and index bits
 * @buffer: the save, at any alignment
 * @size: bytes in @buffer; may be more than saved
 * @format: what this program saves; NULL for whole objects
 *
 * Needs memory for all slots that the saved pool had used. Drop handles taken since the save.
 * With LISH_NEXT the indices after load also depend on the capacity of a fixed pool.
 *
 * Bytes that are not saved stay as they are in an object that lives here too. In other objects
 * they are zero, and so are the bytes that an older save has not got. In a pool with hooks.make
 * both stay as they are.
 *
 * init and fini do not run, only make for slots that were never used here. Loops may run. The
 * content of objects is not checked: do it yourself.
 *
 * Context: May sleep if it grows.
 * Return: 0; -EIO for damaged bytes; -ENOEXEC for no save, a save of linux-ish 1, or one of
 * another kind of pool; -ERANGE for a save of a later release, of linux-ish or of your
 * program; -ENOSPC beyond the limit; -ENOMEM; -EINVAL for misuse, as in a hook.
 */
LISH_MUST_CHECK LISH_API int slotpool_load(struct slotpool *pool,
					   const void *buffer, size_t size,
					   const struct slotpool_format *format);

LISH_C_END

#endif /* LINUX_ISH_SAVE_H */
