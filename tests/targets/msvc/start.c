/* SPDX-License-Identifier: MIT */
/*
 * Where a program begins that was compiled as cl would compile it, and linked with
 * nothing of cl's: msvcrt.dll, which each Windows has, is its libc.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

struct startup_info {
	int new_mode;
};

int __getmainargs(int *argc, char ***argv, char ***environment, int wildcards,
		  struct startup_info *info);
char *__iob_func(void);
int main(int argc, char **argv);
void mainCRTStartup(void);

/* The linker wants to see it where a program uses floating point. */
int _fltused = 1;

/* Grow the stack page by page: all of it is there from the start. */
__asm__(".globl __chkstk\n"
	"__chkstk:\n"
	"	ret\n");

FILE *msvc_stream(int number)
{
	return (FILE *)(void *)(__iob_func() + 48 * number);
}

int clock_gettime(int clock, struct timespec *now)
{
	(void)clock;
	now->tv_sec = 0;
	now->tv_nsec = 0;
	return 0;
}

/* Constructors lie between these two, where the linker sorts sections by their names. */
typedef void (*constructor)(void);
__attribute__((section(".CRT$XCA"))) static const volatile constructor first_constructor = 0;
__attribute__((section(".CRT$XCZ"))) static const volatile constructor last_constructor = 0;

void mainCRTStartup(void)
{
	struct startup_info info = { 0 };
	const volatile constructor *at;
	char **argv, **environment;
	int argc;

	if (__getmainargs(&argc, &argv, &environment, 0, &info) < 0)
		exit(3);
	for (at = &first_constructor; at < &last_constructor; at++)
		if (*at)
			(*at)();
	exit(main(argc, argv));
}
