/* SPDX-License-Identifier: MIT */
/*
 * once.h - words that the kernel's code reads without the lock
 *
 * KCSAN reports plain accesses to them.
 */
#ifndef LINUX_ISH_GROUND_ONCE_H
#define LINUX_ISH_GROUND_ONCE_H

#ifdef __KERNEL__
#include <linux/compiler.h>
#define LISH_READ_ONCE_(word) READ_ONCE(word)
#define LISH_WRITE_ONCE_(word, value) WRITE_ONCE(word, value)
#else
#define LISH_READ_ONCE_(word) (word)
#define LISH_WRITE_ONCE_(word, value) ((word) = (value))
#endif

#endif /* LINUX_ISH_GROUND_ONCE_H */
