// SPDX-License-Identifier: MIT
/*
 * bars.c - the bars that the project set itself, for what works measures
 */
#include "../report.h"

#include <stddef.h>

/* No slower: below a tenth two times are the same. */
#define NOISE 1.1

#define SHORT(container)                                                  \
	{ "short", container, "hand list", 1.5, MORE, "0", NULL },        \
	{                                                                 \
		"short", container, "hand list", 5, MORE, "1 2 4 8", NULL \
	}
#define SORTS(container)                                                     \
	{                                                                    \
		"sorts", container, "std::stable_sort", 1, RATIO,            \
			"nearly10k moved10k random10k nearly200k moved200k " \
			"random200k",                                        \
			NULL                                                 \
	}
#define SORTED_ADD(container)                                        \
	{                                                            \
		"sorted-add", container, "hand list", 1.05, RATIO,   \
			"near1k near100k any1k any100k", NULL        \
	}
#define SPIKES(container)                                                    \
	{                                                                    \
		"spikes", container, "colony", 2, RATIO,                     \
			"worst-100k worst-1M worst-10M p99.9-100k p99.9-1M " \
			"p99.9-10M",                                         \
			NULL                                                 \
	}
#define COLD(container)                                                       \
	{                                                                     \
		"lru", container, container "-level0", 1.2, RATIO, "1M", NULL \
	}
#define QUEUE(than)                                                          \
	{                                                                    \
		"queue", "iheap", than, NOISE, RATIO,                         \
			"in-out1k in-out100k in-out1M fire1k fire100k "      \
			"fire1M cancel1k cancel100k change1k change100k",    \
			NULL                                                 \
	}

const struct bar works_bars[] = {
	{ "short", "ilist", "hand list", NOISE, RATIO, "0 1 2 4 8", NULL },
	SHORT("walklist"),
	SHORT("locklist"),
	SHORT("dense"),
	SHORT("rwarray"),
	SHORT("densepool-fixed"),
	SHORT("listpool-fixed"),
	SHORT("slotpool-fixed"),
	{ "lru", "ilist-level0", "hand list", NOISE, RATIO, "10k", NULL },
	COLD("ilist"),
	COLD("walklist"),
	COLD("listpool"),
	{ "bursts", "ipool-level0", "threaded", 1.3, RATIO, "lifo64", NULL },
	{ "bursts", "ipool", "threaded", 1.6, RATIO, "lifo64", NULL },
	{ "bursts", "slotpool", "mimalloc", 1, RATIO, "lifo64", NULL },
	{ "after-peak", "slotpool", "colony", 1, RATIO, "50k 1M", NULL },
	{ "births", "slotpool-next", "hand zone", 1, RATIO,
	  "walk1k walk10k walk100k", NULL },
	{ "births", "slotpool-next", "malloc", 1, RATIO,
	  "walk1k walk10k walk100k", NULL },
	QUEUE("hand binary heap"),
	QUEUE("hand, as libevent's"),
	QUEUE("hand heap of four"),
	QUEUE("priority_queue, lazy"),
	QUEUE("Boost d_ary_heap"),
	SORTS("dense"),
	SORTS("rwarray"),
	SORTED_ADD("ilist"),
	SORTED_ADD("walklist"),
	SPIKES("slotpool"),
	SPIKES("slotpool-lowest"),
	SPIKES("ipool"),
	SPIKES("densepool"),
	SPIKES("listpool"),
	SPIKES("dense"),
	SPIKES("rwarray"),
};

const size_t works_bar_count = sizeof(works_bars) / sizeof(works_bars[0]);
