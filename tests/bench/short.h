/* SPDX-License-Identifier: MIT */
/*
 * short.h - what short.c and its contestants know of each other
 *
 * A contestant makes many small containers and passes over all of them once.
 */
#ifndef LISH_BENCH_SHORT_H
#define LISH_BENCH_SHORT_H

#include <stdint.h>
#include <stdlib.h>

#define SHORT_CONTAINERS 10000u
#define SHORT_LAYOUTS 3

struct short_contestant {
	const char *name;
	void *(*make)(uint32_t members);
	uint64_t (*pass)(void *containers);
};

/* Ends with one whose name is NULL. */
#define SHORT_TABLE_(name, layout) name##_##layout
#define SHORT_TABLE(name, layout) SHORT_TABLE_(name, layout)

#endif /* LISH_BENCH_SHORT_H */
