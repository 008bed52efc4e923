// SPDX-License-Identifier: MIT
/*
 * Kernel glue: what the module exports, and its licence. Not part of the
 * user-space libraries.
 */
#include <linux/export.h>
#include <linux/module.h>

#include <linux-ish/chunk.h>
#include <linux-ish/dense.h>
#include <linux-ish/densepool.h>
#include <linux-ish/ilist.h>
#include <linux-ish/ipool.h>
#include <linux-ish/listpool.h>
#include <linux-ish/locklist.h>
#include <linux-ish/mem.h>
#include <linux-ish/rwarray.h>
#include <linux-ish/slotpool.h>
#include <linux-ish/version.h>
#include <linux-ish/walklist.h>

EXPORT_SYMBOL(lish_array_resize_);
EXPORT_SYMBOL(lish_block_cut_);
EXPORT_SYMBOL(lish_chunks_born_);
EXPORT_SYMBOL(lish_chunks_close_);
EXPORT_SYMBOL(lish_chunks_dead_);
EXPORT_SYMBOL(lish_chunks_dying_);
EXPORT_SYMBOL(lish_chunks_extend_);
EXPORT_SYMBOL(lish_chunks_find_);
EXPORT_SYMBOL(lish_chunks_free_side_);
EXPORT_SYMBOL(lish_chunks_init_);
EXPORT_SYMBOL(lish_chunks_init_in_);
EXPORT_SYMBOL(lish_chunks_make_);
EXPORT_SYMBOL(lish_chunks_may_destroy_);
EXPORT_SYMBOL(lish_chunks_must_visit_);
EXPORT_SYMBOL(lish_chunks_next_);
EXPORT_SYMBOL(lish_chunks_open_);
EXPORT_SYMBOL(lish_chunks_reason_);
EXPORT_SYMBOL(lish_chunks_refuse_type_);
EXPORT_SYMBOL(lish_chunks_release_);
EXPORT_SYMBOL(lish_chunks_rest_);
EXPORT_SYMBOL(lish_chunks_revive_);
EXPORT_SYMBOL(lish_chunks_round_);
EXPORT_SYMBOL(lish_chunks_set_hooks_);
EXPORT_SYMBOL(lish_chunks_settled_);
EXPORT_SYMBOL(lish_chunks_shrink_);
EXPORT_SYMBOL(lish_chunks_side_);
EXPORT_SYMBOL(lish_chunks_zero_);
EXPORT_SYMBOL(lish_mem_default);
EXPORT_SYMBOL(lish_reason_text);
EXPORT_SYMBOL(lish_report);
EXPORT_SYMBOL(lish_set_report);
EXPORT_SYMBOL(lish_slots_cut_);
EXPORT_SYMBOL(lish_slots_fit_);
EXPORT_SYMBOL(lish_slots_free_);
EXPORT_SYMBOL(lish_slots_grow_);
EXPORT_SYMBOL(lish_slots_init_in_);
EXPORT_SYMBOL(lish_slots_reserve_);
EXPORT_SYMBOL(lish_slots_reset_);
EXPORT_SYMBOL(lish_slots_trim_);
EXPORT_SYMBOL(lish_version);

EXPORT_SYMBOL(dense_abandon);
EXPORT_SYMBOL(dense_check);
EXPORT_SYMBOL(dense_clear);
EXPORT_SYMBOL(dense_destroy);
EXPORT_SYMBOL(dense_forget);
EXPORT_SYMBOL(dense_grow_);
EXPORT_SYMBOL(dense_loop_begin);
EXPORT_SYMBOL(dense_loop_end);
EXPORT_SYMBOL(dense_no_member_);
EXPORT_SYMBOL(dense_refuse_last_);
EXPORT_SYMBOL(dense_refuse_loop_);
EXPORT_SYMBOL(dense_refuse_zero_);
EXPORT_SYMBOL(dense_reserve);
EXPORT_SYMBOL(dense_set_limit);
EXPORT_SYMBOL(dense_sort);
EXPORT_SYMBOL(dense_sort_by_address);
EXPORT_SYMBOL(dense_span);
EXPORT_SYMBOL(dense_trim);
EXPORT_SYMBOL(dense_whole_ok_);

