// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * exports.c - what linux-ish.ko exports: all that headers declare with LISH_API
 *
 * Not in modules that contain the library. tests/targets/kernel/ compares the list with the
 * headers. Since Linux 6.13 the name of the namespace is quoted.
 */
#ifdef __KERNEL__
#include <linux/export.h>
#include <linux/version.h>

#include <linux-ish/bug.h>
#include <linux-ish/dense.h>
#include <linux-ish/densepool.h>
#include <linux-ish/iheap.h>
#include <linux-ish/ilist.h>
#include <linux-ish/inbox.h>
#include <linux-ish/ipool.h>
#include <linux-ish/kernel/kmem.h>
#include <linux-ish/listpool.h>
#include <linux-ish/locklist.h>
#include <linux-ish/mem.h>
#include <linux-ish/rwarray.h>
#include <linux-ish/save.h>
#include <linux-ish/slotpool.h>
#include <linux-ish/sort.h>
#include <linux-ish/walklist.h>
#include <linux-ish/world.h>

#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 13, 0)
#define LISH_EXPORT_GPL(name) EXPORT_SYMBOL_NS_GPL(name, "LINUX_ISH")
#else
#define LISH_EXPORT_GPL(name) EXPORT_SYMBOL_NS_GPL(name, LINUX_ISH)
#endif

/* bug.h */
LISH_EXPORT_GPL(lish_report);
LISH_EXPORT_GPL(lish_reason_text);
LISH_EXPORT_GPL(lish_set_report);
LISH_EXPORT_GPL(lish_not_sure_);

/* mem.h */
LISH_EXPORT_GPL(lish_mem_default);

/* kernel/kmem.h */
LISH_EXPORT_GPL(lish_kmem_alloc_);
LISH_EXPORT_GPL(lish_kmem_free_);

/* world.h */
LISH_EXPORT_GPL(lish_world_save);
LISH_EXPORT_GPL(lish_world_load);
LISH_EXPORT_GPL(lish_world_differs);

/* core/pool.h */
LISH_EXPORT_GPL(lish_pool_is_dying_);

/* dense.h */
LISH_EXPORT_GPL(dense_close_);
LISH_EXPORT_GPL(dense_init);
LISH_EXPORT_GPL(dense_init_in);
LISH_EXPORT_GPL(dense_idx_init);
LISH_EXPORT_GPL(dense_contains);
LISH_EXPORT_GPL(dense_add);
LISH_EXPORT_GPL(dense_del);
LISH_EXPORT_GPL(dense_leave);
LISH_EXPORT_GPL(dense_node_moved);
LISH_EXPORT_GPL(dense_index_of);
LISH_EXPORT_GPL(dense_count);
LISH_EXPORT_GPL(dense_stats);
LISH_EXPORT_GPL(dense_reserve);
LISH_EXPORT_GPL(dense_rebind);
LISH_EXPORT_GPL(dense_trim);
LISH_EXPORT_GPL(dense_clear);
LISH_EXPORT_GPL(dense_forget);
LISH_EXPORT_GPL(dense_destroy);
LISH_EXPORT_GPL(dense_sort);
LISH_EXPORT_GPL(dense_span);
LISH_EXPORT_GPL(dense_check);
LISH_EXPORT_GPL(dense_at_entry);
LISH_EXPORT_GPL(dense_pop_entry);
LISH_EXPORT_GPL(dense_stop);
LISH_EXPORT_GPL(dense_open_);
LISH_EXPORT_GPL(dense_view_);
LISH_EXPORT_GPL(dense_view_span_);
LISH_EXPORT_GPL(dense_next_);
LISH_EXPORT_GPL(dense_next_back_);
LISH_EXPORT_GPL(dense_look_);
LISH_EXPORT_GPL(dense_lost_);
LISH_EXPORT_GPL(dense_view_lost_);

