/* SPDX-License-Identifier: MIT */
/*
 * compiler.h - words that each compiler has its own way for
 */
#ifndef LINUX_ISH_GROUND_COMPILER_H
#define LINUX_ISH_GROUND_COMPILER_H

/* An include that fails stops the compiler: this is the only error of many. */
#if !defined(_MSC_VER) && !defined(__CHECKER__) && !defined(__cplusplus) && \
	(!defined(__STDC_VERSION__) || __STDC_VERSION__ < 199901L)
#error "linux-ish needs C99: compile with -std=gnu99 or later"
#include <needs-C99>
#elif !defined(_MSC_VER) && defined(__cplusplus) && __cplusplus < 201103L
#error "linux-ish needs C++11: compile with -std=gnu++11 or later"
#include <needs-C++11>
#endif

/* tcc may define __GNUC__, but silently ignores the cleanup attribute. */
#if (defined(__GNUC__) || defined(__clang__)) && !defined(__TINYC__)
#define LISH_GNU 1
#else
#define LISH_GNU 0
#endif

/*
 * LISH_WRAPS_: in front of a function of one file that counts modulo 2^n, which clang's
 * -fsanitize=integer would report.
 * LISH_QUIET_PUSH_, LISH_QUIET_POP_: around our headers. clang: their functions, also where lib/
 * defines them, count so too. In C++, casts and zeros of C would warn. gcc: the
 * place of a loop is a struct, of which -Waggregate-return would warn.
 * LISH_PLACE_BEGIN_, LISH_PLACE_END_: the same for gcc, around the for that declares a place.
 * LISH_NO_MERGE_, LISH_NO_JUMP_: reports lead to the return address, so neither join two equal
 * calls, nor make a jump of a last one. clang alone.
 */
#ifdef __clang__
#define LISH_QUIET_PUSH_                                                        \
	_Pragma("clang diagnostic push")                                        \
	_Pragma("clang diagnostic ignored \"-Wold-style-cast\"")                \
	_Pragma("clang diagnostic ignored \"-Wzero-as-null-pointer-constant\"") \
	_Pragma("clang diagnostic ignored \"-Wunknown-sanitizers\"")            \
	_Pragma("clang attribute push(__attribute__((no_sanitize(\"unsigned-integer-overflow\", \"unsigned-shift-base\", \"implicit-conversion\"))), apply_to = function)")
#define LISH_QUIET_POP_ _Pragma("clang attribute pop") _Pragma("clang diagnostic pop")
#define LISH_WRAPS_ __attribute__((__no_sanitize__("integer")))
#if __has_attribute(__nomerge__)
#define LISH_NO_MERGE_ __attribute__((__nomerge__))
#else
#define LISH_NO_MERGE_
#endif
#define LISH_NO_JUMP_ __attribute__((__not_tail_called__))
#define LISH_PLACE_BEGIN_
#define LISH_PLACE_END_
#else
#if LISH_GNU
#define LISH_PLACE_BEGIN_ \
	_Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Waggregate-return\"")
#define LISH_PLACE_END_ _Pragma("GCC diagnostic pop")
#else
#define LISH_PLACE_BEGIN_
#define LISH_PLACE_END_
#endif
#define LISH_QUIET_PUSH_ LISH_PLACE_BEGIN_
#define LISH_QUIET_POP_ LISH_PLACE_END_
#define LISH_WRAPS_
#define LISH_NO_MERGE_
#define LISH_NO_JUMP_
#endif

/* LISH_C_BEGIN, LISH_C_END: around the functions of each header */
#ifdef __cplusplus
#define LISH_C_LINKAGE_ extern "C" {
#define LISH_C_LINKAGE_END_ }
#else
#define LISH_C_LINKAGE_
#define LISH_C_LINKAGE_END_
#endif
#define LISH_C_BEGIN LISH_QUIET_PUSH_ LISH_C_LINKAGE_
#define LISH_C_END LISH_C_LINKAGE_END_ LISH_QUIET_POP_

/*
 * LISH_DEPRECATED("what to write instead"): in front of a function. An old macro calls a
 * function that is marked so.
 */
