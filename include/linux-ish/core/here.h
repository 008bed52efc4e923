/* SPDX-License-Identifier: MIT */
/*
 * here.h - what makes a report name the call: included at the end of each header
 *
 * LISH_TELLS_(function): the library must not inline it, nor clang make the last call
 * of it in a function a jump. Else the report names the caller of that function.
 *
 * With LISH_REPORT_LOCATION each call leaves its file and line for reports: a macro of
 * the function's name, which must not come before the function. A pointer to the
 * function calls it without. With gcc and clang, where a thread has variables of its
 * own; elsewhere LISH_REPORT_LOCATION changes nothing.
 *
 * Made by scripts/here.sh: "make abi".
 */
#include "env.h"

#if defined(LISH_REPORT_LOCATION) && LISH_HERE_ && !defined(LISH_LIB_) && \
	!defined(LISH_OUTLINE_BODIES_)
#define LISH_HERE_CALLS_
#endif
LISH_TELLS_BEGIN_

#ifdef LISH_HERE_BUG_
#ifdef LISH_HERE_CALLS_
#define lish_sure_(...) LISH_HERE_AT_((lish_sure_)(__VA_ARGS__))
#endif
#undef LISH_HERE_BUG_
#endif

#ifdef LISH_HERE_DENSE_
LISH_TELLS_(dense_loop_end)
LISH_TELLS_(dense_init)
LISH_TELLS_(dense_stats)
LISH_TELLS_(dense_reserve)
LISH_TELLS_(dense_trim)
LISH_TELLS_(dense_clear)
LISH_TELLS_(dense_forget)
LISH_TELLS_(dense_destroy)
LISH_TELLS_(dense_sort)
LISH_TELLS_(dense_span)
LISH_TELLS_(dense_loop_begin)
LISH_TELLS_(dense_stop)
LISH_TELLS_(dense_abandon)
#ifdef LISH_HERE_CALLS_
#define dense_loop_end(...) LISH_HERE_AT_((dense_loop_end)(__VA_ARGS__))
#undef dense_init_in_
#define dense_init_in_(...) \
	LISH_HERE_AT_(LISH_ABI_(dense_init_in_)(__VA_ARGS__))
#define dense_init(...) LISH_HERE_AT_((dense_init)(__VA_ARGS__))
#define dense_idx_init(...) LISH_HERE_AT_((dense_idx_init)(__VA_ARGS__))
#define dense_contains(...) LISH_HERE_AT_((dense_contains)(__VA_ARGS__))
#define dense_add(...) LISH_HERE_AT_((dense_add)(__VA_ARGS__))
#define dense_del(...) LISH_HERE_AT_((dense_del)(__VA_ARGS__))
#define dense_leave(...) LISH_HERE_AT_((dense_leave)(__VA_ARGS__))
#undef dense_pop_
#define dense_pop_(...) \
	LISH_HERE_AT_(LISH_ABI_(dense_pop_)(__VA_ARGS__))
#define dense_index_of(...) LISH_HERE_AT_((dense_index_of)(__VA_ARGS__))
#define dense_at_(...) LISH_HERE_AT_((dense_at_)(__VA_ARGS__))
#define dense_count(...) LISH_HERE_AT_((dense_count)(__VA_ARGS__))
#define dense_stats(...) LISH_HERE_AT_((dense_stats)(__VA_ARGS__))
#define dense_reserve(...) LISH_HERE_AT_((dense_reserve)(__VA_ARGS__))
#define dense_trim(...) LISH_HERE_AT_((dense_trim)(__VA_ARGS__))
#define dense_clear(...) LISH_HERE_AT_((dense_clear)(__VA_ARGS__))
#define dense_forget(...) LISH_HERE_AT_((dense_forget)(__VA_ARGS__))
#define dense_destroy(...) LISH_HERE_AT_((dense_destroy)(__VA_ARGS__))
#define dense_sort(...) LISH_HERE_AT_((dense_sort)(__VA_ARGS__))
#define dense_span(...) LISH_HERE_AT_((dense_span)(__VA_ARGS__))
#define dense_entry_or_null_(...) LISH_HERE_AT_((dense_entry_or_null_)(__VA_ARGS__))
#define dense_loop_begin(...) LISH_HERE_AT_((dense_loop_begin)(__VA_ARGS__))
#define dense_loop_next(...) LISH_HERE_AT_((dense_loop_next)(__VA_ARGS__))
#define dense_stop(...) LISH_HERE_AT_((dense_stop)(__VA_ARGS__))
#define dense_abandon(...) LISH_HERE_AT_((dense_abandon)(__VA_ARGS__))
#undef dense_open_
#define dense_open_(...) \
	LISH_HERE_AT_(LISH_ABI_(dense_open_)(__VA_ARGS__))
#undef dense_open_reverse_
#define dense_open_reverse_(...) \
	LISH_HERE_AT_(LISH_ABI_(dense_open_reverse_)(__VA_ARGS__))
#undef dense_open_present_
#define dense_open_present_(...) \
	LISH_HERE_AT_(LISH_ABI_(dense_open_present_)(__VA_ARGS__))
#undef dense_open_frozen_
#define dense_open_frozen_(...) \
	LISH_HERE_AT_(LISH_ABI_(dense_open_frozen_)(__VA_ARGS__))
#undef dense_view_span_
#define dense_view_span_(...) \
	LISH_HERE_AT_(LISH_ABI_(dense_view_span_)(__VA_ARGS__))
#undef dense_view_
#define dense_view_(...) \
	LISH_HERE_AT_(LISH_ABI_(dense_view_)(__VA_ARGS__))
#undef dense_look_
#define dense_look_(...) \
	LISH_HERE_AT_(LISH_ABI_(dense_look_)(__VA_ARGS__))
#undef dense_look_span_
#define dense_look_span_(...) \
	LISH_HERE_AT_(LISH_ABI_(dense_look_span_)(__VA_ARGS__))
#endif
#undef LISH_HERE_DENSE_
#endif

#ifdef LISH_HERE_DENSEPOOL_
LISH_TELLS_(densepool_loop_end)
LISH_TELLS_(densepool_set_hooks)
LISH_TELLS_(densepool_destroy)
LISH_TELLS_(densepool_reserve)
LISH_TELLS_(densepool_trim)
LISH_TELLS_(densepool_clear)
LISH_TELLS_(densepool_span)
LISH_TELLS_(densepool_loop_begin)
LISH_TELLS_(densepool_stop)
LISH_TELLS_(densepool_abandon)
#ifdef LISH_HERE_CALLS_
#define densepool_loop_end(...) LISH_HERE_AT_((densepool_loop_end)(__VA_ARGS__))
#undef densepool_init_
#define densepool_init_(...) \
	LISH_HERE_AT_(LISH_ABI_(densepool_init_)(__VA_ARGS__))
#undef densepool_init_in_
#define densepool_init_in_(...) \
	LISH_HERE_AT_(LISH_ABI_(densepool_init_in_)(__VA_ARGS__))
