/* SPDX-License-Identifier: MIT */
/*
 * The intrinsics that env.h and atomic.h use. clang knows them by their names; its own header
 * takes this compiler for no clang, and wants GNU C all the same.
 */
#ifndef LINUX_ISH_TARGETS_MSVC_INTRIN_H
#define LINUX_ISH_TARGETS_MSVC_INTRIN_H

#define _MM_HINT_T0 3

#ifdef __cplusplus
extern "C" {
#endif
void __prefetch(const void *address);
void _mm_prefetch(const char *address, int hint);
unsigned char _BitScanForward(unsigned long *index, unsigned long word);
unsigned char _BitScanReverse(unsigned long *index, unsigned long word);
#ifdef _WIN64
unsigned char _BitScanForward64(unsigned long *index, unsigned __int64 word);
unsigned char _BitScanReverse64(unsigned long *index, unsigned __int64 word);
#endif
void *_InterlockedExchangePointer(void *volatile *word, void *value);
void *_InterlockedCompareExchangePointer(void *volatile *word, void *value,
					 void *old);
void *_ReturnAddress(void);
void _ReadWriteBarrier(void);
#ifdef __cplusplus
}
#endif

#endif