#if LISH_GNU
#define lish_likely(x) __builtin_expect(!!(x), 1)
#define lish_unlikely(x) __builtin_expect(!!(x), 0)
#define lish_assume(x) ((x) ? (void)0 : __builtin_unreachable())
#define LISH_NOINLINE __attribute__((__noinline__)) LISH_NO_MERGE_
#define LISH_COLD __attribute__((__cold__, __noinline__)) LISH_NO_MERGE_
/* Writes nothing: a compiler keeps across the call what it has read. */
#define LISH_PURE_ __attribute__((__pure__))
#define LISH_FORCED_INLINE_ inline __attribute__((__always_inline__))
#define LISH_MUST_CHECK __attribute__((__warn_unused_result__))
#define LISH_UNUSED_ __attribute__((__unused__))
#define LISH_DEPRECATED(instead) __attribute__((__deprecated__(instead)))
#else
#define lish_likely(x) (!!(x))
#define lish_unlikely(x) (!!(x))
#define LISH_PURE_
#define LISH_MUST_CHECK
#define LISH_UNUSED_
#ifdef _MSC_VER
#include <intrin.h>
#define lish_assume(x) __assume(x)
#define LISH_NOINLINE __declspec(noinline)
#define LISH_COLD __declspec(noinline)
#define LISH_FORCED_INLINE_ __forceinline
#define LISH_DEPRECATED(instead) __declspec(deprecated(instead))
#else
#define lish_assume(x) ((void)0)
#define LISH_NOINLINE
#define LISH_COLD
#define LISH_FORCED_INLINE_ inline
#define LISH_DEPRECATED(instead)
#endif
#endif

/*
 * The return address of the function that uses it. WebAssembly has none; on an AVR with more
 * than 128 KB it does not fit into a pointer.
 */
#if (LISH_GNU && !defined(__wasm__) && !defined(__AVR_3_BYTE_PC__)) || defined(__TINYC__)
#define LISH_HAS_CALLER 1
#define LISH_CALLER_() ((const void *)__builtin_return_address(0))
#elif defined(_MSC_VER) && !LISH_GNU
#define LISH_HAS_CALLER 1
#define LISH_CALLER_() ((const void *)_ReturnAddress())
#else
#define LISH_HAS_CALLER 0
#define LISH_CALLER_() ((const void *)NULL)
#endif

/*
 * The compiler forgets the value of a variable in memory, so it keeps earlier stores, also if
 * the memory is freed next. clang's analyzer would report faults in users' code.
 */
#if LISH_GNU && !defined(__clang_analyzer__)
#define lish_renew(variable) __asm__("" : "+m"(variable))
#else
#define lish_renew(variable) ((void)0)
#endif

/*
 * For the links of rings. gcc 12 takes a word of the head for two words, one accessed as a
 * member, one as a node, and keeps one in a register.
 */
#if LISH_GNU && !defined(__clang__)
#define LISH_LINKS_ __attribute__((__may_alias__))
#else
#define LISH_LINKS_
#endif

/* For a struct whose memory is also accessed as another one. */
#if LISH_GNU
#define LISH_ALIASES_ __attribute__((__may_alias__))
#else
#define LISH_ALIASES_
#endif

/* The compiler forgets what it knows of a pointer. */
#if LISH_GNU
#define LISH_HIDE_(pointer) __asm__("" : "+r"(pointer))
#else
#define LISH_HIDE_(pointer) ((void)(pointer))
#endif

/* Small cores do not wait for memory: a prefetch would only cost its address. */
#if (defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M') || \
	defined(__ARM_ARCH_6M__) || defined(__AVR__)
#define LISH_FETCHES_ 0
#else
#define LISH_FETCHES_ 1
#endif
#if LISH_GNU && LISH_FETCHES_
#define lish_prefetch(address) __builtin_prefetch((const void *)(address))
#elif defined(_MSC_VER) && (defined(_M_X64) || defined(_M_IX86))
#define lish_prefetch(address) _mm_prefetch((const char *)(address), _MM_HINT_T0)
#else
#define lish_prefetch(address) ((void)sizeof(address))
#endif

/*
 * Around the for that declares a loop's cursor: the compiler warns if the cursor hides an
 * outer variable, because code after the loop would use that one.
 */
#if defined(LISH_NO_CURSOR_WARNING) || !LISH_GNU || (!defined(__clang__) && __GNUC__ < 7)
#define LISH_CURSOR_BEGIN_
#define LISH_CURSOR_END_
#else
#ifdef __clang__
#define LISH_SHADOW_ _Pragma("GCC diagnostic warning \"-Wshadow\"")
#else
#define LISH_SHADOW_ _Pragma("GCC diagnostic warning \"-Wshadow=compatible-local\"")
#endif
#define LISH_CURSOR_BEGIN_ _Pragma("GCC diagnostic push") LISH_SHADOW_
#define LISH_CURSOR_END_ _Pragma("GCC diagnostic pop")
#endif

