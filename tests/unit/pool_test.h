/* SPDX-License-Identifier: MIT */
/*
 * pool_test.h - what the tests of the pools share: hooks that keep a diary, and
 * a look at what ASan and Valgrind say about freed objects
 */
#ifndef LINUX_ISH_POOL_TEST_H
#define LINUX_ISH_POOL_TEST_H

#include "test.h"

#include <linux-ish/core/pool.h>

#if defined(__unix__)
#include <sys/wait.h>
#include <unistd.h>
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

#if defined(__has_include)
#if __has_include(<valgrind/valgrind.h>)
#include <valgrind/valgrind.h>
#endif
#endif
#ifndef RUNNING_ON_VALGRIND
#define RUNNING_ON_VALGRIND 0
#define VALGRIND_COUNT_ERRORS 0
#endif

/* Is a freed object's memory watched at all? */
static inline bool is_watched(void)
{
	return UNDER_ASAN || RUNNING_ON_VALGRIND;
}

/*
 * Read a byte in a child of this process: does the tool complain? ASan ends the
 * child with a line, Valgrind counts. What they print goes to nobody.
 */
static inline bool is_reading_reported(const char *byte)
{
#if defined(__unix__)
	char text[8192];
	size_t have = 0;
	ssize_t got;
	pid_t child;
	int fds[2];

	fflush(NULL);
	assert_int_equal(pipe(fds), 0);
	child = fork();
	assert_true(child >= 0);
	if (!child) {
		volatile char sink;

		dup2(fds[1], 2);
		sink = *(const volatile char *)byte;
		/* Only what depends on a value is an error of definedness. */
		if (RUNNING_ON_VALGRIND && VALGRIND_COUNT_ERRORS &&
		    write(fds[1], "use-after-poison", 16) < 0)
			_exit(2);
		(void)sink;
		_exit(0);
	}
	close(fds[1]);
	while (have < sizeof(text) - 1 &&
	       (got = read(fds[0], text + have, sizeof(text) - 1 - have)) > 0)
		have += (size_t)got;
	text[have] = 0;
	close(fds[0]);
	waitpid(child, NULL, 0);
	return strstr(text, "use-after-poison") != NULL;
#else
	(void)byte;
	return is_watched();
#endif
}

/*
 * A diary of hooks: "m0 i0" when slot 0 is made and then initialised, "f0 u0"
 * when it is finished and unmade. then: what a hook does besides.
 */
struct diary {
	const struct lish_pool_ *pool;
	char text[1024];
	void (*then)(char what, void *object);
};

static inline void diary_note(void *ctx, char what, void *object)
{
	struct diary *diary = (struct diary *)ctx;
	size_t used = strlen(diary->text);

	snprintf(diary->text + used, sizeof(diary->text) - used, "%s%c%d",
		 used ? " " : "", what,
		 (int)lish_pool_find_(diary->pool, object));
	if (diary->then)
		diary->then(what, object);
}

static inline void diary_make(void *ctx, void *object)
{
	diary_note(ctx, 'm', object);
}

static inline void diary_init(void *ctx, void *object)
{
	diary_note(ctx, 'i', object);
}

static inline void diary_fini(void *ctx, void *object)
{
	diary_note(ctx, 'f', object);
}

static inline void diary_unmake(void *ctx, void *object)
{
	diary_note(ctx, 'u', object);
}

static const struct lish_pool_hooks diary_hooks = { diary_make, diary_init,
						    diary_fini, diary_unmake };

/* What was noted since the last time. */
#define assert_diary(diary, expected)                         \
	do {                                                  \
		assert_string_equal((diary)->text, expected); \
		(diary)->text[0] = 0;                         \
	} while (0)

/*
 * The test overwritten_objects_are_freed_with_all(), for a kind of pool and the
 * struct bullet of its file: two objects are overwritten, one is free. Both are
 * reported, and fini runs for all four, in this order.
 */
