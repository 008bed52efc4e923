/* SPDX-License-Identifier: MIT */
/*
 * version.h - which release this is
 *
 * Semantic versioning: the major number changes when working code may break. Headers
 * and library must be of one minor release; the linker ensures this (ground/release.h).
 */
#ifndef LINUX_ISH_VERSION_H
#define LINUX_ISH_VERSION_H

#define LISH_VERSION_MAJOR 2
#define LISH_VERSION_MINOR 1
#define LISH_VERSION_PATCH 0
/* 1 between releases: the link guard has another name then. */
#define LISH_VERSION_DEV 0

/* For #if: a number that grows with each release. */
#define LISH_VERSION                                             \
	(LISH_VERSION_MAJOR * 10000 + LISH_VERSION_MINOR * 100 + \
	 LISH_VERSION_PATCH)

#endif /* LINUX_ISH_VERSION_H */
