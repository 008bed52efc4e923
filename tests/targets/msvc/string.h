/* SPDX-License-Identifier: MIT */
#ifndef LINUX_ISH_TARGETS_MSVC_STRING_H
#define LINUX_ISH_TARGETS_MSVC_STRING_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif
void *memcpy(void *to, const void *from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int byte, size_t size);
void *memchr(const void *in, int byte, size_t size);
int memcmp(const void *a, const void *b, size_t size);
size_t strlen(const char *text);
size_t strcspn(const char *text, const char *stop);
size_t strspn(const char *text, const char *go);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t size);
char *strcpy(char *to, const char *from);
char *strcat(char *to, const char *from);
char *strncat(char *to, const char *from, size_t size);
char *strchr(const char *text, int byte);
char *strrchr(const char *text, int byte);
char *strstr(const char *text, const char *part);
char *strerror(int error);
#ifdef __cplusplus
}
#endif

#endif