#define POOL_TEST_OVERWRITTEN(kind, member, order)                            \
	static void overwritten_objects_are_freed_with_all(void **state)      \
	{                                                                     \
		struct test_mem memory = TEST_MEM_INIT;                       \
		struct lish_config config = LISH_CONFIG_INIT;                 \
		struct bullet *b[5];                                          \
		struct diary notes;                                           \
		struct kind x;                                                \
		unsigned int i, ends;                                         \
                                                                              \
		(void)state;                                                  \
		config.mem = &memory.mem;                                     \
		config.hooks = &diary_hooks;                                  \
		config.ctx = &notes;                                          \
		for (ends = 0; ends < 2; ends++) {                            \
			memset(&notes, 0, sizeof(notes));                     \
			notes.pool = &x.base;                                 \
			assert_int_equal(kind##_init(&x, struct bullet,       \
						     member, &config),        \
					 0);                                  \
			for (i = 0; i < 5; i++)                               \
				b[i] = kind##_zalloc_entry(&x, struct bullet, \
							   member);           \
			kind##_free(&x, &b[1]->member);                       \
			*b[0] = *b[2];                                        \
			memset(b[3], 0, sizeof(*b[3]));                       \
			notes.text[0] = 0;                                    \
			report.expected = true;                               \
			report.count = 0;                                     \
			if (ends)                                             \
				kind##_destroy(&x);                           \
			else                                                  \
				kind##_clear(&x);                             \
			report.expected = false;                              \
			assert_int_equal(report.count, 2);                    \
			assert_int_equal(report.fault.reason, LISH_BAD_INDEX); \
			assert_string_equal(report.fault.operation,           \
					    ends ? #kind "_destroy" :         \
						   #kind "_clear");           \
			assert_memory_equal(notes.text, order,                \
					    sizeof(order) - 1);               \
			if (ends)                                             \
				break;                                        \
			assert_int_equal(kind##_check(&x, NULL), LISH_OK);    \
			assert_int_equal(kind##_count(&x), 0);                \
			kind##_destroy(&x);                                   \
		}                                                             \
		assert_int_equal(memory.bytes, 0);                            \
	}

/* Where memory ends before there are objects for all, reserve takes none. */
#define POOL_TEST_RESERVE(kind, member)                                       \
	static void a_failed_reserve_keeps_no_memory(void **state)            \
	{                                                                     \
		struct test_mem memory = TEST_MEM_INIT;                       \
		struct lish_config config = LISH_CONFIG_INIT;                 \
		struct kind x;                                                \
		size_t before;                                                \
                                                                              \
		(void)state;                                                  \
		config.mem = &memory.mem;                                     \
		config.step = 64;                                             \
		config.initial = 1;                                           \
		assert_int_equal(kind##_init(&x, struct bullet, member,       \
					     &config),                        \
				 0);                                          \
		before = memory.bytes;                                        \
		memory.allocs = 0;                                            \
		memory.fail_at = 20;                                          \
		assert_int_equal(kind##_reserve(&x, 2000), -ENOMEM);          \
		assert_int_equal(memory.bytes, before);                       \
		assert_int_equal(kind##_stats(&x).bytes, before);             \
		/* Nor for less of anything: what is left is counted. */      \
		memory.allocs = 0;                                            \
		memory.stays = true;                                          \
		assert_int_equal(kind##_reserve(&x, 2000), -ENOMEM);          \
		assert_int_equal(kind##_stats(&x).bytes, memory.bytes);       \
		assert_int_equal(kind##_check(&x, NULL), LISH_OK);            \
		memory.stays = false;                                         \
		assert_non_null(kind##_alloc_entry(&x, struct bullet,         \
						   member));                  \
		memory.fail_at = 0;                                           \
		assert_int_equal(kind##_reserve(&x, 2000), 0);                \
		assert_int_equal(kind##_check(&x, NULL), LISH_OK);            \
		kind##_destroy(&x);                                           \
		assert_int_equal(memory.bytes, 0);                            \
	}

/* As the one before: trim, which keeps the memory of such an object; reports: how many. */
#define POOL_TEST_OVERWRITTEN_TRIM(kind, member, reports)                     \
	static void trim_keeps_what_was_overwritten(void **state)             \
	{                                                                     \
		struct test_mem memory = TEST_MEM_INIT;                       \
		struct lish_config config = LISH_CONFIG_INIT;                 \
		struct bullet *b[130];                                        \
		struct kind x;                                                \
		unsigned int i;                                               \
                                                                              \
		(void)state;                                                  \
		config.mem = &memory.mem;                                     \
		config.step = 64;                                             \
		assert_int_equal(kind##_init(&x, struct bullet, member,       \
					     &config),                        \
				 0);                                          \
		for (i = 0; i < 130; i++)                                     \
			b[i] = kind##_zalloc_entry(&x, struct bullet,         \
						   member);                   \
		for (i = 65; i < 130; i++)                                    \
			kind##_free(&x, &b[i]->member);                       \
		memset(b[64], 0, sizeof(*b[64]));                             \
		report.expected = true;                                       \
		report.count = 0;                                             \
		kind##_trim(&x);                                              \
		report.expected = false;                                      \
		assert_int_equal(report.count, reports);                      \
		assert_int_equal(kind##_stats(&x).capacity, 128);             \
		assert_true(kind##_owns(&x, b[64]));                          \
		report.expected = true;                                       \
		kind##_destroy(&x);                                           \
		report.expected = false;                                      \
		assert_int_equal(memory.bytes, 0);                            \
	}

#endif /* LINUX_ISH_POOL_TEST_H */
