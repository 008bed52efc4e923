/* SPDX-License-Identifier: MIT */
/*
 * What frameworks put in front of every file: words of the language and of libc as macros that
 * count allocations, and error numbers of their own.
 */
#ifndef FRAMEWORKS_H
#define FRAMEWORKS_H
#pragma GCC system_header

#ifdef __cplusplus
#include <cstdlib>
#include <new>

inline void *operator new(std::size_t size, const char *, int)
{
	return std::malloc(size);
}
#define new new (__FILE__, __LINE__)
extern "C" {
#else
#include <stdlib.h>
#endif

static inline void *counted_malloc(size_t size, const char *file, int line)
{
	return file && line ? malloc(size) : 0;
}
static inline void *counted_calloc(size_t n, size_t size, const char *file, int line)
{
	return file && line ? calloc(n, size) : 0;
}
static inline void *counted_realloc(void *memory, size_t size, const char *file, int line)
{
	return file && line ? realloc(memory, size) : 0;
}
static inline void counted_free(void *memory, const char *file, int line)
{
	if (file && line)
		free(memory);
}
#ifdef __cplusplus
}
#endif
#define malloc(size) counted_malloc(size, __FILE__, __LINE__)
#define calloc(n, size) counted_calloc(n, size, __FILE__, __LINE__)
#define realloc(memory, size) counted_realloc(memory, size, __FILE__, __LINE__)
#define free(memory) counted_free(memory, __FILE__, __LINE__)

/* Not written as in <errno.h>, so an include of that is told. */
#define ENOMEM 0x0c
#define EINVAL 0x16

#endif /* FRAMEWORKS_H */
