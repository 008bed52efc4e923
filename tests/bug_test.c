/* SPDX-License-Identifier: MIT */
/*
 * The report hook, and the version. What the default hook does is shown by the
 * programs in tests/wrong/ as well.
 */
/* For sigsetjmp(). */
#if defined(__unix__)
#define _POSIX_C_SOURCE 200112L
#endif

#include "test.h"

#include <linux-ish/version.h>

#if defined(__unix__)
#include <signal.h>
#include <unistd.h>
#endif

static void every_reason_has_its_own_words(void **state)
{
	const char *texts[64];
	unsigned int i, k, n = LISH_BAD_ORDER + 1;

	(void)state;
	for (i = 0; i < n; i++) {
		texts[i] = lish_reason_text((enum lish_reason)i);
		assert_string_not_equal(texts[i], "unknown reason");
		for (k = 0; k < i; k++)
			assert_string_not_equal(texts[i], texts[k]);
	}
	assert_string_equal(lish_reason_text((enum lish_reason)n),
			    "unknown reason");
}

static void the_hook_is_told_all(void **state)
{
	int container = 0, node = 0;
	struct lish_fault fault;

	(void)state;
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

static void a_misuse_names_container_and_node(void **state)
{
	int container = 0, node = 0;
	char after_call[2] = { 0 };

	(void)state;
	assert_reported("operation", LISH_NULL,
			lish_report_("operation", &container, &node, LISH_NULL,
				     &after_call[1]));
	assert_ptr_equal(report.fault.container, &container);
	assert_ptr_equal(report.fault.node, &node);
	/* An address within the call, not the one it returns to. */
	assert_ptr_equal(report.fault.caller,
			 LISH_HAS_CALLER ? &after_call[0] : NULL);
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

static void sure_makes_the_call_once_and_reports_its_failure(void **state)
{
	(void)state;
	calls = 0;
	lish_sure(succeed());
	assert_int_equal(calls, 1);
	if (LISH_CHECK >= 1) {
		assert_reported("fail_once()", LISH_NOT_SURE,
				lish_sure(fail_once()));
	} else {
		lish_sure(fail_once());
	}
	assert_int_equal(calls, 2);
}

static void set_report_returns_the_hook_before(void **state)
{
	lish_report_fn standard;

	(void)state;
	assert_true(lish_set_report(NULL) == test_report);
	standard = lish_set_report(test_report);
	assert_true(standard != test_report);
	assert_true(lish_set_report(standard) == test_report);
	assert_true(lish_set_report(test_report) == standard);
}

#if defined(__unix__)
static sigjmp_buf aborted;

static void catch_abort(int number)
{
	(void)number;
	siglongjmp(aborted, 1);
}

static void the_default_prints_a_line_and_aborts(void **state)
{
	char line[256] = "";
	struct lish_fault fault = { "operation", NULL, NULL, LISH_FOREIGN,
				    NULL };
	void (*before)(int) = signal(SIGABRT, catch_abort);
	int fds[2], was = dup(2);
	volatile bool returned = false;

	(void)state;
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
	assert_true(read(fds[0], line, sizeof(line) - 1) > 0);
	close(fds[0]);
	assert_false(returned);
	assert_non_null(strstr(line, "operation"));
	assert_non_null(strstr(line, lish_reason_text(LISH_FOREIGN)));
}
#endif

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_reason_has_its_own_words),
		cmocka_unit_test(the_hook_is_told_all),
		cmocka_unit_test(a_misuse_names_container_and_node),
		cmocka_unit_test(
			sure_makes_the_call_once_and_reports_its_failure),
		cmocka_unit_test(set_report_returns_the_hook_before),
#if defined(__unix__)
		cmocka_unit_test(the_default_prints_a_line_and_aborts),
#endif
	};

	return run_test_group(tests);
}