#define densepool_set_hooks(...) LISH_HERE_AT_((densepool_set_hooks)(__VA_ARGS__))
#define densepool_destroy(...) LISH_HERE_AT_((densepool_destroy)(__VA_ARGS__))
#undef densepool_alloc_
#define densepool_alloc_(...) \
	LISH_HERE_AT_(LISH_ABI_(densepool_alloc_)(__VA_ARGS__))
#undef densepool_zalloc_
#define densepool_zalloc_(...) \
	LISH_HERE_AT_(LISH_ABI_(densepool_zalloc_)(__VA_ARGS__))
#define densepool_free(...) LISH_HERE_AT_((densepool_free)(__VA_ARGS__))
#define densepool_contains(...) LISH_HERE_AT_((densepool_contains)(__VA_ARGS__))
#define densepool_owns(...) LISH_HERE_AT_((densepool_owns)(__VA_ARGS__))
#define densepool_index_of(...) LISH_HERE_AT_((densepool_index_of)(__VA_ARGS__))
#define densepool_at_(...) LISH_HERE_AT_((densepool_at_)(__VA_ARGS__))
#define densepool_count(...) LISH_HERE_AT_((densepool_count)(__VA_ARGS__))
#define densepool_stats(...) LISH_HERE_AT_((densepool_stats)(__VA_ARGS__))
#define densepool_reserve(...) LISH_HERE_AT_((densepool_reserve)(__VA_ARGS__))
#define densepool_trim(...) LISH_HERE_AT_((densepool_trim)(__VA_ARGS__))
#define densepool_clear(...) LISH_HERE_AT_((densepool_clear)(__VA_ARGS__))
#define densepool_span(...) LISH_HERE_AT_((densepool_span)(__VA_ARGS__))
#define densepool_loop_begin(...) LISH_HERE_AT_((densepool_loop_begin)(__VA_ARGS__))
#define densepool_loop_next(...) LISH_HERE_AT_((densepool_loop_next)(__VA_ARGS__))
#define densepool_stop(...) LISH_HERE_AT_((densepool_stop)(__VA_ARGS__))
#define densepool_abandon(...) LISH_HERE_AT_((densepool_abandon)(__VA_ARGS__))
#undef densepool_open_
#define densepool_open_(...) \
	LISH_HERE_AT_(LISH_ABI_(densepool_open_)(__VA_ARGS__))
#undef densepool_open_reverse_
#define densepool_open_reverse_(...) \
	LISH_HERE_AT_(LISH_ABI_(densepool_open_reverse_)(__VA_ARGS__))
#undef densepool_open_present_
#define densepool_open_present_(...) \
	LISH_HERE_AT_(LISH_ABI_(densepool_open_present_)(__VA_ARGS__))
#undef densepool_open_frozen_
#define densepool_open_frozen_(...) \
	LISH_HERE_AT_(LISH_ABI_(densepool_open_frozen_)(__VA_ARGS__))
#undef densepool_view_span_
#define densepool_view_span_(...) \
	LISH_HERE_AT_(LISH_ABI_(densepool_view_span_)(__VA_ARGS__))
#undef densepool_view_
#define densepool_view_(...) \
	LISH_HERE_AT_(LISH_ABI_(densepool_view_)(__VA_ARGS__))
#undef densepool_look_
#define densepool_look_(...) \
	LISH_HERE_AT_(LISH_ABI_(densepool_look_)(__VA_ARGS__))
#undef densepool_look_span_
#define densepool_look_span_(...) \
	LISH_HERE_AT_(LISH_ABI_(densepool_look_span_)(__VA_ARGS__))
#endif
#undef LISH_HERE_DENSEPOOL_
#endif

#ifdef LISH_HERE_HEAP_
LISH_TELLS_(heap_init)
LISH_TELLS_(heap_set_order)
LISH_TELLS_(heap_key_of)
LISH_TELLS_(heap_stats)
LISH_TELLS_(heap_reserve)
LISH_TELLS_(heap_trim)
LISH_TELLS_(heap_clear)
LISH_TELLS_(heap_destroy)
LISH_TELLS_(heap_stop)
#ifdef LISH_HERE_CALLS_
#undef heap_init_in_
#define heap_init_in_(...) \
	LISH_HERE_AT_(LISH_ABI_(heap_init_in_)(__VA_ARGS__))
#undef heap_pop_
#define heap_pop_(...) \
	LISH_HERE_AT_(LISH_ABI_(heap_pop_)(__VA_ARGS__))
#undef heap_open_
#define heap_open_(...) \
	LISH_HERE_AT_(LISH_ABI_(heap_open_)(__VA_ARGS__))
#undef heap_step_
#define heap_step_(...) \
	LISH_HERE_AT_(LISH_ABI_(heap_step_)(__VA_ARGS__))
#define heap_init(...) LISH_HERE_AT_((heap_init)(__VA_ARGS__))
#define heap_set_order(...) LISH_HERE_AT_((heap_set_order)(__VA_ARGS__))
#define heap_idx_init(...) LISH_HERE_AT_((heap_idx_init)(__VA_ARGS__))
#define heap_contains(...) LISH_HERE_AT_((heap_contains)(__VA_ARGS__))
#define heap_add(...) LISH_HERE_AT_((heap_add)(__VA_ARGS__))
#define heap_del(...) LISH_HERE_AT_((heap_del)(__VA_ARGS__))
#define heap_leave(...) LISH_HERE_AT_((heap_leave)(__VA_ARGS__))
#define heap_moved(...) LISH_HERE_AT_((heap_moved)(__VA_ARGS__))
#define heap_key_of(...) LISH_HERE_AT_((heap_key_of)(__VA_ARGS__))
#define heap_first_(...) LISH_HERE_AT_((heap_first_)(__VA_ARGS__))
#define heap_count(...) LISH_HERE_AT_((heap_count)(__VA_ARGS__))
#define heap_stats(...) LISH_HERE_AT_((heap_stats)(__VA_ARGS__))
#define heap_reserve(...) LISH_HERE_AT_((heap_reserve)(__VA_ARGS__))
#define heap_trim(...) LISH_HERE_AT_((heap_trim)(__VA_ARGS__))
#define heap_clear(...) LISH_HERE_AT_((heap_clear)(__VA_ARGS__))
#define heap_destroy(...) LISH_HERE_AT_((heap_destroy)(__VA_ARGS__))
#define heap_stop(...) LISH_HERE_AT_((heap_stop)(__VA_ARGS__))
#define heap_entry_(...) LISH_HERE_AT_((heap_entry_)(__VA_ARGS__))
#endif
#undef LISH_HERE_HEAP_
#endif

