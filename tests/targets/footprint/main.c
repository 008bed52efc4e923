/* SPDX-License-Identifier: MIT */
/*
 * What all programs have: the main loop, and the functions that compilers call.
 */
#include "program.h"

extern volatile unsigned char in;
volatile unsigned char in;
extern volatile int out;
volatile int out;

/* Linked into each program, needed or not: a firmware has them. */
void *memset(void *to, int byte, size_t size)
{
	char *p = to;

	while (size--)
		*p++ = (char)byte;
	return to;
}

void *memcpy(void *to, const void *from, size_t size)
{
	char *p = to;
	const char *q = from;

	while (size--)
		*p++ = *q++;
	return to;
}

void *memmove(void *to, const void *from, size_t size)
{
	char *p = to;
	const char *q = from;

	if (p < q)
		return memcpy(to, from, size);
	while (size--)
		p[size] = q[size];
	return to;
}

/* What __builtin_trap() is where there is no such instruction. */
void abort(void);
void abort(void)
{
	for (;;)
		;
}

int main(void)
{
	for (;;) {
		put(in);
		take(in);
		out = walk();
#if LOOPS >= 2
		out = walk_2();
#endif
#if LOOPS == 5
		out = walk_3();
		out = walk_4();
		out = walk_5();
#endif
	}
}
