/* SPDX-License-Identifier: MIT */
/*
 * version.h - which release this is
 *
 * Semantic versioning: the major number changes when working code may break, and
 * before 1.0 the minor one. The library must be of the release of the headers;
 * the linker sees to that (core/abi.h).
 */
#ifndef LINUX_ISH_VERSION_H
#define LINUX_ISH_VERSION_H

#define LISH_VERSION_MAJOR 0
#define LISH_VERSION_MINOR 2
#define LISH_VERSION_PATCH 0
/*
 * 1 until this release is made: CHANGELOG.md says "not released yet". Then names of the
 * link guard bear a sum of the structs too, because two commits may differ in them.
 */
#define LISH_VERSION_DEV 1

/* One number that grows with each release, for #if. */
#define LISH_VERSION                                              \
	(LISH_VERSION_MAJOR * 10000 + LISH_VERSION_MINOR * 100 + \
	 LISH_VERSION_PATCH)

#endif /* LINUX_ISH_VERSION_H */
