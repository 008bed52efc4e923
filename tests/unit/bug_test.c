/* SPDX-License-Identifier: MIT */
/*
 * The report hook, and the version. What the default hook does is shown by the
 * programs in tests/refuse/wrong/ as well.
 */
/* For sigsetjmp(). */
#if defined(__unix__)
#define _POSIX_C_SOURCE 200112L
#endif

#include "test.h"

#include <linux-ish/version.h>

#include "../../lib/ground/refused.h"

#if defined(__unix__)
#include <signal.h>
#include <unistd.h>
#endif

TEST(every_reason_has_its_own_words)
{
	const char *texts[64];
	unsigned int i, k, n = LISH_NOT_LEASED + 1;

	for (i = 0; i < n; i++) {
		texts[i] = lish_reason_text((enum lish_reason)i);
		assert_string_not_equal(texts[i], "unknown reason");
		for (k = 0; k < i; k++)
			assert_string_not_equal(texts[i], texts[k]);
	}
	assert_string_equal(lish_reason_text((enum lish_reason)n), "unknown reason");
}

TEST(the_hook_is_told_all)
{
	int container = 0, node = 0;
	struct lish_fault fault = { 0 };

	fault.operation = "operation";
	fault.container = &container;
	fault.node = &node;
	fault.reason = LISH_FOREIGN;
	fault.caller = &fault;
	assert_reported("operation", LISH_FOREIGN, lish_report(&fault));
	assert_ptr_equal(report.fault.container, &container);
	assert_ptr_equal(report.fault.node, &node);
	assert_ptr_equal(report.fault.caller, &fault);
}

TEST(a_misuse_names_container_and_node)
{
	int container = 0, node = 0;
	uint32_t code = 0;
	const char *const after_call = (const char *)&code + 2;

	assert_reported("operation", LISH_NULL,
			lish_refuse_(&container, &node, LISH_NULL,
				     lish_call_of_("operation", after_call)));
	assert_ptr_equal(report.fault.container, &container);
	assert_ptr_equal(report.fault.node, &node);
	assert_int_equal(report.fault.result, 0);
	/* An address within the call, not the one it returns to. */
	if (LISH_HAS_CALLER)
		assert_true((const char *)report.fault.caller < after_call &&
			    (const char *)report.fault.caller >= (const char *)&code);
	else
		assert_null(report.fault.caller);
}

/* A file that is compiled for brief reports calls a library that is not. */
TEST(a_report_without_a_name_has_an_empty_one)
{
	assert_reported("", LISH_NULL,
			lish_refuse_(NULL, NULL, LISH_NULL, lish_call_of_(NULL, NULL)));
	assert_string_equal(report.fault.operation, "");
}

static unsigned int calls;

static int succeed(void)
{
	calls++;
	return 0;
}

static int fail_once(void)
{
	calls++;
	return -ENOMEM;
}

TEST(sure_makes_the_call_once_and_reports_its_failure)
{
	calls = 0;
	lish_sure(succeed());
	assert_int_equal(calls, 1);
	if (LISH_CHECK >= 1) {
		assert_reported("fail_once()", LISH_NOT_SURE, lish_sure(fail_once()));
		assert_int_equal(report.fault.result, -ENOMEM);
	} else {
		lish_sure(fail_once());
	}
	assert_int_equal(calls, 2);
}

static int *find(int *object)
{
	calls++;
	return object;
}

TEST(sure_entry_returns_the_object_and_reports_none)
{
	static int object;
	const int *found;

	calls = 0;
	found = lish_sure_entry(find(&object));
	assert_ptr_equal(found, &object);
	assert_int_equal(calls, 1);
	found = &object;
	if (LISH_CHECK >= 1) {
		assert_reported("find(NULL)", LISH_NOT_SURE, found = lish_sure_entry(find(NULL)));
		assert_int_equal(report.fault.result, 0);
	} else {
		found = lish_sure_entry(find(NULL));
	}
	assert_null(found);
	assert_int_equal(calls, 2);
}

TEST(set_report_returns_the_hook_before)
{
	lish_report_fn standard;

	assert_true(lish_set_report(NULL) == test_report);
	standard = lish_set_report(test_report);
	assert_true(standard != test_report);
	assert_true(lish_set_report(standard) == test_report);
	assert_true(lish_set_report(test_report) == standard);
}

