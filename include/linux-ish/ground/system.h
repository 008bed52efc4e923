/* SPDX-License-Identifier: MIT */
/*
 * system.h - the operating system and libc
 */
#ifndef LINUX_ISH_GROUND_SYSTEM_H
#define LINUX_ISH_GROUND_SYSTEM_H

#include <stddef.h>
#include <stdint.h>
#ifndef __cplusplus
#include <stdbool.h>
#endif

#include "compiler.h"

/*
 * LISH_SYSTEM_: is the target an operating system? Bare-metal compilers define __STDC_HOSTED__
 * too. Structs depend on it, so no switch changes it.
 * LISH_HOSTED: 1 if the system is there, with malloc, stdio and abort. A program may define it
 * as 0 or 1, for lib/ too.
 */
#if defined(__unix__) || defined(__linux__) || defined(_WIN32) ||           \
	defined(__APPLE__) || defined(__wasi__) || defined(__EMSCRIPTEN__) || \
	defined(__Fuchsia__) || defined(__QNX__) || defined(__HAIKU__) ||     \
	defined(__redox__) || defined(__hermit__) || defined(_AIX) ||         \
	defined(__sun) || defined(__amigaos__) || defined(__MSDOS__) ||       \
	defined(__ORBIS__) || defined(__PROSPERO__) || defined(__NX__) ||     \
	defined(__SWITCH__) || defined(__vita__) || defined(__rtems__) ||     \
	defined(__VXWORKS__) || defined(__NuttX__) || defined(ESP_PLATFORM)
#define LISH_SYSTEM_ 1
#else
#define LISH_SYSTEM_ 0
#endif
#ifdef LISH_HOSTED
#elif defined(__STDC_HOSTED__) && !__STDC_HOSTED__
#define LISH_HOSTED 0
#else
#define LISH_HOSTED LISH_SYSTEM_
#endif
#if !LISH_HOSTED && defined(__STDC_HOSTED__) && !__STDC_HOSTED__
#define LISH_NO_LIBC_
#elif !LISH_HOSTED && defined(__has_include)
#if !__has_include(<errno.h>) || !__has_include(<string.h>)
#define LISH_NO_LIBC_
#endif
#endif
#ifdef LISH_NO_LIBC_
LISH_C_BEGIN
/* Compilers call these even without a libc. The program must define them. */
void *memcpy(void *to, const void *from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int byte, size_t size);
LISH_C_END
#else
#ifndef ENOMEM /* A program may have numbers of its own. */
#include <errno.h>
#endif
#include <string.h>
#endif

/* The values of Unix, where there is no number, and for avr-libc, which has one for all. */
#if defined(ENOERR) && defined(__AVR__)
#undef ERANGE
#undef ENOENT
#undef EIO
#undef ENOEXEC
#undef ENOMEM
#undef EBUSY
#undef EEXIST
#undef EINVAL
#undef ENOSPC
#endif
#ifndef ENOENT
#define ENOENT 2
#endif
#ifndef EIO
#define EIO 5
#endif
#ifndef ENOEXEC
#define ENOEXEC 8
#endif
#ifndef ENOMEM
#define ENOMEM 12
#endif
#ifndef EBUSY
#define EBUSY 16
#endif
#ifndef EEXIST
#define EEXIST 17
#endif
#ifndef EINVAL
#define EINVAL 22
#endif
#ifndef ENOSPC
#define ENOSPC 28
#endif
#ifndef ERANGE
#define ERANGE 34
#endif

#endif /* LINUX_ISH_GROUND_SYSTEM_H */