#ifdef LISH_HERE_ILIST_
LISH_TELLS_(ilist_clear)
LISH_TELLS_(ilist_count)
LISH_TELLS_(ilist_contains)
LISH_TELLS_(ilist_reverse)
LISH_TELLS_(ilist_merge)
LISH_TELLS_(ilist_add_sorted)
#ifdef LISH_HERE_CALLS_
#define ilist_init(...) LISH_HERE_AT_((ilist_init)(__VA_ARGS__))
#define ilist_node_init(...) LISH_HERE_AT_((ilist_node_init)(__VA_ARGS__))
#define ilist_head_move(...) LISH_HERE_AT_((ilist_head_move)(__VA_ARGS__))
#define ilist_add(...) LISH_HERE_AT_((ilist_add)(__VA_ARGS__))
#define ilist_add_tail(...) LISH_HERE_AT_((ilist_add_tail)(__VA_ARGS__))
#define ilist_add_before(...) LISH_HERE_AT_((ilist_add_before)(__VA_ARGS__))
#define ilist_add_after(...) LISH_HERE_AT_((ilist_add_after)(__VA_ARGS__))
#define ilist_del(...) LISH_HERE_AT_((ilist_del)(__VA_ARGS__))
#define ilist_leave(...) LISH_HERE_AT_((ilist_leave)(__VA_ARGS__))
#define ilist_replace(...) LISH_HERE_AT_((ilist_replace)(__VA_ARGS__))
#define ilist_swap(...) LISH_HERE_AT_((ilist_swap)(__VA_ARGS__))
#define ilist_move(...) LISH_HERE_AT_((ilist_move)(__VA_ARGS__))
#define ilist_move_tail(...) LISH_HERE_AT_((ilist_move_tail)(__VA_ARGS__))
#define ilist_move_before(...) LISH_HERE_AT_((ilist_move_before)(__VA_ARGS__))
#define ilist_move_after(...) LISH_HERE_AT_((ilist_move_after)(__VA_ARGS__))
#define ilist_bulk_move_tail(...) LISH_HERE_AT_((ilist_bulk_move_tail)(__VA_ARGS__))
#define ilist_empty(...) LISH_HERE_AT_((ilist_empty)(__VA_ARGS__))
#define ilist_is_linked(...) LISH_HERE_AT_((ilist_is_linked)(__VA_ARGS__))
#define ilist_first_(...) LISH_HERE_AT_((ilist_first_)(__VA_ARGS__))
#define ilist_last_(...) LISH_HERE_AT_((ilist_last_)(__VA_ARGS__))
#define ilist_next_(...) LISH_HERE_AT_((ilist_next_)(__VA_ARGS__))
#define ilist_prev_(...) LISH_HERE_AT_((ilist_prev_)(__VA_ARGS__))
#undef ilist_pop_
#define ilist_pop_(...) \
	LISH_HERE_AT_(LISH_ABI_(ilist_pop_)(__VA_ARGS__))
#undef ilist_drain_
#define ilist_drain_(...) \
	LISH_HERE_AT_(LISH_ABI_(ilist_drain_)(__VA_ARGS__))
#undef ilist_pop_tail_
#define ilist_pop_tail_(...) \
	LISH_HERE_AT_(LISH_ABI_(ilist_pop_tail_)(__VA_ARGS__))
#define ilist_rotate_left(...) LISH_HERE_AT_((ilist_rotate_left)(__VA_ARGS__))
#define ilist_rotate_to(...) LISH_HERE_AT_((ilist_rotate_to)(__VA_ARGS__))
#define ilist_splice(...) LISH_HERE_AT_((ilist_splice)(__VA_ARGS__))
#define ilist_splice_tail(...) LISH_HERE_AT_((ilist_splice_tail)(__VA_ARGS__))
#define ilist_splice_before(...) LISH_HERE_AT_((ilist_splice_before)(__VA_ARGS__))
#define ilist_splice_after(...) LISH_HERE_AT_((ilist_splice_after)(__VA_ARGS__))
#define ilist_cut_before(...) LISH_HERE_AT_((ilist_cut_before)(__VA_ARGS__))
#define ilist_cut_after(...) LISH_HERE_AT_((ilist_cut_after)(__VA_ARGS__))
#define ilist_node_moved(...) LISH_HERE_AT_((ilist_node_moved)(__VA_ARGS__))
#define ilist_clear(...) LISH_HERE_AT_((ilist_clear)(__VA_ARGS__))
#define ilist_count(...) LISH_HERE_AT_((ilist_count)(__VA_ARGS__))
#define ilist_contains(...) LISH_HERE_AT_((ilist_contains)(__VA_ARGS__))
#define ilist_reverse(...) LISH_HERE_AT_((ilist_reverse)(__VA_ARGS__))
#define ilist_sort(...) LISH_HERE_AT_((ilist_sort)(__VA_ARGS__))
#define ilist_merge(...) LISH_HERE_AT_((ilist_merge)(__VA_ARGS__))
#define ilist_add_sorted(...) LISH_HERE_AT_((ilist_add_sorted)(__VA_ARGS__))
#define ilist_sort_by_key(...) LISH_HERE_AT_((ilist_sort_by_key)(__VA_ARGS__))
#define ilist_entry_or_null_(...) LISH_HERE_AT_((ilist_entry_or_null_)(__VA_ARGS__))
#define ilist_begin_(...) LISH_HERE_AT_((ilist_begin_)(__VA_ARGS__))
#define ilist_begin_safe_(...) LISH_HERE_AT_((ilist_begin_safe_)(__VA_ARGS__))
#define ilist_begin_safe_reverse_(...) LISH_HERE_AT_((ilist_begin_safe_reverse_)(__VA_ARGS__))
#define ilist_begin_from_(...) LISH_HERE_AT_((ilist_begin_from_)(__VA_ARGS__))
#define ilist_step_(...) LISH_HERE_AT_((ilist_step_)(__VA_ARGS__))
#define ilist_step_reverse_(...) LISH_HERE_AT_((ilist_step_reverse_)(__VA_ARGS__))
#define ilist_step_safe_(...) LISH_HERE_AT_((ilist_step_safe_)(__VA_ARGS__))
#define ilist_step_safe_reverse_(...) LISH_HERE_AT_((ilist_step_safe_reverse_)(__VA_ARGS__))
#endif
#undef LISH_HERE_ILIST_
#endif

#ifdef LISH_HERE_INBOX_
#ifdef LISH_HERE_CALLS_
#define inbox_init(...) LISH_HERE_AT_((inbox_init)(__VA_ARGS__))
#define inbox_node_init(...) LISH_HERE_AT_((inbox_node_init)(__VA_ARGS__))
#define inbox_push(...) LISH_HERE_AT_((inbox_push)(__VA_ARGS__))
#define inbox_empty(...) LISH_HERE_AT_((inbox_empty)(__VA_ARGS__))
#define inbox_clear(...) LISH_HERE_AT_((inbox_clear)(__VA_ARGS__))
#define inbox_pop_entry_(...) LISH_HERE_AT_((inbox_pop_entry_)(__VA_ARGS__))
#undef inbox_drain_step_
#define inbox_drain_step_(...) \
	LISH_HERE_AT_(LISH_ABI_(inbox_drain_step_)(__VA_ARGS__))
#endif
#undef LISH_HERE_INBOX_
#endif

#ifdef LISH_HERE_IPOOL_
LISH_TELLS_(ipool_save_size)
LISH_TELLS_(ipool_save)
LISH_TELLS_(ipool_load)
#ifdef LISH_HERE_CALLS_
#undef ipool_init_
#define ipool_init_(...) \
	LISH_HERE_AT_(LISH_ABI_(ipool_init_)(__VA_ARGS__))
#undef ipool_init_in_
#define ipool_init_in_(...) \
	LISH_HERE_AT_(LISH_ABI_(ipool_init_in_)(__VA_ARGS__))
