/* SPDX-License-Identifier: MIT */
/*
 * The report hook, and the version. What the default hook does is shown by the
 * programs in tests/wrong/.
 */
#include "test.h"

#include <linux-ish/version.h>

static void every_reason_has_its_own_words(void **state)
{
	const char *texts[64];
	unsigned int i, k, n = LISH_NOT_EMPTY + 1;

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
	int container = 0, node = 0, caller = 0;

	(void)state;
	assert_reported("operation", LISH_NULL,
			lish_report_("operation", &container, &node, LISH_NULL,
				     &caller));
	assert_ptr_equal(report.fault.container, &container);
	assert_ptr_equal(report.fault.node, &node);
	assert_ptr_equal(report.fault.caller, &caller);
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

static void library_and_headers_are_of_one_version(void **state)
{
	(void)state;
	assert_int_equal(lish_version(), LISH_VERSION);
	assert_true(LISH_VERSION >= LISH_VERSION_MAJOR * 10000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_reason_has_its_own_words),
		cmocka_unit_test(the_hook_is_told_all),
		cmocka_unit_test(a_misuse_names_container_and_node),
		cmocka_unit_test(
			sure_makes_the_call_once_and_reports_its_failure),
		cmocka_unit_test(set_report_returns_the_hook_before),
		cmocka_unit_test(library_and_headers_are_of_one_version),
	};

	return run_test_group(tests);
}
