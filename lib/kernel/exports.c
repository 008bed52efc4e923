// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * exports.c - what linux-ish.ko exports: all that headers declare with LISH_API
 *
 * "make exports" writes the list. Not in modules that contain the library. Since Linux 6.13 the
 * name of the namespace is quoted.
 */
#ifdef __KERNEL__
#include <linux/export.h>
#include <linux/version.h>

#include <linux-ish/kernel/kmem.h>
#include <linux-ish/linux-ish.h>

#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 13, 0)
#define EXPORT_(name) EXPORT_SYMBOL_NS_GPL(name, "LINUX_ISH");
#else
#define EXPORT_(name) EXPORT_SYMBOL_NS_GPL(name, LINUX_ISH);
#endif

/* mem.h */
EXPORT_(lish_mem_default)

/* bug.h */
EXPORT_(lish_set_report) EXPORT_(lish_reason_text) EXPORT_(lish_report) EXPORT_(lish_not_sure_)

/* dense.h */
EXPORT_(dense_close_) EXPORT_(dense_init) EXPORT_(dense_init_in) EXPORT_(dense_idx_init)
EXPORT_(dense_contains) EXPORT_(dense_add) EXPORT_(dense_del) EXPORT_(dense_leave)
EXPORT_(dense_node_moved) EXPORT_(dense_index_of) EXPORT_(dense_count) EXPORT_(dense_stats)
EXPORT_(dense_reserve) EXPORT_(dense_trim) EXPORT_(dense_rebind) EXPORT_(dense_clear)
EXPORT_(dense_forget) EXPORT_(dense_destroy) EXPORT_(dense_span) EXPORT_(dense_check)
EXPORT_(dense_check_in) EXPORT_(dense_at_entry) EXPORT_(dense_pop_entry) EXPORT_(dense_stop)
EXPORT_(dense_open_) EXPORT_(dense_view_) EXPORT_(dense_view_span_) EXPORT_(dense_next_)
EXPORT_(dense_next_back_) EXPORT_(dense_look_) EXPORT_(dense_lost_)

/* densepool.h */
EXPORT_(densepool_close_) EXPORT_(densepool_init) EXPORT_(densepool_init_in)
EXPORT_(densepool_destroy) EXPORT_(densepool_alloc_entry) EXPORT_(densepool_zalloc_entry)
EXPORT_(densepool_free) EXPORT_(densepool_contains) EXPORT_(densepool_count)
EXPORT_(densepool_stats) EXPORT_(densepool_reserve) EXPORT_(densepool_trim)
EXPORT_(densepool_rebind) EXPORT_(densepool_clear) EXPORT_(densepool_check)
EXPORT_(densepool_check_in) EXPORT_(densepool_at_entry) EXPORT_(densepool_span)
EXPORT_(densepool_stop) EXPORT_(densepool_open_) EXPORT_(densepool_view_)
EXPORT_(densepool_view_span_) EXPORT_(densepool_next_) EXPORT_(densepool_next_back_)
EXPORT_(densepool_look_) EXPORT_(densepool_lost_)

/* ihash.h */
EXPORT_(ihash_init) EXPORT_(ihash_init_in) EXPORT_(ihash_node_init) EXPORT_(ihash_forget)
EXPORT_(ihash_add) EXPORT_(ihash_del) EXPORT_(ihash_leave) EXPORT_(ihash_move_tail)
EXPORT_(ihash_contains) EXPORT_(ihash_node_moved) EXPORT_(ihash_stats) EXPORT_(ihash_reserve)
EXPORT_(ihash_trim) EXPORT_(ihash_rebind) EXPORT_(ihash_clear) EXPORT_(ihash_destroy)
EXPORT_(ihash_check) EXPORT_(ihash_check_in) EXPORT_(ihash_find_entry) EXPORT_(ihash_first)
EXPORT_(ihash_first_entry) EXPORT_(ihash_last_entry) EXPORT_(ihash_next_entry)
EXPORT_(ihash_prev_entry) EXPORT_(ihash_pop_entry) EXPORT_(ihash_bytes) EXPORT_(ihash_string)
EXPORT_(ihash_bytes_seeded) EXPORT_(ihash_string_seeded) EXPORT_(ihash_u64_seeded)
EXPORT_(ihash_loop_end) EXPORT_(ihash_loop_begin) EXPORT_(ihash_loop_next) EXPORT_(ihash_stop)
EXPORT_(ihash_loop_open_) EXPORT_(ihash_loop_open_present_) EXPORT_(ihash_loop_open_from_)
EXPORT_(ihash_lost_place_) EXPORT_(ihash_look_again_) EXPORT_(ihash_look_lost_) EXPORT_(ihash_step_)
EXPORT_(ihash_step_as_) EXPORT_(ihash_step_const_) EXPORT_(ihash_look_) EXPORT_(ihash_look_step_)

