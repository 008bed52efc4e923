/* SPDX-License-Identifier: MIT */
/*
 * pool_test.h - what the tests of the pools share: hooks that keep a diary, and
 * a look at what ASan and Valgrind say about freed objects
 */
#ifndef LINUX_ISH_POOL_TEST_H
#define LINUX_ISH_POOL_TEST_H

#include "test.h"

#include "../../lib/core/pool.h"

#if defined(__unix__)
#include <sys/wait.h>
#include <unistd.h>
#endif

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

	snprintf(diary->text + used, sizeof(diary->text) - used, "%s%c%d", used ? " " : "", what,
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

static const struct lish_pool_hooks diary_hooks = { diary_make, diary_init, diary_fini,
						    diary_unmake };

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
#define POOL_TEST_OVERWRITTEN(kind, member, order)                                            \
	TEST(overwritten_objects_are_freed_with_all)                                          \
	{                                                                                     \
		struct test_mem memory = TEST_MEM_INIT;                                       \
		struct lish_config config = LISH_CONFIG_INIT;                                 \
		struct bullet *b[5];                                                          \
		struct diary notes;                                                           \
		struct kind x;                                                                \
		unsigned int i, ends;                                                         \
                                                                                              \
		config.mem = &memory.mem;                                                     \
		config.hooks = &diary_hooks;                                                  \
		config.ctx = &notes;                                                          \
		for (ends = 0; ends < 2; ends++) {                                            \
			memset(&notes, 0, sizeof(notes));                                     \
			notes.pool = &x.base;                                                 \
			assert_int_equal(kind##_init(&x, struct bullet, member, &config), 0); \
			for (i = 0; i < 5; i++)                                               \
				b[i] = kind##_zalloc_entry(&x, struct bullet, member);        \
			kind##_free(&x, &b[1]->member);                                       \
			*b[0] = *b[2];                                                        \
			memset(b[3], 0, sizeof(*b[3]));                                       \
			notes.text[0] = 0;                                                    \
			report.expected = true;                                               \
			report.count = 0;                                                     \
			if (ends)                                                             \
				kind##_destroy(&x);                                           \
			else                                                                  \
				kind##_clear(&x);                                             \
			report.expected = false;                                              \
			assert_int_equal(report.count, 2);                                    \
			assert_int_equal(report.fault.reason, LISH_BAD_INDEX);                \
			assert_string_equal(report.fault.operation,                           \
					    ends ? #kind "_destroy" : #kind "_clear");        \
			assert_memory_equal(notes.text, order, sizeof(order) - 1);            \
			if (ends)                                                             \
				break;                                                        \
			assert_int_equal(kind##_check(&x, NULL), LISH_OK);                    \
			assert_int_equal(kind##_count(&x), 0);                                \
			kind##_destroy(&x);                                                   \
		}                                                                             \
		assert_int_equal(memory.bytes, 0);                                            \
	}

/*
 * What hooks must find: the model of the test hooks_see_one_pool(). turn: which
 * call runs them: 'a' alloc, 'f' free, 'c' clear, 'd' destroy, 't' trim, 'r'
 * reserve or init. leaving: fini has just returned for this slot, or -1.
 * seen: a number made of all that hooks found.
 */
#define HOOK_SLOTS 128

static struct hook_model {
	bool live[HOOK_SLOTS];
	uint32_t count;
	int32_t leaving;
	unsigned int depth;
	unsigned int calls;
	uint32_t seen;
	char turn;
} hook_model;

static inline void hook_saw(uint32_t value)
{
	hook_model.seen = hook_model.seen * 16777619u ^ value;
}

static inline void hook_model_set(int32_t slot, bool live)
{
	assert_in_range(slot, 0, HOOK_SLOTS - 1);
	if (hook_model.live[slot] != live)
		hook_model.count += live ? 1 : -1u;
	hook_model.live[slot] = live;
}

/* What fini was called for is live until fini has returned. */
static inline void hook_model_settle(void)
{
	if (hook_model.leaving >= 0)
		hook_model_set(hook_model.leaving, false);
	hook_model.leaving = -1;
}

static inline void hook_model_empty(void)
{
	hook_model_settle();
	memset(hook_model.live, 0, sizeof(hook_model.live));
	hook_model.count = 0;
}

/*
 * The test hooks_see_one_pool(), for a kind of pool, its storage and the struct
 * bullet of its file. It tries all 16 sets of hooks, in each call that runs a hook,
 * in pools that grow and in pools of fixed capacity. Each hook finds that count,
 * loops, contains, index_of, at_entry, stats, check and alloc agree with the model.
 * What hooks find does not depend on poison. The file defines hook_visits(): it gives
 * each object that a loop visits to hook_visit(), and returns their number.
 */
#define POOL_TEST_HOOKS(kind, member, storage_of)                                                  \
	static struct kind hooked;                                                                 \
	static storage_of(hooked_storage, struct bullet, 10);                                      \
                                                                                                   \
	static uint32_t hook_visits(void);                                                         \
                                                                                                   \
	static int32_t hook_slot(const void *object)                                               \
	{                                                                                          \
		return lish_pool_find_(&hooked.base, object);                                      \
	}                                                                                          \
                                                                                                   \
	static void hook_visit(const struct bullet *b)                                             \
	{                                                                                          \
		const int32_t slot = hook_slot(b);                                                 \
                                                                                                   \
		assert_in_range(slot, 0, HOOK_SLOTS - 1);                                          \
		assert_true(hook_model.live[slot]);                                                \
	}                                                                                          \
                                                                                                   \
	static void hook_look(const struct bullet *b)                                              \
	{                                                                                          \
		const bool live = hook_model.live[hook_slot(b)];                                   \
		const struct bullet *at;                                                           \
		uint32_t i, reached = 0;                                                           \
                                                                                                   \
		for (i = 0; i < HOOK_SLOTS; i++) {                                                 \
			at = kind##_at_entry(&hooked, i, const struct bullet, member);             \
			if (at)                                                                    \
				hook_visit(at);                                                    \
			reached += at != NULL;                                                     \
		}                                                                                  \
		assert_int_equal(reached, hook_model.count);                                       \
		assert_int_equal(kind##_count(&hooked), hook_model.count);                         \
		assert_int_equal(kind##_stats(&hooked).count, hook_model.count);                   \
		assert_int_equal(hook_visits(), hook_model.count);                                 \
		assert_int_equal(kind##_contains(&hooked, &b->member), live);                      \
		assert_int_equal(kind##_index_of(&hooked, &b->member) >= 0, live);                 \
		assert_true(lish_pool_find_(&hooked.base, b) >= 0);                                \
		assert_int_equal(kind##_check(&hooked, NULL), LISH_OK);                            \
	}                                                                                          \
                                                                                                   \
	static struct bullet *hook_alloc(void)                                                     \
	{                                                                                          \
		const char turn = hook_model.turn;                                                 \
		struct bullet *b;                                                                  \
                                                                                                   \
		hook_model.turn = 'a';                                                             \
		b = kind##_alloc_entry(&hooked, struct bullet, member);                            \
		hook_model.turn = turn;                                                            \
		if (b)                                                                             \
			hook_model_set(hook_slot(b), true);                                        \
		return b;                                                                          \
	}                                                                                          \
                                                                                                   \
	static void hook_free(struct bullet *b)                                                    \
	{                                                                                          \
		const char turn = hook_model.turn;                                                 \
                                                                                                   \
		hook_model.turn = 'f';                                                             \
		kind##_free(&hooked, &b->member);                                                  \
		hook_model.turn = turn;                                                            \
		hook_model_settle();                                                               \
		hook_model_set(hook_slot(b), false);                                               \
	}                                                                                          \
                                                                                                   \
	/* One more, if the call that runs the hook allows it. */                                  \
	static void hook_alloc_and_free(const struct bullet *b)                                    \
	{                                                                                          \
		const bool ends = hook_model.turn == 'c' || hook_model.turn == 'd';                \
		struct bullet *other = hook_alloc();                                               \
                                                                                                   \
		hook_saw(other ? (uint32_t)hook_slot(other) : HOOK_SLOTS);                         \
		assert_false(ends &&other);                                                        \
		hook_look(b);                                                                      \
		if (!other)                                                                        \
			return;                                                                    \
		assert_ptr_not_equal(other, b);                                                    \
		hook_free(other);                                                                  \
		hook_look(b);                                                                      \
	}                                                                                          \
                                                                                                   \
	static void hook_called(char what, void *object)                                           \
	{                                                                                          \
		struct bullet *b = (struct bullet *)object;                                        \
		const bool born = hook_model.turn == 'a';                                          \
                                                                                                   \
		hook_model_settle();                                                               \
		if (born)                                                                          \
			hook_model_set(hook_slot(b), true);                                        \
		/* Without fini all that was live ends at once. */                                 \
		if (what == 'u' && hook_model.turn == 'd')                                         \
			hook_model_empty();                                                        \
		assert_int_equal(hook_model.live[hook_slot(b)], born || what == 'f');              \
		hook_model.calls++;                                                                \
		hook_saw((uint32_t)what);                                                          \
		hook_saw((uint32_t)hook_slot(b));                                                  \
		hook_saw(hook_model.count);                                                        \
		hook_look(b);                                                                      \
		if (!hook_model.depth++)                                                           \
			hook_alloc_and_free(b);                                                    \
		hook_model.depth--;                                                                \
		if (what == 'f')                                                                   \
			hook_model.leaving = hook_slot(b);                                         \
	}                                                                                          \
                                                                                                   \
	static void hook_make(void *ctx, void *object)                                             \
	{                                                                                          \
		(void)ctx;                                                                         \
		hook_called('m', object);                                                          \
	}                                                                                          \
                                                                                                   \
	static void hook_init(void *ctx, void *object)                                             \
	{                                                                                          \
		(void)ctx;                                                                         \
		hook_called('i', object);                                                          \
	}                                                                                          \
                                                                                                   \
	static void hook_fini(void *ctx, void *object)                                             \
	{                                                                                          \
		(void)ctx;                                                                         \
		hook_called('f', object);                                                          \
	}                                                                                          \
                                                                                                   \
	static void hook_unmake(void *ctx, void *object)                                           \
	{                                                                                          \
		(void)ctx;                                                                         \
		hook_called('u', object);                                                          \
	}                                                                                          \
                                                                                                   \
	/* A pool's life, with n objects at most; unless they fit it grows. */                     \
	static void hook_run(unsigned int n)                                                       \
	{                                                                                          \
		struct bullet *b[HOOK_SLOTS] = { NULL };                                           \
		unsigned int i;                                                                    \
                                                                                                   \
		for (i = 0; i < n; i++) {                                                          \
			b[i] = hook_alloc();                                                       \
			assert_non_null(b[i]);                                                     \
		}                                                                                  \
		hook_free(b[0]);                                                                   \
		for (i = n / 2; i < n; i++)                                                        \
			hook_free(b[i]);                                                           \
		hook_model.turn = 't';                                                             \
		kind##_trim(&hooked);                                                              \
		hook_model.turn = 'a';                                                             \
		b[0] = kind##_zalloc_entry(&hooked, struct bullet, member);                        \
		hook_model_set(hook_slot(b[0]), true);                                             \
		hook_model.turn = 'r';                                                             \
		assert_int_equal(kind##_reserve(&hooked, n), 0);                                   \
		hook_model.turn = 'c';                                                             \
		kind##_clear(&hooked);                                                             \
		hook_model_empty();                                                                \
		for (i = 0; i < n / 2; i++)                                                        \
			assert_non_null(hook_alloc());                                             \
		hook_look(b[0]);                                                                   \
		hook_model.turn = 'd';                                                             \
		kind##_destroy(&hooked);                                                           \
	}                                                                                          \
                                                                                                   \
	/* What hooks saw. which: 2: fixed capacity; 1: slotpool's order */                        \
	static uint32_t hook_seen(const struct lish_pool_hooks *hooks, unsigned int which,         \
				  bool poison)                                                     \
	{                                                                                          \
		struct test_mem memory = TEST_MEM_INIT;                                            \
		struct lish_config config = LISH_CONFIG_INIT;                                      \
                                                                                                   \
		memset(&hook_model, 0, sizeof(hook_model));                                        \
		hook_model.leaving = -1;                                                           \
		hook_model.turn = 'r';                                                             \
		config.mem = &memory.mem;                                                          \
		config.hooks = hooks;                                                              \
		config.step = 64;                                                                  \
		config.initial = 3;                                                                \
		/* Only a slotpool has another. */                                                 \
		if (which == 1 && #kind[0] == 's')                                                 \
			config.reuse = LISH_LOWEST;                                                \
		if (which < 2) {                                                                   \
			assert_int_equal(kind##_init(&hooked, struct bullet, member, &config), 0); \
		} else {                                                                           \
			memset(&config, 0, sizeof(config));                                        \
			config.hooks = hooks;                                                      \
			kind##_init_in(&hooked, struct bullet, member, &hooked_storage, &config);  \
		}                                                                                  \
		/* As if ASan or Valgrind were there. */                                           \
		if (poison)                                                                        \
			hooked.base.watch |= LISH_POOL_POISON_;                                    \
		hook_run(which < 2 ? 70 : 9);                                                      \
		assert_int_equal(memory.bytes, 0);                                                 \
		return hook_model.seen;                                                            \
	}                                                                                          \
                                                                                                   \
	TEST(hooks_see_one_pool)                                                                   \
	{                                                                                          \
		struct lish_pool_hooks hooks;                                                      \
		unsigned int set, which;                                                           \
		uint32_t seen;                                                                     \
                                                                                                   \
		for (set = 0; set < 16 * 3; set++) {                                               \
			which = set / 16;                                                          \
			hooks.make = set & 1 ? hook_make : NULL;                                   \
			hooks.init = set & 2 ? hook_init : NULL;                                   \
			hooks.fini = set & 4 ? hook_fini : NULL;                                   \
			hooks.unmake = set & 8 ? hook_unmake : NULL;                               \
			seen = hook_seen(&hooks, which, false);                                    \
			assert_int_equal(!hook_model.calls, !(set % 16));                          \
			assert_int_equal(hook_seen(&hooks, which, true), seen);                    \
		}                                                                                  \
	}                                                                                          \
                                                                                                   \
	/* Poison is no reason to report what was overwritten. */                                  \
	TEST(without_fini_no_object_is_looked_at)                                                  \
	{                                                                                          \
		static const struct lish_pool_hooks none = { NULL, NULL, NULL, NULL };             \
		struct lish_config config = LISH_CONFIG_INIT;                                      \
		struct bullet *b[5], *next;                                                        \
		unsigned int i, poison;                                                            \
                                                                                                   \
		config.hooks = &none;                                                              \
		for (poison = 0; poison < 4; poison++) {                                           \
			assert_int_equal(kind##_init(&hooked, struct bullet, member, &config), 0); \
			if (poison & 1)                                                            \
				hooked.base.watch |= LISH_POOL_POISON_;                            \
			for (i = 0; i < 5; i++)                                                    \
				b[i] = kind##_zalloc_entry(&hooked, struct bullet, member);        \
			kind##_free(&hooked, &b[1]->member);                                       \
			*b[0] = *b[2];                                                             \
			memset(b[3], 0, sizeof(*b[3]));                                            \
			if (poison < 2) {                                                          \
				kind##_clear(&hooked);                                             \
				assert_int_equal(kind##_count(&hooked), 0);                        \
				assert_int_equal(kind##_check(&hooked, NULL), LISH_OK);            \
				assert_int_equal(is_reading_reported((const char *)&b[2]->x),      \
						 is_watched());                                    \
				next = kind##_zalloc_entry(&hooked, struct bullet, member);        \
				assert_ptr_equal(next, b[0]);                                      \
			}                                                                          \
			kind##_destroy(&hooked);                                                   \
		}                                                                                  \
	}

/* Where memory ends before there are objects for all, reserve takes none. */
#define POOL_TEST_RESERVE(kind, member)                                               \
	TEST(a_failed_reserve_keeps_no_memory)                                        \
	{                                                                             \
		struct test_mem memory = TEST_MEM_INIT;                               \
		struct lish_config config = LISH_CONFIG_INIT;                         \
		struct kind x;                                                        \
		size_t before;                                                        \
                                                                                      \
		config.mem = &memory.mem;                                             \
		config.step = 64;                                                     \
		config.initial = 1;                                                   \
		assert_int_equal(kind##_init(&x, struct bullet, member, &config), 0); \
		before = memory.bytes;                                                \
		memory.allocs = 0;                                                    \
		memory.fail_at = 20;                                                  \
		assert_int_equal(kind##_reserve(&x, 2000), -ENOMEM);                  \
		assert_int_equal(memory.bytes, before);                               \
		assert_int_equal(kind##_stats(&x).bytes, before);                     \
		/* Nor for less of anything: what is left is counted. */              \
		memory.allocs = 0;                                                    \
		memory.stays = true;                                                  \
		assert_int_equal(kind##_reserve(&x, 2000), -ENOMEM);                  \
		assert_int_equal(kind##_stats(&x).bytes, memory.bytes);               \
		assert_int_equal(kind##_check(&x, NULL), LISH_OK);                    \
		memory.stays = false;                                                 \
		assert_non_null(kind##_alloc_entry(&x, struct bullet, member));       \
		memory.fail_at = 0;                                                   \
		assert_int_equal(kind##_reserve(&x, 2000), 0);                        \
		assert_int_equal(kind##_check(&x, NULL), LISH_OK);                    \
		kind##_destroy(&x);                                                   \
		assert_int_equal(memory.bytes, 0);                                    \
	}

/* The hook full may free: then alloc tries once more, and no further. */
#define POOL_TEST_FULL(kind, member, storage_of)                                      \
	static struct {                                                               \
		struct kind *pool;                                                    \
		struct bullet *oldest;                                                \
		unsigned int asked;                                                   \
		bool alloc;                                                           \
	} full_is;                                                                    \
                                                                                      \
	static void recycle_the_oldest(void *ctx, void *which)                        \
	{                                                                             \
		struct kind *x = (struct kind *)which;                                \
		struct bullet *oldest = full_is.oldest;                               \
                                                                                      \
		assert_ptr_equal(ctx, &full_is);                                      \
		assert_ptr_equal(x, full_is.pool);                                    \
		assert_int_equal(kind##_check(x, NULL), LISH_OK);                     \
		full_is.asked++;                                                      \
		full_is.oldest = NULL;                                                \
		/* Not in itself. */                                                  \
		if (full_is.alloc)                                                    \
			assert_null(kind##_alloc_entry(x, struct bullet, member));    \
		assert_reported(#kind "_clear", LISH_IN_HOOK, kind##_clear(x));       \
		if (oldest)                                                           \
			kind##_free(x, &oldest->member);                              \
	}                                                                             \
                                                                                      \
	static void full_sees(struct kind *x)                                         \
	{                                                                             \
		struct bullet *b[3], *next;                                           \
		unsigned int i;                                                       \
                                                                                      \
		memset(&full_is, 0, sizeof(full_is));                                 \
		full_is.pool = x;                                                     \
		for (i = 0; i < 3; i++)                                               \
			b[i] = kind##_alloc_entry(x, struct bullet, member);          \
		assert_int_equal(full_is.asked, 0);                                   \
		full_is.oldest = b[1];                                                \
		next = kind##_alloc_entry(x, struct bullet, member);                  \
		assert_ptr_equal(next, b[1]);                                         \
		assert_int_equal(full_is.asked, 1);                                   \
		assert_int_equal(kind##_stats(x).failed, 0);                          \
		/* Nothing is freed: asked once, and refused. */                      \
		full_is.alloc = true;                                                 \
		assert_null(kind##_zalloc_entry(x, struct bullet, member));           \
		assert_int_equal(full_is.asked, 2);                                   \
		assert_int_equal(kind##_stats(x).failed, 2);                          \
		assert_int_equal(kind##_count(x), 3);                                 \
		assert_int_equal(kind##_check(x, NULL), LISH_OK);                     \
		kind##_destroy(x);                                                    \
	}                                                                             \
                                                                                      \
	TEST(a_full_pool_asks_before_it_refuses)                                      \
	{                                                                             \
		struct lish_config config = LISH_CONFIG_INIT;                         \
		static storage_of##_STORAGE(three, struct bullet, 3);                 \
		struct test_mem memory = TEST_MEM_INIT;                               \
		struct kind x;                                                        \
                                                                                      \
		config.full = recycle_the_oldest;                                     \
		config.ctx = &full_is;                                                \
		kind##_init_in(&x, struct bullet, member, &three, &config);           \
		full_sees(&x);                                                        \
		config.mem = &memory.mem;                                             \
		config.limit = 3;                                                     \
		assert_int_equal(kind##_init(&x, struct bullet, member, &config), 0); \
		full_sees(&x);                                                        \
		/* Without memory it is not full. */                                  \
		memset(&full_is, 0, sizeof(full_is));                                 \
		memory.allocs = 0;                                                    \
		memory.fail_at = 2;                                                   \
		assert_int_equal(kind##_init(&x, struct bullet, member, &config), 0); \
		assert_null(kind##_alloc_entry(&x, struct bullet, member));           \
		assert_int_equal(full_is.asked, 0);                                   \
		kind##_destroy(&x);                                                   \
		assert_int_equal(memory.bytes, 0);                                    \
	}

/* X_free_bulk(): what n calls of X_free() leave, also where an object of the array is wrong. */
#define POOL_TEST_BULK(kind, member)                                                          \
	static unsigned int bulk_reports;                                                     \
                                                                                              \
	static void count_bulk(const struct lish_fault *fault)                                \
	{                                                                                     \
		assert_string_equal(fault->operation, #kind "_free_bulk");                    \
		bulk_reports++;                                                               \
	}                                                                                     \
                                                                                              \
	TEST(a_bulk_free_is_as_many_frees)                                                    \
	{                                                                                     \
		struct bullet *one[100], *all[100], *now, *then;                              \
		struct kind x, y;                                                             \
		unsigned int hooks, i, k;                                                     \
		struct diary seen, other;                                                     \
                                                                                              \
		for (hooks = 0; hooks < 2; hooks++) {                                         \
			struct lish_config config = LISH_CONFIG_INIT;                         \
                                                                                              \
			memset(&seen, 0, sizeof(seen));                                       \
			other = seen;                                                         \
			config.hooks = hooks ? &diary_hooks : NULL;                           \
			config.ctx = &seen;                                                   \
			assert_int_equal(kind##_init(&x, struct bullet, member, &config), 0); \
			config.ctx = &other;                                                  \
			assert_int_equal(kind##_init(&y, struct bullet, member, &config), 0); \
			seen.pool = &x.base;                                                  \
			other.pool = &y.base;                                                 \
			for (i = 0; i < 100; i++) {                                           \
				all[i] = kind##_alloc_entry(&x, struct bullet, member);       \
				one[i] = kind##_alloc_entry(&y, struct bullet, member);       \
			}                                                                     \
			seen.text[0] = other.text[0] = 0;                                     \
			/* In another order, without some. */                                 \
			for (i = 0, k = 0; i < 80; i++, k = (k + 37) % 100) {                 \
				now = all[k], all[k] = all[i], all[i] = now;                  \
				then = one[k], one[k] = one[i], one[i] = then;                \
			}                                                                     \
			kind##_free_bulk(&x, all, 80);                                        \
			for (i = 0; i < 80; i++)                                              \
				kind##_free(&y, &one[i]->member);                             \
			assert_string_equal(seen.text, other.text);                           \
			seen.text[0] = other.text[0] = 0;                                     \
			assert_int_equal(kind##_count(&x), 20);                               \
			assert_int_equal(kind##_check(&x, NULL), LISH_OK);                    \
			for (i = 0; i < 90; i++) {                                            \
				now = kind##_alloc_entry(&x, struct bullet, member);          \
				then = kind##_alloc_entry(&y, struct bullet, member);         \
				assert_int_equal(kind##_index_of(&x, &now->member),           \
						 kind##_index_of(&y, &then->member));         \
				seen.text[0] = other.text[0] = 0;                             \
			}                                                                     \
			kind##_free_bulk(&x, all, 0);                                         \
			assert_reported(#kind "_free_bulk", LISH_NULL,                        \
					(kind##_free_bulk)(&x, NULL, 3));                     \
			seen.text[0] = other.text[0] = 0;                                     \
			kind##_destroy(&x);                                                   \
			seen.text[0] = other.text[0] = 0;                                     \
			kind##_destroy(&y);                                                   \
			if (LISH_CHECK < 1)                                                   \
				continue;                                                     \
			assert_int_equal(kind##_init(&x, struct bullet, member, NULL), 0);    \
			for (i = 0; i < 20; i++)                                              \
				all[i] = kind##_alloc_entry(&x, struct bullet, member);       \
			kind##_free(&x, &all[3]->member);                                     \
			all[5] = NULL;                                                        \
			all[7] = all[6];                                                      \
			bulk_reports = 0;                                                     \
			lish_set_report(count_bulk);                                          \
			kind##_free_bulk(&x, all, 20);                                        \
			lish_set_report(test_report);                                         \
			assert_int_equal(bulk_reports, 3);                                    \
			assert_int_equal(kind##_count(&x), 2);                                \
			assert_int_equal(kind##_check(&x, NULL), LISH_OK);                    \
			kind##_destroy(&x);                                                   \
		}                                                                             \
	}

/* As the one before: trim, which keeps the memory of such an object; reports: how many. */
#define POOL_TEST_OVERWRITTEN_TRIM(kind, member, reports)                             \
	TEST(trim_keeps_what_was_overwritten)                                         \
	{                                                                             \
		struct test_mem memory = TEST_MEM_INIT;                               \
		struct lish_config config = LISH_CONFIG_INIT;                         \
		struct bullet *b[130];                                                \
		struct kind x;                                                        \
		unsigned int i;                                                       \
                                                                                      \
		config.mem = &memory.mem;                                             \
		config.step = 64;                                                     \
		assert_int_equal(kind##_init(&x, struct bullet, member, &config), 0); \
		for (i = 0; i < 130; i++)                                             \
			b[i] = kind##_zalloc_entry(&x, struct bullet, member);        \
		for (i = 65; i < 130; i++)                                            \
			kind##_free(&x, &b[i]->member);                               \
		memset(b[64], 0, sizeof(*b[64]));                                     \
		report.expected = true;                                               \
		report.count = 0;                                                     \
		kind##_trim(&x);                                                      \
		report.expected = false;                                              \
		assert_int_equal(report.count, reports);                              \
		assert_int_equal(kind##_stats(&x).capacity, 128);                     \
		assert_true(lish_pool_find_(&x.base, b[64]) >= 0);                    \
		report.expected = true;                                               \
		kind##_destroy(&x);                                                   \
		report.expected = false;                                              \
		assert_int_equal(memory.bytes, 0);                                    \
	}

#endif /* LINUX_ISH_POOL_TEST_H */
