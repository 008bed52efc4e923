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

#endif /* LINUX_ISH_POOL_TEST_H */
