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
 * bytes need a new version, and a convert function. A member goes by convert_from.
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
 * struct slotpool_range - a range of saved bytes in each object
 */
struct slotpool_range {
	/** @offset: where it begins in an object */
	size_t offset;
	/** @size: number of bytes, not 0 */
	size_t size;
};

/**
 * struct slotpool_saved - the saved bytes of one object, as an earlier release wrote them
 */
struct slotpool_saved {
	/** @bytes: in the buffer of load, at any alignment; those of the node are any */
	const void *bytes;
	/** @size: number of bytes */
	size_t size;
	/** @version: of the save */
	uint32_t version;
};

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
	 * loaded: changes the object in place. May free and alloc objects of the pool; those
	 * that it allocates are not converted
	 */
	void (*convert)(void *ctx, void *object, uint32_t version);
	/** @ctx: first argument of @convert and @convert_from */
	void *ctx;
	/** @ranges: the saved bytes, ascending and apart; @offset and @size are 0 then; or NULL */
	const struct slotpool_range *ranges;
	/** @range_count: number of @ranges */
	uint32_t range_count;
	/**
	 * @convert_from: in place of @convert. Also reads saved bytes that have no place in the
	 * object any more, so the saved bytes may shrink. Before, the first ones are in the
	 * object, as many as this program saves
	 */
	void (*convert_from)(void *ctx, void *object, const struct slotpool_saved *saved);
};

/**
 * struct slotpool_loading - a pool and its save, for slotpool_load_all()
 */
struct slotpool_loading {
	/** @pool: the pool */
	struct slotpool *pool;
	/** @buffer: its save, at any alignment */
	const void *buffer;
	/** @size: bytes in @buffer; may be more than saved */
	size_t size;
	/** @format: what this program saves; NULL for whole objects */
	const struct slotpool_format *format;
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

/**
 * slotpool_load_all() - load several pools together, or none
 * @loads: the pools and their saves
 * @n: number of pools
 *
 * As slotpool_load() for each, in their order. If one save is refused, no pool has changed; memory
 * that some got stays with them.
 *
 * Context: May sleep if one grows.
 * Return: 0, or as slotpool_load() of the first save that is refused.
 */
LISH_MUST_CHECK LISH_API int slotpool_load_all(const struct slotpool_loading *loads, size_t n);

LISH_C_END

#endif /* LINUX_ISH_SAVE_H */