/* densepool.h */
LISH_EXPORT_GPL(densepool_close_);
LISH_EXPORT_GPL(densepool_init);
LISH_EXPORT_GPL(densepool_init_in);
LISH_EXPORT_GPL(densepool_destroy);
LISH_EXPORT_GPL(densepool_alloc_entry);
LISH_EXPORT_GPL(densepool_zalloc_entry);
LISH_EXPORT_GPL(densepool_free);
LISH_EXPORT_GPL(densepool_contains);
LISH_EXPORT_GPL(densepool_count);
LISH_EXPORT_GPL(densepool_stats);
LISH_EXPORT_GPL(densepool_reserve);
LISH_EXPORT_GPL(densepool_rebind);
LISH_EXPORT_GPL(densepool_trim);
LISH_EXPORT_GPL(densepool_clear);
LISH_EXPORT_GPL(densepool_check);
LISH_EXPORT_GPL(densepool_at_entry);
LISH_EXPORT_GPL(densepool_span);
LISH_EXPORT_GPL(densepool_stop);
LISH_EXPORT_GPL(densepool_open_);
LISH_EXPORT_GPL(densepool_view_);
LISH_EXPORT_GPL(densepool_view_span_);
LISH_EXPORT_GPL(densepool_next_);
LISH_EXPORT_GPL(densepool_next_back_);
LISH_EXPORT_GPL(densepool_look_);
LISH_EXPORT_GPL(densepool_lost_);
LISH_EXPORT_GPL(densepool_view_lost_);

/* iheap.h */
LISH_EXPORT_GPL(iheap_init);
LISH_EXPORT_GPL(iheap_init_in);
LISH_EXPORT_GPL(iheap_set_order);
LISH_EXPORT_GPL(iheap_idx_init);
LISH_EXPORT_GPL(iheap_contains);
LISH_EXPORT_GPL(iheap_add);
LISH_EXPORT_GPL(iheap_del);
LISH_EXPORT_GPL(iheap_leave);
LISH_EXPORT_GPL(iheap_node_moved);
LISH_EXPORT_GPL(iheap_moved);
LISH_EXPORT_GPL(iheap_key_of);
LISH_EXPORT_GPL(iheap_first);
LISH_EXPORT_GPL(iheap_count);
LISH_EXPORT_GPL(iheap_stats);
LISH_EXPORT_GPL(iheap_reserve);
LISH_EXPORT_GPL(iheap_rebind);
LISH_EXPORT_GPL(iheap_trim);
LISH_EXPORT_GPL(iheap_clear);
LISH_EXPORT_GPL(iheap_destroy);
LISH_EXPORT_GPL(iheap_check);
LISH_EXPORT_GPL(iheap_stop);
LISH_EXPORT_GPL(iheap_first_entry);
LISH_EXPORT_GPL(iheap_pop_entry);
LISH_EXPORT_GPL(iheap_drain_close_);
LISH_EXPORT_GPL(iheap_drain_open_);
LISH_EXPORT_GPL(iheap_drain_step_);

/* ilist.h */
LISH_EXPORT_GPL(ilist_init);
LISH_EXPORT_GPL(ilist_node_init);
LISH_EXPORT_GPL(ilist_add);
LISH_EXPORT_GPL(ilist_add_tail);
LISH_EXPORT_GPL(ilist_add_before);
LISH_EXPORT_GPL(ilist_add_after);
LISH_EXPORT_GPL(ilist_del);
LISH_EXPORT_GPL(ilist_leave);
LISH_EXPORT_GPL(ilist_move);
LISH_EXPORT_GPL(ilist_move_tail);
LISH_EXPORT_GPL(ilist_splice);
LISH_EXPORT_GPL(ilist_splice_tail);
LISH_EXPORT_GPL(ilist_cut_after);
LISH_EXPORT_GPL(ilist_bulk_move_tail);
LISH_EXPORT_GPL(ilist_node_moved);
LISH_EXPORT_GPL(ilist_clear);
LISH_EXPORT_GPL(ilist_destroy);
LISH_EXPORT_GPL(ilist_count);
LISH_EXPORT_GPL(ilist_contains);
LISH_EXPORT_GPL(ilist_check);
LISH_EXPORT_GPL(ilist_sort);
LISH_EXPORT_GPL(ilist_add_sorted);
LISH_EXPORT_GPL(ilist_sort_by_key);
LISH_EXPORT_GPL(ilist_beside_);
LISH_EXPORT_GPL(ilist_pop_entry);
LISH_EXPORT_GPL(ilist_pop_tail_entry);
LISH_EXPORT_GPL(ilist_open_from_);
LISH_EXPORT_GPL(ilist_no_way_);
LISH_EXPORT_GPL(ilist_lost_);
LISH_EXPORT_GPL(ilist_step_);
LISH_EXPORT_GPL(ilist_step_safe_);
LISH_EXPORT_GPL(ilist_drain_entry);

