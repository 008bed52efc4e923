/* SPDX-License-Identifier: MIT */
/*
 * CALL(name, call): misuse in one line, as the last statement of a void function. The
 * objects are zero, the containers are empty; of half_... one link was overwritten.
 */
CALL(ilist_del, ilist_del(&o.i))
CALL(ilist_add_tail, ilist_add_tail(&half_ilist, &o.i))
CALL(ilist_move, ilist_move(&il, &o.i))
CALL(walklist_del, walklist_del(&wl, &o.w))
CALL(walklist_add, walklist_add(&half_walklist, &o.w))
CALL(walklist_move_tail, walklist_move_tail(&wl, &o.w))
CALL(locklist_del, locklist_del(&ll, &o.l))
CALL(locklist_unlock, locklist_unlock(&ll))
CALL(locklist_apply, wait_with(false); locklist_unlock(&waiting))
CALL(locklist_del_behind, wait_with(true); locklist_del(&waiting, &second.l))
CALL(locklist_leave_behind, wait_with(true); (void)locklist_leave(&second.l))
CALL(dense_del, dense_del(&da, &o.d))
CALL(dense_add, (void)!dense_add(&da, NULL))
CALL(rwarray_del, rwarray_del(&ra, &o.r))
CALL(rwarray_add_tail, (void)!rwarray_add_tail(&ra, NULL))
CALL(slotpool_free, slotpool_free(&sp, &o.s))
CALL(ipool_free, ipool_free(&ip, &o.p))
CALL(ipool_clear, ipool_clear(&no_ipool))
CALL(ipool_reserve, (void)!ipool_reserve(&no_ipool, 1))
CALL(ipool_owns, (void)ipool_owns(&no_ipool, &o))
CALL(ipool_own, ipool_free(&hooked_ip, &OWN(ipool_alloc_entry, hooked_ip, p)->p))
CALL(densepool_own, densepool_free(&hooked_dp, &OWN(densepool_alloc_entry, hooked_dp, dp)->dp))
CALL(listpool_own, listpool_free(&hooked_lp, &OWN(listpool_alloc_entry, hooked_lp, lp)->lp))
CALL(slotpool_own, slotpool_free(&hooked_sp, &OWN(slotpool_alloc_entry, hooked_sp, s)->s))
CALL(densepool_free, densepool_free(&dp, &o.dp))
CALL(listpool_free, listpool_free(&lp, &o.lp))
CALL(dense_clear, open_loop(); dense_clear(&db); begun++)
CALL(dense_reserve, open_loop(); (void)!dense_reserve(&db, 1); begun++)
CALL(heap_add, (void)!heap_add(&he, NULL, 0))
CALL(heap_del, heap_del(&he, &o.h))
CALL(heap_leave, (void)heap_leave(&no_heap, &o.h))
CALL(heap_moved, heap_moved(&he, &o.h, 1))
CALL(heap_contains, (void)heap_contains(&no_heap, &o.h))
CALL(heap_first, (void)heap_first_entry(&no_heap, struct object, h))
CALL(heap_pop, (void)heap_pop_entry(&no_heap, struct object, h))
CALL(heap_drain, heap_drain_due(t, &no_heap, 1, struct object, h) begun++)
CALL(inbox_push, (void)!inbox_push(&in, NULL))
CALL(inbox_push_chain, (void)!inbox_push_chain(&in, &broken))
CALL(inbox_chain_add_tail, (void)!inbox_chain_add_tail(&chain, NULL))
CALL(inbox_pop, overwrite(); (void)inbox_pop_entry(&in, struct object, in))
CALL(lish_sure, lish_sure(dense_add(&da, &twice.d)))
/* The end of a loop is no call that stores its line. */
#ifndef LISH_REPORT_LOCATION
CALL(locklist_close, wait_with(false); locklist_for_each_entry(t, &waiting, struct object, l) spoil())
#endif
/* A function of lib/, which gcc makes a jump where nothing follows. */
CALL(walklist_stop, walklist_stop(&half_walklist); begun++)
CALL(heap_init_in, heap_init_in(&other_heap, no_slots); begun++)
CALL(dense_abandon, dense_abandon(&no_dense); begun++)
#if defined(__clang__) || defined(LISH_REPORT_LOCATION)
CALL(walklist_clear, walklist_clear(&half_walklist))
CALL(heap_clear, heap_clear(&no_heap))
#endif
#ifdef LINUX_ISH_COMPAT_LIST_H
CALL(list_del, list_del(&o.li))
#endif