#define ipool_set_hooks(...) LISH_HERE_AT_((ipool_set_hooks)(__VA_ARGS__))
#define ipool_destroy(...) LISH_HERE_AT_((ipool_destroy)(__VA_ARGS__))
#undef ipool_alloc_
#define ipool_alloc_(...) \
	LISH_HERE_AT_(LISH_ABI_(ipool_alloc_)(__VA_ARGS__))
#undef ipool_zalloc_
#define ipool_zalloc_(...) \
	LISH_HERE_AT_(LISH_ABI_(ipool_zalloc_)(__VA_ARGS__))
#define ipool_free(...) LISH_HERE_AT_((ipool_free)(__VA_ARGS__))
#define ipool_contains(...) LISH_HERE_AT_((ipool_contains)(__VA_ARGS__))
#define ipool_owns(...) LISH_HERE_AT_((ipool_owns)(__VA_ARGS__))
#define ipool_index_of(...) LISH_HERE_AT_((ipool_index_of)(__VA_ARGS__))
#define ipool_at_(...) LISH_HERE_AT_((ipool_at_)(__VA_ARGS__))
#define ipool_free_at(...) LISH_HERE_AT_((ipool_free_at)(__VA_ARGS__))
#define ipool_count(...) LISH_HERE_AT_((ipool_count)(__VA_ARGS__))
#define ipool_stats(...) LISH_HERE_AT_((ipool_stats)(__VA_ARGS__))
#define ipool_reserve(...) LISH_HERE_AT_((ipool_reserve)(__VA_ARGS__))
#define ipool_trim(...) LISH_HERE_AT_((ipool_trim)(__VA_ARGS__))
#define ipool_clear(...) LISH_HERE_AT_((ipool_clear)(__VA_ARGS__))
#define ipool_save_size(...) LISH_HERE_AT_((ipool_save_size)(__VA_ARGS__))
#define ipool_save(...) LISH_HERE_AT_((ipool_save)(__VA_ARGS__))
#define ipool_load(...) LISH_HERE_AT_((ipool_load)(__VA_ARGS__))
#endif
#undef LISH_HERE_IPOOL_
#endif

#ifdef LISH_HERE_LISTPOOL_
LISH_TELLS_(listpool_loop_end)
LISH_TELLS_(listpool_destroy)
LISH_TELLS_(listpool_clear)
LISH_TELLS_(listpool_sort)
LISH_TELLS_(listpool_loop_begin)
LISH_TELLS_(listpool_loop_next)
LISH_TELLS_(listpool_abandon)
LISH_TELLS_(listpool_stop)
#ifdef LISH_HERE_CALLS_
#define listpool_loop_end(...) LISH_HERE_AT_((listpool_loop_end)(__VA_ARGS__))
#undef listpool_init_
#define listpool_init_(...) \
	LISH_HERE_AT_(LISH_ABI_(listpool_init_)(__VA_ARGS__))
#undef listpool_init_in_
#define listpool_init_in_(...) \
	LISH_HERE_AT_(LISH_ABI_(listpool_init_in_)(__VA_ARGS__))
#define listpool_set_hooks(...) LISH_HERE_AT_((listpool_set_hooks)(__VA_ARGS__))
#define listpool_destroy(...) LISH_HERE_AT_((listpool_destroy)(__VA_ARGS__))
#define listpool_of_(...) LISH_HERE_AT_((listpool_of_)(__VA_ARGS__))
#undef listpool_alloc_
#define listpool_alloc_(...) \
	LISH_HERE_AT_(LISH_ABI_(listpool_alloc_)(__VA_ARGS__))
#undef listpool_zalloc_
#define listpool_zalloc_(...) \
	LISH_HERE_AT_(LISH_ABI_(listpool_zalloc_)(__VA_ARGS__))
#undef listpool_alloc_tail_
#define listpool_alloc_tail_(...) \
	LISH_HERE_AT_(LISH_ABI_(listpool_alloc_tail_)(__VA_ARGS__))
#undef listpool_zalloc_tail_
#define listpool_zalloc_tail_(...) \
	LISH_HERE_AT_(LISH_ABI_(listpool_zalloc_tail_)(__VA_ARGS__))
#undef listpool_alloc_before_
#define listpool_alloc_before_(...) \
	LISH_HERE_AT_(LISH_ABI_(listpool_alloc_before_)(__VA_ARGS__))
#undef listpool_alloc_after_
#define listpool_alloc_after_(...) \
	LISH_HERE_AT_(LISH_ABI_(listpool_alloc_after_)(__VA_ARGS__))
#define listpool_free(...) LISH_HERE_AT_((listpool_free)(__VA_ARGS__))
#define listpool_move(...) LISH_HERE_AT_((listpool_move)(__VA_ARGS__))
#define listpool_move_tail(...) LISH_HERE_AT_((listpool_move_tail)(__VA_ARGS__))
#define listpool_move_before(...) LISH_HERE_AT_((listpool_move_before)(__VA_ARGS__))
#define listpool_move_after(...) LISH_HERE_AT_((listpool_move_after)(__VA_ARGS__))
#define listpool_contains(...) LISH_HERE_AT_((listpool_contains)(__VA_ARGS__))
#define listpool_owns(...) LISH_HERE_AT_((listpool_owns)(__VA_ARGS__))
#define listpool_index_of(...) LISH_HERE_AT_((listpool_index_of)(__VA_ARGS__))
#define listpool_at_(...) LISH_HERE_AT_((listpool_at_)(__VA_ARGS__))
#define listpool_count(...) LISH_HERE_AT_((listpool_count)(__VA_ARGS__))
#define listpool_stats(...) LISH_HERE_AT_((listpool_stats)(__VA_ARGS__))
#define listpool_end_(...) LISH_HERE_AT_((listpool_end_)(__VA_ARGS__))
#define listpool_neighbour_(...) LISH_HERE_AT_((listpool_neighbour_)(__VA_ARGS__))
#define listpool_reserve(...) LISH_HERE_AT_((listpool_reserve)(__VA_ARGS__))
#define listpool_trim(...) LISH_HERE_AT_((listpool_trim)(__VA_ARGS__))
#define listpool_clear(...) LISH_HERE_AT_((listpool_clear)(__VA_ARGS__))
#define listpool_sort(...) LISH_HERE_AT_((listpool_sort)(__VA_ARGS__))
#define listpool_loop_begin(...) LISH_HERE_AT_((listpool_loop_begin)(__VA_ARGS__))
#define listpool_loop_next(...) LISH_HERE_AT_((listpool_loop_next)(__VA_ARGS__))
#define listpool_abandon(...) LISH_HERE_AT_((listpool_abandon)(__VA_ARGS__))
#define listpool_stop(...) LISH_HERE_AT_((listpool_stop)(__VA_ARGS__))
#undef listpool_loop_open_
#define listpool_loop_open_(...) \
	LISH_HERE_AT_(LISH_ABI_(listpool_loop_open_)(__VA_ARGS__))
#undef listpool_loop_open_from_
#define listpool_loop_open_from_(...) \
	LISH_HERE_AT_(LISH_ABI_(listpool_loop_open_from_)(__VA_ARGS__))
