/* SPDX-License-Identifier: MIT */
/*
 * heap.h - the name of 1.x for iheap.h
 */
#error "linux-ish: heap is named iheap: include <linux-ish/iheap.h>, and write iheap_ for heap_"
