/* SPDX-License-Identifier: MIT */
/*
 * cmocka.h - as much of cmocka as the unit tests use, for targets without one
 *
 * Asks for no setjmp(), no heap and no signals: the first assertion that fails is
 * printed, and ends the program. The last line of a program whose tests all passed is
 * "PASSED n": who runs it looks for that line, not at the exit status alone.
 */
#ifndef LINUX_ISH_TARGETS_CMOCKA_H
#define LINUX_ISH_TARGETS_CMOCKA_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct CMUnitTest {
	const char *name;
	void (*run)(void **state);
	int (*setup_func)(void **state);
	int (*teardown_func)(void **state);
};

#define cmocka_unit_test(run) { #run, run, NULL, NULL }

static const char *cmocka_running = "no test";

static inline void cmocka_fail(const char *file, int line, const char *format, ...)
{
	va_list args;

	printf("FAILED: %s: %s:%d: ", cmocka_running, file, line);
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	printf("\n");
	fflush(stdout);
	exit(1);
}

static inline void cmocka_equal(uint64_t a, uint64_t b, int equal,
				const char *text, const char *file, int line)
{
	if ((a == b) != equal)
		cmocka_fail(file, line, "%s: 0x%lx%08lx, 0x%lx%08lx", text,
			    (unsigned long)(a >> 32),
			    (unsigned long)(a & 0xffffffffu),
			    (unsigned long)(b >> 32),
			    (unsigned long)(b & 0xffffffffu));
}

static inline void cmocka_text(const char *a, const char *b, int equal,
			       const char *file, int line)
{
	if ((strcmp(a, b) == 0) != equal)
		cmocka_fail(file, line, "\"%s\", \"%s\"", a, b);
}

static inline void cmocka_memory(const void *a, const void *b, size_t size,
				 const char *file, int line)
{
	if (memcmp(a, b, size))
		cmocka_fail(file, line, "%lu bytes differ", (unsigned long)size);
}

#define cmocka_pointer_(p) ((uint64_t)(uintptr_t)(p))
#define assert_true(x) \
	cmocka_equal(!(x), 0, 1, #x, __FILE__, __LINE__)
#define assert_false(x) \
	cmocka_equal(!(x), 1, 1, #x, __FILE__, __LINE__)
#define assert_int_equal(a, b) \
	cmocka_equal((uint64_t)(a), (uint64_t)(b), 1, #a, __FILE__, __LINE__)
#define assert_int_not_equal(a, b) \
	cmocka_equal((uint64_t)(a), (uint64_t)(b), 0, #a, __FILE__, __LINE__)
#define assert_ptr_equal(a, b)                                            \
	cmocka_equal(cmocka_pointer_(a), cmocka_pointer_(b), 1, #a, __FILE__, \
		     __LINE__)
#define assert_ptr_not_equal(a, b)                                        \
	cmocka_equal(cmocka_pointer_(a), cmocka_pointer_(b), 0, #a, __FILE__, \
		     __LINE__)
#define assert_null(p) \
	cmocka_equal(cmocka_pointer_(p), 0, 1, #p, __FILE__, __LINE__)
#define assert_non_null(p) \
	cmocka_equal(cmocka_pointer_(p), 0, 0, #p, __FILE__, __LINE__)
/* In one comparison: nothing is below 0, which compilers say. */
#define assert_in_range(x, low, high)                                      \
	cmocka_equal((uint64_t)(x) - (uint64_t)(low) <=                    \
		     (uint64_t)(high) - (uint64_t)(low), 1, 1, #x, __FILE__, \
		     __LINE__)
#define assert_string_equal(a, b) cmocka_text(a, b, 1, __FILE__, __LINE__)
#define assert_string_not_equal(a, b) cmocka_text(a, b, 0, __FILE__, __LINE__)
#define assert_memory_equal(a, b, size) \
	cmocka_memory(a, b, size, __FILE__, __LINE__)
#define fail() cmocka_fail(__FILE__, __LINE__, "fail()")
#define fail_msg(...) cmocka_fail(__FILE__, __LINE__, __VA_ARGS__)
#define print_message(...) printf(__VA_ARGS__)
/* For the function of the test itself: cmocka's own leaves those it called, too. */
#define skip()                                          \
	do {                                            \
		printf("skipped: %s\n", cmocka_running); \
		return;                                 \
	} while (0)

#define cmocka_run_group_tests(tests, setup, teardown) \
	cmocka_run(tests, sizeof(tests) / sizeof((tests)[0]), setup, teardown)

static inline int cmocka_run(const struct CMUnitTest *tests, size_t count,
			     int (*setup)(void **), int (*teardown)(void **))
{
	void *group = NULL, *state;
	size_t i;

	if (setup && setup(&group))
		cmocka_fail(__FILE__, __LINE__, "the group's setup");
	for (i = 0; i < count && tests[i].run; i++) {
		cmocka_running = tests[i].name;
		state = group;
		if (tests[i].setup_func && tests[i].setup_func(&state))
			cmocka_fail(__FILE__, __LINE__, "setup");
		tests[i].run(&state);
		if (tests[i].teardown_func && tests[i].teardown_func(&state))
			cmocka_fail(__FILE__, __LINE__, "teardown");
	}
	if (teardown && teardown(&group))
		cmocka_fail(__FILE__, __LINE__, "the group's teardown");
	printf("PASSED %lu\n", (unsigned long)i);
	fflush(stdout);
	return 0;
}

#endif /* LINUX_ISH_TARGETS_CMOCKA_H */