#undef listpool_forward_
#define listpool_forward_(...) \
	LISH_HERE_AT_(LISH_ABI_(listpool_forward_)(__VA_ARGS__))
#undef listpool_back_
#define listpool_back_(...) \
	LISH_HERE_AT_(LISH_ABI_(listpool_back_)(__VA_ARGS__))
#undef listpool_present_
#define listpool_present_(...) \
	LISH_HERE_AT_(LISH_ABI_(listpool_present_)(__VA_ARGS__))
#undef listpool_read_
#define listpool_read_(...) \
	LISH_HERE_AT_(LISH_ABI_(listpool_read_)(__VA_ARGS__))
#define listpool_read_begin_(...) LISH_HERE_AT_((listpool_read_begin_)(__VA_ARGS__))
#endif
#undef LISH_HERE_LISTPOOL_
#endif

#ifdef LISH_HERE_LOCKLIST_
LISH_TELLS_(locklist_init)
LISH_TELLS_(locklist_destroy)
LISH_TELLS_(locklist_forget)
LISH_TELLS_(locklist_clear)
LISH_TELLS_(locklist_loop_begin)
LISH_TELLS_(locklist_loop_end)
LISH_TELLS_(locklist_abandon)
LISH_TELLS_(locklist_stop)
#ifdef LISH_HERE_CALLS_
#define locklist_init(...) LISH_HERE_AT_((locklist_init)(__VA_ARGS__))
#define locklist_node_init(...) LISH_HERE_AT_((locklist_node_init)(__VA_ARGS__))
#define locklist_set_on_out(...) LISH_HERE_AT_((locklist_set_on_out)(__VA_ARGS__))
#define locklist_destroy(...) LISH_HERE_AT_((locklist_destroy)(__VA_ARGS__))
#define locklist_forget(...) LISH_HERE_AT_((locklist_forget)(__VA_ARGS__))
#define locklist_is_locked(...) LISH_HERE_AT_((locklist_is_locked)(__VA_ARGS__))
#define locklist_lock(...) LISH_HERE_AT_((locklist_lock)(__VA_ARGS__))
#define locklist_unlock(...) LISH_HERE_AT_((locklist_unlock)(__VA_ARGS__))
#define locklist_add_tail(...) LISH_HERE_AT_((locklist_add_tail)(__VA_ARGS__))
#define locklist_del(...) LISH_HERE_AT_((locklist_del)(__VA_ARGS__))
#define locklist_leave(...) LISH_HERE_AT_((locklist_leave)(__VA_ARGS__))
#define locklist_clear(...) LISH_HERE_AT_((locklist_clear)(__VA_ARGS__))
#define locklist_contains(...) LISH_HERE_AT_((locklist_contains)(__VA_ARGS__))
#define locklist_owner(...) LISH_HERE_AT_((locklist_owner)(__VA_ARGS__))
#define locklist_is_out(...) LISH_HERE_AT_((locklist_is_out)(__VA_ARGS__))
#define locklist_count(...) LISH_HERE_AT_((locklist_count)(__VA_ARGS__))
#define locklist_empty(...) LISH_HERE_AT_((locklist_empty)(__VA_ARGS__))
#define locklist_first_(...) LISH_HERE_AT_((locklist_first_)(__VA_ARGS__))
#define locklist_next_(...) LISH_HERE_AT_((locklist_next_)(__VA_ARGS__))
#define locklist_seen_contains(...) LISH_HERE_AT_((locklist_seen_contains)(__VA_ARGS__))
#define locklist_seen_count(...) LISH_HERE_AT_((locklist_seen_count)(__VA_ARGS__))
#define locklist_entry_or_null_(...) LISH_HERE_AT_((locklist_entry_or_null_)(__VA_ARGS__))
#define locklist_loop_begin(...) LISH_HERE_AT_((locklist_loop_begin)(__VA_ARGS__))
#define locklist_loop_end(...) LISH_HERE_AT_((locklist_loop_end)(__VA_ARGS__))
#define locklist_loop_next(...) LISH_HERE_AT_((locklist_loop_next)(__VA_ARGS__))
#define locklist_abandon(...) LISH_HERE_AT_((locklist_abandon)(__VA_ARGS__))
#define locklist_stop(...) LISH_HERE_AT_((locklist_stop)(__VA_ARGS__))
#undef locklist_loop_open_
#define locklist_loop_open_(...) \
	LISH_HERE_AT_(LISH_ABI_(locklist_loop_open_)(__VA_ARGS__))
#undef locklist_step_
#define locklist_step_(...) \
	LISH_HERE_AT_(LISH_ABI_(locklist_step_)(__VA_ARGS__))
#define locklist_reader_of_(...) LISH_HERE_AT_((locklist_reader_of_)(__VA_ARGS__))
#undef locklist_read_
#define locklist_read_(...) \
	LISH_HERE_AT_(LISH_ABI_(locklist_read_)(__VA_ARGS__))
#endif
#undef LISH_HERE_LOCKLIST_
#endif

#ifdef LISH_HERE_RWARRAY_
LISH_TELLS_(rwarray_loop_end)
LISH_TELLS_(rwarray_sort)
LISH_TELLS_(rwarray_init)
LISH_TELLS_(rwarray_destroy)
LISH_TELLS_(rwarray_stats)
LISH_TELLS_(rwarray_reserve)
LISH_TELLS_(rwarray_compact)
LISH_TELLS_(rwarray_trim)
LISH_TELLS_(rwarray_clear)
LISH_TELLS_(rwarray_forget)
LISH_TELLS_(rwarray_span)
LISH_TELLS_(rwarray_stop)
LISH_TELLS_(rwarray_abandon)
LISH_TELLS_(rwarray_loop_begin)
#ifdef LISH_HERE_CALLS_
#define rwarray_loop_end(...) LISH_HERE_AT_((rwarray_loop_end)(__VA_ARGS__))
#define rwarray_sort(...) LISH_HERE_AT_((rwarray_sort)(__VA_ARGS__))
#undef rwarray_init_in_
#define rwarray_init_in_(...) \
	LISH_HERE_AT_(LISH_ABI_(rwarray_init_in_)(__VA_ARGS__))
