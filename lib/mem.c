// SPDX-License-Identifier: MIT
/*
 * mem.c - the default allocator, and lish_array_resize_(), with which arrays grow
 */
#define LISH_LIB_
#include <linux-ish/mem.h>

#include "ground/os.h"
#include "ground/mem.h"

/*
 * For an alignment beyond the system's, allocate more, and keep the system's address
 * in the word before the aligned block.
 */
static void *default_alloc(struct lish_mem *mem, size_t size, size_t align)
{
	const size_t extra = align + sizeof(void *);
	uintptr_t start;
	void *raw;

	(void)mem;
	if (lish_os_maps_(size, align))
		return lish_os_map_(size);
	if (align <= LISH_OS_ALIGN_)
		return lish_os_alloc_(size);
	if (size > (size_t)-1 - extra)
		return NULL;
	raw = lish_os_alloc_(size + extra);
	if (!raw)
		return NULL;
	start = (uintptr_t)raw + sizeof(void *);
	start = (start + align - 1) & ~(uintptr_t)(align - 1);
	((void **)start)[-1] = raw;
	return (void *)start;
}

static void default_free(struct lish_mem *mem, void *ptr, size_t size,
			 size_t align)
{
	(void)mem;
	if (lish_os_maps_(size, align)) {
		lish_os_unmap_(ptr, size);
		return;
	}
	lish_os_free_(align <= LISH_OS_ALIGN_ ? ptr : ((void **)ptr)[-1]);
}

#if LISH_OS_REALLOCS_
static void *default_resize(struct lish_mem *mem, void *ptr, size_t old_size,
			    size_t new_size, size_t align)
{
	const bool maps = lish_os_maps_(new_size, align);
	void *moved;

	if (maps == lish_os_maps_(old_size, align)) {
		if (maps)
			return lish_os_remap_(ptr, old_size, new_size);
		if (align <= LISH_OS_ALIGN_)
			return lish_os_realloc_(ptr, new_size);
	}
	moved = default_alloc(mem, new_size, align);
	if (!moved)
		return NULL;
	memcpy(moved, ptr, old_size < new_size ? old_size : new_size);
	default_free(mem, ptr, old_size, align);
	return moved;
}
#else
#define default_resize NULL
#endif

static bool default_decommit(struct lish_mem *mem, void *ptr, size_t size, size_t align)
{
	(void)mem;
	return lish_os_maps_(size, align) && lish_os_decommit_(ptr, size);
}

struct lish_mem lish_mem_default = { default_alloc, default_free,
				     default_resize, default_decommit };

void *lish_array_resize_(struct lish_mem *mem, void *array, uint32_t used,
			 uint32_t old_cap, uint32_t new_cap, size_t elem_size)
{
	const size_t align = lish_array_align_(elem_size);
	void *other = NULL;

	if (!mem)
		mem = &lish_mem_default;
	if (new_cap > (size_t)-1 / elem_size)
		return NULL;
	if (array && new_cap && mem->resize)
		return mem->resize(mem, array, old_cap * elem_size,
				   new_cap * elem_size, align);
	if (new_cap) {
		other = mem->alloc(mem, new_cap * elem_size, align);
		if (!other)
			return NULL;
		if (used)
			memcpy(other, array, used * elem_size);
	}
	if (array)
		(mem->free)(mem, array, old_cap * elem_size, align);
	return other;
}
