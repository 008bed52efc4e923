/* SPDX-License-Identifier: MIT */
/*
 * stdio.h - as much of a C library as the replayer uses, in the kernel
 *
 * All headers of it but stdarg.h are this one. Lines that are printed go to the log.
 */
#ifndef LINUX_ISH_REPLAY_STDIO_H
#define LINUX_ISH_REPLAY_STDIO_H

#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/types.h>

#include <stdarg.h>

/* A variable of the replayer has that name. */
#undef current

#define UINT32_MAX U32_MAX
#define EOF (-1)

struct stream {
	struct file *file;
	loff_t at;
	char buffer[512];
	size_t length, next;
	bool failed;
};

#define FILE struct stream

extern struct stream log_stream;
#define stdout (&log_stream)
#define stderr (&log_stream)

FILE *fopen(const char *name, const char *mode);
int getc(FILE *stream);
#define ferror(stream) ((stream)->failed)
void fclose(FILE *stream);
extern int errno;
const char *strerror(int error);

__printf(2, 0) int vfprintf(FILE *stream, const char *format, va_list args);
__printf(2, 3) int fprintf(FILE *stream, const char *format, ...);
#define printf(...) fprintf(stdout, __VA_ARGS__)
#define vprintf(format, args) vfprintf(stdout, format, args)
#define fputc(c, stream) fprintf(stream, "%c", c)
#define putchar(c) fputc(c, stdout)

#define calloc(count, size) kcalloc(count, size, GFP_KERNEL)
#define realloc(block, size) krealloc(block, size, GFP_KERNEL)
#define free(block) kfree(block)
#define strtoul(text, end, base) simple_strtoul(text, end, base)
#define exit(status) panic("lish_replay: exit %d", status)

int replay_main(int argc, char **argv);

#endif /* LINUX_ISH_REPLAY_STDIO_H */
