/* SPDX-License-Identifier: MIT */
/*
 * release.h - the link guard
 *
 * Headers of one release do not link with the library of another, because the structs may
 * differ. They also differ with LISH_APART and LISH_SYSTEM_. Each file keeps the address of a
 * function whose name has the release and both, such as lish_release_2_1_0_system_apart_64_. The
 * linker misses it in another library. Levels and LISH_TRAP may differ from file to file. One file
 * has nothing to mix.
 *
 * lish_same_release_(): an expression for macros that open a loop. It names the function where
 * the linker's --gc-sections may drop the address.
 */
#ifndef LINUX_ISH_GROUND_RELEASE_H
#define LINUX_ISH_GROUND_RELEASE_H

#include "../version.h"
#include "env.h"

#if LISH_SYSTEM_
#define LISH_FOR_ system
#else
#define LISH_FOR_ metal
#endif
/* A name cannot have a sum. No machine needs another number. */
#if LISH_APART <= 8
#define LISH_APART_NAME_ 0
#elif LISH_APART == 32
#define LISH_APART_NAME_ 32
#elif LISH_APART == 64
#define LISH_APART_NAME_ 64
#elif LISH_APART == 128
#define LISH_APART_NAME_ 128
#elif LISH_APART == 256
#define LISH_APART_NAME_ 256
#else
#define LISH_APART_NAME_ other
#endif

#define LISH_JOIN_(major, minor, dev, system, apart) \
	lish_release_##major##_##minor##_##dev##_##system##_apart_##apart##_
#define LISH_JOINED_(major, minor, dev, system, apart) LISH_JOIN_(major, minor, dev, system, apart)
#define LISH_RELEASE_                                                            \
	LISH_JOINED_(LISH_VERSION_MAJOR, LISH_VERSION_MINOR, LISH_VERSION_DEV, \
		     LISH_FOR_, LISH_APART_NAME_)
#define LISH_QUOTE_(name) #name
#define LISH_QUOTED_(name) LISH_QUOTE_(name)

/* gcc for bare metal is often built without this attribute, and then ignores it. */
#if defined(LISH_KEEPS_)
#elif LISH_GNU && defined(__has_attribute) && defined(__ELF__) && \
	(defined(__clang__) || defined(__unix__))
#define LISH_KEEPS_ __has_attribute(__retain__)
#else
#define LISH_KEEPS_ 0
#endif

#if defined(LISH_ONE_FILE_) || defined(LISH_STATIC) || defined(LISH_LIB_)
#define lish_same_release_() ((void)0)
#else
LISH_C_BEGIN
LISH_API void LISH_RELEASE_(void);
LISH_C_END
#ifdef _MSC_VER
#pragma detect_mismatch("linux-ish", LISH_QUOTED_(LISH_RELEASE_))
#endif
#if LISH_KEEPS_
#define LISH_KEPT_ __used__, __retain__
#define lish_same_release_() ((void)0)
#elif LISH_GNU && defined(__ELF__)
#define LISH_KEPT_ __used__
/* The colon: without operands, it would stand for a use of all memory. */
#define lish_same_release_() \
	__extension__({ __asm__ volatile( \
		".reloc ., BFD_RELOC_NONE, " LISH_QUOTED_(LISH_RELEASE_) :); })
#else
#define LISH_KEPT_ __used__
#define lish_same_release_() ((void)(LISH_RELEASE_))
#endif
#if LISH_GNU
static void (*const lish_release_of_file_)(void) __attribute__((LISH_KEPT_)) = LISH_RELEASE_;
#endif
#endif

#endif /* LINUX_ISH_GROUND_RELEASE_H */
