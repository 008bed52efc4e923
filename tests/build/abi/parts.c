// SPDX-License-Identifier: MIT
/*
 * One container is made, filled, looped over and emptied by functions that were
 * compiled elsewhere: by another compiler, at another check level. See run.sh, which
 * says who PART is and, in the main program, who MAKES, ADDS, LOOPS and REMOVES.
 */
#include "uses.h"
#include <stdio.h>

#define PASTE_(a, b, c) a##b##_##c
#define PASTE(a, b, c) PASTE_(a, b, c)
#define NAME(part, X, does) PASTE(part, X, does)

#ifdef PART
#define DEFINE(X)                                                       \
	void NAME(PART, X, make)(struct X *c);                          \
	void NAME(PART, X, make)(struct X *c)                           \
	{                                                               \
		use_##X##_init(c, 100);                                 \
	}                                                               \
	struct X##_obj *NAME(PART, X, add)(struct X *c,                 \
					   struct X##_obj *object);     \
	struct X##_obj *NAME(PART, X, add)(struct X *c,                 \
					   struct X##_obj *object)      \
	{                                                               \
		return use_##X##_add(c, object);                        \
	}                                                               \
	uint64_t NAME(PART, X, loop)(struct X *c);                      \
	uint64_t NAME(PART, X, loop)(struct X *c)                       \
	{                                                               \
		uint64_t sum = 0;                                       \
                                                                        \
		X##_for_each_entry(o, c, struct X##_obj, node)          \
			sum = sum * 31 + o->value;                      \
		return sum;                                             \
	}
#define REMOVE(X)                                                       \
	void NAME(PART, X, remove)(struct X *c, struct X##_obj *object); \
	void NAME(PART, X, remove)(struct X *c, struct X##_obj *object) \
	{                                                               \
		use_##X##_remove(c, object);                            \
	}
USE_CONTAINERS(DEFINE)
USE_REMOVERS(REMOVE)
#else
#define TRY(X)                                                           \
	void NAME(MAKES, X, make)(struct X *c);                          \
	struct X##_obj *NAME(ADDS, X, add)(struct X *c,                  \
					   struct X##_obj *object);      \
	uint64_t NAME(LOOPS, X, loop)(struct X *c);                      \
	static struct X X##_one;                                         \
	static struct X##_obj X##_objects[100], *X##_in[100];            \
	static int try_##X(void)                                         \
	{                                                                \
		uint64_t sum = 0;                                        \
                                                                         \
		NAME(MAKES, X, make)(&X##_one);                          \
		for (unsigned int i = 0; i < 100; i++) {                 \
			X##_in[i] = NAME(ADDS, X, add)(&X##_one,         \
						       &X##_objects[i]); \
			X##_in[i]->value = i + 1;                        \
			sum = sum * 31 + i + 1;                          \
		}                                                        \
		if (NAME(LOOPS, X, loop)(&X##_one) == sum)               \
			return 0;                                        \
		printf("%s: lost members\n", #X);                        \
		return 1;                                                \
	}
#define EMPTY(X)                                                         \
	void NAME(REMOVES, X, remove)(struct X *c, struct X##_obj *object); \
	static int empty_##X(void)                                       \
	{                                                                \
		for (unsigned int i = 0; i < 100; i++)                   \
			NAME(REMOVES, X, remove)(&X##_one, X##_in[i]);   \
		if (NAME(LOOPS, X, loop)(&X##_one) == 0)                 \
			return 0;                                        \
		printf("%s: is not empty\n", #X);                        \
		return 1;                                                \
	}
#define CALL_TRY(X) failed += try_##X();
#define CALL_EMPTY(X) failed += empty_##X();
USE_CONTAINERS(TRY)
USE_REMOVERS(EMPTY)

int main(void)
{
	int failed = 0;

	USE_CONTAINERS(CALL_TRY)
	USE_REMOVERS(CALL_EMPTY)
	return failed;
}
#endif