/* inbox.h */
LISH_EXPORT_GPL(inbox_init);
LISH_EXPORT_GPL(inbox_node_init);
LISH_EXPORT_GPL(inbox_push);
LISH_EXPORT_GPL(inbox_chain_add_tail);
LISH_EXPORT_GPL(inbox_chain_refuse_);
LISH_EXPORT_GPL(inbox_push_chain);
LISH_EXPORT_GPL(inbox_clear);
LISH_EXPORT_GPL(inbox_check);
LISH_EXPORT_GPL(inbox_pop_entry);
LISH_EXPORT_GPL(inbox_take_);
LISH_EXPORT_GPL(inbox_lost_);
LISH_EXPORT_GPL(inbox_drain_step_);

/* ipool.h */
LISH_EXPORT_GPL(ipool_init);
LISH_EXPORT_GPL(ipool_init_in);
LISH_EXPORT_GPL(ipool_destroy);
LISH_EXPORT_GPL(ipool_alloc_entry);
LISH_EXPORT_GPL(ipool_zalloc_entry);
LISH_EXPORT_GPL(ipool_free);
LISH_EXPORT_GPL(ipool_free_bulk);
LISH_EXPORT_GPL(ipool_contains);
LISH_EXPORT_GPL(ipool_owns);
LISH_EXPORT_GPL(ipool_index_of);
LISH_EXPORT_GPL(ipool_at_entry);
LISH_EXPORT_GPL(ipool_free_at);
LISH_EXPORT_GPL(ipool_count);
LISH_EXPORT_GPL(ipool_stats);
LISH_EXPORT_GPL(ipool_reserve);
LISH_EXPORT_GPL(ipool_rebind);
LISH_EXPORT_GPL(ipool_trim);
LISH_EXPORT_GPL(ipool_clear);
LISH_EXPORT_GPL(ipool_check);

/* listpool.h */
LISH_EXPORT_GPL(listpool_init);
LISH_EXPORT_GPL(listpool_init_in);
LISH_EXPORT_GPL(listpool_destroy);
LISH_EXPORT_GPL(listpool_alloc_entry);
LISH_EXPORT_GPL(listpool_alloc_tail_entry);
LISH_EXPORT_GPL(listpool_alloc_before_entry);
LISH_EXPORT_GPL(listpool_alloc_after_entry);
LISH_EXPORT_GPL(listpool_zalloc_entry);
LISH_EXPORT_GPL(listpool_zalloc_tail_entry);
LISH_EXPORT_GPL(listpool_free);
LISH_EXPORT_GPL(listpool_move);
LISH_EXPORT_GPL(listpool_move_tail);
LISH_EXPORT_GPL(listpool_move_before);
LISH_EXPORT_GPL(listpool_move_after);
LISH_EXPORT_GPL(listpool_contains);
LISH_EXPORT_GPL(listpool_count);
LISH_EXPORT_GPL(listpool_stats);
LISH_EXPORT_GPL(listpool_first_entry);
LISH_EXPORT_GPL(listpool_last_entry);
LISH_EXPORT_GPL(listpool_next_entry);
LISH_EXPORT_GPL(listpool_prev_entry);
LISH_EXPORT_GPL(listpool_reserve);
LISH_EXPORT_GPL(listpool_rebind);
LISH_EXPORT_GPL(listpool_trim);
LISH_EXPORT_GPL(listpool_clear);
LISH_EXPORT_GPL(listpool_sort);
LISH_EXPORT_GPL(listpool_check);
LISH_EXPORT_GPL(listpool_stop);
LISH_EXPORT_GPL(listpool_close_);
LISH_EXPORT_GPL(listpool_open_);
LISH_EXPORT_GPL(listpool_open_present_);
LISH_EXPORT_GPL(listpool_open_from_);
LISH_EXPORT_GPL(listpool_next_);
LISH_EXPORT_GPL(listpool_view_lost_);
LISH_EXPORT_GPL(listpool_step_);
LISH_EXPORT_GPL(listpool_view_);
LISH_EXPORT_GPL(listpool_step_as_);