#define rwarray_init(...) LISH_HERE_AT_((rwarray_init)(__VA_ARGS__))
#define rwarray_destroy(...) LISH_HERE_AT_((rwarray_destroy)(__VA_ARGS__))
#define rwarray_idx_init(...) LISH_HERE_AT_((rwarray_idx_init)(__VA_ARGS__))
#define rwarray_add_tail(...) LISH_HERE_AT_((rwarray_add_tail)(__VA_ARGS__))
#define rwarray_del(...) LISH_HERE_AT_((rwarray_del)(__VA_ARGS__))
#define rwarray_leave(...) LISH_HERE_AT_((rwarray_leave)(__VA_ARGS__))
#define rwarray_contains(...) LISH_HERE_AT_((rwarray_contains)(__VA_ARGS__))
#define rwarray_count(...) LISH_HERE_AT_((rwarray_count)(__VA_ARGS__))
#define rwarray_stats(...) LISH_HERE_AT_((rwarray_stats)(__VA_ARGS__))
#define rwarray_reserve(...) LISH_HERE_AT_((rwarray_reserve)(__VA_ARGS__))
#define rwarray_compact(...) LISH_HERE_AT_((rwarray_compact)(__VA_ARGS__))
#define rwarray_trim(...) LISH_HERE_AT_((rwarray_trim)(__VA_ARGS__))
#define rwarray_clear(...) LISH_HERE_AT_((rwarray_clear)(__VA_ARGS__))
#define rwarray_forget(...) LISH_HERE_AT_((rwarray_forget)(__VA_ARGS__))
#define rwarray_span(...) LISH_HERE_AT_((rwarray_span)(__VA_ARGS__))
#define rwarray_stop(...) LISH_HERE_AT_((rwarray_stop)(__VA_ARGS__))
#define rwarray_abandon(...) LISH_HERE_AT_((rwarray_abandon)(__VA_ARGS__))
#define rwarray_loop_begin(...) LISH_HERE_AT_((rwarray_loop_begin)(__VA_ARGS__))
#define rwarray_place_of_(...) LISH_HERE_AT_((rwarray_place_of_)(__VA_ARGS__))
#define rwarray_forward_(...) LISH_HERE_AT_((rwarray_forward_)(__VA_ARGS__))
#define rwarray_back_(...) LISH_HERE_AT_((rwarray_back_)(__VA_ARGS__))
#undef rwarray_step_
#define rwarray_step_(...) \
	LISH_HERE_AT_(LISH_ABI_(rwarray_step_)(__VA_ARGS__))
#undef rwarray_step_reverse_
#define rwarray_step_reverse_(...) \
	LISH_HERE_AT_(LISH_ABI_(rwarray_step_reverse_)(__VA_ARGS__))
#define rwarray_loop_next(...) LISH_HERE_AT_((rwarray_loop_next)(__VA_ARGS__))
#undef rwarray_open_all_
#define rwarray_open_all_(...) \
	LISH_HERE_AT_(LISH_ABI_(rwarray_open_all_)(__VA_ARGS__))
#undef rwarray_open_present_
#define rwarray_open_present_(...) \
	LISH_HERE_AT_(LISH_ABI_(rwarray_open_present_)(__VA_ARGS__))
#undef rwarray_open_reverse_
#define rwarray_open_reverse_(...) \
	LISH_HERE_AT_(LISH_ABI_(rwarray_open_reverse_)(__VA_ARGS__))
#undef rwarray_look_at_
#define rwarray_look_at_(...) \
	LISH_HERE_AT_(LISH_ABI_(rwarray_look_at_)(__VA_ARGS__))
#undef rwarray_look_at_all_
#define rwarray_look_at_all_(...) \
	LISH_HERE_AT_(LISH_ABI_(rwarray_look_at_all_)(__VA_ARGS__))
#undef rwarray_step_const_
#define rwarray_step_const_(...) \
	LISH_HERE_AT_(LISH_ABI_(rwarray_step_const_)(__VA_ARGS__))
#undef rwarray_step_span_
#define rwarray_step_span_(...) \
	LISH_HERE_AT_(LISH_ABI_(rwarray_step_span_)(__VA_ARGS__))
#endif
#undef LISH_HERE_RWARRAY_
#endif

#ifdef LISH_HERE_SLOTPOOL_
LISH_TELLS_(slotpool_set_hooks)
LISH_TELLS_(slotpool_set_lowest_first)
LISH_TELLS_(slotpool_set_saved)
LISH_TELLS_(slotpool_destroy)
LISH_TELLS_(slotpool_next_live)
LISH_TELLS_(slotpool_prev_live)
LISH_TELLS_(slotpool_restart_handles)
LISH_TELLS_(slotpool_stats)
LISH_TELLS_(slotpool_trim)
LISH_TELLS_(slotpool_clear)
LISH_TELLS_(slotpool_save_size)
LISH_TELLS_(slotpool_save)
LISH_TELLS_(slotpool_load)
LISH_TELLS_(slotpool_span)
#ifdef LISH_HERE_CALLS_
#undef slotpool_init_
#define slotpool_init_(...) \
	LISH_HERE_AT_(LISH_ABI_(slotpool_init_)(__VA_ARGS__))
#undef slotpool_init_in_
#define slotpool_init_in_(...) \
	LISH_HERE_AT_(LISH_ABI_(slotpool_init_in_)(__VA_ARGS__))
#define slotpool_set_hooks(...) LISH_HERE_AT_((slotpool_set_hooks)(__VA_ARGS__))
#define slotpool_set_lowest_first(...) LISH_HERE_AT_((slotpool_set_lowest_first)(__VA_ARGS__))
#define slotpool_set_saved(...) LISH_HERE_AT_((slotpool_set_saved)(__VA_ARGS__))
#define slotpool_destroy(...) LISH_HERE_AT_((slotpool_destroy)(__VA_ARGS__))
#undef slotpool_alloc_
#define slotpool_alloc_(...) \
	LISH_HERE_AT_(LISH_ABI_(slotpool_alloc_)(__VA_ARGS__))
#undef slotpool_zalloc_
#define slotpool_zalloc_(...) \
	LISH_HERE_AT_(LISH_ABI_(slotpool_zalloc_)(__VA_ARGS__))
#undef slotpool_alloc_tail_
#define slotpool_alloc_tail_(...) \
	LISH_HERE_AT_(LISH_ABI_(slotpool_alloc_tail_)(__VA_ARGS__))
#undef slotpool_alloc_at_
#define slotpool_alloc_at_(...) \
	LISH_HERE_AT_(LISH_ABI_(slotpool_alloc_at_)(__VA_ARGS__))
#define slotpool_free(...) LISH_HERE_AT_((slotpool_free)(__VA_ARGS__))
#define slotpool_contains(...) LISH_HERE_AT_((slotpool_contains)(__VA_ARGS__))
#define slotpool_owns(...) LISH_HERE_AT_((slotpool_owns)(__VA_ARGS__))
#define slotpool_index_of(...) LISH_HERE_AT_((slotpool_index_of)(__VA_ARGS__))
#define slotpool_at_(...) LISH_HERE_AT_((slotpool_at_)(__VA_ARGS__))
#define slotpool_free_at(...) LISH_HERE_AT_((slotpool_free_at)(__VA_ARGS__))
#define slotpool_next_live(...) LISH_HERE_AT_((slotpool_next_live)(__VA_ARGS__))
#define slotpool_prev_live(...) LISH_HERE_AT_((slotpool_prev_live)(__VA_ARGS__))
#define slotpool_get_(...) LISH_HERE_AT_((slotpool_get_)(__VA_ARGS__))
#define slotpool_free_handle(...) LISH_HERE_AT_((slotpool_free_handle)(__VA_ARGS__))
#define slotpool_handle_of(...) LISH_HERE_AT_((slotpool_handle_of)(__VA_ARGS__))
#define slotpool_handle_to_u64(...) LISH_HERE_AT_((slotpool_handle_to_u64)(__VA_ARGS__))
#define slotpool_handle_from_u64(...) LISH_HERE_AT_((slotpool_handle_from_u64)(__VA_ARGS__))
#define slotpool_restart_handles(...) LISH_HERE_AT_((slotpool_restart_handles)(__VA_ARGS__))
#define slotpool_count(...) LISH_HERE_AT_((slotpool_count)(__VA_ARGS__))
#define slotpool_stats(...) LISH_HERE_AT_((slotpool_stats)(__VA_ARGS__))
#define slotpool_reserve(...) LISH_HERE_AT_((slotpool_reserve)(__VA_ARGS__))
#define slotpool_trim(...) LISH_HERE_AT_((slotpool_trim)(__VA_ARGS__))
#define slotpool_clear(...) LISH_HERE_AT_((slotpool_clear)(__VA_ARGS__))
#define slotpool_save_size(...) LISH_HERE_AT_((slotpool_save_size)(__VA_ARGS__))
#define slotpool_save(...) LISH_HERE_AT_((slotpool_save)(__VA_ARGS__))
#define slotpool_load(...) LISH_HERE_AT_((slotpool_load)(__VA_ARGS__))
#define slotpool_span(...) LISH_HERE_AT_((slotpool_span)(__VA_ARGS__))
#undef slotpool_step_
#define slotpool_step_(...) \
	LISH_HERE_AT_(LISH_ABI_(slotpool_step_)(__VA_ARGS__))