EXPORT_SYMBOL(densepool_abandon);
EXPORT_SYMBOL(densepool_born_);
EXPORT_SYMBOL(densepool_bury_);
EXPORT_SYMBOL(densepool_check);
EXPORT_SYMBOL(densepool_clear);
EXPORT_SYMBOL(densepool_destroy);
EXPORT_SYMBOL(densepool_fresh_);
EXPORT_SYMBOL(densepool_init_);
EXPORT_SYMBOL(densepool_init_in_);
EXPORT_SYMBOL(densepool_loop_begin);
EXPORT_SYMBOL(densepool_loop_end);
EXPORT_SYMBOL(densepool_owns);
EXPORT_SYMBOL(densepool_refuse_);
EXPORT_SYMBOL(densepool_refuse_zero_);
EXPORT_SYMBOL(densepool_reserve);
EXPORT_SYMBOL(densepool_set_hooks);
EXPORT_SYMBOL(densepool_trim);
EXPORT_SYMBOL(densepool_whole_ok_);

EXPORT_SYMBOL(ilist_add_sorted);
EXPORT_SYMBOL(ilist_broken_node_);
EXPORT_SYMBOL(ilist_check);
EXPORT_SYMBOL(ilist_clear);
EXPORT_SYMBOL(ilist_count);
EXPORT_SYMBOL(ilist_lost_);
EXPORT_SYMBOL(ilist_member_ok_);
EXPORT_SYMBOL(ilist_merge);
EXPORT_SYMBOL(ilist_range_ok_);
EXPORT_SYMBOL(ilist_refuse_add_);
EXPORT_SYMBOL(ilist_refuse_list_);
EXPORT_SYMBOL(ilist_refuse_node_);
EXPORT_SYMBOL(ilist_relink_);
EXPORT_SYMBOL(ilist_reverse);
EXPORT_SYMBOL(ilist_reverse_ring_);
EXPORT_SYMBOL(ilist_ring_ok_);
EXPORT_SYMBOL(ilist_sort_keyed_);
EXPORT_SYMBOL(ilist_sort_ring_);

EXPORT_SYMBOL(ipool_born_);
EXPORT_SYMBOL(ipool_bury_);
EXPORT_SYMBOL(ipool_check);
EXPORT_SYMBOL(ipool_clear);
EXPORT_SYMBOL(ipool_destroy);
EXPORT_SYMBOL(ipool_grow_);
EXPORT_SYMBOL(ipool_init_);
EXPORT_SYMBOL(ipool_init_in_);
EXPORT_SYMBOL(ipool_owns);
EXPORT_SYMBOL(ipool_refuse_);
EXPORT_SYMBOL(ipool_refuse_zero_);
EXPORT_SYMBOL(ipool_reserve);
EXPORT_SYMBOL(ipool_set_hooks);
EXPORT_SYMBOL(ipool_trim);
EXPORT_SYMBOL(ipool_whole_ok_);

EXPORT_SYMBOL(listpool_abandon);
EXPORT_SYMBOL(listpool_added_);
EXPORT_SYMBOL(listpool_born_);
EXPORT_SYMBOL(listpool_bury_);
EXPORT_SYMBOL(listpool_check);
EXPORT_SYMBOL(listpool_clear);
EXPORT_SYMBOL(listpool_destroy);
EXPORT_SYMBOL(listpool_grow_);
EXPORT_SYMBOL(listpool_hint_stamped_);
EXPORT_SYMBOL(listpool_init_);
EXPORT_SYMBOL(listpool_init_in_);
EXPORT_SYMBOL(listpool_loop_begin);
EXPORT_SYMBOL(listpool_loop_begin_from);
EXPORT_SYMBOL(listpool_loop_begin_from_reverse);
EXPORT_SYMBOL(listpool_loop_begin_present);
EXPORT_SYMBOL(listpool_loop_begin_reverse);
EXPORT_SYMBOL(listpool_loop_end);
EXPORT_SYMBOL(listpool_loop_next);
EXPORT_SYMBOL(listpool_owns);
EXPORT_SYMBOL(listpool_refuse_);
EXPORT_SYMBOL(listpool_refuse_place_);
EXPORT_SYMBOL(listpool_refuse_zero_);
EXPORT_SYMBOL(listpool_reserve);
EXPORT_SYMBOL(listpool_set_hooks);
EXPORT_SYMBOL(listpool_sort);
EXPORT_SYMBOL(listpool_trim);
EXPORT_SYMBOL(listpool_whole_ok_);

EXPORT_SYMBOL(locklist_abandon);
EXPORT_SYMBOL(locklist_add_again_);
EXPORT_SYMBOL(locklist_add_each_);
EXPORT_SYMBOL(locklist_check);
EXPORT_SYMBOL(locklist_clear);
EXPORT_SYMBOL(locklist_del_each_);
EXPORT_SYMBOL(locklist_destroy);
EXPORT_SYMBOL(locklist_forget);
EXPORT_SYMBOL(locklist_init);
EXPORT_SYMBOL(locklist_loop_begin);
EXPORT_SYMBOL(locklist_loop_end);
EXPORT_SYMBOL(locklist_lost_);
EXPORT_SYMBOL(locklist_refuse_list_);
EXPORT_SYMBOL(locklist_refuse_node_);
EXPORT_SYMBOL(locklist_refuse_unlock_);
EXPORT_SYMBOL(locklist_settle_);
EXPORT_SYMBOL(locklist_take_out_);
EXPORT_SYMBOL(locklist_whole_ok_);

