/* SPDX-License-Identifier: MIT */
#ifndef LINUX_ISH_TARGETS_MSVC_STDIO_H
#define LINUX_ISH_TARGETS_MSVC_STDIO_H

#include <stdarg.h>
#include <stddef.h>

typedef struct file_ FILE;
#define EOF (-1)

#ifdef __cplusplus
extern "C" {
#endif
FILE *msvc_stream(int number);
#define stdin msvc_stream(0)
#define stdout msvc_stream(1)
#define stderr msvc_stream(2)
int printf(const char *format, ...);
int vprintf(const char *format, va_list args);
int fprintf(FILE *file, const char *format, ...);
int vfprintf(FILE *file, const char *format, va_list args);
int sprintf(char *to, const char *format, ...);
int _vsnprintf(char *to, size_t size, const char *format, va_list args);
int puts(const char *text);
int fputs(const char *text, FILE *file);
int putchar(int byte);
int fputc(int byte, FILE *file);
#define getc fgetc
int fgetc(FILE *file);
int ferror(FILE *file);
int fflush(FILE *file);
FILE *fopen(const char *name, const char *mode);
int fclose(FILE *file);
#ifdef __cplusplus
}
#endif

static inline int snprintf(char *to, size_t size, const char *format, ...)
{
	va_list args;
	int n;

	va_start(args, format);
	n = _vsnprintf(to, size, format, args);
	va_end(args);
	return n;
}

#endif
