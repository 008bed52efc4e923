/* SPDX-License-Identifier: MIT */
/*
 * meter.h - counts the instructions and the stack of one call
 *
 * CALL(name, type, body) defines a function that makes one call, RUN(name, object) runs
 * and meters it, and ROW(name, setting, grows) prints what its runs took since another
 * call ran. METER and METER_ALL are a run, or RUN_ALL, and its row:
 *
 *	name|setting|grows|largest ticks|sum of ticks|runs|bytes of stack
 *
 * A tick is 5/32 of an instruction. grows is what the largest depends on: nothing if
 * the call is O(1).
 */
#ifndef METER_H
#define METER_H

#include <stddef.h>
#include <stdint.h>

/* How many objects there are */
#ifndef N
#define N 64
#endif
/* How many loops a row with open loops has */
#define LOOPS 8

typedef uintptr_t (*meter_call)(void *object);

uintptr_t meter_run(meter_call call, void *object);
void meter_row(meter_call call, const char *name, const char *setting,
	       const char *grows);

void lists(void);
void arrays(void);
void pools(void);
void tables(void);

/* noipa: as if the call stood in another file than what is around it */
#define CALL(name, type, ...)                                                      \
	static __attribute__((__noipa__, __used__)) uintptr_t call_##name(void *object) \
	{                                                                          \
		type *e = (type *)object;                                          \
									   \
		(void)e;                                                           \
		__VA_ARGS__;                                                       \
		return 0;                                                          \
	}
/* The order of a sort */
#define COMPARISON(name, node, type, member)                                       \
	static int name(void *ctx, const struct node *a, const struct node *b)     \
	{                                                                          \
		const uint32_t x = container_of(a, const type, member)->key;       \
		const uint32_t y = container_of(b, const type, member)->key;       \
									   \
		(void)ctx;                                                         \
		return (x > y) - (x < y);                                          \
	}
/* A whole loop, whose body adds a number */
#define LOOP(name, type, ...)          \
	CALL(name, type, uint32_t sum = 0; \
	     name(__VA_ARGS__) sum += pos->key; return sum)
#define RUN(name, object) meter_run(call_##name, object)
#define ROW(name, setting, grows) meter_row(call_##name, #name, setting, grows)
/* The same call with each of N objects, in an order that neighbours do not share */
#define RUN_ALL(name, objects)                              \
	do {                                                \
		for (uint32_t at = 0; at < N; at++)         \
			RUN(name, &(objects)[at * 37 % N]); \
	} while (0)
#define METER(name, object, setting, grows) \
	do {                                \
		RUN(name, object);          \
		ROW(name, setting, grows);  \
	} while (0)
#define METER_ALL(name, objects, setting, grows) \
	do {                                     \
		RUN_ALL(name, objects);          \
		ROW(name, setting, grows);       \
	} while (0)

#endif /* METER_H */
