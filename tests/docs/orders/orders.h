/* SPDX-License-Identifier: MIT */
/*
 * Rows of migrating.rst: the same change by another library and by ours. ROW() fills both with abcd,
 * and with xyz in a second container; makes the changes; and compares the orders.
 *
 * A program defines struct o with a member name, fill() and show(), and ends with done().
 */
#include <stdio.h>
#include <string.h>

static char there[256], here[256];
static int rows, wrong;

#define O(letter) (&objects[(letter) - 'a'])

static void note(char *to, int name)
{
	const size_t n = strlen(to);

	if (n < sizeof(there) - 1)
		to[n] = (char)name;
}

static void compare(const char *what)
{
	rows++;
	if (strcmp(there, here) == 0)
		return;
	printf("%s: there %s, here %s\n", what, there, here);
	wrong++;
}

#define ROW(what, theirs, ours)               \
	do {                                  \
		memset(there, 0, sizeof(there)); \
		memset(here, 0, sizeof(here)); \
		fill();                       \
		theirs;                       \
		ours;                         \
		show();                       \
		compare(what);                \
	} while (0)

static int done(void)
{
	if (!wrong)
		printf("%d rows\n", rows);
	return wrong != 0;
}