EXPORT_SYMBOL(rwarray_abandon);
EXPORT_SYMBOL(rwarray_check);
EXPORT_SYMBOL(rwarray_clear);
EXPORT_SYMBOL(rwarray_compact);
EXPORT_SYMBOL(rwarray_destroy);
EXPORT_SYMBOL(rwarray_forget);
EXPORT_SYMBOL(rwarray_init);
EXPORT_SYMBOL(rwarray_init_fixed);
EXPORT_SYMBOL(rwarray_loop_begin);
EXPORT_SYMBOL(rwarray_loop_begin_present);
EXPORT_SYMBOL(rwarray_loop_begin_reverse);
EXPORT_SYMBOL(rwarray_loop_end);
EXPORT_SYMBOL(rwarray_make_room_);
EXPORT_SYMBOL(rwarray_no_member_);
EXPORT_SYMBOL(rwarray_refuse_zero_);
EXPORT_SYMBOL(rwarray_reserve);
EXPORT_SYMBOL(rwarray_set_limit);
EXPORT_SYMBOL(rwarray_settled_);
EXPORT_SYMBOL(rwarray_sort);
EXPORT_SYMBOL(rwarray_trim);
EXPORT_SYMBOL(rwarray_whole_ok_);

EXPORT_SYMBOL(slotpool_bury_);
EXPORT_SYMBOL(slotpool_check);
EXPORT_SYMBOL(slotpool_clear);
EXPORT_SYMBOL(slotpool_destroy);
EXPORT_SYMBOL(slotpool_forget_handles);
EXPORT_SYMBOL(slotpool_init_);
EXPORT_SYMBOL(slotpool_init_in_);
EXPORT_SYMBOL(slotpool_load);
EXPORT_SYMBOL(slotpool_next_live);
EXPORT_SYMBOL(slotpool_next_run_);
EXPORT_SYMBOL(slotpool_owns);
EXPORT_SYMBOL(slotpool_refuse_);
EXPORT_SYMBOL(slotpool_refuse_zero_);
EXPORT_SYMBOL(slotpool_reserve);
EXPORT_SYMBOL(slotpool_save);
EXPORT_SYMBOL(slotpool_save_size);
EXPORT_SYMBOL(slotpool_set_hooks);
EXPORT_SYMBOL(slotpool_set_saved);
EXPORT_SYMBOL(slotpool_span);
EXPORT_SYMBOL(slotpool_take_any_);
EXPORT_SYMBOL(slotpool_take_last_);
EXPORT_SYMBOL(slotpool_trim);
EXPORT_SYMBOL(slotpool_whole_ok_);

EXPORT_SYMBOL(walklist_abandon);
EXPORT_SYMBOL(walklist_added_);
EXPORT_SYMBOL(walklist_check);
EXPORT_SYMBOL(walklist_clear);
EXPORT_SYMBOL(walklist_fix_add_);
EXPORT_SYMBOL(walklist_fix_del_);
EXPORT_SYMBOL(walklist_fix_replace_);
EXPORT_SYMBOL(walklist_fix_reset_);
EXPORT_SYMBOL(walklist_fix_swap_);
EXPORT_SYMBOL(walklist_hint_stamped_);
EXPORT_SYMBOL(walklist_loop_begin);
EXPORT_SYMBOL(walklist_loop_begin_from);
EXPORT_SYMBOL(walklist_loop_begin_from_reverse);
EXPORT_SYMBOL(walklist_loop_begin_present);
EXPORT_SYMBOL(walklist_loop_begin_reverse);
EXPORT_SYMBOL(walklist_loop_end);
EXPORT_SYMBOL(walklist_loop_next);
EXPORT_SYMBOL(walklist_lost_);
EXPORT_SYMBOL(walklist_oldest_);
EXPORT_SYMBOL(walklist_open_);
EXPORT_SYMBOL(walklist_refuse_add_);
EXPORT_SYMBOL(walklist_refuse_list_);
EXPORT_SYMBOL(walklist_refuse_node_);
EXPORT_SYMBOL(walklist_reverse);
EXPORT_SYMBOL(walklist_sort);
EXPORT_SYMBOL(walklist_valid_);

MODULE_LICENSE("Dual MIT/GPL");
MODULE_DESCRIPTION("intrusive containers for objects that are born and die");
MODULE_AUTHOR("the linux-ish developers");
