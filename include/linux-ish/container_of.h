/* SPDX-License-Identifier: MIT */
/*
 * container_of.h - from a member back to the object that holds it
 */
#ifndef LINUX_ISH_CONTAINER_OF_H
#define LINUX_ISH_CONTAINER_OF_H

#include "core/env.h"

/**
 * container_of() - the object that holds a member
 * @ptr: pointer to the member, not NULL
 * @type: type of the object
 * @member: name of the member inside @type
 *
 * Defined only if nobody has defined it before. A @ptr to another type than that of
 * @member, void included, does not compile with gcc, clang and in C++; elsewhere it is
 * a warning. @ptr is evaluated once. It may point to const: then say so in @type as
 * well, "const struct bullet". O(1).
 *
 * Return: pointer to the object.
 */
#ifndef container_of
#ifdef __cplusplus
#define container_of(ptr, type, member)                                     \
	reinterpret_cast<type *>(                                           \
		reinterpret_cast<uintptr_t>(1 ? (ptr)                       \
					      : &LISH_NO_(type)->member) -  \
		offsetof(type, member))
#else
/* Through an integer, because the member may be const. */
#define container_of(ptr, type, member)                                \
	((type *)((uintptr_t)(1 ? (ptr) : &((type *)0)->member) -      \
		  offsetof(type, member) -                             \
		  0 * sizeof(char[LISH_SAME_TYPE_(*(ptr),              \
						  ((type *)0)->member) \
					  ? 1                          \
					  : -1])))
#endif
#endif

/*
 * LISH_CAST_(type, pointer): a pointer as one of another type, const or not as
 * @type says. LISH_NO_(type): a null pointer to type. In macros, which C++ users
 * see in code of their own, with warnings that C has no words for.
 */
#ifdef __cplusplus
#define LISH_CAST_(type, pointer) (reinterpret_cast<type *>(pointer))
#define LISH_NO_(type) (static_cast<type *>(nullptr))
#else
#define LISH_CAST_(type, pointer) ((type *)(pointer))
#define LISH_NO_(type) ((type *)0)
#endif

/*
 * LISH_OBJECT_(pointer, type): a pointer that a user says is one to an object of the
 * type, const or not, or NULL; what is none does not compile, as with container_of().
 * LISH_MEMBER_(pointer, type, member): where its member is.
 */
#ifdef __cplusplus
#define LISH_OBJECT_(pointer, type) (1 ? (pointer) : LISH_NO_(type))
#else
#define LISH_OBJECT_(pointer, type)                                       \
	((void)sizeof(char[LISH_SAME_TYPE_(*(pointer), type) ? 1 : -1]),  \
	 1 ? (pointer) : LISH_NO_(type))
#endif
#define LISH_MEMBER_(pointer, type, member) \
	(&LISH_OBJECT_(pointer, type)->member)

/*
 * LISH_OFFSET_(type, member, node): where a struct node lies in an object, a
 * constant. Does not compile, with one error, if the member is something else, or
 * if it may lie at an odd address, as in a packed object.
 *
 * Each container declares for C++ and C99 what makes the difference:
 * LISH_NODE_(node).
 */
#if !defined(__cplusplus) && defined(__STDC_VERSION__) && \
	__STDC_VERSION__ >= 201112L
#define LISH_NODE_(node) struct node
#define LISH_IS_NODE_(type, member, node)                     \
	_Generic(&((type *)0)->member, struct node *: 1u,     \
		 const struct node *: 1u)
#else
#define LISH_NODE_(node) char lish_is_##node##_(const struct node *member)
#define LISH_IS_NODE_(type, member, node) \
	sizeof(lish_is_##node##_(&LISH_NO_(type)->member))
#endif
#define LISH_OFFSET_(type, member, node)                                     \
	(offsetof(type, member) +                                            \
	 0 * LISH_IS_NODE_(type, member, node) +                             \
	 0 * sizeof(char[LISH_ALIGNOF(type) % LISH_ALIGNOF(struct node) == 0 \
					 && offsetof(type, member) %         \
					 LISH_ALIGNOF(struct node) == 0      \
				 ? 1                                         \
				 : -1]))

#endif /* LINUX_ISH_CONTAINER_OF_H */