/* iheap.h */
EXPORT_(iheap_init) EXPORT_(iheap_init_in) EXPORT_(iheap_set_order) EXPORT_(iheap_idx_init)
EXPORT_(iheap_contains) EXPORT_(iheap_add) EXPORT_(iheap_set) EXPORT_(iheap_del)
EXPORT_(iheap_leave) EXPORT_(iheap_del_if) EXPORT_(iheap_moved) EXPORT_(iheap_shift_keys)
EXPORT_(iheap_node_moved) EXPORT_(iheap_key_of) EXPORT_(iheap_first) EXPORT_(iheap_count)
EXPORT_(iheap_stats) EXPORT_(iheap_reserve) EXPORT_(iheap_trim) EXPORT_(iheap_rebind)
EXPORT_(iheap_clear) EXPORT_(iheap_destroy) EXPORT_(iheap_check) EXPORT_(iheap_check_in)
EXPORT_(iheap_stop) EXPORT_(iheap_first_entry) EXPORT_(iheap_pop_entry) EXPORT_(iheap_open_const_)
EXPORT_(iheap_look_) EXPORT_(iheap_drain_close_) EXPORT_(iheap_drain_open_)
EXPORT_(iheap_drain_open_present_) EXPORT_(iheap_drain_step_)

/* ilist.h */
EXPORT_(ilist_init) EXPORT_(ilist_node_init) EXPORT_(ilist_add) EXPORT_(ilist_add_tail)
EXPORT_(ilist_add_before) EXPORT_(ilist_add_before_or_tail) EXPORT_(ilist_add_after)
EXPORT_(ilist_del) EXPORT_(ilist_leave) EXPORT_(ilist_move) EXPORT_(ilist_move_tail)
EXPORT_(ilist_splice) EXPORT_(ilist_splice_tail) EXPORT_(ilist_cut_after)
EXPORT_(ilist_bulk_move_tail) EXPORT_(ilist_node_moved) EXPORT_(ilist_clear) EXPORT_(ilist_destroy)
EXPORT_(ilist_count) EXPORT_(ilist_contains) EXPORT_(ilist_check) EXPORT_(ilist_check_in)
EXPORT_(ilist_add_sorted) EXPORT_(ilist_look_) EXPORT_(ilist_no_way_) EXPORT_(ilist_checked_end_)
EXPORT_(ilist_beside_) EXPORT_(ilist_pop_entry) EXPORT_(ilist_pop_tail_entry)
EXPORT_(ilist_open_from_) EXPORT_(ilist_step_) EXPORT_(ilist_step_safe_) EXPORT_(ilist_drain_entry)

/* inbox.h */
EXPORT_(inbox_init) EXPORT_(inbox_node_init) EXPORT_(inbox_push) EXPORT_(inbox_chain_add_tail)
EXPORT_(inbox_chain_refuse_) EXPORT_(inbox_push_chain) EXPORT_(inbox_push_run_) EXPORT_(inbox_clear)
EXPORT_(inbox_check) EXPORT_(inbox_check_in) EXPORT_(inbox_pop_entry) EXPORT_(inbox_take_)
EXPORT_(inbox_lost_) EXPORT_(inbox_drain_step_)

/* ipool.h */
EXPORT_(ipool_init) EXPORT_(ipool_init_in) EXPORT_(ipool_destroy) EXPORT_(ipool_alloc_entry)
EXPORT_(ipool_zalloc_entry) EXPORT_(ipool_free) EXPORT_(ipool_free_bulk) EXPORT_(ipool_contains)
EXPORT_(ipool_owns) EXPORT_(ipool_index_of) EXPORT_(ipool_at_entry) EXPORT_(ipool_free_at)
EXPORT_(ipool_count) EXPORT_(ipool_stats) EXPORT_(ipool_reserve) EXPORT_(ipool_trim)
EXPORT_(ipool_rebind) EXPORT_(ipool_clear) EXPORT_(ipool_check) EXPORT_(ipool_check_in)