/* locklist.h */
LISH_EXPORT_GPL(locklist_init);
LISH_EXPORT_GPL(locklist_node_init);
LISH_EXPORT_GPL(locklist_set_on_out);
LISH_EXPORT_GPL(locklist_destroy);
LISH_EXPORT_GPL(locklist_forget);
LISH_EXPORT_GPL(locklist_is_locked);
LISH_EXPORT_GPL(locklist_lock);
LISH_EXPORT_GPL(locklist_unlock);
LISH_EXPORT_GPL(locklist_add_tail);
LISH_EXPORT_GPL(locklist_del);
LISH_EXPORT_GPL(locklist_leave);
LISH_EXPORT_GPL(locklist_node_moved);
LISH_EXPORT_GPL(locklist_clear);
LISH_EXPORT_GPL(locklist_contains);
LISH_EXPORT_GPL(locklist_owner);
LISH_EXPORT_GPL(locklist_count);
LISH_EXPORT_GPL(locklist_seen_count);
LISH_EXPORT_GPL(locklist_check);
LISH_EXPORT_GPL(locklist_first_entry);
LISH_EXPORT_GPL(locklist_next_entry);
LISH_EXPORT_GPL(locklist_stop);
LISH_EXPORT_GPL(locklist_open_);
LISH_EXPORT_GPL(locklist_close_);
LISH_EXPORT_GPL(locklist_left_);
LISH_EXPORT_GPL(locklist_lost_);
LISH_EXPORT_GPL(locklist_step_);
LISH_EXPORT_GPL(locklist_look_);

/* rwarray.h */
LISH_EXPORT_GPL(rwarray_close_);
LISH_EXPORT_GPL(rwarray_init);
LISH_EXPORT_GPL(rwarray_init_in);
LISH_EXPORT_GPL(rwarray_destroy);
LISH_EXPORT_GPL(rwarray_idx_init);
LISH_EXPORT_GPL(rwarray_add_tail);
LISH_EXPORT_GPL(rwarray_del);
LISH_EXPORT_GPL(rwarray_leave);
LISH_EXPORT_GPL(rwarray_node_moved);
LISH_EXPORT_GPL(rwarray_contains);
LISH_EXPORT_GPL(rwarray_count);
LISH_EXPORT_GPL(rwarray_stats);
LISH_EXPORT_GPL(rwarray_reserve);
LISH_EXPORT_GPL(rwarray_compact);
LISH_EXPORT_GPL(rwarray_rebind);
LISH_EXPORT_GPL(rwarray_trim);
LISH_EXPORT_GPL(rwarray_clear);
LISH_EXPORT_GPL(rwarray_forget);
LISH_EXPORT_GPL(rwarray_sort);
LISH_EXPORT_GPL(rwarray_span);
LISH_EXPORT_GPL(rwarray_check);
LISH_EXPORT_GPL(rwarray_stop);
LISH_EXPORT_GPL(rwarray_reload_);
LISH_EXPORT_GPL(rwarray_lost_);
LISH_EXPORT_GPL(rwarray_next_);
LISH_EXPORT_GPL(rwarray_next_back_);
LISH_EXPORT_GPL(rwarray_open_);
LISH_EXPORT_GPL(rwarray_view_);
LISH_EXPORT_GPL(rwarray_view_span_);
LISH_EXPORT_GPL(rwarray_view_lost_);
LISH_EXPORT_GPL(rwarray_look_);

/* save.h */
LISH_EXPORT_GPL(slotpool_save_size);
LISH_EXPORT_GPL(slotpool_save);
LISH_EXPORT_GPL(slotpool_load);

