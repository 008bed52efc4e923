/* SPDX-License-Identifier: MIT */
/*
 * container_of.h - from a member to the object that contains it
 */
#ifndef LINUX_ISH_CONTAINER_OF_H
#define LINUX_ISH_CONTAINER_OF_H

#include "ground/env.h"

/*
 * LISH_CAST_(type, pointer): the pointer as one to type, which may be const.
 * LISH_TO_(variable, pointer): a void pointer as one of the type of the variable.
 * LISH_NO_(type): a null pointer.
 * LISH_ADDRESS_(pointer): the pointer as a number.
 * For macros that C++ code expands: a C cast or NULL would warn there.
 */
#ifdef __cplusplus
#define LISH_CAST_(type, pointer) (reinterpret_cast<type *>(pointer))
#define LISH_TO_(variable, pointer) (reinterpret_cast<decltype(variable)>(pointer))
#define LISH_NO_(type) (static_cast<type *>(nullptr))
#define LISH_ADDRESS_(pointer) (reinterpret_cast<uintptr_t>(pointer))
#else
#define LISH_CAST_(type, pointer) ((type *)(pointer))
#if LISH_GNU
#define LISH_TO_(variable, pointer) ((__typeof__(variable))(pointer))
#else
#define LISH_TO_(variable, pointer) (pointer)
#endif
#define LISH_NO_(type) ((type *)0)
#define LISH_ADDRESS_(pointer) ((uintptr_t)(pointer))
#endif

/*
 * LISH_SAYS_(yes, text): 0. Does not compile if yes is 0. In C11 the error is the text.
 * LISH_MAY_BE_(yes): yes, or 1 if that is not a constant.
 * LISH_NODE_(node): a declaration for LISH_IS_NODE_(), once for each container.
 * LISH_IS_NODE_(type, member, node): 0. Does not compile if the member is no struct node.
 */
#if LISH_GNU && !defined(__cplusplus) && __STDC_VERSION__ >= 201112L
#define LISH_SAYS_(yes, text)               \
	(0U * __extension__ sizeof(struct { \
		_Static_assert(yes, text);  \
		char it;                    \
	}))
#else
#define LISH_SAYS_(yes, text) (0U * sizeof(char[(yes) ? 1 : -1]))
#endif
#if LISH_GNU && !defined(__cplusplus)
#define LISH_MAY_BE_(yes) (__builtin_constant_p(yes) ? (yes) : 1)
#define LISH_NODE_(node) struct node
#define LISH_IS_NODE_(type, member, node)                                     \
	LISH_SAYS_(LISH_SAME_TYPE_(*&((type *)0)->member, struct node),       \
		   "linux-ish: " #type " has no struct " #node " of the name " \
		   #member)
#elif !defined(__cplusplus)
#define LISH_MAY_BE_(yes) (yes)
#define LISH_NODE_(node) struct node
#define LISH_IS_NODE_(type, member, node) \
	(0U * sizeof(*(1 ? &LISH_NO_(type)->member : LISH_NO_(const struct node))))
#else
#define LISH_MAY_BE_(yes) (yes)
#define LISH_NODE_(node) char lish_is_##node##_(const struct node *member)
#define LISH_IS_NODE_(type, member, node) \
	(0U * sizeof(lish_is_##node##_(&LISH_NO_(type)->member)))
#endif

/* Through an integer: the member may be const. */
#define LISH_CONTAINER_OF_(ptr, type, member)                                 \
	LISH_CAST_(type, LISH_SAYS_(LISH_SAME_TYPE_(*(ptr),                   \
						    LISH_NO_(type)->member),  \
				    "linux-ish: this does not point to the "  \
				    "member " #member " of " #type) +         \
			 LISH_ADDRESS_(1 ? (ptr) : &LISH_NO_(type)->member) - \
			 LISH_OFFSETOF_(type, member))

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
 * LISH_OBJECT_(pointer, type): the user's pointer to an object, or NULL. Does not compile
 * with another type.
 * LISH_MEMBER_(pointer, type, member): the address of its member.
 */
#define LISH_OBJECT_(pointer, type)                                    \
	((void)LISH_SAYS_(LISH_SAME_TYPE_(*(pointer), type),           \
			  "linux-ish: this does not point to " #type), \
	 1 ? (pointer) : LISH_NO_(type))
#define LISH_MEMBER_(pointer, type, member) \
	(&LISH_OBJECT_(pointer, type)->member)

/*
 * The offset of a struct node in an object. Does not compile if the member has another type or
 * may be misaligned. In C it need not be a constant: links[i] is a member too.
 */
#define LISH_OFFSET_(type, member, node)                                    \
	(LISH_IS_NODE_(type, member, node) +                                \
	 LISH_SAYS_((LISH_ALIGNOF(type) % LISH_ALIGNOF(struct node)) == 0U  \
			    && LISH_MAY_BE_((LISH_OFFSETOF_(type, member) %       \
				LISH_ALIGNOF(struct node)) == 0U),          \
		    "linux-ish: " #member " may be misaligned: is " #type   \
		    " packed?") +                                           \
	 LISH_OFFSETOF_(type, member))

#endif /* LINUX_ISH_CONTAINER_OF_H */
