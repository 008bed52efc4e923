/* SPDX-License-Identifier: MIT */
#ifndef LINUX_ISH_TARGETS_MSVC_STDLIB_H
#define LINUX_ISH_TARGETS_MSVC_STDLIB_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif
void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *ptr, size_t size);
void free(void *ptr);
__declspec(noreturn) void abort(void);
__declspec(noreturn) void exit(int status);
int abs(int number);
char *getenv(const char *name);
unsigned long strtoul(const char *text, char **end, int base);
void qsort(void *array, size_t count, size_t size,
	   int (*compare)(const void *, const void *));
#ifdef __cplusplus
}
#endif

#endif
