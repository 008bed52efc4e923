/* SPDX-License-Identifier: MIT */
/*
 * weak.h - functions that are linked only if something else needs them
 *
 * LISH_WEAK_: before the declaration, in files that call the function and do not need it.
 * The linker then takes its object out of a library for the sake of other files only. Where
 * no other file needs it the call must not be reached. Without weak symbols it is always
 * linked.
 */
#ifndef LISH_WEAK_H
#define LISH_WEAK_H

#include <linux-ish/ground/env.h>

#if LISH_GNU && defined(__ELF__) && !defined(__KERNEL__) && !defined(LISH_ONE_FILE_)
#define LISH_WEAK_ __attribute__((__weak__))
#else
#define LISH_WEAK_
#endif

#endif /* LISH_WEAK_H */
