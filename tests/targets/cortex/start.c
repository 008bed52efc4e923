/* SPDX-License-Identifier: MIT */
/*
 * Start-up for programs on a bare Cortex-M that use newlib with semihosting. The
 * library is built without an operating system: it knows no malloc(). What its
 * containers ask lish_mem_default for comes from an array here.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#include <linux-ish/mem.h>

#define ROOM (8u << 20)
#define CLASSES 32

struct block {
	struct block *next;
};

static union {
	unsigned char bytes[ROOM];
	uint64_t aligned;
} room;
static size_t used;
static struct block *freed[CLASSES];

/* Blocks are powers of two, aligned to themselves or to a page. */
static unsigned int class_of(size_t size, size_t align)
{
	unsigned int class = 3;

	if (size < align)
		size = align;
	while (class < CLASSES - 1 && ((size_t)1 << class) < size)
		class++;
	return class;
}

static void *room_alloc(struct lish_mem *mem, size_t size, size_t align)
{
	const unsigned int class = class_of(size, align);
	const size_t bytes = (size_t)1 << class;
	const size_t aligned = bytes < 4096 ? bytes : 4096;
	struct block *block = freed[class];
	uintptr_t start;

	(void)mem;
	if (block) {
		freed[class] = block->next;
		return block;
	}
	start = ((uintptr_t)room.bytes + used + aligned - 1) & ~(aligned - 1);
	start -= (uintptr_t)room.bytes;
	if (align > aligned || bytes > ROOM || start > ROOM - bytes)
		return NULL;
	used = start + bytes;
	return room.bytes + start;
}

static void room_free(struct lish_mem *mem, void *ptr, size_t size, size_t align)
{
	struct block *block = ptr;
	const unsigned int class = class_of(size, align);

	(void)mem;
	block->next = freed[class];
	freed[class] = block;
}

__attribute__((constructor)) static void room_begin(void)
{
	lish_mem_default.alloc = room_alloc;
	lish_mem_default.free = room_free;
}

/* There is no clock; the storm's figures of time are 0. */
int clock_gettime(clockid_t clock, struct timespec *now)
{
	(void)clock;
	now->tv_sec = 0;
	now->tv_nsec = 0;
	return 0;
}

extern uint32_t stack_[];
extern void _start(void) __attribute__((noreturn));
void reset(void);

void reset(void)
{
	_start();
}

static void fault(void)
{
	/* No line "PASSED" was printed: that is failure enough. */
	_Exit(3);
}

/* The first is where the stack begins, the others are functions. */
union vector {
	void (*function)(void);
	const void *stack;
};

__attribute__((section(".vectors"), used)) static const union vector vectors[] = {
	{ .stack = stack_ }, { reset }, { fault }, { fault },
	{ fault },	     { fault }, { fault }
};