static const void *around[64];
static unsigned int calls_wanted, calls_told;

static void ask_for_callers(const struct lish_fault *fault)
{
	memset(around, 0, sizeof(around));
	calls_told = lish_callers(fault, around, calls_wanted);
}

/* How many of these calls were told; the report is given in a call that is not the last. */
static LISH_NOINLINE unsigned int callers_of(const struct lish_fault *fault, unsigned int n)
{
	lish_report_fn before = lish_set_report(ask_for_callers);

	calls_wanted = n;
	if (fault)
		lish_report(fault);
	else
		lish_refuse_(NULL, NULL, LISH_FOREIGN, lish_call_of_("operation", LISH_CALLER_()));
	lish_set_report(before);
	return calls_told;
}

/* Where compilers write tables for walking the stack by themselves. */
#if defined(__GLIBC__) && (defined(__x86_64__) || defined(__i386__) || defined(__aarch64__))
#define STACK_WALKS
#endif

#ifdef STACK_WALKS
/* The calls begin in callers_of(), and lead on from there. */
TEST(the_hook_may_ask_for_the_calls_around)
{
	unsigned int n = callers_of(NULL, 8);
	const char *const first = (const char *)(uintptr_t)callers_of;

	assert_true(n >= 3 && n <= 8);
	assert_true((const char *)around[0] >= first && (const char *)around[0] < first + 1000);
	assert_non_null(around[1]);
	assert_true(around[0] != around[1]);
	assert_int_equal(callers_of(NULL, 2), 2);
	assert_non_null(around[1]);
	assert_null(around[2]);
	assert_int_equal(callers_of(NULL, 0), 0);
}

TEST(the_calls_around_end_with_the_outermost)
{
	const unsigned int n = callers_of(NULL, 64);

	assert_true(n >= 3 && n < 64);
	assert_non_null(around[n - 1]);
	assert_null(around[n]);
}
#endif

TEST(a_report_of_the_program_has_the_caller_that_it_names)
{
	struct lish_fault fault = { 0 };

	fault.operation = "operation";
	assert_int_equal(callers_of(&fault, 8), 0);
	fault.caller = &fault;
	assert_int_equal(callers_of(&fault, 0), 0);
	assert_int_equal(callers_of(&fault, 8), 1);
	assert_ptr_equal(around[0], &fault);
}

#if defined(__unix__)
static sigjmp_buf aborted;

static void catch_abort(int number)
{
	(void)number;
	siglongjmp(aborted, 1);
}

/* What the default report says, before it aborts; each line ends with a "$". */
static char *said_of(struct lish_fault fault)
{
	static char text[8192];
	void (*before)(int) = signal(SIGABRT, catch_abort);
	int fds[2], was = dup(2);
	volatile bool returned = false;
	ssize_t size;
	char *at;

	assert_int_equal(pipe(fds), 0);
	fflush(stderr);
	dup2(fds[1], 2);
	lish_set_report(NULL);
	if (!sigsetjmp(aborted, 1)) {
		lish_report(&fault);
		returned = true;
	}
	lish_set_report(test_report);
	fflush(stderr);
	dup2(was, 2);
	close(was);
	close(fds[1]);
	signal(SIGABRT, before);
	size = read(fds[0], text, sizeof(text) - 1);
	assert_true(size > 0);
	text[size] = 0;
	close(fds[0]);
	assert_false(returned);
	for (at = text; *at; at++) {
		if (*at == '\n')
			*at = '$';
	}
	return text;
}

static char *said(const void *caller)
{
	struct lish_fault fault = { "operation", NULL, NULL, LISH_FOREIGN, caller, 0, NULL };

	return said_of(fault);
}

