/* SPDX-License-Identifier: MIT */
/*
 * FIRST(n, prepare, call) and SECOND(n, prepare, call): a line each of calls that a
 * compiler may make one where they stand in branches of a function. Without prepare the
 * call is misuse.
 */
FIRST(0, ilist_add(&ilist, &one.i), ilist_del(&one.i))
SECOND(1, ilist_add(&ilist, &two.i), ilist_del(&two.i))
FIRST(2, walklist_add(&walklist, &one.w), walklist_del(&walklist, &one.w))
SECOND(3, walklist_add(&walklist, &two.w), walklist_del(&walklist, &two.w))
FIRST(4, lish_sure(locklist_add_tail(&locklist, &one.l)), locklist_del(&locklist, &one.l))
SECOND(5, lish_sure(locklist_add_tail(&locklist, &two.l)), locklist_del(&locklist, &two.l))
FIRST(6, lish_sure(dense_add(&dense, &one.d)), dense_del(&dense, &one.d))
SECOND(7, lish_sure(dense_add(&dense, &two.d)), dense_del(&dense, &two.d))
FIRST(8, lish_sure(rwarray_add_tail(&rwarray, &one.r)), rwarray_del(&rwarray, &one.r))
SECOND(9, lish_sure(rwarray_add_tail(&rwarray, &two.r)), rwarray_del(&rwarray, &two.r))
FIRST(10, lish_sure(heap_add(&heap, &one.h, 1)), heap_del(&heap, &one.h))
SECOND(11, lish_sure(heap_add(&heap, &two.h, 1)), heap_del(&heap, &two.h))
FIRST(12, a = slotpool_alloc_entry(&slotpool, struct ship, s), slotpool_free(&slotpool, &a->s))
SECOND(13, b = slotpool_alloc_entry(&slotpool, struct ship, s), slotpool_free(&slotpool, &b->s))
FIRST(14, a = ipool_alloc_entry(&ipool, struct ship, p), ipool_free(&ipool, &a->p))
SECOND(15, b = ipool_alloc_entry(&ipool, struct ship, p), ipool_free(&ipool, &b->p))
FIRST(16, a = densepool_alloc_entry(&densepool, struct ship, dp), densepool_free(&densepool, &a->dp))
SECOND(17, b = densepool_alloc_entry(&densepool, struct ship, dp), densepool_free(&densepool, &b->dp))
FIRST(18, a = listpool_alloc_entry(&listpool, struct ship, lp), listpool_free(&listpool, &a->lp))
SECOND(19, b = listpool_alloc_entry(&listpool, struct ship, lp), listpool_free(&listpool, &b->lp))
FIRST(20, ilist_init(&red), ilist_for_each_entry_safe(p, &red, struct ship, i) turns++)
SECOND(21, ilist_init(&blue), ilist_for_each_entry_safe(p, &blue, struct ship, i) turns++)
FIRST(22, walklist_init(&odd), walklist_for_each_entry(p, &odd, struct ship, w) turns++)
SECOND(23, walklist_init(&even), walklist_for_each_entry(p, &even, struct ship, w) turns++)
