/* SPDX-License-Identifier: MIT */
/*
 * version.h - which release this is
 *
 * Semantic versioning: the major number changes when working code may break. Headers
 * and library must be of the same release; the linker ensures this (LISH_RELEASE_ in bug.h).
 */
#ifndef LINUX_ISH_VERSION_H
#define LINUX_ISH_VERSION_H

#define LISH_VERSION_MAJOR 2
#define LISH_VERSION_MINOR 0
#define LISH_VERSION_PATCH 0
/* 1 between releases: the link guard has another name then. */
#define LISH_VERSION_DEV 1

/* For #if: a number that grows with each release. */
#define LISH_VERSION                                             \
	(LISH_VERSION_MAJOR * 10000 + LISH_VERSION_MINOR * 100 + \
	 LISH_VERSION_PATCH)

/* The function of the link guard, lish_release_2_0_0_, and its release as text. */
#define LISH_JOIN_(major, minor, dev) lish_release_##major##_##minor##_##dev##_
#define LISH_JOINED_(major, minor, dev) LISH_JOIN_(major, minor, dev)
#define LISH_RELEASE_ \
	LISH_JOINED_(LISH_VERSION_MAJOR, LISH_VERSION_MINOR, LISH_VERSION_DEV)
#define LISH_QUOTE_(major, minor, dev) #major "." #minor "." #dev
#define LISH_QUOTED_(major, minor, dev) LISH_QUOTE_(major, minor, dev)
#define LISH_RELEASE_TEXT_ \
	LISH_QUOTED_(LISH_VERSION_MAJOR, LISH_VERSION_MINOR, LISH_VERSION_DEV)

#endif /* LINUX_ISH_VERSION_H */
