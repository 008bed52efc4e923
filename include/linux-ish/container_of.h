/* SPDX-License-Identifier: MIT */
/*
 * container_of.h - from a member back to the object that holds it
 */
#ifndef LINUX_ISH_CONTAINER_OF_H
#define LINUX_ISH_CONTAINER_OF_H

#include "env.h"

/**
 * container_of() - the object that holds a member
 * @ptr: pointer to the member, not NULL
 * @type: type of the object
 * @member: name of the member inside @type
 *
 * Defined only if nobody has defined it before. Needs no typeof; a @ptr whose
 * type is not that of @member is diagnosed by the compiler. @ptr is evaluated
 * once. Each container has its own form, X_entry(), which is stricter still.
 *
 * Return: pointer to the object.
 */
#ifndef container_of
#define container_of(ptr, type, member)                              \
	((type *)(void *)((char *)(1 ? (ptr) : &((type *)0)->member) - \
			  offsetof(type, member)))
#endif

#endif /* LINUX_ISH_CONTAINER_OF_H */
