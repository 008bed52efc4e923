/* SPDX-License-Identifier: MIT */
/*
 * env.h - the kernel's words for those of ground/compiler.h and ground/system.h
 */
#ifndef LINUX_ISH_KERNEL_ENV_H
#define LINUX_ISH_KERNEL_ENV_H

#include <linux/cache.h>
#include <linux/compiler.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/prefetch.h>
#include <linux/stddef.h>
#include <linux/string.h>
#include <linux/types.h>

/* The kernel has reports of its own. */
#undef LISH_TRAP
#undef LISH_HOSTED
#define LISH_HOSTED 0
#define LISH_SYSTEM_ 0
#define LISH_GNU 1

#define LISH_C_BEGIN
#define LISH_C_END
#define LISH_C_LINKAGE_
#define LISH_C_LINKAGE_END_
#define LISH_WRAPS_

#define lish_likely(x) likely(x)
#define lish_unlikely(x) unlikely(x)
#define lish_prefetch(address) prefetch((const void *)(address))
#define lish_assume(x) ((x) ? (void)0 : __builtin_unreachable())
#define lish_renew(variable) __asm__("" : "+m"(variable))
#define LISH_HIDE_(pointer) __asm__("" : "+r"(pointer))
#define LISH_ALIASES_
#define LISH_OFFSETOF_(type, member) offsetof(type, member)
#define lish_trap_() __builtin_trap()
#define LISH_FETCHES_ 1

#if __has_attribute(__nomerge__)
#define LISH_NO_MERGE_ __attribute__((__nomerge__))
#else
#define LISH_NO_MERGE_
#endif
#if __has_attribute(__not_tail_called__)
#define LISH_API __attribute__((__not_tail_called__)) LISH_NO_MERGE_
#else
#define LISH_API
#endif
#define LISH_DATA_
#define LISH_LOCAL
#define LISH_NOINLINE noinline LISH_NO_MERGE_
#define LISH_COLD __cold noinline LISH_NO_MERGE_
#define LISH_PURE_ __pure
#define LISH_FORCED_INLINE_ __always_inline
#define LISH_MUST_CHECK __must_check
#define LISH_LINKS_
#define LISH_INT_ENUM_
#define LISH_CALLER_() ((const void *)__builtin_return_address(0))
#define LISH_HAS_CALLER 1
#define LISH_SAME_TYPE_(a, b) __same_type(a, b)
#define LISH_ALIGNOF(type) _Alignof(type)
#define lish_same_release_() ((void)0)
#define LISH_PLACE_BEGIN_
#define LISH_PLACE_END_
#define LISH_CURSOR_BEGIN_
#define LISH_CURSOR_END_

#endif /* LINUX_ISH_KERNEL_ENV_H */