#undef slotpool_begin_
#define slotpool_begin_(...) \
	LISH_HERE_AT_(LISH_ABI_(slotpool_begin_)(__VA_ARGS__))
#undef slotpool_begin_back_
#define slotpool_begin_back_(...) \
	LISH_HERE_AT_(LISH_ABI_(slotpool_begin_back_)(__VA_ARGS__))
#undef slotpool_step_back_
#define slotpool_step_back_(...) \
	LISH_HERE_AT_(LISH_ABI_(slotpool_step_back_)(__VA_ARGS__))
#undef slotpool_begin_span_
#define slotpool_begin_span_(...) \
	LISH_HERE_AT_(LISH_ABI_(slotpool_begin_span_)(__VA_ARGS__))
#define slotpool_begin_runs_(...) LISH_HERE_AT_((slotpool_begin_runs_)(__VA_ARGS__))
#undef slotpool_step_run_
#define slotpool_step_run_(...) \
	LISH_HERE_AT_(LISH_ABI_(slotpool_step_run_)(__VA_ARGS__))
#endif
#undef LISH_HERE_SLOTPOOL_
#endif

#ifdef LISH_HERE_WALKLIST_
LISH_TELLS_(walklist_splice)
LISH_TELLS_(walklist_splice_tail)
LISH_TELLS_(walklist_clear)
LISH_TELLS_(walklist_sort)
LISH_TELLS_(walklist_loop_end)
LISH_TELLS_(walklist_loop_begin)
LISH_TELLS_(walklist_loop_next)
LISH_TELLS_(walklist_stop)
LISH_TELLS_(walklist_abandon)
#ifdef LISH_HERE_CALLS_
#define walklist_init(...) LISH_HERE_AT_((walklist_init)(__VA_ARGS__))
#define walklist_node_init(...) LISH_HERE_AT_((walklist_node_init)(__VA_ARGS__))
#define walklist_forget(...) LISH_HERE_AT_((walklist_forget)(__VA_ARGS__))
#define walklist_add(...) LISH_HERE_AT_((walklist_add)(__VA_ARGS__))
#define walklist_add_tail(...) LISH_HERE_AT_((walklist_add_tail)(__VA_ARGS__))
#define walklist_add_before(...) LISH_HERE_AT_((walklist_add_before)(__VA_ARGS__))
#define walklist_add_after(...) LISH_HERE_AT_((walklist_add_after)(__VA_ARGS__))
#define walklist_del(...) LISH_HERE_AT_((walklist_del)(__VA_ARGS__))
#define walklist_leave(...) LISH_HERE_AT_((walklist_leave)(__VA_ARGS__))
#define walklist_move(...) LISH_HERE_AT_((walklist_move)(__VA_ARGS__))
#define walklist_move_tail(...) LISH_HERE_AT_((walklist_move_tail)(__VA_ARGS__))
#define walklist_move_before(...) LISH_HERE_AT_((walklist_move_before)(__VA_ARGS__))
#define walklist_move_after(...) LISH_HERE_AT_((walklist_move_after)(__VA_ARGS__))
#define walklist_empty(...) LISH_HERE_AT_((walklist_empty)(__VA_ARGS__))
#define walklist_count(...) LISH_HERE_AT_((walklist_count)(__VA_ARGS__))
#define walklist_contains(...) LISH_HERE_AT_((walklist_contains)(__VA_ARGS__))
#define walklist_first_(...) LISH_HERE_AT_((walklist_first_)(__VA_ARGS__))
#define walklist_last_(...) LISH_HERE_AT_((walklist_last_)(__VA_ARGS__))
#define walklist_next_(...) LISH_HERE_AT_((walklist_next_)(__VA_ARGS__))
#define walklist_prev_(...) LISH_HERE_AT_((walklist_prev_)(__VA_ARGS__))
#undef walklist_pop_
#define walklist_pop_(...) \
	LISH_HERE_AT_(LISH_ABI_(walklist_pop_)(__VA_ARGS__))
#undef walklist_pop_tail_
#define walklist_pop_tail_(...) \
	LISH_HERE_AT_(LISH_ABI_(walklist_pop_tail_)(__VA_ARGS__))
#define walklist_splice(...) LISH_HERE_AT_((walklist_splice)(__VA_ARGS__))
#define walklist_splice_tail(...) LISH_HERE_AT_((walklist_splice_tail)(__VA_ARGS__))
#define walklist_clear(...) LISH_HERE_AT_((walklist_clear)(__VA_ARGS__))
#define walklist_sort(...) LISH_HERE_AT_((walklist_sort)(__VA_ARGS__))
#define walklist_entry_or_null_(...) LISH_HERE_AT_((walklist_entry_or_null_)(__VA_ARGS__))
#define walklist_loop_end(...) LISH_HERE_AT_((walklist_loop_end)(__VA_ARGS__))
#define walklist_loop_begin(...) LISH_HERE_AT_((walklist_loop_begin)(__VA_ARGS__))
#define walklist_loop_next(...) LISH_HERE_AT_((walklist_loop_next)(__VA_ARGS__))
#define walklist_stop(...) LISH_HERE_AT_((walklist_stop)(__VA_ARGS__))
#define walklist_abandon(...) LISH_HERE_AT_((walklist_abandon)(__VA_ARGS__))
#undef walklist_begin_
#define walklist_begin_(...) \
	LISH_HERE_AT_(LISH_ABI_(walklist_begin_)(__VA_ARGS__))
#undef walklist_begin_reverse_
#define walklist_begin_reverse_(...) \
	LISH_HERE_AT_(LISH_ABI_(walklist_begin_reverse_)(__VA_ARGS__))
#undef walklist_begin_present_
#define walklist_begin_present_(...) \
	LISH_HERE_AT_(LISH_ABI_(walklist_begin_present_)(__VA_ARGS__))
#undef walklist_begin_from_
#define walklist_begin_from_(...) \
	LISH_HERE_AT_(LISH_ABI_(walklist_begin_from_)(__VA_ARGS__))
