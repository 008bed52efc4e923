/* SPDX-License-Identifier: MIT */
/*
 * container_of.h - from a member to the object that contains it
 */
#ifndef LINUX_ISH_CONTAINER_OF_H
#define LINUX_ISH_CONTAINER_OF_H

#include "ground/env.h"

/*
 * LISH_SAYS_(yes, text): 0. Does not compile if yes is 0: the error is the text, where C has
 * static assertions. In C++ no type may be defined here.
 */
#if LISH_GNU && !defined(__cplusplus) && defined(__STDC_VERSION__) && \
	__STDC_VERSION__ >= 201112L
#define LISH_SAYS_(yes, text)               \
	(0U * __extension__ sizeof(struct { \
		_Static_assert(yes, text);  \
		char it;                    \
	}))
#else
#define LISH_SAYS_(yes, text) (0U * sizeof(char[(yes) ? 1 : -1]))
#endif

/* container_of(), under a name of our own. */
#ifdef __cplusplus
#define LISH_CONTAINER_OF_(ptr, type, member)                               \
	reinterpret_cast<type *>(                                           \
		reinterpret_cast<uintptr_t>(1 ? (ptr)                       \
					      : &LISH_NO_(type)->member) -  \
		offsetof(type, member))
#else
/* Through an integer: the member may be const. */
#define LISH_CONTAINER_OF_(ptr, type, member)                                \
	((type *)(LISH_SAYS_(LISH_SAME_TYPE_(*(ptr), ((type *)0)->member),   \
			     "linux-ish: this does not point to the member " \
			     #member " of " #type) +                         \
		  (uintptr_t)(1 ? (ptr) : &((type *)0)->member) -            \
		  offsetof(type, member)))
#endif

/**
 * container_of() - the object that contains a member
 * @ptr: pointer to the member, not NULL
 * @type: object type; const if @ptr points to const
 * @member: name of the member in @type
 *
 * Skipped if already defined, and with LISH_NO_CONTAINER_OF. Does not compile with gcc,
 * clang and in C++ if @ptr is not a pointer to the type of @member; other compilers warn.
 * Evaluates @ptr once.
 *
 * Return: pointer to the object.
 */
#if !defined(container_of) && !defined(LISH_NO_CONTAINER_OF)
#define container_of(ptr, type, member) LISH_CONTAINER_OF_(ptr, type, member)
#endif

/*
 * LISH_CAST_(type, pointer): the pointer as one to type, which may be const.
 * LISH_TO_(type, pointer): the same for a void pointer that is assigned to one of type.
 * LISH_NO_(type): a null pointer.
 * For macros that C++ code expands: a C cast or NULL would warn there.
 */
#ifdef __cplusplus
#define LISH_CAST_(type, pointer) (reinterpret_cast<type *>(pointer))
#define LISH_TO_(type, pointer) LISH_CAST_(type, pointer)
#define LISH_NO_(type) (static_cast<type *>(nullptr))
#else
#define LISH_CAST_(type, pointer) ((type *)(pointer))
#define LISH_TO_(type, pointer) (pointer)
#define LISH_NO_(type) ((type *)0)
#endif

/*
 * LISH_OBJECT_(pointer, type): the user's pointer to an object, or NULL. Does not compile
 * with another type.
 * LISH_MEMBER_(pointer, type, member): the address of its member.
 */
#ifdef __cplusplus
#define LISH_OBJECT_(pointer, type) (1 ? (pointer) : LISH_NO_(type))
#else
#define LISH_OBJECT_(pointer, type)                                    \
	((void)LISH_SAYS_(LISH_SAME_TYPE_(*(pointer), type),           \
			  "linux-ish: this does not point to " #type), \
	 1 ? (pointer) : LISH_NO_(type))
#endif
#define LISH_MEMBER_(pointer, type, member) \
	(&LISH_OBJECT_(pointer, type)->member)

/*
 * LISH_OFFSET_(type, member, node): the offset of a struct node in an object. Does not compile
 * if the member has another type or may be misaligned. In C it need not be a constant: links[i]
 * is a member too. LISH_MAY_BE_(yes): yes, or 1 if that is not a constant.
 * LISH_NODE_(node): declares what C++ and C99 need for it, once for each container.
 */
#if !defined(__cplusplus) && defined(__STDC_VERSION__) && \
	__STDC_VERSION__ >= 201112L
#define LISH_NODE_(node) struct node
#define LISH_IS_NODE_(type, member, node)                           \
	LISH_SAYS_(_Generic(&((type *)0)->member, struct node *: 1, \
			    const struct node *: 1, default: 0),    \
		   "linux-ish: " #type " has no struct " #node      \
		   " of the name " #member)
#else
#define LISH_NODE_(node) char lish_is_##node##_(const struct node *member)
#define LISH_IS_NODE_(type, member, node) \
	(0U * sizeof(lish_is_##node##_(&LISH_NO_(type)->member)))
#endif
#if LISH_GNU && !defined(__cplusplus)
#define LISH_MAY_BE_(yes) (__builtin_constant_p(yes) ? (yes) : 1)
#else
#define LISH_MAY_BE_(yes) (yes)
#endif
#define LISH_OFFSET_(type, member, node)                                    \
	(LISH_IS_NODE_(type, member, node) +                                \
	 LISH_SAYS_((LISH_ALIGNOF(type) % LISH_ALIGNOF(struct node)) == 0U  \
			    && LISH_MAY_BE_((offsetof(type, member) %       \
				LISH_ALIGNOF(struct node)) == 0U),          \
		    "linux-ish: " #member " may be misaligned: is " #type   \
		    " packed?") +                                           \
	 offsetof(type, member))

#endif /* LINUX_ISH_CONTAINER_OF_H */
