/* SPDX-License-Identifier: MIT */
/*
 * mem.h - where memory comes from, for the containers that grow
 *
 * No container allocates per element. Those that grow take arrays or chunks
 * through a struct lish_mem, and only in calls that say so.
 */
#ifndef LINUX_ISH_MEM_H
#define LINUX_ISH_MEM_H

#include "env.h"

/**
 * struct lish_mem - an allocator
 * @alloc: returns @size bytes (> 0) aligned to @align (a power of two), or NULL
 * @free: takes back what @alloc returned for the same @size and @align
 *
 * Put it into a struct of your own and find that one by container_of() in the
 * two functions. They must not use the container they are called for.
 */
struct lish_mem {
	void *(*alloc)(struct lish_mem *mem, size_t size, size_t align);
	void (*free)(struct lish_mem *mem, void *ptr, size_t size,
		     size_t align);
};

LISH_C_BEGIN

/*
 * malloc and free, for any alignment; in the kernel kvmalloc, which may sleep.
 * Without an operating system it has no memory and its alloc returns NULL.
 */
extern struct lish_mem lish_mem_default;

/*
 * The first @used elements of @array go to a new one of @new_cap elements, the
 * old one goes back. NULL if there is no memory or the size overflows; then the
 * old array is as it was. For the growing containers.
 */
void *lish_array_resize_(struct lish_mem *mem, void *array, uint32_t used,
			 uint32_t old_cap, uint32_t new_cap, size_t elem_size);

LISH_C_END

#endif /* LINUX_ISH_MEM_H */