TEST(the_default_says_what_a_sure_call_returned)
{
#define RESULT(error) { -(error), "-" #error }
	static const struct {
		int result;
		const char *name;
	} results[] = {
		RESULT(ENOMEM), RESULT(ENOSPC), RESULT(EEXIST), RESULT(EBUSY), RESULT(EINVAL),
		RESULT(ENOENT), RESULT(ENOEXEC), RESULT(EIO), RESULT(ERANGE),
		{ -12345, "a negative number" }
	};
#undef RESULT
	struct lish_fault fault = { "add(a, b)", NULL, NULL, LISH_NOT_SURE, NULL, 0, NULL };
	char wanted[64];
	size_t i;

	for (i = 0; i < sizeof(results) / sizeof(*results); i++) {
		fault.result = results[i].result;
		snprintf(wanted, sizeof(wanted), " add(a, b) returned %s, ", results[i].name);
		assert_non_null(strstr(said_of(fault), wanted));
	}
	/* An entry that was not found. */
	fault.result = 0;
	assert_non_null(strstr(said_of(fault), " add(a, b)(container "));
}

TEST(the_default_says_how_many_objects_live)
{
	struct lish_fault fault = { "end", NULL, NULL, LISH_NOT_EMPTY, NULL, 3, NULL };

	assert_non_null(strstr(said_of(fault), ": live objects: 3: "));
	fault.result = 0;
	assert_null(strstr(said_of(fault), "live objects: "));
	fault.reason = LISH_FOREIGN;
	fault.result = 3;
	assert_null(strstr(said_of(fault), "live objects: "));
}

TEST(the_default_prints_a_line_and_aborts)
{
	const char *line = said(NULL);

	assert_non_null(strstr(line, "operation"));
	assert_non_null(strstr(line, lish_reason_text(LISH_FOREIGN)));
	assert_non_null(strstr(line, " [LISH_FOREIGN]$"));
	assert_ptr_equal(strchr(line, '$'), line + strlen(line) - 1);
}

#if defined(__linux__) && !defined(__TINYC__)
TEST(the_default_prints_the_command_that_names_the_line)
{
	const char *line = said((const char *)(uintptr_t)said + 1);
	const char *plus = strstr(line, "called by "), *command;
	char offset[32];

	assert_non_null(plus);
	plus = strchr(plus, '+');
	assert_non_null(plus);
	assert_int_equal(sscanf(plus, "+%31[0-9a-fx]: ", offset), 1);
	command = strstr(line, "$linux-ish: addr2line -Cipf -e ");
	assert_non_null(command);
	assert_non_null(strstr(command, offset));
	/* The compiler of the library may be another one. */
	assert_true(strstr(command, " # needs -g$") ||
		    strstr(command, " # needs -g; better with llvm-addr2line$"));
}

/* stderr lies in libc, but for a static program. */
TEST(the_default_prints_no_command_for_libc)
{
	uintptr_t offset;
	const char *file = lish_caller_file(stderr, &offset);
	const char *base = file ? strrchr(file, '/') : NULL;

	if (base && !strncmp(base, "/libc", 5))
		assert_null(strstr(said(stderr), "addr2line"));
	assert_null(strstr(said((const void *)(uintptr_t)16), "addr2line"));
}

#ifdef STACK_WALKS
/* A call from which nothing leads to the caller, as in a program that jumps between stacks. */
static LISH_NOINLINE const char *said_from_here(void)
{
	struct lish_fault fault = { "operation", NULL, NULL, LISH_FOREIGN, NULL, 0, NULL };

	fault.caller = (const void *)(uintptr_t)16;
	fault.from_ = LISH_CALLER_();
	return said_of(fault);
}

TEST(the_default_prints_all_calls_if_the_caller_is_none_of_them)
{
	assert_non_null(strstr(said_from_here(), "addr2line"));
}
#endif

TEST(the_file_of_an_address_is_the_program_or_none)
{
	const char *program, *none;
	uintptr_t here = 0, nowhere = 0;

	program = lish_caller_file((const void *)(uintptr_t)said, &here);
	assert_non_null(program);
	assert_int_equal(access(program, X_OK), 0);
	assert_true(here != 0 && here <= (uintptr_t)said);
	none = lish_caller_file((const void *)(uintptr_t)16, &nowhere);
	assert_null(none);
	assert_true(nowhere == 16);
	assert_null(lish_caller_file(NULL, &nowhere));
	assert_true(nowhere == 0);
}
#endif
#endif

TEST_MAIN(NULL, NULL)
