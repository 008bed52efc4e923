/* SPDX-License-Identifier: MIT */
/* What samples/storm.c needs of stdio to compile; nothing is printed. */
#ifndef WEB_STDIO_H
#define WEB_STDIO_H
#include <stddef.h>
typedef struct web_file FILE;
#define stdout ((FILE *)0)
#define stderr ((FILE *)0)
static inline int web_ignore(const void *first, ...)
{
	(void)first;
	return 0;
}
#define printf(...) web_ignore(__VA_ARGS__)
#define fprintf(file, ...) web_ignore(__VA_ARGS__)
#define sprintf(text, ...) web_ignore(__VA_ARGS__)
#define puts(text) web_ignore(text)
#define fputs(text, file) web_ignore(text)
#define fflush(file) 0
#define ferror(file) 0
#define fclose(file) 0
#define fopen(path, how) ((void)(path), (FILE *)0)
#endif
