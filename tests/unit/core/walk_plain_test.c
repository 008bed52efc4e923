/* SPDX-License-Identifier: MIT */
/*
 * The tests of walks again, where there are no hints: as on machines whose links
 * are aligned to 1, and whose words hold stamps alone.
 */
#define LISH_NO_HINTS
#include "walk_test.c"
