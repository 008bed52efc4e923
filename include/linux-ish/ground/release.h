/* SPDX-License-Identifier: MIT */
/*
 * release.h - the link guard
 *
 * Headers of one release do not link with the library of another, because the structs may
 * differ. Each file keeps the address of a function whose name has the release. So the linker
 * misses a name that says for which release the file was compiled. Levels and LISH_TRAP may
 * differ from file to file. One file has nothing to mix. A module of the kernel has the library
 * in itself, or exported names that have the release.
 *
 * lish_same_release_(): an expression for macros that open a loop. Compilers that cannot keep a
 * variable from the linker's --gc-sections name the function there.
 */
#ifndef LINUX_ISH_GROUND_RELEASE_H
#define LINUX_ISH_GROUND_RELEASE_H

#include "../version.h"
#include "env.h"

/* The function of the link guard, lish_release_2_0_0_, and its release as text. */
#define LISH_JOIN_(major, minor, dev) lish_release_##major##_##minor##_##dev##_
#define LISH_JOINED_(major, minor, dev) LISH_JOIN_(major, minor, dev)
#define LISH_RELEASE_ \
	LISH_JOINED_(LISH_VERSION_MAJOR, LISH_VERSION_MINOR, LISH_VERSION_DEV)
#define LISH_QUOTE_(major, minor, dev) #major "." #minor "." #dev
#define LISH_QUOTED_(major, minor, dev) LISH_QUOTE_(major, minor, dev)
#define LISH_RELEASE_TEXT_ \
	LISH_QUOTED_(LISH_VERSION_MAJOR, LISH_VERSION_MINOR, LISH_VERSION_DEV)

/*
 * Can a variable be kept in the program that nothing refers to? gcc for bare metal is often
 * built without the attribute, and then ignores it.
 */
#if defined(LISH_KEEPS_)
#elif defined(__has_attribute) && LISH_GNU && defined(__ELF__) && \
	(defined(__clang__) ? __clang_major__ >= 13 : defined(__unix__))
#if __has_attribute(__retain__)
#define LISH_KEEPS_ 1
#endif
#endif
#ifndef LISH_KEEPS_
#define LISH_KEEPS_ 0
#endif

#if defined(LISH_ONE_FILE_) || defined(LISH_STATIC)
#define lish_same_release_() ((void)0)
#else
LISH_C_BEGIN
LISH_API void LISH_RELEASE_(void);
LISH_C_END
#ifdef _MSC_VER
#pragma detect_mismatch("linux-ish", LISH_RELEASE_TEXT_)
#endif
#if defined(LISH_LIB_)
#define lish_same_release_() ((void)0)
#elif LISH_KEEPS_
#define lish_same_release_() ((void)0)
static void (*const lish_release_of_file_)(void)
	__attribute__((__used__, __retain__)) = LISH_RELEASE_;
#elif LISH_GNU
static void (*const lish_release_of_file_)(void) __attribute__((__used__)) = LISH_RELEASE_;
#if defined(__arm__) && defined(__ELF__) && !defined(__PIC__)
#define lish_same_release_() \
	__extension__({ __asm__ volatile(".reloc ., R_ARM_NONE, %c0" : : "i"(LISH_RELEASE_)); })
#else
#define lish_same_release_() \
	__extension__({ __asm__ volatile("" : : "r"(LISH_RELEASE_)); })
#endif
#else
#define lish_same_release_() ((void)(LISH_RELEASE_))
#endif
#endif

#endif /* LINUX_ISH_GROUND_RELEASE_H */