#undef walklist_forward_
#define walklist_forward_(...) \
	LISH_HERE_AT_(LISH_ABI_(walklist_forward_)(__VA_ARGS__))
#undef walklist_back_
#define walklist_back_(...) \
	LISH_HERE_AT_(LISH_ABI_(walklist_back_)(__VA_ARGS__))
#undef walklist_present_
#define walklist_present_(...) \
	LISH_HERE_AT_(LISH_ABI_(walklist_present_)(__VA_ARGS__))
#undef walklist_read_
#define walklist_read_(...) \
	LISH_HERE_AT_(LISH_ABI_(walklist_read_)(__VA_ARGS__))
#endif
#undef LISH_HERE_WALKLIST_
#endif

#ifdef LISH_HERE_COMPAT_LIST_
#ifdef LISH_HERE_CALLS_
#define INIT_LIST_HEAD(...) LISH_HERE_AT_((INIT_LIST_HEAD)(__VA_ARGS__))
#define __list_add(...) LISH_HERE_AT_((__list_add)(__VA_ARGS__))
#define list_add(...) LISH_HERE_AT_((list_add)(__VA_ARGS__))
#define list_add_tail(...) LISH_HERE_AT_((list_add_tail)(__VA_ARGS__))
#define __list_del(...) LISH_HERE_AT_((__list_del)(__VA_ARGS__))
#define __list_del_entry(...) LISH_HERE_AT_((__list_del_entry)(__VA_ARGS__))
#define list_del_range(...) LISH_HERE_AT_((list_del_range)(__VA_ARGS__))
#define list_del(...) LISH_HERE_AT_((list_del)(__VA_ARGS__))
#define list_del_init(...) LISH_HERE_AT_((list_del_init)(__VA_ARGS__))
#define list_replace(...) LISH_HERE_AT_((list_replace)(__VA_ARGS__))
#define list_replace_init(...) LISH_HERE_AT_((list_replace_init)(__VA_ARGS__))
#define list_swap(...) LISH_HERE_AT_((list_swap)(__VA_ARGS__))
#define list_move(...) LISH_HERE_AT_((list_move)(__VA_ARGS__))
#define list_move_tail(...) LISH_HERE_AT_((list_move_tail)(__VA_ARGS__))
#define list_bulk_move_tail(...) LISH_HERE_AT_((list_bulk_move_tail)(__VA_ARGS__))
#define list_is_first(...) LISH_HERE_AT_((list_is_first)(__VA_ARGS__))
#define list_is_last(...) LISH_HERE_AT_((list_is_last)(__VA_ARGS__))
#define list_is_head(...) LISH_HERE_AT_((list_is_head)(__VA_ARGS__))
#define list_empty(...) LISH_HERE_AT_((list_empty)(__VA_ARGS__))
#define list_is_singular(...) LISH_HERE_AT_((list_is_singular)(__VA_ARGS__))
#define list_count_nodes(...) LISH_HERE_AT_((list_count_nodes)(__VA_ARGS__))
#define list_del_init_careful(...) LISH_HERE_AT_((list_del_init_careful)(__VA_ARGS__))
#define list_empty_careful(...) LISH_HERE_AT_((list_empty_careful)(__VA_ARGS__))
#define list_rotate_left(...) LISH_HERE_AT_((list_rotate_left)(__VA_ARGS__))
#define list_rotate_to_front(...) LISH_HERE_AT_((list_rotate_to_front)(__VA_ARGS__))
#define list_cut_position(...) LISH_HERE_AT_((list_cut_position)(__VA_ARGS__))
#define list_cut_before(...) LISH_HERE_AT_((list_cut_before)(__VA_ARGS__))
#define __list_splice(...) LISH_HERE_AT_((__list_splice)(__VA_ARGS__))
#define list_splice(...) LISH_HERE_AT_((list_splice)(__VA_ARGS__))
#define list_splice_tail(...) LISH_HERE_AT_((list_splice_tail)(__VA_ARGS__))
#define list_splice_init(...) LISH_HERE_AT_((list_splice_init)(__VA_ARGS__))
#define list_splice_tail_init(...) LISH_HERE_AT_((list_splice_tail_init)(__VA_ARGS__))
#define list_next_(...) LISH_HERE_AT_((list_next_)(__VA_ARGS__))
#define list_prev_(...) LISH_HERE_AT_((list_prev_)(__VA_ARGS__))
#define list_kept_(...) LISH_HERE_AT_((list_kept_)(__VA_ARGS__))
#define list_object_(...) LISH_HERE_AT_((list_object_)(__VA_ARGS__))
#define list_object_or_null_(...) LISH_HERE_AT_((list_object_or_null_)(__VA_ARGS__))
#define list_first_or_null_(...) LISH_HERE_AT_((list_first_or_null_)(__VA_ARGS__))
#define list_last_or_null_(...) LISH_HERE_AT_((list_last_or_null_)(__VA_ARGS__))
#define list_next_circular_(...) LISH_HERE_AT_((list_next_circular_)(__VA_ARGS__))
#define list_prev_circular_(...) LISH_HERE_AT_((list_prev_circular_)(__VA_ARGS__))
#define INIT_HLIST_NODE(...) LISH_HERE_AT_((INIT_HLIST_NODE)(__VA_ARGS__))
#define hlist_unhashed(...) LISH_HERE_AT_((hlist_unhashed)(__VA_ARGS__))
#define hlist_unhashed_lockless(...) LISH_HERE_AT_((hlist_unhashed_lockless)(__VA_ARGS__))
#define hlist_empty(...) LISH_HERE_AT_((hlist_empty)(__VA_ARGS__))
#define hlist_del(...) LISH_HERE_AT_((hlist_del)(__VA_ARGS__))
#define hlist_del_init(...) LISH_HERE_AT_((hlist_del_init)(__VA_ARGS__))
#define hlist_add_head(...) LISH_HERE_AT_((hlist_add_head)(__VA_ARGS__))
#define hlist_add_before(...) LISH_HERE_AT_((hlist_add_before)(__VA_ARGS__))
#define hlist_add_behind(...) LISH_HERE_AT_((hlist_add_behind)(__VA_ARGS__))
#define hlist_add_fake(...) LISH_HERE_AT_((hlist_add_fake)(__VA_ARGS__))
#define hlist_fake(...) LISH_HERE_AT_((hlist_fake)(__VA_ARGS__))
#define hlist_is_singular_node(...) LISH_HERE_AT_((hlist_is_singular_node)(__VA_ARGS__))
#define hlist_move_list(...) LISH_HERE_AT_((hlist_move_list)(__VA_ARGS__))
#define hlist_splice_init(...) LISH_HERE_AT_((hlist_splice_init)(__VA_ARGS__))
#define hlist_count_nodes(...) LISH_HERE_AT_((hlist_count_nodes)(__VA_ARGS__))
#define hlist_next_(...) LISH_HERE_AT_((hlist_next_)(__VA_ARGS__))
#define hlist_kept_(...) LISH_HERE_AT_((hlist_kept_)(__VA_ARGS__))
#endif
#undef LISH_HERE_COMPAT_LIST_
#endif

LISH_TELLS_END_
#undef LISH_HERE_CALLS_
