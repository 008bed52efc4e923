/* SPDX-License-Identifier: MIT */
#ifndef WEB_STRING_H
#define WEB_STRING_H
#include <stddef.h>
void *memcpy(void *to, const void *from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int byte, size_t n);
static inline int strcmp(const char *a, const char *b)
{
	while (*a && *a == *b) {
		a++;
		b++;
	}
	return (unsigned char)*a - (unsigned char)*b;
}
static inline int strncmp(const char *a, const char *b, size_t n)
{
	for (; n && *a && *a == *b; n--) {
		a++;
		b++;
	}
	return n ? (unsigned char)*a - (unsigned char)*b : 0;
}
static inline char *strcpy(char *to, const char *from)
{
	char *start = to;

	while ((*to++ = *from++))
		;
	return start;
}
static inline char *strrchr(const char *s, int c)
{
	const char *last = NULL;

	do {
		if (*s == (char)c)
			last = s;
	} while (*s++);
	return (char *)last;
}
#endif
