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

#define WALKS_BY(loop)                   \
	WALKS({                          \
		int sum = 0;             \
                                         \
		loop                     \
			sum += o->value; \
		return sum;              \
	})

/*
 * A container that links objects: what defines it as "box", how objects[i] comes in and
 * goes, and a loop over o. What is refused has the value 0.
 */
#define LINKED(head, node_type, define, comes, goes, loop) \
	struct object {                                    \
		int value;                                 \
		node_type node;                            \
	};                                                 \
	define;                                            \
	static struct object objects[N];                   \
	FOOTPRINT(head, node_type);                        \
	void put(unsigned char i)                          \
	{                                                  \
		objects[i].value = i;                      \
		comes;                                     \
	}                                                  \
	void take(unsigned char i)                         \
	{                                                  \
		goes;                                      \
	}                                                  \
	WALKS_BY(loop)

/* A pool of objects, which are held by number, without its loop */
#define POOLED(X, node_type, define)                                           \
	struct object {                                                        \
		int value;                                                     \
		node_type node;                                                \
	};                                                                     \
	define(box, struct object, node, N);                                   \
	static struct object *held[N];                                         \
	FOOTPRINT(struct X, node_type);                                        \
	void put(unsigned char i)                                              \
	{                                                                      \
		struct object *o = X##_alloc_entry(&box, struct object, node); \
                                                                               \
		if (o) {                                                       \
			o->value = i;                                          \
			held[i] = o;                                           \
		}                                                              \
	}                                                                      \
	void take(unsigned char i)                                             \
	{                                                                      \
		X##_free(&box, &held[i]->node);                                \
	}

#endif /* PROGRAM_H */
