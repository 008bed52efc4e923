/* SPDX-License-Identifier: MIT */
#ifndef WEB_STDLIB_H
#define WEB_STDLIB_H
#include <stddef.h>
void *malloc(size_t size);
void *realloc(void *ptr, size_t size);
void free(void *ptr);
void abort(void) __attribute__((noreturn));
#define exit(status) abort()
#define EXIT_FAILURE 1
#define EXIT_SUCCESS 0
static inline int abs(int n)
{
	return n < 0 ? -n : n;
}
static inline unsigned long strtoul(const char *text, char **end, int base)
{
	(void)base;
	*end = (char *)(size_t)text;
	return 0;
}
#endif
