/* SPDX-License-Identifier: MIT */
/*
 * works.h - the shape that all works have
 *
 * A work is one file, with its contestants in it, and becomes one table. A
 * contestant is a function that plays the whole work once, on a state that it
 * makes itself, and times the part that counts. What comes out of it as sum
 * must be the same for all of them. The file is compiled once per code layout
 * and check level; of those without checks only ours take part, as "-level0".
 *
 * All that a file defines lies in an unnamed namespace, or the linker would
 * take one function for those of all layouts.
 */
#ifndef LISH_BENCH_WORKS_H
#define LISH_BENCH_WORKS_H

#include "../bench.h"

#include <new>

#include <linux-ish/mem.h>

#define WORKS_FIGURES 2

struct works_run {
	uint32_t size; /* of the column */
	bool quick;    /* less of everything will do */
	struct bench_watch watch;
	double units; /* what the time is divided by */
	/* Instead of time and units, where the work is no time. */
	double figure[WORKS_FIGURES];
	uint64_t sum;
	bool cannot; /* this machine has not got what it takes */
};

struct works_column {
	const char *label;
	uint32_t size;
	bool is_large; /* memory decides: one layout for all, not in --quick */
};

struct works_contestant {
	const char *name;
	bool is_ours;
	void (*run)(struct works_run *run);
	int malloc;	     /* one of works_mallocs, -1 */
	const char *missing; /* the package to install, or NULL */
};

struct work {
	const char *name;
	const char *what; /* is timed, and what the time is divided by */
	const struct works_column *columns;
	size_t column_count;
	const struct works_contestant *contestants;
	size_t contestant_count;
	/* For a work that is no time, or more than one: "worst", "p99.9". */
	const char *figures[WORKS_FIGURES];
	bool is_least; /* the least of all rounds counts, not their median */
	int level;
	int layout;
	struct work *next;
};

void works_enlist(struct work *work);

/*
 * The allocators that stand in for malloc. Those that are libraries are loaded,
 * not linked: that would give them everybody's malloc.
 */
enum { GLIBC, MIMALLOC, JEMALLOC, MALLOCS };

struct works_malloc {
	const char *name, *library, *package;
	void *(*alloc)(size_t bytes);
	void (*free)(void *ptr);
};

extern struct works_malloc works_mallocs[MALLOCS];

namespace
{

constexpr struct works_contestant ours(const char *name,
				       void (*run)(struct works_run *run))
{
	return { name, true, run, -1, nullptr };
}

constexpr struct works_contestant peer(const char *name,
				       void (*run)(struct works_run *run))
{
	return { name, false, run, -1, nullptr };
}

constexpr struct works_contestant
malloc_peer(int which, void (*run)(struct works_run *run))
{
	return { nullptr, false, run, which, nullptr };
}

constexpr struct works_contestant missing(const char *name, const char *package)
{
	return { name, false, nullptr, -1, package };
}

/* The same numbers on every machine. */
struct dice {
	uint64_t state;

	uint32_t below(uint32_t limit)
	{
		uint64_t z = state += 0x9e3779b97f4a7c15u;

		z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
		z = (z ^ z >> 27) * 0x94d049bb133111ebu;
		z ^= z >> 31;
		return (uint32_t)((z >> 32) * limit >> 32);
	}
};

/* An array that does not move. */
template <class T> struct block {
	T *items;

	explicit block(size_t n)
	    : items(static_cast<T *>(
		      aligned_alloc(64, (n * sizeof(T) + 63) / 64 * 64)))
	{
		if (!items)
			abort();
		memset(static_cast<void *>(items), 0, n * sizeof(T));
	}

	block(const block &) = delete;

	~block()
	{
		free(items);
	}

	T &operator[](size_t i)
	{
		return items[i];
	}
};

/* The numbers below n in any order, the same each time. */
struct shuffled : block<uint32_t> {
	explicit shuffled(uint32_t n) : block<uint32_t>(n)
	{
		dice dice = { n };

		for (uint32_t i = 0; i < n; i++)
			items[i] = i;
		for (uint32_t i = 0; i < n; i++) {
			const uint32_t other = i + dice.below(n - i);
			const uint32_t at = items[i];

			items[i] = items[other];
			items[other] = at;
		}
	}
};

} // namespace

#define WORKS_COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Ends the file: columns and contestants are arrays of it. */
#define WORK(name, what) WORK_OF_FIGURES(name, what, nullptr, nullptr, false)

#define WORK_OF_FIGURES(name, what, first, second, is_least)          \
	__attribute__((constructor)) static void works_enlist_this()  \
	{                                                             \
		static struct work work = { name,                     \
					    what,                     \
					    columns,                  \
					    WORKS_COUNT(columns),     \
					    contestants,              \
					    WORKS_COUNT(contestants), \
					    { first, second },        \
					    is_least,                 \
					    LISH_CHECK,               \
					    LAYOUT,                   \
					    nullptr };                \
                                                                      \
		works_enlist(&work);                                  \
	}

#endif /* LISH_BENCH_WORKS_H */
