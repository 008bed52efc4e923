/* SPDX-License-Identifier: MIT */
/* The checks that each program here counts, and its last line. */
#ifndef CXX_CHECK_H
#define CXX_CHECK_H

#include <cstdio>

static int passed, failed;

static inline void check(bool ok, const char *what)
{
	if (ok) {
		passed++;
		return;
	}
	failed++;
	std::printf("FAILED: %s\n", what);
}

#define CHECK_TEXT(x) #x
#define CHECK_LINE(line) CHECK_TEXT(line)
#define CHECK(condition) \
	check(!!(condition), __FILE__ ":" CHECK_LINE(__LINE__) ": " #condition)

static inline int finish()
{
	std::printf("%d passed, %d failed\n", passed, failed);
	return failed != 0;
}

#endif /* CXX_CHECK_H */
