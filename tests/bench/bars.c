// SPDX-License-Identifier: MIT
/*
 * bars.c - the bars that the project set itself, for what bench measures
 */
#include "report.h"

#define K1 "1000 "
#define K10 "10000 "
#define K100 "100000 "
#define M1 "1000000 "
#define ALL K1 K10 K100 M1

const struct bar bench_bars[] = {
	{ "churned", "slotpool", "raw", 0.45, MORE, K1 K10 K100, NULL },
	{ "churned", "slotpool", "raw", 1.15, RATIO, M1, NULL },
	{ "live50", "slotpool", "colony", 1, RATIO, K100, NULL },
	{ "live10", "slotpool", "colony", 1, RATIO, K100, NULL },
	{ "live1", "slotpool", "colony", 0.5, RATIO, K100, NULL },
	{ "live1", "slotpool", "flags", 1 / 30., RATIO, K100, NULL },
	{ "frame", "slotpool", "raw", 1.5, RATIO, K1, NULL },
	{ "frame", "slotpool", "raw", 2, RATIO, K100 M1, NULL },
	{ "frame", "slotpool-bulk", "hand ids", 1.05, RATIO, K100, NULL },
	{ "frame", "slotpool-bulk", "hand ids", 0.9, RATIO, M1, NULL },
	{ "pair", "slotpool", "colony", 0.7, RATIO, K1, NULL },
	{ "pair", "slotpool", "colony", 1.1, RATIO, K100 M1, NULL },
	{ "chain", "slotpool", "raw", 1.5, RATIO, ALL, NULL },
	{ "churned", "dense", "raw", 1.35, RATIO, K1, NULL },
	{ "churned", "dense", "raw", 1.65, RATIO, K10, NULL },
	{ "churned", "dense", "raw", 1.9, RATIO, K100, NULL },
	{ "churned", "dense", "raw", 2.8, RATIO, M1, NULL },
	{ "frame", "dense", "vector<T*>", 1, RATIO, K1, NULL },
	{ "frame", "dense", "vector<T*>", 0.65, RATIO, K100, NULL },
	{ "frame", "dense", "vector<T*>", 0.42, RATIO, M1, NULL },
	{ "churned", "walklist", "Boost", 0.5, RATIO, K1 K10, NULL },
	{ "churned", "walklist", "Boost", 0.1, RATIO, M1, NULL },
	{ "churned", "listpool", "Boost", 0.5, RATIO, K1 K10, NULL },
	{ "churned", "listpool", "Boost", 0.1, RATIO, M1, NULL },
	{ "churned", "rwarray", "pointers", 2, RATIO, ALL, NULL },
	{ "remove0", "rwarray", "pointers", 1.5, RATIO, ALL, NULL },
	{ "remove1", "rwarray", "pointers", 1.5, RATIO, ALL, NULL },
	{ "remove10", "rwarray", "pointers", 1.5, RATIO, ALL, NULL },
	{ "remove50", "rwarray", "pointers", 1.5, RATIO, ALL, NULL },
	{ "sort-random", "ilist", "hand list", 1, RATIO, ALL, NULL },
	{ "sort-shuffled", "ilist", "hand list", 1, RATIO, ALL, NULL },
	{ "sort-nearly", "ilist", "hand list", 1, RATIO, ALL, NULL },
	{ "sort-random", "ilist-by-key", "hand list", 0.22, RATIO, ALL, NULL },
	{ "sort-shuffled", "ilist-by-key", "hand list", 0.22, RATIO, ALL,
	  NULL },

#define GROWN(work, container)                                              \
	{                                                                   \
		work, container, container "-fixed", 1.05, WORST, ALL, NULL \
	}
	GROWN("churned", "dense"),
	GROWN("frame", "dense"),
	GROWN("churned", "rwarray"),
	GROWN("frame", "rwarray"),
	GROWN("pair", "ipool"),
	GROWN("churned", "densepool"),
	GROWN("frame", "densepool"),
	GROWN("churned", "listpool"),
	GROWN("frame", "listpool"),
	GROWN("churned", "slotpool"),
	GROWN("frame", "slotpool"),

#define CHECKED_FRAME(container)                                           \
	{                                                                  \
		"frame", container, container "-level0", 1.07, WORST, ALL, \
			NULL                                               \
	}
#define CHECKED_CALL(work, container)                                       \
	{                                                                   \
		work, container, container "-level0", 1.5, WORST, ALL, NULL \
	}
#define CHECKED(container)                                         \
	CHECKED_FRAME(container), CHECKED_CALL("link", container), \
		CHECKED_CALL("unlink", container),                 \
		CHECKED_CALL("pair", container)
	CHECKED("ilist"),
	CHECKED("walklist"),
	CHECKED("locklist"),
	CHECKED("dense"),
	CHECKED("rwarray"),
	CHECKED_CALL("pair", "ipool"),
	CHECKED("densepool"),
	CHECKED("listpool"),
	CHECKED("slotpool"),
	CHECKED_CALL("chain", "slotpool"),

	{ "memory", "dense", NULL, 8, AMOUNT, K100 M1, NULL },
	{ "memory", "rwarray", NULL, 8, AMOUNT, K100 M1, NULL },
	{ "memory", "densepool-fixed", NULL, 8, AMOUNT, K100 M1, NULL },
	{ "memory", "ipool-fixed", NULL, 4.2, AMOUNT, K100 M1, NULL },
	{ "memory", "listpool-fixed", NULL, 4.2, AMOUNT, K100 M1, NULL },
	{ "memory", "slotpool-fixed", NULL, 8.3, AMOUNT, K100 M1, NULL },
};

const size_t bench_bar_count = sizeof(bench_bars) / sizeof(bench_bars[0]);
