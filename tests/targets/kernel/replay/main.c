// SPDX-License-Identifier: MIT
/*
 * The replayer of recorded histories as a module: all files DIR/SYSTEM_NNN.txt of
 * its systems are replayed when it is loaded, and what it prints is in the log.
 */
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/module.h>

#include <stdio.h>

#include "../../../trace/replay.h"

static char *dir = "/data";
module_param(dir, charp, 0);

struct stream log_stream;
int errno;

FILE *fopen(const char *name, const char *mode)
{
	FILE *stream = kzalloc(sizeof(*stream), GFP_KERNEL);

	if (!stream)
		return NULL;
	stream->file = filp_open(name, O_RDONLY, 0);
	if (IS_ERR(stream->file)) {
		errno = -(int)PTR_ERR(stream->file);
		kfree(stream);
		return NULL;
	}
	return stream;
}

int getc(FILE *stream)
{
	ssize_t n;

	if (stream->next == stream->length) {
		n = kernel_read(stream->file, stream->buffer,
				sizeof(stream->buffer), &stream->at);
		stream->failed = n < 0;
		if (n <= 0)
			return EOF;
		stream->length = (size_t)n;
		stream->next = 0;
	}
	return (unsigned char)stream->buffer[stream->next++];
}

void fclose(FILE *stream)
{
	filp_close(stream->file, NULL);
	kfree(stream);
}

const char *strerror(int error)
{
	static char text[24];

	snprintf(text, sizeof(text), "error %d", error);
	return text;
}

/* The log takes whole lines, of which one has a history's line in it. */
int vfprintf(FILE *stream, const char *format, va_list args)
{
	static char line[900];
	static size_t length;
	char *end;
	int n;

	n = vscnprintf(line + length, sizeof(line) - length, format, args);
	length += (size_t)n;
	while ((end = strchr(line, '\n')) != NULL) {
		*end++ = '\0';
		pr_info("lish_replay: %s\n", line);
		length = strlen(end);
		memmove(line, end, length + 1);
	}
	return n;
}

int fprintf(FILE *stream, const char *format, ...)
{
	va_list args;
	int n;

	va_start(args, format);
	n = vfprintf(stream, format, args);
	va_end(args);
	return n;
}

static bool is_there(const char *name)
{
	struct file *file = filp_open(name, O_RDONLY, 0);

	if (IS_ERR(file))
		return false;
	filp_close(file, NULL);
	return true;
}

static int __init lish_replay_init(void)
{
	enum { MOST = 200, LENGTH = 64 };
	char (*names)[LENGTH] = kcalloc(MOST, LENGTH, GFP_KERNEL);
	char **argv = kcalloc(MOST + 2, sizeof(*argv), GFP_KERNEL);
	static char program[] = "trace_replay";
	int argc = 1, i, n;

	if (!names || !argv)
		goto out;
	argv[0] = program;
	for (i = 0; systems[i]; i++) {
		for (n = 1; argc <= MOST; n++) {
			argv[argc] = names[argc - 1];
			snprintf(argv[argc], LENGTH, "%s/%s_%03d.txt", dir,
				 systems[i]->name, n);
			if (!is_there(argv[argc]))
				break;
			argc++;
		}
	}
	argv[argc] = NULL;
	replay_main(argc, argv);
out:
	kfree(names);
	kfree(argv);
	return 0;
}
module_init(lish_replay_init);

static void __exit lish_replay_exit(void)
{
}
module_exit(lish_replay_exit);

MODULE_LICENSE("Dual MIT/GPL");
MODULE_DESCRIPTION("replays recorded histories on linux-ish");
MODULE_INFO(import_ns, "LINUX_ISH");
