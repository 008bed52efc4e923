/* SPDX-License-Identifier: MIT */
/*
 * program.h - what each program of the footprint does
 *
 * put() brings an object in, take() lets it go, walk() looks at all of them: in
 * LOOPS functions, so that the price of one more is seen. Each includes one container and says
 * what its head and its node are. Head and node are never used, so that the linker
 * drops them: their sizes are read from the object file.
 */
#ifndef PROGRAM_H
#define PROGRAM_H

#include <stddef.h>
#include <stdint.h>

#define N 16

void put(unsigned char i);
void take(unsigned char i);
int walk(void);
int walk_2(void);
int walk_3(void);
int walk_4(void);
int walk_5(void);

#define FOOTPRINT(head, node)                 \
	extern char footprint_head[sizeof(head)]; \
	char footprint_head[sizeof(head)];    \
	extern char footprint_node[sizeof(node)]; \
	char footprint_node[sizeof(node)]

#ifndef LOOPS
#define LOOPS 1
#endif
#if LOOPS == 1
#define WALKS(...) int walk(void) __VA_ARGS__
#elif LOOPS == 2
#define WALKS(...)                 \
	int walk(void) __VA_ARGS__ \
	int walk_2(void) __VA_ARGS__
#else
#define WALKS(...)                   \
	int walk(void) __VA_ARGS__   \
	int walk_2(void) __VA_ARGS__ \
	int walk_3(void) __VA_ARGS__ \
	int walk_4(void) __VA_ARGS__ \
	int walk_5(void) __VA_ARGS__
#endif

#endif /* PROGRAM_H */