/* listpool.h */
EXPORT_(listpool_init) EXPORT_(listpool_init_in) EXPORT_(listpool_destroy)
EXPORT_(listpool_alloc_entry) EXPORT_(listpool_alloc_tail_entry)
EXPORT_(listpool_alloc_before_entry) EXPORT_(listpool_alloc_after_entry)
EXPORT_(listpool_zalloc_entry) EXPORT_(listpool_zalloc_tail_entry) EXPORT_(listpool_free)
EXPORT_(listpool_move) EXPORT_(listpool_move_tail) EXPORT_(listpool_move_before)
EXPORT_(listpool_move_after) EXPORT_(listpool_contains) EXPORT_(listpool_count)
EXPORT_(listpool_stats) EXPORT_(listpool_first_entry) EXPORT_(listpool_last_entry)
EXPORT_(listpool_next_entry) EXPORT_(listpool_prev_entry) EXPORT_(listpool_reserve)
EXPORT_(listpool_trim) EXPORT_(listpool_rebind) EXPORT_(listpool_clear) EXPORT_(listpool_check)
EXPORT_(listpool_check_in) EXPORT_(listpool_stop) EXPORT_(listpool_close_) EXPORT_(listpool_open_)
EXPORT_(listpool_open_present_) EXPORT_(listpool_open_from_) EXPORT_(listpool_next_)
EXPORT_(listpool_view_lost_) EXPORT_(listpool_step_) EXPORT_(listpool_step_as_)
EXPORT_(listpool_view_)

/* locklist.h */
EXPORT_(locklist_init) EXPORT_(locklist_node_init) EXPORT_(locklist_set_on_out)
EXPORT_(locklist_destroy) EXPORT_(locklist_forget) EXPORT_(locklist_is_locked)
EXPORT_(locklist_lock) EXPORT_(locklist_unlock) EXPORT_(locklist_add_tail) EXPORT_(locklist_del)
EXPORT_(locklist_leave) EXPORT_(locklist_node_moved) EXPORT_(locklist_clear)
EXPORT_(locklist_contains) EXPORT_(locklist_owner) EXPORT_(locklist_count)
EXPORT_(locklist_seen_count) EXPORT_(locklist_check) EXPORT_(locklist_check_in)
EXPORT_(locklist_first_entry) EXPORT_(locklist_next_entry) EXPORT_(locklist_stop)
EXPORT_(locklist_open_) EXPORT_(locklist_close_) EXPORT_(locklist_left_) EXPORT_(locklist_lost_)
EXPORT_(locklist_step_) EXPORT_(locklist_step_const_)

/* rwarray.h */
EXPORT_(rwarray_close_) EXPORT_(rwarray_init) EXPORT_(rwarray_init_in) EXPORT_(rwarray_destroy)
EXPORT_(rwarray_idx_init) EXPORT_(rwarray_add_tail) EXPORT_(rwarray_del) EXPORT_(rwarray_leave)
EXPORT_(rwarray_node_moved) EXPORT_(rwarray_contains) EXPORT_(rwarray_count) EXPORT_(rwarray_stats)
EXPORT_(rwarray_reserve) EXPORT_(rwarray_compact) EXPORT_(rwarray_trim) EXPORT_(rwarray_rebind)
EXPORT_(rwarray_clear) EXPORT_(rwarray_forget) EXPORT_(rwarray_span) EXPORT_(rwarray_check)
EXPORT_(rwarray_check_in) EXPORT_(rwarray_stop) EXPORT_(rwarray_reload_) EXPORT_(rwarray_lost_)
EXPORT_(rwarray_next_) EXPORT_(rwarray_next_back_) EXPORT_(rwarray_open_) EXPORT_(rwarray_may_view_)
EXPORT_(rwarray_view_) EXPORT_(rwarray_view_span_) EXPORT_(rwarray_look_)

/* save.h */
EXPORT_(slotpool_save_size) EXPORT_(slotpool_save) EXPORT_(slotpool_load) EXPORT_(slotpool_load_all)

