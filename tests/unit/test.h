/* SPDX-License-Identifier: MIT */
/*
 * test.h - what all unit tests share
 *
 * Includes cmocka, and turns the report hook into something to assert on: a
 * report that no test asked for fails the test that caused it.
 */
#ifndef LINUX_ISH_TEST_H
#define LINUX_ISH_TEST_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#if defined(__has_include)
#if __has_include(<valgrind/valgrind.h>)
#include <valgrind/valgrind.h>
#endif
#endif
#ifndef RUNNING_ON_VALGRIND
#define RUNNING_ON_VALGRIND 0
#define VALGRIND_COUNT_ERRORS 0
#endif

#if defined(__SANITIZE_ADDRESS__)
#define UNDER_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define UNDER_ASAN 1
#endif
#endif
#ifndef UNDER_ASAN
#define UNDER_ASAN 0
#endif

/* Does a tool watch memory that is free, or left on the stack? */
static inline bool is_watched(void)
{
	return UNDER_ASAN || RUNNING_ON_VALGRIND;
}

#include <linux-ish/bug.h>
#include <linux-ish/mem.h>

/* What the hook was told last, and how often since assert_reported() began. */
static struct {
	bool expected;
	unsigned int count;
	struct lish_fault fault;
} report;

static void test_report(const struct lish_fault *fault)
{
	if (!report.expected)
		fail_msg("unexpected report: %s: %s", fault->operation,
			 lish_reason_text(fault->reason));
	report.count++;
	report.fault = *fault;
}

/* The call must be reported, once, with that operation and reason. */
#define assert_reported(op, why, call)                                  \
	do {                                                            \
		report.expected = true;                                 \
		report.count = 0;                                       \
		call;                                                   \
		report.expected = false;                                \
		assert_int_equal(report.count, 1);                      \
		assert_string_equal(report.fault.operation, op);        \
		assert_int_equal(report.fault.reason, why);             \
	} while (0)

/*
 * An allocator that counts, and fails where a test wants it to. fail_at is the
 * number of the allocation that fails, counted from 1; 0 lets all succeed.
 */
struct test_mem {
	struct lish_mem mem;
	unsigned int allocs, frees, fail_at;
	size_t bytes; /* now allocated */
	bool stays; /* from fail_at on there is no more */
};

static inline void *test_mem_alloc(struct lish_mem *mem, size_t size,
				   size_t align)
{
	struct test_mem *t = (struct test_mem *)mem;

	assert_true(size > 0 && align > 0 && (align & (align - 1)) == 0);
	t->allocs++;
	if (t->fail_at && (t->allocs == t->fail_at ||
			   (t->stays && t->allocs > t->fail_at)))
		return NULL;
	t->bytes += size;
	return lish_mem_default.alloc(&lish_mem_default, size, align);
}

static inline void test_mem_free(struct lish_mem *mem, void *ptr, size_t size,
				 size_t align)
{
	struct test_mem *t = (struct test_mem *)mem;

	assert_non_null(ptr);
	assert_true(t->bytes >= size);
	t->frees++;
	t->bytes -= size;
	lish_mem_default.free(&lish_mem_default, ptr, size, align);
}

#define TEST_MEM_INIT { { test_mem_alloc, test_mem_free, NULL, NULL }, 0, 0, 0, 0, false }

/* "make check" may look for the names of some tests only: tests/find.sh. */
static inline void choose_tests(void)
{
#ifdef CMOCKA_H_
	const char *glob = getenv("LISH_TEST");

	if (glob)
		cmocka_set_test_filter(glob);
#endif
}

/*
 * A test: its name is the sentence that it shows. TEST_MAIN() runs all that the file
 * has, in their order: each adds itself before main() begins.
 */
static struct CMUnitTest all_tests[100];
static size_t count_of_tests;

static inline void add_test(size_t at, struct CMUnitTest test)
{
	if (at >= sizeof(all_tests) / sizeof(*all_tests))
		abort();
	all_tests[at] = test;
	count_of_tests++;
}

#ifndef __TINYC__
#define TEST(name)                                                     \
	static void name(void **state);                                \
	__attribute__((__constructor__)) static void add_##name(void)  \
	{                                                              \
		const struct CMUnitTest test = cmocka_unit_test(name); \
                                                                       \
		add_test(__COUNTER__, test);                           \
	}                                                              \
	static void name(void **state __attribute__((__unused__)))
#define ADD_TESTS() ((void)0)
#else
/* Which calls no constructors, but leaves data in its order: each test lies behind a mark. */
static const char test_mark;
struct marked_test {
	const void *mark;
	struct CMUnitTest test;
};
static struct marked_test before_tests = { &test_mark };
#define TEST(name)                                                                  \
	static void name(void **state);                                             \
	static struct marked_test add_##name = { &test_mark, cmocka_unit_test(name) }; \
	static void name(void **state)
#define ADD_TESTS()                                                                  \
	do {                                                                         \
		static struct marked_test behind_tests = { &test_mark };             \
		const void **at = &before_tests.mark;                                \
                                                                                     \
		while (++at < &behind_tests.mark)                                    \
			if (*at == &test_mark)                                       \
				add_test(count_of_tests, ((struct marked_test *)at)->test); \
	} while (0)
#endif

/* setup and teardown, or NULL, are called around each test. The hook is ours meanwhile. */
static inline int run_all_tests(int (*setup)(void **state), int (*teardown)(void **state))
{
	size_t i;

	for (i = 0; i < count_of_tests; i++) {
		all_tests[i].setup_func = setup;
		all_tests[i].teardown_func = teardown;
	}
	lish_set_report(test_report);
	choose_tests();
	return count_of_tests ? cmocka_run_group_tests(all_tests, NULL, NULL) : 1;
}

#define TEST_MAIN(setup, teardown)                     \
	int main(void)                                 \
	{                                              \
		ADD_TESTS();                           \
		return run_all_tests(setup, teardown); \
	}

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

#endif /* LINUX_ISH_TEST_H */