/* slotpool.h */
LISH_EXPORT_GPL(slotpool_init);
LISH_EXPORT_GPL(slotpool_init_in);
LISH_EXPORT_GPL(slotpool_destroy);
LISH_EXPORT_GPL(slotpool_alloc_entry);
LISH_EXPORT_GPL(slotpool_zalloc_entry);
LISH_EXPORT_GPL(slotpool_alloc_tail_entry);
LISH_EXPORT_GPL(slotpool_alloc_at_entry);
LISH_EXPORT_GPL(slotpool_free);
LISH_EXPORT_GPL(slotpool_free_bulk);
LISH_EXPORT_GPL(slotpool_contains);
LISH_EXPORT_GPL(slotpool_owns);
LISH_EXPORT_GPL(slotpool_index_of);
LISH_EXPORT_GPL(slotpool_at_entry);
LISH_EXPORT_GPL(slotpool_free_at);
LISH_EXPORT_GPL(slotpool_next_live);
LISH_EXPORT_GPL(slotpool_prev_live);
LISH_EXPORT_GPL(slotpool_get_entry);
LISH_EXPORT_GPL(slotpool_get_u32);
LISH_EXPORT_GPL(slotpool_free_handle);
LISH_EXPORT_GPL(slotpool_handle_of);
LISH_EXPORT_GPL(slotpool_handle_at);
LISH_EXPORT_GPL(slotpool_handle_to_u32);
LISH_EXPORT_GPL(slotpool_handle_from_u64);
LISH_EXPORT_GPL(slotpool_count);
LISH_EXPORT_GPL(slotpool_stats);
LISH_EXPORT_GPL(slotpool_reserve);
LISH_EXPORT_GPL(slotpool_rebind);
LISH_EXPORT_GPL(slotpool_trim);
LISH_EXPORT_GPL(slotpool_clear);
LISH_EXPORT_GPL(slotpool_span);
LISH_EXPORT_GPL(slotpool_check);
LISH_EXPORT_GPL(slotpool_loop_over_);
LISH_EXPORT_GPL(slotpool_stepped_);
LISH_EXPORT_GPL(slotpool_stepped_back_);
LISH_EXPORT_GPL(slotpool_ranges_of_);
LISH_EXPORT_GPL(slotpool_next_range_);

/* walklist.h */
LISH_EXPORT_GPL(walklist_init);
LISH_EXPORT_GPL(walklist_node_init);
LISH_EXPORT_GPL(walklist_forget);
LISH_EXPORT_GPL(walklist_add);
LISH_EXPORT_GPL(walklist_add_tail);
LISH_EXPORT_GPL(walklist_add_before);
LISH_EXPORT_GPL(walklist_add_after);
LISH_EXPORT_GPL(walklist_del);
LISH_EXPORT_GPL(walklist_leave);
LISH_EXPORT_GPL(walklist_move);
LISH_EXPORT_GPL(walklist_move_tail);
LISH_EXPORT_GPL(walklist_contains);
LISH_EXPORT_GPL(walklist_splice);
LISH_EXPORT_GPL(walklist_splice_tail);
LISH_EXPORT_GPL(walklist_node_moved);
LISH_EXPORT_GPL(walklist_clear);
LISH_EXPORT_GPL(walklist_destroy);
LISH_EXPORT_GPL(walklist_sort);
LISH_EXPORT_GPL(walklist_add_sorted);
LISH_EXPORT_GPL(walklist_check);
LISH_EXPORT_GPL(walklist_first);
LISH_EXPORT_GPL(walklist_first_entry);
LISH_EXPORT_GPL(walklist_last_entry);
LISH_EXPORT_GPL(walklist_next_entry);
LISH_EXPORT_GPL(walklist_prev_entry);
LISH_EXPORT_GPL(walklist_pop_entry);
LISH_EXPORT_GPL(walklist_pop_tail_entry);
LISH_EXPORT_GPL(walklist_loop_end);
LISH_EXPORT_GPL(walklist_loop_begin);
LISH_EXPORT_GPL(walklist_loop_next);
LISH_EXPORT_GPL(walklist_stop);
LISH_EXPORT_GPL(walklist_loop_open_);
LISH_EXPORT_GPL(walklist_loop_open_present_);
LISH_EXPORT_GPL(walklist_loop_open_from_);
LISH_EXPORT_GPL(walklist_view_lost_);
LISH_EXPORT_GPL(walklist_step_);
LISH_EXPORT_GPL(walklist_view_);
LISH_EXPORT_GPL(walklist_step_as_);

#else
/* Elsewhere nothing, so that a build may take all of lib/. */
#include <linux-ish/ground/env.h>
#endif