/* slotpool.h */
EXPORT_(slotpool_init) EXPORT_(slotpool_init_in) EXPORT_(slotpool_destroy)
EXPORT_(slotpool_alloc_entry) EXPORT_(slotpool_zalloc_entry) EXPORT_(slotpool_alloc_tail_entry)
EXPORT_(slotpool_alloc_at_entry) EXPORT_(slotpool_free) EXPORT_(slotpool_free_bulk)
EXPORT_(slotpool_contains) EXPORT_(slotpool_owns) EXPORT_(slotpool_index_of)
EXPORT_(slotpool_at_entry) EXPORT_(slotpool_free_at) EXPORT_(slotpool_next_live)
EXPORT_(slotpool_prev_live) EXPORT_(slotpool_get_entry) EXPORT_(slotpool_get_u32)
EXPORT_(slotpool_free_handle) EXPORT_(slotpool_handle_of) EXPORT_(slotpool_handle_at)
EXPORT_(slotpool_handle_to_u32) EXPORT_(slotpool_handle_from_u64) EXPORT_(slotpool_count)
EXPORT_(slotpool_stats) EXPORT_(slotpool_reserve) EXPORT_(slotpool_trim) EXPORT_(slotpool_rebind)
EXPORT_(slotpool_clear) EXPORT_(slotpool_clear_since_) EXPORT_(slotpool_span)
EXPORT_(slotpool_check) EXPORT_(slotpool_check_in) EXPORT_(slotpool_loop_over_)
EXPORT_(slotpool_stepped_) EXPORT_(slotpool_stepped_back_) EXPORT_(slotpool_ranges_of_)
EXPORT_(slotpool_next_range_)

/* slotpool_lease.h */
EXPORT_(slotpool_lease_init) EXPORT_(slotpool_lend) EXPORT_(slotpool_commit)
EXPORT_(slotpool_commit_by_) EXPORT_(slotpool_lease_alloc_entry)
EXPORT_(slotpool_lease_zalloc_entry) EXPORT_(slotpool_lease_undo_) EXPORT_(slotpool_lease_free)
EXPORT_(slotpool_lease_free_handle) EXPORT_(slotpool_lease_handle_of)

/* sort.h */
EXPORT_(ilist_sort) EXPORT_(ilist_sort_by_key) EXPORT_(walklist_sort) EXPORT_(listpool_sort)
EXPORT_(dense_sort) EXPORT_(rwarray_sort)

/* walklist.h */
EXPORT_(walklist_init) EXPORT_(walklist_node_init) EXPORT_(walklist_forget) EXPORT_(walklist_add)
EXPORT_(walklist_add_tail) EXPORT_(walklist_add_before) EXPORT_(walklist_add_before_or_tail)
EXPORT_(walklist_add_after) EXPORT_(walklist_del) EXPORT_(walklist_leave) EXPORT_(walklist_move)
EXPORT_(walklist_move_tail) EXPORT_(walklist_contains) EXPORT_(walklist_splice)
EXPORT_(walklist_splice_tail) EXPORT_(walklist_node_moved) EXPORT_(walklist_clear)
EXPORT_(walklist_destroy) EXPORT_(walklist_add_sorted) EXPORT_(walklist_check)
EXPORT_(walklist_check_in) EXPORT_(walklist_first) EXPORT_(walklist_first_entry)
EXPORT_(walklist_last_entry) EXPORT_(walklist_next_entry) EXPORT_(walklist_prev_entry)
EXPORT_(walklist_pop_entry) EXPORT_(walklist_pop_tail_entry) EXPORT_(walklist_loop_end)
EXPORT_(walklist_loop_begin) EXPORT_(walklist_loop_next) EXPORT_(walklist_stop)
EXPORT_(walklist_loop_open_) EXPORT_(walklist_loop_open_present_) EXPORT_(walklist_loop_open_from_)
EXPORT_(walklist_lost_place_) EXPORT_(walklist_step_) EXPORT_(walklist_step_as_)
EXPORT_(walklist_step_const_)

/* world.h */
EXPORT_(lish_world_save) EXPORT_(lish_world_load) EXPORT_(lish_world_differs)

/* core/pool.h */
EXPORT_(lish_type) EXPORT_(lish_pool_ends_) EXPORT_(lish_pool_is_dying_)

/* kernel/kmem.h */
EXPORT_(lish_kmem_alloc_) EXPORT_(lish_kmem_free_)

#else
/* Elsewhere nothing, so that a build may take all of lib/. */
#include <linux-ish/ground/env.h>
#endif
