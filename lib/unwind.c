// SPDX-License-Identifier: MIT
/*
 * unwind.c - the calls that led to a report
 *
 * The stack is asked for all of its return addresses. Those of the report hook and of bug.c come
 * first. bug.c has stored its own return address in the report: the user's part of the stack
 * begins there.
 *
 * No program needs a library for this: the references are weak. Linked only if it is used.
 */
#define LISH_LIB_
#include <linux-ish/bug.h>

/* How deep the stack is looked at, from the hook outwards. */
#define LISH_FRAMES_ 64

#if LISH_HOSTED && LISH_HAS_CALLER && defined(__has_include)
#if defined(__unix__) && !defined(__GLIBC__) && __has_include(<unwind.h>)
#define LISH_UNWINDS_
#endif
#endif

/* lish_frames_(to): all return addresses, LISH_FRAMES_ at most. */
#if LISH_HOSTED && LISH_HAS_CALLER && defined(_WIN32)
/* As <windows.h> declares it, which a program may include in the same file. */
LISH_C_LINKAGE_
__declspec(dllimport) unsigned short __stdcall
RtlCaptureStackBackTrace(unsigned long skip, unsigned long n, void **to,
			 unsigned long *hash);
LISH_C_LINKAGE_END_
#define lish_frames_(to) RtlCaptureStackBackTrace(0, LISH_FRAMES_, to, NULL)
#elif LISH_HOSTED && LISH_GNU && (defined(__GLIBC__) || defined(__APPLE__))
LISH_C_LINKAGE_
extern int backtrace(void **to, int n) __attribute__((__weak__));
LISH_C_LINKAGE_END_
#define lish_frames_(to) (backtrace ? (unsigned int)backtrace(to, LISH_FRAMES_) : 0)
#elif defined(LISH_UNWINDS_)
#include <unwind.h>
#pragma weak _Unwind_Backtrace
#ifdef __ARM_EABI_UNWINDER__
#pragma weak _Unwind_VRS_Get
#else
#pragma weak _Unwind_GetIP
#endif
struct lish_frames {
	void **to;
	unsigned int n;
};

static _Unwind_Reason_Code lish_frame(struct _Unwind_Context *context, void *data)
{
	struct lish_frames *frames = (struct lish_frames *)data;

	if (frames->n == LISH_FRAMES_)
		return _URC_END_OF_STACK;
	frames->to[frames->n++] = (void *)_Unwind_GetIP(context);
	return _URC_NO_REASON;
}

static unsigned int lish_frames_(void **to)
{
	struct lish_frames frames = { to, 0 };

	if (_Unwind_Backtrace)
		(void)_Unwind_Backtrace(lish_frame, &frames);
	return frames.n;
}
#else
#define lish_frames_(to) ((void)(to), 0)
#endif

unsigned int lish_callers(const struct lish_fault *fault, const void **to,
			  unsigned int n)
{
	void *frames[LISH_FRAMES_];
	const unsigned int all = lish_frames_(frames);
	uintptr_t first = (uintptr_t)fault->caller + 1;
	unsigned int at = 0, i;

#if LISH_HOSTED
	/* A report that the program made itself has the caller alone. */
	if (fault->from_)
		first = (uintptr_t)fault->from_;
#endif
	/* Thumb sets the last bit in one of the two. */
	while (at < all && ((uintptr_t)frames[at] | 1) != (first | 1))
		at++;
	if (at == all) {
		if (!n || !fault->caller)
			return 0;
		to[0] = fault->caller;
		return 1;
	}
	/* The outermost frame of some systems returns to NULL. */
	for (i = 0; i < n && at < all && frames[at]; i++, at++)
		to[i] = (const char *)frames[at] - 1;
	return i;
}