/* Behind an enum: it has the size of int with -fshort-enums too. */
#if !LISH_GNU
#define LISH_INT_ENUM_
#elif __INT_MAX__ > 0x7fff
#define LISH_INT_ENUM_ __attribute__((__mode__(__SI__)))
#else
#define LISH_INT_ENUM_ __attribute__((__mode__(__HI__)))
#endif

/* 1 if two expressions have the same type except for const, or if it is unknown. */
#if LISH_GNU && !defined(__cplusplus)
#define LISH_SAME_TYPE_(a, b) \
	__builtin_types_compatible_p(__typeof__(a), __typeof__(b))
#else
#define LISH_SAME_TYPE_(a, b) 1
#endif

/*
 * LISH_API: in front of each function that programs, or inline code in them, call. Only these
 * are visible in the shared library. With -flto they are not inlined: a report takes their return
 * address. A program may define it, for lib/ too.
 * LISH_DATA_: the same for an object
 * LISH_LOCAL: in front of a function that one file of lib/ defines and another one calls
 */
#if defined(LISH_SHARED) && defined(_WIN32) && defined(LISH_LIB_)
#define LISH_DATA_ __declspec(dllexport)
#elif defined(LISH_SHARED) && defined(_WIN32)
#define LISH_DATA_ __declspec(dllimport)
#elif defined(LISH_SHARED) && LISH_GNU
#define LISH_DATA_ __attribute__((__visibility__("default")))
#else
#define LISH_DATA_
#endif
#ifdef LISH_STATIC
#define LISH_LOCAL static LISH_UNUSED_
#else
#define LISH_LOCAL
#endif
#if defined(LISH_API)
#elif defined(LISH_STATIC)
#define LISH_API LISH_LOCAL LISH_NO_MERGE_
#else
#define LISH_API LISH_DATA_ LISH_NO_JUMP_ LISH_NOINLINE
#endif

/*
 * On x86 a debugger may go on: then the refused call returns. The program stops at the nop, in
 * the line of the int3. cppcheck would report a store to NULL in the user's file.
 */
#if LISH_GNU && (defined(__i386__) || defined(__x86_64__))
#define lish_trap_() __asm__ volatile("int3\n\tnop")
#elif LISH_GNU
#define lish_trap_() __builtin_trap()
#elif defined(_MSC_VER)
#define lish_trap_() __debugbreak()
#else
#define lish_trap_() do { *(volatile char *)1 = 0; } while (1)
#endif

/*
 * Alignment of a type in a struct, a constant. gcc's __alignof__ is 8 for a 64-bit
 * integer on i386, where C says 4.
 */
#if defined(__cplusplus)
#define LISH_ALIGNOF(type) alignof(type)
#elif LISH_GNU
#define LISH_ALIGNOF(type) (__extension__ _Alignof(type))
#elif defined(_MSC_VER)
#define LISH_ALIGNOF(type) __alignof(type)
#else
#define LISH_ALIGNOF(type) offsetof(struct { char before_it; type it; }, it)
#endif

/*
 * LISH_OFFSETOF_(type, member): offsetof(), without the warning that C++ has in the user's line
 * for a class with virtual functions. It stays a constant, for both forms are the size of an array.
 * g++ is silent where nothing is evaluated, but the bounds of arrays are, except after new, which
 * may be a macro with arguments. clang takes a difference of addresses for a constant if it is
 * asked so; any other array is too large. Then offsetof() refuses virtual bases.
 */
#if !defined(__cplusplus) || !LISH_GNU
#define LISH_OFFSETOF_(type, member) offsetof(type, member)
#elif defined(__clang__)
#define LISH_DISTANCE_(type, member) \
	(reinterpret_cast<size_t>(&reinterpret_cast<type *>(4096)->member) - 4096U)
#define LISH_OFFSETOF_(type, member)                                       \
	(sizeof(char[1U + 0U * sizeof(offsetof(type, member)) +            \
		     (__builtin_constant_p(LISH_DISTANCE_(type, member)) ? \
			      LISH_DISTANCE_(type, member) :               \
			      SIZE_MAX / 2)]) -                            \
	 1U)
#else
#pragma push_macro("new")
#undef new
struct lish_byte_ {
	char byte;
	static void *operator new[](__SIZE_TYPE__ size, ...);
};
#pragma pop_macro("new")
#define LISH_OFFSETOF_(type, member) \
	(sizeof(*(new lish_byte_[1][1U + offsetof(type, member)])) - 1U)
#endif

#endif /* LINUX_ISH_GROUND_COMPILER_H */
